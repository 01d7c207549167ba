package db

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"salle/account"
	"salle/game"
	"salle/game/match"
)

// open gives a person an account whose name and key are known from his id.
func openAccount(t testing.TB, db *DB, person string) account.Account {
	t.Helper()
	a := account.Account{Person: person, Name: strings.ToUpper(person), Key: person, Hash: "$hash", Created: start}
	must(t, db.CreateAccount(t.Context(), a, nil))
	return a
}

func wantAccount(t testing.TB, db *DB, want account.Account) {
	t.Helper()
	if got, err := db.Account(t.Context(), want.Person); err != nil || got != want {
		t.Errorf("account %+v, %v, want %+v", got, err, want)
	}
	if got, err := db.AccountNamed(t.Context(), want.Key); err != nil || got != want {
		t.Errorf("named %+v, %v, want %+v", got, err, want)
	}
}

func TestAccountsHaveTheirNamesAlone(t *testing.T) {
	db := fresh(t)
	ada := openAccount(t, db, "ada")
	wantAccount(t, db, ada)
	wantError(t, db.CreateAccount(t.Context(), account.Account{Person: "bo", Name: "Аda", Key: "ada"}, nil), account.ErrTaken)
	wantError(t, db.CreateAccount(t.Context(), account.Account{Person: "ada", Name: "Ada 2", Key: "ada 2"}, nil), account.ErrExists)
	if p, err := db.Person(t.Context(), "bo"); err != nil || p.Name != "Bo" {
		t.Errorf("a refused account has left %+v, %v", p, err)
	}
	cy := account.Account{Person: "cy", Name: "Cy", Key: "cy", Created: start} // nobody knew him
	must(t, db.CreateAccount(t.Context(), cy, nil))
	wantAccount(t, db, cy)

	wantError(t, db.RenameAccount(t.Context(), "cy", "ADA", "ada"), account.ErrTaken)
	wantError(t, db.RenameAccount(t.Context(), "bo", "Bob", "bob"), account.ErrNotFound)
	wantAccount(t, db, cy)
	must(t, db.RenameAccount(t.Context(), "ada", "Adele", "adele"))
	must(t, db.RenameAccount(t.Context(), "cy", "Ada", "ada"))
	must(t, db.SetPassword(t.Context(), "ada", "$other"))
	wantError(t, db.SetPassword(t.Context(), "bo", "$other"), account.ErrNotFound)
	ada.Name, ada.Key, ada.Hash = "Adele", "adele", "$other"
	wantAccount(t, db, ada)
	_, err := db.Account(t.Context(), "bo")
	wantError(t, err, account.ErrNotFound)
}

func TestPasskeysComeAndGo(t *testing.T) {
	db := fresh(t)
	key := func(id byte) account.Passkey {
		return account.Passkey{ID: []byte{id}, Person: "ada", Name: "Firefox", Credential: []byte("{}"), Created: start.Add(time.Duration(id))}
	}
	wantError(t, db.AddPasskey(t.Context(), key(1)), account.ErrNotFound) // a guest
	first := key(1)
	must(t, db.CreateAccount(t.Context(), account.Account{Person: "ada", Name: "Ada", Key: "ada", Created: start}, &first))
	must(t, db.AddPasskey(t.Context(), key(2)))
	wantError(t, db.AddPasskey(t.Context(), key(2)), account.ErrExists)
	must(t, db.UsePasskey(t.Context(), []byte{2}, []byte("{1}"), start.Add(time.Hour)))
	wantError(t, db.UsePasskey(t.Context(), []byte{3}, nil, start), account.ErrNotFound)
	list, err := db.Passkeys(t.Context(), "ada")
	if err != nil || len(list) != 2 || !list[0].Used.IsZero() || !list[1].Used.Equal(start.Add(time.Hour)) || string(list[1].Credential) != "{1}" {
		t.Errorf("passkeys %+v, %v", list, err)
	}
	openAccount(t, db, "bo")
	wantError(t, db.RemovePasskey(t.Context(), "bo", []byte{1}), account.ErrNotFound) // another's
	must(t, db.RemovePasskey(t.Context(), "ada", []byte{1}))
	wantError(t, db.RemovePasskey(t.Context(), "ada", []byte{2}), account.ErrLastWay)
	must(t, db.SetPassword(t.Context(), "ada", "$hash"))
	must(t, db.RemovePasskey(t.Context(), "ada", []byte{2}))
}

