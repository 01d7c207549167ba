package db

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"salle/game"
	"salle/game/match"
)

var (
	opening = []game.Entry{{Ply: 0, Seat: game.First, Action: "FA"}, {Ply: 0, Seat: game.Second, Action: "AB"}}
	more    = []game.Entry{{Ply: 1, Seat: game.Chance, Action: "deal 3"}, {Ply: 1, Seat: game.First, Action: "BC"}}
	playing = game.Status{Ply: 1, ToAct: game.Both, Round: 1}
)

// against is the header of a match of a person in the first seat against the machine.
func against(id, person string, level int) match.Header {
	return match.Header{
		ID: id, Game: "spirit", Setup: game.Setup{Variant: "x", Rules: 1}, Seed: math.MaxUint64 - 1,
		Players: [2]match.Player{{Person: person}, {Level: level}}, Created: start,
	}
}

func wantLog(t testing.TB, got, want []game.Entry) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("log %v, want %v", got, want)
	}
}

func TestMatchIsLoadedAsItWasCreated(t *testing.T) {
	db := fresh(t)
	h := against("m1", "ada", 5)
	must(t, db.Create(t.Context(), h, opening, playing))
	must(t, db.Rename(t.Context(), "ada", "Adele"))
	h.Players[game.First].Name = "Adele"

	got, log, err := db.Load(t.Context(), "m1", 0)
	must(t, err)
	if !reflect.DeepEqual(got, h) {
		t.Errorf("header %+v, want %+v", got, h)
	}
	wantLog(t, log, opening)

	_, log, err = db.Load(t.Context(), "m1", 1)
	must(t, err)
	wantLog(t, log, opening[1:])
	_, log, err = db.Load(t.Context(), "m1", 2)
	must(t, err)
	wantLog(t, log, nil)
}

func TestEverySeedAndSeatIsKept(t *testing.T) {
	db := fresh(t)
	for i, seed := range []uint64{0, 1, math.MaxInt64, math.MaxInt64 + 1, math.MaxUint64} {
		h := match.Header{
			ID: fmt.Sprint(i), Setup: game.Setup{Rules: i + 1}, Seed: seed, Created: start,
			Players: [2]match.Player{{Level: 2}, {Person: "bo", Name: "Bo"}},
		}
		must(t, db.Create(t.Context(), h, nil, playing))
		got, log, err := db.Load(t.Context(), h.ID, 0)
		must(t, err)
		if !reflect.DeepEqual(got, h) || len(log) != 0 {
			t.Errorf("header %+v, log %v, want %+v", got, log, h)
		}
	}
}

func TestTakenIDCreatesNothing(t *testing.T) {
	db := fresh(t)
	must(t, db.Create(t.Context(), against("m1", "ada", 5), opening, playing))
	wantError(t, db.Create(t.Context(), against("m1", "bo", 1), more, playing), match.ErrExists)
	h, log, err := db.Load(t.Context(), "m1", 0)
	must(t, err)
	if h.Players[game.First].Person != "ada" {
		t.Errorf("players %v", h.Players)
	}
	wantLog(t, log, opening)
}

func TestHalfAMatchIsNotCreated(t *testing.T) {
	db := fresh(t)
	bad := []game.Entry{opening[0], {Seat: game.Spectator, Action: "x"}}
	if err := db.Create(t.Context(), against("m1", "ada", 5), bad, playing); err == nil {
		t.Fatal("a line by a spectator was stored")
	}
	_, _, err := db.Load(t.Context(), "m1", 0)
	wantError(t, err, match.ErrNotFound)
}

func TestEachSeatHasAPersonOrTheMachine(t *testing.T) {
	db := fresh(t)
	for i, p := range []match.Player{{}, {Person: "ada", Level: 1}, {Level: -1}, {Person: "stranger"}} {
		for _, seat := range []game.Seat{game.First, game.Second} {
			h := against(fmt.Sprint(i, seat), "ada", 5)
			h.Players[seat] = p
			err := db.Create(t.Context(), h, nil, playing)
			if err == nil || errors.Is(err, match.ErrExists) {
				t.Errorf("%v in seat %v: error %v", p, seat, err)
			}
		}
	}
}

