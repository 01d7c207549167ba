package gametest

import (
	"slices"

	"salle/game"
)

// maxActions is more than any match of any game takes; one that goes on longer has no end.
const maxActions = 20_000

// sampled is how many of a seat's legal actions are tried in one state.
const sampled = 6

// viewers are the seats that look at a match.
var viewers = [3]game.Seat{game.First, game.Second, game.Spectator}

// seats are all of them.
var seats = [4]game.Seat{game.First, game.Second, game.Chance, game.Spectator}

// trial is one random match on which the laws are tried.
type trial[S game.State, O any, A game.Action] struct {
	Subject[S, O, A]
	reporter
	chance
	seen *tally

	state  S
	log    []game.Entry
	starts map[int]game.Status // by ply: the status in which it began
	pool   []A                 // actions of earlier states, most of them illegal by now
}

func newTrial[S game.State, O any, A game.Action](s Subject[S, O, A], r reporter, c chance, seen *tally) *trial[S, O, A] {
	state, err := s.Rules.Start(s.Setup)
	if err != nil {
		r.Fatalf("a match with a known setup begins: %v", err)
	}
	return &trial[S, O, A]{Subject: s, reporter: r, chance: c, seen: seen, state: state, starts: map[int]game.Status{}}
}

// match plays to the end and tries the laws in every state.
func (m *trial[S, O, A]) match() {
	round := 0
	for len(m.log) < maxActions {
		status := m.Rules.Status(m.state)
		_, again := m.starts[status.Ply]
		if !again {
			m.starts[status.Ply] = status
			m.seen.plies++
		}
		if status.Round != round {
			round = status.Round
			m.seen.rounds++
		}
		m.tryState(status, !again)
		if status.ToAct == game.Nobody {
			m.seen.matches++
			if round == 0 {
				m.seen.rounds++
			}
			m.tryRecords()
			return
		}
		m.step(status)
	}
	m.Fatalf("matches end: %d actions were played and nobody has won\nstate %s", len(m.log), m.state)
}

// step plays one random action of a seat that owes one.
func (m *trial[S, O, A]) step(status game.Status) {
	var owing []game.Seat
	for _, seat := range seats {
		if status.ToAct.Has(seat) {
			owing = append(owing, seat)
		}
	}
	by := owing[m.draw(len(owing))]
	a := m.pick(by)
	m.remember(a)
	m.log = append(m.log, game.Entry{Ply: status.Ply, Seat: by, Action: a.String()})
	m.state, _ = m.apply(m.state, by, a)
}

// pick chooses one of the legal actions of a seat that owes one.
func (m *trial[S, O, A]) pick(by game.Seat) A {
	legal := m.legal(m.state, by)
	if by == game.Chance {
		return m.drawnByChance(legal)
	}
	return legal[m.draw(len(legal))]
}

// drawnByChance is what Draw picks, which must be legal and depend on nothing but the source it is handed.
func (m *trial[S, O, A]) drawnByChance(legal []A) A {
	seed := m.side(1 << 30)
	a, b := m.Rules.Draw(m.state, source(seed)), m.Rules.Draw(m.state, source(seed))
	if a != b {
		m.Fatalf("Draw depends on its source alone: equal sources drew %s and %s\nstate %s", a, b, m.state)
	}
	if !slices.Contains(legal, a) && (m.Sampled == nil || !m.Sampled(m.Rules.Observe(m.state, game.Chance))) {
		m.Fatalf("Draw picks what Chance may legally do: it picked %s\nstate %s", a, m.state)
	}
	m.apply(m.state, game.Chance, a)
	m.tryOpening(legal)
	return a
}

// tryOpening: who is let move first is let so by what Chance may do, and for each player by another action.
func (m *trial[S, O, A]) tryOpening(legal []A) {
	rules, ok := any(m.Rules).(game.Opener[S, A])
	if !ok {
		return
	}
	first, isFirst := rules.Opening(m.state, game.First)
	second, isSecond := rules.Opening(m.state, game.Second)
	switch {
	case isFirst != isSecond || isFirst && first == second:
		m.Fatalf("either player may be let move first: %s (%v) and %s (%v)\nstate %s", first, isFirst, second, isSecond, m.state)
	case isFirst && (!slices.Contains(legal, first) || !slices.Contains(legal, second)):
		m.Fatalf("Opening picks what Chance may legally do: it picked %s and %s\nstate %s", first, second, m.state)
	}
}

// remember keeps an action to try where it is not legal.
func (m *trial[S, O, A]) remember(a A) {
	const size = 32
	if len(m.pool) < size {
		m.pool = append(m.pool, a)
		return
	}
	m.pool[m.side(size)] = a
}

func (m *trial[S, O, A]) legal(s S, seat game.Seat) []A {
	return m.Rules.Legal(m.Rules.Observe(s, seat))
}

// apply plays a legal action.
func (m *trial[S, O, A]) apply(s S, by game.Seat, a A) (S, []game.Event) {
	m.seen.actions++
	next, events, err := m.Rules.Apply(s, by, a)
	if err != nil {
		m.Fatalf("Apply accepts all that Legal lists: %s by %s was refused: %v\nstate %s", a, by, err, s)
	}
	return next, events
}
