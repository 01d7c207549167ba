package spirit

import (
	"testing"

	"pgregory.net/rapid"

	"salle/game"
)

// begun is a match whose first player was drawn.
func begun(t testing.TB, first game.Seat) State {
	t.Helper()
	s, err := Rules{}.Start(game.Setup{Rules: RulesVersion})
	if err != nil {
		t.Fatal(err)
	}
	return played(t, s, game.Chance, Action{First: first})
}

// played is the state after an action that must be legal.
func played(t testing.TB, s State, by game.Seat, a Action) State {
	t.Helper()
	next, _, err := Rules{}.Apply(s, by, a)
	if err != nil {
		t.Fatalf("%s by %s in %s: %v", a, by, s, err)
	}
	return next
}

// turn plays a turn with both lists, cut to the slots of the round.
func turn(t testing.TB, s State, lists [2]string) State {
	t.Helper()
	for i, list := range lists {
		seat := game.Seat(i)
		s = played(t, s, seat, Action{Orders: ordersOf(list[:s.Round.Slots(seat)])})
	}
	return s
}

// roundFor plays legal turns until the running round is over and won by winner, Spectator for a drawn one: the winner
// comes within two cells and sends Waves at a player who attacks thin air; in a drawn round both do.
func roundFor(t testing.TB, s State, winner game.Seat) State {
	t.Helper()
	opening, rest := [2]string{"AAA", "AAA"}, [2]string{"AAA", "AAA"}
	if winner.Plays() {
		opening[winner], rest[winner] = "FFA", "WWW"
	} else {
		opening, rest = [2]string{"FAA", "FAA"}, [2]string{"WWW", "WWW"}
	}
	number := s.Number
	s = turn(t, s, opening)
	for s.Number == number && !s.Result.Over {
		s = turn(t, s, rest)
	}
	if end := s.Last.Ending; !end.Over || end.Winner != winner {
		t.Fatalf("the round ended as %+v, want it for %s", end, winner)
	}
	return s
}

// spirit 2: each match vector is played out in legal turns.
func TestMatchVectors(t *testing.T) {
	v := readVectors(t)
	if len(v.Matches) != 12 {
		t.Fatalf("%d matches, want 12", len(v.Matches))
	}
	for _, c := range v.Matches {
		t.Run(c.ID, func(t *testing.T) {
			s := begun(t, winner(c.First))
			for _, n := range c.Rounds {
				s = roundFor(t, s, winner(n))
			}
			if s.Wins != c.After.Wins || s.Number != c.After.Round || s.Result.Over != c.After.Over {
				t.Errorf("%s: wins %v, round %d, result %+v", c.Why, s.Wins, s.Number, s.Result)
			}
			if c.After.First != nil && s.Enters != winner(*c.After.First) {
				t.Errorf("%s: %s gives orders first", c.Why, s.Enters)
			}
			if c.After.Slots != nil && s.Round.K != *c.After.Slots {
				t.Errorf("%s: %d slots", c.Why, s.Round.K)
			}
			if c.After.Winner != nil && s.Result.Winner != winner(*c.After.Winner) {
				t.Errorf("%s: won by %s", c.Why, s.Result.Winner)
			}
			if !s.Result.Over && s.Round != NewRound(s.Round.K) {
				t.Errorf("%s: the next round begins as %s", c.Why, s.Round)
			}
		})
	}
}

// spirit 2.6: nothing but round number, score and order of input is carried over.
func TestRoundsBeginAfresh(t *testing.T) {
	s := begun(t, game.First)
	s = turn(t, s, [2]string{"BB", "CC"}) // stars for both sides' whiffs, a penalty for player 2
	if f := s.Round.Fighters; f[0].Stars+f[1].Stars == 0 || !f[1].Penalty {
		t.Fatalf("the turn left %s", s.Round)
	}
	s = turn(t, s, [2]string{"FF", "AA"})
	for s.Number == 1 {
		s = turn(t, s, [2]string{"WW", "AA"})
	}
	if s.Round != NewRound(2) || s.Past != ([TurnLimit]Lists{}) || s.Pledge != (Lists{}) {
		t.Errorf("round 2 begins as %s, past %v", s.Round, s.Past)
	}
	if s.Enters != game.Second {
		t.Errorf("%s gives orders first in round 2", s.Enters)
	}
}

// spirit 10.4: forty turns without a knock-out draw the round.
func TestTheFortiethTurnDrawsTheRound(t *testing.T) {
	s := turn(t, begun(t, game.First), [2]string{"FA", "FA"}) // off the cells that become stardust
	for n := 2; n <= TurnLimit; n++ {
		if s.Number != 1 || int(s.Round.Turn) != n {
			t.Fatalf("before turn %d the match is at %s", n, s)
		}
		s = turn(t, s, [2]string{"AA", "AA"})
	}
	if s.Number != 2 || s.Wins != [2]uint8{} || s.Last.Ending != (Ending{Over: true, Winner: game.Spectator, How: ByLimit}) {
		t.Errorf("after turn 40 the match is at %s, ending %+v", s, s.Last.Ending)
	}
}

