package game

import "slices"

// What a player may do in any game beside its own actions, in notation. They are lines of the log like all others but
// complete no ply, except that a match they end is over.
const (
	Resign = "resign" // the seat loses at once
	Offer  = "offer"  // a draw is offered; it stands until the other has acted
	Accept = "accept" // the other's offer is taken: an agreed draw
	Time   = "time"   // the seat's clock has run out. Only the house plays it, never a person
	Lapse  = "lapse"  // the clocks of both have run out at the same moment: a draw. Only the house plays it
	Abort  = "abort"  // the match is called off, as long as not both players have acted in it; it counts for nobody
)

// The reasons with which the table ends a match.
const (
	ReasonResign = "resign"
	ReasonAgreed = "agreed"
	ReasonTime   = "time"
	ReasonAbort  = "aborted"
)

// The kinds of the table's events.
const (
	EventResign = "resign"
	EventOffer  = "offer"
	EventAgreed = "agreed"
	EventTime   = "time"
	EventLapse  = "lapse"
	EventAbort  = "aborted"
)

// IsTable tells whether action is one of the table's own.
func IsTable(action string) bool {
	return slices.Contains([]string{Resign, Offer, Accept, Time, Lapse, Abort}, action)
}

// table is what the kernel itself remembers of a match.
type table struct {
	result  Result
	offered Seats // who has offered a draw that still stands
	acted   Seats // who has done an action of the game at this ply
	begun   Seats // who has done one at a ply that is complete
}

// play does one of the table's own actions. Rules about turns are looser than a game's: one may resign while waiting.
func (t table) play(by Seat, action string) (table, []Event, error) {
	switch action {
	case Resign:
		t.result = Won(by.Other(), ReasonResign)
		return t, []Event{{Kind: EventResign, By: by, Seen: Everyone}}, nil
	case Time:
		t.result = Won(by.Other(), ReasonTime)
		return t, []Event{{Kind: EventTime, By: by, Seen: Everyone}}, nil
	case Lapse:
		t.result = Drawn(ReasonTime)
		return t, []Event{{Kind: EventLapse, By: by, Seen: Everyone}}, nil
	case Offer:
		if t.offered != Nobody {
			return t, nil, &IllegalError{Action: action, Key: "offered", Rule: "table offer"}
		}
		t.offered = t.offered.With(by)
		return t, []Event{{Kind: EventOffer, By: by, Seen: Everyone}}, nil
	case Abort:
		if t.begun == Both {
			return t, nil, &IllegalError{Action: action, Key: "begun", Rule: "table abort"}
		}
		t.result = Drawn(ReasonAbort)
		return t, []Event{{Kind: EventAbort, By: by, Seen: Everyone}}, nil
	default:
		if !t.offered.Has(by.Other()) {
			return t, nil, &IllegalError{Action: action, Key: "no-offer", Rule: "table accept"}
		}
		t.result = Drawn(ReasonAgreed)
		return t, []Event{{Kind: EventAgreed, By: by, Seen: Everyone}}, nil
	}
}

// moved returns the table after by did an action of the game. An offer lapses when a ply completes in which the other
// acted; within a ply that both owe it stays, so that a pledge does not tell that it was made.
func (t table) moved(by Seat, completed bool) table {
	t.acted = t.acted.With(by)
	if !completed {
		return t
	}
	for _, s := range []Seat{First, Second} {
		if t.acted.Has(s) {
			t.offered = t.offered.Without(s.Other())
			t.begun = t.begun.With(s)
		}
	}
	t.acted = Nobody
	return t
}
