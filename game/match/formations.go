package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"salle/game"
)

// MaxFormations is how many a person keeps for a seat of a game.
const MaxFormations = 30

// The reasons for which a formation is refused: keys of game.IllegalError.
const (
	CodeFormationName = "formation-name" // it has no name
	CodeFormationFull = "formation-full" // there is room for no more
	CodeFormationNone = "formation-none" // none of that name is kept
	CodeFormationPart = "formation-part" // nothing whole is prepared that could be kept
)

func refusedFormation(name, code string) error {
	return &game.IllegalError{Action: name, Key: code, Rule: "table formations"}
}

// KeepFormation keeps what a person has prepared in a match under a name; game.ErrIllegal says what is in the way.
func (s *Service) KeepFormation(ctx context.Context, id, person, name string) error {
	snap, owner, err := s.formationOwner(ctx, id, person)
	if err != nil {
		return err
	}
	draft, err := s.draft(ctx, snap, owner.Seat)
	if err != nil {
		return err
	}
	switch {
	case name == "":
		return refusedFormation(name, CodeFormationName)
	case !whole(snap, owner.Seat, draft):
		return refusedFormation(name, CodeFormationPart)
	}
	full, err := s.store.SaveFormation(ctx, owner, Formation{Name: name, Action: draft[0]}, MaxFormations)
	switch {
	case err != nil:
		return fmt.Errorf("keep a formation: %w", err)
	case full:
		return refusedFormation(name, CodeFormationFull)
	}
	return nil
}

// whole tells whether a draft is one action that could be confirmed as it is.
func whole(snap snapshot, seat game.Seat, draft []string) bool {
	if len(draft) != 1 {
		return false
	}
	_, _, err := snap.position.Play(seat, draft[0])
	return err == nil
}

// DropFormation forgets a formation; game.ErrIllegal where none of that name is kept.
func (s *Service) DropFormation(ctx context.Context, id, person, name string) error {
	_, owner, err := s.formationOwner(ctx, id, person)
	if err != nil {
		return err
	}
	switch err := s.store.DeleteFormation(ctx, owner, name); {
	case errors.Is(err, ErrNotFound):
		return refusedFormation(name, CodeFormationNone)
	case err != nil:
		return fmt.Errorf("drop a formation: %w", err)
	}
	return nil
}

// UseFormation lays a kept formation in a person's draft, as Compose does with an edit.
func (s *Service) UseFormation(ctx context.Context, id, person string, at game.Mark, name string) (Seen, error) {
	_, owner, err := s.formationOwner(ctx, id, person)
	if err != nil {
		return Seen{}, err
	}
	kept, err := s.formations(ctx, owner)
	if err != nil {
		return Seen{}, fmt.Errorf("use a formation: %w", err)
	}
	n := slices.IndexFunc(kept, func(f Formation) bool { return f.Name == name })
	if n < 0 {
		seen, lookErr := s.Look(ctx, id, person)
		if lookErr != nil {
			return Seen{}, lookErr
		}
		return seen, refusedFormation(name, CodeFormationNone)
	}
	return s.Compose(ctx, id, person, at, kept[n].Action)
}

// formations lists what an owner keeps as people sort names: without case, and numbers by what they count.
func (s *Service) formations(ctx context.Context, owner FormationOwner) ([]Formation, error) {
	kept, err := s.store.Formations(ctx, owner)
	if err != nil {
		return nil, fmt.Errorf("list formations: %w", err)
	}
	slices.SortFunc(kept, func(a, b Formation) int { return byName(a.Name, b.Name) })
	return kept, nil
}

// byName compares names naturally: "wall 2" comes before "Wall 10".
func byName(a, b string) int {
	x, y := strings.ToLower(a), strings.ToLower(b)
	for x != "" && y != "" {
		var p, q string
		p, x = leading(x)
		q, y = leading(y)
		n, m := strings.TrimLeft(p, "0"), strings.TrimLeft(q, "0")
		if isDigit(p[0]) && isDigit(q[0]) && len(n) != len(m) {
			return cmp.Compare(len(n), len(m))
		}
		if isDigit(p[0]) && isDigit(q[0]) {
			p, q = n, m
		}
		if order := cmp.Compare(p, q); order != 0 {
			return order
		}
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(a, b))
}

// leading cuts the digits, or all that are none, off the beginning of a text that is not empty.
func leading(text string) (first, rest string) {
	n := 1
	for n < len(text) && isDigit(text[n]) == isDigit(text[0]) {
		n++
	}
	return text[:n], text[n:]
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// formationOwner is a person in the seat of a match.
func (s *Service) formationOwner(ctx context.Context, id, person string) (snapshot, FormationOwner, error) {
	snap, seat, err := s.seated(ctx, id, person)
	if err != nil {
		return snapshot{}, FormationOwner{}, err
	}
	return snap, FormationOwner{Person: person, Game: snap.header.Game, Seat: seat}, nil
}
