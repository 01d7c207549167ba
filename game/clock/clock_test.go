package clock_test

import (
	"testing"
	"time"
	_ "time/tzdata" // Warsaw is known on every machine

	"salle/game/clock"
)

const (
	hour = time.Hour
	day  = 24 * hour
)

var (
	perTurn     = clock.Settings{Turn: 3 * day}
	perTurnWeek = clock.Settings{Turn: 3 * day, WeekendsOff: true}
	bank        = clock.Settings{Bank: 10 * day, Increment: 12 * hour, Cap: 15 * day}
)

// june is an instant in June 2026, which began on a Monday.
func june(d, h int) time.Time { return time.Date(2026, time.June, d, h, 0, 0, 0, time.UTC) }

// C1.8: an offer may wait for weeks; the time of the first turn counts from when it was taken.
func TestTheFirstTurnCountsFromItsStart(t *testing.T) {
	for _, s := range []clock.Settings{perTurn, bank} {
		c := s.New()
		if c.Runs() || !s.Deadline(c).IsZero() || !s.Spent(c, 0.8).IsZero() {
			t.Errorf("%s: the clock runs before there is a turn: %+v", s, c)
		}
		left := s.Remaining(c, june(1, 0))
		if got := s.Remaining(c, june(30, 0)); left == 0 || got != left {
			t.Errorf("%s: waiting for the other seat took %v of %v", s, left-got, left)
		}
		taken := june(30, 0)
		if got, want := s.Deadline(s.Start(c, taken)), taken.Add(left); !got.Equal(want) {
			t.Errorf("%s: deadline %v, want %v", s, got, want)
		}
	}
}

func TestNoClockNeverRuns(t *testing.T) {
	var s clock.Settings
	c := s.Give(s.Start(s.New(), june(1, 0)), day)
	c = s.Resume(s.Hold(c, june(1, 0), june(2, 0)), june(1, 12))
	if s.Ticks() || c != (clock.Side{}) || !s.Deadline(c).IsZero() || s.Remaining(c, june(9, 0)) != 0 || s.Stop(c, june(9, 0)) != c {
		t.Errorf("no clock has become %+v", c)
	}
}

// C1.6: a bank with an increment and a cap.
func TestWhatATurnLeaves(t *testing.T) {
	for name, c := range map[string]struct {
		settings clock.Settings
		before   time.Duration // on the clock that stands
		used     time.Duration
		want     time.Duration
	}{
		"a bank gains its increment":              {bank, 10 * day, 2 * day, 8*day + 12*hour},
		"a turn made at once":                     {bank, 10 * day, 0, 10*day + 12*hour},
		"a bank ends at its cap":                  {bank, 15 * day, hour, 15 * day},
		"a bank close to its cap":                 {bank, 15 * day, 11 * hour, 15 * day},
		"a bank below its cap":                    {bank, 15 * day, 13 * hour, 14*day + 23*hour},
		"gifts beyond the cap stay":               {bank, 17 * day, day, 16 * day},
		"gifts beyond the cap are used up":        {bank, 17 * day, 3 * day, 14*day + 12*hour},
		"a late turn leaves no debt":              {bank, day, 5 * day, 12 * hour},
		"a turn's time is not carried":            {perTurn, 0, hour, 0},
		"a gift for a turn is not carried either": {perTurn, day, hour, 0},
		"a late turn":                             {perTurn, 0, 9 * day, 0},
	} {
		t.Run(name, func(t *testing.T) {
			began := june(1, 0)
			running := c.settings.Start(clock.Side{Left: c.before}, began)
			if got, want := c.settings.Stop(running, began.Add(c.used)), (clock.Side{Left: c.want}); got != want {
				t.Errorf("after %v: %+v, want %+v", c.used, got, want)
			}
		})
	}
}

func TestStartAndStopDoNothingTwice(t *testing.T) {
	running := bank.Start(bank.New(), june(1, 0))
	if got := bank.Start(running, june(5, 0)); got != running {
		t.Errorf("started again: %+v, want %+v", got, running)
	}
	standing := bank.Stop(running, june(2, 0))
	if got := bank.Stop(standing, june(3, 0)); got != standing {
		t.Errorf("stopped again: %+v, want %+v", got, standing)
	}
	if got := bank.Hold(standing, june(2, 0), june(9, 0)); got != standing {
		t.Errorf("held while it stood: %+v, want %+v", got, standing)
	}
	if got := bank.Resume(standing, june(4, 0)); got != standing {
		t.Errorf("resumed while it stood: %+v, want %+v", got, standing)
	}
}

