package handlers_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"

	"salle/game"
	"salle/game/spirit"
)

// tree is what the page tells somebody who does not see it: roles and names.
type tree struct {
	tb    *tab
	nodes []*accessibility.Node
	byID  map[accessibility.NodeID]*accessibility.Node
}

func (tb *tab) listen() tree {
	tb.Helper()
	t := tree{tb: tb, byID: map[accessibility.NodeID]*accessibility.Node{}}
	for _, n := range call(tb, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes {
		t.byID[n.NodeID] = n
		if !n.Ignored {
			t.nodes = append(t.nodes, n)
		}
	}
	return t
}

func valueOf(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	var s string
	if json.Unmarshal(v.Value, &s) != nil {
		return string(v.Value)
	}
	return s
}

// heard are the roles that matter to one who plays by ear, in the page's order: not how text is cut into pieces.
func (t tree) heard() []string {
	var roles []string
	for _, n := range t.nodes {
		switch role := valueOf(n.Role); role {
		case "StaticText", "InlineTextBox", "generic", "none", "LineBreak", "ListMarker":
		default:
			roles = append(roles, role)
		}
	}
	return roles
}

// all finds nodes by role and a beginning of the name.
func (t tree) all(role, name string) []*accessibility.Node {
	var found []*accessibility.Node
	for _, n := range t.nodes {
		if valueOf(n.Role) == role && strings.HasPrefix(valueOf(n.Name), name) {
			found = append(found, n)
		}
	}
	return found
}

func (t tree) one(role, name string) *accessibility.Node {
	t.tb.Helper()
	found := t.all(role, name)
	if len(found) != 1 {
		t.tb.Fatalf("the tree has %d of %s %q", len(found), role, name)
	}
	return found[0]
}

// within is the part of the tree inside a node.
func (t tree) within(n *accessibility.Node) tree {
	part := tree{tb: t.tb, byID: t.byID}
	for left := []*accessibility.Node{n}; len(left) > 0; {
		n, left = left[0], left[1:]
		if !n.Ignored {
			part.nodes = append(part.nodes, n)
		}
		for _, id := range n.ChildIDs {
			if child := t.byID[id]; child != nil {
				left = append(left, child)
			}
		}
	}
	return part
}

// disabled tells whether a control says that it cannot be used now.
func disabled(n *accessibility.Node) bool {
	return slices.ContainsFunc(n.Properties, func(p *accessibility.Property) bool {
		return p.Name == "disabled" && string(p.Value.Value) == "true"
	})
}

// text is everything that is read out inside a node.
func (t tree) text(n *accessibility.Node) string {
	if valueOf(n.Role) == "StaticText" {
		return valueOf(n.Name)
	}
	var parts []string
	for _, id := range n.ChildIDs {
		if child := t.byID[id]; child != nil {
			if said := t.text(child); said != "" {
				parts = append(parts, said)
			}
		}
	}
	return strings.Join(parts, " ")
}

// press does a node's default action, as a screen reader does.
func (t tree) press(n *accessibility.Node) {
	t.tb.Helper()
	object := call(t.tb, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: n.BackendDOMNodeID}).Object
	call(t.tb, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		ObjectID: object.ObjectID, FunctionDeclaration: `function () { this.focus(); this.click(); }`,
	})
}

