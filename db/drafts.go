package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"salle/game"
	"salle/game/match"
)

// SaveDraft implements match.Store. Steps are kept one a line.
func (db *DB) SaveDraft(ctx context.Context, id string, seat game.Seat, before, d match.Draft) error {
	err := db.write(ctx, func(tx *sql.Tx) error {
		var found bool
		err := tx.QueryRowContext(ctx, `SELECT true FROM matches WHERE id = ?`, id).Scan(&found)
		if err != nil {
			return absent(err)
		}
		saved, err := tx.ExecContext(ctx, `INSERT INTO drafts (match_id, seat, ply, own, steps)
			SELECT ?1, ?2, ?3, ?4, ?5
			WHERE coalesce((SELECT (ply, own, steps) = (?6, ?7, ?8) FROM drafts WHERE match_id = ?1 AND seat = ?2),
				(?6, ?7, ?8) = (0, 0, ''))
			ON CONFLICT (match_id, seat) DO UPDATE SET ply = excluded.ply, own = excluded.own, steps = excluded.steps`,
			id, seat, d.Mark.Ply, d.Mark.Own, lines(d.Steps), before.Mark.Ply, before.Mark.Own, lines(before.Steps))
		if err != nil {
			return err
		}
		if n, err := saved.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, match.ErrConflict)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("save draft of match %s: %w", id, err)
	}
	return nil
}

// lines are steps as they are kept.
func lines(steps []string) string { return strings.Join(steps, "\n") }

// Draft implements match.Store.
func (db *DB) Draft(ctx context.Context, id string, seat game.Seat) (match.Draft, error) {
	var d match.Draft
	var steps string
	err := db.readers.QueryRowContext(ctx, `SELECT ply, own, steps FROM drafts WHERE match_id = ? AND seat = ?`, id, seat).
		Scan(&d.Mark.Ply, &d.Mark.Own, &steps)
	if errors.Is(err, sql.ErrNoRows) {
		return match.Draft{}, nil
	}
	if err != nil {
		return match.Draft{}, fmt.Errorf("load draft of match %s: %w", id, err)
	}
	if steps != "" {
		d.Steps = strings.Split(steps, "\n")
	}
	return d, nil
}

// SaveFormation implements match.Store.
func (db *DB) SaveFormation(ctx context.Context, owner match.FormationOwner, f match.Formation, most int) (full bool, err error) {
	saved, err := db.writer.ExecContext(ctx, `INSERT INTO formations (person_id, game, seat, name, action)
		SELECT ?1, ?2, ?3, ?4, ?5
		WHERE (SELECT count(*) FROM formations WHERE person_id = ?1 AND game = ?2 AND seat = ?3 AND name <> ?4) < ?6
		ON CONFLICT (person_id, game, seat, name) DO UPDATE SET action = excluded.action`,
		owner.Person, owner.Game, owner.Seat, f.Name, f.Action, most)
	if err != nil {
		return false, fmt.Errorf("save formation %q of %s: %w", f.Name, owner.Person, err)
	}
	n, err := saved.RowsAffected()
	if err != nil {
		return false, fmt.Errorf("save formation %q of %s: %w", f.Name, owner.Person, err)
	}
	return n == 0, nil
}

// DeleteFormation implements match.Store.
func (db *DB) DeleteFormation(ctx context.Context, owner match.FormationOwner, name string) error {
	gone, err := db.writer.ExecContext(ctx, `DELETE FROM formations WHERE person_id = ? AND game = ? AND seat = ? AND name = ?`,
		owner.Person, owner.Game, owner.Seat, name)
	if err == nil {
		var n int64
		if n, err = gone.RowsAffected(); err == nil && n == 0 {
			err = match.ErrNotFound
		}
	}
	if err != nil {
		return fmt.Errorf("delete formation %q of %s: %w", name, owner.Person, err)
	}
	return nil
}

// Formations implements match.Store.
func (db *DB) Formations(ctx context.Context, owner match.FormationOwner) ([]match.Formation, error) {
	list, err := collect(ctx, db.readers, func(rows *sql.Rows) (f match.Formation, err error) {
		return f, rows.Scan(&f.Name, &f.Action)
	}, `SELECT name, action FROM formations WHERE person_id = ? AND game = ? AND seat = ?`,
		owner.Person, owner.Game, owner.Seat)
	if err != nil {
		return nil, fmt.Errorf("list formations of %s: %w", owner.Person, err)
	}
	return list, nil
}
