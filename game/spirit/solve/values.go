// Package solve works out what every round of Spirit Duel is worth when both play their best: the tables that package
// spirit embeds come from it, and so does the proof that the machine's highest level can hardly be exploited.
//
// A round loses HP and never regains any, so the HP pairs are solved in rising order. Within one, the turns of the calm
// stage are alike and lead to each other: there the values are iterated. The last turns, in which the turn limit counts,
// and the first, in which stardust grows, follow backwards.
//
// The last turns matter although good play hardly sees them: a player behind can often stall, and one who takes no heed
// of the limit would let him off with a draw.
package solve

import (
	"fmt"
	"math"

	"salle/game/spirit"
)

// Spread calls part for ranges that together are 0 to n, at the same time if it likes. The results do not depend on it.
type Spread func(n int, part func(from, to int))

// Alone is the Spread that does all in one piece.
func Alone(n int, part func(from, to int)) { part(0, n) }

// newTurns builds the turn of every stage of a round with k slots a turn; entry 0 is nil.
func newTurns(space *spirit.Space, k int) []*turn {
	turns := make([]*turn, spirit.Stages+1)
	var m *motion
	for stage := 1; stage <= spirit.Stages; stage++ {
		if stage == 1 || stage == 4 || stage == 7 { // spirit 9.1: stardust grows
			m = newMotion(uint8(stage))
		}
		turns[stage] = newTurn(space, m, k, spirit.TurnOf(stage))
	}
	return turns
}

// strategies are an equilibrium of one round's matrix.
type strategies struct{ row, col spirit.Mix }

// solution is work in progress on one k.
type solution struct {
	space  *spirit.Space
	k      int
	turns  []*turn
	values []float64
	marks  []bool
	plays  []strategies
	spread Spread
}

// Progress tells how the values of one HP pair came to rest.
type Progress struct {
	HP       [2]int
	Sweeps   int
	Residual float64 // the last sweep's largest change
}

func (p Progress) String() string {
	return fmt.Sprintf("HP %d:%d, %d sweeps, residual %.1e", p.HP[0], p.HP[1], p.Sweeps, p.Residual)
}

// Values returns the worth to the first player, -1 to 1, of every round that play can reach with k slots a turn, by its
// number in space; NaN for other numbers. It tells report how it gets on.
func Values(space *spirit.Space, k int, spread Spread, report func(Progress)) []float64 {
	s := solution{space: space, k: k, turns: newTurns(space, k), spread: spread}
	s.marks = reachable(space, s.turns, k)
	s.values = make([]float64, space.Len())
	s.plays = make([]strategies, space.Len())
	for sum := 2; sum <= 2*spirit.StartHP; sum++ {
		for more := min(sum-1, spirit.StartHP); 2*more >= sum; more-- {
			hp := [2]int{more, sum - more}
			sweeps, residual := s.iterate(hp)
			report(Progress{HP: hp, Sweeps: sweeps, Residual: residual})
		}
	}
	for stage := spirit.Stages; stage > spirit.Calm; stage-- {
		s.backward(stage)
	}
	for stage := spirit.Calm - 1; stage >= 1; stage-- {
		s.backward(stage)
	}
	for i, marked := range s.marks {
		if !marked {
			s.values[i] = math.NaN()
		}
	}
	return s.values
}

const (
	settled   = 1e-9 // the change between two sweeps at which an iteration ends
	maxSweeps = 400
)

// iterate finds the values of the calm stage for one HP pair. Sweeps that solve every round's matrix alternate with
// cheap ones that keep the strategies found.
func (s *solution) iterate(hp [2]int) (sweeps int, residual float64) {
	t := s.turns[spirit.Calm]
	for first := 1; first <= hp[0]; first++ {
		for second := 1; second <= hp[1]; second++ {
			t.refresh(s.values, healthOf([2]int{first, second}))
		}
	}
	layer := s.marked(spirit.Calm, hp)
	for sweeps = 1; sweeps <= maxSweeps; sweeps++ {
		residual = s.improve(spirit.Calm, layer)
		if residual < settled {
			break
		}
		if sweeps < 40 {
			s.follow(layer, hp)
		}
		t.refresh(s.values, healthOf(hp))
	}
	return sweeps, residual
}

// marked lists the numbers of a stage's reachable rounds with the given HP.
func (s *solution) marked(stage int, hp [2]int) []int {
	var list []int
	from, to := s.space.Span(stage, hp)
	for i := from; i < to; i++ {
		if s.marks[i] {
			list = append(list, i)
		}
	}
	return list
}

// improve solves the matrices of the listed rounds over the values as they stand, and returns the largest change.
func (s *solution) improve(stage int, list []int) float64 {
	fresh := make([]float64, len(list))
	s.spread(len(list), func(from, to int) {
		x := s.turns[stage].matrix()
		var solver spirit.Solver
		for n := from; n < to; n++ {
			x.at(s.space.Round(list[n], uint8(s.k)))
			warm := s.plays[list[n]]
			e := solver.Solve(x, warm.row.Choices, warm.col.Choices)
			fresh[n] = e.Value
			s.plays[list[n]] = strategies{row: e.Row, col: e.Col}
		}
	})
	change := 0.0
	for n, i := range list {
		change = max(change, math.Abs(fresh[n]-s.values[i]))
		s.values[i] = fresh[n]
	}
	return change
}

// backward solves a stage of one turn, over the values of the next.
func (s *solution) backward(stage int) {
	t := s.turns[stage]
	var list []int
	for health := range healths {
		t.refresh(s.values, health)
		if hp := hpOf(health); hp[0] >= hp[1] {
			list = append(list, s.marked(stage, hp)...)
		}
	}
	for _, i := range list {
		s.plays[i] = s.later(i)
	}
	s.improve(stage, list)
}

// later returns the strategies of the round that differs from round i in its turn alone, for the solver to start from:
// none where there is no such round.
func (s *solution) later(i int) strategies {
	r := s.space.Round(i, uint8(s.k))
	for f := range r.Fighters {
		if spirit.DustAt(int(r.Fighters[f].Cell), int(r.Turn)) {
			r.Fighters[f].Dust = max(r.Fighters[f].Dust, 1)
		}
	}
	if r.Turn++; r.Turn > spirit.TurnLimit {
		return strategies{}
	}
	index, exchanged := s.space.Index(r)
	play := s.plays[index]
	if exchanged {
		play.row, play.col = play.col, play.row
	}
	return play
}
