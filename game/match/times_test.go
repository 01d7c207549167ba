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

const daily = "1d"

func TestTheFirstTurnCountsFromWhenBothSeatsAreTaken(t *testing.T) { // C1.8
	c := newClockwork(t)
	_, err := c.Propose(t.Context(), match.Offer{ID: "o", Maker: "anna", Game: "relay", Clock: parsed(t, "3d")})
	must(t, err)
	c.pass(9 * day)
	c.sweep(t)
	seen, err := c.Take(t.Context(), "o", "ben", "m")
	must(t, err)
	c.wantDeadlines(t, "m", start.Add(12*day), time.Time{})
	if got := seen.Clocks.Left; got != [2]time.Duration{3 * day, 3 * day} || !seen.Created.Equal(start.Add(9*day)) {
		t.Errorf("%v are left, the match began at %v", got, seen.Created)
	}
}

func TestWhoHasToActHasTheClock(t *testing.T) {
	c := newClockwork(t)
	c.play(t, "turns", "relay", daily)
	c.play(t, "at once", "pebbles", daily)
	c.wantDeadlines(t, "at once", start.Add(day), start.Add(day))
	c.pass(time.Hour)
	c.goes(t, "turns", "anna", "go")
	c.wantDeadlines(t, "turns", time.Time{}, start.Add(day+time.Hour))
	c.goes(t, "at once", "ben", "2")
	c.wantDeadlines(t, "at once", start.Add(day), time.Time{})
	c.pass(time.Hour)
	c.goes(t, "at once", "anna", "1")
	c.wantDeadlines(t, "at once", start.Add(day+2*time.Hour), start.Add(day+2*time.Hour))
}

func TestAMoveInTimeCountsHoweverLongItIsStored(t *testing.T) { // C1.1
	c := newClockwork(t)
	c.play(t, "m", "relay", daily)
	c.set(start.Add(day + match.Grace - while)) // asked for before the deadline, stored by now
	c.sweep(t)
	c.goes(t, "m", "anna", "go")
	c.pass(day)
	c.sweep(t)
	c.wantActions(t, "m", "first go")
	c.wantDeadlines(t, "m", time.Time{}, start.Add(2*day+match.Grace-while))
}

func TestSweepsAndAMoveAtOnceAgree(t *testing.T) { // C1.1, C1.3
	c := newClockwork(t)
	moves := 0
	for _, id := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"} {
		at := c.play(t, id, "relay", daily).Mark
		c.pass(day - while)
		var moved error
		var sweeps [4]error
		var all sync.WaitGroup
		all.Go(func() { _, moved = c.Act(context.Background(), id, "anna", at, []string{"go"}) })
		for i := range sweeps {
			all.Go(func() {
				c.now.Store(start.Add(day + match.Grace).UnixMilli())
				_, sweeps[i] = c.Sweep(context.Background())
			})
		}
		all.Wait()
		must(t, errors.Join(sweeps[:]...))
		switch {
		case moved == nil:
			moves++
			c.sweep(t)
			c.wantActions(t, id, "first go")
		case errors.Is(moved, game.ErrOver), errors.Is(moved, match.ErrStale):
			c.wantActions(t, id, "first time")
		default:
			t.Errorf("the move is answered with %v", moved)
		}
		c.set(start)
	}
	t.Logf("the move came first %d times of 12", moves)
}

// The times of a match are read before its log: a turn that comes between them must not look as if it were missing.
func TestATurnThatComesWhileTheSweepReadsCounts(t *testing.T) { // C1.1
	c := newClockwork(t)
	c.play(t, "m", "relay", daily)
	c.look(t, "m", "anna") // the next load reads the match once
	c.set(start.Add(day + match.Grace))
	at := game.Mark{}
	c.between = func() {
		_, err := c.Act(context.Background(), "m", "anna", at, []string{"go"})
		must(t, err)
	}
	c.sweep(t)
	c.wantActions(t, "m", "first go")
	c.wantDeadlines(t, "m", time.Time{}, start.Add(2*day+match.Grace))
}

func TestManySweepsEndAMatchOnce(t *testing.T) { // C1.3, C1.5
	c := newClockwork(t)
	c.play(t, "m", "relay", daily)
	c.play(t, "again", "relay", "2d")
	c.goes(t, "m", "anna", "go")
	c.set(start.Add(day + match.Grace - while))
	c.sweep(t)
	c.wantActions(t, "m", "first go")
	c.pass(while)
	var errs [8]error
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() { _, errs[i] = c.Sweep(context.Background()) })
	}
	all.Wait()
	must(t, errors.Join(errs[:]...))
	c.wantActions(t, "m", "first go", "second time")
	c.wantActions(t, "again")
	c.wantResult(t, "m", game.Won(game.First, game.ReasonTime))
	c.wantDeadlines(t, "m", time.Time{}, time.Time{})
}

