package shuriken

import (
	"math/rand/v2"
	"slices"
	"testing"

	"salle/game"
)

// inSetup is a match in which both have the armies of a seed.
func inSetup(g Ground, seed uint64) State {
	rng := rand.New(rand.NewPCG(seed, 3))
	s := State{Phase: InSetup, Position: Position{Ground: g, Stones: drawnStones(g, rng)}}
	for _, seat := range players {
		s.setArmy(seat, Deal(g, seat, rng))
	}
	return s
}

// shuriken 8.3: every step that can be written, tried on armies that random steps have led to.
func TestTheStepsListedAreThoseThatAreAccepted(t *testing.T) {
	var every []Move
	for from := Field(1); from <= Places; from++ {
		every = append(every, Move{Verb: Banner, To: from})
		for to := from; to <= Places; to++ {
			every = append(every, Move{Swap, from, to})
		}
	}
	every = append(every, Move{Verb: Shuffle}, Move{Verb: Ready})
	rng := rand.New(rand.NewPCG(8, 3))
	for _, g := range []Ground{Training, Master} {
		s := inSetup(g, 1)
		for range 20 {
			for _, by := range players {
				var accepted []Action
				for _, m := range every {
					if _, _, err := (Rules{}).Apply(s, by, MoveAction(m)); err == nil {
						accepted = append(accepted, MoveAction(m))
					}
				}
				listed := Rules{}.Legal(Rules{}.Observe(s, by))
				for _, a := range accepted {
					if !slices.Contains(listed, a) {
						t.Fatalf("%s of %s is accepted but not listed in %s", a, by, s)
					}
				}
				if len(listed) != len(accepted) {
					t.Fatalf("%d steps of %s are listed, %d accepted in %s", len(listed), by, len(accepted), s)
				}
				steps := slices.DeleteFunc(listed, func(a Action) bool { return a.Verb != Swap && a.Verb != Banner })
				s, _, _ = Rules{}.Apply(s, by, steps[rng.IntN(len(steps))])
				for _, seat := range players {
					if army := s.Position.army(seat); !army.Complete(g) {
						t.Fatalf("a step lost or made a piece: %s", s)
					}
				}
			}
		}
	}
}

// shuriken 8.1: how many steps there are is counted by hand. Training: either of 2 shields with any of 20 other fields, the
// pair of shields once, and 9 warriors. Master: 14 pieces in pairs, each with 7 empty fields, and a shuffle.
func TestStepsCounted(t *testing.T) {
	for g, want := range map[Ground]int{Training: 2*20 - 1 + 9, Master: 14*13/2 + 14*7 + 1} {
		s := inSetup(g, 5)
		if got := len(Rules{}.Legal(Rules{}.Observe(s, game.Second))); got != want+1 {
			t.Errorf("%s: %d steps with readiness, want %d", g, got, want+1)
		}
	}
}

// shuriken 8.2: deals are complete, keep the conditions, and are spread: every warrior carries the flag at times, and every
// piece stands on every field that the conditions leave it.
func TestDeals(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	for _, g := range []Ground{Training, Master} {
		for _, seat := range players {
			stood := map[Kind]*Set{}
			bearers := map[Blades]bool{}
			for range 4000 {
				army := Deal(g, seat, rng)
				if !army.Complete(g) || army.Problem(seat) != "" {
					t.Fatalf("%s is dealt to %s", army.text(seat), seat)
				}
				for i, man := range army {
					if stood[man.Kind] == nil {
						stood[man.Kind] = &Set{}
					}
					stood[man.Kind].add(groundField(seat, i))
					if man.Kind == Flag {
						bearers[man.Blades] = true
					}
				}
			}
			for kind, set := range stood {
				want := groundSize
				if kind == Flag {
					want -= Columns
				}
				if set.Len() != want {
					t.Errorf("%s: %s's %s is dealt to %d fields, want %d", g, seat, kind, set.Len(), want)
				}
			}
			if want := map[Ground]int{Training: 7, Master: 1}[g]; len(bearers) != want {
				t.Errorf("%s: %d sorts of bearers, want %d", g, len(bearers), want)
			}
		}
	}
}

// shuriken 1.4.
func TestStonesAreDrawnInPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	for g, want := range map[Ground]int{Training: 165 * 8, Master: 55 * 4} {
		all := allStones(g)
		if len(all) != want {
			t.Errorf("%s: %d draws, want %d", g, len(all), want)
		}
		for range 200 {
			s := drawnStones(g, rng)
			if !slices.Contains(all, s) {
				t.Fatalf("%s drew %s", g, s)
			}
			for _, f := range s.Fields() {
				if s.At(f) != s.At(f.Turned()) || f.String() == "d6" || f.OwnGround(0) || f.OwnGround(1) || !f.Valid() {
					t.Fatalf("%s drew %s", g, s)
				}
			}
		}
	}
}

