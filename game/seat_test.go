package game_test

import (
	"testing"

	"salle/game"
)

func TestSeatsAreASet(t *testing.T) {
	if game.First.Other() != game.Second || game.Second.Other() != game.First {
		t.Error("the players are each other's opponents")
	}
	for seat, plays := range map[game.Seat]bool{game.First: true, game.Second: true, game.Chance: false, game.Spectator: false} {
		if seat.Plays() != plays {
			t.Errorf("%s plays: %v", seat, seat.Plays())
		}
		if game.Nobody.Has(seat) || !game.Only(seat).Has(seat) || game.Only(seat).Without(seat) != game.Nobody {
			t.Errorf("the sets with and without %s", seat)
		}
		if game.Both.Has(seat) != plays {
			t.Errorf("both players have %s: %v", seat, game.Both.Has(seat))
		}
	}
	if game.Everyone.Has(game.Chance) || !game.Everyone.Has(game.Spectator) {
		t.Error("everyone is the players and the spectators")
	}
	if game.Nobody.With(game.First).With(game.Second) != game.Both {
		t.Error("first and second are both")
	}
	if got := game.Seat(9).String(); got != "seat 9" {
		t.Errorf("an unknown seat is called %q", got)
	}
}

func TestMarksAreReadAsWritten(t *testing.T) {
	for text, want := range map[string]game.Mark{
		"0.0":             {},
		"12.0":            {Ply: 12},
		"7.31":            {Ply: 7, Own: 31},
		"1000000.1000000": {Ply: 1_000_000, Own: 1_000_000},
	} {
		got, err := game.ParseMark(text)
		if err != nil || got != want || got.String() != text {
			t.Errorf("%q is read as %v, %v", text, got, err)
		}
	}
}

func TestWrongMarksAreRefused(t *testing.T) {
	for _, text := range []string{
		"", ".", "1", "1.", ".1", "1.2.3", "-1.0", "1.-1", "+1.0", "01.0", "1.00", " 1.0", "1.0 ", "1,0", "a.b",
		"1000001.0", "1.1000001", "99999999999999999999.0", "１.0", "1.0\n", "0x1.0",
	} {
		if m, err := game.ParseMark(text); err == nil {
			t.Errorf("%q is read as %v", text, m)
		}
	}
}

func TestMarksAreOrdered(t *testing.T) {
	order := []game.Mark{{Ply: 0, Own: 0}, {Ply: 0, Own: 1}, {Ply: 1, Own: 0}, {Ply: 2, Own: 5}, {Ply: 3, Own: 0}}
	for i, a := range order {
		for j, b := range order {
			if a.Before(b) != (i < j) {
				t.Errorf("%s before %s: %v", a, b, a.Before(b))
			}
		}
	}
}

func FuzzParseMark(f *testing.F) {
	for _, text := range []string{"12.0", "0.0", "1.", "01.1", "1000001.0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := game.ParseMark(text); err == nil && m.String() != text {
			t.Errorf("%q is read as %v, which is written otherwise", text, m)
		}
	})
}
