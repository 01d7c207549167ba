package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"salle/game/match"
)

// ratingColumns are the columns of a rating in a table with this alias, as scannedRating takes them; zeros where it has no row.
func ratingColumns(of, count string) string {
	return `coalesce(` + of + `.value, 0), coalesce(` + of + `.deviation, 0), coalesce(` + of + `.volatility, 0),
		coalesce(` + of + `.` + count + `, 0), coalesce(` + of + `.at, 0)`
}

// scannedRating is a place for the columns of ratingColumns.
type scannedRating struct {
	match.Rated
	at int64
}

func (r *scannedRating) columns() []any {
	return []any{&r.Value, &r.Deviation, &r.Volatility, &r.Matches, &r.at}
}

func (r *scannedRating) build() match.Rated {
	r.At = momentOrNone(r.at)
	return r.Rated
}

// kept reads a rating.
var kept = `SELECT ` + ratingColumns("r", "matches") + ` FROM ratings AS r WHERE r.person_id = ? AND r.game = ?`

// ratingOf is the rating in a row; the zero Rated where there is none.
func ratingOf(row *sql.Row) (match.Rated, error) {
	var r scannedRating
	if err := row.Scan(r.columns()...); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return match.Rated{}, err
	}
	return r.build(), nil
}

// Rating implements match.RatingStore.
func (db *DB) Rating(ctx context.Context, person, game string) (match.Rated, error) {
	r, err := ratingOf(db.readers.QueryRowContext(ctx, kept, person, game))
	if err != nil {
		return match.Rated{}, fmt.Errorf("load rating of %s in %s: %w", person, game, err)
	}
	return r, nil
}

// rate writes what the end of a match does to the ratings of its players, once.
func rate(ctx context.Context, tx *sql.Tx, id string, changes []match.RatingChange) error {
	if len(changes) == 0 {
		return nil
	}
	var game string
	if err := tx.QueryRowContext(ctx, `SELECT game FROM matches WHERE id = ?`, id).Scan(&game); err != nil {
		return absent(err)
	}
	for seat, c := range changes {
		now, err := ratingOf(tx.QueryRowContext(ctx, kept, c.Person, game))
		if err != nil {
			return fmt.Errorf("rating of %s: %w", c.Person, err)
		}
		if now.Matches != c.Before.Matches {
			return match.ErrConflict
		}
		after := []any{c.Person, game, c.After.Value, c.After.Deviation, c.After.Volatility, c.After.Matches, c.After.At.UnixMilli()}
		_, err = tx.ExecContext(ctx, `INSERT INTO rated (person_id, game, value, deviation, volatility, nth, at, match_id, seat, score)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, append(after, id, seat, c.Score)...)
		if taken(err) {
			return match.ErrConflict
		}
		if err != nil {
			return fmt.Errorf("rate %s: %w", c.Person, err)
		}
		_, err = tx.ExecContext(ctx, `INSERT OR REPLACE INTO ratings (person_id, game, value, deviation, volatility, matches, at, settled_until)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, append(after, c.After.SettledUntil().UnixMilli())...)
		if err != nil {
			return fmt.Errorf("keep the rating of %s: %w", c.Person, err)
		}
	}
	return nil
}

// RatedIn implements match.RatingStore. It is one query, so that all it tells is of one moment.
func (db *DB) RatedIn(ctx context.Context, id string) ([]match.RatedResult, error) {
	list, err := collect(ctx, db.readers, func(rows *sql.Rows) (r match.RatedResult, err error) {
		var before, after, today scannedRating
		to := []any{&r.Person, &r.Score, &r.Last}
		for _, columns := range [][]any{before.columns(), after.columns(), today.columns()} {
			to = append(to, columns...)
		}
		err = rows.Scan(to...)
		r.Before, r.After, r.Kept = before.build(), after.build(), today.build()
		return r, err
	}, `SELECT r.person_id, r.score, NOT EXISTS (SELECT 1 FROM rated AS later
				WHERE later.person_id = r.person_id AND later.game = r.game AND later.nth = r.nth + 1),
			`+ratingColumns("b", "nth")+`, `+ratingColumns("r", "nth")+`, `+ratingColumns("k", "matches")+`
		FROM rated AS r LEFT JOIN rated AS b ON b.person_id = r.person_id AND b.game = r.game AND b.nth = r.nth - 1
		LEFT JOIN ratings AS k ON k.person_id = r.person_id AND k.game = r.game
		WHERE r.match_id = ? ORDER BY r.seat`, id)
	if err != nil {
		return nil, fmt.Errorf("load what match %s counts: %w", id, err)
	}
	return list, nil
}

// standings reads nothing but an index that holds the ratings of a game in their order, and whose they are.
var standings = `SELECT p.name, ` + ratingColumns("r", "matches") + ` FROM ratings AS r
	JOIN accounts AS a ON a.person_id = r.person_id JOIN people AS p ON p.id = r.person_id
	WHERE r.game = ? AND r.settled_until > ? ORDER BY r.value DESC, r.person_id DESC LIMIT ?`

// Standings implements match.RatingStore.
func (db *DB) Standings(ctx context.Context, game string, at time.Time, limit int) ([]match.Ranked, error) {
	list, err := collect(ctx, db.readers, func(rows *sql.Rows) (r match.Ranked, err error) {
		var of scannedRating
		err = rows.Scan(append([]any{&r.Name}, of.columns()...)...)
		r.Rated = of.build()
		return r, err
	}, standings, game, at.UnixMilli(), limit)
	if err != nil {
		return nil, fmt.Errorf("list the standings of %s: %w", game, err)
	}
	return list, nil
}

// EndedAt implements match.RatingStore.
func (db *DB) EndedAt(ctx context.Context, id string) (time.Time, error) {
	var at int64
	if err := db.readers.QueryRowContext(ctx, `SELECT updated_at FROM matches WHERE id = ? AND over`, id).Scan(&at); err != nil {
		return time.Time{}, fmt.Errorf("load the end of match %s: %w", id, absent(err))
	}
	return moment(at), nil
}

// HasAccount implements match.RatingStore.
func (db *DB) HasAccount(ctx context.Context, person string) (has bool, err error) {
	err = db.readers.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM accounts WHERE person_id = ?)`, person).Scan(&has)
	if err != nil {
		return false, fmt.Errorf("ask whether %s has an account: %w", person, err)
	}
	return has, nil
}
