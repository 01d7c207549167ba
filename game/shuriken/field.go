package shuriken

import (
	"math/bits"
	"strconv"

	"salle/game"
)

// The board's rectangle (shuriken 1.1).
const (
	Columns = 7
	Rows    = 11
	Places  = Columns * Rows // fields and gaps together
)

// Field is a place of the rectangle, from 1 to Places row by row from a1: a1, b1 … g1, a2 … g11. A gap has a number too
// (shuriken 1.2). The zero Field is none.
type Field uint8

// NoField is no place of the rectangle.
const NoField Field = 0

// FieldAt is the place in a column and a row, both counted from 0; NoField outside the rectangle.
func FieldAt(column, row int) Field {
	if column < 0 || column >= Columns || row < 0 || row >= Rows {
		return NoField
	}
	return Field(row*Columns + column + 1)
}

// Column counts from 0, column a.
func (f Field) Column() int { return (int(f) - 1) % Columns }

// Row counts from 0, south's rearmost row, named 1.
func (f Field) Row() int { return (int(f) - 1) / Columns }

// Gap tells whether nothing can stand on the place (shuriken 1.2).
func (f Field) Gap() bool { return gaps.Has(f) }

// Valid tells whether the place is a field, and no gap.
func (f Field) Valid() bool { return f != NoField && f <= Places && !gaps.Has(f) }

// Turned is the place after the board is turned by 180 degrees about d6 (shuriken 1.4); of NoField NoField.
func (f Field) Turned() Field {
	if f == NoField {
		return NoField
	}
	return Places + 1 - f
}

// Next is the neighbouring place in a direction, a gap as well as a field; NoField beyond the edge.
func (f Field) Next(d Direction) Field { return next[d][f] }

// Touches tells whether two places are neighbours, diagonals included (shuriken 4.4).
func (f Field) Touches(other Field) bool {
	for d := range Direction(directions) {
		if next[d][f] == other {
			return other != NoField
		}
	}
	return false
}

// String is the place's name, such as "d6"; "-" for NoField.
func (f Field) String() string {
	if f == NoField || f > Places {
		return "-"
	}
	return string(rune('a'+f.Column())) + strconv.Itoa(f.Row()+1)
}

// ParseField reads the name of a place, a gap's too. ok is false for anything else.
func ParseField(name string) (f Field, ok bool) {
	if len(name) < 2 || len(name) > 3 {
		return NoField, false
	}
	row, err := strconv.Atoi(name[1:])
	if err != nil || strconv.Itoa(row) != name[1:] {
		return NoField, false
	}
	f = FieldAt(int(name[0])-'a', row-1)
	return f, f != NoField
}

// groundRows is how deep a player's own ground is (shuriken 1.1).
const groundRows = 3

// groundSize is how many fields a player's own ground has.
const groundSize = groundRows * Columns

// OwnGround tells whether a place lies on a seat's own ground.
func (f Field) OwnGround(seat game.Seat) bool {
	if seat == game.Second {
		f = f.Turned()
	}
	return f != NoField && f <= groundSize
}

// groundField is the i-th field of a seat's own ground in the order of fields, from 0.
func groundField(seat game.Seat, i int) Field {
	if seat == game.Second {
		return Field(Places - groundSize + i + 1)
	}
	return Field(i + 1)
}

// frontRow tells whether a place lies in the row of a seat's own ground that is nearest to the enemy (shuriken 8.2).
func (f Field) frontRow(seat game.Seat) bool {
	if seat == game.Second {
		return f.Row() == Rows-groundRows
	}
	return f.Row() == groundRows-1
}

// Direction is one of eight, clockwise from north, which is away from south's ground.
type Direction uint8

// The directions.
const (
	North Direction = iota
	NorthEast
	East
	SouthEast
	South
	SouthWest
	West
	NorthWest
	directions = iota
)

// Diagonal tells whether the direction runs between the straight ones.
func (d Direction) Diagonal() bool { return d&1 != 0 }

// straight are the directions along rows and columns.
var straight = [4]Direction{North, East, South, West}

// next is the neighbouring place by direction and place.
var next = func() (table [directions][256]Field) {
	steps := [directions][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
	for d, step := range steps {
		for f := Field(1); f <= Places; f++ {
			table[d][f] = FieldAt(f.Column()+step[0], f.Row()+step[1])
		}
	}
	return table
}()

// glide is the neighbouring field by direction and place; NoField where a gap or the edge ends all gliding.
var glide = func() (table [directions][256]Field) {
	for d := range table {
		for f := range table[d] {
			if to := next[d][f]; to.Valid() {
				table[d][f] = to
			}
		}
	}
	return table
}()

// gaps are the places that are no fields (shuriken 1.1).
var gaps = func() (set Set) {
	for _, row := range []struct{ row, width int }{{3, 3}, {4, 5}, {6, 5}, {7, 3}} {
		for column := range Columns {
			if beside := (Columns - row.width) / 2; column < beside || column >= Columns-beside {
				set.add(FieldAt(column, row.row))
			}
		}
	}
	return set
}()

// Set is a set of places.
type Set [2]uint64

// Has tells whether a place is in the set.
func (s Set) Has(f Field) bool { return s[f>>6&1]&(1<<(f&63)) != 0 }

// Len is how many places the set has.
func (s Set) Len() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

func (s *Set) add(f Field)    { s[f>>6&1] |= 1 << (f & 63) }
func (s *Set) remove(f Field) { s[f>>6&1] &^= 1 << (f & 63) }

// pop removes the lowest place of the set; NoField when it is empty.
func (s *Set) pop() Field {
	switch {
	case s[0] != 0:
		f := bits.TrailingZeros64(s[0])
		s[0] &= s[0] - 1
		return Field(f)
	case s[1] != 0:
		f := bits.TrailingZeros64(s[1])
		s[1] &= s[1] - 1
		return Field(f + 64)
	}
	return NoField
}
