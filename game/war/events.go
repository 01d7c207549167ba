package war

import (
	"strings"

	"salle/game"
)

// The kinds of events. All are told to everyone: before both sides have committed there is only EventPledge (war 12).
const (
	EventPledge = "pledge" // By has committed its deployment (war 4.2)
	EventDeploy = "deploy" // At: By's deployment as one text, now that both are in (war 4.3)
	EventFirst  = "first"  // By was drawn to move first
	EventTurn   = "turn"   // By's turn begins; N: its number, both sides counted, from 1
	EventMove   = "move"   // By moved a unit; At: from, to, its code; N: which of the five moves it was
	// EventRetreat is a move that a dislodged unit owed.
	EventRetreat   = "retreat"
	EventArsenal   = "arsenal"   // By destroyed an arsenal; At: its square
	EventAttack    = "attack"    // By attacked; At: the target, then the attackers in board order; N: the margin
	EventHeld      = "held"      // By's unit withstood; At: its square, its code
	EventDislodged = "dislodged" // By's unit owes a retreat; At: its square, its code
	EventCaptured  = "captured"  // By's unit was captured; At: its square, its code
	EventEnd       = "end"       // By ended the turn without an attack
	EventLost      = "lost"      // By's unit could not retreat and is captured (war 9.2); At: its square, its code
	EventWin       = "win"       // By has won; At: the reason
	EventDraw      = "draw"      // the match is drawn; At: the reason
)

// teller collects the events of one action; each belongs to a moment after the one before.
type teller struct{ events []game.Event }

func (t *teller) tell(kind string, by game.Seat, n int, at ...string) {
	t.events = append(t.events, game.Event{
		Kind: kind, By: by, Moment: len(t.events), At: at, N: n, Seen: game.Everyone,
	})
}

// step tells what a step did, given the positions before and after it.
func (t *teller) step(before, after *Position, step Step, c Change) {
	by := before.Side
	switch step.Verb {
	case Move:
		kind := EventMove
		if c.Retreat {
			kind = EventRetreat
		}
		t.tell(kind, by, int(after.Moves), step.From.String(), step.To.String(), before.Board[step.From].Kind().Code())
		if c.Destroyed != NoSquare {
			t.tell(EventArsenal, by, 0, c.Destroyed.String())
		}
	case Attack:
		t.attack(before, step.To, c)
	default:
		t.tell(EventEnd, by, 0)
	}
}

func (t *teller) attack(before *Position, target Square, c Change) {
	s := before.Supply()
	at := []string{target.String()}
	for _, a := range before.Account(target, &s).Attackers {
		at = append(at, a.At.String())
	}
	t.tell(EventAttack, before.Side, c.Margin, at...)
	kind := map[Outcome]string{Holds: EventHeld, Dislodges: EventDislodged, Captures: EventCaptured}[OutcomeOf(c.Margin)]
	t.tell(kind, before.Side.Other(), 0, target.String(), before.Board[target].Kind().Code())
}

// lost tells of the unit that could not retreat.
func (t *teller) lost(c Change) {
	if c.Lost != NoSquare {
		t.tell(EventLost, c.Piece.Side(), 0, c.Lost.String(), c.Piece.Kind().Code())
	}
}

// result tells how the match ended, if it has.
func (t *teller) result(r game.Result) {
	switch {
	case !r.Over:
	case r.Winner.Plays():
		t.tell(EventWin, r.Winner, 0, r.Reason)
	default:
		t.tell(EventDraw, r.Winner, 0, r.Reason)
	}
}

// EventText is an event as one line for tools, such as "move north F5 F6 X 1".
func EventText(e game.Event) string {
	words := []string{e.Kind}
	if e.By.Plays() {
		words = append(words, sides[e.By])
	}
	words = append(words, e.At...)
	switch e.Kind {
	case EventTurn, EventMove, EventRetreat, EventAttack:
		words = append(words, signed(e.N))
	}
	return strings.Join(words, " ")
}
