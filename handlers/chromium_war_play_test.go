package handlers_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"salle/game"
	"salle/game/war"
)

// book is the ready-made deployment that the page proposes, as it is sent.
func book() string { return "deploy " + war.Formations(game.First)[0].Deployment.String() }

// clickOn presses what a selector finds, with the mouse.
func (tb *tab) clickOn(selector string) {
	tb.Helper()
	tb.do(chromedp.MouseClickXY(tb.center(selector)))
}

// byMouse does all by clicks on the map and the panels.
func (tb *tab) byMouse() hands {
	return hands{deploy: (*campaign).deployByMouse, move: (*campaign).moveByMouse, aim: tb.click, press: tb.click}
}

// deployByMouse places a unit by hand, moves it, and takes a ready-made formation instead.
func (c *campaign) deployByMouse() {
	tb := c.tb
	tb.Helper()
	if now := tb.front("the deployment", func(f front) bool { return f.Deploys }); now.Ready {
		tb.Error("an empty deployment may be committed")
	}
	tb.click("take-K")
	tb.await("artillery in hand", `!!document.querySelector("[value='place K G8']")`)
	if got, want := eval[[]string](tb, puts), open(war.Deployment{}); !slices.Equal(got, want) {
		tb.Errorf("a unit may be placed on %v, want %v", got, want)
	}
	tb.clickOn(`[value="place K G8"]`)
	tb.front("artillery placed", func(f front) bool { return slices.Equal(f.Draft, []string{"deploy K G8"}) && !f.Ready })
	tb.click("G8")
	tb.front("artillery picked", func(f front) bool { return f.Pick == "G8" })
	tb.clickOn(`[value="move G8 J25"]`)
	tb.front("artillery moved", func(f front) bool { return slices.Equal(f.Draft, []string{"deploy K J25"}) })
	tb.click("use")
	tb.front("a formation", func(f front) bool { return f.Ready && slices.Equal(f.Draft, []string{book()}) })
	tb.click("ready")
}

// puts are the squares on which the page offers to place what is in hand.
const puts = `[...document.querySelectorAll(".land .put")].map((b) => b.value.split(" ").at(-1))`

// open are the squares on which north may place a unit beside those of a deployment.
func open(d war.Deployment) []string {
	var squares []war.Square
	for s := war.Square(1); s <= war.Squares; s++ {
		if war.Territory(game.First, s) && s.Terrain() != war.Mountain && d.At(s) == war.NoKind {
			squares = append(squares, s)
		}
	}
	return squaresIn(squares)
}

func (c *campaign) moveByMouse(now front, from, to string) {
	c.tb.Helper()
	if now.Pick != from { // a retreat that is owed is picked already
		c.tb.click(from)
		c.offered(c.tb.front(from+" picked", func(f front) bool { return f.Pick == from }))
	}
	c.tb.click(to)
}

func TestAWarIsBegunAndWonByClicks(t *testing.T) {
	if !*wholeMatches {
		t.Skip("one between two people is played by clicks; -whole plays this one too")
	}
	t.Parallel()
	tb := newWarSite(t, 107).visitor(t)
	tb.campaign().begunAndWon(tb.byMouse())
}

// byKeys does all with the keyboard: on the map with arrow keys and Enter, or in notation.
func (tb *tab) byKeys() hands {
	return hands{
		deploy: (*campaign).deployByKeys,
		move: func(c *campaign, now front, from, to string) {
			tb.Helper()
			if len(now.Draft) > 0 {
				tb.typed(strings.ToLower(from + "-" + to))
				return
			}
			if now.Pick != from {
				tb.walk(from)
				tb.keys(kb.Enter)
				c.offered(tb.front(from+" picked", func(f front) bool { return f.Pick == from }))
			}
			tb.walk(to)
			tb.keys(kb.Enter)
		},
		aim: func(target string) { tb.typed(strings.ToLower(target) + "*") },
		press: func(id string) {
			tb.tabTo(`document.activeElement?.id === "` + id + `"`)
			tb.keys(kb.Enter)
		},
	}
}

