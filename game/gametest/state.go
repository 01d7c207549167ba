package gametest

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"salle/game"
)

// tryState tries every law that holds in a single state; fresh tells that it is the first of its ply.
func (m *trial[S, O, A]) tryState(status game.Status, fresh bool) {
	if again := m.Rules.Status(m.state); again != status {
		m.Fatalf("Status is a function of the state: it gave %+v and then %+v\nstate %s", status, again, m.state)
	}
	m.tryActors(status)
	for _, seat := range seats {
		legal := m.legal(m.state, seat)
		if status.ToAct.Has(seat) != (len(legal) > 0) {
			m.Fatalf("to act means to have legal actions: to act are %s, but %s has %d actions\nstate %s",
				names(status.ToAct), seat, len(legal), m.state)
		}
		if fresh && m.side(4) == 0 { // the lists of a match have much in common
			m.tryNotation(legal)
		}
		m.tryIllegal(seat, legal)
		if len(legal) > 0 {
			m.tryLegal(status, seat, legal)
			m.tryImagined(seat)
		}
	}
	if status.ToAct == game.Both {
		m.tryOrders()
	}
}

// tryActors: nobody acts after the end, somebody does before, Chance alone while it is owed, and never a spectator.
func (m *trial[S, O, A]) tryActors(status game.Status) {
	switch {
	case status.Result.Over && status.ToAct != game.Nobody:
		m.Fatalf("nobody is to act after the end: %s are\nstate %s", names(status.ToAct), m.state)
	case !status.Result.Over && status.ToAct == game.Nobody:
		m.Fatalf("somebody is to act until the end: nobody is\nstate %s", m.state)
	case status.ToAct.Has(game.Chance) && status.ToAct != game.Only(game.Chance) && !m.Beside:
		m.Fatalf("while Chance is owed nobody else acts: to act are %s\nstate %s", names(status.ToAct), m.state)
	case status.ToAct.Has(game.Spectator):
		m.Fatalf("a spectator never acts: to act are %s\nstate %s", names(status.ToAct), m.state)
	case status.Result.Over && status.Result.Reason == "":
		m.Fatalf("a result has a reason: %+v has none\nstate %s", status.Result, m.state)
	case status.Result.Over && !status.Result.Winner.Plays() && status.Result.Winner != game.Spectator:
		m.Fatalf("a match is won by a player or by nobody: winner is %s\nstate %s", status.Result.Winner, m.state)
	}
}

// tryNotation: notation round-trips, its strings are unique and fit a line of a record.
func (m *trial[S, O, A]) tryNotation(legal []A) {
	used := make(map[string]A, len(legal))
	for _, a := range legal {
		text := a.String()
		if other, ok := used[text]; ok {
			m.Fatalf("strings are unique: %#v and %#v are both written %q\nstate %s", a, other, text, m.state)
		}
		used[text] = a
		if back, err := m.Rules.Parse(text); err != nil || back != a {
			m.Fatalf("notation round-trips: %#v is written %q, which is read as %#v, error %v", a, text, back, err)
		}
		switch {
		case game.IsTable(text):
			m.Fatalf("an action is not written like one of the table's own: %q", text)
		case len(text) > 150, strings.ContainsAny(text, "#\r\n"), strings.TrimSpace(text) != text, text == "":
			m.Fatalf("an action fits a line of a record: %q", text)
		}
	}
}

// tryLegal: Apply accepts what Legal lists, is deterministic, leaves its argument alone, completes plies one by one, and
// its events tell all that changes for others.
func (m *trial[S, O, A]) tryLegal(status game.Status, by game.Seat, legal []A) {
	if again := m.legal(m.state, by); !slices.Equal(again, legal) {
		m.Fatalf("Legal lists in a fixed order: %s has %v and then %v\nstate %s", by, legal, again, m.state)
	}
	before := m.state
	results := make([]result[S], 0, sampled)
	for i, a := range m.sample(legal) {
		next, events := m.apply(m.state, by, a)
		if m.state != before {
			m.Fatalf("Apply leaves its argument alone: %s by %s turned\nstate %s into\nstate %s", a, by, before, m.state)
		}
		if i == 0 {
			again, told := m.apply(m.state, by, a)
			if again != next || !reflect.DeepEqual(told, events) {
				m.Fatalf("Apply is deterministic: %s by %s twice gave\n%s %v and\n%s %v\nstate %s",
					a, by, next, events, again, told, m.state)
			}
		}
		m.tryPly(status, by, a, next)
		results = append(results, result[S]{action: a.String(), after: next, events: events})
	}
	m.trySecrecy(by, results)
}

