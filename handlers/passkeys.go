package handlers

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/labstack/echo/v4"

	"salle/account"
)

// errPasskey: what a device answered is not what it was asked for.
var errPasskey = errors.New("a passkey that does not fit")

// passkeyHolder is a person as his device is told of him.
type passkeyHolder struct {
	person, name string
	keys         []webauthn.Credential
}

// WebAuthnID is what his device gives back when it signs.
func (h passkeyHolder) WebAuthnID() []byte { return []byte(h.person) }

// WebAuthnName is his name.
func (h passkeyHolder) WebAuthnName() string { return h.name }

// WebAuthnDisplayName is his name.
func (h passkeyHolder) WebAuthnDisplayName() string { return h.name }

// WebAuthnCredentials are the passkeys that he has.
func (h passkeyHolder) WebAuthnCredentials() []webauthn.Credential { return h.keys }

// passkeysWork tells whether browsers keep passkeys for the site as the visitor reaches it: not for a bare address.
func (s *server) passkeysWork(c echo.Context) bool {
	origin, err := url.Parse(s.origin(c))
	return err == nil && origin.Hostname() != "" && net.ParseIP(origin.Hostname()) == nil
}

// asker asks devices for passkeys in the name of the site.
func (s *server) asker(c echo.Context, v visitor) (*webauthn.WebAuthn, error) {
	origin, err := url.Parse(s.origin(c))
	if err != nil {
		return nil, errors.Join(err, errPasskey)
	}
	asker, err := webauthn.New(&webauthn.Config{
		RPID: origin.Hostname(), RPDisplayName: v.lang.T("site.name"), RPOrigins: []string{s.origin(c)},
		AttestationPreference: protocol.PreferNoAttestation,
	})
	if err != nil {
		return nil, fmt.Errorf("passkeys at %s: %w", s.origin(c), errors.Join(err, errPasskey))
	}
	return asker, nil
}

// holder is the owner of an account with his passkeys.
func (s *server) holder(c echo.Context, person string) (passkeyHolder, error) {
	a, err := s.Accounts.Account(c.Request().Context(), person)
	if err != nil {
		return passkeyHolder{}, err
	}
	list, err := s.Accounts.Passkeys(c.Request().Context(), person)
	if err != nil {
		return passkeyHolder{}, err
	}
	h := passkeyHolder{person: person, name: a.Name, keys: make([]webauthn.Credential, len(list))}
	for i, k := range list {
		if err := json.Unmarshal(k.Credential, &h.keys[i]); err != nil {
			return passkeyHolder{}, fmt.Errorf("read a passkey of %s: %w", person, err)
		}
	}
	return h, nil
}

// offerPasskey tells a device what passkey to make: one more for an account, or the first of a new account with the name
// that the form gives.
func (s *server) offerPasskey(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	delete(v.session.Values, sessionName)
	var h passkeyHolder
	if v.account {
		h, err = s.holder(c, v.person)
	} else {
		h = passkeyHolder{person: v.person, name: cleanName(form.Get("name"))}
		if h.person == "" {
			h.person = newID()
		}
		v.session.Values[sessionName] = h.name
		err = s.Accounts.MayBear(c.Request().Context(), h.person, h.name)
	}
	if err != nil {
		return s.refusePasskey(c, v, err)
	}
	asker, err := s.asker(c, v)
	if err != nil {
		return s.refusePasskey(c, v, err)
	}
	options, asked, err := asker.BeginRegistration(h,
		webauthn.WithResidentKeyRequirement(protocol.ResidentKeyRequirementRequired),
		webauthn.WithExclusions(webauthn.Credentials(h.keys).CredentialDescriptors()))
	if err != nil {
		return fmt.Errorf("offer a passkey: %w", err)
	}
	return s.ask(c, v, asked, options)
}

// ask keeps what a device is asked, and asks it.
func (s *server) ask(c echo.Context, v visitor, asked *webauthn.SessionData, options any) error {
	kept, err := json.Marshal(asked)
	if err != nil {
		return fmt.Errorf("keep what a device is asked: %w", err)
	}
	v.session.Values[sessionPasskey] = string(kept)
	if err := s.save(c, &v); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, options)
}

