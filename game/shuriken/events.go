package shuriken

import (
	"strconv"
	"strings"

	"salle/game"
)

// The kinds of events. A piece in At is written as everybody saw it before (Man.Text, and "X*" a placed star): nothing
// tells a hidden flag or shield from a shuriken. All are told to everyone but those of the setup marked with an asterisk,
// which only By is told.
const (
	EventFirst   = "first"   // By strikes first
	EventStones  = "stones"  // At: the stones in notation
	EventDeal    = "deal"    // * By's army was dealt
	EventDealt   = "dealt"   // By's army was dealt, before the setup
	EventSwap    = "swap"    // * At: two fields
	EventBanner  = "banner"  // * By gave the flag to the warrior; At: his field
	EventShuffle = "shuffle" // * By asked for a fresh deal
	EventReady   = "ready"   // By is ready
	EventBegin   = "begin"   // both are: the duel begins; By strikes first
	EventGlide   = "glide"   // At: from, to, the piece
	EventThrow   = "throw"   // At: the field, the piece
	// EventFlight is the way of one blade, arrow or spike; At: where it starts, where it bends (a stone) if it does, the
	// last place that it enters, and one of the words of missiles. A second spike's way starts where the first struck.
	EventFlight  = "flight"
	EventPin     = "pin"     // By's piece is pinned; At: its field, the piece. N: its owner's turns
	EventStick   = "stick"   // an arrow sticks in By's shield; At: its field, the piece
	EventFall    = "fall"    // By's piece fell; At: its field, the piece
	EventBreak   = "break"   // By's shield broke; At: its field, the piece, a shield
	EventReveal  = "reveal"  // By's flag is revealed; At: its field, the piece, a flag
	EventSave    = "save"    // By's captain falls for his flag; At: his field, the flag's field, the captain
	EventFlag    = "flag"    // By's flag was hit and lost; At: its field, the piece, a flag
	EventTaken   = "taken"   // By's flag was taken; At: its field, the piece, a flag
	EventRebound = "rebound" // By's blade flew back; At: the thrower's field, the piece, the fields of the shields
	EventStar    = "star"    // By took a star
	EventPlace   = "place"   // By placed a star; At: its field, the piece
	EventPass    = "pass"    // By passed
	EventWin     = "win"     // By has won; At: the reason
	EventDraw    = "draw"    // the duel is drawn; At: the reason
)

// missiles are what a flight is of.
const (
	blade = "blade"
	arrow = "arrow"
	spike = "spike"
)

// teller collects the events of one action. Events of a moment happen at once.
type teller struct {
	events []game.Event
	moment int
}

func (t *teller) tell(kind string, by game.Seat, at ...string) {
	t.events = append(t.events, game.Event{Kind: kind, By: by, Moment: t.moment, At: at, Seen: game.Everyone})
}

// tellOwner tells By alone.
func (t *teller) tellOwner(kind string, by game.Seat, at ...string) {
	t.tell(kind, by, at...)
	t.events[len(t.events)-1].Seen = game.Only(by)
}

// next begins another moment, unless the running one is empty.
func (t *teller) next() {
	if n := len(t.events); n > 0 && t.events[n-1].Moment == t.moment {
		t.moment++
	}
}

// turn tells what a turn did, given the positions before and after it, in the order of shuriken 5.5.
func (t *teller) turn(before, after *Position, m Move, c *Change) {
	by, g := before.Turn, before.Ground
	switch m.Verb {
	case Glide:
		t.tell(EventGlide, by, m.From.String(), m.To.String(), seen(before.Board[m.From], g))
	case Place:
		t.tell(EventPlace, by, m.To.String(), seen(after.Board[m.To], g))
	case Pass:
		t.tell(EventPass, by)
	}
	if c.Taken {
		t.next()
		t.tell(EventTaken, by.Other(), m.To.String(), before.Board[m.To].Man().Text(g))
	}
	if c.Threw {
		t.throw(before, m, c)
	}
	t.next()
	for owner, at := range c.Revealed {
		if at != NoField {
			t.tell(EventReveal, game.Seat(owner), at.String(), after.Board[at].Man().Text(g))
		}
	}
	t.next()
	switch r := after.Result(); {
	case !r.Over:
	case r.Winner.Plays():
		t.tell(EventWin, r.Winner, r.Reason)
	default:
		t.tell(EventDraw, r.Winner, r.Reason)
	}
}

