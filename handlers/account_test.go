package handlers_test

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/html"

	"salle/account"
	"salle/game"
	"salle/handlers"
	"salle/views"
)

// secret is a password that nobody would guess.
const secret = "correct horse battery"

// signUp makes an account of the browser's guest.
func (b *browser) signUp(name string) page {
	b.t.Helper()
	p := b.tryDoor("/signup", "sign-up", name, secret)
	if p.status != http.StatusOK || p.has("sign-up") {
		b.t.Fatalf("sign up as %s: status %d:\n%s", name, p.status, p.body)
	}
	return p
}

// logIn logs in to an account.
func (b *browser) logIn(name string) page {
	b.t.Helper()
	p := b.tryDoor("/login", "log-in", name, secret)
	if p.status != http.StatusOK || p.has("log-in") {
		b.t.Fatalf("log in as %s: status %d:\n%s", name, p.status, p.body)
	}
	return p
}

// tryDoor fills in the form at an address and sends it.
func (b *browser) tryDoor(path, button, name, password string) page {
	b.t.Helper()
	_, action, values := b.get(path).form(b.t, button)
	values.Set("name", name)
	values.Set("password", password)
	return b.post(action, values)
}

// cookie is what the browser's cookie holds.
func (b *browser) cookie() string {
	b.t.Helper()
	at, err := url.Parse(b.site.URL)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, c := range b.client.Jar.Cookies(at) {
		return c.Value
	}
	return ""
}

// with is another browser that has the cookie that this one had.
func (b *browser) with(cookie string) *browser {
	other := b.site.newBrowser(b.t)
	other.header.Set("Cookie", "salle="+cookie)
	return other
}

// as names the browser as it does itself.
func (b *browser) as(agent string) *browser {
	b.header.Set("User-Agent", agent)
	return b
}

// verify replays all that is stored.
func (s *site) verify(t testing.TB) {
	t.Helper()
	_, wrong, err := s.matches.VerifyAll(t.Context(), func(id string, err error) {
		if err != nil {
			t.Error(err)
		}
	})
	if err != nil || wrong > 0 {
		t.Errorf("%d matches differ, %v", wrong, err)
	}
}

func refused(t testing.TB, p page, status int, key string, args ...any) {
	t.Helper()
	if want := wordsOf(t, "en").T(key, args...); p.status != status || p.notice(t) != want {
		t.Errorf("%s answers %d %q, want %d %q", p.path, p.status, p.notice(t), status, want)
	}
}

func TestAGuestBecomesAnAccount(t *testing.T) { // C4.1, C4.6
	s := newSite(t, 1)
	b := s.newBrowser(t)
	p := b.begin(2)
	before, person := b.cookie(), s.person(t, p.matchID())
	if a := b.get("/account"); a.has("log-out") || a.has("set-password") {
		t.Errorf("a guest has the page of an account:\n%s", a.body)
	}
	b.signUp("Anna")
	if b.cookie() == before {
		t.Error("the session has the id that it had before")
	}
	if old := b.with(before).get(p.path); old.status != http.StatusForbidden {
		t.Errorf("the old id opens the match: %d", old.status)
	}
	if again := b.get(p.path); again.status != http.StatusOK {
		t.Errorf("the match answers %d", again.status)
	}
	if now := s.person(t, p.matchID()); now != person {
		t.Errorf("the person is %s, was %s", now, person)
	}
	if a := b.get("/account"); !a.has("log-out") || attr(a.byID(t, "name-field"), "value") != "Anna" {
		t.Errorf("the page of the account:\n%s", a.body)
	}
	if len("salle")+len(b.cookie()) >= 200 {
		t.Errorf("the cookie has %d bytes", len(b.cookie()))
	}
}

func TestSomebodyNewMakesAnAccount(t *testing.T) {
	s := newSite(t, 1)
	s.newBrowser(t).signUp("Anna")
	b := s.newBrowser(t)
	b.logIn("ANNA ") // case and spaces make no difference
	if a := b.get("/account"); attr(a.byID(t, "name-field"), "value") != "Anna" {
		t.Errorf("the page of the account:\n%s", a.body)
	}
}

