package spirit

import (
	"math/rand/v2"
	"testing"

	"salle/game"
	"salle/game/gametest"
)

// subject is Spirit Duel as the laws of every game see it.
func subject(t testing.TB) gametest.Subject[State, Observation, Action] {
	t.Helper()
	ai, err := NewAI()
	if err != nil {
		t.Fatal(err)
	}
	return gametest.Subject[State, Observation, Action]{
		Info:    Info,
		Rules:   Rules{},
		AI:      ai,
		Setup:   game.Setup{Rules: RulesVersion},
		Imagine: imagine,
		Rounds:  10_000,
	}
}

// imagine returns a state that looks like o to its owner: the round as a perfect memory has it, and any list for an
// opponent who has committed one.
func imagine(o Observation, rng *rand.Rand) State {
	s := State{
		Drawn: o.Drawn, Wins: o.Wins, Number: o.Number, Enters: o.Enters,
		Round: o.Recall(), Past: o.Past, Last: o.Last, Result: o.Result,
	}
	s.Pledge[o.Seat] = o.Pledge
	if other := o.Seat.Other(); o.Pledged[other] {
		lists := s.Round.LegalOrders(other)
		s.Pledge[other] = lists[rng.IntN(len(lists))]
	}
	return s
}

func TestLaws(t *testing.T) { gametest.Laws(t, subject(t)) }

func FuzzLaws(f *testing.F) { gametest.Fuzz(f, subject(f)) }
