package handlers_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp/kb"

	"salle/game"
)

func TestKeysThatDoNotFitSayWhy(t *testing.T) { // spirit 11.5
	t.Parallel()
	tb := newSite(t, 21).visitor(t)
	d := tb.duel("keysthatdonotfit")
	words := func(key string) string { return wordsOf(t, "en").T(key) }
	refuses := func(key, list, why string) {
		t.Helper()
		tb.keys(key)
		now := tb.until("a refusal of "+key, func(s sight) bool { return s.Refused && s.Notice == words(why) })
		if now.List != list {
			t.Errorf("%s leaves the list %q, want %q", key, now.List, list)
		}
	}
	takesBack := func(key, list string) {
		t.Helper()
		tb.keys(key)
		tb.until(key+" takes back", func(s sight) bool { return s.List == list && !s.Refused })
	}
	tb.open(d.path())
	tb.until("the board", func(s sight) bool { return s.Mark != "" })
	tb.stay()
	refuses("6", "", "refuse.pierce") // no star
	refuses("8", "", "refuse.leap")   // nobody near
	tb.keys(kb.Enter)                 // not before every slot is filled
	takesBack(kb.Backspace, "")
	tb.keys("1")
	tb.until("a slot filled", func(s sight) bool { return s.List == "F" })
	refuses("8", "F", "refuse.leap") // only one slot left
	tb.keys("3")
	tb.until("a full list", func(s sight) bool { return s.List == "FA" && s.Full })
	for _, key := range []string{"1", "6", "8"} {
		refuses(key, "FA", "refuse.full")
	}
	takesBack(kb.Escape, "F")
	takesBack(kb.Backspace, "")
	if lists := d.mine(); len(lists) > 0 {
		t.Errorf("%q was played", lists)
	}

	d.turns(adjacent...)
	tb.open(d.path())
	tb.keys("8")
	tb.until("a Leap", func(s sight) bool { return s.List == "L-" && s.Full })
	takesBack(kb.Backspace, "")
	tb.keys("8")
	tb.until("a Leap", func(s sight) bool { return s.Full })
	takesBack(kb.Escape, "")
	d.act(game.Second, "WW")
	tb.keys("8")
	tb.until("a Leap", func(s sight) bool { return s.Full })
	tb.keys(" ")
	tb.until("the next turn", func(s sight) bool { return s.Mark != "" && s.List == "" })
	d.stored("FF", "L-")
}

func TestTheRulesLieOverTheTable(t *testing.T) { // spirit 11.5
	t.Parallel()
	tb := newSite(t, 22).visitor(t)
	d := tb.duel("rulesoverthetable")
	tb.open(d.path())
	tb.keys("34")
	tb.until("a full list", func(s sight) bool { return s.List == "AB" && s.Full })
	tb.stay()
	tb.keys("?")
	before := tb.until("the rules", func(s sight) bool { return s.Dialog })
	tb.watch.forget()
	tb.keys("1" + kb.Backspace + "m" + "?" + kb.Enter + " 8")
	if now := tb.look(); !now.Dialog || now.List != "AB" || now.Sound != before.Sound || !now.Stayed {
		t.Errorf("game keys under the rules lead to %+v", now)
	}
	if sent := tb.seen(); len(sent) > 0 {
		t.Errorf("game keys under the rules sent %+v", sent)
	}
	tb.keys(kb.Escape)
	if now := tb.until("the rules closed", func(s sight) bool { return !s.Dialog }); now.List != "AB" || !now.Stayed {
		t.Errorf("Esc closes the rules and leads to %+v", now)
	}
	tb.keys("?")
	tb.until("the rules", func(s sight) bool { return s.Dialog })
	tb.tabTo(`document.activeElement.closest("dialog form button") !== null`)
	tb.keys(kb.Enter)
	if now := tb.until("the rules closed", func(s sight) bool { return !s.Dialog }); now.List != "AB" || !now.Stayed {
		t.Errorf("the button closes the rules and leads to %+v", now)
	}
}

