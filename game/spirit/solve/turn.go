package solve

import (
	"salle/game"
	"salle/game/spirit"
)

// healths is the number of HP pairs of players who are both in.
const healths = spirit.StartHP * spirit.StartHP

// healthOf numbers HP pairs from 1:1 to 4:4.
func healthOf(hp [2]int) int { return (hp[0]-1)*spirit.StartHP + hp[1] - 1 }

func hpOf(health int) [2]int {
	return [2]int{health/spirit.StartHP + 1, health%spirit.StartHP + 1}
}

// The ways in which a turn's end can end the round, as ends; other ends lead on to the next turn.
const (
	endDrawn int32 = -1 - iota
	endFirst
	endSecond
)

// turn is one stage of the round: how its phases move, and where its end leads.
type turn struct {
	*motion
	number int
	k      int
	ends   [healths][]int32   // by HP and spot: one of the ends, or twice the next round's number, odd if exchanged
	vals   [healths][]float64 // by HP and spot: what the end of the turn is worth to the first player
}

func newTurn(space *spirit.Space, m *motion, k, number int) *turn {
	t := &turn{motion: m, number: number, k: k}
	for health := range healths {
		t.ends[health] = make([]int32, m.spots())
		t.vals[health] = make([]float64, m.spots())
		for spot := range m.spots() {
			r := m.round(spot, hpOf(health))
			r.Turn = uint8(number)
			t.ends[health][spot] = endOf(space, r)
		}
	}
	return t
}

func endOf(space *spirit.Space, r spirit.Round) int32 {
	r, end := r.EndTurn()
	if end.Over {
		switch end.Winner {
		case game.First:
			return endFirst
		case game.Second:
			return endSecond
		}
		return endDrawn
	}
	index, exchanged := space.Index(r)
	return int32(2*index + bit(exchanged))
}

// refresh works out vals for one HP pair from the values of the rounds.
func (t *turn) refresh(values []float64, health int) {
	for spot, end := range t.ends[health] {
		t.vals[health][spot] = worth(values, end)
	}
}

func worth(values []float64, end int32) float64 {
	switch {
	case end == endDrawn:
		return 0
	case end == endFirst:
		return 1
	case end == endSecond:
		return -1
	case end&1 != 0:
		return -values[end>>1]
	}
	return values[end>>1]
}

// list is a player's orders as act codes.
type list [spirit.MaxSlots]uint8

// menus holds the legal lists of every situation that differs in them. It is filled as it is asked.
type menus map[menuKey][]list

type menuKey struct {
	slots, stars int
	leap         bool
}

func (m menus) of(r spirit.Round, seat game.Seat) []list {
	key := menuKey{slots: r.Slots(seat), stars: int(r.Fighters[seat].Stars), leap: r.Check(seat, "L-A"[:max(2, r.Slots(seat))]) == nil}
	lists, ok := m[key]
	if !ok {
		for _, o := range r.LegalOrders(seat) {
			lists = append(lists, list{codeOf(o[0]), codeOf(o[1]), codeOf(o[2])})
		}
		m[key] = lists
	}
	return lists
}

// matrix is the choice at the start of a turn, as a game in matrix form.
type matrix struct {
	*turn
	menus      menus
	spot       int
	hp         [2]int
	rows, cols []list
}

func (t *turn) matrix() *matrix { return &matrix{turn: t, menus: menus{}} }

// at sets the matrix to a round.
func (x *matrix) at(r spirit.Round) {
	x.rows, x.cols = x.menus.of(r, game.First), x.menus.of(r, game.Second)
	x.spot = x.motion.spot(r.Begin())
	x.hp = [2]int{int(r.Fighters[0].HP), int(r.Fighters[1].HP)}
}

// Size is the number of lists of both players.
func (x *matrix) Size() (rows, cols int) { return len(x.rows), len(x.cols) }

// Row fills in what the first player's list i is worth against every list of the second.
func (x *matrix) Row(i int, to []float64) {
	w := x.walk()
	for j, b := range x.cols {
		to[j] = w.worth(x.rows[i], b, j > 0)
	}
}

// Col fills in what every list of the first player is worth against the second's list j.
func (x *matrix) Col(j int, to []float64) {
	w := x.walk()
	for i, a := range x.rows {
		to[i] = w.worth(a, x.cols[j], i > 0)
	}
}

// walk plays turns, and what neighbouring lists begin with in common only once.
type walk struct {
	*turn
	a, b list
	at   [spirit.MaxSlots + 1]halt // before each phase, and after the last
}

// halt is a point within a turn. Where the round is over, over is true and value its worth.
type halt struct {
	spot  uint32
	hp    [2]int8
	over  bool
	value float64
}

func (x *matrix) walk() walk {
	w := walk{turn: x.turn}
	w.at[0] = halt{spot: uint32(x.spot), hp: [2]int8{int8(x.hp[0]), int8(x.hp[1])}}
	return w
}

// end plays a turn to its end. again tells that another was played before.
func (w *walk) end(a, b list, again bool) *halt {
	n := 0
	for again && n < w.k && a[n] == w.a[n] && b[n] == w.b[n] {
		n++
	}
	w.a, w.b = a, b
	for ; n < w.k; n++ {
		w.at[n+1] = w.phase(w.at[n], a[n], b[n])
	}
	return &w.at[w.k]
}

func (w *walk) phase(h halt, a, b uint8) halt {
	if h.over {
		return h
	}
	step := w.step[(h.spot*acts+uint32(a))*acts+uint32(b)]
	h.spot = step & spotMask
	if step&hurtFirst != 0 {
		h.hp[0]--
	}
	if step&hurtSecond != 0 {
		h.hp[1]--
	}
	switch {
	case h.hp[0] > 0 && h.hp[1] > 0:
	case h.hp[0] > 0:
		h.over, h.value = true, 1
	case h.hp[1] > 0:
		h.over, h.value = true, -1
	default:
		h.over = true
	}
	return h
}

func (w *walk) worth(a, b list, again bool) float64 {
	h := w.end(a, b, again)
	if h.over {
		return h.value
	}
	return w.vals[int(h.hp[0]-1)*spirit.StartHP+int(h.hp[1]-1)][h.spot]
}
