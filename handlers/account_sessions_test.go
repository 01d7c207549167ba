package handlers_test

import (
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/sessions"

	"salle/game"
	"salle/handlers"
)

func TestADeepLinkLeadsThroughTheLogin(t *testing.T) { // C4.2, C4.3
	s := newSite(t, 1)
	home := s.newBrowser(t)
	home.signUp("Anna")
	path := home.begin(2).path + "?ply=0.0&do=F"

	away := s.newBrowser(t)
	p := away.get(path)
	if p.status != http.StatusForbidden {
		t.Fatalf("status %d", p.status)
	}
	door := away.get(attr(p.byID(t, "sign-in"), "href"))
	_, action, values := door.form(t, "log-in")
	values.Set("name", "Anna")
	values.Set("password", "a wrong password")
	door = away.post(action, values)
	refused(t, door, http.StatusUnprocessableEntity, "account.refuse.wrong")
	_, action, values = door.form(t, "log-in") // it still knows the way
	values.Set("password", secret)
	if values.Get("name") != "Anna" {
		t.Errorf("the name is gone: %v", values)
	}
	if p = away.post(action, values); p.status != http.StatusOK || p.path != path {
		t.Errorf("the login leads to %d %s, want %s", p.status, p.path, path)
	}
	if p = away.get("/login?to=//evil.example/"); p.path != "/" { // he is logged in
		t.Errorf("the login leads to %s", p.path)
	}
}

func TestAnEndedSessionLeadsToTheLoginAndBack(t *testing.T) { // C4.7, C4.8
	s := newSite(t, 1)
	b := s.newBrowser(t)
	b.signUp("Anna")
	p := b.begin(2)
	p = b.press(b.press(p, "act-1"), "act-1")
	_, action, values := p.form(t, "confirm")
	other := s.newBrowser(t)
	other.logIn("Anna")
	other.press(other.get("/account"), "end-others")

	open := b.fragments()
	open.header.Set("Hx-Current-Url", s.URL+p.path)
	poll := open.get("/matches/" + p.matchID() + "?since=3")
	want := "/login?" + url.Values{"to": {p.path}}.Encode()
	if poll.header.Get("Hx-Redirect") != want {
		t.Errorf("a poll is led to %q, want %q", poll.header.Get("Hx-Redirect"), want)
	}
	sent := open.post(action, values)
	door := b.get(sent.header.Get("Hx-Redirect"))
	_, way, filled := door.form(t, "log-in")
	filled.Set("name", "Anna")
	filled.Set("password", secret)
	back := b.post(way, filled)
	_, action, kept := back.form(t, "confirm")
	if kept.Get("do") != values.Get("do") || kept.Get("do") == "" {
		t.Fatalf("the turn %v has become %v at %s", values, kept, back.path)
	}
	if p = b.post(action, kept); p.status != http.StatusOK || len(s.playedBy(t, p.matchID(), game.First)) != 1 {
		t.Errorf("it is not played: %d", p.status)
	}

	// Without a script the page that refuses leads the same way.
	other.press(other.get("/account"), "end-others")
	sent = b.post(action, values)
	if sent.status != http.StatusForbidden || !strings.Contains(attr(sent.byID(t, "sign-in"), "href"), url.QueryEscape(url.QueryEscape(values.Get("do")))) {
		t.Errorf("%d leads to %s", sent.status, attr(sent.byID(t, "sign-in"), "href"))
	}
	if strangers := s.newBrowser(t).fragments().get("/account"); strangers.header.Get("Hx-Redirect") != "" {
		t.Error("a page for everybody leads to the login")
	}
}

func TestAPersonSeesWhereHeIsLoggedIn(t *testing.T) { // C4.6, C5.5
	s := newSite(t, 1)
	home := s.newBrowser(t).as("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0")
	home.signUp("Anna")
	phone := s.newBrowser(t).as("Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Version/19.1 Mobile/15E148 Safari/604.1")
	s.late.Add(int64(time.Hour))
	phone.logIn("Anna")
	work := s.newBrowser(t).as("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0")
	work.logIn("Anna")

	p := phone.get("/account")
	for _, want := range []string{"Firefox · Linux", "Safari · iPhone", "Edge · Windows", "2026-11-30 12:00 UTC", "2026-11-30 13:00 UTC"} {
		if !strings.Contains(p.body, want) {
			t.Errorf("%q is not listed:\n%s", want, p.body)
		}
	}
	if strings.Contains(p.body, "127.0.0.1") || strings.Contains(p.body, "Mozilla") {
		t.Errorf("the page says more than it should:\n%s", p.body)
	}
	_, action, values := p.form(t, "end-session-3") // the least recently used
	if p = phone.post(action, values); p.status != http.StatusOK || strings.Contains(p.body, "Firefox") {
		t.Errorf("status %d:\n%s", p.status, p.body)
	}
	if home.get("/account").has("log-out") || !work.get("/account").has("log-out") {
		t.Error("the wrong browser was logged out")
	}
	if p = home.post(action, values); p.has("log-out") {
		t.Error("somebody who is logged out ends sessions")
	}
	phone.press(phone.get("/account"), "end-others")
	if work.get("/account").has("log-out") || !phone.get("/account").has("log-out") {
		t.Error("the others are not logged out")
	}
	stranger := s.newBrowser(t)
	stranger.signUp("Bo")
	list, err := s.db.Sessions(t.Context(), s.accountOf(t, "Anna").Person, today)
	if err != nil || len(list) != 1 {
		t.Fatalf("sessions %v, %v", list, err)
	}
	stranger.post("/account/sessions", url.Values{"end": {hex.EncodeToString(list[0].Hash)}})
	if !phone.get("/account").has("log-out") {
		t.Error("a stranger has ended a session")
	}
}