// deployByKeys places a unit on the map, and types a deployment instead.
func (c *campaign) deployByKeys() {
	tb := c.tb
	tb.Helper()
	tb.keys("3")
	tb.await("artillery in hand", `!!document.querySelector("[value='place K G8']")`)
	tb.walk("G8")
	tb.keys(kb.Enter)
	tb.front("artillery placed", func(f front) bool { return slices.Equal(f.Draft, []string{"deploy K G8"}) })
	tb.keys(kb.Enter)
	tb.front("artillery picked", func(f front) bool { return f.Pick == "G8" })
	tb.keys(kb.Backspace)
	tb.front("artillery back in the reserve", func(f front) bool { return slices.Equal(f.Draft, []string{"deploy"}) })
	tb.typed(strings.ToLower(book()))
	tb.front("a deployment", func(f front) bool { return f.Ready && slices.Equal(f.Draft, []string{book()}) })
	tb.tabTo(`document.activeElement?.id === "ready"`)
	tb.keys(kb.Enter)
}

// typed writes an action where actions are typed.
func (tb *tab) typed(notation string) {
	tb.Helper()
	if eval[string](tb, `document.activeElement?.id ?? ""`) != "typed" {
		// As a real key, whose character is not typed where the page takes the key for itself.
		slash := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: "/", Code: "Slash", Text: "/", WindowsVirtualKeyCode: 191}
		call(tb, input.DispatchKeyEvent, slash)
		slash.Type, slash.Text = input.DispatchKeyEventTypeKeyUp, ""
		call(tb, input.DispatchKeyEvent, slash)
		tb.await("the field for notation", `document.activeElement?.id === "typed"`)
	}
	tb.keys(notation + kb.Enter)
}

// walk goes over the map to a square with the arrow keys.
func (tb *tab) walk(to string) {
	tb.Helper()
	const here = `document.activeElement.closest(".land td")`
	tb.tabTo(here + ` !== null`)
	at := eval[[]int](tb, `[`+here+`.parentNode.rowIndex - 1, `+here+`.cellIndex - 1]`)
	square, _ := war.ParseSquare(to)
	way := func(n int, forward, back string) string {
		if n < 0 {
			return strings.Repeat(back, -n)
		}
		return strings.Repeat(forward, n)
	}
	tb.keys(way(square.Row()-at[0], kb.ArrowDown, kb.ArrowUp) + way(square.Column()-at[1], kb.ArrowRight, kb.ArrowLeft))
	tb.await("the cursor on "+to, `new RegExp("\\b`+to+`\\b").test(`+here+`.textContent)`)
}

func TestAWarIsBegunAndWonByKeyboard(t *testing.T) {
	t.Parallel()
	tb := newWarSite(t, 107).visitor(t)
	tb.open("/")
	tb.tabTo(`document.activeElement?.matches("#new-war [name=level]") ?? false`)
	for eval[string](tb, `document.activeElement.value`) != "1" { // the level proposed is not the first
		tb.keys(kb.ArrowLeft)
	}
	tb.tabTo(`document.activeElement?.id === "start-war"`)
	tb.keys(kb.Enter)
	tb.joined().begunAndWon(tb.byKeys())
}

func TestAWarIsBegunAndWonWithoutScript(t *testing.T) {
	t.Parallel()
	tb := newWarSite(t, 107).visitor(t)
	call(tb, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	tb.size(360, 640) // half the work for a browser that draws every page anew
	c := tb.campaign()
	if eval[bool](tb, `"htmx" in window`) {
		t.Fatal("a script ran")
	}
	forms := tb.byMouse()
	forms.move = func(c *campaign, now front, from, to string) {
		if len(now.Draft) == 4 { // picking and moving are two pages; typing is one
			c.moveByMouse(now, from, to)
			return
		}
		tb.click("typed")
		tb.keys(from + "-" + to)
		tb.click("typed-go")
	}
	c.begunAndWon(forms)
}
