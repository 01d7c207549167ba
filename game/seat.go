package game

import (
	"fmt"
	"strconv"
	"strings"
)

// Seat is a place at the table. First and Second play; Chance deals and draws; Spectator looks on.
type Seat uint8

// The seats. Spectator also stands for "neither player" where a winner is named: a draw.
const (
	First Seat = iota
	Second
	Chance
	Spectator
)

// Other returns the opponent of a player's seat. It must not be asked of Chance or Spectator.
func (s Seat) Other() Seat { return First + Second - s }

// Plays tells whether s is one of the two players.
func (s Seat) Plays() bool { return s == First || s == Second }

// String is the seat's name in logs and errors; pages have their own words.
func (s Seat) String() string {
	switch s {
	case First:
		return "first"
	case Second:
		return "second"
	case Chance:
		return "chance"
	case Spectator:
		return "spectator"
	}
	return "seat " + strconv.Itoa(int(s))
}

// Seats is a set of seats.
type Seats uint8

// The sets that games speak of.
const (
	Nobody   Seats = 0
	Both     Seats = 1<<First | 1<<Second
	Everyone Seats = Both | 1<<Spectator
)

// Only is the set that holds just s.
func Only(s Seat) Seats { return 1 << s }

// Has tells whether s is in the set.
func (ss Seats) Has(s Seat) bool { return ss&Only(s) != 0 }

// With returns the set and s.
func (ss Seats) With(s Seat) Seats { return ss | Only(s) }

// Without returns the set less s.
func (ss Seats) Without(s Seat) Seats { return ss &^ Only(s) }

// Mark says what a form was made for: a ply, and how many of its owner's actions stood in the log at that ply.
// It is written "12.0".
type Mark struct {
	Ply int // completed decisions, from 0
	Own int // the owner's own actions at Ply, from 0
}

// String is the mark as forms and links carry it.
func (m Mark) String() string { return strconv.Itoa(m.Ply) + "." + strconv.Itoa(m.Own) }

// Before tells whether m was passed by the time other was reached.
func (m Mark) Before(other Mark) bool {
	if m.Ply != other.Ply {
		return m.Ply < other.Ply
	}
	return m.Own < other.Own
}

// maxMark bounds both numbers of a mark, far above what any match reaches.
const maxMark = 1_000_000

// ParseMark reads what Mark.String wrote.
func ParseMark(text string) (Mark, error) {
	ply, own, ok := strings.Cut(text, ".")
	p, errPly := parseCount(ply)
	o, errOwn := parseCount(own)
	if !ok || errPly != nil || errOwn != nil {
		return Mark{}, fmt.Errorf("mark %.20q: want a ply and a count such as 12.0", text)
	}
	return Mark{Ply: p, Own: o}, nil
}

// parseCount reads a decimal number from 0 to maxMark without sign or leading zeros, so that a number has one spelling.
func parseCount(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxMark || strconv.Itoa(n) != text {
		return 0, fmt.Errorf("%.20q is no count", text)
	}
	return n, nil
}
