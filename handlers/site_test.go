package handlers_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/html"

	"salle/account"
	"salle/db"
	"salle/game"
	"salle/game/catalog"
	"salle/game/match"
	"salle/handlers"
	"salle/views/lang"
)

// today is the time in tests that do not wait.
var today = time.Date(2026, time.November, 30, 12, 0, 0, 0, time.UTC)

// realGames are the games with their solved tables, which are unpacked once.
var realGames = sync.OnceValues(catalog.New)

// site is the whole hall over a real database.
type site struct {
	*httptest.Server
	db      *db.DB
	path    string // of the database file
	matches *match.Service
	log     *lockedBuffer
	draws   atomic.Uint64 // how often chance was asked for; what it draws depends on that alone
	late    atomic.Int64  // how much later than today it is, a time.Duration
}

// lockedBuffer is a log that tests read while the site writes it.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// newSite opens a hall of the real games whose chance is drawn from seed.
func newSite(t testing.TB, seed uint64) *site {
	t.Helper()
	games, err := realGames()
	if err != nil {
		t.Fatal(err)
	}
	return newSiteOf(t, seed, games)
}

func newSiteOf(t testing.TB, seed uint64, games catalog.Catalog, set ...func(*handlers.Config)) *site {
	t.Helper()
	path := filepath.Join(t.TempDir(), "salle.db")
	store, err := db.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	words, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	s := &site{db: store, path: path, log: &lockedBuffer{}}
	log := slog.New(slog.NewTextHandler(s.log, nil))
	clock := func() time.Time { return today.Add(time.Duration(s.late.Load())) }
	rng := func() *rand.Rand { return rand.New(rand.NewPCG(seed, s.draws.Add(1))) }
	s.matches = match.New(store, games, clock, rng, log)
	config := handlers.Config{
		Matches: s.matches, Games: games, People: store, Words: words, Log: log, Clock: clock,
		Accounts: account.New(store, clock, handlers.ReservedNames(words)),
		Sessions: handlers.NewSessions(store, clock, false, []byte("a key of thirty-two bytes or more")),
	}
	for _, f := range set {
		f(&config)
	}
	handler, err := handlers.New(config)
	if err != nil {
		t.Fatal(err)
	}
	s.Server = httptest.NewServer(handler)
	t.Cleanup(func() {
		s.Server.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// browser is a visitor who knows only links, forms and cookies.
type browser struct {
	t      testing.TB
	site   *site
	client *http.Client
	header http.Header // sent with every request
	blind  bool        // it does not read what the pages hold: they have no root
}

func (s *site) newBrowser(t testing.TB) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{t: t, site: s, client: &http.Client{Jar: jar}, header: http.Header{}}
}

// page is an answer and the address that it came from.
type page struct {
	status int
	path   string
	header http.Header
	body   string
	root   *html.Node
}

func (b *browser) do(r *http.Request) page {
	b.t.Helper()
	for k, v := range b.header {
		r.Header[k] = v
	}
	answer, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	p := page{status: answer.StatusCode, path: answer.Request.URL.RequestURI(), header: answer.Header, body: string(body)}
	if b.blind {
		return p
	}
	if p.root, err = html.Parse(bytes.NewReader(body)); err != nil {
		b.t.Fatal(err)
	}
	return p
}

func (b *browser) get(path string) page {
	b.t.Helper()
	r, err := http.NewRequest(http.MethodGet, b.site.URL+path, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.do(r)
}

func (b *browser) post(path string, values url.Values) page {
	b.t.Helper()
	r, err := http.NewRequest(http.MethodPost, b.site.URL+path, strings.NewReader(values.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.do(r)
}

// fragments makes the browser ask as htmx does.
func (b *browser) fragments() *browser {
	other := *b
	other.header = http.Header{"Hx-Request": {"true"}}
	return &other
}

// --- Reading pages ---

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}

// all finds the elements for which want holds, in the page's order.
func all(n *html.Node, want func(*html.Node) bool) []*html.Node {
	var found []*html.Node
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && want(d) {
			found = append(found, d)
		}
	}
	return found
}

func tag(name string) func(*html.Node) bool { return func(n *html.Node) bool { return n.Data == name } }

// byID finds an element; the test fails where there is none.
func (p page) byID(t testing.TB, id string) *html.Node {
	t.Helper()
	found := all(p.root, func(n *html.Node) bool { return attr(n, "id") == id })
	if len(found) != 1 {
		t.Fatalf("%s has %d elements with id %q:\n%s", p.path, len(found), id, p.body)
	}
	return found[0]
}

func (p page) has(id string) bool {
	return len(all(p.root, func(n *html.Node) bool { return attr(n, "id") == id })) > 0
}

// text is what an element says, its white space folded.
func text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// notice is the page's line about what changed.
func (p page) notice(t testing.TB) string {
	t.Helper()
	return text(p.byID(t, "notice"))
}

// form is the form that a button belongs to, as pressing it would send it.
func (p page) form(t testing.TB, button string) (method, action string, values url.Values) {
	t.Helper()
	pressed := p.byID(t, button)
	form := pressed.Parent
	for form != nil && form.Data != "form" {
		form = form.Parent
	}
	if id := attr(pressed, "form"); id != "" {
		form = p.byID(t, id)
	}
	if form == nil {
		t.Fatalf("the button %q of %s is in no form", button, p.path)
	}
	values = url.Values{}
	for _, n := range all(form, func(n *html.Node) bool { return n.Data == "input" }) {
		if kind := attr(n, "type"); (kind != "radio" && kind != "checkbox") || has(n, "checked") {
			values.Add(attr(n, "name"), attr(n, "value"))
		}
	}
	for _, n := range all(form, tag("select")) {
		options := all(n, tag("option"))
		chosen := slices.IndexFunc(options, func(o *html.Node) bool { return has(o, "selected") })
		if len(options) > 0 {
			values.Add(attr(n, "name"), attr(options[max(chosen, 0)], "value"))
		}
	}
	if name := attr(pressed, "name"); name != "" {
		values.Add(name, attr(pressed, "value"))
	}
	return strings.ToUpper(attr(form, "method")), attr(form, "action"), values
}

// press does what pressing a button does.
func (b *browser) press(p page, button string) page {
	b.t.Helper()
	method, action, values := p.form(b.t, button)
	if method == http.MethodPost {
		return b.post(action, values)
	}
	return b.get(action + "?" + values.Encode())
}

// begin opens a match of Spirit Duel at a level.
func (b *browser) begin(level int) page {
	b.t.Helper()
	return b.beginOf("spirit", level)
}

// beginOf opens a match of a game at a level.
func (b *browser) beginOf(slug string, level int) page {
	b.t.Helper()
	home := b.get("/")
	_, action, values := home.form(b.t, "start-"+slug)
	values.Set("level", fmt.Sprint(level))
	p := b.post(action, values)
	if p.status != http.StatusOK || !strings.HasPrefix(p.path, "/matches/") {
		b.t.Fatalf("begin: status %d at %s:\n%s", p.status, p.path, p.body)
	}
	return p
}

// fitting are the action buttons that can be pressed with effect.
func (p page) fitting() []*html.Node {
	return all(p.root, func(n *html.Node) bool {
		return strings.HasPrefix(attr(n, "id"), "act-") && !has(n, "aria-disabled")
	})
}

// turn presses the action buttons that pick chooses, of those that fit, until the list is full, and confirms it.
func (b *browser) turn(p page, pick func(fits []*html.Node) *html.Node) page {
	b.t.Helper()
	for has(p.byID(b.t, "confirm"), "aria-disabled") {
		fits := p.fitting()
		if len(fits) == 0 {
			b.t.Fatalf("no action fits and the list is not full:\n%s", p.body)
		}
		p = b.press(p, attr(pick(fits), "id"))
	}
	return b.press(p, "confirm")
}

// random picks any of the actions.
func random(rng *rand.Rand) func([]*html.Node) *html.Node {
	return func(fits []*html.Node) *html.Node { return fits[rng.IntN(len(fits))] }
}

// matchID is the id in a match's address.
func (p page) matchID() string {
	path, _, _ := strings.Cut(strings.TrimPrefix(p.path, "/matches/"), "?")
	id, _, _ := strings.Cut(path, "/")
	return id
}

// stored is the log of a match.
func (s *site) stored(t testing.TB, id string) []game.Entry {
	t.Helper()
	_, log, err := s.db.Load(context.Background(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// playedBy are the actions that the log of a match holds of a seat.
func (s *site) playedBy(t testing.TB, id string, seat game.Seat) []string {
	t.Helper()
	var actions []string
	for _, e := range s.stored(t, id) {
		if e.Seat == seat {
			actions = append(actions, e.Action)
		}
	}
	return actions
}

// person is who sits first in a match.
func (s *site) person(t testing.TB, id string) string {
	t.Helper()
	h, _, err := s.db.Load(context.Background(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	return h.Players[game.First].Person
}

// wordsOf are the words of a language.
func wordsOf(t testing.TB, code string) *lang.Lang {
	t.Helper()
	words, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	return words.Get(code)
}

// since is what a page that shows a match as it is seen asks with for what comes later.
func since(seen match.Seen) string {
	return seen.Seat.String() + "." + itoa(seen.Version) + "." + itoa(seen.Clocks.Revision) + "." + itoa(seen.Talked)
}

func itoa(n int) string { return fmt.Sprint(n) }
