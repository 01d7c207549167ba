package clock

import "time"

const (
	day      = 24 * time.Hour
	week     = 7 * day
	workdays = 5 * day // what of a week counts without its weekend
)

// counted is how much of the time between two instants counts; 0 where to is not after from.
func (s Settings) counted(from, to time.Time) time.Duration {
	if !from.Before(to) {
		return 0
	}
	if !s.WeekendsOff {
		return to.Sub(from)
	}
	first, last := monday(from), monday(to)
	return last.Sub(first)/week*workdays + sinceMonday(to) - sinceMonday(from)
}

// advance is the last instant up to which no more than d, which is not negative, has counted from an instant on: the
// inverse of counted. Of a weekend that does not count that is the end, so that no instant within one is ever returned.
func (s Settings) advance(from time.Time, d time.Duration) time.Time {
	from = from.UTC()
	if !s.WeekendsOff {
		return from.Add(d)
	}
	d += sinceMonday(from)
	return monday(from).Add(d/workdays*week + d%workdays)
}

// monday is the beginning of an instant's week in UTC. Weeks are cut off from the zero time, which was a Monday.
func monday(t time.Time) time.Time { return t.Truncate(week) }

// sinceMonday is how much of an instant's week has counted when weekends do not.
func sinceMonday(t time.Time) time.Duration { return min(t.Sub(monday(t)), workdays) }

// down is an instant in UTC, less what goes beyond whole milliseconds.
func down(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

// up is the first whole millisecond in UTC that is not before an instant.
func up(t time.Time) time.Time {
	whole := down(t)
	if whole.Before(t) {
		return whole.Add(time.Millisecond)
	}
	return whole
}
