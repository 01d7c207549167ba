package handlers_test

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"salle/game"
)

// played plays a match to its end, and sees after every turn that the page is what the site says.
func (tb *tab) played(now sight, press presser, each func(sight)) sight {
	tb.Helper()
	pick := rashly()
	for range maxTurns {
		if now.Over {
			return now
		}
		tb.fill(press, pick)
		now = tb.confirm(press)
		each(now)
	}
	tb.Fatalf("no end after %d turns", maxTurns)
	return now
}

// verified sees that a match that was played in the browser is stored whole, ended and lawful.
func (tb *tab) verified(id string) {
	tb.Helper()
	if err := tb.site.matches.Verify(context.Background(), id); err != nil {
		tb.Error(err)
	}
	seen, err := tb.site.matches.Look(context.Background(), id, tb.site.person(tb, id))
	if err != nil || !seen.Status.Result.Over {
		tb.Errorf("match %s is not over: %+v, %v", id, seen.Status, err)
	}
}

func TestAWholeMatchByClicks(t *testing.T) {
	t.Parallel()
	s := newSite(t, 11)
	tb := s.visitor(t)
	now := tb.begin(1)
	tb.stay()
	const live = `document.querySelectorAll("[role=status], [role=alert], [role=log], [aria-live], output").length`
	eval[bool](tb, `window.line = document.getElementById("notice"), true`)
	turn := 0
	now = tb.played(now, tb.click, func(now sight) {
		turn++
		if !now.Stayed {
			t.Fatalf("turn %d loaded a page", turn)
		}
		if want := matchPathOf(now); now.Path != want {
			t.Errorf("after turn %d the address is %s, want %s", turn, now.Path, want)
		}
		if n := eval[int](tb, live); n != 1 {
			t.Errorf("after turn %d the page has %d live regions", turn, n)
		}
		if !eval[bool](tb, `document.getElementById("notice") === window.line`) {
			t.Errorf("turn %d replaced the live region, so that nobody hears it", turn)
		}
		if want := map[bool]string{false: "confirm", true: "table"}[now.Over]; now.Focus != want { // C8.3
			t.Errorf("after turn %d the focus is on %q, want %q", turn, now.Focus, want)
		}
		if turn%4 == 1 || now.Over {
			tb.reloads(now)
		}
	})
	tb.verified(now.theMatch())

	eval[any](tb, `document.getElementById("rematch-level").focus()`)
	tb.keys(kb.ArrowDown)
	tb.click("rematch")
	again := tb.until("another match", func(s sight) bool { return !s.Over && s.theMatch() != now.theMatch() })
	h, _, err := s.db.Load(context.Background(), again.theMatch(), 0)
	if err != nil || h.Players[game.Second].Level != 2 {
		t.Errorf("the rematch is against %+v, %v", h.Players, err)
	}
}

func matchPathOf(now sight) string { return "/matches/" + now.theMatch() }

// reloads sees that a reload shows the same table (C3.7), then marks the page again.
func (tb *tab) reloads(now sight) {
	tb.Helper()
	before := eval[[]string](tb, board)
	tb.do(chromedp.Reload())
	tb.look()
	if d, ok := differ(before, eval[[]string](tb, board)); ok {
		tb.Errorf("%s: before and after a reload the table shows %s", now.Path, d)
	}
	tb.stay()
	eval[bool](tb, `window.line = document.getElementById("notice"), true`)
	if !now.Over {
		eval[any](tb, `document.getElementById("confirm").focus()`)
	}
}

func TestAHalfFilledListSurvivesAReload(t *testing.T) { // C3.5
	t.Parallel()
	tb := newSite(t, 12).visitor(t)
	tb.begin(3)
	tb.stay()
	tb.click("act-3")
	now := tb.until("a slot filled", func(s sight) bool { return s.List == "A" })
	if now.Focus != "act-3" {
		t.Errorf("the focus went from act-3 to %q", now.Focus)
	}
	tb.reloads(now)
	tb.click("act-5")
	now = tb.until("both slots filled", func(s sight) bool { return s.List == "AC" && s.Full })
	tb.reloads(now)
	tb.click("take-back")
	tb.until("a slot emptied", func(s sight) bool { return s.List == "A" && s.Stayed })
}

func TestAWholeMatchByKeyboard(t *testing.T) {
	t.Parallel()
	tb := newSite(t, 13).visitor(t)
	tb.open("/")
	tb.tabTo(`document.activeElement?.name === "level"`)
	for range 5 { // the level proposed is not the first
		if eval[string](tb, `document.activeElement.value`) == "1" {
			break
		}
		tb.keys(kb.ArrowLeft)
	}
	tb.tabTo(`document.activeElement?.id === "start-spirit"`)
	tb.keys(kb.Enter)
	now := tb.until("a match", func(s sight) bool { return s.Mark != "" })
	tb.stay()
	n := 0
	now = tb.played(now, func(id string) {
		if n++; id == "confirm" && n%2 == 0 {
			tb.keys(" ")
			return
		}
		tb.byKey(id)
	}, func(now sight) {
		if !now.Stayed {
			t.Fatal("a turn loaded a page")
		}
	})
	tb.verified(now.theMatch())
	tb.tabTo(`document.activeElement?.id === "rematch"`)
	tb.keys(kb.Enter)
	tb.until("another match", func(s sight) bool { return !s.Over && s.theMatch() != now.theMatch() })
}

// tabTo presses Tab until the focus is where it is wanted.
func (tb *tab) tabTo(there string) {
	tb.Helper()
	for range 80 {
		if eval[bool](tb, there) {
			return
		}
		tb.keys(kb.Tab)
	}
	tb.Fatalf("Tab never comes to %s", there)
}

func TestAWholeMatchWithoutScript(t *testing.T) {
	t.Parallel()
	tb := newSite(t, 14).visitor(t)
	call(tb, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	now := tb.begin(1)
	if eval[bool](tb, `"htmx" in window`) {
		t.Fatal("a script ran")
	}
	now = tb.played(now, tb.click, func(now sight) {
		if want := matchPathOf(now); now.Path != want {
			t.Errorf("the address after a turn is %s, want %s", now.Path, want)
		}
	})
	tb.verified(now.theMatch())
	tb.click("rematch")
	again := tb.until("another match", func(s sight) bool { return !s.Over && s.theMatch() != now.theMatch() })

	// What is refused is said in words here too, and the list stays (C3.3).
	tb.click("act-8")
	if now = tb.until("a refusal", func(s sight) bool { return s.Refused }); now.List != "" || now.theMatch() != again.theMatch() {
		t.Errorf("a refused Leap leads to %+v", now)
	}
	if words := wordsOf(t, "en").T("refuse.leap"); !strings.Contains(now.Notice, words) {
		t.Errorf("the notice says %q, want %q", now.Notice, words)
	}
}
