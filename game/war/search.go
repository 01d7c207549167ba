package war

import (
	"context"
	"math/rand/v2"
	"slices"

	"salle/game"
)

// turn is a whole turn or the beginning of one: its steps, and where they lead.
type turn struct {
	steps    [MaxMoves + 1]Step
	n        int
	score    int // for the side whose turn it is
	position Position
}

// then is the turn with one more step.
func (t *turn) then(step Step) turn {
	next := *t
	next.steps[next.n&7] = step
	next.n++
	next.position.Do(step)
	return next
}

// list is the turn's steps.
func (t *turn) list() []Step { return t.steps[:t.n] }

// search looks for good turns. Its work is counted in nodes: positions that it has looked at.
type search struct {
	judge
	nodes int
	noise int        // standard deviation of the error in every value
	rng   *rand.Rand // of the error
}

// child is a move that continues a turn of the beam.
type child struct {
	parent int
	step   Step
	score  int
	seen   uint64 // what stands where, and who has moved
}

// best finds good turns of the side to move, the best first, by a beam: of all turns of so many moves the width best are
// kept and continued. It returns at most keep, and nothing only if ctx has ended or the limit of nodes is reached before the
// first is complete.
func (s *search) best(ctx context.Context, root *Position, width, keep, limit int) []turn {
	limit += s.nodes
	side := root.Side
	beam := []turn{{position: *root}}
	complete := s.complete(nil, &beam[0], side)
	plans := s.plans(ctx, root)
	for len(beam) > 0 && beam[0].position.Moves < MaxMoves && s.nodes < limit && ctx.Err() == nil {
		children := s.children(ctx, beam, side, limit)
		next := make([]turn, 0, width+len(plans))
		seen := make(map[uint64]bool, width)
		for _, c := range children {
			if len(next) == width {
				break
			}
			if !seen[c.seen] {
				seen[c.seen] = true
				t := beam[c.parent].then(c.step)
				t.score = c.score
				next = append(next, t)
			}
		}
		for _, plan := range plans {
			if plan.n == beam[0].n+1 && !seen[footprint(&plan.position)] {
				next = append(next, plan)
			}
		}
		beam = next
		for i := range beam {
			complete = s.complete(complete, &beam[i], side)
		}
	}
	slices.SortStableFunc(complete, func(a, b turn) int { return b.score - a.score })
	return distinct(complete, keep)
}

// children are all moves that continue the beam, the best first.
func (s *search) children(ctx context.Context, beam []turn, side game.Seat, limit int) []child {
	var children []child
	seen := make(map[uint64]bool, 256)
	var buf [512]Step
	for i := range beam {
		if s.nodes >= limit && i > 0 || ctx.Err() != nil {
			break
		}
		p := &beam[i].position
		if p.Result.Over {
			continue
		}
		supply := p.Supply()
		for _, step := range p.AppendMoves(buf[:0], &supply) {
			q := *p
			q.Do(step)
			mark := footprint(&q)
			if seen[mark] {
				continue
			}
			seen[mark] = true
			children = append(children, child{parent: i, step: step, score: s.look(&q, side, side.Other()), seen: mark})
		}
	}
	slices.SortStableFunc(children, func(a, b child) int { return b.score - a.score })
	return children
}

// look is the value of a position to a side, as far as this search can tell.
func (s *search) look(p *Position, view, next game.Seat) int {
	s.nodes++
	v := s.value(p, view, next)
	if s.noise > 0 {
		v += int(float64(s.noise) * s.rng.NormFloat64())
	}
	return v
}

// footprint tells positions of the same turn apart by what stands where and who has moved, in whatever order.
func footprint(p *Position) uint64 {
	h := uint64(p.Arsenals)
	for _, at := range p.Units[p.Side&1].Squares() {
		h += mixed(uint64(p.Board[at])<<32 | uint64(at))
	}
	for _, at := range p.Moved[:p.Moves] {
		h += mixed(1<<40 | uint64(at))
	}
	return h
}

// complete appends the ways in which a turn may end now: as it stands, and by each attack that does something.
func (s *search) complete(list []turn, t *turn, side game.Seat) []turn {
	p := &t.position
	if p.Result.Over {
		t.score = outcome(p.Result, side)
		return append(list, *t)
	}
	if p.Dislodged != NoSquare {
		return list
	}
	finish := func(step Step) {
		whole := t.then(step)
		whole.score = s.look(&whole.position, side, side.Other())
		list = append(list, whole)
	}
	finish(Step{Verb: End})
	if p.Spent {
		return list
	}
	supply := p.Supply()
	for _, at := range p.Units[side.Other()&1].Squares() {
		if attack, defence := p.Sums(at, &supply); OutcomeOf(attack-defence) != Holds {
			finish(Step{Verb: Attack, To: at})
		}
	}
	return list
}

// distinct picks at most keep turns of a sorted list, of all that have the same gist only the first: what the other side's
// answer is to choose among must differ in more than a square.
func distinct(sorted []turn, keep int) []turn {
	var picked []turn
	seen := make(map[uint64]bool, keep)
	for i := range sorted {
		h := sorted[i].gist()
		if seen[h] {
			continue
		}
		seen[h] = true
		if picked = append(picked, sorted[i]); len(picked) == keep {
			break
		}
	}
	return picked
}

// answered is what a turn is worth to the side that made it when the other side has given its best answer.
func (s *search) answered(ctx context.Context, t *turn, width, limit int) int {
	replies := s.best(ctx, &t.position, width, 1, limit)
	if len(replies) == 0 {
		return t.score
	}
	return -replies[0].score
}

// gist tells turns apart by who moves and what is attacked, wherever to.
func (t *turn) gist() uint64 {
	h := uint64(t.position.Arsenals)
	for _, step := range t.list() {
		h += mixed(uint64(step.Verb)<<32 | uint64(step.From))
		if step.Verb == Attack {
			h += mixed(uint64(step.To))
		}
	}
	return h
}
