package handlers_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"salle/game"
	"salle/game/shuriken"
	"salle/game/war"
)

// party is a match of two people, each with a browser of his own: the host, who has made the invitation, and the guest, who
// has come by its link, without an account and without script.
type party struct {
	*site
	host, guest *tab
	id          string
	seat        game.Seat // the host's
	acts        [2]actor  // by seat
}

// party lets the host invite and the guest come. The host chooses in the form what the selectors find, and never has to
// press anything to see that somebody has come.
func (s *site) party(t testing.TB, slug string, choices ...string) *party {
	t.Helper()
	p := &party{site: s, host: s.visitor(t), guest: s.visitor(t)}
	link := p.host.invites(slug, choices...)
	p.guest.plain()
	p.guest.takes(link)
	p.guest.click("to-board")
	p.guest.await("the board", `location.pathname.split("/").length === 3 && !!document.querySelector(".match, #map, #court")`)
	path := eval[string](p.guest, `location.pathname`)
	p.host.await("the board, which comes by itself", `location.pathname === "`+path+`" && document.readyState === "complete"`)
	p.host.stay()
	p.id = page{path: path}.matchID()
	h, _, err := s.db.Load(context.Background(), p.id, 0)
	if err != nil {
		t.Fatal(err)
	}
	o, err := s.db.Offer(context.Background(), link[strings.LastIndex(link, "/")+1:])
	if err != nil || o.Match != p.id {
		t.Fatalf("the offer %+v, %v", o, err)
	}
	if o.Maker == h.Players[game.Second].Person {
		p.seat = game.Second
	}
	for seat, player := range h.Players {
		p.acts[seat] = actor{t, s, p.id, player.Person}
	}
	return p
}

// invites makes an invitation with the mouse and returns its link.
func (tb *tab) invites(slug string, choices ...string) string {
	tb.Helper()
	tb.open("/offers/new?game=" + slug)
	for _, choice := range choices {
		tb.clickOn(`form[action="/offers"] ` + choice)
	}
	tb.click("offer-make")
	tb.await("the link", `!!document.getElementById("offer-link")`)
	return eval[string](tb, `document.getElementById("offer-link").value`)
}

