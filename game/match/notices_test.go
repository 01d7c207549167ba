package match_test

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"salle/db"
	"salle/game"
	"salle/game/catalog"
	"salle/game/clock"
	"salle/game/match"
	"salle/game/spirit"
)

// bag is a courier that keeps what it was given to carry.
type bag struct {
	mu      sync.Mutex
	letters []carried
	fail    error // what it says instead of carrying
}

type carried struct {
	channel match.Channel
	letter  match.Letter
}

func (b *bag) Carry(_ context.Context, c match.Channel, l match.Letter) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fail != nil {
		return b.fail
	}
	b.letters = append(b.letters, carried{c, l})
	return nil
}

// empty returns what was carried, as "person kind", sorted, and forgets it.
func (b *bag) empty() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := []string{}
	for _, c := range b.letters {
		list = append(list, c.channel.Person+" "+c.letter.Kind)
	}
	b.letters = nil
	slices.Sort(list)
	return list
}

// forgetful is a store that may forget how a letter went: it stands for a house that dies between sending and keeping that.
type forgetful struct {
	*db.DB
	dies atomic.Bool
}

var errDied = errors.New("the house died")

func (f *forgetful) EndDelivery(ctx context.Context, notice int64, channel string, d match.Delivery, o *match.Sent) error {
	if f.dies.Load() {
		return errDied
	}
	return f.DB.EndDelivery(ctx, notice, channel, d, o)
}

// town is a hall between people, whose clock the test turns.
type town struct {
	*match.Service
	t     testing.TB
	store *forgetful
	later atomic.Int64
	bag   *bag
}

