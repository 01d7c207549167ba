package match_test

import (
	"slices"
	"testing"
	"time"

	"salle/game/match"
)

// outage lets the house be down from now on.
func (c *clockwork) outage(t testing.TB, d time.Duration) match.Outage {
	t.Helper()
	c.sweep(t)
	begins := c.clock()
	c.pass(d)
	o, err := c.Wake(t.Context())
	must(t, err)
	if want := (match.Outage{Begins: begins, Ends: c.clock()}); o != want {
		t.Errorf("the outage was %v, want %v", o, want)
	}
	return o
}

func TestClocksStandWhileTheHouseIsDown(t *testing.T) { // C1.2
	c := newClockwork(t)
	c.rested(t, "cleo")
	if o, err := c.Wake(t.Context()); err != nil || !o.Begins.IsZero() {
		t.Errorf("a new house has slept: %v, %v", o, err)
	}
	c.play(t, "turn", "relay", daily)
	c.play(t, "bank", "relay", "bank 2d+12h max 3d")
	c.play(t, "both", "pebbles", daily)
	c.play(t, "weekends", "relay", "1d weekends") // start is a Monday
	c.playOffer(t, "rests", match.Offer{Maker: "cleo", Game: "relay", Clock: parsed(t, daily)}, "ben")
	must(t, c.TakeVacation(t.Context(), "cleo", 20))
	c.play(t, "over", "relay", daily)
	c.goes(t, "over", "ben", "resign")
	c.pass(10 * time.Hour)
	c.goes(t, "both", "ben", "1")

	d := 7*day + time.Hour // with a weekend, which some of it does not count
	o := c.outage(t, d)
	want := func(id string, left time.Duration) {
		t.Helper()
		c.wantDeadlines(t, id, c.clock().Add(left), time.Time{})
	}
	want("turn", 14*time.Hour)
	want("bank", 38*time.Hour)
	want("both", 14*time.Hour)
	want("weekends", 14*time.Hour)
	want("rests", start.Add(21*day).Sub(c.clock()))
	c.wantDeadlines(t, "over", time.Time{}, time.Time{})
	c.sweep(t)
	c.wantActions(t, "turn")
	if list, err := c.Service.Outages(t.Context(), start); err != nil || !slices.Equal(list, []match.Outage{o}) {
		t.Errorf("the outages are %v, %v", list, err)
	}
	c.pass(30 * time.Second)
	if again, err := c.Wake(t.Context()); err != nil || again != (match.Outage{}) {
		t.Errorf("it was down again: %v, %v", again, err)
	}
	c.pass(-30 * time.Second)
	want("turn", 14*time.Hour)
}

func TestAShortSilenceIsNoOutage(t *testing.T) { // C1.2
	c := newClockwork(t)
	c.play(t, "m", "relay", daily)
	c.sweep(t)
	for range 5 {
		c.pass(time.Minute)
		if o, err := c.Wake(t.Context()); err != nil || o != (match.Outage{}) {
			t.Errorf("an outage: %v, %v", o, err)
		}
	}
	c.wantDeadlines(t, "m", start.Add(day), time.Time{})
	c.outage(t, time.Minute+while)
	c.wantDeadlines(t, "m", start.Add(day+time.Minute+while), time.Time{})
}

// Until all of an outage is given back no clock is judged, and nothing is given back twice.
func TestAWakingThatIsCutOffIsDoneAgain(t *testing.T) { // C1.2
	c := newClockwork(t)
	ids := []string{"a", "b", "c"}
	for _, id := range ids {
		c.play(t, id, "relay", daily)
	}
	c.sweep(t)
	c.pass(3 * day)
	n := 0
	c.append = func() error {
		if n++; n == 2 {
			return errFaulty
		}
		return nil
	}
	_, err := c.Wake(t.Context())
	wantError(t, err, errFaulty)
	c.append = nil
	c.pass(5 * time.Minute)
	if _, err := c.Sweep(t.Context()); err == nil {
		t.Error("clocks were judged, though the time of an outage is not given back")
	}
	for range 2 { // the second time there is nothing to do
		if _, err := c.Wake(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	c.sweep(t)
	for _, id := range ids {
		c.wantActions(t, id)
		c.wantDeadlines(t, id, start.Add(4*day+5*time.Minute), time.Time{})
	}
	want := []match.Outage{{Begins: start, Ends: start.Add(3*day + 5*time.Minute)}}
	if list, err := c.Service.Outages(t.Context(), time.Time{}); err != nil || !slices.Equal(list, want) {
		t.Errorf("the outages are %v, %v", list, err)
	}
}

// A process that was killed after all clocks were set, and before it could keep that they were.
func TestAWakingThatIsForgottenIsDoneAgain(t *testing.T) { // C1.2
	c := newClockwork(t)
	c.play(t, "m", "relay", daily)
	c.sweep(t)
	c.pass(3 * day)
	c.silent = true
	for range 3 {
		c.pass(time.Hour)
		_, err := c.Wake(t.Context())
		must(t, err)
		c.wantDeadlines(t, "m", c.clock().Add(day), time.Time{})
	}
	want := []match.Outage{{Begins: start, Ends: c.clock()}}
	if list, err := c.Service.Outages(t.Context(), time.Time{}); err != nil || !slices.Equal(list, want) {
		t.Errorf("the outages are %v, %v", list, err)
	}
}

// A time that ran out just before the house went down, and was not judged yet, may still be used when it is up.
func TestADeadlineThatPassedBeforeAnOutage(t *testing.T) { // C1.1, C1.2
	c := newClockwork(t)
	c.play(t, "m", "relay", daily)
	c.pass(day + 30*time.Second)
	c.outage(t, day)
	c.sweep(t)
	c.wantActions(t, "m")
	c.pass(match.Grace)
	c.sweep(t)
	c.wantActions(t, "m", "first time")
}
