package shuriken

import "salle/game"

// A value is what a position is worth to the side to move; about a hundred of it make a duel three times as likely to be won
// as to be lost. What follows was fitted to the results of duels that machines played, at positions without a good hit.
const (
	victory   = 100_000     // a duel that is won
	certainly = victory / 2 // no sum of pieces comes near
	worthDuel = 2500        // a duel that is won, against pieces that are: what one would give for the chance
	sooner    = 50          // turns
)

// What a piece is worth, beside the lead that it makes.
const (
	worthPlain   = 10 // a shuriken without its blades
	worthBlade   = 12 // each blade
	worthForward = 15 // a forward blade besides
	worthCaptain = 60 // who saves the flag
	worthVolley  = 15
	worthBow     = 130
	worthX       = 0   // since the other side gets a star for it
	worthStar    = 50  // placed
	worthInHand  = 110 // not placed yet, and nobody can take it
	worthShield  = 28  // known to everybody or not
	costRevealed = 110 // a flag that everybody knows, where a second hit is needed
	costPinned   = 8   // a turn in which a piece can do nothing
)

// What it is worth to have more shuriken than the enemy: the more, the fewer there are, and the longer the duel stands still,
// which whoever leads will win (shuriken 7.3).
const (
	worthLead = 600 // all of them
	worthCalm = 24  // a turn without a fall
)

// worth is what a piece is worth to its owner.
func (p *Piece) worth() int {
	switch p.Kind {
	case Shuriken:
		w := worthPlain + worthBlade*bladeCount[p.Blades&31]
		if p.Blades&Forward != 0 {
			w += worthForward
		}
		return w
	case Captain:
		return worthCaptain
	case Volley:
		return worthVolley
	case Bow:
		return worthBow
	case XShuriken:
		if p.Placed {
			return worthStar
		}
		return worthX
	case Shield:
		return worthShield
	case Flag:
		if p.Revealed {
			return -costRevealed
		}
	}
	return 0
}

// bladeCount is how many blades a set has.
var bladeCount = func() (table [32]int) {
	for b := range table {
		for bit := b; bit != 0; bit &= bit - 1 {
			table[b]++
		}
	}
	return table
}()

// value is what a position of a duel that goes on is worth to the side to move.
func (p *Position) value() int {
	v := p.strength(p.Turn) - p.strength(p.Turn.Other())
	mine, theirs := int(p.Shuriken[p.Turn]), int(p.Shuriken[p.Turn.Other()])
	switch calm := worthCalm * int(p.Calm); {
	case mine > theirs:
		v += calm
	case mine < theirs:
		v -= calm
	default:
		return v
	}
	return v + worthLead*(mine-theirs)/(mine+theirs)
}

// strength is what the pieces of a side are worth together.
func (p *Position) strength(side game.Seat) int {
	sum := worthInHand * int(p.Stars[side])
	men := p.Men[side]
	for f := men.pop(); f != NoField; f = men.pop() {
		piece := &p.Board[f]
		sum += piece.worth()
		if piece.Pinned > 0 {
			sum -= costPinned * int(piece.Pinned)
		}
	}
	return sum
}
