package db

import (
	"context"
	"database/sql"
	"fmt"

	"salle/game"
	"salle/game/match"
)

// seat gives a new match's people their seats, those who hold one too.
func seat(ctx context.Context, tx *sql.Tx, h match.Header, st game.Status) error {
	for i, p := range h.Players {
		people := h.Holders[i]
		if p.Person != "" {
			people = append([]string{p.Person}, people...)
		}
		for _, person := range people {
			_, err := tx.ExecContext(ctx, `INSERT INTO seats (match_id, seat, person_id, over) VALUES (?, ?, ?, ?)`,
				h.ID, i, person, st.Result.Over)
			if err != nil {
				return fmt.Errorf("seat %s: %w", person, err)
			}
		}
	}
	return nil
}

// holders reads who has a seat of a match beside its players.
func (db *DB) holders(ctx context.Context, h match.Header) (holders [2][]string, err error) {
	_, err = collect(ctx, db.readers, func(rows *sql.Rows) (struct{}, error) {
		var seat game.Seat
		var person string
		if err := rows.Scan(&seat, &person); err != nil {
			return struct{}{}, err
		}
		if person != h.Players[seat].Person {
			holders[seat] = append(holders[seat], person)
		}
		return struct{}{}, nil
	}, `SELECT seat, person_id FROM seats WHERE match_id = ? ORDER BY seat, person_id`, h.ID)
	return holders, err
}

// SetSeatKey implements match.Store.
func (db *DB) SetSeatKey(ctx context.Context, id string, seat game.Seat, keyHash []byte, keep string) error {
	err := db.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM seats WHERE match_id = ?1 AND seat = ?2 AND person_id <> ?3 AND person_id <>
			(SELECT iif(?2 = 0, first_person, second_person) FROM matches WHERE id = ?1)`, id, seat, keep)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO seat_keys (match_id, seat, key_hash) VALUES (?, ?, ?)
			ON CONFLICT (match_id, seat) DO UPDATE SET key_hash = excluded.key_hash`, id, seat, keyHash)
		return err
	})
	if err != nil {
		return fmt.Errorf("set the key of a seat of match %s: %w", id, err)
	}
	return nil
}

// SeatOfKey implements match.Store.
func (db *DB) SeatOfKey(ctx context.Context, keyHash []byte) (id string, seat game.Seat, err error) {
	err = db.readers.QueryRowContext(ctx, `SELECT match_id, seat FROM seat_keys WHERE key_hash = ?`, keyHash).Scan(&id, &seat)
	if err != nil {
		return "", 0, fmt.Errorf("find the seat of a key: %w", absent(err))
	}
	return id, seat, nil
}

// Hold implements match.Store.
func (db *DB) Hold(ctx context.Context, id string, seat game.Seat, person string) error {
	_, err := db.writer.ExecContext(ctx, `INSERT INTO seats (match_id, seat, person_id, over)
		SELECT id, ?2, ?3, over FROM matches WHERE id = ?1 ON CONFLICT DO NOTHING`, id, seat, person)
	if err != nil {
		return fmt.Errorf("let %s hold a seat of match %s: %w", person, id, err)
	}
	return nil
}
