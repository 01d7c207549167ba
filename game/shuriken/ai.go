package shuriken

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"salle/game"
)

// AI is the machine player. It has no state of its own.
type AI struct{}

var _ game.AI[Observation, Action] = AI{}

// NewAI is the machine player.
func NewAI() AI { return AI{} }

// skill is how one level thinks.
type skill struct {
	depth  int // turns that it looks ahead, at most; beyond them it follows hits
	worlds int // worlds in which it does, at most
	nodes  int // moves that it tries, to within one
	noise  int // standard deviation of its error about a move, in hundredths of a shuriken
	kept   int // moves that it looks at two turns ahead; half of them with each turn more
	army   int // steps that it takes to better its army before it is ready
}

// skills are the levels of each ground: three on the training ground, and one for each dan on the master's (shuriken 9).
var skills = [2][]skill{
	Training: {
		{depth: 1, worlds: 3, nodes: 60_000, noise: 180, army: 1},
		{depth: 1, worlds: 3, nodes: 60_000, noise: 50, army: 3},
		{depth: 5, worlds: 4, nodes: 1_300_000, kept: 40, army: 12},
	},
	Master: {
		{depth: 1, worlds: 3, nodes: 60_000, noise: 330, army: 1},
		{depth: 1, worlds: 3, nodes: 60_000, noise: 200, army: 1},
		{depth: 1, worlds: 3, nodes: 60_000, noise: 132, army: 2},
		{depth: 1, worlds: 3, nodes: 60_000, noise: 82, army: 3},
		{depth: 1, worlds: 3, nodes: 60_000, noise: 42, army: 4},
		{depth: 2, worlds: 4, nodes: 300_000, kept: 40, army: 6},
		{depth: 5, worlds: 4, nodes: 1_300_000, kept: 40, army: 16},
	},
}

// Choose returns one step: of the setup, or a turn. Once ctx has ended it returns the best found so far.
func (AI) Choose(ctx context.Context, o Observation, b game.Budget) ([]Action, error) {
	list := skills[o.Ground&1]
	k := list[min(max(b.Level, 1), len(list))-1]
	rng := rand.New(rand.NewPCG(b.Seed, uint64(b.Level)))
	switch {
	case o.ToSetUp():
		return []Action{k.arrange(&o, b.Seed)}, nil
	case o.ToMove():
		return []Action{MoveAction(k.choose(ctx, &o, rng))}, nil
	}
	return nil, fmt.Errorf("choose an action of shuriken duel: %s owes none", o.Seat)
}

// option is a move and what it is worth.
type option struct {
	move  Move
	value int // the mean over the worlds looked at
	noise int
}

// keptLeast is how many moves it looks at however deeply it looks.
const keptLeast = 5

// choose searches a turn: the same moves in several worlds that agree with what it has seen, a turn deeper each time and
// each time only for those that did best so far.
func (k skill) choose(ctx context.Context, o *Observation, rng *rand.Rand) Move {
	b := believe(o)
	worlds := b.sample(k.worlds, rng)
	var buf [maxMoves]Move
	var options []option
	for _, m := range worlds[0].AppendMoves(buf[:0]) {
		options = append(options, option{move: m, noise: int(float64(k.noise) * rng.NormFloat64())})
	}
	rng.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	s := search{side: o.Seat, known: o.flagKnown(), limit: k.nodes, ctx: ctx}
	for depth := 1; len(options) > 1; depth++ {
		if !s.weigh(worlds, options, depth) {
			break
		}
		slices.SortStableFunc(options, func(a, b option) int { return b.value - a.value })
		if depth == k.depth {
			break
		}
		options = options[:min(len(options), max(k.kept>>(depth-1), keptLeast))]
	}
	best := slices.MaxFunc(options, func(a, b option) int { return a.value + a.noise - b.value - b.noise })
	return best.move
}

// margin is by how much a move must be worse than the best of its world for it to be of no interest how bad it is.
const margin = 1000

// weigh gives every move the mean of what it is worth in the worlds, as many of them as the budget suffices for: one at
// least at the first depth, and half of them at the others, else nothing changes and it returns false.
func (s *search) weigh(worlds []Position, options []option, depth int) bool {
	sums := make([]int, len(options))
	values := make([]int, len(options))
	done := 0
	for w := range worlds {
		must := depth == 1 && w == 0
		if s.free = must; !s.compare(&worlds[w], options, values, depth) && !must {
			break
		}
		for i, v := range values {
			sums[i] += v
		}
		done++
	}
	if depth > 1 && 2*done < len(worlds) {
		return false
	}
	for i := range options {
		options[i].value = sums[i] / done
	}
	return true
}

// compare finds what every move is worth in one world; false where the budget did not suffice.
func (s *search) compare(world *Position, options []option, values []int, depth int) bool {
	top := -victory
	for i := range options {
		q := *world
		q.Do(options[i].move)
		s.nodes++
		v := -s.best(&q, depth-1, 1, -victory, max(margin-top, -victory))
		top = max(top, v)
		values[i] = bounded(v)
	}
	return !s.stop
}

// bounded is a value for a mean over worlds, in which a win in one of them must not count for more than it is likely.
func bounded(v int) int {
	switch {
	case v > certainly:
		return worthDuel + sooner - (victory - v)
	case v < -certainly:
		return -worthDuel - sooner + (victory + v)
	}
	return v
}

// sample draws worlds: all there are, if they are not more than so many.
func (b *belief) sample(n int, rng *rand.Rand) []Position {
	if len(b.worlds) == 0 {
		return []Position{b.known}
	}
	var list []Position
	if len(b.worlds) <= n {
		for _, w := range b.worlds {
			list = append(list, b.position(w))
		}
		return list
	}
	for range n {
		list = append(list, b.position(b.draw(rng)))
	}
	return list
}

// flagKnown tells whether the enemy knows where the observer's flag stands.
func (o *Observation) flagKnown() bool {
	for i := range o.Pieces {
		if s := &o.Pieces[i]; s.Owner == o.Seat && s.Kind == Flag {
			return s.Revealed || s.Saved
		}
	}
	return false
}
