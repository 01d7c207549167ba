package handlers_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"salle/game"
)

// maxTurns is more than any match has: five rounds of forty turns.
const maxTurns = 201

// playOut plays a match to its end with forms alone.
func (b *browser) playOut(p page, pick func([]*html.Node) *html.Node) page {
	b.t.Helper()
	for range maxTurns {
		if p.has("verdict-title") {
			return p
		}
		p = b.turn(p, pick)
		if p.status != http.StatusOK {
			b.t.Fatalf("status %d:\n%s", p.status, p.body)
		}
	}
	b.t.Fatalf("no end after %d turns", maxTurns)
	return p
}

func TestFormsAlonePlayAWholeMatch(t *testing.T) {
	for level := 1; level <= 5; level++ {
		s := newSite(t, uint64(level))
		b := s.newBrowser(t)
		p := b.playOut(b.begin(level), random(rand.New(rand.NewPCG(1, uint64(level)))))
		if err := s.matches.Verify(context.Background(), p.matchID()); err != nil {
			t.Error(err)
		}
		home := b.get("/")
		if !strings.Contains(home.body, "/matches/"+p.matchID()) {
			t.Errorf("the home page does not list the finished match:\n%s", home.body)
		}
		if log := s.log.String(); log != "" {
			t.Errorf("the log is not empty:\n%s", log)
		}
	}
}

func TestAFragmentIsThePagesOwnMainPart(t *testing.T) { // C12.7
	b := newSite(t, 1).newBrowser(t)
	p := b.turn(b.begin(3), random(rand.New(rand.NewPCG(1, 1))))
	for _, path := range []string{p.path, p.path + "?ply=2.0&do=F", p.path + "/record?step=1"} {
		whole, fragment := b.get(path), b.fragments().get(path)
		start := strings.Index(whole.body, "<main")
		end := strings.Index(whole.body, "</main>")
		if main := whole.body[start : end+len("</main>")]; !strings.Contains(fragment.body, main) {
			t.Errorf("%s: the fragment differs from the page's main part:\n%s\n---\n%s", path, fragment.body, main)
		}
		if strings.Contains(fragment.body, "<html") {
			t.Errorf("%s: the fragment is a whole page", path)
		}
	}
	restored := b.fragments()
	restored.header.Set("HX-History-Restore-Request", "true")
	if p := restored.get(p.path); !strings.Contains(p.body, "<html") {
		t.Errorf("a restored page is not whole:\n%s", p.body)
	}
}

func TestAFormSentTwicePlaysOnce(t *testing.T) { // C3.1, C3.4
	s := newSite(t, 1)
	b := s.newBrowser(t)
	p := b.begin(2)
	for !has(p.byID(t, "confirm"), "data-key") {
		p = b.press(p, "act-3")
	}
	_, action, values := p.form(t, "confirm")
	first := b.post(action, values)
	before := s.stored(t, p.matchID())
	second := b.post(action, values)
	if second.status != http.StatusOK || second.byID(t, "notice").Data != "p" {
		t.Fatalf("the second post answers %d:\n%s", second.status, second.body)
	}
	if after := s.stored(t, p.matchID()); len(after) != len(before) {
		t.Errorf("the log grew from %v to %v", before, after)
	}
	if first.body != second.body {
		t.Errorf("the two answers differ:\n%s\n---\n%s", first.body, second.body)
	}
}

func TestFiftyParallelPostsStoreOneAction(t *testing.T) { // C3.4, C12.6
	s := newSite(t, 1)
	b := s.newBrowser(t)
	p := b.begin(3)
	_, action, values := p.form(t, "confirm")
	values.Set("do", "FA")
	var done sync.WaitGroup
	statuses := make([]int, 50)
	for i := range statuses {
		done.Go(func() {
			r, err := http.NewRequest(http.MethodPost, s.URL+action, strings.NewReader(values.Encode()))
			if err != nil {
				t.Error(err)
				return
			}
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			answer, err := b.client.Do(r)
			if err != nil {
				t.Error(err)
				return
			}
			answer.Body.Close()
			statuses[i] = answer.StatusCode
		})
	}
	done.Wait()
	for i, status := range statuses {
		if status != http.StatusOK {
			t.Errorf("post %d is answered with %d", i, status)
		}
	}
	mine, machine := 0, 0
	for _, e := range s.stored(t, p.matchID()) {
		switch e.Seat {
		case game.First:
			mine++
		case game.Second:
			machine++
		}
	}
	if mine != 1 || machine != 2 {
		t.Errorf("the log has %d lists of mine and %d of the machine, want 1 and 2", mine, machine)
	}
	if log := s.log.String(); log != "" {
		t.Errorf("the log is not empty:\n%s", log)
	}
}

