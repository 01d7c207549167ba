package handlers_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"salle/account"
	"salle/game"
)

// offer offers a match of Spirit Duel by the form for it, with some of its boxes ticked.
func (b *browser) offer(boxes ...string) page {
	b.t.Helper()
	_, action, values := b.get("/offers/new?game=spirit").form(b.t, "offer-make")
	for _, box := range boxes {
		values.Set(box, "1")
	}
	p := b.post(action, values)
	if p.status != http.StatusOK || !strings.HasPrefix(p.path, "/offers/") {
		b.t.Fatalf("the offer answers %d at %s:\n%s", p.status, p.path, p.body)
	}
	return p
}

// take takes an offer and returns the match.
func (b *browser) take(offer string) page {
	b.t.Helper()
	p := b.press(b.get(offer), "offer-take")
	p = b.get("/matches/" + p.matchID())
	if p.status != http.StatusOK {
		b.t.Fatalf("the match answers %d at %s:\n%s", p.status, p.path, p.body)
	}
	return p
}

func first(fits []*html.Node) *html.Node { return fits[0] }

func TestARatedMatchOfTwoAccounts(t *testing.T) { // C1.5
	s := newSite(t, 3)
	anna, ben := s.newBrowser(t), s.newBrowser(t)
	anna.signUp("Anna")
	ben.signUp("Ben / Co")
	p := ben.take(anna.offer("rated").path)
	s.late.Store(int64(2 * time.Hour))
	ben.turn(p, first)
	s.late.Store(int64(3 * time.Hour))
	anna.turn(anna.get(p.path), first)
	if ongoing := ben.get(p.path); ongoing.has("counted") || ongoing.has("ended") {
		t.Error("a match that goes on says what it counted")
	}
	over := ben.press(ben.get(p.path), "resign")
	said := text(over.byID(t, "counted"))
	for _, want := range []string{"It counted for the rating", "Anna 1662 (+162)", "Ben / Co 1338 (−162)"} {
		if !strings.Contains(said, want) {
			t.Errorf("the end says %q, not %q", said, want)
		}
	}
	if got := text(over.byID(t, "ended")); !strings.Contains(got, "2026-11-30 15:00 UTC") {
		t.Errorf("it says that it ended at %q", got)
	}
	if got := text(s.newBrowser(t).get(p.path).byID(t, "counted")); p.has("watch-tag") && got != said {
		t.Errorf("one who looks on reads %q", got)
	}
	links := all(over.byID(t, "counted"), tag("a"))
	profile := s.newBrowser(t).get(attr(links[slices.IndexFunc(links, func(a *html.Node) bool { return text(a) == "Ben / Co" })], "href"))
	said = text(profile.byID(t, "profile-spirit"))
	for _, want := range []string{"1338 ± ", "Provisional", "1 rated match", "0 won, 0 drawn, 1 lost", "2 h", "from 1 turn"} {
		if profile.status != http.StatusOK || !strings.Contains(said, want) {
			t.Errorf("the profile answers %d %q, not %q", profile.status, said, want)
		}
	}
	if profile.has("log-out") || !strings.Contains(text(profile.byID(t, "profile-war")), "No finished match yet") {
		t.Errorf("the profile is\n%s", profile.body)
	}
	if offered := ben.get(anna.offer("listed").path); !strings.Contains(text(offered.byID(t, "table")), "Anna (1662?)") {
		t.Errorf("the offer does not say how strong its maker is:\n%s", offered.body)
	}
	if lobby := ben.get("/lobby"); !strings.Contains(text(lobby.byID(t, "table")), "(1662?)") {
		t.Errorf("the lobby does not either:\n%s", lobby.body)
	}
	s.verify(t)
}

func TestAnUnratedEndSaysSo(t *testing.T) { // C1.5
	s := newSite(t, 3)
	anna, ben := s.newBrowser(t), s.newBrowser(t)
	anna.signUp("Anna")
	p := ben.take(anna.offer("rated").path) // he has no account
	if got := text(ben.press(ben.get(p.path), "resign").byID(t, "counted")); got != wordsOf(t, "en").T("rating.none") {
		t.Errorf("a match with a guest says %q", got)
	}
	ben.signUp("Ben")
	p = ben.take(anna.offer("rated").path)
	if got := text(ben.press(ben.get(p.path), "abort").byID(t, "counted")); got != wordsOf(t, "en").T("rating.void") {
		t.Errorf("a match that was called off says %q", got)
	}
	p = ben.begin(1)
	if got := text(ben.press(ben.get(p.path), "resign").byID(t, "counted")); got != wordsOf(t, "en").T("rating.none") {
		t.Errorf("a match against the machine says %q", got)
	}
}

func TestProfilesAreOfAccountsAlone(t *testing.T) {
	s := newSite(t, 3)
	b := s.newBrowser(t)
	b.signUp("한글 이름")
	own := b.get(attr(b.get("/account").byID(t, "own-profile"), "href"))
	if own.status != http.StatusOK || !strings.Contains(text(own.byID(t, "table")), "this is you") {
		t.Errorf("her own profile answers %d:\n%s", own.status, own.body)
	}
	for _, path := range []string{"/players/%ED%95%9C%EA%B8%80%20%EC%9D%B4%EB%A6%84", "/players/한글  이름"} {
		other := s.newBrowser(t).get(path)
		if other.status != http.StatusOK || strings.Contains(other.body, "this is you") || strings.Contains(other.body, s.personOf(t, "한글 이름")) {
			t.Errorf("%s answers %d:\n%s", path, other.status, other.body)
		}
	}
	s.guest(t, "Gus", "spirit")
	for _, path := range []string{"/players/Gus", "/players/nobody", "/players/%2F", "/players/%25zz"} {
		if p := b.get(path); p.status != http.StatusNotFound {
			t.Errorf("%s answers %d", path, p.status)
		}
	}
	account := b.get("/account")
	_, action, values := account.form(t, "delete-account")
	values.Set("sure", "1")
	values.Set("old", secret)
	b.post(action, values)
	if p := b.get(own.path); p.status != http.StatusNotFound {
		t.Errorf("the profile of a deleted account answers %d", p.status)
	}
}

