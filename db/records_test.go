package db

import (
	"errors"
	"fmt"
	"testing"

	"salle/game/match"
)

func TestRecordsAreKept(t *testing.T) {
	db := fresh(t)
	kept := match.KeptRecord{ID: "r1", Person: "ada", Game: "war", Names: [2]string{"Ada", ""}, Text: "salle 1\n", At: start}
	keep := func(r match.KeptRecord, want bool, wrong error) {
		t.Helper()
		if full, err := db.KeepRecord(t.Context(), r, 2); full != want || !errors.Is(err, wrong) {
			t.Errorf("%s of %s: full %v, %v; want %v, %v", r.ID, r.Person, full, err, want, wrong)
		}
	}
	keep(kept, false, nil)
	again := kept
	again.Text = "salle 2\n"
	keep(again, false, nil)
	again.Person = "bo"
	keep(again, false, match.ErrExists)
	if got, err := db.KeptRecord(t.Context(), "r1"); err != nil || got != kept {
		t.Errorf("kept is %+v, %v", got, err)
	}
	for n, full := range []bool{false, true} {
		again = kept
		again.ID, again.At = fmt.Sprint("more", n), start.AddDate(0, 0, n+1)
		keep(again, full, nil)
	}
	keep(kept, false, nil) // it is there already, however many there are
	list, err := db.KeptRecords(t.Context(), "ada")
	if err != nil || len(list) != 2 || list[0].ID != "more0" || list[1].ID != "r1" || list[1].Text != "" {
		t.Errorf("listed are %+v, %v", list, err)
	}
	if err := db.DropRecord(t.Context(), "r1", "bo"); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("another's is dropped: %v", err)
	}
	must(t, db.DropRecord(t.Context(), "r1", "ada"))
	if _, err := db.KeptRecord(t.Context(), "r1"); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("dropped, it is found: %v", err)
	}
	if _, err := db.writer.Exec(`UPDATE people SET name = '', deleted_at = 1 WHERE id = 'ada'`); err != nil {
		t.Fatal(err)
	}
	if list, err = db.KeptRecords(t.Context(), "ada"); err != nil || len(list) != 0 {
		t.Errorf("the gone keep %+v, %v", list, err)
	}
}

func TestAGuestsRecordsComeAlong(t *testing.T) {
	db := fresh(t)
	openAccount(t, db, "ada")
	kept := match.KeptRecord{ID: "r1", Person: "bo", Game: "war", Text: "salle 1\n", At: start}
	if _, err := db.KeepRecord(t.Context(), kept, 2); err != nil {
		t.Fatal(err)
	}
	must(t, db.MergeGuest(t.Context(), "bo", "ada", start))
	if list, err := db.KeptRecords(t.Context(), "ada"); err != nil || len(list) != 1 {
		t.Errorf("the account keeps %+v, %v", list, err)
	}
}
