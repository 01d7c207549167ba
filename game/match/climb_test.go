package match_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"salle/game"
	"salle/game/match"
)

// The bout is the smallest game with a ladder. Chance draws who moves first; then the players move in turn, and a move
// ends the bout as it says.

type boutAction string

func (a boutAction) String() string { return string(a) }

type bout struct {
	Turn    game.Seat
	Ply     int
	Outcome boutAction
	By      game.Seat
}

func (b bout) String() string { return fmt.Sprintf("%d %s", b.Ply, b.Turn) }

type boutRules struct{}

func (boutRules) Start(game.Setup) (bout, error) { return bout{Turn: game.Chance}, nil }

func (boutRules) Status(b bout) game.Status {
	st := game.Status{Ply: b.Ply, ToAct: game.Only(b.Turn)}
	switch b.Outcome {
	case "win":
		st.Result = game.Won(b.By, "won")
	case "lose":
		st.Result = game.Won(b.By.Other(), "won")
	case "draw":
		st.Result = game.Drawn("drawn")
	}
	if st.Result.Over {
		st.ToAct = game.Nobody
	}
	return st
}

func (boutRules) Observe(b bout, _ game.Seat) bout { return b }

func (boutRules) Legal(b bout) []boutAction {
	if b.Turn == game.Chance {
		return []boutAction{"first S", "first N"}
	}
	return []boutAction{"wait", "win", "lose", "draw"}
}

func (boutRules) Apply(b bout, by game.Seat, a boutAction) (bout, []game.Event, error) {
	b.Ply++
	switch a {
	case "first S":
		b.Turn = game.First
	case "first N":
		b.Turn = game.Second
	default:
		b.Turn, b.Outcome, b.By = by.Other(), a, by
	}
	return b, nil, nil
}

func (boutRules) Draw(_ bout, rng *rand.Rand) boutAction {
	return []boutAction{"first S", "first N"}[rng.IntN(2)]
}

func (boutRules) Opening(b bout, first game.Seat) (boutAction, bool) {
	return []boutAction{"first S", "first N"}[first], b.Turn == game.Chance
}

func (boutRules) Readers(game.Seat, boutAction) game.Seats  { return game.Everyone }
func (boutRules) Parse(notation string) (boutAction, error) { return boutAction(notation), nil }
func (boutRules) Choose(context.Context, bout, game.Budget) ([]boutAction, error) {
	return []boutAction{"wait"}, nil
}

var boutInfo = game.Info{
	Slug: "bout", Letters: [2]string{"S", "N"}, Sides: [2]string{"south", "north"}, Rules: 1,
	Variants: []string{"yard", "hall", "yard-calm", "hall-calm"}, Levels: 7, LevelsOf: []int{3, 7, 3, 7}, Ladder: []string{"hall", "hall-calm"},
}

func newLadder(t testing.TB) *hall {
	t.Helper()
	return newHallOf(t, game.New[bout, bout, boutAction](boutInfo, boutRules{}, boutRules{}))
}

// openBout opens a bout of a person against the machine; level 0 is a graded one.
func (h *hall) openBout(id, person, variant string, level int) (match.Seen, error) {
	header := match.Header{ID: id, Game: "bout", Setup: game.Setup{Variant: variant}, Graded: level == 0}
	header.Players = [2]match.Player{{Person: person}, {Level: level}}
	return h.Open(context.Background(), header, person)
}

// graded opens anna's next graded bout and ends it.
func (h *hall) graded(t testing.TB, id, action string) match.Seen {
	t.Helper()
	seen, err := h.openBout(id, "anna", "", 0)
	if err != nil {
		t.Fatal(err)
	}
	if seen, err = h.Act(t.Context(), id, "anna", seen.Mark, []string{action}); err != nil {
		t.Fatal(err)
	}
	return seen
}

// stands puts anna on the ladder by graded bouts.
func (h *hall) stands(t testing.TB, want match.Standing) {
	t.Helper()
	for i := range 3*(want.Dan-1) + want.Points {
		h.graded(t, fmt.Sprintf("way-%d", i), "win")
	}
	h.wantClimb(t, match.Climb{Standing: want, Reached: want.Dan})
}

