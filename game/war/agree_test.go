package war

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
)

var positions = flag.Int("positions", 1000, "random positions on which the two implementations of the rules are compared")

// randomPosition is any position, most of them such as no match reaches: units anywhere, but mostly near each other so that
// they fight, any arsenals, any progress of the turn, and often some switches.
func randomPosition(rng *rand.Rand) Position {
	p := Position{Arsenals: Arsenals(1 + rng.IntN(int(AllArsenals)))}
	if rng.IntN(2) > 0 {
		p.Arsenals = AllArsenals
	}
	for range rng.IntN(4) {
		p.Switches |= 1 << rng.IntN(len(switchNames))
	}
	p.Side = players[rng.IntN(2)]
	row, column := rng.IntN(Rows), rng.IntN(Columns)
	if rng.IntN(4) == 0 {
		arsenal := arsenalSquares[rng.IntN(4)]
		row, column = arsenal.Row(), arsenal.Column()
	}
	spread := 2 + rng.IntN(7)
	for _, side := range players {
		for _, k := range Kinds {
			for range rng.IntN(k.Number() + 1) {
				at := SquareAt(row+rng.IntN(2*spread)-spread, column+rng.IntN(2*spread)-spread)
				if rng.IntN(6) == 0 {
					at = Square(1 + rng.IntN(Squares))
				}
				if at != NoSquare && at.Terrain() != Mountain && p.Board[at] == 0 {
					p.put(at, PieceOf(side, k))
				}
			}
		}
	}
	own := p.Units[p.Side].Squares()
	switch rng.IntN(4) {
	case 0:
		if len(own) > 0 {
			p.Dislodged = own[rng.IntN(len(own))]
		}
	case 1:
		for _, i := range rng.Perm(len(own))[:min(len(own), rng.IntN(MaxMoves+1))] {
			p.Moved[p.Moves] = own[i]
			p.Moves++
		}
		p.Retreated = p.Moves > 0 && rng.IntN(2) == 0
		p.Spent = rng.IntN(3) == 0
	}
	return p
}

func TestFastAndSlowRulesAgree(t *testing.T) {
	ground := readSlowMap(t)
	rng := rand.New(rand.NewPCG(1, uint64(*positions)))
	seen := map[string]int{}
	for range *positions {
		p := randomPosition(rng)
		if rng.IntN(8) == 0 {
			p = deployedAtRandom(rng)
		}
		g := slowOf(ground, &p)
		if rng.IntN(2) == 0 && p.Dislodged != NoSquare { // as at the beginning of a turn
			var c Change
			p.beginTurn(&c)
			g.loseStuck()
			count(seen, c, &p)
		}
		for range 1 + rng.IntN(6) {
			steps := compareState(t, g, &p)
			if len(steps) == 0 {
				break
			}
			step := steps[rng.IntN(len(steps))]
			if few := notable(&p, steps); rng.IntN(2) == 0 && len(few) > 0 {
				step = few[rng.IntN(len(few))]
			}
			before := p
			c := p.Do(step)
			g.play(step.String())
			count(seen, c, &p)
			if text := p.String(); text != g.String() {
				t.Fatalf("%s in %s with %q leads to\n%s, slowly to\n%s", step, before, p.Switches, text, g)
			}
		}
	}
	t.Logf("seen: %v", seen)
	for _, what := range []string{"captured", "dislodged", "lost", "destroyed", "held", ReasonElimination, ReasonArsenals, ReasonCollapse} {
		if seen[what] == 0 {
			t.Errorf("none of the steps was %s", what)
		}
	}
}

