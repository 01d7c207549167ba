package views

import (
	"strconv"
	"strings"

	"salle/game"
	"salle/game/spirit"
)

// duel is Spirit Duel's page as its template needs it: what a table and an observation say, put in the page's order.
type duel struct {
	Table
	o      spirit.Observation
	me     game.Seat // whose side is drawn as the viewer's own
	rival  string    // what the other player is called
	list   spirit.Orders
	refuse string // the key of why the last action did not fit, "" where it did
	script choreography
}

func newDuel(t Table, o spirit.Observation) duel {
	d := duel{Table: t, o: o, me: t.near(), rival: t.rivalName()}
	if d.toOrder() && t.Pick != "" {
		list, err := o.Draft(t.Pick)
		d.list = list
		if err != nil {
			d.refuse = "refuse." + err.Key
			if err.Key == spirit.CodeSlots {
				d.refuse = "refuse.full"
			}
		}
	}
	d.script = choreograph(o.Last, lastTurn(t))
	return d
}

// lastTurn is what the viewer was told of the last whole turn. An end made at the table came after it, in a turn that was
// never played.
func lastTurn(t Table) []game.Event {
	switch t.Status.Result.Reason {
	case game.ReasonResign, game.ReasonAgreed, game.ReasonTime, game.ReasonAbort:
		return t.Earlier
	}
	return t.News
}

// foe is the seat across from the viewer.
func (d duel) foe() game.Seat { return d.me.Other() }

// fresh tells whether the round has just begun, so that the last turn belongs to the round before.
func (d duel) fresh() bool { return d.o.Last.Ending.Over && !d.over() }

// over tells whether the match has ended, by the rules of the game or at the table.
func (d duel) over() bool { return d.Status.Result.Over }

// toOrder tells whether the viewer owes a list.
func (d duel) toOrder() bool { return d.Status.ToAct.Has(d.Seat) && d.o.ToOrder() }

// phases is how many phases of the last turn were played.
func (d duel) phases() int { return max(d.script.k, 1) }

// line is what the notice says, and whether it tells of a refusal.
func (d duel) line() (text string, refused bool) {
	l := d.Lang
	switch {
	case d.Notice != nil:
		return l.T(d.Notice.Key, d.Notice.Args...), d.Notice.Refused
	case d.refuse != "":
		return l.T(d.refuse), true
	case d.over():
		return resultSentence(l, d.Table), false
	case d.Watches():
		return strings.Join(append(d.lastTurn(), d.pending("choose", d.o.Pledged)), " "), false
	case d.toOrder() && d.list.Len() == d.o.Slots(d.me):
		return l.T("match.slots.ready"), false
	case d.list.Len() > 0:
		return l.N("match.slots.left", d.o.Slots(d.me)-d.list.Len()), false
	case d.waits():
		return l.T("match.waiting", "who", d.rival), false
	}
	if d.fresh() {
		return strings.Join(d.lastTurn(), " "), false
	}
	return strings.Join(append(d.lastTurn(), l.T("match.yourturn")), " "), false
}

// waits tells whether the viewer's list is in and the other's is not.
func (d duel) waits() bool {
	return !d.over() && !d.Reviews() && !d.Watches() && d.o.Drawn && d.o.Pledged[d.me]
}

// lastTurn says in sentences what the last turn cost, or how it ended the round.
func (d duel) lastTurn() []string {
	if d.o.Last.Number == 0 {
		return nil
	}
	if d.fresh() {
		key := "match.new.round"
		if d.o.Decisive() {
			key = "match.new.decisive"
		}
		return []string{d.roundSentence(), d.Lang.T(key, "n", int(d.o.Number))}
	}
	var said []string
	for _, seat := range []game.Seat{d.me, d.foe()} {
		if lost := int(d.o.Last.Before[seat].HP) - int(d.o.Last.After[seat].HP); lost > 0 {
			said = append(said, d.Lang.T("match.lost", "who", d.who(seat), "n", lost))
		}
	}
	return said
}

