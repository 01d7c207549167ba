package solve

import (
	"bytes"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"salle/game"
	"salle/game/spirit"
)

// together is a Spread over all processors, in pieces of no special size.
func together(n int, part func(from, to int)) {
	const piece = 97
	var workers sync.WaitGroup
	pieces := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for from := range pieces {
				part(from, min(from+piece, n))
			}
		})
	}
	for from := 0; from < n; from += piece {
		pieces <- from
	}
	close(pieces)
	workers.Wait()
}

func loadTables(t testing.TB) *spirit.Tables {
	t.Helper()
	tables, err := spirit.LoadTables()
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// The tables of ordinary rounds that are built in come out again to the last bit. Those of decisive rounds take minutes:
// the command that makes them is their test.
func TestTablesComeOutAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("solves all ordinary rounds")
	}
	tables := loadTables(t)
	space := tables.Space()
	values := Values(space, 2, together, func(p Progress) {
		if p.Residual >= settled {
			t.Errorf("not settled: %s", p)
		}
	})
	fresh := packAndUnpack(t, values)
	for i := range space.Len() {
		got, want := tables.At(2, i), fresh.At(2, i)
		if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Fatalf("%s is worth %v in the table, %v anew", space.Round(i, 2), got, want)
		}
	}
}

func TestTheHighestLevelCanHardlyBeExploited(t *testing.T) {
	if testing.Short() {
		t.Skip("answers every choice of the machine")
	}
	gain := Exploit(loadTables(t), 2, together)
	if gain < -1e-9 || gain >= 0.001 {
		t.Errorf("a perfect adversary gains %v a round, want 0 to 0.001", gain)
	}
}

// anyRound plays random lists up to a random moment of a round that goes on.
func anyRound(t *rapid.T) spirit.Round {
	r := spirit.NewRound(rapid.SampledFrom([]uint8{2, 3}).Draw(t, "k"))
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	for range rapid.IntRange(0, spirit.TurnLimit).Draw(t, "turns") {
		var lists [2]spirit.Orders
		for i := range lists {
			legal := r.LegalOrders(game.Seat(i))
			lists[i] = legal[rng.IntN(len(legal))]
		}
		next, end, _ := r.Resolve(lists)
		if end.Over {
			break
		}
		r = next
	}
	return r
}

// bench holds what valuing any round needs.
type bench struct {
	tables *spirit.Tables
	turns  map[[2]int]*turn // by k and number
}

func (b *bench) matrix(r spirit.Round) *matrix {
	key := [2]int{int(r.K), int(r.Turn)}
	t, ok := b.turns[key]
	if !ok {
		t = newTurn(b.tables.Space(), newMotion(r.Turn), key[0], key[1])
		values := make([]float64, b.tables.Space().Len())
		for i := range values {
			values[i] = b.tables.At(key[0], i)
		}
		for health := range healths {
			t.refresh(values, health)
		}
		b.turns[key] = t
	}
	x := t.matrix()
	x.at(r)
	return x
}

// The solver's shortcuts through a turn end where the rules do.
func TestMatrixAgreesWithTheRules(t *testing.T) {
	b := bench{tables: loadTables(t), turns: map[[2]int]*turn{}}
	rapid.Check(t, func(t *rapid.T) {
		r := anyRound(t)
		x := b.matrix(r)
		rows, cols := r.LegalOrders(game.First), r.LegalOrders(game.Second)
		i := rapid.IntRange(0, len(rows)-1).Draw(t, "row")
		got := make([]float64, len(cols))
		x.Row(i, got)
		j := rapid.IntRange(0, len(cols)-1).Draw(t, "column")
		col := make([]float64, len(rows))
		x.Col(j, col)
		if col[i] != got[j] {
			t.Errorf("%s: %v by row, %v by column", r, got[j], col[i])
		}
		for j, reply := range cols {
			if want := b.worth(r, [2]spirit.Orders{rows[i], reply}); got[j] != want {
				t.Errorf("%s with %s against %s: %v, want %v", r, rows[i], reply, got[j], want)
			}
		}
	})
}

func (b *bench) worth(r spirit.Round, lists [2]spirit.Orders) float64 {
	next, end, _ := r.Resolve(lists)
	switch {
	case !end.Over:
		return b.tables.Value(next)
	case end.Winner == game.First:
		return 1
	case end.Winner == game.Second:
		return -1
	}
	return 0
}

// What Exploit takes for the machine's play is the machine's play.
func TestTheMachinePlaysWhatIsChecked(t *testing.T) {
	b := bench{tables: loadTables(t), turns: map[[2]int]*turn{}}
	machine, err := spirit.NewAI()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		r := anyRound(t)
		lists, mix := machine.Equilibrium(r)
		x := b.matrix(r)
		var solver spirit.Solver
		want := solver.Solve(x, nil, nil).Row
		if !slices.Equal(mix.Choices, want.Choices) || !slices.Equal(mix.Probs, want.Probs) || len(lists) != len(x.rows) {
			t.Errorf("%s: the machine plays %v, checked is %v", r, mix, want)
		}
	})
}

// packAndUnpack stores values of ordinary rounds as the built-in file does.
func packAndUnpack(t *testing.T, values []float64) *spirit.Tables {
	t.Helper()
	packed, err := spirit.PackTables([spirit.MaxSlots + 1][]float64{2: values, 3: values})
	if err != nil {
		t.Fatal(err)
	}
	tables, err := spirit.ReadTables(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	return tables
}
