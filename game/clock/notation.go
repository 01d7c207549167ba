package clock

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ErrSettings is what Parse refuses a text with.
var ErrSettings = errors.New("no time control")

// The words of the notation.
const (
	noClock  = "none"
	bankWord = "bank "
	plus     = "+"
	capWord  = " max "
	weekends = " weekends" // they are off
)

// What Parse accepts.
const (
	longestBank      = 90 * day // and cap
	longestIncrement = 7 * day
)

// turns are the times per turn that Parse accepts.
var turns = []time.Duration{1 * day, 2 * day, 3 * day, 5 * day, 7 * day, 14 * day}

// String is the notation that Parse reads: "none", a time per turn such as "3d", or a bank such as "bank 10d+12h max 15d";
// behind a clock stands " weekends" where these are off.
func (s Settings) String() string {
	var text string
	switch {
	case s.Turn > 0:
		text = spell(s.Turn)
	case s.Bank > 0:
		text = bankWord + spell(s.Bank) + plus + spell(s.Increment) + capWord + spell(s.Cap)
	default:
		return noClock
	}
	if s.WeekendsOff {
		text += weekends
	}
	return text
}

// Parse reads what String writes, and no other spelling of it. A turn has 1, 2, 3, 5, 7 or 14 days. A bank has from 1
// hour to 90 days, its cap from the bank to 90 days, its increment from nothing to 7 days, all in whole hours. Whatever
// else is asked for is an ErrSettings.
func Parse(text string) (Settings, error) {
	s, err := read(text)
	if err == nil && s.String() != text {
		err = errors.New("spelt otherwise: " + s.String())
	}
	if err != nil {
		return Settings{}, fmt.Errorf("%w: %.60q: %w", ErrSettings, text, err)
	}
	return s, nil
}

// read takes some more spellings than the one that Parse accepts.
func read(text string) (Settings, error) {
	if text == noClock {
		return Settings{}, nil
	}
	control, off := strings.CutSuffix(text, weekends)
	if bank, ok := strings.CutPrefix(control, bankWord); ok {
		s, err := readBank(bank)
		s.WeekendsOff = off
		return s, err
	}
	turn, err := unspell(control)
	if err == nil && !slices.Contains(turns, turn) {
		err = errors.New("a turn has 1, 2, 3, 5, 7 or 14 days")
	}
	return Settings{Turn: turn, WeekendsOff: off}, err
}

// readBank reads what stands behind the word bank.
func readBank(text string) (Settings, error) {
	rest, limit, hasCap := strings.Cut(text, capWord)
	bank, increment, hasIncrement := strings.Cut(rest, plus)
	if !hasCap || !hasIncrement {
		return Settings{}, errors.New("a bank has an increment and a cap")
	}
	var s Settings
	for _, part := range []struct {
		text string
		to   *time.Duration
	}{{bank, &s.Bank}, {increment, &s.Increment}, {limit, &s.Cap}} {
		d, err := unspell(part.text)
		if err != nil {
			return Settings{}, err
		}
		*part.to = d
	}
	switch {
	case s.Bank == 0:
		return Settings{}, errors.New("an empty bank")
	case s.Cap < s.Bank:
		return Settings{}, errors.New("a cap below the bank")
	case s.Cap > longestBank, s.Increment > longestIncrement:
		return Settings{}, errors.New("a bank and its cap are up to 90 days, an increment up to 7")
	}
	return s, nil
}

// spell writes whole hours: as days where they are some, else as hours.
func spell(d time.Duration) string {
	if d > 0 && d%day == 0 {
		return strconv.FormatInt(int64(d/day), 10) + "d"
	}
	return strconv.FormatInt(int64(d/time.Hour), 10) + "h"
}

// unspell reads a number of days or hours.
func unspell(text string) (time.Duration, error) {
	unit := day
	number, ok := strings.CutSuffix(text, "d")
	if !ok {
		unit = time.Hour
		number, ok = strings.CutSuffix(text, "h")
	}
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 0 || n > int(longestBank/unit) {
		return 0, errors.New("a time is days such as 3d or hours such as 12h, up to 90 days")
	}
	return time.Duration(n) * unit, nil
}
