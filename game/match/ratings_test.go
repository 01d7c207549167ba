package match_test

import (
	"context"
	"errors"
	"math"
	"sync"
	"testing"
	"time"

	accounts "salle/account"
	"salle/game"
	"salle/game/match"
)

// register makes accounts of people.
func (c *clockwork) register(t testing.TB, people ...string) {
	t.Helper()
	for _, person := range people {
		must(t, c.CreateAccount(t.Context(), accounts.Account{Person: person, Name: person, Key: person, Hash: "h", Created: start}, nil))
	}
}

// rated opens a short match of anna, who has the first seat and wins it at its fourth turn, that is offered as a rated one.
func (c *clockwork) rated(t testing.TB, id, rival string) match.Seen {
	t.Helper()
	return c.playOffer(t, id, match.Offer{Maker: "anna", Game: "relay", Variant: "short", Clock: parsed(t, daily), Rated: true}, rival)
}

// walks lets the two act in turn, so many times.
func (c *clockwork) walks(t testing.TB, id, rival string, turns int) {
	t.Helper()
	for range turns {
		person := "anna"
		if c.look(t, id, rival).Status.ToAct.Has(game.Second) {
			person = rival
		}
		c.goes(t, id, person, "go")
	}
}

func (c *clockwork) wantRated(t testing.TB, person string, matches int, better func(value float64) bool) {
	t.Helper()
	r, err := c.Service.Rating(t.Context(), person, "relay")
	if err != nil || r.Matches != matches || !better(r.Value) {
		t.Errorf("%s has the rating %+v, %v, from %d matches wanted", person, r, err, matches)
	}
}

func above(limit float64) func(float64) bool { return func(v float64) bool { return v > limit } }
func below(limit float64) func(float64) bool { return func(v float64) bool { return v < limit } }
func exactly(n float64) func(float64) bool   { return func(v float64) bool { return v == n } }

func (c *clockwork) wantVerified(t testing.TB, wrong ...string) {
	t.Helper()
	found := map[string]bool{}
	_, _, err := c.VerifyAll(t.Context(), func(id string, err error) {
		if err != nil {
			found[id] = true
			if len(wrong) == 0 {
				t.Error(err)
			}
		}
	})
	must(t, err)
	for _, id := range wrong {
		if !found[id] {
			t.Errorf("nothing is said to be wrong with match %s", id)
		}
	}
	if len(found) != len(wrong) {
		t.Errorf("wrong are %v, want %q", found, wrong)
	}
}

// TestTimeRunsOutOnce: however many sweeps see it, there is one result, one change of each rating and one notice for each.
func TestTimeRunsOutOnce(t *testing.T) { // C1.3
	c := newClockwork(t)
	c.register(t, "anna", "ben")
	c.rated(t, "m", "ben")
	c.walks(t, "m", "ben", 2)
	var mu sync.Mutex
	told := map[game.Seat]int{}
	c.changed = func(_ string, change match.Change) {
		mu.Lock()
		defer mu.Unlock()
		for _, n := range change.Notices {
			if n.Kind == match.NoticeOver {
				told[n.Seat]++
			}
		}
	}
	c.pass(day + match.Grace)
	var errs [8]error
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() { _, errs[i] = c.Sweep(context.Background()) })
	}
	all.Wait()
	if err := errors.Join(errs[:]...); err != nil {
		t.Fatal(err)
	}
	c.wantActions(t, "m", "first go", "second go", "first "+game.Time)
	c.wantResult(t, "m", game.Won(game.Second, game.ReasonTime))
	c.wantRated(t, "anna", 1, below(1500))
	c.wantRated(t, "ben", 1, above(1500))
	if told[game.First] != 1 || told[game.Second] != 1 {
		t.Errorf("the end was told %v times", told)
	}
	c.wantVerified(t)
}

