package handlers

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/securecookie"
	"github.com/gorilla/sessions"

	"salle/account"
)

// SessionTable keeps sessions by the SHA-256 of their id, so that whoever reads the table cannot enter as anybody.
type SessionTable interface {
	// AddSession stores a new session, or what one holds now that another form of the same page stored first.
	AddSession(ctx context.Context, s account.Session) error
	// SaveSession writes what a session holds now; account.ErrNotFound where it has been ended.
	SaveSession(ctx context.Context, s account.Session) error
	// Session returns a session that has not expired; account.ErrNotFound.
	Session(ctx context.Context, hash []byte, now time.Time) (account.Session, error)
	// DeleteSession ends a session; one that is not there is no error.
	DeleteSession(ctx context.Context, hash []byte) error
}

// How long a session outlives its last visit.
const (
	guestLife   = 400 * 24 * time.Hour // as long as browsers keep a cookie, since it is a guest's only key to his matches
	accountLife = 30 * 24 * time.Hour
	idleLife    = time.Hour // of one in which nobody is known
)

// sessionRenewal is how often visits renew a session, so that looking hardly ever writes.
const sessionRenewal = time.Hour

// Sessions is a sessions.Store over a table; the cookie holds a signed id and nothing else.
type Sessions struct {
	table  SessionTable
	codecs []securecookie.Codec
	clock  func() time.Time
	secure bool
}

// NewSessions returns a store of sessions. Ids are signed with the first key and read under any of them; secure tells
// whether visitors come by https.
func NewSessions(table SessionTable, clock func() time.Time, secure bool, keys ...[]byte) *Sessions {
	var codecs []securecookie.Codec
	for _, key := range keys {
		codecs = append(codecs, securecookie.New(key, nil).MaxAge(int(guestLife/time.Second)))
	}
	return &Sessions{table: table, codecs: codecs, clock: clock, secure: secure}
}

// rowKey is where a session's values keep the row that they were read from; it is not stored again.
type rowKey struct{}

// Get returns the request's session, reading it once a request.
func (s *Sessions) Get(r *http.Request, name string) (*sessions.Session, error) {
	return sessions.GetRegistry(r).Get(s, name)
}

// New reads the session that the request's cookie names. A cookie that cannot be read, or names none, gives a new
// session and no error.
func (s *Sessions) New(r *http.Request, name string) (*sessions.Session, error) {
	session := sessions.NewSession(s, name)
	session.IsNew = true
	session.Options = &sessions.Options{Path: "/", HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteLaxMode}
	cookie, err := r.Cookie(name)
	if err != nil {
		return session, nil
	}
	var id string
	if securecookie.DecodeMulti(name, cookie.Value, &id, s.codecs...) != nil {
		return session, nil
	}
	row, err := s.table.Session(r.Context(), hashID(id), s.clock())
	if errors.Is(err, account.ErrNotFound) {
		if strings.HasPrefix(id, unstored) {
			session.ID = id
		}
		return session, nil
	}
	if err != nil {
		return session, err
	}
	var values map[string]string
	if json.Unmarshal(row.Data, &values) != nil {
		return session, nil
	}
	for k, v := range values {
		session.Values[k] = v
	}
	session.Values[rowKey{}] = row
	session.ID, session.IsNew = id, false
	return session, nil
}

// unstored leads the ids of sessions that begin with a page that was looked at.
const unstored = "looks-"

// Offer gives a browser that has no session yet the id of one, and stores nothing: two forms that it sends at once are then
// of one visitor.
func (s *Sessions) Offer(w http.ResponseWriter, session *sessions.Session) error {
	if session.ID != "" {
		return nil
	}
	encoded, err := securecookie.EncodeMulti(session.Name(), unstored+rand.Text(), s.codecs...)
	if err != nil {
		return err
	}
	session.Options.MaxAge = int(idleLife / time.Second)
	http.SetCookie(w, sessions.NewCookie(session.Name(), encoded, session.Options))
	return nil
}

