package match

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// MaxRecords is how many records a person may keep.
const MaxRecords = 50

// ErrRecords: the person keeps MaxRecords already.
var ErrRecords = errors.New("too many records are kept")

// KeptRecord is a record that somebody keeps: whoever has its address can read it.
type KeptRecord struct {
	ID     string
	Person string    // whose it is
	Game   string    // its slug
	Names  [2]string // of the players, as the record has them
	Text   string    // lists leave it out
	At     time.Time // when it was kept
}

// RecordStore keeps records that people have read back.
type RecordStore interface {
	// KeepRecord keeps a record; full, and nothing kept, where the person has most others already. One that he keeps under the
	// same id is left as it is; another's id is ErrExists.
	KeepRecord(ctx context.Context, r KeptRecord, most int) (full bool, err error)
	// KeptRecord returns one; ErrNotFound.
	KeptRecord(ctx context.Context, id string) (KeptRecord, error)
	// KeptRecords returns a person's, without their texts, the latest first.
	KeptRecords(ctx context.Context, person string) ([]KeptRecord, error)
	// DropRecord forgets one of a person's; ErrNotFound where he keeps none under that id.
	DropRecord(ctx context.Context, id, person string) error
}

// Keep keeps a record that is right under an id that its keeper has chosen; sent twice it is kept once. ErrRecords where he
// has too many, ErrExists for an id that is another's. A record that is wrong is its RecordError.
func (s *Service) Keep(ctx context.Context, id, person, text string) error {
	r, err := s.Read(text, AllEyes, 0)
	if err != nil {
		return err
	}
	if r.Wrong != nil {
		return fmt.Errorf("keep record %s: %w", id, r.Wrong)
	}
	kept := KeptRecord{ID: id, Person: person, Game: r.Info.Slug, Text: text, At: s.clock()}
	for i, p := range r.Players {
		kept.Names[i] = recordName(p)
	}
	full, err := s.store.KeepRecord(ctx, kept, MaxRecords)
	if err == nil && full {
		err = ErrRecords
	}
	if err != nil {
		return fmt.Errorf("keep record %s: %w", id, err)
	}
	return nil
}

// Kept returns a record that somebody keeps: ErrNotFound.
func (s *Service) Kept(ctx context.Context, id string) (KeptRecord, error) {
	r, err := s.store.KeptRecord(ctx, id)
	if err != nil {
		return KeptRecord{}, fmt.Errorf("load record %s: %w", id, err)
	}
	return r, nil
}

// KeptBy returns what a person keeps, without the texts, the latest first.
func (s *Service) KeptBy(ctx context.Context, person string) ([]KeptRecord, error) {
	if person == "" {
		return nil, nil
	}
	list, err := s.store.KeptRecords(ctx, person)
	if err != nil {
		return nil, fmt.Errorf("list the records of %s: %w", person, err)
	}
	return list, nil
}

// Drop forgets a record that a person keeps: ErrNotFound where it is not his.
func (s *Service) Drop(ctx context.Context, id, person string) error {
	if err := s.store.DropRecord(ctx, id, person); err != nil {
		return fmt.Errorf("drop record %s: %w", id, err)
	}
	return nil
}
