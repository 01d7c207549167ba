package rating_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"salle/game/rating"
)

const tau = 0.5

// near tells whether a number is what another rounds to.
func near(got, want, by float64) bool { return math.Abs(got-want) <= by }

// The worked example of Glickman's paper.
func TestThePapersExample(t *testing.T) {
	player := rating.Rating{Value: 1500, Deviation: 200, Volatility: 0.06}
	got := player.After([]rating.Game{
		{Opponent: rating.Rating{Value: 1400, Deviation: 30, Volatility: 0.06}, Score: 1},
		{Opponent: rating.Rating{Value: 1550, Deviation: 100, Volatility: 0.06}, Score: 0},
		{Opponent: rating.Rating{Value: 1700, Deviation: 300, Volatility: 0.06}, Score: 0},
	}, tau)
	if !near(got.Value, 1464.06, 0.01) || !near(got.Deviation, 151.52, 0.01) || !near(got.Volatility, 0.05999, 0.00001) {
		t.Errorf("the example gives %+v, want 1464.06, 151.52 and 0.05999", got)
	}
}

func TestANewPlayer(t *testing.T) {
	if got, want := rating.New(), (rating.Rating{Value: 1500, Deviation: 350, Volatility: 0.06}); got != want {
		t.Errorf("a new rating is %+v, want %+v", got, want)
	}
	for deviation, want := range map[float64]bool{350: true, 110.1: true, 110: false, 50: false} {
		if got := (rating.Rating{Value: 1500, Deviation: deviation}).Provisional(); got != want {
			t.Errorf("with a deviation of %v provisional: %v, want %v", deviation, got, want)
		}
	}
}

func TestIdlePeriods(t *testing.T) {
	r := rating.Rating{Value: 1700, Deviation: 50, Volatility: 0.06}
	for _, c := range []struct{ periods, deviation float64 }{
		{-1, 50},
		{0, 50},
		{1, 51.0747}, // the root of 50² + (173.7178 · 0.06)²
		{4, 54.1711},
		{1e9, 350},
		{math.Inf(1), 350},
	} {
		got := r.Idle(c.periods)
		if got.Value != r.Value || got.Volatility != r.Volatility || !near(got.Deviation, c.deviation, 0.001) {
			t.Errorf("after %v idle periods %+v, want a deviation of %v", c.periods, got, c.deviation)
		}
	}
	if got, want := r.After(nil, tau), r.Idle(1); got != want {
		t.Errorf("a period without games gives %+v, want %+v", got, want)
	}
}

func TestVolatilityFollowsSurprise(t *testing.T) {
	r := rating.Rating{Value: 1500, Deviation: 60, Volatility: 0.06}
	games := func(opponent, score float64) []rating.Game {
		return []rating.Game{{Opponent: rating.Rating{Value: opponent, Deviation: 60, Volatility: 0.06}, Score: score}}
	}
	if got := r.After(games(1100, 0), tau); got.Volatility <= r.Volatility {
		t.Errorf("a loss to a weak player leaves a volatility of %v, want more than %v", got.Volatility, r.Volatility)
	}
	if got := r.After(games(1100, 1), tau); got.Volatility >= r.Volatility {
		t.Errorf("a win over a weak player leaves a volatility of %v, want less than %v", got.Volatility, r.Volatility)
	}
	if got := r.After(games(-1e6, 0), tau); got.Volatility <= r.Volatility {
		t.Errorf("a loss that nobody held possible leaves a volatility of %v, want more than %v", got.Volatility, r.Volatility)
	}
	if got := r.After(games(1100, 0), 0); got.Volatility != r.Volatility || got.Value >= r.Value {
		t.Errorf("without a tau %+v, want a lower rating of the same volatility", got)
	}
}

func drawRating(t *rapid.T, name string, from, to float64) rating.Rating {
	return rating.Rating{
		Value:      rapid.Float64Range(from, to).Draw(t, name),
		Deviation:  rapid.Float64Range(1, 350).Draw(t, name+"'s deviation"),
		Volatility: rapid.Float64Range(0.001, 0.1).Draw(t, name+"'s volatility"),
	}
}

func sound(r rating.Rating) bool {
	return !math.IsNaN(r.Value) && !math.IsInf(r.Value, 0) &&
		r.Deviation > 0 && r.Deviation <= 350 && r.Volatility > 0 && r.Volatility <= 0.1
}

func TestAMatchIsAPeriodForBoth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		winner, loser := drawRating(t, "winner", 0, 3500), drawRating(t, "loser", 0, 3500)
		won := winner.After([]rating.Game{{Opponent: loser, Score: 1}}, tau)
		lost := loser.After([]rating.Game{{Opponent: winner, Score: 0}}, tau)
		if !sound(won) || !sound(lost) || won.Value < winner.Value || lost.Value > loser.Value {
			t.Fatalf("%+v beat %+v: now %+v and %+v", winner, loser, won, lost)
		}
		drawn := winner.After([]rating.Game{{Opponent: loser, Score: 0.5}}, tau)
		if !sound(drawn) || (drawn.Value > winner.Value) != (loser.Value > winner.Value) && drawn.Value != winner.Value {
			t.Fatalf("%+v drew with %+v: now %+v", winner, loser, drawn)
		}
		// Seen from the other end of the scale a win is a loss.
		mirror := func(r rating.Rating) rating.Rating { r.Value = 3000 - r.Value; return r }
		if got, want := mirror(winner).After([]rating.Game{{Opponent: mirror(loser), Score: 0}}, tau), mirror(won); !near(got.Value, want.Value, 0.01) || !near(got.Deviation, want.Deviation, 0.01) {
			t.Fatalf("mirrored %+v, want %+v", got, want)
		}
	})
}

// The search for the volatility ends, and ends with a number, however unlikely its input.
func TestExtremesStaySound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRating(t, "player", -1e6, 1e6)
		var games []rating.Game
		for range rapid.IntRange(1, 20).Draw(t, "games") {
			games = append(games, rating.Game{
				Opponent: drawRating(t, "opponent", -1e6, 1e6),
				Score:    rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "score"),
			})
		}
		by := rapid.Float64Range(0.01, 10).Draw(t, "tau")
		if got := r.After(games, by); !sound(got) {
			t.Fatalf("%+v became %+v", r, got)
		}
	})
}

// Somebody who wins every other match against his equals is soon known to be their equal.
func TestRatingsSettle(t *testing.T) {
	r := rating.New()
	equal := rating.Rating{Value: 1500, Deviation: 60, Volatility: 0.06}
	for i := range 40 {
		r = r.After([]rating.Game{{Opponent: equal, Score: float64(i % 2)}}, tau)
	}
	if r.Provisional() || !near(r.Value, 1500, 40) {
		t.Errorf("after 40 even matches %+v, want about 1500", r)
	}
	for range 40 {
		r = r.After([]rating.Game{{Opponent: equal, Score: 1}}, tau)
	}
	if r.Value < 1700 {
		t.Errorf("after 40 wins %+v, want far above 1500", r)
	}
}
