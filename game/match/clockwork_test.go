package match_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"salle/db"
	"salle/game"
	"salle/game/catalog"
	"salle/game/clock"
	"salle/game/gametest"
	"salle/game/match"
	"salle/game/spirit"
)

const (
	day   = 24 * time.Hour
	while = time.Millisecond // the shortest time that a clock knows
)

// relay is the game of the clocks' tests: one after the other does "go", and nothing is hidden or drawn. The variant "short"
// is over after four turns.
var relay = game.New[relayState, relayState, relayAction](
	game.Info{Slug: "relay", Name: "Relay", Letters: [2]string{"S", "N"}, Sides: [2]string{"south", "north"}, Variants: []string{"long", "short"}, Rules: 1},
	relayRules{}, nil)

type relayState struct{ Ply, Last int }

func (s relayState) String() string { return fmt.Sprint(s.Ply) }

type relayAction struct{}

func (relayAction) String() string { return "go" }

type relayRules struct{}

func (relayRules) Start(setup game.Setup) (relayState, error) {
	return relayState{Last: map[string]int{"": 1000, "long": 1000, "short": 4}[setup.Variant]}, nil
}

func (relayRules) Status(s relayState) game.Status {
	if s.Ply == s.Last {
		return game.Status{Ply: s.Ply, Result: game.Won(game.First, "there")}
	}
	return game.Status{Ply: s.Ply, ToAct: game.Only(game.Seat(s.Ply % 2))}
}

func (relayRules) Observe(s relayState, _ game.Seat) relayState { return s }

func (relayRules) Legal(s relayState) []relayAction { return []relayAction{{}} }

func (relayRules) Apply(s relayState, by game.Seat, _ relayAction) (relayState, []game.Event, error) {
	s.Ply++
	return s, []game.Event{{Kind: "go", By: by, Seen: game.Everyone}}, nil
}

func (relayRules) Draw(relayState, *rand.Rand) relayAction { return relayAction{} }

func (relayRules) Readers(game.Seat, relayAction) game.Seats { return game.Everyone }

func (relayRules) Parse(text string) (relayAction, error) {
	if text != "go" {
		return relayAction{}, game.ErrNotation
	}
	return relayAction{}, nil
}

// clockwork is a hall with a clock that the test sets, over a real store that can be made to fail.
type clockwork struct {
	*match.Service
	*faulty
	now  atomic.Int64 // in milliseconds
	zone *time.Location
}

// faulty is a store with a say before it does what it is asked. What it says is set while nobody asks.
type faulty struct {
	*db.DB
	between func()       // is done once, after the times of a match were read and before its log is
	append  func() error // where it says so, nothing is appended
	silent  bool         // no heart beats
	changed func(id string, c match.Change)
	rests   func(person string, v match.Vacation)
}

func (f *faulty) Beat(ctx context.Context, at time.Time) error {
	if f.silent {
		return nil
	}
	return f.DB.Beat(ctx, at)
}

func (f *faulty) Load(ctx context.Context, id string, from int) (match.Header, []game.Entry, error) {
	h, log, err := f.DB.Load(ctx, id, from)
	if between := f.between; between != nil && err == nil {
		f.between = nil
		between()
		_, log, err = f.DB.Load(ctx, id, from)
	}
	return h, log, err
}

func (f *faulty) Append(ctx context.Context, id string, c match.Change) error {
	if f.append != nil {
		if err := f.append(); err != nil {
			return err
		}
	}
	err := f.DB.Append(ctx, id, c)
	if err == nil && f.changed != nil {
		f.changed(id, c)
	}
	return err
}

func (f *faulty) SaveVacation(ctx context.Context, person string, v match.Vacation) error {
	if f.rests != nil {
		f.rests(person, v)
	}
	return f.DB.SaveVacation(ctx, person, v)
}

var errFaulty = errors.New("the disk is full")