func TestAGuestsMatchesComeAlong(t *testing.T) {
	s := newSite(t, 1)
	home := s.newBrowser(t)
	home.signUp("Anna")
	first := home.begin(1)

	guest := s.newBrowser(t)
	second := guest.begin(2)
	guest.press(second, "resign")
	third := guest.begin(3)
	for range 2 { // a form sent twice
		guest.logIn("Anna")
		guest.post("/logout", nil)
	}
	guest.logIn("Anna")
	list := guest.get("/").body
	for _, p := range []page{first, second, third} {
		if !strings.Contains(list, "/matches/"+p.matchID()) {
			t.Errorf("%s is not in the list", p.path)
		}
		if got := home.get("/matches/" + p.matchID()); got.status != http.StatusOK {
			t.Errorf("%s answers %d at home", p.path, got.status)
		}
	}
	home.turn(home.get(third.path), func(fits []*html.Node) *html.Node { return fits[0] }) // begun as a guest, played on elsewhere
	s.verify(t)
}

func TestALoginTellsNothingOfWhoIsThere(t *testing.T) { // C4.8
	s := newSite(t, 1)
	s.newBrowser(t).signUp("Anna")
	b := s.newBrowser(t)
	wrong := b.tryDoor("/login", "log-in", "Anna", "a wrong password")
	unknown := b.tryDoor("/login", "log-in", "Ines", "a wrong password")
	if wrong.status != http.StatusUnprocessableEntity || unknown.status != wrong.status ||
		strings.ReplaceAll(unknown.body, "Ines", "Anna") != wrong.body {
		t.Errorf("the answers differ: %d, %d\n%s\n---\n%s", wrong.status, unknown.status, wrong.body, unknown.body)
	}
	if log := s.log.String(); log != "" {
		t.Errorf("the log says\n%s", log)
	}
	for _, p := range []page{wrong, b.tryDoor("/signup", "sign-up", "x", secret+strings.Repeat("x", 300))} {
		if strings.Contains(p.body, "a wrong password") || strings.Contains(p.body, secret) {
			t.Errorf("a password stands in a page:\n%s", p.body)
		}
	}
}

func TestLoginsAreLimitedByNameAndByAddress(t *testing.T) { // C4.8
	s := newSite(t, 1)
	s.newBrowser(t).signUp("Anna")
	b := s.newBrowser(t)
	for range 10 {
		refused(t, b.tryDoor("/login", "log-in", "aNNa", "a wrong password"), http.StatusUnprocessableEntity, "account.refuse.wrong")
	}
	s.late.Add(int64(5 * time.Minute))
	b.header.Set("X-Forwarded-For", "192.0.2.7") // it changes nothing
	for _, name := range []string{"Anna", "Somebody else"} {
		p := b.tryDoor("/login", "log-in", name, secret)
		refused(t, p, http.StatusTooManyRequests, "account.refuse.limit", "n", 10)
		if p.header.Get("Retry-After") != "601" {
			t.Errorf("Retry-After: %s", p.header.Get("Retry-After"))
		}
	}
	s.late.Add(int64(10 * time.Minute))
	b.logIn("Anna")
}

func TestVisitorsBehindATrustedProxyHaveALimitEach(t *testing.T) { // C4.8
	games, err := realGames()
	if err != nil {
		t.Fatal(err)
	}
	_, here, err := net.ParseCIDR("127.0.0.0/8")
	if err != nil {
		t.Fatal(err)
	}
	s := newSiteOf(t, 1, games, func(c *handlers.Config) { c.Proxies = []*net.IPNet{here} })
	s.newBrowser(t).signUp("Anna")
	guesser, other := s.newBrowser(t), s.newBrowser(t)
	guesser.header.Set("X-Forwarded-For", "203.0.113.9, 192.0.2.7") // what stands before the last is the visitor's own word
	other.header.Set("X-Forwarded-For", "203.0.113.9, 192.0.2.8")
	for range 10 {
		guesser.tryDoor("/login", "log-in", "Nobody at all", "a wrong password")
	}
	refused(t, guesser.tryDoor("/login", "log-in", "Anna", secret), http.StatusTooManyRequests, "account.refuse.limit", "n", 15)
	other.logIn("Anna")
}

