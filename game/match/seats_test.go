package match_test

import (
	"context"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"salle/game"
	"salle/game/match"
)

// sits lets somebody sit down by a link.
func (c *clockwork) sits(t testing.TB, secret, person string) error {
	t.Helper()
	id, err := c.Sit(t.Context(), secret, person)
	if err == nil && id != "m" {
		t.Errorf("the link leads to match %q", id)
	}
	return err
}

func TestALinkOpensASeat(t *testing.T) { // C4.1
	c := newClockwork(t)
	ctx := t.Context()
	c.play(t, "m", "relay", daily)
	wantError(t, c.NewLink(ctx, "m", "cleo", "own"), match.ErrNotYours)
	must(t, c.NewLink(ctx, "m", "anna", "secret"))
	wantError(t, c.sits(t, "wrong", "cleo"), match.ErrNotFound)
	wantError(t, c.sits(t, "secret", "ben"), match.ErrOwn)
	link, err := c.LookLink(ctx, "secret", "cleo")
	want := match.Linked{ID: "m", Game: "relay", Seat: game.First, Players: [2]match.Player{{Name: "ANNA"}, {Name: "BEN"}}}
	if err != nil || link != want {
		t.Errorf("the link leads to %+v, %v", link, err)
	}
	_, err = c.Look(ctx, "m", "cleo")
	wantError(t, err, match.ErrNotYours)

	for range 2 {
		must(t, c.sits(t, "secret", "cleo"))
	}
	must(t, c.sits(t, "secret", "anna"))
	for person, want := range map[string]match.Linked{"cleo": {Holds: true}, "anna": {Holds: true}, "ben": {Rival: true}} {
		if link, err := c.LookLink(ctx, "secret", person); err != nil || link.Holds != want.Holds || link.Rival != want.Rival {
			t.Errorf("%s is told %+v, %v", person, link, err)
		}
	}
	if seen := c.goes(t, "m", "cleo", "go"); seen.Seat != game.First {
		t.Errorf("cleo sits in %v", seen.Seat)
	}
	c.wantActions(t, "m", "first go")
}

// However long it takes, and after the end too.
func TestALinkOpensItsSeatAsLongAsTheMatchLives(t *testing.T) { // C4.1
	c := newClockwork(t)
	c.play(t, "m", "relay", "none")
	must(t, c.NewLink(t.Context(), "m", "anna", "secret"))
	c.pass(90 * day)
	c.sweep(t)
	must(t, c.sits(t, "secret", "cleo"))
	c.goes(t, "m", "cleo", "go")
	c.goes(t, "m", "ben", game.Resign)
	c.welcome(t, "dora")
	must(t, c.sits(t, "secret", "dora"))
	if seen := c.look(t, "m", "dora"); seen.Seat != game.First {
		t.Errorf("dora sits in %v", seen.Seat)
	}
	if list, err := c.List(t.Context(), "dora"); err != nil || len(list) != 1 || list[0].Waits() {
		t.Errorf("her list is %+v, %v", list, err)
	}
}

func TestANewLinkClosesTheOldOne(t *testing.T) { // C4.1
	c := newClockwork(t)
	ctx := t.Context()
	for _, person := range []string{"dora", "eve"} {
		c.welcome(t, person)
	}
	c.play(t, "m", "relay", daily)
	must(t, c.NewLink(ctx, "m", "anna", "old"))
	must(t, c.NewLink(ctx, "m", "ben", "other"))
	for secret, people := range map[string][]string{"old": {"cleo", "dora"}, "other": {"eve"}} {
		for _, person := range people {
			must(t, c.sits(t, secret, person))
		}
	}
	must(t, c.NewLink(ctx, "m", "cleo", "new")) // who stays, and so does the player
	wantError(t, c.sits(t, "old", "dora"), match.ErrNotFound)
	for person, sits := range map[string]bool{"anna": true, "cleo": true, "dora": false, "ben": true, "eve": true} {
		if _, err := c.Look(ctx, "m", person); sits != (err == nil) || !sits && !errors.Is(err, match.ErrNotYours) {
			t.Errorf("%s is answered with %v", person, err)
		}
		if list, err := c.List(ctx, person); err != nil || len(list) != map[bool]int{true: 1}[sits] {
			t.Errorf("%s has the list %v, %v", person, list, err)
		}
	}
	must(t, c.sits(t, "new", "dora"))
	must(t, c.NewLink(ctx, "m", "anna", "newest"))
	for _, person := range []string{"cleo", "dora"} {
		_, err := c.Look(ctx, "m", person)
		wantError(t, err, match.ErrNotYours)
	}
}

