package match_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"salle/game"
	"salle/game/match"
)

// propose offers a relay.
func (c *clockwork) propose(t testing.TB, o match.Offer) match.Offer {
	t.Helper()
	o.Game, o.Clock = "relay", parsed(t, daily)
	made, err := c.Propose(t.Context(), o)
	must(t, err)
	return made
}

func (c *clockwork) wantState(t testing.TB, offer, state string) {
	t.Helper()
	o, err := c.Offer(t.Context(), offer)
	if err != nil || o.State != state || o.Settled.IsZero() != (state == match.OfferOpen) || (o.Match != "") != (state == match.OfferTaken) {
		t.Errorf("offer %s is %+v, %v; want it %s", offer, o, err, state)
	}
}

// offersOf are the ids of the offers in a person's lists.
func (c *clockwork) offersOf(t testing.TB, person string) []string {
	t.Helper()
	list, err := c.OffersOf(t.Context(), person)
	must(t, err)
	ids := []string{}
	for _, o := range list {
		ids = append(ids, o.ID)
	}
	slices.Sort(ids)
	return ids
}

func (c *clockwork) wantOffers(t testing.TB, person string, want ...string) {
	t.Helper()
	if got := c.offersOf(t, person); !slices.Equal(got, want) && len(got)+len(want) > 0 {
		t.Errorf("%s has the offers %q, want %q", person, got, want)
	}
}

func (c *clockwork) matches(t testing.TB) int {
	t.Helper()
	ids, err := c.IDs(t.Context())
	must(t, err)
	return len(ids)
}

func TestOneOfManyTakesAnOffer(t *testing.T) {
	c := newClockwork(t)
	for _, id := range []string{"a", "b", "c", "d"} {
		c.propose(t, match.Offer{ID: id, Maker: "anna"})
		before := c.matches(t)
		takers := []string{"ben", "cleo", "ben", "cleo"}
		var seen [4]match.Seen
		var errs [4]error
		var all sync.WaitGroup
		for i, person := range takers {
			all.Go(func() { seen[i], errs[i] = c.Take(context.Background(), id, person, id+person) })
		}
		all.Wait()
		winner := takers[slices.Index(errs[:], nil)]
		for i, person := range takers {
			if person == winner && (errs[i] != nil || seen[i].ID != id+winner) || person != winner && !errors.Is(errs[i], match.ErrSettled) {
				t.Errorf("%s won; %s was answered with match %q, %v", winner, person, seen[i].ID, errs[i])
			}
		}
		if n := c.matches(t) - before; n != 1 {
			t.Errorf("one offer has become %d matches", n)
		}
		c.wantState(t, id, match.OfferTaken)
	}
}

func TestAnOfferIsTakenOnce(t *testing.T) {
	c := newClockwork(t)
	c.propose(t, match.Offer{ID: "o", Maker: "anna"})
	_, err := c.Take(t.Context(), "o", "anna", "m")
	wantError(t, err, match.ErrOwn)
	c.play(t, "theirs", "relay", daily)
	_, err = c.Take(t.Context(), "o", "cleo", "theirs")
	wantError(t, err, match.ErrExists)
	c.wantState(t, "o", match.OfferOpen)
	for _, id := range []string{"m", "m", "another"} {
		seen, err := c.Take(t.Context(), "o", "ben", id)
		if err != nil || seen.ID != "m" {
			t.Errorf("taken as %s it is match %q, %v", id, seen.ID, err)
		}
	}
	_, err = c.Take(t.Context(), "o", "cleo", "late")
	wantError(t, err, match.ErrSettled)
	_, err = c.Take(t.Context(), "none", "ben", "m")
	wantError(t, err, match.ErrNotFound)
}

func TestAnOfferIsMadeOnce(t *testing.T) {
	c := newClockwork(t)
	first := c.propose(t, match.Offer{ID: "o", Maker: "anna"})
	c.pass(time.Hour)
	if again := c.propose(t, match.Offer{ID: "o", Maker: "anna"}); !again.Expires.Equal(first.Expires) {
		t.Errorf("sent again it is %+v, first %+v", again, first)
	}
	_, err := c.Propose(t.Context(), match.Offer{ID: "o", Maker: "ben", Game: "relay"})
	wantError(t, err, match.ErrExists)
	_, err = c.Propose(t.Context(), match.Offer{ID: "x", Maker: "ben", Game: "chess"})
	wantError(t, err, match.ErrNotFound)
	c.wantOffers(t, "anna", "o")
	c.wantOffers(t, "ben")
}

