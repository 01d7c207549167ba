package handlers_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"salle/game"
	"salle/game/shuriken"
)

// grip is a way to do things on a page of Shuriken Duel: with the mouse, a finger, keys, forms.
type grip struct {
	press  func(selector string)
	carry  func(k *skirmish, now court, from, to string) // brings a piece from a field to another
	level  func(ground string)                           // chooses the machine's first level on the home page
	script bool                                          // it runs: no page is loaded, and the focus stays where the person is
	keys   bool                                          // nothing but keys
	drags  bool                                          // pieces are dragged where they go
	first  func(k *skirmish, now court)                  // what is tried in the first turn
}

// cell is the button of a field.
func cell(field string) string { return "#" + field + " button" }

// challenge opens a match on a ground against the machine's first level.
func (tb *tab) challenge(g grip, ground string) *skirmish {
	tb.Helper()
	tb.open("/")
	tb.unfold(g.press, ground)
	g.level("#ground-" + ground)
	g.press("#start-shuriken-" + ground)
	return tb.challenged()
}

// unfold shows what the home page says of a ground.
func (tb *tab) unfold(press func(selector string), ground string) {
	tb.Helper()
	if open := `document.querySelector("#ground-` + ground + `").open`; !eval[bool](tb, open) {
		press("#ground-" + ground + " summary")
		tb.await("the ground unfolded", open)
	}
}

// enough is how many throws of standing pieces it takes to try each way to throw.
const enough = 2

// fought plays duels to their ends until all was tried in one of them that can be done in a duel.
func (k *skirmish) fought(g grip) {
	k.tb.Helper()
	for range 5 {
		if g.script {
			k.tb.stay()
		}
		k.setUp(g)
		now := k.next("")
		turns := 0
		for ; !now.Over; turns++ {
			if turns == 0 && g.first != nil {
				g.first(k, now)
			}
			now = k.turn(g, now)
		}
		k.ended(now)
		k.tb.Logf("%s after %d turns: %s", k.id, turns, now.Verdict)
		if k.throws >= enough && k.glides > 0 {
			return
		}
		before := k.id
		g.press("#rematch")
		k.tb.court("another match", func(c court) bool { return c.Sets && page{path: c.Path}.matchID() != before })
		k = k.tb.challenged()
	}
	k.tb.Error("in none of five duels were there throws enough")
}

// setUp changes the army that was dealt: it breaks a condition and is told so, mends it, does what only this ground
// knows, and is ready.
func (k *skirmish) setUp(g grip) {
	tb := k.tb
	tb.Helper()
	o, _ := k.seen()
	from, to := crowding(o)
	words := wordsOf(tb, "en").T("refuse.shuriken." + shuriken.CodeShields)

	now := k.step(g, from, to)
	if now.Broken != words || now.Ready {
		tb.Errorf("with shields in one column the page says %q; ready can be pressed: %t", now.Broken, now.Ready)
	}
	tb.watch.expects(422)
	g.press("#ready")
	now = tb.court("a refusal", func(c court) bool { return c.Refused })
	if now.Notice != words || !now.Sets || now.Broken != words {
		tb.Errorf("an army that breaks a condition, declared ready, leads to %+v", now)
	}
	if now = k.step(g, to, from); now.Broken != "" || !now.Ready {
		tb.Errorf("mended, the page says %q; ready can be pressed: %t", now.Broken, now.Ready)
	}
	if o.Ground == shuriken.Training {
		k.handOver(g)
	} else {
		k.dealAnew(g)
	}
	if o, _ = k.seen(); !o.CanReady() {
		tb.Fatalf("the army keeps not every condition: %s", o.Problem())
	}
	g.press("#ready")
}

// crowding is a step of the setup that brings both shields into one column, which is a condition broken (shuriken 8.2).
func crowding(o shuriken.Observation) (from, to string) {
	shields := standing(o, shuriken.Shield)
	other := shields[1]
	return shields[0].String(), shuriken.FieldAt(other.Column(), (other.Row()+1)%3).String()
}

// handOver gives the flag to another warrior, and with the button to a third (shuriken 8.3).
func (k *skirmish) handOver(g grip) {
	k.tb.Helper()
	for _, byButton := range []bool{false, true} {
		o, _ := k.seen()
		bearer := standing(o, shuriken.Flag)[0]
		behind := slices.DeleteFunc(standing(o, shuriken.Shuriken), func(f shuriken.Field) bool { return f.Row() == 2 })
		heir := behind[len(behind)-1]
		if !byButton {
			k.step(g, bearer.String(), heir.String())
		} else {
			now := k.pick(g, heir.String())
			g.press("#banner")
			k.changed(now)
		}
		if o, _ = k.seen(); standing(o, shuriken.Flag)[0] != heir {
			k.tb.Errorf("the flag went to %v, want %s", standing(o, shuriken.Flag), heir)
		}
	}
}

