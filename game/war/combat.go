package war

import (
	"slices"

	"salle/game"
)

// Outcome is what an attack does to its target (war 7.8).
type Outcome uint8

// The outcomes.
const (
	Holds     Outcome = iota // nothing happens
	Dislodges                // the target owes a retreat
	Captures                 // the target is taken off the board
)

// OutcomeOf is the outcome of a margin: attack sum less defence sum (war 7.8).
func OutcomeOf(margin int) Outcome {
	switch {
	case margin >= 2:
		return Captures
	case margin == 1:
		return Dislodges
	}
	return Holds
}

// Contribution is what one unit adds to an attack or to a defence.
type Contribution struct {
	At        Square
	Piece     Piece
	Points    uint8
	Charging  bool      // a charging cavalry (war 7.7)
	Direction Direction // from the target to the unit; meaningless for the target itself
	Distance  uint8     // in squares; 0 for the target itself
}

// Ray lists the squares strictly between a contributing unit and the target, from the target outward.
func (c Contribution) Ray(target Square) []Square { return Between(target, c.At) }

// Account is the sum of one attack, unit by unit (war 7).
type Account struct {
	Target    Square
	Piece     Piece
	By        game.Seat      // who attacks
	Attackers []Contribution // in board order
	Defenders []Contribution // the target first, with 0 if it is isolated, then the others in board order
	Attack    int
	Defence   int
}

// Margin is the attack sum less the defence sum.
func (a Account) Margin() int { return a.Attack - a.Defence }

// Outcome is what the attack would do.
func (a Account) Outcome() Outcome { return OutcomeOf(a.Margin()) }

// bill adds up what every unit contributes.
type bill struct {
	sums [2]int // attack, defence
	list *entries
	n    int
}

// entries has room for the target and four units in each direction.
type entries [1 + directions*maxFile]Contribution

// add notes a contribution to the attack (0) or to the defence (1), by name if there is a list.
func (b *bill) add(c Contribution, to int) {
	b.sums[to] += int(c.Points)
	if b.list != nil {
		b.list[b.n] = c
		b.n++
	}
}

// Sums are the attack and the defence sum of an attack on the unit on a square by the other side (war 7.3, 7.5); there is
// an attack at all only where the first is above 0 (war 7.1). It does not matter whose turn it is.
func (p *Position) Sums(target Square, s *Supply) (attack, defence int) {
	var b bill
	p.reckon(target, s, &b)
	return b.sums[0], b.sums[1]
}

// Account is the sum of an attack on the unit on a square, unit by unit; the square must hold one.
func (p *Position) Account(target Square, s *Supply) Account {
	var all entries
	b := bill{list: &all}
	p.reckon(target, s, &b)
	side := p.Board[target].Side()
	a := Account{Target: target, Piece: p.Board[target], By: side.Other(), Attack: b.sums[0], Defence: b.sums[1]}
	for _, c := range all[:b.n] {
		if c.Piece.Side() == side {
			a.Defenders = append(a.Defenders, c)
		} else {
			a.Attackers = append(a.Attackers, c)
		}
	}
	inBoardOrder := func(x, y Contribution) int { return int(x.At) - int(y.At) }
	slices.SortFunc(a.Attackers, inBoardOrder)
	slices.SortFunc(a.Defenders[1:], inBoardOrder)
	return a
}

// reckon adds up both sums, the target's own part first.
func (p *Position) reckon(target Square, s *Supply, b *bill) {
	piece := p.Board[target]
	side := piece.Side()
	own := Contribution{At: target, Piece: piece}
	if s.In[side].has(target) {
		own.Points = uint8(piece.Kind().Defence(target.Terrain())) // war 7.5, 7.6
	}
	b.add(own, 1)
	for d := range Direction(directions) {
		p.reckonLine(target, d, side, s, b)
	}
}

// reckonLine adds what stands on one line from the target; only mountains end it (war 7.4).
func (p *Position) reckonLine(target Square, d Direction, side game.Seat, s *Supply, b *bill) {
	file := p.file(target, d, side.Other(), s)
	block := p.Switches.Has(EnemyBlocksFire)
	var passed [2]bool // whose units stand nearer to the target
	at := target
	for n := 1; n <= min(int(open[target][d]), max(file, maxRange)); n++ {
		at = Square(int(at) + leaps[d])
		piece := p.Board[at]
		if piece == 0 {
			continue
		}
		owner := piece.Side()
		c := Contribution{At: at, Piece: piece, Direction: d, Distance: uint8(n)}
		switch {
		case !s.In[owner].has(at): // war 7.6
		case n <= file:
			c.Points, c.Charging = chargeValue, true
			b.add(c, 0)
		case n > piece.Kind().Range() || block && passed[owner.Other()&1]:
		case owner == side:
			if c.Points = p.support(at, piece.Kind()); c.Points > 0 {
				b.add(c, 1)
			}
		case at != p.Retreater(): // war 9.5
			if c.Points = uint8(piece.Kind().Attack()); c.Points > 0 {
				b.add(c, 0)
			}
		}
		passed[owner&1] = true
	}
}

// support is what a unit adds to the defence of another (war 7.5).
func (p *Position) support(at Square, k Kind) uint8 {
	switch {
	case p.Switches.Has(RelayRange0) && !k.Fighting():
		return 0
	case p.Switches.Has(BonusTargetOnly):
		return uint8(k.Defence(Plain))
	}
	return uint8(k.Defence(at.Terrain()))
}

// file is how many cavalry of a side charge the target from one direction (war 7.7).
func (p *Position) file(target Square, d Direction, side game.Seat, s *Supply) int {
	if t := target.Terrain(); t == Pass || t == Fort {
		return 0
	}
	charger := PieceOf(side, Cavalry)
	n, at := 0, target
	for limit := min(int(open[target][d]), maxFile); n < limit; n++ {
		at = Square(int(at) + leaps[d])
		if p.Board[at] != charger || at.Terrain() == Fort || at == p.Retreater() || !s.In[side].has(at) {
			break
		}
	}
	if p.Switches.Has(ChargeAllFour) && n < maxFile {
		return 0
	}
	return n
}