// awaits listens again and again until it hears what is wanted.
func (tb *tab) awaits(what string, ok func(tree) bool) tree {
	tb.Helper()
	for {
		tb.look()
		if t := tb.listen(); ok(t) {
			return t
		}
		if err := tb.ctx.Err(); err != nil {
			tb.Fatalf("%s: never heard (%v)", what, err)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

var cellLine = regexp.MustCompile(`^Cell ([1-9]): (you|Machine 1), ([0-4]) HP`)

// tells reads the board by ear and holds it against what the site says.
func (t tree) tells(o spirit.Observation) {
	t.tb.Helper()
	cells := 0
	var heard [2]spirit.Public
	for _, n := range t.all("listitem", "") {
		line := t.text(n)
		if strings.HasPrefix(line, "Cell ") {
			cells++
		}
		if m := cellLine.FindStringSubmatch(line); m != nil {
			seat := game.First
			if m[2] != "you" {
				seat = game.Second
			}
			cell, _ := strconv.Atoi(m[1])
			hp, _ := strconv.Atoi(m[3])
			heard[seat].Cell, heard[seat].HP = uint8(cell), uint8(hp)
		}
	}
	if cells != spirit.Cells {
		t.tb.Errorf("%d cells are read out", cells)
	}
	for seat, f := range o.Fighters {
		if heard[seat].Cell != f.Cell || heard[seat].HP != f.HP {
			t.tb.Errorf("seat %d is heard on cell %d with %d HP, and is on %d with %d", seat, heard[seat].Cell, heard[seat].HP, f.Cell, f.HP)
		}
	}
	page := t.text(t.one("main", ""))
	for _, line := range []string{
		fmt.Sprintf("Round %d of 5", o.Number), fmt.Sprintf("Turn %d", o.Turn), fmt.Sprintf("%d of 2 stars", o.Stars), "Stars: hidden",
	} {
		if !strings.Contains(page, line) {
			t.tb.Errorf("nobody hears %q in: %s", line, page)
		}
	}
}

func TestAWholeMatchByEar(t *testing.T) { // C8.2
	t.Parallel()
	s := newSite(t, 31)
	tb := s.visitor(t)
	tb.open("/")
	home := tb.listen()
	home = home.within(home.one("region", "Spirit Duel"))
	home.press(home.one("radio", "1 Novice"))
	home.press(home.one("button", "Begin the match"))
	now := tb.awaits("the board", func(t tree) bool { return len(t.all("button", "Confirm")) == 1 })
	id := tb.look().theMatch()
	person := s.person(t, id)
	names := []string{"Retreat", "Retreat", "Retreat", "Attack", "Retreat", "Pierce", "Retreat", "Block", "Retreat", "Counter"}
	for n := 0; len(now.all("button", "Rematch")) == 0; n++ {
		if n > 4*maxTurns {
			t.Fatal("the match does not end")
		}
		if confirm := now.one("button", "Confirm"); !disabled(confirm) {
			seen, err := s.matches.Look(t.Context(), id, person)
			if err != nil {
				t.Fatal(err)
			}
			now.tells(seen.Board.(spirit.Observation))
			now.press(confirm)
			now = tb.awaits("the next turn", func(t tree) bool {
				next := t.all("button", "Confirm")
				return len(t.all("button", "Rematch")) == 1 || len(next) == 1 && disabled(next[0])
			})
			continue
		}
		act := now.one("button", names[n%len(names)])
		if disabled(act) {
			continue
		}
		before := now.slots()
		now.press(act)
		now = tb.awaits("a filled slot", func(t tree) bool { return t.slots() < before })
	}
	tb.verified(id)
	if line := now.text(now.one("status", "")); line == "" {
		t.Error("the end of the match is not announced")
	}
}

// slots counts the slots that are still empty.
func (t tree) slots() int {
	n := 0
	for _, item := range t.all("listitem", "") {
		if strings.HasSuffix(t.text(item), " empty") && !strings.HasPrefix(t.text(item), "Cell") {
			n++
		}
	}
	return n
}

func TestEveryLanguageReadsOutTheSame(t *testing.T) {
	t.Parallel()
	tb := newSite(t, 32).visitor(t)
	d := tb.duel("everylanguage").turns(burning...)
	for _, path := range []string{"/", d.path(), d.path() + "/record?step=1"} {
		var english []string
		for _, code := range []string{"en", "ko", "ja"} {
			tb.speak(code, path)
			heard := tb.listen().heard()
			if code == "en" {
				english = heard
			}
			if len(heard) < 20 || !slices.Equal(heard, english) {
				t.Errorf("%s in %s reads out\n%v\nwant\n%v", path, code, heard, english)
			}
		}
	}
}

// speak chooses a language by its button and comes to a page.
func (tb *tab) speak(code, path string) {
	tb.Helper()
	tb.open(path)
	eval[any](tb, `document.querySelector(".menu").open = true, document.querySelector(".langs [lang=`+code+`]").click()`)
	tb.await(code+" at "+path, `document.readyState === "complete" && document.documentElement.lang === "`+code+`" && !document.querySelector(".menu[open]")`)
}
