package handlers_test

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"salle/game"
	"salle/game/match"
	"salle/game/shuriken"
	"salle/game/war"
)

// guest is a visitor with a name, and his id.
func (s *site) guest(t testing.TB, name, slug string) (*browser, string) {
	t.Helper()
	b := s.newBrowser(t)
	b.post("/name", url.Values{"name": {name}})
	id := strings.Repeat(strings.ToLower(name[:1]), 26)
	b.post("/matches", url.Values{"id": {id}, "game": {slug}, "level": {"1"}})
	return b, s.person(t, id)
}

// between is a match of two people to which others may look on.
type between struct {
	*site
	id      string
	players [2]*browser
	acts    [2]actor
	looks   *browser // who looks on and is a guest
	strange *browser // and one whom nobody knows
}

func (s *site) between(t testing.TB, slug string) *between {
	t.Helper()
	m := &between{site: s, id: strings.Repeat("m", 26), strange: s.newBrowser(t)}
	var header match.Header
	for i, name := range []string{"Anna", "Ben"} {
		b, person := s.guest(t, name, slug)
		m.players[i], header.Players[i].Person = b, person
		m.acts[i] = actor{t, s, m.id, person}
	}
	m.looks, _ = s.guest(t, "Cleo", slug)
	header.ID, header.Game, header.Watched = m.id, slug, true
	if slug == shuriken.Info.Slug {
		header.Setup.Variant = shuriken.VariantOf(shuriken.Training, false)
	}
	if _, err := s.matches.Open(context.Background(), header, header.Players[0].Person); err != nil {
		t.Fatal(err)
	}
	return m
}

func (m *between) path() string { return "/matches/" + m.id }

// begin brings the match to the first turn and returns who has it.
func (m *between) begin(t testing.TB) (mover, waiter game.Seat) {
	t.Helper()
	for seat, a := range m.acts {
		if a.seen().Info.Slug == war.Info.Slug {
			a.act("deploy " + war.Formations(game.Seat(seat))[0].Deployment.String())
		} else {
			a.act("ready")
		}
	}
	if m.acts[0].seen().Status.ToAct.Has(game.First) {
		return game.First, game.Second
	}
	return game.Second, game.First
}

// heard are the remarks on a page, each led by its speaker.
func (p page) heard(t testing.TB) []string {
	t.Helper()
	var list []string
	for _, n := range all(p.root, tag("li")) {
		if n.Parent == nil || attr(n.Parent, "class") != "remarks" {
			continue
		}
		parts := all(n, tag("p"))
		list = append(list, text(all(parts[0], tag("b"))[0])+": "+rawText(parts[1]))
	}
	return list
}

