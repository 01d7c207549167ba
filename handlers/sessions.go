package handlers

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/gorilla/securecookie"
	"github.com/gorilla/sessions"

	"salle/game/match"
)

// SessionTable keeps sessions by the SHA-256 of their id, so that whoever reads the table cannot enter as anybody.
type SessionTable interface {
	// SaveSession writes a session.
	SaveSession(ctx context.Context, idHash, data []byte, expires time.Time) error
	// Session returns a session that has not expired; match.ErrNotFound.
	Session(ctx context.Context, idHash []byte, now time.Time) (data []byte, expires time.Time, err error)
}

// sessionLife is how long a session outlives its last visit: as long as browsers keep a cookie, since it is a guest's
// only key to his matches.
const sessionLife = 400 * 24 * time.Hour

// sessionRenewal is how much of its life a session loses before a visit renews it, so that looking writes nothing.
const sessionRenewal = 7 * 24 * time.Hour

// sessionStore is a sessions.Store over a table; the cookie holds a signed id and nothing else.
type sessionStore struct {
	table  SessionTable
	codecs []securecookie.Codec
	clock  func() time.Time
	secure bool
}

// NewSessions returns a store of sessions. Ids are signed with the first key and read under any of them; secure tells
// whether visitors come by https.
func NewSessions(table SessionTable, clock func() time.Time, secure bool, keys ...[]byte) sessions.Store {
	var codecs []securecookie.Codec
	for _, key := range keys {
		codecs = append(codecs, securecookie.New(key, nil).MaxAge(int(sessionLife/time.Second)))
	}
	return &sessionStore{table: table, codecs: codecs, clock: clock, secure: secure}
}

// Get returns the request's session, reading it once a request.
func (s *sessionStore) Get(r *http.Request, name string) (*sessions.Session, error) {
	return sessions.GetRegistry(r).Get(s, name)
}

// New reads the session that the request's cookie names. A cookie that cannot be read, or names none, gives a new
// session and no error.
func (s *sessionStore) New(r *http.Request, name string) (*sessions.Session, error) {
	session := sessions.NewSession(s, name)
	session.IsNew = true
	session.Options = &sessions.Options{
		Path: "/", MaxAge: int(sessionLife / time.Second), HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteLaxMode,
	}
	cookie, err := r.Cookie(name)
	if err != nil {
		return session, nil
	}
	var id string
	if securecookie.DecodeMulti(name, cookie.Value, &id, s.codecs...) != nil {
		return session, nil
	}
	data, expires, err := s.table.Session(r.Context(), hashID(id), s.clock())
	if errors.Is(err, match.ErrNotFound) {
		return session, nil
	}
	if err != nil {
		return session, err
	}
	var values map[string]string
	if json.Unmarshal(data, &values) != nil {
		return session, nil
	}
	for k, v := range values {
		session.Values[k] = v
	}
	session.ID, session.IsNew = id, false
	return session, s.renew(r.Context(), session, data, expires)
}

// renew lengthens the life of a session that is being used.
func (s *sessionStore) renew(ctx context.Context, session *sessions.Session, data []byte, expires time.Time) error {
	now := s.clock()
	if expires.Sub(now) > sessionLife-sessionRenewal {
		return nil
	}
	return s.table.SaveSession(ctx, hashID(session.ID), data, now.Add(sessionLife))
}

// Save writes the session and sets its cookie.
func (s *sessionStore) Save(r *http.Request, w http.ResponseWriter, session *sessions.Session) error {
	if session.ID == "" {
		session.ID = rand.Text()
	}
	values := make(map[string]string, len(session.Values))
	for k, v := range session.Values {
		key, keyIsText := k.(string)
		value, valueIsText := v.(string)
		if !keyIsText || !valueIsText {
			return fmt.Errorf("session value %v is no text", k)
		}
		values[key] = value
	}
	data, err := json.Marshal(values)
	if err != nil {
		return err
	}
	if err := s.table.SaveSession(r.Context(), hashID(session.ID), data, s.clock().Add(sessionLife)); err != nil {
		return err
	}
	encoded, err := securecookie.EncodeMulti(session.Name(), session.ID, s.codecs...)
	if err != nil {
		return err
	}
	http.SetCookie(w, sessions.NewCookie(session.Name(), encoded, session.Options))
	return nil
}

func hashID(id string) []byte {
	sum := sha256.Sum256([]byte(id))
	return sum[:]
}
