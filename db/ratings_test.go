package db

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"salle/account"
	"salle/game"
	"salle/game/match"
	"salle/game/rating"
)

// crowd is a database with more people.
func crowd(t testing.TB) *DB {
	t.Helper()
	db := fresh(t)
	for _, id := range []string{"cy", "di"} {
		must(t, db.AddPerson(t.Context(), match.Person{ID: id, Name: id, Created: start}))
	}
	return db
}

// settled is a rating of which much is known, after so many matches.
func settled(value float64, matches int, at time.Time) match.Rated {
	return match.Rated{Rating: rating.Rating{Value: value, Deviation: 60, Volatility: 0.06}, Matches: matches, At: at}
}

// ratedMatch is a finished match of two people that changes their ratings.
func ratedMatch(t testing.TB, db *DB, id string, changes ...match.RatingChange) error {
	t.Helper()
	h := between(id, changes[0].Person, changes[1].Person)
	h.Rated = true
	must(t, db.Create(t.Context(), h, opening, playing))
	return db.Append(t.Context(), id, match.Change{Seq: len(opening), Lines: more, Status: won, Ratings: changes, At: changes[0].After.At})
}

func wantRating(t testing.TB, db *DB, person string, want match.Rated) {
	t.Helper()
	if got, err := db.Rating(t.Context(), person, "spirit"); err != nil || got != want {
		t.Errorf("%s is rated %+v, %v; want %+v", person, got, err, want)
	}
}

func TestARatedMatchChangesRatingsOnce(t *testing.T) {
	db := fresh(t)
	wantRating(t, db, "ada", match.Rated{})
	ada, bo := settled(1600, 1, start), settled(1400, 1, start)
	first := []match.RatingChange{{Person: "ada", After: ada, Score: 1}, {Person: "bo", After: bo}}
	must(t, ratedMatch(t, db, "m1", first...))
	wantRating(t, db, "ada", ada)
	wantRating(t, db, "bo", bo)
	wantError(t, db.Append(t.Context(), "m1", match.Change{Seq: len(opening), Lines: more, Status: won, Ratings: first, At: start}), match.ErrConflict)

	later := start.Add(time.Hour)
	adaThen, boThen := settled(1590, 2, later), settled(1410, 2, later)
	wantError(t, ratedMatch(t, db, "m2", first...), match.ErrConflict) // somebody else's match has come between
	second := []match.RatingChange{{Person: "ada", Before: ada, After: adaThen, Score: 0.5}, {Person: "bo", Before: bo, After: boThen, Score: 0.5}}
	if st, err := db.Stored(t.Context(), "m2"); err != nil || st.Result.Over {
		t.Errorf("the match that did not count is %+v, %v", st, err)
	}
	must(t, ratedMatch(t, db, "m3", second...))
	wantRating(t, db, "ada", adaThen)

	got, err := db.RatedIn(t.Context(), "m1")
	want := []match.RatedResult{{RatingChange: first[0], Kept: adaThen}, {RatingChange: first[1], Kept: boThen}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("the first match counts %+v, %v; want %+v", got, err, want)
	}
	got, err = db.RatedIn(t.Context(), "m3")
	want = []match.RatedResult{{RatingChange: second[0], Kept: adaThen, Last: true}, {RatingChange: second[1], Kept: boThen, Last: true}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("the second match counts %+v, %v; want %+v", got, err, want)
	}
	if got, err := db.RatedIn(t.Context(), "m2"); err != nil || len(got) > 0 {
		t.Errorf("the match that did not count counts %+v, %v", got, err)
	}
	if at, err := db.EndedAt(t.Context(), "m3"); err != nil || !at.Equal(later) {
		t.Errorf("it ended at %v, %v", at, err)
	}
	_, err = db.EndedAt(t.Context(), "m2")
	wantError(t, err, match.ErrNotFound)
}

