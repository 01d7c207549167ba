package gametest

import (
	"context"
	"slices"

	"salle/game"
)

// machine plays a random beginning of a match, and tries the laws of the machine where a player is to act.
func (m *trial[S, O, A]) machine() {
	for range m.draw(30) {
		status := m.Rules.Status(m.state)
		if status.ToAct == game.Nobody {
			return
		}
		m.step(status)
	}
	for _, by := range []game.Seat{game.First, game.Second} {
		if !m.Rules.Status(m.state).ToAct.Has(by) {
			continue
		}
		for level := 1; level <= m.Info.LevelsIn(m.Setup.Variant); level++ {
			m.tryChoice(by, game.Budget{Level: level, Seed: uint64(m.side(1 << 30))})
		}
	}
}

// tryChoice: the machine is legal, repeatable, and answers a context that has ended with the best it has.
func (m *trial[S, O, A]) tryChoice(by game.Seat, b game.Budget) {
	o := m.Rules.Observe(m.state, by)
	first := m.choice(context.Background(), by, o, b)
	if again := m.choice(context.Background(), by, o, b); !slices.Equal(first, again) {
		m.Fatalf("equal observations and budgets give equal choices: %s at level %d chose %v and then %v\nstate %s",
			by, b.Level, first, again, m.state)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	m.choice(ended, by, o, b)
}

// choice is what the machine chooses, all of it legal in turn.
func (m *trial[S, O, A]) choice(ctx context.Context, by game.Seat, o O, b game.Budget) []A {
	actions, err := m.AI.Choose(ctx, o, b)
	if err != nil || len(actions) == 0 {
		m.Fatalf("the machine always chooses, even when it is told to stop: %s at level %d chose %v, error %v\nstate %s",
			by, b.Level, actions, err, m.state)
	}
	if len(actions) > 1 && !m.Info.Composed {
		m.Fatalf("the machine chooses one action where turns are not composed: %s at level %d chose %v", by, b.Level, actions)
	}
	s := m.state
	for _, a := range actions {
		if !slices.Contains(m.legal(s, by), a) {
			m.Fatalf("the machine is legal: %s at level %d chose %v, of which %s is not\nstate %s", by, b.Level, actions, a, s)
		}
		s, _ = m.apply(s, by, a)
	}
	return actions
}
