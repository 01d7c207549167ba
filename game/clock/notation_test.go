package clock_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"salle/game/clock"
)

func TestNotation(t *testing.T) {
	for text, want := range map[string]clock.Settings{
		"none":                          {},
		"1d":                            {Turn: day},
		"3d":                            perTurn,
		"14d":                           {Turn: 14 * day},
		"3d weekends":                   perTurnWeek,
		"bank 10d+12h max 15d":          bank,
		"bank 10d+12h max 15d weekends": {Bank: 10 * day, Increment: 12 * hour, Cap: 15 * day, WeekendsOff: true},
		"bank 1h+0h max 1h":             {Bank: hour, Cap: hour},
		"bank 36h+25h max 90d":          {Bank: 36 * hour, Increment: 25 * hour, Cap: 90 * day},
		"bank 90d+7d max 90d":           {Bank: 90 * day, Increment: 7 * day, Cap: 90 * day},
	} {
		got, err := clock.Parse(text)
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", text, got, err, want)
		}
		if got := want.String(); got != text {
			t.Errorf("%+v is written %q, want %q", want, got, text)
		}
		if got, want := want.Ticks(), text != "none"; got != want {
			t.Errorf("%q ticks: %v, want %v", text, got, want)
		}
	}
}

// refused are texts that are no time control, or one in another spelling.
var refused = []string{
	"", " ", "None", "none weekends", "weekends", " weekends", "0d", "4d", "15d", "-3d", "+3d", "03d", "3 d", "3D", "3", "d", "h", "72h", "24h", "12h",
	"3d weekends weekends", "3d  weekends", " 3d", "3d ", "3d\n", "bank", "bank ", "bank 10d", "bank 10d+12h", "bank 10d max 15d", "bank 10d+12h max",
	"bank 10d+12h max ", "bank 10d+12h max 9d", "bank 0h+12h max 15d", "bank 0d+12h max 15d", "bank 10d+0d max 15d", "bank 240h+12h max 15d",
	"bank 91d+12h max 91d", "bank 10d+8d max 15d", "bank 10d+169h max 15d", "bank 10d+12h max 91d", "bank 10d+12h max 2161h", "bank 10d+-1h max 15d",
	"bank 1d12h+12h max 15d", "bank 10d+12h max 15d max 15d", "bank 10d+12h+12h max 15d", "bank 10d+30m max 15d", "bank 9223372036854775807d+0h max 90d",
	"bank 99999999999999999999h+0h max 90d", "bank 106751991167300642d+0h max 90d", "３d",
}

func TestNonsenseIsRefused(t *testing.T) {
	for _, text := range refused {
		if got, err := clock.Parse(text); !errors.Is(err, clock.ErrSettings) || got != (clock.Settings{}) {
			t.Errorf("%q: %+v, %v, want ErrSettings", text, got, err)
		}
	}
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawSettings(t)
		if got, err := clock.Parse(want.String()); err != nil || got != want {
			t.Fatalf("%q is read as %+v, %v, want %+v", want, got, err, want)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, text := range append([]string{"none", "3d weekends", "bank 10d+12h max 15d", "bank 36h+25h max 90d weekends"}, refused...) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := clock.Parse(text)
		switch {
		case err != nil && (!errors.Is(err, clock.ErrSettings) || s != clock.Settings{}):
			t.Errorf("%q: %+v, %v", text, s, err)
		case err == nil && s.String() != text:
			t.Errorf("%q is read as %q", text, s)
		case err == nil && (s.Turn > 14*day || s.Bank > s.Cap || s.Cap > 90*day || s.Increment > 7*day || s.Increment < 0):
			t.Errorf("%q is out of bounds: %+v", text, s)
		case err == nil && s.Ticks() != (text != "none"):
			t.Errorf("%q ticks: %v", text, s.Ticks())
		}
	})
}