func TestWhatAMatchCountedStays(t *testing.T) {
	db := fresh(t)
	must(t, ratedMatch(t, db, "m1", match.RatingChange{Person: "ada", After: settled(1600, 1, start), Score: 1},
		match.RatingChange{Person: "bo", After: settled(1400, 1, start)}))
	for _, statement := range []string{`UPDATE rated SET value = 2000`, `DELETE FROM rated`} {
		if _, err := db.writer.ExecContext(t.Context(), statement); err == nil {
			t.Errorf("%s was done", statement)
		}
	}
}

func TestOneOfManyMatchesCountsNext(t *testing.T) {
	db := crowd(t)
	var errs [8]error
	var all sync.WaitGroup
	rivals := []string{"bo", "cy", "di"}
	for i := range errs {
		id := "m" + string(rune('1'+i))
		h := between(id, "ada", rivals[i%3])
		must(t, db.Create(t.Context(), h, opening, playing))
		all.Go(func() {
			errs[i] = db.Append(t.Context(), id, match.Change{Seq: len(opening), Lines: more, Status: won, At: start, Ratings: []match.RatingChange{
				{Person: "ada", After: settled(1600, 1, start), Score: 1}, {Person: rivals[i%3], After: settled(1400, 1, start)},
			}})
		})
	}
	all.Wait()
	done := 0
	for _, err := range errs {
		if err == nil {
			done++
		} else if !errors.Is(err, match.ErrConflict) {
			t.Error(err)
		}
	}
	if done != 1 {
		t.Errorf("%d first matches have counted", done)
	}
}

// register makes accounts of people.
func register(t testing.TB, db *DB, people ...string) {
	t.Helper()
	for _, person := range people {
		must(t, db.CreateAccount(t.Context(), account.Account{Person: person, Name: person + "!", Key: person, Hash: "h", Created: start}, nil))
	}
}

func TestTheStandingsAreOfSettledAccounts(t *testing.T) {
	db := crowd(t)
	register(t, db, "ada", "bo", "cy")
	unsettled := settled(1900, 1, start)
	unsettled.Deviation = 200
	must(t, ratedMatch(t, db, "m1", match.RatingChange{Person: "ada", After: settled(1500, 1, start)},
		match.RatingChange{Person: "bo", After: settled(1700, 1, start), Score: 1}))
	must(t, ratedMatch(t, db, "m2", match.RatingChange{Person: "di", After: settled(2000, 1, start), Score: 1}, // he has no account
		match.RatingChange{Person: "cy", After: unsettled}))
	until := settled(1500, 1, start).SettledUntil()
	for _, c := range []struct {
		at    time.Time
		limit int
		want  []string
	}{
		{start, 10, []string{"bo!", "ada!"}},
		{start, 1, []string{"bo!"}},
		{until.Add(-time.Second), 10, []string{"bo!", "ada!"}},
		{until, 10, nil},
	} {
		list, err := db.Standings(t.Context(), "spirit", c.at, c.limit)
		must(t, err)
		var names []string
		for _, r := range list {
			names = append(names, r.Name)
		}
		if !slices.Equal(names, c.want) {
			t.Errorf("at %v the best %d are %q, want %q", c.at, c.limit, names, c.want)
		}
	}
	must(t, db.DeleteAccount(t.Context(), "bo", start))
	list, err := db.Standings(t.Context(), "spirit", start, 10)
	if err != nil || len(list) != 1 || list[0].Rated != settled(1500, 1, start) {
		t.Errorf("without the deleted account there are %+v, %v", list, err)
	}
	if list, err := db.Standings(t.Context(), "war", start, 10); err != nil || len(list) > 0 {
		t.Errorf("of another game there are %+v, %v", list, err)
	}
}

