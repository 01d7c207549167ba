package handlers_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"salle/game"
	"salle/game/catalog"
	"salle/game/match"
	"salle/game/shuriken"
	"salle/views/lang"
)

// hasty is a machine that throws where it can, at every level, and does anything otherwise.
type hasty struct{}

func (hasty) Choose(_ context.Context, o shuriken.Observation, b game.Budget) ([]shuriken.Action, error) {
	return []shuriken.Action{hastily(o, rand.New(rand.NewPCG(b.Seed, 1)))}, nil
}

// hastily is readiness, a throw, or any other action where there is none of these.
func hastily(o shuriken.Observation, rng *rand.Rand) shuriken.Action {
	legal := shuriken.Rules{}.Legal(o)
	choice := legal[rng.IntN(len(legal))]
	for _, n := range rng.Perm(len(legal)) {
		if a := legal[n]; a.Verb == shuriken.Throw || a.Verb == shuriken.Ready {
			return a
		}
	}
	return choice
}

// newDanSite is a hall of Shuriken Duel alone, with a machine that answers at once.
func newDanSite(t testing.TB, seed uint64) *site {
	t.Helper()
	return newSiteOf(t, seed, catalog.Of(game.New(shuriken.Info, shuriken.Rules{}, hasty{})))
}

// grade puts the visitor at a dan, as if he had climbed there.
func (b *browser) grade(dan int) {
	b.t.Helper()
	p := b.resign(b.press(b.get("/"), "start-shuriken-graded"))
	b.site.rise(b.t, p.matchID(), match.Standing{Dan: dan, Points: 1}, dan)
}

// practise opens a duel on the master ground against the machine of a dan.
func (b *browser) practise(dan int, variant ...string) page {
	b.t.Helper()
	_, action, values := b.get("/").form(b.t, "start-shuriken-master")
	values.Set("level", itoa(dan))
	values["variant"] = append([]string{"master"}, variant...)
	p := b.post(action, values)
	if p.status != http.StatusOK || !strings.HasPrefix(p.path, "/matches/") {
		b.t.Fatalf("practice: status %d at %s", p.status, p.path)
	}
	return p
}

// climber is a visitor in a duel whose every answer is searched for lines of fire.
type climber struct {
	actor
	b     *browser
	words map[string]*lang.Lang
	rng   *rand.Rand
	found map[string]string // the lines that answers carried, and where the first was
	asked int
}

func newClimber(b *browser, p page, seed uint64) *climber {
	c := &climber{
		actor: actor{b.t, b.site, p.matchID(), b.site.person(b.t, p.matchID())}, b: b, words: map[string]*lang.Lang{},
		rng: rand.New(rand.NewPCG(seed, 9)), found: map[string]string{},
	}
	for _, code := range []string{"en", "ko", "ja"} {
		c.words[code] = wordsOf(b.t, code)
	}
	return c
}

// ask searches an answer, in a language drawn at random, of a whole page or as htmx asks.
func (c *climber) ask(send func(*browser) page) page {
	c.t.Helper()
	code := []string{"en", "ko", "ja"}[c.rng.IntN(3)]
	b := speaking(c.b, code, c.rng.IntN(2) == 0)
	b.blind = false
	p := send(b)
	c.asked++
	for _, mark := range linesIn(p, c.words[code]) {
		if c.found[mark] == "" {
			c.found[mark] = fmt.Sprintf("%s in %s", p.path, code)
		}
	}
	return p
}

func (c *climber) get(path string) page {
	c.t.Helper()
	return c.ask(func(b *browser) page { return b.get(path) })
}

func (c *climber) do(action string) page {
	c.t.Helper()
	values := url.Values{"ply": {c.seen().Mark.String()}, "do": {action}}
	return c.ask(func(b *browser) page { return b.post("/matches/"+c.match+"/actions", values) })
}

