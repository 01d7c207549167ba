package handlers_test

import (
	"context"
	"slices"
	"time"

	"salle/game"
	"salle/game/match"
	"salle/game/spirit"
)

// duel is a match of the person at the tab with another person, whom the test plays: every position can be brought about.
type duel struct {
	tb     *tab
	id     string
	person [2]string
}

// rival is the other person's id.
const rival = "therivalofeverybodyinhere2"

// duel opens a match of the visitor with the rival. The visitor becomes a guest by a match against the machine.
func (tb *tab) duel(name string) *duel {
	tb.Helper()
	ctx := context.Background()
	first := tb.begin(1)
	d := &duel{tb: tb, id: first.theMatch(), person: [2]string{tb.site.person(tb, first.theMatch()), rival}}
	if _, err := tb.site.db.Person(ctx, rival); err != nil {
		if err := tb.site.db.AddPerson(ctx, match.Person{ID: rival, Name: "Kaede", Created: today}); err != nil {
			tb.Fatal(err)
		}
	}
	return d.again(name)
}

// again opens another match of the same two.
func (d *duel) again(name string) *duel {
	d.tb.Helper()
	next := &duel{tb: d.tb, id: name, person: d.person}
	_, err := d.tb.site.matches.Open(context.Background(), match.Header{
		ID: name, Game: spirit.Info.Slug, Players: [2]match.Player{{Person: d.person[0]}, {Person: d.person[1]}},
	}, d.person[0])
	if err != nil {
		d.tb.Fatal(err)
	}
	return next
}

func (d *duel) path() string { return "/matches/" + d.id }

// seen is the match as one of its players may see it.
func (d *duel) seen(seat game.Seat) match.Seen {
	d.tb.Helper()
	seen, err := d.tb.site.matches.Look(context.Background(), d.id, d.person[seat])
	if err != nil {
		d.tb.Fatal(err)
	}
	return seen
}

// act commits a player's list without a browser.
func (d *duel) act(seat game.Seat, list string) {
	d.tb.Helper()
	_, err := d.tb.site.matches.Act(context.Background(), d.id, d.person[seat], d.seen(seat).Mark, []string{list})
	if err != nil {
		d.tb.Fatalf("%s %s: %v", seat, list, err)
	}
}

// turns plays whole turns: pairs of the visitor's and the rival's lists.
func (d *duel) turns(lists ...string) *duel {
	d.tb.Helper()
	for i := 0; i < len(lists); i += 2 {
		d.act(game.First, lists[i])
		d.act(game.Second, lists[i+1])
	}
	return d
}

// mine are the lists that the log holds of the visitor.
func (d *duel) mine() []string {
	d.tb.Helper()
	return d.tb.site.playedBy(d.tb, d.id, game.First)
}

// stored waits until the log holds these lists of the visitor.
func (d *duel) stored(want ...string) {
	d.tb.Helper()
	for {
		got := d.mine()
		if slices.Equal(got, want) {
			return
		}
		if d.tb.ctx.Err() != nil || len(got) > len(want) {
			d.tb.Fatalf("the log holds %q, want %q; the page shows %s", got, want, d.tb.shown())
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// The beginnings of a round that tests come back to, as pairs of lists.
var (
	adjacent  = []string{"FF", "FC"}                                      // the visitor on 5, the rival on 6
	wonRound  = slices.Concat(adjacent, []string{"AA", "WW", "AA", "WW"}) // the rival misses at distance 1 and is out
	lostRound = slices.Concat([]string{"FC", "FF"}, []string{"WW", "AA", "WW", "AA"})
	// burning: the visitor stays on the stardust of cell 1, and loses a slot by a Counter against a Block.
	burning = []string{"RR", "AA", "AA", "AA", "CA", "BA"}
)
