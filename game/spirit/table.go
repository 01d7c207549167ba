package spirit

import (
	"bytes"
	"compress/flate"
	_ "embed" // the tables
	"fmt"
	"io"
	"math"
	"strings"
)

// valuesFile holds what PackTables wrote of the solved rounds; package solve makes it.
//
//go:embed values.bin
var valuesFile string

// Tables hold what every round is worth when both sides play their best. They are immutable.
type Tables struct {
	space  *Space
	values [MaxSlots + 1][]uint16 // by k and number; 0 where play does not come
}

// A value v is kept as middle plus v times fine, rounded, or times coarse in the late stages, which good play seldom sees.
const (
	middle = 1 << 15
	fine   = 1<<15 - 1
	coarse = 1<<11 - 1
)

// unit returns the scale of the value that has a number.
func (s *Space) unit(index int) float64 {
	if index < s.base[calmStage+1] {
		return fine
	}
	return coarse
}

// LoadTables unpacks the embedded tables; it takes some milliseconds.
func LoadTables() (*Tables, error) { return ReadTables(strings.NewReader(valuesFile)) }

// ReadTables unpacks tables that PackTables wrote. For each k the file holds the values up to the calm stage, and then
// those of the late stages, from the last back, as differences from the stage that follows.
func ReadTables(from io.Reader) (*Tables, error) {
	t := &Tables{space: NewSpace()}
	unpack := flate.NewReader(from)
	for k := 2; k <= MaxSlots; k++ {
		numbers, err := t.space.unpack(unpack)
		if err != nil {
			return nil, fmt.Errorf("unpack spirit values for %d slots: %w", k, err)
		}
		t.values[k] = numbers
	}
	return t, nil
}

func (s *Space) unpack(from io.Reader) ([]uint16, error) {
	numbers := make([]uint16, s.Len())
	late := s.base[calmStage+1]
	if err := readPlanes(from, numbers[:late]); err != nil {
		return nil, err
	}
	calm := numbers[s.base[calmStage]:late]
	if err := readPlanes(from, numbers[late:]); err != nil {
		return nil, err
	}
	after := make([]uint16, len(calm))
	fill16(after, middle)
	for stage := Stages; stage > calmStage; stage-- {
		at := numbers[s.base[stage]:s.base[stage+1]]
		for i, d := range at {
			after[i] += unfold(d)
			at[i] = after[i]
			if calm[i] == 0 {
				at[i] = 0
			}
		}
	}
	return numbers, nil
}

func fill16(s []uint16, v uint16) {
	for i := range s {
		s[i] = v
	}
}

// fold turns small differences of either sign into small numbers; unfold is its inverse.
func fold(d uint16) uint16   { return d<<1 ^ uint16(int16(d)>>15) }
func unfold(n uint16) uint16 { return n>>1 ^ -(n & 1) }

// readPlanes fills numbers from their high bytes, all together, and then their low bytes: so they pack best, for high
// bytes are alike among neighbours.
func readPlanes(from io.Reader, numbers []uint16) error {
	plane := make([]byte, len(numbers))
	for range 2 {
		if _, err := io.ReadFull(from, plane); err != nil {
			return err
		}
		for i, b := range plane {
			numbers[i] = numbers[i]<<8 | uint16(b)
		}
	}
	return nil
}

func writePlanes(to io.Writer, numbers []uint16) error {
	planes := make([]byte, 2*len(numbers))
	for i, n := range numbers {
		planes[i], planes[len(numbers)+i] = byte(n>>8), byte(n)
	}
	_, err := to.Write(planes)
	return err
}

// PackTables packs values, by k and number: -1 to 1, NaN where play does not come.
func PackTables(values [MaxSlots + 1][]float64) ([]byte, error) {
	space := NewSpace()
	var packed bytes.Buffer
	pack, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("pack spirit values: %w", err)
	}
	for k := 2; k <= MaxSlots; k++ {
		if err := space.pack(pack, values[k]); err != nil {
			return nil, fmt.Errorf("pack spirit values for %d slots: %w", k, err)
		}
	}
	if err := pack.Close(); err != nil {
		return nil, fmt.Errorf("pack spirit values: %w", err)
	}
	return packed.Bytes(), nil
}

func (s *Space) pack(to io.Writer, values []float64) error {
	numbers := make([]uint16, s.Len())
	for i, v := range values {
		if !math.IsNaN(v) {
			numbers[i] = uint16(middle + math.Round(v*s.unit(i)))
		}
	}
	late := s.base[calmStage+1]
	if err := writePlanes(to, numbers[:late]); err != nil {
		return err
	}
	differences := make([]uint16, s.Len()-late)
	after := make([]uint16, late-s.base[calmStage])
	fill16(after, middle)
	for stage := Stages; stage > calmStage; stage-- {
		for i, n := range numbers[s.base[stage]:s.base[stage+1]] {
			if n != 0 {
				differences[s.base[stage]-late+i] = fold(n - after[i])
				after[i] = n
			}
		}
	}
	return writePlanes(to, differences)
}

// Space is the numbering of the tables.
func (t *Tables) Space() *Space { return t.space }

// At returns the value that has a number among rounds with k slots a turn; NaN where play does not come.
func (t *Tables) At(k, index int) float64 {
	n := t.values[k][index]
	if n == 0 {
		return math.NaN()
	}
	return (float64(n) - middle) / t.space.unit(index)
}

// Value is what a running round is worth to the first player, from -1, lost, to 1, won; 0 is even or drawn. It is NaN for
// a round that play does not come to.
func (t *Tables) Value(r Round) float64 {
	index, exchanged := t.space.Index(r)
	if exchanged {
		return -t.At(int(r.K), index)
	}
	return t.At(int(r.K), index)
}