func (h *hall) wantClimb(t testing.TB, want match.Climb) {
	t.Helper()
	if got, err := h.Climb(context.Background(), "anna", "bout"); err != nil || got != want {
		t.Errorf("anna has climbed %+v, %v; want %+v", got, err, want)
	}
}

func (h *hall) wantSound(t testing.TB) {
	t.Helper()
	if _, wrong, err := h.VerifyAll(t.Context(), func(_ string, err error) {
		if err != nil {
			t.Error(err)
		}
	}); err != nil || wrong != 0 {
		t.Errorf("%d differ, %v", wrong, err)
	}
}

func TestGradedMatchesClimbTheLadder(t *testing.T) {
	h := newLadder(t)
	at := match.Beginner
	for i, c := range []struct {
		action string
		want   match.Standing
	}{
		{"draw", match.Standing{Dan: 1}},
		{"lose", match.Standing{Dan: 1}},
		{"win", match.Standing{Dan: 1, Points: 1}},
		{"win", match.Standing{Dan: 1, Points: 2}},
		{"win", match.Standing{Dan: 2}},
		{game.Resign, match.Standing{Dan: 1}},
		{"win", match.Standing{Dan: 1, Points: 1}},
		{game.Resign, match.Standing{Dan: 1}},
	} {
		id := fmt.Sprint("m", i)
		opened, err := h.openBout(id, "anna", "hall", 0)
		if err != nil {
			t.Fatal(err)
		}
		if !opened.Graded || opened.Before != at || opened.After != (match.Standing{}) || opened.Players[1].Level != at.Dan || opened.Setup.Variant != "hall" {
			t.Errorf("%s is opened as %+v", id, opened)
		}
		h.open(t) // what is kept is kept over a restart
		seen, err := h.Act(t.Context(), id, "anna", opened.Mark, []string{c.action})
		if err != nil {
			t.Fatal(err)
		}
		if seen.Before != at || seen.After != c.want || seen.Climb.Standing != c.want {
			t.Errorf("%s after %s: %+v, then %+v, kept %+v; want %+v", id, c.action, seen.Before, seen.After, seen.Climb, c.want)
		}
		again, err := h.Act(t.Context(), id, "anna", opened.Mark, []string{c.action})
		if err != nil && !errors.Is(err, game.ErrOver) {
			t.Fatal(err)
		}
		if again.Climb.Standing != c.want {
			t.Errorf("%s sent again leads to %+v", c.action, again.Climb)
		}
		at = c.want
	}
	h.wantClimb(t, match.Climb{Standing: at, Reached: 2})
	last, err := h.Review(t.Context(), "m7", "anna", 99)
	if err != nil || last.Before != (match.Standing{Dan: 1, Points: 1}) || last.After != at {
		t.Errorf("the record ends at %+v, %+v, %v", last.Before, last.After, err)
	}
	h.wantSound(t)
}

func TestRunningOutOfTimeIsALoss(t *testing.T) {
	h := newLadder(t)
	h.stands(t, match.Standing{Dan: 1, Points: 2})
	if _, err := h.openBout("m", "anna", "", 0); err != nil {
		t.Fatal(err)
	}
	// The house plays time; what it leads to is worked out from the result alone.
	seen := h.look(t, "anna")
	line := []game.Entry{{Ply: seen.Status.Ply, Seat: game.First, Action: game.Time}}
	status := game.Status{Ply: seen.Status.Ply, Result: game.Won(game.Second, game.ReasonTime)}
	after := seen.Before.After(match.OutcomeFor(game.First, status.Result))
	if err := h.store.Append(t.Context(), "m", match.Change{Seq: len(h.stored(t)), Lines: line, Status: status, After: after, At: start}); err != nil {
		t.Fatal(err)
	}
	if seen = h.look(t, "anna"); seen.After != (match.Standing{Dan: 1, Points: 1}) || seen.Climb.Standing != seen.After {
		t.Errorf("after the time: %+v, kept %+v", seen.After, seen.Climb)
	}
	h.wantSound(t)
}

