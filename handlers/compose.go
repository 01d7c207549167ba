package handlers

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"salle/game"
	"salle/game/match"
	"salle/views"
)

// editDraft changes what a visitor has prepared, by one edit: that of a button, or one that he has typed.
func (s *server) editDraft(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	form, err := c.FormParams()
	if err != nil {
		return formError(err)
	}
	edit := form.Get("edit")
	if typed := strings.TrimSpace(form.Get("type")); typed != "" {
		edit = typed
		if target, attack := strings.CutSuffix(typed, "*"); attack {
			// An attack closes the turn, so it is looked at first and confirmed like any other.
			look := url.Values{"ply": {form.Get("ply")}, "target": {target}}
			return seeOther(c, matchPath(c.Param("id"))+"?"+look.Encode())
		}
	}
	seen, err := s.Matches.Compose(c.Request().Context(), c.Param("id"), v.person, markOf(form.Get("ply")), edit)
	return s.answerAction(c, v, seen, err, edit)
}

// keepFormation saves, loads or deletes one of a visitor's formations.
func (s *server) keepFormation(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	form, err := c.FormParams()
	if err != nil {
		return formError(err)
	}
	ctx, id, name := c.Request().Context(), c.Param("id"), cleanName(form.Get("name"))
	var seen match.Seen
	switch form.Get("do") {
	case "load":
		seen, err = s.Matches.UseFormation(ctx, id, v.person, markOf(form.Get("ply")), name)
		return s.answerAction(c, v, seen, err, name)
	case "save":
		err = s.Matches.KeepFormation(ctx, id, v.person, name)
	case "delete":
		err = s.Matches.DropFormation(ctx, id, v.person, name)
	default:
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	seen, lookErr := s.Matches.Look(ctx, id, v.person)
	if lookErr != nil {
		return lookErr
	}
	return s.answerAction(c, v, seen, err, name)
}

// markOf reads a form's mark; one that cannot be read is of no moment, so that the visitor is shown the board and told.
func markOf(text string) game.Mark {
	at, err := game.ParseMark(text)
	if err != nil {
		return game.Mark{Ply: -1}
	}
	return at
}

// answerAction answers a form that acted or was refused: with the match, and with what was wrong.
func (s *server) answerAction(c echo.Context, v visitor, seen match.Seen, err error, action string) error {
	status, notice, ok := refusal(v.lang, err, seen.Info.Slug, action)
	look := lookOf(c.FormValue)
	path := matchPath(seen.ID) + kept(look)
	switch {
	case err == nil && !wantsFragment(c):
		return seeOther(c, path)
	case err != nil && !ok:
		return err
	}
	t := table(v, seen)
	t.Notice = notice
	t.Look = views.Look{Zoom: look.Zoom, Lines: look.Lines}
	if t.Draft != nil || seen.Kept != nil {
		t.Look.Pick = look.Pick // the next unit of the kind that is being placed
	}
	if status == http.StatusUnprocessableEntity {
		t.Pick = action
	}
	c.Response().Header().Set(headerReplaceURL, path)
	return s.respondTable(c, status, v, seen, t)
}

// lookOf reads how a visitor looks at a table from a page's address or a form.
func lookOf(value func(name string) string) views.Look {
	zoom, _ := strconv.Atoi(value("zoom"))
	return views.Look{
		Pick: shown(value("pick")), Target: shown(value("target")), Zoom: min(max(zoom, 0), maxZoom), Lines: shown(value("lines")),
	}
}

// maxZoom is the largest size that a board is shown in.
const maxZoom = 3

// kept is the part of an address that stays when the board moves on: how large it is, and whose lines it shows.
func kept(look views.Look) string {
	values := url.Values{}
	if look.Zoom > 0 {
		values.Set("zoom", strconv.Itoa(look.Zoom))
	}
	if look.Lines != "" {
		values.Set("lines", look.Lines)
	}
	if len(values) == 0 {
		return ""
	}
	return "?" + values.Encode()
}
