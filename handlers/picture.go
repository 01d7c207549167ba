package handlers

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"salle/game"
	"salle/views/picture"
)

// showSVG and showPNG draw the position for pages and for the previews of links.
func (s *server) showSVG(c echo.Context) error { return s.showPicture(c, picture.SVG, "image/svg+xml") }
func (s *server) showPNG(c echo.Context) error { return s.showPicture(c, picture.PNG, "image/png") }

// drawing turns what the public may see of a match into a picture.
type drawing func(o any, status game.Status, names [2]string, title string) ([]byte, error)

// showPicture draws the position of a match that others may look on, as the public may see it: whoever asks gets the same,
// and nothing of who asks is read but his language.
func (s *server) showPicture(c echo.Context, draw drawing, kind string) error {
	seen, err := s.Matches.LookOn(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	names := [2]string{seen.Players[game.First].Name, seen.Players[game.Second].Name}
	title := s.Words.Match(c.Request().Header.Get("Accept-Language")).T("game." + seen.Info.Slug + ".name")
	drawn, err := draw(seen.Board, seen.Status, names, title)
	if err != nil {
		return fmt.Errorf("draw match %s: %w", seen.ID, err)
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=60")
	c.Response().Header().Set(echo.HeaderVary, "Accept-Language")
	return c.Blob(http.StatusOK, kind, drawn)
}
