package match

import (
	"context"
	"fmt"
	"time"

	"salle/game"
	"salle/game/clock"
)

// shortestOutage is the longest silence that is no outage: the heart beats more often.
const shortestOutage = time.Minute

// Outage is a time in which the house was down: no clock ran.
type Outage struct{ Begins, Ends time.Time }

// Wake gives everybody the time back in which the house was down, if it was, and keeps that. It must be called before the
// house serves anybody, and may be whenever it may have slept. After one that failed, Sweep judges no clock until another
// has not: that one gives back all of it, and nothing twice.
func (s *Service) Wake(ctx context.Context) (Outage, error) {
	o, err := s.wake(ctx, s.clock())
	s.asleep.Store(err != nil)
	if err != nil {
		return o, fmt.Errorf("wake: %w", err)
	}
	return o, nil
}

func (s *Service) wake(ctx context.Context, now time.Time) (Outage, error) {
	last, err := s.store.LastBeat(ctx)
	if err != nil {
		return Outage{}, err
	}
	if last.IsZero() || now.Sub(last) <= shortestOutage {
		return Outage{}, s.beat(ctx, now)
	}
	o := Outage{Begins: last, Ends: now}
	err = s.eachClock(ctx, "", func(h Header, _ game.Seat, c clock.Side) (clock.Side, error) {
		return h.Clock.Hold(c, o.Begins, o.Ends), nil
	})
	if err == nil {
		err = s.store.SaveOutage(ctx, o)
	}
	if err != nil {
		return o, fmt.Errorf("give back the time from %s to %s: %w", o.Begins, o.Ends, err)
	}
	return o, s.beat(ctx, now)
}

func (s *Service) beat(ctx context.Context, now time.Time) error {
	if err := s.store.Beat(ctx, now); err != nil {
		return fmt.Errorf("beat: %w", err)
	}
	return nil
}

// Outages returns those that ended after a moment, in order.
func (s *Service) Outages(ctx context.Context, since time.Time) ([]Outage, error) {
	list, err := s.store.Outages(ctx, since)
	if err != nil {
		return nil, fmt.Errorf("read the outages: %w", err)
	}
	return list, nil
}