// count is how many rows of a table a person has.
func count(t testing.TB, db *DB, table, person string) (n int) {
	t.Helper()
	must(t, db.readers.QueryRowContext(t.Context(), `SELECT count(*) FROM `+table+` WHERE person_id = ?`, person).Scan(&n))
	return n
}

func TestADeletedAccountLeavesItsMatches(t *testing.T) {
	db := fresh(t)
	openAccount(t, db, "ada")
	must(t, db.AddPasskey(t.Context(), account.Passkey{ID: []byte{1}, Person: "ada", Credential: []byte("{}"), Created: start}))
	must(t, db.AddSession(t.Context(), account.Session{Hash: hashOf(1), Person: "ada", Expires: start.Add(time.Hour)}))
	must(t, db.Create(t.Context(), against("m1", "ada", 3), opening, playing))
	_, err := db.SaveFormation(t.Context(), match.FormationOwner{Person: "ada", Game: "war"}, match.Formation{Name: "x", Action: "y"}, 9)
	must(t, err)
	must(t, db.SaveOffer(t.Context(), offered("o1", "ada", "")))
	must(t, db.SaveOffer(t.Context(), offered("o2", "bo", "ada")))

	wantError(t, db.DeleteAccount(t.Context(), "bo", start), account.ErrNotFound)
	must(t, db.DeleteAccount(t.Context(), "ada", start))
	wantError(t, db.DeleteAccount(t.Context(), "ada", start), account.ErrNotFound)
	for _, table := range []string{"accounts", "passkeys", "sessions", "formations"} {
		if n := count(t, db, table, "ada"); n != 0 {
			t.Errorf("%d rows are left in %s", n, table)
		}
	}
	h, log, err := db.Load(t.Context(), "m1", 0)
	if err != nil || h.Players[game.First].Person != "ada" || h.Players[game.First].Name != "" || len(log) != 2 {
		t.Errorf("header %+v, log %v, %v", h, log, err)
	}
	_, err = db.Person(t.Context(), "ada")
	wantError(t, err, match.ErrNotFound)
	for id, want := range map[string]string{"o1": match.OfferWithdrawn, "o2": match.OfferDeclined} {
		if o, err := db.Offer(t.Context(), id); err != nil || o.State != want {
			t.Errorf("offer %s is %s, %v", id, o.State, err)
		}
	}
	must(t, db.CreateAccount(t.Context(), account.Account{Person: "bo", Name: "Ada", Key: "ada"}, nil)) // the name is free
}

// offered is an open offer.
func offered(id, maker, person string) match.Offer {
	return match.Offer{
		ID: id, Maker: maker, Person: person, Game: "spirit", Created: start, Expires: start.Add(time.Hour), State: match.OfferOpen,
	}
}

// seated lists who sits where in a match, the one whose name stands there first.
func seated(t testing.TB, db *DB, id string) string {
	t.Helper()
	h, _, err := db.Load(t.Context(), id, 0)
	must(t, err)
	var b strings.Builder
	for i, p := range h.Players {
		var here []string
		must(t, db.readers.QueryRowContext(t.Context(), `SELECT coalesce(group_concat(person_id), '') FROM
			(SELECT person_id FROM seats WHERE match_id = ? AND seat = ? ORDER BY person_id)`, id, i).Scan(joined{&here}))
		fmt.Fprintf(&b, "%s%v ", p.Person, here)
	}
	return strings.TrimSpace(b.String())
}

// joined reads a list with commas between.
type joined struct{ into *[]string }

func (j joined) Scan(v any) error {
	if text := fmt.Sprint(v); text != "" {
		*j.into = strings.Split(text, ",")
	}
	return nil
}

func wantSeated(t testing.TB, db *DB, id, want string) {
	t.Helper()
	if got := seated(t, db, id); got != want {
		t.Errorf("match %s: %s, want %s", id, got, want)
	}
}

// sit gives a person a seat of a match, as its link does.
func sit(t testing.TB, db *DB, id string, seat game.Seat, person string) {
	t.Helper()
	_, err := db.writer.ExecContext(t.Context(), `INSERT INTO seats (match_id, seat, person_id, over) VALUES (?, ?, ?, 0)`, id, seat, person)
	must(t, err)
}

