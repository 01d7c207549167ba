package shuriken

import (
	"slices"

	"salle/game"
)

// Phase is how far a match has come.
type Phase uint8

// The phases, in order. Up to ToDeal Chance owes; then both set up; then they duel.
const (
	ToDrawFirst  Phase = iota // Chance draws who strikes first
	ToDrawStones              // Chance draws the stones
	ToDealFirst               // Chance deals south's army
	ToDealSecond              // Chance deals north's
	InSetup                   // both set up, each until he is ready (shuriken 8.3)
	InDuel                    // turns, until the end and after it
)

// Sight is a piece as the observer sees it. An enemy's flag or shield that is hidden is a plain Shuriken with the blades
// that it shows, as long as the match goes on. What follows Piece is what everybody has seen of the piece.
type Sight struct {
	At Field
	Piece
	Past
}

// Past is what everybody has seen of a piece.
type Past struct {
	From  Field // where it stood when the duel began; NoField for a placed star
	Threw bool  // it has thrown, and so is neither flag nor shield
	// Held: it has stopped outside a quiet turn where the blades that it shows would have hit something, and did not throw
	// (shuriken 3.4). So it is a flag or a shield.
	Held  bool
	Saved bool // the captain fell for it (shuriken 4.4): it is the flag, revealed or not
}

// Fallen is a piece that fell, or a shield that broke: all of that is public (shuriken 5.4).
type Fallen struct {
	Owner  game.Seat
	Kind   Kind
	Blades Blades
	Placed bool // a placed star
}

// Observation is all that one seat may know (shuriken 10). A spectator, and Chance, see of either army what its enemy
// sees. When the duel is over everybody sees everything.
type Observation struct {
	Seat   game.Seat
	Ground Ground
	Quiet  bool // the quiet opening is on (shuriken 8.4)
	Phase  Phase
	Ready  [2]bool // who is ready; both in the duel
	// Shuffling: whose army Chance deals anew. A player's observation never tells it of the other.
	Shuffling [2]bool
	First     game.Seat // who strikes first; meaningless until it is drawn
	Turn      game.Seat // whose turn it is in the duel
	Ply       int       // turns of the duel done, from 0
	Calm      int       // the calm counter (shuriken 7.1)
	Stones    Stones
	Pieces    []Sight // in the order of fields. Before the duel the observer's own army alone
	Fallen    []Fallen
	Stars     [2]int // in hand (shuriken 4.6)
	Shuriken  [2]int // pieces standing that can throw (shuriken 5.4); of a full army before the duel
	Shields   [2]int // shields left (shuriken 5.4)
	Result    game.Result
}

// End is what ends a line of fire.
type End uint8

// The ends.
const (
	AtEdge  End = iota // it leaves the rectangle
	AtEnemy            // it hits an enemy of the thrower
	AtOwn              // it is spent on a piece of the thrower's own side
	AtStone            // it is spent on a stone
)

// Ray is one line of fire: a blade's, an arrow's, or that of a volley's spikes.
type Ray struct {
	Path []Field // the places entered, gaps included, in order; the last is where it ends
	Turn Field   // the stone of Path off which it glances (shuriken 2.3); NoField
	Over Field   // the obstacle of Path over which an arrow flies (shuriken 4.7); NoField
	Hits []Field // the enemy pieces of Path that are hit: one at most, a volley's two
	End  End
}

// Gliding is a glide that a piece could make.
type Gliding struct {
	To      Field
	Throws  bool // it would throw on arrival (shuriken 3.3)
	Takes   bool // it takes the enemy's flag and wins (shuriken 7.2)
	Exposes bool // a flag or shield would stop in line, not throw, and give itself away (shuriken 3.4)
}

// Observe builds what seat may know, piece by piece.
func (Rules) Observe(s State, seat game.Seat) Observation {
	p := &s.Position
	o := Observation{
		Seat: seat, Ground: p.Ground, Quiet: p.Quiet, Phase: s.Phase, Ready: s.Ready, First: s.First, Turn: p.Turn,
		Ply: int(p.Ply), Calm: int(p.Calm), Stones: p.Stones, Result: s.result(),
	}
	for _, owner := range players {
		if seat == owner || seat == game.Chance {
			o.Shuffling[owner] = s.Shuffling[owner]
		}
		o.Stars[owner] = int(p.Stars[owner])
		o.Shuriken[owner], o.Shields[owner] = int(p.Shuriken[owner]), int(p.Shields[owner])
		if s.Phase < InDuel {
			o.Shuriken[owner], o.Shields[owner] = p.Ground.Shuriken(), shieldsEach
		}
	}
	open := o.Result.Over
	for f := Field(1); f <= Places; f++ {
		piece := p.Board[f]
		if piece.Kind == NoKind || s.Phase < InDuel && piece.Owner != seat && !open {
			continue
		}
		if piece.Owner != seat && !open {
			piece = piece.Shown()
		}
		o.Pieces = append(o.Pieces, Sight{At: f, Piece: piece, Past: s.Past[f]})
	}
	o.Fallen = append(o.Fallen, s.Fallen[:s.Falls]...)
	return o
}

