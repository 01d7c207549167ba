package db

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"salle/account"
)

// hashOf stands for the SHA-256 of a session's id.
func hashOf(b byte) []byte { return bytes.Repeat([]byte{b}, 32) }

// saveSession stores a session that ends some time after the start.
func saveSession(ctx context.Context, db *DB, b byte, data string, ends time.Duration) error {
	s := account.Session{Hash: hashOf(b), Data: []byte(data), Created: start, Seen: start, Expires: start.Add(ends)}
	err := db.SaveSession(ctx, s)
	if errors.Is(err, account.ErrNotFound) {
		err = db.AddSession(ctx, s)
	}
	return err
}

func TestSessionsEnd(t *testing.T) {
	db := fresh(t)
	save := func(b byte, data string, ends time.Duration) {
		t.Helper()
		must(t, saveSession(t.Context(), db, b, data, ends))
	}
	wantData := func(b byte, at time.Duration, want string) {
		t.Helper()
		got, err := db.Session(t.Context(), hashOf(b), start.Add(at))
		if err != nil || string(got.Data) != want {
			t.Errorf("session %d: %q, %v, want %q", b, got.Data, err, want)
		}
	}
	wantGone := func(b byte, at time.Duration) {
		t.Helper()
		_, err := db.Session(t.Context(), hashOf(b), start.Add(at))
		wantError(t, err, account.ErrNotFound)
	}
	save(1, "one", time.Hour)
	save(2, "two", time.Hour)
	must(t, db.AddSession(t.Context(), account.Session{Hash: hashOf(3), Expires: start.Add(3 * time.Hour)}))
	wantData(1, time.Hour-time.Millisecond, "one")
	wantGone(1, time.Hour)
	wantData(3, 0, "")
	wantGone(4, 0)

	save(1, "again", 2*time.Hour)
	wantData(1, time.Hour, "again")
	if s, err := db.Session(t.Context(), hashOf(1), start); err != nil || !s.Expires.Equal(start.Add(2*time.Hour)) {
		t.Errorf("it ends at %v, %v", s.Expires, err)
	}
	must(t, db.DeleteExpired(t.Context(), start.Add(time.Hour)))
	wantGone(2, 0)
	wantData(1, 0, "again")
	must(t, db.DeleteSession(t.Context(), hashOf(1)))
	must(t, db.DeleteSession(t.Context(), hashOf(1)))
	wantGone(1, 0)
	wantData(3, 0, "")
}

func TestASessionThatWasEndedIsNotSavedAgain(t *testing.T) {
	db := fresh(t)
	s := account.Session{Hash: hashOf(1), Person: "ada", Expires: start.Add(time.Hour)}
	must(t, db.AddSession(t.Context(), s))
	must(t, db.EndOtherSessions(t.Context(), "ada", hashOf(2)))
	wantError(t, db.SaveSession(t.Context(), s), account.ErrNotFound)
}

func TestSessionIsKnownByAHashAlone(t *testing.T) {
	db := fresh(t)
	if err := db.AddSession(t.Context(), account.Session{Hash: []byte("a session's id as it is"), Expires: start}); err == nil {
		t.Error("a session was stored under what is no SHA-256")
	}
}

func TestAPersonSeesAndEndsHisOwnSessions(t *testing.T) { // C4.6
	db := fresh(t)
	for i, person := range []string{"ada", "ada", "ada", "bo", ""} {
		must(t, db.AddSession(t.Context(), account.Session{
			Hash: hashOf(byte(i)), Person: person, Agent: "Firefox", Created: start,
			Seen: start.Add(time.Duration(i) * time.Minute), Expires: start.Add(time.Hour * time.Duration(i+1)),
		}))
	}
	hashes := func(person string, at time.Duration) (all []byte) {
		t.Helper()
		list, err := db.Sessions(t.Context(), person, start.Add(at))
		must(t, err)
		for _, s := range list {
			all = append(all, s.Hash[0])
			if s.Person != person || s.Agent != "Firefox" || !s.Created.Equal(start) {
				t.Errorf("session %+v", s)
			}
		}
		return all
	}
	want := func(person string, at time.Duration, want ...byte) {
		t.Helper()
		if got := hashes(person, at); !bytes.Equal(got, want) {
			t.Errorf("%s after %v: sessions %v, want %v", person, at, got, want)
		}
	}
	want("ada", 0, 2, 1, 0)
	want("ada", time.Hour, 2, 1)
	want("bo", 0, 3)
	must(t, db.EndSession(t.Context(), "ada", hashOf(3))) // another's
	want("bo", 0, 3)
	must(t, db.EndSession(t.Context(), "ada", hashOf(2)))
	want("ada", 0, 1, 0)
	must(t, db.EndOtherSessions(t.Context(), "ada", hashOf(0)))
	want("ada", 0, 0)
	want("bo", 0, 3)
}
