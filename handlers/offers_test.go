package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"salle/game"
	"salle/game/match"
)

// TestANewcomersDoubleClickIsOneGuest: who was nobody when his page came, and sends its form twice at once, is one guest and
// has one seat. C3.1, C3.4
func TestANewcomersDoubleClickIsOneGuest(t *testing.T) {
	s := newSite(t, 1)
	offer := strings.TrimPrefix(s.newBrowser(t).offer().path, "/offers/")
	newcomer := s.newBrowser(t)
	newcomer.get("/offers/" + offer)
	var answers [6]page
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() {
			answers[i] = newcomer.post("/offers/"+offer, url.Values{"do": {"take"}})
		})
	}
	all.Wait()
	for _, p := range answers {
		if p.status != http.StatusOK || !strings.HasPrefix(p.path, "/matches/") {
			t.Errorf("a click leads to %s, status %d", p.path, p.status)
		}
	}
	if p := newcomer.get("/"); strings.Count(p.body, "tag turn-yours") != 1 {
		t.Error("his list does not hold the one match")
	}
}

func TestASessionThatWasEndedComesNotBack(t *testing.T) { // C4.6
	s := newSite(t, 1)
	b := s.newBrowser(t)
	b.get("/")
	id := b.begin(1).matchID()
	s.late.Add(int64(2 * time.Minute))
	if err := s.db.DeleteExpired(t.Context(), today.AddDate(9, 0, 0)); err != nil { // ends every session
		t.Fatal(err)
	}
	b.post("/name", url.Values{"name": {"Zoe"}})
	if p := b.get("/matches/" + id); p.status != http.StatusForbidden {
		t.Errorf("with the cookie of a session that was ended the match answers %d", p.status)
	}
}

func TestWhoTookASeatFindsItByItsInvitation(t *testing.T) {
	s := newSite(t, 1)
	maker, taker := s.newBrowser(t), s.newBrowser(t)
	offer := strings.TrimPrefix(maker.offer().path, "/offers/")
	taker.take("/offers/" + offer)
	for _, b := range []*browser{maker, taker} {
		if p := b.get("/offers/" + offer); !strings.HasPrefix(p.path, "/matches/") {
			t.Errorf("the invitation leads its player to %s", p.path)
		}
	}
	if p := s.newBrowser(t).get("/offers/" + offer); p.path != "/offers/"+offer {
		t.Errorf("the invitation leads a stranger to %s", p.path)
	}
}

func TestNobodyFillsTheLobby(t *testing.T) {
	s := newSite(t, 1)
	b := s.newBrowser(t)
	for range match.MaxListed {
		b.offer("listed")
	}
	_, action, values := b.get("/offers/new?game=spirit").form(t, "offer-make")
	values.Set("listed", "1")
	if p := b.post(action, values); p.status != http.StatusTooManyRequests {
		t.Errorf("one offer more in the lobby answers %d", p.status)
	}
	values.Del("listed")
	if p := b.post(action, values); p.status != http.StatusOK {
		t.Errorf("an offer by link answers %d", p.status)
	}
}

func TestAVacationFormSentTwiceTakesOne(t *testing.T) { // C3.4
	s := newSite(t, 1)
	b := s.newBrowser(t)
	_, action, values := b.get("/leisure").form(t, "vacation-take")
	values.Set("days", "10")
	first := b.post(action, values)
	s.late.Add(int64(time.Second))
	if second := b.post(action, values); first.body != second.body {
		t.Error("the second form changed something")
	}
}

// TestWhatIsFilledInAtOneDeviceIsInNoAddress: the other, who sits down and goes back, sees nothing of it.
func TestWhatIsFilledInAtOneDeviceIsInNoAddress(t *testing.T) {
	s := newSite(t, 1)
	b := s.newBrowser(t)
	p := b.press(b.get("/offers/new?game=spirit"), "shared-open")
	id := p.matchID()
	p = b.press(b.press(p, "sit-0"), "act-1")
	if p.path != "/matches/"+id || strings.Contains(p.path, "?") {
		t.Errorf("a filled slot stands in the address %s", p.path)
	}
	_, action, values := p.form(t, "act-2")
	b.press(b.press(p, "act-1"), "confirm")
	p = b.get("/matches/" + id)
	if p.has("sit-0") {
		t.Error("who has chosen is offered his seat again")
	}
	b.press(p, "sit-1")
	values.Set("do", "FR")
	again := b.post(action, values) // a form of the other's, sent again
	if method, _, now := again.form(t, "confirm"); method != http.MethodPost || strings.Contains(now.Get("do"), "FR") {
		t.Errorf("the other's list is filled in: %q", now.Get("do"))
	}
	if _, err := s.matches.Curtain(t.Context(), id, ""); err == nil {
		t.Error("nobody may see the curtain of others")
	}
	if seen := s.stored(t, id); seen[len(seen)-1].Seat != game.First {
		t.Errorf("the log is %v", seen)
	}
}
