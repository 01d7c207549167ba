package shuriken

import "salle/game"

// Outcome is what a hit does to a piece (shuriken 5, 4.5, 4.7).
type Outcome uint8

// The outcomes.
const (
	Falls   Outcome = iota
	Breaks          // a shield
	Sticks          // an arrow, in a shield
	Pins            // a spike
	Reveals         // a flag
	Saves           // a flag: its captain falls for it
	Loses           // a flag: the duel is won
)

// Strike is one enemy piece that a throw hits.
type Strike struct {
	At      Field
	Piece   Piece // as it was
	Outcome Outcome
}

// Change is what a turn did.
type Change struct {
	Threw    bool
	At       Field     // where it was thrown from
	Thrower  Piece     // as it was
	Strikes  [4]Strike // what the throw hit, in the order of the blades
	Hits     uint8     // how many Strikes
	Captain  Field     // the captain who fell for his flag; NoField
	Rebound  bool      // a blade flew back: the thrower fell
	Star     [2]bool   // who took a star
	Taken    bool      // the turn was a glide onto the flag
	Fell     bool      // something fell, so that the turn is not calm (shuriken 7.1)
	Revealed [2]Field  // the flags that a still duel revealed, by owner (shuriken 7.2); NoField
}

// Do plays a legal move of the side to move and tells what it did.
func (p *Position) Do(m Move) (c Change) {
	by := p.Turn
	switch m.Verb {
	case Throw:
		p.throw(m.From, &c)
	case Glide:
		if p.Board[m.To].Kind != NoKind {
			p.Take(m.To)
			c.Taken, c.Fell = true, true
		}
		p.shift(m.From, m.To)
		if !c.Taken && p.CanThrow(m.To) {
			p.throw(m.To, &c)
		}
	case Place:
		p.Stars[by]--
		p.Put(m.To, Piece{Owner: by, Kind: XShuriken, Blades: Diagonal, Placed: true})
	}
	p.countDown(by, &c)
	p.finish(by, &c)
	return c
}

// throw settles a throw in the order of shuriken 5.5, up to the stars.
func (p *Position) throw(from Field, c *Change) {
	c.Threw, c.At, c.Thrower = true, from, p.Board[from]
	ways, n := p.flights(from)
	for _, way := range ways[:n] {
		if way.ends == AtEnemy {
			p.gather(way.end, c)
		}
	}
	flag := -1
	for i := range c.Strikes[:c.Hits] {
		if s := &c.Strikes[i]; s.Piece.Kind == Flag && s.Outcome != Pins {
			flag = i
			continue
		}
		p.settle(&c.Strikes[i], c)
	}
	if flag >= 0 {
		p.hitFlag(&c.Strikes[flag], c)
	}
	if c.Rebound {
		p.fell(from, c)
	}
}

// gather adds a piece to those hit; a second blade into the same piece is the same hit (shuriken 2.6).
func (p *Position) gather(at Field, c *Change) {
	for _, s := range c.Strikes[:c.Hits] {
		if s.At == at {
			return
		}
	}
	s := Strike{At: at, Piece: p.Board[at]}
	switch {
	case c.Thrower.Kind == Volley:
		s.Outcome = Pins
	case s.Piece.Kind != Shield:
	case c.Thrower.Kind == Bow && !s.Piece.Arrow():
		s.Outcome = Sticks
	default:
		s.Outcome = Breaks
		c.Rebound = c.Rebound || c.Thrower.Kind != Bow
	}
	c.Strikes[c.Hits] = s
	c.Hits++
}

// settle does to a piece that is hit, and is no flag hit by a blade, what the hit does.
func (p *Position) settle(s *Strike, c *Change) {
	switch s.Outcome {
	case Pins:
		p.Board[s.At].Pinned = PinnedTurns
		p.Timed[s.Piece.Owner].add(s.At)
	case Sticks:
		p.Board[s.At].Revealed = true
	default:
		p.fell(s.At, c)
	}
}