func TestTheSecretOfALinkIsKeptNowhere(t *testing.T) { // C4.1
	h := newHall(t, firstLegal{})
	h.between(t, "m", match.Player{Person: "ben"})
	const secret = "tell-nobody-of-this-secret"
	must(t, h.NewLink(t.Context(), "m", "anna", secret))
	for _, end := range []string{"", "-wal"} {
		content, err := os.ReadFile(h.path + end)
		must(t, err)
		if strings.Contains(string(content), secret) {
			t.Errorf("it is in the file %q", end)
		}
		if end == "-wal" && !strings.Contains(string(content), "seat_keys") && len(content) == 0 {
			t.Error("nothing was written")
		}
	}
	if _, err := h.Sit(t.Context(), secret, "ben"); !errors.Is(err, match.ErrOwn) {
		t.Errorf("it opens nothing: %v", err)
	}
}

func TestAllDevicesOfASeatAct(t *testing.T) { // C4.3, C3.4
	c := newClockwork(t)
	c.play(t, "m", "spirit", daily)
	must(t, c.NewLink(t.Context(), "m", "anna", "secret"))
	must(t, c.sits(t, "secret", "cleo"))
	for range 5 {
		before := c.actions(t, "m")
		at := c.look(t, "m", "anna").Mark
		var errs [10]error
		var all sync.WaitGroup
		for i := range errs {
			all.Go(func() {
				_, errs[i] = c.Act(context.Background(), "m", []string{"anna", "cleo"}[i%2], at, []string{"AA"})
			})
		}
		all.Wait()
		must(t, errors.Join(errs[:]...))
		c.wantActions(t, "m", append(before, "first AA")...)
		for person, want := range map[string]int{"anna": 0, "cleo": 0, "ben": 1} {
			if n, err := c.Service.Waiting(t.Context(), person); err != nil || n != want {
				t.Errorf("%d matches wait for %s, %v", n, person, err)
			}
			if list, err := c.List(t.Context(), person); err != nil || len(list) != 1 || list[0].Waits() != (want == 1) {
				t.Errorf("the list of %s is %+v, %v", person, list, err)
			}
		}
		c.goes(t, "m", "ben", "AA")
	}
	// Two devices that do not want the same: one of them is told.
	at := c.look(t, "m", "anna").Mark
	_, err := c.Act(t.Context(), "m", "anna", at, []string{"AB"})
	must(t, err)
	_, err = c.Act(t.Context(), "m", "cleo", at, []string{"BA"})
	wantError(t, err, match.ErrStale)
}

// shares opens a match that cleo holds both seats of.
func (c *clockwork) shares(t testing.TB) match.Header {
	t.Helper()
	for _, person := range []string{"south", "north"} {
		c.welcome(t, person)
	}
	h := match.Header{ID: "m", Game: "spirit", Players: [2]match.Player{{Person: "south"}, {Person: "north"}}}
	must(t, c.Share(t.Context(), h, "cleo"))
	return h
}

func TestASharedMatchHasACurtain(t *testing.T) {
	c := newClockwork(t)
	ctx := t.Context()
	h := c.shares(t)
	must(t, c.Share(ctx, h, "cleo")) // the form sent again
	wantError(t, c.Share(ctx, h, "anna"), match.ErrExists)

	want := match.Curtain{Game: "spirit", Names: [2]string{"south", "north"}, As: [2]string{"south", "north"}, ToAct: game.Both, Ply: 1}
	if got, err := c.Curtain(ctx, "m", "cleo"); err != nil || got != want {
		t.Errorf("the curtain is %+v, %v", got, err)
	}
	for _, person := range []string{"anna", "south", ""} {
		_, err := c.Curtain(ctx, "m", person)
		wantError(t, err, match.ErrNotYours)
	}
	_, err := c.Look(ctx, "m", "cleo")
	wantError(t, err, match.ErrShared)
	_, err = c.Act(ctx, "m", "cleo", game.Mark{Ply: 1}, []string{"AA"})
	wantError(t, err, match.ErrNotYours)
	for _, person := range []string{"cleo", "south"} {
		wantError(t, c.NewLink(ctx, "m", person, "secret"), match.ErrNotYours)
	}
	if n, err := c.Service.Waiting(ctx, "cleo"); err != nil || n != 1 {
		t.Errorf("%d wait, %v", n, err)
	}

	c.goes(t, "m", "north", "AA")
	want.ToAct = game.Only(game.First)
	if got, err := c.Curtain(ctx, "m", "cleo"); err != nil || got != want {
		t.Errorf("the curtain is %+v, %v", got, err)
	}
	c.goes(t, "m", "south", "AA")
	c.goes(t, "m", "south", game.Resign)
	if seen := c.look(t, "m", "cleo"); !seen.Status.Result.Over || !seen.Shared {
		t.Errorf("after the end cleo sees %+v", seen.Status)
	}
}

// A curtain has no place for anything of a board, a line or a draft.
func TestACurtainHasNoPlaceForSecrets(t *testing.T) { // C5.1
	want := []string{"Game string", "Names [2]string", "As [2]string", "ToAct game.Seats", "Ply int"}
	var fields []string
	for f := range reflect.TypeFor[match.Curtain]().Fields() {
		fields = append(fields, f.Name+" "+f.Type.String())
	}
	if !slices.Equal(fields, want) {
		t.Errorf("it has %q", fields)
	}
}