// dealAnew shuffles, and moves a warrior to an empty field (shuriken 8.3).
func (k *skirmish) dealAnew(g grip) {
	k.tb.Helper()
	before, _ := k.seen()
	now := k.tb.court("the setup", func(c court) bool { return c.Sets })
	g.press("#shuffle")
	k.changed(now)
	o, _ := k.seen()
	if slices.Equal(o.Pieces, before.Pieces) {
		k.tb.Error("shuffled, the army stands as before")
	}
	empty := shuriken.Field(1)
	for _, stands := o.At(empty); stands; _, stands = o.At(empty) {
		empty++
	}
	k.step(g, standing(o, shuriken.Shuriken)[0].String(), empty.String())
}

// standing are the fields of the observer's pieces of a kind.
func standing(o shuriken.Observation, kind shuriken.Kind) (list []shuriken.Field) {
	for _, s := range o.Pieces {
		if s.Owner == o.Seat && s.Kind == kind {
			list = append(list, s.At)
		}
	}
	return list
}

// step does a step of the setup with two fields.
func (k *skirmish) step(g grip, from, to string) court {
	k.tb.Helper()
	now := k.tb.court("the setup", func(c court) bool { return c.Sets })
	k.offered(now)
	g.carry(k, now, from, to)
	return k.changed(now)
}

// changed waits for the setup after one step more.
func (k *skirmish) changed(before court) court {
	k.tb.Helper()
	return k.tb.court("the next step", func(c court) bool { return c.Sets && c.Mark != before.Mark && c.Pick == "" })
}

// pick picks a piece, and sees what is offered for it.
func (k *skirmish) pick(g grip, at string) court {
	k.tb.Helper()
	g.press(cell(at))
	now := k.tb.court(at+" picked", func(c court) bool { return c.Pick == at })
	k.offered(now)
	if g.script && now.Focus != at {
		k.tb.Errorf("%s is picked, the focus is on %q", at, now.Focus)
	}
	return now
}

// next waits for a turn of the person, another than that of a mark, or for the end.
func (k *skirmish) next(before string) court {
	k.tb.Helper()
	return k.tb.court("the next turn", func(c court) bool { return c.Over || c.Mark != before && !c.Waits && !c.Sets })
}

// turn plays a turn; what it does must be just what the page offers.
func (k *skirmish) turn(g grip, now court) court {
	k.tb.Helper()
	k.offered(now)
	a := k.plan()
	stands := a.To.String()
	switch a.Verb {
	case shuriken.Throw:
		stands = a.From.String()
		k.pick(g, stands)
		if k.throws++; k.throws%2 == 1 {
			g.press(cell(stands))
		} else {
			g.press("#throw")
		}
	case shuriken.Glide:
		if k.glides++; g.drags {
			stands = "" // a drag leaves the focus where it is
		}
		g.carry(k, now, a.From.String(), a.To.String())
	case shuriken.Place:
		g.press("#star")
		k.offered(k.tb.court("a star in hand", func(c court) bool { return c.Places }))
		g.press(cell(stands))
	default:
		stands = ""
		g.press("#" + a.String())
	}
	next := k.next(now.Mark)
	if a.Verb == shuriken.Throw && k.throws%2 == 0 && !g.keys {
		stands = "table" // the button that was pressed is gone
	}
	if g.script && stands != "" && next.Focus != stands {
		k.tb.Errorf("after %s the focus is on %q", a, next.Focus)
	}
	if next.Stayed != g.script {
		k.tb.Errorf("%s loaded a page", a)
	}
	return next
}

// ended sees that the page tells the result, and offers nothing on the court any more.
func (k *skirmish) ended(now court) {
	k.tb.Helper()
	k.tb.verified(k.id)
	o, _ := k.seen()
	words := wordsOf(k.tb, "en")
	rival := words.T("match.machine.name", "n", 1)
	if o.Ground == shuriken.Master {
		rival = words.T("match.machine.dan", "dan", words.T("dan.1"))
	}
	whose := map[game.Seat]string{game.First: "you", game.Second: "other", game.Spectator: "draw"}[o.Result.Winner]
	want := words.T("result."+o.Result.Reason+"."+whose, "who", rival, "rival", rival)
	if now.Verdict != want || now.Notice != want {
		k.tb.Errorf("the page says %q and %q, want %q", now.Verdict, now.Notice, want)
	}
	if len(now.Offers.Grips)+len(now.Offers.Foes)+len(now.Offers.Does) > 0 {
		k.tb.Errorf("after the end the page offers %+v", now.Offers)
	}
}

// carried picks a piece and then the field where it shall go.
func carried(g *grip) func(k *skirmish, now court, from, to string) {
	return func(k *skirmish, now court, from, to string) {
		k.tb.Helper()
		if now.Pick != from {
			k.pick(*g, from)
		}
		g.press(cell(to))
	}
}

