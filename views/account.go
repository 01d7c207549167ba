package views

import (
	"net/url"
	"time"

	"salle/views/lang"
)

// Door is the page to log in, or to make an account.
type Door struct {
	Site
	SignsUp bool
	To      string // the path to go on to
	Name    string // as it was typed
	Notice  *Notice
}

// Account is the page that tells a visitor who he is here, and where.
type Account struct {
	Site
	Guest       bool // he has no account, or has not logged in: of what follows only Sessions holds for him
	Name        string
	Notice      *Notice
	HasPassword bool
	Fresh       bool // he has logged in just now
	Keys        []Passkey
	Sessions    []Session
	Days        int // that a session lives without being used
}

// Passkey is a key that a device keeps for the visitor.
type Passkey struct {
	ID            string // in forms
	Name          string // of the device; "" where nothing is known
	Created, Used time.Time
}

// Session is a browser in which the visitor is known.
type Session struct {
	ID            string // in forms
	Agent         string // "" where nothing is known
	Created, Seen time.Time
	Here          bool
}

// MinPassword is the shortest password, in characters.
const MinPassword = 8

// doorPath is where a door's form is sent.
func doorPath(signsUp bool) string {
	if signsUp {
		return "/signup"
	}
	return "/login"
}

// signUpPath is the page that makes an account and leads on to a path.
func signUpPath(to string) string { return "/signup?" + url.Values{"to": {to}}.Encode() }

// known is a name of a device or browser, or that it has none.
func known(l *lang.Lang, name string) string {
	if name == "" {
		return l.T("account.unknown")
	}
	return name
}
