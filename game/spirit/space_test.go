package spirit

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"salle/game"
)

func TestEveryStageHasItsTurns(t *testing.T) {
	last := 0
	for turn := 1; turn <= TurnLimit; turn++ {
		stage := StageOf(turn)
		if stage != last && stage != last+1 || TurnOf(stage) > turn {
			t.Errorf("turn %d is of stage %d, which begins with turn %d", turn, stage, TurnOf(stage))
		}
		last = stage
	}
	if last != Stages {
		t.Errorf("the last turn is of stage %d of %d", last, Stages)
	}
}

// Every number stands for one round, every round has one number, the same as its reflection and its exchange.
func TestSpaceNumbersRounds(t *testing.T) {
	space := NewSpace()
	for i := range space.Len() {
		r := space.Round(i, 2)
		index, exchanged := space.Index(r)
		if index != i && (!exchanged || index > i) {
			t.Fatalf("%s has number %d, want %d or its exchange's lower one", r, index, i)
		}
		if twin := space.Round(index, 2); index != i && twin != r.Exchanged().leftToRight() {
			t.Fatalf("%s shares its number with %s", r, twin)
		}
		if other, _ := space.Index(reflected(r)); other != index {
			t.Fatalf("%s: its reflection has number %d, want %d", r, other, index)
		}
		if other, back := space.Index(r.Exchanged()); other != index || back == exchanged && r.Exchanged().leftToRight() != r {
			t.Fatalf("%s: its exchange has number %d (exchanged: %t), want %d", r, other, back, index)
		}
	}
}

func reflected(r Round) Round {
	for i := range r.Fighters {
		r.Fighters[i].Cell = Cells + 1 - r.Fighters[i].Cell
	}
	return r
}

func TestSpansPartTheSpace(t *testing.T) {
	space := NewSpace()
	next := 0
	for stage := 1; stage <= Stages; stage++ {
		for first := 1; first <= StartHP; first++ {
			for second := 1; second <= first; second++ {
				from, to := space.Span(stage, [2]int{first, second})
				if from != next || to <= from {
					t.Fatalf("stage %d HP %d:%d: numbers %d to %d, want them from %d", stage, first, second, from, to, next)
				}
				r := space.Round(to-1, 2)
				if StageOf(int(r.Turn)) != stage || r.Fighters[0].HP != uint8(first) || r.Fighters[1].HP != uint8(second) {
					t.Fatalf("stage %d HP %d:%d holds %s", stage, first, second, r)
				}
				next = to
			}
		}
	}
	if next != space.Len() {
		t.Errorf("the spans end at %d of %d", next, space.Len())
	}
}

// anyRound plays random lists up to a random moment of a round that goes on.
func anyRound(t *rapid.T) Round {
	r := NewRound(rapid.SampledFrom([]uint8{2, 3}).Draw(t, "k"))
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	for range rapid.IntRange(0, TurnLimit).Draw(t, "turns") {
		next, end, _ := r.Resolve(randomLists(r, rng))
		if end.Over {
			break
		}
		r = next
	}
	return r
}

func randomLists(r Round, rng *rand.Rand) [2]Orders {
	var lists [2]Orders
	for i := range lists {
		legal := r.LegalOrders(game.Seat(i))
		lists[i] = legal[rng.IntN(len(legal))]
	}
	return lists
}

func TestPlayStaysInTheSpace(t *testing.T) {
	space := NewSpace()
	rapid.Check(t, func(t *rapid.T) {
		r := anyRound(t)
		index, exchanged := space.Index(r)
		got := space.Round(index, r.K)
		got.Turn = r.Turn // of a stage of several turns a number keeps none
		if exchanged {
			got = got.Exchanged()
		}
		if got.leftToRight() != r.leftToRight() {
			t.Errorf("%s has the number of %s", r, got)
		}
	})
}
