package handlers

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"salle/game"
	"salle/game/match"
	"salle/views"
)

// seatPath is the address that opens a seat to whoever has its secret.
func seatPath(secret string) string { return "/seats/" + secret }

// showLink tells a player what a link to his seat is for, and offers to make one.
func (s *server) showLink(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	return s.respondLink(c, v, "")
}

// newLink makes a new link to a visitor's seat and shows it, this once: only what it hashes to is kept.
func (s *server) newLink(c echo.Context) error {
	v, _, err := s.posted(c)
	if err != nil {
		return err
	}
	secret := newID()
	if err := s.Matches.NewLink(c.Request().Context(), c.Param("id"), v.person, secret); err != nil {
		return err
	}
	return s.respondLink(c, v, s.origin(c)+seatPath(secret))
}

func (s *server) respondLink(c echo.Context, v visitor, link string) error {
	seen, err := s.Matches.Look(c.Request().Context(), c.Param("id"), v.person)
	if err != nil {
		return err
	}
	if !seen.Seat.Plays() {
		return match.ErrNotYours
	}
	site, err := s.site(c, v, v.lang.T("seat.title"))
	if err != nil {
		return err
	}
	return respond(c, http.StatusOK, site, views.NewLinkMain(views.SeatLink{
		Site: site, ID: seen.ID, Game: seen.Info.Slug, Who: seen.Players[seen.Seat].Name,
		Rival: seen.Players[seen.Seat.Other()].Name, Link: link,
	}))
}

// showSeat is where a seat's link leads: it says what it opens, and changes nothing.
func (s *server) showSeat(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	link, err := s.Matches.LookLink(c.Request().Context(), c.Param("key"), v.person)
	if err != nil {
		return err
	}
	if link.Holds {
		return seeOther(c, matchPath(link.ID))
	}
	return s.respondSeat(c, http.StatusOK, v, link)
}

func (s *server) respondSeat(c echo.Context, status int, v visitor, link match.Linked) error {
	site, err := s.site(c, v, v.lang.T("seat.title"))
	if err != nil {
		return err
	}
	return respond(c, status, site, views.SeatMain(views.SeatLink{
		Site: site, ID: link.ID, Game: link.Game, Who: link.Players[link.Seat].Name,
		Rival: link.Players[link.Seat.Other()].Name, Key: c.Param("key"), Bars: link.Rival,
	}))
}

// sit gives a visitor the seat that a link opens.
func (s *server) sit(c echo.Context) error {
	v, _, err := s.posted(c)
	if err != nil {
		return err
	}
	ctx, key := c.Request().Context(), c.Param("key")
	link, err := s.Matches.LookLink(ctx, key, v.person)
	if err != nil {
		return err
	}
	if err := s.welcome(c, &v); err != nil {
		return err
	}
	id, err := s.Matches.Sit(ctx, key, v.person)
	if errors.Is(err, match.ErrOwn) {
		return s.respondSeat(c, http.StatusForbidden, v, link)
	}
	if err != nil {
		return err
	}
	return seeOther(c, matchPath(id))
}

// sessionSits leads the names of a session's values that say who sits in front of a shared match.
const sessionSits = "sits "

// acting is as whom a visitor acts in the match that a request names: as himself or, where two share his device, as the
// player who sits in front of it.
func acting(c echo.Context, v visitor) string {
	if as, ok := v.session.Values[sessionSits+c.Param("id")].(string); ok {
		return as
	}
	return v.person
}

