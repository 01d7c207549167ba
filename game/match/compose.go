package match

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strconv"
	"strings"

	"salle/game"
)

// Compose changes what a person has prepared in a composed game by one edit, if the form that asks for it was made for
// this moment, and keeps it. An edit is laid on what is prepared by then, so that two tabs add to one another. With
// game.ErrTurn, game.ErrOver, game.ErrNotation, game.ErrIllegal and ErrStale nothing was changed and the returned match is
// the current one; with ErrNotFound and ErrNotYours there is none.
func (s *Service) Compose(ctx context.Context, id, person string, at game.Mark, edit string) (Seen, error) {
	for range maxTries {
		snap, seat, err := s.seated(ctx, id, person)
		if err != nil {
			return Seen{}, err
		}
		err = s.edit(ctx, snap, seat, at, edit)
		switch {
		case errors.Is(err, ErrConflict):
			continue
		case err != nil && !refused(err):
			return Seen{}, err
		}
		seen, lookErr := s.seenWithDraft(ctx, snap, seat)
		if lookErr != nil {
			return Seen{}, lookErr
		}
		return seen, err
	}
	return Seen{}, fmt.Errorf("compose in match %s: the draft changed %d times under one edit", id, maxTries)
}

func (s *Service) edit(ctx context.Context, snap snapshot, seat game.Seat, at game.Mark, edit string) error {
	if at != snap.mark(seat) {
		return fmt.Errorf("match %s: form for %s, now %s: %w", snap.header.ID, at, snap.mark(seat), ErrStale)
	}
	s.drafts.Lock()
	defer s.drafts.Unlock()
	before, err := s.kept(ctx, snap, seat)
	if err != nil {
		return err
	}
	steps, err := snap.position.Edit(seat, before.stepsAt(snap, seat), edit, s.rng())
	if err != nil {
		return err
	}
	if err := s.store.SaveDraft(ctx, snap.header.ID, seat, before, Draft{Mark: at, Steps: steps}); err != nil {
		return fmt.Errorf("keep the draft of match %s: %w", snap.header.ID, err)
	}
	return nil
}

// kept returns the draft that is stored for seat, of whatever moment; the zero Draft in a game that is not composed.
func (s *Service) kept(ctx context.Context, snap snapshot, seat game.Seat) (Draft, error) {
	if !s.composed(snap) {
		return Draft{}, nil
	}
	d, err := s.store.Draft(ctx, snap.header.ID, seat)
	if err != nil {
		return Draft{}, fmt.Errorf("read the draft of match %s: %w", snap.header.ID, err)
	}
	return d, nil
}

func (s *Service) composed(snap snapshot) bool {
	g, ok := s.games.Find(snap.header.Game)
	return ok && g.Info().Composed
}

// stepsAt are the steps of a draft at the moment of a snapshot: none of one made for another, and none that cannot be done
// any more.
func (d Draft) stepsAt(snap snapshot, seat game.Seat) []string {
	if d.Mark != snap.mark(seat) || len(d.Steps) == 0 {
		return nil
	}
	if _, err := snap.position.Preview(seat, d.Steps); err != nil {
		return nil
	}
	return d.Steps
}

// draft returns what seat has prepared for this moment.
func (s *Service) draft(ctx context.Context, snap snapshot, seat game.Seat) ([]string, error) {
	d, err := s.kept(ctx, snap, seat)
	return d.stepsAt(snap, seat), err
}

// Revision names what is prepared: equal steps have the same, others another.
func Revision(steps []string) string {
	h := fnv.New64a()
	for _, step := range steps {
		io.WriteString(h, step+"\n") // a hash takes everything
	}
	return strconv.FormatUint(h.Sum64(), 36)
}

// agrees tells whether actions were sent for what seat has prepared by now; ErrDraft where they would put aside what their
// sender has not seen. Who names no revision was shown nothing: his actions have to begin with what is prepared.
func (s *Service) agrees(ctx context.Context, snap snapshot, seat game.Seat, revision string, actions []string) error {
	if !s.composed(snap) || table(actions) {
		return nil
	}
	steps, err := s.draft(ctx, snap, seat)
	if err != nil {
		return err
	}
	same := revision == Revision(steps)
	if revision == "" {
		same = len(actions) >= len(steps) && slices.Equal(actions[:len(steps)], steps)
	}
	if !same {
		return fmt.Errorf("match %s: form for draft %.20q, now %q: %w", snap.header.ID, revision, Revision(steps), ErrDraft)
	}
	return nil
}

// table tells whether all actions are the table's own.
func table(actions []string) bool {
	return !slices.ContainsFunc(actions, func(action string) bool { return !game.IsTable(action) })
}

// handedOver refuses a turn of a composed game that seat would still be in after its actions: a turn is sent whole.
func (s *Service) handedOver(after snapshot, seat game.Seat, actions []string) error {
	if !s.composed(after) || table(actions) || !after.position.Status().ToAct.Has(seat) {
		return nil
	}
	return &game.IllegalError{Action: strings.Join(actions, " "), Key: CodeUnfinished, Rule: "table turn"}
}

// CodeUnfinished is the key of the game.IllegalError that refuses a part of a turn.
const CodeUnfinished = "unfinished"

// seenWithDraft is what seat sees, with its draft laid on the board. A draft that cannot be done any more is left out.
func (s *Service) seenWithDraft(ctx context.Context, snap snapshot, seat game.Seat) (Seen, error) {
	seen := s.seen(snap, seat)
	if err := s.addClimb(ctx, snap.header, seat, &seen); err != nil {
		return Seen{}, err
	}
	if err := s.addTable(ctx, snap.header, &seen); err != nil {
		return Seen{}, err
	}
	if !seat.Plays() {
		return seen, nil
	}
	if err := s.addTalk(ctx, snap, voiceOf(seat, ""), &seen); err != nil {
		return Seen{}, err
	}
	if err := s.addPlans(ctx, snap, seat, &seen); err != nil {
		return Seen{}, err
	}
	if seen.Info.Composed && seen.Status.Ply == 0 && seen.Status.ToAct.Has(seat) {
		owner := FormationOwner{Person: snap.header.Players[seat].Person, Game: snap.header.Game, Seat: seat}
		kept, err := s.formations(ctx, owner)
		if err != nil {
			return Seen{}, fmt.Errorf("list formations for match %s: %w", snap.header.ID, err)
		}
		seen.Kept = kept
	}
	if !seen.Info.Composed {
		return seen, nil
	}
	steps, err := s.draft(ctx, snap, seat)
	if err != nil {
		return Seen{}, err
	}
	seen.Revision = Revision(steps)
	if len(steps) == 0 {
		return seen, nil
	}
	seen.Draft = steps
	seen.Board, err = snap.position.Preview(seat, steps)
	return seen, err
}
