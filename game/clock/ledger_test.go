package clock_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"salle/game/clock"
)

// ledger is a clock that is reckoned hour by hour, in the plainest way there is.
type ledger struct {
	settings clock.Settings
	now      int // hours since the first of June
	runs     bool
	left     int          // hours; below 0 when late
	ticked   map[int]bool // hours of this turn that have counted
	held     map[int]bool // hours that do not count
}

func hours(d time.Duration) int { return int(d / hour) }

func at(h int) time.Time { return june(1, 0).Add(time.Duration(h) * hour) }

// counts tells whether the hour that begins at h counts.
func (l *ledger) counts(h int) bool { return !l.held[h] && !l.rests(h) }

// rests tells whether the hour is of a weekend that is off.
func (l *ledger) rests(h int) bool {
	d := at(h).Weekday()
	return l.settings.WeekendsOff && (d == time.Saturday || d == time.Sunday)
}

func (l *ledger) pass(n int) {
	for range n {
		if l.runs && l.counts(l.now) {
			l.left--
			l.ticked[l.now] = true
		}
		l.now++
	}
}

func (l *ledger) start(from int) {
	if l.runs {
		return
	}
	l.runs, l.ticked, l.held = true, map[int]bool{}, map[int]bool{}
	l.left += hours(l.settings.Turn)
	for h := l.now; h < from; h++ {
		l.held[h] = true
	}
}

func (l *ledger) stop() {
	switch {
	case !l.runs:
		return
	case l.settings.Turn > 0:
		l.left = 0
	default:
		l.left = max(0, l.left)
		if more := min(l.left+hours(l.settings.Increment), hours(l.settings.Cap)); more > l.left {
			l.left = more
		}
	}
	l.runs = false
}

// hold reckons anew from where it begins, where it leaves no debt.
func (l *ledger) hold(from, until int) {
	if !l.runs {
		return
	}
	now := l.now
	for h := from; h < now; h++ {
		if l.ticked[h] {
			l.left++
			delete(l.ticked, h)
		}
	}
	l.left = max(0, l.left)
	for h := from; h < until; h++ {
		l.held[h] = true
	}
	l.now = from
	l.pass(now - from)
}

func (l *ledger) resume() {
	for h := range l.held {
		if h >= l.now {
			delete(l.held, h)
		}
	}
}

// deadline is the hour at which the time that is left will be used up, and time would count on.
func (l *ledger) deadline() int {
	h := l.now
	for left := l.left; left > 0 || l.rests(h); h++ {
		if l.counts(h) {
			left--
		}
	}
	return h
}

func (l *ledger) check(t *rapid.T, c clock.Side) {
	want := max(0, l.left)
	if !l.runs {
		want += hours(l.settings.Turn)
	}
	if got := l.settings.Remaining(c, at(l.now)); c.Runs() != l.runs || hours(got) != want || got%hour != 0 {
		t.Fatalf("at %v: %+v (runs: %v) has %v left, want %d h (runs: %v)", at(l.now), c, c.Runs(), got, want, l.runs)
	}
	if !l.runs || l.left <= 0 {
		return
	}
	if got, want := l.settings.Deadline(c), at(l.deadline()); !got.Equal(want) {
		t.Fatalf("at %v: the deadline of %+v is %v, want %v", at(l.now), c, got, want)
	}
}

// Nobody loses time that he had, or gains any but what the settings and the other side give him, whatever happens in
// whatever order (C1.2, C1.6): the clock agrees with one that is reckoned hour by hour.
func TestTheClockAgreesWithAnHourlyLedger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSettings(t)
		l, c := &ledger{settings: s, left: hours(s.Bank)}, s.New()
		last := 0
		for range rapid.IntRange(1, 15).Draw(t, "calls") {
			l.pass(rapid.IntRange(0, 80).Draw(t, "hours pass"))
			l.check(t, c)
			switch rapid.SampledFrom([]string{"start", "start", "stop", "hold", "hold", "resume", "give"}).Draw(t, "call") {
			case "start":
				from := l.now + max(0, rapid.IntRange(-60, 60).Draw(t, "from"))
				l.start(from)
				c = s.Start(c, at(from))
			case "stop":
				l.stop()
				c = s.Stop(c, at(l.now))
			case "hold": // from some time since the last call on, as after an outage
				from := rapid.IntRange(last, l.now).Draw(t, "from")
				until := from + rapid.IntRange(0, 200).Draw(t, "length")
				if until > from && at(until).After(c.Since) {
					l.hold(from, until)
				}
				c = s.Hold(c, at(from), at(until))
			case "resume":
				l.resume()
				c = s.Resume(c, at(l.now))
			case "give":
				d := drawHours(t, 1, 48, "gift")
				l.left += hours(d)
				c = s.Give(c, d)
			}
			last = l.now
			l.check(t, c)
		}
	})
}
