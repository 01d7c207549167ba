package war

import (
	"math/rand/v2"
	"testing"
)

// TestBeamsLightWhatIsLit holds war 6.3: the lines that a page draws and the squares that count as lit are the same.
func TestBeamsLightWhatIsLit(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 3))
	for _, on := range []Switches{0, RelayByContact} {
		for range 300 {
			p := randomPosition(rng)
			p.Switches = on
			s := p.Supply()
			for _, side := range players {
				drawn := SetOf(p.Arsenals.Of(side).Squares()...)
				for _, b := range p.Beams(side, &s) {
					drawn.add(b.From)
					drawn.add(b.To)
					for _, at := range Between(b.From, b.To) {
						drawn.add(at)
					}
				}
				for _, at := range p.Units[side].Squares() {
					if p.Active(at, &s) {
						drawn.add(at)
					}
				}
				if drawn != s.Lit[side] {
					t.Fatalf("%s: lines of side %d light %v, want %v", p, side, drawn.List(), s.Lit[side].List())
				}
			}
		}
	}
}
