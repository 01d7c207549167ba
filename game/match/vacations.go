package match

import (
	"context"
	"fmt"
	"time"

	"salle/game"
	"salle/game/clock"
)

// VacationDays is how many days of vacation a person has in any 365 days.
const VacationDays = 20

// Vacation is a time in which a person need not act: none of his clocks runs.
type Vacation struct {
	Begins, Ends time.Time
	ByItself     bool // the house took it because a clock of his ran out
}

// vacation is the one that a person is on at a moment; the zero Vacation where he is not.
func (s *Service) vacation(ctx context.Context, person string, at time.Time) (Vacation, error) {
	if person == "" {
		return Vacation{}, nil
	}
	list, err := s.store.Vacations(ctx, person, at)
	if err != nil {
		return Vacation{}, fmt.Errorf("read the vacations of %s: %w", person, err)
	}
	for _, v := range list {
		if !v.Begins.After(at) {
			return v, nil
		}
	}
	return Vacation{}, nil
}

// Leisure is what a person has of vacation.
type Leisure struct {
	Now  Vacation // the one that he is on; zero where he is not
	Left int      // whole days that he may take
}

// Leisure returns what a person has of vacation.
func (s *Service) Leisure(ctx context.Context, person string) (Leisure, error) {
	now := s.clock()
	current, err := s.vacation(ctx, person, now)
	if err != nil {
		return Leisure{}, err
	}
	left, err := s.leisureLeft(ctx, person, now)
	return Leisure{Now: current, Left: int(left / day)}, err
}

// leisureLeft is how much vacation a person may still take.
func (s *Service) leisureLeft(ctx context.Context, person string, now time.Time) (time.Duration, error) {
	list, err := s.store.Vacations(ctx, person, now.Add(-year))
	if err != nil {
		return 0, fmt.Errorf("read the vacations of %s: %w", person, err)
	}
	left := VacationDays * day
	for _, v := range list {
		left -= v.Ends.Sub(latest(v.Begins, now.Add(-year)))
	}
	return max(left, 0), nil
}

// TakeVacation lets a person's clocks stand for some days from now on; one that he is on already is made to last as long as
// that, be it longer or shorter. ErrVacation where he has not so many days left.
func (s *Service) TakeVacation(ctx context.Context, person string, days int) error {
	s.rests.Lock()
	defer s.rests.Unlock()
	now := s.clock()
	current, err := s.vacation(ctx, person, now)
	if err != nil {
		return err
	}
	left, err := s.leisureLeft(ctx, person, now)
	if err != nil {
		return err
	}
	v, had := Vacation{Begins: now}, now
	if current != (Vacation{}) {
		v, had = current, current.Ends
	}
	v.Ends = now.Add(time.Duration(days) * day)
	if days < 1 || days > VacationDays || v.Ends.Sub(had) > left {
		return fmt.Errorf("%d days of vacation for %s: %w", days, person, ErrVacation)
	}
	return s.rest(ctx, person, v, now)
}

// EndVacation lets a person's clocks run again; without a vacation it does nothing.
func (s *Service) EndVacation(ctx context.Context, person string) error {
	s.rests.Lock()
	defer s.rests.Unlock()
	now := s.clock()
	v, err := s.vacation(ctx, person, now)
	if err != nil || v == (Vacation{}) {
		return err
	}
	v.Ends = now
	return s.rest(ctx, person, v, now)
}

// rest keeps a vacation and lets its person's clocks stand from a moment on until it ends, and no longer than anything else
// has them stand. Doing the same again changes nothing, so that what was cut off half way can be done once more.
func (s *Service) rest(ctx context.Context, person string, v Vacation, from time.Time) error {
	if err := s.store.SaveVacation(ctx, person, v); err != nil {
		return fmt.Errorf("take a vacation: %w", err)
	}
	end := latest(v.Ends, s.clock())
	return s.eachClock(ctx, person, func(h Header, seat game.Seat, c clock.Side) (clock.Side, error) {
		until, err := s.countsFrom(ctx, h, seat, end)
		return h.Clock.Resume(h.Clock.Hold(c, from, v.Ends), until), err
	})
}