// looks asks for what can be asked for at a moment.
func (c *climber) looks() {
	c.t.Helper()
	seen := c.seen()
	o := seen.Board.(shuriken.Observation)
	at, pick := "/matches/"+c.match, "?ply="+seen.Mark.String()+"&pick="
	for _, path := range []string{
		at, at, at + "?since=0", at + "?ask=resign", at + "/record", at + "/record?step=" + itoa(c.rng.IntN(o.Ply+5)), at + "/record.txt",
		at + pick + "@", at + "?ply=0.0&pick=d3",
	} {
		c.get(path)
	}
	for range 6 {
		c.get(at + pick + o.Pieces[c.rng.IntN(len(o.Pieces))].At.String())
	}
	for _, s := range o.Pieces { // a flag or a shield that could give itself away
		if s.Owner == seen.Seat && slices.ContainsFunc(o.Glides(s.At), func(g shuriken.Gliding) bool { return g.Exposes }) {
			c.get(at + pick + s.At.String())
			break
		}
	}
	refused := impossible(o, c.rng)
	for range 4 {
		if action := refused[c.rng.IntN(len(refused))]; c.do(action).status < http.StatusBadRequest {
			c.t.Errorf("%q is not refused", action)
		}
	}
}

// plays plays the duel to its end, or for some turns.
func (c *climber) plays(turns int) {
	c.t.Helper()
	for range turns {
		c.looks()
		seen := c.seen()
		if seen.Status.Result.Over {
			return
		}
		c.do(hastily(seen.Board.(shuriken.Observation), c.rng).String())
	}
}

// lineWords are the sentences that tell of lines of fire.
var lineWords = []string{
	"shuriken.also.throws", "shuriken.also.exposes", "shuriken.picked.hits", "shuriken.picked.nothing", "shuriken.picked.threat",
	"shuriken.picked.nothreat", "shuriken.card.held",
}

// linesIn names the marks of lines of fire that an answer carries: what is drawn, what a script may draw, what marks a field
// or a button, and what is said. Of what the court draws and its buttons carry only what is known to be none is allowed.
func linesIn(p page, words *lang.Lang) (marks []string) {
	said := html.UnescapeString(p.body)
	for _, key := range lineWords {
		const gap = "\x00"
		parts := strings.Split(words.T(key, "list", gap), gap)
		if strings.Contains(said, slices.MaxFunc(parts, func(a, b string) int { return len(a) - len(b) })) {
			marks = append(marks, key)
		}
	}
	for _, court := range all(p.root, func(n *html.Node) bool { return attr(n, "id") == "court" }) {
		for _, n := range all(court, func(*html.Node) bool { return true }) {
			switch n.Data {
			case "path", "circle", "line", "polyline", "g":
				if id, first := attr(n, "id"), strings.Fields(attr(n, "class") + " -")[0]; id != "hint" && !slices.Contains([]string{"flight", "blur", "-"}, first) || n.Data != "g" && first == "-" {
					marks = append(marks, n.Data+" "+first)
				}
			case "button":
				marks = append(marks, lineMarks(n)...)
			}
		}
	}
	return marks
}

// lineMarks are the marks that a button of the court carries beyond those that are no line of fire.
func lineMarks(button *html.Node) (marks []string) {
	for _, a := range button.Attr {
		switch a.Key {
		case "form", "name", "value", "autofocus", "aria-pressed", "data-drop":
		case "data-glides":
			if strings.Contains(a.Val, "*") {
				marks = append(marks, "data-glides *")
			}
		case "class":
			for _, class := range strings.Fields(a.Val) {
				if !slices.Contains([]string{"can", "grip", "on", "to", "full", "takes"}, class) {
					marks = append(marks, "button "+class)
				}
			}
		default:
			marks = append(marks, a.Key)
		}
	}
	return marks
}

