package shuriken

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"salle/game"
	"salle/game/gametest"
)

// compact is an observation in a line: the position as the observer knows it, and what he knows beside it.
func compact(v any) string {
	o := v.(Observation)
	var b strings.Builder
	fmt.Fprintf(&b, "phase %d", o.Phase)
	for _, seat := range players {
		if o.Ready[seat] && o.Phase == InSetup {
			fmt.Fprintf(&b, " %s ready", letters[seat])
		}
		if o.Shuffling[seat] {
			fmt.Fprintf(&b, " %s shuffling", letters[seat])
		}
	}
	if problem := o.Problem(); problem != "" {
		b.WriteString(" " + problem)
	}
	fmt.Fprintf(&b, ", %d:%d shuriken, %d:%d shields, %s", o.Shuriken[0], o.Shuriken[1], o.Shields[0], o.Shields[1], o.Position())
	for _, s := range o.Pieces {
		for i, is := range []bool{s.Threw, s.Held, s.Saved} {
			if is {
				fmt.Fprintf(&b, ", %s from %s %s", s.At, s.From, []string{"threw", "held", "saved"}[i])
			}
		}
	}
	for i, f := range o.Fallen {
		if i == 0 {
			b.WriteString(", fallen")
		}
		fmt.Fprintf(&b, " %s%s", letters[f.Owner], Man{f.Kind, f.Blades}.Text(o.Ground))
	}
	return b.String()
}

// The records of testdata were played at random and chosen for holding much of what their ground has.
func TestTranscripts(t *testing.T) {
	g := game.New[State, Observation, Action](Info, Rules{}, nil)
	for _, name := range []string{"training", "master", "quiet"} {
		record, err := os.ReadFile("testdata/" + name + ".record")
		if err != nil {
			t.Fatal(err)
		}
		text := gametest.Transcript(t, g, string(record), gametest.Words{Observation: compact, Event: EventText})
		gametest.Golden(t, "testdata/"+name+".txt", text)
	}
}
