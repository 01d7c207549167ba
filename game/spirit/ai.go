package spirit

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"salle/game"
)

// Levels is how many levels the machine has. The highest plays an equilibrium; the others are people of rising insight.
const Levels = 5

// AI is the machine player. It holds the solved tables and is immutable.
type AI struct{ tables *Tables }

var _ game.AI[Observation, Action] = AI{}

// NewAI unpacks the tables that the machine plays from.
func NewAI() (AI, error) {
	tables, err := LoadTables()
	if err != nil {
		return AI{}, fmt.Errorf("set up the spirit machine: %w", err)
	}
	return AI{tables: tables}, nil
}

// Choose returns the list that the machine orders. It recovers the opponent's stars from the turns that both have seen
// (spirit 12.4). A choice is short, so ctx is only looked at before it; once cancelled, the first legal list is returned.
func (m AI) Choose(ctx context.Context, o Observation, b game.Budget) ([]Action, error) {
	if !o.ToOrder() {
		return nil, fmt.Errorf("choose spirit orders: %s owes none", o.Seat)
	}
	r := o.Recall()
	if ctx.Err() != nil {
		return []Action{{Orders: r.LegalOrders(o.Seat)[0]}}, nil
	}
	return []Action{{Orders: m.choose(r, o.Seat, b)}}, nil
}

// skill is how one level below the highest thinks. It imagines some lists that the opponent may play and picks the list
// that does best against them all, as it judges the turn's outcome.
type skill struct {
	replies  int     // how many of the opponent's lists come to its mind
	blur     float64 // how far it is off about how well a list does: the standard deviation of its error
	foresees bool    // whether it knows what a position is worth rather than goes by its looks
}

// skills are levels 1 to 4 in rounds of two and of three slots, chosen by measurement so that each wins about two rounds
// of three against the one before. An HP looks like 0.2.
var skills = [2][Levels - 1]skill{
	{{replies: 1, blur: 0.5}, {replies: 1, blur: 0.2}, {replies: 2, blur: 0.08}, {replies: 3, foresees: true}},
	{{replies: 1, blur: 0.85}, {replies: 1, blur: 0.35}, {replies: 2, blur: 0.13}, {replies: 6, foresees: true}},
}

// choose picks a list for seat, who is to order in r.
func (m AI) choose(r Round, seat game.Seat, b game.Budget) Orders {
	if seat == game.Second {
		r = r.Exchanged()
	}
	rng := rand.New(rand.NewPCG(b.Seed, uint64(b.Level)))
	if b.Level >= Levels {
		lists, mix := m.Equilibrium(r)
		return lists[mix.pick(rng.Float64())]
	}
	return m.imagine(r, skills[r.K-2][max(b.Level, 1)-1], rng)
}

// Equilibrium returns the first player's legal lists in r and the chances at which the highest level plays them.
func (m AI) Equilibrium(r Round) ([]Orders, Mix) {
	p := newProspect(r, m.solved)
	var s Solver
	return p.lists[0], s.Solve(p, nil, nil).Row
}

// solved judges a turn's outcome by the tables, and by its looks where play does not come to it.
func (m AI) solved(r Round, end Ending) float64 {
	if end.Over {
		return payoff(end)
	}
	if v := m.tables.Value(r); !math.IsNaN(v) {
		return v
	}
	return looks(r, end)
}

// payoff is what an ended round is worth to the first player.
func payoff(end Ending) float64 {
	switch end.Winner {
	case game.First:
		return 1
	case game.Second:
		return -1
	}
	return 0
}

// imagine chooses as skill s says. Lists that look equally good to it are equally likely.
func (m AI) imagine(r Round, s skill, rng *rand.Rand) Orders {
	judge := looks
	if s.foresees {
		judge = m.solved
	}
	p := newProspect(r, judge)
	rows, cols := p.Size()
	means, gains := make([]float64, rows), make([]float64, rows)
	for range s.replies {
		p.Col(rng.IntN(cols), gains)
		addScaled(means, gains, 1/float64(s.replies))
	}
	for i := range means {
		means[i] += s.blur * rng.NormFloat64()
	}
	return p.lists[0][oneOfTheBest(means, rng)]
}

func oneOfTheBest(means []float64, rng *rand.Rand) int {
	best := math.Inf(-1)
	for _, v := range means {
		best = max(best, v)
	}
	var equal []int
	for i, v := range means {
		if v >= best-1e-9 {
			equal = append(equal, i)
		}
	}
	return equal[rng.IntN(len(equal))]
}

// looks judges a turn's outcome at a glance, for the first player: HP above all, then stars, a missing slot and the time
// left on stardust.
func looks(r Round, end Ending) float64 {
	if end.Over {
		return payoff(end)
	}
	return shape(r.Fighters[0]) - shape(r.Fighters[1])
}

func shape(f Fighter) float64 {
	v := 0.2*float64(f.HP) + 0.05*float64(f.Stars) - 0.03*float64(f.Dust)
	if f.Penalty {
		v -= 0.06
	}
	return v
}
