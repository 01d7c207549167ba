package match

import "salle/game"

// The ladder of a game that has one: grades, called dan, that a person climbs against the machine (shuriken 9).
const (
	FirstDan  = 1
	TopDan    = 7
	FullMeter = 3 // points; they lead a grade up, and stay full at the top

	foeOpensFrom = 6 // the dan from which the machine moves first and nothing is drawn
	unaidedFrom  = 7 // the dan from which a player is shown no lines of fire
)

// Standing is where a person stands on a ladder. The zero Standing is none.
type Standing struct {
	Dan    int // FirstDan to TopDan
	Points int // in the meter: 0 to FullMeter, and FullMeter at the top alone
}

// Beginner is how everybody begins.
var Beginner = Standing{Dan: FirstDan}

// Outcome is how a graded match ended for its person.
type Outcome int

// The outcomes. Resigning and running out of time are losses.
const (
	Loss Outcome = iota - 1
	Draw
	Win
)

// OutcomeFor is the outcome of a result for the player in seat.
func OutcomeFor(seat game.Seat, r game.Result) Outcome {
	switch r.Winner {
	case seat:
		return Win
	case game.Spectator:
		return Draw
	}
	return Loss
}

// After is the standing after a graded match (shuriken 9.2). A win adds a point, and a full meter leads a grade up with
// an empty one; a loss takes a point, and with an empty meter leads a grade down.
func (s Standing) After(o Outcome) Standing {
	switch {
	case o == Win && s.Dan == TopDan:
		return Standing{Dan: TopDan, Points: min(s.Points+1, FullMeter)}
	case o == Win && s.Points+1 == FullMeter:
		return Standing{Dan: s.Dan + 1}
	case o == Win:
		return Standing{Dan: s.Dan, Points: s.Points + 1}
	case o == Loss && s.Points > 0:
		return Standing{Dan: s.Dan, Points: s.Points - 1}
	case o == Loss:
		return Standing{Dan: max(s.Dan-1, FirstDan)}
	}
	return s
}

// FoeOpens tells whether the machine of a grade moves first, so that nothing is drawn (shuriken 9.3).
func FoeOpens(dan int) bool { return dan >= foeOpensFrom }

// ShowsFire tells whether a player is shown lines of fire against the machine of a grade (shuriken 9.3).
func ShowsFire(dan int) bool { return dan < unaidedFrom }

// Climb is all that is kept of a person's way up a ladder.
type Climb struct {
	Standing
	Reached int    // the highest dan that was ever reached: up to it machines may be practised against
	Running string // the id of the graded match that is being played; "" for none
}
