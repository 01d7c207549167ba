package match

import (
	"context"
	"fmt"
	"math"

	"salle/game"
)

// verifyRatings checks that a match has counted for the ratings if it had to, as it had to, and once; and that what is kept
// of its players is what their last match led to.
func (s *Service) verifyRatings(ctx context.Context, h Header, p game.Position) error {
	list, err := s.store.RatedIn(ctx, h.ID)
	if err != nil {
		return err
	}
	if !counts(h, p) {
		if len(list) > 0 {
			return fmt.Errorf("match %s: it changed ratings, and does not count", h.ID)
		}
		return nil
	}
	if len(list) != 2 {
		return fmt.Errorf("match %s: it counts for 2 ratings, and has changed %d", h.ID, len(list))
	}
	for seat, r := range list {
		want := RatingChange{Person: h.Players[seat].Person, Before: r.Before, Score: score(p.Status().Result, game.Seat(seat))}
		want.After = r.Before.after(list[1-seat].Before, want.Score, r.After.At)
		if r.Person != want.Person || r.Score != want.Score || !alike(r.After, want.After) {
			return fmt.Errorf("match %s: it changes a rating by %+v, stored is %+v", h.ID, want, r.RatingChange)
		}
		if r.Last && r.Kept != r.After || r.Kept.Matches < r.After.Matches {
			return fmt.Errorf("match %s: it leaves %s with %+v, kept is %+v", h.ID, r.Person, r.After, r.Kept)
		}
	}
	return nil
}

// alike tells whether two ratings are the same but for what another processor rounds otherwise.
func alike(a, b Rated) bool {
	const most = 1e-6
	return a.Matches == b.Matches && a.At.Equal(b.At) && math.Abs(a.Value-b.Value) < most &&
		math.Abs(a.Deviation-b.Deviation) < most && math.Abs(a.Volatility-b.Volatility) < most
}
