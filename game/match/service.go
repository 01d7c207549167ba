package match

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"salle/game"
)

// Service carries out the use cases. It is safe for concurrent use.
type Service struct {
	store Store
	games Games
	clock func() time.Time
	rng   func() *rand.Rand
	log   *slog.Logger
	cache *cache

	// drafts is held while a draft is compared with what its owner was shown and then changed or confirmed. The storage
	// writes one thing at a time as it is.
	drafts sync.Mutex
	// rests is held while the vacation of somebody changes, which is thought over first.
	rests sync.Mutex
	// asleep: the last Wake has failed.
	asleep atomic.Bool

	looks      looks      // who looks at which match
	delivering sync.Mutex // held while notices are sent
}

// Games is the list of games; game/catalog has it.
type Games interface {
	// Find returns a game by its slug; ok is false where there is none.
	Find(slug string) (g game.Game, ok bool)
	// Slugs are those of all games.
	Slugs() []string
	// ParseRecord reads a record in any form, without judging its steps. Its errors are game.RecordErrors; with one it returns
	// what was right before.
	ParseRecord(text string) (game.Record, error)
}

// cacheLimit is how many positions are kept in memory, a few kilobytes each.
const cacheLimit = 2048

// machineTime is the safety net of a machine's thought; its strength is counted in nodes, not in time.
const machineTime = 20 * time.Second

// New returns a Service. clock tells the time; rng makes a fresh source of chance for every call, unpredictable to
// players.
func New(store Store, games Games, clock func() time.Time, rng func() *rand.Rand, log *slog.Logger) *Service {
	return &Service{store: store, games: games, clock: clock, rng: rng, log: log, cache: newCache(cacheLimit)}
}

// Seen is a match as one viewer may see it.
type Seen struct {
	ID       string
	Info     game.Info
	Setup    game.Setup
	Players  [2]Player // without the persons' ids
	Seat     game.Seat // the viewer's
	Status   game.Status
	Mark     game.Mark    // what a form of the viewer must carry now
	Offer    game.Seat    // who has offered a draw that stands; Spectator: nobody
	Board    any          // the game's Observation for the viewer
	News     []game.Event // what the viewer was told of the last completed ply
	Earlier  []game.Event // and of the ply before
	Lines    []Line       // of the log, what the viewer may read
	Draft    []string     // what the viewer has prepared for this moment and not confirmed; Board shows it done
	Revision string       // names Draft in a composed game: what a form that confirms it carries
	Kept     []Formation  // what the viewer keeps to begin with, where the match is at its beginning
	Version  int          // how many events the viewer was told so far
	Created  time.Time
	Fire     bool // lines of fire are shown; never against a machine of the highest grade

	Clocks    Clocks
	Between   bool   // two people play
	Rated     bool   // it counts for their ratings
	Shared    bool   // at one device
	Watched   bool   // others may look on
	Abortable bool   // it may be called off
	Blocked   bool   // the viewer has blocked the other
	Rematch   *Offer // in a finished match between people, the one that was offered for another; nil for none

	Talk    Talk   // what the viewer may read of what was said
	Talked  int    // how much that is: it changes where there is something new to read
	Plans   []Plan // what the viewer has planned, and what of it could not be played
	MayPlan bool   // he may plan an answer to the other's turn

	Finished time.Time     // when the match ended; zero while it goes on
	Counted  bool          // it was rated and has counted
	Ratings  [2]RatingMove // where it has, what it did to the players' ratings, by seat

	Graded        bool     // it counts on the ladder
	Before, After Standing // in a graded match, its person's when it began and, once it is over, with what it brought
	Climb         Climb    // the viewer's today, in a match on the ladder's ground against the machine

	// Step and Steps are set by Review: the frame that is shown, from 0, and how many there are.
	Step, Steps int
	Ended       bool // the match is over, whatever the frame
}

// Open opens a match under an id that its maker has chosen and returns it as he sees it. The machine's and Chance's
// first actions are done in it. Of a graded match the maker gives his seat alone; the ladder gives the variant and the
// level. Opening the same match again, as a form sent twice does, is no error; another's id is ErrExists. The errors are
// ErrNotFound for an unknown game or level, game.ErrVariant, ErrLocked for a grade that was not reached, and a
// RunningError for a second graded match.
func (s *Service) Open(ctx context.Context, h Header, person string) (Seen, error) {
	g, ok := s.games.Find(h.Game)
	if !ok {
		return Seen{}, fmt.Errorf("open a match of %.40q: %w", h.Game, ErrNotFound)
	}
	h.Setup.Rules, h.Seed, h.Created = g.Info().Rules, s.rng().Uint64(), s.clock()
	switch err := s.create(ctx, g, h, person); {
	case errors.Is(err, ErrExists):
		return s.reopen(ctx, h.ID, person)
	case err != nil:
		return Seen{}, fmt.Errorf("open match %s: %w", h.ID, err)
	}
	snap, err := s.answer(ctx, h.ID)
	if err != nil {
		return Seen{}, err
	}
	return s.see(ctx, snap, person)
}