func TestOneGradedMatchAtATime(t *testing.T) {
	h := newLadder(t)
	first, err := h.openBout("one", "anna", "", 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.openBout("two", "anna", "", 0)
	var running *match.RunningError
	if !errors.As(err, &running) || running.ID != "one" || !errors.Is(err, match.ErrGraded) {
		t.Fatalf("a second one: %v", err)
	}
	if again, err := h.openBout("one", "anna", "", 0); err != nil || again.Mark != first.Mark {
		t.Errorf("the form sent twice: %v, %v", again.Mark, err)
	}
	h.wantClimb(t, match.Climb{Standing: match.Beginner, Reached: 1, Running: "one"})
	for _, open := range []func() (match.Seen, error){
		func() (match.Seen, error) { return h.openBout("practice", "anna", "hall", 1) },
		func() (match.Seen, error) { return h.openBout("yard", "anna", "yard", 3) },
		func() (match.Seen, error) { return h.openBout("bens", "ben", "", 0) },
	} {
		if _, err := open(); err != nil {
			t.Error(err)
		}
	}
	if _, err := h.Act(t.Context(), "one", "anna", first.Mark, []string{game.Resign}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.openBout("two", "anna", "", 0); err != nil {
		t.Error(err)
	}
}

func TestManyAtOnceOpenOneGradedMatch(t *testing.T) {
	h := newLadder(t)
	errs := make([]error, 20)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() { _, errs[i] = h.openBout(fmt.Sprint("m", i), "anna", "", 0) })
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
		t.Errorf("%d were opened", opened)
	}
}

func TestPracticeChangesNothing(t *testing.T) {
	h := newLadder(t)
	h.stands(t, match.Standing{Dan: 2, Points: 1})
	h.graded(t, "down", "lose")
	h.graded(t, "deeper", "lose")
	kept := match.Climb{Standing: match.Standing{Dan: 1}, Reached: 2}
	h.wantClimb(t, kept)
	for i, action := range []string{"win", "lose", game.Resign} {
		for _, variant := range []string{"hall", "hall-calm", "yard"} {
			id := fmt.Sprint(variant, i)
			seen, err := h.openBout(id, "anna", variant, 2) // the second dan was reached once
			if err != nil {
				t.Fatal(err)
			}
			if seen, err = h.Act(t.Context(), id, "anna", seen.Mark, []string{action}); err != nil || seen.Graded || seen.After != (match.Standing{}) {
				t.Errorf("%s by %s: %+v, %v", id, action, seen.After, err)
			}
		}
	}
	h.wantClimb(t, kept)
	h.wantSound(t)
}

func TestWhatCannotBeOpened(t *testing.T) {
	h := newLadder(t)
	for _, c := range []struct {
		variant string
		level   int
		want    error
	}{
		{"hall", 2, match.ErrLocked},
		{"hall-calm", 7, match.ErrLocked},
		{"hall", 8, match.ErrNotFound},
		{"yard", 4, match.ErrNotFound},
		{"", 4, match.ErrNotFound}, // the yard
		{"hall-calm", 0, game.ErrVariant},
		{"yard", 0, game.ErrVariant},
	} {
		_, err := h.openBout("m", "anna", c.variant, c.level)
		if !errors.Is(err, c.want) {
			t.Errorf("%q at level %d: %v, want %v", c.variant, c.level, err, c.want)
		}
	}
	header := match.Header{ID: "m", Game: "bout", Graded: true, Players: [2]match.Player{{Person: "anna"}, {Person: "ben"}}}
	_, err := h.Open(t.Context(), header, "anna")
	wantError(t, err, match.ErrNotFound)
	_, err = newHall(t, firstLegal{}).Open(t.Context(), match.Header{ID: "m", Game: "spirit", Graded: true, Players: [2]match.Player{{Person: "anna"}}}, "anna")
	wantError(t, err, match.ErrNotFound)
}