// ended stores a match of which the log is given, line by line with its moment in minutes, and how it ended.
func ended(t testing.TB, db *DB, h match.Header, result game.Result, lines []game.Entry, minutes []int) {
	t.Helper()
	must(t, db.Create(t.Context(), h, nil, game.Status{ToAct: game.Both}))
	for i, line := range lines {
		st := game.Status{Ply: line.Ply, ToAct: game.Both}
		if i+1 == len(lines) {
			st = game.Status{Ply: line.Ply, Result: result}
			if !game.IsTable(line.Action) {
				st.Ply++
			}
		}
		must(t, db.Append(t.Context(), h.ID, match.Change{
			Seq: i, Lines: lines[i : i+1], Status: st, At: start.Add(time.Duration(minutes[i]) * time.Minute),
		}))
	}
}

// TestATurnTakesWhatTheOtherWaits: from the completion of the ply before until the last own line, and what one waits for the
// other where both act at once is not his time; what is done at the table is no turn, and an unfinished ply none either.
func TestATurnTakesWhatTheOtherWaits(t *testing.T) {
	db := crowd(t)
	const one, two = game.First, game.Second
	ended(t, db, between("m1", "ada", "bo"), game.Won(two, game.ReasonTime), []game.Entry{
		{Ply: 0, Seat: one, Action: "set a"},
		{Ply: 0, Seat: two, Action: "ready"},
		{Ply: 0, Seat: one, Action: "ready"},
		{Ply: 1, Seat: game.Chance, Action: "deal"},
		{Ply: 2, Seat: one, Action: "x"},
		{Ply: 2, Seat: two, Action: game.Offer},
		{Ply: 2, Seat: one, Action: "y"},
		{Ply: 3, Seat: two, Action: "z"},
		{Ply: 4, Seat: one, Action: "x"},
		{Ply: 4, Seat: one, Action: game.Time},
	}, []int{1, 5, 30, 30, 35, 36, 37, 100, 101, 999})
	shared := between("m2", "ada", "bo")
	shared.Shared = true
	ended(t, db, shared, game.Won(one, "x"), []game.Entry{{Seat: one, Action: "x"}}, []int{7})
	ended(t, db, against("m3", "ada", 1), game.Won(one, "x"), []game.Entry{{Seat: one, Action: "x"}}, []int{8})
	must(t, db.Create(t.Context(), between("m4", "ada", "bo"), opening, playing)) // it goes on
	for person, want := range map[string][]time.Duration{
		"ada": {30 * time.Minute, 7 * time.Minute}, "bo": {5 * time.Minute, 63 * time.Minute}, "cy": nil,
	} {
		got, err := db.TurnTimes(t.Context(), person, 9)
		must(t, err)
		if slices.Sort(got["spirit"]); !slices.Equal(got["spirit"], slices.Sorted(slices.Values(want))) || len(got) > 1 {
			t.Errorf("%s took %v, want %v", person, got, want)
		}
	}
	if got, err := db.TurnTimes(t.Context(), "ada", 0); err != nil || len(got) > 0 {
		t.Errorf("in no match she took %v, %v", got, err)
	}
}

func TestResultsAreThoseAgainstPeople(t *testing.T) {
	db := crowd(t)
	line := []game.Entry{{Seat: game.First, Action: "x"}}
	end := func(h match.Header, result game.Result) { ended(t, db, h, result, line, []int{1}) }
	end(between("m1", "ada", "bo"), game.Won(game.First, "x"))
	end(between("m2", "bo", "ada"), game.Won(game.First, game.ReasonTime))
	end(between("m3", "ada", "cy"), game.Drawn(game.ReasonTime))
	end(between("m4", "ada", "cy"), game.Drawn(game.ReasonAbort))
	end(against("m5", "ada", 2), game.Won(game.First, "x"))
	war := between("m6", "ada", "cy")
	war.Game = "war"
	end(war, game.Won(game.Second, game.ReasonResign))
	held := between("m7", "bo", "cy")
	held.Holders = [2][]string{{"ada"}, nil}
	end(held, game.Won(game.First, "x"))
	shared := between("m8", "ada", "bo")
	shared.Shared = true
	end(shared, game.Won(game.First, "x"))
	must(t, db.Create(t.Context(), between("m9", "ada", "bo"), opening, playing))
	got, err := db.Results(t.Context(), "ada")
	want := map[string]match.Results{"spirit": {Won: 1, Drawn: 1, Lost: 1, TimeOuts: 2}, "war": {Lost: 1}}
	if err != nil || len(got) != 2 || got["spirit"] != want["spirit"] || got["war"] != want["war"] {
		t.Errorf("her results are %+v, %v; want %+v", got, err, want)
	}
}

