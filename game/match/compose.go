package match

import (
	"context"
	"fmt"

	"salle/game"
)

// Compose changes what a person has prepared in a composed game by one edit, if the form that asks for it was made for
// this moment, and keeps it. With game.ErrTurn, game.ErrOver, game.ErrNotation, game.ErrIllegal and ErrStale nothing was
// changed and the returned match is the current one; with ErrNotFound and ErrNotYours there is none.
func (s *Service) Compose(ctx context.Context, id, person string, at game.Mark, edit string) (Seen, error) {
	snap, err := s.load(ctx, id)
	if err != nil {
		return Seen{}, err
	}
	seat, ok := snap.header.SeatOf(person)
	if !ok {
		return Seen{}, fmt.Errorf("match %s: %w", id, ErrNotYours)
	}
	err = s.edit(ctx, snap, seat, at, edit)
	if err != nil && !refused(err) {
		return Seen{}, err
	}
	seen, lookErr := s.seenWithDraft(ctx, snap, seat)
	if lookErr != nil {
		return Seen{}, lookErr
	}
	return seen, err
}

func (s *Service) edit(ctx context.Context, snap snapshot, seat game.Seat, at game.Mark, edit string) error {
	if at != snap.mark(seat) {
		return fmt.Errorf("match %s: form for %s, now %s: %w", snap.header.ID, at, snap.mark(seat), ErrStale)
	}
	steps, err := s.draft(ctx, snap, seat)
	if err != nil {
		return err
	}
	if steps, err = snap.position.Edit(seat, steps, edit, s.rng()); err != nil {
		return err
	}
	if err := s.store.SaveDraft(ctx, snap.header.ID, seat, Draft{Mark: at, Steps: steps}); err != nil {
		return fmt.Errorf("keep the draft of match %s: %w", snap.header.ID, err)
	}
	return nil
}

// draft returns what seat has prepared for this moment.
func (s *Service) draft(ctx context.Context, snap snapshot, seat game.Seat) ([]string, error) {
	g, ok := s.games.Find(snap.header.Game)
	if !ok || !g.Info().Composed {
		return nil, nil
	}
	d, err := s.store.Draft(ctx, snap.header.ID, seat)
	if err != nil {
		return nil, fmt.Errorf("read the draft of match %s: %w", snap.header.ID, err)
	}
	if d.Mark != snap.mark(seat) {
		return nil, nil
	}
	return d.Steps, nil
}

// seenWithDraft is what seat sees, with its draft laid on the board. A draft that cannot be done any more is left out.
func (s *Service) seenWithDraft(ctx context.Context, snap snapshot, seat game.Seat) (Seen, error) {
	seen := s.seen(snap, seat)
	if seen.Info.Composed && seen.Status.Ply == 0 && seen.Status.ToAct.Has(seat) {
		owner := FormationOwner{Person: snap.header.Players[seat].Person, Game: snap.header.Game, Seat: seat}
		kept, err := s.store.Formations(ctx, owner)
		if err != nil {
			return Seen{}, fmt.Errorf("list formations for match %s: %w", snap.header.ID, err)
		}
		seen.Kept = kept
	}
	steps, err := s.draft(ctx, snap, seat)
	if err != nil || len(steps) == 0 {
		return seen, err
	}
	if board, err := snap.position.Preview(seat, steps); err == nil {
		seen.Board, seen.Draft = board, steps
	}
	return seen, nil
}