func TestUnknownMatchIsNotFound(t *testing.T) {
	db := fresh(t)
	_, _, err := db.Load(t.Context(), "none", 0)
	wantError(t, err, match.ErrNotFound)
	_, err = db.Stored(t.Context(), "none")
	wantError(t, err, match.ErrNotFound)
	for _, seq := range []int{0, 3} {
		wantError(t, db.Append(t.Context(), "none", match.Change{Seq: seq, Lines: more, Status: playing, At: start}), match.ErrNotFound)
	}
}

func TestLogGrowsAtItsEndAlone(t *testing.T) {
	db := fresh(t)
	must(t, db.Create(t.Context(), against("m1", "ada", 5), opening, playing))
	other := game.Status{Ply: 9}
	for _, seq := range []int{-1, 0, 1, 3, 1000} {
		wantError(t, db.Append(t.Context(), "m1", match.Change{Seq: seq, Lines: more, Status: other, At: start.Add(time.Hour)}), match.ErrConflict)
	}
	for _, err := range []error{
		db.Append(t.Context(), "m1", match.Change{Seq: 2, Lines: nil, Status: other, At: start}),
		db.Append(t.Context(), "m1", match.Change{Seq: 2, Lines: []game.Entry{more[0], {Seat: game.Spectator}}, Status: other, At: start}),
	} {
		if err == nil || errors.Is(err, match.ErrConflict) {
			t.Errorf("error %v", err)
		}
	}
	_, log, err := db.Load(t.Context(), "m1", 0)
	must(t, err)
	wantLog(t, log, opening)
	if st, err := db.Stored(t.Context(), "m1"); err != nil || st != playing {
		t.Errorf("status %+v, %v: a refused append changed it", st, err)
	}

	must(t, db.Append(t.Context(), "m1", match.Change{Seq: 2, Lines: more, Status: playing, At: start}))
	_, log, err = db.Load(t.Context(), "m1", 0)
	must(t, err)
	wantLog(t, log, append(opening[:2:2], more...))
}

func TestEveryStatusIsKeptButLeads(t *testing.T) {
	db := fresh(t)
	must(t, db.Create(t.Context(), against("m1", "ada", 5), nil, playing))
	for seq, st := range []game.Status{
		{},
		{Ply: 3, ToAct: game.Only(game.Chance), Round: 2, Wins: [2]int{1, 7}},
		{Ply: 4, ToAct: game.Both, Leads: game.Second},
		{Ply: 1 << 40, ToAct: game.Only(game.Second)},
		{Ply: 5, Result: game.Won(game.First, "hp")},
		{Ply: 5, Result: game.Won(game.Second, "resign"), Wins: [2]int{2, 1}},
		{Ply: 5, Result: game.Drawn("")},
	} {
		must(t, db.Append(t.Context(), "m1", match.Change{Seq: seq, Lines: opening[:1], Status: st, At: start}))
		st.Leads = game.First
		if got, err := db.Stored(t.Context(), "m1"); err != nil || got != st {
			t.Errorf("status %+v, %v, want %+v", got, err, st)
		}
	}
}

func TestOverMatchAwaitsNobody(t *testing.T) {
	db := fresh(t)
	st := game.Status{ToAct: game.Both, Result: game.Won(game.First, "hp")}
	if err := db.Create(t.Context(), against("m1", "ada", 5), nil, st); err == nil {
		t.Error("an over match that awaits an action was stored")
	}
}

func TestLogRefusesChanges(t *testing.T) {
	db := fresh(t)
	must(t, db.Create(t.Context(), against("m1", "ada", 5), opening, playing))
	for _, statement := range []string{
		`UPDATE actions SET action = 'x'`,
		`UPDATE actions SET seq = 7 WHERE seq = 1`,
		`DELETE FROM actions`,
		`DELETE FROM actions WHERE seq = 1`,
		`DELETE FROM matches`,
		`INSERT INTO actions VALUES ('m1', 3, 0, 0, 'x', 0)`,
		`INSERT INTO actions VALUES ('m1', 1, 0, 0, 'x', 0)`,
		`INSERT OR REPLACE INTO actions VALUES ('m1', 1, 0, 0, 'x', 0)`,
	} {
		if _, err := db.writer.ExecContext(t.Context(), statement); err == nil {
			t.Errorf("%s was done", statement)
		}
	}
	_, log, err := db.Load(t.Context(), "m1", 0)
	must(t, err)
	wantLog(t, log, opening)
}

