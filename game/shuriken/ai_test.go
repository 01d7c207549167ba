package shuriken

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"salle/game"
)

// firstOf is who acts first of those who owe an action: Chance before the players.
func firstOf(toAct game.Seats) game.Seat {
	for _, seat := range []game.Seat{game.Chance, game.First} {
		if toAct.Has(seat) {
			return seat
		}
	}
	return game.Second
}

// playedOut is a duel of random legal turns after the setup of two machines, up to some turns, in which look sees what the
// side to move observes at every turn. The flags stay hidden from it.
func playedOut(t testing.TB, variant string, seed uint64, turns int, look func(s State, o Observation)) State {
	t.Helper()
	s, err := Rules{}.Start(game.Setup{Variant: variant, Rules: RulesVersion})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 21))
	taste := rng.Uint64()
	for n := 0; n < turns; {
		status := Rules{}.Status(s)
		if status.ToAct == game.Nobody {
			break
		}
		by, a := firstOf(status.ToAct), Action{}
		if by == game.Chance {
			a = Rules{}.Draw(s, rng)
		} else {
			o := Rules{}.Observe(s, by)
			if o.ToSetUp() {
				a = skill{army: 4}.arrange(&o, taste)
			} else {
				look(s, o)
				legal := Rules{}.Legal(o)
				a = legal[rng.IntN(len(legal))]
				n++
			}
		}
		next, _, err := Rules{}.Apply(s, by, a)
		if err != nil {
			t.Fatalf("%s: %s: %v", s, a, err)
		}
		s = next
	}
	return s
}

// secrets are where a side's hidden flag and hidden shields stand.
func secrets(p *Position, side game.Seat) (w world) {
	n := 0
	for f := Field(1); f <= Places; f++ {
		piece := p.Board[f]
		switch {
		case piece.Kind == NoKind || piece.Owner != side || piece.Revealed:
		case piece.Kind == Flag:
			w.flag = f
		case piece.Kind == Shield:
			w.shields[n&1] = f
			n++
		}
	}
	return w
}

// sameSecrets tells whether two worlds hide the same.
func sameSecrets(a, b world) bool {
	slices.Sort(a.shields[:])
	slices.Sort(b.shields[:])
	return a.flag == b.flag && a.shields == b.shields
}

var beliefDuels = flag.Uint64("duels", 60, "how many duels of each variant the worlds are tried in")

// What a machine believes agrees with all it sees, and the truth is among it.
func TestWorldsShowTheObservation(t *testing.T) {
	for _, variant := range Variants() {
		for seed := range *beliefDuels {
			playedOut(t, variant, seed, 60, func(s State, o Observation) {
				b := believe(&o)
				truth := secrets(&s.Position, b.enemy)
				if !slices.ContainsFunc(b.worlds, func(w world) bool { return sameSecrets(w, truth) }) {
					t.Fatalf("%s: the truth %+v is not among the worlds %+v", s, truth, b.worlds)
				}
				rng := rand.New(rand.NewPCG(seed, 22))
				for range 3 {
					imagined := s
					imagined.Position = b.position(b.draw(rng))
					if got := (Rules{}).Observe(imagined, o.Seat); fmt.Sprint(got) != fmt.Sprint(o) {
						t.Fatalf("a world of\n%v\nshows\n%v", o, got)
					}
				}
			})
		}
	}
}

// A machine is given the observation alone, so its choice cannot tell twins apart that differ in the enemy's secrets.
func TestEqualObservationsGetEqualTurns(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 23))
	for seed := range uint64(20) {
		playedOut(t, "master", seed, 12, func(s State, o Observation) {
			b := believe(&o)
			twin := s
			twin.Position = b.position(b.draw(rng))
			k := skills[Master][4]
			k.nodes = 2000
			at := rand.New(rand.NewPCG(seed, 1))
			other := Rules{}.Observe(twin, o.Seat)
			one, two := k.choose(t.Context(), &o, at), k.choose(t.Context(), &other, rand.New(rand.NewPCG(seed, 1)))
			if one != two {
				t.Fatalf("%s: %s in one world and %s in another", s, one, two)
			}
		})
	}
}

