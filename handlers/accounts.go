package handlers

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"salle/account"
	"salle/views"
	"salle/views/lang"
)

// ReservedNames are what pages call those who have no account, in every language: no account may be called so.
func ReservedNames(words lang.Catalogue) []string {
	var names []string
	for _, l := range words.All() {
		names = append(names, l.T("site.name"), l.T("site.guest"), l.T("account.deleted"), l.T("account.reserved.machine"),
			l.T("account.reserved.admin"), l.T("account.reserved.host"))
	}
	return names
}

// loginPath is the page to log in at, which leads on to another page of this site.
func loginPath(to string) string {
	if to == "" || to == "/" {
		return "/login"
	}
	return "/login?" + url.Values{"to": {to}}.Encode()
}

// showLogIn shows the form to log in. Who has done so already goes on to where he wanted.
func (s *server) showLogIn(c echo.Context) error { return s.showDoor(c, false) }

// showSignUp shows the form that makes an account.
func (s *server) showSignUp(c echo.Context) error { return s.showDoor(c, true) }

func (s *server) showDoor(c echo.Context, signsUp bool) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	if v.account {
		return seeOther(c, returnTo(c))
	}
	name := ""
	if signsUp {
		name = v.name
	}
	return s.respondDoor(c, http.StatusOK, v, signsUp, name, nil)
}

// respondDoor sends one of the two forms, with the name that was typed and what was refused about it.
func (s *server) respondDoor(c echo.Context, status int, v visitor, signsUp bool, name string, n *views.Notice) error {
	door := views.Door{To: returnTo(c), Name: name, Notice: n, SignsUp: signsUp}
	title := v.lang.T("account.login.title")
	if signsUp {
		title = v.lang.T("account.signup.title")
	}
	var err error
	if door.Site, err = s.site(c, v, title); err != nil {
		return err
	}
	door.Site.Passkeys = s.passkeysWork(c)
	return respond(c, status, door.Site, views.DoorMain(door))
}

// logIn lets a person in by name and password.
func (s *server) logIn(c echo.Context) error { return s.passDoor(c, false, s.Accounts.LogIn) }

// signUp makes an account of a guest, or of somebody new.
func (s *server) signUp(c echo.Context) error { return s.passDoor(c, true, s.Accounts.SignUp) }

func (s *server) passDoor(c echo.Context, signsUp bool, try func(context.Context, account.Attempt) (account.Account, error)) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	name := cleanName(form.Get("name"))
	attempt := account.Attempt{Person: v.person, Address: addressOf(c), Name: name, Password: form.Get("password")}
	if signsUp && attempt.Person == "" {
		attempt.Person = newID()
	}
	entered, err := try(c.Request().Context(), attempt)
	if status, notice, ok := s.refuseAccount(c, err); ok {
		return s.respondDoor(c, status, v, signsUp, name, notice)
	}
	if err != nil {
		return err
	}
	if err := s.enter(c, v, entered); err != nil {
		return err
	}
	return seeOther(c, returnTo(c))
}

// enter makes the visitor's session one of an account, under a new id.
func (s *server) enter(c echo.Context, v visitor, a account.Account) error {
	values := v.session.Values
	values[sessionPerson], values[sessionAccount] = a.Person, "1"
	values[sessionLogin] = strconv.FormatInt(s.Clock().Unix(), 10)
	delete(values, sessionPasskey)
	delete(values, sessionName)
	return s.Sessions.Rotate(c.Request(), c.Response(), v.session)
}

// freshLogin is how long a login counts as proof of who asks.
const freshLogin = 10 * time.Minute

// fresh tells whether a visitor logged in just now.
func (s *server) fresh(v visitor) bool {
	text, _ := v.session.Values[sessionLogin].(string)
	at, err := strconv.ParseInt(text, 10, 64)
	return err == nil && v.account && s.Clock().Sub(time.Unix(at, 0)) < freshLogin
}

// logOut ends the session of an account. A guest stays: nothing would bring him back.
func (s *server) logOut(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	if !v.account {
		return seeOther(c, "/")
	}
	return s.leave(c, v)
}

// leave ends a visitor's session here; what he prefers stays. The browser is told to drop the pages that it has kept, so
// that Back shows no board.
func (s *server) leave(c echo.Context, v visitor) error {
	code, chosen := v.session.Values[sessionLang]
	if err := s.Sessions.End(c.Request(), c.Response(), v.session); err != nil {
		return err
	}
	if chosen {
		v.session.Values[sessionLang] = code
		if err := s.save(c, &v); err != nil {
			return err
		}
	}
	c.Response().Header().Set("Clear-Site-Data", `"cache"`)
	return seeOther(c, "/")
}

// accountRefusals are the sentences for what is refused about an account.
var accountRefusals = []refused{
	{account.ErrWrong, http.StatusUnprocessableEntity, "account.refuse.wrong"},
	{account.ErrTaken, http.StatusUnprocessableEntity, "account.refuse.taken"},
	{account.ErrEmptyName, http.StatusUnprocessableEntity, "account.refuse.empty"},
	{account.ErrMixedName, http.StatusUnprocessableEntity, "account.refuse.mixed"},
	{account.ErrReservedName, http.StatusUnprocessableEntity, "account.refuse.reserved"},
	{account.ErrShortPassword, http.StatusUnprocessableEntity, "account.refuse.short"},
	{account.ErrLongPassword, http.StatusUnprocessableEntity, "account.refuse.long"},
	{account.ErrCommonPassword, http.StatusUnprocessableEntity, "account.refuse.common"},
	{account.ErrLastWay, http.StatusUnprocessableEntity, "account.refuse.last"},
	{account.ErrStale, http.StatusUnprocessableEntity, "account.refuse.stale"},
	{account.ErrExists, http.StatusConflict, "account.refuse.exists"},
	{errPasskey, http.StatusUnprocessableEntity, "account.refuse.passkey"},
	{errUnsure, http.StatusUnprocessableEntity, "account.refuse.unsure"},
}

// refuseAccount puts what was refused in a status and a sentence; ok is false for an error that is no refusal.
func (s *server) refuseAccount(c echo.Context, err error) (status int, n *views.Notice, ok bool) {
	var limit *account.LimitError
	if errors.As(err, &limit) {
		minutes := int((limit.Wait + time.Minute - 1) / time.Minute)
		c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(int(limit.Wait/time.Second)+1))
		return http.StatusTooManyRequests, &views.Notice{Refused: true, Key: "account.refuse.limit", Args: []any{"n", minutes}}, true
	}
	r, ok := find(accountRefusals, err)
	if !ok {
		return 0, nil, false
	}
	args := []any{"n", account.MinPassword, "most", account.MaxPasswordBytes}
	return r.status, &views.Notice{Refused: true, Key: r.key, Args: args}, true
}

// addressOf is where a request comes from, as far as one household's computers share it: the peer or, behind the
// operator's own proxies, what they say of it.
func addressOf(c echo.Context) string {
	host := c.RealIP()
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	const household = 64 // bits of an IPv6 address
	if ip = ip.Unmap().WithZone(""); ip.Is6() {
		if net, err := ip.Prefix(household); err == nil {
			return net.String()
		}
	}
	return strings.ToLower(ip.String())
}
