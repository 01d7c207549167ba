package handlers_test

import (
	"context"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/network"

	"salle/game/shuriken"
)

// reopened is a browser that was closed and opened again: nothing but the cookies is left.
func (tb *tab) reopened() *tab {
	tb.Helper()
	next := tb.site.visitor(tb.TB)
	var cookies []*network.CookieParam
	for _, c := range call(tb, network.GetCookies, network.GetCookiesParams{URLs: []string{tb.site.URL}}).Cookies {
		cookies = append(cookies, &network.CookieParam{Name: c.Name, Value: c.Value, URL: tb.site.URL, HTTPOnly: c.HTTPOnly})
	}
	call(next, network.SetCookies, network.SetCookiesParams{Cookies: cookies})
	return next
}

// ladder opens the home page where graded duels are begun.
func (tb *tab) ladder() {
	tb.Helper()
	tb.open("/")
	tb.unfold(tb.clickOn, "master")
}

// metersSeen are what the meters of a part of the page say.
func (tb *tab) metersSeen(part string) []string {
	tb.Helper()
	return eval[[]string](tb, `[...document.querySelectorAll("`+part+` .meter")].map((n) => n.ariaLabel)`)
}

func TestAGradedShurikenDuel(t *testing.T) { // shuriken 9.2
	t.Parallel()
	tb := newSite(t, 208).visitor(t)
	words := wordsOf(t, "en")
	meter := func(points int) string { return words.T("ladder.meter", "n", points, "of", 3) }
	old := tb.another() // stays at the home page as it was
	old.ladder()
	tb.ladder()
	if got := tb.metersSeen(".graded-form"); !slices.Equal(got, []string{meter(0)}) {
		t.Errorf("a newcomer's meter says %v", got)
	}
	tb.clickOn("#start-shuriken-graded")
	k := tb.challenged()
	if got := tb.metersSeen(".graded-tag"); !slices.Equal(got, []string{meter(0)}) {
		t.Errorf("in the duel the meter says %v", got)
	}

	// The browser is closed and opened again; another is begun from a page that was open all the while.
	later := tb.reopened()
	later.ladder()
	if !eval[bool](later, `!!document.querySelector("#graded-back") && !document.querySelector("#start-shuriken-graded")`) {
		t.Error("the home page does not name the running duel, or offers another")
	}
	old.watch.expects(409)
	old.clickOn("#start-shuriken-graded")
	old.await("a refusal", `!!document.querySelector("#graded.refused #graded-back")`)
	rival := words.T("match.machine.dan", "dan", words.T("dan.1"))
	if got := eval[string](old, `document.querySelector("#graded .words").textContent.trim()`); got != words.T("ladder.refused", "who", rival) {
		t.Errorf("a second graded duel is refused with %q", got)
	}
	for _, back := range []*tab{old, later} {
		back.clickOn("#graded-back")
		if now := back.court("the duel", func(court) bool { return true }); now.Path != "/matches/"+k.id {
			t.Errorf("the way back leads to %s, the duel is %s", now.Path, k.id)
		}
	}

	// It is played to its end where it was gone back to.
	g := later.presses(later.clickOn)
	g.script = true
	later.stay()
	k = later.challenged()
	k.setUp(g)
	now := k.next("")
	for !now.Over {
		now = k.turn(g, now)
	}
	k.ended(now)
	climb, err := tb.site.matches.Climb(context.Background(), tb.site.person(t, k.id), shuriken.Info.Slug)
	if err != nil {
		t.Fatal(err)
	}
	if got := later.metersSeen("#climbed"); !slices.Equal(got, []string{meter(0), meter(climb.Points)}) {
		t.Errorf("at the end the meters say %v, the ladder %+v", got, climb)
	}
	later.ladder()
	if got := later.metersSeen(".graded-form"); !slices.Equal(got, []string{meter(climb.Points)}) {
		t.Errorf("at home the meter says %v, the ladder %+v", got, climb)
	}
	later.clickOn("#start-shuriken-graded")
	if again := later.challenged(); again.id == k.id {
		t.Error("no other graded duel was begun")
	}
}
