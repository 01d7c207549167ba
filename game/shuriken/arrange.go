package shuriken

import "salle/game"

// What the parts of an army's merit weigh.
const (
	meritCovered = 30 // an own piece on a field beside the flag
	meritAhead   = 40 // the one before it
	meritRear    = 25 // the flag in the rearmost row
	meritCorner  = 10 // and in a column at the side
	meritDecoy   = 14 // a shield in the front row
	meritFront   = 8  // a row nearer to the enemy, for what throws only forward
	meritWide    = 9  // a blade to the side that has a free column there
	meritPrize   = 12 // a row farther from the enemy, for the X-shuriken and the captain
	meritChance  = 36 // what chance adds at most, so that no two armies look alike
	meritBroken  = 10_000
)

// arrange chooses a step of the setup: the one that betters the army most, as this machine sees it, or its readiness. What
// it likes is drawn from the seed alone, so every step betters the same merit and it comes to an end.
func (k skill) arrange(o *Observation, seed uint64) Action {
	taste := taste{seed: seed, seat: o.Seat}
	army := o.army()
	now := taste.merit(&army)
	best, most := MoveAction(Move{Verb: Ready}), now+k.patience(now)
	for _, a := range (Rules{}).Legal(*o) {
		if a.Verb != Swap && a.Verb != Banner {
			continue
		}
		after := army
		after.step(o.Seat, a.Move)
		if m := taste.merit(&after); m > most {
			best, most = a, m
		}
	}
	return best
}

// patience is by how much a step must better an army to be worth the while: a weaker machine is sooner content, but never
// with an army that cannot be declared ready.
func (k skill) patience(merit int) int {
	if merit < -meritBroken/2 {
		return 0
	}
	return 240 / k.army
}

// taste is what one machine likes about an army in one match.
type taste struct {
	seed uint64
	seat game.Seat
}

// whim is what chance adds for a piece on a field.
func (t taste) whim(man Man, i int) int {
	h := t.seed ^ uint64(man.Kind)<<48 ^ uint64(man.Blades)<<32 ^ uint64(i)<<8 ^ 0x9e3779b97f4a7c15
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	h ^= h >> 33
	return int(h % (meritChance + 1))
}

// merit is how good an army is. One that breaks a condition of the setup is worse than any other.
func (t taste) merit(army *Army) int {
	sum := 0
	if army.Problem(t.seat) != "" {
		sum -= meritBroken
	}
	at := func(column, row int) Man {
		if column < 0 || column >= Columns || row < 0 || row >= groundRows {
			return Man{}
		}
		if t.seat == game.Second {
			column, row = Columns-1-column, groundRows-1-row
		}
		return army[row*Columns+column]
	}
	for row := range groundRows {
		for column := range Columns {
			man := at(column, row)
			if man.Kind == NoKind {
				continue
			}
			sum += t.whim(man, row*Columns+column)
			switch man.Kind {
			case Flag:
				sum += refuge(at, column, row)
			case Shield:
				sum += meritDecoy * row
			case XShuriken, Captain:
				sum += meritPrize * (groundRows - 1 - row)
			default:
				sum += stand(at, man, column, row)
			}
		}
	}
	return sum
}

// refuge is how well a flag is hidden on a field, its column and row counted from its owner's left and rear.
func refuge(at func(column, row int) Man, column, row int) int {
	sum := 0
	if row == 0 {
		sum += meritRear
	}
	if column == 0 || column == Columns-1 {
		sum += meritCorner
	}
	if at(column, row+1).Kind != NoKind {
		sum += meritAhead
	}
	for _, side := range []int{-1, 1} {
		if c := column + side; c < 0 || c >= Columns || at(c, row).Kind != NoKind {
			sum += meritCovered
		}
	}
	return sum
}

// stand is how well a shuriken stands on a field.
func stand(at func(column, row int) Man, man Man, column, row int) int {
	sum := 0
	if man.Blades&Forward != 0 {
		sum += meritFront * row
	}
	for _, side := range []struct {
		blade Blades
		step  int
	}{{Left, -1}, {Right, 1}} {
		if man.Blades&side.blade != 0 && at(column+side.step, row).Kind == NoKind {
			sum += meritWide
		}
	}
	return sum
}