// spirit 3.1: the penalty shortens the next turn, and only that.
func TestThePenaltyCostsOneSlotOfOneTurn(t *testing.T) {
	s := turn(t, begun(t, game.First), [2]string{"CA", "BA"})
	if got := s.Round.Slots(game.First); got != 1 {
		t.Fatalf("after the whiffed Counter player 1 has %d slots", got)
	}
	for _, c := range []struct {
		list, code string
	}{{"AA", CodeSlots}, {"L-", CodeSlots}, {"", CodeSlots}, {"A", ""}} {
		if got := codeOf(s.Round.Check(game.First, c.list)); got != c.code {
			t.Errorf("penalised, %q is refused as %q, want %q", c.list, got, c.code)
		}
	}
	s = turn(t, s, [2]string{"AA", "AA"})
	if got := s.Round.Slots(game.First); got != 2 {
		t.Errorf("a turn later player 1 has %d slots", got)
	}
}

// spirit 11.4, 11.2: a committed list stays, and nobody orders out of turn.
func TestRefusedActions(t *testing.T) {
	fresh, err := Rules{}.Start(game.Setup{Rules: RulesVersion})
	if err != nil {
		t.Fatal(err)
	}
	s := begun(t, game.First)
	pledged := played(t, s, game.First, Action{Orders: ordersOf("FF")})
	over := roundFor(t, roundFor(t, s, game.First), game.First)
	list := Action{Orders: ordersOf("AA")}
	for name, c := range map[string]struct {
		state State
		by    game.Seat
		a     Action
		code  string
	}{
		"before the draw":         {fresh, game.First, list, CodeAction},
		"a player draws":          {fresh, game.First, Action{First: game.First}, CodeAction},
		"a draw of nobody":        {fresh, game.Chance, Action{First: game.Spectator}, CodeAction},
		"a second draw":           {s, game.Chance, Action{First: game.First}, CodeAction},
		"a second list":           {pledged, game.First, list, CodePledged},
		"a list by Chance":        {s, game.Chance, list, CodeAction},
		"a list by a spectator":   {s, game.Spectator, list, CodeAction},
		"after the end":           {over, game.First, list, CodeOver},
		"a gap in the list":       {s, game.First, Action{Orders: Orders{Attack, None, Attack}}, CodeAction},
		"a list that names first": {s, game.First, Action{Orders: ordersOf("AA"), First: game.Second}, CodeAction},
		"an unpaid Pierce":        {s, game.First, Action{Orders: ordersOf("PA")}, CodePierce},
	} {
		t.Run(name, func(t *testing.T) {
			after, events, err := Rules{}.Apply(c.state, c.by, c.a)
			if got := codeOf(err); got != c.code {
				t.Errorf("refused as %q, want %q", got, c.code)
			}
			if after != c.state || events != nil {
				t.Errorf("a refused action changed the match to %s and told %v", after, events)
			}
		})
	}
}

// spirit 12: matches that differ only in the opponent's stars and pending list look alike.
func TestTwinsLookAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := begunIn(t)
		viewer := game.Seat(rapid.IntRange(0, 1).Draw(t, "viewer"))
		other := viewer.Other()
		twin := s
		twin.Round.Fighters[other].Stars = uint8(rapid.IntRange(0, MaxStars).Draw(t, "stars"))
		if twin.Pledge[other] != (Orders{}) {
			twin.Pledge[other] = rapid.SampledFrom(s.Round.LegalOrders(other)).Draw(t, "list")
		}
		for _, seat := range []game.Seat{viewer, game.Spectator} {
			a, b := s, twin
			if seat == game.Spectator {
				a.Round.Fighters[viewer].Stars = uint8(rapid.IntRange(0, MaxStars).Draw(t, "the viewer's stars"))
			}
			if got, want := (Rules{}).Observe(b, seat), (Rules{}).Observe(a, seat); got != want {
				t.Fatalf("the %s sees\n%+v and\n%+v", seat, got, want)
			}
		}
	})
}

// spirit 12.4: whoever remembers every turn knows the opponent's stars.
func TestRecallIsTheRoundItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := begunIn(t)
		for _, seat := range []game.Seat{game.First, game.Second} {
			if got := (Rules{}).Observe(s, seat).Recall(); got != s.Round {
				t.Fatalf("%s recalls %s, the round is %s", seat, got, s.Round)
			}
		}
	})
}

// begunIn is a running match in a random state, often with one list pending.
func begunIn(t *rapid.T) State {
	s, _, _ := Rules{}.Apply(mustStart(), game.Chance, Action{First: game.First})
	for range rapid.IntRange(0, 30).Draw(t, "actions") {
		by := game.First
		if s.Pledge[by] != (Orders{}) || s.Pledge[game.Second] == (Orders{}) && rapid.Bool().Draw(t, "second") {
			by = game.Second
		}
		list := rapid.SampledFrom(s.Round.LegalOrders(by)).Draw(t, "list")
		next, _, err := Rules{}.Apply(s, by, Action{Orders: list})
		if err != nil {
			t.Fatalf("%s by %s in %s: %v", list, by, s, err)
		}
		if next.Result.Over {
			return s
		}
		s = next
	}
	return s
}

func mustStart() State {
	s, err := Rules{}.Start(game.Setup{Rules: RulesVersion})
	if err != nil {
		panic(err)
	}
	return s
}
