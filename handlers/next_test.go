package handlers_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"salle/game/match"
)

func TestAfterAMoveTheNextMatchThatWaitsCanBeWanted(t *testing.T) { // C3.8
	m := newSite(t, 1).between(t, "spirit")
	other := strings.Repeat("n", 26)
	_, err := m.matches.Open(context.Background(), match.Header{
		ID: other, Game: "spirit", Players: [2]match.Player{{Person: m.acts[0].person}, {Person: m.acts[1].person}},
	}, m.acts[0].person)
	if err != nil {
		t.Fatal(err)
	}
	// Ben's match against the machine waits too, and has waited for longer than the others.
	actor{t, m.site, strings.Repeat("b", 26), m.acts[1].person}.act("resign")
	ben := m.players[1]
	for _, c := range []struct{ after, want string }{
		{m.id, "/matches/" + other}, {other, "/matches/" + m.id}, {"", "/matches/" + m.id},
	} {
		if p := ben.get("/next?after=" + c.after); p.path != c.want {
			t.Errorf("after %q he is at %s, want %s", c.after, p.path, c.want)
		}
	}
	ben.post("/matches/"+m.id+"/actions", url.Values{"ply": {"1.0"}, "do": {"FA"}})
	waits := ben.get("/matches/" + m.id)
	if !waits.has("next-match") {
		t.Errorf("the page that waits has no link to the other match")
	}
	ben.post("/matches/"+other+"/actions", url.Values{"ply": {"1.0"}, "do": {"FA"}})
	if p := ben.get("/next?after=" + other); p.path != "/" {
		t.Errorf("with no match left he is at %s", p.path)
	}
}
