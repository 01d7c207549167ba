package war

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
	width   int // turns that the beam keeps after each move
	noise   int // the standard deviation of its error about a position, in thousandths of an infantry
	replies int // whole turns whose answer by the other side it looks at
	finals  int // those of them whose answer it looks at again, with more care
	answer  int // the width of the beam for such an answer
	nodes   int // the most positions that it looks at, to within one answer
	drafts  int // deployments among which it chooses
}

// skills are levels 1 to 5.
var skills = [5]skill{
	{width: 1, noise: 500, nodes: 1500, drafts: 1},
	{width: 2, noise: 150, nodes: 4000, drafts: 2},
	{width: 6, nodes: 12000, drafts: 4},
	{width: 8, replies: 8, nodes: 25000, drafts: 8},
	{width: 12, replies: 32, finals: 6, answer: 3, nodes: 120000, drafts: 16},
}

// costRepeated is what it costs to come back to a position once more in a match that is drawn by repetition.
const costRepeated = 2000

// Choose returns the deployment or the whole turn that the machine plays: moves, and then an attack or the end of the turn,
// unless a move ends the match. Once ctx has ended it returns the best found so far.
func (AI) Choose(ctx context.Context, o Observation, b game.Budget) ([]Action, error) {
	level := min(max(b.Level, 1), len(skills))
	return skills[level-1].choose(ctx, &o, rand.New(rand.NewPCG(b.Seed, uint64(level))))
}

// choose is Choose at some skill.
func (k skill) choose(ctx context.Context, o *Observation, rng *rand.Rand) ([]Action, error) {
	switch {
	case o.ToDeploy():
		return []Action{DeployAction(deploy(o.Seat, k.drafts, rng))}, nil
	case !o.ToMove():
		return nil, fmt.Errorf("choose a turn of the game of war: %s owes none", o.Seat)
	}
	s := search{judge: judge{temper: tempered(o)}, rng: rng}
	s.noise = max(k.noise, s.unrest)
	t := s.choose(ctx, o, k)
	actions := make([]Action, 0, MaxMoves+1)
	for _, step := range t.list() {
		actions = append(actions, StepAction(step))
	}
	return actions, nil
}

// tempered is the temper of a machine in a position: the longer a match has gone on for what has been captured, the more it
// wants to come to blows, and the more so the stronger side.
func tempered(o *Observation) temper {
	var strength [2]int
	taken := 2 * Army
	for _, side := range players {
		for _, at := range o.Position.Units[side].Squares() {
			strength[side] += worth[o.Position.Board[at].Kind()]
			taken--
		}
	}
	mine, theirs := strength[o.Seat&1], strength[o.Seat.Other()&1]
	ahead := 100 * max(mine-theirs, 0) / max(mine+theirs, 1)
	late := min(max(o.Turn-20-5*taken, 0), 150)
	return temper{advance: 12 + late/3, caution: max(100-late/2-ahead, 10), unrest: 2 * late}
}

// choose searches a turn of the side to move: the best that its beam finds, or where the skill looks at answers the one that
// stands best after the other side's; first after a quick answer to many, then after a careful one to the few that are left.
func (s *search) choose(ctx context.Context, o *Observation, k skill) turn {
	list := s.best(ctx, &o.Position, k.width, max(k.replies, 1), k.nodes)
	if len(list) == 0 {
		return simplest(&o.Position)
	}
	s.weigh(ctx, o, list, 1, k.nodes*3/5)
	if k.finals > 0 {
		list = list[:min(k.finals, len(list))]
		s.weigh(ctx, o, list, k.answer, k.nodes)
	}
	return list[0]
}

// weigh sorts turns by what they are worth after an answer of some width, as far as the limit of nodes allows; the others
// come last.
func (s *search) weigh(ctx context.Context, o *Observation, list []turn, width, limit int) {
	if len(list) == 1 {
		return
	}
	n := 0
	for ; n < len(list); n++ {
		t := &list[n]
		if n > 0 && (s.nodes >= limit || ctx.Err() != nil) {
			break
		}
		if !t.position.Result.Over {
			// An answer that is looked for in haste may miss what refutes the turn, and the best of many turns is likely to
			// be one of those: the mean with the first impression is more often right.
			t.score = (s.answered(ctx, t, width, limit) + t.score) / 2
			t.score -= costRepeated * o.Past.Times(t.position.Hash())
		}
	}
	slices.SortStableFunc(list[:n], func(a, b turn) int { return b.score - a.score })
}

// simplest is a legal turn that costs no thought: the retreat owed, if one is, and the end.
func simplest(p *Position) turn {
	t := turn{position: *p}
	if p.Dislodged != NoSquare {
		supply := p.Supply()
		var buf [32]Step
		t = t.then(p.AppendMoves(buf[:0], &supply)[0])
	}
	if t.position.Result.Over {
		return t
	}
	return t.then(Step{Verb: End})
}
