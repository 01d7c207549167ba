package spirit

import (
	"fmt"
	"strconv"
	"strings"

	"salle/game"
)

// The numbers of spirit 1, 2, 7, 9 and 10.
const (
	Cells      = 9  // spirit 1.1
	StartHP    = 4  // spirit 2.6
	MaxStars   = 2  // spirit 7.1
	MaxDust    = 3  // spirit 9.2
	TurnLimit  = 40 // spirit 10.4
	pierceCost = 2  // spirit 6.2
)

// startCells are spirit 1.2's.
var startCells = [2]uint8{3, 7}

// Fighter is one player's side of a round.
type Fighter struct {
	Cell    uint8 // 1 to 9
	HP      uint8 // 0 to 4
	Stars   uint8 // 0 to 2
	Penalty bool  // one slot less this turn (spirit 3.1)
	Dust    uint8 // the stardust counter, 0 to 3 (spirit 9.2)
}

// Round is a round at the start of a turn, or when it is over (spirit 14.2).
type Round struct {
	K        uint8 // slots a turn: 2, or 3 in a decisive round
	Turn     uint8 // from 1
	Fighters [2]Fighter
}

// NewRound is the start of every round (spirit 2.6).
func NewRound(k uint8) Round {
	r := Round{K: k, Turn: 1}
	for i := range r.Fighters {
		r.Fighters[i] = Fighter{Cell: startCells[i], HP: StartHP}
	}
	return r
}

// Slots is the number of actions that seat orders this turn (spirit 3.1).
func (r Round) Slots(seat game.Seat) int {
	if r.Fighters[seat].Penalty {
		return int(r.K) - 1
	}
	return int(r.K)
}

// Distance is the absolute difference of the two cells, 1 to 8 (spirit 1.3).
func (r Round) Distance() int {
	d := int(r.Fighters[0].Cell) - int(r.Fighters[1].Cell)
	return max(d, -d)
}

// DustAt tells whether a cell is stardust during a turn (spirit 9.1).
func DustAt(cell, turn int) bool {
	edge := min(cell, Cells+1-cell)
	switch {
	case turn <= 3:
		return edge == 1
	case turn <= 6:
		return edge <= 2
	}
	return edge <= 3
}

// String is the round in state notation (spirit 14.2).
func (r Round) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "k%d t%d", r.K, r.Turn)
	for i, f := range r.Fighters {
		penalty := 0
		if f.Penalty {
			penalty = 1
		}
		fmt.Fprintf(&b, " %d@%dh%ds%dp%dd%d", i+1, f.Cell, f.HP, f.Stars, penalty, f.Dust)
	}
	return b.String()
}

// ParseRound reads what Round.String wrote. It refuses numbers out of their range and two players on one cell.
func ParseRound(text string) (Round, error) {
	var r Round
	fields := strings.Split(text, " ")
	if len(fields) != 4 {
		return r, fmt.Errorf("round %.80q: want four fields such as k2 t1 1@3h4s0p0d0 2@7h4s0p0d0", text)
	}
	head := []struct {
		prefix   string
		min, max int
		to       *uint8
	}{{"k", 2, MaxSlots, &r.K}, {"t", 1, TurnLimit, &r.Turn}}
	for i, h := range head {
		if err := parseNumbers(fields[i], h.prefix, [][2]int{{h.min, h.max}}, h.to); err != nil {
			return r, fmt.Errorf("round %.80q: %w", text, err)
		}
	}
	for i := range r.Fighters {
		f := &r.Fighters[i]
		var penalty uint8
		bounds := [][2]int{{1, Cells}, {0, StartHP}, {0, MaxStars}, {0, 1}, {0, MaxDust}}
		err := parseNumbers(fields[2+i], strconv.Itoa(i+1)+"@hspd", bounds, &f.Cell, &f.HP, &f.Stars, &penalty, &f.Dust)
		if err != nil {
			return r, fmt.Errorf("round %.80q: %w", text, err)
		}
		f.Penalty = penalty == 1
	}
	if r.Fighters[0].Cell == r.Fighters[1].Cell {
		return r, fmt.Errorf("round %.80q: both players on cell %d", text, r.Fighters[0].Cell)
	}
	return r, nil
}

// parseNumbers reads "k2" or "1@3h4s0p0d0": the last len(to) characters of prefix each lead a number within its bounds;
// what stands in prefix before them leads the whole.
func parseNumbers(field, prefix string, bounds [][2]int, to ...*uint8) error {
	lead := prefix[:len(prefix)-len(to)]
	rest, ok := strings.CutPrefix(field, lead)
	letters := prefix[len(lead):]
	for i := range to {
		if !ok || rest == "" || rest[0] != letters[i] {
			return fmt.Errorf("field %.40q: want %q", field, letters[i])
		}
		rest = rest[1:]
		end := len(rest)
		if i+1 < len(to) {
			if end = strings.IndexByte(rest, letters[i+1]); end < 0 {
				return fmt.Errorf("field %.40q: want %q", field, letters[i+1])
			}
		}
		n, err := strconv.Atoi(rest[:end])
		if err != nil || strconv.Itoa(n) != rest[:end] || n < bounds[i][0] || n > bounds[i][1] {
			return fmt.Errorf("field %.40q: want a number from %d to %d after %q", field, bounds[i][0], bounds[i][1], letters[i])
		}
		*to[i] = uint8(n)
		rest = rest[end:]
	}
	return nil
}
