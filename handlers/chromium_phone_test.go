package handlers_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	pages "github.com/chromedp/cdproto/page"

	"salle/game"
)

// phone makes the tab a phone's.
func (tb *tab) phone() {
	tb.Helper()
	call(tb, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: 360, Height: 640, DeviceScaleFactor: 2, Mobile: true,
	})
	call(tb, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 5})
}

// tooWide names what sticks out of the page at its side; nothing where nobody has to scroll sideways.
const tooWide = `const clipped = (n) => n && n !== document.body && (getComputedStyle(n).overflowX !== "visible" || clipped(n.parentElement));
  document.scrollingElement.scrollWidth <= 360 && innerWidth <= 360 ? [] :
  [...document.querySelectorAll("body *")].filter((n) => n.getBoundingClientRect().right > 360.5 && !clipped(n.parentElement))
    .map((n) => n.localName + "." + n.getAttribute("class") + " " + n.textContent.trim().slice(0, 30)).slice(0, 8)`

// tooSmall names the controls that a finger misses: less than 44 pixels in one direction. A link in the middle of a
// sentence is as high as the sentence's lines, so links that stand in line with text of their parent are left out; a box
// to tick is as large as its label, which ticks it.
const tooSmall = `[...document.querySelectorAll("a[href], button, summary, select, input:not([type=hidden])")].filter((n) => {
  if (!n.checkVisibility({ visibilityProperty: true }) || n.matches(".skip")) return false;
  const inText = n.localName === "a" && getComputedStyle(n).display === "inline"
    && [...n.parentElement.childNodes].some((c) => c.nodeType === Node.TEXT_NODE && c.data.trim());
  const box = (n.closest("label") ?? n).getBoundingClientRect();
  return !inText && Math.min(box.width, box.height) < 43.99;
}).map((n) => { const box = n.getBoundingClientRect(); return n.localName + "#" + n.id + " " + n.textContent.trim().slice(0, 30) + " " + box.width + "x" + box.height; })`

// fitsAPhone sees that nothing of a scene is too wide, and no control too small.
func (tb *tab) fitsAPhone(s scene) {
	tb.Helper()
	if wide := eval[[]string](tb, tooWide); len(wide) > 0 {
		tb.Errorf("%s is too wide: %s", s.name, strings.Join(wide, "; "))
	}
	if s.name == "the rules" { // running text, full of links and tables
		return
	}
	if small := eval[[]string](tb, tooSmall); len(small) > 0 {
		tb.Errorf("%s has controls that a finger misses: %s", s.name, strings.Join(small, "; "))
	}
}

func TestEveryPageFitsAPhone(t *testing.T) { // C7.1, C7.2, C8.4
	for _, c := range []struct {
		lang string
		font int64
	}{{"en", 16}, {"en", 32}, {"ja", 32}, {"ko", 32}} {
		t.Run(c.lang+" "+itoa(int(c.font)), func(t *testing.T) {
			t.Parallel()
			tb := newSite(t, 81).visitor(t)
			tb.watch.expects(404)
			tb.phone()
			call(tb, pages.SetFontSizes, pages.SetFontSizesParams{FontSizes: &pages.FontSizes{Standard: c.font, Fixed: c.font}})
			tb.speak(c.lang, "/")
			if size := eval[string](tb, `getComputedStyle(document.documentElement).fontSize`); size != itoa(int(c.font))+"px" {
				t.Fatalf("text is %s", size)
			}
			for _, s := range tb.scenes() {
				tb.show(s)
				tb.fitsAPhone(s)
			}
		})
	}
}

func TestATurnByTaps(t *testing.T) { // C7.1
	t.Parallel()
	tb := newSite(t, 82).visitor(t)
	d := tb.duel("turnbytaps")
	tb.phone()
	tb.open(d.path())
	d.act(game.Second, "FC")
	tb.fill(tb.tap, func([]string) string { return "act-1" })
	tb.tap("take-back")
	tb.until("a slot emptied", func(s sight) bool { return s.List == "F" })
	tb.tap("act-2")
	tb.until("a full list", func(s sight) bool { return s.List == "FR" })
	if len(d.mine()) > 0 {
		t.Error("something was played before it was confirmed") // C7.2
	}
	now := tb.confirm(tb.tap)
	d.stored("FR")
	if now.Path != d.path() || now.Focus != "confirm" {
		t.Errorf("after the turn: %+v", now)
	}
}

