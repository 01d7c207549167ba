package db

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"salle/game"
	"salle/game/match"
)

// TestCrowdMeetsNoLock: readers, writers and a backup at once, and not one is told that the database is locked.
func TestCrowdMeetsNoLock(t *testing.T) {
	const clients, matches, rounds = 64, 16, 8
	db := fresh(t)
	for m := range matches {
		must(t, db.Create(t.Context(), against(fmt.Sprint(m), "ada", 1), nil, playing))
	}
	var all sync.WaitGroup
	for c := range clients {
		all.Go(func() {
			for r := range rounds {
				if err := visit(t.Context(), db, fmt.Sprint((c+r)%matches), c); err != nil {
					t.Errorf("client %d: %v", c, err)
					return
				}
			}
		})
	}
	all.Go(func() {
		for n := range 3 {
			if err := db.Backup(t.Context(), filepath.Join(t.TempDir(), fmt.Sprint(n))); err != nil {
				t.Error(err)
			}
		}
	})
	all.Wait()

	lines := 0
	for m := range matches {
		_, log, err := db.Load(t.Context(), fmt.Sprint(m), 0)
		must(t, err)
		lines += len(log)
	}
	if lines != clients*rounds {
		t.Errorf("%d lines, want %d", lines, clients*rounds)
	}
}

// visit looks round as a page does, and appends a line as soon as nobody else was quicker.
func visit(ctx context.Context, db *DB, id string, client int) error {
	if _, err := db.List(ctx, "ada"); err != nil {
		return err
	}
	if err := saveSession(ctx, db, byte(client), "{}", 0); err != nil {
		return err
	}
	for {
		_, log, err := db.Load(ctx, id, 0)
		if err != nil {
			return err
		}
		line := []game.Entry{{Ply: len(log), Seat: game.First, Action: fmt.Sprint(client)}}
		err = db.Append(ctx, id, match.Change{Seq: len(log), Lines: line, Status: playing, At: start})
		if !errors.Is(err, match.ErrConflict) {
			return err
		}
	}
}

// hall is a database in which ada has 300 running matches, bo as many and 300 finished ones, and others have 1,700.
func hall(b *testing.B) *DB {
	b.Helper()
	db := fresh(b)
	must(b, db.AddPerson(b.Context(), match.Person{ID: "zoe", Name: "Zoe", Created: start}))
	won := game.Status{Ply: 40, Result: game.Won(game.First, "hp")}
	for i := range 2600 {
		person, st := "zoe", playing
		switch {
		case i < 300:
			person = "ada"
		case i < 900:
			person = "bo"
		}
		if i >= 600 {
			st = won
		}
		h := against(fmt.Sprintf("match-with-a-long-id-%d", i), person, 5)
		h.Created = start.Add(time.Duration(i) * time.Second)
		must(b, db.Create(b.Context(), h, opening, st))
	}
	return db
}

func BenchmarkList(b *testing.B) {
	db := hall(b)
	for name, person := range map[string]string{"300 running": "ada", "300 running, 300 over": "bo"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if list, err := db.List(b.Context(), person); err != nil || len(list) < 300 {
					b.Fatal(len(list), err)
				}
			}
		})
	}
}

func BenchmarkWaiting(b *testing.B) {
	db := hall(b)
	for b.Loop() {
		if n, err := db.Waiting(b.Context(), "ada"); err != nil || n != 300 {
			b.Fatal(n, err)
		}
	}
}

func BenchmarkLoadTail(b *testing.B) {
	db := hall(b)
	for b.Loop() {
		if _, log, err := db.Load(b.Context(), "match-with-a-long-id-7", 1); err != nil || len(log) != 1 {
			b.Fatal(log, err)
		}
	}
}

func BenchmarkLoadThousandLines(b *testing.B) {
	db := fresh(b)
	must(b, db.Create(b.Context(), against("m1", "ada", 5), make([]game.Entry, 1000), playing))
	for b.Loop() {
		if _, log, err := db.Load(b.Context(), "m1", 0); err != nil || len(log) != 1000 {
			b.Fatal(len(log), err)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	db := hall(b)
	seq := len(opening)
	for b.Loop() {
		if err := db.Append(b.Context(), "match-with-a-long-id-7", match.Change{Seq: seq, Lines: opening[:1], Status: playing, At: start}); err != nil {
			b.Fatal(err)
		}
		seq++
	}
}