// create stores a new match with Chance's first draws. A person who climbs meanwhile is asked again where he stands.
func (s *Service) create(ctx context.Context, g game.Game, h Header, person string) error {
	for range maxTries {
		h, err := s.enrol(ctx, g.Info(), h, person)
		if err != nil {
			return err
		}
		snap, err := begin(g, h)
		if err != nil {
			return err
		}
		lines, next, err := s.settle(snap)
		if err != nil {
			return err
		}
		if h.Times, err = s.startClocks(ctx, h, next.position.Status()); err != nil {
			return err
		}
		h.Notices = opened(h, next.position.Status(), person)
		if err = s.store.Create(ctx, h, lines, next.position.Status()); !errors.Is(err, ErrConflict) {
			return s.whichRuns(ctx, h, person, err)
		}
	}
	return fmt.Errorf("%s climbed %d times under one opening", person, maxTries)
}

// reopen answers a form that opened its match before.
func (s *Service) reopen(ctx context.Context, id, person string) (Seen, error) {
	seen, err := s.Look(ctx, id, person)
	if errors.Is(err, ErrNotYours) {
		return Seen{}, fmt.Errorf("open match %s: %w", id, ErrExists)
	}
	return seen, err
}

// begin is a match before the first line of its log.
func begin(g game.Game, h Header) (snapshot, error) {
	p, err := g.Start(h.Setup)
	if err != nil {
		return snapshot{}, fmt.Errorf("begin match %s: %w", h.ID, err)
	}
	return snapshot{header: h, position: p}, nil
}

// settle does what Chance owes, and returns the new lines and the snapshot after them. It draws, but for who moves first
// against a machine of a grade that always does.
func (s *Service) settle(snap snapshot) ([]game.Entry, snapshot, error) {
	var lines []game.Entry
	for {
		status := snap.position.Status()
		if !status.ToAct.Has(game.Chance) {
			return lines, snap, nil
		}
		action, settled := s.opening(snap)
		if !settled {
			action = snap.position.Draw(s.rng())
		}
		line := game.Entry{Ply: status.Ply, Seat: game.Chance, Action: action}
		next, err := snap.advance([]game.Entry{line})
		if err != nil {
			return nil, snap, fmt.Errorf("draw: %w", err)
		}
		lines, snap = append(lines, line), next
	}
}

// load brings the cached snapshot of a match up to the end of its log.
func (s *Service) load(ctx context.Context, id string) (snapshot, error) {
	snap, _ := s.cache.get(id)
	header, lines, err := s.store.Load(ctx, id, len(snap.log))
	if err != nil {
		return snapshot{}, fmt.Errorf("load match %s: %w", id, err)
	}
	if snap.position == nil {
		g, ok := s.games.Find(header.Game)
		if !ok {
			return snapshot{}, fmt.Errorf("load match %s: game %.40q: %w", id, header.Game, ErrNotFound)
		}
		if snap, err = begin(g, header); err != nil {
			return snapshot{}, err
		}
	}
	snap.header = header // names may have changed
	if snap, err = snap.advance(lines); err != nil {
		return snapshot{}, err
	}
	s.cache.put(snap)
	return snap, nil
}

// Look returns a match as person sees it: ErrNotFound, or ErrNotYours for one who neither plays in it nor may look on.
func (s *Service) Look(ctx context.Context, id, person string) (Seen, error) {
	snap, err := s.load(ctx, id)
	if err != nil {
		return Seen{}, err
	}
	return s.see(ctx, snap, person)
}

// LookOn returns a match that others may look on as the public sees it, whoever asks; else ErrNotYours.
func (s *Service) LookOn(ctx context.Context, id string) (Seen, error) {
	snap, err := s.load(ctx, id)
	if err != nil {
		return Seen{}, err
	}
	if !snap.header.Watched {
		return Seen{}, fmt.Errorf("look on at match %s: %w", id, ErrNotYours)
	}
	return s.seen(snap, game.Spectator), nil
}

