package war

import "salle/game"

// Destinations are the squares to which the unit on a square may move now (war 8), given the communication of its side;
// empty where it may not move: it is not of the side to move, has moved, is isolated, or another owes a retreat.
func (p *Position) Destinations(from Square, s *Supply) Set {
	if p.immobile(from, &s.In[p.Side]) != "" {
		return Set{}
	}
	return p.reachable(from)
}

// immobile tells why the unit on a square may not move at all; "" where it may.
func (p *Position) immobile(from Square, in *Set) string {
	piece := p.Board[from]
	switch {
	case p.Result.Over:
		return CodeOver
	case piece == 0 || piece.Side() != p.Side:
		return CodeUnit
	case p.Dislodged != NoSquare && from != p.Dislodged: // war 9.3
		return CodeRetreat
	case p.Moves == MaxMoves: // war 5.1
		return CodeMoves
	case p.HasMoved(from): // war 5.2
		return CodeMoved
	case piece.Kind().Fighting() && !in.has(from) && !p.freed(from): // war 8.2, 8.5
		return CodeIsolated
	}
	return ""
}

// freed tells whether the switch IsolatedMayRetreat lets the unit move without communication.
func (p *Position) freed(from Square) bool {
	return from == p.Dislodged && p.Switches.Has(IsolatedMayRetreat)
}

// reachable is the squares that a unit gets to by its steps, less those that war 8.3 closes.
func (p *Position) reachable(from Square) Set {
	var near, all Set
	kind := p.Board[from].Kind()
	p.stepFrom(from, &near)
	all = near
	if kind.Mounted() {
		for s := range near.All() {
			p.stepFrom(s, &all)
		}
	}
	if kind.Fighting() && p.closed(from) {
		for i, s := range arsenalSquares {
			if p.Arsenals.Of(p.Side.Other())&(1<<i) != 0 {
				all.remove(s)
			}
		}
	}
	return all
}

// stepFrom adds the free neighbours of a square (war 8.1). The unit's own square is not free, so no way ends on it.
func (p *Position) stepFrom(from Square, to *Set) {
	for d := range directions {
		if s := Square(int(from) + leaps[d]); open[from][d] > 0 && p.Board[s] == 0 {
			to.add(s)
		}
	}
}

// closed tells whether the intact enemy arsenals are closed to a fighting unit (war 8.3).
func (p *Position) closed(from Square) bool { return p.Spent || from == p.Dislodged }

// Verb is what a step does.
type Verb uint8

// The verbs. The zero Verb is no step of a turn.
const (
	Move   Verb = iota + 1 // From a square To another
	Attack                 // the unit on To
	End                    // the turn, without an attack
)

// Step is one action of a turn (war 13.2). Squares that the verb does not need are NoSquare.
type Step struct {
	Verb     Verb
	From, To Square
}

// String is the step in notation: "E5-E6", "K14*" or "end"; "-" for none.
func (s Step) String() string {
	switch s.Verb {
	case Move:
		return s.From.String() + "-" + s.To.String()
	case Attack:
		return s.To.String() + "*"
	case End:
		return endWord
	}
	return "-"
}

// AppendMoves appends every legal move: unit by unit in board order, and of each its destinations in board order.
func (p *Position) AppendMoves(steps []Step, s *Supply) []Step {
	for _, from := range p.Units[p.Side&1].Squares() {
		to := p.Destinations(from, s)
		for square := range to.All() {
			steps = append(steps, Step{Verb: Move, From: from, To: square})
		}
	}
	return steps
}

// AppendAttacks appends every legal attack in board order (war 7.1).
func (p *Position) AppendAttacks(steps []Step, s *Supply) []Step {
	if p.Result.Over || p.Spent || p.Dislodged != NoSquare {
		return steps
	}
	for _, target := range p.Units[p.Side.Other()&1].Squares() {
		if attack, _ := p.Sums(target, s); attack > 0 {
			steps = append(steps, Step{Verb: Attack, To: target})
		}
	}
	return steps
}

// AppendSteps appends everything that the side to move may do: moves, attacks, and the end of the turn. It appends
// nothing once the game is over.
func (p *Position) AppendSteps(steps []Step, s *Supply) []Step {
	if p.Result.Over {
		return steps
	}
	steps = p.AppendAttacks(p.AppendMoves(steps, s), s)
	if p.Dislodged == NoSquare {
		steps = append(steps, Step{Verb: End})
	}
	return steps
}

