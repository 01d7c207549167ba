package gametest

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"salle/game"
)

// At is a sealed position in any state, also one that no match has reached.
func At[S game.State, O any, A game.Action](rules game.Rules[S, O, A], state S) game.Position {
	// A game that begins in that state: Start cannot fail.
	p, _ := game.New[S, O, A](game.Info{}, beginsAt[S, O, A]{Rules: rules, state: state}, nil).Start(game.Setup{})
	return p
}

// beginsAt are rules with another beginning.
type beginsAt[S game.State, O any, A game.Action] struct {
	game.Rules[S, O, A]
	state S
}

func (r beginsAt[S, O, A]) Start(game.Setup) (S, error) { return r.state, nil }

// Perft counts the ways to play depth plies from a state; see game.Perft.
func Perft[S game.State, O any, A game.Action](rules game.Rules[S, O, A], state S, depth int) int {
	return game.Perft(At(rules, state), depth)
}

// PerftFile checks the lines "position;depth;count" of a file; # leads a comment. With -short it leaves out counts above a
// hundred thousand.
func PerftFile[S game.State, O any, A game.Action](t *testing.T, file string, rules game.Rules[S, O, A], parse func(string) (S, error)) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for i, line := range strings.Split(string(data), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		field := strings.Split(line, ";")
		if len(field) != 3 {
			t.Fatalf("%s:%d: want position;depth;count, found %q", file, i+1, line)
		}
		state, errState := parse(field[0])
		depth, errDepth := strconv.Atoi(field[1])
		want, errCount := strconv.Atoi(field[2])
		if errState != nil || errDepth != nil || errCount != nil {
			t.Fatalf("%s:%d: %q: %v %v %v", file, i+1, line, errState, errDepth, errCount)
		}
		if testing.Short() && want > 100_000 {
			continue
		}
		checked++
		if got := Perft(rules, state, depth); got != want {
			t.Errorf("%s:%d: %s at depth %d: %d ways, want %d", file, i+1, field[0], depth, got, want)
		}
	}
	if checked == 0 {
		t.Fatalf("%s has no counts", file)
	}
}