// firstPerson is who a visitor of a session becomes whom nobody knows yet; "" for one that has no id yet.
func firstPerson(session *sessions.Session) string {
	if session.ID == "" {
		return ""
	}
	sum := sha256.Sum256([]byte("the first person of session " + session.ID))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:idLength])
}

// Renew lengthens the life of a session that is being used, and that of its cookie.
func (s *Sessions) Renew(r *http.Request, w http.ResponseWriter, session *sessions.Session) error {
	row, stored := session.Values[rowKey{}].(account.Session)
	if !stored || s.clock().Sub(row.Seen) < sessionRenewal {
		return nil
	}
	return s.Save(r, w, session)
}

// Save writes the session and sets its cookie. One that was ended meanwhile, in another browser, stays so.
func (s *Sessions) Save(r *http.Request, w http.ResponseWriter, session *sessions.Session) error {
	row, err := s.row(r, session)
	if err != nil {
		return err
	}
	if session.IsNew {
		err = s.table.AddSession(r.Context(), row)
	} else {
		err = s.table.SaveSession(r.Context(), row)
	}
	if errors.Is(err, account.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	session.IsNew = false
	session.Values[rowKey{}] = row
	encoded, err := securecookie.EncodeMulti(session.Name(), session.ID, s.codecs...)
	if err != nil {
		return err
	}
	session.Options.MaxAge = int(row.Expires.Sub(row.Seen) / time.Second)
	http.SetCookie(w, sessions.NewCookie(session.Name(), encoded, session.Options))
	return nil
}

// row is what is stored of a session.
func (s *Sessions) row(r *http.Request, session *sessions.Session) (account.Session, error) {
	if session.ID == "" {
		session.ID = rand.Text()
	}
	values := make(map[string]string, len(session.Values))
	for k, v := range session.Values {
		if k == (rowKey{}) {
			continue
		}
		key, keyIsText := k.(string)
		value, valueIsText := v.(string)
		if !keyIsText || !valueIsText {
			return account.Session{}, fmt.Errorf("session value %v is no text", k)
		}
		values[key] = value
	}
	data, err := json.Marshal(values)
	if err != nil {
		return account.Session{}, err
	}
	now := s.clock()
	return account.Session{
		Hash: hashID(session.ID), Person: values[sessionPerson], Agent: agentOf(r.UserAgent()), Data: data,
		Created: now, Seen: now, Expires: now.Add(lifeOf(values)),
	}, nil
}

// lifeOf is how long a session with these values outlives its last visit.
func lifeOf(values map[string]string) time.Duration {
	switch {
	case values[sessionAccount] != "":
		return accountLife
	case values[sessionPerson] == "" && values[sessionLang] == "":
		return idleLife
	}
	return guestLife
}

// Rotate ends the session and goes on with its values under a new id: what somebody may have seen or planted before a
// login is worth nothing after it.
func (s *Sessions) Rotate(r *http.Request, w http.ResponseWriter, session *sessions.Session) error {
	if err := s.forget(r, session); err != nil {
		return err
	}
	return s.Save(r, w, session)
}

// End ends the session and takes its cookie away.
func (s *Sessions) End(r *http.Request, w http.ResponseWriter, session *sessions.Session) error {
	if err := s.forget(r, session); err != nil {
		return err
	}
	clear(session.Values)
	session.Options.MaxAge = -1
	http.SetCookie(w, sessions.NewCookie(session.Name(), "", session.Options))
	return nil
}

func (s *Sessions) forget(r *http.Request, session *sessions.Session) error {
	if session.ID != "" {
		if err := s.table.DeleteSession(r.Context(), hashID(session.ID)); err != nil {
			return err
		}
	}
	session.ID, session.IsNew = "", true
	delete(session.Values, rowKey{})
	return nil
}

func hashID(id string) []byte {
	sum := sha256.Sum256([]byte(id))
	return sum[:]
}
