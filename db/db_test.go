package db

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"salle/game/match"
)

// start is the moment from which tests count.
var start = time.Date(2026, 10, 3, 12, 0, 0, 0, time.UTC)

// fresh is a new database with two people, "ada" and "bo".
func fresh(t testing.TB) *DB {
	t.Helper()
	db := openAt(t, filepath.Join(t.TempDir(), "salle.db"))
	for _, p := range []match.Person{{ID: "ada", Name: "Ada", Created: start}, {ID: "bo", Name: "Bo", Created: start}} {
		must(t, db.AddPerson(t.Context(), p))
	}
	return db
}

func openAt(t testing.TB, path string) *DB {
	t.Helper()
	db, err := Open(t.Context(), path)
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	return db
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantError(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error %v, want %v", err, want)
	}
}

// raw runs statements on a file without this package.
func raw(t testing.TB, path string, statements ...string) {
	t.Helper()
	pool, err := sql.Open("sqlite", path)
	must(t, err)
	defer func() { must(t, pool.Close()) }()
	pool.SetMaxOpenConns(1)
	for _, s := range statements {
		if _, err := pool.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%v in %s", err, s)
		}
	}
}

// tree is every file beside path, by name, with its bytes.
func tree(t testing.TB, path string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(filepath.Dir(path))
	must(t, err)
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(filepath.Dir(path), e.Name()))
		must(t, err)
		all[e.Name()] = string(content)
	}
	return all
}

// copyFile copies a database as a crash would leave it: the file and its write-ahead log, without a shutdown.
func copyFile(t testing.TB, from, to string) {
	t.Helper()
	for _, end := range []string{"", "-wal"} {
		content, err := os.ReadFile(from + end)
		must(t, err)
		must(t, os.WriteFile(to+end, content, 0o600))
	}
}

func TestEveryConnectionHasTheSettings(t *testing.T) {
	db := fresh(t)
	again, err := connect(db.path, 1, busyTimeout) // what the writer would be opened as once more
	must(t, err)
	defer func() { must(t, again.Close()) }()

	for name, c := range map[string]struct {
		pool  *sql.DB
		conns int
		want  string
	}{
		"writer":       {db.writer, 1, "wal 5000 2 1 2 0 0"},
		"writer again": {again, 1, "wal 5000 2 1 2 0 0"},
		"readers":      {db.readers, 3, "wal 5000 2 1 2 0 1"},
	} {
		for range c.conns {
			conn, err := c.pool.Conn(t.Context()) // kept, so that the next one is another
			must(t, err)
			defer func() { must(t, conn.Close()) }()
			var values []string
			for _, pragma := range strings.Fields("journal_mode busy_timeout synchronous foreign_keys temp_store trusted_schema query_only") {
				var value string
				must(t, conn.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&value))
				values = append(values, value)
			}
			if got := strings.Join(values, " "); got != c.want {
				t.Errorf("%s: settings %s, want %s", name, got, c.want)
			}
		}
	}
}

func TestOneConnectionWrites(t *testing.T) {
	db := fresh(t)
	if n := db.writer.Stats().MaxOpenConnections; n != 1 {
		t.Errorf("%d connections may write", n)
	}
	_, err := db.readers.ExecContext(t.Context(), `UPDATE people SET name = 'x'`)
	if err == nil {
		t.Error("a reader wrote")
	}
}

func TestDoubleQuotesAreNeverText(t *testing.T) {
	db := fresh(t)
	if _, err := db.readers.ExecContext(t.Context(), `SELECT "no such column" FROM people`); err == nil {
		t.Error("a misspelt column was read as text")
	}
}

func TestWrongSettingsStopTheStart(t *testing.T) {
	// The driver runs them in the order of the alphabet: these come after those that they undo.
	for _, pragma := range []string{"main.journal_mode(DELETE)", "synchronous(NORMAL)", "foreign_keys(off)"} {
		_, err := openWith(t, filepath.Join(t.TempDir(), "salle.db"), pragma)
		if !errors.Is(err, ErrPragma) {
			t.Errorf("%s: error %v", pragma, err)
			continue
		}
		wantSentence(t, err, "local disk")
	}
}

