package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"salle/db"
	"salle/game"
)

// general plays the Game of War against the machine on a server that is killed while he prepares.
type general struct {
	visitor
	database string
	server   *server
	path     string // of the match
	rng      *rand.Rand
}

func newGeneral(t *testing.T) (*general, page) {
	t.Helper()
	g := &general{visitor: newVisitor(t), database: filepath.Join(t.TempDir(), "salle.db"), rng: rand.New(rand.NewPCG(3, 9))}
	g.server = serve(t, g.database)
	p := g.post(g.server, g.openingOf(g.server, "war", 1))
	if g.path = p.path; p.status != http.StatusOK || p.element("ready") == nil {
		t.Fatalf("no deployment is asked for: %d at %s", p.status, p.path)
	}
	return g, p
}

// edit is the form that changes what a page has prepared.
func (g *general) edit(p page, edit string) form {
	g.t.Helper()
	f := p.form(g.t, "act")
	f.values.Set("edit", edit)
	return f
}

// edits changes what is prepared, edit by edit, and sees that each was taken.
func (g *general) edits(p page, edits ...string) page {
	g.t.Helper()
	for _, edit := range edits {
		if p = g.post(g.server, g.edit(p, edit)); p.status != http.StatusOK || p.path != g.path {
			g.t.Fatalf("%s: status %d at %s", edit, p.status, p.path)
		}
	}
	return p
}

// killed kills the server, starts another and shows the match.
func (g *general) killed() page {
	g.t.Helper()
	g.server.kill()
	g.server = serve(g.t, g.database)
	return g.get(g.server, g.path)
}

// log reads what was played.
func (g *general) log() (mine []string) {
	g.t.Helper()
	store, err := db.Open(g.t.Context(), g.database)
	if err != nil {
		g.t.Fatal(err)
	}
	defer store.Close()
	_, log, err := store.Load(g.t.Context(), strings.TrimPrefix(g.path, "/matches/"), 0)
	if err != nil {
		g.t.Fatal(err)
	}
	for _, e := range log {
		if e.Seat == game.First {
			mine = append(mine, e.Action)
		}
	}
	return mine
}

// prepared is what a page would send by a button beside the button's own word.
func (g *general) prepared(p page, button string) []string {
	g.t.Helper()
	f := p.form(g.t, button)
	return f.values["do"]
}

// unsent is the mark that says that moves are not sent, "" where there is none.
func unsent(p page) string {
	title := p.element("moves-title")
	if title == nil {
		return ""
	}
	for n := range title.Parent.Descendants() {
		if n.Type == html.TextNode && strings.Contains(attribute(n.Parent, "class"), "tag") && strings.TrimSpace(n.Data) != "" {
			return strings.TrimSpace(n.Data)
		}
	}
	return ""
}

// same sees that a server that was killed shows what was prepared before, and that none of it was played.
func (g *general) same(p page, button string, want, played []string) {
	g.t.Helper()
	if got := g.prepared(p, button); !slices.Equal(got, want) {
		g.t.Errorf("%q was prepared, after the kill the page has %q", want, got)
	}
	if mine := g.log(); !slices.Equal(mine, played) {
		g.t.Errorf("the log holds %q, want %q", mine, played)
	}
}

// inTheMiddle kills the server at any time after another edit was sent: it was taken or not, and nothing else happened.
func (g *general) inTheMiddle(p page, button, edit string, played []string) page {
	g.t.Helper()
	before := g.prepared(p, button)
	sent := g.sendBehind(g.t.Context(), g.server, g.edit(p, edit))
	time.Sleep(time.Duration(g.rng.Int64N(int64(6 * time.Millisecond))))
	g.server.kill()
	confirmed := <-sent == nil
	g.server = serve(g.t, g.database)
	p = g.get(g.server, g.path)
	after := g.prepared(p, button)
	if confirmed && slices.Equal(after, before) {
		g.t.Errorf("%s was confirmed and is lost: %q", edit, after)
	}
	g.same(p, button, after, played)
	return p
}

func TestAKilledServerKeepsADeployment(t *testing.T) { // C3.5, C9.1
	t.Parallel()
	g, p := newGeneral(t)
	g.edits(p, "place I F10", "place K G8", "move G8 G7")
	p = g.killed()
	g.same(p, "ready", []string{"deploy I F10 K G7"}, nil)
	for n := range 3 {
		p = g.inTheMiddle(p, "ready", fmt.Sprintf("place C J%d", n+1), nil)
	}
	p = g.killed()
	p = g.edits(p, "formation book")
	whole := g.prepared(p, "ready")
	p = g.killed()
	g.same(p, "ready", whole, nil)
	if p = g.post(g.server, p.form(t, "ready")); p.status != http.StatusOK || p.element("end") == nil {
		t.Errorf("committed after all that: status %d at %s", p.status, p.path)
	}
	if mine := g.log(); !slices.Equal(mine, whole) {
		t.Errorf("the log holds %q, want %q", mine, whole)
	}
}

func TestAKilledServerKeepsATurn(t *testing.T) { // C3.5, C9.1
	t.Parallel()
	g, p := newGeneral(t)
	p = g.edits(p, "formation book")
	deployed := g.prepared(p, "ready")
	p = g.post(g.server, p.form(t, "ready"))
	if unsent(p) != "" {
		t.Errorf("nothing is prepared, and the page says %q", unsent(p))
	}
	p = g.edits(p, "F10-G11", "G6-G5", "G9-F9")
	said := unsent(p)
	p = g.killed()
	g.same(p, "end", []string{"F10-G11", "G6-G5", "G9-F9"}, deployed)
	if got := unsent(p); got == "" || got != said {
		t.Errorf("the moves are marked with %q, before the kill with %q", got, said)
	}
	for n := 1; n <= 3; n++ {
		if p.element(fmt.Sprintf("undo-%d", n)) == nil {
			t.Errorf("move %d cannot be taken back", n)
		}
	}
	p = g.inTheMiddle(p, "end", "H9-I8", deployed)
	g.edits(p, "take G6-G5")
	p = g.killed()
	want := append(g.prepared(p, "end"), "end")
	f := p.form(t, "end")
	f.values.Add("do", "end")
	p = g.post(g.server, f)
	if mine := g.log(); p.status != http.StatusOK || !slices.Equal(mine, append(deployed, want...)) || slices.Contains(mine, "G6-G5") {
		t.Errorf("status %d, the log holds %q, want %q after %q", p.status, mine, want, deployed)
	}
	if got := call(t, "verify", "--db", g.database); got.code != 0 {
		t.Errorf("%+v", got)
	}
}
