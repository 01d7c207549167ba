package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
)

// Backup writes a copy of the database, as of one moment, to a new file at path; matches go on meanwhile. The file
// appears under its name when it is complete, found sound and on the disk, or not at all. A file that is there is left
// alone: the error is fs.ErrExist.
func (db *DB) Backup(ctx context.Context, path string) error {
	if err := db.backup(ctx, path); err != nil {
		return fmt.Errorf("back up to %s: %w", path, err)
	}
	return nil
}

func (db *DB) backup(ctx context.Context, path string) (err error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fs.ErrExist)
	}
	part, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".part-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(part.Name()))
		}
	}()
	if err := errors.Join(db.fill(ctx, part), part.Close()); err != nil {
		return err
	}
	if err := os.Rename(part.Name(), path); err != nil {
		return err
	}
	return flushNames(filepath.Dir(path))
}

// fill copies the database into an empty file, checks the copy and waits until it is on the disk, as VACUUM INTO does
// not.
func (db *DB) fill(ctx context.Context, part *os.File) error {
	if err := db.copyTo(ctx, part.Name()); err != nil {
		return err
	}
	if err := sound(ctx, part.Name()); err != nil {
		return err
	}
	return part.Sync()
}

// copyTo uses a connection of its own: those of the readers may write nothing, and the writer's is needed.
func (db *DB) copyTo(ctx context.Context, path string) error {
	pool, err := connect(db.path, 1, busyTimeout)
	if err != nil {
		return err
	}
	_, err = pool.ExecContext(ctx, "VACUUM INTO ?", path)
	return errors.Join(err, pool.Close())
}

// sound checks every page and index of a finished copy, and that it is one of ours.
func sound(ctx context.Context, path string) (err error) {
	pool, err := sql.Open("sqlite", fileURL(path, url.Values{"mode": {"ro"}, "immutable": {"1"}}))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	var verdict string
	var application int
	err = pool.QueryRowContext(ctx, `SELECT integrity_check, application_id FROM pragma_application_id, pragma_integrity_check`).
		Scan(&verdict, &application)
	if err != nil {
		return fmt.Errorf("check the copy: %w", err)
	}
	if verdict != "ok" || application != applicationID {
		return fmt.Errorf("check the copy: %s, application %#x", verdict, application)
	}
	return nil
}

// flushNames waits until the names in a directory are on the disk, where the system can be asked for that.
func flushNames(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