// asked is what a device was asked, once: an answer is heard no second time.
func (s *server) asked(c echo.Context, v visitor) (asked webauthn.SessionData, err error) {
	text, _ := v.session.Values[sessionPasskey].(string)
	delete(v.session.Values, sessionPasskey)
	if err := s.save(c, &v); err != nil {
		return asked, err
	}
	if json.Unmarshal([]byte(text), &asked) != nil {
		return asked, errPasskey
	}
	return asked, nil
}

// addPasskey takes the passkey that a device has made.
func (s *server) addPasskey(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	name, signsUp := v.session.Values[sessionName].(string)
	asked, err := s.asked(c, v)
	if err != nil {
		return s.refusePasskey(c, v, err)
	}
	h := passkeyHolder{person: string(asked.UserID), name: name}
	if v.account == signsUp || v.person != "" && v.person != h.person { // somebody else by now
		return s.refusePasskey(c, v, errPasskey)
	}
	asker, err := s.asker(c, v)
	if err != nil {
		return s.refusePasskey(c, v, err)
	}
	made, err := asker.FinishRegistration(h, asked, c.Request())
	if err != nil {
		return s.refusePasskey(c, v, errors.Join(err, errPasskey))
	}
	kept, err := json.Marshal(made)
	if err != nil {
		return fmt.Errorf("keep a passkey: %w", err)
	}
	k := account.Passkey{ID: made.ID, Person: h.person, Name: agentOf(c.Request().UserAgent()), Credential: kept}
	if !signsUp {
		if err := s.Accounts.AddPasskey(c.Request().Context(), k); err != nil {
			return s.refusePasskey(c, v, err)
		}
		return c.JSON(http.StatusOK, passkeyAnswer{To: "/account?done=added"})
	}
	a, err := s.Accounts.SignUpWithPasskey(c.Request().Context(), name, k)
	if err != nil {
		return s.refusePasskey(c, v, err)
	}
	return s.enterWithPasskey(c, v, a)
}

// askPasskey asks a device for any passkey of this site.
func (s *server) askPasskey(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	asker, err := s.asker(c, v)
	if err != nil {
		return s.refusePasskey(c, v, err)
	}
	options, asked, err := asker.BeginDiscoverableLogin()
	if err != nil {
		return fmt.Errorf("ask for a passkey: %w", err)
	}
	return s.ask(c, v, asked, options)
}

// logInWithPasskey lets a person in whose device has signed.
func (s *server) logInWithPasskey(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	asked, err := s.asked(c, v)
	if err != nil {
		return s.refusePasskey(c, v, err)
	}
	asker, err := s.asker(c, v)
	if err != nil {
		return s.refusePasskey(c, v, err)
	}
	user, signed, err := asker.FinishPasskeyLogin(func(_, handle []byte) (webauthn.User, error) {
		return s.holder(c, string(handle))
	}, asked, c.Request())
	if err != nil {
		return s.refusePasskey(c, v, errors.Join(err, errPasskey))
	}
	if signed.Authenticator.CloneWarning {
		return s.refusePasskey(c, v, errPasskey)
	}
	kept, err := json.Marshal(signed)
	if err != nil {
		return fmt.Errorf("keep a passkey: %w", err)
	}
	ctx := c.Request().Context()
	if err := s.Accounts.UsePasskey(ctx, signed.ID, kept); err != nil {
		return s.refusePasskey(c, v, errors.Join(err, errPasskey))
	}
	a, err := s.Accounts.Account(ctx, string(user.WebAuthnID()))
	if err != nil {
		return err
	}
	if err := s.Accounts.Enter(ctx, v.person, a); err != nil {
		return err
	}
	return s.enterWithPasskey(c, v, a)
}

// enterWithPasskey lets a person in and tells his page where to go.
func (s *server) enterWithPasskey(c echo.Context, v visitor, a account.Account) error {
	if err := s.enter(c, v, a); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, passkeyAnswer{To: localPath(c.QueryParam("to"))})
}

// passkeyAnswer is what the page's script is told: where to go, or a sentence to show.
type passkeyAnswer struct {
	To    string `json:"to,omitempty"`
	Error string `json:"error,omitempty"`
}

// refusePasskey answers the page's script with what was refused, in words.
func (s *server) refusePasskey(c echo.Context, v visitor, err error) error {
	status, n, ok := s.refuseAccount(c, err)
	if !ok {
		return err
	}
	return c.JSON(status, passkeyAnswer{Error: v.lang.T(n.Key, n.Args...)})
}
