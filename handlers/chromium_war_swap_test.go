package handlers_test

import (
	"fmt"
	"slices"
	"testing"

	"salle/game"
)

// armySeen tells whether the middle of north's units lies in what the map shows.
const armySeen = `(() => {
  const map = document.getElementById("map").getBoundingClientRect();
  const middle = (side) => { const all = [...document.querySelectorAll(".land td.n")].map((td) => td.getBoundingClientRect()); return all.reduce((sum, box) => sum + box[side], 0) / all.length; };
  const x = (middle("left") + middle("right")) / 2, y = (middle("top") + middle("bottom")) / 2;
  return x > map.left + 60 && x < map.right - 60 && y > map.top && y < map.bottom;
})()`

// noticeFirst tells whether the page begins with the line that says what changed.
const noticeFirst = `Math.abs(document.getElementById("notice").getBoundingClientRect().top) < 8`

func TestAPhoneShowsWhatIsNew(t *testing.T) { // C7.1
	t.Parallel()
	tb := newSite(t, 88).visitor(t)
	tb.phone()
	tb.open("/")
	tb.tap("start-war")
	c := tb.joined()
	tb.stay()
	tb.await("one's own half", `(() => {
	  const map = document.getElementById("map").getBoundingClientRect(), cell = document.querySelector("#map table").rows[5].cells[13].getBoundingClientRect();
	  return cell.left > map.left && cell.right < map.right && cell.top > map.top && cell.bottom < map.bottom;
	})()`)
	tb.tap("use")
	tb.front("a formation", func(f front) bool { return f.Ready })
	tb.await("the army placed", armySeen)
	tb.tapOverview(.9, .2)
	tb.await("another place", `!(`+armySeen+`)`)
	tb.tap("ready")
	now := c.myTurn("")
	tb.await("the army in its first turn", armySeen+" && "+noticeFirst)

	// A pick and a move leave the page where it is.
	for _, press := range []string{"F10", "G11"} {
		tb.center("#" + press)
		before := eval[float64](tb, `scrollY`)
		tb.tap(press)
		tb.front(press+" pressed", func(f front) bool { return f.Pick == press || slices.Equal(f.Draft, []string{"F10-G11"}) })
		if after := eval[float64](tb, `scrollY`); after != before {
			t.Errorf("pressing %s the page went from %v to %v", press, before, after)
		}
	}
	eval[bool](tb, `(scrollTo(0, document.body.scrollHeight), true)`)
	c.rest()
	tb.tap("end")
	if now = c.myTurn(now.Mark); !now.Stayed {
		t.Error("a page was loaded")
	}
	tb.await("the next turn's first line", noticeFirst)
}

func TestASecondPressSendsNothing(t *testing.T) {
	t.Parallel()
	tb := newSite(t, 89).visitor(t)
	c := tb.campaign()
	tb.click("use")
	tb.front("a formation", func(f front) bool { return f.Ready })
	// Whoever presses twice presses again as soon as the next page is there.
	eval[bool](tb, `(document.addEventListener("htmx:after:swap", () => { document.getElementById("end")?.click(); }), true)`)
	tb.click("ready")
	now := c.myTurn("")
	sent := func() (n int) {
		t.Helper()
		for _, action := range tb.site.playedBy(t, c.id, game.First) {
			if action == "end" {
				n++
			}
		}
		return n
	}
	for turn := range 2 {
		since := eval[float64](tb, `Date.now()`)
		tb.await("the page calm again", fmt.Sprintf(`Date.now() > %f + 800`, since))
		if n := sent(); n != turn {
			t.Fatalf("%d turns were ended, want %d", n, turn)
		}
		tb.click("end")
		now = c.myTurn(now.Mark)
	}
}