// C1.6: weekends off. 5 June 2026 was a Friday.
func TestDeadlinesAndWeekends(t *testing.T) {
	for name, c := range map[string]struct {
		from, plain, off time.Time
	}{
		"within a week":               {june(1, 9), june(4, 9), june(4, 9)},
		"over a weekend":              {june(4, 9), june(7, 9), june(9, 9)},
		"from a Friday's last hour":   {june(5, 23), june(8, 23), june(10, 23)},
		"from within a weekend":       {june(6, 15), june(9, 15), june(11, 0)},
		"from a weekend's end":        {june(8, 0), june(11, 0), june(11, 0)},
		"to the last hour of Friday":  {june(2, 23), june(5, 23), june(5, 23)},
		"to the very end of a Friday": {june(3, 0), june(6, 0), june(8, 0)},
	} {
		t.Run(name, func(t *testing.T) {
			for s, want := range map[clock.Settings]time.Time{perTurn: c.plain, perTurnWeek: c.off} {
				if got := s.Deadline(s.Start(s.New(), c.from)); !got.Equal(want) {
					t.Errorf("%s from %v: %v, want %v", s, c.from, got, want)
				}
			}
		})
	}
}

func TestTimeStandsStillOnAWeekend(t *testing.T) {
	c := perTurnWeek.Start(perTurnWeek.New(), june(4, 9))
	for _, at := range []time.Time{june(6, 0), june(6, 7), june(7, 23), june(8, 0)} {
		if got, want := perTurnWeek.Remaining(c, at), 3*day-39*hour; got != want {
			t.Errorf("at %v: %v left, want %v", at, got, want)
		}
	}
}

// C1.9: three days are 72 hours, whatever the clocks on the walls of Warsaw did on the last Sunday of October.
func TestThreeDaysOverTheEndOfSummerTime(t *testing.T) {
	warsaw, err := time.LoadLocation("Europe/Warsaw")
	if err != nil {
		t.Fatal(err)
	}
	began := time.Date(2026, time.October, 24, 18, 0, 0, 0, warsaw) // the Saturday before
	deadline := perTurn.Deadline(perTurn.Start(perTurn.New(), began))
	if got := deadline.Sub(began); got != 72*hour {
		t.Errorf("the deadline is %v from the start, want 72 h", got)
	}
	if want := time.Date(2026, time.October, 27, 17, 0, 0, 0, warsaw); !deadline.Equal(want) {
		t.Errorf("deadline %v, want %v", deadline.In(warsaw), want)
	}
	local := perTurn.Deadline(clock.Side{Left: 72 * hour, Since: began})
	if !local.Equal(deadline) || local.Location() != time.UTC || deadline.Location() != time.UTC {
		t.Errorf("the deadline is told as %v and %v, want UTC", local, deadline)
	}
}

// C1.6: vacation on, and no deadline falls before its end; a turn can still be made in it.
func TestHolds(t *testing.T) {
	running := perTurn.Start(perTurn.New(), june(1, 0))
	held := perTurn.Hold(running, june(2, 0), june(10, 0)) // with two days left
	banked := bank.Hold(bank.Start(bank.New(), june(1, 0)), june(2, 0), june(10, 0))
	for name, c := range map[string]struct {
		side clock.Side
		want time.Time // the deadline
	}{
		"a hold":                          {held, june(12, 0)},
		"the same again":                  {perTurn.Hold(held, june(2, 0), june(10, 0)), june(12, 0)},
		"a longer one on top":             {perTurn.Hold(held, june(5, 0), june(11, 0)), june(13, 0)},
		"a shorter one on top":            {perTurn.Hold(held, june(3, 0), june(4, 0)), june(12, 0)},
		"one that was over":               {perTurn.Hold(running, june(1, 0).Add(-day), june(1, 0)), june(4, 0)},
		"one from before the turn":        {perTurn.Hold(running, june(1, 0).Add(-day), june(2, 0)), june(5, 0)},
		"one without length":              {perTurn.Hold(running, june(2, 0), june(2, 0)), june(4, 0)},
		"one that ends before it begins":  {perTurn.Hold(running, june(3, 0), june(2, 0)), june(4, 0)},
		"ended early":                     {perTurn.Resume(held, june(3, 0)), june(5, 0)},
		"ended when it was over":          {perTurn.Resume(held, june(11, 0)), june(12, 0)},
		"ended early, then held by other": {perTurn.Hold(perTurn.Resume(held, june(3, 0)), june(3, 0), june(7, 0)), june(9, 0)},
		"a day is given in it":            {perTurn.Give(held, day), june(13, 0)},
		"taken as the time runs out":      {perTurn.Hold(running, june(4, 0), june(5, 0)), june(5, 0)},
		"taken when it had run out":       {perTurn.Hold(running, june(4, 6), june(5, 0)), june(5, 0)},
		"with a bank":                     {banked, june(19, 0)},
	} {
		if got := perTurn.Deadline(c.side); !got.Equal(c.want) {
			t.Errorf("%s: deadline %v, want %v", name, got, c.want)
		}
	}
	if got, want := perTurnWeek.Deadline(perTurnWeek.Hold(running, june(4, 0), june(6, 9))), june(8, 0); !got.Equal(want) {
		t.Errorf("a hold that ends on a weekend: deadline %v, want %v", got, want)
	}
	if got, want := bank.Stop(banked, june(7, 0)), (clock.Side{Left: 9*day + 12*hour}); got != want {
		t.Errorf("a turn made in a hold leaves %+v, want %+v", got, want)
	}
}