// seated loads a match for a person who plays in it, and tells in which seat.
func (s *Service) seated(ctx context.Context, id, person string) (snapshot, game.Seat, error) {
	snap, err := s.load(ctx, id)
	if err != nil {
		return snapshot{}, 0, err
	}
	seat, ok := snap.header.SeatOf(person)
	if !ok {
		return snapshot{}, 0, fmt.Errorf("match %s: %w", id, ErrNotYours)
	}
	return snap, seat, nil
}

// viewed loads a match for a person who plays in it or may look on, and tells as whom.
func (s *Service) viewed(ctx context.Context, id, person string) (snapshot, game.Seat, error) {
	snap, err := s.load(ctx, id)
	if err != nil {
		return snapshot{}, 0, err
	}
	seat, err := viewer(snap, person)
	return snap, seat, err
}

// viewer is the seat from which a person sees a match: his own, the spectators' where others may look on, else ErrNotYours.
// He who holds both seats sees it as one of the players: before the end, ErrShared.
func viewer(snap snapshot, person string) (game.Seat, error) {
	h := snap.header
	seat, plays := h.SeatOf(person)
	switch {
	case plays:
		return seat, nil
	case h.SeatsOf(person) == game.Both && snap.position.Status().Result.Over:
		return game.First, nil
	case h.SeatsOf(person) == game.Both:
		return 0, fmt.Errorf("match %s: %w", h.ID, ErrShared)
	case h.Watched:
		return game.Spectator, nil
	}
	return 0, fmt.Errorf("match %s: %w", h.ID, ErrNotYours)
}

// see is what person may see of a snapshot, with what he has prepared.
func (s *Service) see(ctx context.Context, snap snapshot, person string) (Seen, error) {
	seat, err := viewer(snap, person)
	if err != nil {
		return Seen{}, err
	}
	seen, err := s.seenWithDraft(ctx, snap, seat)
	if err == nil && !seat.Plays() {
		err = s.addTalk(ctx, snap, voiceOf(seat, person), &seen)
	}
	return seen, err
}

func (s *Service) seen(snap snapshot, seat game.Seat) Seen {
	h, p := snap.header, snap.position
	g, _ := s.games.Find(h.Game)
	for i := range h.Players {
		h.Players[i].Person = ""
	}
	return Seen{
		ID: h.ID, Info: g.Info(), Setup: h.Setup, Players: h.Players, Seat: seat, Status: p.Status(),
		Mark: snap.mark(seat), Offer: p.Offer(), Board: p.Observe(seat), News: game.SeenBy(snap.last, seat), Earlier: game.SeenBy(snap.earlier, seat),
		Lines: snap.readable(seat), Version: snap.told[seat], Created: h.Created,
		Fire: ShowsFire(gradeOf(g.Info(), h)), Graded: h.Graded, Before: h.Before, After: snap.climbed(),
		Between: h.Between(), Rated: h.Rated, Shared: h.Shared, Watched: h.Watched,
		Abortable: h.Between() && seat.Plays() && !p.Begun() && !p.Status().Result.Over,
	}
}

// List returns every match of a person, those that wait for him first.
func (s *Service) List(ctx context.Context, person string) ([]Summary, error) {
	if person == "" {
		return nil, nil
	}
	list, err := s.store.List(ctx, person)
	if err != nil {
		return nil, fmt.Errorf("list the matches of %s: %w", person, err)
	}
	return list, nil
}

// Waiting counts the matches that wait for a person.
func (s *Service) Waiting(ctx context.Context, person string) (int, error) {
	if person == "" {
		return 0, nil
	}
	n, err := s.store.Waiting(ctx, person)
	if err != nil {
		return 0, fmt.Errorf("count what waits for %s: %w", person, err)
	}
	return n, nil
}

// maxTries bounds how often an action is tried again because the log grew under it.
const maxTries = 100

// Act does a person's actions, all or none, if the form that asks for them was made for this moment; then Chance and the
// machine do what they owe. A form that was sent before is no error and does nothing. In a composed game a turn is sent
// whole, and what its sender has prepared in it must not be missing. With game.ErrTurn, game.ErrOver, game.ErrNotation,
// game.ErrIllegal, ErrStale and ErrDraft nothing was done and the returned match is the current one; with ErrNotFound and
// ErrNotYours there is none.
func (s *Service) Act(ctx context.Context, id, person string, at game.Mark, actions []string) (Seen, error) {
	return s.Confirm(ctx, id, person, at, "", actions)
}

