package main

import (
	"context"
	stdsql "database/sql"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"salle/db"
	"salle/game/catalog"
	"salle/game/match"
)

// keep makes a database in which a person has begun matches under these ids and played a turn in each.
func keep(t *testing.T, ids ...string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "salle.db")
	ctx := context.Background()
	store, err := db.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	games, err := catalog.New()
	if err != nil {
		t.Fatal(err)
	}
	if err := store.AddPerson(ctx, match.Person{ID: "anna", Name: "Anna", Created: time.Now()}); err != nil {
		t.Fatal(err)
	}
	service := match.New(store, games, time.Now, newRand, slog.New(slog.DiscardHandler))
	for _, id := range ids {
		h := match.Header{ID: id, Game: "spirit", Players: [2]match.Player{{Person: "anna"}, {Level: 1}}}
		seen, err := service.Open(ctx, h, "anna")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := service.Act(ctx, id, "anna", seen.Mark, []string{"FA"}); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// alter changes a database behind the program's back.
func alter(t *testing.T, path string, statements ...string) {
	t.Helper()
	pool, err := stdsql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	for _, s := range statements {
		if _, err := pool.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func TestVerifyFindsNothingInWhatIsAsItWas(t *testing.T) { // C10.1
	for n, want := range []string{"0 matches, 0 differ\n", "1 matches, 0 differ\n", "2 matches, 0 differ\n"} {
		path := keep(t, []string{"one", "two"}[:n]...)
		if got := call(t, "verify", "--db", path); got != (called{stdout: want}) {
			t.Errorf("%d matches: %+v", n, got)
		}
		if got := callIn(t, surroundings{env: map[string]string{envDatabase: path}}, "verify"); got != (called{stdout: want}) {
			t.Errorf("%d matches, from the environment: %+v", n, got)
		}
	}
}

func TestVerifyNamesWhatDiffers(t *testing.T) { // C10.1, C10.2
	for _, c := range []struct {
		name, sql, want string
	}{
		{"the ply", "UPDATE matches SET ply = 7 WHERE id = 'two'", "Ply:7"},
		{"whose turn it is", "UPDATE matches SET to_act = 3 WHERE id = 'two'", ""},
		{"the round", "UPDATE matches SET round = 4 WHERE id = 'two'", "Round:4"},
		{"the score", "UPDATE matches SET second_wins = 1 WHERE id = 'two'", "Wins:[0 1]"},
		{"the result", "UPDATE matches SET over = 1, winner = 1, reason = 'rounds', to_act = 0 WHERE id = 'two'", "Over:true"},
		{"the rules", "UPDATE matches SET rules = 9 WHERE id = 'two'", "version 9"},
		{"the game", "UPDATE matches SET game = 'chess' WHERE id = 'two'", `"chess"`},
		{"the log", "DROP TRIGGER actions_are_not_changed; UPDATE actions SET action = 'PA' WHERE match_id = 'two' AND seat = 0", `"PA"`},
		{"the log's end", "DROP TRIGGER actions_are_not_deleted; DELETE FROM actions WHERE match_id = 'two' AND seq > 2", "Ply:2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := keep(t, "one", "two", "three")
			alter(t, path, c.sql)
			got := call(t, "verify", "--db", path)
			lines := strings.Split(got.stdout, "\n")
			if len(lines) != 3 || !strings.Contains(lines[0], "match two") || !strings.Contains(lines[0], c.want) || lines[1] != "3 matches, 1 differ" {
				t.Errorf("it says %q, want match two with %q", got.stdout, c.want)
			}
			got.stdout = ""
			got.failed(t, 1, "1 of 3")
		})
	}
}

func TestVerifyMakesNoDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "salle.db")
	call(t, "verify", "--db", path).failed(t, 1, path, "--db")
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("there is one now: %v", err)
	}
}
