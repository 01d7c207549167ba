package handlers

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"salle/game/match"
	"salle/views"
)

// talkRefusals are the keys of the sentences that say why nothing was said.
var talkRefusals = []refused{
	{match.ErrSilent, http.StatusUnprocessableEntity, "talk.refused.silent"},
	{match.ErrLong, http.StatusUnprocessableEntity, "talk.refused.long"},
	{match.ErrHaste, http.StatusTooManyRequests, "talk.refused.haste"},
}

// talk is what is said in a match, as its page shows it.
func talk(v visitor, seen match.Seen) views.Talk {
	t := views.Talk{
		Open: seen.Talk.Open, Before: seen.Talk.Before, Own: seen.Talk.Own, Notes: seen.Talk.Notes, Zone: zoneOf(v), Total: seen.Talked,
	}
	for _, s := range seen.Talk.Said {
		t.Said = append(t.Said, views.Said{Speaker: views.Speaker(s.Speaker), Text: s.Text, At: s.At})
	}
	for _, s := range seen.Talk.Muted {
		t.Muted = append(t.Muted, views.Speaker(s))
	}
	return t
}

// named is posted for what only somebody does who has a name: one who looks on is given one.
func (s *server) named(c echo.Context) (visitor, error) {
	v, _, err := s.posted(c)
	if err != nil {
		return visitor{}, err
	}
	if _, err := s.Matches.Look(c.Request().Context(), c.Param("id"), acting(c, v)); err != nil {
		return visitor{}, err
	}
	return v, s.welcome(c, &v)
}

// say makes a visitor's remark.
func (s *server) say(c echo.Context) error {
	v, err := s.named(c)
	if err != nil {
		return err
	}
	text := cleanText(c.FormValue("text"))
	said, err := strconv.Atoi(c.FormValue("said"))
	if err != nil {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	seen, err := s.Matches.Say(c.Request().Context(), c.Param("id"), acting(c, v), said, text)
	if r, ok := find(talkRefusals, err); ok {
		t := table(v, seen)
		t.Talk.Text, t.Talk.Refused = text, r.key
		t.Notice = &views.Notice{Refused: true, Key: r.key, Args: []any{"n", match.MaxRemark}}
		return s.respondTable(c, r.status, v, seen, t)
	}
	return s.answerTalk(c, v, seen, err, "#talk")
}

// answerTalk answers a form that changed nothing on the board: with the match, at a part of its page.
func (s *server) answerTalk(c echo.Context, v visitor, seen match.Seen, err error, part string) error {
	if err != nil {
		return err
	}
	if !wantsFragment(c) {
		return seeOther(c, after(seen, lookOf(c.FormValue))+part)
	}
	return s.answerForm(c, v, seen, http.StatusOK, nil, "")
}

// mute keeps from a visitor what somebody says, or lets him hear it again.
func (s *server) mute(c echo.Context) error {
	v, err := s.named(c)
	if err != nil {
		return err
	}
	key, muted := c.FormValue("mute"), true
	if key == "" {
		key, muted = c.FormValue("hear"), false
	}
	seen, err := s.Matches.Mute(c.Request().Context(), c.Param("id"), acting(c, v), key, muted)
	return s.answerTalk(c, v, seen, err, "#talk")
}

// note keeps what a visitor notes for himself.
func (s *server) note(c echo.Context) error {
	v, err := s.named(c)
	if err != nil {
		return err
	}
	text := cleanText(c.FormValue("text"))
	if _, sent := c.Request().Form["text"]; !sent { // no form of ours: it would empty the notes
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	seen, err := s.Matches.Note(c.Request().Context(), c.Param("id"), acting(c, v), text)
	if errors.Is(err, match.ErrLong) {
		t := table(v, seen)
		t.Talk.Notes = text
		t.Notice = &views.Notice{Refused: true, Key: "talk.notes.long", Args: []any{"n", match.MaxNotes}}
		return s.respondTable(c, http.StatusUnprocessableEntity, v, seen, t)
	}
	if err != nil {
		return err
	}
	return s.answerForm(c, v, seen, http.StatusOK, &views.Notice{Key: "talk.notes.kept"}, "")
}

// showTalk is the page of what was said in a match, before some number of remarks.
func (s *server) showTalk(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	before := -1 // where the address names none: up to the latest
	if text := c.QueryParam("before"); text != "" {
		if before, err = strconv.Atoi(text); err != nil {
			return echo.NewHTTPError(http.StatusBadRequest)
		}
	}
	seen, err := s.Matches.Earlier(c.Request().Context(), c.Param("id"), acting(c, v), before)
	if err != nil {
		return err
	}
	site, err := s.site(c, v, v.lang.T("talk.earlier.title"))
	if err != nil {
		return err
	}
	return respond(c, http.StatusOK, site, views.TalkMain(views.TalkPage{Site: site, ID: seen.ID, Talk: talk(v, seen)}))
}

// cleanText makes a text of several lines fit to be shown: each line printed, one empty line at most between two others.
func cleanText(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n").Replace(text)
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(printed(line), " ")
		if line != "" || len(lines) > 0 && lines[len(lines)-1] != "" {
			lines = append(lines, line)
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
