package db

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"strconv"
	"strings"
)

// applicationID marks the file as ours in its header; the first migration writes it.
const applicationID = 0x53616c6c

//go:embed migrations/*.sql
var files embed.FS

// migration is one step from a version of the schema to the next. Once released it is never edited.
type migration struct {
	version int // after it, from 1
	sql     string
}

// Upgrade tells what Open did to a database of an older release.
type Upgrade struct {
	From, To int    // versions of the schema; equal when there was nothing to do, From is 0 for a new database
	Backup   string // the path of the copy made before; "" when there was nothing to lose
}

// Upgrade tells what Open did.
func (db *DB) Upgrade() Upgrade { return db.upgrade }

// embedded returns the migrations of this release in order.
func embedded() ([]migration, error) {
	entries, err := fs.Glob(files, "migrations/*.sql")
	if err != nil {
		return nil, fmt.Errorf("list migrations: %w", err)
	}
	list := make([]migration, len(entries))
	for i, entry := range entries {
		number, _, _ := strings.Cut(path.Base(entry), "_")
		if n, err := strconv.Atoi(number); err != nil || n != i+1 {
			return nil, fmt.Errorf("migration %s: want number %04d", entry, i+1)
		}
		text, err := files.ReadFile(entry)
		if err != nil {
			return nil, fmt.Errorf("read migration: %w", err)
		}
		list[i] = migration{version: i + 1, sql: string(text)}
	}
	return list, nil
}

// inspect reads the version of the schema, 0 for a file without content, and refuses files that are not ours or of a
// newer release. It changes nothing: the connection may only read, and where no write-ahead log waits to be seen it
// takes the file as immutable, so that none is made.
func inspect(ctx context.Context, path string, s settings) (version int, err error) {
	if err := checkMagic(path); err != nil {
		return 0, err
	}
	query := url.Values{"mode": {"ro"}, "_error_rc": {"1"}, "_pragma": {fmt.Sprintf("busy_timeout(%d)", s.busy.Milliseconds())}}
	if _, err := os.Lstat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
		query.Set("immutable", "1")
	}
	pool, err := sql.Open("sqlite", fileURL(path, query))
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()

	var application, objects int
	err = pool.QueryRowContext(ctx, `SELECT user_version, application_id, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_user_version, pragma_application_id`).Scan(&version, &application, &objects)
	if err != nil {
		return 0, fmt.Errorf("inspect: %w", err)
	}
	blank := version == 0 && application == 0 && objects == 0
	if !blank && application != applicationID {
		return 0, &OpenError{Path: path, Kind: ErrForeign, Advice: "belongs to another program: choose another path"}
	}
	if latest := len(s.migrations); version > latest {
		return 0, &OpenError{Path: path, Kind: ErrNewer, Advice: fmt.Sprintf(
			"was written by a newer release (its version is %d, this release knows %d): start the newer release, or put back a backup of an older one",
			version, latest)}
	}
	return version, nil
}

// checkMagic refuses a file that has content and does not begin as databases do: one of a few bytes SQLite would take
// for empty and write over.
func checkMagic(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return fileError(path, err)
	}
	defer file.Close()
	const magic = "SQLite format 3\x00"
	begin := make([]byte, len(magic))
	n, err := io.ReadFull(file, begin)
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return fileError(path, err)
	case string(begin[:n]) != magic:
		return &OpenError{Path: path, Kind: ErrNotDatabase, Advice: notDatabase}
	}
	return nil
}

// migrate applies the migrations that the database lacks, each in a transaction of its own, after a copy was made of a
// database that has content.
func (db *DB) migrate(ctx context.Context, version int, s settings) error {
	latest := len(s.migrations)
	db.upgrade = Upgrade{From: version, To: latest}
	if 0 < version && version < latest {
		backup, err := db.freeName(version)
		if err != nil {
			return err
		}
		if err := db.Backup(ctx, backup); err != nil {
			return fmt.Errorf("back up before migration: %w", err)
		}
		db.upgrade.Backup = backup
	}
	for _, m := range s.migrations {
		if err := db.write(ctx, func(tx *sql.Tx) error { return m.apply(ctx, tx) }); err != nil {
			return fmt.Errorf("migrate to version %d: %w", m.version, err)
		}
	}
	return nil
}

// apply runs the migration unless the database has it. It asks within the transaction, because another process may
// have come first.
func (m migration) apply(ctx context.Context, tx *sql.Tx) error {
	var version int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return fmt.Errorf("read version: %w", err)
	}
	if version >= m.version {
		return nil
	}
	if _, err := tx.ExecContext(ctx, m.sql); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "PRAGMA user_version = "+strconv.Itoa(m.version)); err != nil {
		return fmt.Errorf("write version: %w", err)
	}
	return nil
}

// freeName is a name beside the database that no backup of an earlier attempt has.
func (db *DB) freeName(version int) (string, error) {
	base := fmt.Sprintf("%s.backup-v%d", db.path, version)
	name := base
	for n := 2; ; n++ {
		_, err := os.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			return name, nil
		}
		if err != nil {
			return "", fmt.Errorf("find a name for the backup: %w", err)
		}
		name = base + "." + strconv.Itoa(n)
	}
}
