package gametest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"salle/game"
)

var update = flag.Bool("update", false, "rewrite golden files with what the tests got")

// Golden compares a text with a file; -update rewrites the file.
func Golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (run the test with -update to write it)", err)
	}
	if string(want) == got {
		return
	}
	wants, gots := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	for i := 0; ; i++ {
		if i == len(wants) || i == len(gots) || wants[i] != gots[i] {
			t.Fatalf("%s:%d differs:\n got %s\nwant %s", file, i+1, line(gots, i), line(wants, i))
		}
	}
}

func line(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "the end"
}

// Words are how a transcript writes what only the game knows.
type Words struct {
	Observation func(any) string
	Event       func(game.Event) string
}

// Transcript plays a record and writes down the state, every viewer's observation, the number of legal actions and, by
// audience, the events at each step.
func Transcript(t *testing.T, g game.Game, record string, w Words) string {
	t.Helper()
	r, err := game.ParseRecord(record)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Start(r.Setup())
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	look(&b, p, w)
	_, err = r.Replay(g, func(s game.Step) {
		fmt.Fprintf(&b, "\n== %d %s: %s\n", s.Entry.Ply, s.Entry.Seat, s.Entry.Action)
		for _, e := range s.Events {
			fmt.Fprintf(&b, "  event %s, to %s\n", w.Event(e), names(e.Seen))
		}
		look(&b, s.After, w)
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// look writes down a position.
func look(b *strings.Builder, p game.Position, w Words) {
	status := p.Status()
	fmt.Fprintf(b, "  state %s\n  to act %s", game.Reveal(p), names(status.ToAct))
	for _, seat := range seats {
		if status.ToAct.Has(seat) {
			fmt.Fprintf(b, ", %s has %d", seat, len(p.Legal(seat)))
		}
	}
	b.WriteByte('\n')
	if status.Result.Over {
		fmt.Fprintf(b, "  result %s %s\n", status.Result.Winner, status.Result.Reason)
	}
	for _, viewer := range viewers {
		fmt.Fprintf(b, "  %s sees %s\n", viewer, w.Observation(p.Observe(viewer)))
	}
}
