package db

import (
	"bytes"
	"crypto/sha256"
	"reflect"
	"testing"

	"salle/game"
	"salle/game/match"
)

// between is the header of a match of two people.
func between(id, first, second string) match.Header {
	h := against(id, first, 1)
	h.Players[game.Second] = match.Player{Person: second}
	return h
}

// withFour is a database with more people, and a match of Ada and Bo.
func withFour(t testing.TB) *DB {
	t.Helper()
	db := fresh(t)
	for _, id := range []string{"cy", "di"} {
		must(t, db.AddPerson(t.Context(), match.Person{ID: id, Created: start}))
	}
	must(t, db.Create(t.Context(), between("m1", "ada", "bo"), opening, playing))
	return db
}

func wantHolders(t testing.TB, db *DB, want [2][]string) {
	t.Helper()
	if h, _, err := db.Load(t.Context(), "m1", 0); err != nil || !reflect.DeepEqual(h.Holders, want) {
		t.Errorf("seats are held by %v, %v, want %v", h.Holders, err, want)
	}
}

func TestSeatsAreHeld(t *testing.T) { // C4.1
	db := withFour(t)
	wantHolders(t, db, [2][]string{})
	for range 2 {
		must(t, db.Hold(t.Context(), "m1", game.First, "cy"))
		must(t, db.Hold(t.Context(), "m1", game.First, "ada")) // whose it is
		must(t, db.Hold(t.Context(), "none", game.First, "ada"))
	}
	must(t, db.Hold(t.Context(), "m1", game.Second, "di"))
	wantHolders(t, db, [2][]string{{"cy"}, {"di"}})
	if err := db.Hold(t.Context(), "m1", game.First, "nobody"); err == nil {
		t.Error("nobody sat down")
	}

	list, err := db.List(t.Context(), "cy")
	if err != nil || len(list) != 1 || list[0].Mine != game.Only(game.First) || !list[0].Waits() || list[0].Players[0].Person != "ada" {
		t.Errorf("the list is %+v, %v", list, err)
	}
	over := game.Status{Ply: 2, Result: game.Won(game.First, "hp")}
	must(t, db.Append(t.Context(), "m1", match.Change{Seq: 2, Lines: more, Status: over, At: start}))
	for _, person := range []string{"ada", "bo", "cy", "di"} {
		n, err := db.Waiting(t.Context(), person)
		list, listErr := db.List(t.Context(), person)
		if err != nil || listErr != nil || n != 0 || len(list) != 1 || list[0].Waits() {
			t.Errorf("for %s %d wait, %v, of %+v, %v", person, n, err, list, listErr)
		}
	}
	must(t, db.Hold(t.Context(), "m1", game.Second, "cy")) // in a match that is over already
	if n, err := db.Waiting(t.Context(), "cy"); err != nil || n != 0 {
		t.Errorf("%d wait, %v", n, err)
	}
}

func TestAKeyOpensOneSeatUntilThereIsANewOne(t *testing.T) { // C4.1
	db := withFour(t)
	key := func(secret string) []byte { sum := sha256.Sum256([]byte(secret)); return sum[:] }
	wantSeat := func(secret string, want game.Seat) {
		t.Helper()
		if id, seat, err := db.SeatOfKey(t.Context(), key(secret)); err != nil || id != "m1" || seat != want {
			t.Errorf("%s opens %v of %q, %v", secret, seat, id, err)
		}
	}
	for _, person := range []string{"cy", "di"} {
		must(t, db.Hold(t.Context(), "m1", game.First, person))
	}
	must(t, db.AddPerson(t.Context(), match.Person{ID: "ed", Created: start}))
	must(t, db.Hold(t.Context(), "m1", game.Second, "ed"))
	must(t, db.SetSeatKey(t.Context(), "m1", game.First, key("a"), "cy"))
	must(t, db.SetSeatKey(t.Context(), "m1", game.Second, key("b"), "bo"))
	wantHolders(t, db, [2][]string{{"cy"}, nil})
	wantSeat("a", game.First)
	wantSeat("b", game.Second)
	must(t, db.SetSeatKey(t.Context(), "m1", game.First, key("c"), "ada"))
	wantHolders(t, db, [2][]string{})
	wantSeat("c", game.First)
	wantSeat("b", game.Second)
	_, _, err := db.SeatOfKey(t.Context(), key("a"))
	wantError(t, err, match.ErrNotFound)
	if err := db.SetSeatKey(t.Context(), "m1", game.First, bytes.Repeat([]byte{1}, 31), "ada"); err == nil {
		t.Error("half a key was kept")
	}
	wantSeat("c", game.First)
}

// What a release without seats has left gets them: each player his own.
func TestOldMatchesGetTheirSeats(t *testing.T) {
	path := released(t)
	raw(t, path,
		`INSERT INTO people (id, name, created_at) VALUES ('p2', 'Ben', 0)`,
		`INSERT INTO matches (id, game, variant, rules, seed, first_person, first_level, second_person, second_level,
			created_at, ply, to_act, round, first_wins, second_wins, over, winner, reason, updated_at)
			VALUES ('m2', 'spirit', '', 1, 1, 'p2', NULL, 'p1', NULL, 0, 1, 3, 1, 0, 0, 0, NULL, NULL, 0),
				('m3', 'spirit', '', 1, 1, NULL, 2, 'p1', NULL, 0, 1, 0, 1, 0, 0, 1, 0, 'hp', 0)`)
	db := openAt(t, path)
	var want, got []string
	for query, rows := range map[string]*[]string{
		`SELECT id || ' 0 ' || first_person || ' ' || over FROM matches WHERE first_person IS NOT NULL
			UNION ALL SELECT id || ' 1 ' || second_person || ' ' || over FROM matches WHERE second_person IS NOT NULL ORDER BY 1`: &want,
		`SELECT match_id || ' ' || seat || ' ' || person_id || ' ' || over FROM seats ORDER BY 1`: &got,
	} {
		var err error
		*rows, err = collect(t.Context(), db.readers, scanID, query)
		must(t, err)
	}
	if !reflect.DeepEqual(got, want) || len(want) < 4 {
		t.Errorf("the seats are %q, want %q", got, want)
	}
	if n, err := db.Waiting(t.Context(), "p2"); err != nil || n != 1 {
		t.Errorf("%d wait, %v", n, err)
	}
	if h, _, err := db.Load(t.Context(), "m2", 0); err != nil || h.Clock.Ticks() || h.Times != (match.Times{}) || h.Shared || h.Watched || h.Rated {
		t.Errorf("header %+v, %v", h, err)
	}
}
