package db

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Why a database cannot be opened. Compare with errors.Is.
var (
	// ErrPlace: the path names no place for a file: its directory is missing, or it is itself a directory.
	ErrPlace = errors.New("no place for a database")
	// ErrUnwritable: the file or its directory may not be written.
	ErrUnwritable = errors.New("not writable")
	// ErrNotDatabase: the file is not an SQLite database.
	ErrNotDatabase = errors.New("not a database")
	// ErrForeign: the file is an SQLite database, but another program's.
	ErrForeign = errors.New("another program's database")
	// ErrNewer: a newer release wrote the database. Nothing of it was touched.
	ErrNewer = errors.New("of a newer release")
	// ErrBusy: another process keeps the database locked.
	ErrBusy = errors.New("locked by another process")
	// ErrFull: the disk has no room.
	ErrFull = errors.New("disk full")
	// ErrDamaged: SQLite found the file inconsistent.
	ErrDamaged = errors.New("damaged")
	// ErrPragma: the file system or the file does not take the settings that keep confirmed turns safe.
	ErrPragma = errors.New("settings not taken")
)

// OpenError is a database that cannot be opened. Its text is one sentence for the operator: what is wrong, and what to
// do about it.
type OpenError struct {
	Path   string // of the database, absolute
	Kind   error  // one of the reasons above; nil for a failure that has no name
	Advice string // the sentence, after the path
	Cause  error  // what was found; nil where Kind says it all
}

const notDatabase = "is not a database: move that file away, or choose another path"

// Error is the whole sentence, on one line.
func (e *OpenError) Error() string { return "the database " + e.Path + " " + e.Advice }

// Unwrap makes errors.Is find both the reason and the cause.
func (e *OpenError) Unwrap() []error {
	var all []error
	for _, err := range []error{e.Kind, e.Cause} {
		if err != nil {
			all = append(all, err)
		}
	}
	return all
}

// fileError is the OpenError for what the operating system said about the file.
func fileError(path string, cause error) *OpenError {
	e := &OpenError{Path: path, Cause: cause}
	dir := filepath.Dir(path)
	switch {
	case errors.Is(cause, fs.ErrNotExist), errors.Is(cause, syscall.ENOTDIR):
		e.Kind, e.Advice = ErrPlace, fmt.Sprintf("has no directory to be in: create %s, or choose another path", dir)
	case errors.Is(cause, syscall.EISDIR):
		e.Kind, e.Advice = ErrPlace, "is a directory: choose the path of a file in it"
	case errors.Is(cause, fs.ErrPermission), errors.Is(cause, syscall.EROFS):
		e.Kind, e.Advice = ErrUnwritable, unwritable(path, cause)
	case errors.Is(cause, syscall.ENOSPC), errors.Is(cause, syscall.EDQUOT):
		e.Kind, e.Advice = ErrFull, "cannot be created because the disk is full: free some space and start again"
	default:
		e.Advice = fmt.Sprintf("cannot be opened: %v; see to that or choose another path", cause)
	}
	return e
}

// openError is the OpenError for what SQLite said. An error that is one already stays as it is.
func openError(path string, cause error) error {
	var known *OpenError
	if errors.As(cause, &known) {
		return known
	}
	e := &OpenError{Path: path, Cause: cause}
	code := resultCode(cause)
	switch code & 0xff {
	case sqlite3.SQLITE_NOTADB:
		e.Kind, e.Advice = ErrNotDatabase, notDatabase
	case sqlite3.SQLITE_CORRUPT:
		e.Kind, e.Advice = ErrDamaged, "is damaged: stop here and put a backup in its place"
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		e.Kind, e.Advice = ErrBusy, "is locked by another process: stop that process and start again"
	case sqlite3.SQLITE_FULL:
		e.Kind, e.Advice = ErrFull, "cannot be written because the disk is full: free some space and start again"
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		e.Kind, e.Advice = ErrUnwritable, unwritable(path, cause)
	default:
		e.Advice = fmt.Sprintf("cannot be opened: %v; see to that or choose another path", cause)
	}
	return e
}

// unwritable names the directory too: beside the file, SQLite writes two more.
func unwritable(path string, cause error) string {
	var wrapped *fs.PathError
	if errors.As(cause, &wrapped) {
		cause = wrapped.Err
	}
	return fmt.Sprintf("cannot be written by user id %d (%v): let that user write the file and its directory %s, or choose another path",
		os.Geteuid(), cause, filepath.Dir(path))
}

// resultCode is SQLite's extended result code in err, 0 if there is none.
func resultCode(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return 0
}

// taken tells whether err says that a primary key is there already.
func taken(err error) bool { return resultCode(err) == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY }

// misplaced tells whether err says that a line does not stand at the end of its log: inserts meet no other trigger.
func misplaced(err error) bool { return resultCode(err) == sqlite3.SQLITE_CONSTRAINT_TRIGGER }
