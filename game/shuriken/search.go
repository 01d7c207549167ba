package shuriken

import (
	"context"

	"salle/game"
)

// deepest is how many turns ahead a line of hits is followed beyond the depth of a search.
const deepest = 3

// unaware is what a hit is worth to the enemy on a flag that he does not know: in the world of a search he knows it, at the
// board he has to guess.
const unaware = 1200

// costDraw is how little a machine likes a draw: both could have tried to win.
const costDraw = 200

// search looks ahead in worlds in which both sides see everything. Its work is counted in nodes: moves played.
type search struct {
	side  game.Seat // for whom it searches
	known bool      // the enemy knows where its flag stands
	nodes int
	limit int
	ctx   context.Context
	stop  bool
	free  bool // the budget does not count
	lists [16][maxMoves]Move
	good  [16][2]Move // by ply: glides that were too good for the enemy to allow them
}

// spent tells whether the budget is used up or the time is over.
func (s *search) spent() bool {
	if !s.stop && (!s.free && s.nodes >= s.limit || s.nodes&1023 == 0 && s.ctx.Err() != nil) {
		s.stop = true
	}
	return s.stop
}

// ended is the value of a duel that has ended, to the side that was to move next, so and so many turns from now: sooner
// is better for the winner.
func (s *search) ended(p *Position, ply int) int {
	next := p.Turn.Other() // a duel that has ended keeps the side that did the last turn
	v := 0
	switch p.Winner {
	case game.Spectator:
		v = costDraw
		if next == s.side {
			v = -costDraw
		}
	case next:
		v = victory - ply
	case next.Other():
		v = -victory + ply
	}
	if p.Ended == ByFlag && p.Ground == Training && p.Winner != s.side && !s.known {
		v = unaware
		if next == s.side {
			v = -unaware
		}
	}
	return v
}

// urge is what a turn without a fall costs, by ground, where neither side leads: to sit still is to draw, and with fewer
// pieces a duel comes to stand still sooner.
var urge = [2]int{Training: 24, Master: 12}

// value is what a position is worth to the side to move, with the impatience of the one for whom is searched.
func (s *search) value(p *Position) int {
	v := p.value()
	if p.Shuriken[game.First] != p.Shuriken[game.Second] {
		return v
	}
	if p.Turn == s.side {
		return v - urge[p.Ground&1]*int(p.Calm)
	}
	return v + urge[p.Ground&1]*int(p.Calm)
}

// best is the value of a position to the side to move, so many turns ahead.
func (s *search) best(p *Position, depth, ply, alpha, beta int) int {
	if p.Ended != NotEnded {
		return s.ended(p, ply)
	}
	if depth <= 0 || ply >= len(s.lists)-1 {
		return s.hits(p, deepest, ply, alpha, beta)
	}
	moves := p.AppendMoves(s.lists[ply][:0])
	var keys [maxMoves]int
	s.order(p, moves, keys[:], ply)
	if depth == 1 {
		moves = moves[:s.hopeful(keys[:len(moves)], alpha)]
	}
	return s.pick(p, moves, false, depth-1, ply, -victory, alpha, beta)
}

// hits is the value of a position to the side to move when only hits are looked at, and anybody may stop hitting.
func (s *search) hits(p *Position, depth, ply, alpha, beta int) int {
	if p.Ended != NotEnded {
		return s.ended(p, ply)
	}
	top := s.value(p)
	if top >= beta || depth <= 0 || ply >= len(s.lists)-1 {
		return top
	}
	alpha = max(alpha, top)
	moves := p.appendHits(s.lists[ply][:0])
	return s.pick(p, moves[:s.promising(p, moves, alpha)], true, depth-1, ply, top, alpha, beta)
}

// pick is the value of the best of some moves, or top where none is better; after them only hits are looked at, or
// everything.
func (s *search) pick(p *Position, moves []Move, hitting bool, depth, ply, top, alpha, beta int) int {
	for _, m := range moves {
		if s.spent() {
			return top
		}
		q := *p
		q.Do(m)
		s.nodes++
		var v int
		if hitting {
			v = -s.hits(&q, depth, ply+1, -beta, -alpha)
		} else {
			v = -s.best(&q, depth, ply+1, -beta, -alpha)
		}
		if v <= top {
			continue
		}
		top = v
		if alpha = max(alpha, v); alpha >= beta {
			if !hitting {
				s.tooGood(m, ply)
			}
			break
		}
	}
	return top
}

// maxHits is how many hits a side may choose from in hits.
const maxHits = 5

// promising puts the hits that win most in front and returns how many of them are worth a look: those that may be worth
// more than alpha, as in hopeful.
func (s *search) promising(p *Position, moves []Move, alpha int) int {
	var keys [maxHits + 1]int
	n := 0
	for _, m := range moves {
		key := s.after(p, m)
		if key <= alpha {
			continue
		}
		j := n
		for ; j > 0 && keys[j-1] < key; j-- {
			keys[j], moves[j] = keys[j-1], moves[j-1]
		}
		keys[j], moves[j] = key, m
		n = min(n+1, maxHits)
	}
	return n
}

// standing is the value of a position to the side to move without a look ahead.
func (s *search) standing(p *Position) int {
	if p.Ended != NotEnded {
		return s.ended(p, 0)
	}
	return s.value(p)
}

// hopeful is how many of the moves in order can be worth more than alpha when only hits follow: the enemy may do without
// them, so a move is worth at most what stands after it. One is left.
func (s *search) hopeful(keys []int, alpha int) int {
	n := len(keys)
	for n > 1 && keys[n-1] <= alpha {
		n--
	}
	return n
}

// order puts moves first that are likely to be good: by what stands after them, and among those that hit nothing the ones
// first that were too good for the enemy elsewhere at this ply.
func (s *search) order(p *Position, moves []Move, keys []int, ply int) {
	var l lines
	p.aimed(p.Turn, &l)
	quiet := s.after(p, Move{Verb: Pass})
	good := &s.good[ply]
	from, reach := NoField, Set{}
	for i, m := range moves {
		if m.From != from {
			from, reach = m.From, l.reach(&p.Board[m.From])
		}
		switch {
		case m.Verb != Glide || reach.Has(m.To) || p.Board[m.To].Kind != NoKind || p.Board[m.From].Kind == Volley:
			keys[i] = s.after(p, m)
		case m == good[0] || m == good[1]:
			keys[i] = quiet + 1
		default:
			keys[i] = quiet
		}
	}
	for i := 1; i < len(moves); i++ {
		m, k := moves[i], keys[i]
		j := i
		for ; j > 0 && keys[j-1] < k; j-- {
			moves[j], keys[j] = moves[j-1], keys[j-1]
		}
		moves[j], keys[j] = m, k
	}
}

// after is what stands after a move, to the side that makes it.
func (s *search) after(p *Position, m Move) int {
	q := *p
	q.Do(m)
	s.nodes++
	return -s.standing(&q)
}

// tooGood remembers a glide that the enemy would not allow.
func (s *search) tooGood(m Move, ply int) {
	if good := &s.good[ply]; m.Verb == Glide && good[0] != m {
		good[0], good[1] = m, good[0]
	}
}
