package db

import (
	"slices"
	"testing"

	"salle/account"
	"salle/game"
	"salle/game/match"
)

func TestOfPlansForTheSameOneIsKept(t *testing.T) {
	db := fresh(t)
	must(t, db.Create(t.Context(), against("m1", "ada", 5), opening, playing))
	save := func(p match.Plan, want bool) {
		t.Helper()
		full, err := db.SavePlan(t.Context(), "m1", game.First, p, 2)
		if err != nil || full != want {
			t.Errorf("%+v: full %v, %v; want %v", p, full, err, want)
		}
	}
	first := match.Plan{When: match.WhenTurn, If: []string{"a1-a2", "end"}, Then: []string{"b1-b2"}, Ply: 3}
	save(first, false)
	save(match.Plan{When: match.WhenAny, Then: []string{"end"}, Ply: 3}, false)
	save(match.Plan{When: match.WhenStep, If: []string{"a1-a2"}, Then: []string{"end"}, Ply: 3}, true)
	first.If, first.Then = []string{"A1-A2", "end"}, []string{"b1-b3"}
	save(first, false)
	save(match.Plan{When: match.WhenStep, If: []string{"a1-a2"}, Then: []string{"end"}, Ply: 5}, false) // those of another ply do not count
	list, err := db.Plans(t.Context(), "m1", game.First)
	if err != nil || len(list) != 3 || !slices.Equal(list[0].If, first.If) || !slices.Equal(list[0].Then, first.Then) || list[1].If != nil {
		t.Fatalf("kept are %+v, %v", list, err)
	}
	first.If[0] = "a1-A2"
	must(t, db.DropPlan(t.Context(), "m1", game.First, first))
	if list, err = db.Plans(t.Context(), "m1", game.First); err != nil || len(list) != 2 {
		t.Errorf("left are %+v, %v", list, err)
	}
	if list, err = db.Plans(t.Context(), "m1", game.Second); err != nil || len(list) != 0 {
		t.Errorf("the other has %+v, %v", list, err)
	}
}

func TestMatchesWithPlansAreFound(t *testing.T) {
	db := fresh(t)
	plan := match.Plan{When: match.WhenAny, Then: []string{"end"}}
	for id, toAct := range map[string]game.Seats{
		"owes": game.Only(game.First), "waits": game.Only(game.Second), "both": game.Both, "failed": game.Only(game.First),
	} {
		must(t, db.Create(t.Context(), against(id, "ada", 5), opening, game.Status{Ply: 1, ToAct: toAct}))
		if _, err := db.SavePlan(t.Context(), id, game.First, plan, 2); err != nil {
			t.Fatal(err)
		}
	}
	plan.Failed = match.PlanIllegal
	must(t, db.FailPlan(t.Context(), "failed", game.First, plan))
	if ids, err := db.Planned(t.Context()); err != nil || !slices.Equal(ids, []string{"owes"}) {
		t.Errorf("found are %v, %v", ids, err)
	}
	if list, err := db.Plans(t.Context(), "failed", game.First); err != nil || len(list) != 1 || list[0].Failed != match.PlanIllegal {
		t.Errorf("failed are %+v, %v", list, err)
	}
}

func TestWhoIsGoneLeavesOnlyWhatHeSaid(t *testing.T) {
	db := fresh(t)
	must(t, db.CreateAccount(t.Context(), account.Account{Person: "ada", Name: "Ada", Key: "ada", Created: start}, nil))
	must(t, db.Create(t.Context(), against("m1", "ada", 5), opening, playing))
	ada, watching := match.Voice{Seat: game.First}, match.Voice{Seat: game.Spectator, Person: "ada"}
	bo := match.Voice{Seat: game.Second}
	must(t, db.Say(t.Context(), "m1", match.Remark{Voice: ada, Text: "hello", At: start}, "ada", 0, 10, start))
	for _, v := range []match.Voice{ada, watching, bo} {
		must(t, db.SaveNotes(t.Context(), "m1", v, "a secret"))
	}
	for _, seat := range []game.Seat{game.First, game.Second} {
		if _, err := db.SavePlan(t.Context(), "m1", seat, match.Plan{When: match.WhenAny, Then: []string{"end"}}, 2); err != nil {
			t.Fatal(err)
		}
	}
	must(t, db.DeleteAccount(t.Context(), "ada", start))
	for v, want := range map[match.Voice]string{ada: "", watching: "", bo: "a secret"} {
		if got, err := db.Notes(t.Context(), "m1", v); err != nil || got != want {
			t.Errorf("notes of %+v: %q, %v; want %q", v, got, err, want)
		}
	}
	for seat, want := range []int{0, 1} {
		if list, err := db.Plans(t.Context(), "m1", game.Seat(seat)); err != nil || len(list) != want {
			t.Errorf("plans of seat %d: %+v, %v", seat, list, err)
		}
	}
	heard, _, err := db.Hear(t.Context(), "m1", match.Hearing{Voice: bo, Seats: game.Both}, -1, 10)
	if err != nil || len(heard) != 1 || heard[0].Name != "" {
		t.Errorf("heard are %+v, %v", heard, err)
	}
	must(t, db.Append(t.Context(), "m1", match.Change{Seq: len(opening), Lines: more, Status: won, At: start}))
	if list, err := db.Plans(t.Context(), "m1", game.Second); err != nil || len(list) != 0 {
		t.Errorf("after the end planned are %+v, %v", list, err)
	}
}
