package handlers

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"salle/game"
	"salle/game/match"
	"salle/views"
)

// matchPath is the address of a match's page.
func matchPath(id string) string { return "/matches/" + url.PathEscape(id) }

// showMatch shows the board. The half-filled action stands in the address, for the moment that it was made for; a page
// that waits asks with the version it shows and is answered only when there is a later one.
func (s *server) showMatch(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	seen, err := s.Matches.Look(c.Request().Context(), c.Param("id"), v.person)
	if err != nil {
		return err
	}
	if since := c.QueryParam("since"); since != "" && since == strconv.Itoa(seen.Version) {
		return c.NoContent(http.StatusNoContent)
	}
	t := table(v, seen)
	if pick := c.QueryParam("do"); pick != "" {
		t.Pick = pick
		if at, err := game.ParseMark(c.QueryParam("ply")); err != nil || at != seen.Mark {
			t.Pick = ""
			t.Notice = &views.Notice{Refused: true, Key: "refuse.stale", Args: []any{"action", shown(pick)}}
		}
	}
	return s.respondTable(c, http.StatusOK, v, seen, t)
}

// act does what a form asks for, at the moment that it was made for.
func (s *server) act(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	form, err := c.FormParams()
	if err != nil {
		return formError(err)
	}
	action := form.Get("do")
	at, err := game.ParseMark(form.Get("ply"))
	if err != nil {
		at = game.Mark{Ply: -1} // of no moment: shown the board, told why
	}
	seen, err := s.Matches.Act(c.Request().Context(), c.Param("id"), v.person, at, []string{action})
	status, notice, ok := refusal(err, action)
	switch {
	case err == nil && !wantsFragment(c):
		return seeOther(c, matchPath(seen.ID))
	case err != nil && !ok:
		return err
	}
	t := table(v, seen)
	t.Notice = notice
	if status == http.StatusUnprocessableEntity {
		t.Pick = action
	}
	c.Response().Header().Set(headerReplaceURL, matchPath(seen.ID))
	return s.respondTable(c, status, v, seen, t)
}

// formError tells a form that cannot be read from one that is too large.
func formError(err error) error {
	var e *echo.HTTPError
	if errors.As(err, &e) {
		return e
	}
	return echo.NewHTTPError(http.StatusBadRequest).SetInternal(err)
}

// refusal puts a refused action in a status and a sentence; ok is false for an error that is no refusal.
func refusal(err error, action string) (status int, n *views.Notice, ok bool) {
	n = &views.Notice{Refused: true, Args: []any{"action", shown(action)}}
	var illegal *game.IllegalError
	switch {
	case err == nil:
		return http.StatusOK, nil, true
	case errors.Is(err, match.ErrStale):
		n.Key = "refuse.stale"
		return http.StatusConflict, n, true
	case errors.Is(err, game.ErrTurn):
		n.Key = "refuse.turn"
		return http.StatusConflict, n, true
	case errors.Is(err, game.ErrOver):
		n.Key = "refuse.over"
		return http.StatusConflict, n, true
	case errors.Is(err, game.ErrNotation) && action == "":
		n.Key = "refuse.unfilled"
		return http.StatusUnprocessableEntity, n, true
	case errors.As(err, &illegal):
		n.Key = "refuse." + illegal.Key
		return http.StatusUnprocessableEntity, n, true
	case errors.Is(err, game.ErrNotation):
		n.Key = "refuse.notation"
		return http.StatusUnprocessableEntity, n, true
	}
	return 0, nil, false
}

// shown is a visitor's own text, short enough to say back to him.
func shown(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// table is a match as its page shows it.
func table(v visitor, seen match.Seen) views.Table {
	t := views.Table{
		Lang: v.lang, ID: seen.ID, Game: seen.Info.Slug, Seat: seen.Seat, Status: seen.Status, Mark: seen.Mark,
		News: seen.News, Version: seen.Version, Step: seen.Step, Steps: seen.Steps,
	}
	for i, p := range seen.Players {
		t.Players[i] = views.Player{Name: p.Name, Level: p.Level}
	}
	for _, l := range seen.Lines {
		t.Lines = append(t.Lines, views.Line{Entry: l.Entry, Round: l.Round})
	}
	if seen.Status.Result.Over {
		t.NewID, t.Levels = newID(), seen.Info.Levels
	}
	return t
}

func (s *server) respondTable(c echo.Context, status int, v visitor, seen match.Seen, t views.Table) error {
	component, err := board(t, seen.Board)
	if err != nil {
		return err
	}
	site, err := s.site(c, v, views.TableTitle(t))
	if err != nil {
		return err
	}
	site.Game, site.Short = t.Game, s.Words.Short(t.Game)
	return respond(c, status, site, component)
}
