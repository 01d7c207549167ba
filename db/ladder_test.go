package db

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"

	"salle/game"
	"salle/game/match"
)

// climbing is the header of a graded match of a person who stands at a place.
func climbing(id, person string, before match.Standing) match.Header {
	h := against(id, person, before.Dan)
	h.Graded, h.Before = true, before
	return h
}

var (
	won  = game.Status{Ply: 9, Result: game.Won(game.First, "flag")}
	lost = game.Status{Ply: 9, Result: game.Won(game.Second, game.ReasonResign)}
)

func wantClimb(t testing.TB, db *DB, person string, want match.Climb) {
	t.Helper()
	got, err := db.Climb(t.Context(), person, "spirit")
	if err != nil || got != want {
		t.Errorf("%s has climbed %+v, %v; want %+v", person, got, err, want)
	}
}

func beginner(running string) match.Climb {
	return match.Climb{Standing: match.Beginner, Reached: 1, Running: running}
}

func TestAGradedMatchIsLoadedAsItWasCreated(t *testing.T) {
	db := fresh(t)
	h := climbing("m1", "ada", match.Beginner)
	must(t, db.Create(t.Context(), h, opening, playing))
	must(t, db.Create(t.Context(), against("m2", "ada", 3), opening, playing))
	h.Players[game.First].Name = "Ada"
	got, _, err := db.Load(t.Context(), "m1", 0)
	if err != nil || !reflect.DeepEqual(got, h) {
		t.Errorf("header %+v, %v, want %+v", got, err, h)
	}
	list, err := db.List(t.Context(), "ada")
	must(t, err)
	for _, m := range list {
		if m.Graded != (m.ID == "m1") || m.Graded && m.Before != match.Beginner {
			t.Errorf("in the list: %+v", m.Header)
		}
	}
}

func TestOneGradedMatchRunsAtATime(t *testing.T) {
	db := fresh(t)
	wantClimb(t, db, "ada", beginner(""))
	must(t, db.Create(t.Context(), climbing("m1", "ada", match.Beginner), opening, playing))
	wantClimb(t, db, "ada", beginner("m1"))
	wantError(t, db.Create(t.Context(), climbing("m2", "ada", match.Beginner), opening, playing), match.ErrGraded)
	wantError(t, db.Create(t.Context(), climbing("m1", "ada", match.Beginner), opening, playing), match.ErrExists)
	_, _, err := db.Load(t.Context(), "m2", 0)
	wantError(t, err, match.ErrNotFound)

	must(t, db.Create(t.Context(), climbing("m3", "bo", match.Beginner), opening, playing))
	other := climbing("m4", "ada", match.Beginner)
	other.Game = "war"
	must(t, db.Create(t.Context(), other, opening, playing))
	must(t, db.Append(t.Context(), "m1", match.Change{Seq: 2, Lines: more, Status: won, After: match.Standing{Dan: 1, Points: 1}, At: start}))
	must(t, db.Create(t.Context(), climbing("m5", "ada", match.Standing{Dan: 1, Points: 1}), opening, playing))
}

func TestOneOfFiftyGradedMatchesOpens(t *testing.T) {
	db := fresh(t)
	errs := make([]error, 50)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			errs[i] = db.Create(t.Context(), climbing(fmt.Sprint(i), "ada", match.Beginner), opening, playing)
		})
	}
	all.Wait()
	opened := 0
	for _, err := range errs {
		if err == nil {
			opened++
		} else if !errors.Is(err, match.ErrGraded) {
			t.Error(err)
		}
	}
	if opened != 1 {
		t.Errorf("%d opened", opened)
	}
}

