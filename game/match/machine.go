package match

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"salle/game"
)

// answer lets Chance and the machine do what they owe in a match, and a player what he has planned, and returns it after that. It finishes what it began
// even if whoever asked has gone.
func (s *Service) answer(ctx context.Context, id string) (snapshot, error) {
	ctx = context.WithoutCancel(ctx)
	for range maxTries {
		snap, err := s.load(ctx, id)
		if err != nil {
			return snapshot{}, err
		}
		lines, after, err := s.settle(snap)
		if err != nil {
			return snapshot{}, err
		}
		if len(lines) == 0 {
			seat, owes := machineToAct(snap)
			if !owes {
				if grown, err := s.fire(ctx, snap); err != nil || !grown {
					return snap, err
				}
				continue
			}
			if lines, after, err = s.think(ctx, snap, seat); err != nil {
				return snapshot{}, err
			}
		}
		if err = s.append(ctx, snap, lines, after); err != nil && !errors.Is(err, ErrConflict) {
			return snapshot{}, err
		}
	}
	return snapshot{}, fmt.Errorf("answer in match %s: no end after %d actions", id, maxTries)
}

// machineToAct finds a machine that owes an action. Where both seats act at once a machine is asked before anybody has
// confirmed, so that it has nothing to peek at.
func machineToAct(snap snapshot) (game.Seat, bool) {
	toAct := snap.position.Status().ToAct
	for _, seat := range []game.Seat{game.First, game.Second} {
		if toAct.Has(seat) && snap.header.Players[seat].Machine() {
			return seat, true
		}
	}
	return game.Spectator, false
}

// think asks the machine in seat for its actions. One that fails is replaced by the first legal action, so that nobody
// waits for ever.
func (s *Service) think(ctx context.Context, snap snapshot, seat game.Seat) ([]game.Entry, snapshot, error) {
	ctx, cancel := context.WithTimeout(ctx, machineTime)
	defer cancel()
	status := snap.position.Status()
	budget := game.Budget{
		Level: snap.header.Players[seat].Level,
		Seed:  rand.New(rand.NewPCG(snap.header.Seed, uint64(status.Ply)<<2|uint64(seat))).Uint64(),
	}
	actions, err := choose(ctx, snap.position, seat, budget)
	if err == nil {
		lines, after, playErr := played(snap, seat, actions)
		if playErr == nil {
			return lines, after, nil
		}
		err = playErr
	}
	s.log.Error("the machine failed; its first legal action is played", "match", snap.header.ID, "ply", status.Ply,
		"seat", seat.String(), "level", budget.Level, "error", err)
	legal := snap.position.Legal(seat)
	if len(legal) == 0 {
		return nil, snap, fmt.Errorf("match %s: %s is to act and has no legal action", snap.header.ID, seat)
	}
	return played(snap, seat, legal[:1])
}

// choose turns a machine's panic into an error: one bad position must not take the house down.
func choose(ctx context.Context, p game.Position, seat game.Seat, b game.Budget) (actions []string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return p.Choose(ctx, seat, b)
}

// played advances a snapshot by one seat's actions.
func played(snap snapshot, seat game.Seat, actions []string) ([]game.Entry, snapshot, error) {
	var lines []game.Entry
	for _, action := range actions {
		line := game.Entry{Ply: snap.position.Status().Ply, Seat: seat, Action: action}
		next, err := snap.advance([]game.Entry{line})
		if err != nil {
			return nil, snap, err
		}
		lines, snap = append(lines, line), next
	}
	if len(lines) == 0 {
		return nil, snap, errors.New("no action chosen")
	}
	return lines, snap, nil
}

// Sweep does what machines and Chance still owe and players have planned because a process died between an action and its answer, ends the matches
// and pauses whose time has come, lets offers expire, and keeps that the house is alive. One match that fails does not keep
// the others waiting; it returns how many were answered.
func (s *Service) Sweep(ctx context.Context) (int, error) {
	ids, err := s.store.Owed(ctx)
	if err != nil {
		return 0, fmt.Errorf("sweep: %w", err)
	}
	planned, err := s.store.Planned(ctx)
	if err != nil {
		return 0, fmt.Errorf("sweep: %w", err)
	}
	ids = append(ids, planned...)
	answered := 0
	for _, id := range ids {
		if ctx.Err() != nil {
			return answered, nil
		}
		_, err := s.answer(ctx, id)
		s.logSweep(id, err)
		if err == nil {
			answered++
		}
	}
	if _, err := s.store.ExpireOffers(ctx, s.clock()); err != nil {
		return answered, fmt.Errorf("sweep: %w", err)
	}
	if err := s.sweepClocks(ctx); err != nil {
		return answered, fmt.Errorf("sweep: %w", err)
	}
	return answered, s.beat(ctx, s.clock())
}

// logSweep tells the operator of a match that could not be swept.
func (s *Service) logSweep(id string, err error) {
	if err != nil {
		s.log.Error("sweep", "match", id, "error", err)
	}
}
