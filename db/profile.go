package db

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"salle/game"
	"salle/game/match"
)

// played are the finished matches m that the person ?1 has played himself, in the seat s, against another.
const played = `seats AS s JOIN matches AS m ON m.id = s.match_id
	WHERE s.person_id = ?1 AND s.over = 1 AND NOT m.shared AND m.reason <> '` + game.ReasonAbort + `'
	AND iif(s.seat = 0, m.first_person, m.second_person) = ?1 AND iif(s.seat = 0, m.second_person, m.first_person) IS NOT NULL`

const results = `SELECT m.game, count(*) FILTER (WHERE m.winner = s.seat), count(*) FILTER (WHERE m.winner > 1),
		count(*) FILTER (WHERE m.winner = 1 - s.seat), count(*) FILTER (WHERE m.reason = '` + game.ReasonTime + `' AND m.winner <> s.seat)
	FROM ` + played + ` GROUP BY m.game`

// Results implements match.ProfileStore.
func (db *DB) Results(ctx context.Context, person string) (map[string]match.Results, error) {
	all := map[string]match.Results{}
	err := db.eachOf(ctx, func(rows *sql.Rows) (err error) {
		var slug string
		var r match.Results
		err = rows.Scan(&slug, &r.Won, &r.Drawn, &r.Lost, &r.TimeOuts)
		all[slug] = r
		return err
	}, results, person)
	if err != nil {
		return nil, fmt.Errorf("count the results of %s: %w", person, err)
	}
	return all, nil
}

// turnTimes: a turn of somebody begins when the ply before is complete, for whoever acts in it, and ends with his last line
// in it. What is done at the table, such as offering a draw, is no turn.
const turnTimes = `WITH latest AS (SELECT * FROM (SELECT m.id, m.game, m.created_at, m.ply, s.seat,
		row_number() OVER (PARTITION BY m.game ORDER BY m.updated_at DESC, m.id) AS nth FROM ` + played + `) WHERE nth <= ?2),
	plies AS (SELECT l.game, l.created_at, l.ply AS plies, a.match_id, a.ply, max(a.at) AS ended,
		max(a.at) FILTER (WHERE a.seat = l.seat AND a.action NOT IN ('` + game.Resign + `', '` + game.Offer + `', '` + game.Accept + `',
			'` + game.Time + `', '` + game.Lapse + `', '` + game.Abort + `')) AS acted
		FROM latest AS l JOIN actions AS a ON a.match_id = l.id GROUP BY a.match_id, a.ply),
	turns AS (SELECT *, lag(ended, 1, created_at) OVER (PARTITION BY match_id ORDER BY ply) AS began FROM plies)
	SELECT game, acted - began FROM turns WHERE acted IS NOT NULL AND ply < plies`

// TurnTimes implements match.ProfileStore.
func (db *DB) TurnTimes(ctx context.Context, person string, matches int) (map[string][]time.Duration, error) {
	all := map[string][]time.Duration{}
	err := db.eachOf(ctx, func(rows *sql.Rows) error {
		var slug string
		var took int64
		err := rows.Scan(&slug, &took)
		all[slug] = append(all[slug], time.Duration(max(took, 0))*time.Millisecond)
		return err
	}, turnTimes, person, matches)
	if err != nil {
		return nil, fmt.Errorf("list the turns of %s: %w", person, err)
	}
	return all, nil
}

// Ratings implements match.ProfileStore.
func (db *DB) Ratings(ctx context.Context, person string) (map[string]match.Rated, error) {
	all := map[string]match.Rated{}
	err := db.eachOf(ctx, func(rows *sql.Rows) error {
		var slug string
		var r scannedRating
		err := rows.Scan(append([]any{&slug}, r.columns()...)...)
		all[slug] = r.build()
		return err
	}, `SELECT r.game, `+ratingColumns("r", "matches")+` FROM ratings AS r WHERE r.person_id = ?`, person)
	if err != nil {
		return nil, fmt.Errorf("list the ratings of %s: %w", person, err)
	}
	return all, nil
}

// Climbs implements match.ProfileStore.
func (db *DB) Climbs(ctx context.Context, person string) (map[string]match.Climb, error) {
	all := map[string]match.Climb{}
	err := db.eachOf(ctx, func(rows *sql.Rows) error {
		var slug string
		var c match.Climb
		err := rows.Scan(&slug, &c.Dan, &c.Points, &c.Reached)
		all[slug] = c
		return err
	}, `SELECT game, dan, points, reached FROM standings WHERE person_id = ?`, person)
	if err != nil {
		return nil, fmt.Errorf("list where %s stands: %w", person, err)
	}
	return all, nil
}

// eachOf runs a query and does something with every row.
func (db *DB) eachOf(ctx context.Context, do func(*sql.Rows) error, query string, args ...any) error {
	_, err := collect(ctx, db.readers, func(rows *sql.Rows) (struct{}, error) { return struct{}{}, do(rows) }, query, args...)
	return err
}

// The numbers of the seats stand in the queries above.
var _ = [1]struct{}{}[game.Second-1]
