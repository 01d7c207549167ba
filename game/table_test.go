package game_test

import (
	"errors"
	"testing"

	"salle/game"
	"salle/game/gametest"
)

// line is one seat's action; its error is what it must be refused with.
type line struct {
	seat   game.Seat
	action string
	err    error
}

func TestTheTable(t *testing.T) {
	const s, n = game.First, game.Second
	goesOn := game.Result{}
	for name, c := range map[string]struct {
		lines  []line
		offer  game.Seat
		result game.Result
	}{
		"resigning in turn":           {[]line{{s, game.Resign, nil}}, game.Spectator, game.Won(n, "resign")},
		"resigning while waiting":     {[]line{{n, "1", nil}, {n, game.Resign, nil}}, game.Spectator, game.Won(s, "resign")},
		"running out of time":         {[]line{{n, game.Time, nil}}, game.Spectator, game.Won(s, "time")},
		"both run out of time":        {[]line{{s, game.Lapse, nil}}, game.Spectator, game.Drawn("time")},
		"an offer stands":             {[]line{{s, game.Offer, nil}}, s, goesOn},
		"an offer is taken":           {[]line{{s, game.Offer, nil}, {n, game.Accept, nil}}, game.Spectator, game.Drawn("agreed")},
		"one's own offer":             {[]line{{s, game.Offer, nil}, {s, game.Accept, game.ErrIllegal}}, s, goesOn},
		"no offer":                    {[]line{{s, game.Accept, game.ErrIllegal}}, game.Spectator, goesOn},
		"offering twice":              {[]line{{s, game.Offer, nil}, {s, game.Offer, game.ErrIllegal}}, s, goesOn},
		"offering both":               {[]line{{s, game.Offer, nil}, {n, game.Offer, game.ErrIllegal}}, s, goesOn},
		"a pledge leaves the offer":   {[]line{{s, game.Offer, nil}, {n, "1", nil}}, s, goesOn},
		"taken after a pledge":        {[]line{{s, game.Offer, nil}, {n, "1", nil}, {n, game.Accept, nil}}, game.Spectator, game.Drawn("agreed")},
		"the ply ends the offer":      {[]line{{s, game.Offer, nil}, {n, "1", nil}, {s, "1", nil}}, game.Spectator, goesOn},
		"a new offer":                 {[]line{{s, game.Offer, nil}, {n, "1", nil}, {s, "1", nil}, {n, game.Offer, nil}}, n, goesOn},
		"an offer after the pledge":   {[]line{{n, "1", nil}, {s, game.Offer, nil}, {s, "1", nil}}, game.Spectator, goesOn},
		"nothing after the end":       {[]line{{s, game.Resign, nil}, {n, "1", game.ErrOver}, {n, game.Resign, game.ErrOver}}, game.Spectator, game.Won(n, "resign")},
		"chance does not resign":      {[]line{{game.Chance, game.Resign, game.ErrNotation}}, game.Spectator, goesOn},
		"spectators do not offer":     {[]line{{game.Spectator, game.Offer, game.ErrNotation}}, game.Spectator, goesOn},
		"called off at once":          {[]line{{n, game.Abort, nil}}, game.Spectator, game.Drawn("aborted")},
		"called off after a pledge":   {[]line{{n, "1", nil}, {n, game.Abort, nil}}, game.Spectator, game.Drawn("aborted")},
		"too late to call it off":     {[]line{{n, "1", nil}, {s, "1", nil}, {n, game.Abort, game.ErrIllegal}}, game.Spectator, goesOn},
		"resigning with an offer out": {[]line{{s, game.Offer, nil}, {s, game.Resign, nil}}, game.Spectator, game.Won(n, "resign")},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := game.Replay(gametest.Pebbles, game.Setup{Rules: 1}, short[:1])
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range c.lines {
				next, events, err := p.Play(l.seat, l.action)
				if !errors.Is(err, l.err) {
					t.Fatalf("%s by %s: %v, want %v", l.action, l.seat, err, l.err)
				}
				if err != nil {
					continue
				}
				if game.IsTable(l.action) && (len(events) != 1 || events[0].Seen != game.Everyone || events[0].By != l.seat) {
					t.Errorf("%s by %s tells %+v", l.action, l.seat, events)
				}
				p = next
			}
			if got := p.Status().Result; got != c.result {
				t.Errorf("result %+v, want %+v", got, c.result)
			}
			if got := p.Offer(); got != c.offer {
				t.Errorf("offered by %s, want %s", got, c.offer)
			}
			if over := c.result.Over; over != (p.Status().ToAct == game.Nobody) || over != (len(p.Legal(game.First)) == 0) {
				t.Errorf("to act %b, legal %v", p.Status().ToAct, p.Legal(game.First))
			}
		})
	}
}

func TestAnOfferOutsideItsPlyWaitsForTheOther(t *testing.T) {
	// The first player offers before the deal: the deal is neither player's doing.
	p, err := gametest.Pebbles.Start(game.Setup{Rules: 1})
	if err != nil {
		t.Fatal(err)
	}
	if p, _, err = p.Play(game.First, game.Offer); err != nil {
		t.Fatal(err)
	}
	if p, _, err = p.Play(game.Chance, "deal 1"); err != nil {
		t.Fatal(err)
	}
	if p.Offer() != game.First {
		t.Errorf("offered by %s", p.Offer())
	}
}
