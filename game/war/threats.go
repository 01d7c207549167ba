package war

import (
	"math/bits"

	"salle/game"
)

func ones(word uint64) int { return bits.OnesCount64(word) }

// hits is how far off each kind can be of a target that it fires on or charges after a move.
var hits = [8]int{Infantry: 3, Cavalry: 4, FootArtillery: 4, MountedArtillery: 5}

// gains counts the units that can join an attack by a move, by what each adds to the sum.
type gains [chargeValue + 1]uint8

// most is what so many of them add at most.
func (g *gains) most(moves int) int {
	sum := 0
	for points := chargeValue; points > 0 && moves > 0; points-- {
		n := min(int(g[points]), moves)
		sum += n * points
		moves -= n
	}
	return sum
}

// bearings is the direction of a square by the signs of its distance in rows and in columns, each raised by one.
var bearings = [3][3]Direction{{NorthWest, North, NorthEast}, {West, 0, East}, {SouthWest, South, SouthEast}}

// line is how far a unit stands from a target, and on which of the target's lines; on is false where it is on none or a
// mountain stands between.
func (u *soldier) line(target *soldier) (off int, d Direction, on bool) {
	rows, columns := int(u.row-target.row), int(u.column-target.column)
	off = max(rows, -rows, columns, -columns)
	if rows != 0 && columns != 0 && rows != columns && rows != -columns {
		return off, 0, false
	}
	d = bearings[sign(rows)+1][sign(columns)+1]
	return off, d, int(open[target.at][d]) >= off
}

func sign(n int) int { return min(max(n, -1), 1) }

// contest is an attack by one side on a unit of the other, as it stands and as it might become.
type contest struct {
	near    bool // any unit of the side can fire on the target, after a move at the latest
	attack  int
	defence int
	joining gains // the units that can join by a move, as the distances go
}

// contest looks at an attack by a side on a unit of the other.
func (j *judge) contest(p *Position, side game.Seat, target *soldier) (c contest) {
	ground := target.at.Terrain()
	a := &j.armies[side&1]
	for k := range a.list[:a.n] {
		u := &a.list[k]
		if !u.in {
			continue
		}
		off, d, on := u.line(target)
		if off > hits[u.kind&7] {
			continue
		}
		c.near = true
		already, could := 0, u.kind.Attack()
		if on && off <= u.kind.Range() {
			already = could
		}
		if u.kind == Cavalry && ground != Pass && ground != Fort {
			if off <= 3 {
				could = chargeValue
			}
			if on && off <= p.file(target.at, d, side, &j.supply) {
				already = chargeValue
			}
		}
		if u.at != p.Retreater() {
			c.attack += already
		}
		if !u.moved && could > already {
			c.joining[(could-already)&7]++
		}
	}
	if c.near {
		c.defence = j.defence(p, target, &j.armies[side.Other()&1])
	}
	if c.near && p.Switches.Has(EnemyBlocksFire) {
		c.attack, c.defence = p.Sums(target.at, &j.supply)
	}
	return c
}

// defence is the defence sum of a unit.
func (j *judge) defence(p *Position, target *soldier, a *army) int {
	sum := 0
	if target.in {
		sum = target.kind.Defence(target.at.Terrain())
	}
	for k := range a.list[:a.n] {
		u := &a.list[k]
		if !u.in || u.at == target.at {
			continue
		}
		if off, _, on := u.line(target); on && off <= u.kind.Range() {
			sum += int(p.support(u.at, u.kind))
		}
	}
	return sum
}

// chance is the percentage at which a target falls whose attackers could bring about a margin next turn.
func chance(margin int) int {
	switch {
	case margin < -6:
		return 0
	case margin < 1:
		return 7 + margin
	case margin < 2:
		return 14
	case margin < 4:
		return 32
	case margin < 7:
		return 48
	case margin < 11:
		return 62
	}
	return 75
}

// prospects is what a side may hope to capture: in the rest of its turn, if that is about to end; in its next turn, if
// next is its turn; else later, when the other side has answered.
func (j *judge) prospects(p *Position, side, view, next game.Seat) int {
	pending := p.Side == side && next != side && !p.Spent
	now, top, rest := 0, 0, 0
	victims := &j.armies[side.Other()&1]
	for k := range victims.list[:victims.n] {
		v := &victims.list[k]
		c := j.contest(p, side, v)
		if !c.near {
			continue
		}
		margin := c.attack - c.defence
		price := worth[v.kind&7]
		if pending {
			now = max(now, price*hope(margin, &c.joining, MaxMoves-int(p.Moves))/100)
		}
		percent := 92
		if margin < 2 {
			percent = chance(margin + c.joining.most(MaxMoves))
		}
		hit := price * percent / 100
		rest += hit
		top = max(top, hit)
	}
	rest -= top
	sum := top/4 + rest/12
	if side == next {
		sum = top + rest/5
	}
	if side != view {
		sum = sum * j.caution / 100
	}
	return now + sum
}

// hope is the percentage of a target's worth that the rest of a turn promises, with some moves left.
func hope(margin int, g *gains, moves int) int {
	switch {
	case margin >= 2:
		return 100
	case margin == 1:
		return 18
	}
	if could := margin + g.most(moves); could >= 2 {
		return max(45+3*margin, 5) // the nearer, the likelier that the moves will do
	}
	return 0
}
