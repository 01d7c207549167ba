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

var _ match.Store = (*DB)(nil)

// Create implements match.Store. Times are kept to the millisecond. A person who is not in the table, or a seat that
// has neither a person nor a level, is a failure of the storage.
func (db *DB) Create(ctx context.Context, h match.Header, log []game.Entry, st game.Status) error {
	err := db.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO matches (id, game, variant, rules, seed,
				first_person, first_level, second_person, second_level, created_at,
				ply, to_act, round, over, winner, reason, updated_at, first_wins, second_wins, clock, rated, shared, watched)
			VALUES (?1, ?2, ?3, ?4, ?5, nullif(?6, ''), nullif(?7, 0), nullif(?8, ''), nullif(?9, 0), ?10,
				?11, ?12, ?13, ?14, iif(?14, ?15, NULL), iif(?14, ?16, NULL), ?10, ?17, ?18, ?19, ?20, ?21, ?22)`,
			h.ID, h.Game, h.Setup.Variant, h.Setup.Rules, int64(h.Seed),
			h.Players[game.First].Person, h.Players[game.First].Level,
			h.Players[game.Second].Person, h.Players[game.Second].Level, h.Created.UnixMilli(),
			st.Ply, st.ToAct, st.Round, st.Result.Over, st.Result.Winner, st.Result.Reason, st.Wins[0], st.Wins[1],
			h.Clock.String(), h.Rated, h.Shared, h.Watched)
		if taken(err) {
			return match.ErrExists
		}
		if err != nil {
			return err
		}
		if h.Offer != "" {
			if err := take(ctx, tx, h); err != nil {
				return err
			}
		}
		if err := seat(ctx, tx, h, st); err != nil {
			return err
		}
		if h.Graded {
			if err := enter(ctx, tx, h); err != nil {
				return err
			}
		}
		if err := setClocks(ctx, tx, h.ID, h.Clock, h.Times); err != nil {
			return err
		}
		if err := tell(ctx, tx, h.ID, h.Notices); err != nil {
			return err
		}
		return insert(ctx, tx, h.ID, 0, log, h.Created)
	})
	if err != nil {
		return fmt.Errorf("create match %s: %w", h.ID, err)
	}
	return nil
}

// Append implements match.Store; ErrNotFound if there is no such match, and for a standing after a match that is not graded.
func (db *DB) Append(ctx context.Context, id string, c match.Change) error {
	err := db.write(ctx, func(tx *sql.Tx) error {
		if c.After != (match.Standing{}) {
			if err := rank(ctx, tx, id, c.After); err != nil {
				return err
			}
		}
		if err := rate(ctx, tx, id, c.Ratings); err != nil {
			return err
		}
		if c.Times != nil {
			if err := setTimes(ctx, tx, id, c.Seq, *c.Times); err != nil {
				return err
			}
		}
		if c.Times == nil || len(c.Lines) > 0 {
			if err := grow(ctx, tx, id, c); err != nil {
				return err
			}
		}
		return tell(ctx, tx, id, c.Notices)
	})
	if err != nil {
		return fmt.Errorf("append to match %s at %d: %w", id, c.Seq, err)
	}
	return nil
}

// grow adds lines to a log and writes the status after them. Lines that leave the status as it was, such as steps of a
// setup, may be their writer's secret, and so must be when he wrote them: they leave the moment of the last change too.
func grow(ctx context.Context, tx *sql.Tx, id string, c match.Change) error {
	st := c.Status
	if len(c.Lines) == 0 {
		return errors.New("no lines") // nothing would tell whether the log ends at seq
	}
	updated, err := tx.ExecContext(ctx, `UPDATE matches SET ply = ?2, to_act = ?3, round = ?4, over = ?5,
			winner = iif(?5, ?6, NULL), reason = iif(?5, ?7, NULL),
			updated_at = iif(ply = ?2 AND to_act = ?3 AND over = ?5, updated_at, ?8),
			first_wins = ?9, second_wins = ?10 WHERE id = ?1`,
		id, st.Ply, st.ToAct, st.Round, st.Result.Over, st.Result.Winner, st.Result.Reason, c.At.UnixMilli(),
		st.Wins[0], st.Wins[1])
	if err != nil {
		return err
	}
	if n, err := updated.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, match.ErrNotFound)
	}
	return insert(ctx, tx, id, c.Seq, c.Lines, c.At)
}

// insert writes lines from index seq on. That the log ends there is held by the table itself, with a trigger and, were
// that missing, its key.
func insert(ctx context.Context, tx *sql.Tx, id string, seq int, lines []game.Entry, at time.Time) error {
	for i, line := range lines {
		_, err := tx.ExecContext(ctx, `INSERT INTO actions (match_id, seq, ply, seat, action, at) VALUES (?, ?, ?, ?, ?, ?)`,
			id, seq+i, line.Ply, line.Seat, line.Action, at.UnixMilli())
		if misplaced(err) || taken(err) {
			return match.ErrConflict
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", seq+i, err)
		}
	}
	return nil
}

// header are the columns that scanned.header takes, from matches m, the two people and what is graded g.
const header = `m.id, m.game, m.variant, m.rules, m.seed, m.created_at,
	coalesce(m.first_person, ''), coalesce(first.name, ''), coalesce(m.first_level, 0),
	coalesce(m.second_person, ''), coalesce(second.name, ''), coalesce(m.second_level, 0),
	g.match_id IS NOT NULL, coalesce(g.dan_before, 0), coalesce(g.points_before, 0),
	m.clock, m.rated, m.shared, m.watched`

// people joins the names, and what is graded, to matches m.
const people = `LEFT JOIN people AS first ON first.id = m.first_person LEFT JOIN people AS second ON second.id = m.second_person
	LEFT JOIN graded AS g ON g.match_id = m.id`

// status are the columns that scanned.status takes, from matches m.
const status = `m.ply, m.to_act, m.round, m.first_wins, m.second_wins, m.over, coalesce(m.winner, 0), coalesce(m.reason, '')`

// scanned is a place for the columns of header and status, in that order. Use its fields after build.
type scanned struct {
	summary          match.Summary
	seed             int64
	created, updated int64
	clock            string
	deadline         int64
}

func (s *scanned) header() []any {
	h := &s.summary.Header
	one, two := &h.Players[game.First], &h.Players[game.Second]
	return []any{
		&h.ID, &h.Game, &h.Setup.Variant, &h.Setup.Rules, &s.seed, &s.created,
		&one.Person, &one.Name, &one.Level, &two.Person, &two.Name, &two.Level,
		&h.Graded, &h.Before.Dan, &h.Before.Points, &s.clock, &h.Rated, &h.Shared, &h.Watched,
	}
}

func (s *scanned) status() []any {
	st := &s.summary.Status
	return []any{&st.Ply, &st.ToAct, &st.Round, &st.Wins[0], &st.Wins[1], &st.Result.Over, &st.Result.Winner, &st.Result.Reason}
}

func (s *scanned) build() (match.Summary, error) {
	s.summary.Seed = uint64(s.seed)
	s.summary.Created = moment(s.created)
	s.summary.Updated = moment(s.updated)
	s.summary.Deadline = momentOrNone(s.deadline)
	var err error
	s.summary.Clock, err = clock.Parse(s.clock)
	return s.summary, err
}

// moment is a stored time.
func moment(milliseconds int64) time.Time { return time.UnixMilli(milliseconds).UTC() }

// momentOrNone is a stored time; 0, which none has, is the zero time.
func momentOrNone(milliseconds int64) time.Time {
	if milliseconds == 0 {
		return time.Time{}
	}
	return moment(milliseconds)
}

// Load implements match.Store. Its reads need no transaction: a log only grows, and of the header nothing changes but the
// clocks, whose revision is read first, so that nobody can act on a mixture.
func (db *DB) Load(ctx context.Context, id string, from int) (match.Header, []game.Entry, error) {
	var s scanned
	err := db.readers.QueryRowContext(ctx, `SELECT `+header+` FROM matches AS m `+people+` WHERE m.id = ?`, id).
		Scan(s.header()...)
	if err != nil {
		return match.Header{}, nil, fmt.Errorf("load match %s: %w", id, absent(err))
	}
	summary, err := s.build()
	if err != nil {
		return match.Header{}, nil, fmt.Errorf("load match %s: %w", id, err)
	}
	h := summary.Header
	if h.Times, err = db.times(ctx, id); err != nil {
		return match.Header{}, nil, fmt.Errorf("load clocks of match %s: %w", id, err)
	}
	if h.Holders, err = db.holders(ctx, h); err != nil {
		return match.Header{}, nil, fmt.Errorf("load seats of match %s: %w", id, err)
	}
	log, err := db.lines(ctx, id, from)
	if err != nil {
		return match.Header{}, nil, fmt.Errorf("load log of match %s from %d: %w", id, from, err)
	}
	return h, log, nil
}

func (db *DB) lines(ctx context.Context, id string, from int) ([]game.Entry, error) {
	return collect(ctx, db.readers, func(rows *sql.Rows) (e game.Entry, err error) {
		return e, rows.Scan(&e.Ply, &e.Seat, &e.Action)
	}, `SELECT ply, seat, action FROM actions WHERE match_id = ? AND seq >= ? ORDER BY seq`, id, from)
}

// waits is true where a match m waits for a person who has the seats s.mine, as match.Summary.Waits has it.
const waits = `(m.to_act & s.mine) <> 0`

// seatsOf are the matches of the person ?1, running or not as over says, each with the seats that he has in it.
func seatsOf(over string) string {
	return `(SELECT match_id, sum(1 << seat) AS mine FROM seats WHERE person_id = ?1` + over + ` GROUP BY match_id) AS s`
}

// summary are the columns that summaries takes, from matches m with the seats s and the clocks c.
const summary = `SELECT ` + header + `, ` + status + `, m.updated_at, s.mine, m.paused_until IS NOT NULL,
		coalesce(min(c.deadline), 0) AS deadline`

// summaries runs a query of summary for a person.
func (db *DB) summaries(ctx context.Context, query, person string) ([]match.Summary, error) {
	return collect(ctx, db.readers, func(rows *sql.Rows) (match.Summary, error) {
		var s scanned
		err := rows.Scan(append(append(s.header(), s.status()...), &s.updated, &s.summary.Mine, &s.summary.Paused, &s.deadline)...)
		if err != nil {
			return match.Summary{}, err
		}
		return s.build()
	}, query, person)
}

// list finds a person's matches by his seats. Of a match that waits for him the deadline is his own, of another anybody's.
var list = summary + `
	FROM ` + seatsOf("") + ` JOIN matches AS m ON m.id = s.match_id ` + people + `
	LEFT JOIN clocks AS c ON c.match_id = m.id AND c.deadline IS NOT NULL AND (NOT ` + waits + ` OR (s.mine >> c.seat) & 1)
	GROUP BY m.id
	ORDER BY CASE WHEN m.over THEN 2 WHEN ` + waits + ` THEN 0 ELSE 1 END,
		CASE WHEN ` + waits + ` THEN coalesce(min(c.deadline), 9e18) ELSE 9e18 END, m.updated_at DESC, m.id`

// List implements match.Store.
func (db *DB) List(ctx context.Context, person string) ([]match.Summary, error) {
	found, err := db.summaries(ctx, list, person)
	if err != nil {
		return nil, fmt.Errorf("list matches of %s: %w", person, err)
	}
	return found, nil
}

// waiting reads only the running matches of a person, however many have ended.
var waiting = `SELECT count(*) FROM ` + seatsOf(" AND over = 0") + ` JOIN matches AS m ON m.id = s.match_id WHERE ` + waits

// Waiting implements match.Store.
func (db *DB) Waiting(ctx context.Context, person string) (int, error) {
	var n int
	if err := db.readers.QueryRowContext(ctx, waiting, person).Scan(&n); err != nil {
		return 0, fmt.Errorf("count matches waiting for %s: %w", person, err)
	}
	return n, nil
}

// owed reads nothing but an index that holds just these matches, in this order.
const owed = `SELECT id FROM matches WHERE owed ORDER BY updated_at, id`

// Owed implements match.Store.
func (db *DB) Owed(ctx context.Context) ([]string, error) {
	ids, err := collect(ctx, db.readers, scanID, owed)
	if err != nil {
		return nil, fmt.Errorf("list matches that owe an action: %w", err)
	}
	return ids, nil
}

// IDs implements match.Store.
func (db *DB) IDs(ctx context.Context) ([]string, error) {
	ids, err := collect(ctx, db.readers, scanID, `SELECT id FROM matches ORDER BY created_at, id`)
	if err != nil {
		return nil, fmt.Errorf("list matches: %w", err)
	}
	return ids, nil
}

func scanID(rows *sql.Rows) (id string, err error) { return id, rows.Scan(&id) }

// Stored implements match.Store.
func (db *DB) Stored(ctx context.Context, id string) (game.Status, error) {
	var s scanned
	err := db.readers.QueryRowContext(ctx, `SELECT `+status+` FROM matches AS m WHERE m.id = ?`, id).Scan(s.status()...)
	if err != nil {
		return game.Status{}, fmt.Errorf("load status of match %s: %w", id, absent(err))
	}
	return s.summary.Status, nil
}

// collect runs a query and reads every row with scan.
func collect[T any](ctx context.Context, pool *sql.DB, scan func(*sql.Rows) (T, error), query string, args ...any) (all []T, err error) {
	rows, err := pool.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// absent puts match.ErrNotFound in the place of sql.ErrNoRows.
func absent(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return match.ErrNotFound
	}
	return err
}