func TestOneOfFiftyAppendsAtAPlaceWins(t *testing.T) {
	db := fresh(t)
	must(t, db.Create(t.Context(), against("m1", "ada", 5), opening, playing))
	for round := range 4 {
		errs := make([]error, 50)
		var all sync.WaitGroup
		for i := range errs {
			all.Go(func() {
				lines := []game.Entry{{Ply: round, Seat: game.First, Action: fmt.Sprint(i)}}
				errs[i] = db.Append(t.Context(), "m1", match.Change{Seq: 2 + round, Lines: lines, Status: game.Status{Ply: i}, At: start})
			})
		}
		all.Wait()

		winner := slices.Index(errs, nil)
		for i, err := range errs {
			if i != winner && !errors.Is(err, match.ErrConflict) {
				t.Fatalf("append %d beside %d: %v", i, winner, err)
			}
		}
		_, log, err := db.Load(t.Context(), "m1", 2+round)
		must(t, err)
		wantLog(t, log, []game.Entry{{Ply: round, Seat: game.First, Action: fmt.Sprint(winner)}})
		if st, err := db.Stored(t.Context(), "m1"); err != nil || st.Ply != winner {
			t.Errorf("status %+v, %v is not the winner's", st, err)
		}
	}
}

func TestListPutsWhatWaitsFirstAndTheLatestOfEachFirst(t *testing.T) {
	db := fresh(t)
	won := game.Status{Result: game.Won(game.First, "hp")}
	first, second := game.Status{ToAct: game.Only(game.First)}, game.Status{ToAct: game.Only(game.Second)}
	for i, c := range []struct {
		id     string
		one    string
		two    string
		status game.Status
	}{
		{"over-old", "ada", "", won},
		{"waits-old", "ada", "", first},
		{"runs-old", "ada", "", second},
		{"others", "bo", "", first},
		{"waits-second", "", "ada", second},
		{"runs-second", "bo", "ada", first},
		{"waits-both", "ada", "bo", game.Status{ToAct: game.Both}},
		{"over-new", "bo", "ada", won},
		{"runs-chance", "ada", "", game.Status{ToAct: game.Only(game.Chance)}},
	} {
		h := against(c.id, c.one, 0)
		for seat, person := range []string{c.one, c.two} {
			h.Players[seat] = match.Player{Person: person}
			if person == "" {
				h.Players[seat].Level = 3
			}
		}
		must(t, db.Create(t.Context(), h, nil, playing))
		must(t, db.Append(t.Context(), c.id, match.Change{Lines: opening, Status: c.status, At: start.Add(time.Duration(i) * time.Second)}))
	}

	got, err := db.List(t.Context(), "ada")
	must(t, err)
	wantIDs(t, idsOf(got), "waits-both waits-second waits-old runs-chance runs-second runs-old over-new over-old")
	waiting := 0
	for _, s := range got {
		if s.Waits() {
			waiting++
		}
	}
	if n, err := db.Waiting(t.Context(), "ada"); err != nil || n != waiting || n != 3 {
		t.Errorf("%d wait, %v; the list has %d", n, err, waiting)
	}
	want := match.Summary{Header: against("waits-both", "ada", 0), Mine: game.Only(game.First), Status: game.Status{ToAct: game.Both}, Updated: start.Add(6 * time.Second)}
	want.Players = [2]match.Player{{Person: "ada", Name: "Ada"}, {Person: "bo", Name: "Bo"}}
	if !reflect.DeepEqual(got[0], want) {
		t.Errorf("summary %+v, want %+v", got[0], want)
	}
	for _, stranger := range []string{"", "zoe"} {
		if got, err := db.List(t.Context(), stranger); err != nil || len(got) != 0 {
			t.Errorf("list of %q: %v, %v", stranger, idsOf(got), err)
		}
	}
}

