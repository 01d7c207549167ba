package handlers

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"salle/game"
	"salle/game/match"
	"salle/views"
)

// The headers that htmx sends, and the one that tells it which address the answer belongs to.
const (
	headerRequest    = "HX-Request"
	headerRestore    = "HX-History-Restore-Request"
	headerReplaceURL = "HX-Replace-Url"
	headerRedirect   = "HX-Redirect"
	headerCurrentURL = "HX-Current-URL"
)

// wantsFragment tells whether the page's frame is already there and only its main part is wanted.
func wantsFragment(c echo.Context) bool {
	h := c.Request().Header
	return h.Get(headerRequest) != "" && h.Get(headerRestore) == ""
}

// site is the frame of every page for a visitor.
func (s *server) site(c echo.Context, v visitor, title string) (views.Site, error) {
	waiting, err := s.Matches.Waiting(c.Request().Context(), v.person)
	if err != nil {
		return views.Site{}, err
	}
	if c.Request().Method == http.MethodGet && v.session.ID == "" {
		if err := s.Sessions.Offer(c.Response(), v.session); err != nil {
			return views.Site{}, fmt.Errorf("offer a session: %w", err)
		}
	}
	site := s.frame(c, v, title)
	site.Waiting = waiting
	site.Troubled, err = s.Matches.Troubled(c.Request().Context(), v.person)
	return site, err
}

// frame is the frame of a page for a visitor of whom nothing more is read.
func (s *server) frame(c echo.Context, v visitor, title string) views.Site {
	site := views.Site{Lang: v.lang, Langs: s.Words.All(), Title: title, Here: here(c), Name: v.name}
	switch {
	case v.account:
	case c.Path() == "/login", c.Path() == "/signup":
		site.SignIn = loginPath(returnTo(c))
	default:
		site.SignIn = loginPath(here(c))
	}
	return site
}

// wanted is the page to go on to after a login, with what was chosen on it and could not be sent.
func wanted(c echo.Context) string {
	r := c.Request()
	if ply := c.FormValue("ply"); r.Method == http.MethodPost && c.Path() == "/matches/:id/actions" {
		return matchPath(c.Param("id")) + "?" + url.Values{"ply": {ply}, "do": {strings.Join(r.Form["do"], " ")}}.Encode()
	}
	if wantsFragment(c) && (r.Method == http.MethodPost || c.QueryParam("since") != "") {
		if page, err := url.Parse(r.Header.Get(headerCurrentURL)); err == nil && page.Host == r.Host {
			return page.RequestURI()
		}
	}
	return here(c)
}

// here is the page that a form which changes how pages look returns to; the answer to a POST has no address to look at.
func here(c echo.Context) string {
	r := c.Request()
	if r.Method == http.MethodGet {
		return r.URL.RequestURI()
	}
	if id := c.Param("id"); id != "" {
		return matchPath(id)
	}
	return "/"
}

// buffers are reused: every page is rendered whole before its status is sent, so that an error never leaves half a page.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// render sends a component as the whole answer.
func render(c echo.Context, status int, component templ.Component) error {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	if err := component.Render(c.Request().Context(), b); err != nil {
		return fmt.Errorf("render %s: %w", c.Path(), err)
	}
	return c.HTMLBlob(status, b.Bytes())
}

// respond sends a page, or only its main part where that is wanted.
func respond(c echo.Context, status int, site views.Site, main templ.Component) error {
	if wantsFragment(c) {
		return render(c, status, views.Fragment(site, main))
	}
	return render(c, status, views.Page(site, main))
}

var errCrossSite = errors.New("a post from another site")

// refused is the status and the key of the words for an error.
type refused struct {
	err    error
	status int
	key    string
}

// find returns the first of a list that an error is; ok is false where it is none of them.
func find(list []refused, err error) (r refused, ok bool) {
	n := slices.IndexFunc(list, func(r refused) bool { return errors.Is(err, r.err) })
	if n < 0 {
		return refused{}, false
	}
	return list[n], true
}

// failures maps what went wrong to a status and the words for it.
var failures = []refused{
	{errCrossSite, http.StatusForbidden, "error.cross-site"},
	{match.ErrNotFound, http.StatusNotFound, "error.404"},
	{match.ErrNotYours, http.StatusForbidden, "error.403"},
	{match.ErrExists, http.StatusForbidden, "error.403"},
	{match.ErrBlocked, http.StatusForbidden, "error.blocked"},
	{match.ErrLocked, http.StatusForbidden, "error.locked"},
	{match.ErrShared, http.StatusConflict, "error.shared"},
	{match.ErrOwn, http.StatusConflict, "error.own"},
	{match.ErrMany, http.StatusTooManyRequests, "error.many"},
	{match.ErrSettled, http.StatusConflict, "error.settled"},
	{game.ErrVariant, http.StatusBadRequest, "error.400"},
}

// statuses have words of their own where no error of ours says more.
var statuses = map[int]string{
	http.StatusBadRequest:            "error.400",
	http.StatusNotFound:              "error.404",
	http.StatusMethodNotAllowed:      "error.405",
	http.StatusRequestEntityTooLarge: "error.413",
}

// failure tells which status and words answer an error.
func failure(err error) (status int, key string) {
	if f, ok := find(failures, err); ok {
		return f.status, f.key
	}
	var e *echo.HTTPError
	if errors.As(err, &e) {
		if errors.Is(e.Internal, errCrossSite) {
			return http.StatusForbidden, "error.cross-site"
		}
		if key, ok := statuses[e.Code]; ok {
			return e.Code, key
		}
	}
	return http.StatusInternalServerError, "error.500"
}

// offerLogin leads whoever is not logged in to do so, and back. Where his session ended while a page was open the whole
// page goes there: nothing is put in a corner of it.
func (s *server) offerLogin(c echo.Context, v visitor, f *views.Failure) {
	if v.account {
		return
	}
	f.SignIn = loginPath(wanted(c))
	if v.person == "" && wantsFragment(c) {
		c.Response().Header().Set(headerRedirect, f.SignIn)
	}
}

// fail answers an error with a page in the site's look, and logs it where the operator should know.
func (s *server) fail(err error, c echo.Context) {
	if c.Response().Committed || c.Request().Context().Err() != nil {
		return // nobody is there to read it
	}
	status, key := failure(err)
	f := views.Failure{Status: status, Key: key}
	if status == http.StatusInternalServerError {
		f.Request = c.Response().Header().Get(echo.HeaderXRequestID)
		s.Log.Error("request failed", "request", f.Request, "method", c.Request().Method, "path", c.Request().URL.Path,
			"match", c.Param("id"), "error", err)
	}
	v, visitorErr := s.visitor(c)
	if visitorErr != nil {
		v = visitor{lang: s.Words.Match(c.Request().Header.Get("Accept-Language"))}
	}
	f.Site = s.frame(c, v, v.lang.T(key+".title"))
	if errors.Is(err, match.ErrNotYours) {
		s.offerLogin(c, v, &f)
	}
	if err := respond(c, status, f.Site, views.FailureMain(f)); err != nil && c.Request().Context().Err() == nil {
		s.Log.Error("error page failed", "error", err)
	}
}
