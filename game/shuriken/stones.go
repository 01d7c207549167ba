package shuriken

import (
	"slices"
	"strings"
)

// Slant is how a stone's face is slanted (shuriken 1.4).
type Slant uint8

// The slants.
const (
	NoStone   Slant = iota
	Slash           // "/"
	Backslash       // "\"
)

// String is the slant as notation writes it; "" for none.
func (s Slant) String() string { return [...]string{"", "/", `\`, ""}[s&3] }

// glance is where a straight blade flies on from a stone, by slant and direction (shuriken 2.3).
var glance = [3][directions]Direction{
	Slash:     {North: NorthEast, East: NorthEast, South: SouthWest, West: SouthWest},
	Backslash: {North: NorthWest, West: NorthWest, South: SouthEast, East: SouthEast},
}

// Stones are the stones of a duel: two bits for each field of no man's land. The zero value has none.
type Stones uint64

// pairFields are where the first stone of a pair may stand, in the order of the draw (shuriken 8.5).
var pairFields = func() (list []Field) {
	for _, name := range strings.Fields("c4 d4 e4 b5 c5 d5 e5 f5 a6 b6 c6") {
		f, _ := ParseField(name)
		list = append(list, f)
	}
	return list
}()

// stoneShift is where in Stones a place's two bits are: beyond it where no stone can stand.
var stoneShift = func() (table [256]uint8) {
	for i := range table {
		table[i] = 64
	}
	n := uint8(0)
	for f := FieldAt(0, groundRows); f < FieldAt(0, Rows-groundRows); f++ {
		if f.Valid() {
			table[f] = n
			n += 2
		}
	}
	return table
}()

// At is the slant of the stone on a place.
func (s Stones) At(f Field) Slant { return Slant(s >> stoneShift[f] & 3) }

// with puts a stone on a field of no man's land; ok is false where it cannot stand.
func (s Stones) with(f Field, slant Slant) (_ Stones, ok bool) {
	if stoneShift[f] >= 64 || s.At(f) != NoStone || slant == NoStone {
		return s, false
	}
	return s | Stones(slant)<<stoneShift[f], true
}

// Fields lists where stones stand, in the order of fields.
func (s Stones) Fields() []Field {
	var list []Field
	for f := Field(1); f <= Places; f++ {
		if s.At(f) != NoStone {
			list = append(list, f)
		}
	}
	return list
}

// pairs tells how many pairs as shuriken 1.4 has them the stones are; ok is false where they are not.
func (s Stones) pairs() (n int, ok bool) {
	for _, f := range s.Fields() {
		first := slices.Contains(pairFields, f)
		if s.At(f.Turned()) != s.At(f) || !first && !slices.Contains(pairFields, f.Turned()) {
			return 0, false
		}
		if first {
			n++
		}
	}
	return n, true
}

// list is the stones one by one in notation.
func (s Stones) list() []string {
	if s == 0 {
		return nil
	}
	return strings.Fields(s.String())
}

// String is the stones as a record writes them (shuriken 8.5), such as `b6/ f6/ c5\ e7\`; "-" for none.
func (s Stones) String() string { return s.joined(" ") }

// joined writes the pairs in the order of the draw, and then what has no fellow.
func (s Stones) joined(by string) string {
	var list []string
	write := func(f Field) {
		if slant := s.At(f); slant != NoStone {
			list = append(list, f.String()+slant.String())
			s &^= 3 << stoneShift[f]
		}
	}
	for _, f := range pairFields {
		write(f)
		write(f.Turned())
	}
	for _, f := range s.Fields() {
		write(f)
	}
	if list == nil {
		return "-"
	}
	return strings.Join(list, by)
}

// parseStones reads stones one by one.
func parseStones(list []string) (s Stones, ok bool) {
	for _, text := range list {
		slant := Slash
		name, ok := strings.CutSuffix(text, "/")
		if !ok {
			slant = Backslash
			if name, ok = strings.CutSuffix(text, `\`); !ok {
				return 0, false
			}
		}
		f, _ := ParseField(name)
		if s, ok = s.with(f, slant); !ok {
			return 0, false
		}
	}
	return s, true
}