// personOf is who has an account.
func (s *site) personOf(t testing.TB, name string) string {
	t.Helper()
	list, err := s.db.AccountNamed(t.Context(), account.Key(name))
	if err != nil {
		t.Fatal(err)
	}
	return list.Person
}

func TestStandingsHaveThoseWhoAreSettled(t *testing.T) {
	s := newSite(t, 3)
	anna, ben := s.newBrowser(t), s.newBrowser(t)
	anna.signUp("Anna")
	ben.signUp("Ben")
	if p := anna.get("/standings"); p.status != http.StatusOK || strings.Count(p.body, wordsOf(t, "en").T("standings.none")) != 3 {
		t.Errorf("the standings of an empty house answer %d:\n%s", p.status, p.body)
	}
	players := []actor{{t, s, "", s.personOf(t, "Anna")}, {t, s, "", s.personOf(t, "Ben")}}
	for n := range 20 {
		offer := anna.offer("rated")
		id := ben.take(offer.path).matchID()
		for i := range players {
			players[i].match = id
			players[i].act("FA")
		}
		players[n/2%2].act(game.Resign)
	}
	p := anna.get("/standings")
	rows := all(p.byID(t, "standings-spirit"), tag("tr"))
	if len(rows) != 3 || strings.Contains(text(rows[1]), "1500 ±") {
		t.Fatalf("the standings:\n%s", p.body)
	}
	mine := slices.IndexFunc(rows, func(r *html.Node) bool { return attr(r, "class") == "mine" })
	if mine < 0 || !strings.Contains(text(rows[mine]), "Anna") || !strings.HasSuffix(text(rows[mine]), "20") {
		t.Errorf("the standings do not name the visitor:\n%s", p.body)
	}
	s.verify(t)
}

func TestABlockOverHTTP(t *testing.T) {
	s := newSite(t, 3)
	m := s.between(t, "spirit")
	anna, ben := m.players[0], m.players[1]
	offer := anna.offer("listed").path
	blocked := ben.press(ben.get(m.path()), "block-do")
	if !strings.HasPrefix(blocked.path, m.path()) || !blocked.has("block-undo") || blocked.has("block-do") {
		t.Errorf("afterwards the page at %s is\n%s", blocked.path, blocked.body)
	}
	if anna.get(m.path()).has("block-undo") {
		t.Error("the other is told")
	}
	if strings.Contains(ben.get("/lobby").body, offer) || !strings.Contains(m.looks.get("/lobby").body, offer) {
		t.Error("the lobby shows the offer to the wrong people")
	}
	refused(t, ben.press(ben.get(offer), "offer-take"), http.StatusForbidden, "block.refused")
	over := ben.press(ben.get(m.path()), "resign")
	if !over.has("block-undo") || over.has("rematch") {
		t.Errorf("at the end the page is\n%s", over.body)
	}
	if p := anna.press(anna.get(m.path()), "rematch"); p.status != http.StatusForbidden || !strings.Contains(p.body, wordsOf(t, "en").T("error.blocked.title")) {
		t.Errorf("the rematch answers %d:\n%s", p.status, p.body)
	}
	for path, want := range map[string]int{m.path() + "/block": http.StatusBadRequest, "/matches/" + strings.Repeat("a", 26) + "/block": http.StatusForbidden} {
		do := map[int]string{http.StatusBadRequest: "nothing", http.StatusForbidden: "block"}[want]
		if p := anna.post(path, url.Values{"do": {do}}); p.status != want {
			t.Errorf("%s answers %d, want %d", path, p.status, want)
		}
	}
	if p := m.looks.post(m.path()+"/block", url.Values{"do": {"block"}}); p.status != http.StatusForbidden {
		t.Errorf("one who looks on is answered %d", p.status)
	}
	fragment := ben.fragments().press(ben.get(m.path()), "block-undo")
	if fragment.status != http.StatusOK || !fragment.has("block-do") || strings.Contains(fragment.body, "<footer") {
		t.Errorf("the fragment answers %d:\n%s", fragment.status, fragment.body)
	}
	ben.press(ben.get(m.path()), "block-do")
	list := ben.get("/blocks")
	button := all(list.root, func(n *html.Node) bool { return strings.HasPrefix(attr(n, "id"), "unblock-") })
	if len(button) != 1 || strings.Contains(list.body, m.acts[0].person) {
		t.Fatalf("the list of blocked people is\n%s", list.body)
	}
	if after := ben.press(list, attr(button[0], "id")); after.path != "/blocks" || !strings.Contains(after.body, wordsOf(t, "en").T("block.none")) {
		t.Errorf("afterwards the list at %s is\n%s", after.path, after.body)
	}
	if p := ben.take(offer); p.matchID() == m.id {
		t.Error("the offer has become no match")
	}
}

func TestNobodyHasBlockedAnybody(t *testing.T) {
	s := newSite(t, 3)
	b := s.newBrowser(t)
	if p := b.get("/blocks"); p.status != http.StatusOK || !strings.Contains(p.body, wordsOf(t, "en").T("block.none")) {
		t.Errorf("the list of one whom nobody knows answers %d:\n%s", p.status, p.body)
	}
	if p := b.post("/blocks", url.Values{"unblock": {"x"}}); p.status != http.StatusOK {
		t.Errorf("he takes back what he has not done: %d", p.status)
	}
}
