package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"salle/account"
)

var _ account.Store = (*DB)(nil)

// CreateAccount implements account.Store. A person who is not there yet is made with it.
func (db *DB) CreateAccount(ctx context.Context, a account.Account, key *account.Passkey) error {
	err := db.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO people (id, name, created_at) VALUES (?1, ?2, ?3)
			ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE deleted_at IS NULL`, a.Person, a.Name, a.Created.UnixMilli())
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO accounts (person_id, name_key, password, created_at) VALUES (?, ?, nullif(?, ''), ?)`,
			a.Person, a.Key, a.Hash, a.Created.UnixMilli())
		switch {
		case taken(err):
			return account.ErrExists
		case resultCode(err) == sqlite3.SQLITE_CONSTRAINT_UNIQUE:
			return account.ErrTaken
		case err != nil || key == nil:
			return err
		}
		return addPasskey(ctx, tx, *key)
	})
	if err != nil {
		return fmt.Errorf("create account of %s: %w", a.Person, err)
	}
	return nil
}

// Account implements account.Store.
func (db *DB) Account(ctx context.Context, person string) (account.Account, error) {
	return db.accountWhere(ctx, `a.person_id = ?`, person)
}

// AccountNamed implements account.Store.
func (db *DB) AccountNamed(ctx context.Context, key string) (account.Account, error) {
	return db.accountWhere(ctx, `a.name_key = ?`, key)
}

func (db *DB) accountWhere(ctx context.Context, where, value string) (account.Account, error) {
	var a account.Account
	var created int64
	err := db.readers.QueryRowContext(ctx, `SELECT a.person_id, p.name, a.name_key, coalesce(a.password, ''), a.created_at
		FROM accounts AS a JOIN people AS p ON p.id = a.person_id WHERE `+where, value).
		Scan(&a.Person, &a.Name, &a.Key, &a.Hash, &created)
	if errors.Is(err, sql.ErrNoRows) {
		err = account.ErrNotFound
	}
	if err != nil {
		return account.Account{}, fmt.Errorf("load account: %w", err)
	}
	a.Created = moment(created)
	return a, nil
}

// RenameAccount implements account.Store.
func (db *DB) RenameAccount(ctx context.Context, person, name, key string) error {
	err := db.write(ctx, func(tx *sql.Tx) error {
		err := change(ctx, tx, `UPDATE accounts SET name_key = ?2 WHERE person_id = ?1`, person, key)
		if resultCode(err) == sqlite3.SQLITE_CONSTRAINT_UNIQUE {
			return account.ErrTaken
		}
		if err != nil {
			return err
		}
		return change(ctx, tx, `UPDATE people SET name = ?2 WHERE id = ?1`, person, name)
	})
	if err != nil {
		return fmt.Errorf("rename account of %s: %w", person, err)
	}
	return nil
}

// SetPassword implements account.Store.
func (db *DB) SetPassword(ctx context.Context, person, hash string) error {
	if err := change(ctx, db.writer, `UPDATE accounts SET password = ?2 WHERE person_id = ?1`, person, hash); err != nil {
		return fmt.Errorf("set password of %s: %w", person, err)
	}
	return nil
}

// execer is a connection or a transaction.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// change runs a statement that must change something; account.ErrNotFound where it does not.
func change(ctx context.Context, on execer, query string, args ...any) error {
	changed, err := on.ExecContext(ctx, query, args...)
	if err != nil {
		return err
	}
	if n, err := changed.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, account.ErrNotFound)
	}
	return nil
}

// DeleteAccount implements account.Store. What others see of the person, his seats and what is graded, stays without a
// name.
func (db *DB) DeleteAccount(ctx context.Context, person string, now time.Time) error {
	err := db.write(ctx, func(tx *sql.Tx) error {
		if err := change(ctx, tx, `DELETE FROM accounts WHERE person_id = ?`, person); err != nil { // and with it his passkeys
			return err
		}
		if err := change(ctx, tx, `UPDATE people SET name = '', deleted_at = ?2 WHERE id = ?1`, person, now.UnixMilli()); err != nil {
			return err
		}
		return each(ctx, tx, []string{
			`DELETE FROM sessions WHERE person_id = ?1`,
			`DELETE FROM formations WHERE person_id = ?1`,
			`DELETE FROM vacations WHERE person_id = ?1`,
			`DELETE FROM blocks WHERE ?1 IN (person_id, blocked_id)`,
			`UPDATE offers SET state = 'withdrawn', settled_at = ?2 WHERE maker_id = ?1 AND state = 'open'`,
			`UPDATE offers SET state = 'declined', settled_at = ?2 WHERE person_id = ?1 AND state = 'open'`,
		}, person, now.UnixMilli())
	})
	if err != nil {
		return fmt.Errorf("delete account of %s: %w", person, err)
	}
	return nil
}

// each runs statements with the same values.
func each(ctx context.Context, tx *sql.Tx, statements []string, args ...any) error {
	for _, statement := range statements {
		if _, err := tx.ExecContext(ctx, statement, args...); err != nil {
			return fmt.Errorf("%.40s…: %w", statement, err)
		}
	}
	return nil
}

