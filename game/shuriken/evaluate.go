package shuriken

import "salle/game"

// A value is what a position is worth to the side to move, in hundredths of a shuriken with one blade.
const (
	victory   = 100_000     // a duel that is won
	certainly = victory / 2 // no sum of pieces comes near
	worthDuel = 2500        // a duel that is won, against pieces that are: what one would give for the chance
	sooner    = 50          // turns
)

// What a piece is worth.
const (
	worthPlain   = 85  // a shuriken without its blades
	worthBlade   = 18  // each blade
	worthCaptain = 165 // who saves the flag
	worthVolley  = 120
	worthBow     = 170
	worthX       = 185 // and the star that the other side gets for it
	worthStar    = 165 // placed
	worthInHand  = 140 // not placed yet
	worthShield  = 95
	worthCracked = 55  // a shield that everybody knows
	costRevealed = 170 // a flag that everybody knows, where a second hit is needed
	worthLead    = 9   // a shuriken more than the enemy, with every turn that the duel stands still
	costPinned   = 8   // a turn in which a piece can do nothing
)

// worth is what a piece is worth to its owner.
func (p *Piece) worth() int {
	switch p.Kind {
	case Shuriken:
		return worthPlain + worthBlade*bladeCount[p.Blades&31]
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
		if p.Revealed {
			return worthCracked
		}
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
	mine, theirs := p.strength(p.Turn), p.strength(p.Turn.Other())
	lead := int(p.Shuriken[p.Turn]) - int(p.Shuriken[p.Turn.Other()])
	still := max(int(p.Calm)-2, 0)
	return mine - theirs + lead*still*worthLead
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
