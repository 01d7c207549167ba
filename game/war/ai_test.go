package war

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"salle/game"
)

// reporter is what these checks need of *testing.T and *rapid.T.
type reporter interface {
	Helper()
	Fatalf(format string, args ...any)
}

// watching is what the side to move sees of a position.
func watching(p Position) Observation {
	s, _ := Resume(p)
	return Rules{}.Observe(s, s.Position.Side)
}

// played is the state after a whole turn that a machine chose; every step must be accepted and the turn must have ended.
func played(t reporter, s State, actions []Action) State {
	t.Helper()
	by, turn := s.Position.Side, s.Turn
	before := s
	for i, a := range actions {
		next, _, err := Rules{}.Apply(s, by, a)
		if err != nil {
			t.Fatalf("%s: %v of %v is refused: %v", before, a, actions, err)
		}
		s = next
		if done := s.Turn != turn || s.Position.Result.Over; done != (i == len(actions)-1) {
			t.Fatalf("%s: %v is not one whole turn: after %v it has ended: %v", before, actions, a, done)
		}
	}
	return s
}

// chosen is the turn of a level in a position.
func chosen(t testing.TB, p Position, level int, seed uint64) []Action {
	t.Helper()
	list, err := NewAI().Choose(t.Context(), watching(p), game.Budget{Level: level, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// wander is a match some random actions after a deployment, perhaps in the middle of a turn.
func wander(t testing.TB, variant string, rng *rand.Rand, actions int) State {
	t.Helper()
	s := begin(t, variant)
	apply := func(by game.Seat, a Action) {
		next, _, err := Rules{}.Apply(s, by, a)
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	for _, side := range players {
		apply(side, DeployAction(deploy(side, 1, rng)))
	}
	apply(game.Chance, Rules{}.Draw(s, rng))
	for range actions {
		legal := Rules{}.Legal(Rules{}.Observe(s, s.Position.Side))
		if len(legal) == 0 {
			break
		}
		apply(s.Position.Side, legal[rng.IntN(len(legal))])
	}
	return s
}

// ofLevel is a level's skill with a budget that a test can pay.
func ofLevel(level int) skill {
	k := skills[level-1]
	k.nodes, k.drafts = min(k.nodes, 700), min(k.drafts, 2)
	return k
}

func TestEveryLevelPlaysWholeLegalTurns(t *testing.T) {
	variants := []string{"", "+adjudicate", "+collapse_victory +enemy_blocks_fire +relay_by_contact", "+isolated_may_retreat +supplied_units_cut"}
	for n := range 60 {
		rng := rand.New(rand.NewPCG(uint64(n), 3))
		s := wander(t, variants[n%len(variants)], rng, rng.IntN(300))
		if s.Position.Result.Over {
			continue
		}
		o := Rules{}.Observe(s, s.Position.Side)
		for level := range len(skills) {
			k := ofLevel(level + 1)
			seed := rng.Uint64()
			list, err := k.choose(t.Context(), &o, rand.New(rand.NewPCG(seed, 1)))
			if err != nil {
				t.Fatal(err)
			}
			played(t, s, list)
			if again, _ := k.choose(t.Context(), &o, rand.New(rand.NewPCG(seed, 1))); !slices.Equal(list, again) {
				t.Errorf("%s: level %d chooses %v, and then %v", s, level+1, list, again)
			}
		}
	}
}

func TestEqualBudgetsGiveEqualChoices(t *testing.T) {
	p := melee(t)
	for level := 1; level <= len(skills); level++ {
		if one, two := chosen(t, p, level, 7), chosen(t, p, level, 7); !slices.Equal(one, two) {
			t.Errorf("level %d chooses %v, and then %v", level, one, two)
		}
	}
	if slices.Equal(chosen(t, p, 1, 1), chosen(t, p, 1, 2)) {
		t.Error("two seeds of level 1 choose the same turn in a melee")
	}
}

func TestACancelledMachineStillPlays(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for n := range 200 {
		s := wander(t, "", rand.New(rand.NewPCG(uint64(n), 4)), 40+n)
		if s.Position.Result.Over {
			continue
		}
		list, err := NewAI().Choose(ctx, Rules{}.Observe(s, s.Position.Side), game.Budget{Level: 5})
		if err != nil {
			t.Fatal(err)
		}
		played(t, s, list)
	}
	o := Rules{}.Observe(begin(t, ""), game.First)
	list, err := NewAI().Choose(ctx, o, game.Budget{Level: 5})
	if err != nil || len(list) != 1 || !list[0].Deploys {
		t.Errorf("deploys %v, %v", list, err)
	}
	if _, err := NewAI().Choose(ctx, watching(melee(t)), game.Budget{Level: 1}); err != nil {
		t.Error(err)
	}
	for _, seat := range []game.Seat{game.Chance, game.Spectator} {
		if list, err := NewAI().Choose(ctx, Rules{}.Observe(begin(t, ""), seat), game.Budget{Level: 1}); err == nil {
			t.Errorf("it plays %v for %s, who owes nothing", list, seat)
		}
	}
}

func TestTheMachineTakesWhatIsThere(t *testing.T) {
	raid := []string{"N R D3", "N C R3", "N I H8", "N I H9", "S I S10", "S I K12"}
	for _, c := range []struct {
		name  string
		units []string
		lost  string // an arsenal that has fallen already
		least int    // the lowest level that sees it
		good  func(after *Position) bool
	}{
		{
			"a capture without a move",
			[]string{"N I J8", "N I I8", "N C B2", "S I K8", "S I T10", "S C S20"},
			"", 1,
			func(after *Position) bool { return after.Units[game.Second].Len == 2 },
		},
		{
			"a capture after two moves",
			[]string{"N I I13", "N I H13", "N C H12", "N I B2", "S I K14", "S I T10", "S C S20"},
			"", 2,
			func(after *Position) bool { return after.Units[game.Second].Len == 2 },
		},
		{
			"the first arsenal", raid, "", 2,
			func(after *Position) bool { return after.Arsenals&ArsenalAt(square(t, "T3")) == 0 },
		},
		{
			"the last arsenal", raid, "T23", 1,
			func(after *Position) bool { return after.Result == game.Won(game.First, ReasonArsenals) },
		},
	} {
		p := place(t, game.First, c.units...)
		if c.lost != "" {
			p.Arsenals &^= ArsenalAt(square(t, c.lost))
		}
		for level := c.least; level <= len(skills); level++ {
			s, _ := Resume(p)
			list := chosen(t, p, level, 3)
			if after := played(t, s, list).Position; !c.good(&after) {
				t.Errorf("%s is not what level %d takes, it plays %v", c.name, level, list)
			}
		}
	}
}

func TestTheMachineRetreatsFirst(t *testing.T) {
	p := place(t, game.First, "N I J8", "N I H8", "N I H9", "S C K8", "S C L8", "S I K9", "S R T8")
	p.Dislodged = square(t, "J8")
	for level := 1; level <= len(skills); level++ {
		s, _ := Resume(p)
		list := chosen(t, p, level, 5)
		if list[0].Step.Verb != Move || list[0].Step.From != p.Dislodged {
			t.Errorf("level %d plays %v", level, list)
		}
		played(t, s, list)
	}
}

// South's cavalry is one move from north's last arsenal, and north's infantry can step on it.
func TestTheMachineGuardsItsLastArsenal(t *testing.T) {
	p := place(t, game.First, "N I C7", "N I A1", "N C A2", "S C F8", "S R T8", "S I T12")
	p.Arsenals &^= ArsenalAt(square(t, "B15"))
	threatened := func(p *Position) bool {
		supply := p.Supply()
		to := p.Destinations(square(t, "F8"), &supply)
		return to.has(square(t, "D8"))
	}
	idle := p
	idle.Do(Step{Verb: End})
	if !threatened(&idle) {
		t.Fatal("there is nothing to guard against")
	}
	for level := 2; level <= len(skills); level++ {
		s, _ := Resume(p)
		list := chosen(t, p, level, 5)
		if after := played(t, s, list).Position; threatened(&after) {
			t.Errorf("level %d plays %v and leaves its last arsenal open", level, list)
		}
	}
}

func TestDeploymentsAreSoundAndDiffer(t *testing.T) {
	for _, side := range players {
		for level := 1; level <= len(skills); level++ {
			seen := map[Deployment]bool{}
			for seed := range uint64(30) {
				d := deploy(side, skills[level-1].drafts, rand.New(rand.NewPCG(seed, uint64(level))))
				if code, at := d.Check(side); code != "" {
					t.Fatalf("%s is refused as %s at %s", d, code, at)
				}
				p := d.Preview(side)
				if _, in := p.SupplyOf(side); in.Len() != Army {
					t.Errorf("%s leaves units out of communication", d)
				}
				seen[d] = true
			}
			if len(seen) < 25 {
				t.Errorf("30 seeds of level %d deploy %s in %d ways", level, sides[side], len(seen))
			}
		}
	}
}

// What the evaluation counts as the sums of an attack is what the rules count.
func TestContestsAreTheRulesSums(t *testing.T) {
	for n := range 2000 {
		p := randomPosition(rand.New(rand.NewPCG(uint64(n), 5)))
		var j judge
		if j.value(&p, game.First, game.First); p.Result.Over {
			continue
		}
		for _, side := range players {
			victims := &j.armies[side.Other()]
			for k := range victims.list[:victims.n] {
				at := victims.list[k].at
				c := j.contest(&p, side, &victims.list[k])
				attack, defence := p.Sums(at, &j.supply)
				if attack > 0 && !c.near || c.near && (c.attack != attack || c.defence != defence) {
					t.Errorf("%s %s: an attack on %s is %d to %d, the evaluation has %+v", p.Switches, p, at, attack, defence, c)
				}
			}
		}
	}
}

func TestValuesAreZeroSum(t *testing.T) {
	for n := range 2000 {
		p := randomPosition(rand.New(rand.NewPCG(uint64(n), 6)))
		j := judge{temper: temper{advance: 12, caution: 100}}
		for _, next := range players {
			if mine, theirs := j.value(&p, p.Side, next), j.value(&p, p.Side.Other(), next); mine != -theirs {
				t.Errorf("%s: worth %d to one side and %d to the other", p, mine, theirs)
			}
		}
	}
}

// No way over open ground is shorter than the distance, and an army's is no shorter than a single unit's.
func TestRoadsLeadToTheArsenals(t *testing.T) {
	for i, arsenal := range arsenalSquares {
		for s := Square(1); s <= Squares; s++ {
			if s.Terrain() == Mountain {
				continue
			}
			road, route := int(roads[i][s]), int(routes[i][s])
			if road < apart(s, arsenal) || route < road || route > farthest || (road == 0) != (s == arsenal) {
				t.Errorf("from %s to %s it is %d steps, for an army %d", s, arsenal, road, route)
			}
		}
	}
	for _, c := range []struct {
		from        string
		arsenal     int
		road, route int
	}{{"E11", 1, 3, 9}, {"B15", 0, 0, 0}, {"O17", 2, 14, 15}} {
		if s := square(t, c.from); int(roads[c.arsenal][s]) != c.road || int(routes[c.arsenal][s]) != c.route {
			t.Errorf("from %s it is %d steps, for an army %d; want %d and %d", s, roads[c.arsenal][s], routes[c.arsenal][s], c.road, c.route)
		}
	}
}

// hurried is the machine with budgets that many trials can pay. It deploys as the list of legal actions does, which names
// only a part of what a machine may choose.
type hurried struct{}

func (hurried) Choose(ctx context.Context, o Observation, b game.Budget) ([]Action, error) {
	if o.ToDeploy() {
		return Rules{}.Legal(o)[:1], nil
	}
	k := ofLevel(b.Level)
	k.nodes = 150
	return k.choose(ctx, &o, rand.New(rand.NewPCG(b.Seed, uint64(b.Level))))
}

// BenchmarkChoose is a decision of each level.
func BenchmarkChoose(b *testing.B) {
	for name, p := range benchPositions(b) {
		for level := 1; level <= len(skills); level++ {
			b.Run(fmt.Sprintf("%s/level%d", name, level), func(b *testing.B) {
				b.ReportAllocs()
				seed := uint64(0)
				for b.Loop() {
					chosen(b, p, level, seed)
					seed++
				}
			})
		}
	}
}

func BenchmarkValue(b *testing.B) {
	for name, p := range benchPositions(b) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			j := judge{temper: temper{advance: 12, caution: 100}}
			for b.Loop() {
				j.value(&p, p.Side, p.Side.Other())
			}
		})
	}
}