// roundSentence says how the last turn ended its round.
func (d duel) roundSentence() string {
	end := d.o.Last.Ending
	whose := ".draw"
	if end.Winner.Plays() {
		whose = d.whose(end.Winner)
	}
	who, rival := d.named(end.Winner)
	return d.Lang.T("round."+end.How+whose, "n", int(d.o.Last.Number), "who", who, "rival", rival)
}

// named is what a sentence about a player calls him, and his opponent where it is not the viewer.
func (d duel) named(by game.Seat) (who, rival string) {
	if d.Watches() && by.Plays() {
		return d.who(by), d.who(by.Other())
	}
	return d.rival, d.rival
}

// sentence puts an event in words; "" for one that the story leaves out.
func (d duel) sentence(e game.Event) string {
	key := "event." + e.Kind
	who, rival := d.named(e.By)
	args := []any{"who", who, "rival", rival, "n", e.N}
	switch e.Kind {
	case spirit.EventPledge, spirit.EventOrders: // shown as pictures
		return ""
	case spirit.EventLimit:
		return d.Lang.T(key)
	case spirit.EventDust:
		key += "." + strconv.Itoa(e.N)
	case spirit.EventWhiff, spirit.EventLeapFail:
		key += "." + e.At[0]
	case spirit.EventMove, spirit.EventLeap:
		args = append(args, "from", e.At[0], "to", e.At[1])
	case spirit.EventMiss, spirit.EventCountered, spirit.EventBlocked, spirit.EventHit:
		args = append(args, "act", d.Lang.T("act."+e.At[0]))
	}
	return d.Lang.T(key+d.whose(e.By), args...)
}

// act is what a player did in a phase of the last turn, counted from 1.
func (d duel) act(seat game.Seat, phase int) spirit.Act {
	return d.o.Last.Lists[seat][phase-1]
}

// said is what is told of a phase.
func (d duel) said(phase int) []string {
	var lines []string
	for _, e := range d.News {
		if s := d.sentence(e); e.Moment == phase && s != "" {
			lines = append(lines, s)
		}
	}
	return lines
}

// scoreSaid is the score as it is spoken.
func (d duel) scoreSaid() string {
	mine, theirs := int(d.o.Wins[d.me]), int(d.o.Wins[d.foe()])
	if d.Watches() {
		return d.Lang.T("watch.score", "who", d.who(d.me), "n", mine, "rival", d.rival, "m", theirs)
	}
	return d.Lang.T("match.score.say", "mine", mine, "rival", d.rival, "theirs", theirs)
}

// starsHint says why stars are not shown.
func (d duel) starsHint() string {
	if d.Watches() {
		return d.Lang.T("watch.stars")
	}
	return d.Lang.T("match.stars.unknown.hint")
}

// cell is one cell of the board.
type cell struct {
	n          int
	dust, soon bool
	level      int    // of the stardust picture, 1 to 3
	spoken     string // the cell and what stands on it
}

// soonTurn is the turn before which stardust grows next, 0 if it does not grow any more (spirit 9.1).
func soonTurn(turn int) int {
	switch {
	case turn < 4:
		return 4
	case turn < 7:
		return 7
	}
	return 0
}

func (d duel) cells() []cell {
	turn := int(d.o.Turn)
	soon := soonTurn(turn)
	cells := make([]cell, spirit.Cells)
	for i := range cells {
		c := cell{n: i + 1, level: 1, dust: spirit.DustAt(i+1, turn)}
		c.soon = !c.dust && soon > 0 && spirit.DustAt(i+1, soon)
		c.spoken = d.spokenCell(c, soon)
		for _, f := range d.o.Fighters {
			if int(f.Cell) == c.n {
				c.level = max(1, int(f.Dust))
			}
		}
		cells[i] = c
	}
	return cells
}

func (d duel) spokenCell(c cell, soon int) string {
	l := d.Lang
	stands := ""
	for i, f := range d.o.Fighters {
		switch {
		case int(f.Cell) != c.n:
		case game.Seat(i) == d.Seat:
			stands = l.T("board.cell.you", "n", c.n, "hp", int(f.HP))
		default:
			stands = l.T("board.cell.who", "n", c.n, "who", d.who(game.Seat(i)), "hp", int(f.HP))
		}
	}
	switch {
	case stands == "" && c.dust:
		return l.T("board.cell.dust", "n", c.n)
	case stands == "":
		stands = l.T("board.cell.empty", "n", c.n)
	case c.dust:
		return stands + l.T("board.also.dust")
	}
	if c.soon {
		return stands + l.T("board.also.soon", "turn", soon)
	}
	return stands
}

