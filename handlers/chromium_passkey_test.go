package handlers_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/webauthn"
)

func TestAPasskeyOpensAnAccount(t *testing.T) {
	t.Parallel()
	s := newSite(t, 71)
	s.URL = strings.Replace(s.URL, "127.0.0.1", "localhost", 1) // for a bare address browsers keep no passkeys
	tb := s.visitor(t)
	call(tb, webauthn.Enable, webauthn.EnableParams{})
	device := call(tb, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{
		Options: &webauthn.VirtualAuthenticatorOptions{
			Protocol: "ctap2", Transport: "internal", HasResidentKey: true, HasUserVerification: true, IsUserVerified: true,
			AutomaticPresenceSimulation: true,
		},
	}).AuthenticatorID
	shown := func(id string) string { return `document.getElementById("` + id + `")?.checkVisibility() === true` }
	name := func(value string) {
		t.Helper()
		eval[bool](tb, `(document.getElementById("account-name").value = "`+value+`", true)`)
	}

	// Without a password.
	tb.open("/signup?to=/account")
	tb.await("the button", shown("passkey"))
	tb.watch.expects(422)
	name("Machine")
	tb.click("passkey")
	tb.await("a refusal", `document.querySelector("[role=alert]").textContent === "`+wordsOf(t, "en").T("account.refuse.reserved")+`"`)
	name("Anna")
	tb.click("passkey")
	tb.await("the account's page", shown("log-out"))
	anna := s.accountOf(t, "Anna")
	if anna.Hash != "" {
		t.Error("it has a password")
	}

	// The only way in stays; another is refused by a device that has one.
	tb.click("remove-passkey-1")
	tb.await("a refusal", `document.getElementById("notice")?.textContent.includes("`+wordsOf(t, "en").T("account.refuse.last")[:20]+`")`)
	tb.open("/account")
	tb.await("the button", shown("passkey"))
	tb.click("passkey")
	tb.await("a refusal", `document.querySelector("[data-passkey] [role=alert]").checkVisibility()`)

	// Out, and in again by the device alone.
	tb.click("log-out")
	tb.await("the hall", `location.pathname === "/"`)
	tb.open("/login?to=/rules")
	tb.await("the button", shown("passkey"))
	tb.click("passkey")
	tb.await("where it leads", `location.pathname === "/rules"`)
	keys, err := s.db.Passkeys(t.Context(), anna.Person)
	if err != nil || len(keys) != 1 || keys[0].Used.IsZero() || keys[0].Name == "" {
		t.Errorf("passkeys %+v, %v", keys, err)
	}

	// What was removed opens nothing, whatever the device thinks.
	if err := s.db.SetPassword(t.Context(), anna.Person, "$hash"); err != nil {
		t.Fatal(err)
	}
	tb.open("/account")
	tb.click("remove-passkey-1")
	tb.await("that it is gone", `document.getElementById("remove-passkey-1") === null && location.search === "?done=removed" && document.readyState === "complete"`)
	tb.click("log-out")
	tb.await("the hall", `location.pathname === "/"`)
	tb.open("/login")
	tb.await("the button", shown("passkey"))
	tb.click("passkey")
	tb.await("a refusal", `document.querySelector("[role=alert]").textContent === "`+wordsOf(t, "en").T("account.refuse.passkey")+`"`)
	if held := call(tb, webauthn.GetCredentials, webauthn.GetCredentialsParams{AuthenticatorID: device}).Credentials; len(held) != 1 || string(held[0].UserHandle) != anna.Person {
		t.Errorf("the device holds %d keys", len(held))
	}

	// One more for an account with a password, made by hand.
	call(tb, webauthn.ClearCredentials, webauthn.ClearCredentialsParams{AuthenticatorID: device})
	tb.open("/signup?to=/account")
	name("Bo")
	eval[bool](tb, `(document.getElementById("account-password").value = "`+secret+`", true)`)
	tb.click("sign-up")
	tb.await("the account's page", shown("log-out"))
	tb.click("passkey")
	tb.await("the passkey", shown("remove-passkey-1"))
	keys, err = s.db.Passkeys(t.Context(), s.accountOf(t, "Bo").Person)
	if err != nil || len(keys) != 1 || keys[0].Person == anna.Person {
		t.Errorf("passkeys %+v, %v", keys, err)
	}

	// After logging out Back shows no board (C5.6).
	tb.open("/")
	tb.click("start-spirit")
	tb.await("the board", shown("act-1"))
	board := eval[string](tb, `location.pathname`)
	tb.open("/account")
	tb.click("log-out")
	tb.await("the hall", `location.pathname === "/"`)
	tb.watch.expects(403)
	eval[bool](tb, `(history.go(-2), true)`)
	tb.await("the refusal", `location.pathname === "`+board+`" && `+shown("sign-in")+` && document.getElementById("act-1") === null`)
}
