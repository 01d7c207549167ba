package db

import (
	"bytes"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"salle/game/match"
)

func TestPeople(t *testing.T) {
	db := fresh(t)
	zoe := match.Person{ID: "zoe", Name: "조이 🌸 'x'", Created: start.Add(7 * time.Millisecond)}
	must(t, db.AddPerson(t.Context(), zoe))
	wantError(t, db.AddPerson(t.Context(), match.Person{ID: "zoe", Name: "other"}), match.ErrExists)
	if got, err := db.Person(t.Context(), "zoe"); err != nil || got != zoe {
		t.Errorf("person %+v, %v, want %+v", got, err, zoe)
	}
	must(t, db.Rename(t.Context(), "zoe", ""))
	if got, err := db.Person(t.Context(), "zoe"); err != nil || got.Name != "" {
		t.Errorf("person %+v, %v after renaming", got, err)
	}
	_, err := db.Person(t.Context(), "none")
	wantError(t, err, match.ErrNotFound)
	wantError(t, db.Rename(t.Context(), "none", "x"), match.ErrNotFound)
	if err := db.AddPerson(t.Context(), match.Person{}); err == nil {
		t.Error("a person without an id was stored")
	}
}

func TestSettingIsMadeOnce(t *testing.T) {
	db := fresh(t)
	failed := errors.New("no entropy")
	_, err := db.SettingOrNew(t.Context(), "key", func() ([]byte, error) { return nil, failed })
	wantError(t, err, failed)

	var made atomic.Int32
	values := make([][]byte, 20)
	var all sync.WaitGroup
	for i := range values {
		all.Go(func() {
			value, err := db.SettingOrNew(t.Context(), "key", func() ([]byte, error) {
				made.Add(1)
				return []byte{byte(i), 0, 255}, nil
			})
			if err != nil {
				t.Error(err)
			}
			values[i] = value
		})
	}
	all.Wait()
	if made.Load() != 1 {
		t.Errorf("made %d times", made.Load())
	}
	for _, value := range values {
		if len(value) != 3 || !bytes.Equal(value, values[0]) {
			t.Errorf("value %v beside %v", value, values[0])
		}
	}
}
