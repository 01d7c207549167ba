package db

import (
	"context"
	"database/sql"
	"fmt"

	"salle/game/match"
)

// channels are the columns that scanChannel takes, of channels c.
const channels = `SELECT c.id, c.person_id, c.kind, c.target, c.format, c.field, c.secret, c.auth, c.p256dh, c.name, c.lang, c.origin,
		c.zone, c.pace, c.minutes, c.reminders, c.created_at, coalesce(c.confirmed_at, 0), c.digest_at, coalesce(c.tested_at, 0),
		coalesce(c.ok_at, 0), coalesce(c.error_at, 0), c.error, c.failures
	FROM channels AS c WHERE `

func scanChannel(scan func(...any) error) (c match.Channel, err error) {
	var created, confirmed, digest, tested, ok, failed int64
	err = scan(&c.ID, &c.Person, &c.Kind, &c.Target, &c.Format, &c.Field, &c.Secret, &c.Auth, &c.P256dh, &c.Name, &c.Lang, &c.Origin,
		&c.Zone, &c.Pace, &c.Minutes, &c.Reminders, &created, &confirmed, &digest, &tested, &ok, &failed, &c.Error, &c.Failures)
	c.Created, c.Confirmed, c.Digest = moment(created), momentOrNone(confirmed), moment(digest)
	c.Tested, c.LastOK, c.LastError = momentOrNone(tested), momentOrNone(ok), momentOrNone(failed)
	return c, err
}

func (db *DB) listChannels(ctx context.Context, where string, args ...any) ([]match.Channel, error) {
	list, err := collect(ctx, db.readers, func(rows *sql.Rows) (match.Channel, error) { return scanChannel(rows.Scan) },
		channels+where+` ORDER BY c.created_at, c.rowid`, args...)
	if err != nil {
		return nil, fmt.Errorf("list channels: %w", err)
	}
	return list, nil
}

// Channels implements match.Store.
func (db *DB) Channels(ctx context.Context, person string) ([]match.Channel, error) {
	return db.listChannels(ctx, `c.person_id = ?`, person)
}

// Channel implements match.Store.
func (db *DB) Channel(ctx context.Context, id string) (match.Channel, error) {
	c, err := scanChannel(db.readers.QueryRowContext(ctx, channels+`c.id = ?`, id).Scan)
	if err != nil {
		return match.Channel{}, fmt.Errorf("load channel: %w", absent(err))
	}
	return c, nil
}

// ChannelOfKey implements match.Store.
func (db *DB) ChannelOfKey(ctx context.Context, keyHash []byte) (match.Channel, error) {
	c, err := scanChannel(db.readers.QueryRowContext(ctx, channels+`c.key_hash = ?`, keyHash).Scan)
	if err != nil {
		return match.Channel{}, fmt.Errorf("find the channel of a key: %w", absent(err))
	}
	return c, nil
}

// SaveChannel implements match.Store.
func (db *DB) SaveChannel(ctx context.Context, c match.Channel, most int) (match.Channel, error) {
	var id string
	err := db.write(ctx, func(tx *sql.Tx) error {
		if c.Kind == match.ChannelPush {
			_, err := tx.ExecContext(ctx, `DELETE FROM channels WHERE kind = 'push' AND target = ? AND person_id <> ?`, c.Target, c.Person)
			if err != nil {
				return err
			}
		}
		err := tx.QueryRowContext(ctx, `INSERT INTO channels (id, person_id, kind, target, format, field, secret, auth, p256dh, name, lang,
				origin, zone, pace, minutes, reminders, created_at, confirmed_at, digest_at, error, failures)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, nullif(?18, 0), ?19, '', 0)
			ON CONFLICT (person_id, kind, target) DO UPDATE SET format = excluded.format, field = excluded.field, secret = excluded.secret,
				auth = excluded.auth, p256dh = excluded.p256dh, name = excluded.name, lang = excluded.lang, origin = excluded.origin,
				zone = excluded.zone
			RETURNING id`,
			c.ID, c.Person, c.Kind, c.Target, c.Format, c.Field, c.Secret, c.Auth, c.P256dh, c.Name, c.Lang, c.Origin, c.Zone,
			c.Pace, c.Minutes, c.Reminders, c.Created.UnixMilli(), unixOrNone(c.Confirmed), c.Digest.UnixMilli()).Scan(&id)
		if err != nil {
			return err
		}
		var n int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM channels WHERE person_id = ?`, c.Person).Scan(&n); err != nil {
			return err
		}
		if n > most {
			return match.ErrFull
		}
		return nil
	})
	if err != nil {
		return match.Channel{}, fmt.Errorf("save a channel of %s: %w", c.Person, err)
	}
	return db.Channel(ctx, id)
}

// SetChannel implements match.Store.
func (db *DB) SetChannel(ctx context.Context, c match.Channel) error {
	_, err := db.writer.ExecContext(ctx, `UPDATE channels SET pace = ?2, minutes = ?3, reminders = ?4, digest_at = ?5,
		confirmed_at = nullif(?6, 0), tested_at = nullif(?7, 0) WHERE id = ?1`,
		c.ID, c.Pace, c.Minutes, c.Reminders, c.Digest.UnixMilli(), unixOrNone(c.Confirmed), unixOrNone(c.Tested))
	if err != nil {
		return fmt.Errorf("change channel %s: %w", c.ID, err)
	}
	return nil
}

// SetFeedKey implements match.Store.
func (db *DB) SetFeedKey(ctx context.Context, id string, keyHash []byte) error {
	if _, err := db.writer.ExecContext(ctx, `UPDATE channels SET key_hash = ?2 WHERE id = ?1 AND kind = 'feed'`, id, keyHash); err != nil {
		return fmt.Errorf("set the key of a feed: %w", err)
	}
	return nil
}

// SetSent implements match.Store.
func (db *DB) SetSent(ctx context.Context, id string, o match.Sent) error {
	if err := setSent(ctx, db.writer, id, o); err != nil {
		return fmt.Errorf("keep how channel %s went: %w", id, err)
	}
	return nil
}

// DeleteChannel implements match.Store.
func (db *DB) DeleteChannel(ctx context.Context, id string) error {
	if _, err := db.writer.ExecContext(ctx, `DELETE FROM channels WHERE id = ?`, id); err != nil {
		return fmt.Errorf("forget channel %s: %w", id, err)
	}
	return nil
}

// Troubled implements match.Store.
func (db *DB) Troubled(ctx context.Context, person string, failures int) (bool, error) {
	var troubled bool
	err := db.readers.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM channels WHERE person_id = ? AND failures >= ? AND pace <> 'none')`,
		person, failures).Scan(&troubled)
	if err != nil {
		return false, fmt.Errorf("look for trouble of %s: %w", person, err)
	}
	return troubled, nil
}
