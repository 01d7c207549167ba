package spirit

import (
	"fmt"

	"salle/game"
)

// The match (spirit 2.1).
const (
	winsNeeded = 2
	maxRounds  = 5
	slots      = 2
)

// RulesVersion is today's version of these rules.
const RulesVersion = 1

// Reasons of a match's result.
const (
	ReasonRounds = "rounds" // two rounds won, or more rounds than the other after five (spirit 2.1, 2.3)
	ReasonEqual  = "equal"  // as many rounds won after five (spirit 2.3)
)

// State is a whole match (spirit 14.3). The zero State is none; see Rules.Start.
type State struct {
	Ply    int
	Drawn  bool // who is first in round 1 has been drawn (spirit 2.4)
	Wins   [2]uint8
	Number uint8     // of the round, from 1
	Enters game.Seat // who gives orders first in this round (spirit 2.4)
	Round  Round
	Pledge [2]Orders        // committed lists of the running turn; the zero list where there is none
	Past   [TurnLimit]Lists // this round's finished turns; Round.Turn tells how many
	Last   Turn             // the last finished turn of the match
	Result game.Result
}

// Lists are both players' lists of one turn.
type Lists [2]Orders

// Turn is a finished turn, less what stays hidden.
type Turn struct {
	Number        uint8 // of its round, from 1; 0: no turn has been finished yet
	Turn          uint8
	K             uint8
	Before, After [2]Public
	Lists         Lists
	Ending        Ending // how it ended the round, if it did
	Rounds        [2]uint8
}

// Public is what everybody may know of a player's side of a round (spirit 12.1).
type Public struct {
	Cell    uint8
	HP      uint8
	Penalty bool
	Dust    uint8
}

// String is the match in state notation (spirit 14.3). Before the draw of the first player that field is f0.
func (s State) String() string {
	first := 0
	if s.Drawn {
		first = int(s.Enters) + 1
	}
	return fmt.Sprintf("m%d-%d r%d f%d %s", s.Wins[0], s.Wins[1], s.Number, first, s.Round)
}

// public leaves the stars out of a round.
func (r Round) public() [2]Public {
	var p [2]Public
	for i, f := range r.Fighters {
		p[i] = Public{Cell: f.Cell, HP: f.HP, Penalty: f.Penalty, Dust: f.Dust}
	}
	return p
}

// decisive tells whether a round that begins at this score has three slots a turn (spirit 2.5).
func decisive(wins [2]uint8) bool { return wins[0] == 1 && wins[1] == 1 }

// beginRound is spirit 2.4 to 2.6 for every round after the first.
func (s State) beginRound() State {
	s.Number++
	s.Enters = s.Enters.Other()
	k := uint8(slots)
	if decisive(s.Wins) {
		k = MaxSlots
	}
	s.Round = NewRound(k)
	s.Past = [TurnLimit]Lists{}
	return s
}

// endRound counts a finished round and begins the next one or ends the match (spirit 2.1 to 2.3).
func (s State) endRound(end Ending) State {
	if end.Winner.Plays() {
		s.Wins[end.Winner]++
	}
	switch {
	case s.Wins[game.First] == winsNeeded:
		s.Result = game.Won(game.First, ReasonRounds)
	case s.Wins[game.Second] == winsNeeded:
		s.Result = game.Won(game.Second, ReasonRounds)
	case s.Number < maxRounds:
		return s.beginRound()
	case s.Wins[game.First] > s.Wins[game.Second]:
		s.Result = game.Won(game.First, ReasonRounds)
	case s.Wins[game.Second] > s.Wins[game.First]:
		s.Result = game.Won(game.Second, ReasonRounds)
	default:
		s.Result = game.Drawn(ReasonEqual)
	}
	return s
}

// resolve plays the turn for which both lists are in.
func (s State) resolve() (State, []game.Event) {
	turn := Turn{Number: s.Number, Turn: s.Round.Turn, K: s.Round.K, Before: s.Round.public(), Lists: s.Pledge}
	after, end, events := s.Round.Resolve(s.Pledge)
	s.Past[s.Round.Turn-1] = s.Pledge
	s.Pledge = Lists{}
	s.Round = after
	s.Ply++
	turn.After, turn.Ending = after.public(), end
	if end.Over {
		s = s.endRound(end)
	}
	turn.Rounds = s.Wins
	s.Last = turn
	return s, events
}
