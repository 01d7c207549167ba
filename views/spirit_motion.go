package views

import (
	"strconv"
	"strings"

	"salle/game"
	"salle/game/spirit"
)

// choreography says how the last turn is animated: where both spirits stand after each phase, what they do and what
// happens to them. The style sheet plays it phase by phase from classes.
type choreography struct {
	k      int                            // phases that were played
	end    int                            // the moment of the last event
	cells  [2][spirit.MaxSlots + 1]uint8  // before the turn and after each phase
	turns  [2][spirit.MaxSlots + 1]bool   // faces the other way from this phase on; index 0 is not used
	does   [2][spirit.MaxSlots + 1]string // the body's motion in a phase
	suffer [2][spirit.MomentEnd + 1]string
	fx     [2][]effect
	lost   [2]int // the moment of the last hit point lost, 0 for none
	star   [2]int // the moment of the last star gained, as far as the viewer may know
}

// effect is a picture or a sound over a spirit at a moment.
type effect struct {
	picture string // "" for a sound alone
	sound   string // "" for a picture alone
	moment  int
	late    bool // after the phase's strike
}

// choreograph reads a turn's events.
func choreograph(turn spirit.Turn, news []game.Event) choreography {
	c := choreography{k: int(turn.K)}
	if turn.Number == 0 {
		return c
	}
	for i, f := range turn.Before {
		for phase := range c.cells[i] {
			c.cells[i][phase] = f.Cell
		}
	}
	for _, e := range news {
		c.end = max(c.end, e.Moment)
		c.hear(e, turn)
	}
	if turn.Ending.Over && c.end <= c.k {
		c.k = c.end // a knock-out ended the turn early
	}
	for i := range c.turns {
		for phase := 1; phase <= c.k; phase++ {
			c.turns[i][phase] = c.leftOf(phase) != c.leftOf(phase-1)
		}
	}
	return c
}

// leftOf tells whether the first spirit stands left of the second after a phase.
func (c *choreography) leftOf(phase int) bool { return c.cells[0][phase] < c.cells[1][phase] }

func (c *choreography) hear(e game.Event, turn spirit.Turn) {
	if !e.By.Plays() || e.Moment == 0 {
		return
	}
	i, m := e.By, e.Moment
	show := func(who game.Seat, picture, sound string) {
		c.fx[who] = append(c.fx[who], effect{picture: picture, sound: sound, moment: m})
	}
	switch e.Kind {
	case spirit.EventMove, spirit.EventLeap:
		to, err := strconv.Atoi(e.At[1])
		if err != nil {
			return
		}
		for phase := m; phase < len(c.cells[i]); phase++ {
			c.cells[i][phase] = uint8(to)
		}
		if e.Kind == spirit.EventLeap {
			c.does[i][m] = "leap"
		}
		show(i, "", "step")
	case spirit.EventCollide:
		c.does[i][m] = "bump"
		show(i, "fx-collide", "miss")
	case spirit.EventWall:
		show(i, "fx-wall", "miss")
	case spirit.EventLeapFail, spirit.EventFizzle:
		show(i, "fx-fizzle", "miss")
	case spirit.EventMiss:
		c.does[i][m] = "lunge"
		c.bolt(e)
		show(i, "fx-miss", "miss")
	case spirit.EventHit:
		c.does[i][m] = "lunge"
		c.bolt(e)
		c.wound(i.Other(), m)
		show(i.Other(), "fx-hit", "hit")
	case spirit.EventCountered:
		c.does[i][m], c.does[i.Other()][m] = "lunge", "guard"
		c.bolt(e)
		c.wound(i, m)
		show(i, "fx-countered", "counter")
	case spirit.EventBlocked:
		c.does[i][m], c.does[i.Other()][m] = "lunge", "guard"
		c.bolt(e)
		show(i.Other(), "fx-blocked", "block")
	case spirit.EventPierced:
		c.does[i][m] = "guard"
		show(i, "fx-pierced", "")
	case spirit.EventWhiff:
		c.does[i][m] = "guard"
		show(i, "fx-whiff", "miss")
	case spirit.EventStar:
		c.star[i] = m
		c.fx[i] = append(c.fx[i], effect{sound: "star", moment: m, late: true})
	case spirit.EventPenalty:
		c.fx[i] = append(c.fx[i], effect{picture: "fx-penalty", sound: "penalty", moment: m, late: true})
	case spirit.EventDust:
		if e.N == spirit.MaxDust {
			c.wound(i, m)
		}
		show(i, "fx-dust", "stardust")
	case spirit.EventKO:
		c.suffer[i][m] = "ko"
		show(i, "fx-ko", "ko")
	}
}

