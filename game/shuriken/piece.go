package shuriken

import (
	"strings"

	"salle/game"
)

// Kind is what a piece is (shuriken 4).
type Kind uint8

// The kinds. A placed star is an XShuriken with Piece.Placed, and a training bearer is a Flag.
const (
	NoKind Kind = iota
	Shuriken
	Captain
	Volley
	Bow
	XShuriken
	Flag
	Shield
)

// words are the kinds in events, and but for plain shuriken and X in notation (shuriken 8.5).
var words = [...]string{
	NoKind: "-", Shuriken: "shuriken", Captain: "captain", Volley: "volley", Bow: "bow", XShuriken: "x", Flag: "flag",
	Shield: "shield",
}

// String is the kind's word in events.
func (k Kind) String() string { return words[k&7] }

// Throws tells whether the kind is one of those counted as shuriken: any piece that can throw.
func (k Kind) Throws() bool { return k >= Shuriken && k <= XShuriken }

// LooksAlike tells whether an enemy sees the kind as a plain shuriken until it is revealed (shuriken 4.2, 4.3).
func (k Kind) LooksAlike() bool { return k == Shuriken || k >= Flag }

// Blades is a set of blades, from the point of view of the piece's owner (shuriken 2.1). Forward of south is north.
type Blades uint8

// The blades. Diagonal stands for all four of an X-shuriken.
const (
	Forward Blades = 1 << iota
	Back
	Left
	Right
	Diagonal
)

// bladeLetters are the blades in notation, by bit.
const bladeLetters = "FBLRX"

// String is the blades in notation, such as "FLR"; "-" for none.
func (b Blades) String() string {
	var text strings.Builder
	for i, letter := range bladeLetters {
		if b&(1<<i) != 0 {
			text.WriteRune(letter)
		}
	}
	if text.Len() == 0 {
		return "-"
	}
	return text.String()
}

// Directions are where the blades of a seat's piece fly, in the order F, R, B, L, or NE, SE, SW, NW. The slice is shared
// and must not be changed.
func (b Blades) Directions(owner game.Seat) []Direction { return flights[owner&1][b&31] }

// flights are the directions by owner and blades.
var flights = func() (table [2][32][]Direction) {
	order := []struct {
		blade Blades
		to    Direction
	}{
		{Forward, North},
		{Right, East},
		{Back, South},
		{Left, West},
		{Diagonal, NorthEast},
		{Diagonal, SouthEast},
		{Diagonal, SouthWest},
		{Diagonal, NorthWest},
	}
	for b := range Blades(32) {
		for _, o := range order {
			if b&o.blade == 0 {
				continue
			}
			table[game.First][b] = append(table[game.First][b], o.to)
			to := o.to
			if !to.Diagonal() {
				to = turned(to)
			}
			table[game.Second][b] = append(table[game.Second][b], to)
		}
	}
	return table
}()

// turned is the opposite direction.
func turned(d Direction) Direction { return (d + directions/2) % directions }

// forward is where a seat's forward blade flies.
func forward(owner game.Seat) Direction {
	if owner == game.Second {
		return South
	}
	return North
}

// Man is a piece of an army as a deal writes it: its kind, and the blades that it has or shows.
type Man struct {
	Kind   Kind
	Blades Blades
}

func plain(b Blades) Man { return Man{Shuriken, b} }

// Piece is a piece on the board. Its zero value is none.
type Piece struct {
	Owner    game.Seat
	Kind     Kind
	Blades   Blades // the blades that both sides see (shuriken 4.1 to 4.3)
	Revealed bool   // a flag that the enemy knows, or a shield unmasked by the arrow that sticks in it
	Placed   bool   // a placed star (shuriken 4.6)
	Pinned   uint8  // its owner's turns in which it can still neither glide nor throw (shuriken 4.5)
	Empty    uint8  // its owner's turns in which a volley still cannot throw (shuriken 4.5)
}

// Man is the piece as a deal writes it.
func (p Piece) Man() Man { return Man{p.Kind, p.Blades} }

// Arrow tells whether an arrow sticks in the piece: a shield is unmasked by nothing else (shuriken 4.7).
func (p Piece) Arrow() bool { return p.Kind == Shield && p.Revealed }

// Shown is the piece as its owner's enemy sees it (shuriken 10): a hidden flag or shield is a plain shuriken.
func (p Piece) Shown() Piece {
	if p.Kind >= Flag && !p.Revealed {
		p.Kind = Shuriken
	}
	return p
}

// Word is the piece's name in events; a placed star is a "star".
func (p Piece) Word() string {
	if p.Placed {
		return "star"
	}
	return p.Kind.String()
}

// Army is where the pieces of one side stand on its own ground, by the order of its fields, which counts from a1 for south
// and from a9 for north; a field without a piece is the zero Man.
type Army [groundSize]Man
