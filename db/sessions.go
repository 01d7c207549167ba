package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"salle/account"
)

// AddSession stores a new session. Of its id only the hash is known here; the id itself stays with its owner.
func (db *DB) AddSession(ctx context.Context, s account.Session) error {
	_, err := db.writer.ExecContext(ctx, `INSERT INTO sessions (id_hash, data, expires_at, person_id, agent, created_at, seen_at)
		VALUES (?, ?, ?, nullif(?, ''), ?, ?, ?)
		ON CONFLICT (id_hash) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at, person_id = excluded.person_id,
			agent = excluded.agent, seen_at = excluded.seen_at`,
		s.Hash, bytesOf(s.Data), s.Expires.UnixMilli(), s.Person, s.Agent, s.Created.UnixMilli(), s.Seen.UnixMilli())
	if err != nil {
		return fmt.Errorf("add session: %w", err)
	}
	return nil
}

// SaveSession writes what a session holds now, but not when it was made; account.ErrNotFound where it has been ended: it
// does not come back to life.
func (db *DB) SaveSession(ctx context.Context, s account.Session) error {
	err := change(ctx, db.writer, `UPDATE sessions SET data = ?2, expires_at = ?3, person_id = nullif(?4, ''), agent = ?5, seen_at = ?6
		WHERE id_hash = ?1`, s.Hash, bytesOf(s.Data), s.Expires.UnixMilli(), s.Person, s.Agent, s.Seen.UnixMilli())
	if err != nil {
		return fmt.Errorf("save session: %w", err)
	}
	return nil
}

// bytesOf is data that is never nil, which would be stored as NULL.
func bytesOf(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}

// sessionColumns are those that scanSession takes.
const sessionColumns = `id_hash, coalesce(person_id, ''), agent, data, created_at, seen_at, expires_at`

func scanSession(scan func(...any) error) (account.Session, error) {
	var s account.Session
	var created, seen, expires int64
	err := scan(&s.Hash, &s.Person, &s.Agent, &s.Data, &created, &seen, &expires)
	s.Created, s.Seen, s.Expires = moment(created), moment(seen), moment(expires)
	return s, err
}

// Session returns a session that has not expired by now; account.ErrNotFound.
func (db *DB) Session(ctx context.Context, hash []byte, now time.Time) (account.Session, error) {
	s, err := scanSession(db.readers.QueryRowContext(ctx,
		`SELECT `+sessionColumns+` FROM sessions WHERE id_hash = ? AND expires_at > ?`, hash, now.UnixMilli()).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		err = account.ErrNotFound
	}
	if err != nil {
		return account.Session{}, fmt.Errorf("load session: %w", err)
	}
	return s, nil
}

// Sessions implements account.Store.
func (db *DB) Sessions(ctx context.Context, person string, now time.Time) ([]account.Session, error) {
	list, err := collect(ctx, db.readers, func(rows *sql.Rows) (account.Session, error) { return scanSession(rows.Scan) },
		`SELECT `+sessionColumns+` FROM sessions WHERE person_id = ? AND expires_at > ? ORDER BY seen_at DESC, created_at DESC, id_hash`,
		person, now.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("list sessions of %s: %w", person, err)
	}
	return list, nil
}

// EndSession implements account.Store.
func (db *DB) EndSession(ctx context.Context, person string, hash []byte) error {
	if _, err := db.writer.ExecContext(ctx, `DELETE FROM sessions WHERE person_id = ? AND id_hash = ?`, person, hash); err != nil {
		return fmt.Errorf("end session of %s: %w", person, err)
	}
	return nil
}

// EndOtherSessions implements account.Store.
func (db *DB) EndOtherSessions(ctx context.Context, person string, keep []byte) error {
	if _, err := db.writer.ExecContext(ctx, `DELETE FROM sessions WHERE person_id = ? AND id_hash <> ?`, person, keep); err != nil {
		return fmt.Errorf("end other sessions of %s: %w", person, err)
	}
	return nil
}

// DeleteSession ends a session, whoever is known in it; one that is not there is no error.
func (db *DB) DeleteSession(ctx context.Context, hash []byte) error {
	if _, err := db.writer.ExecContext(ctx, `DELETE FROM sessions WHERE id_hash = ?`, hash); err != nil {
		return fmt.Errorf("delete session: %w", err)
	}
	return nil
}

// DeleteExpired removes the sessions that have expired by now.
func (db *DB) DeleteExpired(ctx context.Context, now time.Time) error {
	if _, err := db.writer.ExecContext(ctx, `DELETE FROM sessions WHERE expires_at <= ?`, now.UnixMilli()); err != nil {
		return fmt.Errorf("delete expired sessions: %w", err)
	}
	return nil
}