func TestAFormToSignUpSentTwiceMakesOneAccount(t *testing.T) { // C3.4
	s := newSite(t, 1)
	b := s.newBrowser(t)
	p := b.begin(1)
	before := b.cookie()
	_, action, values := b.get("/signup").form(t, "sign-up")
	values.Set("name", "Anna")
	values.Set("password", secret)
	b.post(action, values)
	if again := b.with(before).post(action, values); again.status != http.StatusOK || again.has("sign-up") {
		t.Errorf("the second answers %d:\n%s", again.status, again.body)
	}
	if again := b.post(action, values); again.status != http.StatusOK || again.has("sign-up") {
		t.Errorf("the third answers %d:\n%s", again.status, again.body)
	}
	if got := b.get(p.path); got.status != http.StatusOK {
		t.Errorf("the match answers %d", got.status)
	}
	values.Set("password", "another password")
	refused(t, s.newBrowser(t).post(action, values), http.StatusUnprocessableEntity, "account.refuse.taken")
}

func TestManyFormsToSignUpAtOnceMakeOneAccount(t *testing.T) { // C3.4
	s := newSite(t, 1)
	b := s.newBrowser(t)
	p := b.begin(1)
	before, person := b.cookie(), s.person(t, p.matchID())
	var all sync.WaitGroup
	for range 15 {
		all.Go(func() {
			again := b.with(before).post("/signup", url.Values{"name": {"Anna"}, "password": {secret}})
			if again.status != http.StatusOK || again.has("sign-up") {
				t.Errorf("one answers %d:\n%s", again.status, again.body)
			}
		})
	}
	all.Wait()
	if a := s.accountOf(t, "Anna"); a.Person != person {
		t.Errorf("the account is %s's, the guest was %s", a.Person, person)
	}
}

func TestNobodyBearsAnAccountsName(t *testing.T) {
	s := newSite(t, 1)
	s.newBrowser(t).signUp("Anna")
	b := s.newBrowser(t)
	for name, key := range map[string]string{
		"АNNA": "account.refuse.mixed", "Аппа": "account.refuse.taken" /* all Cyrillic */, "Ａnna": "account.refuse.taken", "Ánna": "account.refuse.taken",
		"Machine": "account.refuse.reserved", "삭제된 플레이어": "account.refuse.reserved", "salle": "account.refuse.reserved",
		"…": "account.refuse.empty", "": "account.refuse.empty",
	} {
		refused(t, b.tryDoor("/signup", "sign-up", name, "another password"), http.StatusUnprocessableEntity, key)
	}
	for password, key := range map[string]string{
		"short": "account.refuse.short", "password": "account.refuse.common", strings.Repeat("long ", 50): "account.refuse.long",
	} {
		refused(t, b.tryDoor("/signup", "sign-up", "Bo", password), http.StatusUnprocessableEntity, key,
			"n", account.MinPassword, "most", account.MaxPasswordBytes)
	}
	p := b.post("/name", url.Values{"name": {"anna"}, "to": {"/"}})
	refused(t, p, http.StatusUnprocessableEntity, "account.refuse.taken")
	if attr(p.byID(t, "name-field"), "value") != "anna" {
		t.Error("what was typed is gone")
	}
	if p = b.post("/name", url.Values{"name": {"Machine"}}); p.status != http.StatusOK {
		t.Errorf("a guest is refused a name that is nobody's: %d", p.status)
	}

	b.signUp("Bo")
	refused(t, b.post("/name", url.Values{"name": {"ANNA"}}), http.StatusUnprocessableEntity, "account.refuse.taken")
	refused(t, b.post("/name", url.Values{"name": {"Machine"}}), http.StatusUnprocessableEntity, "account.refuse.reserved")
	if p = b.post("/name", url.Values{"name": {"Boris"}, "to": {"/account"}}); p.status != http.StatusOK || attr(p.byID(t, "name-field"), "value") != "Boris" {
		t.Errorf("a new name: %d\n%s", p.status, p.body)
	}
	s.newBrowser(t).logIn("Boris")
	s.newBrowser(t).signUp("Bo") // the old one is free
}