// notable are the steps that end a turn or destroy an arsenal, less the attacks that do nothing.
func notable(p *Position, steps []Step) []Step {
	s := p.Supply()
	var list []Step
	for _, step := range steps {
		switch {
		case step.Verb == End && len(list) == 0, step.Verb == Move && p.Arsenals.Of(p.Side.Other())&ArsenalAt(step.To) != 0:
			list = append(list, step)
		case step.Verb == Attack:
			if attack, defence := p.Sums(step.To, &s); attack == defence+1 {
				return []Step{step} // the rarest outcome
			} else if attack > defence {
				list = append(list, step)
			}
		}
	}
	return list
}

// deployedAtRandom is a position at the beginning of a match.
func deployedAtRandom(rng *rand.Rand) Position {
	p := Position{Arsenals: AllArsenals, Side: players[rng.IntN(2)]}
	for _, side := range players {
		Scatter(side, rng).on(&p, side)
	}
	return p
}

// count notes what a step did, so that the test knows what it has seen.
func count(seen map[string]int, c Change, p *Position) {
	for what, happened := range map[string]bool{
		"captured": c.Captured != NoSquare, "dislodged": c.Dislodged != NoSquare, "lost": c.Lost != NoSquare,
		"destroyed": c.Destroyed != NoSquare, "held": c.Margin < 0, "retreat": c.Retreat, p.Result.Reason: p.Result.Over,
	} {
		if happened {
			seen[what]++
		}
	}
}

// compareState compares all that the two implementations say of a position, and returns what may be done in it.
func compareState(t *testing.T, g *slow, p *Position) []Step {
	t.Helper()
	s := p.Supply()
	for _, side := range players {
		lit, in := g.network(rune(letters[side][0]))
		sameSquares(t, p, "lit squares of "+sides[side], s.Lit[side], lit)
		sameSquares(t, p, "units in communication of "+sides[side], s.In[side], in)
		compareSums(t, g, p, &s, p.Units[side].Squares())
	}
	if winner, reason := slowResult(p.Result); winner != g.winner || reason != g.reason {
		t.Fatalf("%s with %q: result %+v, slowly %c %s", p, p.Switches, p.Result, g.winner, g.reason)
	}
	steps := p.AppendSteps(nil, &s)
	var fast []string
	for _, step := range steps {
		fast = append(fast, step.String())
		if code := p.Check(step); code != "" {
			t.Fatalf("%s with %q: %s is listed and refused as %q", p, p.Switches, step, code)
		}
	}
	slowly := g.actions()
	slices.Sort(fast)
	slices.Sort(slowly)
	if !slices.Equal(fast, slowly) {
		t.Fatalf("%s with %q: may do\n%v, slowly\n%v", p, p.Switches, fast, slowly)
	}
	return steps
}

func sameSquares(t *testing.T, p *Position, what string, fast Set, slowly map[point]bool) {
	t.Helper()
	same := fast.Len() == len(slowly)
	for s := range fast.All() {
		same = same && slowly[slowPoint(s.String())]
	}
	if !same {
		t.Fatalf("%s with %q: %s are %v, slowly %v", p, p.Switches, what, fast.List(), slowly)
	}
}

func compareSums(t *testing.T, g *slow, p *Position, s *Supply, targets []Square) {
	t.Helper()
	for _, target := range targets {
		attackers, defenders := g.sums(slowPoint(target.String()))
		a := p.Account(target, s)
		attack, defence := p.Sums(target, s)
		if attack != total(attackers) || defence != total(defenders) || a.Attack != attack || a.Defence != defence ||
			len(a.Attackers) != len(attackers) || len(a.Defenders) != len(defenders) {
			t.Fatalf("%s with %q: %s is attacked by %+v, slowly by %v against %v", p, p.Switches, target, a, attackers, defenders)
		}
		for i, list := range [][]Contribution{a.Attackers, a.Defenders} {
			for _, c := range list {
				if want := []map[point]int{attackers, defenders}[i][slowPoint(c.At.String())]; want != int(c.Points) {
					t.Fatalf("%s with %q: to the attack on %s %s gives %d, slowly %d", p, p.Switches, target, c.At, c.Points, want)
				}
			}
		}
	}
}
