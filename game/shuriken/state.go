package shuriken

import "salle/game"

// RulesVersion is today's version of these rules.
const RulesVersion = 1

// maxFallen is room for all that can fall: two armies and two stars.
const maxFallen = 32

// State is a whole match. Rules.Start makes the first one; Resume makes one of a position.
type State struct {
	Phase     Phase
	Ready     [2]bool
	Shuffling [2]bool     // whose army Chance deals anew (shuriken 8.3)
	Closed    game.Result // how the table has ended the match; see Rules.Close
	First     game.Seat
	Position  Position // during the setup both armies stand on it already
	Past      [Places + 1]Past
	Fallen    [maxFallen]Fallen
	Falls     uint8 // how many Fallen
}

// Resume is a match that goes on from a position of the duel; what stands there counts as never having moved.
func Resume(p Position) State {
	s := State{Phase: InDuel, Ready: [2]bool{true, true}, First: p.Turn, Position: p}
	if p.Ply%2 == 1 {
		s.First = p.Turn.Other()
	}
	s.begin()
	return s
}

// begin notes where every piece stands as the duel begins.
func (s *State) begin() {
	for _, men := range s.Position.Men {
		for f := men.pop(); f != NoField; f = men.pop() {
			if !s.Position.Board[f].Placed {
				s.Past[f].From = f
			}
		}
	}
}

// over tells whether the match has ended, by the duel's rules or by the table.
func (s *State) over() bool { return s.Closed.Over || s.Position.Ended != NotEnded }

// result is how the match has ended.
func (s *State) result() game.Result {
	if s.Closed.Over {
		return s.Closed
	}
	return s.Position.Result()
}

// setArmy puts a side's army in place of the one that stands there.
func (s *State) setArmy(owner game.Seat, army Army) {
	for men := s.Position.Men[owner]; ; {
		f := men.pop()
		if f == NoField {
			break
		}
		s.Position.Take(f)
	}
	army.on(&s.Position, owner)
}

// remember notes what everybody has seen of a turn; before is the position in which it was played.
func (s *State) remember(before *Position, m Move, c *Change) {
	if m.Verb == Glide {
		s.Past[m.To], s.Past[m.From] = s.Past[m.From], Past{}
		// In line, free to throw, and silent: shuriken 3.4.
		if s.Position.Board[m.To].Kind >= Flag && !before.InQuietTurn() && s.Position.strikes(m.To) {
			s.Past[m.To].Held = true
		}
	}
	if c.Taken {
		s.fall(before.Board[m.To], NoField)
	}
	if !c.Threw {
		return
	}
	s.Past[c.At].Threw = true
	for _, strike := range c.Strikes[:c.Hits] {
		switch strike.Outcome {
		case Falls, Breaks, Loses:
			s.fall(strike.Piece, strike.At)
		case Saves:
			s.fall(before.Board[c.Captain], c.Captain)
			s.Past[strike.At].Saved = true
		}
	}
	if c.Rebound {
		s.fall(c.Thrower, c.At)
	}
}

// fall notes a piece that fell.
func (s *State) fall(piece Piece, at Field) {
	s.Past[at] = Past{}
	if s.Falls < maxFallen {
		s.Fallen[s.Falls] = Fallen{Owner: piece.Owner, Kind: piece.Kind, Blades: piece.Blades, Placed: piece.Placed}
		s.Falls++
	}
}

// phaseWords name the phases before the duel in state notation.
var phaseWords = [...]string{"first", "stones", "deal-S", "deal-N", "setup"}

// String is the match in state notation: the position's text (shuriken 11), and before the duel, for an operator's tools,
// how far it has come, such as "setup S ready N - training S 0 0 …"; the side to move is then whoever strikes first, or
// south where that is not drawn.
func (s State) String() string {
	if s.Phase == InDuel {
		return s.Position.String()
	}
	text := phaseWords[s.Phase]
	if s.Phase == InSetup {
		for seat, letter := range letters {
			word := "-"
			switch {
			case s.Ready[seat]:
				word = "ready"
			case s.Shuffling[seat]:
				word = "shuffling"
			}
			text += " " + letter + " " + word
		}
	}
	return text + " " + s.Position.String()
}
