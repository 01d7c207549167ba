package handlers

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"salle/game"
	"salle/game/match"
	"salle/views"
	"salle/views/lang"
)

// reviewPath is where records are read back.
const reviewPath = "/review"

// reviewLimit is the largest body of a form that brings a record: browsers end its lines with two bytes.
const reviewLimit = 2*match.MaxRecord + 16<<10

// recordPath is the address of a record that somebody keeps.
func recordPath(id string) string { return "/records/" + url.PathEscape(id) }

// showReview is the page that a record is given to.
func (s *server) showReview(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	return s.respondReview(c, http.StatusOK, v, "", nil)
}

// review shows a frame of a record that a visitor has pasted or uploaded. The form carries its text, because nothing is
// stored.
func (s *server) review(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	form, text, err := recordForm(c)
	large := &views.Notice{Refused: true, Key: "review.large", Args: []any{"n", match.MaxRecord >> 10}}
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge), len(text) > match.MaxRecord:
		return s.respondReview(c, http.StatusRequestEntityTooLarge, v, "", large)
	case err != nil:
		return formError(err)
	case strings.TrimSpace(text) == "":
		return s.respondReview(c, http.StatusUnprocessableEntity, v, "", &views.Notice{Refused: true, Key: "review.empty"})
	case form.Get("keep") != "":
		return s.keepRecord(c, v, form, text)
	}
	return s.respondReading(c, http.StatusOK, v, form, text, nil)
}

// recordForm reads a form that brings a record: as a file, or else as text.
func recordForm(c echo.Context) (form url.Values, text string, err error) {
	r := c.Request()
	r.Body = http.MaxBytesReader(c.Response(), r.Body, reviewLimit)
	if form, err = c.FormParams(); err != nil {
		return nil, "", err
	}
	text = form.Get("record")
	file, _, err := r.FormFile("file")
	if err == nil {
		defer file.Close()
		uploaded, err := io.ReadAll(file)
		if err != nil {
			return nil, "", err
		}
		text = cmp.Or(string(uploaded), text)
	}
	return form, strings.ReplaceAll(text, "\r\n", "\n"), nil
}

// respondReading sends a frame of a record that is not kept: up to the wrong line, where there is one.
func (s *server) respondReading(c echo.Context, status int, v visitor, form url.Values, text string, notice *views.Notice) error {
	look := func(name string) string { return cmp.Or(form.Get(name), form.Get("was-"+name)) }
	wanted, err := strconv.Atoi(look("step"))
	if err != nil {
		wanted = lastStep
	}
	eyes := eyesOf(look("eyes"))
	r, err := s.Matches.Read(text, eyes, wanted)
	if err != nil {
		return err
	}
	review := views.Review{Text: strings.ToValidUTF8(text, "\ufffd"), Eyes: views.ReviewEyes[eyes], Wrong: r.Wrong != nil}
	if r.Wrong == nil {
		review.KeepID = newID()
	} else {
		status, notice = http.StatusUnprocessableEntity, wrongRecord(v.lang, r)
	}
	if r.Steps == 0 {
		return s.respondReview(c, status, v, review.Text, notice)
	}
	t := s.reading(v, r)
	t.Review, t.Look, t.Notice = &review, lookOf(look), notice
	return s.respondFrame(c, status, v, r, t)
}

// reading is a frame of a record as its page shows it. Nobody plays in it any more: the viewer looks on.
func (s *server) reading(v visitor, r match.Reading) views.Table {
	t := table(v, r.Seen)
	for i := range t.Players {
		if t.Players[i].Level == 0 {
			t.Players[i].Name = cmp.Or(cleanName(t.Players[i].Name), v.lang.T("review.player", "n", i+1))
		}
	}
	t.Rated, t.Abortable = false, false
	return t
}

// respondFrame sends a frame of a record.
func (s *server) respondFrame(c echo.Context, status int, v visitor, r match.Reading, t views.Table) error {
	site, err := s.site(c, v, views.TableTitle(t))
	if err != nil {
		return err
	}
	component, err := board(t, r.Board)
	if err != nil {
		return err
	}
	site.Game, site.Short = t.Game, s.Words.Short(t.Game)
	if c.Request().Method != http.MethodGet {
		site.Here = reviewPath
	}
	return respond(c, status, site, component)
}

// eyesOf are the eyes of a name in a form or an address; all of them for none.
func eyesOf(name string) match.Eyes {
	return match.Eyes(max(slices.Index(views.ReviewEyes, name), 0))
}

