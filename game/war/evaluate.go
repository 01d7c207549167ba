package war

import "salle/game"

// A value is what a position is worth to a side, in thousandths of an infantry.
const victory = 1_000_000 // a match that is won

// worth is what each kind is worth.
var worth = [8]int{
	Infantry: 1000, Cavalry: 1500, FootArtillery: 1400, MountedArtillery: 1700, FootRelay: 1200, MountedRelay: 1500,
}

// What the parts of a value weigh.
const (
	worthArsenal     = 7000  // the first of a side's arsenals
	worthLastArsenal = 9000  // the last, over and above the first: without it nobody of the side is in communication
	costIsolated     = 260   // a fighting unit that can neither move nor fight
	costIsolatedWire = 500   // a relay that hands nothing on
	worthLit         = 4     // a square on the side's lines
	worthLitNear     = 9     // such a square near an arsenal that the side is after
	worthLead        = 15000 // a lead, by its share of all that stands: ahead, exchanges pay
	farthest         = 40    // steps: no square is farther from an arsenal
	behind           = 8     // steps: a relay has no reason to come nearer to an arsenal of the enemy
)

// costPass is how many steps longer than it is a way over a pass is taken to be for a whole army, which goes through a pass
// one by one and is held up there by a few.
const costPass = 12

// roads are the steps from every square to each arsenal over open ground, and routes are the same for a whole army.
var roads, routes = survey(0), survey(costPass)

// survey measures the ways to each arsenal: with every round it knows those that are a step longer.
func survey(pass uint8) (steps [4][Squares + 1]uint8) {
	const unknown = 255
	for i, arsenal := range arsenalSquares {
		far := &steps[i]
		for s := range far {
			far[s] = unknown
		}
		far[arsenal] = 0
		for round := uint8(0); round < Rows+Columns; round++ {
			for s := Square(1); s <= Squares; s++ {
				if far[s] != round {
					continue
				}
				next := round + 1
				if s.Terrain() == Pass {
					next += pass
				}
				for d := range directions {
					if to := Square(int(s) + leaps[d]); open[s][d] > 0 {
						far[to] = min(far[to], next)
					}
				}
			}
		}
	}
	return steps
}

// environs are the squares within six steps of each arsenal.
var environs = surround()

func surround() (near [4]Set) {
	for i := range near {
		for s := Square(1); s <= Squares; s++ {
			if s.Terrain() != Mountain && roads[i][s] <= 6 {
				near[i].add(s)
			}
		}
	}
	return near
}

// ranks and files are the rows and the columns of every square.
var ranks, files = grid()

func grid() (rows, columns [Squares + 1]int8) {
	for s := Square(1); s <= Squares; s++ {
		rows[s], columns[s] = int8(s.Row()), int8(s.Column())
	}
	return rows, columns
}

// temper is how a machine weighs what no rule settles. It grows bolder in a match in which little happens, so that two
// machines do not wait for each other for ever.
type temper struct {
	advance int // what a step of a fighting unit towards the enemy's arsenals is worth
	caution int // percent: how seriously a threat to an own unit is taken
	unrest  int // the least standard deviation of its error about a position, so that it does not stand still
}

// soldier is a unit as an evaluation sees it.
type soldier struct {
	at          Square
	kind        Kind
	row, column int8
	in          bool // in communication
	moved       bool // this turn
}

// army is the units of one side.
type army struct {
	list     [Army]soldier
	n        int
	material int
}

// judge evaluates positions. It is room to work in, for one search.
type judge struct {
	temper
	supply Supply
	armies [2]army
}

// value is what a position is worth to a side if next moves next: the other side of the one whose turn it is where that turn
// is about to end, with an attack if it still has one, and the one whose turn it is where it begins.
func (j *judge) value(p *Position, view, next game.Seat) int {
	if p.Result.Over {
		return outcome(p.Result, view)
	}
	j.supply = Supply{}
	p.connect(game.First, &j.supply.Lit[0], &j.supply.In[0])
	p.connect(game.Second, &j.supply.Lit[1], &j.supply.In[1])
	var sum [2]int
	for _, side := range players {
		sum[side] = j.muster(p, side)
	}
	for _, side := range players {
		sum[side] += j.reach(p, side)
		sum[side] += j.prospects(p, side, view, next)
		sum[side] += j.raids(p, side, next)
	}
	mine, theirs := j.armies[view&1].material, j.armies[view.Other()&1].material
	lead := worthLead * (mine - theirs) / max(mine+theirs, 1)
	return sum[view&1] - sum[view.Other()&1] + lead
}

// outcome is the value of a match that has ended.
func outcome(r game.Result, view game.Seat) int {
	switch r.Winner {
	case view:
		return victory
	case game.Spectator:
		return 0
	}
	return -victory
}

