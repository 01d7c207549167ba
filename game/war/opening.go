package war

import (
	"math/rand/v2"

	"salle/game"
)

// deploy chooses a deployment for a side: the best of some drafts. Each draft is a ready-made formation that chance has
// loosened, so that no two matches begin alike.
func deploy(side game.Seat, drafts int, rng *rand.Rand) Deployment {
	var best Deployment
	most := 0
	for n := range max(drafts, 1) {
		d := draft(side, rng)
		if merit := posture(d, side); n == 0 || merit > most {
			best, most = d, merit
		}
	}
	return best
}

// How a draft departs from its formation.
const (
	leastShifts = 5 // changes that are tried, at least
	moreShifts  = 7 // and at most so many more
	shiftReach  = 2 // how far a unit is shifted, in steps of a king
)

// draft is a random formation with some of its units shifted, and in half of all cases with a guard on an arsenal. All its
// units are in communication.
func draft(side game.Seat, rng *rand.Rand) Deployment {
	list := Formations(side)
	d := list[rng.IntN(len(list))].Deployment
	own := AllArsenals.Of(side).Squares()
	if rng.IntN(2) == 0 {
		from := d[rng.IntN(Infantry.Number())]
		d = moved(d, side, from, own[rng.IntN(len(own))])
	}
	for range leastShifts + rng.IntN(moreShifts+1) {
		from := d[rng.IntN(Army)]
		row := from.Row() + rng.IntN(2*shiftReach+1) - shiftReach
		column := from.Column() + rng.IntN(2*shiftReach+1) - shiftReach
		d = moved(d, side, from, SquareAt(row, column))
	}
	return d
}

// moved is the deployment with a unit on another square, if that is allowed and leaves all in communication; else it is the
// deployment as it was.
func moved(d Deployment, side game.Seat, from, to Square) Deployment {
	if to == NoSquare || d.At(to) != NoKind {
		return d
	}
	next, _ := d.Remove(from).Place(d.At(from), to)
	if code, _ := next.Check(side); code != "" {
		return d
	}
	p := next.Preview(side)
	if _, in := p.SupplyOf(side); in.Len() != Army {
		return d
	}
	return next
}

// What the parts of a deployment's merit weigh.
const (
	meritDefence   = 3  // a point of a unit's defence sum, up to wellCovered
	wellCovered    = 24 // more than that no attacker musters soon
	costCut        = 40 // a unit that is isolated once a relay is lost
	costExposed    = 60 // a relay in one of the three rows at the frontier
	costOpenTurn   = 25 // a turn that the nearest unit needs to get to an arsenal, beyond openTurns
	openTurns      = 4  // the enemy's cavalry does not get there sooner
	meritForward   = 1  // a step towards the enemy's arsenals
	frontierStrips = 3  // rows
)

// posture is the merit of a deployment, all of whose units are in communication.
func posture(d Deployment, side game.Seat) int {
	p := d.Preview(side)
	var j judge
	p.connect(side, &j.supply.Lit[side&1], &j.supply.In[side&1])
	j.muster(&p, side)
	a := &j.armies[side&1]
	merit := 0
	for k := range a.list[:a.n] {
		u := &a.list[k]
		if !u.kind.Fighting() {
			merit -= exposure(&p, u.at, side)
			continue
		}
		merit += meritDefence * min(j.defence(&p, u, a), wellCovered)
		for i := range arsenalSquares {
			if arsenalsOf[side.Other()]&(1<<i) != 0 {
				merit -= meritForward * int(roads[i][u.at]) / 2
			}
		}
	}
	for i := range arsenalSquares {
		if arsenalsOf[side]&(1<<i) != 0 {
			turns, _ := j.nearest(&p, side, i)
			merit -= costOpenTurn * max(turns-openTurns, 0)
		}
	}
	return merit
}

// exposure is what it costs that a relay stands where it stands: near the frontier, or as the one on whom others depend.
func exposure(p *Position, at Square, side game.Seat) int {
	cost := 0
	front := Rows/2 - 1 - at.Row() // rows behind the frontier
	if side == game.Second {
		front = at.Row() - Rows/2
	}
	if front < frontierStrips {
		cost += costExposed
	}
	without := *p
	without.take(at)
	_, in := without.SupplyOf(side)
	return cost + costCut*(Army-1-in.Len())
}
