package handlers_test

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// sight is what a person sees of a match page.
type sight struct {
	Path    string   // with the query
	Mark    string   // what the forms were made for; "" where there is nothing to choose
	List    string   // chosen so far
	Full    bool     // every slot is filled
	Over    bool     // the match has ended
	Notice  string   // the line that says what changed
	Refused bool     // the line tells of a refusal
	Fits    []string // the ids of the actions that fit
	Focus   string   // the id of the element in focus
	Stayed  bool     // no page was loaded since mark was called
	Dialog  bool     // the rules lie over the table
	Sound   bool     // it is on
}

const lookAtTable = `(() => {
  const one = (q) => document.querySelector(q);
  if (document.readyState !== "complete" || !performance.getEntriesByType("paint").length || !one("#table")) return "";
  return JSON.stringify({
    Path: location.pathname + location.search,
    Mark: one(".orders input[name=ply]")?.value ?? "",
    List: one(".go input[name=do]")?.value ?? "",
    Full: !!one("#confirm:not([aria-disabled])"),
    Over: !!one("#verdict-title"),
    Notice: one("#notice span")?.textContent ?? "",
    Refused: !!one("#notice.refused"),
    Fits: [...document.querySelectorAll(".act:not([aria-disabled])")].map((b) => b.id),
    Focus: document.activeElement?.id ?? "",
    Stayed: window.stayed === true,
    Dialog: !!one("dialog[open]"),
    Sound: one("[data-sound-toggle]")?.getAttribute("aria-pressed") === "true",
  });
})()`

// look waits until the page is whole and says what it shows.
func (tb *tab) look() sight {
	tb.Helper()
	return tb.until("a whole page", func(sight) bool { return true })
}

// until looks again and again until the page shows what is wanted.
func (tb *tab) until(what string, ok func(sight) bool) sight {
	tb.Helper()
	return seeing(tb, what, lookAtTable, ok)
}

// seeing asks a page again and again what it shows, until that is what is wanted. The script answers in JSON, or with
// nothing while the page is not whole.
func seeing[T any](tb *tab, what, script string, ok func(T) bool) T {
	tb.Helper()
	var now T
	for asked := 0; ; asked++ {
		text, err := chromedp.Run(tb.ctx, chromedp.Evaluate[string](script))
		if err == nil && text != "" {
			var next T
			if err := json.Unmarshal([]byte(text), &next); err != nil {
				tb.Fatal(err)
			}
			if now = next; ok(now) {
				return now
			}
		}
		if tb.ctx.Err() != nil {
			tb.Fatalf("%s: never came to be (%v); the page shows %+v", what, err, now)
		}
		pause(asked)
	}
}

// shown is what the page shows at this moment, for a test that gives up.
func (tb *tab) shown() string {
	text, err := chromedp.Run(tb.parent, chromedp.Evaluate[string](lookAtTable))
	if err != nil {
		return err.Error()
	}
	return text
}

// stay leaves a mark that the loading of a page would wipe away.
func (tb *tab) stay() { eval[bool](tb, `window.stayed = true`) }

// --- The ways to press ---

// presser presses a control of the page by its id.
type presser func(id string)

// center finds where a person would press a control, having scrolled to it.
func (tb *tab) center(selector string) (x, y float64) {
	tb.Helper()
	at := eval[[]float64](tb, `(() => {
	  const control = document.querySelector(`+"`"+selector+"`"+`);
	  control.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
	  const box = control.getBoundingClientRect();
	  const x = box.x + box.width / 2, y = box.y + box.height / 2;
	  return control.contains(document.elementFromPoint(x, y)) ? [x, y] : [];
	})()`)
	if len(at) == 0 {
		tb.Fatalf("something lies over %s", selector)
	}
	return at[0], at[1]
}

// click presses with the mouse.
func (tb *tab) click(id string) {
	tb.Helper()
	tb.do(chromedp.MouseClickXY(tb.center("#" + id)))
}

