package handlers_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"salle/game"
)

// tapOn presses what a selector finds, with a finger. Where the test was kept waiting between putting it down and lifting
// it, so that the browser took the tap for a hold, it taps again.
func (tb *tab) tapOn(selector string) {
	tb.Helper()
	for {
		x, y := tb.center(selector)
		eval[any](tb, `window.tapped = false, window.lifted = Infinity,
		  addEventListener("touchend", () => { window.lifted = performance.now(); }, { capture: true, once: true }),
		  addEventListener("click", () => { window.tapped = true; }, { capture: true, once: true })`)
		tb.do(chromedp.TapXY(x, y))
		tb.await("a tap or a hold", `window.tapped !== false || performance.now() > window.lifted + 1000`)
		if eval[bool](tb, `window.tapped !== false`) { // it is gone where the tap has led to another page
			return
		}
	}
}

// finger puts a finger down, moves or lifts it.
func (tb *tab) finger(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
	tb.Helper()
	call(tb, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
}

// slide drags what stands on a field to another with a finger.
func (tb *tab) slide(from, to string) {
	tb.Helper()
	tb.center("#" + to)
	x, y := tb.center("#" + from)
	toX, toY := tb.center("#" + to) // both are in sight now
	tb.finger(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	for _, part := range []float64{.3, .6, 1} {
		tb.finger(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x + part*(toX-x), Y: y + part*(toY-y)})
	}
	if !eval[bool](tb, `!!document.querySelector(".held")`) {
		tb.Errorf("no warrior is under the finger that drags %s", from)
	}
	tb.finger(input.DispatchTouchEventTypeTouchEnd)
	if eval[bool](tb, `!!document.querySelector(".held")`) {
		tb.Errorf("the warrior of %s hangs in the air", from)
	}
}

// slides does all with a finger: pieces are dragged, now as they stand, now when they are picked.
func (tb *tab) slides() grip {
	g := tb.presses(tb.tapOn)
	g.script, g.drags, g.first = true, true, (*skirmish).holdsAndMisses
	n := 0
	g.carry = func(k *skirmish, now court, from, to string) {
		tb.Helper()
		if n++; n%3 == 0 && now.Pick != from {
			k.pick(g, from)
		}
		tb.slide(from, to)
		if eval[bool](tb, `document.scrollingElement.scrollWidth > innerWidth || scrollX !== 0`) {
			tb.Errorf("dragging %s-%s the page scrolls sideways", from, to)
		}
	}
	return g
}

// holdsAndMisses holds a piece, and drags it where it cannot go: neither does anything.
func (k *skirmish) holdsAndMisses(now court) {
	tb := k.tb
	tb.Helper()
	played := tb.site.playedBy(tb, k.id, game.First)
	at, goals := livelyOf(now)
	x, y := tb.center("#" + at)
	tb.watch.forget()
	tb.finger(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	seen := tb.court("lines under the finger", func(c court) bool { return len(c.Hints) > 0 })
	if !slices.Equal(seen.Hints, goals) {
		tb.Errorf("holding %s shows %v, want %v", at, seen.Hints, goals)
	}
	tb.finger(input.DispatchTouchEventTypeTouchEnd)
	tb.court("no lines", func(c court) bool { return len(c.Hints) == 0 })
	for _, to := range []string{now.Offers.Foes[0], now.Offers.Grips[0], now.Offers.Grips[1]} {
		if to != at {
			tb.slide(at, to)
		}
	}
	seen = tb.court("the page as it was", func(c court) bool { return true })
	if seen.Mark != now.Mark || seen.Pick != "" || seen.Path != now.Path || len(seen.Hints) > 0 {
		tb.Errorf("held, and dragged where it cannot go, %s leads from\n%+v to\n%+v", at, now, seen)
	}
	for _, r := range tb.seen() {
		if strings.Contains(r.url, k.id) { // when the browser asks for its icon is its own affair
			tb.Errorf("held, and dragged where it cannot go, %s sent %s %s", at, r.method, r.url)
		}
	}
	if got := tb.site.playedBy(tb, k.id, game.First); !slices.Equal(got, played) {
		tb.Errorf("held, and dragged where it cannot go, %s played %v", at, got[len(played):])
	}
}

func TestAWholeShurikenDuelByDragging(t *testing.T) {
	onEachGround(t, 231, 215, func(tb *tab, ground string) {
		tb.phone()
		g := tb.slides()
		tb.challenge(g, ground).fought(g)
	})
}
