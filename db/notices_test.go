package db

import (
	"testing"
	"time"

	"salle/account"
	"salle/game"
	"salle/game/match"
)

// hers is a webhook of a person's.
func hers(t *testing.T, db *DB, person, id string) match.Channel {
	t.Helper()
	c, err := db.SaveChannel(t.Context(), match.Channel{
		ID: id, Person: person, Kind: match.ChannelHook, Target: "https://hook.example/" + id, Format: "json", Pace: match.PaceNow,
		Minutes: 5, Reminders: true, Created: start, Confirmed: start, Digest: start,
	}, 10)
	must(t, err)
	return c
}

func due(t *testing.T, db *DB) []match.Notice {
	t.Helper()
	list, err := db.DueNotices(t.Context(), start.Add(time.Hour), 100)
	must(t, err)
	return list
}

// betweenTwo is a match of ada against bo, with a notice for bo.
func betweenTwo(t *testing.T, db *DB) match.Header {
	t.Helper()
	h := against("m1", "ada", 0)
	h.Players[game.Second] = match.Player{Person: "bo"}
	h.Notices = []match.Notice{{Kind: match.NoticeTurn, Seat: game.Second, Turn: 1, Made: start, Due: start}}
	must(t, db.Create(t.Context(), h, opening, playing))
	return h
}

// A notice is kept with what it tells of, or neither is.
func TestNoticesAreKeptWithWhatTheyTellOf(t *testing.T) {
	db := fresh(t)
	betweenTwo(t, db)
	want := match.Notice{ID: 1, Kind: match.NoticeTurn, Match: "m1", Seat: game.Second, Turn: 1, Made: start, Due: start}
	if got := due(t, db); len(got) != 1 || got[0] != want {
		t.Fatalf("notices %+v, want %+v", got, want)
	}
	c := match.Change{
		Seq: 1, Lines: more, Status: game.Status{Ply: 2, ToAct: game.Both}, At: start,
		Notices: []match.Notice{{Kind: match.NoticeTurn, Seat: game.First, Turn: 2, Made: start, Due: start}},
	}
	wantError(t, db.Append(t.Context(), "m1", c), match.ErrConflict)
	if got := due(t, db); len(got) != 1 {
		t.Errorf("lines that are not stored are told of: %+v", got)
	}
	c.Seq = 2
	must(t, db.Append(t.Context(), "m1", c))
	if got := due(t, db); len(got) != 2 || got[1].Turn != 2 {
		t.Errorf("notices %+v", got)
	}
}

// Kept twice, a notice is one; a reminder moves with its clock until it is on its way.
func TestRemindersMoveUntilTheyAreOut(t *testing.T) {
	db := fresh(t)
	betweenTwo(t, db)
	channel := hers(t, db, "bo", "c")
	times, err := db.times(t.Context(), "m1")
	must(t, err)
	remind := func(after time.Duration) {
		t.Helper()
		n := match.Notice{Seat: game.Second, Turn: match.PresentTurn, Made: start, Due: start.Add(after)}
		turn := n
		n.Kind, turn.Kind = match.NoticeReminder, match.NoticeTurn
		must(t, db.Append(t.Context(), "m1", match.Change{Seq: 2, Times: &times, At: start, Notices: []match.Notice{n, turn}}))
		times.Revision++
	}
	for _, after := range []time.Duration{time.Minute, 30 * time.Minute} {
		remind(after)
		if got := due(t, db); len(got) != 2 || !got[0].Due.Equal(start) || got[1].Kind != match.NoticeReminder || got[1].Turn != 1 || !got[1].Due.Equal(start.Add(after)) {
			t.Errorf("notices %+v", got)
		}
	}
	ok, err := db.BeginDelivery(t.Context(), due(t, db)[1].ID, channel.ID, match.Delivery{}, start)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	remind(50 * time.Minute)
	if got := due(t, db)[1]; !got.Due.Equal(start.Add(30 * time.Minute)) {
		t.Errorf("a reminder on its way moves: %+v", got)
	}
}

// Only one of those who see a delivery the same way begins it.
func TestADeliveryIsBegunByOne(t *testing.T) {
	db := fresh(t)
	betweenTwo(t, db)
	channel := hers(t, db, "bo", "c")
	for n, c := range []struct {
		seen match.Delivery
		at   time.Time
		want bool
	}{
		{match.Delivery{}, start, true},
		{match.Delivery{}, start, false},
		{match.Delivery{Begun: 1, BegunAt: start}, start.Add(time.Minute), true},
		{match.Delivery{Begun: 1, BegunAt: start}, start.Add(time.Minute), false},
	} {
		ok, err := db.BeginDelivery(t.Context(), 1, channel.ID, c.seen, c.at)
		if err != nil || ok != c.want {
			t.Errorf("%d: %v, %v", n, ok, err)
		}
	}
	must(t, db.EndDelivery(t.Context(), 1, channel.ID, match.Delivery{Done: true}, &match.Sent{At: start}))
	if ok, err := db.BeginDelivery(t.Context(), 1, channel.ID, match.Delivery{Done: true}, start); ok || err != nil {
		t.Errorf("what is done is begun: %v, %v", ok, err)
	}
}

// A guest's channels come along into his account, and go with it.
func TestChannelsFollowTheirPerson(t *testing.T) {
	db := fresh(t)
	hers(t, db, "ada", "c")
	must(t, db.CreateAccount(t.Context(), account.Account{Person: "bo", Name: "Bo", Key: "bo", Hash: "x", Created: start}, nil))
	must(t, db.MergeGuest(t.Context(), "ada", "bo", start))
	list, err := db.Channels(t.Context(), "bo")
	must(t, err)
	if len(list) != 1 || list[0].ID != "c" {
		t.Fatalf("channels %+v", list)
	}
	must(t, db.DeleteAccount(t.Context(), "bo", start))
	_, err = db.Channel(t.Context(), "c")
	wantError(t, err, match.ErrNotFound)
}

// What was settled long ago is forgotten with its deliveries; what is open stays.
func TestOldNoticesAreForgotten(t *testing.T) {
	db := fresh(t)
	betweenTwo(t, db)
	channel := hers(t, db, "bo", "c")
	_, err := db.BeginDelivery(t.Context(), 1, channel.ID, match.Delivery{}, start)
	must(t, err)
	must(t, db.ForgetNotices(t.Context(), start.Add(time.Hour)))
	if len(due(t, db)) != 1 {
		t.Error("an open one is forgotten")
	}
	must(t, db.Settle(t.Context(), 1))
	must(t, db.ForgetNotices(t.Context(), start.Add(time.Hour)))
	if got, err := db.Deliveries(t.Context(), 1); err != nil || len(got) != 0 {
		t.Errorf("deliveries %v, %v", got, err)
	}
}
