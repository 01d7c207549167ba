package db

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"salle/game"
	"salle/game/clock"
	"salle/game/match"
)

const day = 24 * time.Hour

// timed is a match of Ada and Bo with a day for each turn; both clocks run since start.
func timed(t testing.TB, db *DB, id string) match.Header {
	t.Helper()
	h := between(id, "ada", "bo")
	h.Clock = clock.Settings{Turn: day}
	for i := range h.Times.Sides {
		h.Times.Sides[i] = h.Clock.Start(h.Clock.New(), start.Add(time.Duration(i)*time.Hour))
	}
	must(t, db.Create(t.Context(), h, opening, playing))
	return h
}

func wantTimes(t testing.TB, db *DB, id string, want match.Times) {
	t.Helper()
	if h, _, err := db.Load(t.Context(), id, 0); err != nil || h.Times != want {
		t.Errorf("times %+v, %v, want %+v", h.Times, err, want)
	}
}

func TestTimesAreLoadedAsTheyWereSet(t *testing.T) {
	db := fresh(t)
	h := timed(t, db, "m1")
	wantTimes(t, db, "m1", h.Times)
	next := h.Times
	next.Sides[0] = clock.Side{Left: 3*time.Hour + time.Millisecond}
	next.Sides[1] = clock.Side{Left: time.Millisecond, Full: day, Since: start.Add(day + 7*time.Millisecond)}
	next.Asked, next.Paused = game.Only(game.Second), start.Add(30*day)
	must(t, db.Append(t.Context(), "m1", match.Change{Seq: 2, Times: &next, At: start}))
	next.Revision = 1
	wantTimes(t, db, "m1", next)

	again := next
	again.Sides[1], again.Asked, again.Paused = clock.Side{}, game.Nobody, time.Time{}
	must(t, db.Append(t.Context(), "m1", match.Change{Seq: 2, Lines: more, Status: playing, Times: &again, At: start}))
	again.Revision = 2
	wantTimes(t, db, "m1", again)
	_, log, err := db.Load(t.Context(), "m1", 0)
	must(t, err)
	wantLog(t, log, append(opening[:2:2], more...))
}

func TestTimesChangeFromWhatWasRead(t *testing.T) { // C1.1
	db := fresh(t)
	h := timed(t, db, "m1")
	for _, c := range []struct{ seq, revision int }{{1, 0}, {3, 0}, {2, 1}, {2, -1}} {
		times := h.Times
		times.Revision, times.Asked = c.revision, game.Both
		wantError(t, db.Append(t.Context(), "m1", match.Change{Seq: c.seq, Times: &times, At: start}), match.ErrConflict)
		wantError(t, db.Append(t.Context(), "m1", match.Change{Seq: c.seq, Lines: more, Status: playing, Times: &times, At: start}), match.ErrConflict)
	}
	// A line that comes too late takes its times back with it.
	must(t, db.Append(t.Context(), "m1", match.Change{Seq: 2, Lines: more[:1], Status: playing, At: start}))
	wantTimes(t, db, "m1", h.Times)
	_, log, err := db.Load(t.Context(), "m1", 0)
	must(t, err)
	wantLog(t, log, append(opening[:2:2], more[0]))
}

func TestOneOfManyChangesOfTheTimesWins(t *testing.T) { // C1.3
	db := fresh(t)
	h := timed(t, db, "m1")
	errs := make([]error, 20)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			times := h.Times
			times.Sides[0].Left = time.Duration(i) * time.Minute
			c := match.Change{Seq: 2, Times: &times, At: start}
			if i%2 == 0 {
				c.Lines, c.Status = []game.Entry{{Ply: 1, Seat: game.First, Action: fmt.Sprint(i)}}, playing
			}
			errs[i] = db.Append(t.Context(), "m1", c)
		})
	}
	all.Wait()
	winner := slices.Index(errs, nil)
	for i, err := range errs {
		if i != winner && !errors.Is(err, match.ErrConflict) {
			t.Errorf("change %d beside %d: %v", i, winner, err)
		}
	}
	want := h.Times
	want.Revision, want.Sides[0].Left = 1, time.Duration(winner)*time.Minute
	wantTimes(t, db, "m1", want)
}