// respondReview sends the page that a record is given to.
func (s *server) respondReview(c echo.Context, status int, v visitor, text string, notice *views.Notice) error {
	site, err := s.site(c, v, v.lang.T("review.title"))
	if err != nil {
		return err
	}
	site.Here = reviewPath
	kept, err := s.Matches.KeptBy(c.Request().Context(), v.person)
	if err != nil {
		return err
	}
	page := views.ReviewPage{Site: site, Text: text, Notice: notice, Size: match.MaxRecord >> 10}
	for _, r := range kept {
		line := views.KeptRecord{ID: r.ID, Game: r.Game, At: r.At}
		for i, name := range r.Names {
			line.Names[i] = cleanName(name)
		}
		page.Kept = append(page.Kept, line)
	}
	return respond(c, status, site, views.ReviewMain(page))
}

// wrongRecord says in the visitor's language which line of a record is wrong, what was found there and what was expected.
func wrongRecord(l *lang.Lang, r match.Reading) *views.Notice {
	wrong := r.Wrong
	found := shown(wrong.Found)
	if wrong.Found == "" || wrong.Found == game.FoundEnd {
		found = l.T("review.found.nothing")
	}
	n := &views.Notice{Refused: true, Key: "review.wrong", Args: []any{
		"line", wrong.Line, "found", found, "want", l.T("review.want."+wrong.Code, "what", wrong.What), "why", wrongWhy(l, wrong),
	}}
	switch {
	case wrong.Code == game.WantWhole:
		n.Key = "review.visible"
	case wrong.Code == game.WantKey:
		n.Key = "review.wrong.key"
	case r.Steps > 0:
		n.Key = "review.wrong.shown"
	}
	return n
}

// wrongWhy says why a step of a record was refused; "" where what was expected says it.
func wrongWhy(l *lang.Lang, wrong *game.RecordError) string {
	var illegal *game.IllegalError
	switch {
	case errors.As(wrong.Err, &illegal):
		return l.T("review.why.rule", "rule", illegal.Rule)
	case errors.Is(wrong.Err, game.ErrNotation):
		return l.T("review.why.notation")
	case errors.Is(wrong.Err, game.ErrTurn):
		return l.T("review.why.turn")
	}
	return ""
}

// keepRecord keeps a record under the id that its form brings, so that sent twice it is kept once.
func (s *server) keepRecord(c echo.Context, v visitor, form url.Values, text string) error {
	id := form.Get("keep")
	if !validID(id) {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	if err := s.welcome(c, &v); err != nil {
		return err
	}
	err := s.Matches.Keep(c.Request().Context(), id, v.person, text)
	var wrong *game.RecordError
	switch {
	case errors.Is(err, match.ErrRecords):
		notice := &views.Notice{Refused: true, Key: "review.full", Args: []any{"n", match.MaxRecords}}
		return s.respondReading(c, http.StatusConflict, v, form, text, notice)
	case errors.As(err, &wrong):
		return s.respondReading(c, http.StatusUnprocessableEntity, v, form, text, nil)
	case err != nil:
		return err
	}
	return seeOther(c, recordPath(id))
}

// showKept shows a frame of a record that somebody keeps: ?step=12; without it the last one.
func (s *server) showKept(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	kept, err := s.Matches.Kept(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	step, err := strconv.Atoi(c.QueryParam("step"))
	if err != nil {
		step = lastStep
	}
	eyes := eyesOf(c.QueryParam("eyes"))
	r, err := s.Matches.Read(kept.Text, eyes, step)
	if err != nil {
		return err
	}
	if r.Steps == 0 { // it was right when it was kept: a release that does not know its rules any more says so
		return s.respondReview(c, http.StatusUnprocessableEntity, v, kept.Text, wrongRecord(v.lang, r))
	}
	t := s.reading(v, r)
	t.ID, t.Look = kept.ID, lookOf(c.QueryParam)
	t.Review = &views.Review{Eyes: views.ReviewEyes[eyes], Mine: v.person != "" && kept.Person == v.person}
	if r.Wrong != nil {
		t.Notice = wrongRecord(v.lang, r)
	}
	return s.respondFrame(c, http.StatusOK, v, r, t)
}

// downloadKept sends a kept record as a file.
func (s *server) downloadKept(c echo.Context) error {
	kept, err := s.Matches.Kept(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+kept.ID+`.txt"`)
	return c.Blob(http.StatusOK, "text/plain; charset=utf-8", []byte(kept.Text))
}

// forgetKept forgets a record that the visitor keeps.
func (s *server) forgetKept(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	if err := s.Matches.Drop(c.Request().Context(), c.Param("id"), v.person); err != nil {
		return err
	}
	return seeOther(c, reviewPath)
}
