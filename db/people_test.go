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

// hashOf stands for the SHA-256 of a session's id.
func hashOf(b byte) []byte { return bytes.Repeat([]byte{b}, 32) }

func TestSessionsEnd(t *testing.T) {
	db := fresh(t)
	save := func(b byte, data []byte, ends time.Duration) {
		t.Helper()
		must(t, db.SaveSession(t.Context(), hashOf(b), data, start.Add(ends)))
	}
	wantData := func(b byte, at time.Duration, want string) {
		t.Helper()
		got, _, err := db.Session(t.Context(), hashOf(b), start.Add(at))
		if err != nil || string(got) != want {
			t.Errorf("session %d: %q, %v, want %q", b, got, err, want)
		}
	}
	wantGone := func(b byte, at time.Duration) {
		t.Helper()
		_, _, err := db.Session(t.Context(), hashOf(b), start.Add(at))
		wantError(t, err, match.ErrNotFound)
	}
	save(1, []byte("one"), time.Hour)
	save(2, []byte("two"), time.Hour)
	save(3, nil, 3*time.Hour)
	wantData(1, time.Hour-time.Millisecond, "one")
	wantGone(1, time.Hour)
	wantData(3, 0, "")
	wantGone(4, 0)

	save(1, []byte("again"), 2*time.Hour)
	wantData(1, time.Hour, "again")
	if _, ends, err := db.Session(t.Context(), hashOf(1), start); err != nil || !ends.Equal(start.Add(2*time.Hour)) {
		t.Errorf("it ends at %v, %v", ends, err)
	}
	must(t, db.DeleteExpired(t.Context(), start.Add(time.Hour)))
	wantGone(2, 0)
	wantData(1, 0, "again")
	must(t, db.DeleteSession(t.Context(), hashOf(1)))
	must(t, db.DeleteSession(t.Context(), hashOf(1)))
	wantGone(1, 0)
	wantData(3, 0, "")
}

func TestSessionIsKnownByAHashAlone(t *testing.T) {
	db := fresh(t)
	if err := db.SaveSession(t.Context(), []byte("a session's id as it is"), []byte("x"), start); err == nil {
		t.Error("a session was stored under what is no SHA-256")
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
