package db

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"salle/game"
	"salle/game/match"
)

// schema is what a database is made of, in order of names.
func schema(t testing.TB, db *DB) []string {
	t.Helper()
	rows, err := db.readers.QueryContext(t.Context(), `SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY type, name`)
	must(t, err)
	defer func() { must(t, rows.Close()) }()
	var all []string
	for rows.Next() {
		var text string
		must(t, rows.Scan(&text))
		all = append(all, text)
	}
	must(t, rows.Err())
	return all
}

// released is a database as release 1 left it.
func released(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/release1.sql")
	must(t, err)
	path := filepath.Join(t.TempDir(), "salle.db")
	raw(t, path, string(text))
	return path
}

func TestNewDatabaseIsMigratedFromNothing(t *testing.T) {
	list, err := embedded()
	must(t, err)
	for name, prepare := range map[string]func(path string){
		"no file":              func(string) {},
		"empty file":           func(path string) { must(t, os.WriteFile(path, nil, 0o600)) },
		"file without content": func(path string) { raw(t, path, "PRAGMA journal_mode = WAL", "VACUUM") },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "salle.db")
			prepare(path)
			db := openAt(t, path)
			if got, want := db.Upgrade(), (Upgrade{From: 0, To: len(list)}); got != want {
				t.Errorf("upgrade %+v, want %+v", got, want)
			}
			must(t, db.AddPerson(t.Context(), match.Person{ID: "ada"}))
		})
	}
}

func TestReleasedDatabasePlaysOn(t *testing.T) {
	path := released(t)
	db := openAt(t, path)
	h, log, err := db.Load(t.Context(), "m1", 0)
	must(t, err)
	if h.Seed != 1<<64-1 || h.Players != [2]match.Player{{Person: "p1", Name: "지은"}, {Level: 5}} || len(log) != 3 {
		t.Errorf("header %+v, log %v", h, log)
	}
	must(t, db.Append(t.Context(), "m1", match.Change{Seq: 3, Lines: opening[1:], Status: game.Status{Ply: 2, ToAct: game.Both, Round: 1}, At: start}))
	key, err := db.SettingOrNew(t.Context(), "session-key", func() ([]byte, error) { return nil, errors.New("made anew") })
	if err != nil || string(key) != "\xc0\xff\xee" {
		t.Errorf("session key %x, %v", key, err)
	}
	if got, want := schema(t, db), schema(t, fresh(t)); !reflect.DeepEqual(got, want) {
		t.Errorf("an old database has become\n%s\na new one is\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// openWithMore opens with further migrations than the first release's, as a later release would.
func openWithMore(t testing.TB, path string, further ...string) (*DB, error) {
	t.Helper()
	list, err := embedded()
	must(t, err)
	list = list[:1]
	for _, text := range further {
		list = append(list, migration{version: len(list) + 1, sql: text})
	}
	return open(t.Context(), path, settings{busy: busyTimeout, migrations: list})
}

func TestOlderDatabaseIsCopiedBeforeItChanges(t *testing.T) {
	path := released(t)
	db, err := openWithMore(t, path, `ALTER TABLE people ADD COLUMN born INTEGER`, `UPDATE people SET born = 1998`,
		`UPDATE people SET born = born + 1`)
	must(t, err)
	up := db.Upgrade()
	if up.From != 1 || up.To != 4 || up.Backup != path+".backup-v1" {
		t.Errorf("upgrade %+v", up)
	}
	var born int
	must(t, db.readers.QueryRowContext(t.Context(), `SELECT born FROM people`).Scan(&born))
	if born != 1999 {
		t.Errorf("born in %d", born)
	}
	must(t, db.Close())

	_, err = openWithMore(t, path)
	wantError(t, err, ErrNewer)
	old := openAt(t, up.Backup)
	if p, err := old.Person(t.Context(), "p1"); err != nil || p.Name != "지은" {
		t.Errorf("the copy has %+v, %v", p, err)
	}
}

func TestFailedMigrationChangesNothing(t *testing.T) {
	for name, bad := range map[string]string{
		"statement": `ALTER TABLE people ADD COLUMN born INTEGER; CREATE TABLE people (x)`,
		"reference": `PRAGMA defer_foreign_keys = 1; DELETE FROM people`,
	} {
		t.Run(name, func(t *testing.T) {
			path := released(t)
			for _, backup := range []string{path + ".backup-v1", path + ".backup-v1.2"} { // the first is not overwritten
				_, err := openWithMore(t, path, bad)
				wantSentence(t, err, "migrate to version 2")
				if _, err := os.Stat(backup); err != nil {
					t.Error(err)
				}
			}
			db := openAt(t, path)
			if up := db.Upgrade(); up.From != 1 {
				t.Errorf("version %d", up.From)
			}
			if p, err := db.Person(t.Context(), "p1"); err != nil || p.Name != "지은" {
				t.Errorf("person %+v, %v", p, err)
			}
			if got, want := schema(t, db), schema(t, fresh(t)); !reflect.DeepEqual(got, want) {
				t.Errorf("schema %v", got)
			}
		})
	}
}

func TestTwoStartsAtOnceMigrateOnce(t *testing.T) {
	path := released(t)
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			db, err := openWithMore(t, path, `CREATE TABLE clocks (x INTEGER) STRICT`)
			if err != nil {
				t.Error(err)
				return
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestBackupIsWholeAndNeverOverwrites(t *testing.T) {
	db := fresh(t)
	must(t, db.Create(t.Context(), against("m1", "ada", 5), opening, playing))
	path := filepath.Join(t.TempDir(), "it's a copy.db")
	must(t, db.Backup(t.Context(), path))
	must(t, db.Append(t.Context(), "m1", match.Change{Seq: 2, Lines: more, Status: playing, At: start}))
	before := tree(t, path)
	wantError(t, db.Backup(t.Context(), path), fs.ErrExist)
	wantTree(t, path, before)

	_, log, err := openAt(t, path).Load(t.Context(), "m1", 0)
	must(t, err)
	wantLog(t, log, opening)
}

func TestFailedBackupLeavesNothing(t *testing.T) {
	db := fresh(t)
	path := filepath.Join(t.TempDir(), "copy.db")
	must(t, db.readers.Close())
	must(t, db.writer.Close())
	must(t, os.Remove(db.path))
	if err := db.Backup(t.Context(), path); err == nil {
		t.Error("nothing was backed up with success")
	}
	if files := tree(t, path); len(files) != 0 {
		t.Errorf("%d files were left", len(files))
	}
	wantError(t, db.Backup(t.Context(), filepath.Join(path, "none", "copy.db")), fs.ErrNotExist)
}
