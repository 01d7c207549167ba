package match

import (
	"context"
	"fmt"
	"math"
	"time"

	"salle/game"
	"salle/game/rating"
)

// tau keeps the volatility of ratings from leaping (Glicko-2); the paper proposes 0.3 to 1.2.
const tau = 0.5

// ratingPeriod is in how long an idle player's rating grows as uncertain as one rated match makes it certain.
const ratingPeriod = 30 * day

// StandingsLimit is how many players stand in the standings of a game.
const StandingsLimit = 100

// Rated is a person's rating in a game.
type Rated struct {
	rating.Rating
	Matches int       // rated ones; 0 for somebody who has played none
	At      time.Time // of the last one
}

// RatingChange is what a rated match does to the rating of one of its players.
type RatingChange struct {
	Person string
	Before Rated // as it is kept; ErrConflict where it is not any more
	After  Rated
	Score  float64 // 1, 0.5 or 0
}

// RatedResult is what a rated match has done to the rating of one of its players, as it is kept.
type RatedResult struct {
	RatingChange
	Kept Rated // what is kept of him today
	Last bool  // he has ended no rated match of the game since
}

// Ranked is a player in the standings of a game.
type Ranked struct {
	Name string // his account's
	Rated
}

// RatingStore keeps ratings.
type RatingStore interface {
	// Rating returns a person's rating in a game as it is kept; the zero Rated where none is.
	Rating(ctx context.Context, person, game string) (Rated, error)
	// HasAccount tells whether a person has an account.
	HasAccount(ctx context.Context, person string) (bool, error)
	// RatedIn returns what a match has done to the ratings of its players, by seat; nothing where it has not counted.
	RatedIn(ctx context.Context, id string) ([]RatedResult, error)
	// Standings returns those of a game who have an account and are settled at a moment, the best first, as they are kept.
	Standings(ctx context.Context, game string, at time.Time, limit int) ([]Ranked, error)
	// EndedAt returns when a match that is over ended; ErrNotFound.
	EndedAt(ctx context.Context, id string) (time.Time, error)
}

// now is a rating as it counts at a moment: the longer ago its last match, the less certain.
func (r Rated) now(at time.Time) Rated {
	if r.Matches == 0 {
		r.Rating = rating.New()
		return r
	}
	r.Rating = r.Idle(float64(at.Sub(r.At)) / float64(ratingPeriod))
	return r
}

// SettledUntil is from when on the rating is provisional, if nothing is played; r.At where it is.
func (r Rated) SettledUntil() time.Time {
	const most = 1000 // periods; longer than anybody plays
	return r.At.Add(time.Duration(math.Min(r.Settled(), most) * float64(ratingPeriod)))
}

// after is a rating after one match that ends at a moment, against somebody with a rating as it is kept.
func (r Rated) after(rival Rated, score float64, at time.Time) Rated {
	one := rating.Game{Opponent: rival.now(at).Rating, Score: score}
	return Rated{Rating: r.now(at).After([]rating.Game{one}, tau), Matches: r.Matches + 1, At: at}
}

// Rating returns a person's rating in a game as it counts now; for somebody who has played no rated match the one that
// everybody begins with.
func (s *Service) Rating(ctx context.Context, person, slug string) (Rated, error) {
	r, err := s.store.Rating(ctx, person, slug)
	if err != nil {
		return Rated{}, fmt.Errorf("read the rating of %s: %w", person, err)
	}
	return r.now(s.clock()), nil
}

// Standings returns the players of a game whose rating is settled, the best first, as they count now.
func (s *Service) Standings(ctx context.Context, slug string) ([]Ranked, error) {
	now := s.clock()
	list, err := s.store.Standings(ctx, slug, now, StandingsLimit)
	if err != nil {
		return nil, fmt.Errorf("read the standings of %s: %w", slug, err)
	}
	for i := range list {
		list[i].Rated = list[i].now(now)
	}
	return list, nil
}

// counts tells whether a match that has ended counts for the ratings: one that was called off, or ended before both players
// had acted, does not.
func counts(h Header, p game.Position) bool {
	result := p.Status().Result
	return h.Rated && result.Over && result.Reason != game.ReasonAbort && p.Begun()
}

// rate is what the end of a match does to the ratings of its players; nil where it does not count.
func (s *Service) rate(ctx context.Context, snap snapshot, at time.Time) ([]RatingChange, error) {
	if !counts(snap.header, snap.position) {
		return nil, nil
	}
	h, result := snap.header, snap.position.Status().Result
	var kept [2]Rated
	for seat, p := range h.Players {
		var err error
		if kept[seat], err = s.store.Rating(ctx, p.Person, h.Game); err != nil {
			return nil, fmt.Errorf("rate match %s: %w", h.ID, err)
		}
	}
	var changes []RatingChange
	for seat, p := range h.Players {
		score := score(result, game.Seat(seat))
		after := kept[seat].after(kept[1-seat], score, at)
		changes = append(changes, RatingChange{Person: p.Person, Before: kept[seat], After: after, Score: score})
	}
	return changes, nil
}

// score is what a result is worth to a seat.
func score(r game.Result, seat game.Seat) float64 {
	switch {
	case !r.Winner.Plays():
		return 0.5
	case r.Winner == seat:
		return 1
	}
	return 0
}

// ratable tells whether a match between two people may count: both have an account.
func (s *Service) ratable(ctx context.Context, one, two string) (bool, error) {
	for _, person := range []string{one, two} {
		ok, err := s.store.HasAccount(ctx, person)
		if err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

// RatingMove is the strength of a player before and after a match.
type RatingMove struct{ Before, After float64 }

// addEnd adds to what somebody sees of a match that is over when it ended and what it did to ratings, which everybody who
// sees it may know.
func (s *Service) addEnd(ctx context.Context, h Header, seen *Seen) (err error) {
	if !seen.Status.Result.Over {
		return nil
	}
	if seen.Finished, err = s.store.EndedAt(ctx, h.ID); err != nil {
		return fmt.Errorf("read the end of match %s: %w", h.ID, err)
	}
	if !h.Rated {
		return nil
	}
	results, err := s.store.RatedIn(ctx, h.ID)
	if err != nil {
		return fmt.Errorf("read what match %s counts: %w", h.ID, err)
	}
	for seat, r := range results {
		seen.Counted = true
		seen.Ratings[seat] = RatingMove{Before: r.Before.now(r.After.At).Value, After: r.After.Value}
	}
	return nil
}