// presses does all by presses, one after another.
func (tb *tab) presses(press func(selector string)) grip {
	g := grip{press: press, level: func(ground string) { press(ground + ` .level:has([value="1"])`) }}
	g.carry = carried(&g)
	return g
}

// onEachGround runs a test on the training and on the master ground, with seeds for which the duels are short.
func onEachGround(t *testing.T, training, master uint64, test func(tb *tab, ground string)) {
	t.Parallel()
	for ground, seed := range map[string]uint64{"training": training, "master": master} {
		t.Run(ground, func(t *testing.T) {
			t.Parallel()
			test(newSite(t, seed).visitor(t), ground)
		})
	}
}

func TestAWholeShurikenDuelByClicks(t *testing.T) {
	onEachGround(t, 231, 231, func(tb *tab, ground string) {
		g := tb.presses(tb.clickOn)
		g.script, g.first = true, (*skirmish).hoversAndLooks
		tb.challenge(g, ground).fought(g)
	})
}

// hoversAndLooks lets the pointer rest on a piece, and looks at one of the enemy's.
func (k *skirmish) hoversAndLooks(now court) {
	tb := k.tb
	tb.Helper()
	at, goals := livelyOf(now)
	x, y := tb.center(cell(at))
	tb.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
	seen := tb.court("lines under the pointer", func(c court) bool { return len(c.Hints) > 0 })
	if !slices.Equal(seen.Hints, goals) || seen.Pick != "" || seen.Path != now.Path {
		tb.Errorf("the pointer on %s shows %v, want %v; the page is %+v", at, seen.Hints, goals, seen)
	}
	k.pick(tb.presses(tb.clickOn), now.Offers.Foes[0])
	tb.clickOn("#drop")
	tb.court("nothing picked", func(c court) bool { return c.Pick == "" })
}

// livelyOf is the piece of the person with the most fields to glide to, and these.
func livelyOf(now court) (at string, goals []string) {
	for _, way := range now.Offers.Ways {
		field, to, _ := strings.Cut(way, ": ")
		if list := strings.Fields(to); len(list) > len(goals) {
			at, goals = field, list
		}
	}
	return at, goals
}

func TestAWholeShurikenDuelWithoutScript(t *testing.T) {
	onEachGround(t, 211, 211, func(tb *tab, ground string) {
		call(tb, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		tb.size(360, 640) // half the work for a browser that draws every page anew
		k := tb.challenge(tb.presses(tb.clickOn), ground)
		if eval[bool](tb, `"htmx" in window`) {
			tb.Fatal("a script ran")
		}
		k.fought(tb.presses(tb.clickOn))
	})
}

func TestAWholeShurikenDuelByKeyboard(t *testing.T) {
	onEachGround(t, 242, 254, func(tb *tab, ground string) {
		g := grip{press: tb.pressKeys, script: true, keys: true}
		g.level = func(ground string) {
			tb.tabTo(`document.activeElement?.matches("` + ground + ` [name=level]") ?? false`)
			for eval[string](tb, `document.activeElement.value`) != "1" { // the level proposed is not the first
				tb.keys(kb.ArrowLeft)
			}
		}
		g.carry = carried(&g)
		tb.challenge(g, ground).fought(g)
	})
}

// pressKeys presses a control with the keyboard: by its own key, or by going there.
func (tb *tab) pressKeys(selector string) {
	tb.Helper()
	field, onCourt := strings.CutSuffix(strings.TrimPrefix(selector, "#"), " button")
	switch {
	case onCourt:
		tb.stride(field)
		tb.keys(kb.Enter)
	case selector == "#throw":
		tb.keys("t")
	case selector == "#star":
		tb.keys("s")
	default:
		tb.tabTo(`document.activeElement?.matches("` + selector + `") ?? false`)
		tb.keys(kb.Enter)
	}
}

// stride goes over the court to a field with the arrow keys.
func (tb *tab) stride(to string) {
	tb.Helper()
	const here = `document.activeElement.closest(".court td")`
	if eval[bool](tb, `document.activeElement.matches("body, #table")`) {
		tb.keys(kb.ArrowUp)
		tb.await("the focus on the court", here+` !== null`)
	}
	for eval[bool](tb, here+` === null`) { // all other controls come after the court
		tb.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)))
	}
	at := eval[[]int](tb, `[`+here+`.parentNode.rowIndex, `+here+`.cellIndex - 1]`)
	f, _ := shuriken.ParseField(to)
	way := func(n int, forward, back string) string {
		if n < 0 {
			return strings.Repeat(back, -n)
		}
		return strings.Repeat(forward, n)
	}
	tb.keys(way(shuriken.Rows-1-f.Row()-at[0], kb.ArrowDown, kb.ArrowUp) + way(f.Column()-at[1], kb.ArrowRight, kb.ArrowLeft))
	tb.await("the cursor on "+to, here+`?.id === "`+to+`"`)
}
