package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"salle/game"
	"salle/game/clock"
	"salle/game/match"
)

// times reads how the clocks of a match stand.
func (db *DB) times(ctx context.Context, id string) (match.Times, error) {
	var t match.Times
	var paused int64
	err := db.readers.QueryRowContext(ctx, `SELECT revision, pause_asked, coalesce(paused_until, 0) FROM matches WHERE id = ?`, id).
		Scan(&t.Revision, &t.Asked, &paused)
	if err != nil {
		return t, absent(err)
	}
	t.Paused = momentOrNone(paused)
	_, err = collect(ctx, db.readers, func(rows *sql.Rows) (struct{}, error) {
		var seat game.Seat
		var left, full, since int64
		if err := rows.Scan(&seat, &left, &full, &since); err != nil {
			return struct{}{}, err
		}
		t.Sides[seat] = clock.Side{Left: milliseconds(left), Full: milliseconds(full), Since: momentOrNone(since)}
		return struct{}{}, nil
	}, `SELECT seat, left_ms, full_ms, coalesce(since, 0) FROM clocks WHERE match_id = ?`, id)
	return t, err
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// setTimes writes how the clocks stand, if the log ends at seq and nobody changed them since.
func setTimes(ctx context.Context, tx *sql.Tx, id string, seq int, t match.Times) error {
	var settings string
	err := tx.QueryRowContext(ctx, `UPDATE matches SET revision = revision + 1, pause_asked = ?3, paused_until = nullif(?4, 0)
		WHERE id = ?1 AND revision = ?2 AND (SELECT count(*) FROM actions WHERE match_id = ?1) = ?5 RETURNING clock`,
		id, t.Revision, t.Asked, unixOrNone(t.Paused), seq).Scan(&settings)
	if errors.Is(err, sql.ErrNoRows) {
		return match.ErrConflict
	}
	if err != nil {
		return fmt.Errorf("set times: %w", err)
	}
	c, err := clock.Parse(settings)
	if err != nil {
		return fmt.Errorf("set times: %w", err)
	}
	return setClocks(ctx, tx, id, c, t)
}

// setClocks writes both clocks of a match that has some.
func setClocks(ctx context.Context, tx *sql.Tx, id string, c clock.Settings, t match.Times) error {
	if !c.Ticks() {
		return nil
	}
	for seat, side := range t.Sides {
		_, err := tx.ExecContext(ctx, `INSERT INTO clocks (match_id, seat, left_ms, full_ms, since, deadline)
			VALUES (?1, ?2, ?3, ?4, nullif(?5, 0), nullif(?6, 0))
			ON CONFLICT (match_id, seat) DO UPDATE SET left_ms = excluded.left_ms, full_ms = excluded.full_ms,
				since = excluded.since, deadline = excluded.deadline`,
			id, seat, side.Left.Milliseconds(), side.Full.Milliseconds(), unixOrNone(side.Since), unixOrNone(c.Deadline(side)))
		if err != nil {
			return fmt.Errorf("set clocks: %w", err)
		}
	}
	return nil
}

// unixOrNone is a time as it is stored; 0 for the zero time.
func unixOrNone(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// late reads nothing but the past end of an index that holds just the running clocks; left to itself the planner would rather
// group without sorting, and read all clocks.
const late = `SELECT match_id FROM clocks INDEXED BY clocks_deadline WHERE deadline <= ?
	GROUP BY match_id ORDER BY min(deadline), match_id`

// Late implements match.Store.
func (db *DB) Late(ctx context.Context, by time.Time) ([]string, error) {
	ids, err := collect(ctx, db.readers, scanID, late, by.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("list matches whose time has run out: %w", err)
	}
	return ids, nil
}

// Timed implements match.Store.
func (db *DB) Timed(ctx context.Context, person string) ([]string, error) {
	where := ""
	var args []any
	if person != "" {
		where, args = ` WHERE match_id IN (SELECT match_id FROM seats WHERE person_id = ?1 AND over = 0)`, append(args, person)
	}
	ids, err := collect(ctx, db.readers, scanID, `SELECT DISTINCT match_id FROM clocks JOIN matches ON id = match_id AND NOT over`+
		where+` ORDER BY match_id`, args...)
	if err != nil {
		return nil, fmt.Errorf("list matches with clocks: %w", err)
	}
	return ids, nil
}

// Unpaused implements match.Store.
func (db *DB) Unpaused(ctx context.Context, by time.Time) ([]string, error) {
	ids, err := collect(ctx, db.readers, scanID, `SELECT id FROM matches WHERE paused_until <= ? AND NOT over ORDER BY paused_until, id`,
		by.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("list matches whose pause is over: %w", err)
	}
	return ids, nil
}

// Vacations implements match.Store.
func (db *DB) Vacations(ctx context.Context, person string, since time.Time) ([]match.Vacation, error) {
	list, err := collect(ctx, db.readers, func(rows *sql.Rows) (v match.Vacation, err error) {
		var begins, ends int64
		err = rows.Scan(&begins, &ends, &v.ByItself)
		v.Begins, v.Ends = moment(begins), moment(ends)
		return v, err
	}, `SELECT begins, ends, by_itself FROM vacations WHERE person_id = ? AND ends > ? ORDER BY begins`, person, since.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("list vacations of %s: %w", person, err)
	}
	return list, nil
}

// SaveVacation implements match.Store.
func (db *DB) SaveVacation(ctx context.Context, person string, v match.Vacation) error {
	_, err := db.writer.ExecContext(ctx, `INSERT INTO vacations (person_id, begins, ends, by_itself) VALUES (?, ?, ?, ?)
		ON CONFLICT (person_id, begins) DO UPDATE SET ends = excluded.ends`,
		person, v.Begins.UnixMilli(), v.Ends.UnixMilli(), v.ByItself)
	if err != nil {
		return fmt.Errorf("save a vacation of %s: %w", person, err)
	}
	return nil
}

// Beat implements match.Store.
func (db *DB) Beat(ctx context.Context, at time.Time) error {
	_, err := db.writer.ExecContext(ctx, `INSERT INTO heartbeat (one, at) VALUES (1, ?)
		ON CONFLICT (one) DO UPDATE SET at = max(at, excluded.at)`, at.UnixMilli())
	if err != nil {
		return fmt.Errorf("write the heartbeat: %w", err)
	}
	return nil
}

// LastBeat implements match.Store.
func (db *DB) LastBeat(ctx context.Context) (time.Time, error) {
	var at int64
	err := db.readers.QueryRowContext(ctx, `SELECT coalesce(max(at), 0) FROM heartbeat`).Scan(&at)
	if err != nil {
		return time.Time{}, fmt.Errorf("read the heartbeat: %w", err)
	}
	return momentOrNone(at), nil
}

// SaveOutage implements match.Store.
func (db *DB) SaveOutage(ctx context.Context, o match.Outage) error {
	_, err := db.writer.ExecContext(ctx, `INSERT INTO outages (begins, ends) VALUES (?, ?)
		ON CONFLICT (begins) DO UPDATE SET ends = max(ends, excluded.ends)`, o.Begins.UnixMilli(), o.Ends.UnixMilli())
	if err != nil {
		return fmt.Errorf("save an outage: %w", err)
	}
	return nil
}

// Outages implements match.Store.
func (db *DB) Outages(ctx context.Context, since time.Time) ([]match.Outage, error) {
	list, err := collect(ctx, db.readers, func(rows *sql.Rows) (o match.Outage, err error) {
		var begins, ends int64
		err = rows.Scan(&begins, &ends)
		o.Begins, o.Ends = moment(begins), moment(ends)
		return o, err
	}, `SELECT begins, ends FROM outages WHERE ends > ? ORDER BY begins`, since.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("list outages: %w", err)
	}
	return list, nil
}