func TestTheGradeSettlesWhoMovesFirstAndWhatIsShown(t *testing.T) {
	h := newLadder(t)
	h.stands(t, match.Standing{Dan: 7})
	begins := func(id string) string {
		_, log, err := h.store.Load(t.Context(), id, 0)
		if err != nil || log[0].Seat != game.Chance {
			t.Fatalf("%s begins with %v, %v", id, log, err)
		}
		return log[0].Action
	}
	for _, variant := range []string{"hall", "hall-calm"} {
		for level := 1; level <= 7; level++ {
			drawn := map[string]bool{}
			for i := range 12 {
				id := fmt.Sprint(variant, level, "-", i)
				seen, err := h.openBout(id, "anna", variant, level)
				if err != nil {
					t.Fatal(err)
				}
				drawn[begins(id)] = true
				if seen.Fire != (level < 7) {
					t.Errorf("level %d shows lines: %v", level, seen.Fire)
				}
			}
			if level >= 6 && (len(drawn) != 1 || !drawn["first N"]) || level < 6 && len(drawn) != 2 {
				t.Errorf("%s at level %d begins with %v", variant, level, drawn)
			}
		}
	}
	header := match.Header{ID: "north", Game: "bout", Graded: true, Players: [2]match.Player{game.Second: {Person: "anna"}}}
	seen, err := h.Open(t.Context(), header, "anna")
	if err != nil || begins("north") != "first S" || seen.Fire || seen.Seat != game.Second {
		t.Errorf("in the second seat: begins with %s, %+v, %v", begins("north"), seen, err)
	}
	if frame, err := h.Review(t.Context(), "north", "anna", 0); err != nil || frame.Fire {
		t.Errorf("the record shows lines: %v, %v", frame.Fire, err)
	}
}

func TestTwoPersonsHaveNoGrades(t *testing.T) {
	h := newLadder(t)
	header := match.Header{ID: "m", Game: "bout", Setup: game.Setup{Variant: "hall"}, Players: [2]match.Player{{Person: "anna"}, {Person: "ben"}}}
	seen, err := h.Open(t.Context(), header, "anna")
	if err != nil || !seen.Fire || seen.Graded || seen.Climb != (match.Climb{}) {
		t.Errorf("%+v, %v", seen, err)
	}
}

func TestVerifyNamesLaddersThatDiffer(t *testing.T) {
	for name, c := range map[string]struct {
		after match.Standing // of the second of three, the first a win
		third match.Standing // where the third began
		wrong []string
	}{
		"as it is":      {match.Standing{Dan: 1, Points: 2}, match.Standing{Dan: 1, Points: 2}, nil},
		"a gift":        {match.Standing{Dan: 5}, match.Standing{Dan: 5}, []string{"m1", "m2"}},
		"a point taken": {match.Standing{Dan: 1}, match.Standing{Dan: 1}, []string{"m1", "m2"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newLadder(t)
			h.graded(t, "m0", "win")
			seen, err := h.openBout("m1", "anna", "", 0)
			if err != nil {
				t.Fatal(err)
			}
			_, log, err := h.store.Load(t.Context(), "m1", 0)
			if err != nil {
				t.Fatal(err)
			}
			line := []game.Entry{{Ply: seen.Status.Ply, Seat: game.First, Action: "win"}}
			status := game.Status{Ply: seen.Status.Ply + 1, Result: game.Won(game.First, "won")}
			if err := h.store.Append(t.Context(), "m1", match.Change{Seq: len(log), Lines: line, Status: status, After: c.after, At: start}); err != nil {
				t.Fatal(err)
			}
			if seen, err = h.openBout("m2", "anna", "", 0); err != nil || seen.Before != c.third {
				t.Fatalf("%+v, %v", seen.Before, err)
			}
			var found []string
			if _, _, err := h.VerifyAll(t.Context(), func(id string, err error) {
				if err != nil {
					found = append(found, id)
				}
			}); err != nil || strings.Join(found, " ") != strings.Join(c.wrong, " ") {
				t.Errorf("%v differ, %v; want %v", found, err, c.wrong)
			}
		})
	}
}
