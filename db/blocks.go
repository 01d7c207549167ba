package db

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"salle/game/match"
)

// Block implements match.BlockStore.
func (db *DB) Block(ctx context.Context, person, other string, at time.Time) error {
	err := db.write(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, []string{
			`INSERT INTO blocks (person_id, blocked_id, at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING`,
			`UPDATE offers SET state = 'withdrawn', settled_at = ?3 WHERE maker_id = ?1 AND person_id = ?2 AND state = 'open'`,
			`UPDATE offers SET state = 'declined', settled_at = ?3 WHERE maker_id = ?2 AND person_id = ?1 AND state = 'open'`,
		}, person, other, at.UnixMilli())
	})
	if err != nil {
		return fmt.Errorf("let %s block %s: %w", person, other, err)
	}
	return nil
}

// Unblock implements match.BlockStore.
func (db *DB) Unblock(ctx context.Context, person, other string) error {
	if _, err := db.writer.ExecContext(ctx, `DELETE FROM blocks WHERE person_id = ? AND blocked_id = ?`, person, other); err != nil {
		return fmt.Errorf("let %s unblock %s: %w", person, other, err)
	}
	return nil
}

// Blocked implements match.BlockStore.
func (db *DB) Blocked(ctx context.Context, person, other string) (by match.Blocking, err error) {
	err = db.readers.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM blocks WHERE person_id = ?1 AND blocked_id = ?2),
		EXISTS (SELECT 1 FROM blocks WHERE person_id = ?2 AND blocked_id = ?1)`, person, other).Scan(&by.Mine, &by.Theirs)
	if err != nil {
		return by, fmt.Errorf("ask whether %s or %s has blocked the other: %w", person, other, err)
	}
	return by, nil
}

// Blocks implements match.BlockStore.
func (db *DB) Blocks(ctx context.Context, person string) ([]match.Person, error) {
	list, err := collect(ctx, db.readers, func(rows *sql.Rows) (p match.Person, err error) {
		return p, rows.Scan(&p.ID, &p.Name)
	}, `SELECT p.id, p.name FROM blocks AS b JOIN people AS p ON p.id = b.blocked_id WHERE b.person_id = ? ORDER BY b.at DESC, p.id`, person)
	if err != nil {
		return nil, fmt.Errorf("list whom %s has blocked: %w", person, err)
	}
	return list, nil
}
