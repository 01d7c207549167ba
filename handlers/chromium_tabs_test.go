package handlers_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"salle/game"
)

func TestAStaleTabPlaysNothingAndSaysSo(t *testing.T) { // C3.1, C3.3, C4.3
	t.Parallel()
	tb := newSite(t, 41).visitor(t)
	d := tb.duel("staletab")
	tb.open(d.path())
	old := tb.another()
	old.watch.expects(409)
	old.open(d.path())
	old.keys("33")
	old.until("a full list", func(s sight) bool { return s.Full })
	old.stay()

	tb.keys("11")
	tb.until("a full list", func(s sight) bool { return s.Full })
	d.act(game.Second, "FC")
	tb.confirm(tb.click)

	old.click("confirm")
	now := old.until("a refusal", func(s sight) bool { return s.Refused })
	if !now.Stayed || now.List != "" || now.Mark != d.seen(game.First).Mark.String() {
		t.Errorf("the stale tab shows %+v", now)
	}
	if want := wordsOf(t, "en").T("refuse.stale", "action", "AA"); now.Notice != want {
		t.Errorf("the stale tab says %q, want %q", now.Notice, want)
	}
	d.stored("FF")
	if a, b := eval[[]string](tb, cells), eval[[]string](old, cells); strings.Join(a, "\n") != strings.Join(b, "\n") {
		t.Errorf("the tabs show different boards:\n%v\n%v", a, b)
	}
	d.act(game.Second, "WW") // and it plays on
	old.fill(old.click, func([]string) string { return "act-3" })
	old.confirm(old.click)
	d.stored("FF", "AA")

	// What the other tab had half chosen is of a turn that is gone, too.
	tb.click("act-4")
	if now := tb.until("a refusal", func(s sight) bool { return s.Refused }); now.List != "" {
		t.Errorf("the stale pick leads to %+v", now)
	}
}

const cells = `[...document.querySelectorAll(".cell .vh")].map((n) => n.textContent)`

func TestBackIsNeverStale(t *testing.T) { // C6.1, C6.2, C6.3
	t.Parallel()
	tb := newSite(t, 42).visitor(t)
	d := tb.duel("backisneverstale")
	tb.open(d.path())
	tb.fill(tb.click, func([]string) string { return "act-1" })
	d.act(game.Second, "FC")
	tb.confirm(tb.click)
	tb.click("act-3")
	tb.until("a slot filled", func(s sight) bool { return s.List == "A" })
	tb.do(chromedp.MouseClickXY(tb.center(".top .home")))
	tb.until("the hall", func(s sight) bool { return s.Path == "/" })
	d.turns("AA", "WW")
	back := func(delta string) {
		t.Helper()
		eval[any](tb, `history.go(`+delta+`)`)
		now := tb.until("the match", func(s sight) bool {
			return strings.HasPrefix(s.Path, d.path()) && s.Mark == d.seen(game.First).Mark.String()
		})
		if now.List != "" {
			t.Errorf("back at the match, %q is chosen for a turn that is gone", now.List)
		}
		tb.styled()
	}
	back("-1")
	eval[any](tb, `history.go(1)`)
	tb.until("the hall", func(s sight) bool { return s.Path == "/" })
	tb.styled()
	d.turns("RR", "WW")
	back("-1")

	// Every address that the page wore is a whole page in another tab (C6.2).
	tb.fill(tb.click, func([]string) string { return "act-5" })
	other := tb.another()
	other.open(tb.look().Path)
	if now := other.look(); now.List != "CC" || !now.Full {
		t.Errorf("the copied address shows %+v", now)
	}
	other.styled()
}

// styled sees that the page is whole: its frame, its style and its scripts.
func (tb *tab) styled() {
	tb.Helper()
	tb.await("a whole page", `document.readyState === "complete" && !!document.querySelector("header.top")
	  && getComputedStyle(document.querySelector("header.top")).display === "flex" && typeof htmx === "object"`)
}
