package shuriken

import "salle/game"

// flight is the way of one blade, spike or arrow.
type flight struct {
	dir  Direction // in which it starts
	turn Field     // the stone off which it glances; NoField
	over Field     // the obstacle over which an arrow flies; NoField
	end  Field     // the last place it enters; the thrower's own where it leaves the board at once
	ends End
}

// blade follows a blade over the position as it stands (shuriken 2.2 to 2.4).
func (p *Position) blade(from Field, d Direction, owner game.Seat) flight {
	way := flight{dir: d, end: from}
	for f := next[d][from]; f != NoField; f = next[d][f] {
		way.end = f
		if piece := &p.Board[f]; piece.Kind != NoKind {
			way.ends = meets(piece, owner)
			return way
		}
		slant := p.Stones.At(f)
		switch {
		case slant == NoStone:
		case d.Diagonal():
			way.ends = AtStone
			return way
		default:
			way.turn, d = f, glance[slant][d]
		}
	}
	return way
}

// arrow follows a bow's arrow (shuriken 4.7).
func (p *Position) arrow(from Field, owner game.Seat) flight {
	d := forward(owner)
	way := flight{dir: d, end: from}
	for f := next[d][from]; f != NoField; f = next[d][f] {
		way.end = f
		ends := p.obstacle(f, owner)
		switch {
		case ends == AtEdge:
		case ends == AtEnemy || way.over != NoField:
			way.ends = ends
			return way
		default:
			way.over = f
		}
	}
	return way
}

// spike follows one spike of a volley on a field; behind is where the spike before it struck, or the volley's own field
// (shuriken 4.5).
func (p *Position) spike(behind Field, owner game.Seat) flight {
	d := forward(owner)
	way := flight{dir: d, end: behind}
	for f := next[d][behind]; f != NoField; f = next[d][f] {
		way.end = f
		if ends := p.obstacle(f, owner); ends != AtEdge {
			way.ends = ends
			return way
		}
	}
	return way
}

// obstacle is what on a place stops what flies straight through stones' glance; AtEdge: nothing.
func (p *Position) obstacle(f Field, owner game.Seat) End {
	if piece := &p.Board[f]; piece.Kind != NoKind {
		return meets(piece, owner)
	}
	if p.Stones.At(f) != NoStone {
		return AtStone
	}
	return AtEdge
}

func meets(piece *Piece, owner game.Seat) End {
	if piece.Owner == owner {
		return AtOwn
	}
	return AtEnemy
}

// flights are the ways of all that the piece on a field would loose, a flag or shield by the blades that it shows: n of
// them, in the order F, R, B, L or NE, SE, SW, NW. A volley has a second only if the first strikes.
func (p *Position) flights(from Field) (ways [4]flight, n int) {
	piece := &p.Board[from]
	switch piece.Kind {
	case NoKind:
		return ways, 0
	case Bow:
		ways[0] = p.arrow(from, piece.Owner)
		return ways, 1
	case Volley:
		ways[0] = p.spike(from, piece.Owner)
		if ways[0].ends != AtEnemy {
			return ways, 1
		}
		ways[1] = p.spike(ways[0].end, piece.Owner)
		return ways, 2
	}
	for _, d := range piece.Blades.Directions(piece.Owner) {
		ways[n] = p.blade(from, d, piece.Owner)
		n++
	}
	return ways, n
}

// strikes tells whether anything that the piece on a field would loose hits an enemy.
func (p *Position) strikes(from Field) bool {
	piece := &p.Board[from]
	switch piece.Kind {
	case NoKind:
		return false
	case Bow:
		return p.arrow(from, piece.Owner).ends == AtEnemy
	case Volley:
		return p.spike(from, piece.Owner).ends == AtEnemy
	}
	for _, d := range piece.Blades.Directions(piece.Owner) {
		if p.blade(from, d, piece.Owner).ends == AtEnemy {
			return true
		}
	}
	return false
}

// CanThrow tells whether a throw with the piece on a field hits something, and its pins, its reloading and the quiet
// opening allow it (shuriken 2.5). Whose turn it is makes no difference.
func (p *Position) CanThrow(from Field) bool {
	piece := &p.Board[from]
	return piece.Kind.Throws() && piece.Pinned == 0 && piece.Empty == 0 && !p.InQuietTurn() && p.strikes(from)
}

// Rays are the lines of fire of the piece on a field, one for each blade that it shows and one for a volley, whether it
// could throw now or not.
func (p *Position) Rays(from Field) []Ray {
	ways, n := p.flights(from)
	if n == 0 {
		return nil
	}
	if p.Board[from].Kind == Volley {
		return []Ray{p.column(from, ways[:n])}
	}
	rays := make([]Ray, n)
	for i, way := range ways[:n] {
		rays[i] = Ray{Path: p.path(from, way), Turn: way.turn, Over: way.over, End: way.ends}
		if way.ends == AtEnemy {
			rays[i].Hits = []Field{way.end}
		}
	}
	return rays
}

// column is the line of fire of a volley.
func (p *Position) column(from Field, spikes []flight) Ray {
	last := spikes[len(spikes)-1]
	ray := Ray{Path: p.path(from, last), End: last.ends}
	for _, way := range spikes {
		if way.ends == AtEnemy {
			ray.Hits = append(ray.Hits, way.end)
		}
	}
	return ray
}

// path lists the places that a flight enters.
func (p *Position) path(from Field, way flight) []Field {
	var list []Field
	d := way.dir
	for f := from; f != way.end; {
		f = next[d][f]
		list = append(list, f)
		if f == way.turn {
			d = glance[p.Stones.At(f)][d]
		}
	}
	return list
}