func TestAStaleFormShowsTheBoardAndPlaysNothing(t *testing.T) { // C3.1
	s := newSite(t, 1)
	b := s.newBrowser(t)
	old := b.begin(3)
	_, action, values := old.form(t, "confirm")
	values.Set("do", "RR")
	p := b.turn(old, func(fits []*html.Node) *html.Node { return fits[0] })
	before := s.stored(t, p.matchID())

	stale := b.post(action, values)
	if stale.status != http.StatusConflict || !stale.has("turn") {
		t.Fatalf("a stale post answers %d:\n%s", stale.status, stale.body)
	}
	if n := stale.notice(t); !strings.Contains(n, "RR") {
		t.Errorf("the notice does not name the refused list: %q", n)
	}
	if after := s.stored(t, p.matchID()); len(after) != len(before) {
		t.Errorf("a stale post was stored: %v", after)
	}
	// What was half chosen for another turn is dropped, with a sentence.
	picked := b.get(p.path + "?ply=1.0&do=F")
	if n := picked.notice(t); picked.status != http.StatusOK || !strings.Contains(n, "F") || !has(picked.byID(t, "notice"), "class") {
		t.Errorf("a stale pick answers %d, %q", picked.status, n)
	}
	_, _, form := picked.form(t, "confirm")
	if form.Get("do") != "" {
		t.Errorf("the stale pick is still chosen: %v", form)
	}
}

func TestAWrongListIsRefusedWithItsReason(t *testing.T) {
	s := newSite(t, 1)
	b := s.newBrowser(t)
	p := b.begin(3)
	_, action, values := p.form(t, "confirm")
	words := func(key string) string { return wordsOf(t, "en").T(key) }
	for _, c := range []struct{ list, key, kept string }{
		{"F", "refuse.slots", "F"},
		{"", "refuse.unfilled", ""},
		{"FFF", "refuse.slots", "FF"},
		{"FX", "refuse.notation", "F"},
		{"F-", "refuse.action", "F"},
		{"FL", "refuse.leap", "F"},
		{"L-", "refuse.leap", ""},
		{"PA", "refuse.pierce", ""},
		{"first S", "refuse.action", ""},
		{"time", "refuse.notation", ""},
		{"accept", "refuse.no-offer", "A"},
		{strings.Repeat("F", 9000), "refuse.notation", "FF"},
		{"<script>alert(1)</script>", "refuse.notation", ""},
	} {
		values.Set("do", c.list)
		for _, who := range []*browser{b, b.fragments()} {
			got := who.post(action, values)
			if got.status != http.StatusUnprocessableEntity {
				t.Errorf("%.20q: status %d", c.list, got.status)
			}
			if n := got.notice(t); n != words(c.key) {
				t.Errorf("%.20q: notice %q, want %q", c.list, n, words(c.key))
			}
			if strings.Contains(got.body, "<script>alert") {
				t.Errorf("%.20q: the list stands in the page unescaped", c.list)
			}
			if _, _, form := got.form(t, "confirm"); c.list != "accept" && form.Get("do") != c.kept {
				t.Errorf("%.20q: slots hold %q, want %q", c.list, form.Get("do"), c.kept)
			}
		}
	}
	if log := s.stored(t, p.matchID()); len(log) != 2 {
		t.Errorf("something was stored: %v", log)
	}
}

func TestAnActionThatDoesNotFitSaysWhy(t *testing.T) { // spirit 11.5
	b := newSite(t, 1).newBrowser(t)
	p := b.begin(3)
	for _, c := range []struct{ presses, key, kept string }{
		{"6", "refuse.pierce", ""},
		{"8", "refuse.leap", ""},
		{"18", "refuse.leap", "F"},
		{"132", "refuse.full", "FA"},
	} {
		q := p
		for _, key := range c.presses {
			q = b.press(q, "act-"+string(key))
		}
		if n, want := q.notice(t), wordsOf(t, "en").T(c.key); n != want {
			t.Errorf("keys %s: notice %q, want %q", c.presses, n, want)
		}
		if _, _, form := q.form(t, "confirm"); form.Get("do") != c.kept {
			t.Errorf("keys %s: slots hold %q, want %q", c.presses, form.Get("do"), c.kept)
		}
	}
	q := b.press(b.press(b.press(p, "act-1"), "act-3"), "take-back")
	if _, _, form := q.form(t, "confirm"); form.Get("do") != "F" {
		t.Errorf("after taking back, slots hold %q", form.Get("do"))
	}
	if q = b.press(b.press(q, "take-back"), "take-back"); q.status != http.StatusOK {
		t.Errorf("taking back nothing answers %d", q.status)
	}
}

