package handlers

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"salle/game"
	"salle/game/match"
	"salle/views"
	"salle/views/lang"
)

// matchPath is the address of a match's page.
func matchPath(id string) string { return "/matches/" + url.PathEscape(id) }

// showMatch shows the board. The half-filled action stands in the address, for the moment that it was made for; a page
// that waits asks with the version it shows and is answered only when there is a later one.
func (s *server) showMatch(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	seen, err := s.Matches.Look(c.Request().Context(), c.Param("id"), acting(c, v))
	if errors.Is(err, match.ErrShared) {
		return s.respondCurtain(c, v)
	}
	if err != nil {
		return err
	}
	s.Matches.Saw(seen.ID, seen.Seat)
	if shown := c.QueryParam("since"); shown == since(seen) {
		return c.NoContent(http.StatusNoContent)
	} else if shown != "" && seen.Seat == game.Spectator && !strings.HasPrefix(shown, seen.Seat.String()+".") {
		return match.ErrNotYours // a player's page, whose session has ended: it must not turn into a spectator's
	}
	t := table(v, seen)
	t.Here = withoutSince(c.Request().URL)
	t.Pick, t.Look = c.QueryParam("do"), lookOf(c.QueryParam)
	at := markOf(c.QueryParam("ply"))
	if seen.Shared { // what the one fills in stands in no address that the other could come back to
		t.Pick, at = filled(c, v, seen), seen.Mark
	}
	t.Look.Whole = !wantsFragment(c)
	picked := cmp.Or(t.Pick, t.Look.Pick, t.Look.Target)
	if picked != "" && at != seen.Mark {
		t.Notice = staleNotice(seen, at, t.Pick, picked)
		t.Pick, t.Look.Pick, t.Look.Target = "", "", ""
	}
	status := http.StatusOK
	switch {
	case t.Look.Target != "":
		if refused, notice, ok := refusal(v.lang, mayAim(seen, t.Look.Target), t.Game, t.Look.Target+"*"); ok && notice != nil {
			status, t.Notice, t.Look.Target = refused, notice, ""
		}
	case t.Look.Asks && !seen.Status.Result.Over:
		t.Notice = &views.Notice{Key: "match.resign.asked"}
	}
	return s.respondTable(c, status, v, seen, t)
}

// since names what a page of a match shows: it asks with it for what comes later.
func since(seen match.Seen) string {
	token := seen.Seat.String() + "." + strconv.Itoa(seen.Version) + "." + strconv.Itoa(seen.Clocks.Revision) + "." + strconv.Itoa(seen.Talked)
	if seen.Rematch != nil {
		token += "." + seen.Rematch.State
	}
	return token
}

// withoutSince is a page's address as it stands when nobody asks for what comes later.
func withoutSince(u *url.URL) string {
	values := u.Query()
	values.Del("since")
	if len(values) == 0 {
		return u.Path
	}
	return u.Path + "?" + values.Encode()
}

// act does what a form asks for, at the moment that it was made for.
func (s *server) act(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	actions := form["do"]
	at, revision := markOf(form.Get("ply")), form.Get("draft")
	seen, err := s.Matches.Confirm(c.Request().Context(), c.Param("id"), acting(c, v), at, revision, actions)
	return s.answerAction(c, v, seen, err, strings.Join(actions, " "))
}

// staleNotice tells a visitor with an old address what became of what it holds: played by him then, or not.
func staleNotice(seen match.Seen, at game.Mark, action, picked string) *views.Notice {
	for _, l := range seen.Lines {
		if l.Seat == seen.Seat && l.Ply == at.Ply && l.Action == action {
			return &views.Notice{Key: "refuse.repeated"}
		}
	}
	return &views.Notice{Refused: true, Key: "refuse.stale", Args: []any{"action", shown(picked)}}
}

// posted is who sent a form, and the form.
func (s *server) posted(c echo.Context) (visitor, url.Values, error) {
	v, err := s.visitor(c)
	if err != nil {
		return visitor{}, nil, err
	}
	form, err := c.FormParams()
	if err != nil {
		return visitor{}, nil, formError(err)
	}
	return v, form, nil
}

// formError tells a form that cannot be read from one that is too large.
func formError(err error) error {
	var e *echo.HTTPError
	if errors.As(err, &e) {
		return e
	}
	return echo.NewHTTPError(http.StatusBadRequest).SetInternal(err)
}

