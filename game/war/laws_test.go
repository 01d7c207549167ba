package war

import (
	"math/rand/v2"
	"testing"

	"salle/game"
	"salle/game/gametest"
)

// subject is the game as the laws of every game see it. Only with Adjudicate does every match end: nothing else stops two
// sides that shuffle.
func subject(variant string) gametest.Subject[State, Observation, Action] {
	return gametest.Subject[State, Observation, Action]{
		Info: Info, Rules: Rules{}, AI: hurried{}, Setup: game.Setup{Variant: variant, Rules: RulesVersion},
		Imagine: imagine, Sampled: Sampled, Rounds: 100,
	}
}

// imagine returns a state that looks like o to its owner: all is public but the other's committed deployment. The ply is
// not seen and is left 0 during deployment.
func imagine(o Observation, rng *rand.Rand) State {
	s := State{Turn: o.Turn, Deployed: o.Deployed, Drawn: o.Drawn, Position: o.Position, Past: o.Past}
	if o.Deployed {
		return s
	}
	s.Pledge[o.Seat] = o.Own
	if other := o.Seat.Other(); o.Committed[other] {
		s.Pledge[other] = Scatter(other, rng)
	}
	return s
}

func TestLaws(t *testing.T) { gametest.Laws(t, subject("+adjudicate")) }

func TestLawsWithSwitches(t *testing.T) {
	if testing.Short() {
		t.Skip("the default game's laws are tried")
	}
	s := subject("+adjudicate +arsenal_needs_supply +collapse_victory +enemy_blocks_fire +isolated_may_retreat +relay_by_contact +supplied_units_cut")
	s.Rounds = 40
	gametest.Laws(t, s)
}

func FuzzLaws(f *testing.F) { gametest.Fuzz(f, subject("+adjudicate")) }
