package db

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"salle/game"
	"salle/game/match"
)

func TestADraftReplacesTheOneThatWasRead(t *testing.T) {
	db := fresh(t)
	must(t, db.Create(t.Context(), against("m1", "ada", 5), opening, playing))
	one := match.Draft{Mark: game.Mark{Ply: 2, Own: 1}, Steps: []string{"E5-E6", "F5-F6"}}
	none := match.Draft{Mark: game.Mark{Ply: 2, Own: 1}}
	save := func(before, d match.Draft) error { return db.SaveDraft(t.Context(), "m1", game.First, before, d) }
	kept := func(want match.Draft) {
		t.Helper()
		got, err := db.Draft(t.Context(), "m1", game.First)
		must(t, err)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("the draft is %+v, want %+v", got, want)
		}
	}
	wantError(t, save(one, none), match.ErrConflict)
	kept(match.Draft{})
	must(t, save(match.Draft{}, one))
	kept(one)
	for _, before := range []match.Draft{{}, none, {Mark: game.Mark{Ply: 3, Own: 1}, Steps: one.Steps}, {Mark: one.Mark, Steps: one.Steps[:1]}} {
		wantError(t, save(before, none), match.ErrConflict)
		kept(one)
	}
	must(t, save(one, none))
	kept(none)
	must(t, save(none, one))
	kept(one)
	wantError(t, db.SaveDraft(t.Context(), "none", game.First, match.Draft{}, one), match.ErrNotFound)
	if other, err := db.Draft(t.Context(), "m1", game.Second); err != nil || !reflect.DeepEqual(other, match.Draft{}) {
		t.Errorf("the other seat has %+v, %v", other, err)
	}
}

func TestFormationsAtOnceAreNoMoreThanAllowed(t *testing.T) {
	db := fresh(t)
	must(t, db.Create(t.Context(), against("m1", "ada", 5), opening, playing)) // ada is there
	owner := match.FormationOwner{Person: "ada", Game: "war", Seat: game.First}
	const most = 5
	var wg sync.WaitGroup
	var kept atomic.Int64
	for n := range 20 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			full, err := db.SaveFormation(t.Context(), owner, match.Formation{Name: fmt.Sprint(n), Action: "deploy"}, most)
			if err != nil {
				t.Error(err)
			}
			if !full {
				kept.Add(1)
			}
		}()
	}
	wg.Wait()
	list, err := db.Formations(t.Context(), owner)
	must(t, err)
	if len(list) != most || kept.Load() != most {
		t.Fatalf("%d are kept and %d were said to be, want %d", len(list), kept.Load(), most)
	}
	again := match.Formation{Name: list[0].Name, Action: "deploy I E5"} // in place of the one of that name
	if full, err := db.SaveFormation(t.Context(), owner, again, most); err != nil || full {
		t.Errorf("in place of one: full %v, %v", full, err)
	}
	must(t, db.DeleteFormation(t.Context(), owner, again.Name))
	wantError(t, db.DeleteFormation(t.Context(), owner, again.Name), match.ErrNotFound)
}
