package match_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"salle/game"
	"salle/game/gametest"
	"salle/game/match"
)

// pebbles is a record of the reference game up to its end.
const pebbles = "salle 1\ngame: pebbles\nrules: 1\nsouth: Anna\nnorth: machine 1\n\n- deal 2\nS 1\nN 3\nS 1\nN 3\nN 1\nS 2\nN 1\nS 3\n"

func TestReadingARecordShowsEveryFrame(t *testing.T) {
	h := newHallOf(t, gametest.Pebbles)
	last, err := h.Read(pebbles, match.AllEyes, 99)
	if err != nil || last.Wrong != nil {
		t.Fatal(err, last.Wrong)
	}
	if !last.Ended || !last.Status.Result.Over || last.Step != last.Steps-1 || last.Players[0].Name != "Anna" || last.Players[1].Name != "machine 1" {
		t.Errorf("the last frame is %+v", last)
	}
	for step := range last.Steps {
		r, err := h.Read(pebbles, match.FirstEyes, step)
		if err != nil || r.Step != step || r.Status.Ply != step || r.Seat != game.First || len(r.Lines) != 9 {
			t.Errorf("frame %d: %+v, %v", step, r, err)
		}
	}
}

func TestNothingBeforeAWrongLineIsLost(t *testing.T) {
	h := newHallOf(t, gametest.Pebbles)
	cut := func(lines int, more string) string {
		return strings.Join(strings.SplitAfter(pebbles, "\n")[:lines], "") + more
	}
	for _, c := range []struct {
		name, text  string
		line, steps int
		code        string
		err         error
	}{
		{"a step that is none", cut(9, "S four\n"), 10, 3, game.WantAction, game.ErrNotation},
		{"after half a turn", cut(8, "S 2\n"), 9, 3, game.WantAction, game.ErrTurn},
		{"no step", cut(9, "S\n"), 10, 3, game.WantStep, nil},
		{"a wrong step before one that is none", cut(9, "S four\nS\n"), 10, 3, game.WantAction, game.ErrNotation},
		{"a step after the end", pebbles + "S 1\n", 16, 6, game.WantEnd, game.ErrOver},
		{"another result", strings.Replace(pebbles, "\n\n", "\nresult: north\n\n", 1), 6, 6, game.WantResult, nil},
		{"another game", strings.Replace(pebbles, "pebbles", "chess", 1), 2, 0, game.WantGame, nil},
		{"later rules", strings.Replace(pebbles, "rules: 1", "rules: 2", 1), 3, 0, game.WantRules, game.ErrVersion},
		{"no game", "salle 1\nrules: 1\n\n", 1, 0, game.WantKey, nil},
		{"one side's view", strings.Replace(pebbles, "\n\n", "\nvisible: south\n\n", 1), 6, 0, game.WantWhole, game.ErrVisible},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, text := range []string{c.text, strings.ReplaceAll(c.text, "\n", "\r\n")} {
				r, err := h.Read(text, match.AllEyes, 99)
				if err != nil || r.Wrong == nil {
					t.Fatalf("%v, %v", r.Wrong, err)
				}
				if r.Wrong.Line != c.line || r.Wrong.Code != c.code || c.err != nil && !errors.Is(r.Wrong, c.err) || r.Steps != c.steps {
					t.Errorf("line %d, %s, %v, with %d frames", r.Wrong.Line, r.Wrong.Code, r.Wrong.Err, r.Steps)
				}
			}
			if err := h.Keep(t.Context(), "wrong", "anna", c.text); err == nil {
				t.Error("it is kept")
			}
		})
	}
	if list, err := h.KeptBy(t.Context(), "anna"); err != nil || len(list) != 0 {
		t.Errorf("kept are %v, %v", list, err)
	}
}

func TestAReadingShowsEachPlayerWhatWasHis(t *testing.T) {
	h := newHallOf(t, gametest.Pebbles)
	half := pebbles[:strings.Index(pebbles, "N 3")] // the first, who alone knows the deal, has chosen
	actions := func(eyes match.Eyes) (list []string) {
		r, err := h.Read(half, eyes, 99)
		if err != nil || r.Wrong != nil {
			t.Fatal(err, r.Wrong)
		}
		for _, l := range r.Lines {
			list = append(list, l.Action)
		}
		return list
	}
	for eyes, want := range map[match.Eyes][]string{
		match.AllEyes: {"deal 2", "1"}, match.FirstEyes: {"deal 2", "1"}, match.SecondEyes: nil, match.PublicEyes: nil,
	} {
		if got := actions(eyes); !slices.Equal(got, want) {
			t.Errorf("eyes %d read %q, want %q", eyes, got, want)
		}
	}
}

func TestARecordIsKeptOnce(t *testing.T) {
	h := newHallOf(t, gametest.Pebbles)
	for range 2 {
		if err := h.Keep(t.Context(), "r1", "anna", pebbles); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Keep(t.Context(), "r1", "ben", pebbles); !errors.Is(err, match.ErrExists) {
		t.Errorf("another's id: %v", err)
	}
	list, err := h.KeptBy(t.Context(), "anna")
	if err != nil || len(list) != 1 || list[0].Names != [2]string{"Anna", "machine 1"} || list[0].Game != "pebbles" {
		t.Errorf("kept are %+v, %v", list, err)
	}
	if kept, err := h.Kept(t.Context(), "r1"); err != nil || kept.Text != pebbles {
		t.Errorf("kept is %+v, %v", kept, err)
	}
	if err := h.Drop(t.Context(), "r1", "ben"); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("another drops it: %v", err)
	}
}

func FuzzReading(f *testing.F) {
	h := newHallOf(f, gametest.Pebbles)
	f.Add(pebbles, 3)
	f.Add(strings.ReplaceAll(pebbles, "\n", "\r\n")+"S\n", -1)
	f.Add("pebbles 1\n", 0)
	f.Fuzz(func(t *testing.T, text string, step int) {
		r, err := h.Read(text, match.Eyes(uint(step)%4), step)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if r.Wrong == nil && r.Steps == 0 || r.Wrong != nil && (r.Wrong.Line < 1 || r.Wrong.Code == "") || r.Steps > 0 && (r.Step < 0 || r.Step >= r.Steps) {
			t.Errorf("%q: frame %d of %d, %+v", text, r.Step, r.Steps, r.Wrong)
		}
	})
}
