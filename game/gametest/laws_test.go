package gametest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"salle/game"
)

func pebbles() Subject[PebblesState, PebblesObservation, PebblesAction] {
	return Subject[PebblesState, PebblesObservation, PebblesAction]{
		Info: PebblesInfo, Rules: PebblesRules{}, Setup: game.Setup{Rules: 1},
		AI: takesOne{}, Imagine: imaginePebbles, Rounds: 200,
	}
}

// takesOne is a machine.
type takesOne struct{ err error }

func (m takesOne) Choose(ctx context.Context, _ PebblesObservation, _ game.Budget) ([]PebblesAction, error) {
	if ctx.Err() != nil && m.err != nil {
		return nil, m.err
	}
	return []PebblesAction{{N: 1}}, nil
}

func imaginePebbles(o PebblesObservation, rng *rand.Rand) PebblesState {
	s := PebblesState{Ply: o.Ply, Last: 5, Heap: o.Heap, Dealt: o.Dealt}
	if s.Dealt == 0 && o.Ply > 0 {
		s.Dealt = uint8(1 + rng.IntN(3))
	}
	for i, pledged := range o.Pledged {
		if pledged {
			s.Pledge[i] = uint8(1 + rng.IntN(3))
		}
	}
	if o.Seat.Plays() {
		s.Pledge[o.Seat] = o.Pledge
	}
	return s
}

func TestPebblesObeyTheLaws(t *testing.T) {
	Laws(t, pebbles())
	long := pebbles()
	long.Setup.Variant, long.Imagine = "long", nil
	Laws(t, long)
}

func FuzzPebbles(f *testing.F) { Fuzz(f, pebbles()) }

// faulty is Pebbles with one method replaced.
type faulty struct {
	PebblesRules
	status  func(PebblesState, game.Status) game.Status
	observe func(PebblesState, PebblesObservation) PebblesObservation
	legal   func(PebblesObservation, []PebblesAction) []PebblesAction
	apply   func(s PebblesState, by game.Seat, a PebblesAction) (PebblesState, []game.Event, error)
	parse   func(string) (PebblesAction, error)
	draw    func(*rand.Rand) PebblesAction
}

func (f faulty) Status(s PebblesState) game.Status {
	status := f.PebblesRules.Status(s)
	if f.status != nil {
		return f.status(s, status)
	}
	return status
}

func (f faulty) Observe(s PebblesState, seat game.Seat) PebblesObservation {
	o := f.PebblesRules.Observe(s, seat)
	if f.observe != nil {
		return f.observe(s, o)
	}
	return o
}

func (f faulty) Legal(o PebblesObservation) []PebblesAction {
	legal := f.PebblesRules.Legal(o)
	if f.legal != nil {
		return f.legal(o, legal)
	}
	return legal
}

func (f faulty) Apply(s PebblesState, by game.Seat, a PebblesAction) (PebblesState, []game.Event, error) {
	if f.apply != nil {
		return f.apply(s, by, a)
	}
	return f.PebblesRules.Apply(s, by, a)
}

func (f faulty) Parse(text string) (PebblesAction, error) {
	if f.parse != nil {
		return f.parse(text)
	}
	return f.PebblesRules.Parse(text)
}

func (f faulty) Draw(s PebblesState, rng *rand.Rand) PebblesAction {
	if f.draw != nil {
		return f.draw(rng)
	}
	return f.PebblesRules.Draw(s, rng)
}

// broken is a law that fails, thrown by a complaint.
type broken string

// complaint is a reporter that keeps what it is told.
type complaint struct{}

func (complaint) Fatalf(format string, args ...any) { panic(broken(fmt.Sprintf(format, args...))) }

// firstBroken plays matches until a law breaks; "" where none does.
func firstBroken(s Subject[PebblesState, PebblesObservation, PebblesAction]) (text string) {
	defer func() {
		if law, ok := recover().(broken); ok {
			text = string(law)
		}
	}()
	for seed := range 200 {
		rng := source(seed)
		c := chance{draw: rng.IntN, side: rng.IntN}
		newTrial(s, complaint{}, c, &tally{}).match()
		newSeating(s, complaint{}, c).match()
		newTrial(s, complaint{}, c, &tally{}).machine()
	}
	return ""
}

var rules PebblesRules