// openWith opens with further settings for the writer and next to no patience.
func openWith(t testing.TB, path string, pragmas ...string) (*DB, error) {
	t.Helper()
	list, err := embedded()
	must(t, err)
	return open(t.Context(), path, settings{busy: 10 * time.Millisecond, migrations: list, pragmas: pragmas})
}

// wantSentence checks that an error is one line for the operator that holds all the parts.
func wantSentence(t testing.TB, err error, parts ...string) {
	t.Helper()
	var known *OpenError
	if !errors.As(err, &known) {
		t.Fatalf("%T %v, want an OpenError", err, err)
	}
	text := err.Error()
	if strings.Contains(text, "\n") || !strings.Contains(text, known.Path) || !filepath.IsAbs(known.Path) {
		t.Errorf("not one line with the path: %s", text)
	}
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in: %s", part, text)
		}
	}
}

func TestPathsWithAnyCharactersWork(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sp ace?mode=memory&x#%41;é.db")
	db := openAt(t, path)
	must(t, db.AddPerson(t.Context(), match.Person{ID: "ada"}))
	if size := len(tree(t, path)[filepath.Base(path)]); size == 0 {
		t.Error("the file is empty")
	}
}

func TestLinkedFileKeepsItsLogBesideItself(t *testing.T) {
	real, link := filepath.Join(t.TempDir(), "real.db"), filepath.Join(t.TempDir(), "link.db")
	must(t, openAndClose(t, real))
	must(t, os.Symlink(real, link))
	if db := openAt(t, link); db.path != real {
		t.Errorf("opened %s, want %s", db.path, real)
	}
}

func openAndClose(t testing.TB, path string) error {
	t.Helper()
	db, err := Open(t.Context(), path)
	if err != nil {
		return err
	}
	return db.Close()
}

func TestOnlyTheOwnerMayReadTheFiles(t *testing.T) {
	db := fresh(t)
	copied := db.path + ".copy"
	must(t, db.Backup(t.Context(), copied))
	for _, path := range []string{db.path, db.path + "-wal", db.path + "-shm", copied} {
		info, err := os.Stat(path)
		must(t, err)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
	}
}

func TestReopeningKeepsEverything(t *testing.T) {
	path := filepath.Join(t.TempDir(), "salle.db")
	db, err := Open(t.Context(), path)
	must(t, err)
	must(t, db.AddPerson(t.Context(), match.Person{ID: "ada", Name: "Ada", Created: start}))
	must(t, db.Create(t.Context(), against("m1", "ada", 5), opening, playing))
	must(t, db.Close())
	if files := tree(t, path); len(files) != 1 {
		t.Errorf("after closing there are %d files, want the database alone", len(files))
	}

	db = openAt(t, path)
	if up := db.Upgrade(); up.From != up.To || up.Backup != "" {
		t.Errorf("upgrade %+v of a database of today", up)
	}
	_, log, err := db.Load(t.Context(), "m1", 0)
	must(t, err)
	wantLog(t, log, opening)
}

func TestConfirmedLinesSurviveACrash(t *testing.T) {
	db := fresh(t)
	must(t, db.Create(t.Context(), against("m1", "ada", 5), opening, playing))
	must(t, db.Append(t.Context(), "m1", match.Change{Seq: 2, Lines: more, Status: playing, At: start}))
	left := filepath.Join(t.TempDir(), "left.db")
	copyFile(t, db.path, left)

	_, log, err := openAt(t, left).Load(t.Context(), "m1", 0)
	must(t, err)
	wantLog(t, log, append(opening[:2:2], more...))
}

func TestEndedContextStopsTheStart(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Open(ctx, filepath.Join(t.TempDir(), "salle.db"))
	wantError(t, err, context.Canceled)
}

func TestBadPathsAreRefusedInASentence(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	must(t, os.WriteFile(file, []byte("x"), 0o600))
	cases := map[string]struct {
		path string
		kind error
		says []string
	}{
		"no directory":          {filepath.Join(dir, "none", "salle.db"), ErrPlace, []string{"create " + filepath.Join(dir, "none")}},
		"a file as a directory": {filepath.Join(file, "salle.db"), ErrPlace, []string{"choose another path"}},
		"a directory":           {dir, ErrPlace, []string{"is a directory"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := Open(t.Context(), c.path)
			wantError(t, err, c.kind)
			wantSentence(t, err, c.says...)
		})
	}
	if len(tree(t, file)) != 1 {
		t.Error("something was left behind")
	}
}

