package spirit

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// dense is a matrix game written out.
type dense [][]float64

func (d dense) Size() (rows, cols int) { return len(d), len(d[0]) }

func (d dense) Row(i int, to []float64) { copy(to, d[i]) }

func (d dense) Col(j int, to []float64) {
	for i := range d {
		to[i] = d[i][j]
	}
}

// gap measures an answer from both sides, by the book.
func (d dense) gap(e Equilibrium) float64 {
	x, y := make([]float64, len(d)), make([]float64, len(d[0]))
	for n, i := range e.Row.Choices {
		x[i] = e.Row.Probs[n]
	}
	for n, j := range e.Col.Choices {
		y[j] = e.Col.Probs[n]
	}
	high, low := math.Inf(-1), math.Inf(1)
	for i := range d {
		v := 0.0
		for j := range y {
			v += d[i][j] * y[j]
		}
		high = max(high, v)
	}
	for j := range y {
		v := 0.0
		for i := range x {
			v += d[i][j] * x[i]
		}
		low = min(low, v)
	}
	return high - low
}

func TestSolverKnowsClassicGames(t *testing.T) {
	third := 1.0 / 3
	for _, c := range []struct {
		name     string
		game     dense
		value    float64
		row, col []float64 // nil where several are right
	}{
		{"one list each", dense{{0.25}}, 0.25, []float64{1}, []float64{1}},
		{"matching pennies", dense{{1, -1}, {-1, 1}}, 0, []float64{.5, .5}, []float64{.5, .5}},
		{"pennies of unlike worth", dense{{.9, -.3}, {-.1, .2}}, .1, []float64{.2, .8}, []float64{third, 2 * third}},
		{"rock, paper, scissors", dense{{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}}, 0, []float64{third, third, third}, []float64{third, third, third}},
		{"a saddle point", dense{{.1, .3, .2}, {-.5, .4, .9}}, .1, []float64{1, 0}, []float64{1, 0, 0}},
		{"a dominated row", dense{{1, -1}, {-1, 1}, {-1, -1}}, 0, []float64{.5, .5, 0}, []float64{.5, .5}},
		{"all equal", dense{{.5, .5, .5}, {.5, .5, .5}}, .5, nil, nil},
		{"nothing but losses", dense{{-1, -1}, {-1, -1}, {-1, -1}}, -1, nil, nil},
		{"every row twice", dense{{0, -1, 1}, {0, -1, 1}, {1, 0, -1}, {1, 0, -1}, {-1, 1, 0}, {-1, 1, 0}}, 0, nil, []float64{third, third, third}},
		{"every column twice", dense{{1, 1, -1, -1}, {-1, -1, 1, 1}}, 0, []float64{.5, .5}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s Solver
			e := s.Solve(c.game, nil, nil)
			if math.Abs(e.Value-c.value) > 1e-9 || c.game.gap(e) > 1e-9 {
				t.Errorf("value %v with gap %v, want %v", e.Value, c.game.gap(e), c.value)
			}
			checkMix(t, e.Row, c.row)
			checkMix(t, e.Col, c.col)
		})
	}
}

func checkMix(t *testing.T, got Mix, want []float64) {
	t.Helper()
	for i, p := range want {
		have := 0.0
		if n := slices.Index(got.Choices, i); n >= 0 {
			have = got.Probs[n]
		}
		if math.Abs(have-p) > 1e-9 {
			t.Errorf("choice %d has chance %v, want %v", i, have, p)
		}
	}
}

// drawGame draws a matrix. Few different entries make it degenerate: many ties, many equal rows.
func drawGame(t *rapid.T) dense {
	m, n := rapid.IntRange(1, 25).Draw(t, "rows"), rapid.IntRange(1, 25).Draw(t, "columns")
	steps := rapid.SampledFrom([]int{1, 2, 5, 1000}).Draw(t, "steps")
	entries := rapid.SliceOfN(rapid.IntRange(-steps, steps), m*n, m*n).Draw(t, "entries")
	d := make(dense, m)
	for i := range d {
		d[i] = make([]float64, n)
		for j := range d[i] {
			d[i][j] = float64(entries[i*n+j]) / float64(steps)
		}
	}
	return d
}

func TestSolverIsRightFromBothSides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawGame(t)
		var s Solver
		e := s.Solve(d, nil, nil)
		if gap := d.gap(e); gap > 1e-8 {
			t.Errorf("gap %v", gap)
		}
		warm := s.Solve(d, e.Row.Choices, e.Col.Choices)
		if math.Abs(warm.Value-e.Value) > 1e-8 || d.gap(warm) > 1e-8 {
			t.Errorf("opened with its own answer: value %v with gap %v, want %v", warm.Value, d.gap(warm), e.Value)
		}
	})
}

func TestSolverForgetsTheLastGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawGame(t), drawGame(t)
		var used, fresh Solver
		used.Solve(a, nil, nil)
		got, want := used.Solve(b, nil, nil), fresh.Solve(b, nil, nil)
		if got.Value != want.Value || !slices.Equal(got.Row.Probs, want.Row.Probs) || !slices.Equal(got.Col.Choices, want.Col.Choices) {
			t.Errorf("after another game: %+v, want %+v", got, want)
		}
	})
}

func TestRegretMatchingIsRightWhereItIsNeeded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawGame(t)
		var s Solver
		e, want := matchRegrets(d), s.Solve(d, nil, nil)
		if gap := d.gap(e); gap > 1.01e-4 || math.Abs(e.Value-want.Value) > 1e-4 {
			t.Errorf("value %v with gap %v, want %v", e.Value, gap, want.Value)
		}
	})
}

func TestPickFollowsTheChances(t *testing.T) {
	m := Mix{Choices: []int{3, 5, 9}, Probs: []float64{.25, .5, .25}}
	for _, c := range []struct {
		point float64
		want  int
	}{{0, 3}, {.24, 3}, {.25, 5}, {.74, 5}, {.75, 9}, {math.Nextafter(1, 0), 9}} {
		if got := m.pick(c.point); got != c.want {
			t.Errorf("at %v: choice %d, want %d", c.point, got, c.want)
		}
	}
}
