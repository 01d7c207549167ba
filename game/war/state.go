package war

import (
	"strings"

	"salle/game"
)

// RulesVersion is today's version of these rules.
const RulesVersion = 1

// Reasons of a match's result (war 16).
const (
	ReasonElimination = "elimination" // the loser has no fighting unit left (war 11.1)
	ReasonArsenals    = "arsenals"    // both of the loser's arsenals are destroyed (war 11.1)
	ReasonCollapse    = "collapse"    // no relay left and all units isolated; with CollapseVictory (war 14)
	ReasonRepetition  = "repetition"  // a draw; with Adjudicate (war 14)
	ReasonQuiet       = "quiet"       // a draw; with Adjudicate (war 14)
)

// Arsenals is a set of intact arsenals; arsenal i of arsenalSquares is bit i.
type Arsenals uint8

// AllArsenals are the four of the beginning.
const AllArsenals Arsenals = 1<<4 - 1

// arsenalSquares are the four in board order, two of north and then two of south (war 2.2).
var arsenalSquares = [4]Square{SquareAt(1, 14), SquareAt(3, 7), SquareAt(19, 2), SquareAt(19, 22)}

// arsenalsOf are the arsenals of each side.
var arsenalsOf = [2]Arsenals{0b0011, 0b1100}

// ArsenalAt is the arsenal that was built on a square, destroyed or not; none: 0.
func ArsenalAt(s Square) Arsenals {
	for i, square := range arsenalSquares {
		if s == square {
			return 1 << i
		}
	}
	return 0
}

// Of are those of the set that belong to a side.
func (a Arsenals) Of(side game.Seat) Arsenals { return a & arsenalsOf[side] }

// Squares lists where the arsenals of the set stand, in board order.
func (a Arsenals) Squares() []Square {
	var list []Square
	for i, s := range arsenalSquares {
		if a&(1<<i) != 0 {
			list = append(list, s)
		}
	}
	return list
}

// String is the set as a position writes it (war 13.4).
func (a Arsenals) String() string {
	if a == 0 {
		return "-"
	}
	return joined(a.Squares(), ",")
}

func joined(squares []Square, by string) string {
	names := make([]string, len(squares))
	for i, s := range squares {
		names[i] = s.String()
	}
	return strings.Join(names, by)
}

// Roster is where the units of one side stand, in board order.
type Roster struct {
	At  [Army]Square
	Len uint8
}

// Squares are the squares of the units; the slice must not outlive the roster.
func (r *Roster) Squares() []Square { return r.At[:r.Len] }

// insert puts a square into its place; a full roster stays as it is.
func (r *Roster) insert(s Square) {
	if r.Len == Army {
		return
	}
	i := r.Len
	for ; i > 0 && r.At[i-1] > s; i-- {
		r.At[i] = r.At[i-1]
	}
	r.At[i] = s
	r.Len++
}

func (r *Roster) remove(s Square) {
	for i, at := range r.Squares() {
		if at == s {
			copy(r.At[i:], r.At[i+1:r.Len])
			r.Len--
			r.At[r.Len] = NoSquare
			return
		}
	}
}

// Position is what stands on the board and how far the running turn has come: all that is public once both sides have
// deployed (war 12.2), and nothing else. It is a value of some seven hundred bytes that a search copies freely; equal
// positions are ==. The zero Position is an empty board.
type Position struct {
	Board     [Squares + 1]Piece
	Units     [2]Roster
	Side      game.Seat // whose turn it is
	Arsenals  Arsenals  // the intact ones
	Dislodged Square    // the unit of Side that owes a retreat (war 9)
	Moved     [MaxMoves]Square
	Moves     uint8 // units that have moved this turn; Moved has their squares in the order of moving
	Retreated bool  // the first of Moved did so because it was dislodged
	Spent     bool  // the turn's attack is spent on an arsenal (war 5.4)
	Switches  Switches
	// Last is, with SuppliedUnitsCut alone, which units of each side were in communication before the last change: their
	// standing decides what they cut. A unit that no change has judged yet counts as in communication.
	Last   [2]Set
	Result game.Result
}

// put places a unit on an empty square.
func (p *Position) put(s Square, piece Piece) {
	p.Board[s] = piece
	p.Units[piece.Side()].insert(s)
	if p.Switches.Has(SuppliedUnitsCut) {
		p.Last[piece.Side()].add(s)
	}
}

// take removes the unit from a square.
func (p *Position) take(s Square) Piece {
	piece := p.Board[s]
	p.Board[s] = 0
	p.Units[piece.Side()].remove(s)
	p.Last[piece.Side()].remove(s)
	return piece
}