func TestWrongFilesAreRefusedAndLeftAlone(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole.db")
	must(t, openAndClose(t, whole))
	sound, err := os.ReadFile(whole)
	must(t, err)
	damaged := bytes.Clone(sound)
	copy(damaged[100:], bytes.Repeat([]byte{0xff}, 400)) // the root page of the schema

	cases := map[string]struct {
		content []byte
		run     []string
		kind    error
		says    string
	}{
		"text":             {[]byte(strings.Repeat("not a database\n", 400)), nil, ErrNotDatabase, "is not a database"},
		"a few bytes":      {[]byte("x"), nil, ErrNotDatabase, "choose another path"},
		"damaged":          {damaged, nil, ErrDamaged, "backup"},
		"another's":        {nil, []string{`CREATE TABLE notes (x)`}, ErrForeign, "another program"},
		"another's, 1":     {nil, []string{`PRAGMA application_id = 7`, `PRAGMA user_version = 1`}, ErrForeign, "another program"},
		"a newer release":  {sound, []string{`PRAGMA user_version = 99`}, ErrNewer, "its version is 99"},
		"a newer, no rows": {nil, []string{fmt.Sprintf(`PRAGMA application_id = %d`, applicationID), `PRAGMA user_version = 99`}, ErrNewer, "newer release"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "salle.db")
			if c.content != nil {
				must(t, os.WriteFile(path, c.content, 0o600))
			}
			if c.run != nil {
				raw(t, path, c.run...)
			}
			before := tree(t, path)
			_, err := Open(t.Context(), path)
			wantError(t, err, c.kind)
			wantSentence(t, err, c.says)
			wantTree(t, path, before)
		})
	}
}

// wantTree checks that the files beside path are what they were, but for the index of the write-ahead log, which holds
// nothing of its own.
func wantTree(t testing.TB, path string, before map[string]string) {
	t.Helper()
	after := tree(t, path)
	delete(after, filepath.Base(path)+"-shm")
	for name, content := range before {
		if after[name] != content {
			t.Errorf("%s was changed", name)
		}
		delete(after, name)
	}
	for name := range after {
		t.Errorf("%s was made", name)
	}
}

// TestNewerVersionInTheLogIsSeen: a newer release that was killed has left its version in the write-ahead log alone.
func TestNewerVersionInTheLogIsSeen(t *testing.T) {
	db := fresh(t)
	_, err := db.writer.ExecContext(t.Context(), `PRAGMA user_version = 99`)
	must(t, err)
	left := filepath.Join(t.TempDir(), "left.db")
	copyFile(t, db.path, left)

	before := tree(t, left)
	_, err = Open(t.Context(), left)
	wantError(t, err, ErrNewer)
	wantTree(t, left, before)
}

func TestLockedDatabaseIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "salle.db")
	must(t, openAndClose(t, path))
	pool, err := sql.Open("sqlite", path+"?_pragma=locking_mode(EXCLUSIVE)")
	must(t, err)
	defer func() { must(t, pool.Close()) }()
	pool.SetMaxOpenConns(1)
	_, err = pool.ExecContext(t.Context(), `BEGIN EXCLUSIVE; PRAGMA user_version = 1; COMMIT`)
	must(t, err)

	_, err = openWith(t, path)
	wantError(t, err, ErrBusy)
	wantSentence(t, err, "stop that process")
}

func TestFullDiskIsRefused(t *testing.T) {
	_, err := openWith(t, filepath.Join(t.TempDir(), "salle.db"), "max_page_count(2)") // to SQLite the same as a full disk
	wantError(t, err, ErrFull)
	wantSentence(t, err, "free some space")
}

func TestSystemErrorsAreSortedByWhatToDo(t *testing.T) {
	for _, c := range []struct{ cause, kind error }{
		{fs.ErrPermission, ErrUnwritable},
		{syscall.EROFS, ErrUnwritable},
		{syscall.ENOSPC, ErrFull},
		{fs.ErrNotExist, ErrPlace},
	} {
		err := fileError("/srv/salle.db", &fs.PathError{Op: "open", Path: "/srv/salle.db", Err: c.cause})
		wantError(t, err, c.kind)
		wantError(t, err, c.cause)
		wantSentence(t, err)
	}
}
