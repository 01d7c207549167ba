package match_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"salle/game"
	"salle/game/match"
)

func (c *clockwork) wantLeisure(t testing.TB, person string, until time.Time, left int) {
	t.Helper()
	if got, err := c.Leisure(t.Context(), person); err != nil || !got.Now.Ends.Equal(until) || got.Left != left {
		t.Errorf("%s has %+v, %v; want one until %v and %d days left", person, got, err, until, left)
	}
}

func TestNoDeadlineFallsBeforeTheEndOfAVacation(t *testing.T) { // C1.6
	c := newClockwork(t)
	c.rested(t, "anna")
	c.play(t, "runs", "relay", daily)
	c.play(t, "stands", "relay", daily)
	c.goes(t, "stands", "anna", "go")
	c.pass(6 * time.Hour)
	must(t, c.TakeVacation(t.Context(), "anna", 5))
	end := c.clock().Add(5 * day)
	c.wantLeisure(t, "anna", end, 15)
	c.wantDeadlines(t, "runs", end.Add(18*time.Hour), time.Time{})
	c.wantDeadlines(t, "stands", time.Time{}, start.Add(day))
	if away := c.look(t, "runs", "ben").Clocks.Away; !away[0].Equal(end) || !away[1].IsZero() {
		t.Errorf("%v are away", away)
	}

	c.goes(t, "stands", "ben", "go") // a turn that begins in it
	c.wantDeadlines(t, "stands", end.Add(day), time.Time{})
	c.play(t, "new", "relay", daily) // and a match
	c.wantDeadlines(t, "new", end.Add(day), time.Time{})
	c.pass(day)
	c.goes(t, "runs", "anna", "go") // a move that is made in it
	c.wantDeadlines(t, "runs", time.Time{}, start.Add(2*day+6*time.Hour))

	c.set(end.Add(-while))
	c.sweep(t)
	c.wantActions(t, "runs", "first go", "second time")
	c.wantActions(t, "stands", "first go", "second go")
	c.wantActions(t, "new")
	c.set(end.Add(day + match.Grace))
	c.sweep(t)
	// What is left is taken by itself, for all matches.
	c.wantActions(t, "new")
	c.wantLeisure(t, "anna", end.Add(2*day), 14)
}

func TestWhoHoldsASeatIsAwayWithIt(t *testing.T) { // C1.6, C4.1
	c := newClockwork(t)
	c.rested(t, "cleo")
	c.play(t, "m", "relay", daily)
	must(t, c.NewLink(t.Context(), "m", "anna", "secret"))
	_, err := c.Sit(t.Context(), "secret", "cleo")
	must(t, err)
	must(t, c.TakeVacation(t.Context(), "cleo", 3))
	c.wantDeadlines(t, "m", start.Add(4*day), time.Time{})
}

func TestVacationHasItsMeasure(t *testing.T) { // C1.6
	c := newClockwork(t)
	ctx := t.Context()
	c.rested(t, "anna")
	for _, days := range []int{-1, 0, 21, 1 << 40} {
		wantError(t, c.TakeVacation(ctx, "anna", days), match.ErrVacation)
	}
	wantError(t, c.TakeVacation(ctx, "ben", 1), match.ErrVacation)
	c.play(t, "m", "relay", daily)

	must(t, c.TakeVacation(ctx, "anna", 15))
	c.pass(5 * day)
	must(t, c.EndVacation(ctx, "anna")) // gives ten days back
	c.wantLeisure(t, "anna", time.Time{}, 15)
	c.wantDeadlines(t, "m", start.Add(6*day), time.Time{})
	must(t, c.EndVacation(ctx, "anna")) // there is none

	must(t, c.TakeVacation(ctx, "anna", 10))
	c.wantLeisure(t, "anna", start.Add(15*day), 5)
	must(t, c.TakeVacation(ctx, "anna", 15)) // longer
	c.wantLeisure(t, "anna", start.Add(20*day), 0)
	c.wantDeadlines(t, "m", start.Add(21*day), time.Time{})
	must(t, c.TakeVacation(ctx, "anna", 2)) // shorter: what is given back is not rested
	c.wantLeisure(t, "anna", start.Add(7*day), 13)
	c.wantDeadlines(t, "m", start.Add(8*day), time.Time{})
	wantError(t, c.TakeVacation(ctx, "anna", 16), match.ErrVacation)
	must(t, c.TakeVacation(ctx, "anna", 15))

	c.set(start.Add(364 * day))
	c.wantLeisure(t, "anna", time.Time{}, 0)
	c.set(start.Add(367 * day)) // of the first five days, two are long ago
	c.wantLeisure(t, "anna", time.Time{}, 2)
	wantError(t, c.TakeVacation(ctx, "anna", 3), match.ErrVacation)
	must(t, c.TakeVacation(ctx, "anna", 2))
}

