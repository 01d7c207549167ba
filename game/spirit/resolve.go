package spirit

import (
	"strconv"

	"salle/game"
)

// The ways a round ends (spirit 10).
const (
	ByKO    = "ko"    // hit points lost in combat
	ByDust  = "dust"  // hit points lost to stardust
	ByLimit = "limit" // turn 40 ended with both players in
)

// Ending is how a round ended; the zero Ending is a round that goes on.
type Ending struct {
	Over   bool
	Winner game.Seat // Spectator: a drawn round. Meaningless unless Over
	How    string
}

// MomentEnd is the game.Event.Moment of what happens at the end of a turn; its phases are 1 to 3.
const MomentEnd = MaxSlots + 1

// The kinds of events (spirit 14.5). By is the player whom the notation numbers; At holds the action's letter or the
// cells, N the stardust counter.
const (
	EventWall      = "wall"
	EventLeapFail  = "leapfail" // At: "range" or "edge"
	EventCollide   = "collide"
	EventMove      = "move" // At: from, to
	EventLeap      = "leap" // At: from, to
	EventSpend     = "spend"
	EventFizzle    = "fizzle"
	EventMiss      = "miss"      // At: the strike. By is the striker, here and in the next three
	EventCountered = "countered" // the striker loses 1 HP
	EventBlocked   = "blocked"
	EventHit       = "hit"     // the other loses 1 HP
	EventPierced   = "pierced" // By was blocking
	EventWhiff     = "whiff"   // At: Block or Counter
	EventStar      = "star"
	EventFull      = "full"
	EventPenalty   = "penalty"
	EventKO        = "ko"
	EventDust      = "dust" // N: the new counter
	EventLimit     = "limit"
)

// recorder collects events; a nil recorder costs nothing, which is what a search wants.
type recorder struct {
	moment int
	events []game.Event
}

func (c *recorder) add(kind string, by int, at ...string) {
	if c == nil {
		return
	}
	seen := game.Everyone
	if kind == EventStar || kind == EventFull {
		seen = game.Only(game.Seat(by)) // spirit 12.3
	}
	c.events = append(c.events, game.Event{Kind: kind, By: game.Seat(by), Moment: c.moment, At: at, Seen: seen})
}

// Resolve plays a turn with the lists of both players, which Check has accepted: the round after it, how the round ended
// if it did, and what happened in order (spirit 3.3 to 3.5, 14.5).
func (r Round) Resolve(orders [2]Orders) (Round, Ending, []game.Event) {
	var c recorder
	r = r.Begin()
	for slot := range int(r.K) {
		c.moment = slot + 1
		var end Ending
		if r, end = r.phase([2]Act{orders[0][slot], orders[1][slot]}, &c); end.Over {
			return r, end, c.events
		}
	}
	c.moment = MomentEnd
	r, end := r.endTurn(&c)
	return r, end, c.events
}

// Begin starts to resolve a turn: penalties are used up (spirit 3.1). Phase and EndTurn follow; a search plays them one
// by one to share what turns with equal beginnings have in common.
func (r Round) Begin() Round {
	r.Fighters[0].Penalty, r.Fighters[1].Penalty = false, false
	return r
}

// Phase resolves one phase; None is a missing slot.
func (r Round) Phase(acts [2]Act) (Round, Ending) { return r.phase(acts, nil) }

// EndTurn does what follows a turn's last phase.
func (r Round) EndTurn() (Round, Ending) { return r.endTurn(nil) }

// phase is spirit 3.4.
func (r Round) phase(acts [2]Act, c *recorder) (Round, Ending) {
	r.move(acts, c)
	acts = r.pay(acts, c)
	out := r.combat(acts, c)
	for i := range r.Fighters {
		r.gainStars(i, out.stars[i], c)
	}
	for i := range r.Fighters {
		if out.penalty[i] {
			r.Fighters[i].Penalty = true
			c.add(EventPenalty, i)
		}
	}
	return r, r.knockOut(ByKO, c)
}

// landing is the cell that a leap from one cell over the opponent's ends on (spirit 5.3).
func landing(from, over uint8) (uint8, bool) {
	step := direction(from, over)
	for _, beyond := range []int{2, 1} {
		if to := int(over) + beyond*step; to >= 1 && to <= Cells {
			return uint8(to), true
		}
	}
	return 0, false
}

// direction is +1 or -1, from one cell towards another (spirit 1.4).
func direction(from, to uint8) int {
	if from < to {
		return 1
	}
	return -1
}

// move is spirit 4 and 5.
func (r *Round) move(acts [2]Act, c *recorder) {
	from := [2]uint8{r.Fighters[0].Cell, r.Fighters[1].Cell}
	var to [2]uint8
	var void [2]string
	for i := range to {
		to[i], void[i] = r.target(i, acts[i])
	}
	// spirit 4.4: the same target, or each the other's start cell.
	clash := to[0] == to[1] || to[0] == from[1] && to[1] == from[0]
	for i := range to {
		switch {
		case void[i] == EventWall:
			c.add(EventWall, i)
		case void[i] != "":
			c.add(EventLeapFail, i, void[i])
		case to[i] == from[i]:
		case clash:
			c.add(EventCollide, i)
		default:
			r.Fighters[i].Cell = to[i]
			kind := EventMove
			if acts[i] == Leap {
				kind = EventLeap
			}
			if c != nil {
				c.add(kind, i, strconv.Itoa(int(from[i])), strconv.Itoa(int(to[i])))
			}
		}
	}
	r.leaveDust()
}

