package shuriken

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"salle/game"
	"salle/game/gametest"
)

// subject is the game as the laws of every game see it.
func subject(variant string) gametest.Subject[State, Observation, Action] {
	return gametest.Subject[State, Observation, Action]{
		Info: Info, Rules: hasty{}, AI: hurried{}, Setup: game.Setup{Variant: variant, Rules: RulesVersion},
		Imagine: imagine, Sampled: hastySampled, Beside: true, Rounds: 50,
	}
}

// hasty are the rules with fewer steps of the setup listed, so that random players are ready after a dozen of them rather
// than hundreds. TestTheStepsListedAreThoseThatAreAccepted tries all of them.
type hasty struct{ Rules }

func (r hasty) Legal(o Observation) []Action {
	all := r.Rules.Legal(o)
	if !o.ToSetUp() {
		return all
	}
	const stride = 24
	offset := 0
	for _, s := range o.Pieces {
		offset += int(s.At) * int(s.Kind)
	}
	var some []Action
	for i, a := range all {
		if i%stride == offset%stride || a.Verb == Shuffle || a.Verb == Ready {
			some = append(some, a)
		}
	}
	return some
}

func hastySampled(o Observation) bool { return Sampled(o) || o.ToSetUp() }

// imagine returns a state that looks like o to its owner: before the duel the enemy has any army, and in it any of his
// look-alikes that have not thrown are his flag and his shields.
func imagine(o Observation, rng *rand.Rand) State {
	s := State{
		Phase: o.Phase, Ready: o.Ready, Shuffling: o.Shuffling, First: o.First, Position: o.Position(),
	}
	s.Falls = uint8(copy(s.Fallen[:], o.Fallen))
	for _, sight := range o.Pieces {
		s.Past[sight.At] = sight.Past
	}
	enemy := o.Seat.Other()
	switch {
	case o.Phase < InSetup:
	case o.Phase == InSetup:
		s.Position.Shuriken, s.Position.Shields = [2]uint8{}, [2]uint8{}
		own := o.army()
		s.setArmy(o.Seat, own)
		army := Deal(o.Ground, enemy, rng)
		army.on(&s.Position, enemy)
	default:
		if !disguise(&s, enemy, hiddenMen(o, enemy), rng) {
			panic("no world looks like the observation")
		}
	}
	return s
}

// hiddenMen are the flag and the shields of a side that the observer does not see.
func hiddenMen(o Observation, enemy game.Seat) []Man {
	var list []Man
	shields := o.Shields[enemy]
	flag := true
	for _, s := range o.Pieces {
		if s.Owner == enemy && s.Kind == Shield {
			shields--
		}
		if s.Owner == enemy && s.Kind == Flag {
			flag = false
		}
	}
	if flag {
		list = append(list, Man{Flag, Forward})
	}
	for _, man := range o.Ground.Army() {
		if man.Kind == Shield {
			list = append(list, man)
		}
	}
	gone := func(man Man) {
		if i := slices.Index(list, man); i >= 0 {
			list = slices.Delete(list, i, i+1)
		}
	}
	for _, f := range o.Fallen {
		if f.Owner == enemy && f.Kind == Shield {
			gone(Man{f.Kind, f.Blades})
		}
	}
	for _, s := range o.Pieces {
		if s.Owner == enemy && s.Kind == Shield {
			gone(s.Man())
		}
	}
	return list
}

// disguise makes look-alikes the flag and the shields that they may be, all that gave themselves away among them. It fails
// where that is impossible.
func disguise(s *State, enemy game.Seat, men []Man, rng *rand.Rand) bool {
	if len(men) == 0 {
		for f, piece := range s.Position.Board {
			past := s.Past[f]
			if piece.Owner == enemy && piece.Kind == Shuriken && (past.Held || past.Saved) {
				return false
			}
		}
		return true
	}
	p, man := &s.Position, men[0]
	for _, i := range rng.Perm(Places) {
		at := Field(i + 1)
		piece, past := &p.Board[at], s.Past[at]
		shows := man.Kind == Flag && p.Ground == Training || piece.Blades == man.Blades
		if piece.Kind != Shuriken || piece.Owner != enemy || past.Threw || past.Saved && man.Kind != Flag || !shows {
			continue
		}
		piece.Kind = man.Kind
		if disguise(s, enemy, men[1:], rng) {
			if man.Kind == Flag {
				p.FlagAt[enemy] = at
			}
			return true
		}
		piece.Kind = Shuriken
	}
	return false
}

func TestLaws(t *testing.T) {
	for _, variant := range Variants() {
		t.Run(variant, func(t *testing.T) { gametest.Laws(t, subject(variant)) })
	}
}

func FuzzLaws(f *testing.F) { gametest.Fuzz(f, subject("master-quiet")) }

// hurried is the machine with budgets that many trials can pay. It sets up by the first step of the shortened list.
type hurried struct{}

func (hurried) Choose(ctx context.Context, o Observation, b game.Budget) ([]Action, error) {
	if o.ToSetUp() {
		return hasty{}.Legal(o)[:1], nil
	}
	list := skills[o.Ground]
	k := list[min(b.Level, len(list))-1]
	k.nodes, k.worlds = 300, 1
	return []Action{MoveAction(k.choose(ctx, &o, rand.New(rand.NewPCG(b.Seed, uint64(b.Level)))))}, nil
}