func TestABlockSettlesWhatIsOpenBetweenTheTwo(t *testing.T) {
	db := crowd(t)
	offer := func(id, maker, person string, listed bool) {
		o := openOffer(t, id)
		o.Maker, o.Person, o.Listed = maker, person, listed
		must(t, db.SaveOffer(t.Context(), o))
	}
	offer("o1", "ada", "bo", false)
	offer("o2", "bo", "ada", false)
	offer("o3", "bo", "cy", false)
	offer("o4", "bo", "", true)
	offer("o5", "ada", "", true)
	must(t, db.Block(t.Context(), "ada", "bo", start))
	must(t, db.Block(t.Context(), "ada", "bo", start.Add(time.Hour)))
	for id, want := range map[string]string{
		"o1": match.OfferWithdrawn, "o2": match.OfferDeclined, "o3": match.OfferOpen, "o4": match.OfferOpen, "o5": match.OfferOpen,
	} {
		if o, err := db.Offer(t.Context(), id); err != nil || o.State != want {
			t.Errorf("offer %s is %s, %v; want it %s", id, o.State, err, want)
		}
	}
	for person, want := range map[string]string{"ada": "o5", "bo": "o4", "cy": "o4 o5", "": "o4 o5"} {
		list, err := db.Lobby(t.Context(), person, 9)
		must(t, err)
		var ids string
		for _, o := range list {
			ids += " " + o.ID
		}
		if ids != " "+want {
			t.Errorf("%q sees the offers%s, want %s", person, ids, want)
		}
	}
	for _, c := range []struct {
		one, two string
		want     match.Blocking
	}{{"ada", "bo", match.Blocking{Mine: true}}, {"bo", "ada", match.Blocking{Theirs: true}}, {"ada", "cy", match.Blocking{}}} {
		if got, err := db.Blocked(t.Context(), c.one, c.two); err != nil || got != c.want {
			t.Errorf("between %s and %s it is %+v, %v; want %+v", c.one, c.two, got, err, c.want)
		}
	}
	must(t, db.Unblock(t.Context(), "ada", "bo"))
	if list, err := db.Blocks(t.Context(), "ada"); err != nil || len(list) > 0 {
		t.Errorf("she still blocks %+v, %v", list, err)
	}
}

func TestAGuestsBlocksMoveToHisAccount(t *testing.T) {
	db := crowd(t)
	register(t, db, "bo")
	for _, c := range [][2]string{{"ada", "cy"}, {"ada", "bo"}, {"di", "ada"}, {"bo", "cy"}} {
		must(t, db.Block(t.Context(), c[0], c[1], start))
	}
	must(t, db.MergeGuest(t.Context(), "ada", "bo", start))
	for _, c := range []struct {
		one, two string
		want     match.Blocking
	}{{"bo", "cy", match.Blocking{Mine: true}}, {"bo", "di", match.Blocking{Theirs: true}}, {"ada", "cy", match.Blocking{}}, {"ada", "bo", match.Blocking{}}} {
		if got, err := db.Blocked(t.Context(), c.one, c.two); err != nil || got != c.want {
			t.Errorf("between %s and %s it is %+v, %v; want %+v", c.one, c.two, got, err, c.want)
		}
	}
	must(t, db.DeleteAccount(t.Context(), "bo", start))
	for _, other := range []string{"cy", "di"} {
		if got, err := db.Blocked(t.Context(), "bo", other); err != nil || got != (match.Blocking{}) {
			t.Errorf("a deleted account and %s: %+v, %v", other, got, err)
		}
	}
}
