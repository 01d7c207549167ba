package solve

import (
	"math"

	"salle/game/spirit"
)

// onward is what a round is worth under fixed strategies: a constant, and shares of other rounds of its HP pair.
type onward struct {
	fixed float64
	to    []share
}

type share struct {
	index int
	part  float64 // negative where the players are exchanged
}

// follow values the rounds of one HP pair under the strategies last found, as far as a number of sweeps goes.
func (s *solution) follow(layer []int, hp [2]int) {
	chain := make([]onward, len(layer))
	s.spread(len(layer), func(from, to int) {
		f := follower{matrix: s.turns[spirit.Calm].matrix(), parts: make(map[int]float64), health: healthOf(hp)}
		f.from, f.to = s.space.Span(spirit.Calm, hp)
		for n := from; n < to; n++ {
			f.at(s.space.Round(layer[n], uint8(s.k)))
			chain[n] = f.onward(s.plays[layer[n]], s.values)
		}
	})
	const most = 300
	for range most {
		if s.sweep(layer, chain) < settled {
			return
		}
	}
}

// sweep values every round once, in place, and returns the largest change.
func (s *solution) sweep(layer []int, chain []onward) float64 {
	change := 0.0
	for n, o := range chain {
		i := layer[n]
		v, stay := o.fixed, 0.0
		for _, sh := range o.to {
			if sh.index == i {
				stay += sh.part
				continue
			}
			v += sh.part * s.values[sh.index]
		}
		if stay > 1-1e-9 {
			continue
		}
		v /= 1 - stay
		change = max(change, math.Abs(v-s.values[i]))
		s.values[i] = v
	}
	return change
}

type follower struct {
	*matrix
	health   int
	from, to int // the numbers of the HP pair
	parts    map[int]float64
	order    []int
}

func (f *follower) onward(p strategies, values []float64) onward {
	var o onward
	clear(f.parts)
	f.order = f.order[:0]
	for a, i := range p.row.Choices {
		w := f.walk()
		for b, j := range p.col.Choices {
			h := w.end(f.rows[i], f.cols[j], b > 0)
			f.add(&o, h, p.row.Probs[a]*p.col.Probs[b], values)
		}
	}
	for _, index := range f.order {
		o.to = append(o.to, share{index: index, part: f.parts[index]})
	}
	return o
}

func (f *follower) add(o *onward, h *halt, prob float64, values []float64) {
	if h.over {
		o.fixed += prob * h.value
		return
	}
	end := f.ends[healthOf([2]int{int(h.hp[0]), int(h.hp[1])})][h.spot]
	index := int(end >> 1)
	if end < 0 || index < f.from || index >= f.to {
		o.fixed += prob * worth(values, end)
		return
	}
	if _, ok := f.parts[index]; !ok {
		f.order = append(f.order, index)
	}
	if end&1 != 0 {
		prob = -prob
	}
	f.parts[index] += prob
}
