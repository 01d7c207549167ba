package db

import (
	"strings"
	"testing"
	"time"

	"salle/game"
	"salle/game/clock"
	"salle/game/match"
)

// openOffer is an offer of Ada's with something in each of its fields.
func openOffer(t testing.TB, id string) match.Offer {
	t.Helper()
	settings, err := clock.Parse("bank 10d+12h max 15d weekends")
	must(t, err)
	return match.Offer{
		ID: id, Maker: "ada", MakerName: "Ada", Game: "spirit", Variant: "x", Seat: game.Second, Clock: settings, Rated: true,
		Watched: true, Person: "bo", PersonName: "Bo", Created: start, Expires: start.Add(time.Hour), State: match.OfferOpen,
	}
}

func TestOfferIsLoadedAsItWasSaved(t *testing.T) {
	db := fresh(t)
	full := openOffer(t, "o1")
	plain := match.Offer{
		ID: "o2", Maker: "bo", MakerName: "Bo", Game: "war", Seat: game.Spectator, Listed: true, Created: start.Add(time.Millisecond),
		Expires: start.Add(time.Hour), State: match.OfferOpen,
	}
	for _, want := range []match.Offer{full, plain} {
		must(t, db.SaveOffer(t.Context(), want))
		if got, err := db.Offer(t.Context(), want.ID); err != nil || got != want {
			t.Errorf("offer %+v, %v, want %+v", got, err, want)
		}
		wantError(t, db.SaveOffer(t.Context(), want), match.ErrExists)
	}
	_, err := db.Offer(t.Context(), "o3")
	wantError(t, err, match.ErrNotFound)
	if err := db.SaveOffer(t.Context(), match.Offer{ID: "o3", Maker: "nobody", Game: "war"}); err == nil {
		t.Error("nobody made an offer")
	}
}

func TestAMatchSettlesItsOffer(t *testing.T) {
	db := fresh(t)
	must(t, db.SaveOffer(t.Context(), openOffer(t, "o1")))
	h := between("m1", "ada", "bo")
	h.Offer = "o1"
	must(t, db.Create(t.Context(), h, opening, playing))
	if o, err := db.Offer(t.Context(), "o1"); err != nil || o.State != match.OfferTaken || o.Match != "m1" || !o.Settled.Equal(h.Created) {
		t.Errorf("offer %+v, %v", o, err)
	}
	h.ID = "m2"
	wantError(t, db.Create(t.Context(), h, opening, playing), match.ErrSettled)
	_, _, err := db.Load(t.Context(), "m2", 0)
	wantError(t, err, match.ErrNotFound)
	if n, err := db.Waiting(t.Context(), "ada"); err != nil || n != 1 {
		t.Errorf("%d wait, %v", n, err)
	}
}

func TestAnOfferIsSettledOnce(t *testing.T) {
	db := fresh(t)
	for _, id := range []string{"o1", "o2", "o3"} {
		must(t, db.SaveOffer(t.Context(), openOffer(t, id)))
	}
	must(t, db.SettleOffer(t.Context(), "o1", match.OfferDeclined, start))
	for _, id := range []string{"o1", "none"} {
		wantError(t, db.SettleOffer(t.Context(), id, match.OfferWithdrawn, start), match.ErrSettled)
	}
	for _, c := range []struct {
		by   time.Duration
		want int
	}{{time.Hour - time.Millisecond, 0}, {time.Hour, 2}, {2 * time.Hour, 0}} {
		if n, err := db.ExpireOffers(t.Context(), start.Add(c.by)); err != nil || n != c.want {
			t.Errorf("after %v %d expire, %v", c.by, n, err)
		}
	}
	for id, want := range map[string]string{"o1": match.OfferDeclined, "o2": match.OfferExpired} {
		if o, err := db.Offer(t.Context(), id); err != nil || o.State != want || o.Settled.IsZero() {
			t.Errorf("offer %+v, %v", o, err)
		}
	}
}

func TestOneRematchIsOpenOrTaken(t *testing.T) {
	db := fresh(t)
	must(t, db.Create(t.Context(), between("m1", "ada", "bo"), opening, playing))
	rematch := func(id string) match.Offer {
		o := openOffer(t, id)
		o.RematchOf = "m1"
		return o
	}
	must(t, db.SaveOffer(t.Context(), rematch("o1")))
	wantError(t, db.SaveOffer(t.Context(), rematch("o2")), match.ErrConflict)
	must(t, db.SettleOffer(t.Context(), "o1", match.OfferDeclined, start))
	_, err := db.RematchOf(t.Context(), "m1")
	wantError(t, err, match.ErrNotFound)
	must(t, db.SaveOffer(t.Context(), rematch("o2")))
	h := between("m2", "bo", "ada")
	h.Offer = "o2"
	must(t, db.Create(t.Context(), h, opening, playing))
	wantError(t, db.SaveOffer(t.Context(), rematch("o3")), match.ErrConflict)
	if o, err := db.RematchOf(t.Context(), "m1"); err != nil || o.ID != "o2" || o.Match != "m2" {
		t.Errorf("the rematch is %+v, %v", o, err)
	}
}

func TestTheLobbyReadsAnIndexAndTheLatestFirst(t *testing.T) {
	db := fresh(t)
	for i, id := range []string{"o1", "o2", "o3", "o4"} {
		o := openOffer(t, id)
		o.Created, o.Listed = start.Add(time.Duration(i)*time.Second), id != "o3"
		must(t, db.SaveOffer(t.Context(), o))
	}
	list, err := db.Lobby(t.Context(), "", 2)
	if err != nil || len(list) != 2 || list[0].ID != "o4" || list[1].ID != "o2" {
		t.Errorf("the lobby has %+v, %v", list, err)
	}
	steps, err := plan(t.Context(), db, lobby, "ada", 2)
	must(t, err)
	if text := strings.Join(steps, "\n"); !strings.Contains(text, "offers_lobby") || strings.Contains(text, "TEMP B-TREE FOR ORDER BY") {
		t.Errorf("the plan is\n%s", text)
	}
}