// refusal puts a refused action in a status and a sentence; ok is false for an error that is no refusal.
func refusal(l *lang.Lang, err error, slug, action string) (status int, n *views.Notice, ok bool) {
	n = &views.Notice{Refused: true, Args: []any{"action", shown(action), "n", views.MaxName}}
	var illegal *game.IllegalError
	switch {
	case err == nil:
		return http.StatusOK, nil, true
	case errors.Is(err, match.ErrStale):
		n.Key = "refuse.stale"
		if action == "" || game.IsTable(action) {
			n.Key = "refuse.stale.plain"
		}
		return http.StatusConflict, n, true
	case errors.Is(err, match.ErrDraft):
		n.Key = refusalKey(l, slug, "draft")
		return http.StatusConflict, n, true
	case errors.Is(err, game.ErrTurn):
		n.Key = "refuse.turn"
		return http.StatusConflict, n, true
	case errors.Is(err, game.ErrOver):
		n.Key = "refuse.over"
		return http.StatusConflict, n, true
	case errors.Is(err, game.ErrNotation) && action == "":
		n.Key = refusalKey(l, slug, "unfilled")
		return http.StatusUnprocessableEntity, n, true
	case errors.As(err, &illegal):
		n.Key = refusalKey(l, slug, illegal.Key)
		if illegal.Key == match.CodeFormationFull {
			n.Args = []any{"n", match.MaxFormations}
		}
		return http.StatusUnprocessableEntity, n, true
	case errors.Is(err, game.ErrNotation):
		n.Key = refusalKey(l, slug, "notation")
		return http.StatusUnprocessableEntity, n, true
	}
	return 0, nil, false
}

// refusalKey is the key of a reason's sentence: the game's own where it has one.
func refusalKey(l *lang.Lang, slug, code string) string {
	if key := "refuse." + slug + "." + code; l.Has(key) {
		return key
	}
	return "refuse." + code
}

// shown is a visitor's own text, short enough to say back to him and without what shows nothing.
func shown(text string) string {
	const most = 40
	text = printed(text)
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// table is a match as its page shows it.
func table(v visitor, seen match.Seen) views.Table {
	t := views.Table{
		Lang: v.lang, ID: seen.ID, Game: seen.Info.Slug, Seat: seen.Seat, Status: seen.Status, Mark: seen.Mark,
		News: seen.News, Earlier: seen.Earlier, Offer: seen.Offer, Fire: seen.Fire, Draft: seen.Draft, Revision: seen.Revision,
		Since: since(seen), Step: seen.Step, Steps: seen.Steps, Ended: seen.Ended,
		Between: seen.Between, Rated: seen.Rated, Shared: seen.Shared, Watched: seen.Watched, Abortable: seen.Abortable,
	}
	t.Clocks = clocks(v, seen)
	t.Blocked, t.Finished, t.Counted = seen.Blocked, seen.Finished, seen.Counted
	for i, r := range seen.Ratings {
		t.Ratings[i] = views.RatingMove(r)
	}
	t.Graded, t.Before, t.After = seen.Graded, views.Standing(seen.Before), views.Standing(seen.After)
	t.Dan = dansOf(seen)
	for i, p := range seen.Players {
		t.Players[i] = player(p, seen.Info, seen.Setup)
	}
	for _, f := range seen.Kept {
		t.Formations = append(t.Formations, f.Name)
	}
	for _, l := range seen.Lines {
		t.Lines = append(t.Lines, views.Line{Entry: l.Entry, Round: l.Round})
	}
	t.Talk, t.Plans = talk(v, seen), plans(seen)
	if seen.Status.Result.Over && seen.Seat.Plays() {
		t.RematchID = newID()
		t.NewID, t.Levels = newID(), seen.Info.LevelsIn(seen.Setup.Variant)
		if seen.Info.Climbs(seen.Setup.Variant) {
			t.Levels = seen.Climb.Reached
		}
		t.Side, t.Variant = seen.Info.Sides[seen.Seat], seen.Setup.Variant
	}
	return t
}

// clocks are a match's clocks as its page shows them.
func clocks(v visitor, seen match.Seen) views.Clocks {
	c := seen.Clocks
	return views.Clocks{
		Settings: c.Settings, Revision: c.Revision, Now: c.Now, Deadline: c.Deadline, Asked: c.Asked,
		Paused: c.Paused, Away: c.Away, Zone: zoneOf(v),
	}
}

// dansOf are the grades of the players of a match whose game has some: a machine's is its level, a person's where he
// stands, or stood when a graded match began.
func dansOf(seen match.Seen) (dans [2]int) {
	if !seen.Info.Climbs(seen.Setup.Variant) {
		return dans
	}
	for i, p := range seen.Players {
		dans[i] = p.Level
	}
	if seen.Seat.Plays() {
		dans[seen.Seat] = cmp.Or(seen.Before.Dan, seen.Climb.Dan)
	}
	return dans
}

func (s *server) respondTable(c echo.Context, status int, v visitor, seen match.Seen, t views.Table) error {
	if seen.Rematch != nil {
		offer := s.offer(c, *seen.Rematch, acting(c, v))
		offer.Mine = seen.Rematch.Seat == seen.Seat.Other() // he who asks for it takes the other seat
		t.Rematch = &offer
	}
	site, err := s.site(c, v, views.TableTitle(t))
	if err != nil {
		return err
	}
	t.Others = site.Waiting
	if seen.Seat.Plays() && seen.Status.ToAct.Has(seen.Seat) {
		t.Others--
	}
	component, err := board(t, seen.Board)
	if err != nil {
		return err
	}
	site.Game, site.Short = t.Game, s.Words.Short(t.Game)
	if seen.Watched && s.BaseURL != nil { // previews are fetched from elsewhere
		site.Picture = s.origin(c) + matchPath(seen.ID) + "/position.png"
	}
	return respond(c, status, site, component)
}
