package gametest

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"salle/game"
)

// Subject is a game whose laws are tried.
type Subject[S game.State, O any, A game.Action] struct {
	Info  game.Info
	Rules game.Rules[S, O, A]
	AI    game.AI[O, A] // nil: the laws of the machine are not tried
	Setup game.Setup
	// Imagine returns some state that looks like o to its owner; nil: that law is not tried.
	Imagine func(o O, rng *rand.Rand) S
	// Sampled tells whether Legal(o) lists only a part of what Apply accepts, because the whole could not be listed; nil:
	// it always lists all.
	Sampled func(o O) bool
	// Beside tells that Chance may owe beside a player what that player is not told of, such as another's fresh deal. What
	// it owes so is drawn at once, and is part of the action that asked for it.
	Beside bool
	// Rounds is the least number of rounds that Laws plays; a game without rounds counts each match as one. With -short
	// it plays a twentieth.
	Rounds int
}

// Laws plays random matches and fails with the first law that one of them breaks, in words.
func Laws[S game.State, O any, A game.Action](t *testing.T, s Subject[S, O, A]) {
	t.Run("types", func(t *testing.T) { checkTypes[S, O](t) })
	t.Run("matches", func(t *testing.T) {
		rounds := s.Rounds
		if testing.Short() {
			rounds /= 20
		}
		var seen tally
		for done := false; !done; done = seen.rounds >= rounds {
			rapid.Check(t, func(t *rapid.T) { newTrial(s, t, drawn(t), &seen).match() })
		}
		t.Logf("%d matches, %d rounds, %d plies, %d actions tried", seen.matches, seen.rounds, seen.plies, seen.actions)
	})
	t.Run("table", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { newSeating(s, t, drawn(t)).match() })
	})
	t.Run("machine", func(t *testing.T) {
		if s.AI == nil {
			t.Skip("no machine was handed in")
		}
		rapid.Check(t, func(t *rapid.T) { newTrial(s, t, drawn(t), &tally{}).machine() })
	})
}

// Fuzz tries the laws of Laws' matches on what a fuzzer chooses. A match takes too long to be made smaller: fuzz with
// -fuzzminimizetime 5x.
func Fuzz[S game.State, O any, A game.Action](f *testing.F, s Subject[S, O, A]) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 4 {
		var seed []byte
		for range 8000 {
			seed = binary.LittleEndian.AppendUint64(seed, rng.Uint64())
		}
		f.Add(seed)
	}
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { newTrial(s, t, drawn(t), &tally{}).match() }))
}

// tally counts what the laws were tried on.
type tally struct{ matches, rounds, plies, actions int }

// reporter is what a law needs of *testing.T and *rapid.T. Fatalf does not return.
type reporter interface {
	Fatalf(format string, args ...any)
}

// chance makes the choices of a random match: draw is for what is played, and side for all that is tried beside it. Both
// return a number from 0 to n-1.
type chance struct{ draw, side func(n int) int }

// drawn lets rapid choose what is played. It prefers small numbers, which a drawn offset spreads over the whole of a list;
// the same source serves for the rest.
func drawn(t *rapid.T) chance {
	rng := source(rapid.IntRange(0, 1<<30).Draw(t, "spread"))
	return chance{
		draw: func(n int) int { return (rapid.IntRange(0, n-1).Draw(t, "choice") + rng.IntN(n)) % n },
		side: rng.IntN,
	}
}

// source is a source of chance.
func source(seed int) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 0)) }
