package match

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"salle/game"
)

// hashKey is what is kept of the secret in a seat's link.
func hashKey(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// NewLink makes secret the key of a person's seat: whoever has it can act there, from any device, as long as the match
// lives. The link before it opens nothing any more, and who came by it loses the seat.
func (s *Service) NewLink(ctx context.Context, id, person, secret string) error {
	snap, seat, err := s.seated(ctx, id, person)
	if err != nil {
		return err
	}
	if snap.header.Shared {
		return fmt.Errorf("a link to a shared match %s: %w", id, ErrNotYours)
	}
	if err := s.store.SetSeatKey(ctx, id, seat, hashKey(secret), person); err != nil {
		return fmt.Errorf("new link: %w", err)
	}
	return nil
}

// Linked is the seat that a link opens, without anything that is hidden in the match.
type Linked struct {
	ID      string
	Game    string // its slug
	Seat    game.Seat
	Players [2]Player // without the persons' ids
	Holds   bool      // the person who asks acts there already
	Rival   bool      // he plays the other side, and may not
}

// LookLink tells a person where a link leads; ErrNotFound for one that leads nowhere.
func (s *Service) LookLink(ctx context.Context, secret, person string) (Linked, error) {
	id, seat, err := s.store.SeatOfKey(ctx, hashKey(secret))
	if err != nil {
		return Linked{}, fmt.Errorf("look at a link: %w", err)
	}
	snap, err := s.load(ctx, id)
	if err != nil {
		return Linked{}, err
	}
	h := snap.header
	seats := h.SeatsOf(person)
	link := Linked{ID: id, Game: h.Game, Seat: seat, Players: h.Players, Holds: seats.Has(seat), Rival: seats.Has(seat.Other())}
	for i := range link.Players {
		link.Players[i].Person = ""
	}
	return link, nil
}

// Sit lets a person act in the seat that a link opens, beside its player, and returns the match's id; ErrOwn for one who
// plays the other side.
func (s *Service) Sit(ctx context.Context, secret, person string) (id string, err error) {
	link, err := s.LookLink(ctx, secret, person)
	if err != nil {
		return "", err
	}
	switch {
	case link.Rival:
		return "", fmt.Errorf("sit down opposite oneself in match %s: %w", link.ID, ErrOwn)
	case link.Holds:
		return link.ID, nil
	}
	if err := s.store.Hold(ctx, link.ID, link.Seat, person); err != nil {
		return "", fmt.Errorf("sit down: %w", err)
	}
	return link.ID, nil
}

// Share opens a match that two people play at one device: a person holds both seats, and acts in each as one of the
// players, who are people of their own and have no other key. Opening the same match again is no error.
func (s *Service) Share(ctx context.Context, h Header, person string) error {
	g, ok := s.games.Find(h.Game)
	if !ok {
		return fmt.Errorf("share a match of %.40q: %w", h.Game, ErrNotFound)
	}
	h.Setup.Rules, h.Seed, h.Created, h.Shared = g.Info().Rules, s.rng().Uint64(), s.clock(), true
	h.Holders = [2][]string{{person}, {person}}
	err := s.create(ctx, g, h, h.Players[game.First].Person)
	if errors.Is(err, ErrExists) {
		if _, lookErr := s.Curtain(ctx, h.ID, person); lookErr == nil {
			return nil
		}
	}
	if err != nil {
		return fmt.Errorf("share match %s: %w", h.ID, err)
	}
	return nil
}

// ErrShared: the match is played at one device, and nobody sits in front of it.
var ErrShared = errors.New("nobody sits in front of the match")

// Curtain is a shared match while nobody sits in front of it: it holds nothing of either player.
type Curtain struct {
	Game  string // its slug
	Names [2]string
	As    [2]string // the players' ids, as whom he who holds both seats acts
	ToAct game.Seats
	Ply   int
}

// Curtain returns a shared match to the person who holds both seats; ErrNotYours for anybody else.
func (s *Service) Curtain(ctx context.Context, id, person string) (Curtain, error) {
	snap, err := s.load(ctx, id)
	if err != nil {
		return Curtain{}, err
	}
	h := snap.header
	if !h.Shared || h.SeatsOf(person) != game.Both {
		return Curtain{}, fmt.Errorf("match %s: %w", id, ErrNotYours)
	}
	status := snap.position.Status()
	c := Curtain{Game: h.Game, ToAct: status.ToAct, Ply: status.Ply}
	for i, p := range h.Players {
		c.Names[i], c.As[i] = p.Name, p.Person
	}
	return c, nil
}
