package shuriken

import "salle/game"

// Ending is how a duel ended by its own rules (shuriken 6.2); the table ends it otherwise.
type Ending uint8

// The endings.
const (
	NotEnded Ending = iota
	ByFlag          // the loser's flag was hit
	ByTaken         // a shuriken glided onto the loser's flag
	ByFelled        // the loser has no shuriken left
	ByBoth          // neither has: a draw
	ByCalm          // the calm counter reached EndAt
)

// The reasons of a match's result (shuriken 6.2). The table's own are in package game.
const (
	ReasonFlag   = "flag"
	ReasonTaken  = "taken"
	ReasonFelled = "felled"
	ReasonBoth   = "both"
	ReasonCalm   = "calm"
)

// String is the reason as a result has it; "" while the duel goes on.
func (e Ending) String() string {
	return [...]string{"", ReasonFlag, ReasonTaken, ReasonFelled, ReasonBoth, ReasonCalm}[e]
}

// Position is a duel at the start of a turn, or of one that has ended: pieces, stones and counters, without a past. It is
// a value of some seven hundred bytes without pointers that a search copies freely; equal positions are ==. A player's own
// world, imagined, is one as well. Build it with Put.
type Position struct {
	Board    [Places + 1]Piece
	Men      [2]Set // where the pieces of each side stand
	Timed    [2]Set // those of them that are pinned or reloading
	Stones   Stones
	Ground   Ground
	Quiet    bool      // the quiet opening is on (shuriken 8.4)
	Turn     game.Seat // whose turn it is, or who did the last one of a duel that has ended
	Ply      uint16    // turns done, from 0
	Calm     uint8     // the calm counter (shuriken 7.1)
	Stars    [2]uint8  // stars in hand (shuriken 4.6)
	Shuriken [2]uint8  // pieces standing that can throw (shuriken 5.4)
	Shields  [2]uint8  // shields left (shuriken 5.4)
	FlagAt   [2]Field  // NoField where it is lost, or missing from a position
	Ended    Ending
	Winner   game.Seat // of a duel that has ended; Spectator: a draw
}

// Put places a piece on an empty field.
func (p *Position) Put(f Field, piece Piece) {
	p.Board[f] = piece
	p.Men[piece.Owner].add(f)
	if piece.Pinned > 0 || piece.Empty > 0 {
		p.Timed[piece.Owner].add(f)
	}
	switch {
	case piece.Kind == Flag:
		p.FlagAt[piece.Owner] = f
	case piece.Kind == Shield:
		p.Shields[piece.Owner]++
	default:
		p.Shuriken[piece.Owner]++
	}
}

// Take removes the piece from a field and returns it.
func (p *Position) Take(f Field) Piece {
	piece := p.Board[f]
	if piece.Kind == NoKind {
		return piece
	}
	p.Board[f] = Piece{}
	p.Men[piece.Owner].remove(f)
	p.Timed[piece.Owner].remove(f)
	switch {
	case piece.Kind == Flag:
		p.FlagAt[piece.Owner] = NoField
	case piece.Kind == Shield:
		p.Shields[piece.Owner]--
	default:
		p.Shuriken[piece.Owner]--
	}
	return piece
}

// shift moves a piece.
func (p *Position) shift(from, to Field) {
	piece := p.Board[from]
	p.Board[from], p.Board[to] = Piece{}, piece
	p.Men[piece.Owner].remove(from)
	p.Men[piece.Owner].add(to)
	if piece.Empty > 0 || piece.Pinned > 0 {
		p.Timed[piece.Owner].remove(from)
		p.Timed[piece.Owner].add(to)
	}
	if piece.Kind == Flag {
		p.FlagAt[piece.Owner] = to
	}
}

// Result is how the duel ended; the zero value while it goes on.
func (p *Position) Result() game.Result {
	if p.Ended == NotEnded {
		return game.Result{}
	}
	return game.Result{Over: true, Winner: p.Winner, Reason: p.Ended.String()}
}

// InQuietTurn tells whether no piece throws in this turn (shuriken 8.4).
func (p *Position) InQuietTurn() bool { return p.Quiet && int(p.Ply) < p.Ground.QuietTurns() }

// Still tells whether the duel stood still when the turn began (shuriken 7.2).
func (p *Position) Still() bool { return p.Calm >= StillAt }

// free tells whether a piece could stand on a place: a field without piece or stone.
func (p *Position) free(f Field) bool {
	return f.Valid() && p.Board[f].Kind == NoKind && p.Stones.At(f) == NoStone
}
