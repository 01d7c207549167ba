package match

import (
	"context"
	"fmt"

	"salle/game"
)

// Verify replays a stored match under the rules it began with and compares what was stored with its last line, and what it
// did to ratings: nil if all is as it was, otherwise an error that says what differs.
func (s *Service) Verify(ctx context.Context, id string) error {
	header, log, stored, err := s.readWhole(ctx, id)
	if err != nil {
		return fmt.Errorf("verify match %s: %w", id, err)
	}
	g, ok := s.games.Find(header.Game)
	if !ok {
		return fmt.Errorf("match %s: game %.40q is not known to this release", id, header.Game)
	}
	p, err := game.Replay(g, header.Setup, log)
	if err != nil {
		return fmt.Errorf("match %s: %w", id, err)
	}
	got := p.Status()
	got.Leads = 0 // not kept
	if got != stored {
		return fmt.Errorf("match %s: the replay ends in %+v, stored is %+v", id, got, stored)
	}
	return s.verifyRatings(ctx, header, p)
}

// readWhole reads a match's log and the status that was written with its last line. A match that is being played while
// it is read is read again.
func (s *Service) readWhole(ctx context.Context, id string) (h Header, log []game.Entry, st game.Status, err error) {
	for range maxTries {
		if st, err = s.store.Stored(ctx, id); err != nil {
			return h, nil, st, err
		}
		if h, log, err = s.store.Load(ctx, id, 0); err != nil {
			return h, nil, st, err
		}
		again, err := s.store.Stored(ctx, id)
		if err != nil || again == st {
			return h, log, st, err
		}
	}
	return h, nil, st, fmt.Errorf("it changed %d times while it was read", maxTries)
}

// verifyLadders checks that every graded match began where the one before led, led where its result leads, and that what
// is kept of its person agrees. It returns what is wrong by the match at which it shows.
func verifyLadders(list []Graded) map[string]error {
	wrong := map[string]error{}
	var at Climb
	for i, m := range list {
		if i == 0 || list[i-1].Person != m.Person || list[i-1].Game != m.Game {
			at = Climb{Standing: Beginner, Reached: Beginner.Dan}
		}
		last := i == len(list)-1 || list[i+1].Person != m.Person || list[i+1].Game != m.Game
		if err := verifyGraded(&at, m, last); err != nil {
			wrong[m.ID] = fmt.Errorf("match %s: %w", m.ID, err)
		}
	}
	return wrong
}

// verifyGraded checks one graded match and climbs on; last tells that its person has no later one.
func verifyGraded(at *Climb, m Graded, last bool) error {
	if m.Before != at.Standing {
		return fmt.Errorf("it was begun at %+v, where its player stood at %+v", m.Before, at.Standing)
	}
	var after Standing
	if m.Result.Over {
		after = m.Before.After(OutcomeFor(m.Seat, m.Result))
		at.Standing, at.Reached = after, max(at.Reached, after.Dan)
	}
	if m.After != after {
		return fmt.Errorf("it leads to %+v, stored is %+v", after, m.After)
	}
	kept := Climb{Standing: m.Today, Reached: m.Reached}
	if kept == (Climb{}) {
		kept = Climb{Standing: Beginner, Reached: Beginner.Dan} // nothing is kept until the first one ends
	}
	if last && kept != *at {
		return fmt.Errorf("its player stands at %+v and has reached %d, stored is %+v and %d", at.Standing, at.Reached, m.Today, m.Reached)
	}
	return nil
}

// VerifyAll verifies every stored match, and the ladders that matches count on, telling each about all of them, and
// returns how many there are and how many differ.
func (s *Service) VerifyAll(ctx context.Context, each func(id string, err error)) (total, wrong int, err error) {
	ids, err := s.store.IDs(ctx)
	if err != nil {
		return 0, 0, fmt.Errorf("verify: %w", err)
	}
	graded, err := s.store.Graded(ctx)
	if err != nil {
		return 0, 0, fmt.Errorf("verify: %w", err)
	}
	ladders := verifyLadders(graded)
	for _, id := range ids {
		err := s.Verify(ctx, id)
		if err == nil {
			err = ladders[id]
		}
		if err != nil {
			wrong++
		}
		each(id, err)
	}
	return len(ids), wrong, nil
}
