package main

import (
	"context"
	crand "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/mail"
	"strconv"
	"time"

	"salle/db"
	"salle/game/match"
	"salle/handlers"
	"salle/notify"
	"salle/views/lang"
)

// The environment variables of what goes out of the house.
const (
	envSMTPHost     = "SALLE_SMTP_HOST"
	envSMTPPort     = "SALLE_SMTP_PORT"
	envSMTPUser     = "SALLE_SMTP_USER"
	envSMTPPassword = "SALLE_SMTP_PASSWORD"
	envSMTPFrom     = "SALLE_SMTP_FROM"
	envSMTPTLS      = "SALLE_SMTP_TLS"
	envContact      = "SALLE_CONTACT"
	envPrivateHooks = "SALLE_ALLOW_PRIVATE_HOOKS"
)

// deliverEvery is how often is looked for what is to be sent.
const deliverEvery = 2 * time.Second

// post is what the operator sets about what goes out of the house.
type post struct {
	mail         *notify.Mail // nil: none is sent
	contact      string       // whom push services write to; "" for nobody: browsers are not pushed to
	privateHooks bool         // webhooks may stand in the operator's own network
}

// readPost reads those settings. Letters lead back to the house, so mail needs to know how visitors reach it: what a
// request says of that is the visitor's word, and a letter may go to somebody else.
func (p program) readPost(c config) (post, error) {
	var s post
	var err error
	if s.privateHooks, err = p.envBool(envPrivateHooks); err != nil {
		return post{}, err
	}
	host, from := p.env(envSMTPHost), p.env(envSMTPFrom)
	if host == "" {
		return s.reachable(p.env(envContact), "", c), nil
	}
	if c.baseURL == nil {
		return post{}, fmt.Errorf("%s is set and %s is not; set it, so that links in letters lead here", envSMTPHost, envBaseURL)
	}
	port := 0
	if text := p.env(envSMTPPort); text != "" {
		if port, err = strconv.Atoi(text); err != nil || port == 0 {
			return post{}, fmt.Errorf("%s is %q; set the port's number, such as 587", envSMTPPort, text)
		}
	}
	s.mail, err = notify.NewMail(notify.MailConfig{
		Host: host, Port: port, User: p.env(envSMTPUser), Password: p.env(envSMTPPassword), From: from, TLS: p.env(envSMTPTLS),
	})
	if err != nil {
		return post{}, fmt.Errorf("the settings %s to %s do not fit: %w", envSMTPHost, envSMTPTLS, err)
	}
	return s.reachable(p.env(envContact), from, c), nil
}

// reachable adds whom push services may write to: who was named, else the sender of mails, else the site.
func (s post) reachable(contact, from string, c config) post {
	sender, err := mail.ParseAddress(from)
	switch {
	case contact != "":
		s.contact = contact
	case err == nil:
		s.contact = sender.Address
	case c.secure():
		s.contact = c.baseURL.String()
	}
	return s
}

// envBool reads a variable that is on or off; off where it is not set.
func (p program) envBool(name string) (bool, error) {
	text := p.env(name)
	if text == "" {
		return false, nil
	}
	on, err := strconv.ParseBool(text)
	if err != nil {
		return false, fmt.Errorf("%s is %q; set 1 or 0", name, text)
	}
	return on, nil
}

// letters is what words and sends what people are told. Its keys are made once and kept in the database.
func (p program) letters(ctx context.Context, c config, store *db.DB, games match.Games, words lang.Catalogue) (*handlers.Letters, error) {
	key, err := store.SettingOrNew(ctx, "letter key", newLetterKey)
	if err != nil {
		return nil, fmt.Errorf("keep the key of links in letters: %w", err)
	}
	guard := notify.Guard{AllowPrivate: c.post.privateHooks}
	l := &handlers.Letters{Words: words, Games: games, BaseURL: c.baseURL, Key: key, Mail: c.post.mail, Hook: notify.NewHook(guard)}
	if c.post.contact == "" {
		return l, nil
	}
	pair, err := pushKeys(ctx, store)
	if err != nil {
		return nil, err
	}
	l.PushKey = pair.Public
	l.Push, err = notify.NewPush(notify.PushConfig{
		PrivateKey: pair.Private, PublicKey: pair.Public, Subject: c.post.contact, Client: guard.Client(),
	})
	if err != nil {
		return nil, fmt.Errorf("web push cannot be used; see %s: %w", envContact, err)
	}
	return l, nil
}

// letterKeySize is how many bytes sign the links in letters.
const letterKeySize = 32

func newLetterKey() ([]byte, error) {
	key := make([]byte, letterKeySize)
	_, err := crand.Read(key)
	return key, err
}

// keyPair are the keys by which push services know this house.
type keyPair struct{ Private, Public string }

// pushKeys are made once: browsers are subscribed to them.
func pushKeys(ctx context.Context, store *db.DB) (pair keyPair, err error) {
	stored, err := store.SettingOrNew(ctx, "push keys", func() ([]byte, error) {
		var fresh keyPair
		var err error
		if fresh.Private, fresh.Public, err = notify.NewPushKeys(); err != nil {
			return nil, err
		}
		return json.Marshal(fresh)
	})
	if err == nil {
		err = json.Unmarshal(stored, &pair)
	}
	if err != nil {
		return keyPair{}, fmt.Errorf("keep the keys of web push: %w", err)
	}
	return pair, nil
}

// deliver sends what people are to be told, at once and then again and again, until ctx ends.
func deliver(ctx context.Context, service *match.Service, letters *handlers.Letters, log *slog.Logger) {
	ticker := time.NewTicker(deliverEvery)
	defer ticker.Stop()
	for {
		if _, err := service.Deliver(ctx, letters); err != nil && !errors.Is(err, context.Canceled) {
			log.Error("send notices", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
