package spirit

import (
	"math"
	"slices"
)

// Payoffs is a zero-sum game in matrix form: an entry is what the column player pays the row player, within -1 to 1.
// Rows and columns are asked for one at a time, since a large matrix is decided by a few of them.
type Payoffs interface {
	// Size is the number of rows and columns, both at least 1.
	Size() (rows, cols int)
	// Row writes row i into to, which has an entry for every column.
	Row(i int, to []float64)
	// Col writes column j into to, which has an entry for every row.
	Col(j int, to []float64)
}

// Mix is a mixed strategy: the choices that have a chance, in rising order, and their probabilities, which add up to 1.
type Mix struct {
	Choices []int
	Probs   []float64
}

// pick returns the choice at point p of the distribution, 0 <= p < 1.
func (m Mix) pick(p float64) int {
	for i, prob := range m.Probs {
		if p -= prob; p < 0 {
			return m.Choices[i]
		}
	}
	return m.Choices[len(m.Choices)-1]
}

// Equilibrium is a solution of a matrix game. Against Row no column pays less than Value-Gap, against Col no row gains
// more than Value+Gap: Gap is measured on the whole matrix, and 0 would be exact.
type Equilibrium struct {
	Value, Gap float64
	Row, Col   Mix
}

const (
	exactGap = 1e-10 // below this a solution is as good as rounding allows
	soundGap = 1e-6  // above this the simplex has stumbled and another method is asked
	tiny     = 1e-11 // what the simplex takes for zero

	pivotable = 1e-9 // what it will not divide by
)

// Solver solves matrix games. It holds the memory that solving needs, so that a run of games allocates little; it is not
// for concurrent use. Its zero value is ready.
type Solver struct {
	rows, cols []int       // the restricted game
	rowVals    [][]float64 // whole rows of the matrix, beside rows
	colVals    [][]float64 // whole columns, beside cols
	x, y       []float64   // strategies of the restricted game
	gains      []float64   // each row against y
	costs      []float64   // each column against x
	sub        []float64   // the restricted matrix, row by row
	tableau    tableau
}

// Solve returns an equilibrium of g by double oracle: a small game is solved, and each side's best answer in the whole
// game is added to it until none is better. The warm choices, if any, open the small game.
func (s *Solver) Solve(g Payoffs, warmRows, warmCols []int) Equilibrium {
	s.reset(g, warmRows, warmCols)
	for {
		s.solveRestricted()
		row, col := s.answers()
		gap := s.gains[row] - s.costs[col]
		addRow, addCol := !slices.Contains(s.rows, row), !slices.Contains(s.cols, col)
		if gap < exactGap || !addRow && !addCol {
			if gap > soundGap {
				return matchRegrets(g)
			}
			return s.equilibrium(s.costs[col], s.gains[row])
		}
		if addRow {
			s.addRow(g, row)
		}
		if addCol {
			s.addCol(g, col)
		}
	}
}

func (s *Solver) reset(g Payoffs, warmRows, warmCols []int) {
	rows, cols := g.Size()
	s.rows, s.cols = s.rows[:0], s.cols[:0]
	s.gains, s.costs = resized(s.gains, rows), resized(s.costs, cols)
	if len(warmRows) == 0 || len(warmCols) == 0 {
		s.addRow(g, 0)
		s.addCol(g, 0)
		return
	}
	for _, i := range warmRows {
		s.addRow(g, i)
	}
	for _, j := range warmCols {
		s.addCol(g, j)
	}
}

func (s *Solver) addRow(g Payoffs, i int) {
	s.rowVals = another(s.rowVals, len(s.rows), len(s.costs))
	g.Row(i, s.rowVals[len(s.rows)])
	s.rows = append(s.rows, i)
}

func (s *Solver) addCol(g Payoffs, j int) {
	s.colVals = another(s.colVals, len(s.cols), len(s.gains))
	g.Col(j, s.colVals[len(s.cols)])
	s.cols = append(s.cols, j)
}

// another makes the n-th slice of a list one of the given length, reusing its memory.
func another(list [][]float64, n, length int) [][]float64 {
	if n == len(list) {
		list = append(list, nil)
	}
	list[n] = resized(list[n], length)
	return list
}

func resized(s []float64, length int) []float64 {
	if cap(s) < length {
		return make([]float64, length)
	}
	return s[:length]
}

// answers returns the best row against y and the best column against x in the whole game.
func (s *Solver) answers() (row, col int) {
	clear(s.gains)
	for b, p := range s.y {
		addScaled(s.gains, s.colVals[b], p)
	}
	clear(s.costs)
	for a, p := range s.x {
		addScaled(s.costs, s.rowVals[a], p)
	}
	for i, v := range s.gains {
		if v > s.gains[row] {
			row = i
		}
	}
	for j, v := range s.costs {
		if v < s.costs[col] {
			col = j
		}
	}
	return row, col
}

func addScaled(to, from []float64, by float64) {
	if by == 0 {
		return
	}
	to = to[:len(from)]
	for i, v := range from {
		to[i] += by * v
	}
}

func (s *Solver) equilibrium(low, high float64) Equilibrium {
	return Equilibrium{
		Value: (low + high) / 2,
		Gap:   (high - low) / 2,
		Row:   mixOf(s.rows, s.x),
		Col:   mixOf(s.cols, s.y),
	}
}

func mixOf(choices []int, probs []float64) Mix {
	var m Mix
	for a, p := range probs {
		if p > 0 {
			m.Choices = append(m.Choices, choices[a])
		}
	}
	slices.Sort(m.Choices)
	m.Probs = make([]float64, len(m.Choices))
	for i, c := range m.Choices {
		m.Probs[i] = probs[slices.Index(choices, c)]
	}
	return m
}

// solveRestricted fills x and y. Where the simplex stumbles on a degenerate matrix, which shows in the gap between the
// two sides, it is tried again on matrices a little beside it, and the best answer counts.
func (s *Solver) solveRestricted() {
	m, n := len(s.rows), len(s.cols)
	s.sub = resized(s.sub, m*n)
	for a := range m {
		for b, j := range s.cols {
			s.sub[a*n+b] = s.rowVals[a][j]
		}
	}
	s.x, s.y = resized(s.x, m), resized(s.y, n)
	best := math.Inf(1)
	for _, shake := range [...]float64{0, 1e-11, 1e-9, 1e-7} {
		x, y, ok := s.tableau.solve(s.sub, m, n, shake)
		if !ok {
			continue
		}
		if gap := gapOf(s.sub, m, n, x, y); gap < best {
			best = gap
			copy(s.x, x)
			copy(s.y, y)
		}
		if best < exactGap/10 {
			return
		}
	}
	if math.IsInf(best, 1) {
		fill(s.x, 1/float64(m))
		fill(s.y, 1/float64(n))
	}
}

func fill(s []float64, v float64) {
	for i := range s {
		s[i] = v
	}
}

// gapOf measures how far x and y are from an equilibrium of the m by n matrix a: 0 is exact, more is worse.
func gapOf(a []float64, m, n int, x, y []float64) float64 {
	high, low := math.Inf(-1), math.Inf(1)
	for i := range m {
		v := 0.0
		for j := range n {
			v += a[i*n+j] * y[j]
		}
		high = max(high, v)
	}
	for j := range n {
		v := 0.0
		for i := range m {
			v += a[i*n+j] * x[i]
		}
		low = min(low, v)
	}
	return high - low
}
