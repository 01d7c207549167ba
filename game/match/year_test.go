package match_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
	_ "time/tzdata" // the year is lived in Warsaw, wherever the test runs

	"salle/game"
	"salle/game/clock"
	"salle/game/match"
	"salle/game/spirit"
)

// span is a time in which a clock does not count. All that happens in the year happens at full hours.
type span struct{ begins, ends time.Time }

func (s span) has(at time.Time) bool { return !at.Before(s.begins) && at.Before(s.ends) }

// account is the clock of a seat as a bookkeeper has it: what there was when the turn began, and since when.
type account struct {
	runs  bool
	since time.Time
	told  time.Time     // since, when he was reminded of the turn; zero: he was not
	full  time.Duration // of the turn, with what was given since; while the clock stands, what the next one begins with
}

// entry is a running match in the book.
type entry struct {
	id       string
	settings clock.Settings
	duel     bool // of Spirit Duel, else a relay
	people   [2]string
	accounts [2]account
	pauses   []span
	status   game.Status
	house    match.Times  // as the house has written them
	seen     [2]time.Time // the deadlines when they were last compared
	eased    bool         // something happened since by which they may become earlier
}

// yearbook plays a year and reckons beside the house, hour by hour and from the beginning of each turn, whose time has run
// out: from when people rested, when matches were paused and when the house was down, and from nothing that clocks say.
type yearbook struct {
	*clockwork
	t       *testing.T
	rng     *rand.Rand
	people  []string
	post    bag // what the house has written to them
	rests   map[string]map[int64]match.Vacation
	outages []span
	running []*entry
	byID    map[string]*entry
	count   map[string]int
}

func TestAYearOfCorrespondence(t *testing.T) { // C1.1, C1.2, C1.3, C1.6, C1.7, C1.8, C1.9, C2.5
	y := newYearbook(t)
	for end := start.Add(400 * day); y.clock().Before(end); {
		for len(y.running) < 3 {
			y.opens()
		}
		y.pass(time.Duration(6+y.rng.IntN(17)) * time.Hour)
		y.sweep(t)
		y.reads()
		y.judge()
		for _, e := range slices.Clone(y.running) {
			y.lives(e)
		}
		y.holidays()
		if y.rng.IntN(30) == 0 {
			y.sleeps()
		}
		if t.Failed() {
			t.Fatalf("on %v, after %v", y.clock(), y.count)
		}
	}
	y.closes()
	t.Log(y.count)
	for _, what := range []string{"turn", "time", "reminder", "vacation", "by itself", "ended early", "pause", "resumed", "given", "outage", "weekends", "bank", "spirit"} {
		if y.count[what] == 0 {
			t.Errorf("in the whole year there was no %q", what)
		}
	}
}

func newYearbook(t *testing.T) *yearbook {
	c := newClockwork(t)
	warsaw, err := time.LoadLocation("Europe/Warsaw")
	must(t, err)
	c.zone = warsaw
	y := &yearbook{
		clockwork: c, t: t, rng: rand.New(rand.NewPCG(20, 26)), rests: map[string]map[int64]match.Vacation{},
		byID: map[string]*entry{}, count: map[string]int{},
	}
	for i := range 5 {
		person := fmt.Sprintf("p%d", i)
		c.welcome(t, person)
		y.people = append(y.people, person)
		_, err := c.AddChannel(t.Context(), match.Channel{Person: person, Kind: match.ChannelHook, Target: "https://" + person + ".example", Format: "json"})
		must(t, err)
		y.rests[person] = map[int64]match.Vacation{}
	}
	c.faulty.rests = func(person string, v match.Vacation) { y.rests[person][v.Begins.UnixMilli()] = v }
	c.changed = func(id string, change match.Change) {
		e := y.byID[id]
		if change.Times != nil {
			e.house = *change.Times
		}
		if len(change.Lines) > 0 {
			e.status = change.Status
		}
	}
	return y
}

