package match_test

import (
	"testing"

	"salle/game"
	"salle/game/match"
)

func (c *clockwork) block(t testing.TB, id, person string, block bool) match.Seen {
	t.Helper()
	seen, err := c.BlockRival(t.Context(), id, person, block)
	must(t, err)
	return seen
}

// lobbyOf are the ids of the offers that a person sees in the lobby.
func (c *clockwork) lobbyOf(t testing.TB, person string) (ids string) {
	t.Helper()
	list, err := c.Service.Lobby(t.Context(), person)
	must(t, err)
	for _, o := range list {
		ids += o.ID
	}
	return ids
}

// said is what a person reads that was said in a match.
func (c *clockwork) said(t testing.TB, id, person string) (texts string) {
	t.Helper()
	for _, s := range c.look(t, id, person).Talk.Said {
		texts += s.Text
	}
	return texts
}

func TestNeitherOfTwoIsOfferedToTheOther(t *testing.T) {
	c := newClockwork(t)
	c.play(t, "m", "relay", daily)
	for maker, id := range map[string]string{"anna": "a", "ben": "b", "cleo": "c"} {
		c.propose(t, match.Offer{ID: id, Maker: maker, Listed: true})
		c.pass(while)
	}
	if seen := c.block(t, "m", "ben", true); !seen.Blocked || c.look(t, "m", "anna").Blocked {
		t.Error("the match tells the wrong one of it")
	}
	for person, hidden := range map[string]string{"anna": "b", "ben": "a", "cleo": "", "": ""} {
		for _, id := range []string{"a", "b", "c"} {
			if got := contains(c.lobbyOf(t, person), id); got == (id == hidden) {
				t.Errorf("%q sees the offer %s: %v", person, id, got)
			}
		}
	}
	_, err := c.Take(t.Context(), "a", "ben", "n")
	wantError(t, err, match.ErrBlocked)
	_, err = c.Take(t.Context(), "b", "anna", "n")
	wantError(t, err, match.ErrBlocked)
	c.wantState(t, "a", match.OfferOpen)
	if _, err := c.LookOffer(t.Context(), "a", "ben"); err != nil {
		t.Errorf("with its link he sees it: %v", err)
	}
	c.goes(t, "m", "anna", "go") // what they play goes on
	if seen := c.block(t, "m", "ben", false); seen.Blocked {
		t.Error("it is not taken back")
	}
	_, err = c.Take(t.Context(), "a", "ben", "n")
	must(t, err)
}

func contains(ids, id string) bool {
	for _, r := range ids {
		if string(r) == id {
			return true
		}
	}
	return false
}

func TestThereIsNoRematchWithABlockedPlayer(t *testing.T) {
	c := newClockwork(t)
	for _, id := range []string{"m", "n"} {
		c.play(t, id, "relay", daily)
		c.goes(t, id, "anna", game.Resign)
	}
	o, _, err := c.Rematch(t.Context(), "m", "anna", "o")
	must(t, err)
	c.block(t, "n", "ben", true)
	c.wantState(t, o.ID, match.OfferDeclined)
	for _, person := range []string{"anna", "ben"} {
		_, _, err := c.Rematch(t.Context(), "m", person, "again"+person)
		wantError(t, err, match.ErrBlocked)
	}
	_, err = c.Offer(t.Context(), "againanna")
	wantError(t, err, match.ErrNotFound)
}

func TestARematchThatWasTakenIsStillFound(t *testing.T) {
	c := newClockwork(t)
	c.play(t, "m", "relay", daily)
	c.goes(t, "m", "anna", game.Resign)
	_, _, err := c.Rematch(t.Context(), "m", "anna", "o")
	must(t, err)
	_, seen, err := c.Rematch(t.Context(), "m", "ben", "n")
	must(t, err)
	c.block(t, "m", "ben", true)
	if _, again, err := c.Rematch(t.Context(), "m", "anna", "x"); err != nil || again.ID != seen.ID {
		t.Errorf("the rematch is %q, %v", again.ID, err)
	}
	if again, err := c.Take(t.Context(), "o", "ben", "y"); err != nil || again.ID != seen.ID {
		t.Errorf("taken again it is %q, %v", again.ID, err)
	}
}

func TestABlockedPlayerIsNotHeard(t *testing.T) {
	c := newClockwork(t)
	for _, id := range []string{"m", "n"} {
		c.play(t, id, "relay", daily)
	}
	c.block(t, "m", "ben", true)
	for _, id := range []string{"m", "n"} {
		for i, person := range []string{"anna", "ben"} {
			_, err := c.Say(t.Context(), id, person, 0, person)
			must(t, err)
			if got, want := c.said(t, id, person), []string{"anna", "ben"}[i]; i == 0 && got != want || i == 1 && got != want {
				t.Errorf("in %s %s reads %q", id, person, got)
			}
		}
		if got := c.said(t, id, "anna"); got != "annaben" {
			t.Errorf("in %s she who is blocked reads %q", id, got)
		}
	}
	c.block(t, "n", "ben", false)
	if got := c.said(t, "m", "ben"); got != "annaben" {
		t.Errorf("afterwards he reads %q", got)
	}
}

func TestWhomOneMayBlock(t *testing.T) {
	c := newClockwork(t)
	c.play(t, "m", "relay", daily)
	_, err := c.BlockRival(t.Context(), "m", "cleo", true)
	wantError(t, err, match.ErrNotYours)
	_, err = c.BlockRival(t.Context(), "none", "anna", true)
	wantError(t, err, match.ErrNotFound)
	_, err = c.Open(t.Context(), match.Header{ID: "machine", Game: "spirit", Players: [2]match.Player{{Person: "anna"}, {Level: 1}}}, "anna")
	must(t, err)
	_, err = c.BlockRival(t.Context(), "machine", "anna", true)
	wantError(t, err, match.ErrNotYours)
}

func TestTheListOfBlockedPeople(t *testing.T) {
	c := newClockwork(t)
	c.play(t, "m", "relay", daily)
	c.block(t, "m", "ben", true)
	c.block(t, "m", "ben", true)
	list, err := c.Service.Blocks(t.Context(), "ben")
	if err != nil || len(list) != 1 || list[0].Name != "ANNA" || list[0].Key == "" || list[0].Key == "anna" {
		t.Fatalf("he has blocked %+v, %v", list, err)
	}
	for _, person := range []string{"anna", "cleo", ""} {
		if list, err := c.Service.Blocks(t.Context(), person); err != nil || len(list) > 0 {
			t.Errorf("%q has blocked %+v, %v", person, list, err)
		}
		must(t, c.Service.Unblock(t.Context(), person, list[0].Key))
	}
	if !c.look(t, "m", "ben").Blocked {
		t.Error("somebody else has taken it back")
	}
	must(t, c.Service.Unblock(t.Context(), "ben", list[0].Key))
	must(t, c.Service.Unblock(t.Context(), "ben", list[0].Key))
	if c.look(t, "m", "ben").Blocked {
		t.Error("it is not taken back")
	}
}
