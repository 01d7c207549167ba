package main

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"salle/game"
)

// play runs an arena and returns all it prints but its last line, which depends on the computer.
func play(t *testing.T, args ...string) string {
	t.Helper()
	got := call(t, append([]string{"arena"}, args...)...)
	if got.code != 0 || got.stderr != "" {
		t.Fatalf("arena %v: %+v", args, got)
	}
	result, last, ok := strings.Cut(got.stdout, "decisions ")
	if !ok || !strings.Contains(last, " a second") {
		t.Fatalf("arena %v says nothing of decisions:\n%s", args, got.stdout)
	}
	return result
}

func TestEqualSeedsGiveEqualMatches(t *testing.T) {
	args := []string{"--a", "2", "--b", "1", "--games", "12", "--seed"}
	one := play(t, append(args, "1")...)
	if again := play(t, append(args, "1")...); again != one {
		t.Errorf("seed 1 gives\n%s\nand\n%s", one, again)
	}
	others := map[string]bool{}
	for seed := range 6 {
		_, result, _ := strings.Cut(play(t, append(args, fmt.Sprint(seed))...), "\n")
		others[result] = true
	}
	if len(others) == 1 {
		t.Errorf("six seeds give the same results:\n%s", one)
	}
}

func TestArenaCountsEveryMatchAndRound(t *testing.T) {
	_, _, p, err := start("spirit", "")
	if err != nil {
		t.Fatal(err)
	}
	if p.Status().Round != 1 {
		t.Fatal("spirit has no rounds")
	}
	text := play(t, "--a", "1", "--b", "2", "--games", "9")
	var m, r tally
	var level [2]int
	var share, low, high float64
	const tallied = "%d won, %d drawn, %d lost: %f %% of the points (95 %%: %f to %f)"
	if _, err := fmt.Sscanf(text, "spirit, level %d against level %d, seed 1\nmatches "+tallied+"\nrounds "+tallied+"\n",
		&level[0], &level[1], &m.won, &m.drawn, &m.lost, &share, &low, &high, &r.won, &r.drawn, &r.lost, &share, &low, &high); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if level != [2]int{1, 2} || m.sum() != 9 || r.sum() < 2*9 || r.sum() > 5*9 || r.won < m.won || r.lost < m.lost {
		t.Errorf("matches %+v and rounds %+v of nine between 1 and 2:\n%s", m, r, text)
	}
	if !(low < share && share < high) {
		t.Errorf("%f is not between %f and %f", share, low, high)
	}
}

func TestRoundsAreCountedWhenTheyEnd(t *testing.T) {
	at := func(round int, wins ...int) game.Status { return game.Status{Round: round, Wins: [2]int(wins)} }
	over := func(s game.Status) game.Status { s.Result.Over = true; return s }
	for _, c := range []struct {
		what          string
		before, after game.Status
		want          tally // as First sees it
	}{
		{"a turn", at(1, 0, 0), at(1, 0, 0), tally{}},
		{"a won round", at(1, 0, 0), at(2, 1, 0), tally{won: 1}},
		{"a lost round", at(2, 1, 0), at(3, 1, 1), tally{lost: 1}},
		{"a drawn round", at(2, 1, 0), at(3, 1, 0), tally{drawn: 1}},
		{"the last round won", at(3, 1, 1), over(at(3, 2, 1)), tally{won: 1}},
		{"the last round drawn", at(5, 1, 1), over(at(5, 1, 1)), tally{drawn: 1}},
		{"the end of a game without rounds", at(0, 0, 0), over(at(0, 0, 0)), tally{}},
	} {
		if got := ended(c.before, c.after, game.First); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.what, got, c.want)
		}
		mirrored := tally{won: c.want.lost, drawn: c.want.drawn, lost: c.want.won}
		if got := ended(c.before, c.after, game.Second); got != mirrored {
			t.Errorf("%s, for Second: %+v, want %+v", c.what, got, mirrored)
		}
	}
}

func TestTheIntervalIsWilsons(t *testing.T) {
	for _, c := range []struct {
		tally     tally
		low, high float64
	}{
		{tally{won: 50, lost: 50}, 0.4038, 0.5962},
		{tally{won: 40, drawn: 20, lost: 40}, 0.4038, 0.5962},
		{tally{won: 40, drawn: 10, unfinished: 10, lost: 40}, 0.4038, 0.5962},
		{tally{lost: 10}, 0, 0.2775},
		{tally{won: 10}, 0.7225, 1},
		{tally{won: 1}, 0.2065, 1},
		{tally{won: 681, lost: 319}, 0.6515, 0.7092},
	} {
		low, high := c.tally.interval()
		if math.Abs(low-c.low) > 1e-4 || math.Abs(high-c.high) > 1e-4 {
			t.Errorf("%s, want %.4f to %.4f", c.tally, c.low, c.high)
		}
	}
}

