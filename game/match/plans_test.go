package match_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"salle/game"
	"salle/game/match"
	"salle/game/shuriken"
)

// duel brings the parlour's match to the first turn of the duel and returns who has it, and who waits.
func (p *parlour) duel(t testing.TB) (mover, waiter string) {
	t.Helper()
	for _, person := range []string{"anna", "ben"} {
		p.plays(t, person, "ready")
	}
	if p.look(t, "anna").Status.ToAct == game.Only(game.First) {
		return "anna", "ben"
	}
	return "ben", "anna"
}

func (p *parlour) plays(t testing.TB, person, action string) match.Seen {
	t.Helper()
	seen, err := p.Act(t.Context(), "m", person, p.look(t, person).Mark, []string{action})
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

// glides are those that a player has if it is his turn: of each of his men one, and then the others.
func (p *parlour) glides(t testing.TB, person string) []string {
	t.Helper()
	o := p.look(t, person).Board.(shuriken.Observation)
	position := o.Position()
	position.Turn = o.Seat
	var first, more []string
	known := map[shuriken.Field]bool{}
	for _, m := range position.AppendMoves(nil) {
		switch {
		case m.Verb != shuriken.Glide:
		case known[m.From]:
			more = append(more, m.String())
		default:
			known[m.From] = true
			first = append(first, m.String())
		}
	}
	return append(first, more...)
}

func (p *parlour) plans(t testing.TB, person string, plan match.Plan) match.Seen {
	t.Helper()
	seen, err := p.Plan(t.Context(), "m", person, p.look(t, person).Mark, plan)
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

// log is what the store has of the match, without the lines of the setup.
func (p *parlour) log(t testing.TB) []string {
	t.Helper()
	_, log, err := p.store.Load(t.Context(), "m", 0)
	if err != nil {
		t.Fatal(err)
	}
	var actions []string
	for _, e := range log {
		if e.Seat.Plays() && e.Action != "ready" {
			actions = append(actions, e.Action)
		}
	}
	return actions
}

func (p *parlour) wantLog(t testing.TB, want ...string) {
	t.Helper()
	if got := p.log(t); !slices.Equal(got, want) {
		t.Errorf("played were %q, want %q", got, want)
	}
}

func whenTurn(turn, answer string) match.Plan {
	return match.Plan{When: match.WhenTurn, If: []string{turn}, Then: []string{answer}}
}

func TestAPlanIsPlayedOnceInTheVeryRequestOfWhatItWaitsFor(t *testing.T) { // C3.8
	p := newParlour(t)
	mover, waiter := p.duel(t)
	turns, answers := p.glides(t, mover), p.glides(t, waiter)
	p.plans(t, waiter, whenTurn(turns[1], answers[1]))
	for range 2 { // sent twice
		p.plans(t, waiter, whenTurn(turns[0], answers[0]))
	}
	p.open(t)
	seen := p.look(t, waiter)
	if len(seen.Plans) != 2 || seen.Plans[1].If[0] != turns[0] || !seen.MayPlan {
		t.Fatalf("after a restart %+v are planned", seen.Plans)
	}
	for _, other := range []string{mover, "cleo"} {
		if seen := p.look(t, other); seen.Plans != nil || seen.MayPlan {
			t.Errorf("%s sees %+v", other, seen.Plans)
		}
	}
	if seen := p.plays(t, mover, turns[0]); !seen.Status.ToAct.Has(seen.Seat) {
		t.Errorf("the answer is not in the answer: %+v", seen.Status)
	}
	p.wantLog(t, turns[0], answers[0])
	for range 2 {
		if _, err := p.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	p.wantLog(t, turns[0], answers[0])
	if plans := p.look(t, waiter).Plans; len(plans) > 0 {
		t.Errorf("still planned: %+v", plans)
	}
}

func TestWhatDoesNotHappenIsNotAnswered(t *testing.T) {
	p := newParlour(t)
	mover, waiter := p.duel(t)
	turns, answers := p.glides(t, mover), p.glides(t, waiter)
	p.plans(t, waiter, whenTurn(turns[0], answers[0]))
	p.plans(t, waiter, match.Plan{When: match.WhenStep, If: []string{turns[1], turns[2]}, Then: []string{answers[0]}})
	p.plays(t, mover, turns[1])
	p.wantLog(t, turns[1])
	if seen := p.look(t, waiter); len(seen.Plans) > 0 || seen.MayPlan {
		t.Errorf("still planned: %+v", seen.Plans)
	}
	// The moment of the plans has passed for good, though their turn comes later.
	p.plays(t, waiter, answers[1])
	p.plays(t, mover, turns[0])
	p.wantLog(t, turns[1], answers[1], turns[0])
}

func TestThePlanThatSaysMostIsPlayed(t *testing.T) {
	for _, c := range []struct {
		name  string
		plans []string
		want  int
	}{
		{"the turn before its steps", []string{match.WhenAny, match.WhenStep, match.WhenTurn}, 2},
		{"its steps before whatever it is", []string{match.WhenAny, match.WhenStep}, 1},
		{"whatever it is", []string{match.WhenAny}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newParlour(t)
			mover, waiter := p.duel(t)
			turns, answers := p.glides(t, mover), p.glides(t, waiter)
			for i, when := range c.plans {
				plan := match.Plan{When: when, If: []string{turns[0]}, Then: []string{answers[i]}}
				if when == match.WhenAny {
					plan.If = nil
				}
				p.plans(t, waiter, plan)
			}
			p.plays(t, mover, turns[0])
			p.wantLog(t, turns[0], answers[c.want])
		})
	}
}

func TestAPlanThatCannotBePlayedIsToldToItsOwner(t *testing.T) {
	p := newParlour(t)
	mover, waiter := p.duel(t)
	turns, answers := p.glides(t, mover), p.glides(t, waiter)
	p.plans(t, waiter, whenTurn(turns[0], turns[1])) // the other's man
	p.plays(t, mover, turns[0])
	p.wantLog(t, turns[0])
	for range 2 {
		seen := p.look(t, waiter)
		if len(seen.Plans) != 1 || seen.Plans[0].Failed != match.PlanIllegal || !seen.Status.ToAct.Has(seen.Seat) {
			t.Fatalf("told is %+v", seen.Plans)
		}
		p.open(t)
		if _, err := p.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	p.plays(t, waiter, answers[0])
	if plans := p.look(t, waiter).Plans; len(plans) > 0 {
		t.Errorf("still told: %+v", plans)
	}
	p.plays(t, mover, turns[1])
	p.wantLog(t, turns[0], answers[0], turns[1])
}

func TestAPlanDoesNotDeclineADraw(t *testing.T) {
	p := newParlour(t)
	mover, waiter := p.duel(t)
	turns, answers := p.glides(t, mover), p.glides(t, waiter)
	p.plans(t, waiter, whenTurn(turns[0], answers[0]))
	p.plays(t, mover, game.Offer)
	if got := p.look(t, waiter).Plans; len(got) != 1 {
		t.Fatalf("an offer alone leaves %+v", got)
	}
	p.plays(t, mover, turns[0])
	p.wantLog(t, game.Offer, turns[0])
	if got := p.look(t, waiter).Plans; len(got) != 1 || got[0].Failed != match.PlanOffer {
		t.Errorf("told is %+v", got)
	}
}

func TestPlansAreRemovedReplacedAndRefused(t *testing.T) {
	p := newParlour(t)
	if seen := p.plays(t, "anna", "ready"); seen.MayPlan { // ben sets up unseen
		t.Error("anna may plan during the setup")
	}
	if _, err := p.Plan(t.Context(), "m", "anna", p.look(t, "anna").Mark, match.Plan{When: match.WhenAny, Then: []string{"pass"}}); !errors.Is(err, game.ErrTurn) {
		t.Errorf("a plan during the setup: %v", err)
	}
	p.plays(t, "ben", "ready")
	mover, waiter := "anna", "ben"
	if p.look(t, "ben").Status.ToAct == game.Only(game.Second) {
		mover, waiter = waiter, mover
	}
	turns, answers := p.glides(t, mover), p.glides(t, waiter)
	mark := p.look(t, waiter).Mark
	_, err := p.Plan(t.Context(), "m", waiter, game.Mark{Ply: mark.Ply - 1}, whenTurn(turns[0], answers[0]))
	if !errors.Is(err, match.ErrStale) {
		t.Errorf("a plan for a moment that has passed: %v", err)
	}
	for _, c := range []struct {
		name   string
		person string
		plan   match.Plan
		want   error
	}{
		{"by him who moves", mover, whenTurn(turns[0], answers[0]), game.ErrTurn},
		{"by one who looks on", "cleo", whenTurn(turns[0], answers[0]), match.ErrNotYours},
		{"of no turn", waiter, match.Plan{When: match.WhenTurn, Then: answers[:1]}, game.ErrNotation},
		{"without an answer", waiter, match.Plan{When: match.WhenAny}, game.ErrNotation},
		{"that nobody can read", waiter, whenTurn("hello", answers[0]), game.ErrNotation},
		{"with an answer that nobody can read", waiter, whenTurn(turns[0], "z99*"), game.ErrNotation},
		{"to resign", waiter, whenTurn(turns[0], game.Resign), game.ErrNotation},
		{"on a draw", waiter, whenTurn(game.Offer, answers[0]), game.ErrNotation},
		{"of two lines", waiter, whenTurn(turns[0]+"\n"+turns[1], answers[0]), game.ErrNotation},
	} {
		if _, err := p.Plan(t.Context(), "m", c.person, mark, c.plan); !errors.Is(err, c.want) {
			t.Errorf("a plan %s: %v, want %v", c.name, err, c.want)
		}
	}
	for i := range match.MaxPlans {
		p.plans(t, waiter, match.Plan{When: match.WhenStep, If: []string{turns[i]}, Then: answers[:1]})
	}
	if seen, err := p.Plan(t.Context(), "m", waiter, mark, match.Plan{When: match.WhenAny, Then: answers[:1]}); !errors.Is(err, match.ErrPlans) || len(seen.Plans) != match.MaxPlans {
		t.Errorf("one plan more: %v", err)
	}
	seen := p.plans(t, waiter, match.Plan{When: match.WhenStep, If: turns[:1], Then: answers[1:2]})
	if len(seen.Plans) != match.MaxPlans || seen.Plans[0].Then[0] != answers[1] {
		t.Errorf("replaced is %+v", seen.Plans[0])
	}
	for _, plan := range seen.Plans {
		for range 2 {
			var err error
			if seen, err = p.Unplan(t.Context(), "m", waiter, plan); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(seen.Plans) != 0 {
		t.Errorf("left are %+v", seen.Plans)
	}
	p.plays(t, mover, turns[0])
	p.wantLog(t, turns[0])
}

// dying is a store whose house dies where plans are read.
type dying struct{ match.Store }

var errDead = errors.New("dead")

func (dying) Plans(context.Context, string, game.Seat) ([]match.Plan, error) { return nil, errDead }

func TestAPlanIsPlayedAfterADeath(t *testing.T) {
	p := newParlour(t)
	mover, waiter := p.duel(t)
	turns, answers := p.glides(t, mover), p.glides(t, waiter)
	p.plans(t, waiter, whenTurn(turns[0], answers[0]))
	mark := p.look(t, mover).Mark
	p.serve(dying{p.store})
	if _, err := p.Act(t.Context(), "m", mover, mark, turns[:1]); !errors.Is(err, errDead) {
		t.Fatalf("error %v", err)
	}
	p.wantLog(t, turns[0])
	p.open(t)
	for range 2 {
		if _, err := p.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	p.wantLog(t, turns[0], answers[0])
}

func TestARemovedPlanIsNotPlayed(t *testing.T) {
	fired := 0
	for range 10 {
		p := newParlour(t)
		mover, waiter := p.duel(t)
		turns, answers := p.glides(t, mover), p.glides(t, waiter)
		plan := whenTurn(turns[0], answers[0])
		p.plans(t, waiter, plan)
		mark := p.look(t, mover).Mark
		var done sync.WaitGroup
		var after match.Seen
		for range 3 { // the same form, sent three times at once
			done.Go(func() {
				if _, err := p.Act(t.Context(), "m", mover, mark, turns[:1]); err != nil {
					t.Error(err)
				}
			})
		}
		done.Go(func() {
			var err error
			if after, err = p.Unplan(t.Context(), "m", waiter, plan); err != nil {
				t.Error(err)
			}
		})
		done.Wait()
		log := p.log(t)
		if len(log) > 2 || log[0] != turns[0] || len(log) == 2 && log[1] != answers[0] {
			t.Fatalf("played were %q", log)
		}
		if len(log) == 2 {
			fired++
			if after.Status.Ply != mark.Ply+2 {
				t.Errorf("a plan was played after %s was told that it is removed", waiter)
			}
		}
	}
	t.Logf("of 10 plans that were removed at the last moment, %d had been played", fired)
}
