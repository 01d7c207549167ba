package handlers_test

import (
	"slices"
	"testing"
	"time"

	"salle/game"
)

// sofa is a match of two people at one device.
type sofa struct {
	tb   *tab
	id   string
	acts [2]actor
}

// curtained tells whether the curtain is down, with nothing of a board behind it.
const curtained = `!!document.querySelector(".curtain [name=seat]") && document.readyState === "complete"
  && !document.querySelector(".match, .cell, #map, #court, .act, #notice, [name=ply], [name=do]")`

// shares opens a match for two at the tab with the mouse. The curtain is down at first.
func (tb *tab) shares(slug string) *sofa {
	tb.Helper()
	tb.open("/offers/new?game=" + slug)
	tb.click("shared-open")
	tb.await("the curtain", curtained)
	p := &sofa{tb: tb, id: page{path: eval[string](tb, `location.pathname`)}.matchID()}
	h, _, err := tb.site.db.Load(tb.Context(), p.id, 0)
	if err != nil {
		tb.Fatal(err)
	}
	for seat, player := range h.Players {
		p.acts[seat] = actor{tb, tb.site, p.id, player.Person}
	}
	return p
}

// sits lets a player sit down, and sees that the board is his.
func (p *sofa) sits(seat game.Seat) {
	p.tb.Helper()
	p.tb.click("sit-" + itoa(int(seat)))
	p.tb.await("the board", `!document.querySelector(".curtain") && !!document.querySelector(".match, #map, #court") && document.readyState === "complete"`)
	if asked := !eval[bool](p.tb, `!!document.querySelector(".waiting")`); asked != p.acts[seat].seen().Status.ToAct.Has(seat) {
		p.tb.Errorf("the page asks something of %s: %t", seat, asked)
	}
}

// falls waits until the curtain is down. Going back shows no board: the curtain again, or what was before the match.
func (p *sofa) falls() {
	p.tb.Helper()
	p.tb.await("the curtain", curtained)
	p.tb.stay()
	p.tb.back()
	p.tb.await("what lies behind the curtain", `window.stayed !== true && performance.getEntriesByType("paint").length > 0
	  && (`+curtained+` || location.pathname === "/offers/new")`)
	p.tb.open("/matches/" + p.id)
	p.tb.await("the curtain", curtained)
}

// acted waits until what a player has done is stored, which made the log longer. He goes on where he owes more at that ply;
// else the curtain falls, even where he owes something at the next one, as who ends a simultaneous turn does.
func (p *sofa) acted(seat game.Seat, before int) (goesOn bool) {
	p.tb.Helper()
	for asked := 0; len(p.tb.site.stored(p.tb, p.id)) == before; asked++ {
		if p.tb.ctx.Err() != nil {
			p.tb.Fatalf("nothing was stored; the page shows %s", p.tb.shown())
		}
		pause(asked)
	}
	seen := p.acts[seat].seen()
	if seen.Status.Result.Over {
		return false
	}
	if ply := p.tb.site.stored(p.tb, p.id)[before].Ply; !seen.Status.ToAct.Has(seat) || ply != seen.Status.Ply {
		p.falls()
		return false
	}
	p.tb.await("the next turn", `document.readyState === "complete" && [...document.querySelectorAll("[name=ply]")].some((n) => n.value === "`+seen.Mark.String()+`")`)
	return true
}

// rises presses the button that lets the curtain fall.
func (p *sofa) rises() {
	p.tb.Helper()
	p.tb.click("hand-over")
	p.falls()
}

func TestTwoAtOneDevicePlayAWholeSpiritDuelWithoutScript(t *testing.T) {
	if !*wholeMatches {
		t.Skip("-whole plays it")
	}
	t.Parallel()
	tb := newSite(t, 321).visitor(t)
	tb.plain()
	p := tb.shares("spirit")
	lists := slices.Concat(wonRound, wonRound)
	seated := false
	for n := 0; n < len(lists); n++ {
		seat := game.Seat((n + 1) / 2 % 2) // who ends a turn begins the next
		if !seated {
			p.sits(seat)
		}
		before := len(tb.site.stored(t, p.id))
		tb.spells(lists[n/2*2+int(seat)])
		seated = p.acted(seat, before)
	}
	tb.until("the end", func(s sight) bool { return s.Over })
	if err := tb.site.matches.Verify(t.Context(), p.id); err != nil {
		t.Error(err)
	}
}

func TestTwoAtOneDeviceBegin(t *testing.T) {
	for slug, opening := range map[string]func(p *sofa, seat game.Seat){
		"spirit": func(p *sofa, seat game.Seat) { p.tb.spells([]string{"FF", "FC"}[seat]) },
		"war": func(p *sofa, _ game.Seat) {
			p.tb.click("use")
			p.tb.front("a formation", func(f front) bool { return f.Ready })
			p.tb.click("ready")
		},
		"shuriken": func(p *sofa, _ game.Seat) { p.tb.click("ready") },
	} {
		t.Run(slug, func(t *testing.T) {
			t.Parallel()
			tb := newSite(t, 322).visitor(t)
			p := tb.shares(slug)
			for _, seat := range []game.Seat{game.Second, game.First} {
				p.sits(seat)
				p.rises()
				p.sits(seat)
				before := len(tb.site.stored(t, p.id))
				opening(p, seat)
				if p.acted(seat, before) {
					p.rises()
				}
			}
			mover := game.First
			if !p.acts[mover].seen().Status.ToAct.Has(mover) {
				mover = game.Second
			}
			p.sits(mover)
			before := len(tb.site.stored(t, p.id))
			switch slug {
			case "spirit":
				tb.spells("AA")
			case "war":
				p.marches(mover)
			case "shuriken":
				tb.fights(shortDuel(t, stateOf(t, tb.site, p.id))[0])
			}
			if p.acted(mover, before) {
				t.Errorf("%s owes more after his turn", mover)
			}
		})
	}
}

// marches moves a unit and ends the turn.
func (p *sofa) marches(seat game.Seat) {
	tb := p.tb
	tb.Helper()
	c := &campaign{tb: tb, id: p.id, calm: time.Now().Add(800 * time.Millisecond)}
	at := tb.front("a turn", func(f front) bool { return len(f.Can) > 0 }).Can[0]
	tb.click(at)
	to := tb.front("a unit picked", func(f front) bool { return f.Pick == at }).To[0]
	tb.click(to)
	tb.front("a move prepared", func(f front) bool { return slices.Equal(f.Draft, []string{at + "-" + to}) && f.Pick == "" })
	c.rest()
	tb.click("end")
}
