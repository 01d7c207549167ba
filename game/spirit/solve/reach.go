package solve

import "salle/game/spirit"

// reach marks the rounds that play can reach from the start, and a few more: who is idle when is not looked at.
type reach struct {
	space *spirit.Space
	k     int
	marks []bool
}

// hpSet is a set of HP pairs, by bit healthOf.
type hpSet uint16

const (
	anyFirst  hpSet = 0xFFF0 // the first player has more than 1 HP
	anySecond hpSet = 0xEEEE
)

// hurt is the set after a phase, less those whom it knocks out.
func (s hpSet) hurt(step uint32) hpSet {
	if step&hurtFirst != 0 {
		s = s & anyFirst >> spirit.StartHP
	}
	if step&hurtSecond != 0 {
		s = s & anySecond >> 1
	}
	return s
}

// reachable lists which numbers of the space stand for rounds that play can reach with k slots a turn.
func reachable(space *spirit.Space, turns []*turn, k int) []bool {
	c := reach{space: space, k: k, marks: make([]bool, space.Len())}
	start, _ := space.Index(spirit.NewRound(uint8(k)))
	c.marks[start] = true
	for stage := 1; stage <= spirit.Calm; stage++ {
		for c.advance(turns[stage], stage) && stage == spirit.Calm {
		}
	}
	for stage := spirit.Calm + 1; stage <= spirit.Stages; stage++ {
		c.repeat(stage)
	}
	return c.marks
}

// advance marks what follows the marked rounds of a stage, and tells whether that was new.
func (c *reach) advance(t *turn, stage int) bool {
	spots := make([]hpSet, t.spots())
	for health := range healths {
		hp := hpOf(health)
		if hp[0] < hp[1] {
			continue
		}
		from, to := c.space.Span(stage, hp)
		for i := from; i < to; i++ {
			if c.marks[i] {
				spots[t.spot(c.space.Round(i, uint8(c.k)).Begin())] |= 1 << health
			}
		}
	}
	for phase := range c.k {
		spots = t.spread(spots, phase == c.k-1)
	}
	return c.mark(t, spots)
}

// spread returns the spots after one more phase. A Leap does not start in the last.
func (t *turn) spread(spots []hpSet, last bool) []hpSet {
	next := make([]hpSet, len(spots))
	for spot, set := range spots {
		if set == 0 {
			continue
		}
		for pair, step := range t.step[spot*acts*acts : (spot+1)*acts*acts] {
			if last && (pair/acts == leap || pair%acts == leap) {
				continue
			}
			next[step&spotMask] |= set.hurt(step)
		}
	}
	return next
}

func (c *reach) mark(t *turn, spots []hpSet) bool {
	grown := false
	for spot, set := range spots {
		for health := range healths {
			if set>>health&1 == 0 {
				continue
			}
			if end := t.ends[health][spot]; end >= 0 && !c.marks[end>>1] {
				c.marks[end>>1], grown = true, true
			}
		}
	}
	return grown
}

// repeat marks a late stage like the calm one.
func (c *reach) repeat(stage int) {
	calm, _ := c.space.Span(spirit.Calm, [2]int{1, 1})
	from, _ := c.space.Span(stage, [2]int{1, 1})
	_, to := c.space.Span(stage, [2]int{spirit.StartHP, spirit.StartHP})
	copy(c.marks[from:to], c.marks[calm:])
}
