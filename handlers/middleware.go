package handlers

import (
	"crypto/rand"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"salle/static"
)

// bodyLimit is the largest request body that is read.
const bodyLimit = "64K"

// policy lets pages load nothing but this site's own files.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// use installs what every request passes, outermost first.
func (s *server) use(e *echo.Echo) {
	e.Use(identify, middleware.Recover(), protect)
	e.Use(middleware.GzipWithConfig(middleware.GzipConfig{
		Level: 5, MinLength: 1024,
		Skipper: func(c echo.Context) bool { return strings.HasPrefix(c.Request().URL.Path, static.Prefix) },
	}))
	e.Use(s.refuseCrossSite, middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{
		Limit: bodyLimit, Skipper: func(c echo.Context) bool { return c.Path() == reviewPath }, // which has a limit of its own
	}))
}

// identify gives every request an id, which an error page shows and the log names.
func identify(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set(echo.HeaderXRequestID, rand.Text()[:12])
		return next(c)
	}
}

// protect sets the headers that every response carries. Pages are never stored: a board kept by a browser or a proxy
// would show after logout and grow stale.
func protect(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set(echo.HeaderContentSecurityPolicy, policy)
		h.Set(echo.HeaderXContentTypeOptions, "nosniff")
		h.Set(echo.HeaderReferrerPolicy, "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set(echo.HeaderCacheControl, "private, no-store")
		h.Set(echo.HeaderVary, headerRequest)
		return next(c)
	}
}

// refuseCrossSite refuses posts that another site's page sends in a visitor's name.
func (s *server) refuseCrossSite(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := s.crossOrigin.Check(c.Request()); err != nil {
			return echo.NewHTTPError(http.StatusForbidden).SetInternal(errCrossSite)
		}
		return next(c)
	}
}
