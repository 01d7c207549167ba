package handlers

import (
	"net/http"
	"strings"
	"unicode"

	"github.com/labstack/echo/v4"

	"salle/views"
)

// chooseLanguage keeps the language that a visitor wants.
func (s *server) chooseLanguage(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	code := form.Get("lang")
	if s.Words.Get(code).Code() != code {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	v.session.Values[sessionLang] = code
	if err := s.save(c, &v); err != nil {
		return err
	}
	return seeOther(c, returnTo(c))
}

// rename gives a visitor another name. An empty one keeps the old; one that is another's is refused on the page of his
// account.
func (s *server) rename(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	name := cleanName(form.Get("name"))
	if name == "" || name == v.name {
		return seeOther(c, returnTo(c))
	}
	if err := s.welcome(c, &v); err != nil {
		return err
	}
	err = s.Accounts.Rename(c.Request().Context(), v.person, name)
	if status, notice, ok := s.refuseAccount(c, err); ok {
		return s.respondAccount(c, status, v, name, notice)
	}
	if err != nil {
		return err
	}
	return seeOther(c, returnTo(c))
}

// blank are characters that count as letters or signs and show nothing.
const blank = "\u115f\u1160\u2800\u3164\uffa0"

// cleanName makes a name fit to stand in a line: printed, single spaces, at most views.MaxName characters.
func cleanName(name string) string {
	runes := []rune(strings.Join(strings.Fields(printed(name)), " "))
	return strings.TrimSpace(string(runes[:min(len(runes), views.MaxName)]))
}

// maxMarks is how many combining marks may stand on one letter: more would run over the lines above and below.
const maxMarks = 3

// printed is text without what shows nothing, or what shows where it should not: control and invisible formatting
// characters, bytes that are no text, and heaps of combining marks. Every kind of space is a plain one.
func printed(text string) string {
	marks := 0
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
			if marks++; marks > maxMarks {
				return -1
			}
			return r
		case unicode.IsSpace(r):
			r = ' '
		case !unicode.IsPrint(r), r == unicode.ReplacementChar, strings.ContainsRune(blank, r):
			return -1
		}
		marks = 0
		return r
	}, strings.ToValidUTF8(text, ""))
}