func TestAGradedMatchCountsOnce(t *testing.T) {
	db := fresh(t)
	must(t, db.Create(t.Context(), climbing("m1", "ada", match.Beginner), opening, playing))
	after := match.Standing{Dan: 1, Points: 1}
	for _, seq := range []int{0, 1, 3} {
		wantError(t, db.Append(t.Context(), "m1", match.Change{Seq: seq, Lines: more, Status: won, After: after, At: start}), match.ErrConflict)
	}
	wantClimb(t, db, "ada", beginner("m1")) // nothing of a refused end stays
	if err := db.Append(t.Context(), "m1", match.Change{Seq: 2, Lines: more, Status: won, At: start}); err == nil {
		t.Error("it ended without a standing")
	}
	must(t, db.Append(t.Context(), "m1", match.Change{Seq: 2, Lines: more, Status: playing, At: start}))
	errs := make([]error, 20)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			errs[i] = db.Append(t.Context(), "m1", match.Change{Seq: 4, Lines: more, Status: won, After: after, At: start})
		})
	}
	all.Wait()
	ended := 0
	for _, err := range errs {
		if err == nil {
			ended++
		} else if !errors.Is(err, match.ErrConflict) {
			t.Error(err)
		}
	}
	if ended != 1 {
		t.Errorf("it ended %d times", ended)
	}
	wantError(t, db.Append(t.Context(), "m1", match.Change{Seq: 6, Lines: more, Status: lost, After: match.Beginner, At: start}), match.ErrConflict)
	wantClimb(t, db, "ada", match.Climb{Standing: after, Reached: 1})
	_, log, err := db.Load(t.Context(), "m1", 0)
	must(t, err)
	if len(log) != 6 {
		t.Errorf("log %v", log)
	}
	if _, err := db.writer.ExecContext(t.Context(), `UPDATE graded SET points_after = 2`); err == nil {
		t.Error("what it led to was changed")
	}

	must(t, db.Create(t.Context(), against("m2", "ada", 1), nil, playing))
	wantError(t, db.Append(t.Context(), "m2", match.Change{Lines: more, Status: won, After: after, At: start}), match.ErrNotFound)
	wantError(t, db.Append(t.Context(), "none", match.Change{Lines: more, Status: won, After: after, At: start}), match.ErrNotFound)
}

func TestStandingsFollowTheMatches(t *testing.T) {
	db := fresh(t)
	at := match.Standing{Dan: 3, Points: 2}
	wantError(t, db.Create(t.Context(), climbing("m0", "ada", at), opening, playing), match.ErrConflict)
	path := []match.Standing{{Dan: 1, Points: 0}, {Dan: 2, Points: 0}, {Dan: 3, Points: 1}, {Dan: 2, Points: 2}, {Dan: 2, Points: 1}}
	reached := []int{1, 2, 3, 3, 3}
	for i, after := range path[1:] {
		id := fmt.Sprint("m", 9-i) // an order in which no index is
		must(t, db.Create(t.Context(), climbing(id, "ada", path[i]), opening, playing))
		must(t, db.Append(t.Context(), id, match.Change{Seq: 2, Lines: more, Status: won, After: after, At: start}))
		wantClimb(t, db, "ada", match.Climb{Standing: after, Reached: reached[i+1]})
	}
	must(t, db.Create(t.Context(), climbing("last", "ada", path[4]), opening, playing))

	got, err := db.Graded(t.Context())
	must(t, err)
	var want []match.Graded
	for i, id := range []string{"m9", "m8", "m7", "m6", "last"} {
		g := match.Graded{ID: id, Person: "ada", Game: "spirit", Before: path[i], Today: path[4], Reached: 3}
		if id != "last" {
			g.After, g.Result = path[i+1], won.Result
		}
		want = append(want, g)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("graded are\n%+v\nwant\n%+v", got, want)
	}
}

// TestClimbReadsIndexes: the home page asks for it at every visit.
func TestClimbReadsIndexes(t *testing.T) {
	db := fresh(t)
	steps, err := plan(t.Context(), db, climb, "ada", "spirit", 1, 0)
	must(t, err)
	searches := 0
	for _, step := range steps {
		if len(step) > 6 && step[:6] == "SEARCH" {
			searches++
		}
	}
	if searches != 2 {
		t.Errorf("it reads %q", steps)
	}
}
