package views

import (
	"strings"
	"time"

	"salle/game/clock"
	"salle/views/lang"
)

// timeIn is an instant as a visitor reads it, with its zone; without one it is UTC.
func timeIn(t time.Time, zone *time.Location) string {
	if zone == nil {
		zone = time.UTC
	}
	return t.In(zone).Format("2006-01-02 15:04 MST")
}

// machineMoment is an instant as programs read it.
func machineMoment(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// span is a length of time in words: days and hours, hours and minutes, or minutes.
func span(l *lang.Lang, d time.Duration) string {
	days, hours, minutes := int(d/(24*time.Hour)), int(d/time.Hour)%24, int(d/time.Minute)%60
	var parts []string
	if days > 0 {
		parts, minutes = append(parts, l.N("time.days", days)), 0
	}
	if hours > 0 {
		parts = append(parts, l.N("time.hours", hours))
	}
	if minutes > 0 {
		parts = append(parts, l.N("time.minutes", minutes))
	}
	if len(parts) == 0 {
		return l.T("time.moment")
	}
	return strings.Join(parts, " ")
}

// clockWords are a time control in words.
func clockWords(l *lang.Lang, c clock.Settings) string {
	var words string
	switch {
	case c.Turn > 0:
		words = l.T("clock.turn", "time", span(l, c.Turn))
	case c.Bank > 0:
		words = l.T("clock.bank", "bank", span(l, c.Bank), "more", span(l, c.Increment), "cap", span(l, c.Cap))
	default:
		return l.T("clock.none")
	}
	if c.WeekendsOff {
		words = l.T("clock.weekends", "clock", words)
	}
	return words
}

// due is how long it is until a deadline.
func due(l *lang.Lang, now, deadline time.Time) string {
	if !deadline.After(now) {
		return l.T("time.up")
	}
	return l.T("time.left", "time", span(l, deadline.Sub(now)))
}
