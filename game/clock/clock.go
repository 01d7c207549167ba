// Package clock counts the time of matches that are played over days. It is told what time it is and never asks.
//
// A match has Settings, and each of its seats a Side, which is a plain value: every method returns the next one. What a
// Side holds is in whole milliseconds and in UTC, so that a store of milliseconds loses nothing; where an instant has to
// be rounded, it is rounded in favour of who is on the move. Days here are 24 hours long, whatever clocks on walls do.
//
// Calls for one Side come in the order of the instants that they name, with two exceptions: a turn may begin in the
// future, and a hold may begin at any instant since the last call, which is how an outage is made good for.
package clock

import "time"

// Settings are a match's time control: per turn, or a bank of time for the whole match, never both. The zero value is
// no clock.
type Settings struct {
	// Turn is the time for each turn; it is full again at every turn. 0: the clock is not of this kind.
	Turn time.Duration

	// Bank is what each side begins with, Increment what every turn that is made adds to what is left, and Cap what
	// that never goes beyond. Bank 0: the clock is not of this kind.
	Bank, Increment, Cap time.Duration

	// WeekendsOff tells that Saturday and Sunday, in UTC, are not counted.
	WeekendsOff bool
}

// Ticks tells whether there is a clock at all.
func (s Settings) Ticks() bool { return s.Turn > 0 || s.Bank > 0 }

// Side is the clock of one seat.
type Side struct {
	// Left is the time that was left at Since. While the clock stands it is the bank, or with a clock per turn what was
	// given for the next turn. It is never negative.
	Left time.Duration

	// Full is Left as it was when the turn began, and what was given since then. It is 0 while the clock stands.
	Full time.Duration

	// Since is from when time counts; it may be in the future. It is zero while the clock stands.
	Since time.Time
}

// Runs tells whether it is the seat's turn, even when its time does not count yet or is held.
func (c Side) Runs() bool { return !c.Since.IsZero() }

// New is the clock of a seat before its first turn. It stands.
func (s Settings) New() Side {
	if s.Turn > 0 {
		return Side{}
	}
	return Side{Left: s.Bank}
}

// Start begins a turn whose time counts from an instant on. For a first turn that is when both seats are taken, however
// long the match has been on offer. A clock that runs goes on as it does.
func (s Settings) Start(c Side, from time.Time) Side {
	if !s.Ticks() || c.Runs() {
		return c
	}
	full := s.next(c)
	return Side{Left: full, Full: full, Since: up(from)}
}

// next is what a clock that stands will begin its next turn with.
func (s Settings) next(c Side) time.Duration { return s.Turn + c.Left }

// Stop ends a turn that was made at an instant. Of a bank it takes the time that was counted, then adds the increment,
// which never carries it over the cap; a bank that gifts have carried over the cap stays as it is. With a clock per turn
// nothing is carried on. A turn made too late leaves nothing, and no debt. A clock that stands stays as it is.
func (s Settings) Stop(c Side, at time.Time) Side {
	if !c.Runs() {
		return c
	}
	if s.Turn > 0 {
		return Side{}
	}
	left := s.Remaining(c, at)
	return Side{Left: max(left, min(left+s.Increment, s.Cap))}
}

// Hold keeps a clock from counting at or after from and before until: what was counted before is settled, and it goes
// on at until. It never takes time away: a clock that is held for longer already stays so. It is called once from has
// come, not ahead of it. A clock whose time was used up by then has its deadline at until: who would have it run out
// instead looks at the deadline first. A clock that stands stays as it is.
func (s Settings) Hold(c Side, from, until time.Time) Side {
	until = up(until)
	if !c.Runs() || !from.Before(until) || !c.Since.Before(until) {
		return c
	}
	c.Left = s.Remaining(c, from)
	c.Since = until
	return c
}

// Resume lets a clock that is held, or whose turn was to begin later, count from an instant on. It knows of no other
// hold that may still be on: who has one holds the clock again. A clock that counts already, or stands, stays as it is.
func (s Settings) Resume(c Side, at time.Time) Side {
	if at := up(at); at.Before(c.Since) {
		c.Since = at
	}
	return c
}

// Give adds time to the turn that is on, or to the next one while the clock stands. It may carry a bank over the cap.
// Where d is not positive, or there is no clock, nothing changes.
func (s Settings) Give(c Side, d time.Duration) Side {
	if !s.Ticks() || d <= 0 {
		return c
	}
	d = d.Round(time.Millisecond)
	c.Left += d
	if c.Runs() {
		c.Full += d
	}
	return c
}

// Deadline is when the time is used up: from that instant on, a turn is late. It never falls on a weekend that is not
// counted: time that lasts to the very end of a Friday lasts to the end of the Sunday. It is zero for a clock that
// stands.
func (s Settings) Deadline(c Side) time.Time {
	if !c.Runs() {
		return time.Time{}
	}
	return s.advance(c.Since, c.Left)
}

// Remaining is the time that is left at an instant, without what is not going to be counted; never negative. Where the
// clock stands it is what the next turn begins with. Before a deadline it is positive, but for a weekend that is not
// counted, or a hold: through these it may be zero while the deadline, their end, is yet to come.
func (s Settings) Remaining(c Side, at time.Time) time.Duration {
	if !c.Runs() {
		return s.next(c)
	}
	return max(0, c.Left-s.counted(c.Since, down(at)))
}

// Spent is when a share, 0 to 1, of the turn's full time is used up, such as 0.8 for a reminder. Where that was before
// the clock was last held it is when the clock goes on. It is zero for a clock that stands.
func (s Settings) Spent(c Side, share float64) time.Time {
	if !c.Runs() {
		return time.Time{}
	}
	due := time.Duration(share * float64(c.Full)).Round(time.Millisecond)
	return s.advance(c.Since, max(0, due-(c.Full-c.Left)))
}
