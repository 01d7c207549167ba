package handlers

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"

	"salle/account"
	"salle/views"
)

// errUnsure: a person was not sure that he wants what cannot be undone.
var errUnsure = errors.New("not sure")

// changes are what the page of an account says was done, by how its address calls it.
var changes = map[string]string{
	"password": "account.password.done",
	"added":    "account.passkey.added",
	"removed":  "account.passkey.removed",
	"ended":    "account.sessions.ended",
}

// showAccount shows who the visitor is here, and where.
func (s *server) showAccount(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	var notice *views.Notice
	if key, ok := changes[c.QueryParam("done")]; ok {
		notice = &views.Notice{Key: key}
	}
	return s.respondAccount(c, http.StatusOK, v, v.name, notice)
}

// respondAccount sends the page of an account, or of a guest, with the name that was typed.
func (s *server) respondAccount(c echo.Context, status int, v visitor, name string, n *views.Notice) error {
	ctx := c.Request().Context()
	page := views.Account{Name: name, Notice: n, Guest: !v.account, Fresh: s.fresh(v), Days: int(accountLife / (24 * time.Hour))}
	if v.account {
		a, err := s.Accounts.Account(ctx, v.person)
		if err != nil {
			return err
		}
		page.HasPassword = a.Hash != ""
		keys, err := s.Accounts.Passkeys(ctx, v.person)
		if err != nil {
			return err
		}
		for _, k := range keys {
			page.Keys = append(page.Keys, views.Passkey{
				ID: base64.RawURLEncoding.EncodeToString(k.ID), Name: k.Name, Created: k.Created, Used: k.Used,
			})
		}
	}
	if v.person != "" {
		list, err := s.Accounts.Sessions(ctx, v.person)
		if err != nil {
			return err
		}
		here := hashID(v.session.ID)
		for _, one := range list {
			page.Sessions = append(page.Sessions, views.Session{
				ID: hex.EncodeToString(one.Hash), Agent: one.Agent, Created: one.Created, Seen: one.Seen, Here: bytes.Equal(one.Hash, here),
			})
		}
	}
	var err error
	if page.Site, err = s.site(c, v, v.lang.T("account.mine")); err != nil {
		return err
	}
	page.Site.Passkeys = s.passkeysWork(c)
	return respond(c, status, page.Site, views.AccountMain(page))
}

// changed answers a form of the account's page: with the page that says what was done, or with what was refused.
func (s *server) changed(c echo.Context, v visitor, done string, err error) error {
	if status, notice, ok := s.refuseAccount(c, err); ok {
		return s.respondAccount(c, status, v, v.name, notice)
	}
	if err != nil {
		return err
	}
	return seeOther(c, "/account?done="+done)
}

// owner is who sent a form about his account. Whoever is not logged in any more is led to do so.
func (s *server) owner(c echo.Context) (v visitor, form url.Values, ok bool, err error) {
	v, form, err = s.posted(c)
	if err != nil {
		return v, nil, false, err
	}
	if !v.account {
		return v, nil, false, seeOther(c, loginPath("/account"))
	}
	return v, form, true, nil
}

// proof is what a form shows to be its owner's.
func (s *server) proof(c echo.Context, v visitor, form url.Values) account.Proof {
	return account.Proof{Password: form.Get("old"), Address: addressOf(c), Fresh: s.fresh(v)}
}

// setPassword changes a password, or sets the first one, and logs out everywhere else.
func (s *server) setPassword(c echo.Context) error {
	v, form, ok, err := s.owner(c)
	if !ok {
		return err
	}
	err = s.Accounts.SetPassword(c.Request().Context(), v.person, form.Get("password"), s.proof(c, v, form), hashID(v.session.ID))
	return s.changed(c, v, "password", err)
}

// removePasskey forgets a passkey.
func (s *server) removePasskey(c echo.Context) error {
	v, form, ok, err := s.owner(c)
	if !ok {
		return err
	}
	id, err := base64.RawURLEncoding.DecodeString(form.Get("id"))
	if err != nil {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	err = s.Accounts.RemovePasskey(c.Request().Context(), v.person, id)
	if errors.Is(err, account.ErrNotFound) {
		err = nil // it is gone, as was asked
	}
	return s.changed(c, v, "removed", err)
}

// endSessions logs a person out somewhere, or everywhere but here.
func (s *server) endSessions(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	if v.person == "" {
		return seeOther(c, loginPath("/account"))
	}
	here := hashID(v.session.ID)
	if form.Get("others") != "" {
		return s.changed(c, v, "ended", s.Accounts.EndOtherSessions(c.Request().Context(), v.person, here))
	}
	hash, err := hex.DecodeString(form.Get("end"))
	if err != nil || bytes.Equal(hash, here) {
		return echo.NewHTTPError(http.StatusBadRequest) // here one logs out
	}
	return s.changed(c, v, "ended", s.Accounts.EndSession(c.Request().Context(), v.person, hash))
}

// deleteAccount takes an account away for good.
func (s *server) deleteAccount(c echo.Context) error {
	v, form, ok, err := s.owner(c)
	if !ok {
		return err
	}
	if form.Get("sure") == "" {
		return s.changed(c, v, "", errUnsure)
	}
	if err := s.Accounts.Delete(c.Request().Context(), v.person, s.proof(c, v, form)); err != nil {
		return s.changed(c, v, "", err)
	}
	return s.leave(c, v)
}