// moving counts the animations that run.
const moving = `document.getAnimations().filter((a) => a.playState === "running").length`

func TestATurnMovesOnceOrNotAtAll(t *testing.T) { // C8.4
	t.Parallel()
	tb := newSite(t, 83).visitor(t)
	d := tb.duel("turnmoves")
	tb.open(d.path())
	d.act(game.Second, "FC")
	tb.keys("11")
	tb.until("a full list", func(s sight) bool { return s.Full })
	tb.confirm(tb.byKey)
	if n := eval[int](tb, moving); n != 0 {
		t.Errorf("%d animations run for one who asked for less motion", n)
	}

	tb.media("light", false)
	d.act(game.Second, "WW")
	tb.keys("33")
	tb.until("a full list", func(s sight) bool { return s.Full })
	tb.keys("\r")
	tb.await("a turn in motion", `!!document.querySelector(".turn.play") && `+moving+` > 0`)
	d.stored("FF", "AA")
	tb.keys("3") // a choice in mid-turn leaves the motion alone
	tb.until("a slot filled", func(s sight) bool { return s.List == "A" })
	tb.await("the motion's end", `!document.querySelector(".turn.play") && `+moving+` === 0`)
	tb.open(d.path())
	if eval[bool](tb, `!!document.querySelector(".turn.play")`) {
		t.Error("a reload plays the turn again")
	}
}

func TestSoundsComeInTheOrderOfThePhases(t *testing.T) {
	t.Parallel()
	tb := newSite(t, 84).visitor(t)
	d := tb.duel("sounds").turns(adjacent...)
	for _, muted := range []bool{false, true} {
		tb.open(d.path())
		if muted {
			tb.keys("m")
			tb.until("silence", func(s sight) bool { return !s.Sound })
		}
		tb.await("the end of the turn before", `!document.querySelector(".turn.play")`)
		eval[any](tb, `window.heard = [], document.addEventListener("salle:sound", (e) => heard.push(e.detail))`)
		d.act(game.Second, "WA") // misses, then meets a Block
		tb.keys("34")
		tb.until("a full list", func(s sight) bool { return s.Full })
		tb.keys("\r")
		tb.await("the motion's end", `!!window.heard.length && !document.querySelector(".turn.play")`)
		marks := eval[[]string](tb, `(() => {
		  const turn = document.querySelector(".turn"), phases = Number(turn.dataset.phases);
		  const at = (n) => (n.dataset.phase === "end" ? phases : n.dataset.phase - 1) + Number(n.dataset.at ?? .55);
		  return [...turn.querySelectorAll("[data-sound]")].sort((a, b) => at(a) - at(b)).map((n) => n.dataset.sound);
		})()`)
		heard := eval[[]string](tb, `heard`)
		if strings.Join(heard, " ") != strings.Join(marks, " ") {
			t.Errorf("muted %t: heard %v, want %v", muted, heard, marks)
		}
		line := strings.Join(heard, " ")
		hit, block, star := strings.Index(line, "hit"), strings.Index(line, "block"), strings.LastIndex(line, "star")
		if hit < 0 || hit > block || block > star {
			t.Errorf("muted %t: heard %v, want a hit, then a block, then a star", muted, heard)
		}
	}
}

func TestPageWeight(t *testing.T) { // C12.8
	t.Parallel()
	const kilobyte = 1024
	s := newSite(t, 91)
	tb := s.visitor(t)
	tb.begin(2)
	path := tb.look().Path
	fresh := tb.another()
	call(fresh, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true})
	fresh.watch.forget()
	fresh.open(path)
	total := 0.0
	for _, r := range fresh.seen() {
		t.Logf("%6.0f %s", r.bytes, strings.TrimPrefix(r.url, s.URL))
		total += r.bytes
	}
	if total > 60*kilobyte || total < kilobyte {
		t.Errorf("a first match page weighs %.0f bytes, want at most 60 KB", total)
	}
	fresh.watch.forget()
	fresh.fill(fresh.click, func(fits []string) string { return fits[0] })
	fresh.confirm(fresh.click)
	for _, r := range fresh.seen() {
		t.Logf("%6.0f %s %s", r.bytes, r.method, strings.TrimPrefix(r.url, s.URL))
		if r.bytes > 10*kilobyte {
			t.Errorf("%s %s weighs %.0f bytes, want at most 10 KB", r.method, r.url, r.bytes)
		}
	}
}
