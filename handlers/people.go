package handlers

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"salle/account"
	"salle/game/match"
	"salle/views"
)

// ratingOf is a rating as pages show it.
func ratingOf(r match.Rated) views.Rating {
	return views.Rating{Value: r.Value, Deviation: r.Deviation, Provisional: r.Provisional(), Matches: r.Matches}
}

// slugs names the games, in the order of the home page.
func (s *server) slugs() []string {
	var slugs []string
	for _, g := range s.Games.All() {
		slugs = append(slugs, g.Info().Slug)
	}
	return slugs
}

// nameIn is the name in the address of a profile.
func nameIn(c echo.Context) (string, error) {
	if c.Request().URL.RawPath == "" { // the parameter is decoded already
		return c.Param("name"), nil
	}
	return url.PathUnescape(c.Param("name"))
}

// showProfile shows what everybody may know of somebody who has an account.
func (s *server) showProfile(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	name, err := nameIn(c)
	if err != nil {
		return match.ErrNotFound
	}
	ctx := c.Request().Context()
	a, err := s.Accounts.Named(ctx, name)
	if errors.Is(err, account.ErrNotFound) {
		return match.ErrNotFound
	}
	if err != nil {
		return err
	}
	games, err := s.Matches.Profile(ctx, a.Person, s.slugs())
	if err != nil {
		return err
	}
	site, err := s.site(c, v, a.Name)
	if err != nil {
		return err
	}
	page := views.Profile{Site: site, Name: a.Name, Since: a.Created, Mine: v.account && v.person == a.Person}
	for _, g := range games {
		page.Games = append(page.Games, views.GameProfile{
			Game: g.Game, Rating: ratingOf(g.Rating), Won: g.Won, Drawn: g.Drawn, Lost: g.Lost, TimeOuts: g.TimeOuts,
			Turns: g.Turns, Pace: g.Pace, Dan: g.Dan, Reached: g.Reached,
		})
	}
	return respond(c, http.StatusOK, site, views.ProfileMain(page))
}

// showStandings shows who plays each game best.
func (s *server) showStandings(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	site, err := s.site(c, v, v.lang.T("standings.title"))
	if err != nil {
		return err
	}
	page := views.Standings{Site: site, Limit: match.StandingsLimit}
	for _, slug := range s.slugs() {
		list, err := s.Matches.Standings(c.Request().Context(), slug)
		if err != nil {
			return err
		}
		game := views.GameStandings{Game: slug}
		for _, r := range list {
			game.Ranked = append(game.Ranked, views.Ranked{Name: r.Name, Mine: v.account && v.name == r.Name, Rating: ratingOf(r.Rated)})
		}
		page.Games = append(page.Games, game)
	}
	return respond(c, http.StatusOK, site, views.StandingsMain(page))
}

// block lets a player block the other one of a match, or take that back.
func (s *server) block(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	do := form.Get("do")
	if do != "block" && do != "unblock" {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	seen, err := s.Matches.BlockRival(c.Request().Context(), c.Param("id"), acting(c, v), do == "block")
	return s.answerTalk(c, v, seen, err, "#block")
}

// showBlocks lists whom a visitor has blocked.
func (s *server) showBlocks(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	list, err := s.Matches.Blocks(c.Request().Context(), v.person)
	if err != nil {
		return err
	}
	site, err := s.site(c, v, v.lang.T("block.list"))
	if err != nil {
		return err
	}
	page := views.Blocks{Site: site}
	for _, b := range list {
		page.People = append(page.People, views.BlockedPerson(b))
	}
	return respond(c, http.StatusOK, site, views.BlocksMain(page))
}

// unblock takes back that a visitor has blocked somebody.
func (s *server) unblock(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	if err := s.Matches.Unblock(c.Request().Context(), v.person, form.Get("unblock")); err != nil {
		return err
	}
	return seeOther(c, "/blocks")
}
