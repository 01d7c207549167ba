package war

import (
	"math/rand/v2"
	"testing"
)

// melee is the recorded game's position before north's turn 45 (case D04): 29 units in contact.
func melee(t testing.TB) Position {
	t.Helper()
	for _, v := range readVectors(t) {
		if v.ID == "D04-game-45N" {
			return v.position(t)
		}
	}
	t.Fatal("the case is missing")
	return Position{}
}

// benchPositions are where the benchmarks measure.
func benchPositions(b *testing.B) map[string]Position {
	b.Helper()
	return map[string]Position{"opening": parse(b, opening), "melee": melee(b)}
}

func BenchmarkSupply(b *testing.B) {
	for name, p := range benchPositions(b) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.Supply()
			}
		})
	}
}

func BenchmarkMoves(b *testing.B) {
	for name, p := range benchPositions(b) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var buf [512]Step
			for b.Loop() {
				s := p.Supply()
				p.AppendMoves(buf[:0], &s)
			}
		})
	}
}

func BenchmarkSums(b *testing.B) {
	for name, p := range benchPositions(b) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var buf [32]Step
			s := p.Supply()
			for b.Loop() {
				p.AppendAttacks(buf[:0], &s)
			}
		})
	}
}

func BenchmarkAccount(b *testing.B) {
	p := melee(b)
	s := p.Supply()
	target := square(b, "J13")
	for b.Loop() {
		p.Account(target, &s)
	}
}

func BenchmarkCopyAndMove(b *testing.B) {
	p := melee(b)
	s := p.Supply()
	step := p.AppendMoves(nil, &s)[0]
	for b.Loop() {
		next := p
		next.Do(step)
	}
}

// BenchmarkRandomTurn is a whole turn of random moves, its list made before each, and an attack at random or the end.
func BenchmarkRandomTurn(b *testing.B) {
	for name, start := range benchPositions(b) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			rng := rand.New(rand.NewPCG(5, 1))
			var buf [512]Step
			for b.Loop() {
				p := start
				for range MaxMoves {
					s := p.Supply()
					steps := p.AppendMoves(buf[:0], &s)
					if len(steps) == 0 {
						break
					}
					p.Do(steps[rng.IntN(len(steps))])
				}
				s := p.Supply()
				steps := append(p.AppendAttacks(buf[:0], &s), Step{Verb: End})
				p.Do(steps[rng.IntN(len(steps))])
			}
		})
	}
}

func BenchmarkApply(b *testing.B) {
	s, _ := Resume(melee(b))
	a := Rules{}.Legal(Rules{}.Observe(s, s.Position.Side))[0]
	for b.Loop() {
		if _, _, err := (Rules{}).Apply(s, s.Position.Side, a); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLegal(b *testing.B) {
	s, _ := Resume(melee(b))
	o := Rules{}.Observe(s, s.Position.Side)
	for b.Loop() {
		Rules{}.Legal(o)
	}
}
