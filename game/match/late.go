package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"salle/game"
)

// Grace is how long after a deadline the house waits before it ends a match, so that what arrived in time is counted in
// time, however long it took to store.
const Grace = time.Minute

// errAsleep keeps clocks from being judged by a house that has not given back the time in which it was down.
var errAsleep = errors.New("the time of an outage is not given back yet")

// sweepClocks ends pauses, and matches whose time has run out.
func (s *Service) sweepClocks(ctx context.Context) error {
	if s.asleep.Load() {
		return errAsleep
	}
	now := s.clock()
	rested, err := s.store.Unpaused(ctx, now)
	if err != nil {
		return fmt.Errorf("end pauses: %w", err)
	}
	for _, id := range rested {
		s.logSweep(id, s.retime(ctx, id, func(h Header) (Times, error) {
			if h.Times.Paused.After(now) {
				return h.Times, nil
			}
			return s.resumed(ctx, h, now)
		}))
	}
	late, err := s.store.Late(ctx, now.Add(-Grace))
	if err != nil {
		return fmt.Errorf("end matches out of time: %w", err)
	}
	for _, id := range late {
		s.logSweep(id, s.flag(ctx, id, now.Add(-Grace)))
	}
	return nil
}

// flag ends a match in which somebody's time had run out by a moment, unless he has vacation left, of which a day is taken.
func (s *Service) flag(ctx context.Context, id string, by time.Time) error {
	for range maxTries {
		snap, err := s.load(ctx, id)
		if err != nil {
			return err
		}
		late := lateBy(snap.header, by)
		if late == game.Nobody {
			return nil
		}
		rests, err := s.restLate(ctx, snap.header, late)
		if err != nil {
			return err
		}
		if rests {
			continue
		}
		seat, action := flagged(late)
		lines, after, err := played(snap, seat, []string{action})
		if err != nil {
			return err
		}
		if err = s.append(ctx, snap, lines, after); !errors.Is(err, ErrConflict) {
			return err
		}
	}
	return fmt.Errorf("the log of match %s grew %d times while its time ran out", id, maxTries)
}

// lateBy is the seat whose time ran out first, if it had by a moment; both, where it was the same instant.
func lateBy(h Header, by time.Time) game.Seats {
	late := game.Nobody
	for i, c := range h.Times.Sides {
		if !c.Runs() {
			continue
		}
		switch ran, seat := h.Clock.Deadline(c), game.Seat(i); {
		case ran.After(by):
		case late == game.Nobody || ran.Before(by):
			late, by = game.Only(seat), ran
		case ran.Equal(by):
			late = late.With(seat)
		}
	}
	return late
}

// flagged is the line that says whose time has run out; of two at the same moment neither is better than the other.
func flagged(late game.Seats) (game.Seat, string) {
	switch late {
	case game.Both:
		return game.First, game.Lapse
	case game.Only(game.First):
		return game.First, game.Time
	}
	return game.Second, game.Time
}

// restLate gives those whose time has run out a vacation from that moment on; it tells whether somebody has one.
func (s *Service) restLate(ctx context.Context, h Header, late game.Seats) (bool, error) {
	s.rests.Lock()
	defer s.rests.Unlock()
	rests := false
	for _, seat := range []game.Seat{game.First, game.Second} {
		if !late.Has(seat) {
			continue
		}
		person, v, err := s.restAt(ctx, h, seat, h.Clock.Deadline(h.Times.Sides[seat]))
		if err != nil {
			return false, err
		}
		if v == (Vacation{}) {
			continue
		}
		if err := s.rest(ctx, person, v, v.Begins); err != nil {
			return false, err
		}
		rests = true
	}
	return rests, nil
}

// restAt finds the vacation of somebody in whose seat time ran out at a moment: the one that he was on, if his clock did
// not stand because a crash came between, or a day that is taken by itself; the zero Vacation where none is left.
func (s *Service) restAt(ctx context.Context, h Header, seat game.Seat, ran time.Time) (person string, v Vacation, err error) {
	for _, person := range h.peopleOf(seat) {
		v, err := s.vacation(ctx, person, ran)
		if err != nil || v != (Vacation{}) {
			return person, v, err
		}
	}
	person = h.Players[seat].Person
	if h.Shared || person == "" {
		return person, Vacation{}, nil
	}
	left, err := s.leisureLeft(ctx, person, ran)
	if err != nil || left < day {
		return person, Vacation{}, err
	}
	return person, Vacation{Begins: ran, Ends: ran.Add(day), ByItself: true}, nil
}
