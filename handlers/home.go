package handlers

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"salle/game"
	"salle/game/match"
	"salle/views"
)

// proposedLevel is the machine's level that the form proposes to a newcomer.
const proposedLevel = 2

// showHome shows the games and the visitor's matches.
func (s *server) showHome(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	list, err := s.Matches.List(c.Request().Context(), v.person)
	if err != nil {
		return err
	}
	site, err := s.site(c, v, "")
	if err != nil {
		return err
	}
	home := views.Home{Site: site}
	for _, g := range s.Games.All() {
		home.Games = append(home.Games, gameCard(v, g.Info(), list))
	}
	for _, m := range list {
		line := matchLine(m, v.person)
		switch {
		case m.Status.Result.Over:
			home.Finished = append(home.Finished, line)
		case m.Waits(v.person):
			home.Waiting = append(home.Waiting, line)
		default:
			home.Running = append(home.Running, line)
		}
	}
	return respond(c, http.StatusOK, site, views.HomeMain(home))
}

// gameCard is a game as it is offered to a visitor: at the level of the match of it that stands first in his list.
func gameCard(v visitor, info game.Info, list []match.Summary) views.GameCard {
	card := views.GameCard{Slug: info.Slug, NewID: newID(), Levels: info.Levels, Level: proposedLevel, Switches: switches(info)}
	named := func(side string) bool { return v.lang.Has(info.Slug + ".side." + side) }
	if named(info.Sides[game.First]) && named(info.Sides[game.Second]) {
		card.Sides = info.Sides[:]
	}
	for _, m := range list {
		if level := matchLine(m, v.person).Opponent.Level; m.Game == info.Slug && level > 0 {
			card.Level = level
			break
		}
	}
	return card
}

// switches are the names of a game's variants that can be had beside others, "+name" by itself, in alphabetical order.
func switches(info game.Info) []string {
	var names []string
	for _, variant := range info.Variants {
		if name, led := strings.CutPrefix(variant, "+"); led && !strings.Contains(name, " ") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func matchLine(m match.Summary, person string) views.MatchLine {
	seat, _ := m.SeatOf(person)
	line := views.MatchLine{ID: m.ID, Game: m.Game, Seat: seat, Status: m.Status, Updated: m.Updated.UTC()}
	for i, p := range m.Players {
		line.Players[i] = views.Player{Name: p.Name, Level: p.Level}
	}
	line.Opponent = line.Players[seat.Other()]
	return line
}