// C1.6: "give my opponent a day".
func TestGifts(t *testing.T) {
	running := perTurn.Give(perTurn.Start(perTurn.New(), june(1, 0)), day)
	if got, want := running, (clock.Side{Left: 4 * day, Full: 4 * day, Since: june(1, 0)}); got != want {
		t.Errorf("given in the turn: %+v, want %+v", got, want)
	}
	for _, s := range []clock.Settings{perTurn, bank} {
		before := s.New()
		given := s.Give(before, day)
		if got, want := s.Remaining(given, june(1, 0)), s.Remaining(before, june(1, 0))+day; got != want {
			t.Errorf("%s: given before the turn: %v, want %v", s, got, want)
		}
		if got, want := s.Deadline(s.Start(given, june(1, 0))), s.Deadline(s.Start(before, june(2, 0))); !got.Equal(want) {
			t.Errorf("%s: given before the turn: deadline %v, want %v", s, got, want)
		}
	}
	full := clock.Side{Left: bank.Cap}
	if got, want := bank.Give(full, day), (clock.Side{Left: bank.Cap + day}); got != want {
		t.Errorf("given to a full bank: %+v, want %+v", got, want)
	}
	for _, d := range []time.Duration{0, -day} {
		if got := perTurn.Give(running, d); got != running {
			t.Errorf("given %v: %+v, want %+v", d, got, running)
		}
	}
}

func TestWhenAShareIsSpent(t *testing.T) {
	settings := clock.Settings{Turn: 5 * day}
	running := settings.Start(settings.New(), june(1, 0))
	for name, c := range map[string]struct {
		settings clock.Settings
		side     clock.Side
		share    float64
		want     time.Time
	}{
		"four fifths":       {settings, running, 0.8, june(5, 0)},
		"nothing":           {settings, running, 0, june(1, 0)},
		"all":               {settings, running, 1, june(6, 0)},
		"after a hold":      {settings, settings.Hold(running, june(3, 0), june(9, 0)), 0.8, june(11, 0)},
		"before a hold":     {settings, settings.Hold(running, june(5, 12), june(9, 0)), 0.8, june(9, 0)},
		"with a gift":       {settings, settings.Give(running, 5*day), 0.8, june(9, 0)},
		"over a weekend":    {clock.Settings{Turn: 5 * day, WeekendsOff: true}, settings.Start(settings.New(), june(3, 0)), 0.8, june(9, 0)},
		"of a bank":         {bank, bank.Start(bank.New(), june(1, 0)), 0.8, june(9, 0)},
		"of an empty bank":  {bank, bank.Start(clock.Side{}, june(1, 0)), 0.8, june(1, 0)},
		"a share not exact": {clock.Settings{Turn: 2 * day}, clock.Side{Left: 2 * day, Full: 2 * day, Since: june(1, 0)}, 0.57, june(1, 0).Add(98_496 * time.Second)},
	} {
		if got := c.settings.Spent(c.side, c.share); !got.Equal(c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestRoundingFavoursTheMover(t *testing.T) {
	const bit = 300 * time.Microsecond
	at := june(1, 0).Add(bit)
	up, down := june(1, 0).Add(time.Millisecond), june(1, 0)
	running := bank.Start(bank.New(), at)
	if !running.Since.Equal(up) {
		t.Errorf("started at %v: counts from %v, want %v", at, running.Since, up)
	}
	began := bank.Start(bank.New(), down)
	if got, want := bank.Stop(began, at), bank.Stop(began, down); got != want {
		t.Errorf("stopped at %v: %+v, want %+v", at, got, want)
	}
	if got, want := bank.Hold(began, at.Add(day), at.Add(2*day)), (clock.Side{Left: 9 * day, Full: 10 * day, Since: up.Add(2 * day)}); got != want {
		t.Errorf("held from and until %v: %+v, want %+v", at, got, want)
	}
	if got := bank.Resume(bank.Start(bank.New(), june(9, 0)), at).Since; !got.Equal(up) {
		t.Errorf("resumed at %v: counts from %v, want %v", at, got, up)
	}
	deadline := bank.Deadline(began)
	if got := bank.Remaining(began, deadline.Add(-bit)); got <= 0 {
		t.Errorf("%v left just before the deadline", got)
	}
}