func TestArenaOfTheGameOfWar(t *testing.T) {
	args := []string{"--game", "war", "--variant", "+adjudicate", "--a", "1", "--b", "random", "--games", "2", "--turns"}
	text := play(t, append(args, "4")...)
	if want := "war +adjudicate, level 1 against random, seed 1\n" +
		"matches   0 won, 0 drawn, 0 lost, 2 unfinished: 50.0 % of the points (95 %: 9.5 to 90.5)\n" +
		"ends      2 unfinished\nlength    4.0 turns a side\n"; text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	text = play(t, append(args, "0")...)
	var won, drawn, lost int
	_, err := fmt.Sscanf(text, "war +adjudicate, level 1 against random, seed 1\nmatches   %d won, %d drawn, %d lost:", &won, &drawn, &lost)
	if err != nil || won+drawn+lost != 2 || !strings.Contains(text, ", 0 unfinished\n") {
		t.Errorf("%v: two whole matches end so:\n%s", err, text)
	}
	if again := play(t, append(args, "0")...); again != text {
		t.Errorf("once more it gives\n%s\nnot\n%s", again, text)
	}
}

// TestArenaStartsFromAPosition lets a side play that wins by its first move.
func TestArenaStartsFromAPosition(t *testing.T) {
	const wins = "i24/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/22I2/25 N B15,D8,T23 - - -"
	won := strings.Replace(wins, "i24", "25", 1)
	at := file(t, wins)
	want := "matches   1 won, 0 drawn, 1 lost: 50.0 % of the points (95 %: 9.5 to 90.5)\nends      2 by arsenals, 0 unfinished\nlength    1.0 turns a side\n"
	if text := play(t, "--game", "war", "--position", at, "--a", "3", "--b", "3", "--games", "2"); !strings.HasSuffix(text, want) {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	call(t, "arena", "--game", "war", "--position", file(t, won)).failed(t, 1, "nothing is left to play", "north elimination")
	call(t, "arena", "--position", at).failed(t, 2, "--game war")
	call(t, "arena", "--game", "war", "--position", file(t, "25/25 N")).failed(t, 1, "no position is in it")
}

func TestTurnsAreCounted(t *testing.T) {
	const first, second = game.First, game.Second
	for _, c := range []struct {
		what string
		seq  []game.Seats
		want int
	}{
		{"every ply where both act", []game.Seats{game.Only(game.Chance), game.Both, game.Both, game.Both}, 3},
		{"a deployment and three turns", []game.Seats{game.Both, game.Only(game.Chance), game.Only(second), game.Only(second), game.Only(first), game.Only(second)}, 2},
	} {
		var n count
		for _, toAct := range c.seq {
			n.begin(toAct)
		}
		if n.turns() != c.want {
			t.Errorf("%s: %d turns, want %d", c.what, n.turns(), c.want)
		}
	}
}

func TestPerftOfTheGameOfWar(t *testing.T) {
	const opening = "25/25/25/2R22/25/4X4I15/2CC1IIKI16/2CCIWIII16/5I19/25/14iiikc6/14iiicc6/14iiic7/16x8/15w6r2/25/25/25/25/25 N B15,D8,T3,T23 - - -"
	for _, args := range [][]string{{"perft", "--game", "war", "--depth", "1"}, {"perft", "--game", "war", "--depth", "1", "--position", file(t, opening+"\n")}} {
		if got := call(t, args...); got.code != 0 || !strings.Contains(got.stdout, "depth 1: 123 in ") {
			t.Errorf("%v: %+v, want 123 ways", args, got)
		}
	}
}

func TestPerftCounts(t *testing.T) {
	got := call(t, "perft", "--depth", "2")
	lines := strings.Split(got.stdout, "\n")
	// Chance draws one of two; then each side has six actions for each of two slots: no star for Pierce, no neighbour for
	// Leap.
	for i, want := range []string{"depth 0: 1 in ", "depth 1: 2 in ", "depth 2: 2592 in "} {
		if got.code != 0 || len(lines) != 4 || !strings.HasPrefix(lines[i], want) {
			t.Fatalf("%+v, want %q", got, want)
		}
	}
}