func TestVacationIsTakenByItself(t *testing.T) { // C1.6
	c := newClockwork(t)
	begins := start.Add(-30 * day)
	must(t, c.SaveVacation(t.Context(), "anna", match.Vacation{Begins: start.Add(-21 * day), Ends: start.Add(-4 * day)}))
	must(t, c.SaveVacation(t.Context(), "anna", match.Vacation{Begins: begins, Ends: begins.Add(day)})) // 18 days of 20
	c.play(t, "m", "relay", daily)
	c.play(t, "other", "relay", "2d")
	ran := start.Add(day)
	for taken := range 2 {
		c.set(ran.Add(match.Grace))
		c.sweep(t)
		ran = ran.Add(day)
		c.wantLeisure(t, "anna", ran, 1-taken)
		c.wantDeadlines(t, "m", ran, time.Time{})
		c.wantDeadlines(t, "other", ran.Add(day), time.Time{})
	}
	if got, err := c.Leisure(t.Context(), "anna"); err != nil || !got.Now.ByItself {
		t.Errorf("she is on %+v, %v", got, err)
	}
	c.set(ran.Add(match.Grace))
	c.sweep(t)
	c.wantActions(t, "m", "first time")
	c.wantActions(t, "other")
}

// Who loses by time does not cost the other a day of his, and who can rest does not lose beside one who cannot.
func TestOneOfTwoCanRest(t *testing.T) { // C1.5, C1.6
	for _, rested := range []string{"anna", "ben"} {
		c := newClockwork(t)
		c.rested(t, rested)
		c.play(t, "m", "pebbles", daily)
		c.retime(t, "m", "anna", match.TimeGive) // anna's time runs out a day before ben's
		c.set(start.Add(2*day + match.Grace))
		c.sweep(t)
		if rested == "ben" {
			c.wantActions(t, "m", "first time")
			c.wantLeisure(t, "ben", time.Time{}, 20)
			continue
		}
		c.wantActions(t, "m", "second time")
		c.wantLeisure(t, "anna", start.Add(3*day), 18) // a day until ben's time ran out too, and one from then on
	}
}

func TestTwoSweepsTakeOneDay(t *testing.T) { // C1.3, C1.6
	c := newClockwork(t)
	must(t, c.SaveVacation(t.Context(), "anna", match.Vacation{Begins: start.Add(-21 * day), Ends: start.Add(-2 * day)})) // one is left
	c.play(t, "m", "relay", daily)
	c.set(start.Add(day + match.Grace))
	var errs [8]error
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() { _, errs[i] = c.Sweep(context.Background()) })
	}
	all.Wait()
	must(t, errors.Join(errs[:]...))
	c.wantActions(t, "m")
	c.wantDeadlines(t, "m", start.Add(2*day), time.Time{})
	c.wantLeisure(t, "anna", start.Add(2*day), 0)
}

