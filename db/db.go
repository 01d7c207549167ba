// Package db keeps the hall in one SQLite file: people, sessions, settings, matches and their logs. It stores and loads;
// what may be done, and by whom, is decided elsewhere. One connection writes, a few read, and each has its settings from
// the name it was opened by, so that a connection opened later is no different.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// busyTimeout is how long a connection waits for another process's lock. In this process nobody waits: there is one
// writer, and under WAL readers and the writer do not meet.
const busyTimeout = 5 * time.Second

// DB is an open database. It is safe for concurrent use.
type DB struct {
	path    string
	writer  *sql.DB // one connection, so that writers queue in Go and not in SQLite
	readers *sql.DB
	upgrade Upgrade
}

// settings are what connections are opened with; tests shorten and tighten them.
type settings struct {
	busy       time.Duration
	migrations []migration
	pragmas    []string // further ones, for the writer
}

// Open opens the database in the file at path, makes it if the file is absent or empty, and brings one of an older
// release up to date after a backup. Every failure is an *OpenError, whose text is a sentence for the operator, except
// for ctx's own.
func Open(ctx context.Context, path string) (*DB, error) {
	list, err := embedded()
	if err != nil {
		return nil, err
	}
	return open(ctx, path, settings{busy: busyTimeout, migrations: list})
}

func open(ctx context.Context, path string, s settings) (*DB, error) {
	path, err := touch(path)
	if err != nil {
		return nil, err
	}
	db := &DB{path: path}
	if err := db.open(ctx, s); err != nil {
		err = errors.Join(err, db.Close())
		if ctx.Err() != nil {
			return nil, fmt.Errorf("open database %s: %w", path, ctx.Err())
		}
		return nil, openError(path, err)
	}
	return db, nil
}

func (db *DB) open(ctx context.Context, s settings) error {
	version, err := inspect(ctx, db.path, s)
	if err != nil {
		return err
	}
	if db.writer, err = connect(db.path, 1, s.busy, s.pragmas...); err != nil {
		return err
	}
	if err := check(ctx, db.path, db.writer, s.busy); err != nil {
		return err
	}
	if err := db.migrate(ctx, version, s); err != nil {
		return err
	}
	if db.readers, err = connect(db.path, max(4, runtime.NumCPU()), s.busy, "query_only(1)"); err != nil {
		return err
	}
	return check(ctx, db.path, db.readers, s.busy)
}

// Close ends all connections. The writer goes last, because the last one out moves the write-ahead log into the file
// and readers may not.
func (db *DB) Close() error {
	var errs []error
	for _, pool := range []*sql.DB{db.readers, db.writer} {
		if pool != nil {
			errs = append(errs, pool.Close())
		}
	}
	return errors.Join(errs...)
}

// touch makes the file if it is absent, readable by its owner alone because it holds the session key, and returns its
// absolute path without links, beside which SQLite keeps its other files. The bytes of a file that is there stay as
// they are.
func touch(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", fileError(path, err)
	}
	file, err := os.OpenFile(abs, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", fileError(abs, err)
	}
	if err := file.Close(); err != nil {
		return "", fileError(abs, err)
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return "", fileError(abs, err)
	}
	return abs, nil
}

// connect opens a pool of at most n connections, none of which is ever closed for being idle.
func connect(path string, n int, busy time.Duration, pragmas ...string) (*sql.DB, error) {
	pool, err := sql.Open("sqlite", name(path, busy, pragmas...))
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(n)
	pool.SetMaxIdleConns(n)
	return pool, nil
}

// name is the data source name of a connection that may write, every setting in it.
//
// synchronous is FULL, not NORMAL: under WAL both keep the file whole and both survive the death of the process, but
// NORMAL may lose the last transactions to a power cut, and a turn that was confirmed to a player must stay. It costs
// one fsync an append.
func name(path string, busy time.Duration, pragmas ...string) string {
	query := url.Values{
		"mode":       {"rw"}, // a file that vanished is not made anew, empty
		"_txlock":    {"immediate"},
		"_dqs":       {"0"},
		"_defensive": {"1"},
		"_error_rc":  {"1"},
		"_pragma": append([]string{
			"busy_timeout(" + strconv.FormatInt(busy.Milliseconds(), 10) + ")",
			"journal_mode(WAL)",
			"synchronous(FULL)",
			"foreign_keys(1)",
			"temp_store(MEMORY)",
			"trusted_schema(0)",
		}, pragmas...),
	}
	return fileURL(path, query)
}

func fileURL(path string, query url.Values) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // a drive letter
	}
	return (&url.URL{Scheme: "file", Path: slashed, RawQuery: query.Encode()}).String()
}

// check reads back, on a connection of the pool, the settings that confirmed turns depend on: SQLite takes no offence
// at a PRAGMA it cannot or need not follow.
func check(ctx context.Context, path string, pool *sql.DB, busy time.Duration) error {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	got, err := readPragmas(ctx, conn)
	if err != nil {
		return err
	}
	want := pragmas{journal: "wal", busy: busy.Milliseconds(), foreignKeys: 1, synchronous: 2}
	if got != want {
		return &OpenError{Path: path, Kind: ErrPragma, Advice: fmt.Sprintf(
			"does not take the settings that keep turns safe (has %s, needs %s): put it on a local disk", got, want)}
	}
	return nil
}

// pragmas are the settings that check compares.
type pragmas struct {
	journal                        string
	busy, foreignKeys, synchronous int64
}

func (p pragmas) String() string {
	return fmt.Sprintf("journal_mode=%s busy_timeout=%d foreign_keys=%d synchronous=%d",
		p.journal, p.busy, p.foreignKeys, p.synchronous)
}

func readPragmas(ctx context.Context, conn *sql.Conn) (pragmas, error) {
	var p pragmas
	for pragma, into := range map[string]any{
		"journal_mode": &p.journal, "busy_timeout": &p.busy, "foreign_keys": &p.foreignKeys, "synchronous": &p.synchronous,
	} {
		if err := conn.QueryRowContext(ctx, "PRAGMA "+pragma).Scan(into); err != nil {
			return pragmas{}, fmt.Errorf("read pragma %s: %w", pragma, err)
		}
	}
	return p, nil
}

// write runs f in one transaction on the writing connection: all of it or nothing.
func (db *DB) write(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := db.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return errors.Join(err, rollback(tx))
	}
	return tx.Commit()
}

// rollback leaves out that a transaction is over already, as one is whose context ended.
func rollback(tx *sql.Tx) error {
	if err := tx.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) {
		return fmt.Errorf("roll back: %w", err)
	}
	return nil
}