// TestALineThatChangesNothingIsWrittenUnseen: a player's secret step moves his match in nobody's list.
func TestALineThatChangesNothingIsWrittenUnseen(t *testing.T) {
	db := fresh(t)
	for _, id := range []string{"a", "b"} {
		must(t, db.Create(t.Context(), against(id, "ada", 1), nil, playing))
	}
	listed := func() (string, time.Time) {
		got, err := db.List(t.Context(), "ada")
		must(t, err)
		return strings.Join(idsOf(got), " "), got[0].Updated
	}
	before, at := listed()
	must(t, db.Append(t.Context(), "b", match.Change{Lines: opening, Status: playing, At: start.Add(time.Hour)}))
	if got, updated := listed(); got != before || !updated.Equal(at) {
		t.Errorf("the list is %q of %s, before the line it was %q of %s", got, updated, before, at)
	}
	moved := playing
	moved.Ply++
	must(t, db.Append(t.Context(), "b", match.Change{Seq: len(opening), Lines: opening, Status: moved, At: start.Add(time.Hour)}))
	if got, updated := listed(); got != "b a" || !updated.Equal(start.Add(time.Hour)) {
		t.Errorf("after a turn the list is %q of %s", got, updated)
	}
}

func idsOf(list []match.Summary) []string {
	ids := make([]string, len(list))
	for i, s := range list {
		ids[i] = s.ID
	}
	return ids
}

func wantIDs(t testing.TB, got []string, want string) {
	t.Helper()
	if text := strings.Join(got, " "); text != want {
		t.Errorf("matches %q, want %q", text, want)
	}
}

func TestOwedAreTheMatchesInWhichTheHouseMustMove(t *testing.T) {
	db := fresh(t)
	first, second, chance := game.Only(game.First), game.Only(game.Second), game.Only(game.Chance)
	machine, ada, bo := match.Player{Level: 1}, match.Player{Person: "ada"}, match.Player{Person: "bo"}
	for i, c := range []struct {
		id      string
		players [2]match.Player
		toAct   game.Seats
	}{
		{"a", [2]match.Player{ada, machine}, second},
		{"b", [2]match.Player{ada, machine}, first},
		{"c", [2]match.Player{machine, ada}, game.Both},
		{"d", [2]match.Player{ada, bo}, game.Both},
		{"e", [2]match.Player{ada, bo}, chance},
		{"f", [2]match.Player{machine, ada}, second},
		{"g", [2]match.Player{machine, machine}, first},
		{"h", [2]match.Player{machine, machine}, game.Nobody},
	} {
		h := against(c.id, "", 0)
		h.Players, h.Created = c.players, start.Add(-time.Duration(i)*time.Minute)
		must(t, db.Create(t.Context(), h, nil, game.Status{ToAct: c.toAct}))
	}
	must(t, db.Append(t.Context(), "e", match.Change{Lines: opening, Status: game.Status{Ply: 1, ToAct: chance}, At: start.Add(time.Minute)}))

	got, err := db.Owed(t.Context())
	must(t, err)
	wantIDs(t, got, "g c a e")
	all, err := db.IDs(t.Context())
	must(t, err)
	wantIDs(t, all, "h g f e d c b a")
}

// TestListsReadIndexes: that nothing here reads all matches, which a hall has more of every day, is what keeps it quick.
func TestListsReadIndexes(t *testing.T) {
	db := fresh(t)
	for query, args := range map[string][]any{list: {"ada"}, waiting: {"ada"}, owed: nil, lobby: {"ada", 10}, standings: {"war", 0, 100}, results: {"ada"}} {
		steps, err := plan(t.Context(), db, query, args...)
		must(t, err)
		for _, step := range steps {
			if strings.HasPrefix(step, "SCAN") && !strings.Contains(step, "INDEX matches_owed") && !strings.Contains(step, "INDEX offers_lobby") && step != "SCAN s" { // s is a person's own
				t.Errorf("%s in %s", step, query)
			}
			if strings.Contains(step, "TEMP B-TREE") && query != list && query != lobby && query != results {
				t.Errorf("%s in %s", step, query)
			}
		}
	}
}

func plan(ctx context.Context, db *DB, query string, args ...any) (steps []string, err error) {
	rows, err := db.readers.QueryContext(ctx, "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	return steps, rows.Err()
}
