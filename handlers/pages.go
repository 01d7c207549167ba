package handlers

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"salle/game/match"
	"salle/static"
	"salle/views"
)

// listRules leads to the rules of every game.
func (s *server) listRules(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	site, err := s.site(c, v, v.lang.T("rules.all"))
	if err != nil {
		return err
	}
	page := views.RulesIndex{Site: site}
	for _, g := range s.Games.All() {
		page.Games = append(page.Games, g.Info().Slug)
	}
	return respond(c, http.StatusOK, site, views.RulesIndexMain(page))
}

// showRules shows a game's rules.
func (s *server) showRules(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	g, ok := s.Games.Find(c.Param("game"))
	if !ok {
		return fmt.Errorf("rules of %.40q: %w", c.Param("game"), match.ErrNotFound)
	}
	site, err := s.site(c, v, v.lang.T("rules.title", "game", v.lang.T("game."+g.Info().Slug+".name")))
	if err != nil {
		return err
	}
	site.Game = g.Info().Slug
	page := views.Rules{Site: site, Game: g.Info().Slug, Sections: s.Words.Rules(g.Info().Slug)}
	return respond(c, http.StatusOK, site, views.RulesMain(page))
}

// serveStatic sends an embedded file, which a browser may keep for ever under that address.
func (s *server) serveStatic(c echo.Context) error {
	f, ok := static.Find(c.Request().URL.Path)
	if !ok {
		return fmt.Errorf("static file: %w", match.ErrNotFound)
	}
	h := c.Response().Header()
	h.Set(echo.HeaderCacheControl, "public, max-age=31536000, immutable")
	h.Set(echo.HeaderVary, echo.HeaderAcceptEncoding)
	content := f.Content
	if strings.Contains(c.Request().Header.Get(echo.HeaderAcceptEncoding), "gzip") {
		h.Set(echo.HeaderContentEncoding, "gzip")
		content = f.Gzip
	}
	return c.Blob(http.StatusOK, f.Type, content)
}

// serveFavicon leads browsers that ask for the old name to the icon.
func (s *server) serveFavicon(c echo.Context) error {
	return c.Redirect(http.StatusFound, static.URL("favicon.svg"))
}

// showLife answers that the process lives.
func (s *server) showLife(c echo.Context) error { return c.String(http.StatusOK, "ok\n") }