// TestWhatCountsForTheRating: every ended match says whether it did.
func TestWhatCountsForTheRating(t *testing.T) { // C1.5
	c := newClockwork(t)
	c.register(t, "anna", "ben")
	c.rated(t, "won", "ben")
	c.walks(t, "won", "ben", 4)
	c.rated(t, "not begun", "ben")
	c.walks(t, "not begun", "ben", 1)
	c.goes(t, "not begun", "ben", game.Resign)
	c.rated(t, "called off", "ben")
	c.goes(t, "called off", "ben", game.Abort)
	c.rated(t, "with a guest", "cleo")
	c.playOffer(t, "not rated", match.Offer{Maker: "anna", Game: "relay", Variant: "short"}, "ben")
	for _, id := range []string{"with a guest", "not rated"} {
		rival := map[string]string{"with a guest": "cleo", "not rated": "ben"}[id]
		c.walks(t, id, rival, 4)
	}
	for id, want := range map[string]struct{ rated, counted bool }{
		"won": {true, true}, "not begun": {true, false}, "called off": {true, false}, "with a guest": {}, "not rated": {},
	} {
		seen := c.look(t, id, "anna")
		if seen.Rated != want.rated || seen.Counted != want.counted || !seen.Finished.Equal(c.clock()) {
			t.Errorf("match %s: rated %v, counted %v, ended %v; want %+v", id, seen.Rated, seen.Counted, seen.Finished, want)
		}
		if frame, err := c.Review(t.Context(), id, "anna", 99); err != nil || frame.Counted != seen.Counted || frame.Ratings != seen.Ratings {
			t.Errorf("the record of match %s counts %v, %+v, %v", id, frame.Counted, frame.Ratings, err)
		}
	}
	seen := c.look(t, "won", "anna")
	if r := seen.Ratings; r[0].Before != 1500 || r[1].Before != 1500 || r[0].After <= 1500 || math.Abs(r[0].After+r[1].After-3000) > 1e-9 {
		t.Errorf("it moves the ratings by %+v", r)
	}
	c.wantRated(t, "anna", 1, exactly(seen.Ratings[0].After))
	c.wantRated(t, "cleo", 0, exactly(1500))
	c.wantVerified(t)
}

// TestBothMatchesCountThatEndAtOnce: what a rating was when the end of a match was thought over has changed before it is
// written; then it is thought over again.
func TestBothMatchesCountThatEndAtOnce(t *testing.T) {
	c := newClockwork(t)
	c.register(t, "anna", "ben", "cleo")
	for id, rival := range map[string]string{"late": "ben", "played": "cleo", "late too": "ben"} {
		c.rated(t, id, rival)
	}
	c.walks(t, "late", "ben", 2)
	c.walks(t, "played", "cleo", 2)
	c.pass(day - time.Minute)
	c.walks(t, "played", "cleo", 1)
	c.walks(t, "late too", "ben", 2)
	c.pass(time.Minute + match.Grace)
	c.append = func() error { // the last turn of one is thought over; the time of another runs out before it is written
		c.append = nil
		c.sweep(t)
		return nil
	}
	c.goes(t, "played", "cleo", "go")
	c.wantRated(t, "anna", 2, below(1600)) // she has lost one and won one; of the win alone she would have 1662
	c.pass(day)
	c.append = func() error {
		c.append = nil
		c.goes(t, "late too", "anna", game.Resign)
		return nil
	}
	c.sweep(t)
	c.wantRated(t, "anna", 3, below(1500))
	c.wantRated(t, "ben", 2, above(1500))
	c.wantVerified(t)
}

func TestARatingGrowsUncertain(t *testing.T) {
	c := newClockwork(t)
	c.register(t, "anna", "ben")
	c.rated(t, "m", "ben")
	c.walks(t, "m", "ben", 4)
	fresh, err := c.Service.Rating(t.Context(), "anna", "relay")
	must(t, err)
	c.pass(300 * day)
	stale, err := c.Service.Rating(t.Context(), "anna", "relay")
	must(t, err)
	if stale.Deviation <= fresh.Deviation || stale.Deviation > 350 || stale.Value != fresh.Value || !stale.At.Equal(fresh.At) {
		t.Errorf("after 300 days %+v is %+v", fresh, stale)
	}
	if settled := fresh.SettledUntil(); !settled.Equal(fresh.At) {
		t.Errorf("after one match it is settled until %v", settled)
	}
	list, err := c.Service.Standings(t.Context(), "relay")
	if err != nil || len(list) > 0 {
		t.Errorf("after one match the standings are %+v, %v", list, err)
	}
}

