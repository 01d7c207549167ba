// Package match holds the use cases of the hall: open a match, look at it, act in it, read its record. It knows people,
// seats and logs, but no HTTP, no SQL and no one game.
package match

import (
	"context"
	"errors"
	"slices"
	"time"

	"salle/game"
	"salle/game/clock"
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
	// ErrSettled: the offer is not open any more.
	ErrSettled = errors.New("the offer is settled")
	// ErrOwn: it is one's own: an offer that one made, or a seat whose opponent one is.
	ErrOwn = errors.New("one's own")
	// ErrBlocked: one of the two people has blocked the other.
	ErrBlocked = errors.New("blocked")
	// ErrVacation: there are not so many days of vacation left.
	ErrVacation = errors.New("no vacation left")
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

// Header is what is fixed about a match, beside how its clocks stand.
type Header struct {
	ID      string
	Game    string // its slug
	Setup   game.Setup
	Seed    uint64 // secret: what the machine draws with comes from it
	Players [2]Player
	Created time.Time // of a match between people, when both seats were taken
	Graded  bool      // it counts on the ladder of its game
	Before  Standing  // in a graded match, of its person when it began

	Offer   string         // the offer that it comes from, told to Create; Load leaves it out
	Holders [2][]string    // who else acts in a seat: the same human as somebody else, by the seat's link
	Clock   clock.Settings // how much time there is
	Times   Times          // how the clocks stand now
	Rated   bool           // it counts for the ratings
	Shared  bool           // both players sit at one device: a third person holds both seats
	Watched bool           // others may look on
	Notices []Notice       // who is told of it, told to Create; Load leaves them out
}

// SeatOf finds the seat in which a person acts; ok is false for one who does not play, and for one who holds both seats:
// he acts as one of the players. The empty person never plays.
func (h Header) SeatOf(person string) (seat game.Seat, ok bool) {
	seats := h.SeatsOf(person)
	switch seats {
	case game.Only(game.First):
		return game.First, true
	case game.Only(game.Second):
		return game.Second, true
	}
	return game.Spectator, false
}

// SeatsOf are the seats that a person has or holds.
func (h Header) SeatsOf(person string) game.Seats {
	seats := game.Nobody
	for _, s := range []game.Seat{game.First, game.Second} {
		if person != "" && (h.Players[s].Person == person || slices.Contains(h.Holders[s], person)) {
			seats = seats.With(s)
		}
	}
	return seats
}

// Between tells whether two people play, and not one against the machine.
func (h Header) Between() bool {
	return !h.Players[game.First].Machine() && !h.Players[game.Second].Machine()
}

// Times are how the clocks of a match stand.
type Times struct {
	Revision int           // counts the changes; a change is refused where another came first
	Sides    [2]clock.Side // by seat
	Asked    game.Seats    // who wants a pause
	Paused   time.Time     // until when the match is paused; zero: it is not
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

// Summary is a match as lists show it. Its header has neither Holders nor Times.
type Summary struct {
	Header
	Mine     game.Seats  // the seats of the person whose list it is
	Status   game.Status // of it Leads is not kept and 0
	Updated  time.Time   // when the last line of the log that changed the status was written
	Paused   bool
	Deadline time.Time // the next at which somebody's time runs out, one of Mine where the match waits for them; zero for none
}

// Waits tells whether the match waits for an action of the person whose list it is.
func (s Summary) Waits() bool { return s.Status.ToAct&s.Mine != game.Nobody }

// Seat is the seat that the list's person acts in next or, while he waits, one that he has.
func (s Summary) Seat() game.Seat {
	for _, seats := range []game.Seats{s.Status.ToAct & s.Mine, s.Mine} {
		if seats.Has(game.First) {
			return game.First
		}
		if seats.Has(game.Second) {
			return game.Second
		}
	}
	return game.Spectator
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

// Change is what happens to a match at once: lines of its log, and what follows from them; or, without lines, what happens to
// its clocks.
type Change struct {
	Seq    int          // where the log ends before it
	Lines  []game.Entry // may be empty where Times are given
	Status game.Status  // after Lines
	After  Standing     // that of a graded match's person, where Lines end it; else the zero Standing
	Times  *Times       // how the clocks stand after it, with the revision they had before; nil: as they did
	At     time.Time

	Ratings []RatingChange // by seat, where Lines end a match that counts for them; else nil
	Notices []Notice       // who is told of it; those of a kind, seat and turn that are kept already are not kept again
}

// Store keeps matches. Its errors are ErrNotFound, ErrExists and ErrConflict where they say so, and failures of the
// storage itself.
type Store interface {
	Postbox

	TalkStore
	PlanStore
	RatingStore
	ProfileStore
	BlockStore
	RecordStore

	// Create stores a new match with the first lines of its log, all or none; ErrExists if the id is taken. Of the players
	// it keeps Person and Level. A graded match is refused with ErrGraded while its person has another one running, and
	// with ErrConflict where he does not stand at Before.
	Create(ctx context.Context, h Header, log []game.Entry, st game.Status) error
	// Load returns a match and the lines of its log from index from on, with the players' names of today; ErrNotFound.
	Load(ctx context.Context, id string, from int) (Header, []game.Entry, error)
	// Append changes a match, all of it or nothing; ErrConflict where its log does not end at c.Seq, where its times have
	// another revision, or where a graded match has ended already.
	Append(ctx context.Context, id string, c Change) error

	// SetSeatKey makes a link of a seat, known by the SHA-256 of its secret, in place of the one before, and lets nobody hold
	// the seat any more but its player and the person keep.
	SetSeatKey(ctx context.Context, id string, seat game.Seat, keyHash []byte, keep string) error
	// SeatOfKey finds the seat that a link opens; ErrNotFound.
	SeatOfKey(ctx context.Context, keyHash []byte) (id string, seat game.Seat, err error)
	// Hold lets a person act in a seat beside its player.
	Hold(ctx context.Context, id string, seat game.Seat, person string) error

	// SaveOffer stores a new open offer; ErrExists if the id is taken, ErrConflict where a rematch is open or taken already.
	SaveOffer(ctx context.Context, o Offer) error
	// Offer returns an offer, with the names of today; ErrNotFound.
	Offer(ctx context.Context, id string) (Offer, error)
	// RematchOf returns the offer that would follow a match and is open or taken; ErrNotFound.
	RematchOf(ctx context.Context, id string) (Offer, error)
	// OffersOf returns a person's open offers, those that were made to him, and those that were declined or have expired and
	// of which he was not told; the latest first. A taken one is a match in his list.
	OffersOf(ctx context.Context, person string) ([]Offer, error)
	// Lobby returns the open offers that are listed, the latest first, without those of people whom a person has blocked or
	// who have blocked him.
	Lobby(ctx context.Context, person string, limit int) ([]Offer, error)
	// SettleOffer ends an open offer; ErrSettled if it is not open. Create settles the one that its match comes from, and
	// fails with ErrSettled likewise.
	SettleOffer(ctx context.Context, id, state string, at time.Time) error
	// OfferTold keeps that the maker of a settled offer has seen it.
	OfferTold(ctx context.Context, id, maker string) error
	// ExpireOffers settles the open offers whose time has come and returns how many.
	ExpireOffers(ctx context.Context, by time.Time) (int, error)

	// Late returns the running matches in which a deadline has passed by then, the oldest deadline first.
	Late(ctx context.Context, by time.Time) ([]string, error)
	// Timed returns the running matches with clocks, of a person or, for "", of everybody.
	Timed(ctx context.Context, person string) ([]string, error)
	// Unpaused returns the running matches whose pause has ended by then.
	Unpaused(ctx context.Context, by time.Time) ([]string, error)
	// Vacations returns those of a person that end after since, in order.
	Vacations(ctx context.Context, person string, since time.Time) ([]Vacation, error)
	// SaveVacation keeps a vacation in place of one that begins at the same moment.
	SaveVacation(ctx context.Context, person string, v Vacation) error
	// Beat keeps that the house was alive at a moment.
	Beat(ctx context.Context, at time.Time) error
	// LastBeat returns the last moment at which it was; zero for a house that never lived.
	LastBeat(ctx context.Context) (time.Time, error)
	// SaveOutage keeps one.
	SaveOutage(ctx context.Context, o Outage) error
	// Outages returns those that ended after since, in order.
	Outages(ctx context.Context, since time.Time) ([]Outage, error)

	// Climb returns how far a person has climbed in a game: Beginner where nothing is kept.
	Climb(ctx context.Context, person, game string) (Climb, error)
	// Graded returns every graded match: each person's of a game together and in the order in which they were opened.
	Graded(ctx context.Context) ([]Graded, error)
	// List returns every match in which a person has or holds a seat: those that wait for him first, the one with the next
	// deadline leading, then the other running ones, then the finished ones, the latest line leading.
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