func TestEveryLevelPlaysLegally(t *testing.T) {
	for _, variant := range Variants() {
		ground, _, _ := ParseVariant(variant)
		for level := 1; level <= len(skills[ground]); level++ {
			s := playedOut(t, variant, uint64(level), 5, func(State, Observation) {})
			for turns := 0; turns < 3 && (Rules{}).Status(s).ToAct != game.Nobody; turns++ {
				by := s.Position.Turn
				b := game.Budget{Level: level, Seed: uint64(turns)}
				list, err := NewAI().Choose(t.Context(), Rules{}.Observe(s, by), b)
				if err != nil {
					t.Fatal(err)
				}
				if again, _ := NewAI().Choose(t.Context(), Rules{}.Observe(s, by), b); !slices.Equal(list, again) {
					t.Errorf("%s: level %d chooses %v, and then %v", s, level, list, again)
				}
				if s, _, err = (Rules{}).Apply(s, by, list[0]); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func TestACancelledMachineStillPlays(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, variant := range Variants() {
		playedOut(t, variant, 3, 20, func(s State, o Observation) {
			list, err := NewAI().Choose(ctx, o, game.Budget{Level: 7, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := (Rules{}).Apply(s, o.Seat, list[0]); err != nil {
				t.Fatal(err)
			}
		})
	}
	s, _ := Rules{}.Start(game.Setup{Variant: "master", Rules: RulesVersion})
	if list, err := NewAI().Choose(ctx, Rules{}.Observe(s, game.First), game.Budget{Level: 1}); err == nil {
		t.Errorf("it plays %v while Chance owes the first draw", list)
	}
}

// Every setup comes to an end, is accepted, and differs from match to match.
func TestMachinesArrangeTheirArmies(t *testing.T) {
	for _, variant := range Variants() {
		ground, _, _ := ParseVariant(variant)
		for level := range skills[ground] {
			rng := rand.New(rand.NewPCG(uint64(level), 24))
			s, _ := Rules{}.Start(game.Setup{Variant: variant, Rules: RulesVersion})
			steps := 0
			for s.Phase != InDuel {
				by, a := firstOf((Rules{}).Status(s).ToAct), Action{}
				if by == game.Chance {
					a = Rules{}.Draw(s, rng)
				} else {
					o := Rules{}.Observe(s, by)
					a = skills[ground][level].arrange(&o, 9)
					if steps++; steps > 200 {
						t.Fatalf("%s: level %d does not come to an end", s, level+1)
					}
				}
				next, _, err := Rules{}.Apply(s, by, a)
				if err != nil {
					t.Fatalf("%s: %s: %v", s, a, err)
				}
				s = next
			}
		}
	}
}

// Quick lists of hits hold nothing that hits nothing, and miss little.
func TestQuickHitsAreHits(t *testing.T) {
	found, missed := 0, 0
	for seed := range uint64(300) {
		p := midDuel(Ground(seed&1), seed, int(seed%40))
		if p.InQuietTurn() {
			continue
		}
		quick := p.appendHits(nil)
		for _, m := range p.AppendMoves(nil) {
			q := p
			c := q.Do(m)
			hits := c.Taken || c.Threw && c.Thrower.Kind != Volley
			switch listed := slices.Contains(quick, m); {
			case listed && !hits:
				t.Errorf("%s: %s hits nothing", p, m)
			case listed:
				found++
			case hits:
				missed++
			}
		}
		for _, m := range quick {
			if code := p.Check(m); code != "" {
				t.Errorf("%s: %s is %s", p, m, code)
			}
		}
	}
	if missed*6 > found {
		t.Errorf("of %d hits %d are missed", found+missed, missed)
	}
}

// A machine of any ground's best level takes the flag that it can hit, and leaves no flag to be hit that it can save.
func TestTheMachineWinsWhenItCan(t *testing.T) {
	p, err := ParsePosition(`master S 20 2 0,0 - SF@d5,Sflag@a1,SF@g2,NF@b9,Nflag@d10!,NFL@f9`)
	if err != nil {
		t.Fatal(err)
	}
	for level := 3; level <= len(skills[Master]); level++ {
		o := Rules{}.Observe(Resume(p), game.First)
		list, err := NewAI().Choose(t.Context(), o, game.Budget{Level: level, Seed: 2})
		if err != nil {
			t.Fatal(err)
		}
		q := p
		q.Do(list[0].Move)
		if q.Ended != ByFlag || q.Winner != game.First {
			t.Errorf("level %d plays %s", level, list[0])
		}
	}
}

func BenchmarkChoose(b *testing.B) {
	for level := 1; level <= len(skills[Master]); level++ {
		b.Run(fmt.Sprintf("dan%d", level), func(b *testing.B) {
			seed := uint64(0)
			for b.Loop() {
				p := midDuel(Master, seed%16, int(seed%30))
				o := Rules{}.Observe(Resume(p), p.Turn)
				if _, err := NewAI().Choose(b.Context(), o, game.Budget{Level: level, Seed: seed}); err != nil {
					b.Fatal(err)
				}
				seed++
			}
		})
	}
}

// BenchmarkWorld is one sampled world.
func BenchmarkWorld(b *testing.B) {
	p := midDuel(Master, 3, 10)
	o := Rules{}.Observe(Resume(p), p.Turn)
	rng := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		list := believe(&o)
		list.position(list.draw(rng))
	}
}

// BenchmarkNodes tells how many moves the search plays in a second.
func BenchmarkNodes(b *testing.B) {
	p := midDuel(Master, 3, 10)
	o := Rules{}.Observe(Resume(p), p.Turn)
	nodes := 0
	for b.Loop() {
		list := believe(&o)
		world := list.position(list.worlds[0])
		s := search{side: o.Seat, limit: 200_000, ctx: b.Context()}
		s.best(&world, 3, 0, -victory, victory)
		nodes += s.nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
