package match

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"
)

// Blocking tells which of two people has blocked the other.
type Blocking struct{ Mine, Theirs bool }

// BlockStore keeps whom people will not play.
type BlockStore interface {
	// Block keeps that a person will not play another, and settles what is open between the two; Unblock forgets it.
	Block(ctx context.Context, person, other string, at time.Time) error
	Unblock(ctx context.Context, person, other string) error
	// Blocked tells whether one of two people has blocked the other.
	Blocked(ctx context.Context, person, other string) (Blocking, error)
	// Blocks returns those whom a person has blocked, the latest first, with id and name.
	Blocks(ctx context.Context, person string) ([]Person, error)
}

// willing tells whether two people will play each other: ErrBlocked where one of them will not.
func (s *Service) willing(ctx context.Context, one, two string) error {
	by, err := s.store.Blocked(ctx, one, two)
	if err == nil && (by.Mine || by.Theirs) {
		err = ErrBlocked
	}
	return err
}

// BlockRival lets a player of a match block its other person, or take that back: the two are not offered to each other any
// more, neither can take the other's offers, and what the other says in the matches of the two is kept from the player. What
// they play already goes on. ErrNotYours where there is no such person.
func (s *Service) BlockRival(ctx context.Context, id, person string, block bool) (Seen, error) {
	mine, rival, err := s.rivalOf(ctx, id, person)
	if err != nil {
		return Seen{}, err
	}
	if err := s.block(ctx, mine, rival, block); err != nil {
		return Seen{}, fmt.Errorf("block in match %s: %w", id, err)
	}
	return s.Look(ctx, id, person)
}

// block lets a person block another, or takes that back.
func (s *Service) block(ctx context.Context, person, other string, block bool) error {
	if !block {
		if err := s.store.Unblock(ctx, person, other); err != nil {
			return err
		}
	} else if err := s.store.Block(ctx, person, other, s.clock()); err != nil {
		return err
	}
	list, err := s.store.List(ctx, person)
	if err != nil {
		return err
	}
	for _, m := range list {
		seat, ok := m.SeatOf(person)
		if !ok || !talks(m.Header) || m.Players[seat].Person != person || m.Players[seat.Other()].Person != other {
			continue
		}
		if err := s.store.Mute(ctx, m.ID, voiceOf(seat, ""), voiceOf(seat.Other(), ""), block); err != nil {
			return err
		}
	}
	return nil
}

// rivalOf is the other person of a match, and as whom the one who asks plays in it.
func (s *Service) rivalOf(ctx context.Context, id, person string) (mine, rival string, err error) {
	snap, seat, err := s.seated(ctx, id, person)
	if err != nil {
		return "", "", err
	}
	h := snap.header
	if !talks(h) {
		return "", "", fmt.Errorf("match %s, which is not between two people: %w", id, ErrNotYours)
	}
	return h.Players[seat].Person, h.Players[seat.Other()].Person, nil
}

// addBlock adds to what a player sees of a match whether he has blocked the other.
func (s *Service) addBlock(ctx context.Context, h Header, seen *Seen) error {
	if !talks(h) || !seen.Seat.Plays() {
		return nil
	}
	by, err := s.store.Blocked(ctx, h.Players[seen.Seat].Person, h.Players[seen.Seat.Other()].Person)
	seen.Blocked = by.Mine
	return err
}

// BlockedPerson is somebody whom a person has blocked.
type BlockedPerson struct {
	Key  string // names him in forms; it does not tell who he is
	Name string // today; "" for a person who is gone
}

// Blocks returns those whom a person has blocked, the latest first.
func (s *Service) Blocks(ctx context.Context, person string) ([]BlockedPerson, error) {
	if person == "" {
		return nil, nil
	}
	people, err := s.store.Blocks(ctx, person)
	if err != nil {
		return nil, fmt.Errorf("list whom %s has blocked: %w", person, err)
	}
	var list []BlockedPerson
	for _, p := range people {
		list = append(list, BlockedPerson{Key: blockKey(person, p.ID), Name: p.Name})
	}
	return list, nil
}

// Unblock takes back that a person has blocked somebody, named by his key; one whom he has not blocked is no error.
func (s *Service) Unblock(ctx context.Context, person, key string) error {
	people, err := s.store.Blocks(ctx, person)
	if err != nil {
		return fmt.Errorf("list whom %s has blocked: %w", person, err)
	}
	for _, p := range people {
		if blockKey(person, p.ID) == key {
			return s.block(ctx, person, p.ID, false)
		}
	}
	return nil
}

func blockKey(person, blocked string) string {
	sum := sha256.Sum256([]byte(person + " " + blocked))
	return hex.EncodeToString(sum[:8])
}
