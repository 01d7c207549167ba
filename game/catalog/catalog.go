// Package catalog is the one list of games.
package catalog

import (
	"fmt"
	"slices"
	"strings"

	"salle/game"
	"salle/game/shuriken"
	"salle/game/spirit"
	"salle/game/war"
)

// Catalog is the games of the hall. It is immutable and safe for concurrent use.
type Catalog struct{ games []game.Game }

// New opens every game, with what its machine has learned. It fails only in a broken build.
func New() (Catalog, error) {
	spiritAI, err := spirit.NewAI()
	if err != nil {
		return Catalog{}, fmt.Errorf("open %s: %w", spirit.Info.Name, err)
	}
	return Of(
		game.New(spirit.Info, spirit.Rules{}, spiritAI),
		game.New(war.Info, war.Rules{}, war.NewAI()),
		game.New(shuriken.Info, shuriken.Rules{}, shuriken.NewAI()),
	), nil
}

// Of is a catalogue of the games it is given, in their order.
func Of(games ...game.Game) Catalog { return Catalog{games: games} }

// All lists the games in the order of the home page.
func (c Catalog) All() []game.Game { return slices.Clone(c.games) }

// Slugs are those of all games, in their order.
func (c Catalog) Slugs() []string {
	slugs := make([]string, len(c.games))
	for i, g := range c.games {
		slugs[i] = g.Info().Slug
	}
	return slugs
}

// ParseRecord reads a record in the common form or in one of a game's own. Its errors are RecordErrors; with one it returns
// what was right before.
func (Catalog) ParseRecord(text string) (game.Record, error) {
	first, _, _ := strings.Cut(strings.TrimPrefix(text, "\ufeff"), "\n")
	if words := strings.Fields(first); len(words) > 0 && words[0] == spirit.Info.Slug {
		return spirit.ParseShort(text)
	}
	return game.ParseRecord(text)
}

// Find returns a game by its slug; ok is false where there is none.
func (c Catalog) Find(slug string) (g game.Game, ok bool) {
	for _, g := range c.games {
		if g.Info().Slug == slug {
			return g, true
		}
	}
	return nil, false
}