func TestANewPasswordLogsOutElsewhere(t *testing.T) {
	s := newSite(t, 1)
	b, other := s.newBrowser(t), s.newBrowser(t)
	b.signUp("Anna")
	other.logIn("Anna")
	set := func(old, password string) page {
		t.Helper()
		_, action, values := b.get("/account").form(t, "set-password")
		values.Set("old", old)
		values.Set("password", password)
		return b.post(action, values)
	}
	refused(t, set("wrong", "a new password"), http.StatusUnprocessableEntity, "account.refuse.wrong")
	refused(t, set(secret, "new"), http.StatusUnprocessableEntity, "account.refuse.short", "n", account.MinPassword)
	if !other.get("/account").has("log-out") {
		t.Error("a refused change logs out")
	}
	refused(t, set(secret, "a new password"), http.StatusOK, "account.password.done")
	if other.get("/account").has("log-out") {
		t.Error("another browser is still logged in")
	}
	refused(t, other.tryDoor("/login", "log-in", "Anna", secret), http.StatusUnprocessableEntity, "account.refuse.wrong")
	if p := other.tryDoor("/login", "log-in", "Anna", "a new password"); p.has("log-in") {
		t.Errorf("the new password does not open:\n%s", p.body)
	}
}

func TestADeletedAccountLeavesNoName(t *testing.T) {
	s := newSite(t, 1)
	b := s.newBrowser(t)
	b.signUp("Anna")
	p := b.begin(1)
	s.late.Add(int64(11 * time.Minute))
	try := func(password, sure string) page {
		t.Helper()
		_, action, values := b.get("/account").form(t, "delete-account")
		values.Set("old", password)
		values.Set("sure", sure)
		return b.post(action, values)
	}
	refused(t, try(secret, ""), http.StatusUnprocessableEntity, "account.refuse.unsure")
	refused(t, try("wrong", "1"), http.StatusUnprocessableEntity, "account.refuse.wrong")
	refused(t, try("", "1"), http.StatusUnprocessableEntity, "account.refuse.wrong")
	if gone := try(secret, "1"); gone.status != http.StatusOK || gone.path != "/" {
		t.Errorf("status %d at %s", gone.status, gone.path)
	}
	refused(t, b.tryDoor("/login", "log-in", "Anna", secret), http.StatusUnprocessableEntity, "account.refuse.wrong")
	if got := b.get(p.path); got.status != http.StatusForbidden {
		t.Errorf("the match answers %d", got.status)
	}
	h, _, err := s.db.Load(context.Background(), p.matchID(), 0)
	if err != nil || h.Players[game.First].Name != "" {
		t.Errorf("header %+v, %v", h, err)
	}
	s.verify(t)
	fresh := s.newBrowser(t)
	fresh.signUp("Anna")
	_, action, values := fresh.get("/account").form(t, "delete-account") // just logged in: no password is asked for
	if _, asked := values["old"]; asked {
		t.Error("a password is asked for")
	}
	values.Set("sure", "1")
	if gone := fresh.post(action, values); gone.path != "/" {
		t.Errorf("status %d at %s", gone.status, gone.path)
	}
}

func TestThePagesSpeakOfThePasswordThatIsNeeded(t *testing.T) {
	if views.MinPassword != account.MinPassword {
		t.Errorf("the pages ask for %d characters, %d are needed", views.MinPassword, account.MinPassword)
	}
}

// accountOf is the account with a name.
func (s *site) accountOf(t testing.TB, name string) account.Account {
	t.Helper()
	a, err := s.db.AccountNamed(t.Context(), account.Key(name))
	if err != nil {
		t.Fatal(err)
	}
	return a
}