// Change is what a step did.
type Change struct {
	Margin    int    // of an attack: the attack sum less the defence sum
	Dislodged Square // the target that owes a retreat now
	Captured  Square // where the target was taken
	Destroyed Square // the arsenal that fell
	Retreat   bool   // the move was a retreat
	Turned    bool   // the turn has passed to the other side
	Lost      Square // where that side lost the unit that could not retreat (war 9.2)
	Piece     Piece  // the unit that was captured or lost; both never happen at once
}

// Do plays a legal step: it checks nothing. The position after it may be over.
func (p *Position) Do(step Step) Change {
	switch step.Verb {
	case Move:
		return p.move(step.From, step.To)
	case Attack:
		return p.attack(step.To)
	}
	var c Change
	p.pass(&c)
	return c
}

// remember keeps the standing of all units before a change, which is what cuts lines with SuppliedUnitsCut.
func (p *Position) remember() {
	if p.Switches.Has(SuppliedUnitsCut) {
		s := p.Supply()
		p.Last = s.In
	}
}

// move is war 8 with its consequences.
func (p *Position) move(from, to Square) Change {
	p.remember()
	c := Change{Retreat: p.Dislodged == from}
	p.shift(from, to)
	p.Moved[p.Moves] = to
	p.Moves++
	if c.Retreat {
		p.Dislodged, p.Retreated = NoSquare, true
	}
	arsenal := p.Arsenals.Of(p.Side.Other()) & ArsenalAt(to)
	if arsenal == 0 || !p.Board[to].Kind().Fighting() || !p.mayDestroy(to) {
		return c
	}
	p.Arsenals &^= arsenal // war 10.1
	p.Spent = true         // war 10.3
	c.Destroyed = to
	if p.Arsenals.Of(p.Side.Other()) == 0 {
		p.Result = game.Won(p.Side, ReasonArsenals)
	}
	return c
}

// mayDestroy asks for communication on the arsenal's square where ArsenalNeedsSupply does.
func (p *Position) mayDestroy(at Square) bool {
	if !p.Switches.Has(ArsenalNeedsSupply) {
		return true
	}
	_, in := p.SupplyOf(p.Side)
	return in.has(at)
}

// attack is war 7.8; it closes the turn (war 5.3).
func (p *Position) attack(target Square) Change {
	s := p.Supply()
	attack, defence := p.Sums(target, &s)
	c := Change{Margin: attack - defence}
	switch OutcomeOf(c.Margin) {
	case Captures:
		p.remember()
		c.Captured, c.Piece = target, p.take(target)
		if p.eliminated(p.Side.Other()) {
			p.Result = game.Won(p.Side, ReasonElimination)
			return c
		}
	case Dislodges:
		c.Dislodged, p.Dislodged = target, target
	}
	p.pass(&c)
	return c
}

// eliminated tells whether a side has no fighting unit left (war 11.1).
func (p *Position) eliminated(side game.Seat) bool {
	_, fighting := p.Count(side)
	return fighting == 0
}

// pass hands the turn over and begins the other side's.
func (p *Position) pass(c *Change) {
	if p.Switches.Has(CollapseVictory) {
		if p.Result = p.collapse(); p.Result.Over {
			p.Dislodged = NoSquare
			return
		}
	}
	p.Side = p.Side.Other()
	p.Moved, p.Moves, p.Retreated, p.Spent = [MaxMoves]Square{}, 0, false, false
	c.Turned = true
	p.beginTurn(c)
}

// collapse is the third way to win that CollapseVictory opens. Where both sides have collapsed, the one whose turn ends wins.
func (p *Position) collapse() game.Result {
	s := p.Supply()
	for _, loser := range [2]game.Seat{p.Side.Other(), p.Side} {
		units, fighting := p.Count(loser)
		if units == fighting && s.In[loser].Empty() {
			return game.Won(loser.Other(), ReasonCollapse)
		}
	}
	return game.Result{}
}

// beginTurn takes the dislodged unit off the board if it cannot retreat (war 9.2).
func (p *Position) beginTurn(c *Change) {
	if p.Dislodged == NoSquare {
		return
	}
	_, in := p.SupplyOf(p.Side)
	if p.immobile(p.Dislodged, &in) == "" && p.reachable(p.Dislodged) != (Set{}) {
		return
	}
	p.remember()
	c.Lost, c.Piece = p.Dislodged, p.take(p.Dislodged)
	p.Dislodged = NoSquare
	if p.eliminated(p.Side) {
		p.Result = game.Won(p.Side.Other(), ReasonElimination)
	}
}