func TestAGuestsMatchesMoveToHisAccount(t *testing.T) {
	db := fresh(t) // ada has the account, bo was a guest, cy is another
	must(t, db.AddPerson(t.Context(), match.Person{ID: "cy", Name: "Cy", Created: start}))
	openAccount(t, db, "ada")
	two := func(id, first, second string) {
		t.Helper()
		h := against(id, first, 0)
		h.Players[game.Second] = match.Player{Person: second}
		must(t, db.Create(t.Context(), h, opening, playing))
	}
	must(t, db.Create(t.Context(), against("machine", "bo", 3), opening, playing))
	two("other", "cy", "bo")
	two("shared", "bo", "bo")
	two("apart", "bo", "ada") // he played against himself
	two("link", "ada", "cy")  // the guest came by the seat's link
	sit(t, db, "link", game.First, "bo")
	two("held", "bo", "cy") // the account came by the link
	sit(t, db, "held", game.First, "ada")
	two("across", "cy", "ada")
	sit(t, db, "across", game.First, "bo") // by a link of the other side

	must(t, db.MergeGuest(t.Context(), "bo", "ada", start))
	must(t, db.MergeGuest(t.Context(), "bo", "ada", start)) // a form sent twice
	wantSeated(t, db, "machine", "ada[ada] []")
	wantSeated(t, db, "other", "cy[cy] ada[ada]")
	wantSeated(t, db, "shared", "ada[ada] ada[ada]")
	wantSeated(t, db, "apart", "bo[bo] ada[ada]")
	wantSeated(t, db, "link", "ada[ada] cy[cy]")
	wantSeated(t, db, "held", "ada[ada] cy[cy]")
	wantSeated(t, db, "across", "cy[bo cy] ada[ada]")
}

func TestOnlyAGuestMovesToAnAccount(t *testing.T) {
	db := fresh(t)
	must(t, db.Create(t.Context(), against("m1", "bo", 3), opening, playing))
	must(t, db.MergeGuest(t.Context(), "bo", "ada", start)) // ada is a guest, too
	wantSeated(t, db, "m1", "bo[bo] []")
	openAccount(t, db, "ada")
	openAccount(t, db, "bo")
	must(t, db.MergeGuest(t.Context(), "bo", "ada", start))
	must(t, db.MergeGuest(t.Context(), "none", "ada", start))
	wantSeated(t, db, "m1", "bo[bo] []")
}

func TestAClimbMovesWhereThereIsNone(t *testing.T) {
	db := fresh(t)
	openAccount(t, db, "ada")
	after := match.Standing{Dan: 1, Points: 1}
	finish := func(id string) {
		t.Helper()
		must(t, db.Append(t.Context(), id, match.Change{Seq: 2, Lines: more, Status: won, After: after, At: start}))
	}
	war := func(id, person string) match.Header {
		h := climbing(id, person, match.Beginner)
		h.Game = "war"
		return h
	}
	must(t, db.Create(t.Context(), climbing("s1", "bo", match.Beginner), opening, playing))
	finish("s1")
	must(t, db.Create(t.Context(), climbing("s2", "bo", after), opening, playing))
	must(t, db.Create(t.Context(), war("w1", "bo"), opening, playing))
	must(t, db.Create(t.Context(), war("w2", "ada"), opening, playing))

	must(t, db.MergeGuest(t.Context(), "bo", "ada", start))
	wantClimb(t, db, "ada", match.Climb{Standing: after, Reached: 1, Running: "s2"})
	wantClimb(t, db, "bo", beginner(""))
	wantSeated(t, db, "s1", "ada[ada] []")
	wantSeated(t, db, "s2", "ada[ada] []")
	wantSeated(t, db, "w1", "bo[ada bo] []")
	list, err := db.Graded(t.Context())
	must(t, err)
	var got []string
	for _, g := range list {
		got = append(got, fmt.Sprint(g.ID, " ", g.Person, " ", g.Seat))
	}
	slices.Sort(got)
	if want := "[s1 ada first s2 ada first w1 bo first w2 ada first]"; fmt.Sprint(got) != want {
		t.Errorf("graded %v, want %s", got, want)
	}
	must(t, db.Append(t.Context(), "s2", match.Change{Seq: 2, Lines: more, Status: won, After: match.Standing{Dan: 1, Points: 2}, At: start}))
	must(t, db.Append(t.Context(), "w1", match.Change{Seq: 2, Lines: more, Status: won, After: after, At: start}))
}

