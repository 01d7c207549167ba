package shuriken

import (
	"testing"

	"salle/game/gametest"
)

// Turns of the duel from fixed deals.
func TestPerft(t *testing.T) {
	gametest.PerftFile(t, "testdata/perft.txt", Rules{}, func(text string) (State, error) {
		p, err := ParsePosition(text)
		return Resume(p), err
	})
}

// The second implementation counts the same.
func TestPerftCountedSlowly(t *testing.T) {
	for _, g := range []Ground{Training, Master} {
		p := dealtDuel(g, 1)
		for depth := 1; depth <= 2; depth++ {
			got, want := gametest.Perft(Rules{}, Resume(p), depth), slowPerft(t, slow(p), depth)
			if got != want {
				t.Errorf("%s at depth %d: %d ways, want %d", p, depth, got, want)
			}
		}
	}
}

func slowPerft(t *testing.T, d slowDuel, depth int) int {
	t.Helper()
	if depth == 0 {
		return 1
	}
	if d.result != "" {
		return 0
	}
	ways := 0
	for _, text := range d.legal() {
		a, err := Rules{}.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		ways += slowPerft(t, d.play(a.Move), depth-1)
	}
	return ways
}
