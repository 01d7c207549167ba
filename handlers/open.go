package handlers

import (
	"crypto/rand"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"salle/game"
	"salle/game/match"
	"salle/views"
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
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	graded := form.Get("graded") != "" // then the ladder chooses the level
	level, err := strconv.Atoi(form.Get("level"))
	if !graded && (err != nil || level < 1) || !validID(form.Get("id")) {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	seat, ok := s.seatNamed(form.Get("game"), form.Get("side"))
	if !ok {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	if err := s.welcome(c, &v); err != nil {
		return err
	}
	var players [2]match.Player
	players[seat].Person = v.person
	if !graded {
		players[seat.Other()].Level = level
	}
	seen, err := s.Matches.Open(c.Request().Context(), match.Header{
		ID: form.Get("id"), Game: form.Get("game"), Setup: game.Setup{Variant: variantOf(form["variant"])},
		Players: players, Graded: graded,
	}, v.person)
	if errors.Is(err, match.ErrGraded) {
		return s.respondHome(c, http.StatusConflict, v)
	}
	if err != nil {
		return err
	}
	return seeOther(c, matchPath(seen.ID))
}

// seatNamed is the seat of the side that a form asks for: by its name, drawn, or the first where it names none.
func (s *server) seatNamed(slug, side string) (seat game.Seat, ok bool) {
	switch side {
	case "":
		return game.First, true
	case views.DrawnSide:
		var b [1]byte
		rand.Read(b[:])
		return game.Seat(b[0] & 1), true
	}
	g, ok := s.Games.Find(slug)
	if !ok {
		return game.First, true // an unknown game is refused by its name
	}
	sides := g.Info().Sides
	n := slices.Index(sides[:], side)
	return game.Seat(max(n, 0)), n >= 0
}
