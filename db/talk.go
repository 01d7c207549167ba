package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"salle/game"
	"salle/game/match"
)

// spoken is true where what is said in a row of talk is a voice's of the seat ?2 and, where he looks on, the person ?3.
const spoken = `match_id = ?1 AND seat = ?2 AND (seat <> 3 OR person_id = ?3)`

// heard is true where somebody hears a row t of talk: its seat is among the seats ?2, and ?3 and ?4, a seat and a person, have
// not muted it.
const heard = `t.match_id = ?1 AND (?2 >> t.seat) & 1 AND NOT EXISTS (SELECT 1 FROM mutes AS m WHERE m.match_id = ?1
	AND m.by_seat = ?3 AND m.by_person = ?4 AND m.seat = t.seat AND m.person = iif(t.seat = 3, t.person_id, ''))`

// Say implements match.TalkStore.
func (db *DB) Say(ctx context.Context, id string, r match.Remark, writer string, said, most int, since time.Time) error {
	err := db.write(ctx, func(tx *sql.Tx) error {
		var repeated, hasty bool
		err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM
				(SELECT text FROM talk WHERE `+spoken+` ORDER BY n LIMIT -1 OFFSET ?4) WHERE text = ?5),
			(SELECT count(*) FROM talk WHERE person_id = ?6 AND at > ?7) >= ?8`,
			id, r.Seat, r.Person, said, r.Text, writer, since.UnixMilli(), most).Scan(&repeated, &hasty)
		switch {
		case err != nil:
			return err
		case repeated:
			return nil
		case hasty:
			return match.ErrHaste
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO talk (match_id, n, seat, person_id, text, at)
			VALUES (?1, (SELECT coalesce(max(n) + 1, 0) FROM talk WHERE match_id = ?1), ?2, ?3, ?4, ?5)`,
			id, r.Seat, writer, r.Text, r.At.UnixMilli())
		return err
	})
	if err != nil {
		return fmt.Errorf("say something in match %s: %w", id, err)
	}
	return nil
}

// Said implements match.TalkStore.
func (db *DB) Said(ctx context.Context, id string, v match.Voice) (int, error) {
	var n int
	err := db.readers.QueryRowContext(ctx, `SELECT count(*) FROM talk WHERE `+spoken, id, v.Seat, v.Person).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count what was said in match %s: %w", id, err)
	}
	return n, nil
}

// Hear implements match.TalkStore.
func (db *DB) Hear(ctx context.Context, id string, h match.Hearing, before, limit int) ([]match.Remark, int, error) {
	var total int
	err := db.readers.QueryRowContext(ctx, `SELECT count(*) FROM talk AS t WHERE `+heard, id, h.Seats, h.Seat, h.Person).Scan(&total)
	if err != nil {
		return nil, 0, fmt.Errorf("count the talk in match %s: %w", id, err)
	}
	if before < 0 || before > total {
		before = total
	}
	from := max(before-limit, 0)
	list, err := collect(ctx, db.readers, func(rows *sql.Rows) (r match.Remark, err error) {
		var at int64
		err = rows.Scan(&r.Seat, &r.Person, &r.Name, &r.Text, &at)
		r.At = moment(at)
		return r, err
	}, `SELECT t.seat, iif(t.seat = 3, t.person_id, ''), p.name, t.text, t.at FROM talk AS t JOIN people AS p ON p.id = t.person_id
		WHERE `+heard+` ORDER BY t.n LIMIT ?5 OFFSET ?6`, id, h.Seats, h.Seat, h.Person, before-from, from)
	if err != nil {
		return nil, 0, fmt.Errorf("read the talk in match %s: %w", id, err)
	}
	return list, total, nil
}

func scanVoice(rows *sql.Rows) (r match.Remark, err error) {
	return r, rows.Scan(&r.Seat, &r.Person, &r.Name)
}

// Speakers implements match.TalkStore.
func (db *DB) Speakers(ctx context.Context, id string) ([]match.Remark, error) {
	list, err := collect(ctx, db.readers, scanVoice, `SELECT DISTINCT t.seat, iif(t.seat = 3, t.person_id, ''), iif(t.seat = 3, p.name, '')
		FROM talk AS t JOIN people AS p ON p.id = t.person_id WHERE t.match_id = ?`, id)
	if err != nil {
		return nil, fmt.Errorf("list who speaks in match %s: %w", id, err)
	}
	return list, nil
}

// Mute implements match.TalkStore.
func (db *DB) Mute(ctx context.Context, id string, by, whom match.Voice, muted bool) error {
	query := `DELETE FROM mutes WHERE match_id = ? AND by_seat = ? AND by_person = ? AND seat = ? AND person = ?`
	if muted {
		query = `INSERT INTO mutes (match_id, by_seat, by_person, seat, person) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	}
	if _, err := db.writer.ExecContext(ctx, query, id, by.Seat, by.Person, whom.Seat, whom.Person); err != nil {
		return fmt.Errorf("mute somebody in match %s: %w", id, err)
	}
	return nil
}

// Muted implements match.TalkStore.
func (db *DB) Muted(ctx context.Context, id string, by match.Voice) ([]match.Remark, error) {
	list, err := collect(ctx, db.readers, scanVoice, `SELECT m.seat, m.person, coalesce(p.name, '')
		FROM mutes AS m LEFT JOIN people AS p ON p.id = m.person
		WHERE m.match_id = ? AND m.by_seat = ? AND m.by_person = ? ORDER BY m.seat, m.person`, id, by.Seat, by.Person)
	if err != nil {
		return nil, fmt.Errorf("list who is muted in match %s: %w", id, err)
	}
	return list, nil
}

// SaveNotes implements match.TalkStore.
func (db *DB) SaveNotes(ctx context.Context, id string, v match.Voice, text string) error {
	query := `INSERT INTO notes (match_id, seat, person, text) VALUES (?, ?, ?, ?)
		ON CONFLICT (match_id, seat, person) DO UPDATE SET text = excluded.text`
	args := []any{id, v.Seat, v.Person, text}
	if text == "" {
		query, args = `DELETE FROM notes WHERE match_id = ? AND seat = ? AND person = ?`, args[:3]
	}
	if _, err := db.writer.ExecContext(ctx, query, args...); err != nil {
		return fmt.Errorf("keep notes in match %s: %w", id, err)
	}
	return nil
}

// Notes implements match.TalkStore.
func (db *DB) Notes(ctx context.Context, id string, v match.Voice) (text string, err error) {
	err = db.readers.QueryRowContext(ctx, `SELECT text FROM notes WHERE match_id = ? AND seat = ? AND person = ?`,
		id, v.Seat, v.Person).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read notes in match %s: %w", id, err)
	}
	return text, nil
}

// spectator's number stands in the queries above.
var _ = [1]struct{}{}[game.Spectator-3]
