package handlers

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode"

	"github.com/gorilla/sessions"
	"github.com/labstack/echo/v4"

	"salle/game/match"
	"salle/views/lang"
)

// cookieName is the cookie's. The session says who a visitor is and what he prefers, and nothing else.
const cookieName = "salle"

// The keys of a session's values.
const (
	sessionPerson  = "person"
	sessionLang    = "lang"
	sessionAccount = "account" // set where the person has logged in to an account
	sessionLogin   = "login"   // when he did, in Unix seconds
	sessionPasskey = "passkey" // what a passkey is being asked for
	sessionName    = "name"    // the name of the account that a passkey is made for
)

// visitor is who sends a request.
type visitor struct {
	session *sessions.Session
	person  string // "" for one who has done nothing yet
	name    string
	account bool // he has logged in; else he is a guest or nobody yet
	lang    *lang.Lang
}

// visitor reads who sends a request. A cookie that cannot be read, or one of a person who is gone, is a visitor whom
// nobody knows yet: never an error.
func (s *server) visitor(c echo.Context) (visitor, error) {
	session, err := s.Sessions.Get(c.Request(), cookieName)
	if err != nil {
		return visitor{}, fmt.Errorf("read the session: %w", err)
	}
	if err := s.Sessions.Renew(c.Request(), c.Response(), session); err != nil {
		return visitor{}, fmt.Errorf("renew the session: %w", err)
	}
	v := visitor{session: session}
	v.person, _ = session.Values[sessionPerson].(string)
	if v.person != "" {
		person, err := s.People.Person(c.Request().Context(), v.person)
		if errors.Is(err, match.ErrNotFound) {
			v.person = ""
			delete(session.Values, sessionPerson)
			delete(session.Values, sessionAccount)
		} else if err != nil {
			return visitor{}, fmt.Errorf("read the visitor: %w", err)
		}
		v.name = person.Name
		v.account = session.Values[sessionAccount] != nil
	}
	if code, ok := session.Values[sessionLang].(string); ok {
		v.lang = s.Words.Get(code)
	} else {
		v.lang = s.Words.Match(c.Request().Header.Get("Accept-Language"))
	}
	return v, nil
}

// welcome makes a visitor whom nobody knows a guest: a person with a name that he may change.
func (s *server) welcome(c echo.Context, v *visitor) error {
	if v.person != "" {
		return nil
	}
	v.person = cmp.Or(firstPerson(v.session), newID())
	err := s.addGuest(c, v)
	if errors.Is(err, match.ErrExists) {
		there, readErr := s.People.Person(c.Request().Context(), v.person)
		if readErr == nil && s.Clock().Sub(there.Created) < doubleClick {
			v.name, err = there.Name, nil // another form of the same page came first
		} else { // the session was ended, and its cookie is still here
			v.person = newID()
			err = s.addGuest(c, v)
		}
	}
	if err != nil {
		return fmt.Errorf("welcome a guest: %w", err)
	}
	v.session.Values[sessionPerson] = v.person
	return s.save(c, v)
}

// doubleClick is how long after a guest has come a form of the page on which he was nobody yet still is his.
const doubleClick = time.Minute

// addGuest stores the visitor as a new person under his id.
func (s *server) addGuest(c echo.Context, v *visitor) error {
	v.name = v.lang.T("site.guest") + " " + v.person[:4]
	return s.People.AddPerson(c.Request().Context(), match.Person{ID: v.person, Name: v.name, Created: s.Clock()})
}

// save writes the visitor's session and its cookie.
func (s *server) save(c echo.Context, v *visitor) error {
	if err := s.Sessions.Save(c.Request(), c.Response(), v.session); err != nil {
		return fmt.Errorf("save the session: %w", err)
	}
	return nil
}

// returnTo is the local path that a form or an address names for afterwards; the home page if it names none or another
// site's. A form of the frame says "to", which a script keeps at where the visitor is; one that leads elsewhere says "next".
func returnTo(c echo.Context) string {
	return localPath(cmp.Or(c.FormValue("next"), c.FormValue("to")))
}

// localPath is a path of this site as it is; the home page for anything else.
func localPath(to string) string {
	if !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.ContainsRune(to, '\\') || strings.ContainsFunc(to, unicode.IsControl) {
		return "/"
	}
	return to
}

// seeOther answers a form with the page to look at next.
func seeOther(c echo.Context, to string) error { return c.Redirect(http.StatusSeeOther, to) }
