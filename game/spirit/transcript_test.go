package spirit

import (
	"fmt"
	"strings"
	"testing"

	"salle/game"
	"salle/game/gametest"
)

// compact is an observation in a line or two; the actions are listed by what is public of the last turn.
func compact(v any) string {
	o := v.(Observation)
	var b strings.Builder
	fmt.Fprintf(&b, "m%d-%d r%d k%d t%d", o.Wins[0], o.Wins[1], o.Number, o.K, o.Turn)
	if o.Drawn {
		fmt.Fprintf(&b, " f%d", o.Enters+1)
	}
	for i, p := range o.Fighters {
		stars := "?"
		if o.Seat == game.Seat(i) {
			stars = fmt.Sprint(o.Stars)
		}
		fmt.Fprintf(&b, " %d@%dh%ds%sn%dd%d", i+1, p.Cell, p.HP, stars, o.Slots(game.Seat(i)), p.Dust)
		if o.Pledged[i] {
			b.WriteString(" committed")
		}
	}
	if o.Pledge != (Orders{}) {
		fmt.Fprintf(&b, ", own list %s", o.Pledge)
	}
	for i, lists := range o.Past {
		if lists != (Lists{}) {
			fmt.Fprintf(&b, " | %d %s %s", i+1, lists[0], lists[1])
		}
	}
	if l := o.Last; l.Number > 0 {
		fmt.Fprintf(&b, " || last r%d t%d %s %s", l.Number, l.Turn, l.Lists[0], l.Lists[1])
		if l.Ending.Over {
			fmt.Fprintf(&b, " ended by %s for %s, %d-%d", l.Ending.How, l.Ending.Winner, l.Rounds[0], l.Rounds[1])
		}
	}
	return b.String()
}

// scripted is a match with guards, stars, a penalty, a Pierce, a leap, stardust, a drawn round, a decisive one and an
// offer in it.
const scripted = `salle 1
game: spirit
rules: 1
result: south resign

- first N
# round 1: guards, a Pierce, a leap, then Waves
N FC
S FB
N B
S CB
N FP
S W
N AB
S L-
N AA
S WW
N AA
S WW
# round 2: the other side's
S AA
N FF
S AA
N WW
S AA
N WW
# round 3: decisive, and drawn
N FAA
S FAA
N WWW
S WWW
N WWW
S WWW
# round 4: decisive again; a stay on stardust, and an offer of a draw
S RRR
N AAA
S AAA
N offer
N BAC
S AAA
N AAA
N resign
`

func TestTranscript(t *testing.T) {
	w := gametest.Words{Observation: compact, Event: func(e game.Event) string {
		if len(e.Kind) > 0 && e.Moment == 0 {
			return strings.TrimSpace(fmt.Sprintf("%s %d %s", e.Kind, e.By+1, strings.Join(e.At, " ")))
		}
		return EventText(e)
	}}
	gametest.Golden(t, "testdata/transcript.txt", gametest.Transcript(t, game.New[State, Observation, Action](Info, Rules{}, nil), scripted, w))
}