// tryPly: the ply rises by exactly one, and only when nobody owes at it.
func (m *trial[S, O, A]) tryPly(status game.Status, by game.Seat, a A, next S) {
	after := m.Rules.Status(next)
	switch rise := after.Ply - status.Ply; {
	case rise < 0, rise > 1:
		m.Fatalf("the ply rises by one: %s by %s took it from %d to %d\nstate %s", a, by, status.Ply, after.Ply, m.state)
	case rise == 1 && status.ToAct.Without(by) != game.Nobody:
		m.Fatalf("the ply rises only when nobody owes at it: %s by %s completed ply %d, at which %s had not acted\nstate %s",
			a, by, status.Ply, names(status.ToAct.Without(by)), m.state)
	case rise == 0 && !after.Result.Over && !m.sameTurns(status, by, after):
		m.Fatalf("within a ply nobody's turn is made or taken by another's action: %s by %s changed to act from %s to %s\nstate %s",
			a, by, names(status.ToAct), names(after.ToAct), m.state)
	}
}

// sameTurns tells whether an action within a ply left everybody else's turn as it was. Where Chance owes beside players an
// action may ask for what it owes, and what it does may give the turn back to who asked.
func (m *trial[S, O, A]) sameTurns(before game.Status, by game.Seat, after game.Status) bool {
	was, is := before.ToAct.Without(by), after.ToAct.Without(by)
	if !m.Beside {
		return was == is
	}
	if by == game.Chance {
		return was&is == was
	}
	return was.Without(game.Chance) == is.Without(game.Chance)
}

// tryIllegal: Apply accepts nothing but what Legal lists, from nobody but who owes, and names the rule.
func (m *trial[S, O, A]) tryIllegal(by game.Seat, legal []A) {
	for range 1 + min(len(legal), 1) {
		a, ok := m.stranger(legal)
		if !ok || slices.Contains(legal, a) {
			continue
		}
		m.seen.actions++
		_, events, err := m.Rules.Apply(m.state, by, a)
		var illegal *game.IllegalError
		switch {
		case err == nil && m.Sampled != nil && m.Sampled(m.Rules.Observe(m.state, by)):
		case err == nil:
			m.Fatalf("Apply accepts nothing but what Legal lists: it took %s by %s\nstate %s", a, by, m.state)
		case !errors.As(err, &illegal) || illegal.Key == "" || illegal.Rule == "":
			m.Fatalf("a refusal names its reason and its rule: %s by %s was refused with %v\nstate %s", a, by, err, m.state)
		case len(events) > 0:
			m.Fatalf("a refused action tells nobody anything: %s by %s told %v\nstate %s", a, by, events, m.state)
		}
	}
}

// stranger is an action that is likely illegal: one of an earlier state, or the notation of one with an error in it.
func (m *trial[S, O, A]) stranger(legal []A) (a A, ok bool) {
	if len(m.pool) == 0 {
		return a, false
	}
	a = m.pool[m.side(len(m.pool))]
	if m.side(2) == 0 {
		return a, true
	}
	text := a.String()
	if len(legal) > 0 {
		text = legal[m.side(len(legal))].String()
	}
	text = m.mutated(text, a.String())
	a, err := m.Rules.Parse(text)
	if err != nil {
		if !errors.Is(err, game.ErrNotation) {
			m.Fatalf("what cannot be read is no notation: %q gave %v", text, err)
		}
		return a, false
	}
	if back, err := m.Rules.Parse(a.String()); err != nil || back != a {
		m.Fatalf("notation round-trips: %q is read as %#v and written %q, which is read as %#v, error %v",
			text, a, a.String(), back, err)
	}
	return a, true
}

// mutated is text with one character dropped, doubled or taken from another text.
func (m *trial[S, O, A]) mutated(text, other string) string {
	i := m.side(len(text))
	switch m.side(3) {
	case 0:
		return text[:i] + text[i+1:]
	case 1:
		return text[:i] + text[i:i+1] + text[i:]
	}
	j := m.side(len(other))
	return text[:i] + other[j:j+1] + text[i+1:]
}

// sample is all of a short list, and a random part of a long one.
func (m *trial[S, O, A]) sample(legal []A) []A {
	if len(legal) <= sampled {
		return legal
	}
	part := make([]A, sampled)
	for i := range part {
		part[i] = legal[(m.side(len(legal))+i)%len(legal)]
	}
	return part
}

// names lists a set of seats.
func names(set game.Seats) string {
	var list []string
	for _, seat := range seats {
		if set.Has(seat) {
			list = append(list, seat.String())
		}
	}
	if list == nil {
		return "nobody"
	}
	return strings.Join(list, " and ")
}