// newClockwork is a hall in which the relay, Pebbles and Spirit Duel are played by anna, ben and cleo, who have no vacation
// left: their clocks run out.
func newClockwork(t testing.TB) *clockwork {
	t.Helper()
	h := newHall(t, firstLegal{})
	c := &clockwork{faulty: &faulty{DB: h.store}, zone: time.UTC}
	c.now.Store(start.UnixMilli())
	var draws atomic.Uint64
	rng := func() *rand.Rand { return rand.New(rand.NewPCG(7, draws.Add(1))) }
	games := catalog.Of(relay, gametest.Pebbles, game.New(spirit.Info, spirit.Rules{}, firstLegal{}))
	c.Service = match.New(c.faulty, games, c.clock, rng, slog.New(slog.DiscardHandler))
	must(t, h.store.AddPerson(t.Context(), match.Person{ID: "cleo", Name: "Cleo", Created: start}))
	for _, person := range []string{"anna", "ben", "cleo"} {
		c.tire(t, person)
	}
	return c
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// welcome lets another person play here, whose name is his id.
func (c *clockwork) welcome(t testing.TB, person string) {
	t.Helper()
	must(t, c.AddPerson(t.Context(), match.Person{ID: person, Name: person, Created: start}))
}

func (c *clockwork) clock() time.Time { return time.UnixMilli(c.now.Load()).In(c.zone) }

// set sets the clock, while the house is up.
func (c *clockwork) set(at time.Time) { c.now.Store(at.UnixMilli()) }

func (c *clockwork) pass(d time.Duration) { c.set(c.clock().Add(d)) }

// tire lets somebody have had all the vacation that he has in the next days.
func (c *clockwork) tire(t testing.TB, person string) {
	t.Helper()
	ends := c.clock().Add(-day)
	must(t, c.SaveVacation(t.Context(), person, match.Vacation{Begins: ends.Add(-match.VacationDays * day), Ends: ends}))
}

// rested gives somebody his vacation back.
func (c *clockwork) rested(t testing.TB, person string) {
	t.Helper()
	begins := c.clock().Add(-day - match.VacationDays*day)
	must(t, c.SaveVacation(t.Context(), person, match.Vacation{Begins: begins, Ends: begins}))
}

// play opens a match of anna, who has the first seat, against ben.
func (c *clockwork) play(t testing.TB, id, slug, settings string) match.Seen {
	t.Helper()
	return c.playOffer(t, id, match.Offer{Maker: "anna", Game: slug, Clock: parsed(t, settings)}, "ben")
}

func (c *clockwork) playOffer(t testing.TB, id string, o match.Offer, taker string) match.Seen {
	t.Helper()
	o.ID = "offer of " + id
	_, err := c.Propose(t.Context(), o)
	must(t, err)
	seen, err := c.Take(t.Context(), o.ID, taker, id)
	must(t, err)
	return seen
}

func parsed(t testing.TB, settings string) clock.Settings {
	t.Helper()
	s, err := clock.Parse(settings)
	must(t, err)
	return s
}

func (c *clockwork) look(t testing.TB, id, person string) match.Seen {
	t.Helper()
	seen, err := c.Look(t.Context(), id, person)
	must(t, err)
	return seen
}

// goes lets somebody do an action at the moment at which a match is.
func (c *clockwork) goes(t testing.TB, id, person, action string) match.Seen {
	t.Helper()
	seen, err := c.Act(t.Context(), id, person, c.look(t, id, person).Mark, []string{action})
	must(t, err)
	return seen
}

func (c *clockwork) sweep(t testing.TB) {
	t.Helper()
	_, err := c.Sweep(t.Context())
	must(t, err)
}

func (c *clockwork) retime(t testing.TB, id, person, what string) match.Clocks {
	t.Helper()
	seen, err := c.Retime(t.Context(), id, person, c.look(t, id, person).Clocks.Revision, what)
	must(t, err)
	return seen.Clocks
}

// deadline is when the time of a seat runs out; zero while its clock stands.
func (c *clockwork) deadline(t testing.TB, id string, seat game.Seat) time.Time {
	t.Helper()
	h, _, err := c.Load(t.Context(), id, 0)
	must(t, err)
	return h.Clock.Deadline(h.Times.Sides[seat])
}

func (c *clockwork) wantDeadlines(t testing.TB, id string, first, second time.Time) {
	t.Helper()
	for seat, want := range []time.Time{first, second} {
		if got := c.deadline(t, id, game.Seat(seat)); !got.Equal(want) {
			t.Errorf("match %s: the time of %s runs out at %v, want %v", id, game.Seat(seat), got, want)
		}
	}
}

// actions are the lines of a match's log, without those of Chance.
func (c *clockwork) actions(t testing.TB, id string) (actions []string) {
	t.Helper()
	_, log, err := c.Load(t.Context(), id, 0)
	must(t, err)
	for _, e := range log {
		if e.Seat != game.Chance {
			actions = append(actions, e.Seat.String()+" "+e.Action)
		}
	}
	return actions
}

func (c *clockwork) wantActions(t testing.TB, id string, want ...string) {
	t.Helper()
	if got := c.actions(t, id); !slices.Equal(got, want) {
		t.Errorf("match %s: the log is %q, want %q", id, got, want)
	}
}

func (c *clockwork) wantResult(t testing.TB, id string, want game.Result) {
	t.Helper()
	if got := c.look(t, id, "anna").Status.Result; got != want {
		t.Errorf("match %s has ended with %+v, want %+v", id, got, want)
	}
}