func TestHowMatchesEnd(t *testing.T) { // C1.5
	for name, test := range map[string]struct {
		game string
		end  func(c *clockwork, t *testing.T)
		want game.Result
	}{
		"time":                            {"relay", func(c *clockwork, t *testing.T) { c.pass(day + match.Grace) }, game.Won(game.Second, game.ReasonTime)},
		"both clocks at the same instant": {"pebbles", func(c *clockwork, t *testing.T) { c.pass(day + match.Grace) }, game.Drawn(game.ReasonTime)},
		"both clocks, one of them first": {"pebbles", func(c *clockwork, t *testing.T) {
			c.retime(t, "m", "ben", match.TimeGive)
			c.pass(3 * day)
		}, game.Won(game.First, game.ReasonTime)},
		"one of both who owed": {"pebbles", func(c *clockwork, t *testing.T) {
			c.goes(t, "m", "ben", "1")
			c.pass(day + match.Grace)
		}, game.Won(game.Second, game.ReasonTime)},
		"called off": {"relay", func(c *clockwork, t *testing.T) { c.goes(t, "m", "ben", game.Abort) }, game.Drawn(game.ReasonAbort)},
		"resigned":   {"relay", func(c *clockwork, t *testing.T) { c.goes(t, "m", "ben", game.Resign) }, game.Won(game.First, game.ReasonResign)},
		"agreed": {"relay", func(c *clockwork, t *testing.T) {
			c.goes(t, "m", "ben", game.Offer)
			c.goes(t, "m", "anna", game.Accept)
		}, game.Drawn(game.ReasonAgreed)},
		"by the rules": {"relay", func(c *clockwork, t *testing.T) {
			for i := range 4 {
				c.goes(t, "m", []string{"anna", "ben"}[i%2], "go")
			}
		}, game.Won(game.First, "there")},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClockwork(t)
			o := match.Offer{Maker: "anna", Game: test.game, Variant: "short", Clock: parsed(t, daily)}
			c.playOffer(t, "m", o, "ben")
			test.end(c, t)
			c.sweep(t)
			c.wantResult(t, "m", test.want)
			before := c.actions(t, "m")
			c.wantDeadlines(t, "m", time.Time{}, time.Time{})
			c.pass(9 * day)
			c.sweep(t)
			c.wantActions(t, "m", before...)
			if late, err := c.Late(t.Context(), c.clock()); err != nil || len(late) != 0 {
				t.Errorf("%v are late, %v", late, err)
			}
		})
	}
}

func TestNobodyPlaysTime(t *testing.T) { // C1.3
	c := newClockwork(t)
	c.play(t, "m", "relay", daily)
	c.pass(9 * day)
	for _, action := range []string{game.Time, game.Lapse} {
		_, err := c.Act(t.Context(), "m", "ben", c.look(t, "m", "ben").Mark, []string{action})
		wantError(t, err, game.ErrNotation)
	}
}

func TestABankIsFilledByTurnsUpToItsCap(t *testing.T) { // C1.6
	c := newClockwork(t)
	c.play(t, "m", "relay", "bank 2d+12h max 3d")
	left := func(seat game.Seat) time.Duration { return c.look(t, "m", "anna").Clocks.Left[seat] }
	c.pass(day)
	c.goes(t, "m", "anna", "go") // 2d - 1d + 12h
	c.goes(t, "m", "ben", "go")
	if got := [2]time.Duration{left(0), left(1)}; got != [2]time.Duration{36 * time.Hour, 60 * time.Hour} {
		t.Errorf("%v are left", got)
	}
	c.goes(t, "m", "anna", "go")
	c.goes(t, "m", "ben", "go")
	c.goes(t, "m", "anna", "go")
	if got := [2]time.Duration{left(0), left(1)}; got != [2]time.Duration{60 * time.Hour, 72 * time.Hour} {
		t.Errorf("%v are left", got)
	}
	c.pass(3*day + match.Grace)
	c.sweep(t)
	c.wantResult(t, "m", game.Won(game.First, game.ReasonTime))
}

func TestWeekendsAreOff(t *testing.T) { // C1.6
	c := newClockwork(t)
	friday := time.Date(2026, time.December, 4, 18, 0, 0, 0, time.UTC)
	c.set(friday)
	c.play(t, "off", "relay", "1d weekends")
	c.play(t, "on", "relay", "1d")
	c.wantDeadlines(t, "off", friday.Add(3*day), time.Time{})
	c.set(friday.Add(2 * day))
	c.sweep(t)
	c.wantActions(t, "off")
	c.wantActions(t, "on", "first time")
	c.set(friday.Add(3*day + match.Grace))
	c.sweep(t)
	c.wantActions(t, "off", "first time")
}

func TestADayIsGivenOnce(t *testing.T) { // C1.6
	c := newClockwork(t)
	seen := c.play(t, "m", "relay", daily)
	given, err := c.Retime(t.Context(), "m", "ben", seen.Clocks.Revision, match.TimeGive)
	must(t, err)
	again, err := c.Retime(t.Context(), "m", "ben", seen.Clocks.Revision, match.TimeGive)
	wantError(t, err, match.ErrStale)
	if again.Clocks != given.Clocks {
		t.Errorf("the form sent again shows %+v, before %+v", again.Clocks, given.Clocks)
	}
	c.wantDeadlines(t, "m", start.Add(2*day), time.Time{})
	c.retime(t, "m", "anna", match.TimeGive) // for the turn to come
	c.goes(t, "m", "anna", "go")
	c.wantDeadlines(t, "m", time.Time{}, start.Add(2*day))
}

