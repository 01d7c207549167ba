package db

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"salle/game/match"
)

// tell keeps what the people of a match are to be told, in the transaction of what they are told of. What was kept before
// stays as it is, but for reminders, which move with their clock as long as they are not out.
func tell(ctx context.Context, tx *sql.Tx, id string, notices []match.Notice) error {
	for _, n := range notices {
		_, err := tx.ExecContext(ctx, `INSERT INTO notices (kind, match_id, seat, turn, made_at, due_at, next_at, done)
			VALUES (?1, ?2, ?3, iif(?4 = -1, (SELECT ply FROM matches WHERE id = ?2), ?4), ?5, ?6, ?6, 0)
			ON CONFLICT (match_id, turn, seat, kind) WHERE match_id IS NOT NULL DO UPDATE
				SET due_at = excluded.due_at, next_at = excluded.due_at
				WHERE kind IN ('reminder', 'last') AND NOT done
					AND NOT EXISTS (SELECT 1 FROM deliveries WHERE notice_id = notices.id)`,
			n.Kind, id, n.Seat, n.Turn, n.Made.UnixMilli(), n.Due.UnixMilli())
		if err != nil {
			return fmt.Errorf("tell of %s: %w", n.Kind, err)
		}
	}
	return nil
}

// DueNotices implements match.Store. It reads an index that holds what is not settled alone.
func (db *DB) DueNotices(ctx context.Context, now time.Time, most int) ([]match.Notice, error) {
	list, err := collect(ctx, db.readers, func(rows *sql.Rows) (n match.Notice, err error) {
		var made, due int64
		err = rows.Scan(&n.ID, &n.Kind, &n.Match, &n.Seat, &n.Turn, &n.Offer, &n.Channel, &made, &due)
		n.Made, n.Due = moment(made), moment(due)
		return n, err
	}, `SELECT id, kind, coalesce(match_id, ''), coalesce(seat, 0), turn, coalesce(offer_id, ''), coalesce(channel_id, ''), made_at, due_at
		FROM notices WHERE next_at <= ? AND NOT done ORDER BY next_at, id LIMIT ?`, now.UnixMilli(), most)
	if err != nil {
		return nil, fmt.Errorf("list notices: %w", err)
	}
	return list, nil
}

// Those whom a notice is for, by the column of it that is not NULL. The human who holds a seat beside its player, in another
// browser, is told of that match's rematch too.
var (
	ofMatch = `c.person_id IN (SELECT person_id FROM seats WHERE match_id = ?1 AND seat = ?2)`
	ofMaker = `c.person_id = (SELECT maker_id FROM offers WHERE id = ?1)`
	ofAsked = `c.person_id IN (SELECT person_id FROM offers WHERE id = ?1
		UNION SELECT other.person_id FROM offers AS o JOIN seats AS s ON s.match_id = o.rematch_of AND s.person_id = o.person_id
			JOIN seats AS other ON other.match_id = s.match_id AND other.seat = s.seat WHERE o.id = ?1)`
	ofChannel = `c.id = ?1`
)

// Recipients implements match.Store.
func (db *DB) Recipients(ctx context.Context, n match.Notice) ([]match.Channel, error) {
	who, args := ofMatch, []any{n.Match, n.Seat}
	switch {
	case n.Channel != "":
		who, args = ofChannel, []any{n.Channel, 0}
	case n.Offer != "" && n.Kind == match.NoticeRematch:
		who, args = ofAsked, []any{n.Offer, 0}
	case n.Offer != "":
		who, args = ofMaker, []any{n.Offer, 0}
	}
	return db.listChannels(ctx, who+` AND c.kind <> 'feed' AND c.confirmed_at <= ?3 AND ?2 IS NOT NULL`, append(args, n.Due.UnixMilli())...)
}

// Deliveries implements match.Store.
func (db *DB) Deliveries(ctx context.Context, notice int64) (map[string]match.Delivery, error) {
	all := map[string]match.Delivery{}
	_, err := collect(ctx, db.readers, func(rows *sql.Rows) (struct{}, error) {
		var channel string
		var begun, next int64
		var d match.Delivery
		err := rows.Scan(&channel, &d.Begun, &begun, &d.Failed, &next, &d.Done)
		d.BegunAt, d.Next = moment(begun), momentOrNone(next)
		all[channel] = d
		return struct{}{}, err
	}, `SELECT channel_id, begun, begun_at, failed, next_at, done FROM deliveries WHERE notice_id = ?`, notice)
	if err != nil {
		return nil, fmt.Errorf("list deliveries of notice %d: %w", notice, err)
	}
	return all, nil
}

