package spirit

// A stage is a turn, or turns that do not differ in what can happen. Turns 1 to 7 differ in stardust and in how far its
// counters can be. From then on turns are alike until the turn limit comes near: how few turns are left then matters, and
// each of the last ones is a stage again. What happens later than lateTurns before the limit is as good as forever.
const (
	calmStage = 8 // turns 8 to TurnLimit-lateTurns
	lateTurns = 12
	// Stages is how many stages there are; they are numbered from 1.
	Stages = calmStage + lateTurns
	// Calm is the stage whose turns lead to each other.
	Calm = calmStage
)

// StageOf returns the stage of a turn.
func StageOf(turn int) int {
	return max(min(turn, calmStage), calmStage+turn-(TurnLimit-lateTurns))
}

// TurnOf returns the first turn of a stage.
func TurnOf(stage int) int {
	if stage <= calmStage {
		return stage
	}
	return stage - calmStage + TurnLimit - lateTurns
}

// Space numbers the rounds that are alike under reflection (cell c and cell 10-c) and exchange of the players. It is
// immutable and serves rounds of both lengths.
type Space struct {
	places [Stages + 1][]places // by stage
	number [calmStage + 1][Cells + 1][MaxDust + 1][Cells + 1][MaxDust + 1]int16
	base   [Stages + 2]int // by stage, where its numbers begin; one past the last for the end
}

// places are the cells and stardust counters of both players, the first of them on the left.
type places struct{ cells, dust [2]uint8 }

const (
	healths  = StartHP * (StartHP + 1) / 2     // the first player has as many HP as the second or more
	holdings = (MaxStars + 1) * (MaxStars + 1) // stars of both
	flags    = 4                               // penalties of both
)

// NewSpace builds the numbering.
func NewSpace() *Space {
	s := &Space{}
	for stage := 1; stage <= Stages; stage++ {
		if stage <= calmStage {
			s.placeTurn(stage)
		} else {
			s.places[stage] = s.places[calmStage]
		}
		s.base[stage+1] = s.base[stage] + len(s.places[stage])*healths*holdings*flags
	}
	return s
}

func (s *Space) placeTurn(turn int) {
	for left := 1; left <= Cells; left++ {
		for right := left + 1; right <= Cells; right++ {
			for _, a := range countersAt(left, turn) {
				for _, b := range countersAt(right, turn) {
					s.number[turn][left][a][right][b] = int16(len(s.places[turn]))
					p := places{cells: [2]uint8{uint8(left), uint8(right)}, dust: [2]uint8{a, b}}
					s.places[turn] = append(s.places[turn], p)
				}
			}
		}
	}
}

// countersAt lists the stardust counters that a player on a cell can have at the start of a turn: none where the cell was
// safe in the turn before, else 1 to 3, but never more than the turns there were.
func countersAt(cell, turn int) []uint8 {
	switch {
	case turn == 1 || !DustAt(cell, turn-1):
		return []uint8{0}
	case turn == 2:
		return []uint8{1}
	case turn == 3:
		return []uint8{1, 2}
	}
	return []uint8{1, 2, 3}
}

// Len is the number of numbers. Some of them are left free: a round in which both players have equal HP and its exchange
// share the lower of two.
func (s *Space) Len() int { return s.base[Stages+1] }

// Span returns the numbers of a stage that have the given HP, from the first up to but not including the second;
// hp[0] >= hp[1].
func (s *Space) Span(stage int, hp [2]int) (from, to int) {
	size := len(s.places[stage]) * holdings * flags
	from = s.base[stage] + healthNumber(hp)*size
	return from, from + size
}

func healthNumber(hp [2]int) int { return hp[0]*(hp[0]-1)/2 + hp[1] - 1 }

// Index returns the number of a running round, and whether it stands there with the players exchanged, so that what is
// good for one is as bad for the other. The round must be one that play can reach (see countersAt).
func (s *Space) Index(r Round) (index int, exchanged bool) {
	a := r.leftToRight()
	b := a.Exchanged().leftToRight()
	switch {
	case a.Fighters[0].HP > a.Fighters[1].HP:
		return s.index(a), false
	case a.Fighters[0].HP < a.Fighters[1].HP:
		return s.index(b), true
	}
	i, j := s.index(a), s.index(b)
	return min(i, j), j < i
}

// Exchanged is the round seen by the other side: the players have changed places.
func (r Round) Exchanged() Round {
	r.Fighters[0], r.Fighters[1] = r.Fighters[1], r.Fighters[0]
	return r
}

// leftToRight reflects the board where the first player stands on the right.
func (r Round) leftToRight() Round {
	if r.Fighters[0].Cell < r.Fighters[1].Cell {
		return r
	}
	for i := range r.Fighters {
		r.Fighters[i].Cell = Cells + 1 - r.Fighters[i].Cell
	}
	return r
}

func (s *Space) index(r Round) int {
	stage := StageOf(int(r.Turn))
	turn := min(stage, calmStage)
	a, b := r.Fighters[0], r.Fighters[1]
	i := healthNumber([2]int{int(a.HP), int(b.HP)})
	i = i*len(s.places[stage]) + int(s.number[turn][a.Cell][a.Dust][b.Cell][b.Dust])
	i = i*holdings + int(a.Stars)*(MaxStars+1) + int(b.Stars)
	return s.base[stage] + i*flags + bit(a.Penalty)*2 + bit(b.Penalty)
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Round returns the round that has a number, with k slots a turn, in the first turn of its stage.
func (s *Space) Round(index int, k uint8) Round {
	stage := 1
	for index >= s.base[stage+1] {
		stage++
	}
	index -= s.base[stage]
	r := Round{K: k, Turn: uint8(TurnOf(stage))}
	r.Fighters[1].Penalty = index&1 != 0
	r.Fighters[0].Penalty = index&2 != 0
	index /= flags
	r.Fighters[1].Stars = uint8(index % (MaxStars + 1))
	r.Fighters[0].Stars = uint8(index / (MaxStars + 1) % (MaxStars + 1))
	index /= holdings
	p := s.places[stage][index%len(s.places[stage])]
	hp := healthOf(index / len(s.places[stage]))
	for i := range r.Fighters {
		f := &r.Fighters[i]
		f.Cell, f.Dust, f.HP = p.cells[i], p.dust[i], uint8(hp[i])
	}
	return r
}

// healthOf is the inverse of healthNumber.
func healthOf(number int) [2]int {
	for more := 1; ; more++ {
		if number < more {
			return [2]int{more, number + 1}
		}
		number -= more
	}
}
