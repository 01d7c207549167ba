package main

import (
	"context"
	stdsql "database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	"salle/game"
)

// connect opens the database as another process.
func (d *duelist) connect(query string) *stdsql.DB {
	d.t.Helper()
	pool, err := stdsql.Open("sqlite", "file:"+d.database+"?"+query)
	if err != nil {
		d.t.Fatal(err)
	}
	pool.SetMaxOpenConns(1)
	d.t.Cleanup(func() { pool.Close() })
	return pool
}

// log reads the match's log.
func (d *duelist) log() []game.Entry {
	d.t.Helper()
	return d.logIn(d.reader)
}

// queryer is a pool or one connection of it.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*stdsql.Rows, error)
}

func (d *duelist) logIn(q queryer) (log []game.Entry) {
	d.t.Helper()
	rows, err := q.QueryContext(context.Background(), "SELECT ply, seat, action FROM actions WHERE match_id = ? ORDER BY seq", d.match)
	if err != nil {
		d.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var e game.Entry
		if err := rows.Scan(&e.Ply, &e.Seat, &e.Action); err != nil {
			d.t.Fatal(err)
		}
		log = append(log, e)
	}
	if err := rows.Err(); err != nil {
		d.t.Fatal(err)
	}
	return log
}

// lock is a connection of another process, which can keep the server from writing.
type lock struct {
	t    *testing.T
	pool *stdsql.DB
	conn *stdsql.Conn
}

func (d *duelist) lock() lock {
	d.t.Helper()
	pool := d.connect("mode=rw")
	conn, err := pool.Conn(context.Background())
	if err == nil {
		err = conn.PingContext(context.Background())
	}
	if err != nil {
		d.t.Fatal(err)
	}
	return lock{d.t, pool, conn}
}

// hold keeps the server from writing from the moment that nobody else does.
func (l lock) hold() {
	l.t.Helper()
	for !l.try() {
	}
}

// try keeps the server from writing, unless it does at this moment.
func (l lock) try() bool {
	l.t.Helper()
	_, err := l.conn.ExecContext(context.Background(), "BEGIN IMMEDIATE")
	if err != nil && !strings.Contains(err.Error(), "SQLITE_BUSY") {
		l.t.Fatal(err)
	}
	return err == nil
}

// holdAfter is hold, at the moment that a turn has been stored.
func (l lock) holdAfter(d *duelist, t turn) {
	l.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		if !l.try() {
			continue // the server writes: be there when it has
		}
		if len(lines(d.logIn(l.conn), t.ply, game.First)) > 0 {
			return
		}
		if _, err := l.conn.ExecContext(context.Background(), "ROLLBACK"); err != nil {
			l.t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
	l.t.Fatalf("the turn does not come into the log in %s", patience)
}

// release lets the server write again.
func (l lock) release() {
	l.t.Helper()
	_, err := l.conn.ExecContext(context.Background(), "ROLLBACK")
	if err := errors.Join(err, l.conn.Close(), l.pool.Close()); err != nil {
		l.t.Error(err)
	}
}
