package gametest

import (
	"reflect"
	"slices"
	"strconv"

	"salle/game"
)

// result is what one of several actions would lead to.
type result[S game.State] struct {
	action string
	after  S
	events []game.Event
}

// trySecrecy: for everybody but who acts, two actions of which the same events are told leave the same observation, and
// one of which nothing is told leaves the observation as it was. So pledges look alike.
func (m *trial[S, O, A]) trySecrecy(by game.Seat, results []result[S]) {
	for _, viewer := range viewers {
		if viewer == by {
			continue
		}
		before := m.Rules.Observe(m.state, viewer)
		alike := map[string]result[S]{}
		for _, r := range results {
			now := m.Rules.Observe(r.after, viewer)
			key := told(r.events, viewer)
			if key == "" && !same(before, now) {
				m.Fatalf("no events means no change: of %s by %s the %s is told nothing, but it turns\n%+v into\n%+v\nstate %s",
					r.action, by, viewer, before, now, m.state)
			}
			first, ok := alike[key]
			if !ok {
				alike[key] = r
				continue
			}
			if then := m.Rules.Observe(first.after, viewer); !same(then, now) {
				m.Fatalf("equal events mean equal observations: of %s and of %s by %s the %s is told the same,\n%s, but sees\n%+v and\n%+v\nstate %s",
					first.action, r.action, by, viewer, key, then, now, m.state)
			}
		}
	}
}

// told is what a viewer is told, as text; "" where it is told nothing.
func told(events []game.Event, viewer game.Seat) string {
	var b []byte
	for _, e := range events {
		if !e.Seen.Has(viewer) {
			continue
		}
		b = append(b, e.Kind...)
		for _, n := range []int{int(e.By), e.Moment, e.N} {
			b = strconv.AppendInt(append(b, ' '), int64(n), 10)
		}
		for _, at := range e.At {
			b = append(append(b, ' '), at...)
		}
		b = append(b, "; "...)
	}
	return string(b)
}

// same compares observations, which are mostly comparable.
func same[O any](a, b O) bool {
	if reflect.TypeFor[O]().Comparable() {
		return any(a) == any(b)
	}
	return reflect.DeepEqual(a, b)
}

// tryOrders: where both players owe an action, it makes no difference who acts first: the state is the same, and every
// seat is told the same of either action and of what both lead to.
func (m *trial[S, O, A]) tryOrders() {
	var actions [2]A
	var alone, second [2][]game.Event // by seat: what its action tells as the first and as the second of the two
	var once, after [2]S
	for _, seat := range []game.Seat{game.First, game.Second} {
		legal := m.legal(m.state, seat)
		actions[seat] = legal[m.side(len(legal))]
		once[seat], alone[seat] = m.apply(m.state, seat, actions[seat])
	}
	for _, seat := range []game.Seat{game.First, game.Second} {
		other := seat.Other()
		if !slices.Contains(m.legal(once[other], seat), actions[seat]) {
			m.Fatalf("actions of both seats at one ply commute: %s by %s is not legal after %s by %s\nstate %s",
				actions[seat], seat, actions[other], other, m.state)
		}
		after[seat], second[seat] = m.apply(once[other], seat, actions[seat])
	}
	if after[game.First] != after[game.Second] {
		m.Fatalf("actions of both seats at one ply commute: %s by first and %s by second lead to\n%s if second acts first, and to\n%s if first does\nstate %s",
			actions[0], actions[1], after[game.First], after[game.Second], m.state)
	}
	for _, viewer := range viewers {
		m.tryTold(viewer, alone, second)
	}
}

// tryTold compares what one viewer is told in the two orders.
func (m *trial[S, O, A]) tryTold(viewer game.Seat, alone, second [2][]game.Event) {
	var rest [2]string
	for _, seat := range []game.Seat{game.First, game.Second} {
		own, all := told(alone[seat], viewer), told(second[seat], viewer)
		if len(all) < len(own) || all[:len(own)] != own {
			m.Fatalf("what is told of an action does not show whether the other has acted: the %s is told %q of %s's action done first and %q of it done second\nstate %s",
				viewer, own, seat, all, m.state)
		}
		rest[seat] = all[len(own):]
	}
	if rest[0] != rest[1] {
		m.Fatalf("what two actions lead to is told alike in either order: the %s is told %q if first acts last, and %q if second does\nstate %s",
			viewer, rest[0], rest[1], m.state)
	}
}

// tryImagined: a world imagined from an observation shows that very observation.
func (m *trial[S, O, A]) tryImagined(seat game.Seat) {
	if m.Imagine == nil || !seat.Plays() {
		return
	}
	seen := m.Rules.Observe(m.state, seat)
	world := m.Imagine(seen, source(m.side(1<<30)))
	if shown := m.Rules.Observe(world, seat); !same(seen, shown) {
		m.Fatalf("an imagined world shows the observation it was imagined from: %s saw\n%+v and imagined what shows\n%+v\nstate %s",
			seat, seen, shown, m.state)
	}
}
