package handlers

import (
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"salle/game"
	"salle/game/match"
	"salle/views"
)

// groundsOf are the variants of a game that are grounds of their own: neither switches, "+name", nor another variant with
// something added to it, "ground-name".
func groundsOf(info game.Info) []string {
	var grounds []string
	for _, variant := range info.Variants {
		if variant != "" && !strings.ContainsAny(variant, "+-") {
			grounds = append(grounds, variant)
		}
	}
	return grounds
}

// additions are the names of what may be added to a ground.
func additions(info game.Info, ground string) []string {
	var names []string
	for _, variant := range info.Variants {
		if name, ok := strings.CutPrefix(variant, ground+"-"); ok {
			names = append(names, name)
		}
	}
	return names
}

// variantOf puts a form's parts of a variant together: one that is led by "-" is added to the one before it.
func variantOf(parts []string) string {
	return strings.ReplaceAll(strings.Join(parts, " "), " -", "-")
}

// groundCards are a game's grounds as they are offered to a visitor: each at the level that he last met on it, and the one
// that he last played on chosen.
func (s *server) groundCards(c echo.Context, v visitor, info game.Info, names []string, list []match.Summary) ([]views.Ground, error) {
	climb, err := s.Matches.Climb(c.Request().Context(), v.person, info.Slug)
	if err != nil {
		return nil, err
	}
	var cards []views.Ground
	for _, name := range names {
		cards = append(cards, groundCard(v, info, name, climb, list))
	}
	last := slices.Index(names, lastOn(info, list))
	cards[max(last, 0)].Chosen = true
	return cards, nil
}

func groundCard(v visitor, info game.Info, name string, climb match.Climb, list []match.Summary) views.Ground {
	card := views.Ground{Variant: name, NewID: newID(), Levels: info.LevelsIn(name), Switches: additions(info, name)}
	card.Open, card.Level = card.Levels, min(proposedLevel, card.Levels)
	if info.Climbs(name) {
		card.Ladder, card.GradedID, card.Running = true, newID(), climb.Running
		card.Open, card.Level, card.Standing = min(climb.Reached, card.Levels), climb.Dan, views.Standing(climb.Standing)
	}
	for _, m := range list {
		if m.Graded || m.Game != info.Slug || groundOf(m.Setup.Variant) != name {
			continue
		}
		if level := opponent(m).Level; level > 0 && level <= card.Open {
			card.Level = level
			break
		}
	}
	return card
}

// groundOf is the ground of a variant.
func groundOf(variant string) string {
	ground, _, _ := strings.Cut(variant, "-")
	return ground
}

// lastOn is the ground of the match of a game that stands first in a list; "" for none.
func lastOn(info game.Info, list []match.Summary) string {
	for _, m := range list {
		if m.Game == info.Slug {
			return groundOf(m.Setup.Variant)
		}
	}
	return ""
}
