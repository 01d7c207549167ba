package war

import "salle/game"

// Beam is one line of communication: from its source to the last square that it lights in one direction (war 6.3).
type Beam struct{ From, To Square }

// Beams lists the lines of a side, source by source, given the communication of both; a direction in which a source lights
// nothing has none.
func (p *Position) Beams(side game.Seat, s *Supply) []Beam {
	var list []Beam
	for _, source := range p.Arsenals.Of(side).Squares() {
		list = p.appendBeams(list, side, source)
	}
	for _, at := range p.Units[side].Squares() {
		if p.Active(at, s) {
			list = p.appendBeams(list, side, at)
		}
	}
	return list
}

// Active tells whether an active relay stands on a square (war 6.2).
func (p *Position) Active(at Square, s *Supply) bool {
	piece := p.Board[at]
	return piece != 0 && !piece.Kind().Fighting() && s.Lit[piece.Side()].has(at)
}

func (p *Position) appendBeams(list []Beam, side game.Seat, source Square) []Beam {
	for d := range Direction(directions) {
		last := source
		for n := 1; n <= int(open[source][d]); n++ {
			at := source.along(d, n)
			if p.cuts(side, at) {
				break
			}
			last = at
		}
		if last != source {
			list = append(list, Beam{From: source, To: last})
		}
	}
	return list
}

// cuts tells whether what stands on a square ends a side's lines (war 6.3).
func (p *Position) cuts(side game.Seat, at Square) bool {
	only := p.Switches.Has(SuppliedUnitsCut)
	return cutting[side&1][p.Board[at]&15] && (!only || p.Last[side.Other()].has(at))
}