// Confirm is Act for a form that was made for what its sender had prepared then; revision names it, as Seen does.
func (s *Service) Confirm(ctx context.Context, id, person string, at game.Mark, revision string, actions []string) (Seen, error) {
	for range maxTries {
		snap, seat, err := s.seated(ctx, id, person)
		if err != nil {
			return Seen{}, err
		}
		switch err = s.commit(ctx, snap, seat, at, revision, actions); {
		case errors.Is(err, ErrConflict):
			continue
		case err != nil && !refused(err):
			return Seen{}, err
		case err != nil:
			seen, draftErr := s.seenWithDraft(ctx, snap, seat)
			return seen, errors.Join(err, draftErr)
		}
		if snap, err = s.answer(ctx, id); err != nil {
			return Seen{}, err
		}
		return s.seenWithDraft(ctx, snap, seat)
	}
	return Seen{}, fmt.Errorf("act in match %s: the log grew %d times under one action", id, maxTries)
}

// refused tells an action that may not be done from a failure to do it.
func refused(err error) bool {
	return slices.ContainsFunc([]error{ErrStale, ErrDraft, game.ErrTurn, game.ErrOver, game.ErrNotation, game.ErrIllegal},
		func(target error) bool { return errors.Is(err, target) })
}

// commit plays actions on a snapshot and appends them, with what Chance owes after them, to the log.
func (s *Service) commit(ctx context.Context, snap snapshot, seat game.Seat, at game.Mark, revision string, actions []string) error {
	if at != snap.mark(seat) {
		if at.Ply >= 0 && at.Before(snap.mark(seat)) && snap.holds(seat, at, actions) {
			return nil
		}
		return fmt.Errorf("match %s: form for %s, now %s: %w", snap.header.ID, at, snap.mark(seat), ErrStale)
	}
	if len(actions) == 0 {
		return fmt.Errorf("match %s: no action: %w", snap.header.ID, game.ErrNotation)
	}
	s.drafts.Lock()
	defer s.drafts.Unlock()
	lines, after, err := s.turn(ctx, snap, seat, revision, actions)
	if err != nil {
		return err
	}
	return s.append(ctx, snap, lines, after)
}

// turn plays actions on a snapshot, and what Chance owes after them, and returns their lines of the log. While it runs, and
// until they are stored, nobody changes what is prepared.
func (s *Service) turn(ctx context.Context, snap snapshot, seat game.Seat, revision string, actions []string) ([]game.Entry, snapshot, error) {
	after := snap
	var lines []game.Entry
	for _, action := range actions {
		if !mayPlay(snap.header, action) {
			return nil, snap, fmt.Errorf("match %s: %w", snap.header.ID, game.ErrNotation)
		}
		line := game.Entry{Ply: after.position.Status().Ply, Seat: seat, Action: action}
		next, err := after.advance([]game.Entry{line})
		if err != nil {
			return nil, snap, err
		}
		lines, after = append(lines, line), next
	}
	if err := s.agrees(ctx, snap, seat, revision, actions); err != nil {
		return nil, snap, err
	}
	if err := s.handedOver(after, seat, actions); err != nil {
		return nil, snap, err
	}
	drawn, after, err := s.settle(after)
	return append(lines, drawn...), after, err
}

// mayPlay tells whether a player may do an action of the table at all: only the house plays time, and a machine has nobody to
// ponder an offer or to call a match off with.
func mayPlay(h Header, action string) bool {
	switch action {
	case game.Time, game.Lapse:
		return false
	case game.Offer, game.Abort:
		return h.Between()
	}
	return true
}

// append stores the lines that lead from one snapshot to another.
func (s *Service) append(ctx context.Context, from snapshot, lines []game.Entry, to snapshot) error {
	at := s.clock()
	times, err := s.timed(ctx, from, to, at)
	if err != nil {
		return err
	}
	notices := told(from, to, lines, at)
	if times != nil {
		notices = append(notices, reminders(from.header, *times, to.position.Status().Ply, at)...)
	}
	ratings, err := s.rate(ctx, to, at)
	if err != nil {
		return err
	}
	err = s.store.Append(ctx, from.header.ID, Change{
		Seq: len(from.log), Lines: lines, Status: to.position.Status(), After: to.climbed(), Times: times, Ratings: ratings, At: at,
		Notices: notices,
	})
	if err != nil {
		return fmt.Errorf("append to match %s: %w", from.header.ID, err)
	}
	if times != nil {
		to.header.Times = *times
		to.header.Times.Revision++
	}
	s.cache.put(to)
	return nil
}
