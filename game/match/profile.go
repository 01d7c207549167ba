package match

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// paceMatches is in how many of somebody's latest matches of a game his typical time per turn is looked for: what he did
// long ago says little, and the page stays quick.
const paceMatches = 20

// Results are how somebody's finished matches of a game against people ended, without those that were called off.
type Results struct {
	Won, Drawn, Lost int
	TimeOuts         int // in how many his time ran out; they are among Lost and, where both clocks ran out at once, Drawn
}

// GameProfile is what everybody may know of somebody's play of a game.
type GameProfile struct {
	Game   string // its slug
	Rating Rated  // as it counts now; Matches is 0 where none did
	Results
	Turns   int           // how many turns Pace is taken from
	Pace    time.Duration // the median of the time from when a turn was his until he had done it, as others waited for it
	Dan     int           // where he stands on the ladder; 0 where he has ended no graded match
	Reached int           // the highest dan that he has stood at
}

// ProfileStore tells of a person's play. Of each game that it has something to tell of it has one key.
type ProfileStore interface {
	// Results counts how a person's finished matches against people ended.
	Results(ctx context.Context, person string) (map[string]Results, error)
	// TurnTimes returns how long a person took over each turn that he completed in his latest finished matches against
	// people, of each game so many. Where both act at once a turn of each begins with the ply, and nobody's time holds what he
	// waited for the other. In no order.
	TurnTimes(ctx context.Context, person string, matches int) (map[string][]time.Duration, error)
	// Ratings returns a person's ratings as they are kept.
	Ratings(ctx context.Context, person string) (map[string]Rated, error)
	// Climbs returns how far a person has climbed, without what runs.
	Climbs(ctx context.Context, person string) (map[string]Climb, error)
}

// Profile returns what everybody may know of a person's play, of the games named.
func (s *Service) Profile(ctx context.Context, person string, slugs []string) ([]GameProfile, error) {
	results, err := s.store.Results(ctx, person)
	if err != nil {
		return nil, fmt.Errorf("read the profile of %s: %w", person, err)
	}
	times, err := s.store.TurnTimes(ctx, person, paceMatches)
	if err != nil {
		return nil, fmt.Errorf("read the profile of %s: %w", person, err)
	}
	ratings, err := s.store.Ratings(ctx, person)
	if err != nil {
		return nil, fmt.Errorf("read the profile of %s: %w", person, err)
	}
	climbs, err := s.store.Climbs(ctx, person)
	if err != nil {
		return nil, fmt.Errorf("read the profile of %s: %w", person, err)
	}
	var list []GameProfile
	for _, slug := range slugs {
		list = append(list, GameProfile{
			Game: slug, Rating: ratings[slug].now(s.clock()), Results: results[slug],
			Turns: len(times[slug]), Pace: median(times[slug]), Dan: climbs[slug].Dan, Reached: climbs[slug].Reached,
		})
	}
	return list, nil
}

// median is the middle of times, or of the two in the middle what lies between them; 0 of none. One vacation, or one turn that
// somebody thought over for a week, moves it little.
func median(times []time.Duration) time.Duration {
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	half := len(times) / 2
	if len(times)%2 == 1 {
		return times[half]
	}
	return (times[half-1] + times[half]) / 2
}
