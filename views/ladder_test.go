package views

import (
	"strings"
	"testing"

	"salle/game"
)

func TestTheEndOfAGradedMatchShowsBothStandings(t *testing.T) {
	en := words(t).Get("en")
	for _, c := range []struct {
		before, after Standing
		says          string
	}{
		{Standing{1, 2}, Standing{2, 0}, "You rise to 2nd dan."},
		{Standing{3, 0}, Standing{2, 0}, "You fall back to 2nd dan."},
		{Standing{7, 2}, Standing{7, 3}, "You gain a point."},
		{Standing{4, 1}, Standing{4, 0}, "You lose a point."},
		{Standing{1, 0}, Standing{1, 0}, "You stay where you are: 1st dan."},
	} {
		table := Table{
			Lang: en, ID: "a", NewID: "b", Game: "shuriken", Side: "south", Variant: "master", Players: [2]Player{{Name: "Anna"}, {Level: c.before.Dan, Grade: true}},
			Status: game.Status{Result: game.Drawn(game.ReasonAgreed)}, Graded: true, Before: c.before, After: c.after, Levels: 7,
		}
		page := render(t, verdict(table))
		for _, want := range []string{c.says, danFull(en, c.before.Dan), danFull(en, c.after.Dan), "against the " + dan(en, c.after.Dan), `name="graded"`} {
			if !strings.Contains(page, want) {
				t.Errorf("%+v to %+v: %q is not in\n%s", c.before, c.after, want, page)
			}
		}
		if got, want := strings.Count(page, `class="full"`), c.before.Points+c.after.Points; got != want {
			t.Errorf("%+v to %+v: %d points are full, want %d", c.before, c.after, got, want)
		}
		if got, want := strings.Count(page, `class="bar"`), c.before.Dan+c.after.Dan; got != want {
			t.Errorf("%+v to %+v: %d bars, want %d", c.before, c.after, got, want)
		}
		if tag := render(t, gradedTag(table)); !strings.Contains(tag, "Graded") || !strings.Contains(tag, dan(en, c.before.Dan)) {
			t.Errorf("the tag is %s", tag)
		}
	}
	if tag := render(t, gradedTag(Table{Lang: en})); strings.TrimSpace(tag) != "" {
		t.Errorf("a match that does not count has the tag %s", tag)
	}
}
