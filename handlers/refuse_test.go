package handlers_test

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func TestFailuresHaveAPageAndTheRightStatus(t *testing.T) {
	s := newSite(t, 1)
	owner, stranger := s.newBrowser(t), s.newBrowser(t)
	p := owner.begin(2)
	stranger.begin(2)
	id := p.matchID()
	valid := "abcdefghijklmnopqrstuvwxyz"
	post := func(path string, values url.Values) func(*browser) page {
		return func(b *browser) page { return b.post(path, values) }
	}
	get := func(path string) func(*browser) page { return func(b *browser) page { return b.get(path) } }
	for _, c := range []struct {
		name   string
		send   func(*browser) page
		status int
		title  string
	}{
		{"unknown page", get("/nowhere"), 404, "error.404.title"},
		{"unknown match", get("/matches/" + valid), 404, "error.404.title"},
		{"unknown match's record", get("/matches/" + valid + "/record"), 404, "error.404.title"},
		{"unknown match acted in", post("/matches/"+valid+"/actions", url.Values{"ply": {"1.0"}, "do": {"FA"}}), 404, "error.404.title"},
		{"unknown rules", get("/rules/chess"), 404, "error.404.title"},
		{"unknown file", get("/static/app.css"), 404, "error.404.title"},
		{"another's match", get("/matches/" + id), 403, "error.403.title"},
		{"another's record", get("/matches/" + id + "/record"), 403, "error.403.title"},
		{"another's download", get("/matches/" + id + "/record.txt"), 403, "error.403.title"},
		{"another's poll", get("/matches/" + id + "?since=1"), 403, "error.403.title"},
		{"acting in another's match", post("/matches/"+id+"/actions", url.Values{"ply": {"1.0"}, "do": {"FA"}}), 403, "error.403.title"},
		{"opening under another's id", post("/matches", url.Values{"id": {id}, "game": {"spirit"}, "level": {"1"}}), 403, "error.403.title"},
		{"wrong method", get("/matches"), 405, "error.405.title"},
		{"wrong method on actions", get("/matches/" + id + "/actions"), 405, "error.405.title"},
		{"unknown game", post("/matches", url.Values{"id": {valid}, "game": {"chess"}, "level": {"1"}}), 404, "error.404.title"},
		{"level 0", post("/matches", url.Values{"id": {valid}, "game": {"spirit"}, "level": {"0"}}), 400, "error.400.title"},
		{"level 6", post("/matches", url.Values{"id": {valid}, "game": {"spirit"}, "level": {"6"}}), 404, "error.404.title"},
		{"no level", post("/matches", url.Values{"id": {valid}, "game": {"spirit"}}), 400, "error.400.title"},
		{"no id", post("/matches", url.Values{"game": {"spirit"}, "level": {"1"}}), 400, "error.400.title"},
		{"unknown variant", post("/matches", url.Values{"id": {valid}, "game": {"spirit"}, "level": {"1"}, "variant": {"x"}}), 400, "error.400.title"},
		{"unknown language", post("/language", url.Values{"lang": {"xx"}}), 400, "error.400.title"},
		{"too large", post("/matches/"+id+"/actions", url.Values{"do": {strings.Repeat("F", 1<<17)}}), 413, "error.413.title"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, b := range []*browser{stranger, stranger.fragments()} {
				got := c.send(b)
				if got.status != c.status {
					t.Fatalf("status %d, want %d:\n%s", got.status, c.status, got.body)
				}
				headings := all(got.root, tag("h1"))
				if len(headings) != 1 || text(headings[0]) != wordsOf(t, "en").T(c.title) {
					t.Errorf("the page does not say %q:\n%s", c.title, got.body)
				}
			}
		})
	}
	if log := s.log.String(); log != "" {
		t.Errorf("visitors' mistakes are in the operator's log:\n%s", log)
	}
}