func TestAtSeventhDanNoAnswerCarriesALine(t *testing.T) { // shuriken 9.3
	t.Parallel()
	s := newDanSite(t, 4)
	b := s.newBrowser(t)
	b.grade(match.TopDan)
	for _, name := range []string{"graded", "practice", "quiet"} {
		var p page
		switch name {
		case "graded":
			p = b.press(b.get("/"), "start-shuriken-graded")
		case "practice":
			p = b.practise(match.TopDan)
		default:
			p = b.practise(match.TopDan, "-quiet")
		}
		c := newClimber(b, p, uint64(len(name)))
		c.plays(200)
		seen := c.seen()
		if !seen.Status.Result.Over || seen.Graded != (name == "graded") || seen.Players[game.Second].Level != match.TopDan {
			t.Errorf("%s: not the duel that was meant: %+v", name, seen.Status)
		}
		for mark, where := range c.found {
			t.Errorf("%s: %s carries %s", name, where, mark)
		}
		t.Logf("%s: %d turns, %d answers", name, seen.Board.(shuriken.Observation).Ply, c.asked)
	}
	if log := s.log.String(); log != "" {
		t.Errorf("the log is not empty:\n%s", log)
	}

	// The same search finds every kind of line where they are shown.
	c := newClimber(b, b.practise(5), 3)
	c.plays(16)
	for _, mark := range append(lineWords[:6:6], "g rays", "path ray", "circle end", "button throws", "button bares", "data-fire", "data-glides *") {
		if c.found[mark] == "" {
			t.Errorf("at 5th dan the search does not find %s, only %v", mark, slices.Sorted(maps.Keys(c.found)))
		}
	}
}

func TestAtSeventhDanGlidesAreShownAndMissesRefused(t *testing.T) { // shuriken 9.3
	t.Parallel()
	s := newDanSite(t, 4)
	b := s.newBrowser(t)
	b.grade(match.TopDan)
	p := b.press(b.practise(match.TopDan), "ready")
	seen := actor{t, s, p.matchID(), s.person(t, p.matchID())}.seen()
	o := seen.Board.(shuriken.Observation)
	missed := 0
	for _, sight := range o.Pieces {
		if sight.Owner != seen.Seat {
			continue
		}
		glides := o.Glides(sight.At)
		picked := b.get(p.path + "?ply=" + seen.Mark.String() + "&pick=" + sight.At.String())
		fields := all(picked.byID(t, "court"), func(n *html.Node) bool { return n.Data == "button" && class("to")(n) })
		if len(fields) != len(glides) {
			t.Errorf("%s can glide to %d fields, the page shows %d", sight.At, len(glides), len(fields))
		}
		// Whether the throw would hit is not told by whether it is offered.
		if throws := sight.Kind.Throws() && sight.Pinned == 0 && sight.Empty == 0; picked.has("throw") != throws {
			t.Errorf("%s throws: %v, the page offers it: %v", sight.At, throws, picked.has("throw"))
		} else if throws && !o.CanThrow(sight.At) {
			missed++
			got := b.press(picked, "throw")
			if want := wordsOf(t, "en").T("refuse.shuriken.hits-nothing"); got.status != http.StatusUnprocessableEntity || got.notice(t) != want {
				t.Errorf("%s hits nothing: status %d, %q", sight.At, got.status, got.notice(t))
			}
		}
	}
	if missed == 0 {
		t.Error("every piece hits something")
	}
}

func TestFromSixthDanTheMachineStrikesFirst(t *testing.T) { // shuriken 9.3
	t.Parallel()
	s := newDanSite(t, 5)
	b := s.newBrowser(t)
	b.grade(match.TopDan)
	strikes := func(p page) string {
		t.Helper()
		p = b.press(p, "ready")
		for _, line := range s.stored(t, p.matchID()) {
			if a, err := (shuriken.Rules{}).Parse(line.Action); err == nil && a.Verb >= shuriken.Throw && a.Verb <= shuriken.Pass {
				return line.Seat.String()
			}
		}
		return game.First.String() // he has not done it yet
	}
	for dan := 5; dan <= match.TopDan; dan++ {
		first := map[string]int{}
		for n := range 8 {
			first[strikes(b.practise(dan, []string{"-quiet"}[n%2:]...))]++
		}
		if alone := first[game.Second.String()] == 8; alone != (dan >= 6) {
			t.Errorf("practice against %d. dan: first strike %v", dan, first)
		}
	}
	for n := range 6 {
		dan := 6 + n%2
		s.rise(t, "", match.Standing{Dan: dan}, match.TopDan)
		p := b.press(b.get("/"), "start-shuriken-graded")
		if first := strikes(p); first != game.Second.String() {
			t.Errorf("graded against %d. dan: %s strikes first", dan, first)
		}
		b.resign(b.get(p.path))
	}
}
