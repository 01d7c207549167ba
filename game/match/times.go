package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"salle/game"
	"salle/game/clock"
)

// PauseLife is after how long a pause ends by itself.
const PauseLife = 30 * day

const (
	// mostGiven is how much time a player may have and still be given more.
	mostGiven = 30 * day

	day  = 24 * time.Hour
	year = 365 * day
)

// startClocks makes the clocks of a new match run for those who have to act first.
func (s *Service) startClocks(ctx context.Context, h Header, first game.Status) (Times, error) {
	var t Times
	for seat := range t.Sides {
		t.Sides[seat] = h.Clock.New()
		if !h.Clock.Ticks() || !first.ToAct.Has(game.Seat(seat)) {
			continue
		}
		from, err := s.countsFrom(ctx, h, game.Seat(seat), h.Created)
		if err != nil {
			return Times{}, err
		}
		t.Sides[seat] = h.Clock.Start(t.Sides[seat], from)
	}
	return t, nil
}

// timed is how the clocks stand after the lines that lead from one snapshot to another; nil where the lines are none of the
// clocks' business. What nobody else may know changes no clock: they follow who owes an action, which everybody may know. Where
// they do change they are written even if they come out as they were: their revision tells whether they were read with
// the log, or before a line of it.
func (s *Service) timed(ctx context.Context, from, to snapshot, at time.Time) (*Times, error) {
	h, before, after := from.header, from.position.Status(), to.position.Status()
	if !h.Clock.Ticks() || before.ToAct == after.ToAct && before.Ply == after.Ply {
		return nil, nil
	}
	t := h.Times
	if after.Result.Over {
		t.Asked, t.Paused = game.Nobody, time.Time{}
	}
	for i, c := range t.Sides {
		seat := game.Seat(i)
		owed, owes := before.ToAct.Has(seat), after.ToAct.Has(seat)
		if owed == owes && before.Ply == after.Ply {
			continue
		}
		if owed {
			c = h.Clock.Stop(c, at)
		}
		if owes {
			from, err := s.countsFrom(ctx, h, seat, at)
			if err != nil {
				return nil, err
			}
			c = h.Clock.Start(c, from)
		}
		t.Sides[i] = c
	}
	return &t, nil
}

// countsFrom is from when a clock that would run from a moment on does: after the pause and its people's vacation.
func (s *Service) countsFrom(ctx context.Context, h Header, seat game.Seat, at time.Time) (time.Time, error) {
	from := latest(at, h.Times.Paused)
	away, err := s.away(ctx, h, seat, at)
	return latest(from, away), err
}

// away is until when the people of a seat are on vacation; zero where they are not.
func (s *Service) away(ctx context.Context, h Header, seat game.Seat, at time.Time) (time.Time, error) {
	var until time.Time
	for _, person := range h.peopleOf(seat) {
		v, err := s.vacation(ctx, person, at)
		if err != nil {
			return time.Time{}, err
		}
		until = latest(until, v.Ends)
	}
	return until, nil
}

// peopleOf are those who act in a seat, its player first; "" for a machine.
func (h Header) peopleOf(seat game.Seat) []string {
	return append([]string{h.Players[seat].Person}, h.Holders[seat]...)
}

func latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// eachClock changes the running clocks of a person in all his matches; of everybody for "". What fails in one match keeps
// none of the others from it.
func (s *Service) eachClock(ctx context.Context, person string, change func(Header, game.Seat, clock.Side) (clock.Side, error)) error {
	ids, err := s.store.Timed(ctx, person)
	if err != nil {
		return fmt.Errorf("list clocks: %w", err)
	}
	var errs []error
	for _, id := range ids {
		errs = append(errs, s.retime(ctx, id, func(h Header) (Times, error) {
			t := h.Times
			for i, c := range t.Sides {
				seat := game.Seat(i)
				if !c.Runs() || person != "" && !h.SeatsOf(person).Has(seat) {
					continue
				}
				c, err := change(h, seat, c)
				if err != nil {
					return t, err
				}
				t.Sides[i] = c
			}
			return t, nil
		}))
	}
	return errors.Join(errs...)
}

// retime changes how the clocks of a match stand; a change that another one overtakes is thought over again. It replays no
// log: even a match that cannot be played on keeps its time.
func (s *Service) retime(ctx context.Context, id string, change func(Header) (Times, error)) error {
	for range maxTries {
		snap, _ := s.cache.get(id)
		h, lines, err := s.store.Load(ctx, id, len(snap.log))
		if err != nil {
			return fmt.Errorf("load the clocks of match %s: %w", id, err)
		}
		t, err := change(h)
		if err != nil || t == h.Times {
			return err
		}
		now := s.clock()
		err = s.store.Append(ctx, id, Change{Seq: len(snap.log) + len(lines), Times: &t, At: now, Notices: retold(h, t, now)})
		if err == nil {
			return nil
		}
		if !errors.Is(err, ErrConflict) {
			return fmt.Errorf("change the clocks of match %s: %w", id, err)
		}
	}
	return fmt.Errorf("the clocks of match %s changed %d times under one change", id, maxTries)
}

