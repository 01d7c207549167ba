package shuriken_test

import (
	"math/rand/v2"
	"testing"

	"salle/game"
	"salle/game/shuriken"
)

// When the table ends a duel, both see all (shuriken 10).
func TestResigningShowsBothArmies(t *testing.T) {
	g := game.New(shuriken.Info, shuriken.Rules{}, shuriken.NewAI())
	p, err := g.Start(game.Setup{Variant: "master", Rules: shuriken.RulesVersion})
	if err != nil {
		t.Fatal(err)
	}
	play := func(by game.Seat, action string) {
		t.Helper()
		next, _, err := p.Play(by, action)
		if err != nil {
			t.Fatal(err)
		}
		p = next
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for p.Status().ToAct.Has(game.Chance) {
		play(game.Chance, p.Draw(rng))
	}
	play(game.First, "ready")
	play(game.Second, "ready")
	flags := func() (n int) {
		for _, s := range p.Observe(game.Spectator).(shuriken.Observation).Pieces {
			if s.Kind == shuriken.Flag {
				n++
			}
		}
		return n
	}
	if flags() != 0 {
		t.Fatal("a spectator sees a flag while the duel goes on")
	}
	play(game.First, game.Resign)
	if flags() != 2 {
		t.Error("a flag stays hidden after the end")
	}
}
