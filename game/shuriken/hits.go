package shuriken

import "salle/game"

// lines are the places from which a blade that flies in each direction hits a piece of one side, as the pieces stand; and
// those from which an arrow does. They are found from the targets backwards, all at once, which is what makes a search
// quick; a piece that moves out of its own line is not allowed for, so they may miss a hit, but never invent one.
type lines struct {
	hit   [directions]Set
	arrow Set
}

// aimed finds the lines on the pieces of the enemy of a side.
func (p *Position) aimed(side game.Seat, l *lines) {
	*l = lines{}
	targets := p.Men[side.Other()]
	up := forward(side)
	for target := targets.pop(); target != NoField; target = targets.pop() {
		for d := range Direction(directions) {
			p.backwards(target, d, l)
		}
		p.arrows(target, up, side, l)
	}
}

// backwards walks away from a target against a direction of flight, and notes the places from which it is hit.
func (p *Position) backwards(target Field, d Direction, l *lines) {
	back := turned(d)
	for f := next[back][target]; f != NoField; f = next[back][f] {
		if slant := p.Stones.At(f); slant != NoStone {
			if d.Diagonal() {
				p.glances(f, slant, d, l)
			}
			return
		}
		l.hit[d].add(f)
		if p.Board[f].Kind != NoKind {
			return
		}
	}
}

// glances notes the places from which a straight blade is turned into a diagonal direction by a stone (shuriken 2.3).
func (p *Position) glances(stone Field, slant Slant, out Direction, l *lines) {
	for _, in := range straight {
		if glance[slant][in] != out {
			continue
		}
		back := turned(in)
		for f := next[back][stone]; f != NoField && p.Stones.At(f) == NoStone; f = next[back][f] {
			l.hit[in].add(f)
			if p.Board[f].Kind != NoKind {
				break
			}
		}
	}
}

// arrows notes the places from which a side's arrow strikes a target (shuriken 4.7).
func (p *Position) arrows(target Field, up Direction, side game.Seat, l *lines) {
	back := turned(up)
	obstacles := 0
	for f := next[back][target]; f != NoField; f = next[back][f] {
		piece := p.Board[f]
		if piece.Kind != NoKind && piece.Owner != side {
			return
		}
		if obstacles <= 1 {
			l.arrow.add(f)
		}
		if piece.Kind != NoKind || p.Stones.At(f) != NoStone {
			if obstacles++; obstacles > 1 {
				return
			}
		}
	}
}

// reach is the places from which a piece would hit something. A volley's spikes fell nobody and are left out.
func (l *lines) reach(piece *Piece) (set Set) {
	switch piece.Kind {
	case Volley, Flag, Shield:
		return Set{}
	case Bow:
		return l.arrow
	}
	for _, d := range piece.Blades.Directions(piece.Owner) {
		set[0] |= l.hit[d][0]
		set[1] |= l.hit[d][1]
	}
	return set
}

// appendHits appends the moves of the side to move that hit something, or take the flag of a still duel. It leaves out
// what only a piece's own leaving would make a hit.
func (p *Position) appendHits(buf []Move) []Move {
	if p.InQuietTurn() || p.Ended != NotEnded {
		return buf
	}
	var l lines
	p.aimed(p.Turn, &l)
	flag := NoField
	if p.Still() {
		flag = p.FlagAt[p.Turn.Other()]
	}
	men := p.Men[p.Turn]
	for from := men.pop(); from != NoField; from = men.pop() {
		piece := &p.Board[from]
		if piece.Pinned > 0 || !piece.Kind.Throws() {
			continue
		}
		reach := l.reach(piece)
		if reach == (Set{}) && flag == NoField {
			continue
		}
		if reach.Has(from) {
			buf = append(buf, Move{Verb: Throw, From: from})
		}
		for _, d := range straight {
			to := next[d][from]
			for ; p.free(to); to = next[d][to] {
				if reach.Has(to) {
					buf = append(buf, Move{Verb: Glide, From: from, To: to})
				}
			}
			if to != NoField && to == flag {
				buf = append(buf, Move{Verb: Glide, From: from, To: to})
			}
		}
	}
	return buf
}
