package war

import "context"

const (
	planTargets = 5 // enemy units that plans works back from, at most
	planMargin  = 2 // by which an attack captures (war 7.8)
)

// aim is an enemy unit that might be captured this turn.
type aim struct {
	at    Square
	price int
}

// plans works back from captures: for each enemy unit that the moves left could bring down, the turn so far that comes to
// it soonest, one move after the other being the one that does most for the sum.
func (s *search) plans(ctx context.Context, root *Position) []turn {
	if root.Dislodged != NoSquare || root.Spent || root.Result.Over {
		return nil
	}
	var list []turn
	for _, target := range s.aims(root) {
		if ctx.Err() != nil {
			break
		}
		if plan, ok := s.plan(root, target.at); ok {
			list = append(list, plan)
		}
	}
	return list
}

// aims are the most valuable enemy units in reach of the turn, in the order of their price and then of the board.
func (s *search) aims(root *Position) []aim {
	side := root.Side
	s.look(root, side, side.Other())
	var list []aim
	victims := &s.armies[side.Other()&1]
	for k := range victims.list[:victims.n] {
		v := &victims.list[k]
		c := s.contest(root, side, v)
		margin := c.attack - c.defence
		could := margin + c.joining.most(MaxMoves-int(root.Moves))
		if !c.near || margin >= planMargin || could < planMargin {
			continue // taken without a move, or out of reach
		}
		a := aim{at: v.at, price: worth[v.kind&7] + 20*could}
		at := len(list)
		for at > 0 && list[at-1].price < a.price {
			at--
		}
		list = append(list, aim{})
		copy(list[at+1:], list[at:])
		list[at] = a
	}
	return list[:min(len(list), planTargets)]
}

// plan climbs to the capture of one unit; ok is false where it does not come to it.
func (s *search) plan(root *Position, target Square) (_ turn, ok bool) {
	t := turn{position: *root}
	side := root.Side
	for t.position.Moves < MaxMoves {
		step, margin := s.helpful(&t.position, target)
		if step.Verb == 0 {
			return t, false
		}
		t = t.then(step)
		if margin >= planMargin {
			t.score = s.look(&t.position, side, side.Other())
			return t, true
		}
	}
	return t, false
}

// helpful is the move that does most for an attack on the target, and the margin after it; no step where none helps.
func (s *search) helpful(p *Position, target Square) (best Step, margin int) {
	supply := p.Supply()
	attack, defence := p.Sums(target, &supply)
	margin = attack - defence
	for _, from := range p.Units[p.Side&1].Squares() {
		kind := p.Board[from].Kind()
		if !kind.Fighting() || apart(from, target) > hits[kind&7]+2 {
			continue
		}
		to := p.Destinations(from, &supply)
		for at := range to.All() {
			if apart(at, target) > maxFile {
				continue
			}
			q := *p
			q.Do(Step{Verb: Move, From: from, To: at})
			after := q.Supply()
			s.nodes++
			if attack, defence := q.Sums(target, &after); attack-defence > margin {
				best, margin = Step{Verb: Move, From: from, To: at}, attack-defence
			}
		}
	}
	return best, margin
}

// apart is how many steps of a king lie between two squares.
func apart(a, b Square) int {
	rows, columns := int(ranks[a]-ranks[b]), int(files[a]-files[b])
	return max(rows, -rows, columns, -columns)
}
