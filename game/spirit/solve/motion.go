package solve

import "salle/game/spirit"

// The places within a turn: unlike at its start, a player may stand on stardust with counter 0.
const (
	leap    = 7 // an act's code: the eight actions are 0 to 7 in the order of their keys
	idle    = 8 // a slot that is missing, or spent on recovery
	acts    = 9
	traits  = 36 // stars and penalties of both
	maxSpot = spirit.MaxDust + 1
)

// motion is what one phase does, worked out once for all turns with equal stardust. A spot is all of a round but HP, turn
// and k, with the players ordered from left to right, which reflection allows.
type motion struct {
	turn   uint8
	number [spirit.Cells + 1][maxSpot][spirit.Cells + 1][maxSpot]int32
	pairs  []spirit.Round
	step   []uint32 // by spot and both acts: the next spot, and who is hurt
}

const (
	hurtFirst  = 1 << 30
	hurtSecond = 1 << 31
	spotMask   = hurtFirst - 1
)

func newMotion(turn uint8) *motion {
	m := &motion{turn: turn}
	for left := 1; left <= spirit.Cells; left++ {
		for right := left + 1; right <= spirit.Cells; right++ {
			m.addPairs(uint8(left), uint8(right))
		}
	}
	m.step = make([]uint32, len(m.pairs)*traits*acts*acts)
	for spot := range len(m.pairs) * traits {
		for a := range acts {
			for b := range acts {
				m.step[(spot*acts+a)*acts+b] = m.phase(spot, a, b)
			}
		}
	}
	return m
}

func (m *motion) addPairs(left, right uint8) {
	for a := range m.counters(left) {
		for b := range m.counters(right) {
			m.number[left][a][right][b] = int32(len(m.pairs))
			r := spirit.Round{K: spirit.MaxSlots, Turn: m.turn}
			r.Fighters[0] = spirit.Fighter{Cell: left, Dust: uint8(a)}
			r.Fighters[1] = spirit.Fighter{Cell: right, Dust: uint8(b)}
			m.pairs = append(m.pairs, r)
		}
	}
}

func (m *motion) counters(cell uint8) int {
	if spirit.DustAt(int(cell), int(m.turn)) {
		return maxSpot
	}
	return 1
}

// like tells whether a turn has the same stardust.
func (m *motion) like(number int) bool {
	for cell := 1; cell <= spirit.Cells; cell++ {
		if spirit.DustAt(cell, number) != spirit.DustAt(cell, int(m.turn)) {
			return false
		}
	}
	return true
}

// spots is the number of spots.
func (m *motion) spots() int { return len(m.pairs) * traits }

// spot returns the number of a round's spot.
func (m *motion) spot(r spirit.Round) int {
	if r.Fighters[0].Cell > r.Fighters[1].Cell {
		for i := range r.Fighters {
			r.Fighters[i].Cell = spirit.Cells + 1 - r.Fighters[i].Cell
		}
	}
	a, b := r.Fighters[0], r.Fighters[1]
	n := int(m.number[a.Cell][a.Dust][b.Cell][b.Dust])
	return n*traits + int(a.Stars)*12 + int(b.Stars)*4 + bit(a.Penalty)*2 + bit(b.Penalty)
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// round returns the round at a spot, with the given HP.
func (m *motion) round(spot int, hp [2]int) spirit.Round {
	r := m.pairs[spot/traits]
	t := spot % traits
	r.Fighters[0].Stars, r.Fighters[1].Stars = uint8(t/12), uint8(t/4%3)
	r.Fighters[0].Penalty, r.Fighters[1].Penalty = t&2 != 0, t&1 != 0
	r.Fighters[0].HP, r.Fighters[1].HP = uint8(hp[0]), uint8(hp[1])
	return r
}

func (m *motion) phase(spot, a, b int) uint32 {
	r, _ := m.round(spot, [2]int{spirit.StartHP, spirit.StartHP}).Phase([2]spirit.Act{actOf(a), actOf(b)})
	next := uint32(m.spot(r))
	if r.Fighters[0].HP < spirit.StartHP {
		next |= hurtFirst
	}
	if r.Fighters[1].HP < spirit.StartHP {
		next |= hurtSecond
	}
	return next
}

func actOf(code int) spirit.Act {
	if code == idle {
		return spirit.None
	}
	return spirit.Actions[code]
}

func codeOf(a spirit.Act) uint8 {
	for code, action := range spirit.Actions {
		if a == action {
			return uint8(code)
		}
	}
	return idle
}