func newTown(t testing.TB) *town {
	t.Helper()
	store, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "salle.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	w := &town{t: t, store: &forgetful{DB: store}, bag: &bag{}}
	w.restart()
	for _, id := range []string{"anna", "ben", "cleo"} {
		if err := store.AddPerson(t.Context(), match.Person{ID: id, Name: strings.ToUpper(id), Created: start}); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// restart is a new process over the same store: nothing in memory is left.
func (w *town) restart() { w.Service = w.service() }

func (w *town) service() *match.Service {
	var draws atomic.Uint64
	rng := func() *rand.Rand { return rand.New(rand.NewPCG(1, draws.Add(1))) }
	games := catalog.Of(game.New(spirit.Info, spirit.Rules{}, firstLegal{}))
	return match.New(w.store, games, w.now, rng, slog.New(slog.DiscardHandler))
}

func (w *town) now() time.Time { return start.Add(time.Duration(w.later.Load())) }

func (w *town) pass(d time.Duration) { w.later.Add(int64(d)) }

func (w *town) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// channel gives a person a webhook.
func (w *town) channel(person, target string) match.Channel {
	w.t.Helper()
	c, err := w.AddChannel(w.t.Context(), match.Channel{Person: person, Kind: match.ChannelHook, Target: target, Format: "json", Zone: "Europe/Warsaw"})
	w.must(err)
	return c
}

// open opens a match of anna against ben, whom her offer has found, and empties the bag.
func (w *town) open(id, settings string) {
	w.t.Helper()
	c, err := clock.Parse(settings)
	w.must(err)
	_, err = w.Propose(w.t.Context(), match.Offer{ID: "offer-" + id, Maker: "anna", Game: "spirit", Seat: game.First, Clock: c})
	w.must(err)
	_, err = w.Take(w.t.Context(), "offer-"+id, "ben", id)
	w.must(err)
	w.pass(time.Minute)
	w.deliver()
	w.bag.empty()
}

// move lets somebody do the first thing that he may.
func (w *town) move(id, person string) {
	w.t.Helper()
	seen, err := w.Look(w.t.Context(), id, person)
	w.must(err)
	_, err = w.Act(w.t.Context(), id, person, seen.Mark, []string{spirit.Rules{}.Legal(seen.Board.(spirit.Observation))[0].String()})
	w.must(err)
}

func (w *town) act(id, person, action string) {
	w.t.Helper()
	seen, err := w.Look(w.t.Context(), id, person)
	w.must(err)
	_, err = w.Act(w.t.Context(), id, person, seen.Mark, []string{action})
	w.must(err)
}

// turn makes it anna's turn again, who chose first.
func (w *town) turn(id string) {
	w.t.Helper()
	w.move(id, "anna")
	w.move(id, "ben")
}

func (w *town) deliver() {
	w.t.Helper()
	if _, err := w.Deliver(w.t.Context(), w.bag); err != nil && !errors.Is(err, errDied) {
		w.t.Fatal(err)
	}
}

// gets delivers and demands just these letters.
func (w *town) gets(what string, want ...string) {
	w.t.Helper()
	w.deliver()
	if got := w.bag.empty(); !slices.Equal(got, want) && len(got)+len(want) > 0 {
		w.t.Errorf("%s: %q were sent, want %q", what, got, want)
	}
}

// TestNobodyIsToldOfATurnThatHasPassed holds C2.3.
func TestNobodyIsToldOfATurnThatHasPassed(t *testing.T) {
	w := newTown(t)
	w.channel("anna", "https://a.example/1")
	w.channel("ben", "https://b.example/1")
	w.open("m", "3d")
	w.turn("m")
	w.move("m", "anna")
	w.gets("she has moved already")
	w.move("m", "ben")
	w.act("m", "ben", game.Resign)
	w.gets("the match has ended", "anna over")
}

// TestATurnIsToldOnceByEachChannel holds C2.7: whoever waits is told once, by each of his channels, and nobody else.
func TestATurnIsToldOnceByEachChannel(t *testing.T) {
	w := newTown(t)
	w.channel("anna", "https://a.example/1")
	w.channel("anna", "https://a.example/2")
	w.channel("ben", "https://b.example/1")
	w.channel("cleo", "https://c.example/1")
	w.open("m", "none")
	w.turn("m")
	w.gets("her turn", "anna turn", "anna turn")
	for range 5 {
		w.pass(time.Minute)
		w.restart()
		w.gets("told already")
	}
	w.turn("m")
	w.gets("the next turn", "anna turn", "anna turn")
}

// TestJobsThatRunTwiceAtOnceEndAndTellOnce holds C1.3: a match out of time ends by itself, with one result, and each of its
// players is told once, whoever runs the jobs and however often.
func TestJobsThatRunTwiceAtOnceEndAndTellOnce(t *testing.T) {
	w := newTown(t)
	w.channel("anna", "https://a.example/1")
	w.channel("ben", "https://b.example/1")
	w.open("m", "1d")
	w.turn("m")
	other := w.service()
	for range match.VacationDays + 3 {
		w.pass(24 * time.Hour)
		var all sync.WaitGroup
		for _, service := range []*match.Service{w.Service, other, w.Service, other} {
			all.Go(func() {
				if _, err := service.Sweep(t.Context()); err != nil {
					t.Error(err)
				}
				if _, err := service.Deliver(t.Context(), w.bag); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
	w.deliver()
	got := w.bag.empty()
	for _, letter := range []string{"anna over", "ben over", "anna reminder"} {
		if n := count(got, letter); n != 1 {
			t.Errorf("%q was sent %d times: %q", letter, n, got)
		}
	}
}

func count(list []string, one string) (n int) {
	for _, s := range list {
		if s == one {
			n++
		}
	}
	return n
}

// TestADeathBetweenSendingAndKeepingRepeatsAtMostOnce holds C2.7: the letter arrives, and at most twice.
func TestADeathBetweenSendingAndKeepingRepeatsAtMostOnce(t *testing.T) {
	w := newTown(t)
	w.channel("anna", "https://a.example/1")
	w.open("m", "none")
	w.turn("m")
	w.store.dies.Store(true)
	w.gets("sent, and died over it", "anna turn")
	w.restart()
	w.gets("another house may be sending it still")
	for n := range 10 {
		w.pass(time.Minute)
		w.restart()
		if want := []string{"anna turn"}; n == 0 {
			w.gets("nobody knows whether it arrived", want...)
		} else {
			w.gets("it was repeated once")
		}
	}

	w.store.dies.Store(false)
	w.turn("m")
	w.store.dies.Store(true)
	w.gets("sent, and died over it", "anna turn")
	w.store.dies.Store(false)
	w.restart()
	w.pass(time.Minute)
	w.gets("repeated, and kept", "anna turn")
	w.pass(time.Hour)
	w.gets("told")
}

// TestWhoLooksAtTheMatchIsToldLater holds C2.4: a look at this match holds a letter back, one at another does not; what
// still waits then is told after five minutes.
func TestWhoLooksAtTheMatchIsToldLater(t *testing.T) {
	w := newTown(t)
	w.channel("anna", "https://a.example/1")
	w.open("m", "3d")
	w.open("other", "3d")
	w.turn("m")
	w.Saw("other", game.First)
	w.Saw("m", game.Second)
	w.gets("she looks elsewhere", "anna turn")

	w.turn("m")
	w.Saw("m", game.First)
	w.gets("she looks at it")
	w.pass(3 * time.Minute)
	w.gets("not looking any more, but five minutes are not over")
	w.pass(2 * time.Minute)
	w.gets("it waits after five minutes", "anna turn")

	w.turn("m")
	w.Saw("m", game.First)
	w.gets("she looks at it")
	w.pass(time.Minute)
	w.move("m", "anna")
	w.pass(time.Hour)
	w.gets("she has moved")

	w.move("m", "ben")
	w.restart()
	w.gets("after a restart nobody looks", "anna turn")
	w.act("m", "ben", game.Resign)
	w.Saw("m", game.First)
	w.gets("she has seen the end")
}

// TestEachChannelHasItsPace holds C2.5: at once, after some minutes, once a day, or nothing.
func TestEachChannelHasItsPace(t *testing.T) {
	w := newTown(t)
	set := func(c match.Channel, pace string, minutes int) {
		w.must(w.SetPace(t.Context(), "anna", c.ID, pace, minutes, true))
	}
	at := func(c match.Channel) (n int) {
		w.bag.mu.Lock()
		defer w.bag.mu.Unlock()
		for _, l := range w.bag.letters {
			if l.channel.ID == c.ID {
				n++
			}
		}
		return n
	}
	now, slow, daily, silent := w.channel("anna", "https://a.example/1"), w.channel("anna", "https://a.example/2"),
		w.channel("anna", "https://a.example/3"), w.channel("anna", "https://a.example/4")
	w.open("m", "none")
	w.open("second", "none")
	set(slow, match.PaceLater, 30)
	set(daily, match.PaceDigest, 1)
	set(silent, match.PaceNone, 1)
	w.turn("m")
	w.turn("second")
	for _, step := range []struct {
		after                    time.Duration
		now, slow, daily, silent int
	}{
		{0, 2, 0, 0, 0},
		{29 * time.Minute, 2, 0, 0, 0},
		{time.Minute, 2, 2, 0, 0},
		{20 * time.Hour, 2, 2, 0, 0},   // it is 6:32 in Warsaw
		{90 * time.Minute, 2, 2, 1, 0}, // 8:02
		{20 * time.Hour, 2, 2, 1, 0},
		{4 * time.Hour, 2, 2, 2, 0},
	} {
		w.pass(step.after)
		w.deliver()
		w.deliver()
		if at(now) != step.now || at(slow) != step.slow || at(daily) != step.daily || at(silent) != step.silent {
			t.Errorf("%s: %d at once, %d later, %d digests, %d to the silent one; want %+v", w.now(), at(now), at(slow), at(daily), at(silent), step)
		}
	}
	for _, l := range w.bag.letters {
		if l.letter.Kind == match.NoticeDigest && len(l.letter.Waiting) != 2 {
			t.Errorf("a digest of %d matches, want 2", len(l.letter.Waiting))
		}
	}
	w.bag.empty()
	w.move("m", "anna")
	w.move("second", "anna")
	w.pass(24 * time.Hour)
	w.gets("nothing waits: no digest")
}

// TestRemindersComeAtFourFifthsAndBeforeTheLastHours holds C2.5: each once, where the clock has them, and wherever it is
// moved to.
func TestRemindersComeAtFourFifthsAndBeforeTheLastHours(t *testing.T) {
	w := newTown(t)
	c := w.channel("anna", "https://a.example/1")
	w.open("m", "5d")
	w.turn("m")
	w.gets("her turn", "anna turn")
	w.must(w.TakeVacation(t.Context(), "anna", 2))
	w.pass(4*24*time.Hour + time.Hour)
	w.gets("she was on vacation for two days of it")
	w.pass(2 * 24 * time.Hour)
	w.gets("four of five days are used up", "anna reminder")
	w.pass(12 * time.Hour)
	w.gets("twelve hours are left", "anna last")
	w.pass(time.Hour)
	w.gets("told")

	w.turn("m")
	w.gets("her turn", "anna turn")
	w.must(w.SetPace(t.Context(), "anna", c.ID, match.PaceNow, 5, false))
	w.pass(5*24*time.Hour - time.Hour)
	w.gets("she wants no reminders")
}

// TestAChannelThatFailsIsTriedAgainAndTold holds C2.6: it is tried again, each time later; its last success and error are
// kept; after three errors the site says so; and a browser that is gone is forgotten.
func TestAChannelThatFailsIsTriedAgainAndTold(t *testing.T) {
	w := newTown(t)
	c := w.channel("anna", "https://a.example/1")
	w.open("m", "none")
	w.turn("m")
	state := func(failures int, text string, troubled bool) {
		t.Helper()
		got, err := w.Channel(t.Context(), "anna", c.ID)
		w.must(err)
		site, err := w.Troubled(t.Context(), "anna")
		w.must(err)
		if got.Failures != failures || got.Error != text || site != troubled || got.Troubled() != troubled {
			t.Errorf("after %s: %d failures, %q, trouble %v %v; want %d, %q, %v", w.now().Sub(start), got.Failures, got.Error, got.Troubled(), site, failures, text, troubled)
		}
	}
	w.bag.fail = errors.New("status 500")
	for n, wait := range []time.Duration{0, time.Minute, 5 * time.Minute} {
		w.pass(wait - time.Second)
		w.deliver()
		state(n, []string{"", "status 500"}[min(n, 1)], false)
		w.pass(time.Second)
		w.deliver()
	}
	state(3, "status 500", true)
	w.bag.fail = nil
	w.pass(30 * time.Minute)
	w.gets("it works again", "anna turn")
	state(0, "status 500", false)
	if got, _ := w.Channel(t.Context(), "anna", c.ID); !got.LastOK.Equal(w.now()) || !got.LastError.Before(got.LastOK) {
		t.Errorf("last success %s, last error %s", got.LastOK, got.LastError)
	}

	w.turn("m")
	w.bag.fail = errors.New("timeout")
	for range 20 {
		w.deliver()
		w.pass(3 * time.Hour)
	}
	state(5, "timeout", true)

	w.turn("m")
	w.bag.fail = match.ErrGone
	w.deliver()
	if _, err := w.Channel(t.Context(), "anna", c.ID); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("a channel that is gone: %v", err)
	}
}

// TestATestIsKeptToo holds C2.6: a test tells at once how it went.
func TestATestIsKeptToo(t *testing.T) {
	w := newTown(t)
	c := w.channel("anna", "https://a.example/1")
	w.must(w.TestChannel(t.Context(), "anna", c.ID, w.bag))
	if got := w.bag.empty(); !slices.Equal(got, []string{"anna test"}) {
		t.Errorf("sent %q", got)
	}
	if err := w.TestChannel(t.Context(), "anna", c.ID, w.bag); !errors.Is(err, match.ErrSoon) {
		t.Errorf("at once again: %v", err)
	}
	if err := w.TestChannel(t.Context(), "ben", c.ID, w.bag); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("another's: %v", err)
	}
	w.pass(time.Minute)
	w.bag.fail = errors.New("status 404")
	if err := w.TestChannel(t.Context(), "anna", c.ID, w.bag); err == nil || err.Error() != "status 404" {
		t.Errorf("it says %v", err)
	}
	got, err := w.Channel(t.Context(), "anna", c.ID)
	w.must(err)
	if got.Error != "status 404" || !got.LastError.Equal(w.now()) || !got.LastOK.Equal(start) {
		t.Errorf("kept: %+v", got)
	}
}

// TestMakersAreToldWhatBecameOfTheirOffers holds C2.8: that a seat is taken, declined, or nobody took it.
func TestMakersAreToldWhatBecameOfTheirOffers(t *testing.T) {
	w := newTown(t)
	w.channel("anna", "https://a.example/1")
	w.channel("ben", "https://b.example/1")
	propose := func(id string) {
		t.Helper()
		_, err := w.Propose(t.Context(), match.Offer{ID: id, Maker: "anna", Game: "spirit", Seat: game.First})
		w.must(err)
	}
	propose("one")
	_, err := w.Take(t.Context(), "one", "ben", "m")
	w.must(err)
	w.gets("she may be on her way to it")
	w.pass(time.Minute)
	w.gets("taken", "anna offer-taken")
	propose("two")
	w.must(w.Decline(t.Context(), "two", "ben"))
	w.gets("declined", "anna offer-declined")
	propose("three")
	w.must(w.Withdraw(t.Context(), "three", "anna"))
	w.gets("withdrawn by herself")
	propose("four")
	w.pass(match.OfferLife)
	if _, err := w.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.gets("expired", "anna offer-expired")

	w.act("m", "ben", game.Resign)
	w.gets("over", "anna over")
	_, _, err = w.Rematch(t.Context(), "m", "anna", "rematch")
	w.must(err)
	w.gets("another one", "ben rematch-offered")
}

// TestPlayersAreToldWhatIsAskedOfThem: a draw, and a pause, as long as they stand.
func TestPlayersAreToldWhatIsAskedOfThem(t *testing.T) {
	w := newTown(t)
	w.channel("anna", "https://a.example/1")
	w.channel("ben", "https://b.example/1")
	w.open("m", "3d")
	w.act("m", "ben", game.Offer)
	w.gets("a draw", "anna draw-offered")
	pause := func(person, what string) {
		t.Helper()
		seen, err := w.Look(t.Context(), "m", person)
		w.must(err)
		_, err = w.Retime(t.Context(), "m", person, seen.Clocks.Revision, what)
		w.must(err)
	}
	pause("anna", match.TimePause)
	w.gets("a pause", "ben pause-asked")
	pause("anna", match.TimeAlone)
	pause("anna", match.TimePause)
	w.gets("once a turn")
	pause("ben", match.TimePause)
	w.gets("paused by both")
}

// TestGuestsInASeatAreToldToo holds C2.8: channels are a person's, and whoever sits in a seat by its link is told as its
// player is.
func TestGuestsInASeatAreToldToo(t *testing.T) {
	w := newTown(t)
	w.open("m", "none")
	w.must(w.NewLink(t.Context(), "m", "anna", "a secret of hers"))
	_, err := w.Sit(t.Context(), "a secret of hers", "cleo")
	w.must(err)
	w.channel("cleo", "https://c.example/1")
	w.turn("m")
	w.gets("by her other browser", "cleo turn")
}

// TestNobodyHasMoreChannelsThanThereIsRoomFor, and the same target is the same channel.
func TestNobodyHasMoreChannelsThanThereIsRoomFor(t *testing.T) {
	w := newTown(t)
	first := w.channel("anna", "https://a.example/0")
	if again := w.channel("anna", "https://a.example/0"); again.ID != first.ID {
		t.Errorf("one target, two channels: %s and %s", first.ID, again.ID)
	}
	for n := 1; n < match.MaxChannels; n++ {
		w.channel("anna", "https://a.example/"+strings.Repeat("x", n))
	}
	_, err := w.AddChannel(t.Context(), match.Channel{Person: "anna", Kind: match.ChannelHook, Target: "https://a.example/more"})
	if !errors.Is(err, match.ErrFull) {
		t.Errorf("one more: %v", err)
	}
	list, err := w.Channels(t.Context(), "anna")
	if err != nil || len(list) != match.MaxChannels {
		t.Errorf("%d channels, %v", len(list), err)
	}
}