// muster notes a side's units, and adds up what they are worth and how well they stand.
func (j *judge) muster(p *Position, side game.Seat) int {
	a := &j.armies[side&1]
	a.n, a.material = 0, 0
	sum := 0
	for _, s := range p.Units[side&1].Squares() {
		u := soldier{at: s, kind: p.Board[s].Kind(), row: ranks[s], column: files[s], in: j.supply.In[side&1].has(s)}
		u.moved = side == p.Side && p.Moves > 0 && p.HasMoved(s)
		a.material += worth[u.kind&7]
		if !u.in {
			if u.kind.Fighting() {
				sum -= costIsolated
			} else {
				sum -= costIsolatedWire
			}
		}
		a.list[a.n] = u
		a.n++
	}
	return sum + a.material
}

// reach is what a side's lines are worth, its arsenals, and its way to the enemy's: that of the whole army to one of them.
func (j *judge) reach(p *Position, side game.Seat) int {
	sum := worthLit * j.supply.Lit[side&1].Len()
	if own := p.Arsenals.Of(side); own != 0 {
		sum += worthLastArsenal
		if own&(own-1) != 0 {
			sum += worthArsenal
		}
	}
	best := 0
	a := &j.armies[side&1]
	for i := range arsenalSquares {
		if p.Arsenals.Of(side.Other())&(1<<i) == 0 {
			continue
		}
		near := 0
		for w, word := range j.supply.Lit[side&1] {
			near += ones(word & environs[i][w])
		}
		steps := 0
		for k := range a.list[:a.n] {
			u := &a.list[k]
			route := int(routes[i][u.at])
			switch {
			case u.kind.Fighting():
				steps += farthest - route
			case u.in:
				steps += farthest - max(route, behind)
			}
		}
		best = max(best, steps*j.advance+near*worthLitNear)
	}
	return sum + best
}

// raidShare is what a raider that reaches an arsenal in so many turns is worth, in thousandths of the arsenal, against an
// arsenal that nobody guards.
var raidShare = [9]int{0, 330, 220, 140, 90, 60, 40, 25, 12}

// raids is what a side's raiders on the enemy's arsenals are worth.
func (j *judge) raids(p *Position, side, next game.Seat) int {
	sum := 0
	enemy := p.Arsenals.Of(side.Other())
	last := enemy&(enemy-1) == 0
	prize := worthArsenal
	if last {
		prize = 3 * worthLastArsenal
	}
	for i := range arsenalSquares {
		if enemy&(1<<i) == 0 {
			continue
		}
		turns, arrives := j.nearest(p, side, i)
		switch {
		case arrives && side == next && last:
			return victory / 10
		case arrives && side == next:
			sum += prize * 9 / 10
		case turns < len(raidShare):
			raiders, guards := j.force(side, i), 2*j.force(side.Other(), i)
			sum += prize * raidShare[turns] / 1000 * raiders / (raiders + guards + 1)
		}
	}
	return sum
}

// march is in how many turns a unit stands on an arsenal's square, if nobody stops it.
func (u *soldier) march(arsenal int) int {
	pace := u.kind.Moves()
	return (int(roads[arsenal&3][u.at]) + pace - 1) / pace
}

// force is how strong a side is around an arsenal: the sum of its units there, by how soon they are on the spot.
func (j *judge) force(side game.Seat, arsenal int) int {
	sum := 0
	a := &j.armies[side&1]
	for k := range a.list[:a.n] {
		u := &a.list[k]
		if !u.in || !u.kind.Fighting() {
			continue
		}
		sum += max(len(raidShare)-u.march(arsenal), 0)
	}
	return sum
}

// nearest is in how many turns the first supplied fighting unit of a side stands on an arsenal's square, if nobody stops
// it, and whether one can go there in a single move.
func (j *judge) nearest(p *Position, side game.Seat, arsenal int) (turns int, arrives bool) {
	turns = farthest
	a := &j.armies[side&1]
	for k := range a.list[:a.n] {
		u := &a.list[k]
		if !u.in || !u.kind.Fighting() {
			continue
		}
		n := u.march(arsenal)
		turns = min(turns, n)
		arrives = arrives || n == 1 && p.leads(u.at, arsenalSquares[arsenal&3])
	}
	return turns, arrives
}

// leads tells whether a unit at most two steps from a square has a free way there.
func (p *Position) leads(from, to Square) bool {
	if p.Board[to] != 0 {
		return false
	}
	var near, last Set
	p.stepFrom(from, &near)
	if near.has(to) {
		return true
	}
	p.stepFrom(to, &last)
	for i := range near {
		if near[i]&last[i] != 0 {
			return true
		}
	}
	return false
}
