package db

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"salle/game/clock"
	"salle/game/match"
)

// SaveOffer implements match.Store.
func (db *DB) SaveOffer(ctx context.Context, o match.Offer) error {
	saved, err := db.writer.ExecContext(ctx, `INSERT INTO offers (id, maker_id, game, variant, seat, clock, rated, watched, listed,
			person_id, rematch_of, created_at, expires_at, state, told)
		SELECT ?1, ?2, ?3, ?4, iif(?5 = 3, NULL, ?5), ?6, ?7, ?8, ?9, nullif(?10, ''), nullif(?11, ''), ?12, ?13, 'open', 0
		WHERE NOT EXISTS (SELECT 1 FROM offers WHERE rematch_of = ?11 AND state IN ('open', 'taken'))`,
		o.ID, o.Maker, o.Game, o.Variant, o.Seat, o.Clock.String(), o.Rated, o.Watched, o.Listed, o.Person, o.RematchOf,
		o.Created.UnixMilli(), o.Expires.UnixMilli())
	if taken(err) {
		err = match.ErrExists
	}
	if err == nil {
		err = onlyIf(saved, match.ErrConflict)
	}
	if err != nil {
		return fmt.Errorf("save offer %s: %w", o.ID, err)
	}
	return nil
}

// onlyIf is an error where a statement has changed nothing.
func onlyIf(changed sql.Result, otherwise error) error {
	n, err := changed.RowsAffected()
	if err == nil && n == 0 {
		return otherwise
	}
	return err
}

// offers are the columns that scanOffer takes, of offers o with the names of their people and the rating of their maker.
var offers = `SELECT o.id, o.maker_id, maker.name, o.game, o.variant, coalesce(o.seat, 3), o.clock, o.rated, o.watched, o.listed,
		coalesce(o.person_id, ''), coalesce(person.name, ''), coalesce(o.rematch_of, ''), o.created_at, o.expires_at, o.state,
		coalesce(o.settled_at, 0), coalesce(o.match_id, ''), ` + ratingColumns("r", "matches") + `
	FROM offers AS o JOIN people AS maker ON maker.id = o.maker_id LEFT JOIN people AS person ON person.id = o.person_id
	LEFT JOIN ratings AS r ON r.person_id = o.maker_id AND r.game = o.game `

func scanOffer(scan func(...any) error) (o match.Offer, err error) {
	var settings string
	var created, expires, settled int64
	var rated scannedRating
	err = scan(append([]any{
		&o.ID, &o.Maker, &o.MakerName, &o.Game, &o.Variant, &o.Seat, &settings, &o.Rated, &o.Watched, &o.Listed,
		&o.Person, &o.PersonName, &o.RematchOf, &created, &expires, &o.State, &settled, &o.Match,
	}, rated.columns()...)...)
	if err != nil {
		return o, err
	}
	o.MakerRated = rated.build()
	o.Created, o.Expires, o.Settled = moment(created), moment(expires), momentOrNone(settled)
	o.Clock, err = clock.Parse(settings)
	return o, err
}

// Offer implements match.Store.
func (db *DB) Offer(ctx context.Context, id string) (match.Offer, error) {
	o, err := scanOffer(db.readers.QueryRowContext(ctx, offers+`WHERE o.id = ?`, id).Scan)
	if err != nil {
		return match.Offer{}, fmt.Errorf("load offer %s: %w", id, absent(err))
	}
	return o, nil
}

// RematchOf implements match.Store.
func (db *DB) RematchOf(ctx context.Context, id string) (match.Offer, error) {
	o, err := scanOffer(db.readers.QueryRowContext(ctx, offers+`WHERE o.rematch_of = ? AND o.state IN ('open', 'taken')
		ORDER BY o.created_at DESC LIMIT 1`, id).Scan)
	if err != nil {
		return match.Offer{}, fmt.Errorf("find the rematch of match %s: %w", id, absent(err))
	}
	return o, nil
}

// OffersOf implements match.Store.
func (db *DB) OffersOf(ctx context.Context, person string) ([]match.Offer, error) {
	return db.listOffers(ctx, offers+`WHERE o.maker_id = ?1 AND (o.state = 'open' OR o.state IN ('declined', 'expired') AND NOT o.told)
		OR o.person_id = ?1 AND o.state = 'open' ORDER BY o.created_at DESC, o.id`, person)
}

// lobby reads nothing but an index that holds just these offers, and whether one of the two has blocked the other.
var lobby = offers + `WHERE o.state = 'open' AND o.listed
	AND NOT EXISTS (SELECT 1 FROM blocks WHERE person_id = ?1 AND blocked_id = o.maker_id)
	AND NOT EXISTS (SELECT 1 FROM blocks WHERE person_id = o.maker_id AND blocked_id = ?1)
	ORDER BY o.created_at DESC, o.id LIMIT ?2`

// Lobby implements match.Store.
func (db *DB) Lobby(ctx context.Context, person string, limit int) ([]match.Offer, error) {
	return db.listOffers(ctx, lobby, person, limit)
}

func (db *DB) listOffers(ctx context.Context, query string, args ...any) ([]match.Offer, error) {
	list, err := collect(ctx, db.readers, func(rows *sql.Rows) (match.Offer, error) { return scanOffer(rows.Scan) },
		query, args...)
	if err != nil {
		return nil, fmt.Errorf("list offers: %w", err)
	}
	return list, nil
}

// SettleOffer implements match.Store.
func (db *DB) SettleOffer(ctx context.Context, id, state string, at time.Time) error {
	settled, err := db.writer.ExecContext(ctx, `UPDATE offers SET state = ?2, settled_at = ?3 WHERE id = ?1 AND state = 'open'`,
		id, state, at.UnixMilli())
	if err == nil {
		err = onlyIf(settled, match.ErrSettled)
	}
	if err != nil {
		return fmt.Errorf("settle offer %s as %s: %w", id, state, err)
	}
	return nil
}

// take marks the offer that a new match comes from, once.
func take(ctx context.Context, tx *sql.Tx, h match.Header) error {
	taken, err := tx.ExecContext(ctx, `UPDATE offers SET state = 'taken', settled_at = ?3, match_id = ?2 WHERE id = ?1 AND state = 'open'`,
		h.Offer, h.ID, h.Created.UnixMilli())
	if err != nil {
		return fmt.Errorf("take offer %s: %w", h.Offer, err)
	}
	return onlyIf(taken, match.ErrSettled)
}

// OfferTold implements match.Store.
func (db *DB) OfferTold(ctx context.Context, id, maker string) error {
	_, err := db.writer.ExecContext(ctx, `UPDATE offers SET told = 1 WHERE id = ? AND maker_id = ? AND state <> 'open'`, id, maker)
	if err != nil {
		return fmt.Errorf("mark offer %s as told: %w", id, err)
	}
	return nil
}

// ExpireOffers implements match.Store.
func (db *DB) ExpireOffers(ctx context.Context, by time.Time) (int, error) {
	expired, err := db.writer.ExecContext(ctx, `UPDATE offers SET state = 'expired', settled_at = ?1 WHERE state = 'open' AND expires_at <= ?1`,
		by.UnixMilli())
	if err != nil {
		return 0, fmt.Errorf("expire offers: %w", err)
	}
	n, err := expired.RowsAffected()
	return int(n), err
}