func TestWhoMayNotTouchTheClocks(t *testing.T) {
	c := newClockwork(t)
	c.play(t, "m", "relay", daily)
	c.play(t, "none", "relay", "none")
	_, err := c.Retime(t.Context(), "m", "cleo", 0, match.TimeGive)
	wantError(t, err, match.ErrNotYours)
	for _, what := range []string{"", "steal", match.TimeResume} {
		_, err = c.Retime(t.Context(), "m", "anna", 0, what)
		wantError(t, err, game.ErrNotation)
	}
	_, err = c.Retime(t.Context(), "none", "anna", 0, match.TimeGive)
	wantError(t, err, game.ErrNotation)
	seen := c.goes(t, "m", "anna", game.Resign)
	_, err = c.Retime(t.Context(), "m", "anna", seen.Clocks.Revision, match.TimeGive)
	wantError(t, err, game.ErrOver)
}

func TestAPauseNeedsBothAndEndsByItself(t *testing.T) { // C1.7
	c := newClockwork(t)
	c.play(t, "m", "relay", daily)
	c.pass(time.Hour)
	if got := c.retime(t, "m", "anna", match.TimePause); got.Asked != game.Only(game.First) || !got.Paused.IsZero() {
		t.Errorf("one has asked: %+v", got)
	}
	c.retime(t, "m", "anna", match.TimeAlone)
	if got := c.retime(t, "m", "ben", match.TimePause); got.Asked != game.Only(game.Second) {
		t.Errorf("the first has taken it back: %+v", got)
	}
	until := c.clock().Add(match.PauseLife)
	if got := c.retime(t, "m", "anna", match.TimePause); got.Asked != game.Nobody || !got.Paused.Equal(until) {
		t.Errorf("both have asked: %+v", got)
	}
	if list, err := c.List(t.Context(), "ben"); err != nil || !list[0].Paused {
		t.Errorf("the list has %+v, %v", list, err)
	}
	c.wantDeadlines(t, "m", until.Add(23*time.Hour), time.Time{})
	c.pass(5 * day)
	c.goes(t, "m", "anna", "go") // one may act in it
	c.wantDeadlines(t, "m", time.Time{}, until.Add(day))
	c.set(until)
	c.sweep(t)
	if got := c.look(t, "m", "ben").Clocks; !got.Paused.IsZero() {
		t.Errorf("the pause has ended: %+v", got)
	}
	if list, err := c.List(t.Context(), "ben"); err != nil || list[0].Paused {
		t.Errorf("the list has %+v, %v", list, err)
	}
	c.wantDeadlines(t, "m", time.Time{}, until.Add(day))
}

func TestEitherEndsAPause(t *testing.T) { // C1.7
	for _, person := range []string{"anna", "ben"} {
		c := newClockwork(t)
		c.play(t, "m", "relay", daily)
		c.retime(t, "m", "anna", match.TimePause)
		c.retime(t, "m", "ben", match.TimePause)
		c.pass(5 * day)
		c.retime(t, "m", person, match.TimeResume)
		c.wantDeadlines(t, "m", start.Add(6*day), time.Time{})
	}
}

// A match that ends in a pause, or while one has asked for one, is not paused.
func TestAPauseEndsWithItsMatch(t *testing.T) { // C1.7
	c := newClockwork(t)
	c.play(t, "m", "relay", daily)
	c.retime(t, "m", "anna", match.TimePause)
	c.retime(t, "m", "ben", match.TimePause)
	c.goes(t, "m", "anna", game.Resign)
	if list, err := c.List(t.Context(), "ben"); err != nil || list[0].Paused || !list[0].Deadline.IsZero() {
		t.Errorf("the list has %+v, %v", list, err)
	}
}

// Days are 24 hours long, whatever the clocks on walls do.
func TestADeadlineAcrossTheEndOfSummerTime(t *testing.T) { // C1.9
	warsaw, err := time.LoadLocation("Europe/Warsaw")
	must(t, err)
	c := newClockwork(t)
	c.zone = warsaw
	c.set(time.Date(2027, time.October, 30, 12, 0, 0, 0, warsaw))
	seen := c.play(t, "m", "relay", "2d")
	if got, want := seen.Clocks.Deadline[0], time.Date(2027, time.November, 1, 11, 0, 0, 0, warsaw); !got.Equal(want) {
		t.Errorf("the deadline is %v, want %v", got.In(warsaw), want)
	}
	c.set(time.Date(2027, time.November, 1, 10, 59, 59, 0, warsaw))
	if left := c.look(t, "m", "ben").Clocks.Left[0]; left != time.Second {
		t.Errorf("%v are left", left)
	}
}
