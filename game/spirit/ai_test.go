package spirit

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"salle/game"
)

func newAI(t testing.TB) AI {
	t.Helper()
	m, err := NewAI()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestEveryLevelOrdersWhatIsLegal(t *testing.T) {
	m := newAI(t)
	rapid.Check(t, func(t *rapid.T) {
		r := anyRound(t)
		seat := game.Seat(rapid.IntRange(0, 1).Draw(t, "seat"))
		b := game.Budget{Level: rapid.IntRange(1, Levels).Draw(t, "level"), Seed: rapid.Uint64().Draw(t, "seed")}
		list := m.choose(r, seat, b)
		if err := r.Check(seat, list.String()); err != nil {
			t.Errorf("%s: level %d as %s orders %s: %v", r, b.Level, seat, list, err)
		}
		if again := m.choose(r, seat, b); again != list {
			t.Errorf("%s: level %d orders %s, and then %s", r, b.Level, list, again)
		}
	})
}

// Seen from the other side, or in a mirror, a round is the same choice.
func TestChoicesDoNotDependOnTheSide(t *testing.T) {
	m := newAI(t)
	rapid.Check(t, func(t *rapid.T) {
		r := anyRound(t)
		b := game.Budget{Level: rapid.IntRange(1, Levels).Draw(t, "level"), Seed: rapid.Uint64().Draw(t, "seed")}
		list := m.choose(r, game.First, b)
		if other := m.choose(r.Exchanged(), game.Second, b); other != list {
			t.Errorf("%s: level %d orders %s, on the other side %s", r, b.Level, list, other)
		}
		if other := m.choose(reflected(r), game.First, b); other != list {
			t.Errorf("%s: level %d orders %s, in a mirror %s", r, b.Level, list, other)
		}
	})
}

func TestTheHighestLevelMixes(t *testing.T) {
	m := newAI(t)
	r := parseRound(t, "k2 t3 1@4h4s0p0d0 2@5h4s0p0d0")
	seen := map[Orders]bool{}
	for seed := range uint64(200) {
		seen[m.choose(r, game.First, game.Budget{Level: Levels, Seed: seed})] = true
	}
	if len(seen) < 3 {
		t.Errorf("200 seeds give %d lists", len(seen))
	}
}

func TestTheHighestLevelTakesAWin(t *testing.T) {
	m := newAI(t)
	// The opponent has one slot, no stars and one HP, and stands on stardust that takes it at the end of the turn.
	r := parseRound(t, "k2 t9 1@5h4s0p0d0 2@9h1s0p1d2")
	list := m.choose(r, game.First, game.Budget{Level: Levels, Seed: 1})
	for _, reply := range r.LegalOrders(game.Second) {
		if _, end, _ := r.Resolve([2]Orders{list, reply}); end.Over && end.Winner != game.First {
			t.Errorf("%s against %s ends with %+v", list, reply, end)
		}
	}
}

func TestACancelledMachineStillOrders(t *testing.T) {
	m := newAI(t)
	s, err := (Rules{}).Start(game.Setup{Rules: RulesVersion})
	if err != nil {
		t.Fatal(err)
	}
	if s, _, err = (Rules{}).Apply(s, game.Chance, (Rules{}).Draw(s, rand.New(rand.NewPCG(1, 1)))); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o := (Rules{}).Observe(s, game.Second)
	got, err := m.Choose(ctx, o, game.Budget{Level: Levels})
	if err != nil || len(got) != 1 || !slices.Contains((Rules{}).Legal(o), got[0]) {
		t.Errorf("orders %v, %v", got, err)
	}
	if _, err := m.Choose(t.Context(), (Rules{}).Observe(s, game.Spectator), game.Budget{Level: 1}); err == nil {
		t.Error("it orders for one who does not play")
	}
}

// player orders for a seat.
type player func(r Round, seat game.Seat, rng *rand.Rand) Orders

func (m AI) at(level int) player {
	return func(r Round, seat game.Seat, rng *rand.Rand) Orders {
		return m.choose(r, seat, game.Budget{Level: level, Seed: rng.Uint64()})
	}
}

// anyLegal plays lists at random.
func anyLegal(r Round, seat game.Seat, rng *rand.Rand) Orders {
	lists := r.LegalOrders(seat)
	return lists[rng.IntN(len(lists))]
}

// score plays rounds between a and b, who change seats, and returns the share that a gets, a drawn round being half.
func score(k uint8, a, b player, rounds int, seed uint64) float64 {
	rng := rand.New(rand.NewPCG(seed, uint64(k)))
	points := 0.0
	for n := range rounds {
		seat := game.Seat(n % 2)
		switch playRound(k, seat, a, b, rng) {
		case seat:
			points++
		case game.Spectator:
			points += 0.5
		}
	}
	return points / float64(rounds)
}

// playRound returns the winner of a round with a in the given seat.
func playRound(k uint8, seat game.Seat, a, b player, rng *rand.Rand) game.Seat {
	for r := NewRound(k); ; {
		var lists [2]Orders
		lists[seat] = a(r, seat, rng)
		lists[seat.Other()] = b(r, seat.Other(), rng)
		next, end, _ := r.Resolve(lists)
		if end.Over {
			return end.Winner
		}
		r = next
	}
}

// Each level beats the one below, and the lowest beats chance, in 60 to 80 % of rounds. The bounds leave room for the
// luck of a few hundred rounds; the seeds are fixed.
func TestLevelsRise(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many rounds")
	}
	m := newAI(t)
	for k, rounds := range map[uint8]int{2: 600, 3: 300} {
		below := player(anyLegal)
		for level := 1; level <= Levels; level++ {
			got := score(k, m.at(level), below, rounds, uint64(level))
			if got < 0.57 || got > 0.83 {
				t.Errorf("%d slots: level %d gets %.3f against the one below", k, level, got)
			}
			below = m.at(level)
		}
	}
}
