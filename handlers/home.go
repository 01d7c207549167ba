package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

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
	home := views.Home{Site: site, NewID: newID(), Level: proposedLevel}
	for _, g := range s.Games.All() {
		home.Games = append(home.Games, views.GameCard{Slug: g.Info().Slug, Levels: g.Info().Levels})
	}
	for i, m := range list {
		line := matchLine(m, v.person)
		if i == 0 {
			home.Level = max(line.Opponent.Level, 1)
		}
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

func matchLine(m match.Summary, person string) views.MatchLine {
	seat, _ := m.SeatOf(person)
	line := views.MatchLine{ID: m.ID, Game: m.Game, Seat: seat, Status: m.Status, Updated: m.Updated.UTC()}
	for i, p := range m.Players {
		line.Players[i] = views.Player{Name: p.Name, Level: p.Level}
	}
	line.Opponent = line.Players[seat.Other()]
	return line
}
