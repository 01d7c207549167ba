package db

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"salle/game"
	"salle/game/match"
)

// SavePlan implements match.PlanStore. Actions are kept one a line; a plan of an earlier ply counts for nothing.
func (db *DB) SavePlan(ctx context.Context, id string, seat game.Seat, p match.Plan, most int) (full bool, err error) {
	err = db.write(ctx, func(tx *sql.Tx) error {
		saved, err := tx.ExecContext(ctx, `INSERT INTO plans (match_id, seat, condition, turn, ply, answer, failed, position)
			SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, (SELECT coalesce(max(position) + 1, 0) FROM plans WHERE match_id = ?1 AND seat = ?2)
			WHERE (SELECT count(*) FROM plans WHERE match_id = ?1 AND seat = ?2 AND ply = ?5
				AND NOT (condition = ?3 AND turn = ?4)) < ?8
			ON CONFLICT (match_id, seat, condition, turn) DO UPDATE SET turn = excluded.turn, ply = excluded.ply,
				answer = excluded.answer, failed = excluded.failed`,
			id, seat, p.When, lines(p.If), p.Ply, lines(p.Then), p.Failed, most)
		if err != nil {
			return err
		}
		n, err := saved.RowsAffected()
		full = n == 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("save a plan in match %s: %w", id, err)
	}
	return full, nil
}

// Plans implements match.PlanStore.
func (db *DB) Plans(ctx context.Context, id string, seat game.Seat) ([]match.Plan, error) {
	list, err := collect(ctx, db.readers, func(rows *sql.Rows) (p match.Plan, err error) {
		var turn, answer string
		err = rows.Scan(&p.When, &turn, &answer, &p.Ply, &p.Failed)
		if turn != "" {
			p.If = strings.Split(turn, "\n")
		}
		p.Then = strings.Split(answer, "\n")
		return p, err
	}, `SELECT condition, turn, answer, ply, failed FROM plans WHERE match_id = ? AND seat = ? ORDER BY position`, id, seat)
	if err != nil {
		return nil, fmt.Errorf("list the plans in match %s: %w", id, err)
	}
	return list, nil
}

// DropPlan implements match.PlanStore.
func (db *DB) DropPlan(ctx context.Context, id string, seat game.Seat, p match.Plan) error {
	return db.dropPlans(ctx, id, `seat = ?2 AND condition = ?3 AND turn = ?4`, seat, p.When, lines(p.If))
}

// DropPlans implements match.PlanStore.
func (db *DB) DropPlans(ctx context.Context, id string, seat game.Seat) error {
	return db.dropPlans(ctx, id, `seat = ?2`, seat)
}

func (db *DB) dropPlans(ctx context.Context, id, where string, args ...any) error {
	_, err := db.writer.ExecContext(ctx, `DELETE FROM plans WHERE match_id = ?1 AND `+where, append([]any{id}, args...)...)
	if err != nil {
		return fmt.Errorf("drop plans in match %s: %w", id, err)
	}
	return nil
}

// FailPlan implements match.PlanStore.
func (db *DB) FailPlan(ctx context.Context, id string, seat game.Seat, p match.Plan) error {
	err := db.write(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, []string{
			`DELETE FROM plans WHERE match_id = ?1 AND seat = ?2 AND NOT (condition = ?3 AND turn = ?4)`,
			`UPDATE plans SET failed = ?5 WHERE match_id = ?1 AND seat = ?2`,
		}, id, seat, p.When, lines(p.If), p.Failed)
	})
	if err != nil {
		return fmt.Errorf("fail a plan in match %s: %w", id, err)
	}
	return nil
}

// planned reads an index that holds the waiting plans alone, which are few.
const planned = `SELECT DISTINCT p.match_id FROM plans AS p JOIN matches AS m ON m.id = p.match_id
	WHERE p.failed = '' AND m.to_act = 1 << p.seat ORDER BY p.match_id`

// Planned implements match.PlanStore.
func (db *DB) Planned(ctx context.Context) ([]string, error) {
	ids, err := collect(ctx, db.readers, scanID, planned)
	if err != nil {
		return nil, fmt.Errorf("list matches with plans: %w", err)
	}
	return ids, nil
}
