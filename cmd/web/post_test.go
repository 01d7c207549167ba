package main

import (
	"path/filepath"
	"testing"

	"salle/db"
	"salle/game/catalog"
	"salle/views/lang"
)

func TestMailPushAndWebhooksAreSetInTheEnvironment(t *testing.T) {
	env := map[string]string{envBaseURL: "http://duels.example"}
	p := program{env: func(name string) string { return env[name] }}
	read := func(wantMail, wantPrivate bool, contact string) {
		t.Helper()
		c, err := p.readConfig(nil)
		if err != nil {
			t.Fatal(err)
		}
		if (c.post.mail != nil) != wantMail || c.post.privateHooks != wantPrivate || c.post.contact != contact {
			t.Errorf("%v gives %+v", env, c.post)
		}
	}
	read(false, false, "")
	env[envBaseURL] = "https://duels.example"
	read(false, false, "https://duels.example")
	env[envSMTPHost], env[envSMTPFrom], env[envPrivateHooks] = "mail.example", "Salle <post@duels.example>", "1"
	read(true, true, "post@duels.example")
	env[envContact] = "ops@duels.example"
	read(true, true, "ops@duels.example")
}

func TestWrongSettingsOfMailAreRefused(t *testing.T) {
	right := map[string]string{envBaseURL: "https://duels.example", envSMTPHost: "mail.example", envSMTPFrom: "post@duels.example"}
	for _, c := range []struct{ name, value, want string }{
		{envBaseURL, "", envBaseURL},
		{envSMTPFrom, "nobody", "sender"},
		{envSMTPPort, "smtp", envSMTPPort},
		{envSMTPPort, "70000", "port"},
		{envSMTPTLS, "perhaps", "TLS"},
		{envSMTPUser, "salle", "password"},
		{envPrivateHooks, "perhaps", envPrivateHooks},
	} {
		env := map[string]string{c.name: c.value}
		for name, value := range right {
			if _, set := env[name]; !set {
				env[name] = value
			}
		}
		callIn(t, surroundings{env: env}, "serve").failed(t, 2, c.want)
	}
}

// Browsers are subscribed to the keys and letters carry signed links, so a restart must not change them.
func TestKeysOutliveARestart(t *testing.T) {
	games, err := catalog.New()
	if err != nil {
		t.Fatal(err)
	}
	words, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "salle.db")
	keys := func() string {
		store, err := db.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		l, err := program{}.letters(t.Context(), config{post: post{contact: "ops@duels.example"}}, store, games, words)
		if err != nil {
			t.Fatal(err)
		}
		if l.PushKey == "" || l.Push == nil || len(l.Key) != letterKeySize {
			t.Errorf("letters %+v", l)
		}
		return l.PushKey + string(l.Key)
	}
	if before := keys(); before != keys() {
		t.Error("a restart changes the keys")
	}
}