// opens lets two people begin a match.
func (y *yearbook) opens() {
	n := len(y.byID)
	pair := y.rng.Perm(len(y.people))
	settings := []string{"2d", "2d weekends", "3d", "bank 4d+12h max 5d", "bank 2d+18h max 6d weekends", "5d weekends"}[n%6]
	e := &entry{
		id: fmt.Sprintf("m%d", n), settings: parsed(y.t, settings),
		people: [2]string{y.people[pair[0]], y.people[pair[1]]},
	}
	slug := "relay"
	if e.duel = n%3 == 1; e.duel {
		slug = "spirit"
	}
	y.byID[e.id], y.running = e, append(y.running, e)
	seen := y.playOffer(y.t, e.id, match.Offer{Maker: e.people[0], Game: slug, Clock: e.settings}, e.people[1])
	h, _, err := y.Load(y.t.Context(), e.id, 0)
	must(y.t, err)
	e.house = h.Times
	for i := range e.accounts {
		e.accounts[i].full = max(e.settings.Turn, e.settings.Bank)
	}
	y.follows(e, game.Status{Ply: -1}, seen.Status)
	y.count["match"]++
	y.count[slug]++
	if e.settings.WeekendsOff {
		y.count["weekends"]++
	}
	if e.settings.Bank > 0 {
		y.count["bank"]++
	}
}

// follows books a step of a match: turns that end, and turns that begin.
func (y *yearbook) follows(e *entry, before, after game.Status) {
	e.status, e.eased = after, true
	for i := range e.accounts {
		a, seat := &e.accounts[i], game.Seat(i)
		if a.runs && (before.Ply != after.Ply || !after.ToAct.Has(seat)) {
			left := max(0, a.full-y.used(e, seat, y.clock()))
			a.runs, a.full = false, e.settings.Turn
			if e.settings.Bank > 0 {
				a.full = max(left, min(left+e.settings.Increment, e.settings.Cap))
			}
		}
		if after.ToAct.Has(seat) && !a.runs {
			a.runs, a.since = true, y.clock()
		}
	}
	if after.Result.Over {
		y.running = slices.DeleteFunc(y.running, func(other *entry) bool { return other == e })
	}
}

// holds finds a time at some moment in which the clock of a seat does not count.
func (y *yearbook) holds(e *entry, seat game.Seat, at time.Time) (until time.Time, ok bool) {
	at = at.UTC()
	if e.settings.WeekendsOff && (at.Weekday() == time.Saturday || at.Weekday() == time.Sunday) {
		return at.Truncate(day).Add(day), true
	}
	for _, v := range y.rests[e.people[seat]] {
		if (span{v.Begins, v.Ends}).has(at) {
			return v.Ends, true
		}
	}
	for _, spans := range [][]span{e.pauses, y.outages} {
		for _, s := range spans {
			if s.has(at) {
				return s.ends, true
			}
		}
	}
	return at, false
}

// used is how much time of its turn a seat has used by some moment.
func (y *yearbook) used(e *entry, seat game.Seat, by time.Time) (used time.Duration) {
	for at := e.accounts[seat].since; at.Before(by); {
		if until, held := y.holds(e, seat, at); held {
			at = until
			continue
		}
		at, used = at.Add(time.Hour), used+time.Hour
	}
	return used
}

// runsOut is when the time of a seat is used up and counts again.
func (y *yearbook) runsOut(e *entry, seat game.Seat) time.Time {
	left := e.accounts[seat].full
	for at := e.accounts[seat].since; ; {
		until, held := y.holds(e, seat, at)
		switch {
		case held:
			at = until
		case left <= 0:
			return at.UTC()
		default:
			at, left = at.Add(time.Hour), left-time.Hour
		}
	}
}