// rawText is what an element says, white space and all.
func rawText(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// says sends what is typed in a page's form.
func (b *browser) says(p page, text string) page {
	b.t.Helper()
	_, action, values := p.form(b.t, "talk-send")
	values.Set("text", text)
	return b.post(action, values)
}

func TestPeopleTalkWithFormsAlone(t *testing.T) { // C5.5
	s := newSite(t, 1)
	m := s.between(t, "spirit")
	anna, ben := m.players[0], m.players[1]
	hello := anna.says(anna.get(m.path()), " hello,\r\n\r\n\r\n  Ben<b>\u202e \x07 ")
	if want := []string{"You: hello,\n\n  Ben<b>"}; !slices.Equal(hello.heard(t), want) || hello.path != m.path() {
		t.Fatalf("at %s Anna reads %q, want %q", hello.path, hello.heard(t), want)
	}
	m.looks.says(m.looks.get(m.path()), "go Anna")
	m.strange.says(m.strange.get(m.path()), "who is Anna?") // and has a name from now on
	for _, c := range []struct {
		who  string
		b    *browser
		want []string
	}{
		{"Ben", ben, []string{"Anna: hello,\n\n  Ben<b>"}},
		{"one who looks on", m.looks, []string{"You: go Anna", m.guestName(t, 1) + ": who is Anna?"}},
		{"another one", s.newBrowser(t), []string{"Cleo: go Anna", m.guestName(t, 1) + ": who is Anna?"}},
	} {
		if got := c.b.get(m.path()).heard(t); !slices.Equal(got, c.want) {
			t.Errorf("%s reads %q, want %q", c.who, got, c.want)
		}
	}
	m.acts[1].act(game.Resign)
	over := s.newBrowser(t).get(m.path())
	if got := over.heard(t); len(got) != 3 || got[0] != "Anna: hello,\n\n  Ben<b>" {
		t.Errorf("after the end everybody reads %q", got)
	}
	for _, record := range []string{m.path() + "/record", m.path() + "/record.txt"} {
		if p := anna.get(record); strings.Contains(p.body, "hello") {
			t.Errorf("%s holds talk", record)
		}
	}
	if log := s.log.String(); log != "" {
		t.Errorf("the log is not empty:\n%s", log)
	}
}

// guestName is the name of who made the nth remark that those who look on read.
func (m *between) guestName(t testing.TB, n int) string {
	t.Helper()
	seen, err := m.matches.Look(context.Background(), m.id, "")
	if err != nil {
		t.Fatal(err)
	}
	return seen.Talk.Said[n].Name
}

// TestTalkThatIsHiddenChangesNoPage holds that what is said on one side, muted or noted changes no byte for those who may not
// read it (C5.1, C5.5).
func TestTalkThatIsHiddenChangesNoPage(t *testing.T) {
	var halls [2]*between
	for i := range halls {
		halls[i] = newSite(t, 1).between(t, "spirit")
		halls[i].players[0].says(halls[i].players[0].get(halls[i].path()), "good luck")
		halls[i].looks.says(halls[i].looks.get(halls[i].path()), "here we go")
	}
	m := halls[1]
	_, action, values := m.players[0].get(m.path()).form(t, "note-keep")
	values.Set("text", "he always guards")
	m.players[0].post(action, values)
	check := func(what string, paths []string, who ...func(*between) *browser) {
		for _, w := range who {
			for _, path := range paths {
				compare(t, [2]*browser{w(halls[0]), w(halls[1])}, what, func(b *browser) page { return b.get(m.path() + path) })
				compare(t, [2]*browser{w(halls[0]), w(halls[1])}, what, func(b *browser) page { return b.fragments().get(m.path() + path) })
			}
		}
	}
	paths := []string{"", "?since=first.0.0.0", "/talk?before=1", "/record", "/record.txt"}
	open := paths[:4] // a running match's file is its players' alone
	ben := func(m *between) *browser { return m.players[1] }
	looks := func(m *between) *browser { return m.looks }
	check("notes", paths, ben)
	check("notes", open, looks)

	m.players[1].press(m.players[1].get(m.path()), "mute-0")
	check("muting", open, looks)
	m.players[1].press(m.players[1].get(m.path()), "hear-0")
	m.players[1].says(m.players[1].get(m.path()), "thank you")
	check("what players say", open, looks)
	if one, two := halls[0].players[0].get(m.path()), m.players[0].get(m.path()); one.body == two.body {
		t.Error("Anna does not read what Ben says")
	}
	halls[0].players[1].says(halls[0].players[1].get(m.path()), "thank you")
	m.strange.says(m.strange.get(m.path()), "Anna hides something")
	check("what is said by those who look on", paths, ben)
	if one, two := halls[0].looks.get(m.path()), m.looks.get(m.path()); one.body == two.body {
		t.Error("those who look on do not hear one another")
	}
}

func TestARemarkThatIsRefusedIsKeptInTheForm(t *testing.T) { // C3.1, C3.3
	m := newSite(t, 1).between(t, "spirit")
	anna := m.players[0]
	p := anna.get(m.path())
	field := func(p page) *html.Node {
		return all(p.root, func(n *html.Node) bool { return strings.HasPrefix(attr(n, "id"), "say-") })[0]
	}
	long := strings.Repeat("a", match.MaxRemark+1)
	for _, c := range []struct {
		text, key string
		status    int
	}{
		{long, "talk.refused.long", http.StatusUnprocessableEntity},
		{" \r\n ", "talk.refused.silent", http.StatusUnprocessableEntity},
	} {
		got := anna.says(p, c.text)
		if got.status != c.status || got.notice(t) != wordsOf(t, "en").T(c.key, "n", match.MaxRemark) || len(got.heard(t)) > 0 {
			t.Errorf("%s: status %d, %q", c.key, got.status, got.notice(t))
		}
		if kept := rawText(field(got)); kept != strings.TrimSpace(c.text) {
			t.Errorf("%s: kept are %d characters", c.key, len(kept))
		}
		if attr(field(got), "id") != attr(field(p), "id") {
			t.Error("the field is another one")
		}
	}
	for n := range 10 {
		p = anna.says(p, strconv.Itoa(n))
	}
	if again := anna.says(p, "9"); again.status != http.StatusTooManyRequests {
		t.Errorf("the eleventh remark of a minute: status %d", again.status)
	}
	if attr(field(p), "id") != "say-10" || rawText(field(p)) != "" {
		t.Errorf("after ten remarks the field is %q with %q", attr(field(p), "id"), rawText(field(p)))
	}
	m.late.Store(int64(2 * time.Minute))
	_, action, values := p.form(t, "talk-send")
	values.Set("text", "the last one")
	for range 3 { // sent twice more
		p = anna.post(action, values)
	}
	if got := p.heard(t); len(got) != 11 {
		t.Errorf("%d remarks: %q", len(got), got)
	}
}

func TestTimesOfTalkAreTheReaders(t *testing.T) {
	m := newSite(t, 1).between(t, "spirit")
	m.players[0].says(m.players[0].get(m.path()), "hello")
	m.players[1].post("/zone", url.Values{"zone": {"Asia/Seoul"}})
	for _, c := range []struct {
		b    *browser
		want string
	}{{m.players[0], "2026-11-30 12:00 UTC"}, {m.players[1], "2026-11-30 21:00 KST"}} {
		p := c.b.get(m.path())
		times := all(p.byID(t, "talk"), tag("time"))
		if len(times) != 1 || text(times[0]) != c.want {
			t.Errorf("the time is %q, want %q", text(times[0]), c.want)
		}
	}
}

func TestNotesComeBackOnEveryDeviceOfTheirWriter(t *testing.T) {
	m := newSite(t, 1).between(t, "spirit")
	anna, ben := m.players[0], m.players[1]
	_, action, values := anna.get(m.path()).form(t, "note-keep")
	values.Set("text", "first line\r\nsecond line")
	if p := anna.post(action, values); p.notice(t) != wordsOf(t, "en").T("talk.notes.kept") {
		t.Errorf("notice %q", p.notice(t))
	}
	if err := m.matches.NewLink(context.Background(), m.id, m.acts[0].person, "a-secret"); err != nil {
		t.Fatal(err)
	}
	other := m.newBrowser(t)
	other.post("/seats/a-secret", nil)
	for who, b := range map[string]*browser{"Anna": anna, "Anna on another device": other} {
		if got := rawText(b.get(m.path()).byID(t, "note")); got != "first line\nsecond line" {
			t.Errorf("%s reads %q", who, got)
		}
	}
	if got := rawText(ben.get(m.path()).byID(t, "note")); got != "" {
		t.Errorf("Ben reads %q", got)
	}
	values.Set("text", strings.Repeat("x", match.MaxNotes+1))
	if p := anna.post(action, values); p.status != http.StatusUnprocessableEntity || len(rawText(p.byID(t, "note"))) != match.MaxNotes+1 {
		t.Errorf("status %d for too long notes", p.status)
	}
}

func TestEarlierTalkHasPagesOfItsOwn(t *testing.T) {
	m := newSite(t, 1).between(t, "spirit")
	const n = match.TalkPage + 5
	for i := range n {
		r := match.Remark{Voice: match.Voice{Seat: game.Seat(i % 2)}, Text: strconv.Itoa(i), At: today}
		if err := m.db.Say(context.Background(), m.id, r, m.acts[i%2].person, i, 2*n, today); err != nil {
			t.Fatal(err)
		}
	}
	p := m.players[0].get(m.path())
	if got := p.heard(t); len(got) != match.TalkPage || got[0] != "Ben: 5" || got[match.TalkPage-1] != "You: 204" {
		t.Fatalf("%d remarks from %q", len(got), got[0])
	}
	links := all(p.byID(t, "talk"), tag("a"))
	if len(links) != 1 {
		t.Fatalf("%d links", len(links))
	}
	p = m.players[0].get(attr(links[0], "href"))
	if got := p.heard(t); len(got) != 5 || got[0] != "You: 0" {
		t.Errorf("earlier were %q", got)
	}
	if p := m.players[0].get(m.path() + "/talk"); len(p.heard(t)) != match.TalkPage {
		t.Errorf("%d remarks on the page of all talk", len(p.heard(t)))
	}
	if p := m.looks.get(m.path() + "/talk?before=100"); len(p.heard(t)) != 0 {
		t.Errorf("one who looks on reads %q", p.heard(t))
	}
	for path, want := range map[string]int{"/talk?before=x": http.StatusBadRequest, "/talk?before=-5": http.StatusOK, "/talk?before=9999": http.StatusOK} {
		if p := m.players[0].get(m.path() + path); p.status != want {
			t.Errorf("%s: status %d", path, p.status)
		}
	}
}

func TestAWaitingPageLearnsWhatIsSaid(t *testing.T) {
	m := newSite(t, 1).between(t, "shuriken")
	mover, waiter := m.begin(t)
	b := m.players[waiter]
	polls := func(b *browser) string {
		t.Helper()
		found := all(b.get(m.path()).root, func(n *html.Node) bool { return strings.Contains(attr(n, "hx-get"), "since=") })
		if len(found) != 1 {
			t.Fatalf("%d polls", len(found))
		}
		return attr(found[0], "hx-get")
	}
	mine, watching := polls(b), polls(m.looks)
	if p := b.fragments().get(mine); p.status != http.StatusNoContent {
		t.Fatalf("with nothing new: status %d", p.status)
	}
	m.players[mover].says(m.players[mover].get(m.path()), "hurry")
	if p := b.fragments().get(mine); p.status != http.StatusOK || !slices.Equal(p.heard(t), []string{[]string{"Anna", "Ben"}[mover] + ": hurry"}) {
		t.Errorf("with something new: status %d, %q", p.status, p.heard(t))
	}
	if p := m.looks.fragments().get(watching); p.status != http.StatusNoContent {
		t.Errorf("one who looks on learns that something was said: status %d", p.status)
	}
}
