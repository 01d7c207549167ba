package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"salle/game"
	"salle/game/match"
	"salle/game/war"
	"salle/views"
)

// editDraft changes what a visitor has prepared, by one edit: that of a button, or one that he has typed.
func (s *server) editDraft(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	if typed := strings.TrimSpace(form.Get("type")); typed != "" {
		return s.editTyped(c, v, form, typed)
	}
	edit := form.Get("edit")
	seen, err := s.Matches.Compose(c.Request().Context(), c.Param("id"), acting(c, v), markOf(form.Get("ply")), edit)
	return s.answerAction(c, v, seen, err, edit)
}

// keepFormation saves, loads or deletes one of a visitor's formations.
func (s *server) keepFormation(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	ctx, id, who, name := c.Request().Context(), c.Param("id"), acting(c, v), cleanName(form.Get("name"))
	done := &views.Notice{Args: []any{"name", name}}
	switch form.Get("do") {
	case "load":
		done.Key = views.NoticeFormationLoaded
		_, err = s.Matches.UseFormation(ctx, id, who, markOf(form.Get("ply")), name)
	case "save":
		done.Key = views.NoticeFormationSaved
		err = s.Matches.KeepFormation(ctx, id, who, name)
	case "delete":
		done.Key = views.NoticeFormationDeleted
		err = s.Matches.DropFormation(ctx, id, who, name)
	default:
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	seen, lookErr := s.Matches.Look(ctx, id, who)
	if lookErr != nil {
		return lookErr
	}
	status, refused, ok := refusal(v.lang, err, seen.Info.Slug, name)
	switch {
	case !ok:
		return err
	case refused != nil:
		done = refused
	}
	// What was done is said in this very answer, with or without a frame: sent again, the form does the same again.
	return s.answerForm(c, v, seen, status, done, "")
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
	switch {
	case !ok:
		return err
	case err == nil:
		fell, err := s.drop(c, &v, seen)
		switch {
		case err != nil:
			return err
		case fell && wantsFragment(c):
			c.Response().Header().Set(headerReplaceURL, matchPath(seen.ID))
			return s.respondCurtain(c, v)
		}
	}
	if err == nil && !wantsFragment(c) {
		return seeOther(c, after(seen, lookOf(c.FormValue))+anchor(action))
	}
	refused := ""
	if status == http.StatusUnprocessableEntity {
		refused = action
	}
	return s.answerForm(c, v, seen, status, notice, refused)
}

// answerForm answers a form with the match; refused is the action that could not be done, for correcting it.
func (s *server) answerForm(c echo.Context, v visitor, seen match.Seen, status int, notice *views.Notice, refused string) error {
	look := lookOf(c.FormValue)
	t := table(v, seen)
	t.Notice, t.Pick = notice, refused
	t.Look = views.Look{Zoom: look.Zoom, Lines: look.Lines}
	if prepares(seen) {
		t.Look.Pick = look.Pick
	}
	c.Response().Header().Set(headerReplaceURL, after(seen, look))
	return s.respondTable(c, status, v, seen, t)
}

// prepares tells whether a visitor goes on with what he prepares: what he has picked, such as the kind of unit that he
// places, stays picked.
func prepares(seen match.Seen) bool { return seen.Draft != nil || seen.Kept != nil }

// after is the address of a match after a form was answered.
func after(seen match.Seen, look views.Look) string {
	values := lookValues(look)
	if look.Pick != "" && prepares(seen) {
		values.Set("pick", look.Pick)
		values.Set("ply", seen.Mark.String())
	}
	if len(values) == 0 {
		return matchPath(seen.ID)
	}
	return matchPath(seen.ID) + "?" + values.Encode()
}

// lookValues are how the map is looked at, as an address has it.
func lookValues(look views.Look) url.Values {
	values := url.Values{}
	if look.Zoom > 0 {
		values.Set("zoom", strconv.Itoa(look.Zoom))
	}
	if look.Lines != "" {
		values.Set("lines", look.Lines)
	}
	return values
}

// anchor is the part of an address that leads to the last square that an action names; "" where it names none.
func anchor(action string) string {
	words := strings.FieldsFunc(action, func(r rune) bool { return strings.ContainsRune(" -*", r) })
	for _, word := range slices.Backward(words) {
		if s, ok := war.ParseSquare(word); ok {
			return "#" + s.String()
		}
	}
	return ""
}

// lookOf reads how a visitor looks at a table from a page's address or a form.
func lookOf(value func(name string) string) views.Look {
	zoom, _ := strconv.Atoi(value("zoom"))
	return views.Look{
		Pick: shown(value("pick")), Target: shown(value("target")), Zoom: min(max(zoom, 0), maxZoom), Lines: shown(value("lines")),
		Asks: value("ask") == game.Resign,
	}
}

// maxZoom is the largest size that a board is shown in.
const maxZoom = 3