// reads opens the letters: whoever is reminded has used up four fifths of his time by the book, to the hour, and has to act.
func (y *yearbook) reads() {
	_, err := y.Deliver(y.t.Context(), &y.post)
	must(y.t, err)
	for _, l := range y.post.letters {
		if l.letter.Kind != match.NoticeReminder {
			continue
		}
		e, seat := y.byID[l.letter.Match], l.letter.Seat
		a := &e.accounts[seat]
		most := time.Duration(match.ReminderShare*float64(a.full)) - time.Hour
		if used := y.used(e, seat, y.clock()); !a.runs || used < most || l.channel.Person != e.people[seat] {
			y.t.Errorf("%s: %s is reminded when %v of %v are used", e.id, l.channel.Person, used, a.full)
		}
		a.told = a.since
		y.count["reminder"]++
	}
	y.post.empty()
}

// judge compares the book with what the house has done.
func (y *yearbook) judge() {
	for _, e := range slices.Clone(y.running) {
		var ran [2]time.Time
		late := game.Nobody
		for i, a := range e.accounts {
			if !a.runs {
				continue
			}
			ran[i] = y.runsOut(e, game.Seat(i))
			if !ran[i].After(y.clock().Add(-match.Grace)) {
				late = late.With(game.Seat(i))
			}
		}
		if e.status.Result.Over {
			y.ended(e, ran, late)
			continue
		}
		if late != game.Nobody {
			y.t.Errorf("%s: the time of %v is used up since %v, and nobody says so", e.id, late, ran)
		}
		y.compare(e, ran)
	}
}

func (y *yearbook) compare(e *entry, ran [2]time.Time) {
	for i, want := range ran {
		if got := e.settings.Deadline(e.house.Sides[i]); !got.Equal(want) {
			y.t.Errorf("%s (%v): the time of %v runs out at %v, by the book at %v", e.id, e.settings, game.Seat(i), got, want)
		}
		if !e.eased && ran[i].Before(e.seen[i]) {
			y.t.Errorf("%s: the deadline of %v has moved from %v to %v", e.id, game.Seat(i), e.seen[i], ran[i])
		}
	}
	e.seen, e.eased = ran, false
}

// ended sees that a match has ended for him alone whose time has run out first, who had no vacation left.
func (y *yearbook) ended(e *entry, ran [2]time.Time, late game.Seats) {
	want, what := game.Drawn(game.ReasonTime), "lapse"
	if late != game.Both || !ran[0].Equal(ran[1]) {
		loser, what0 := game.First, "time"
		if !late.Has(game.First) || late == game.Both && ran[1].Before(ran[0]) {
			loser = game.Second
		}
		want, what = game.Won(loser.Other(), game.ReasonTime), what0
		late = game.Only(loser)
	}
	if e.status.Result != want || late == game.Nobody {
		y.t.Errorf("%s has ended with %+v, by the book with %+v; time was used up at %v", e.id, e.status.Result, want, ran)
	}
	for i, a := range e.accounts {
		// The house is asked at most 23 hours apart: a fifth of five days is longer.
		if late.Has(game.Seat(i)) && a.full >= 5*day && a.told != a.since {
			y.t.Errorf("%s has lost %s by time, and was not reminded", e.people[i], e.id)
		}
	}
	for i := range ran {
		if had := y.rested(e.people[i], ran[i]); late.Has(game.Seat(i)) && had <= (match.VacationDays-1)*day {
			y.t.Errorf("%s has lost %s by time, after %v of vacation", e.people[i], e.id, had)
		}
	}
	y.count[what]++
	y.follows(e, e.status, e.status)
}

// rested is how long somebody was on vacation in the year before a moment.
func (y *yearbook) rested(person string, at time.Time) (sum time.Duration) {
	ago := at.Add(-365 * day)
	for _, v := range y.rests[person] {
		begins, ends := max(v.Begins.UnixMilli(), ago.UnixMilli()), min(v.Ends.UnixMilli(), at.UnixMilli())
		sum += time.Duration(max(0, ends-begins)) * time.Millisecond
	}
	return sum
}