// bolt lets a Wave fly.
func (c *choreography) bolt(e game.Event) {
	if e.At[0] == spirit.Wave.String() {
		c.fx[e.By] = append(c.fx[e.By], effect{picture: actIcon(spirit.Wave), moment: e.Moment})
	}
}

func (c *choreography) wound(i game.Seat, moment int) {
	c.suffer[i][moment] = "hit"
	c.lost[i] = moment
}

// moment is the class suffix of a moment: "p1" or "end".
func moment(m int) string {
	if m == spirit.MomentEnd {
		return "end"
	}
	return "p" + strconv.Itoa(m)
}

// phaseClass is the class that times a picture: "phase1" or "phase-end".
func phaseClass(m int) string {
	if m == spirit.MomentEnd {
		return "phase-end"
	}
	return "phase" + strconv.Itoa(m)
}

// phaseData is a moment as the script reads it: "1" or "end".
func phaseData(m int) string { return strings.TrimPrefix(moment(m), "p") }

// spiritClass is all that the style sheet needs to draw one spirit at rest and in motion.
func (d duel) spiritClass(seat game.Seat) string {
	own, other := d.o.Fighters[seat], d.o.Fighters[seat.Other()]
	classes := []string{"spirit", "foe", "at" + strconv.Itoa(int(own.Cell)), "faces-right"}
	if seat == d.me {
		classes[1] = "me"
	}
	if own.Cell > other.Cell {
		classes[3] = "faces-left"
	}
	if own.HP == 0 {
		classes = append(classes, "fallen")
	}
	c := d.script
	if d.o.Last.Number == 0 {
		return strings.Join(classes, " ")
	}
	for phase := 0; phase <= c.k; phase++ {
		classes = append(classes, "p"+strconv.Itoa(phase)+"c"+strconv.Itoa(int(c.cells[seat][phase])))
	}
	for phase := 1; phase <= c.k; phase++ {
		if c.turns[seat][phase] {
			classes = append(classes, "turns-"+moment(phase))
		}
		if does := c.does[seat][phase]; does != "" {
			classes = append(classes, does+"-"+moment(phase))
		}
	}
	for m, what := range c.suffer[seat] {
		if what != "" {
			classes = append(classes, what+"-"+moment(m))
		}
	}
	// A new round puts the spirits back to where they began, which may turn them once more.
	if c.leftOf(c.k) != (d.o.Fighters[0].Cell < d.o.Fighters[1].Cell) {
		classes = append(classes, "turns-end")
	}
	return strings.Join(classes, " ")
}

// fxClass is the class of an effect's picture.
func fxClass(e effect) string {
	class := "fx " + phaseClass(e.moment)
	if strings.HasPrefix(e.picture, "act-") {
		class = "fx bolt " + phaseClass(e.moment)
	}
	return class
}

// delay is when in its phase an effect's sound comes, as the script reads it; "" for the usual moment.
func (e effect) delay() string {
	if e.late {
		return ".8"
	}
	return ""
}

// pip is one hit point of a plate.
type pip struct {
	full bool
	lost int // the moment of the last turn at which it went, 0 if not then
}

// pips are a player's hit points. The last one lost in the last turn goes out before the viewer's eyes; in a new round
// all are back.
func (d duel) pips(seat game.Seat) []pip {
	pips := make([]pip, spirit.StartHP)
	hp := int(d.o.Fighters[seat].HP)
	for i := range pips {
		pips[i].full = i < hp
	}
	if hp < len(pips) && !d.fresh() {
		pips[hp].lost = d.script.lost[seat]
	}
	return pips
}

// starMoment is when in the last turn the viewer's n-th star, from 1, came; 0 if not then.
func (d duel) starMoment(n int) int {
	if n != int(d.o.Stars) || d.fresh() {
		return 0
	}
	return d.script.star[d.me]
}