// What Chance may not draw is refused, and changes nothing.
func TestDrawsThatChanceCannotDraw(t *testing.T) {
	play := func(s State, text string) (State, error) {
		a, err := Rules{}.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		s, _, err = Rules{}.Apply(s, game.Chance, a)
		return s, err
	}
	refuse := func(s State, texts ...string) {
		t.Helper()
		for _, text := range texts {
			if after, err := play(s, text); err == nil || after != s {
				t.Errorf("%q is accepted in %s", text, s)
			}
		}
	}
	accept := func(s State, text string) State {
		t.Helper()
		after, err := play(s, text)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		return after
	}
	const deal = "deal S a1=captain g1=flag c1=shield d1=shield b2=volley c2=bow d2=X a2=F e1=F f1=F a3=F b3=FL c3=FR d3=FLR"
	s, _ := Rules{}.Start(game.Setup{Variant: "master", Rules: 1})
	refuse(s, `stones b6/ f6/ c5\ e7\`, deal, "pass", "ready")
	s = accept(s, "first north")
	refuse(s, "first S", `stones b6/ f6/`, `stones b6/ f6\ c5\ e7\`, `stones b6/ f6/ c5\ c7\`, `stones b6/ f6/ c5\ e7\ c4/ e8/`)
	s = accept(s, `stones b6/ f6/ c5\ e7\`)
	refuse(s,
		deal+" e3=F", "deal S a1=F", "deal N a9=captain", `stones b6/ f6/ c5\ e7\`,
		"deal S f2=captain g1=flag c1=shield d1=shield b2=volley c2=bow d2=X a2=F e1=F f1=F a3=F b3=FL c3=FR d3=FLR",
		"deal S a1=captain g3=flag c1=shield d1=shield b2=volley c2=bow d2=X a2=F e1=F f1=F a3=F b3=FL c3=FR d3=FLR",
		"deal S a1=captain g1=flag c1=shield c3=shield b2=volley c2=bow d2=X a2=F e1=F f1=F a3=F b3=FL d1=FR d3=FLR",
		"deal S a1=captain g1=F c1=shield d1=shield b2=volley c2=bow d2=X a2=F e1=F f1=F a3=F b3=FL c3=FR d3=FLR",
	)
	s = accept(s, deal)
	refuse(s, deal)
	if s.Phase != ToDealSecond || s.First != game.Second {
		t.Errorf("in phase %d %s strikes first", s.Phase, s.First)
	}
}

// shuriken 8.3: a shuffle is dealt anew at the same ply, and the other is told nothing and may go on meanwhile.
func TestShuffle(t *testing.T) {
	s := inSetup(Master, 9)
	before := Rules{}.Observe(s, game.Second)
	was := s.Position.army(game.First)
	shuffled, events, err := Rules{}.Apply(s, game.First, MoveAction(Move{Verb: Shuffle}))
	if err != nil || len(game.SeenBy(events, game.Second)) > 0 {
		t.Fatal(events, err)
	}
	status := Rules{}.Status(shuffled)
	if status.ToAct != game.Only(game.Second).With(game.Chance) || status.Ply != (Rules{}).Status(s).Ply {
		t.Errorf("status after a shuffle: %+v", status)
	}
	if _, _, err := (Rules{}).Apply(shuffled, game.First, MoveAction(Move{Verb: Ready})); err == nil {
		t.Error("ready while the deal is owed")
	}
	dealt, events, err := Rules{}.Apply(shuffled, game.Chance, Rules{}.Draw(shuffled, rand.New(rand.NewPCG(1, 1))))
	if err != nil || len(game.SeenBy(events, game.Second)) > 0 || dealt.Position.army(game.First) == was {
		t.Fatal(events, err)
	}
	for _, state := range []State{shuffled, dealt} {
		if o := (Rules{}).Observe(state, game.Second); !slices.Equal(o.Pieces, before.Pieces) || o.Shuffling != before.Shuffling || o.Phase != before.Phase {
			t.Errorf("the other sees\n%+v, before\n%+v", o, before)
		}
	}
	if (Rules{}).Status(dealt).ToAct != game.Both {
		t.Errorf("status after the deal: %+v", Rules{}.Status(dealt))
	}
}
