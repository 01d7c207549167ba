package match

import (
	"encoding/json"
	"os"
	"testing"

	"salle/game"
)

// TestTheWholeLadder has every grade, every meter and every outcome (shuriken 9.2).
func TestTheWholeLadder(t *testing.T) {
	for _, c := range []struct{ before, win, draw, loss Standing }{
		{Standing{1, 0}, Standing{1, 1}, Standing{1, 0}, Standing{1, 0}},
		{Standing{1, 1}, Standing{1, 2}, Standing{1, 1}, Standing{1, 0}},
		{Standing{1, 2}, Standing{2, 0}, Standing{1, 2}, Standing{1, 1}},
		{Standing{2, 0}, Standing{2, 1}, Standing{2, 0}, Standing{1, 0}},
		{Standing{2, 1}, Standing{2, 2}, Standing{2, 1}, Standing{2, 0}},
		{Standing{2, 2}, Standing{3, 0}, Standing{2, 2}, Standing{2, 1}},
		{Standing{3, 0}, Standing{3, 1}, Standing{3, 0}, Standing{2, 0}},
		{Standing{3, 1}, Standing{3, 2}, Standing{3, 1}, Standing{3, 0}},
		{Standing{3, 2}, Standing{4, 0}, Standing{3, 2}, Standing{3, 1}},
		{Standing{4, 0}, Standing{4, 1}, Standing{4, 0}, Standing{3, 0}},
		{Standing{4, 1}, Standing{4, 2}, Standing{4, 1}, Standing{4, 0}},
		{Standing{4, 2}, Standing{5, 0}, Standing{4, 2}, Standing{4, 1}},
		{Standing{5, 0}, Standing{5, 1}, Standing{5, 0}, Standing{4, 0}},
		{Standing{5, 1}, Standing{5, 2}, Standing{5, 1}, Standing{5, 0}},
		{Standing{5, 2}, Standing{6, 0}, Standing{5, 2}, Standing{5, 1}},
		{Standing{6, 0}, Standing{6, 1}, Standing{6, 0}, Standing{5, 0}},
		{Standing{6, 1}, Standing{6, 2}, Standing{6, 1}, Standing{6, 0}},
		{Standing{6, 2}, Standing{7, 0}, Standing{6, 2}, Standing{6, 1}},
		{Standing{7, 0}, Standing{7, 1}, Standing{7, 0}, Standing{6, 0}},
		{Standing{7, 1}, Standing{7, 2}, Standing{7, 1}, Standing{7, 0}},
		{Standing{7, 2}, Standing{7, 3}, Standing{7, 2}, Standing{7, 1}},
		{Standing{7, 3}, Standing{7, 3}, Standing{7, 3}, Standing{7, 2}},
	} {
		for o, want := range map[Outcome]Standing{Win: c.win, Draw: c.draw, Loss: c.loss} {
			if got := c.before.After(o); got != want {
				t.Errorf("%+v after %+d: %+v, want %+v", c.before, o, got, want)
			}
		}
	}
}

func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		result game.Result
		want   [2]Outcome
	}{
		{game.Won(game.First, "flag"), [2]Outcome{Win, Loss}},
		{game.Won(game.Second, game.ReasonResign), [2]Outcome{Loss, Win}},
		{game.Won(game.First, game.ReasonTime), [2]Outcome{Win, Loss}},
		{game.Drawn("both"), [2]Outcome{Draw, Draw}},
	} {
		for seat, want := range c.want {
			if got := OutcomeFor(game.Seat(seat), c.result); got != want {
				t.Errorf("%+v is %d for %s, want %d", c.result, got, game.Seat(seat), want)
			}
		}
	}
}

// vector is one of the rulebook's own cases about the ladder.
type vector struct {
	ID, Type, Games string
	Start, End      Standing
	Dan             int
	Machine, Lines  bool
}

func TestTheRulebooksCases(t *testing.T) {
	raw, err := os.ReadFile("testdata/ladder.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []vector
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	tried := map[string]int{}
	for _, c := range cases {
		tried[c.Type]++
		switch c.Type {
		case "meter":
			s := c.Start
			for _, letter := range c.Games {
				s = s.After(map[rune]Outcome{'W': Win, 'D': Draw, 'L': Loss}[letter])
			}
			if s != c.End {
				t.Errorf("%s: %+v after %s is %+v, want %+v", c.ID, c.Start, c.Games, s, c.End)
			}
		case "first":
			if FoeOpens(c.Dan) != c.Machine || ShowsFire(c.Dan) != c.Lines {
				t.Errorf("%s: machine first %v, lines %v; want %v, %v", c.ID, FoeOpens(c.Dan), ShowsFire(c.Dan), c.Machine, c.Lines)
			}
		}
	}
	if tried["meter"] != 6 || tried["first"] != TopDan {
		t.Errorf("tried %v", tried)
	}
}

func TestLaddersThatDoNotAgreeAreFound(t *testing.T) {
	won, lost := game.Won(game.First, "flag"), game.Won(game.Second, "flag")
	list := func() []Graded {
		return []Graded{
			{ID: "a1", Person: "anna", Game: "x", Result: won, Before: Standing{1, 0}, After: Standing{1, 1}, Today: Standing{1, 0}, Reached: 1},
			{ID: "a2", Person: "anna", Game: "x", Result: lost, Before: Standing{1, 1}, After: Standing{1, 0}, Today: Standing{1, 0}, Reached: 1},
			{ID: "a3", Person: "anna", Game: "y", Before: Standing{1, 0}},
			{ID: "b1", Person: "ben", Game: "x", Seat: game.Second, Result: lost, Before: Standing{1, 0}, After: Standing{1, 1}, Today: Standing{1, 1}, Reached: 1},
			{ID: "b2", Person: "ben", Game: "x", Before: Standing{1, 1}, Today: Standing{1, 1}, Reached: 1},
		}
	}
	for name, c := range map[string]struct {
		change func([]Graded)
		wrong  string
	}{
		"all as it should be":          {func([]Graded) {}, ""},
		"a standing that nobody won":   {func(l []Graded) { l[0].Today.Dan, l[1].Today.Dan = 4, 4 }, "a2"},
		"a grade that was not reached": {func(l []Graded) { l[3].Reached, l[4].Reached = 2, 2 }, "b2"},
		"a standing that is gone":      {func(l []Graded) { l[3].Today, l[4].Today, l[4].Reached = Standing{}, Standing{}, 0 }, "b2"},
		"a beginner who was none":      {func(l []Graded) { l[2].Before.Points = 1 }, "a3"},
		"a win that was a loss":        {func(l []Graded) { l[3].Result = won }, "b1"},
		"an end that did not count":    {func(l []Graded) { l[1].After = Standing{} }, "a2"},
		"one that counts and runs":     {func(l []Graded) { l[4].After = Standing{1, 2} }, "b2"},
	} {
		l := list()
		c.change(l)
		wrong := verifyLadders(l)
		if (c.wrong == "") != (len(wrong) == 0) || c.wrong != "" && wrong[c.wrong] == nil {
			t.Errorf("%s: %v", name, wrong)
		}
	}
}
