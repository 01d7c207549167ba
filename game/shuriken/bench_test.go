package shuriken

import (
	"math/rand/v2"
	"testing"

	"salle/game"
)

// dealt is a duel at its first turn, drawn from a seed.
func dealtDuel(g Ground, seed uint64) Position {
	rng := rand.New(rand.NewPCG(seed, 8))
	p := Position{Ground: g, Turn: players[rng.IntN(2)], Stones: drawnStones(g, rng)}
	for _, seat := range players {
		army := Deal(g, seat, rng)
		army.on(&p, seat)
	}
	return p
}

// midDuel is a duel after some random turns.
func midDuel(g Ground, seed uint64, turns int) Position {
	rng := rand.New(rand.NewPCG(seed, 9))
	p := dealtDuel(g, seed)
	for range turns {
		var buf [maxMoves]Move
		next := p
		moves := next.AppendMoves(buf[:0])
		next.Do(moves[rng.IntN(len(moves))])
		if next.Ended != NotEnded {
			break
		}
		p = next
	}
	return p
}

func onGrounds(b *testing.B, bench func(b *testing.B, p Position)) {
	for _, g := range []Ground{Training, Master} {
		b.Run(g.String(), func(b *testing.B) {
			b.ReportAllocs()
			bench(b, midDuel(g, 3, 10))
		})
	}
}

// thrower is a piece of the side to move that can throw, or will have turned to the other side's.
func thrower(b *testing.B, p *Position) Field {
	b.Helper()
	for range 2 {
		for f := Field(1); f <= Places; f++ {
			if p.Board[f].Owner == p.Turn && p.CanThrow(f) {
				return f
			}
		}
		p.Turn = p.Turn.Other()
	}
	b.Fatalf("nobody can throw in %s", p)
	return NoField
}

func BenchmarkThrow(b *testing.B) {
	onGrounds(b, func(b *testing.B, p Position) {
		m := Move{Verb: Throw, From: thrower(b, &p)}
		for b.Loop() {
			next := p
			next.Do(m)
		}
	})
}

func BenchmarkGlide(b *testing.B) {
	onGrounds(b, func(b *testing.B, p Position) {
		moves := p.AppendMoves(nil)
		i := 0
		for b.Loop() {
			next := p
			next.Do(moves[i%len(moves)])
			i++
		}
	})
}

func BenchmarkMoves(b *testing.B) {
	onGrounds(b, func(b *testing.B, p Position) {
		var buf [maxMoves]Move
		for b.Loop() {
			p.AppendMoves(buf[:0])
		}
	})
}

// BenchmarkRandomTurn is a turn of random play: the list made, one of it done.
func BenchmarkRandomTurn(b *testing.B) {
	onGrounds(b, func(b *testing.B, start Position) {
		rng := rand.New(rand.NewPCG(5, 1))
		p := start
		var buf [maxMoves]Move
		for b.Loop() {
			if p.Ended != NotEnded {
				p = start
			}
			moves := p.AppendMoves(buf[:0])
			p.Do(moves[rng.IntN(len(moves))])
		}
	})
}

func BenchmarkApply(b *testing.B) {
	onGrounds(b, func(b *testing.B, p Position) {
		s := Resume(p)
		a := Rules{}.Legal(Rules{}.Observe(s, p.Turn))[0]
		for b.Loop() {
			if _, _, err := (Rules{}).Apply(s, p.Turn, a); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkObserve(b *testing.B) {
	onGrounds(b, func(b *testing.B, p Position) {
		s := Resume(p)
		for b.Loop() {
			Rules{}.Observe(s, game.First)
		}
	})
}

func BenchmarkLegal(b *testing.B) {
	onGrounds(b, func(b *testing.B, p Position) {
		o := Rules{}.Observe(Resume(p), p.Turn)
		for b.Loop() {
			Rules{}.Legal(o)
		}
	})
}