func TestABodyOfUnknownLengthIsBoundedToo(t *testing.T) {
	s := newSite(t, 1)
	b := s.newBrowser(t)
	p := b.begin(1)
	body := struct{ *strings.Reader }{strings.NewReader("do=" + strings.Repeat("F", 1<<17))} // hides its length
	r, err := http.NewRequest(http.MethodPost, s.URL+"/matches/"+p.matchID()+"/actions", body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if got := b.do(r); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("status %d", got.status)
	}
}

func TestABrokenOrForeignCookieIsAFreshGuest(t *testing.T) {
	s := newSite(t, 1)
	for _, value := range []string{"x", "", strings.Repeat("A", 4000), "MTc2%00", "a|b|c"} {
		b := s.newBrowser(t)
		b.header.Set("Cookie", "salle="+value)
		if p := b.get("/"); p.status != http.StatusOK {
			t.Errorf("cookie %.10q: status %d", value, p.status)
		}
		b.header.Del("Cookie")
		if p := b.begin(1); p.status != http.StatusOK {
			t.Errorf("cookie %.10q: status %d at the start", value, p.status)
		}
	}
}

func TestEveryAnswerIsProtected(t *testing.T) { // C5.6, C6.2, C12.5
	s := newSite(t, 1)
	b := s.newBrowser(t)
	p := b.begin(1)
	id := p.matchID()
	answers := []page{
		p, b.get("/"), b.get("/rules/spirit"), b.get("/nowhere"), b.get("/matches/" + id + "/record"),
		b.get("/matches/" + id + "/record.txt"), b.fragments().get("/matches/" + id), b.get("/matches"),
		b.post("/matches/"+id+"/actions", url.Values{}), b.get(stylesheet(t, p)),
	}
	for _, a := range answers {
		if csp := a.header.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none'; script-src 'self'; ") || strings.Contains(csp, "unsafe") {
			t.Errorf("%s: policy %q", a.path, csp)
		}
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"} {
			if got := a.header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", a.path, name, got, want)
			}
		}
		cache := a.header.Get("Cache-Control")
		if strings.HasPrefix(a.path, "/static/") {
			if !strings.Contains(cache, "immutable") {
				t.Errorf("%s: Cache-Control %q", a.path, cache)
			}
			continue
		}
		if !strings.Contains(cache, "no-store") || !strings.Contains(strings.Join(a.header.Values("Vary"), ","), "HX-Request") {
			t.Errorf("%s: Cache-Control %q, Vary %q", a.path, cache, a.header.Values("Vary"))
		}
	}
	cookies := b.client.Jar.Cookies(must(url.Parse(s.URL)))
	if len(cookies) != 1 || len(cookies[0].Name)+len(cookies[0].Value) > 200 { // C4.6
		t.Errorf("cookies %v", cookies)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// stylesheet is the address of a page's style sheet.
func stylesheet(t testing.TB, p page) string {
	t.Helper()
	for _, n := range all(p.root, tag("link")) {
		if attr(n, "rel") == "stylesheet" {
			return attr(n, "href")
		}
	}
	t.Fatal("no style sheet")
	return ""
}

func TestCrossSitePostsAreRefused(t *testing.T) { // C4.8
	s := newSite(t, 1)
	b := s.newBrowser(t)
	p := b.begin(1)
	_, action, values := p.form(t, "confirm")
	values.Set("do", "FA")
	for _, header := range []http.Header{{"Sec-Fetch-Site": {"cross-site"}}, {"Origin": {"https://evil.example"}}} {
		evil := *b
		evil.header = header
		if got := evil.post(action, values); got.status != http.StatusForbidden {
			t.Errorf("%v: status %d", header, got.status)
		}
	}
	if log := s.stored(t, p.matchID()); len(log) != 2 {
		t.Errorf("a cross-site post was stored: %v", log)
	}
	same := *b
	same.header = http.Header{"Sec-Fetch-Site": {"same-origin"}, "Origin": {s.URL}}
	if got := same.post(action, values); got.status != http.StatusOK {
		t.Errorf("a post of our own page answers %d", got.status)
	}
}

func TestLinksChangeNothing(t *testing.T) { // C4.9
	s := newSite(t, 1)
	b := s.newBrowser(t)
	p := b.turn(b.begin(2), func(fits []*html.Node) *html.Node { return fits[0] })
	before := dump(t, s)
	seen := map[string]bool{}
	queue := []string{"/", p.path}
	for len(queue) > 0 && len(seen) < 200 {
		path := queue[0]
		queue = queue[1:]
		if seen[path] {
			continue
		}
		seen[path] = true
		got := b.get(path)
		for _, n := range all(got.root, tag("a")) {
			if href := attr(n, "href"); strings.HasPrefix(href, "/") {
				queue = append(queue, href)
			}
		}
		for _, n := range all(got.root, func(n *html.Node) bool { return n.Data == "button" && attr(n, "name") != "" && attr(n, "id") != "" }) {
			if method, action, values := got.form(t, attr(n, "id")); method == http.MethodGet {
				queue = append(queue, action+"?"+values.Encode())
			}
		}
	}
	if len(seen) < 20 {
		t.Fatalf("only %d pages found", len(seen))
	}
	if after := dump(t, s); after != before {
		t.Errorf("following links changed the database:\n%s\n---\n%s", before, after)
	}
}

// dump is everything that is stored, table by table.
func dump(t *testing.T, s *site) string {
	t.Helper()
	raw, err := sql.Open("sqlite", s.path)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	var b strings.Builder
	for _, table := range []string{"people", "accounts", "passkeys", "sessions", "settings", "matches", "seats", "actions", "graded", "standings", "records"} {
		rows, err := raw.Query("SELECT * FROM " + table)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			values := make([]any, len(columns))
			for i := range values {
				values[i] = new(any)
			}
			if err := rows.Scan(values...); err != nil {
				t.Fatal(err)
			}
			b.WriteString(table)
			for _, v := range values {
				fmt.Fprintf(&b, " %v", *v.(*any))
			}
			b.WriteByte('\n')
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestHeadIsAnsweredLikeGet(t *testing.T) {
	s := newSite(t, 1)
	b := s.newBrowser(t)
	p := b.begin(1)
	for path, want := range map[string]int{"/": 200, p.path: 200, "/nowhere": 404} {
		r, err := http.NewRequest(http.MethodHead, s.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.do(r); got.status != want || got.body != "" {
			t.Errorf("HEAD %s: status %d, body %q", path, got.status, got.body)
		}
	}
}

func TestAFormLeadsBackOnlyToThisSite(t *testing.T) { // C4.2
	b := newSite(t, 1).newBrowser(t)
	b.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	for to, want := range map[string]string{
		"/rules/spirit?x=1": "/rules/spirit?x=1", "//evil.example/": "/", "https://evil.example/": "/",
		"/\t/evil.example/": "/", "/\\evil.example": "/", "": "/", "/\n": "/",
	} {
		got := b.post("/language", url.Values{"lang": {"ko"}, "to": {to}})
		if location := got.header.Get("Location"); got.status != http.StatusSeeOther || location != want {
			t.Errorf("to %q: %d, Location %q", to, got.status, location)
		}
	}
}

func TestNames(t *testing.T) {
	b := newSite(t, 1).newBrowser(t)
	name := func() string {
		_, _, values := b.get("/").form(t, "save-name")
		return values.Get("name")
	}
	for _, c := range []struct{ given, want string }{
		{"Anna", "Anna"},
		{"", "Anna"},
		{"\u3164", "Anna"},
		{"\u2800 \u200b", "Anna"},
		{"  Zoë \t the\u202e  3rd\x00 ", "Zoë the 3rd"},
		{strings.Repeat("가", 40), strings.Repeat("가", 24)},
		{`<script>"&`, `<script>"&`},
	} {
		if got := b.post("/name", url.Values{"name": {c.given}}); got.status != http.StatusOK {
			t.Fatalf("%q: status %d", c.given, got.status)
		}
		if got := name(); got != c.want {
			t.Errorf("%q is kept as %q, want %q", c.given, got, c.want)
		}
	}
}
