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
func (db *DB) SaveDraft(ctx context.Context, id string, seat game.Seat, d match.Draft) error {
	saved, err := db.writer.ExecContext(ctx, `INSERT INTO drafts (match_id, seat, ply, own, steps)
		SELECT id, ?2, ?3, ?4, ?5 FROM matches WHERE id = ?1
		ON CONFLICT (match_id, seat) DO UPDATE SET ply = excluded.ply, own = excluded.own, steps = excluded.steps`,
		id, seat, d.Mark.Ply, d.Mark.Own, strings.Join(d.Steps, "\n"))
	if err == nil {
		var n int64
		if n, err = saved.RowsAffected(); err == nil && n == 0 {
			err = match.ErrNotFound
		}
	}
	if err != nil {
		return fmt.Errorf("save draft of match %s: %w", id, err)
	}
	return nil
}

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
func (db *DB) SaveFormation(ctx context.Context, owner match.FormationOwner, f match.Formation) error {
	_, err := db.writer.ExecContext(ctx, `INSERT INTO formations (person_id, game, seat, name, action) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (person_id, game, seat, name) DO UPDATE SET action = excluded.action`,
		owner.Person, owner.Game, owner.Seat, f.Name, f.Action)
	if err != nil {
		return fmt.Errorf("save formation %q of %s: %w", f.Name, owner.Person, err)
	}
	return nil
}

// DeleteFormation implements match.Store.
func (db *DB) DeleteFormation(ctx context.Context, owner match.FormationOwner, name string) error {
	_, err := db.writer.ExecContext(ctx, `DELETE FROM formations WHERE person_id = ? AND game = ? AND seat = ? AND name = ?`,
		owner.Person, owner.Game, owner.Seat, name)
	if err != nil {
		return fmt.Errorf("delete formation %q of %s: %w", name, owner.Person, err)
	}
	return nil
}

// Formations implements match.Store.
func (db *DB) Formations(ctx context.Context, owner match.FormationOwner) ([]match.Formation, error) {
	list, err := collect(ctx, db.readers, func(rows *sql.Rows) (f match.Formation, err error) {
		return f, rows.Scan(&f.Name, &f.Action)
	}, `SELECT name, action FROM formations WHERE person_id = ? AND game = ? AND seat = ? ORDER BY name`,
		owner.Person, owner.Game, owner.Seat)
	if err != nil {
		return nil, fmt.Errorf("list formations of %s: %w", owner.Person, err)
	}
	return list, nil
}