func TestAnIdleSessionEnds(t *testing.T) { // C4.6
	s := newSite(t, 1)
	b, guest := s.newBrowser(t), s.newBrowser(t)
	b.signUp("Anna")
	p := guest.begin(1)
	const day = 24 * time.Hour
	for range 4 { // a visit goes on with it
		s.late.Add(int64(29 * day))
		if !b.get("/account").has("log-out") {
			t.Fatal("logged out though he came")
		}
	}
	s.late.Add(int64(30 * day))
	if b.get("/account").has("log-out") {
		t.Error("still logged in after 30 days")
	}
	for range 2 {
		s.late.Add(int64(200 * day))
		if got := guest.get(p.path); got.status != http.StatusOK {
			t.Errorf("the guest is not known after %v: %d", time.Duration(s.late.Load()), got.status)
		}
	}
}

func TestKeysCanBeChangedWhileTheHallIsOpen(t *testing.T) { // C4.5
	s := newSite(t, 1)
	clock := func() time.Time { return today }
	first, second := []byte(strings.Repeat("a", 32)), []byte(strings.Repeat("b", 32))
	visit := func(store *handlers.Sessions, cookies ...*http.Cookie) (*sessions.Session, *http.Cookie) {
		t.Helper()
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		for _, c := range cookies {
			r.AddCookie(c)
		}
		session, err := store.Get(r, "salle")
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		session.Values["lang"] = "ko"
		if err := store.Save(r, w, session); err != nil {
			t.Fatal(err)
		}
		return session, w.Result().Cookies()[0]
	}
	before, cookie := visit(handlers.NewSessions(s.db, clock, false, first))
	after, cookie := visit(handlers.NewSessions(s.db, clock, false, second, first), cookie)
	if after.ID != before.ID {
		t.Error("the old key is not read")
	}
	if last, _ := visit(handlers.NewSessions(s.db, clock, false, second), cookie); last.ID != before.ID {
		t.Error("the new key does not sign")
	}
	if other, _ := visit(handlers.NewSessions(s.db, clock, false, first), cookie); other.ID == before.ID {
		t.Error("a key that is gone still reads")
	}
	if cookie.Secure || !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/" {
		t.Errorf("cookie %v", cookie)
	}
}

func TestAfterLoggingOutNothingIsKept(t *testing.T) { // C5.6
	s := newSite(t, 1)
	b := s.newBrowser(t)
	b.post("/language", url.Values{"lang": {"ko"}})
	b.signUp("Anna")
	p := b.begin(1)
	if p.header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("Cache-Control: %s", p.header.Get("Cache-Control"))
	}
	before := b.cookie()
	b.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	out := b.press(b.get("/account"), "log-out")
	if out.status != http.StatusSeeOther || out.header.Get("Clear-Site-Data") != `"cache"` {
		t.Errorf("logging out answers %d, %v", out.status, out.header)
	}
	b.client.CheckRedirect = nil
	for _, gone := range []*browser{b, b.with(before)} {
		if got := gone.get(p.path); got.status != http.StatusForbidden {
			t.Errorf("the match answers %d", got.status)
		}
	}
	if home := b.get("/"); !strings.Contains(home.body, `<html lang="ko"`) {
		t.Error("the language is forgotten")
	}
	guest := s.newBrowser(t)
	p = guest.begin(1)
	guest.post("/logout", nil)
	if got := guest.get(p.path); got.status != http.StatusOK {
		t.Errorf("a guest has lost his match: %d", got.status)
	}
}

func TestAnotherSiteLogsNobodyIn(t *testing.T) { // C4.8
	s := newSite(t, 1)
	s.newBrowser(t).signUp("Anna")
	b := s.newBrowser(t)
	b.header.Set("Sec-Fetch-Site", "cross-site")
	for _, path := range []string{"/login", "/signup", "/logout", "/account/delete", "/login/passkey/options"} {
		if p := b.post(path, url.Values{"name": {"Anna"}, "password": {secret}}); p.status != http.StatusForbidden {
			t.Errorf("%s: status %d", path, p.status)
		}
	}
	if b.cookie() != "" {
		t.Error("it has a session")
	}
}

func TestAFormIsGoodADayLaterAndAfterALoginElsewhere(t *testing.T) { // C4.8
	s := newSite(t, 1)
	b := s.newBrowser(t)
	b.signUp("Anna")
	p := b.begin(1)
	p = b.press(b.press(p, "act-1"), "act-1")
	_, action, values := p.form(t, "confirm")
	s.late.Add(int64(24 * time.Hour))
	b.post("/logout", nil)
	b.logIn("Anna") // in another tab
	if p = b.post(action, values); p.status != http.StatusOK || len(s.playedBy(t, p.matchID(), game.First)) != 1 {
		t.Errorf("status %d:\n%s", p.status, p.body)
	}
}

func TestNoLinkOfAnAccountChangesAnything(t *testing.T) { // C4.9
	s := newSite(t, 1)
	b := s.newBrowser(t)
	b.signUp("Anna")
	before := dump(t, s)
	for _, path := range []string{
		"/login", "/login?to=/account", "/signup", "/account", "/account?done=ended", "/logout", "/name", "/account/password", "/account/delete?sure=1",
		"/account/sessions?others=1", "/account/passkeys", "/account/passkeys/remove?id=AA", "/login/passkey/options",
	} {
		if p := b.get(path); p.status >= http.StatusInternalServerError {
			t.Errorf("%s: status %d", path, p.status)
		}
	}
	if after := dump(t, s); after != before {
		t.Errorf("looking has changed\n%s\n---\n%s", before, after)
	}
}
