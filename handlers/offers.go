package handlers

import (
	"errors"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"salle/game"
	"salle/game/clock"
	"salle/game/match"
	"salle/views"
)

// clockChoices are the time controls that a form proposes, in notation.
var clockChoices = [...]string{
	"none", "1d", "2d", "3d", "5d", "7d", "14d", "bank 5d+12h max 10d", "bank 10d+1d max 20d", "bank 30d+1d max 45d",
}

// proposedClock is the one that is chosen at first.
const proposedClock = "3d"

func offerPath(id string) string { return "/offers/" + id }

// showNewOffer is the page on which a match with a friend is offered.
func (s *server) showNewOffer(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	g, ok := s.Games.Find(c.QueryParam("game"))
	if !ok {
		return match.ErrNotFound
	}
	card, err := s.gameCard(c, v, g.Info(), nil)
	if err != nil {
		return err
	}
	site, err := s.site(c, v, v.lang.T("offer.new.title", "game", v.lang.T("game."+card.Slug+".name")))
	if err != nil {
		return err
	}
	page := views.NewOffer{Site: site, Game: card, SharedID: newID(), Account: v.account}
	page.Game.NewID = newID()
	page.Names = [2]string{v.name, v.lang.T("offer.shared.other")}
	for _, text := range clockChoices {
		settings, err := clock.Parse(text)
		if err != nil {
			return err
		}
		page.Clocks = append(page.Clocks, settings)
		if text == proposedClock {
			page.Proposed = settings
		}
	}
	return respond(c, http.StatusOK, site, views.NewOfferMain(page))
}