// target is the cell that player i makes for, and why he stays where a move is void (spirit 4.1, 4.2, 5.4).
func (r *Round) target(i int, a Act) (cell uint8, void string) {
	own, other := r.Fighters[i].Cell, r.Fighters[1-i].Cell
	step := direction(own, other)
	switch a {
	case Advance:
		return uint8(int(own) + step), ""
	case Retreat:
		if to := int(own) - step; to >= 1 && to <= Cells {
			return uint8(to), ""
		}
		return own, EventWall
	case Leap:
		if r.Distance() != 1 {
			return own, "range"
		}
		if to, ok := landing(own, other); ok {
			return to, ""
		}
		return own, "edge"
	}
	return own, ""
}

// leaveDust resets the counters of players off stardust (spirit 9.2).
func (r *Round) leaveDust() {
	for i := range r.Fighters {
		if !DustAt(int(r.Fighters[i].Cell), int(r.Turn)) {
			r.Fighters[i].Dust = 0
		}
	}
}

// pay takes the cost of Pierces and turns those that cannot be paid into idle slots (spirit 6.2).
func (r *Round) pay(acts [2]Act, c *recorder) [2]Act {
	for i, a := range acts {
		if a != Pierce {
			continue
		}
		if r.Fighters[i].Stars < pierceCost {
			acts[i] = None
			c.add(EventFizzle, i)
			continue
		}
		r.Fighters[i].Stars -= pierceCost
		c.add(EventSpend, i)
	}
	return acts
}

// outcome is what a phase's combat leaves for its later steps.
type outcome struct {
	stars   [2]bool // gains one, if there is room
	penalty [2]bool
}

// combat is spirit 6.
func (r *Round) combat(acts [2]Act, c *recorder) outcome {
	var out outcome
	distance := r.Distance()
	var arrives [2]bool
	for i, a := range acts {
		arrives[i] = distance == 1 && (a == Attack || a == Pierce) || distance == 2 && a == Wave
	}
	for i, a := range acts {
		if !a.Strikes() {
			continue
		}
		if !arrives[i] {
			c.add(EventMiss, i, a.String())
			continue
		}
		r.strike(i, a, acts[1-i], &out, c)
	}
	for i, a := range acts {
		if a != Block && a != Counter || arrives[1-i] {
			continue
		}
		c.add(EventWhiff, i, a.String())
		if a == Block {
			out.stars[1-i] = true // spirit 6.5
		} else if acts[1-i] == Block {
			out.penalty[i] = true // spirit 6.6
		}
	}
	return out
}

// strike judges player i's arriving strike (spirit 6.3).
func (r *Round) strike(i int, a, against Act, out *outcome, c *recorder) {
	target := 1 - i
	switch {
	case against == Counter:
		r.Fighters[i].HP--
		c.add(EventCountered, i, a.String())
	case against == Block && a != Pierce:
		out.stars[target] = true
		c.add(EventBlocked, i, a.String())
	default:
		r.Fighters[target].HP--
		if against == Block {
			c.add(EventPierced, target)
		}
		c.add(EventHit, i, a.String())
	}
}

// gainStars is spirit 7.1.
func (r *Round) gainStars(i int, gains bool, c *recorder) {
	switch {
	case !gains:
	case r.Fighters[i].Stars == MaxStars:
		c.add(EventFull, i)
	default:
		r.Fighters[i].Stars++
		c.add(EventStar, i)
	}
}

// knockOut is spirit 10.1.
func (r *Round) knockOut(how string, c *recorder) Ending {
	var out [2]bool
	for i := range r.Fighters {
		if out[i] = r.Fighters[i].HP == 0; out[i] {
			c.add(EventKO, i)
		}
	}
	switch {
	case out[0] && out[1]:
		return Ending{Over: true, Winner: game.Spectator, How: how}
	case out[0]:
		return Ending{Over: true, Winner: game.Second, How: how}
	case out[1]:
		return Ending{Over: true, Winner: game.First, How: how}
	}
	return Ending{}
}

// endTurn is spirit 3.5: stardust, the turn limit, the next turn.
func (r Round) endTurn(c *recorder) (Round, Ending) {
	for i := range r.Fighters {
		r.dust(i, c)
	}
	if end := r.knockOut(ByDust, c); end.Over {
		return r, end
	}
	if r.Turn == TurnLimit {
		c.add(EventLimit, int(game.Spectator))
		return r, Ending{Over: true, Winner: game.Spectator, How: ByLimit}
	}
	r.Turn++
	return r, Ending{}
}

// dust counts a player's stay on stardust and takes its toll (spirit 9.3).
func (r *Round) dust(i int, c *recorder) {
	f := &r.Fighters[i]
	if !DustAt(int(f.Cell), int(r.Turn)) {
		f.Dust = 0
		return
	}
	f.Dust = min(f.Dust+1, MaxDust)
	if f.Dust == MaxDust {
		f.HP--
	}
	c.add(EventDust, i)
	if c != nil {
		c.events[len(c.events)-1].N = int(f.Dust)
	}
}
