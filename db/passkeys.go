package db

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"salle/account"
)

// AddPasskey implements account.Store.
func (db *DB) AddPasskey(ctx context.Context, k account.Passkey) error {
	if err := addPasskey(ctx, db.writer, k); err != nil {
		return fmt.Errorf("add passkey of %s: %w", k.Person, err)
	}
	return nil
}

func addPasskey(ctx context.Context, on execer, k account.Passkey) error {
	_, err := on.ExecContext(ctx, `INSERT INTO passkeys (id, person_id, name, credential, created_at) VALUES (?, ?, ?, ?, ?)`,
		k.ID, k.Person, k.Name, k.Credential, k.Created.UnixMilli())
	switch {
	case taken(err):
		return account.ErrExists
	case resultCode(err) == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
		return account.ErrNotFound
	}
	return err
}

// Passkeys implements account.Store.
func (db *DB) Passkeys(ctx context.Context, person string) ([]account.Passkey, error) {
	list, err := collect(ctx, db.readers, func(rows *sql.Rows) (account.Passkey, error) {
		k := account.Passkey{Person: person}
		var created int64
		var used sql.NullInt64
		err := rows.Scan(&k.ID, &k.Name, &k.Credential, &created, &used)
		k.Created = moment(created)
		if used.Valid {
			k.Used = moment(used.Int64)
		}
		return k, err
	}, `SELECT id, name, credential, created_at, used_at FROM passkeys WHERE person_id = ? ORDER BY created_at, id`, person)
	if err != nil {
		return nil, fmt.Errorf("list passkeys of %s: %w", person, err)
	}
	return list, nil
}

// UsePasskey implements account.Store.
func (db *DB) UsePasskey(ctx context.Context, id, credential []byte, now time.Time) error {
	err := change(ctx, db.writer, `UPDATE passkeys SET credential = ?2, used_at = ?3 WHERE id = ?1`, id, credential, now.UnixMilli())
	if err != nil {
		return fmt.Errorf("use passkey: %w", err)
	}
	return nil
}

// RemovePasskey implements account.Store.
func (db *DB) RemovePasskey(ctx context.Context, person string, id []byte) error {
	err := db.write(ctx, func(tx *sql.Tx) error {
		if err := change(ctx, tx, `DELETE FROM passkeys WHERE id = ?1 AND person_id = ?2`, id, person); err != nil {
			return err
		}
		var open bool
		err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM accounts WHERE person_id = ?1 AND password IS NOT NULL)
			OR EXISTS (SELECT 1 FROM passkeys WHERE person_id = ?1)`, person).Scan(&open)
		if err == nil && !open {
			return account.ErrLastWay
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("remove passkey of %s: %w", person, err)
	}
	return nil
}
