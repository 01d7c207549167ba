package spirit

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"salle/game"
)

func loadTables(t testing.TB) *Tables {
	t.Helper()
	tables, err := LoadTables()
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

func TestTablesAreAntisymmetric(t *testing.T) {
	tables := loadTables(t)
	for k := uint8(2); k <= MaxSlots; k++ {
		if v := tables.Value(NewRound(k)); v != 0 {
			t.Errorf("the start with %d slots is worth %v, want 0", k, v)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		r := anyRound(t)
		v := tables.Value(r)
		if math.IsNaN(v) || v < -1 || v > 1 {
			t.Fatalf("%s is worth %v", r, v)
		}
		if got := tables.Value(reflected(r)); got != v {
			t.Errorf("%s is worth %v, its reflection %v", r, v, got)
		}
		if got := tables.Value(r.Exchanged()); got != -v {
			t.Errorf("%s is worth %v, its exchange %v", r, v, got)
		}
	})
}

func TestTablesUnpackAsTheyWerePacked(t *testing.T) {
	space := NewSpace()
	rng := rand.New(rand.NewPCG(1, 2))
	var values [MaxSlots + 1][]float64
	for k := 2; k <= MaxSlots; k++ {
		values[k] = make([]float64, space.Len())
		for i := range values[k] {
			values[k][i] = 2*rng.Float64() - 1
			if i < 2 {
				values[k][i] = float64(2*i - 1) // the ends of the scale
			}
		}
	}
	packed, err := PackTables(values)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := ReadTables(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	for k := 2; k <= MaxSlots; k++ {
		for i, want := range values[k] {
			if got := tables.At(k, i); !(math.Abs(got-want) <= 0.5001/space.unit(i)) {
				t.Fatalf("k %d number %d: %v, want %v", k, i, got, want)
			}
		}
	}
	if _, err := ReadTables(bytes.NewReader(packed[:len(packed)/2])); err == nil {
		t.Error("half a file is taken for tables")
	}
	if _, err := ReadTables(strings.NewReader("not packed")); err == nil {
		t.Error("a text is taken for tables")
	}
}

// What a table says of a round is what the choice in it comes to, over what the table says of the next.
func TestTablesAgreeWithThemselves(t *testing.T) {
	m := newAI(t)
	rapid.Check(t, func(t *rapid.T) {
		r := anyRound(t)
		var s Solver
		p := newProspect(r, m.solved)
		e := s.Solve(p, nil, nil)
		if e.Gap > 1e-8 {
			t.Errorf("%s: gap %v", r, e.Gap)
		}
		tolerance := 2 / m.tables.space.unit(0)
		switch {
		case r.Turn == TurnLimit-lateTurns: // here forever is cut short
			return
		case r.Turn > TurnLimit-lateTurns:
			tolerance = 2.0 / coarse
		}
		if v := m.tables.Value(r); math.Abs(v-e.Value) > tolerance {
			t.Errorf("%s: the table says %v, its choice is worth %v", r, v, e.Value)
		}
	})
}

func TestProspectPlaysTurns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRound(t)
		p := newProspect(r, looks)
		rows, cols := p.Size()
		i, j := rapid.IntRange(0, rows-1).Draw(t, "row"), rapid.IntRange(0, cols-1).Draw(t, "column")
		next, end, _ := r.Resolve([2]Orders{p.lists[game.First][i], p.lists[game.Second][j]})
		want := looks(next, end)
		row, col := make([]float64, cols), make([]float64, rows)
		p.Row(i, row)
		p.Col(j, col)
		if row[j] != want || col[i] != want {
			t.Errorf("%s with %s against %s: %v by row, %v by column, want %v", r, p.lists[0][i], p.lists[1][j], row[j], col[i], want)
		}
	})
}