// faults are games that break one law each, and the beginning of the sentence that says so.
var faults = []struct {
	name, law string
	rules     faulty
}{
	{"no end", "matches end", faulty{
		apply: func(s PebblesState, by game.Seat, a PebblesAction) (PebblesState, []game.Event, error) {
			next, events, err := rules.Apply(s, by, a)
			if next.Ply == next.Last {
				next.Last++
			}
			return next, events, err
		},
	}},
	{"acting after the end", "nobody is to act after the end", faulty{
		status: func(_ PebblesState, st game.Status) game.Status {
			if st.Result.Over {
				st.ToAct = game.Only(game.First)
			}
			return st
		},
	}},
	{"stalling", "somebody is to act until the end", faulty{
		status: func(_ PebblesState, st game.Status) game.Status {
			if st.Ply == 3 {
				st.ToAct = game.Nobody
			}
			return st
		},
	}},
	{"acting beside Chance", "while Chance is owed nobody else acts", faulty{
		status: func(_ PebblesState, st game.Status) game.Status {
			if st.Ply == 0 {
				st.ToAct = st.ToAct.With(game.First)
			}
			return st
		},
	}},
	{"no legal action", "to act means to have legal actions", faulty{
		legal: func(o PebblesObservation, legal []PebblesAction) []PebblesAction {
			if o.Ply == 2 {
				return nil
			}
			return legal
		},
	}},
	{"equal strings", "strings are unique", faulty{
		legal: func(_ PebblesObservation, legal []PebblesAction) []PebblesAction {
			if len(legal) > 0 {
				legal[1] = legal[0]
			}
			return legal
		},
	}},
	{"misreading", "notation round-trips", faulty{
		parse: func(string) (PebblesAction, error) { return PebblesAction{N: 1}, nil },
	}},
	{"refusing a legal action", "Apply accepts all that Legal lists", faulty{
		apply: func(s PebblesState, by game.Seat, a PebblesAction) (PebblesState, []game.Event, error) {
			if a.N == 3 && s.Ply == 2 {
				return s, nil, errors.New("no")
			}
			return rules.Apply(s, by, a)
		},
	}},
	{"accepting an illegal action", "Apply accepts nothing but what Legal lists", faulty{
		legal: func(o PebblesObservation, legal []PebblesAction) []PebblesAction {
			if o.Ply > 0 {
				return legal[:len(legal)/2]
			}
			return legal
		},
	}},
	{"refusing without a rule", "a refusal names its reason and its rule", faulty{
		apply: func(s PebblesState, by game.Seat, a PebblesAction) (PebblesState, []game.Event, error) {
			next, events, err := rules.Apply(s, by, a)
			if err != nil {
				err = errors.New("no")
			}
			return next, events, err
		},
	}},
	{"skipping a ply", "the ply rises by one", faulty{
		apply: func(s PebblesState, by game.Seat, a PebblesAction) (PebblesState, []game.Event, error) {
			next, events, err := rules.Apply(s, by, a)
			next.Ply += next.Ply - s.Ply
			return next, events, err
		},
	}},
	{"a ply with one pledge", "the ply rises only when nobody owes at it", faulty{
		apply: func(s PebblesState, by game.Seat, a PebblesAction) (PebblesState, []game.Event, error) {
			next, events, err := rules.Apply(s, by, a)
			if err == nil && next.Ply == s.Ply {
				next.Ply++
			}
			return next, events, err
		},
	}},
	{"a pledge that shows", "equal events mean equal observations", faulty{
		observe: func(s PebblesState, o PebblesObservation) PebblesObservation {
			o.Pledge = max(s.Pledge[0], s.Pledge[1])
			return o
		},
	}},
	{"a pledge that is not told", "no events means no change", faulty{
		apply: func(s PebblesState, by game.Seat, a PebblesAction) (PebblesState, []game.Event, error) {
			next, events, err := rules.Apply(s, by, a)
			if len(events) > 0 && events[0].Kind == "pledge" {
				events = events[1:]
			}
			return next, events, err
		},
	}},
	{"an edge for the first to act", "actions of both seats at one ply commute", faulty{
		apply: func(s PebblesState, by game.Seat, a PebblesAction) (PebblesState, []game.Event, error) {
			next, events, err := rules.Apply(s, by, a)
			if err == nil && !a.Deal && next.Ply > s.Ply {
				next.Heap[by]++
			}
			return next, events, err
		},
	}},
	{"a slow second pledge", "what is told of an action does not show whether the other has acted", faulty{
		apply: func(s PebblesState, by game.Seat, a PebblesAction) (PebblesState, []game.Event, error) {
			next, events, err := rules.Apply(s, by, a)
			if err == nil && !a.Deal && next.Ply > s.Ply {
				events = events[1:]
			}
			return next, events, err
		},
	}},
	{"events in the order of the clicks", "what two actions lead to is told alike in either order", faulty{
		apply: func(s PebblesState, by game.Seat, a PebblesAction) (PebblesState, []game.Event, error) {
			next, events, err := rules.Apply(s, by, a)
			if len(events) > 2 && by == game.First {
				events[1], events[2] = events[2], events[1]
			}
			return next, events, err
		},
	}},
	{"a loaded deal", "Draw picks what Chance may legally do", faulty{
		draw: func(*rand.Rand) PebblesAction { return PebblesAction{Deal: true, N: 6} },
	}},
	{"a deal of its own", "Draw depends on its source alone", faulty{
		draw: func(*rand.Rand) PebblesAction { return PebblesAction{Deal: true, N: uint8(1 + rand.IntN(3))} },
	}},
	{"an observation of more than the state", "an imagined world shows the observation", faulty{
		observe: func(s PebblesState, o PebblesObservation) PebblesObservation {
			if s.Last == 5 && o.Seat.Plays() && o.Pledge == 0 {
				o.Pledge = 9
			}
			return o
		},
	}},
}

