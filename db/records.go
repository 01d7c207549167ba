package db

import (
	"context"
	"database/sql"
	"fmt"

	"salle/game/match"
)

// KeepRecord implements match.RecordStore.
func (db *DB) KeepRecord(ctx context.Context, r match.KeptRecord, most int) (full bool, err error) {
	err = db.write(ctx, func(tx *sql.Tx) error {
		saved, err := tx.ExecContext(ctx, `INSERT INTO records (id, person_id, game, first_name, second_name, text, at)
			SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
			WHERE (SELECT count(*) FROM records WHERE person_id = ?2) < ?8
			ON CONFLICT (id) DO NOTHING`,
			r.ID, r.Person, r.Game, r.Names[0], r.Names[1], r.Text, r.At.UnixMilli(), most)
		if err != nil {
			return err
		}
		if n, err := saved.RowsAffected(); err != nil || n > 0 {
			return err
		}
		var owner string
		switch err := tx.QueryRowContext(ctx, `SELECT person_id FROM records WHERE id = ?`, r.ID).Scan(&owner); {
		case absent(err) == match.ErrNotFound:
			full = true
			return nil
		case err != nil:
			return err
		case owner != r.Person:
			return match.ErrExists
		}
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("keep record %s: %w", r.ID, err)
	}
	return full, nil
}

// keptColumns are what lists have of a record.
const keptColumns = `id, person_id, game, first_name, second_name, at`

// KeptRecord implements match.RecordStore.
func (db *DB) KeptRecord(ctx context.Context, id string) (match.KeptRecord, error) {
	var r match.KeptRecord
	var at int64
	err := db.readers.QueryRowContext(ctx, `SELECT `+keptColumns+`, text FROM records WHERE id = ?`, id).
		Scan(&r.ID, &r.Person, &r.Game, &r.Names[0], &r.Names[1], &at, &r.Text)
	if err != nil {
		return match.KeptRecord{}, fmt.Errorf("load record %s: %w", id, absent(err))
	}
	r.At = moment(at)
	return r, nil
}

// KeptRecords implements match.RecordStore.
func (db *DB) KeptRecords(ctx context.Context, person string) ([]match.KeptRecord, error) {
	list, err := collect(ctx, db.readers, func(rows *sql.Rows) (r match.KeptRecord, err error) {
		var at int64
		err = rows.Scan(&r.ID, &r.Person, &r.Game, &r.Names[0], &r.Names[1], &at)
		r.At = moment(at)
		return r, err
	}, `SELECT `+keptColumns+` FROM records WHERE person_id = ? ORDER BY at DESC, id`, person)
	if err != nil {
		return nil, fmt.Errorf("list the records of %s: %w", person, err)
	}
	return list, nil
}

// DropRecord implements match.RecordStore.
func (db *DB) DropRecord(ctx context.Context, id, person string) error {
	gone, err := db.writer.ExecContext(ctx, `DELETE FROM records WHERE id = ? AND person_id = ?`, id, person)
	if err == nil {
		var n int64
		if n, err = gone.RowsAffected(); err == nil && n == 0 {
			err = match.ErrNotFound
		}
	}
	if err != nil {
		return fmt.Errorf("drop record %s: %w", id, err)
	}
	return nil
}
