package handlers

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"salle/game/match"
	"salle/views"
)

// sessionZone is the name of the value that says in which zone a visitor reads the time.
const sessionZone = "zone"

// zoneOf is the zone in which a visitor reads the time; UTC where he has chosen none, or one that is not known.
func zoneOf(v visitor) *time.Location {
	name, _ := v.session.Values[sessionZone].(string)
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return zone
}

// retime pauses a match, goes on with it, or gives the other player time.
func (s *server) retime(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	revision, err := strconv.Atoi(form.Get("times"))
	if err != nil {
		revision = -1 // of no moment: the visitor is shown how things stand
	}
	seen, err := s.Matches.Retime(c.Request().Context(), c.Param("id"), acting(c, v), revision, form.Get("do"))
	return s.answerAction(c, v, seen, err, "")
}

// showLeisure is the page of a visitor's vacation and time zone.
func (s *server) showLeisure(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	return s.respondLeisure(c, http.StatusOK, v, nil)
}

func (s *server) respondLeisure(c echo.Context, status int, v visitor, notice *views.Notice) error {
	leisure, err := s.Matches.Leisure(c.Request().Context(), v.person)
	if err != nil {
		return err
	}
	site, err := s.site(c, v, v.lang.T("leisure.title"))
	if err != nil {
		return err
	}
	page := views.Leisure{Site: site, Mark: leisureMark(leisure), Until: leisure.Now.Ends, Left: leisure.Left, Zone: zoneOf(v), Notice: notice}
	return respond(c, status, site, views.LeisureMain(page))
}

// leisureMark names what a person has of vacation, for the forms that change it.
func leisureMark(l match.Leisure) string {
	if l.Now.Ends.IsZero() {
		return strconv.Itoa(l.Left)
	}
	return strconv.Itoa(l.Left) + "." + strconv.FormatInt(l.Now.Ends.Unix(), 10)
}

// changeLeisure takes a vacation, or ends it.
func (s *server) changeLeisure(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	if err := s.welcome(c, &v); err != nil {
		return err
	}
	leisure, err := s.Matches.Leisure(c.Request().Context(), v.person)
	switch {
	case err != nil:
		return err
	case form.Get("now") != leisureMark(leisure): // sent twice, or from a page that is old: how things stand is shown
		return seeOther(c, "/leisure")
	}
	if form.Get("do") == "end" {
		err = s.Matches.EndVacation(c.Request().Context(), v.person)
	} else {
		days, _ := strconv.Atoi(form.Get("days"))
		err = s.Matches.TakeVacation(c.Request().Context(), v.person, days)
	}
	if errors.Is(err, match.ErrVacation) {
		return s.respondLeisure(c, http.StatusUnprocessableEntity, v, &views.Notice{Refused: true, Key: "leisure.refused"})
	}
	if err != nil {
		return err
	}
	return seeOther(c, "/leisure")
}

// chooseZone keeps the zone in which a visitor reads the time.
func (s *server) chooseZone(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	name := form.Get("zone")
	if _, err := time.LoadLocation(name); err != nil || name == "" || name == "Local" { // the server's, under a name that tells nothing
		return s.respondLeisure(c, http.StatusUnprocessableEntity, v, &views.Notice{Refused: true, Key: "leisure.zone.refused"})
	}
	v.session.Values[sessionZone] = name
	if err := s.save(c, &v); err != nil {
		return err
	}
	return seeOther(c, returnTo(c))
}