func TestEveryLawCanBeBroken(t *testing.T) {
	if law := firstBroken(pebbles()); law != "" {
		t.Fatalf("the sound game breaks a law: %s", law)
	}
	for _, c := range faults {
		t.Run(c.name, func(t *testing.T) {
			s := pebbles()
			s.Rules, s.Imagine = c.rules, nil
			if c.name == "an observation of more than the state" {
				s.Imagine = func(o PebblesObservation, rng *rand.Rand) PebblesState {
					world := imaginePebbles(o, rng)
					world.Last = 7
					return world
				}
			}
			if law := firstBroken(s); !strings.HasPrefix(law, c.law) {
				t.Errorf("want a complaint that %q, got %q", c.law, law)
			}
		})
	}
}

func TestAStubbornMachineIsFound(t *testing.T) {
	s := pebbles()
	s.Info.Levels, s.AI = 1, takesOne{err: context.Canceled}
	if law := firstBroken(s); !strings.HasPrefix(law, "the machine always chooses") {
		t.Errorf("got %q", law)
	}
	s.AI = takesFour{}
	if law := firstBroken(s); !strings.HasPrefix(law, "the machine is legal") {
		t.Errorf("got %q", law)
	}
	s.AI = &takesTurns{}
	if law := firstBroken(s); !strings.HasPrefix(law, "equal observations and budgets give equal choices") {
		t.Errorf("got %q", law)
	}
}

type takesFour struct{}

func (takesFour) Choose(context.Context, PebblesObservation, game.Budget) ([]PebblesAction, error) {
	return []PebblesAction{{N: 4}}, nil
}

type takesTurns struct{ n uint8 }

func (m *takesTurns) Choose(context.Context, PebblesObservation, game.Budget) ([]PebblesAction, error) {
	m.n++
	return []PebblesAction{{N: m.n%3 + 1}}, nil
}

// The types that checkTypes must refuse.
type (
	holdsState   struct{ Inner [1]PebblesState }
	holdsAny     struct{ X map[string]any }
	holdsFunc    struct{ X []func() }
	holdsPointer struct{ X *int }
	holdsHidden  struct{ X rand.Zipf }
	sliceState   struct {
		PebblesState
		X [2]*int
	}
)

func TestTypesThatCouldCarrySecretsAreFound(t *testing.T) { // C5.8
	for name, c := range map[string]struct {
		check func(reporter)
		want  string
	}{
		"state":          {checkTypes[PebblesState, holdsState], "holdsState.Inner[] is the State"},
		"interface":      {checkTypes[PebblesState, holdsAny], "holdsAny.X[] is of kind interface"},
		"func":           {checkTypes[PebblesState, holdsFunc], "holdsFunc.X[] is of kind func"},
		"pointer":        {checkTypes[PebblesState, holdsPointer], "holdsPointer.X is of kind ptr"},
		"hidden":         {checkTypes[PebblesState, holdsHidden], "is hidden in rand.Zipf"},
		"state is value": {checkTypes[sliceState, PebblesObservation], "sliceState.X[] is of kind ptr"},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if law, ok := recover().(broken); !ok || !strings.Contains(string(law), c.want) {
					t.Errorf("want a complaint with %q, got %q", c.want, law)
				}
			}()
			c.check(complaint{})
		})
	}
}