func TestWhatCountsDoesNotChangeWithItsOwner(t *testing.T) {
	db := fresh(t)
	must(t, db.Create(t.Context(), climbing("m1", "ada", match.Beginner), opening, playing))
	must(t, db.Append(t.Context(), "m1", match.Change{Seq: 2, Lines: more, Status: won, After: match.Standing{Dan: 1, Points: 1}, At: start}))
	if _, err := db.writer.ExecContext(t.Context(), `UPDATE graded SET dan_after = 7`); err == nil {
		t.Error("a graded match counted twice")
	}
}

func TestAGuestsBelongingsMoveToHisAccount(t *testing.T) {
	db := fresh(t)
	openAccount(t, db, "ada")
	keep := func(person, name, action string) {
		t.Helper()
		_, err := db.SaveFormation(t.Context(), match.FormationOwner{Person: person, Game: "war"}, match.Formation{Name: name, Action: action}, 9)
		must(t, err)
	}
	keep("ada", "wall", "a")
	keep("ada", "ring", "b")
	keep("bo", "wall", "other")
	keep("bo", "ring", "b")
	keep("bo", "line", "c")
	must(t, db.SaveVacation(t.Context(), "ada", match.Vacation{Begins: start, Ends: start.Add(time.Hour)}))
	must(t, db.SaveVacation(t.Context(), "bo", match.Vacation{Begins: start, Ends: start.Add(time.Minute)}))
	must(t, db.SaveVacation(t.Context(), "bo", match.Vacation{Begins: start.Add(time.Hour), Ends: start.Add(2 * time.Hour)}))
	must(t, db.SaveOffer(t.Context(), offered("open", "bo", "")))
	must(t, db.SaveOffer(t.Context(), offered("self", "bo", "ada")))

	must(t, db.MergeGuest(t.Context(), "bo", "ada", start))
	list, err := db.Formations(t.Context(), match.FormationOwner{Person: "ada", Game: "war"})
	must(t, err)
	var names []string
	for _, f := range list {
		names = append(names, f.Name+"="+f.Action)
	}
	slices.Sort(names)
	if want := "[line=c ring=b wall 2=other wall=a]"; fmt.Sprint(names) != want {
		t.Errorf("formations %v, want %s", names, want)
	}
	if n := count(t, db, "vacations", "ada"); n != 2 {
		t.Errorf("%d vacations", n)
	}
	if n := count(t, db, "vacations", "bo") + count(t, db, "formations", "bo"); n != 0 {
		t.Errorf("%d things are left behind", n)
	}
	if o, err := db.Offer(t.Context(), "open"); err != nil || o.Maker != "ada" || o.State != match.OfferOpen {
		t.Errorf("offer %+v, %v", o, err)
	}
	if o, err := db.Offer(t.Context(), "self"); err != nil || o.State != match.OfferWithdrawn {
		t.Errorf("an offer to himself: %+v, %v", o, err)
	}
}

// An older release kept who is known in a session in its data alone.
func TestOlderSessionsAreTheirOwners(t *testing.T) {
	path := filepath.Join(t.TempDir(), "salle.db")
	list, err := embedded()
	must(t, err)
	old, err := open(t.Context(), path, settings{busy: busyTimeout, migrations: list[:4]})
	must(t, err)
	ends := start.Add(400 * 24 * time.Hour)
	for _, statement := range []string{
		`INSERT INTO people (id, name, created_at) VALUES ('ada', 'Ada', 1)`,
		fmt.Sprintf(`INSERT INTO sessions (id_hash, data, expires_at) VALUES
			(zeroblob(32), CAST('{"person":"ada","lang":"ko"}' AS BLOB), %[1]d), (randomblob(32), CAST('{"person":"gone"}' AS BLOB), %[1]d),
			(randomblob(32), x'ff', %[1]d), (randomblob(32), CAST('{}' AS BLOB), %[1]d)`, ends.UnixMilli()),
	} {
		_, err := old.writer.ExecContext(t.Context(), statement)
		must(t, err)
	}
	must(t, old.Close())

	db := openAt(t, path)
	sessions, err := db.Sessions(t.Context(), "ada", start)
	if err != nil || len(sessions) != 1 || !sessions[0].Seen.Equal(start) || !sessions[0].Expires.Equal(ends) {
		t.Errorf("sessions %+v, %v", sessions, err)
	}
	if n := count(t, db, "sessions", "gone"); n != 0 {
		t.Errorf("%d sessions of nobody", n)
	}
}