// shieldsEach is how many shields a full army has (shuriken 4.3).
const shieldsEach = 2

// ToSetUp tells whether the observer owes steps of the setup.
func (o Observation) ToSetUp() bool {
	return o.Seat.Plays() && o.Phase == InSetup && !o.Ready[o.Seat] && !o.Shuffling[o.Seat] && !o.Result.Over
}

// ToMove tells whether it is the observer's turn.
func (o Observation) ToMove() bool {
	return o.Phase == InDuel && !o.Result.Over && o.Seat == o.Turn
}

// At is the piece on a field; ok is false where the observer sees none.
func (o Observation) At(f Field) (s Sight, ok bool) {
	for _, s := range o.Pieces {
		if s.At == f {
			return s, true
		}
	}
	return Sight{}, false
}

// Position is the duel as the observer knows it: an enemy look-alike is a plain shuriken in it, and a flag that he does
// not see is nowhere. The counts are the true ones.
func (o Observation) Position() Position {
	p := Position{
		Stones: o.Stones, Ground: o.Ground, Quiet: o.Quiet, Turn: o.Turn, Ply: uint16(o.Ply), Calm: uint8(o.Calm),
		Winner: o.Result.Winner,
	}
	for _, s := range o.Pieces {
		p.Put(s.At, s.Piece)
	}
	for _, owner := range players {
		p.Stars[owner] = uint8(o.Stars[owner])
		p.Shuriken[owner], p.Shields[owner] = uint8(o.Shuriken[owner]), uint8(o.Shields[owner])
	}
	for e := ByFlag; o.Result.Over && e <= ByCalm; e++ {
		if e.String() == o.Result.Reason {
			p.Ended = e
		}
	}
	return p
}

// army is the observer's own army in the setup.
func (o Observation) army() Army {
	p := o.Position()
	return p.army(o.Seat)
}

// Problem is the condition of shuriken 8.2 that the observer's own setup breaks: CodeShields, CodeFront or CodeCaptain; ""
// for none, and outside the setup.
func (o Observation) Problem() string {
	if !o.Seat.Plays() || o.Phase != InSetup {
		return ""
	}
	return o.army().Problem(o.Seat)
}

// CanReady tells whether the observer may declare himself ready now.
func (o Observation) CanReady() bool { return o.ToSetUp() && o.Problem() == "" }

// Fire are the lines of fire of the piece on a field, one for each blade that the observer sees and one for a volley,
// whether it could throw now or not; see CanThrow.
func (o Observation) Fire(from Field) []Ray {
	if from > Places {
		return nil
	}
	p := o.Position()
	return p.Rays(from)
}

// FireFrom is Fire after the piece has gone from one field to another, which must be free; nil where it is not.
func (o Observation) FireFrom(from, to Field) []Ray {
	p := o.Position()
	if from > Places || p.Board[from].Kind == NoKind || from != to && !p.free(to) {
		return nil
	}
	p.shift(from, to)
	return p.Rays(to)
}

// ownTurn is the position as it is, or would be, with the observer to move; ok is false where he plays no duel now.
func (o Observation) ownTurn() (p Position, ok bool) {
	if !o.Seat.Plays() || o.Phase != InDuel || o.Result.Over {
		return p, false
	}
	p = o.Position()
	if p.Turn != o.Seat {
		p.Turn = o.Seat
		p.Ply++
	}
	return p, true
}

// CanThrow tells whether a throw with the observer's own piece on a field would be legal if it were his turn now.
func (o Observation) CanThrow(from Field) bool {
	p, ok := o.ownTurn()
	return ok && p.checkThrow(from) == ""
}

// Glides are the glides of the observer's own piece on a field if it were his turn now, in the order of fields.
func (o Observation) Glides(from Field) []Gliding {
	p, ok := o.ownTurn()
	if !ok || p.checkPiece(from) != "" || p.Board[from].Pinned > 0 {
		return nil
	}
	var buf [maxMoves]Move
	var list []Gliding
	for _, m := range p.appendGlides(buf[:0], from) {
		g := Gliding{To: m.To, Takes: p.Board[m.To].Kind != NoKind}
		if !g.Takes {
			after := p
			after.shift(from, m.To)
			piece := after.Board[m.To]
			g.Throws = after.CanThrow(m.To)
			g.Exposes = piece.Kind >= Flag && !piece.Revealed && !p.InQuietTurn() && after.strikes(m.To)
		}
		list = append(list, g)
	}
	slices.SortFunc(list, func(a, b Gliding) int { return int(a.To) - int(b.To) })
	return list
}
