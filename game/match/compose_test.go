package match_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"salle/game"
	"salle/game/match"
	"salle/game/war"
)

// marcher is a machine that deploys ready-made and then ends its turns.
type marcher struct{}

func (marcher) Choose(_ context.Context, o war.Observation, _ game.Budget) ([]war.Action, error) {
	legal := war.Rules{}.Legal(o)
	if !o.Deployed {
		return legal[:1], nil
	}
	return legal[len(legal)-1:], nil
}

// composed opens a Game of War of anna against ben.
func composed(t *testing.T) *hall {
	t.Helper()
	h := newHallOf(t, game.New(war.Info, war.Rules{}, marcher{}))
	if _, err := h.Open(t.Context(), match.Header{
		ID: "m", Game: "war", Players: [2]match.Player{{Person: "anna"}, {Person: "ben"}},
	}, "anna"); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *hall) look(t *testing.T, person string) match.Seen {
	t.Helper()
	seen, err := h.Look(t.Context(), "m", person)
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

func (h *hall) compose(t *testing.T, person, edit string) match.Seen {
	t.Helper()
	seen, err := h.Compose(t.Context(), "m", person, h.look(t, person).Mark, edit)
	if err != nil {
		t.Fatalf("%s edits %q: %v", person, edit, err)
	}
	return seen
}

// deploy confirms a ready-made deployment for both.
func (h *hall) deploy(t *testing.T) (first, second string) {
	t.Helper()
	for _, person := range []string{"anna", "ben"} {
		seen := h.compose(t, person, "formation book")
		h.act(t, person, seen.Mark, seen.Draft[0])
	}
	if h.look(t, "anna").Status.ToAct == game.Only(game.First) {
		return "anna", "ben"
	}
	return "ben", "anna"
}

func TestADraftSurvivesARestart(t *testing.T) { // C3.5
	h := composed(t)
	h.compose(t, "anna", "place I E5")
	h.compose(t, "anna", "place C F6")
	h.open(t)
	seen := h.look(t, "anna")
	if want := []string{"deploy I E5 C F6"}; !slices.Equal(seen.Draft, want) {
		t.Errorf("draft %v, want %v", seen.Draft, want)
	}
	if o := seen.Board.(war.Observation); len(o.Placing.Missing()) != 15 {
		t.Errorf("the board lacks %d units", len(o.Placing.Missing()))
	}
	if log := h.stored(t); len(log) != 0 {
		t.Errorf("a draft is in the log: %v", log)
	}
}

func TestADraftIsItsOwnersAlone(t *testing.T) { // C5.1, C3.6, C5.4
	h := composed(t)
	before := fmt.Sprintf("%+v", h.look(t, "ben"))
	h.compose(t, "anna", "formation book")
	if after := fmt.Sprintf("%+v", h.look(t, "ben")); after != before {
		t.Errorf("ben sees a difference:\n%s\n%s", before, after)
	}
	first, second := h.deploy(t)
	before = fmt.Sprintf("%+v", h.look(t, second))
	seen := h.look(t, first)
	h.compose(t, first, movesOf(t, seen)[0])
	if after := fmt.Sprintf("%+v", h.look(t, second)); after != before {
		t.Errorf("the other sees a difference:\n%s\n%s", before, after)
	}
}

// movesOf lists the legal moves of the side to move.
func movesOf(t *testing.T, seen match.Seen) []string {
	t.Helper()
	var moves []string
	for _, step := range seen.Board.(war.Observation).Steps() {
		if step.Verb == war.Move {
			moves = append(moves, step.String())
		}
	}
	return moves
}

func TestATurnIsConfirmedWhole(t *testing.T) {
	h := composed(t)
	first, _ := h.deploy(t)
	seen := h.look(t, first)
	for range 3 {
		seen = h.compose(t, first, movesOf(t, seen)[0])
	}
	if len(seen.Draft) != 3 || seen.Status.ToAct != h.look(t, first).Status.ToAct {
		t.Fatalf("draft %v", seen.Draft)
	}
	before := len(h.stored(t))
	after, err := h.Act(t.Context(), "m", first, seen.Mark, append(slices.Clone(seen.Draft), "end"))
	if err != nil || len(after.Draft) != 0 || len(h.stored(t)) != before+4 {
		t.Fatalf("after the turn: %v, %d lines more, %v", after.Draft, len(h.stored(t))-before, err)
	}
	if again, err := h.Act(t.Context(), "m", first, seen.Mark, append(slices.Clone(seen.Draft), "end")); err != nil || len(h.stored(t)) != before+4 {
		t.Errorf("sent twice: %+v, %v", again.Status, err)
	}
	_, err = h.Act(t.Context(), "m", first, seen.Mark, []string{"end"})
	wantError(t, err, match.ErrStale)
}

func TestWhatWasNotSeenIsNotPutAside(t *testing.T) { // C3.5
	h := composed(t)
	first, _ := h.deploy(t)
	empty := h.look(t, first)
	one := h.compose(t, first, movesOf(t, empty)[0])
	two := h.compose(t, first, movesOf(t, one)[0])
	before := len(h.stored(t))
	turn := func(seen match.Seen) []string { return append(slices.Clone(seen.Draft), "end") }
	refused := func(revision string, actions []string) {
		t.Helper()
		now, err := h.Confirm(t.Context(), "m", first, two.Mark, revision, actions)
		wantError(t, err, match.ErrDraft)
		if !slices.Equal(now.Draft, two.Draft) || now.Revision != two.Revision || len(h.stored(t)) != before {
			t.Errorf("%v: the draft is %v, the log %v", actions, now.Draft, h.stored(t))
		}
	}
	refused(empty.Revision, turn(empty))
	refused(one.Revision, turn(one))
	refused("", turn(empty)) // who names no revision still does not put anything aside
	refused("", []string{two.Draft[1], "end"})
	refused("x", turn(two))
	after, err := h.Confirm(t.Context(), "m", first, two.Mark, two.Revision, turn(two))
	if err != nil || len(h.stored(t)) != before+3 {
		t.Fatalf("what was seen: %v, log %v", err, h.stored(t))
	}
	// Sent again, it is no error, whatever has been prepared since.
	if again, err := h.Confirm(t.Context(), "m", first, two.Mark, two.Revision, turn(two)); err != nil || again.Mark != after.Mark {
		t.Errorf("sent twice: %+v, %v", again.Mark, err)
	}
	// The table's own actions put nothing aside.
	if _, err := h.Confirm(t.Context(), "m", first, after.Mark, "x", []string{game.Resign}); err != nil {
		t.Error(err)
	}
}

func TestATakenBackMoveIsNotPlayed(t *testing.T) { // C3.6, C10.3
	h := composed(t)
	first, _ := h.deploy(t)
	one := h.compose(t, first, movesOf(t, h.look(t, first))[0])
	h.compose(t, first, "clear")
	_, err := h.Confirm(t.Context(), "m", first, one.Mark, one.Revision, append(slices.Clone(one.Draft), "end"))
	wantError(t, err, match.ErrDraft)
}

func TestATurnIsSentWhole(t *testing.T) {
	h := composed(t)
	first, _ := h.deploy(t)
	seen := h.look(t, first)
	before := len(h.stored(t))
	_, err := h.Act(t.Context(), "m", first, seen.Mark, movesOf(t, seen)[:1])
	var illegal *game.IllegalError
	if !errors.As(err, &illegal) || illegal.Key != match.CodeUnfinished || len(h.stored(t)) != before {
		t.Errorf("a part of a turn: %v, log %v", err, h.stored(t))
	}
	h.act(t, first, seen.Mark, game.Offer) // is no part of a turn
}

func TestEditsAtOnceAllCount(t *testing.T) { // C3.5
	h := composed(t)
	first, _ := h.deploy(t)
	// Two services on one file, as while one process takes over from another.
	both := []*hall{h, {path: h.path, game: h.game, log: h.log}}
	both[1].open(t)
	seen := h.look(t, first)
	var moves []string
	from := map[string]bool{}
	for _, m := range movesOf(t, seen) {
		if unit, to, _ := strings.Cut(m, "-"); !from[unit] && !from[to] && len(moves) < war.MaxMoves {
			from[unit], from[to] = true, true
			moves = append(moves, m)
		}
	}
	var wg sync.WaitGroup
	var kept atomic.Int64
	for i, move := range moves {
		wg.Add(1)
		go func() {
			defer wg.Done()
			switch _, err := both[i%2].Compose(t.Context(), "m", first, seen.Mark, move); {
			case err == nil:
				kept.Add(1)
			case !errors.Is(err, game.ErrIllegal): // another move may have cut the unit off
				t.Error(err)
			}
		}()
	}
	wg.Wait()
	if draft := h.look(t, first).Draft; len(draft) != int(kept.Load()) || len(draft) < 2 {
		t.Errorf("%d edits were kept, the draft is %v", kept.Load(), draft)
	}
}

func TestAnEditForAnotherMomentChangesNothing(t *testing.T) { // C3.1
	h := composed(t)
	mark := h.compose(t, "anna", "place I E5").Mark
	for _, at := range []game.Mark{{Ply: mark.Ply, Own: mark.Own + 1}, {Ply: 7}} {
		_, err := h.Compose(t.Context(), "m", "anna", at, "clear")
		wantError(t, err, match.ErrStale)
	}
	_, err := h.Compose(t.Context(), "m", "anna", mark, "place I K5")
	wantError(t, err, game.ErrIllegal)
	_, err = h.Compose(t.Context(), "m", "carl", mark, "clear")
	wantError(t, err, match.ErrNotYours)
	if seen := h.look(t, "anna"); !slices.Equal(seen.Draft, []string{"deploy I E5"}) {
		t.Errorf("draft %v", seen.Draft)
	}
	h.act(t, "anna", mark, game.Resign)
	_, err = h.Compose(t.Context(), "m", "ben", h.look(t, "ben").Mark, "place I K5")
	wantError(t, err, game.ErrOver)
}

func TestNoDraftsWhereNothingIsComposed(t *testing.T) {
	h := newHall(t, firstLegal{})
	seen := h.against(t, "m")
	_, err := h.Compose(t.Context(), "m", "anna", seen.Mark, "F")
	wantError(t, err, game.ErrNotation)
}

func TestFormationsAreKeptPerPersonAndSeat(t *testing.T) {
	h := composed(t)
	ctx := t.Context()
	refusedAs := func(err error, code string) {
		t.Helper()
		var illegal *game.IllegalError
		if !errors.As(err, &illegal) || illegal.Key != code {
			t.Errorf("error %v, want %s", err, code)
		}
	}
	refusedAs(h.KeepFormation(ctx, "m", "anna", "x"), match.CodeFormationPart)
	h.compose(t, "anna", "place I E5")
	refusedAs(h.KeepFormation(ctx, "m", "anna", "x"), match.CodeFormationPart)
	draft := h.compose(t, "anna", "formation book").Draft
	refusedAs(h.KeepFormation(ctx, "m", "anna", ""), match.CodeFormationName)
	refusedAs(h.DropFormation(ctx, "m", "anna", "wall 3"), match.CodeFormationNone)
	for n := range match.MaxFormations {
		if err := h.KeepFormation(ctx, "m", "anna", fmt.Sprint("wall ", n)); err != nil {
			t.Fatal(err)
		}
	}
	refusedAs(h.KeepFormation(ctx, "m", "anna", "one more"), match.CodeFormationFull)
	if err := h.KeepFormation(ctx, "m", "anna", "wall 3"); err != nil { // in place of the old one
		t.Error(err)
	}
	for n, f := range h.look(t, "anna").Kept { // 10 after 9
		if f.Name != fmt.Sprint("wall ", n) {
			t.Errorf("formation %d is %q", n, f.Name)
		}
	}
	h.compose(t, "anna", "clear")
	seen, err := h.UseFormation(ctx, "m", "anna", h.look(t, "anna").Mark, "wall 3")
	if err != nil || !slices.Equal(seen.Draft, draft) || len(seen.Kept) != match.MaxFormations {
		t.Errorf("laid out: %v, %d kept, %v", seen.Draft, len(seen.Kept), err)
	}
	_, err = h.UseFormation(ctx, "m", "ben", h.look(t, "ben").Mark, "wall 3")
	refusedAs(err, match.CodeFormationNone)
	if err := h.DropFormation(ctx, "m", "anna", "wall 3"); err != nil || len(h.look(t, "anna").Kept) != match.MaxFormations-1 {
		t.Errorf("after dropping one %d are kept, %v", len(h.look(t, "anna").Kept), err)
	}
	if kept := h.look(t, "ben").Kept; len(kept) != 0 {
		t.Errorf("ben has %v", kept)
	}
	if strings.Contains(fmt.Sprintf("%+v", h.look(t, "ben")), "wall") {
		t.Error("ben sees anna's formations")
	}
}

func TestARecordNamesItsSwitchesAndReplays(t *testing.T) { // war 14
	h := newHallOf(t, game.New(war.Info, war.Rules{}, marcher{}))
	for variant, want := range map[string]string{
		"": "", "+adjudicate": "war +adjudicate", "+relay_by_contact +adjudicate": "war +relay_by_contact +adjudicate",
	} {
		id := "m" + variant
		seen, err := h.Open(t.Context(), match.Header{
			ID: id, Game: "war", Setup: game.Setup{Variant: variant}, Players: [2]match.Player{{Person: "anna"}, {Level: 1}},
		}, "anna")
		if err != nil {
			t.Fatal(err)
		}
		deployment := war.DeployAction(war.Formations(game.First)[0].Deployment).String()
		if seen, err = h.Act(t.Context(), id, "anna", seen.Mark, []string{deployment}); err != nil {
			t.Fatal(err)
		}
		if seen, err = h.Act(t.Context(), id, "anna", seen.Mark, []string{"F5-G5", "end"}); err != nil {
			t.Fatal(err)
		}
		if _, err = h.Act(t.Context(), id, "anna", seen.Mark, []string{game.Resign}); err != nil {
			t.Fatal(err)
		}
		exported, err := h.Export(t.Context(), id, "anna")
		if err != nil {
			t.Fatal(err)
		}
		record, err := game.ParseRecord(exported.String())
		if err != nil || record.Get(game.HeaderVariant) != want {
			t.Fatalf("%q: %v in\n%s", variant, err, exported)
		}
		p, err := record.Replay(h.game, nil)
		if err != nil {
			t.Fatalf("%q: %v in\n%s", variant, err, exported)
		}
		on, err := war.ParseVariant(variant)
		if err != nil || p.Observe(game.First).(war.Observation).Position.Switches != on {
			t.Errorf("%q is replayed with %v", variant, p.Observe(game.First).(war.Observation).Position.Switches)
		}
	}
}
