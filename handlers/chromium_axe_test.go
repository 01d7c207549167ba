package handlers_test

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"salle/game"
)

// axeHash is the SHA-256 of axe.min.js in release 4.14.1 of the npm package axe-core.
const axeHash = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"

//go:embed testdata/axe.min.js
var axe string

func TestAxeIsTheRelease(t *testing.T) {
	sum := sha256.Sum256([]byte(axe))
	if got := hex.EncodeToString(sum[:]); got != axeHash {
		t.Errorf("axe.min.js has hash %s, want %s", got, axeHash)
	}
}

// scene is a page in one of its states.
type scene struct {
	name, path string
	shows      string // an expression that holds only in that state
}

// scenes brings about every page of the site in every state that looks different. The visitor must be new: the first
// scene is the hall before his first match.
func (tb *tab) scenes() []scene {
	tb.Helper()
	d := tb.duel("choosing")
	d.again("waiting").turns(adjacent...).act(game.First, "AA")
	d.again("roundover").turns(wonRound...)
	d.again("decisive").turns(slices.Concat(wonRound, lostRound, []string{"FRA", "RFB"})...)
	d.again("burning").turns(burning...)
	d.again("over").turns(slices.Concat(wonRound, wonRound)...)
	shows := func(selector string) string { return `!!document.querySelector("` + selector + `")` }
	return []scene{
		{"the hall with matches", "/", shows(".matches .yours") + " && " + shows(".matches .done")},
		{"choosing", "/matches/choosing", shows(".slot.next")},
		{"a full list", "/matches/choosing?ply=1.0&do=FA", shows("#confirm[data-key]")},
		{"a refusal", "/matches/choosing?ply=1.0&do=L", shows("#notice.refused")},
		{"waiting", "/matches/waiting", shows(".waiting")},
		{"a round just over", "/matches/roundover", shows(".banner") + " && " + shows(".slot.next")},
		{"a decisive round", "/matches/decisive", `document.querySelectorAll(".slot").length === 3`},
		{"a penalty on stardust", "/matches/burning", shows(".slot.locked") + " && " + shows(".dustmeter.d3")},
		{"over", "/matches/over", shows("#verdict-title")},
		{"a record", "/matches/over/record?step=4", shows("#step-next")},
		{"the rules", "/rules/spirit", shows(".diagram")},
		{"nothing there", "/matches/nosuchmatch", shows(".lost")},
	}
}

// show opens a scene and sees that it is the one.
func (tb *tab) show(s scene) {
	tb.Helper()
	tb.open(s.path)
	tb.await(s.name, `document.readyState === "complete" && `+s.shows)
}

// axeFinds runs axe-core and returns what it finds wrong.
func (tb *tab) axeFinds() []string {
	tb.Helper()
	if !eval[bool](tb, `"axe" in window`) {
		eval[any](tb, axe+`; true`)
	}
	found, err := chromedp.Run(tb.ctx, chromedp.Evaluate[[]string](`axe.run(document, { resultTypes: ["violations"] }).then((r) =>
	  r.violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.target.join(" ") + ": " + n.failureSummary)))`, chromedp.EvalAwaitPromise))
	if err != nil {
		tb.Fatal(err)
	}
	return found
}

// look is how a page is looked at.
type look struct {
	lang, scheme  string
	width, height int64
}

// looks are those in which axe-core sees the pages: both schemes and both sizes. What other words change shows on a phone.
var looks = []look{
	{"en", "light", 360, 640},
	{"ko", "dark", 1280, 800},
}

func (l look) String() string { return l.lang + " " + l.scheme + " " + itoa(int(l.width)) }

// wears makes a new visitor's page look so.
func (tb *tab) wears(l look) {
	tb.Helper()
	tb.media(l.scheme, true)
	tb.size(l.width, l.height)
	tb.speak(l.lang, "/")
}

// pleasesAxe sees that axe-core finds nothing wrong with what is shown.
func (tb *tab) pleasesAxe(name string) {
	tb.Helper()
	for _, found := range tb.axeFinds() {
		tb.Errorf("%s: %s", name, found)
	}
}

// axeFindsNothing shows axe-core every scene in the first look, light and small, and in the others those that differ most.
func axeFindsNothing(t *testing.T, visit func(*testing.T) *tab, scenes func(*tab) []scene, some []string) {
	t.Helper()
	for _, look := range looks {
		t.Run(look.String(), func(t *testing.T) {
			t.Parallel()
			tb := visit(t)
			tb.wears(look)
			for _, s := range scenes(tb) {
				if look != looks[0] && !slices.Contains(some, s.name) {
					continue
				}
				tb.show(s)
				tb.pleasesAxe(s.name)
			}
		})
	}
}

func TestAxeFindsNothing(t *testing.T) { // C8.4
	for _, look := range looks {
		t.Run(look.String(), func(t *testing.T) {
			t.Parallel()
			tb := newSite(t, 71).visitor(t)
			tb.watch.expects(404)
			tb.wears(look)
			check := tb.pleasesAxe
			check("the empty hall")
			for _, s := range tb.scenes() {
				tb.show(s)
				check(s.name)
				if s.name == "choosing" {
					tb.keys("?")
					tb.await("the rules over the table", `!!document.querySelector("dialog[open]")`)
					check("the rules over the table")
				}
				if s.name == "a record" {
					eval[any](tb, `document.querySelector(".menu").open = true`)
					check("the menu")
				}
			}
		})
	}
}
