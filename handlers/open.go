package handlers

import (
	"crypto/rand"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"salle/game"
	"salle/game/match"
)

// idLength is how long an id is: 26 characters of base 32, 130 bits.
const idLength = 26

// newID makes an id for a match that a form may open.
func newID() string { return strings.ToLower(rand.Text()) }

// validID tells whether a form's id could be one of ours.
func validID(id string) bool {
	return len(id) == idLength && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// openMatch opens a match against the machine. The form brings the id, so that sent twice it opens one match.
func (s *server) openMatch(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	form, err := c.FormParams()
	if err != nil {
		return formError(err)
	}
	level, err := strconv.Atoi(form.Get("level"))
	if err != nil || level < 1 || !validID(form.Get("id")) {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	if err := s.welcome(c, &v); err != nil {
		return err
	}
	seen, err := s.Matches.Open(c.Request().Context(), match.Header{
		ID: form.Get("id"), Game: form.Get("game"), Setup: game.Setup{Variant: strings.Join(form["variant"], " ")},
		Players: [2]match.Player{{Person: v.person}, {Level: level}},
	}, v.person)
	if err != nil {
		return err
	}
	return seeOther(c, matchPath(seen.ID))
}