// throw tells of a throw.
func (t *teller) throw(before *Position, m Move, c *Change) {
	by, g := before.Turn, before.Ground
	thrown := *before
	if m.Verb == Glide {
		thrown.shift(m.From, m.To)
	}
	t.next()
	t.tell(EventThrow, by, c.At.String(), seen(c.Thrower, g))
	t.flights(&thrown, c.At)
	t.next()
	for _, s := range c.Strikes[:c.Hits] {
		t.strike(s, g)
	}
	t.next()
	for _, s := range c.Strikes[:c.Hits] {
		t.flag(s, before, c)
	}
	t.next()
	if c.Rebound {
		t.rebound(by, c, g)
	}
	t.next()
	for _, taker := range players {
		if c.Star[taker] {
			t.tell(EventStar, taker)
		}
	}
}

// flights tells the way of all that was thrown.
func (t *teller) flights(p *Position, from Field) {
	word := blade
	switch p.Board[from].Kind {
	case Bow:
		word = arrow
	case Volley:
		word = spike
	}
	ways, n := p.flights(from)
	by := p.Board[from].Owner
	for i, way := range ways[:n] {
		start := from
		if word == spike && i > 0 {
			start = ways[i-1].end
		}
		at := []string{start.String()}
		if way.turn != NoField {
			at = append(at, way.turn.String())
		}
		t.tell(EventFlight, by, append(at, way.end.String(), word)...)
	}
}

// strike tells of a hit, but for what comes of a hit on a flag.
func (t *teller) strike(s Strike, g Ground) {
	owner, at := s.Piece.Owner, s.At.String()
	switch s.Outcome {
	case Pins:
		t.tell(EventPin, owner, at, seen(s.Piece, g))
		t.events[len(t.events)-1].N = PinnedTurns
	case Sticks:
		t.tell(EventStick, owner, at, s.Piece.Man().Text(g))
	case Falls:
		t.tell(EventFall, owner, at, seen(s.Piece, g))
	case Breaks:
		t.tell(EventBreak, owner, at, s.Piece.Man().Text(g))
	}
}

// flag tells what came of a hit on a flag.
func (t *teller) flag(s Strike, before *Position, c *Change) {
	owner, at, piece := s.Piece.Owner, s.At.String(), s.Piece.Man().Text(before.Ground)
	switch s.Outcome {
	case Reveals:
		t.tell(EventReveal, owner, at, piece)
	case Loses:
		t.tell(EventFlag, owner, at, piece)
	case Saves:
		captain := seen(before.Board[c.Captain], before.Ground)
		t.tell(EventSave, owner, c.Captain.String(), at, captain)
		t.tell(EventFall, owner, c.Captain.String(), captain)
	}
}

// rebound tells of the thrower's fall.
func (t *teller) rebound(by game.Seat, c *Change, g Ground) {
	piece := seen(c.Thrower, g)
	at := []string{c.At.String(), piece}
	for _, s := range c.Strikes[:c.Hits] {
		if s.Outcome == Breaks {
			at = append(at, s.At.String())
		}
	}
	t.tell(EventRebound, by, at...)
	t.tell(EventFall, by, c.At.String(), piece)
}

// seen is a piece as everybody sees it.
func seen(p Piece, g Ground) string {
	text := p.Shown().Man().Text(g)
	if p.Placed {
		text += "*"
	}
	return text
}

// EventText is an event as one line for tools, such as "glide south d3 d7 FL".
func EventText(e game.Event) string {
	words := []string{e.Kind}
	if e.By.Plays() {
		words = append(words, sides[e.By])
	}
	words = append(words, e.At...)
	if e.N != 0 {
		words = append(words, strconv.Itoa(e.N))
	}
	return strings.Join(words, " ")
}