// lives lets the players of a match do something, or nothing.
func (y *yearbook) lives(e *entry) {
	for i, person := range e.people {
		if e.status.ToAct.Has(game.Seat(i)) && y.rng.IntN(4) == 0 {
			before := e.status
			seen, err := y.Act(y.t.Context(), e.id, person, game.Mark{Ply: before.Ply}, []string{y.chooses(e, person)})
			must(y.t, err)
			y.follows(e, before, seen.Status)
			y.count["turn"]++
		}
	}
	now, n := y.clock(), y.rng.IntN(150)
	paused := len(e.pauses) > 0 && e.pauses[len(e.pauses)-1].ends.After(now)
	switch {
	case e.status.Result.Over:
	case n < 2:
		y.retime(y.t, e.id, e.people[n], match.TimeGive)
		e.accounts[1-n].full += day
		y.count["given"]++
	case n == 2 && !paused:
		y.retime(y.t, e.id, e.people[0], match.TimePause)
		y.retime(y.t, e.id, e.people[1], match.TimePause)
		e.pauses = append(e.pauses, span{now, now.Add(match.PauseLife)})
		y.count["pause"]++
	case n < 8 && paused:
		y.retime(y.t, e.id, e.people[n%2], match.TimeResume)
		e.pauses[len(e.pauses)-1].ends, e.eased = now, true
		y.count["resumed"]++
	}
}

// chooses picks an action for somebody.
func (y *yearbook) chooses(e *entry, person string) string {
	if !e.duel {
		return "go"
	}
	legal := spirit.Rules{}.Legal(y.look(y.t, e.id, person).Board.(spirit.Observation))
	return legal[y.rng.IntN(len(legal))].String()
}

// holidays lets people go on vacation and come home.
func (y *yearbook) holidays() {
	for _, person := range y.people {
		switch n := y.rng.IntN(250); {
		case n < 2:
			days := 1 + y.rng.IntN(5)
			if y.TakeVacation(y.t.Context(), person, days) == nil {
				y.count["vacation"]++
				y.eases() // one may have become shorter
			}
		case n < 10:
			had := y.rests[person]
			away := slices.ContainsFunc(slices.Collect(maps.Values(had)), func(v match.Vacation) bool { return span{v.Begins, v.Ends}.has(y.clock()) })
			must(y.t, y.EndVacation(y.t.Context(), person))
			if away {
				y.count["ended early"]++
				y.eases()
			}
		}
	}
}

func (y *yearbook) eases() {
	for _, e := range y.running {
		e.eased = true
	}
}

// sleeps lets the house be down.
func (y *yearbook) sleeps() {
	begins := y.clock()
	y.pass(time.Duration(1+y.rng.IntN(60)) * time.Hour)
	o, err := y.Wake(y.t.Context())
	must(y.t, err)
	y.outages = append(y.outages, span{begins, y.clock()})
	if !o.Begins.Equal(begins) || !o.Ends.Equal(y.clock()) {
		y.t.Errorf("the house was down from %v, it says from %v to %v", begins, o.Begins, o.Ends)
	}
	y.count["outage"]++
}

// closes looks back: at what was kept of each match, and at everybody's vacations.
func (y *yearbook) closes() {
	for id, e := range y.byID {
		_, log, err := y.Load(y.t.Context(), id, 0)
		must(y.t, err)
		for i, line := range log {
			if house := line.Action == game.Time || line.Action == game.Lapse; house && (i < len(log)-1 || !e.status.Result.Over) {
				y.t.Errorf("%s goes on after %v", id, line)
			}
		}
		must(y.t, y.Verify(y.t.Context(), id))
	}
	for person, had := range y.rests {
		for _, v := range had {
			if v.ByItself {
				y.count["by itself"]++
			}
			if had := y.rested(person, v.Ends); had > match.VacationDays*day {
				y.t.Errorf("in the year before %v %s was %v on vacation", v.Ends, person, had)
			}
		}
	}
}