// reach is the key of which strikes reach at a distance.
func reach(distance int) string {
	switch distance {
	case 1:
		return "match.distance.1"
	case 2:
		return "match.distance.2"
	}
	return "match.distance.far"
}

// slot is one box of the list that is being filled.
type slot struct {
	n      int
	act    spirit.Act // None where it is empty
	next   bool       // the one to fill now
	locked bool       // taken away by a penalty
}

// slots are the boxes of a list, the locked one of a penalised player among them.
func (d duel) slots(list spirit.Orders) []slot {
	boxes := make([]slot, d.o.K)
	for i := range boxes {
		boxes[i] = slot{n: i + 1, act: list[i], next: i == list.Len(), locked: i >= d.o.Slots(d.me)}
	}
	return boxes
}

// with is the half-filled list and one action more, as a button sends it.
func (d duel) with(a spirit.Act) string {
	text := d.list.String() + a.String()
	if a == spirit.Leap {
		text += spirit.Rest.String()
	}
	return text
}

// fits tells whether an action can follow the half-filled list.
func (d duel) fits(a spirit.Act) bool { return d.o.Fits(d.list, a) == "" }

// without is the half-filled list less its last action, a Leap with its recovery.
func (d duel) without() string {
	text := d.list.String()
	text = strings.TrimSuffix(text, spirit.Rest.String())
	return text[:max(len(text)-1, 0)]
}

// full tells whether the list can be confirmed.
func (d duel) full() bool { return d.list.Len() == d.o.Slots(d.me) }

// actKey is the key of an action's name.
func actKey(a spirit.Act) string {
	switch a {
	case spirit.None:
		return "act.none"
	case spirit.Rest:
		return "act.rest"
	}
	return "act." + a.String()
}

// actIcon is the picture of an action.
func actIcon(a spirit.Act) string {
	switch a {
	case spirit.None:
		return "lock"
	case spirit.Rest:
		return "act-rest"
	}
	return "act-" + a.String()
}

// actClass groups the actions: moves, strikes and wards.
func actClass(a spirit.Act) string {
	switch {
	case a.Strikes():
		return "strike"
	case a == spirit.Block, a == spirit.Counter:
		return "ward"
	}
	return "move"
}

// bout is the turns of one round in the list of all turns.
type bout struct {
	round int
	turns []boutTurn
}

type boutTurn struct {
	n     int // from 1
	frame int // of the record, the one that shows its outcome
	lists [2]string
}

// bouts sorts the readable lines into rounds and turns.
func (d duel) bouts() []bout {
	var bouts []bout
	ply := -1
	for _, line := range d.Lines {
		if !line.Seat.Plays() || game.IsTable(line.Action) || !d.Reviews() && line.Ply >= d.Status.Ply {
			continue
		}
		if len(bouts) == 0 || bouts[len(bouts)-1].round != line.Round {
			bouts = append(bouts, bout{round: line.Round})
		}
		b := &bouts[len(bouts)-1]
		if line.Ply != ply {
			ply = line.Ply
			b.turns = append(b.turns, boutTurn{n: len(b.turns) + 1, frame: ply + 1})
		}
		b.turns[len(b.turns)-1].lists[line.Seat] = line.Action
	}
	return bouts
}

// acts are the actions of a list in notation.
func acts(list string) []spirit.Act {
	as := make([]spirit.Act, len(list))
	for i := range list {
		as[i] = spirit.Act(list[i])
	}
	return as
}

// dustKey is the key of what a stardust counter means.
func dustKey(n uint8) string { return "match.dust." + strconv.Itoa(int(n)) }

// figure is the picture of a player's spirit: the viewer's is always the first.
func figure(d duel, seat game.Seat) string {
	if seat == d.me {
		return "spirit-1"
	}
	return "spirit-2"
}
