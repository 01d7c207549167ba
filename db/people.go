package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"salle/game/match"
)

// AddPerson stores a new person; match.ErrExists if the id is taken. Created is kept to the millisecond.
func (db *DB) AddPerson(ctx context.Context, p match.Person) error {
	_, err := db.writer.ExecContext(ctx, `INSERT INTO people (id, name, created_at) VALUES (?, ?, ?)`,
		p.ID, p.Name, p.Created.UnixMilli())
	if taken(err) {
		err = match.ErrExists
	}
	if err != nil {
		return fmt.Errorf("add person %s: %w", p.ID, err)
	}
	return nil
}

// Person returns the person with an id; match.ErrNotFound, also for one who has deleted his account.
func (db *DB) Person(ctx context.Context, id string) (match.Person, error) {
	p := match.Person{ID: id}
	var created int64
	err := db.readers.QueryRowContext(ctx, `SELECT name, created_at FROM people WHERE id = ? AND deleted_at IS NULL`, id).Scan(&p.Name, &created)
	if err != nil {
		return match.Person{}, fmt.Errorf("load person %s: %w", id, absent(err))
	}
	p.Created = moment(created)
	return p, nil
}

// Rename changes a person's name, in all matches, the finished ones too; match.ErrNotFound.
func (db *DB) Rename(ctx context.Context, id, name string) error {
	renamed, err := db.writer.ExecContext(ctx, `UPDATE people SET name = ?2 WHERE id = ?1`, id, name)
	if err == nil {
		var n int64
		if n, err = renamed.RowsAffected(); err == nil && n == 0 {
			err = match.ErrNotFound
		}
	}
	if err != nil {
		return fmt.Errorf("rename person %s: %w", id, err)
	}
	return nil
}

// SettingOrNew returns a setting, and the first time what fresh makes of it. However many ask at once, from however many
// processes, fresh runs for one of them and all get its value. It runs inside a transaction: it must not use the
// database.
func (db *DB) SettingOrNew(ctx context.Context, key string, fresh func() ([]byte, error)) ([]byte, error) {
	var value []byte
	err := db.write(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, `SELECT value FROM settings WHERE key = ?`, key).Scan(&value)
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if value, err = fresh(); err != nil {
			return fmt.Errorf("make it: %w", err)
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO settings (key, value) VALUES (?, ?)`, key, value)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("setting %s: %w", key, err)
	}
	return value, nil
}
