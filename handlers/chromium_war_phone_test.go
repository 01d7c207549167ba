package handlers_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"salle/game"
)

func TestWarFitsAPhone(t *testing.T) { // C7.1, C7.2, C8.4
	t.Parallel()
	tb := newWarSite(t, 85).visitor(t)
	tb.phone()
	for _, s := range tb.battles() {
		tb.show(s)
		tb.fitsAPhone(s)
	}
}

// ground is what of the map a person sees.
type ground struct {
	X, Y float64 // how far it is scrolled
	Size float64 // of a square
	Seen bool    // the whole of a square lies in the map's box
}

// ground looks at a square of the map.
func (tb *tab) ground(square string) ground {
	tb.Helper()
	return seeing(tb, "the map", `(() => {
	  const map = document.getElementById("map"), box = map.getBoundingClientRect();
	  const cell = document.getElementById("`+square+`").closest("td").getBoundingClientRect();
	  const head = map.querySelector("th").offsetHeight;
	  return JSON.stringify({
	    X: map.scrollLeft, Y: map.scrollTop, Size: cell.width,
	    Seen: cell.left >= box.left + head && cell.right <= box.right && cell.top >= box.top + head && cell.bottom <= box.bottom,
	  });
	})()`, func(ground) bool { return true })
}

// tapOverview taps the overview where a square of the map lies: so many of its parts from the left and from the top.
func (tb *tab) tapOverview(x, y float64) {
	tb.Helper()
	left, top := tb.center("#over")
	size := eval[[]float64](tb, `((box) => [box.width, box.height])(document.getElementById("over").getBoundingClientRect())`)
	tb.do(chromedp.TapXY(left+size[0]*(x-.5), top+size[1]*(y-.5)))
}

// drag moves a finger over the page.
func (tb *tab) drag(x, y, byX, byY float64) {
	tb.Helper()
	const steps = 10
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		call(tb, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	for n := 1.0; n <= steps; n++ {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x + byX*n/steps, Y: y + byY*n/steps})
	}
	for range 3 { // it rests, so that the map does not fly on
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x + byX, Y: y + byY})
		time.Sleep(50 * time.Millisecond)
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
}

func TestAThumbMovesAUnitAndTakesItBack(t *testing.T) { // C7.1
	t.Parallel()
	tb := newSite(t, 86).visitor(t)
	tb.phone()
	tb.open("/")
	tb.tap("start-war")
	c := tb.joined()
	tb.tap("use")
	tb.front("a formation", func(f front) bool { return f.Ready })
	tb.tap("ready")
	c.myTurn("")
	tb.stay()
	if at := tb.ground("F10"); at.Size < 44 {
		t.Errorf("a square is %.1f pixels wide where one moves", at.Size)
	}

	// The overview leads anywhere; the whole board can be seen, and from there the finger goes in again.
	tb.tapOverview(.9, .9)
	tb.await("the far corner", `(() => { const map = document.getElementById("map"); return map.scrollLeft + map.clientWidth > map.scrollWidth - 2; })()`)
	if tb.ground("F10").Seen {
		t.Fatal("the square looked for is in sight anyway")
	}
	for tb.ground("F10").Size > 20 {
		tb.tap("zoom-out")
	}
	for tb.ground("F10").Size < 44 {
		tb.tap("zoom-in")
	}
	tb.tapOverview(9.5/25, 5.5/20)
	tb.await("the unit in sight", `(() => {
	  const map = document.getElementById("map").getBoundingClientRect(), unit = document.getElementById("F10").getBoundingClientRect();
	  return unit.left > map.left && unit.right < map.right && unit.top > map.top && unit.bottom < map.bottom;
	})()`)

	// A finger drags the map.
	before := tb.ground("F10")
	middleX, middleY := tb.center("#map")
	tb.drag(middleX, middleY, -70, -70)
	tb.await("the map dragged", `document.getElementById("map").scrollLeft !== `+fmt.Sprint(before.X))
	dragged := tb.ground("F10")
	if dragged.X <= before.X || dragged.Y <= before.Y || dragged.Size != before.Size {
		t.Errorf("a finger dragged the map from %+v to %+v", before, dragged)
	}

	// Picked, moved and taken back; the map stays where it is.
	tb.tapOverview(9.5/25, 5.5/20)
	stays := func(what string, at ground) {
		t.Helper()
		if now := tb.ground("F10"); now.X != at.X || now.Y != at.Y || now.Size != at.Size {
			t.Errorf("%s the map went from %+v to %+v", what, at, now)
		}
	}
	tb.center("#F10")
	at := tb.ground("F10")
	tb.tap("F10")
	now := tb.front("the unit picked", func(f front) bool { return f.Pick == "F10" })
	c.offered(now)
	stays("picking the unit", at)
	for _, to := range now.To {
		if size := tb.ground(to).Size; size < 44 {
			t.Errorf("the destination %s is %.1f pixels wide", to, size)
		}
	}
	tb.center("#G11")
	at = tb.ground("F10")
	tb.tap("G11")
	tb.front("the unit moved", func(f front) bool { return slices.Equal(f.Draft, []string{"F10-G11"}) })
	if now := tb.ground("G11"); now.X != at.X || now.Y != at.Y || !now.Seen {
		t.Errorf("moving the unit the map went from %+v to %+v", at, now)
	}
	tb.tap("undo-1")
	now = tb.front("the move taken back", func(f front) bool { return len(f.Draft) == 0 && slices.Contains(f.Can, "F10") })
	stays("taking the move back", at)
	if !now.Stayed {
		t.Error("a page was loaded")
	}
	if played := tb.site.playedBy(t, c.id, game.First); len(played) != 1 {
		t.Errorf("something was played: %v", played)
	}
}
