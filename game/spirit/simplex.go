package spirit

import "math"

// tableau is a simplex tableau in condensed form: one row per row of the game and one for the objective, one column per
// column and one for the right-hand side. A pivot exchanges a label of the top with one of the side.
type tableau struct {
	t         []float64
	width     int
	top, side []int // labels: rows of the game are 0 to m-1, columns are m to m+n-1
	x, y      []float64
}

// solve finds strategies of the m by n game a, entries within -1 to 1, each entry moved by up to shake. It reports false
// where it does not come to an end.
func (t *tableau) solve(a []float64, m, n int, shake float64) (x, y []float64, ok bool) {
	t.load(a, m, n, shake)
	limit := 50 * (m + n)
	for step := range limit {
		bland := step > limit/2
		col := t.entering(m, n, bland)
		if col < 0 {
			return t.read(m, n)
		}
		row := t.leaving(m, n, col, bland)
		if row < 0 {
			return nil, nil, false
		}
		t.pivot(m, n, row, col)
	}
	return nil, nil, false
}

// lift makes every entry positive: it changes the game's value by as much and its strategies not at all.
const lift = 2.0

func (t *tableau) load(a []float64, m, n int, shake float64) {
	w := n + 1
	t.width = w
	t.t = resized(t.t, (m+1)*w)
	noise := uint64(1)
	for i := range m {
		for j := range n {
			noise = noise*6364136223846793005 + 1442695040888963407
			t.t[i*w+j] = a[i*n+j] + lift + shake*float64(noise>>11)/(1<<53)
		}
		t.t[i*w+n] = 1
	}
	for j := range n {
		t.t[m*w+j] = -1
	}
	t.t[m*w+n] = 0
	t.top, t.side = t.top[:0], t.side[:0]
	for i := range m {
		t.side = append(t.side, i)
	}
	for j := range n {
		t.top = append(t.top, m+j)
	}
}

// entering picks the pivot's column: the steepest, or the first by label where cycling is feared (Bland's rule); -1 at
// the optimum.
func (t *tableau) entering(m, n int, bland bool) int {
	best, least := -1, -tiny
	for j := range n {
		v := t.t[m*t.width+j]
		switch {
		case v >= -tiny:
		case bland:
			if best < 0 || t.top[j] < t.top[best] {
				best = j
			}
		case v < least:
			best, least = j, v
		}
	}
	return best
}

// leaving picks the pivot's row by the ratio test. Of rows that tie it takes the one with the largest entry, which keeps
// rounding errors small, or the first by label where cycling is feared; -1 where no row bounds the column.
func (t *tableau) leaving(m, n, col int, bland bool) int {
	least := math.Inf(1)
	for i := range m {
		if v := t.t[i*t.width+col]; v > pivotable {
			least = min(least, t.t[i*t.width+n]/v)
		}
	}
	best := -1
	for i := range m {
		v := t.t[i*t.width+col]
		if v <= pivotable || t.t[i*t.width+n] > (least+tiny)*v {
			continue
		}
		switch {
		case best < 0, bland && t.side[i] < t.side[best], !bland && v > t.t[best*t.width+col]:
			best = i
		}
	}
	return best
}

func (t *tableau) pivot(m, n, row, col int) {
	w := t.width
	p := 1 / t.t[row*w+col]
	line := t.t[row*w : row*w+w]
	for j := range line {
		line[j] *= p
	}
	line[col] = p
	for i := range m + 1 {
		if i == row {
			continue
		}
		other := t.t[i*w : i*w+w][:len(line)]
		f := other[col]
		if f == 0 {
			continue
		}
		for j, v := range line {
			other[j] -= f * v
		}
		other[col] = -f * p
	}
	t.side[row], t.top[col] = t.top[col], t.side[row]
}

// read takes both strategies from an optimal tableau, made into distributions.
func (t *tableau) read(m, n int) (x, y []float64, ok bool) {
	t.x, t.y = resized(t.x, m), resized(t.y, n)
	clear(t.x)
	clear(t.y)
	for j, label := range t.top {
		if label < m {
			t.x[label] = max(0, t.t[m*t.width+j])
		}
	}
	for i, label := range t.side {
		if label >= m {
			t.y[label-m] = max(0, t.t[i*t.width+n])
		}
	}
	return t.x, t.y, normalize(t.x) && normalize(t.y)
}

// normalize makes weights add up to 1, dropping those that are rounding errors.
func normalize(weights []float64) bool {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	if !(sum > 0) || math.IsInf(sum, 1) {
		return false
	}
	kept := 0.0
	for i, w := range weights {
		if w < tiny*sum {
			weights[i] = 0
			continue
		}
		kept += w
	}
	for i := range weights {
		weights[i] /= kept
	}
	return true
}