// CodeGiven is the key of the game.IllegalError that refuses to give a player more time than anybody needs.
const CodeGiven = "given"

// What a player may do with the clocks of a match.
const (
	TimePause  = "pause"  // ask for a pause, or agree to one
	TimeAlone  = "alone"  // take that back
	TimeResume = "resume" // end the pause; either may
	TimeGive   = "give"   // give the other a day
)

// Retime does one of those for a person, if the form that asks for it was made for the present revision of the times; else
// ErrStale, with the match as it is. game.ErrOver after the end, and game.ErrNotation where the match has no clocks.
func (s *Service) Retime(ctx context.Context, id, person string, revision int, what string) (Seen, error) {
	snap, seat, err := s.seated(ctx, id, person)
	if err != nil {
		return Seen{}, err
	}
	err = game.ErrOver
	if !snap.position.Status().Result.Over {
		err = s.retime(ctx, id, func(h Header) (Times, error) { return s.agreed(ctx, h, seat, revision, what) })
	}
	if err != nil && !refused(err) {
		return Seen{}, err
	}
	seen, lookErr := s.Look(ctx, id, person)
	return seen, errors.Join(err, lookErr)
}

// agreed is how the clocks stand after what a seat has asked for.
func (s *Service) agreed(ctx context.Context, h Header, seat game.Seat, revision int, what string) (Times, error) {
	t, now := h.Times, s.clock()
	switch {
	case !h.Clock.Ticks() || !h.Between():
		return t, fmt.Errorf("the clocks of match %s: %w", h.ID, game.ErrNotation)
	case revision != t.Revision:
		return t, fmt.Errorf("match %s: form for times %d, now %d: %w", h.ID, revision, t.Revision, ErrStale)
	}
	paused := t.Paused.After(now)
	switch {
	case what == TimePause && !paused:
		t.Asked = t.Asked.With(seat)
	case what == TimeAlone:
		t.Asked = t.Asked.Without(seat)
	case what == TimeResume && paused:
		return s.resumed(ctx, h, now)
	case what == TimeGive && h.Clock.Remaining(t.Sides[seat.Other()], now) > mostGiven:
		return t, &game.IllegalError{Action: what, Key: CodeGiven, Rule: "table give"}
	case what == TimeGive:
		t.Sides[seat.Other()] = h.Clock.Give(t.Sides[seat.Other()], day)
	default:
		return t, fmt.Errorf("%.20q with the clocks of match %s: %w", what, h.ID, game.ErrNotation)
	}
	if t.Asked != game.Both {
		return t, nil
	}
	t.Asked, t.Paused = game.Nobody, now.Add(PauseLife)
	for i, c := range t.Sides {
		if c.Runs() {
			t.Sides[i] = h.Clock.Hold(c, now, t.Paused)
		}
	}
	return t, nil
}

// resumed is how the clocks stand when a pause is over.
func (s *Service) resumed(ctx context.Context, h Header, now time.Time) (Times, error) {
	t := h.Times
	t.Paused = time.Time{}
	h.Times = t
	for i, c := range t.Sides {
		if !c.Runs() {
			continue
		}
		from, err := s.countsFrom(ctx, h, game.Seat(i), now)
		if err != nil {
			return t, err
		}
		t.Sides[i] = h.Clock.Resume(c, from)
	}
	return t, nil
}

// Clocks are the clocks of a match as everybody may see them.
type Clocks struct {
	Settings clock.Settings
	Revision int
	Now      time.Time
	Deadline [2]time.Time     // by seat; zero while its clock stands
	Left     [2]time.Duration // counted time, of a clock that runs or, of a bank, that stands
	Asked    game.Seats
	Paused   time.Time    // until when; zero: not
	Away     [2]time.Time // until when its player is on vacation; zero: he is not
}

// clocks are those of a match now.
func (s *Service) clocks(ctx context.Context, h Header) (Clocks, error) {
	now := s.clock()
	c := Clocks{Settings: h.Clock, Revision: h.Times.Revision, Now: now, Asked: h.Times.Asked}
	if !h.Clock.Ticks() {
		return c, nil
	}
	if h.Times.Paused.After(now) {
		c.Paused = h.Times.Paused
	}
	for i, side := range h.Times.Sides {
		c.Deadline[i], c.Left[i] = h.Clock.Deadline(side), h.Clock.Remaining(side, now)
		var err error
		if c.Away[i], err = s.away(ctx, h, game.Seat(i), now); err != nil {
			return c, err
		}
	}
	return c, nil
}