func TestWhatIsLate(t *testing.T) { // C1.3
	db := fresh(t)
	timed(t, db, "m2")
	h := timed(t, db, "m1")
	times := h.Times
	times.Sides[0].Left -= time.Hour // the first deadline
	must(t, db.Append(t.Context(), "m1", match.Change{Seq: 2, Times: &times, At: start}))
	must(t, db.Create(t.Context(), between("m3", "ada", "bo"), opening, playing))
	for by, want := range map[time.Duration]string{
		23*time.Hour - time.Millisecond: "", 23 * time.Hour: "m1", 24*time.Hour - time.Millisecond: "m1", 24 * time.Hour: "m1 m2", 90 * day: "m1 m2",
	} {
		ids, err := db.Late(t.Context(), start.Add(by))
		if got := strings.Join(ids, " "); err != nil || got != want {
			t.Errorf("after %v %q are late, %v, want %q", by, got, err, want)
		}
	}
	for person, want := range map[string]string{"": "m1 m2", "ada": "m1 m2", "nobody": ""} {
		ids, err := db.Timed(t.Context(), person)
		if got := strings.Join(ids, " "); err != nil || got != want {
			t.Errorf("%q has the clocks %q, %v, want %q", person, got, err, want)
		}
	}
	steps, err := plan(t.Context(), db, late, 1)
	must(t, err)
	if text := strings.Join(steps, "\n"); !strings.Contains(text, "SEARCH clocks USING COVERING INDEX clocks_deadline") {
		t.Errorf("the plan is\n%s", text)
	}
}

func TestPausesEnd(t *testing.T) { // C1.7
	db := fresh(t)
	h := timed(t, db, "m1")
	times := h.Times
	times.Paused = start.Add(day)
	must(t, db.Append(t.Context(), "m1", match.Change{Seq: 2, Times: &times, At: start}))
	for by, want := range map[time.Duration]int{day - time.Millisecond: 0, day: 1, 9 * day: 1} {
		if ids, err := db.Unpaused(t.Context(), start.Add(by)); err != nil || len(ids) != want {
			t.Errorf("after %v %v, %v", by, ids, err)
		}
	}
}

func TestVacationsAreKept(t *testing.T) { // C1.6
	db := fresh(t)
	one := match.Vacation{Begins: start, Ends: start.Add(3 * day)}
	two := match.Vacation{Begins: start.Add(9 * day), Ends: start.Add(10 * day), ByItself: true}
	for _, v := range []match.Vacation{two, one} {
		must(t, db.SaveVacation(t.Context(), "ada", v))
	}
	one.Ends = start.Add(day)
	must(t, db.SaveVacation(t.Context(), "ada", one)) // shorter
	for since, want := range map[time.Duration][]match.Vacation{
		0: {one, two}, day - time.Millisecond: {one, two}, day: {two}, 10 * day: nil,
	} {
		if got, err := db.Vacations(t.Context(), "ada", start.Add(since)); err != nil || !slices.Equal(got, want) {
			t.Errorf("since %v: %v, %v, want %v", since, got, err, want)
		}
	}
	if got, err := db.Vacations(t.Context(), "bo", start); err != nil || len(got) != 0 {
		t.Errorf("bo has %v, %v", got, err)
	}
	if db.SaveVacation(t.Context(), "ada", match.Vacation{Begins: start, Ends: start.Add(-day)}) == nil {
		t.Error("a vacation ended before it began")
	}
}

func TestTheHeartAndItsOutages(t *testing.T) { // C1.2
	db := fresh(t)
	if at, err := db.LastBeat(t.Context()); err != nil || !at.IsZero() {
		t.Errorf("a new house was alive at %v, %v", at, err)
	}
	for _, at := range []time.Duration{0, time.Hour, time.Minute} { // a clock that was set back
		must(t, db.Beat(t.Context(), start.Add(at)))
	}
	if at, err := db.LastBeat(t.Context()); err != nil || !at.Equal(start.Add(time.Hour)) {
		t.Errorf("it was alive at %v, %v", at, err)
	}
	one, two := match.Outage{Begins: start, Ends: start.Add(day)}, match.Outage{Begins: start.Add(5 * day), Ends: start.Add(6 * day)}
	for _, o := range []match.Outage{two, one, {Begins: start, Ends: start.Add(time.Hour)}} {
		must(t, db.SaveOutage(t.Context(), o))
	}
	for since, want := range map[time.Duration][]match.Outage{0: {one, two}, day: {two}, 6 * day: nil} {
		if got, err := db.Outages(t.Context(), start.Add(since)); err != nil || !slices.Equal(got, want) {
			t.Errorf("since %v: %v, %v, want %v", since, got, err, want)
		}
	}
}