// makeOffer offers a match. The form brings the id, so that sent twice it offers one.
func (s *server) makeOffer(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	text := form.Get("clock")
	if form.Get("weekends") != "" && text != "none" {
		text += " weekends"
	}
	settings, clockErr := clock.Parse(text)
	seat, ok := s.offeredSeat(form.Get("game"), form.Get("side"))
	if clockErr != nil || !ok || !validID(form.Get("id")) {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	if err := s.welcome(c, &v); err != nil {
		return err
	}
	o, err := s.Matches.Propose(c.Request().Context(), match.Offer{
		ID: form.Get("id"), Maker: v.person, Game: form.Get("game"), Variant: variantOf(form["variant"]), Seat: seat, Clock: settings,
		Rated: form.Get("rated") != "" && v.account, Watched: form.Get("watched") != "", Listed: form.Get("listed") != "",
	})
	if err != nil {
		return err
	}
	return seeOther(c, offerPath(o.ID))
}

// offeredSeat is the seat that a maker asks for: Spectator for one that is drawn when the other comes, as it is where the
// sides are alike and none was named.
func (s *server) offeredSeat(slug, side string) (seat game.Seat, ok bool) {
	if side == "" || side == views.DrawnSide {
		return game.Spectator, true
	}
	return s.seatNamed(slug, side)
}

// showOffer shows an offer to its maker, to whoever has its link, and leads from a taken one to the match.
func (s *server) showOffer(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	o, err := s.Matches.LookOffer(c.Request().Context(), c.Param("id"), v.person)
	if err != nil {
		return err
	}
	if since := c.QueryParam("since"); since != "" && since == o.State {
		return c.NoContent(http.StatusNoContent)
	}
	if o.State == match.OfferTaken && s.plays(c, o.Match, v.person) {
		if wantsFragment(c) {
			c.Response().Header().Set(headerRedirect, matchPath(o.Match))
			return c.NoContent(http.StatusOK)
		}
		return seeOther(c, matchPath(o.Match))
	}
	return s.respondOffer(c, http.StatusOK, v, o, nil)
}

// plays tells whether a person acts in a match.
func (s *server) plays(c echo.Context, id, person string) bool {
	seen, err := s.Matches.Look(c.Request().Context(), id, person)
	return err == nil && seen.Seat.Plays()
}

func (s *server) respondOffer(c echo.Context, status int, v visitor, o match.Offer, notice *views.Notice) error {
	site, err := s.site(c, v, v.lang.T("offer.title", "game", v.lang.T("game."+o.Game+".name"), "who", o.MakerName))
	if err != nil {
		return err
	}
	page := views.OfferPage{Site: site, Offer: s.offer(c, o, v.person), Notice: notice, Zone: zoneOf(v)}
	return respond(c, status, site, views.OfferMain(page))
}

// offer is an offer as pages show it.
func (s *server) offer(c echo.Context, o match.Offer, person string) views.Offer {
	shown := views.Offer{
		ID: o.ID, Game: o.Game, Variant: o.Variant, Maker: o.MakerName, Rival: o.PersonName, Mine: person != "" && o.Maker == person,
		Asked: person != "" && o.Person == person, Seat: o.Seat, Clock: o.Clock, Rated: o.Rated, Watched: o.Watched, Listed: o.Listed,
		Expires: o.Expires, State: o.State, Match: o.Match,
		Link: s.origin(c) + offerPath(o.ID), Rating: ratingOf(o.MakerRated),
	}
	if g, ok := s.Games.Find(o.Game); ok && o.Seat.Plays() {
		shown.Side = g.Info().Sides[o.Seat]
	}
	return shown
}

// origin is how visitors reach the site.
func (s *server) origin(c echo.Context) string {
	if s.BaseURL != nil {
		return s.BaseURL.Scheme + "://" + s.BaseURL.Host
	}
	if c.Request().TLS != nil {
		return "https://" + c.Request().Host
	}
	return "http://" + c.Request().Host
}

// answerOffer answers an offer, or withdraws it.
func (s *server) answerOffer(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	ctx, id := c.Request().Context(), c.Param("id")
	switch form.Get("do") {
	case "take":
		return s.takeOffer(c, v, id)
	case "decline":
		err = s.Matches.Decline(ctx, id, v.person)
	case "withdraw":
		err = s.Matches.Withdraw(ctx, id, v.person)
	case "told":
		if err := s.Matches.Told(ctx, id, v.person); err != nil {
			return err
		}
		return seeOther(c, "/#offers")
	default:
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	return s.answeredOffer(c, v, id, err)
}

// offerRefusals are the sentences for what cannot be done with an offer.
var offerRefusals = []refused{
	{match.ErrSettled, http.StatusConflict, "offer.refused.settled"},
	{match.ErrOwn, http.StatusConflict, "offer.refused.own"},
	{match.ErrBlocked, http.StatusForbidden, "block.refused"},
}

// answeredOffer shows an offer after it was answered; where it could not be, with the reason.
func (s *server) answeredOffer(c echo.Context, v visitor, id string, err error) error {
	if err == nil && !wantsFragment(c) {
		return seeOther(c, offerPath(id))
	}
	status, notice := http.StatusOK, (*views.Notice)(nil)
	if r, ok := find(offerRefusals, err); ok {
		status, notice = r.status, &views.Notice{Refused: true, Key: r.key}
	} else if err != nil {
		return err
	}
	o, err := s.Matches.LookOffer(c.Request().Context(), id, v.person)
	if err != nil {
		return err
	}
	return s.respondOffer(c, status, v, o, notice)
}

// takeOffer gives a visitor the free seat and shows a guest the link of it, which is his key from any other device.
func (s *server) takeOffer(c echo.Context, v visitor, id string) error {
	if err := s.welcome(c, &v); err != nil {
		return err
	}
	ctx := c.Request().Context()
	seen, err := s.Matches.Take(ctx, id, v.person, newID())
	if err != nil {
		return s.answeredOffer(c, v, id, err)
	}
	if v.account {
		return seeOther(c, matchPath(seen.ID))
	}
	return seeOther(c, matchPath(seen.ID)+"/link")
}

// showLobby lists the offers that everybody may take.
func (s *server) showLobby(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	list, err := s.Matches.Lobby(c.Request().Context(), v.person)
	if err != nil {
		return err
	}
	site, err := s.site(c, v, v.lang.T("lobby.title"))
	if err != nil {
		return err
	}
	page := views.Lobby{Site: site, Zone: zoneOf(v)}
	for _, o := range list {
		page.Offers = append(page.Offers, s.offer(c, o, v.person))
	}
	return respond(c, http.StatusOK, site, views.LobbyMain(page))
}

// rematch offers the other player another match, or takes the one that he has offered.
func (s *server) rematch(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	if !validID(form.Get("id")) {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	o, seen, err := s.Matches.Rematch(c.Request().Context(), c.Param("id"), acting(c, v), form.Get("id"))
	switch {
	case err != nil && slices.ContainsFunc([]error{match.ErrSettled, game.ErrTurn}, func(e error) bool { return errors.Is(err, e) }):
		return seeOther(c, matchPath(c.Param("id")))
	case err != nil:
		return err
	case seen.ID != "":
		return seeOther(c, matchPath(seen.ID))
	}
	return seeOther(c, offerPath(o.ID))
}
