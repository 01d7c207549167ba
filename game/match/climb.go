package match

import (
	"context"
	"errors"
	"fmt"

	"salle/game"
)

// Climb returns how far a person has climbed on a game's ladder; one whom nobody knows is a beginner.
func (s *Service) Climb(ctx context.Context, person, slug string) (Climb, error) {
	if person == "" {
		return Climb{Standing: Beginner, Reached: Beginner.Dan}, nil
	}
	climb, err := s.store.Climb(ctx, person, slug)
	if err != nil {
		return Climb{}, fmt.Errorf("read how far %s has climbed: %w", person, err)
	}
	return climb, nil
}

// addClimb adds to what seat sees of a match on the ladder's ground against the machine how far its person has climbed.
func (s *Service) addClimb(ctx context.Context, h Header, seat game.Seat, seen *Seen) error {
	if gradeOf(seen.Info, h) == 0 || !seat.Plays() {
		return nil
	}
	climb, err := s.Climb(ctx, h.Players[seat].Person, h.Game)
	seen.Climb = climb
	return err
}

// enrol checks who sits where, and gives a graded match what the ladder decides: its variant, its machine and where its
// person stands.
func (s *Service) enrol(ctx context.Context, info game.Info, h Header, person string) (Header, error) {
	if h.Graded {
		return s.grade(ctx, info, h, person)
	}
	h.Before = Standing{}
	for _, p := range h.Players {
		if p.Level < 0 || p.Level > info.LevelsIn(h.Setup.Variant) || p.Machine() == (p.Person != "") {
			return Header{}, fmt.Errorf("a seat for level %d: %w", p.Level, ErrNotFound)
		}
	}
	grade := gradeOf(info, h)
	if grade <= FirstDan {
		return h, nil
	}
	climb, err := s.Climb(ctx, person, h.Game)
	if err != nil {
		return Header{}, err
	}
	if grade > climb.Reached {
		return Header{}, fmt.Errorf("level %d of %d: %w", grade, climb.Reached, ErrLocked)
	}
	return h, nil
}

// grade makes a match the next one on its person's way up.
func (s *Service) grade(ctx context.Context, info game.Info, h Header, person string) (Header, error) {
	seat, ok := h.SeatOf(person)
	if !ok || h.Players[seat.Other()].Person != "" {
		return Header{}, fmt.Errorf("graded, without a person against the machine: %w", ErrNotFound)
	}
	if len(info.Ladder) == 0 {
		return Header{}, fmt.Errorf("%s has no ladder: %w", info.Slug, ErrNotFound)
	}
	if v := h.Setup.Variant; v != "" && v != info.Ladder[0] {
		return Header{}, fmt.Errorf("graded in variant %.40q: %w", v, game.ErrVariant)
	}
	climb, err := s.Climb(ctx, person, h.Game)
	if err != nil {
		return Header{}, err
	}
	h.Setup.Variant, h.Before = info.Ladder[0], climb.Standing
	h.Players[seat.Other()] = Player{Level: climb.Dan}
	return h, nil
}

// whichRuns adds to a refused graded match which other one is running.
func (s *Service) whichRuns(ctx context.Context, h Header, person string, err error) error {
	if !errors.Is(err, ErrGraded) {
		return err
	}
	climb, readErr := s.Climb(ctx, person, h.Game)
	if readErr != nil {
		return errors.Join(err, readErr)
	}
	return &RunningError{ID: climb.Running}
}

// gradeOf is the grade of the machine that a match is played against; 0 off the ladder.
func gradeOf(info game.Info, h Header) int {
	if seat, ok := h.climber(); ok && info.Climbs(h.Setup.Variant) {
		return h.Players[seat.Other()].Level
	}
	return 0
}

// opening is what Chance does about who moves first where the machine's grade settles that; settled is false where it is
// drawn. Practice against a grade is as its graded matches are.
func (s *Service) opening(snap snapshot) (action string, settled bool) {
	g, _ := s.games.Find(snap.header.Game)
	if !FoeOpens(gradeOf(g.Info(), snap.header)) {
		return "", false
	}
	seat, _ := snap.header.climber()
	return snap.position.Opening(seat.Other())
}

// climbed is where its person stands after a graded match; the zero Standing in any other, and until it is over.
func (s snapshot) climbed() Standing {
	result := s.position.Status().Result
	seat, ok := s.header.climber()
	if !s.header.Graded || !result.Over || !ok {
		return Standing{}
	}
	return s.header.Before.After(OutcomeFor(seat, result))
}
