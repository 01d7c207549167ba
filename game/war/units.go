package war

import "salle/game"

// Kind is a kind of unit (war 3.1).
type Kind uint8

// The kinds, in the order of the deployment's notation (war 13.1).
const (
	NoKind Kind = iota
	Infantry
	Cavalry
	FootArtillery
	MountedArtillery
	FootRelay
	MountedRelay
)

// Kinds lists the kinds in the order of notation.
var Kinds = [6]Kind{Infantry, Cavalry, FootArtillery, MountedArtillery, FootRelay, MountedRelay}

// Army is the number of a side's units at the beginning (war 3.1).
const Army = 17

// The rules' other numbers.
const (
	MaxMoves    = 5 // moves of a turn (war 5.1)
	chargeValue = 7 // of a charging cavalry (war 7.3)
	maxFile     = 4 // cavalry that charge in one direction (war 7.7)
	maxRange    = 3 // of any unit (war 3.1)
)

// nature is a row of the table in war 3.1.
type nature struct {
	code                                 byte
	number, attack, defence, reach, pace uint8
	fighting, raised                     bool
}

// natures has 8 rows so that a masked index is always inside.
var natures = [8]nature{
	Infantry:         {code: 'I', number: 9, attack: 4, defence: 6, reach: 2, pace: 1, fighting: true, raised: true},
	Cavalry:          {code: 'C', number: 4, attack: 4, defence: 5, reach: 2, pace: 2, fighting: true},
	FootArtillery:    {code: 'K', number: 1, attack: 5, defence: 8, reach: 3, pace: 1, fighting: true, raised: true},
	MountedArtillery: {code: 'W', number: 1, attack: 5, defence: 8, reach: 3, pace: 2, fighting: true, raised: true},
	FootRelay:        {code: 'R', number: 1, defence: 1, reach: 2, pace: 1},
	MountedRelay:     {code: 'X', number: 1, defence: 1, reach: 2, pace: 2},
}

// Code is the kind's letter in notation.
func (k Kind) Code() string {
	if k == NoKind || k > MountedRelay {
		return "-"
	}
	return string(rune(natures[k].code))
}

// Number is how many of the kind a whole army has.
func (k Kind) Number() int { return int(natures[k&7].number) }

// Attack is the kind's attack value when it does not charge; 0 for relays.
func (k Kind) Attack() int { return int(natures[k&7].attack) }

// Charge is the kind's attack value when it charges (war 7.7); 0 for those that never do.
func (k Kind) Charge() int {
	if k != Cavalry {
		return 0
	}
	return chargeValue
}

// Defence is the kind's defence value on some ground (war 3.3).
func (k Kind) Defence(t Terrain) int {
	n := natures[k&7]
	value := int(n.defence)
	if n.raised {
		value += bonus(t)
	}
	return value
}

// bonus is what a pass and a fort add to the defence of infantry and artillery (war 3.3).
func bonus(t Terrain) int {
	switch t {
	case Pass:
		return 2
	case Fort:
		return 4
	}
	return 0
}

// Range is how far the kind fires or supports, in squares.
func (k Kind) Range() int { return int(natures[k&7].reach) }

// Moves is how many steps the kind moves at most.
func (k Kind) Moves() int { return int(natures[k&7].pace) }

// Fighting tells fighting units from relays.
func (k Kind) Fighting() bool { return natures[k&7].fighting }

// Mounted tells whether the kind moves two squares.
func (k Kind) Mounted() bool { return natures[k&7].pace == 2 }

// Piece is a unit on the board: its kind and its side. The zero Piece is none.
type Piece uint8

// southern marks a piece of the second seat.
const southern Piece = 8

// PieceOf is a unit of a player's seat.
func PieceOf(side game.Seat, k Kind) Piece { return Piece(k) | Piece(side)<<3 }

// Kind is the unit's kind; NoKind for no unit.
func (p Piece) Kind() Kind { return Kind(p & 7) }

// Side is the unit's side. It must not be asked of no unit.
func (p Piece) Side() game.Seat { return game.Seat(p >> 3) }

// String is the unit's code, a capital for north and a small letter for south (war 13.4); "-" for no unit.
func (p Piece) String() string {
	if p.Kind() == NoKind || p.Kind() > MountedRelay {
		return "-"
	}
	return string(rune(p.letter()))
}

func (p Piece) letter() byte {
	code := natures[p.Kind()].code
	if p&southern != 0 {
		code |= 0x20
	}
	return code
}

// kindOf reads a code in capitals.
func kindOf(code byte) Kind {
	for _, k := range Kinds {
		if natures[k].code == code {
			return k
		}
	}
	return NoKind
}

// pieceOf reads a unit's code (war 13.4).
func pieceOf(code byte) Piece {
	side := game.First
	if code >= 'a' && code <= 'z' {
		side, code = game.Second, code&^0x20
	}
	k := kindOf(code)
	if k == NoKind {
		return 0
	}
	return PieceOf(side, k)
}

// players are the two sides: north and south.
var players = [2]game.Seat{game.First, game.Second}