func TestSoundIsRemembered(t *testing.T) {
	t.Parallel()
	tb := newSite(t, 23).visitor(t)
	now := tb.begin(1)
	if !now.Sound {
		t.Fatal("sound is off at first")
	}
	tb.keys("m")
	tb.until("silence", func(s sight) bool { return !s.Sound })
	tb.open(now.Path)
	tb.until("silence after a reload", func(s sight) bool { return !s.Sound })
	tb.keys("M")
	tb.until("sound", func(s sight) bool { return s.Sound })
	tb.open("/")
	tb.until("sound on another page", func(s sight) bool { return s.Sound })
}

func TestWhileItWaitsOnlySoundAndRulesHaveKeys(t *testing.T) { // spirit 11.5
	t.Parallel()
	tb := newSite(t, 24).visitor(t)
	d := tb.duel("whileitwaits")
	tb.open(d.path())
	tb.keys("11" + kb.Enter)
	d.stored("FF")
	tb.await("a page that waits", `!!document.querySelector(".waiting")`)
	tb.stay()
	tb.watch.forget()
	tb.keys("12345678" + kb.Enter + " " + kb.Backspace + kb.Escape)
	for _, r := range tb.seen() {
		if strings.Contains(r.url, "/static/favicon.") {
			continue // when the browser asks for it is its own affair
		}
		if r.url != tb.site.URL+d.path()+"?since="+since(d.seen(game.First)) {
			t.Errorf("while it waits a key sent %s %s", r.method, r.url)
		}
	}
	tb.keys("m")
	tb.until("silence", func(s sight) bool { return !s.Sound })
	tb.keys("?")
	tb.until("the rules", func(s sight) bool { return s.Dialog })
	tb.keys(kb.Escape)
	tb.until("the rules closed", func(s sight) bool { return !s.Dialog })
	d.act(game.Second, "FC")
	tb.until("the rival's answer, without a reload", func(s sight) bool { return s.Mark != "" && s.Stayed && s.List == "" })
	tb.keys("3")
	tb.until("a slot filled", func(s sight) bool { return s.List == "A" })
	d.stored("FF")
}

// slow makes every answer take its time, as on a bad line.
func (tb *tab) slow() {
	tb.Helper()
	call(tb, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{Latency: 60, DownloadThroughput: -1, UploadThroughput: -1}},
	})
}

func TestFastTypingLosesNothing(t *testing.T) { // C3.4
	t.Parallel()
	tb := newSite(t, 25).visitor(t)
	d := tb.duel("fasttyping")
	tb.open(d.path())
	tb.until("the board", func(s sight) bool { return s.Mark != "" })
	tb.stay()
	tb.slow()
	d.act(game.Second, "FC")
	tb.keys("11" + kb.Enter + kb.Enter) // twice: played once
	d.stored("FF")
	now := tb.until("the next turn", func(s sight) bool { return s.Mark == d.seen(game.First).Mark.String() && s.List == "" })
	d.act(game.Second, "WC")
	tb.keys("12" + kb.Backspace + "35" + kb.Escape + kb.Backspace + "43" + kb.Enter + kb.Enter + " ")
	d.stored("FF", "BA")
	now = tb.until("the next turn", func(s sight) bool { return s.Mark != "" && s.Mark != now.Mark && s.List == "" })
	if !now.Stayed {
		t.Error("a page was loaded")
	}

	// All keys in one breath, faster than any hand.
	d.act(game.Second, "WC")
	eval[any](tb, `for (const code of ["Digit3", "Digit1", "Backspace", "Digit7", "Enter", "Enter", "Digit2"])
	  document.body.dispatchEvent(new KeyboardEvent("keydown", { code, key: code.replace("Digit", ""), bubbles: true, cancelable: true }))`)
	d.stored("FF", "BA", "AW")
	tb.until("the first slot of the next turn", func(s sight) bool { return s.Mark == d.seen(game.First).Mark.String() && s.List == "R" })
}

func TestADoubleClickPlaysOnce(t *testing.T) { // C3.4
	t.Parallel()
	tb := newSite(t, 26).visitor(t)
	d := tb.duel("doubleclick")
	tb.open(d.path())
	tb.keys("11")
	now := tb.until("a full list", func(s sight) bool { return s.Full })
	d.act(game.Second, "FC")
	tb.slow()
	eval[any](tb, `document.getElementById("confirm").click(), document.getElementById("confirm").click()`)
	tb.until("the next turn", func(s sight) bool { return s.Mark != "" && s.Mark != now.Mark })
	d.stored("FF")
}
