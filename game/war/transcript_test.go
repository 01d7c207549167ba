package war

import (
	"fmt"
	"strings"
	"testing"

	"salle/game"
	"salle/game/gametest"
)

// compact is an observation in a line: the position, and what a seat may know beside it.
func compact(v any) string {
	o := v.(Observation)
	var b strings.Builder
	fmt.Fprintf(&b, "t%d", o.Turn)
	for side, committed := range o.Committed {
		if committed && !o.Deployed {
			fmt.Fprintf(&b, " %s has committed", letters[side])
		}
	}
	if o.Own != (Deployment{}) {
		fmt.Fprintf(&b, ", own deployment %s", o.Own)
	}
	if !o.Deployed {
		return b.String()
	}
	s := o.Supply()
	fmt.Fprintf(&b, " lit %d %d, in communication %d %d", s.Lit[0].Len(), s.Lit[1].Len(), s.In[0].Len(), s.In[1].Len())
	if o.MayAttack() {
		for _, t := range o.Targets() {
			fmt.Fprintf(&b, " %s %d:%d", t.At, t.Attack, t.Defence)
		}
	}
	return b.String()
}

// scripted is a match with secret deployments, attacks of all three outcomes, retreats, isolated units and, since it is
// adjudicated, a draw by repetition in it.
const scripted = `salle 1
game: war
variant: war +adjudicate
rules: 1
result: draw repetition

S deploy I K11 K12 K13 L10 L11 L12 M9 M10 M11 C L9 L13 M8 N9 K N10 W N8 R O8 X Q6
N deploy I F14 F15 F16 G14 G15 G16 H14 H15 H16 C G13 G17 H13 H17 K F13 W F17 R D17 X E15
- first north
N end
S Q6-O6
S M8-K8
S end
N F17-H19
N H13-J13
N G17-I18
N G13-I12
N H14-I15
N K12*
S end
N H19-J21
N K12*
S L13-J14
S J13*
N I18-K19
N end
S L10-K10
S J14-H12
S K8-J8
S L9-J9
S O6-N7
S end
N H17-J15
N H12*
S N8-L7
S J8-H7
S N9-L9
S K13-J12
S O8-N9
S I12*
N I12-K13
N J15-L13
N D17-E17
N F13-G13
N E15-F13
N end
S end
N end
S end
N end
`

func TestTranscript(t *testing.T) {
	g := game.New[State, Observation, Action](Info, Rules{}, nil)
	w := gametest.Words{Observation: compact, Event: EventText}
	gametest.Golden(t, "testdata/transcript.txt", gametest.Transcript(t, g, scripted, w))
}
