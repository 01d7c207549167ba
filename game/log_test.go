package game_test

import (
	"errors"
	"strings"
	"testing"

	"salle/game"
	"salle/game/gametest"
)

// short is a whole match of Pebbles, its pledges in the order of the clicks.
var short = []game.Entry{
	{Ply: 0, Seat: game.Chance, Action: "deal 2"},
	{Ply: 1, Seat: game.Second, Action: "3"},
	{Ply: 1, Seat: game.First, Action: "1"},
	{Ply: 2, Seat: game.First, Action: "1"},
	{Ply: 2, Seat: game.Second, Action: "3"},
	{Ply: 3, Seat: game.First, Action: "2"},
	{Ply: 3, Seat: game.Second, Action: "1"},
	{Ply: 4, Seat: game.Second, Action: "1"},
	{Ply: 4, Seat: game.First, Action: "3"},
}

func TestReplayFoldsALog(t *testing.T) {
	p, err := game.Replay(gametest.Pebbles, game.Setup{Rules: 1}, short)
	if err != nil {
		t.Fatal(err)
	}
	if got := game.Reveal(p); got != "p5 d2 h7-8" {
		t.Errorf("replayed to %s", got)
	}
	if got, want := p.Status().Result, game.Won(game.First, "pebbles"); got != want {
		t.Errorf("result %+v, want %+v", got, want)
	}
}

func TestReplayNamesTheWrongEntry(t *testing.T) {
	for name, c := range map[string]struct {
		entry game.Entry
		err   error
		text  string
	}{
		"another ply":     {game.Entry{Ply: 2, Seat: game.First, Action: "1"}, nil, "entry 1: ply 2 in a position at ply 1"},
		"no notation":     {game.Entry{Ply: 1, Seat: game.First, Action: "x"}, game.ErrNotation, "entry 1, first"},
		"an illegal one":  {game.Entry{Ply: 1, Seat: game.First, Action: "4"}, game.ErrIllegal, "entry 1, first"},
		"not to act":      {game.Entry{Ply: 1, Seat: game.Chance, Action: "deal 1"}, game.ErrTurn, "entry 1, chance"},
		"no offer stands": {game.Entry{Ply: 1, Seat: game.First, Action: game.Accept}, game.ErrIllegal, "entry 1, first"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := game.Replay(gametest.Pebbles, game.Setup{Rules: 1}, []game.Entry{short[0], c.entry})
			if err == nil || c.err != nil && !errors.Is(err, c.err) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("got %v, want %v with %q", err, c.err, c.text)
			}
		})
	}
	late := append(short[:len(short):len(short)], game.Entry{Ply: 5, Seat: game.First, Action: "1"})
	if _, err := game.Replay(gametest.Pebbles, game.Setup{Rules: 1}, late); !errors.Is(err, game.ErrOver) {
		t.Errorf("an entry after the end: %v", err)
	}
	if _, err := game.Replay(gametest.Pebbles, game.Setup{Rules: 2}, nil); !errors.Is(err, game.ErrVersion) {
		t.Errorf("another version of the rules: %v", err)
	}
	if _, err := game.Replay(gametest.Pebbles, game.Setup{Rules: 1, Variant: "x"}, nil); !errors.Is(err, game.ErrVariant) {
		t.Errorf("another variant: %v", err)
	}
}

func TestPlayAllTellsEveryStep(t *testing.T) {
	start, err := gametest.Pebbles.Start(game.Setup{Rules: 1})
	if err != nil {
		t.Fatal(err)
	}
	var told []game.Entry
	if _, err := game.PlayAll(start, short, func(s game.Step) { told = append(told, s.Entry) }); err != nil {
		t.Fatal(err)
	}
	if len(told) != len(short) || told[4] != short[4] {
		t.Errorf("told of %v", told)
	}
}

func TestOwnedCountsTheLinesOfAPly(t *testing.T) {
	log := append(short[:4:4], game.Entry{Ply: 2, Seat: game.First, Action: game.Offer})
	for _, c := range []struct {
		ply  int
		seat game.Seat
		want int
	}{{2, game.First, 2}, {2, game.Second, 0}, {1, game.First, 1}, {0, game.Chance, 1}, {3, game.First, 0}} {
		if got := game.Owned(log, c.ply, c.seat); got != c.want {
			t.Errorf("%s owns %d lines at ply %d, want %d", c.seat, got, c.ply, c.want)
		}
	}
}

func TestEventsHaveAudiences(t *testing.T) {
	events := []game.Event{
		{Kind: "own", Seen: game.Only(game.First)},
		{Kind: "all", Seen: game.Everyone},
		{Kind: "players", Seen: game.Both},
	}
	for seat, want := range map[game.Seat]string{game.First: "own all players", game.Second: "all players", game.Spectator: "all"} {
		var kinds []string
		for _, e := range game.SeenBy(events, seat) {
			kinds = append(kinds, e.Kind)
		}
		if got := strings.Join(kinds, " "); got != want {
			t.Errorf("%s is told %q, want %q", seat, got, want)
		}
	}
}

func TestTheDealIsReadByItsOwnerUntilTheEnd(t *testing.T) {
	p, err := game.Replay(gametest.Pebbles, game.Setup{Rules: 1}, short[:8])
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Readers(short[0]); got.Has(game.Second) || got.Has(game.Spectator) || !got.Has(game.First) {
		t.Errorf("the deal is read by %b", got)
	}
	if got := p.Readers(short[7]); got != game.Only(game.Second) {
		t.Errorf("a pledge is read by %b", got)
	}
	if got := p.Readers(short[1]); got&game.Everyone != game.Everyone {
		t.Errorf("a resolved pledge is read by %b", got)
	}
	if p, _, err = p.Play(game.First, game.Resign); err != nil {
		t.Fatal(err)
	}
	if got := p.Readers(short[0]); got != game.Everyone {
		t.Errorf("at the end the deal is read by %b", got)
	}
}

func TestPerftCountsJointActions(t *testing.T) {
	start, err := gametest.Pebbles.Start(game.Setup{Rules: 1})
	if err != nil {
		t.Fatal(err)
	}
	// Three deals, then nine pairs a turn for four turns, then the end.
	for depth, want := range []int{1, 3, 27, 243, 2187, 19683, 0} {
		if got := game.Perft(start, depth); got != want {
			t.Errorf("depth %d: %d ways, want %d", depth, got, want)
		}
	}
}