// fell removes a piece; whoever is its enemy takes a star for an X-shuriken (shuriken 4.6).
func (p *Position) fell(at Field, c *Change) {
	piece := p.Take(at)
	c.Fell = true
	if piece.Kind == XShuriken && !piece.Placed {
		taker := piece.Owner.Other()
		p.Stars[taker]++
		c.Star[taker] = true
	}
}

// hitFlag settles a hit on the flag, once the other pieces that were hit have fallen (shuriken 5.3, 4.4, 7.2).
func (p *Position) hitFlag(s *Strike, c *Change) {
	wins := s.Piece.Revealed || p.Still() || grounds[p.Ground].flagHits == 1
	if !wins {
		p.Board[s.At].Revealed = true
		s.Outcome = Reveals
		return
	}
	c.Captain = p.captainBeside(s.At, s.Piece.Owner)
	if c.Captain == NoField {
		s.Outcome = Loses
		p.fell(s.At, c)
		return
	}
	s.Outcome = Saves
	p.fell(c.Captain, c)
	p.Board[s.At].Revealed = false
}

// captainBeside is where a seat's captain stands if he is next to a field (shuriken 4.4).
func (p *Position) captainBeside(at Field, owner game.Seat) Field {
	for d := range next {
		f := next[d][at]
		if p.Board[f].Kind == Captain && p.Board[f].Owner == owner {
			return f
		}
	}
	return NoField
}

// countDown ends one turn of the pins and the reloading of the side that moved (shuriken 5.5).
func (p *Position) countDown(by game.Seat, c *Change) {
	timed := p.Timed[by]
	for f := timed.pop(); f != NoField; f = timed.pop() {
		piece := &p.Board[f]
		piece.Pinned -= min(piece.Pinned, 1)
		piece.Empty -= min(piece.Empty, 1)
		if piece.Pinned == 0 && piece.Empty == 0 {
			p.Timed[by].remove(f)
		}
	}
	if c.Threw && c.Thrower.Kind == Volley {
		p.Board[c.At].Empty = EmptyTurns
		p.Timed[by].add(c.At)
	}
}

// finish is the end of a turn: the endings, the calm counter, and the other's turn (shuriken 5.5).
func (p *Position) finish(by game.Seat, c *Change) {
	p.Ply++
	p.Calm++
	if c.Fell {
		p.Calm = 0
	}
	other := by.Other()
	lost := c.Hits > 0 && c.lost()
	switch {
	case lost:
		p.end(ByFlag, by)
	case c.Taken:
		p.end(ByTaken, by)
	case p.out(by) && p.out(other):
		p.end(ByBoth, game.Spectator)
	case p.out(other):
		p.end(ByFelled, by)
	case p.out(by):
		p.end(ByFelled, other)
	case p.Calm >= StillAt:
		p.still(c)
	}
	if p.Ended == NotEnded {
		p.Turn = other
	}
}

// lost tells whether a flag was lost by the throw.
func (c *Change) lost() bool {
	for _, s := range c.Strikes[:c.Hits] {
		if s.Outcome == Loses {
			return true
		}
	}
	return false
}

// out tells whether a seat has neither a shuriken nor a star (shuriken 6.1).
func (p *Position) out(seat game.Seat) bool { return p.Shuriken[seat] == 0 && p.Stars[seat] == 0 }

// still does what the calm counter does from StillAt on (shuriken 7.2, 7.3).
func (p *Position) still(c *Change) {
	for owner, at := range p.FlagAt {
		if at != NoField && !p.Board[at].Revealed {
			p.Board[at].Revealed = true
			c.Revealed[owner] = at
		}
	}
	if p.Calm < EndAt {
		return
	}
	switch south, north := p.Shuriken[game.First], p.Shuriken[game.Second]; {
	case south > north:
		p.end(ByCalm, game.First)
	case south < north:
		p.end(ByCalm, game.Second)
	default:
		p.end(ByCalm, game.Spectator)
	}
}

func (p *Position) end(how Ending, winner game.Seat) { p.Ended, p.Winner = how, winner }