// shift moves a unit. Its standing in Last goes with it.
func (p *Position) shift(from, to Square) {
	side := p.Board[from].Side()
	judged := p.Last[side].has(from)
	p.put(to, p.take(from))
	if !judged {
		p.Last[side].remove(to)
	}
}

// Count is how many units of a side stand on the board, and how many of them are fighting units.
func (p *Position) Count(side game.Seat) (units, fighting int) {
	for _, s := range p.Units[side].Squares() {
		units++
		if p.Board[s].Kind().Fighting() {
			fighting++
		}
	}
	return units, fighting
}

// HasMoved tells whether the unit on a square has moved this turn (war 5.2).
func (p *Position) HasMoved(s Square) bool {
	for _, moved := range p.Moved[:p.Moves] {
		if moved == s {
			return true
		}
	}
	return false
}

// Retreater is the unit that has retreated this turn and so takes no part in an attack (war 9.5).
func (p *Position) Retreater() Square {
	if p.Retreated {
		return p.Moved[0]
	}
	return NoSquare
}

// Hash is a number for the position's text, by which repeated positions are told: equal positions have equal hashes.
func (p *Position) Hash() uint64 {
	h := mixed(uint64(p.Side)<<8 | uint64(p.Arsenals) | uint64(p.Dislodged)<<16)
	for _, side := range players {
		for _, s := range p.Units[side].Squares() {
			h += mixed(uint64(p.Board[s])<<32 | uint64(s))
		}
	}
	for i, s := range p.Moved[:p.Moves] {
		h += mixed(uint64(i+1)<<40 | uint64(s))
	}
	if p.Spent {
		h = mixed(h)
	}
	if p.Retreated {
		h = mixed(h + 1)
	}
	return h
}

// mixed spreads a number over all 64 bits.
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// State is a whole match. Rules.Start makes the first one; Resume makes one of a position.
type State struct {
	Ply      int
	Turn     int           // number of the running turn, both sides counted, from 1; 0 before the first
	Pledge   [2]Deployment // committed deployments, until both are in; the zero Deployment where there is none (war 4.2)
	Deployed bool          // both are in
	Drawn    bool          // the side that moves first has been drawn (war 4.3)
	Position Position
	Past     History
}

// String is the match in state notation: the position's text (war 13.4), its side "-" until it has been drawn, and during
// deployment, for an operator's tools, both sides' commitments or "-", such as "deploy N I F10 … X F5 S -".
func (s State) String() string {
	if !s.Deployed {
		return deployWord + " " + letters[0] + " " + s.Pledge[0].String() + " " + letters[1] + " " + s.Pledge[1].String()
	}
	text := s.Position.String()
	if !s.Drawn {
		text = strings.Replace(text, " "+letters[s.Position.Side]+" ", " - ", 1)
	}
	return text
}

// HistoryLimit is how many turn starts a History remembers.
const HistoryLimit = 256

// quietLimit and repeatLimit are when Adjudicate ends a match (war 14).
const (
	quietLimit  = 80
	repeatLimit = 3
)

// History is what the switch Adjudicate counts; without that switch it stays empty. It remembers the starts of turns since
// the last capture or destroyed arsenal, for no position before one can come back, and of those the last HistoryLimit: a
// position that comes back after more turns than that is taken for a new one.
type History struct {
	Starts   [HistoryLimit]uint64 // hashes of the positions at the starts of turns, the latest last
	Len      uint16
	Quiet    uint8 // finished turns in a row without a capture, a retreat owed or a destroyed arsenal
	Eventful bool  // the running turn has seen one of these
}

// stir notes what a step did.
func (h *History) stir(c Change) {
	if c.Captured != NoSquare || c.Destroyed != NoSquare || c.Lost != NoSquare {
		*h = History{Eventful: true}
	}
	if c.Dislodged != NoSquare {
		h.Eventful, h.Quiet = true, 0
	}
}

// finish counts a finished turn.
func (h *History) finish() {
	if !h.Eventful {
		h.Quiet++
	}
	h.Eventful = false
}

// begin notes the position at the start of a turn and counts how often it has stood there.
func (h *History) begin(hash uint64) int {
	if h.Len == HistoryLimit {
		copy(h.Starts[:], h.Starts[1:])
		h.Len--
	}
	h.Starts[h.Len] = hash
	h.Len++
	return h.Times(hash)
}

// Times is how often a position, by its hash, has stood at the start of a turn.
func (h *History) Times(hash uint64) int {
	n := 0
	for _, start := range h.Starts[:h.Len] {
		if start == hash {
			n++
		}
	}
	return n
}