// A crash may come between the vacation and the clocks that stand in it: by hand and by itself.
func TestAVacationThatWasCutOffIsNotLost(t *testing.T) { // C1.6
	for name, test := range map[string]struct {
		take func(c *clockwork) error
		want time.Time
	}{
		"by hand": {func(c *clockwork) error { return c.TakeVacation(context.Background(), "anna", 20) }, start.Add(21 * day)},
		"the last day, by itself": {func(c *clockwork) error {
			must(t, c.SaveVacation(context.Background(), "anna", match.Vacation{Begins: start.Add(-21 * day), Ends: start.Add(-2 * day)}))
			c.set(start.Add(day + match.Grace))
			_, err := c.Sweep(context.Background()) // which goes on with other matches
			return errors.Join(err, errFaulty)
		}, start.Add(2 * day)},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClockwork(t)
			c.rested(t, "anna")
			c.play(t, "m", "relay", daily)
			c.append = func() error { return errFaulty }
			wantError(t, test.take(c), errFaulty)
			c.append = nil
			c.set(start.Add(day + match.Grace))
			c.sweep(t)
			c.wantActions(t, "m")
			c.wantDeadlines(t, "m", test.want, time.Time{})
		})
	}
}

func TestVacationAndPauseOverlap(t *testing.T) { // C1.6, C1.7
	paused := func(c *clockwork) time.Time {
		c.retime(t, "m", "anna", match.TimePause)
		c.retime(t, "m", "ben", match.TimePause)
		return c.clock().Add(match.PauseLife)
	}
	for name, test := range map[string]func(c *clockwork) (want time.Time){
		"a vacation within the pause": func(c *clockwork) time.Time {
			until := paused(c)
			must(t, c.TakeVacation(context.Background(), "anna", 10))
			return until.Add(day)
		},
		"the pause goes on after the vacation": func(c *clockwork) time.Time {
			until := paused(c)
			must(t, c.TakeVacation(context.Background(), "anna", 10))
			c.pass(2 * day)
			must(t, c.EndVacation(context.Background(), "anna"))
			return until.Add(day)
		},
		"the pause is made shorter than the vacation": func(c *clockwork) time.Time {
			paused(c)
			must(t, c.TakeVacation(context.Background(), "anna", 10))
			c.pass(2 * day)
			c.retime(t, "m", "ben", match.TimeResume)
			return start.Add(11 * day)
		},
		"the vacation goes on after the pause": func(c *clockwork) time.Time {
			until := paused(c)
			c.set(until.Add(-5 * day))
			must(t, c.TakeVacation(context.Background(), "anna", 10))
			c.set(until)
			return until.Add(6 * day)
		},
		"both are ended": func(c *clockwork) time.Time {
			paused(c)
			must(t, c.TakeVacation(context.Background(), "anna", 10))
			c.pass(2 * day)
			c.retime(t, "m", "ben", match.TimeResume)
			c.pass(day)
			must(t, c.EndVacation(context.Background(), "anna"))
			return start.Add(4 * day)
		},
		"a turn begins in both": func(c *clockwork) time.Time {
			c.goes(t, "m", "anna", "go")
			must(t, c.TakeVacation(context.Background(), "anna", 10))
			until := paused(c)
			c.goes(t, "m", "ben", "go")
			return until.Add(day)
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClockwork(t)
			c.rested(t, "anna")
			c.play(t, "m", "relay", daily)
			want := test(c)
			c.sweep(t)
			c.wantDeadlines(t, "m", want, time.Time{})
		})
	}
}

// Two forms at once take one vacation.
func TestVacationsDoNotOverlap(t *testing.T) { // C1.6
	c := newClockwork(t)
	c.rested(t, "anna")
	var all sync.WaitGroup
	var errs [8]error
	for i := range errs {
		all.Go(func() {
			c.now.Add(1)
			errs[i] = c.TakeVacation(context.Background(), "anna", 4)
		})
	}
	all.Wait()
	must(t, errors.Join(errs[:]...))
	if list, err := c.Vacations(t.Context(), "anna", start); err != nil || len(list) != 1 {
		t.Errorf("she has %v, %v", list, err)
	}
	must(t, c.EndVacation(t.Context(), "anna"))
	c.wantLeisure(t, "anna", time.Time{}, 19) // some milliseconds are used up
	if c.play(t, "m", "relay", daily); !c.deadline(t, "m", game.First).Equal(c.clock().Add(day)) {
		t.Error("she is on vacation still")
	}
}
