package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	sqlite3 "modernc.org/sqlite/lib"

	"salle/game"
	"salle/game/match"
)

// climb reads how far a person has climbed in a game; its columns are those that scanClimb takes.
const climb = `SELECT coalesce(s.dan, ?3), coalesce(s.points, ?4), coalesce(s.reached, ?3), coalesce(g.match_id, '')
	FROM (SELECT 1) LEFT JOIN standings AS s ON s.person_id = ?1 AND s.game = ?2
	LEFT JOIN graded AS g ON g.person_id = ?1 AND g.game = ?2 AND g.dan_after IS NULL`

func scanClimb(row *sql.Row) (c match.Climb, err error) {
	return c, row.Scan(&c.Dan, &c.Points, &c.Reached, &c.Running)
}

// Climb implements match.Store.
func (db *DB) Climb(ctx context.Context, person, slug string) (match.Climb, error) {
	c, err := scanClimb(db.readers.QueryRowContext(ctx, climb, person, slug, match.Beginner.Dan, match.Beginner.Points))
	if err != nil {
		return match.Climb{}, fmt.Errorf("load standing of %s in %s: %w", person, slug, err)
	}
	return c, nil
}

// enter makes a match that was just created a graded one.
func enter(ctx context.Context, tx *sql.Tx, h match.Header) error {
	person := h.Players[game.First].Person
	if person == "" {
		person = h.Players[game.Second].Person
	}
	c, err := scanClimb(tx.QueryRowContext(ctx, climb, person, h.Game, match.Beginner.Dan, match.Beginner.Points))
	if err != nil {
		return fmt.Errorf("read standing: %w", err)
	}
	if c.Running == "" && c.Standing != h.Before {
		return match.ErrConflict
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO graded (match_id, person_id, game, nth, dan_before, points_before)
		SELECT ?1, ?2, ?3, count(*) + 1, ?4, ?5 FROM graded WHERE person_id = ?2 AND game = ?3`,
		h.ID, person, h.Game, h.Before.Dan, h.Before.Points)
	if resultCode(err) == sqlite3.SQLITE_CONSTRAINT_UNIQUE { // of the index of running ones
		return match.ErrGraded
	}
	return err
}

// rank writes where a graded match leads, once.
func rank(ctx context.Context, tx *sql.Tx, id string, after match.Standing) error {
	led, err := tx.ExecContext(ctx, `UPDATE graded SET dan_after = ?2, points_after = ?3 WHERE match_id = ?1 AND dan_after IS NULL`,
		id, after.Dan, after.Points)
	if err != nil {
		return fmt.Errorf("standing after it: %w", err)
	}
	if n, err := led.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, unranked(ctx, tx, id))
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO standings (person_id, game, dan, points, reached, match_id)
		SELECT person_id, game, dan_after, points_after, max(dan_before, dan_after), match_id FROM graded WHERE match_id = ?
		ON CONFLICT (person_id, game) DO UPDATE SET dan = excluded.dan, points = excluded.points,
			reached = max(reached, excluded.reached), match_id = excluded.match_id`, id)
	if err != nil {
		return fmt.Errorf("standing of its person: %w", err)
	}
	return nil
}

// unranked tells why a match cannot lead anywhere: it has led there already, or it is no graded match.
func unranked(ctx context.Context, tx *sql.Tx, id string) error {
	var n int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM graded WHERE match_id = ?`, id).Scan(&n); err != nil {
		return err
	}
	if n == 0 {
		return match.ErrNotFound
	}
	return match.ErrConflict
}

// Graded implements match.Store. It is one query, so that all it tells is of one moment.
func (db *DB) Graded(ctx context.Context) ([]match.Graded, error) {
	list, err := collect(ctx, db.readers, func(rows *sql.Rows) (g match.Graded, err error) {
		return g, rows.Scan(&g.ID, &g.Person, &g.Game, &g.Before.Dan, &g.Before.Points, &g.After.Dan, &g.After.Points,
			&g.Seat, &g.Result.Over, &g.Result.Winner, &g.Result.Reason, &g.Today.Dan, &g.Today.Points, &g.Reached)
	}, `SELECT g.match_id, g.person_id, g.game, g.dan_before, g.points_before, coalesce(g.dan_after, 0), coalesce(g.points_after, 0),
			iif(m.first_person = g.person_id, 0, 1), m.over, coalesce(m.winner, 0), coalesce(m.reason, ''),
			coalesce(s.dan, 0), coalesce(s.points, 0), coalesce(s.reached, 0)
		FROM graded AS g JOIN matches AS m ON m.id = g.match_id
		LEFT JOIN standings AS s ON s.person_id = g.person_id AND s.game = g.game
		ORDER BY g.person_id, g.game, g.nth`)
	if err != nil {
		return nil, fmt.Errorf("list graded matches: %w", err)
	}
	return list, nil
}