// tap presses with a finger.
func (tb *tab) tap(id string) {
	tb.Helper()
	tb.do(chromedp.TapXY(tb.center("#" + id)))
}

// keys types, without waiting for what comes of it.
func (tb *tab) keys(typed string) {
	tb.Helper()
	tb.do(chromedp.KeyEvent(typed))
}

// byKey presses a control of the match page with its key.
func (tb *tab) byKey(id string) {
	tb.Helper()
	switch number, isAct := strings.CutPrefix(id, "act-"); {
	case isAct:
		tb.keys(number)
	case id == "confirm":
		tb.keys(kb.Enter)
	case id == "take-back":
		tb.keys(kb.Backspace)
	default:
		tb.Fatalf("no key for %q", id)
	}
}

// begin opens a match at a level with the mouse.
func (tb *tab) begin(level int) sight {
	tb.Helper()
	tb.open("/")
	tb.do(chromedp.MouseClickXY(tb.center(`.level:has([value="` + itoa(level) + `"])`)))
	tb.click("start-spirit")
	return tb.until("a match", func(s sight) bool { return strings.HasPrefix(s.Path, "/matches/") && s.Mark != "" })
}

// fill presses actions that fit until the list is full.
func (tb *tab) fill(press presser, pick func(fits []string) string) sight {
	tb.Helper()
	now := tb.look()
	for !now.Full {
		if len(now.Fits) == 0 {
			tb.Fatalf("no action fits and the list is not full: %+v", now)
		}
		press(pick(now.Fits))
		before := now
		now = tb.until("another slot filled", func(s sight) bool { return s.List != before.List })
		if now.Mark != before.Mark || !strings.HasPrefix(now.List, before.List) {
			tb.Fatalf("from %+v to %+v", before, now)
		}
	}
	return now
}

// confirm presses the button that sends the list, and waits for the next turn or the end.
func (tb *tab) confirm(press presser) sight {
	tb.Helper()
	before := tb.look()
	press("confirm")
	return tb.until("the turn played", func(s sight) bool { return s.Over || s.Mark != "" && s.Mark != before.Mark })
}

// rashly picks what brings a match to its end soon: off to the stardust at the edge, to stay there and do now one thing,
// now another.
func rashly() func(fits []string) string {
	n := 0
	others := []string{"act-2", "act-2", "act-3", "act-4", "act-5", "act-7", "act-6", "act-8", "act-2"}
	return func(fits []string) string {
		n++
		if want := others[n/2%len(others)]; n%2 == 0 && slices.Contains(fits, want) {
			return want
		}
		return "act-2"
	}
}

// theMatch is the id in the address that a page shows.
func (s sight) theMatch() string { return page{path: s.Path}.matchID() }

// board writes down what must be the same after a reload: the table, its attributes in one order, without what is only
// in motion and without the new id that the rematch's form carries.
const board = `(() => {
  const passing = /^(play|htmx-.*)$/;
  const lines = [];
  const write = (n, depth) => {
    if (n.nodeType === Node.TEXT_NODE) return n.data.trim() && lines.push(" ".repeat(depth) + n.data.trim());
    if (n.matches(".verdict input[name=id]")) return;
    const attrs = [...n.attributes].filter((a) => !a.name.startsWith("data-htmx"))
      .map((a) => [a.name, a.name === "class" ? a.value.split(/\s+/).filter((c) => !passing.test(c)).join(" ") : a.value])
      .filter(([k, v]) => k !== "class" || v).map((a) => a.join("=")).sort();
    lines.push(" ".repeat(depth) + n.localName + " " + attrs.join(" "));
    for (const child of n.childNodes) write(child, depth + 1);
  };
  write(document.getElementById("table"), 0);
  return lines;
})()`

// differ finds the first line in which two boards differ.
func differ(a, b []string) (string, bool) {
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a):
			return "nothing / " + b[i], true
		case i >= len(b):
			return a[i] + " / nothing", true
		case a[i] != b[i]:
			return a[i] + " / " + b[i], true
		}
	}
	return "", false
}
