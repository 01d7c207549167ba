package solve

import (
	"math"

	"salle/game/spirit"
)

// Exploit returns what the perfect adversary of the machine's highest level can expect of a round with k slots a turn,
// -1 to 1, where 0 would be an opponent without a flaw. The adversary knows the chances of the machine's every list; the
// machine plays from tables, and the turn limit draws the round.
func Exploit(tables *spirit.Tables, k int, spread Spread) float64 {
	c := newAdversary(tables, k, spread)
	for number := spirit.TurnLimit; number >= 1; number-- {
		c.answer(number)
	}
	start, _ := c.space.Index(spirit.NewRound(uint8(k)))
	return -c.worth[2*start]
}

// adversary works backwards from the turn limit. A seen round is a round as the machine sees it, itself the first player:
// it is numbered twice the round's number in the space, odd if exchanged, just as the ends of turns are.
type adversary struct {
	space  *spirit.Space
	k      int
	spread Spread
	values []float64 // of rounds, as the machine knows them
	worth  []float64 // of seen rounds, to the machine, as the adversary leaves them
	seen   [][]int   // seen rounds by stage
	turn   *turn     // the one at hand
	mixes  []seenMix // the machine's play in it
}

// seenMix is the machine's strategy in a seen round.
type seenMix struct {
	seen int
	mix  spirit.Mix
}

func newAdversary(tables *spirit.Tables, k int, spread Spread) *adversary {
	space := tables.Space()
	c := &adversary{
		space: space, k: k, spread: spread,
		values: make([]float64, space.Len()), worth: make([]float64, 2*space.Len()), seen: make([][]int, spirit.Stages+1),
	}
	for i := range c.values {
		c.values[i] = tables.At(k, i)
		if !math.IsNaN(c.values[i]) {
			stage := spirit.StageOf(int(space.Round(i, uint8(k)).Turn))
			c.seen[stage] = append(c.seen[stage], 2*i, 2*i+1)
		}
	}
	return c
}

// at returns a seen round of a turn, the machine as its first player.
func (c *adversary) at(seen, number int) spirit.Round {
	r := c.space.Round(seen>>1, uint8(c.k))
	r.Turn = uint8(number)
	if seen&1 != 0 {
		r = r.Exchanged()
	}
	return r
}

// answer steps back to a turn: against every mix of the machine the adversary picks the list that leaves it least.
func (c *adversary) answer(number int) {
	if c.turn == nil || !c.turn.repeats(number) {
		c.open(number)
	}
	for health := range healths {
		for spot, end := range c.turn.ends[health] {
			c.turn.vals[health][spot] = c.left(end)
		}
	}
	c.spread(len(c.mixes), func(from, to int) {
		x := c.turn.matrix()
		for _, m := range c.mixes[from:to] {
			x.at(c.at(m.seen, number))
			c.worth[m.seen] = x.least(m.mix)
		}
	})
}

// repeats tells whether an earlier turn is the same as t: both of the calm stage and leading to it.
func (t *turn) repeats(number int) bool {
	return spirit.StageOf(number) == spirit.Calm && spirit.StageOf(t.number+1) == spirit.Calm
}

// open works out how the machine plays in every seen round of a turn, as it does in a match.
func (c *adversary) open(number int) {
	m := c.motion(number)
	c.turn = newTurn(c.space, m, c.k, number)
	for health := range healths {
		c.turn.refresh(c.values, health)
	}
	seen := c.seen[spirit.StageOf(number)]
	c.mixes = make([]seenMix, len(seen))
	c.spread(len(seen), func(from, to int) {
		x := c.turn.matrix()
		var solver spirit.Solver
		for n := from; n < to; n++ {
			x.at(c.at(seen[n], number))
			c.mixes[n] = seenMix{seen: seen[n], mix: solver.Solve(x, nil, nil).Row}
		}
	})
}

// motion is that of a turn; neighbours share it.
func (c *adversary) motion(number int) *motion {
	if c.turn != nil && c.turn.motion.like(number) {
		return c.turn.motion
	}
	return newMotion(uint8(number))
}

func (c *adversary) left(end int32) float64 {
	if end < 0 {
		return worth(nil, end)
	}
	return c.worth[end]
}

// least is what a row strategy is worth against its best answer.
func (x *matrix) least(mix spirit.Mix) float64 {
	sums, costs := make([]float64, len(x.cols)), make([]float64, len(x.cols))
	for n, i := range mix.Choices {
		x.Row(i, costs)
		for j, v := range costs {
			sums[j] += mix.Probs[n] * v
		}
	}
	least := math.Inf(1)
	for _, v := range sums {
		least = min(least, v)
	}
	return least
}
