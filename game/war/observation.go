package war

import "salle/game"

// Observation is all that one seat may know (war 12). Until both sides have deployed its board is empty and it holds no
// deployment but the seat's own committed one; afterwards everything is public.
type Observation struct {
	Seat      game.Seat
	Committed [2]bool    // who has committed a deployment
	Own       Deployment // the seat's own committed one, until both are in
	Deployed  bool       // both are in
	Drawn     bool       // the side that moves first has been drawn
	Turn      int        // number of the running turn, both sides counted, from 1
	Position  Position
	Past      History    // what Adjudicate counts; empty without that switch
	Placing   Deployment // in the preview of a draft, the seat's half-made deployment; else empty
}

// Observe builds what seat may know, field by field.
func (Rules) Observe(s State, seat game.Seat) Observation {
	o := Observation{
		Seat: seat, Deployed: s.Deployed, Drawn: s.Drawn, Turn: s.Turn, Position: s.Position, Past: s.Past,
	}
	for _, side := range players {
		o.Committed[side] = s.Deployed || s.Pledge[side] != (Deployment{})
	}
	if seat.Plays() {
		o.Own = s.Pledge[seat]
	}
	return o
}

// ToDeploy tells whether the observer owes a deployment.
func (o Observation) ToDeploy() bool {
	return o.Seat.Plays() && !o.Deployed && !o.Committed[o.Seat]
}

// ToMove tells whether it is the observer's turn.
func (o Observation) ToMove() bool {
	return o.Drawn && !o.Position.Result.Over && o.Seat == o.Position.Side
}

// Supply is the communication of both sides: the lit squares, and the units that are in communication.
func (o Observation) Supply() Supply { return o.Position.Supply() }

// Destinations are the squares to which the side to move may move the unit on a square.
func (o Observation) Destinations(from Square) Set {
	s := o.Position.Supply()
	return o.Position.Destinations(from, &s)
}

// Steps lists all that the side to move may do now: moves, attacks and the end of the turn.
func (o Observation) Steps() []Step {
	s := o.Position.Supply()
	return o.Position.AppendSteps(nil, &s)
}

// Target is an enemy unit that the side to move could attack now, as far as the units standing go.
type Target struct {
	At              Square
	Piece           Piece
	Attack, Defence int
}

// Outcome is what the attack would do.
func (t Target) Outcome() Outcome { return OutcomeOf(t.Attack - t.Defence) }

// Targets lists the enemy units in reach of the side to move in board order, also while a retreat is owed or the attack is
// spent; MayAttack tells whether one may be attacked at all.
func (o Observation) Targets() []Target {
	s := o.Position.Supply()
	var list []Target
	for _, at := range o.Position.Units[o.Position.Side.Other()].Squares() {
		if attack, defence := o.Position.Sums(at, &s); attack > 0 {
			list = append(list, Target{At: at, Piece: o.Position.Board[at], Attack: attack, Defence: defence})
		}
	}
	return list
}

// MayAttack tells whether the turn still has its attack and no retreat is owed before it.
func (o Observation) MayAttack() bool {
	return o.Drawn && !o.Position.Result.Over && !o.Position.Spent && o.Position.Dislodged == NoSquare
}

// Account is the sum of an attack by the other side on the unit on a square, unit by unit; ok is false where none stands.
func (o Observation) Account(target Square) (_ Account, ok bool) {
	if target > Squares || o.Position.Board[target] == 0 {
		return Account{}, false
	}
	s := o.Position.Supply()
	return o.Position.Account(target, &s), true
}

// Immobile tells why the unit on a square may not move now: one of the codes of refusal, "" where it may set out.
func (o Observation) Immobile(from Square) string {
	_, in := o.Position.SupplyOf(o.Position.Side)
	return o.Position.immobile(from, &in)
}

// Play is the observation after a step of the observer's own turn, if the step is legal: how a draft is looked at. What
// it does at the end of a turn is not counted for Adjudicate.
func (o Observation) Play(step Step) (_ Observation, ok bool) {
	if !o.ToMove() || o.Position.Check(step) != "" {
		return o, false
	}
	o.Position.Do(step)
	return o, true
}
