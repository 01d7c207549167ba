package clock_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"salle/game/clock"
)

// drawSettings draws a time control that Parse accepts.
func drawSettings(t *rapid.T) clock.Settings {
	s := clock.Settings{WeekendsOff: rapid.Bool().Draw(t, "weekends off")}
	if rapid.Bool().Draw(t, "per turn") {
		s.Turn = day * rapid.SampledFrom([]time.Duration{1, 2, 3, 5, 7, 14}).Draw(t, "turn")
		return s
	}
	s.Bank = drawHours(t, 1, 90*24, "bank")
	s.Increment = drawHours(t, 0, 7*24, "increment")
	s.Cap = drawHours(t, int(s.Bank/hour), 90*24, "cap")
	return s
}

func drawHours(t *rapid.T, from, to int, name string) time.Duration {
	return hour * time.Duration(rapid.IntRange(from, to).Draw(t, name))
}

// drawInstant draws a millisecond of two years, around which there are enough weekends.
func drawInstant(t *rapid.T, name string) time.Time {
	return june(1, 0).Add(time.Millisecond * time.Duration(rapid.Int64Range(0, int64(2*365*day/time.Millisecond)).Draw(t, name)))
}

// drawRunning draws a clock that runs, some way into its turn.
func drawRunning(t *rapid.T, s clock.Settings) clock.Side {
	left := drawHours(t, 0, 40*24, "left") + time.Millisecond*time.Duration(rapid.IntRange(0, 3_600_000).Draw(t, "bit"))
	return clock.Side{Left: left, Full: left + drawHours(t, 0, 10*24, "used"), Since: drawInstant(t, "since")}
}

// Counting and advancing are each other's inverse: at the deadline what was left has counted, and a millisecond before
// and after it less and more.
func TestADeadlineIsWhenTimeIsUsedUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSettings(t)
		c := drawRunning(t, s)
		deadline := s.Deadline(c)
		longer := s.Give(c, 400*day) // so that counting goes on after the deadline
		counted := func(at time.Time) time.Duration { return longer.Left - s.Remaining(longer, at) }
		if got := counted(deadline); got != c.Left {
			t.Fatalf("%v counted up to the deadline %v, want %v", got, deadline, c.Left)
		}
		if got := counted(deadline.Add(time.Millisecond)); got != c.Left+time.Millisecond {
			t.Fatalf("%v counted up to a millisecond after %v, want more than %v", got, deadline, c.Left)
		}
		if day := deadline.Weekday(); s.WeekendsOff && (day == time.Saturday || day == time.Sunday) {
			t.Fatalf("the deadline %v is on a weekend that is off", deadline)
		}
		if !s.WeekendsOff && deadline.Sub(c.Since) != c.Left {
			t.Fatalf("the deadline %v is not %v after %v", deadline, c.Left, c.Since)
		}
		at := drawInstant(t, "at")
		if left := s.Remaining(c, at); left > 0 && !at.Before(deadline) {
			t.Fatalf("%v left at %v, which is not before the deadline %v", left, at, deadline)
		}
		if got := s.Deadline(clock.Side{Left: s.Remaining(c, at), Since: at}); at.After(c.Since) && at.Before(deadline) && !got.Equal(deadline) {
			t.Fatalf("reckoned anew at %v the deadline is %v, want %v", at, got, deadline)
		}
	})
}

// C1.2, C1.6: while a clock is held its time stays, and its deadline moves by just what of the hold would have counted.
func TestAHoldTakesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSettings(t)
		c := drawRunning(t, s)
		from := c.Since.Add(drawHours(t, -48, 45*24, "from"))
		until := from.Add(drawHours(t, -24, 40*24, "length"))
		held := s.Hold(c, from, until)
		before, after := s.Deadline(c), s.Deadline(held)
		switch {
		case after.Before(before):
			t.Fatalf("the hold brought the deadline from %v forward to %v", before, after)
		case from.Before(until) && after.Before(until):
			t.Fatalf("the deadline %v falls in the hold until %v", after, until)
		case held.Full != c.Full || held.Left < 0:
			t.Fatalf("the hold made %+v of %+v", held, c)
		case s.Hold(held, from, until) != held:
			t.Fatalf("held again the same: %+v, want %+v", s.Hold(held, from, until), held)
		}
		if !from.Before(until) || from.After(before) {
			return
		}
		for _, at := range []time.Time{from, until, from.Add(until.Sub(from) / 2)} {
			if got, want := s.Remaining(held, at), s.Remaining(c, from); got != want {
				t.Fatalf("%v left at %v, want the %v of when the hold began", got, at, want)
			}
		}
		ruler := clock.Side{Left: 9999 * day, Since: c.Since}
		moved := s.Remaining(ruler, before) - s.Remaining(ruler, after)
		if want := s.Remaining(ruler, from) - s.Remaining(ruler, until); moved != want {
			t.Fatalf("the deadline moved by %v from %v to %v, want %v", moved, before, after, want)
		}
	})
}

// A reminder comes within the turn, the later the greater the share.
func TestSharesAreSpentInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSettings(t)
		c := drawRunning(t, s)
		a, b := rapid.Float64Range(0, 1).Draw(t, "a"), rapid.Float64Range(0, 1).Draw(t, "b")
		low, high := s.Spent(c, min(a, b)), s.Spent(c, max(a, b))
		if low.Before(c.Since) || high.Before(low) || s.Deadline(c).Before(high) || !s.Spent(c, 1).Equal(s.Deadline(c)) {
			t.Fatalf("%v and %v are spent at %v and %v, from %v to %v", min(a, b), max(a, b), low, high, c.Since, s.Deadline(c))
		}
	})
}

// A store keeps milliseconds: nothing that a Side holds is lost in it, whatever instants and zones it came from.
func TestMillisecondsLoseNothing(t *testing.T) {
	zone := time.FixedZone("", 5*3600+1800)
	rapid.Check(t, func(t *rapid.T) {
		s := drawSettings(t)
		c, at := s.New(), june(1, 0)
		for range rapid.IntRange(1, 12).Draw(t, "calls") {
			at = at.Add(time.Duration(rapid.Int64Range(0, int64(3*day)).Draw(t, "passes"))).In(zone)
			until := at.Add(time.Duration(rapid.Int64Range(0, int64(9*day)).Draw(t, "length")))
			c = rapid.SampledFrom([]clock.Side{
				s.Start(c, at), s.Stop(c, at), s.Hold(c, at, until), s.Resume(c, at), s.Give(c, until.Sub(at)),
			}).Draw(t, "side")
			stored := clock.Side{
				Left: time.Duration(c.Left.Milliseconds()) * time.Millisecond,
				Full: time.Duration(c.Full.Milliseconds()) * time.Millisecond,
			}
			if c.Runs() {
				stored.Since = time.UnixMilli(c.Since.UnixMilli()).UTC()
			}
			if stored != c {
				t.Fatalf("%+v is stored as %+v", c, stored)
			}
			if deadline := s.Deadline(c); c.Runs() && !deadline.Equal(time.UnixMilli(deadline.UnixMilli())) {
				t.Fatalf("the deadline %v is no whole millisecond", deadline)
			}
		}
	})
}