// plain is a small browser that runs no scripts.
func (tb *tab) plain() {
	tb.Helper()
	call(tb, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	tb.size(360, 640)
}

// takes opens an invitation's link and takes the seat.
func (tb *tab) takes(link string) {
	tb.Helper()
	tb.do(chromedp.Navigate(link))
	tb.await("the invitation", `!!document.getElementById("offer-take") && performance.getEntriesByType("paint").length > 0`)
	tb.click("offer-take")
	tb.await("the seat", `!!document.getElementById("to-board")`)
}

// asksAgain presses the link of a page that waits.
func (tb *tab) asksAgain() {
	tb.Helper()
	tb.clickOn(".waiting a")
}

// owes tells whether the host is to act.
func (p *party) owes() bool { return p.acts[p.seat].seen().Status.ToAct.Has(p.seat) }

func (p *party) over() bool { return p.acts[p.seat].seen().Status.Result.Over }

// name is how a seat's player is called.
func (p *party) name(seat game.Seat) string { return p.acts[seat].seen().Players[seat].Name }

// ended sees that both pages say how the match ended, each from its own side, and that it is stored whole and lawful. The
// host's page has come to it by itself.
func (p *party) ended() {
	p.host.Helper()
	if err := p.matches.Verify(context.Background(), p.id); err != nil {
		p.host.Error(err)
	}
	words := wordsOf(p.host, "en")
	status := p.acts[p.seat].seen().Status
	if !status.Result.Over || status.Result.Reason == game.ReasonResign {
		p.host.Fatalf("the match did not come to its end: %+v", status)
	}
	for _, side := range []struct {
		tb   *tab
		seat game.Seat
	}{{p.host, p.seat}, {p.guest, p.seat.Other()}} {
		whose := map[game.Seat]string{side.seat: ".you", side.seat.Other(): ".other", game.Spectator: ".draw"}[status.Result.Winner]
		rival := p.name(side.seat.Other())
		want := words.T("result."+status.Result.Reason+whose, "who", rival, "rival", rival,
			"mine", status.Wins[side.seat], "theirs", status.Wins[side.seat.Other()])
		side.tb.await("the end", `!!document.getElementById("verdict-title")`)
		if got := eval[string](side.tb, `document.getElementById("verdict-title").textContent`); got != want {
			side.tb.Errorf("the page of seat %s says %q, want %q", side.seat, got, want)
		}
	}
	if !eval[bool](p.host, `window.stayed === true`) {
		p.host.Error("the host's page was loaded anew")
	}
	p.host.Logf("%s: %+v", p.id, status)
}

// --- Spirit Duel ---

// spells fills a list, such as "FA", by presses and sends it.
func (tb *tab) spells(list string) {
	tb.Helper()
	n := 0
	tb.fill(tb.click, func([]string) string {
		n++
		return "act-" + itoa(strings.IndexByte("FRABCPWL", list[n-1])+1)
	})
	tb.click("confirm")
}

// thirdRound is a decisive one, with three slots a turn, won by whose lists come first.
var thirdRound = []string{"FFA", "FCW", "AAA", "WWW"}

func TestTwoPeoplePlayAWholeSpiritDuel(t *testing.T) { // C4.3, C12.1
	t.Parallel()
	p := newSite(t, 301).party(t, "spirit")
	lists := slices.Concat(wonRound, lostRound, thirdRound) // the host's and the guest's in turn
	for n := 0; n < len(lists); n += 2 {
		if p.over() {
			t.Fatalf("the match is over after %d turns", n/2)
		}
		before := p.acts[game.First].seen().Mark.String()
		if n%4 == 0 {
			p.guest.spells(lists[n+1])
			p.guest.until("waiting for the host", func(s sight) bool { return s.Mark == "" })
			p.hostOrders(lists[n])
			p.guest.asksAgain()
		} else {
			p.hostOrders(lists[n])
			p.guest.spells(lists[n+1])
		}
		next := func(s sight) bool { return s.Over || s.Mark != "" && s.Mark != before }
		p.guest.until("the next turn", next)
		p.host.until("the next turn, which comes by itself", next)
	}
	p.ended()
}

// hostOrders sends the host's list, and waits until it is stored.
func (p *party) hostOrders(list string) {
	p.host.Helper()
	before := len(p.stored(p.host, p.id))
	p.host.spells(list)
	for asked := 0; len(p.stored(p.host, p.id)) == before; asked++ {
		if p.host.ctx.Err() != nil {
			p.host.Fatalf("%s was never stored; the page shows %s", list, p.host.shown())
		}
		pause(asked)
	}
}

// --- The Game of War ---

// A war that is soon over: north's cavalry rides down two lines that nobody bars to south's arsenals, one below a relay
// that is moved to I3, the other down the diagonal of the arsenal D8. South stands between the two and is late.
var (
	raidPlaces = [][2]string{{"D3", "I3"}, {"H3", "J3"}, {"H4", "J14"}} // in the formation that the page proposes
	raid       = [][]string{
		{"J3-L3", "J14-L16"}, {"L3-N3", "L16-N18"}, {"N3-P3", "N18-P20"}, {"P3-R3", "P20-R22"}, {"R3-T3"}, {"R22-T23"},
	}
	lateArmy    = "deploy I S8 S9 S10 S11 S12 S13 S14 S15 S16 C T8 T9 T10 T11 K T12 W T13 R T14 X T15"
	lateMarches = [][]string{{"S8-R8", "T8-R7"}, {"S9-R9"}}
)

func TestTwoPeoplePlayAWholeWar(t *testing.T) { // C4.3
	t.Parallel()
	p := newSite(t, 302).party(t, "war", `.level:has([value="north"])`)
	c := &campaign{tb: p.host, id: p.id}
	p.guest.front("the deployment", func(f front) bool { return f.Deploys })
	p.guest.types(lateArmy)
	p.guest.front("a deployment", func(f front) bool { return f.Ready && slices.Equal(f.Draft, []string{lateArmy}) })
	p.guest.click("ready")
	p.guest.front("waiting for the host", func(f front) bool { return f.Waits })
	c.deploysForTheRaid()

	for turns := [2]int{}; !p.over(); {
		if !p.owes() {
			p.guestMarches(turns[p.seat.Other()])
			turns[p.seat.Other()]++
			continue
		}
		now := p.host.front("the host's turn, which comes by itself", func(f front) bool { return !f.Waits && !f.Deploys })
		c.marches(now, raid[turns[p.seat]])
		turns[p.seat]++
	}
	p.guest.asksAgain()
	p.ended()
}

// deploysForTheRaid takes the ready-made formation and moves three of its units, with the mouse.
func (c *campaign) deploysForTheRaid() {
	tb := c.tb
	tb.Helper()
	tb.click("use")
	tb.front("a formation", func(f front) bool { return f.Ready && slices.Equal(f.Draft, []string{book()}) })
	for _, place := range raidPlaces {
		tb.click(place[0])
		tb.front(place[0]+" picked", func(f front) bool { return f.Pick == place[0] })
		tb.clickOn(`[value="move ` + place[0] + ` ` + place[1] + `"]`)
		tb.front(place[0]+" moved", func(f front) bool { return f.Ready && strings.Contains(f.Draft[0], place[1]) })
	}
	tb.click("ready")
	tb.front("what comes of it", func(f front) bool { return !f.Deploys })
}

// marches plays a turn of moves with the mouse; the page must offer what is legal, and nothing else.
func (c *campaign) marches(now front, moves []string) {
	c.tb.Helper()
	c.calm = time.Now().Add(800 * time.Millisecond)
	for i, move := range moves {
		c.offered(now)
		from, to, _ := strings.Cut(move, "-")
		c.moveByMouse(now, from, to)
		now = c.tb.front(move+" prepared", func(f front) bool { return slices.Equal(f.Draft, moves[:i+1]) && (f.Pick == "" || f.Over) })
	}
	c.offered(now)
	c.rest()
	c.tb.click("end")
	c.tb.front("the turn's end", func(f front) bool { return f.Over || f.Waits })
}

// types writes an action where actions are typed, and sends it with the button beside.
func (tb *tab) types(notation string) {
	tb.Helper()
	tb.click("typed")
	tb.keys(notation)
	tb.click("typed-go")
}

// guestMarches plays a turn of the guest by typing.
func (p *party) guestMarches(turn int) {
	tb := p.guest
	tb.Helper()
	tb.asksAgain()
	tb.front("the guest's turn", func(f front) bool { return !f.Waits && !f.Deploys })
	if turn < len(lateMarches) {
		for i, move := range lateMarches[turn] {
			tb.types(move)
			tb.front(move+" prepared", func(f front) bool { return slices.Equal(f.Draft, lateMarches[turn][:i+1]) })
		}
		tb.click("end")
	} else {
		tb.types(war.Step{Verb: war.End}.String())
	}
	tb.front("the turn's end", func(f front) bool { return f.Waits })
}

// --- Shuriken Duel ---

func TestTwoPeoplePlayAWholeShurikenDuel(t *testing.T) { // C4.3
	t.Parallel()
	p := newSite(t, 303).party(t, "shuriken", `.level:has([value="training"])`)
	p.guest.court("the setup", func(c court) bool { return c.Sets && c.Ready })
	p.guest.click("ready")
	p.guest.court("waiting for the host", func(c court) bool { return c.Waits })
	p.host.click("ready")
	p.host.court("the duel", func(c court) bool { return !c.Sets })
	k := &skirmish{tb: p.host, id: p.id, person: p.acts[p.seat].person}
	for _, a := range shortDuel(t, stateOf(t, p.site, p.id)) {
		if p.owes() {
			now := p.host.court("the host's turn, which comes by itself", func(c court) bool { return !c.Waits && c.Mark != "" })
			k.offered(now)
			p.host.fights(a)
			p.host.court("the turn's end", func(c court) bool { return c.Over || c.Waits })
		} else {
			p.guest.asksAgain()
			p.guest.court("the guest's turn", func(c court) bool { return !c.Waits })
			p.guest.fights(a)
			p.guest.court("the turn's end", func(c court) bool { return c.Over || c.Waits })
		}
	}
	if !eval[bool](p.guest, `!!document.getElementById("verdict-title")`) {
		p.guest.asksAgain()
	}
	p.host.court("the end, which comes by itself", func(c court) bool { return c.Over })
	p.ended()
}

// shortDuel is the shortest of many ways to play a duel to its end, in which both do all that can be done in one.
func shortDuel(t testing.TB, begun shuriken.State) (best []shuriken.Action) {
	t.Helper()
	rules := shuriken.Rules{}
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 303))
		var line []shuriken.Action
		verbs := map[shuriken.Verb]bool{}
		for s := begun; !rules.Status(s).Result.Over && (best == nil || len(line) < len(best)); {
			mover := game.First
			if !rules.Status(s).ToAct.Has(mover) {
				mover = game.Second
			}
			a := hastily(rules.Observe(s, mover), rng)
			var err error
			if s, _, err = rules.Apply(s, mover, a); err != nil {
				t.Fatal(err)
			}
			line, verbs[a.Verb] = append(line, a), true
			if rules.Status(s).Result.Over && verbs[shuriken.Throw] && verbs[shuriken.Glide] {
				best = line
			}
		}
	}
	if best == nil {
		t.Fatal("no duel comes to an end")
	}
	return best
}

// fights does one turn of a duel with the mouse.
func (tb *tab) fights(a shuriken.Action) {
	tb.Helper()
	picked := func(f shuriken.Field) {
		tb.clickOn(cell(f.String()))
		tb.court(f.String()+" picked", func(c court) bool { return c.Pick == f.String() })
	}
	switch a.Verb {
	case shuriken.Throw:
		picked(a.From)
		tb.clickOn("#throw")
	case shuriken.Glide:
		picked(a.From)
		tb.clickOn(cell(a.To.String()))
	case shuriken.Place:
		tb.clickOn("#star")
		tb.court("a star in hand", func(c court) bool { return c.Places })
		tb.clickOn(cell(a.To.String()))
	default:
		tb.click(a.String())
	}
}
