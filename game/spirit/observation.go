package spirit

import "salle/game"

// Observation is all that one seat may know (spirit 12). It cannot hold the opponent's stars or pending list.
type Observation struct {
	Seat     game.Seat
	Drawn    bool
	Wins     [2]uint8
	Number   uint8 // of the round
	Enters   game.Seat
	K        uint8
	Turn     uint8
	Fighters [2]Public
	Stars    uint8            // the seat's own; 0 for one who does not play
	Pledged  [2]bool          // who has committed
	Pledge   Orders           // the seat's own committed list
	Past     [TurnLimit]Lists // this round's finished turns, Turn-1 of them
	Last     Turn
	Result   game.Result
}

// Observe builds what seat may know, field by field.
func (Rules) Observe(s State, seat game.Seat) Observation {
	o := Observation{
		Seat: seat, Drawn: s.Drawn, Wins: s.Wins, Number: s.Number, Enters: s.Enters,
		K: s.Round.K, Turn: s.Round.Turn, Fighters: s.Round.public(),
		Past: s.Past, Last: s.Last, Result: s.Result,
	}
	for i, list := range s.Pledge {
		o.Pledged[i] = list != Orders{}
	}
	if seat.Plays() {
		o.Stars, o.Pledge = s.Round.Fighters[seat].Stars, s.Pledge[seat]
	}
	return o
}

// Distance is that of the two players, 1 to 8 (spirit 1.3).
func (o Observation) Distance() int { return o.own().Distance() }

// Slots is the number of actions a player orders this turn (spirit 3.1).
func (o Observation) Slots(seat game.Seat) int { return o.own().Slots(seat) }

// Decisive tells whether this round has three slots a turn (spirit 2.5).
func (o Observation) Decisive() bool { return o.K == MaxSlots }

// ToOrder tells whether the observer owes a list.
func (o Observation) ToOrder() bool {
	return o.Drawn && !o.Result.Over && o.Seat.Plays() && !o.Pledged[o.Seat]
}

// Draft reads the observer's half-filled list: the longest beginning that could become a legal list, and why the rest
// does not fit, nil where it does (spirit 11.2, 11.5).
func (o Observation) Draft(text string) (Orders, *game.IllegalError) {
	if !o.ToOrder() {
		return Orders{}, refused(text, CodePledged)
	}
	return o.own().Draft(o.Seat, text)
}

// Fits tells why an action cannot follow a half-filled list: a code of spirit 11.2, or "" where it can.
func (o Observation) Fits(list Orders, a Act) string {
	if _, err := o.Draft(list.String() + a.String()); err != nil {
		return err.Key
	}
	return ""
}

// own is the round as far as the observer's own options depend on it: the opponent's stars are left 0.
func (o Observation) own() Round {
	r := Round{K: o.K, Turn: o.Turn}
	for i, f := range o.Fighters {
		r.Fighters[i] = Fighter{Cell: f.Cell, HP: f.HP, Penalty: f.Penalty, Dust: f.Dust}
	}
	if o.Seat.Plays() {
		r.Fighters[o.Seat].Stars = o.Stars
	}
	return r
}

// Recall is the round with the opponent's stars as well, which a player with a perfect memory works out from the lists
// of the turns so far (spirit 12.4). It is for a machine's thoughts, never for a page.
func (o Observation) Recall() Round {
	r := NewRound(o.K)
	for _, lists := range o.Past[:o.Turn-1] {
		r, _, _ = r.Resolve(lists)
	}
	recalled := o.own()
	other := o.Seat.Other()
	recalled.Fighters[other].Stars = r.Fighters[other].Stars
	return recalled
}
