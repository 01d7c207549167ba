package spirit

import "slices"

// matchRegrets solves g slowly but surely, by regret matching with weighted averages, to a gap of 1e-4 or the best that
// a million rounds give. It is what remains where the simplex fails.
func matchRegrets(g Payoffs) Equilibrium {
	m, n := g.Size()
	a := make([]float64, m*n)
	for i := range m {
		g.Row(i, a[i*n:i*n+n])
	}
	r := newRegrets(m, n)
	for round := 1; round <= 1_000_000; round++ {
		r.step(a, float64(round))
		if round%100 != 0 {
			continue
		}
		x, y := slices.Clone(r.sumX), slices.Clone(r.sumY)
		normalize(x)
		normalize(y)
		if gap := gapOf(a, m, n, x, y); gap < 1e-4 || round == 1_000_000 {
			return r.equilibrium(a, x, y)
		}
	}
	return Equilibrium{}
}

type regrets struct {
	x, y       []float64 // what is played
	rx, ry     []float64 // regrets, never negative
	sumX, sumY []float64
}

func newRegrets(m, n int) *regrets {
	r := &regrets{
		x: make([]float64, m), y: make([]float64, n), rx: make([]float64, m), ry: make([]float64, n),
		sumX: make([]float64, m), sumY: make([]float64, n),
	}
	fill(r.x, 1/float64(m))
	fill(r.y, 1/float64(n))
	return r
}

// step lets the sides learn in turn, and adds what they play to the averages with a weight.
func (r *regrets) step(a []float64, weight float64) {
	n := len(r.y)
	gains := make([]float64, len(r.x))
	for i := range gains {
		for j, p := range r.y {
			gains[i] += p * a[i*n+j]
		}
	}
	learn(r.x, r.rx, gains)
	costs := make([]float64, n)
	for i, p := range r.x {
		for j := range costs {
			costs[j] -= p * a[i*n+j]
		}
	}
	learn(r.y, r.ry, costs)
	addScaled(r.sumX, r.x, weight)
	addScaled(r.sumY, r.y, weight)
}

func learn(play, regret, gains []float64) {
	mean := 0.0
	for i, p := range play {
		mean += p * gains[i]
	}
	for i := range regret {
		regret[i] = max(0, regret[i]+gains[i]-mean)
	}
	copy(play, regret)
	if !normalize(play) {
		fill(play, 1/float64(len(play)))
	}
}

func (r *regrets) equilibrium(a, x, y []float64) Equilibrium {
	m, n := len(x), len(y)
	high := gapOf(a, m, n, x, y)
	value := 0.0
	for i, p := range x {
		for j, q := range y {
			value += p * q * a[i*n+j]
		}
	}
	return Equilibrium{Value: value, Gap: high, Row: mixOf(count(m), x), Col: mixOf(count(n), y)}
}

func count(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}
