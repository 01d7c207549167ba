// Package match holds the use cases of the hall: open a match, look at it, act in it, read its record. It knows people,
// seats and logs, but no HTTP, no SQL and no one game.
package match

import (
	"context"
	"errors"
	"time"

	"salle/game"
)

// The ways a request is refused, beside those of package game. Compare with errors.Is.
var (
	// ErrNotFound: there is no such match, person or game.
	ErrNotFound = errors.New("not found")
	// ErrNotYours: the match belongs to others.
	ErrNotYours = errors.New("not yours")
	// ErrStale: the form was made for a moment that has passed.
	ErrStale = errors.New("the board has moved on")
	// ErrDraft: what the person has prepared is no more what the form was made for.
	ErrDraft = errors.New("the draft has changed")
	// ErrExists: the id is taken.
	ErrExists = errors.New("already there")
	// ErrConflict: what was read has changed since: the log has grown, or the person has climbed. It never leaves this
	// package.
	ErrConflict = errors.New("it has changed meanwhile")
	// ErrGraded: the person has a graded match running. A RunningError says which.
	ErrGraded = errors.New("a graded match is running")
	// ErrLocked: the machine's level is a grade that the person has not reached.
	ErrLocked = errors.New("a grade not reached yet")
)

// RunningError is a graded match that was not opened because its person has another one running.
type RunningError struct {
	ID string // of the running one
}

// Error is for operators.
func (e *RunningError) Error() string { return "graded match " + e.ID + " is running" }

// Unwrap makes errors.Is(err, ErrGraded) hold.
func (e *RunningError) Unwrap() error { return ErrGraded }

// Person is somebody who plays here, guest or not.
type Person struct {
	ID      string
	Name    string // as shown to others; it may change
	Created time.Time
}

// Player is who sits in a seat: a person, or the machine.
type Player struct {
	Person string // the person's id; "" for the machine
	Name   string // the person's name today; "" for the machine
	Level  int    // the machine's, from 1; 0 for a person
}

// Machine tells whether the machine sits there.
func (p Player) Machine() bool { return p.Level > 0 }

// Header is what is fixed about a match.
type Header struct {
	ID      string
	Game    string // its slug
	Setup   game.Setup
	Seed    uint64 // secret: what the machine draws with comes from it
	Players [2]Player
	Created time.Time
	Graded  bool     // it counts on the ladder of its game
	Before  Standing // in a graded match, of its person when it began
}

// SeatOf finds a person's seat; ok is false for one who does not play. The empty person never plays.
func (h Header) SeatOf(person string) (seat game.Seat, ok bool) {
	for _, s := range []game.Seat{game.First, game.Second} {
		if person != "" && h.Players[s].Person == person {
			return s, true
		}
	}
	return game.Spectator, false
}

// climber finds the one person's seat in a match against the machine; ok is false in any other.
func (h Header) climber() (seat game.Seat, ok bool) {
	if h.Players[game.First].Machine() == h.Players[game.Second].Machine() {
		return game.Spectator, false
	}
	if h.Players[game.First].Machine() {
		return game.Second, true
	}
	return game.First, true
}

// Summary is a match as lists show it.
type Summary struct {
	Header
	Status  game.Status // of it Leads is not kept and 0
	Updated time.Time   // when the last line of the log that changed the status was written
}

// Waits tells whether the match waits for an action of person.
func (s Summary) Waits(person string) bool {
	seat, ok := s.SeatOf(person)
	return ok && s.Status.ToAct.Has(seat)
}

// Draft is what a seat has prepared and not yet confirmed.
type Draft struct {
	Mark  game.Mark // the moment that it was prepared for; at any other it is nothing
	Steps []string  // in notation
}

// Formation is an action that a person keeps under a name, to begin with again: how an army is deployed.
type Formation struct {
	Name   string
	Action string // in notation
}

// FormationOwner is whose formations are meant: a person's, in a seat of a game.
type FormationOwner struct {
	Person, Game string
	Seat         game.Seat
}

// Graded is a graded match as the ladder keeps it, and what is kept of its person today.
type Graded struct {
	ID, Person, Game string
	Seat             game.Seat   // the person's
	Result           game.Result // as it was stored with the match
	Before, After    Standing    // After is the zero Standing while it runs
	Today            Standing    // the person's; the zero Standing where none is kept
	Reached          int         // by the person, as it is kept; 0 where nothing is
}

// Store keeps matches. Its errors are ErrNotFound, ErrExists and ErrConflict where they say so, and failures of the
// storage itself.
type Store interface {
	// Create stores a new match with the first lines of its log, all or none; ErrExists if the id is taken. Of the players
	// it keeps Person and Level. A graded match is refused with ErrGraded while its person has another one running, and
	// with ErrConflict where he does not stand at Before.
	Create(ctx context.Context, h Header, log []game.Entry, st game.Status) error
	// Load returns a match and the lines of its log from index from on, with the players' names of today; ErrNotFound.
	Load(ctx context.Context, id string, from int) (Header, []game.Entry, error)
	// Append adds lines to the log, the first of them at index seq, and the status after them, all or none; ErrConflict if
	// the log does not end at seq.
	Append(ctx context.Context, id string, seq int, lines []game.Entry, st game.Status, at time.Time) error
	// Finish is Append of the lines that end a graded match, and with them, all or none, the standing that its person has
	// then; ErrConflict also if the match has ended already.
	Finish(ctx context.Context, id string, seq int, lines []game.Entry, st game.Status, after Standing, at time.Time) error
	// Climb returns how far a person has climbed in a game: Beginner where nothing is kept.
	Climb(ctx context.Context, person, game string) (Climb, error)
	// Graded returns every graded match: each person's of a game together and in the order in which they were opened.
	Graded(ctx context.Context) ([]Graded, error)
	// List returns every match of a person: those that wait for him first, then the other running ones, then the finished
	// ones, each group with the latest line first.
	List(ctx context.Context, person string) ([]Summary, error)
	// Waiting counts the matches that wait for a person, by the same condition as List.
	Waiting(ctx context.Context, person string) (int, error)
	// Owed returns the ids of running matches in which Chance or a machine owes an action, the longest waiting first.
	Owed(ctx context.Context) ([]string, error)
	// SaveDraft keeps a seat's draft in place of the one before, the zero Draft where there was none; ErrConflict if
	// another is kept by now, ErrNotFound if there is no such match.
	SaveDraft(ctx context.Context, id string, seat game.Seat, before, d Draft) error
	// Draft returns a seat's draft; the zero Draft where there is none.
	Draft(ctx context.Context, id string, seat game.Seat) (Draft, error)
	// SaveFormation keeps a formation in place of one of the same name; full, and nothing kept, where that would be one more
	// than most.
	SaveFormation(ctx context.Context, owner FormationOwner, f Formation, most int) (full bool, err error)
	// DeleteFormation forgets a formation; ErrNotFound if none of that name is kept.
	DeleteFormation(ctx context.Context, owner FormationOwner, name string) error
	// Formations lists them, in no order.
	Formations(ctx context.Context, owner FormationOwner) ([]Formation, error)
	// IDs returns the ids of all matches, the oldest first.
	IDs(ctx context.Context) ([]string, error)
	// Stored returns the status that was written with the last line of a match's log; ErrNotFound.
	Stored(ctx context.Context, id string) (game.Status, error)
}