// BeginDelivery implements match.Store.
func (db *DB) BeginDelivery(ctx context.Context, notice int64, channel string, seen match.Delivery, at time.Time) (bool, error) {
	begun, err := db.writer.ExecContext(ctx, `INSERT INTO deliveries (notice_id, channel_id, begun, begun_at, failed, next_at, done)
		VALUES (?1, ?2, 1, ?3, 0, 0, 0)
		ON CONFLICT (notice_id, channel_id) DO UPDATE SET begun = begun + 1, begun_at = excluded.begun_at
			WHERE NOT done AND begun = ?4 AND failed = ?5 AND (begun = 0 OR begun_at = ?6)`,
		notice, channel, at.UnixMilli(), seen.Begun, seen.Failed, seen.BegunAt.UnixMilli())
	if err != nil {
		return false, fmt.Errorf("begin to deliver notice %d: %w", notice, err)
	}
	n, err := begun.RowsAffected()
	return n == 1, err
}

// EndDelivery implements match.Store.
func (db *DB) EndDelivery(ctx context.Context, notice int64, channel string, d match.Delivery, o *match.Sent) error {
	err := db.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE deliveries SET begun = ?3, failed = ?4, next_at = ?5, done = ?6
			WHERE notice_id = ?1 AND channel_id = ?2`, notice, channel, d.Begun, d.Failed, unixOrNone(d.Next), d.Done)
		if err != nil || o == nil {
			return err
		}
		return setSent(ctx, tx, channel, *o)
	})
	if err != nil {
		return fmt.Errorf("end the delivery of notice %d: %w", notice, err)
	}
	return nil
}

// setSent keeps how something went that was sent by a channel.
func setSent(ctx context.Context, on execer, channel string, o match.Sent) error {
	statement := `UPDATE channels SET error_at = ?2, error = ?3, failures = failures + 1 WHERE id = ?1`
	if o.Error == "" {
		statement = `UPDATE channels SET ok_at = ?2, failures = 0 WHERE id = ?1 AND ?3 = ''`
	}
	_, err := on.ExecContext(ctx, statement, channel, o.At.UnixMilli(), o.Error)
	return err
}

// PutOff implements match.Store.
func (db *DB) PutOff(ctx context.Context, notice int64, until time.Time) error {
	return db.setNotice(ctx, `UPDATE notices SET next_at = ?2 WHERE id = ?1`, notice, until.UnixMilli())
}

// Hasten implements match.Store.
func (db *DB) Hasten(ctx context.Context, notice int64, by time.Time) error {
	return db.setNotice(ctx, `UPDATE notices SET next_at = min(next_at, ?2) WHERE id = ?1`, notice, by.UnixMilli())
}

// Settle implements match.Store.
func (db *DB) Settle(ctx context.Context, notice int64) error {
	return db.setNotice(ctx, `UPDATE notices SET done = 1 WHERE id = ?1`, notice)
}

func (db *DB) setNotice(ctx context.Context, statement string, args ...any) error {
	if _, err := db.writer.ExecContext(ctx, statement, args...); err != nil {
		return fmt.Errorf("change notice %d: %w", args[0], err)
	}
	return nil
}

// DueDigests implements match.Store.
func (db *DB) DueDigests(ctx context.Context, now time.Time) ([]match.Channel, error) {
	return db.listChannels(ctx, `c.pace = 'digest' AND c.digest_at <= ? AND c.confirmed_at IS NOT NULL AND c.kind <> 'feed'`, now.UnixMilli())
}

// StartDigest implements match.Store.
func (db *DB) StartDigest(ctx context.Context, n match.Notice, next time.Time) error {
	return db.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO notices (kind, channel_id, turn, made_at, due_at, next_at, done)
			VALUES (?1, ?2, ?3, ?4, ?4, ?4, 0) ON CONFLICT DO NOTHING`, n.Kind, n.Channel, n.Turn, n.Due.UnixMilli())
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE channels SET digest_at = ?2 WHERE id = ?1`, n.Channel, next.UnixMilli())
		return err
	})
}

// ForgetNotices implements match.Store.
func (db *DB) ForgetNotices(ctx context.Context, before time.Time) error {
	var some bool
	err := db.readers.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM notices WHERE done AND made_at < ?)`, before.UnixMilli()).Scan(&some)
	if err == nil && some {
		_, err = db.writer.ExecContext(ctx, `DELETE FROM notices WHERE done AND made_at < ?`, before.UnixMilli())
	}
	if err != nil {
		return fmt.Errorf("forget old notices: %w", err)
	}
	return nil
}

// waitingList is list for what waits alone: it reads only the running matches of a person, however many have ended.
var waitingList = summary + `
	FROM ` + seatsOf(" AND over = 0") + ` JOIN matches AS m ON m.id = s.match_id ` + people + `
	LEFT JOIN clocks AS c ON c.match_id = m.id AND c.deadline IS NOT NULL AND (s.mine >> c.seat) & 1
	WHERE ` + waits + ` GROUP BY m.id
	ORDER BY coalesce(min(c.deadline), 9e18), m.updated_at DESC, m.id`

// WaitingList implements match.Store.
func (db *DB) WaitingList(ctx context.Context, person string) ([]match.Summary, error) {
	found, err := db.summaries(ctx, waitingList, person)
	if err != nil {
		return nil, fmt.Errorf("list what waits for %s: %w", person, err)
	}
	return found, nil
}