func TestMatchesSettleARating(t *testing.T) {
	c := newClockwork(t)
	c.register(t, "anna", "ben")
	for i := range 20 {
		id := "m" + string(rune('a'+i))
		c.rated(t, id, "ben")
		c.walks(t, id, "ben", 2+i%2)
		loser := []string{"anna", "ben"}[i/2%2]
		c.goes(t, id, loser, game.Resign)
	}
	list, err := c.Service.Standings(t.Context(), "relay")
	if err != nil || len(list) != 2 || list[0].Value < list[1].Value || list[0].Matches != 20 || list[0].Provisional() {
		t.Fatalf("the standings are %+v, %v", list, err)
	}
	until := min(list[0].SettledUntil().UnixMilli(), list[1].SettledUntil().UnixMilli())
	c.set(time.UnixMilli(until - 1))
	if list, err := c.Service.Standings(t.Context(), "relay"); err != nil || len(list) != 2 || list[0].Provisional() || list[1].Provisional() {
		t.Errorf("before they rest too long the standings are %+v, %v", list, err)
	}
	c.set(time.UnixMilli(until))
	if list, err := c.Service.Standings(t.Context(), "relay"); err != nil || len(list) > 1 {
		t.Errorf("after a long rest the standings are %+v, %v", list, err)
	}
	c.wantVerified(t)
}

// TestVerifyNamesARatingThatIsWrong: one that was not changed, changed otherwise, or changed by a match that does not count.
func TestVerifyNamesARatingThatIsWrong(t *testing.T) {
	end := game.Status{Ply: 4, Result: game.Won(game.First, "there")}
	one := func(c *clockwork, rival string) []match.RatingChange {
		changes := []match.RatingChange{{Person: "anna", Score: 1}, {Person: rival}}
		for i := range changes {
			r, _ := c.Service.Rating(context.Background(), "anna", "relay")
			changes[i].After = match.Rated{Rating: r.Rating, Matches: 1, At: c.clock()}
		}
		return changes
	}
	for name, lie := range map[string]struct {
		open    func(t testing.TB, c *clockwork) match.Seen
		changes func(c *clockwork) []match.RatingChange
	}{
		"not changed":   {func(t testing.TB, c *clockwork) match.Seen { return c.rated(t, "m", "ben") }, nil},
		"changed alike": {func(t testing.TB, c *clockwork) match.Seen { return c.rated(t, "m", "ben") }, func(c *clockwork) []match.RatingChange { return one(c, "ben") }},
		"not to count": {func(t testing.TB, c *clockwork) match.Seen {
			return c.playOffer(t, "m", match.Offer{Maker: "anna", Game: "relay", Variant: "short"}, "ben")
		}, func(c *clockwork) []match.RatingChange { return one(c, "ben") }},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClockwork(t)
			c.register(t, "anna", "ben")
			lie.open(t, c)
			c.walks(t, "m", "ben", 3)
			c.wantVerified(t)
			change := match.Change{Seq: 3, Lines: []game.Entry{{Ply: 3, Seat: game.Second, Action: "go"}}, Status: end, At: c.clock()}
			if lie.changes != nil {
				change.Ratings = lie.changes(c)
			}
			must(t, c.DB.Append(t.Context(), "m", change))
			c.wantVerified(t, "m")
		})
	}
}

func TestAProfileTellsOfPlayAgainstPeople(t *testing.T) {
	c := newClockwork(t)
	c.register(t, "anna", "ben")
	c.rated(t, "m", "ben")
	for _, minutes := range []int{10, 1, 20, 2} { // anna, ben, anna, ben
		c.pass(time.Duration(minutes) * time.Minute)
		c.walks(t, "m", "ben", 1)
	}
	for person, want := range map[string]match.GameProfile{
		"anna": {Game: "relay", Results: match.Results{Won: 1}, Turns: 2, Pace: 15 * time.Minute},
		"ben":  {Game: "relay", Results: match.Results{Lost: 1}, Turns: 2, Pace: 90 * time.Second},
		"cleo": {Game: "relay"},
	} {
		list, err := c.Profile(t.Context(), person, []string{"spirit", "relay"})
		if err != nil || len(list) != 2 || list[0].Game != "spirit" || list[0].Rating.Matches != 0 {
			t.Fatalf("the profile of %s is %+v, %v", person, list, err)
		}
		got := list[1]
		if want.Rating, err = c.Service.Rating(t.Context(), person, "relay"); err != nil || got != want {
			t.Errorf("the profile of %s is %+v, want %+v, %v", person, got, want, err)
		}
	}
}