func TestResigning(t *testing.T) {
	s := newSite(t, 1)
	b := s.newBrowser(t)
	p := b.begin(5)
	p = b.press(p, "resign")
	if !p.has("verdict-title") || p.has("confirm") || p.has("resign") {
		t.Fatalf("the match goes on:\n%s", p.body)
	}
	over := b.post("/matches/"+p.matchID()+"/actions", url.Values{"ply": {"1.1"}, "do": {"FA"}})
	if over.status != http.StatusConflict || over.notice(t) != wordsOf(t, "en").T("refuse.over") {
		t.Errorf("acting after the end answers %d, %q", over.status, over.notice(t))
	}
	again := b.press(p, "rematch")
	if again.matchID() == p.matchID() || !again.has("confirm") {
		t.Errorf("the rematch is at %s:\n%s", again.path, again.body)
	}
}

func TestReloadShowsTheSamePage(t *testing.T) { // C3.7
	b := newSite(t, 4).newBrowser(t)
	p := b.begin(2)
	rng := rand.New(rand.NewPCG(4, 4))
	for range 12 {
		if p.has("verdict-title") {
			break
		}
		p = b.turn(p, random(rng))
		if again := b.get(p.path); again.body != p.body && !p.has("verdict-title") {
			t.Fatalf("%s: a reload differs:\n%s\n---\n%s", p.path, p.body, again.body)
		}
	}
}

func TestOpeningTwiceOpensOneMatch(t *testing.T) {
	b := newSite(t, 1).newBrowser(t)
	b.begin(1) // from here on the visitor is known
	_, action, values := b.get("/").form(t, "start-spirit")
	first, second := b.post(action, values), b.post(action, values)
	if first.path != second.path || second.status != http.StatusOK {
		t.Errorf("two matches: %s and %s (%d)", first.path, second.path, second.status)
	}
}

func TestAPollIsAnsweredOnlyWithNews(t *testing.T) { // C12.3
	s := newSite(t, 1)
	b := s.newBrowser(t)
	p := b.begin(2)
	seen, err := s.matches.Look(context.Background(), p.matchID(), s.person(t, p.matchID()))
	if err != nil {
		t.Fatal(err)
	}
	path := "/matches/" + p.matchID() + "?since="
	if got := b.fragments().get(path + since(seen)); got.status != http.StatusNoContent || got.body != "" {
		t.Errorf("a poll without news answers %d, %q", got.status, got.body)
	}
	if got := b.fragments().get(path + strings.Replace(since(seen), "."+itoa(seen.Version)+".", "."+itoa(seen.Version-1)+".", 1)); got.status != http.StatusOK || !got.has("turn") {
		t.Errorf("a poll with news answers %d", got.status)
	}
}

func TestAnOldAddressSaysWhatBecameOfItsList(t *testing.T) {
	b := newSite(t, 1).newBrowser(t)
	p := b.begin(3)
	_, action, values := p.form(t, "confirm")
	values.Set("do", "FW")
	b.post(action, values)
	at := "?ply=" + values.Get("ply") + "&do="
	words := wordsOf(t, "en")
	if got, want := b.get(p.path+at+"FW").notice(t), words.T("refuse.repeated"); got != want {
		t.Errorf("of a list that was played: %q, want %q", got, want)
	}
	if got, want := b.get(p.path+at+"FA").notice(t), words.T("refuse.stale", "action", "FA"); got != want {
		t.Errorf("of one that was not: %q, want %q", got, want)
	}
	// A form that has lost its mark is of no moment, even if what it asks for was played once.
	lost := b.post(action, url.Values{"do": {"FW"}})
	if lost.status != http.StatusConflict {
		t.Errorf("without a mark: status %d", lost.status)
	}
}

func TestTheMachineIsOfferedNoDraw(t *testing.T) {
	s := newSite(t, 1)
	b := s.newBrowser(t)
	p := b.begin(3)
	_, action, values := p.form(t, "confirm")
	for _, act := range []string{"offer", "accept", "time"} {
		values.Set("do", act)
		if got := b.post(action, values); got.status != http.StatusUnprocessableEntity {
			t.Errorf("%s: status %d", act, got.status)
		}
	}
	if log := s.stored(t, p.matchID()); len(log) != 2 {
		t.Errorf("the log is %v", log)
	}
}