// openShared opens a match that two people play at this device.
func (s *server) openShared(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	if !validID(form.Get("id")) {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	if err := s.welcome(c, &v); err != nil {
		return err
	}
	h := match.Header{ID: form.Get("id"), Game: form.Get("game"), Setup: game.Setup{Variant: variantOf(form["variant"])}}
	names := [2]string{cleanName(form.Get("first")), cleanName(form.Get("second"))}
	for i, name := range names {
		if name == "" {
			name = v.lang.T("offer.shared.player", "n", i+1)
		}
		h.Players[i].Person = newID()
		player := match.Person{ID: h.Players[i].Person, Name: name, Created: s.Clock()}
		if err := s.People.AddPerson(c.Request().Context(), player); err != nil {
			return err
		}
	}
	err = s.Matches.Share(c.Request().Context(), h, v.person)
	if err != nil && !errors.Is(err, match.ErrExists) {
		return err
	}
	return seeOther(c, matchPath(h.ID))
}

// sessionFills leads the names of a session's values that say what the player who sits in front of a shared match has filled
// in and not sent: for which seat and moment, and the list.
const sessionFills = "fills "

// fill keeps what a player at a shared match has filled in, until it is sent or the curtain falls.
func (s *server) fill(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	id := c.Param("id")
	seen, err := s.Matches.Look(c.Request().Context(), id, acting(c, v))
	if errors.Is(err, match.ErrShared) {
		return s.respondCurtain(c, v)
	}
	if err != nil {
		return err
	}
	if !seen.Shared {
		return echo.NewHTTPError(http.StatusMethodNotAllowed)
	}
	if form.Get("as") == strconv.Itoa(int(seen.Seat)) {
		v.session.Values[sessionFills+id] = form.Get("as") + " " + form.Get("ply") + " " + shown(form.Get("do"))
		if err := s.save(c, &v); err != nil {
			return err
		}
	}
	if wantsFragment(c) {
		return s.showMatch(c)
	}
	return seeOther(c, matchPath(id))
}

// filled is what the player who sits in front of a shared match has filled in for this moment; "" where it is the other's or
// for another moment.
func filled(c echo.Context, v visitor, seen match.Seen) string {
	text, _ := v.session.Values[sessionFills+c.Param("id")].(string)
	parts := strings.SplitN(text, " ", 3)
	if len(parts) < 3 || parts[0] != strconv.Itoa(int(seen.Seat)) || markOf(parts[1]) != seen.Mark {
		return ""
	}
	return parts[2]
}

// rise lets nobody sit in front of a shared match, nor anything be filled in there.
func (v visitor) rise(id string) {
	delete(v.session.Values, sessionSits+id)
	delete(v.session.Values, sessionFills+id)
}

// hand seats one of two players in front of a shared match, or lets him rise: then the curtain falls.
func (s *server) hand(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	id := c.Param("id")
	curtain, err := s.Matches.Curtain(c.Request().Context(), id, v.person)
	if err != nil {
		return err
	}
	v.rise(id)
	for seat, as := range curtain.As { // who has done what he owes has nothing to look at that the other should not see
		if form.Get("seat") == strconv.Itoa(seat) && curtain.ToAct.Has(game.Seat(seat)) {
			v.session.Values[sessionSits+id] = as
		}
	}
	if err := s.save(c, &v); err != nil {
		return err
	}
	return seeOther(c, matchPath(id))
}

// drop lets the curtain fall once the player who sits in front of a shared match has done what he owed at the ply that his
// form was made for, even if he owes something at the next one.
func (s *server) drop(c echo.Context, v *visitor, seen match.Seen) (fell bool, err error) {
	status := seen.Status
	owes := status.ToAct.Has(seen.Seat) && markOf(c.FormValue("ply")).Ply == status.Ply
	if !seen.Shared || status.Result.Over || owes {
		return false, nil
	}
	v.rise(seen.ID)
	return true, s.save(c, v)
}

// respondCurtain shows who may sit down in front of a shared match.
func (s *server) respondCurtain(c echo.Context, v visitor) error {
	curtain, err := s.Matches.Curtain(c.Request().Context(), c.Param("id"), v.person)
	if err != nil {
		return err
	}
	site, err := s.site(c, v, v.lang.T("curtain.title", "game", v.lang.T("game."+curtain.Game+".name")))
	if err != nil {
		return err
	}
	page := views.Curtain{Site: site, ID: c.Param("id"), Game: curtain.Game, ToAct: curtain.ToAct}
	for i, name := range curtain.Names {
		page.Players[i].Name = name
	}
	return respond(c, http.StatusOK, site, views.CurtainMain(page))
}
