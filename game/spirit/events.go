package spirit

import (
	"fmt"
	"strconv"
	"strings"

	"salle/game"
)

// EventText is one of a turn's events in notation, such as "p1 move 1 3>4" (spirit 14.5).
func EventText(e game.Event) string {
	when := "end"
	if e.Moment < MomentEnd {
		when = "p" + strconv.Itoa(e.Moment)
	}
	if e.Kind == EventLimit {
		return when + " " + e.Kind
	}
	text := fmt.Sprintf("%s %s %d", when, e.Kind, e.By+1)
	if e.Kind == EventDust {
		return text + " " + strconv.Itoa(e.N)
	}
	if len(e.At) > 0 {
		text += " " + strings.Join(e.At, ">")
	}
	return text
}