// MergeGuest implements account.Store. Graded matches of a game come along where the account has none of that game: two
// climbs cannot be made one. Otherwise they stay the guest's, and the account sits in their seats beside him.
func (db *DB) MergeGuest(ctx context.Context, guest, person string, now time.Time) error {
	err := db.write(ctx, func(tx *sql.Tx) error {
		var mergeable bool
		err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM people WHERE id = ?1 AND deleted_at IS NULL)
			AND NOT EXISTS (SELECT 1 FROM accounts WHERE person_id = ?1)
			AND EXISTS (SELECT 1 FROM accounts WHERE person_id = ?2)`, guest, person).Scan(&mergeable)
		if err != nil || !mergeable {
			return err
		}
		matches, err := movable(ctx, tx, guest, person)
		if err != nil {
			return err
		}
		if err := each(ctx, tx, belongings, guest, person); err != nil {
			return err
		}
		for _, id := range matches {
			if err := each(ctx, tx, places, guest, person, id); err != nil {
				return fmt.Errorf("match %s: %w", id, err)
			}
		}
		return each(ctx, tx, []string{ // between the guest and the account there is nothing to offer
			`UPDATE offers SET state = 'withdrawn', settled_at = ?3
				WHERE state = 'open' AND (maker_id, person_id) IN (VALUES (?1, ?2), (?2, ?1))`,
		}, guest, person, now.UnixMilli())
	})
	if err != nil {
		return fmt.Errorf("merge guest %s into %s: %w", guest, person, err)
	}
	return nil
}

// movable lists the matches of a guest that a person may take over: those in which he does not sit, or in the very seats
// of the guest. Whoever got another seat that way would see what both sides hide.
func movable(ctx context.Context, tx *sql.Tx, guest, person string) (ids []string, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT guest.match_id
		FROM (SELECT match_id, sum(1 << seat) AS bits FROM seats WHERE person_id = ?1 GROUP BY match_id) AS guest
		LEFT JOIN (SELECT match_id, sum(1 << seat) AS bits FROM seats WHERE person_id = ?2 GROUP BY match_id) AS own
			ON own.match_id = guest.match_id
		WHERE coalesce(own.bits, guest.bits) = guest.bits`, guest, person)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// belongings move what a guest ?1 has beside his seats to a person ?2.
var belongings = []string{
	`UPDATE graded SET person_id = ?2 WHERE person_id = ?1 AND game NOT IN (SELECT game FROM graded WHERE person_id = ?2)`,
	`UPDATE standings SET person_id = ?2 WHERE person_id = ?1 AND match_id IN (SELECT match_id FROM graded WHERE person_id = ?2)`,
	`UPDATE formations AS f SET name = name || ' 2' WHERE person_id = ?1 AND EXISTS (SELECT 1 FROM formations
		WHERE person_id = ?2 AND game = f.game AND seat = f.seat AND name = f.name AND action <> f.action)`,
	`UPDATE OR IGNORE formations SET person_id = ?2 WHERE person_id = ?1`,
	`DELETE FROM formations WHERE person_id = ?1`,
	`UPDATE OR IGNORE vacations SET person_id = ?2 WHERE person_id = ?1`,
	`DELETE FROM vacations WHERE person_id = ?1`,
	`UPDATE OR IGNORE channels SET person_id = ?2 WHERE person_id = ?1`,
	`DELETE FROM channels WHERE person_id = ?1`,
	`UPDATE OR IGNORE blocks SET person_id = ?2 WHERE person_id = ?1 AND blocked_id <> ?2`,
	`UPDATE OR IGNORE blocks SET blocked_id = ?2 WHERE blocked_id = ?1 AND person_id <> ?2`,
	`DELETE FROM blocks WHERE ?1 IN (person_id, blocked_id)`,
	`UPDATE records SET person_id = ?2 WHERE person_id = ?1`,
	`UPDATE offers SET maker_id = ?2 WHERE maker_id = ?1 AND person_id IS NOT ?2`,
	`UPDATE offers SET person_id = ?2 WHERE person_id = ?1 AND maker_id <> ?2`,
}

// places move the seats and the name of a guest ?1 in a match ?3 to a person ?2. In a graded match that is still the
// guest's he keeps both.
var places = []string{
	`INSERT OR IGNORE INTO seats (match_id, seat, person_id, over)
		SELECT match_id, seat, ?2, over FROM seats WHERE match_id = ?3 AND person_id = ?1`,
	`DELETE FROM seats WHERE match_id = ?3 AND person_id = ?1
		AND NOT EXISTS (SELECT 1 FROM graded WHERE match_id = ?3 AND person_id = ?1)`,
	`UPDATE matches SET first_person = ?2 WHERE id = ?3 AND first_person = ?1
		AND NOT EXISTS (SELECT 1 FROM graded WHERE match_id = ?3 AND person_id = ?1)`,
	`UPDATE matches SET second_person = ?2 WHERE id = ?3 AND second_person = ?1
		AND NOT EXISTS (SELECT 1 FROM graded WHERE match_id = ?3 AND person_id = ?1)`,
}
