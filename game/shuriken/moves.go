package shuriken

// AppendMoves appends the legal moves of the side to move in a fixed order: by field, a throw before glides, then stars;
// a pass alone (shuriken 3). It does not allocate if buf has room. What it lists depends on nothing that the side to move
// does not see.
func (p *Position) AppendMoves(buf []Move) []Move {
	if p.Ended != NotEnded {
		return buf
	}
	before := len(buf)
	for men := p.Men[p.Turn]; ; {
		f := men.pop()
		if f == NoField {
			break
		}
		if p.Board[f].Pinned > 0 {
			continue
		}
		if p.CanThrow(f) {
			buf = append(buf, Move{Verb: Throw, From: f})
		}
		buf = p.appendGlides(buf, f)
	}
	if p.Stars[p.Turn] > 0 {
		for i := range groundSize {
			if f := groundField(p.Turn, i); p.Board[f].Kind == NoKind {
				buf = append(buf, Move{Verb: Place, To: f})
			}
		}
	}
	if len(buf) == before {
		buf = append(buf, Move{Verb: Pass})
	}
	return buf
}

// appendGlides appends the glides of a piece that is not pinned (shuriken 3.2, 7.2).
func (p *Position) appendGlides(buf []Move, from Field) []Move {
	for _, d := range straight {
		for f := glide[d][from]; f != NoField && p.Stones.At(f) == NoStone; f = glide[d][f] {
			if p.Board[f].Kind == NoKind {
				buf = append(buf, Move{Verb: Glide, From: from, To: f})
				continue
			}
			if p.takes(from, f) {
				buf = append(buf, Move{Verb: Glide, From: from, To: f})
			}
			break
		}
	}
	return buf
}

// takes tells whether a piece may glide onto what stands on a field (shuriken 7.2).
func (p *Position) takes(from, to Field) bool {
	target, piece := &p.Board[to], &p.Board[from]
	return target.Kind == Flag && target.Revealed && target.Owner != piece.Owner && p.Still() && piece.Kind.Throws()
}

// Check tells why the side to move may not play a move: one of the codes, "" where it may.
func (p *Position) Check(m Move) string {
	switch {
	case p.Ended != NotEnded:
		return CodeOver
	case m.Verb == Throw && m == Move{Verb: Throw, From: m.From}:
		return p.checkThrow(m.From)
	case m.Verb == Glide:
		return p.checkGlide(m.From, m.To)
	case m.Verb == Place && m == Move{Verb: Place, To: m.To}:
		return p.checkPlace(m.To)
	case m == Move{Verb: Pass}:
		var buf [maxMoves]Move
		if p.AppendMoves(buf[:0])[0] != m {
			return CodeMustAct
		}
		return ""
	}
	return CodeNotNow
}

// maxMoves is room for the moves of most positions.
const maxMoves = 256

// checkPiece tells why the side to move may not act with what stands on a field.
func (p *Position) checkPiece(f Field) string {
	switch {
	case !f.Valid():
		return CodeField
	case p.Board[f].Kind == NoKind:
		return CodeNoPiece
	case p.Board[f].Owner != p.Turn:
		return CodeNotYours
	}
	return ""
}

func (p *Position) checkThrow(from Field) string {
	if code := p.checkPiece(from); code != "" {
		return code
	}
	piece := &p.Board[from]
	switch {
	case !piece.Kind.Throws():
		return CodeNeverThrows
	case piece.Pinned > 0:
		return CodePinned
	case piece.Empty > 0:
		return CodeEmpty
	case p.InQuietTurn():
		return CodeQuiet
	case !p.strikes(from):
		return CodeHitsNothing
	}
	return ""
}

func (p *Position) checkGlide(from, to Field) string {
	if code := p.checkPiece(from); code != "" {
		return code
	}
	if !to.Valid() {
		return CodeField
	}
	d, ok := straightTo(from, to)
	switch {
	case !ok:
		return CodeNotStraight
	case p.Board[from].Pinned > 0:
		return CodePinned
	}
	for f := next[d][from]; f != to; f = next[d][f] {
		switch {
		case f.Gap():
			return CodeGap
		case p.Stones.At(f) != NoStone:
			return CodeStone
		case p.Board[f].Kind != NoKind:
			return CodeBlocked
		}
	}
	switch {
	case p.Stones.At(to) != NoStone:
		return CodeStone
	case p.Board[to].Kind != NoKind && !p.takes(from, to):
		return CodeOccupied
	}
	return ""
}

// straightTo is the direction of a straight line between two different fields; ok is false where there is none.
func straightTo(from, to Field) (d Direction, ok bool) {
	columns, rows := to.Column()-from.Column(), to.Row()-from.Row()
	switch {
	case (columns == 0) == (rows == 0):
		return 0, false
	case rows > 0:
		return North, true
	case rows < 0:
		return South, true
	case columns > 0:
		return East, true
	}
	return West, true
}

func (p *Position) checkPlace(to Field) string {
	switch {
	case !to.Valid():
		return CodeField
	case p.Stars[p.Turn] == 0:
		return CodeNoStar
	case !to.OwnGround(p.Turn):
		return CodeNotOwnGround
	case p.Board[to].Kind != NoKind:
		return CodeOccupied
	}
	return ""
}
