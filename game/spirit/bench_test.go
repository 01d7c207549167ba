package spirit

import (
	"testing"

	"salle/game"
)

func BenchmarkTurn(b *testing.B) {
	r := parseRound(b, "k2 t5 1@4h3s1p0d0 2@5h3s1p0d0")
	lists := [2]Orders{ordersOf("BA"), ordersOf("CW")}
	for b.Loop() {
		r.Resolve(lists)
	}
}

func BenchmarkLoadTables(b *testing.B) {
	for b.Loop() {
		if _, err := LoadTables(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLevel5TwoSlots(b *testing.B) {
	benchmarkLevel(b, Levels, "k2 t5 1@4h4s2p0d0 2@5h4s2p0d0")
}

// The start is a hard one: nothing is out of reach, and an equilibrium mixes many lists.
func BenchmarkLevel5ThreeSlotsStart(b *testing.B) {
	benchmarkLevel(b, Levels, "k3 t1 1@3h4s0p0d0 2@7h4s0p0d0")
}

// The hardest of all rounds in a sample of the tables.
func BenchmarkLevel5ThreeSlotsHardest(b *testing.B) {
	benchmarkLevel(b, Levels, "k3 t34 1@4h4s1p0d0 2@6h1s0p0d0")
}

func BenchmarkLevel4ThreeSlots(b *testing.B) {
	benchmarkLevel(b, 4, "k3 t8 1@2h2s2p0d1 2@3h2s2p0d1")
}

func BenchmarkLevel1ThreeSlots(b *testing.B) {
	benchmarkLevel(b, 1, "k3 t8 1@2h2s2p0d1 2@3h2s2p0d1")
}

func benchmarkLevel(b *testing.B, level int, text string) {
	m := newAI(b)
	r := parseRound(b, text)
	b.ResetTimer()
	for b.Loop() {
		m.choose(r, game.First, game.Budget{Level: level, Seed: 1})
	}
}
