package handlers

import (
	"net/http"
	"slices"
	"strings"
	"time"

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
	return s.respondHome(c, http.StatusOK, v)
}

// respondHome sends the home page; with a status of refusal it says that no second graded match was opened.
func (s *server) respondHome(c echo.Context, status int, v visitor) error {
	list, err := s.Matches.List(c.Request().Context(), v.person)
	if err != nil {
		return err
	}
	site, err := s.site(c, v, "")
	if err != nil {
		return err
	}
	home := views.Home{Site: site, Refused: status == http.StatusConflict}
	for _, g := range s.Games.All() {
		card, err := s.gameCard(c, v, g.Info(), list)
		if err != nil {
			return err
		}
		home.Games = append(home.Games, card)
	}
	if home.Offers, home.Outages, err = s.tellings(c, v); err != nil {
		return err
	}
	for _, m := range list {
		line := s.matchLine(m, v)
		if m.Graded && !m.Status.Result.Over && home.Graded == nil {
			home.Graded = &line
		}
		switch {
		case m.Status.Result.Over:
			home.Finished = append(home.Finished, line)
		case m.Waits():
			home.Waiting = append(home.Waiting, line)
		default:
			home.Running = append(home.Running, line)
		}
	}
	return respond(c, status, site, views.HomeMain(home))
}

// outageTold is how long the home page tells of an outage.
const outageTold = 3 * 24 * time.Hour

// tellings are the offers that concern a visitor, and the times in which the house was down.
func (s *server) tellings(c echo.Context, v visitor) (offers []views.Offer, outages []views.Outage, err error) {
	ctx := c.Request().Context()
	made, err := s.Matches.OffersOf(ctx, v.person)
	if err != nil {
		return nil, nil, err
	}
	for _, o := range made {
		offers = append(offers, s.offer(c, o, v.person))
	}
	down, err := s.Matches.Outages(ctx, s.Clock().Add(-outageTold))
	if err != nil {
		return nil, nil, err
	}
	for _, o := range down {
		outages = append(outages, views.Outage{Begins: o.Begins, Ends: o.Ends, Zone: zoneOf(v)})
	}
	return offers, outages, nil
}

// gameCard is a game as it is offered to a visitor: at the level of the match of it that stands first in his list.
func (s *server) gameCard(c echo.Context, v visitor, info game.Info, list []match.Summary) (views.GameCard, error) {
	if grounds := groundsOf(info); len(grounds) > 1 {
		cards, err := s.groundCards(c, v, info, grounds, list)
		return views.GameCard{Slug: info.Slug, Grounds: cards}, err
	}
	card := views.GameCard{Slug: info.Slug, NewID: newID(), Levels: info.Levels, Level: proposedLevel, Switches: switches(info)}
	named := func(side string) bool { return v.lang.Has(info.Slug + ".side." + side) }
	if named(info.Sides[game.First]) && named(info.Sides[game.Second]) {
		card.Sides = info.Sides[:]
	}
	for _, m := range list {
		if level := opponent(m).Level; m.Game == info.Slug && level > 0 {
			card.Level = level
			break
		}
	}
	return card, nil
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

func (s *server) matchLine(m match.Summary, v visitor) views.MatchLine {
	seat := m.Seat()
	line := views.MatchLine{
		ID: m.ID, Game: m.Game, Seat: seat, Status: m.Status, Updated: m.Updated.UTC(), Graded: m.Graded, Waits: m.Waits(),
		Shared: m.Shared, Paused: m.Paused, Deadline: m.Deadline, Now: s.Clock(), Zone: zoneOf(v),
	}
	var info game.Info
	if g, ok := s.Games.Find(m.Game); ok {
		info = g.Info()
	}
	for i, p := range m.Players {
		line.Players[i] = player(p, info, m.Setup)
	}
	line.Opponent = line.Players[seat.Other()]
	return line
}

// player is who sits in a seat of a match, as pages call him.
func player(p match.Player, info game.Info, setup game.Setup) views.Player {
	return views.Player{Name: p.Name, Level: p.Level, Grade: p.Machine() && info.Climbs(setup.Variant)}
}

// opponent is who sits opposite the person whose list a match stands in.
func opponent(m match.Summary) match.Player { return m.Players[m.Seat().Other()] }
