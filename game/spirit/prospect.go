package spirit

import "salle/game"

// prospect is a player's choice of a list, as a game in matrix form: rows are his lists, columns the opponent's. Turns
// are played phase by phase, and positions within the turn that many pairs of lists come to are met once.
type prospect struct {
	lists [2][]Orders // his, the opponent's
	moves [2][]moves  // the same as codes
	judge func(r Round, end Ending) float64
	nodes []node
	known map[Round]int32
	slots int
}

// moves are a list's acts as numbers: the eight actions are 0 to 7, no action is 8.
type moves [MaxSlots]uint8

const (
	noAct = 8
	codes = noAct + 1
)

// node is a position within the turn.
type node struct {
	round  Round
	end    Ending
	judged bool
	worth  float64
	next   []int32 // by both codes; -1 where nobody has looked
}

// newProspect opens the choice of the first player of r. judge values the round after the turn for him, -1 to 1.
func newProspect(r Round, judge func(Round, Ending) float64) *prospect {
	p := &prospect{judge: judge, known: make(map[Round]int32), slots: int(r.K)}
	for i := range p.lists {
		p.lists[i] = r.LegalOrders(game.Seat(i))
		p.moves[i] = make([]moves, len(p.lists[i]))
		for n, o := range p.lists[i] {
			p.moves[i][n] = movesOf(o)
		}
	}
	p.node(r.Begin(), Ending{})
	return p
}

func movesOf(o Orders) moves {
	var m moves
	for slot, a := range o {
		m[slot] = noAct
		for code, action := range Actions {
			if a == action {
				m[slot] = uint8(code)
			}
		}
	}
	return m
}

// node finds or adds a position. HP tell whether the round is over in it, so that end needs no key.
func (p *prospect) node(r Round, end Ending) int32 {
	if n, ok := p.known[r]; ok {
		return n
	}
	n := int32(len(p.nodes))
	p.known[r] = n
	p.nodes = append(p.nodes, node{round: r, end: end})
	return n
}

// step plays one phase.
func (p *prospect) step(from int32, a, b uint8) int32 {
	at := &p.nodes[from]
	if at.end.Over {
		return from
	}
	if at.next == nil {
		at.next = make([]int32, codes*codes)
		for i := range at.next {
			at.next[i] = -1
		}
	}
	key := int(a)*codes + int(b)
	if at.next[key] < 0 {
		n := p.node(at.round.Phase([2]Act{actOf(a), actOf(b)}))
		p.nodes[from].next[key] = n // not at: adding may have moved it
	}
	return p.nodes[from].next[key]
}

func actOf(code uint8) Act {
	if code == noAct {
		return None
	}
	return Actions[code]
}

// value judges the turn that ends in a node.
func (p *prospect) value(n int32) float64 {
	at := &p.nodes[n]
	if !at.judged {
		r, end := at.round, at.end
		if !end.Over {
			r, end = r.EndTurn()
		}
		at.judged, at.worth = true, p.judge(r, end)
	}
	return at.worth
}

// Size is the number of lists of both.
func (p *prospect) Size() (rows, cols int) { return len(p.lists[0]), len(p.lists[1]) }

// Row fills in what list i is worth against every list of the opponent.
func (p *prospect) Row(i int, to []float64) {
	var path path
	for j := range p.moves[1] {
		to[j] = p.value(path.end(p, &p.moves[0][i], &p.moves[1][j]))
	}
}

// Col fills in what every list is worth against the opponent's list j.
func (p *prospect) Col(j int, to []float64) {
	var path path
	for i := range p.moves[0] {
		to[i] = p.value(path.end(p, &p.moves[0][i], &p.moves[1][j]))
	}
}

// path remembers the turn just played, since neighbouring lists begin alike.
type path struct {
	a, b  moves
	at    [MaxSlots + 1]int32
	known bool
}

func (w *path) end(p *prospect, a, b *moves) int32 {
	slot := 0
	for w.known && slot < p.slots && a[slot] == w.a[slot] && b[slot] == w.b[slot] {
		slot++
	}
	w.a, w.b, w.known = *a, *b, true
	for ; slot < p.slots; slot++ {
		w.at[slot+1] = p.step(w.at[slot], a[slot], b[slot])
	}
	return w.at[p.slots]
}