func TestAPrivateOfferIsForOnePerson(t *testing.T) {
	c := newClockwork(t)
	c.propose(t, match.Offer{ID: "o", Maker: "anna", Person: "ben", Seat: game.Second})
	for _, person := range []string{"cleo", ""} {
		_, err := c.LookOffer(t.Context(), "o", person)
		wantError(t, err, match.ErrNotYours)
		_, err = c.Take(t.Context(), "o", person, "m")
		wantError(t, err, match.ErrNotYours)
		wantError(t, c.Decline(t.Context(), "o", person), match.ErrNotYours)
		wantError(t, c.Withdraw(t.Context(), "o", person), match.ErrNotYours)
	}
	c.wantOffers(t, "anna", "o")
	c.wantOffers(t, "ben", "o")
	c.wantOffers(t, "cleo")
	if list, err := c.Service.Lobby(t.Context(), ""); err != nil || len(list) != 0 {
		t.Errorf("the lobby has %v, %v", list, err)
	}
	seen, err := c.Take(t.Context(), "o", "ben", "m")
	if err != nil || seen.Seat != game.First {
		t.Errorf("ben sits in %v, %v", seen.Seat, err)
	}
	c.wantOffers(t, "ben")
}

func TestTheMakerIsToldHowAnOfferEnds(t *testing.T) { // C2.8
	for state, settle := range map[string]func(c *clockwork) error{
		match.OfferTaken:    func(c *clockwork) error { _, err := c.Take(context.Background(), "o", "ben", "m"); return err },
		match.OfferDeclined: func(c *clockwork) error { return c.Decline(context.Background(), "o", "ben") },
		match.OfferExpired: func(c *clockwork) error {
			c.pass(match.OfferLife)
			_, err := c.Sweep(context.Background())
			return err
		},
		match.OfferWithdrawn: func(c *clockwork) error { return c.Withdraw(context.Background(), "o", "anna") },
	} {
		t.Run(state, func(t *testing.T) {
			c := newClockwork(t)
			ctx := t.Context()
			c.propose(t, match.Offer{ID: "o", Maker: "anna"})
			c.pass(match.OfferLife - while)
			c.sweep(t)
			c.wantState(t, "o", match.OfferOpen)
			must(t, settle(c))
			c.wantState(t, "o", state)
			telling := state == match.OfferDeclined || state == match.OfferExpired
			if !telling {
				c.wantOffers(t, "anna") // she has withdrawn it herself, or the match is in her list
			} else {
				c.wantOffers(t, "anna", "o")
			}
			if state != match.OfferExpired {
				must(t, settle(c)) // the form sent again
			}
			if state != match.OfferTaken {
				_, err := c.Take(ctx, "o", "ben", "m")
				wantError(t, err, match.ErrSettled)
			}
			if state != match.OfferDeclined {
				wantError(t, c.Decline(ctx, "o", "ben"), match.ErrSettled)
			}
			if state != match.OfferWithdrawn {
				wantError(t, c.Withdraw(ctx, "o", "anna"), match.ErrSettled)
			}
			must(t, c.Told(ctx, "o", "ben")) // who is not its maker, and keeps nothing from her
			if got := c.offersOf(t, "anna"); len(got) == 0 && telling {
				t.Error("another was told for her")
			}
			must(t, c.Told(ctx, "o", "anna"))
			c.wantOffers(t, "anna")
			c.wantState(t, "o", state)
		})
	}
}

func TestAnOpenOfferIsNeverTold(t *testing.T) {
	c := newClockwork(t)
	c.propose(t, match.Offer{ID: "o", Maker: "anna"})
	must(t, c.Told(t.Context(), "o", "anna"))
	must(t, c.Decline(t.Context(), "o", "ben"))
	c.wantOffers(t, "anna", "o")
}

func TestTheLobbyHasWhatIsListed(t *testing.T) {
	c := newClockwork(t)
	for _, id := range []string{"first", "second", "third"} {
		c.propose(t, match.Offer{ID: id, Maker: "anna", Listed: true})
		c.pass(time.Second)
	}
	c.propose(t, match.Offer{ID: "by link", Maker: "anna"})
	wantError(t, c.Decline(t.Context(), "first", "ben"), match.ErrOwn) // it is for others too
	_, err := c.Take(t.Context(), "second", "ben", "m")
	must(t, err)
	list, err := c.Service.Lobby(t.Context(), "")
	if err != nil || len(list) != 2 || list[0].ID != "third" || list[1].ID != "first" || list[0].MakerName != "ANNA" {
		t.Errorf("the lobby has %+v, %v", list, err)
	}
}

func TestSeatsAreGivenOrDrawn(t *testing.T) {
	c := newClockwork(t)
	drawn := map[game.Seat]int{}
	for _, id := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"} {
		drawn[c.playOffer(t, id, match.Offer{Maker: "anna", Game: "relay", Seat: game.Spectator}, "ben").Seat]++
	}
	if drawn[game.First] < 3 || drawn[game.Second] < 3 {
		t.Errorf("of 16 draws %v", drawn)
	}
	for _, seat := range []game.Seat{game.First, game.Second} {
		if seen := c.playOffer(t, seat.String(), match.Offer{Maker: "anna", Game: "relay", Seat: seat}, "ben"); seen.Seat != seat.Other() {
			t.Errorf("anna chose %v, ben has %v", seat, seen.Seat)
		}
	}
}

