package spirit

import (
	"slices"
	"testing"

	"salle/game"
	"salle/game/gametest"
)

// midRound is a match in which only the round matters; it must have a round to come, so that a round's end is not the
// match's.
func midRound(r Round) State {
	s := State{Number: 1, Drawn: true, Round: r}
	if r.K == MaxSlots {
		s.Number, s.Wins = 3, [2]uint8{1, 1}
	}
	return s
}

func TestPerft(t *testing.T) {
	gametest.PerftFile(t, "testdata/perft.txt", Rules{}, func(text string) (State, error) {
		r, err := ParseRound(text)
		return midRound(r), err
	})
}

// symbolStrings lists every string of n symbols.
func symbolStrings(n int) []string {
	if n == 0 {
		return []string{""}
	}
	var all []string
	for _, head := range symbolStrings(n - 1) {
		for _, c := range "FRABCPWL-" {
			all = append(all, head+string(c))
		}
	}
	return all
}

// eachRound calls do with every placing, star count and penalty of player 1, in both kinds of round.
func eachRound(do func(Round)) {
	for k := uint8(2); k <= MaxSlots; k++ {
		for cells := range Cells * Cells {
			own, other := uint8(cells/Cells+1), uint8(cells%Cells+1)
			if own == other {
				continue
			}
			for stars := range uint8(MaxStars + 1) {
				for _, penalty := range []bool{false, true} {
					r := Round{K: k, Turn: 1}
					r.Fighters[0] = Fighter{Cell: own, HP: StartHP, Stars: stars, Penalty: penalty}
					r.Fighters[1] = Fighter{Cell: other, HP: StartHP}
					do(r)
				}
			}
		}
	}
}

// spirit 11: what is listed and what is checked are written apart, and agree on every list of up to four symbols.
func TestTheListedOrdersAreThoseThatPassTheCheck(t *testing.T) {
	var all []string
	for n := range MaxSlots + 2 {
		all = append(all, symbolStrings(n)...)
	}
	rounds := 0
	eachRound(func(r Round) {
		rounds++
		if testing.Short() && rounds%20 != 0 {
			return
		}
		var passed []string
		for _, text := range all {
			if r.Check(game.First, text) == nil {
				passed = append(passed, text)
			}
		}
		var listed []string
		for _, o := range r.LegalOrders(game.First) {
			listed = append(listed, o.String())
		}
		slices.Sort(passed)
		slices.Sort(listed)
		if !slices.Equal(passed, listed) {
			t.Fatalf("in %s the lists %q pass, but %q are listed", r, passed, listed)
		}
	})
	if rounds != 2*72*3*2 {
		t.Fatalf("%d rounds looked at", rounds)
	}
}

// The slow count of perft's first two plies: pairs of strings that pass the check, resolved one by one.
func TestPerftAgainstEveryString(t *testing.T) {
	for _, text := range []string{
		"k2 t1 1@4h4s0p1d0 2@5h4s0p1d0",
		"k2 t3 1@1h1s2p1d2 2@2h1s1p1d0",
		"k2 t40 1@4h4s0p1d0 2@6h4s0p1d0",
	} {
		r := parseRound(t, text)
		for depth := 1; depth <= 2; depth++ {
			want := slowPerft(midRound(r), depth)
			if got := gametest.Perft(Rules{}, midRound(r), depth); got != want {
				t.Errorf("%s at depth %d: %d ways, want %d", text, depth, got, want)
			}
		}
	}
}

func slowPerft(s State, depth int) int {
	if depth == 0 {
		return 1
	}
	if s.Result.Over {
		return 0
	}
	var lists [2][]string
	for seat := range lists {
		for _, text := range symbolStrings(s.Round.Slots(game.Seat(seat))) {
			if s.Round.Check(game.Seat(seat), text) == nil {
				lists[seat] = append(lists[seat], text)
			}
		}
	}
	if depth == 1 {
		return len(lists[0]) * len(lists[1])
	}
	ways := 0
	for _, a := range lists[0] {
		for _, b := range lists[1] {
			next := s
			next.Pledge = Lists{ordersOf(a), ordersOf(b)}
			next, _ = next.resolve()
			ways += slowPerft(next, depth-1)
		}
	}
	return ways
}