func TestAnOfferSaysWhatItsMatchIs(t *testing.T) {
	c := newClockwork(t)
	seen := c.playOffer(t, "m", match.Offer{
		Maker: "anna", Game: "relay", Variant: "short", Clock: parsed(t, "bank 2d+12h max 3d weekends"), Watched: true,
	}, "ben")
	if !seen.Watched || !seen.Between || seen.Setup.Variant != "short" || seen.Clocks.Settings.String() != "bank 2d+12h max 3d weekends" {
		t.Errorf("the match is %+v", seen)
	}
	if looks := c.look(t, "m", "cleo"); looks.Seat != game.Spectator {
		t.Errorf("who looks on sits in %v", looks.Seat)
	}
}

// finished is a match of anna, in the first seat, and ben that is over.
func (c *clockwork) finished(t testing.TB) {
	t.Helper()
	c.play(t, "m", "relay", daily)
	c.goes(t, "m", "ben", game.Resign)
}

func TestARematchSwapsTheSeats(t *testing.T) {
	c := newClockwork(t)
	c.play(t, "running", "relay", daily)
	_, _, err := c.Rematch(t.Context(), "running", "anna", "r")
	wantError(t, err, game.ErrTurn)
	c.finished(t)
	_, _, err = c.Rematch(t.Context(), "m", "cleo", "r")
	wantError(t, err, match.ErrNotYours)

	for range 2 { // the form sent again
		o, seen, err := c.Rematch(t.Context(), "m", "ben", "r")
		if err != nil || o.ID != "r" || o.Maker != "ben" || o.Person != "anna" || seen.ID != "" {
			t.Errorf("ben's offer is %+v, %q, %v", o, seen.ID, err)
		}
	}
	if r := c.look(t, "m", "anna").Rematch; r == nil || r.ID != "r" {
		t.Errorf("anna's page has %+v", r)
	}
	_, seen, err := c.Rematch(t.Context(), "m", "anna", "n")
	if err != nil || seen.ID != "n" || seen.Seat != game.Second || c.look(t, "n", "ben").Seat != game.First {
		t.Errorf("the rematch is %q, anna sits in %v, %v", seen.ID, seen.Seat, err)
	}
	for _, person := range []string{"anna", "ben"} { // late
		if _, seen, err := c.Rematch(t.Context(), "m", person, "x"); err != nil || seen.ID != "n" {
			t.Errorf("%s is led to %q, %v", person, seen.ID, err)
		}
	}
}

func TestADeclinedRematchCanBeOfferedAgain(t *testing.T) {
	c := newClockwork(t)
	c.finished(t)
	_, _, err := c.Rematch(t.Context(), "m", "ben", "r")
	must(t, err)
	must(t, c.Decline(t.Context(), "r", "anna"))
	if o, _, err := c.Rematch(t.Context(), "m", "anna", "s"); err != nil || o.ID != "s" || o.Maker != "anna" {
		t.Errorf("anna's own is %+v, %v", o, err)
	}
}

func TestTwoWhoAskAtOnceHaveOneRematch(t *testing.T) {
	c := newClockwork(t)
	for _, id := range []string{"a", "b", "c", "d", "e", "f"} {
		c.play(t, id, "relay", daily)
		c.goes(t, id, "anna", game.Resign)
		before := c.matches(t)
		var errs [4]error
		var all sync.WaitGroup
		for i, person := range []string{"anna", "ben", "anna", "ben"} {
			all.Go(func() { _, _, errs[i] = c.Rematch(context.Background(), id, person, id+person) })
		}
		all.Wait()
		must(t, errors.Join(errs[:]...))
		if n := c.matches(t) - before; n != 1 {
			t.Errorf("both have asked, and there are %d matches", n)
		}
		c.sweep(t)
		if o, err := c.RematchOf(t.Context(), id); err != nil || o.State != match.OfferTaken {
			t.Errorf("the offer is %+v, %v", o, err)
		}
	}
	for _, person := range []string{"anna", "ben"} {
		list, err := c.OffersOf(t.Context(), person)
		must(t, err)
		for _, o := range list {
			if o.State == match.OfferOpen {
				t.Errorf("%s still has %+v open", person, o)
			}
		}
	}
}

func TestWhoActsInAMatchActsInItsRematch(t *testing.T) { // C4.1
	c := newClockwork(t)
	c.play(t, "m", "relay", daily)
	must(t, c.NewLink(t.Context(), "m", "ben", "secret"))
	_, err := c.Sit(t.Context(), "secret", "cleo")
	must(t, err)
	c.goes(t, "m", "anna", game.Resign)
	o, _, err := c.Rematch(t.Context(), "m", "cleo", "r") // ben, at his other device
	if err != nil || o.Maker != "ben" {
		t.Errorf("the offer is %+v, %v", o, err)
	}
	_, _, err = c.Rematch(t.Context(), "m", "anna", "n")
	must(t, err)
	if seen := c.look(t, "n", "cleo"); seen.Seat != game.First {
		t.Errorf("he sits in %v", seen.Seat)
	}
	if _, seen, err := c.Rematch(t.Context(), "m", "cleo", "x"); err != nil || seen.ID != "n" {
		t.Errorf("he is led to %q, %v", seen.ID, err)
	}
}
