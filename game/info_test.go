package game_test

import (
	"slices"
	"testing"

	"salle/game"
	"salle/game/gametest"
)

func TestLevelsOfAVariant(t *testing.T) {
	one := game.Info{Levels: 5}
	grounds := game.Info{Variants: []string{"small", "large", "large-calm"}, Levels: 7, LevelsOf: []int{3, 7, 7}, Ladder: []string{"large", "large-calm"}}
	switches := game.Info{Variants: []string{"", "+a", "+b"}, Levels: 5}
	for _, c := range []struct {
		info    game.Info
		variant string
		levels  int
		climbs  bool
	}{
		{one, "", 5, false},
		{one, "none", 5, false},
		{grounds, "", 3, false},
		{grounds, "small", 3, false},
		{grounds, "large", 7, true},
		{grounds, "large-calm", 7, true},
		{grounds, "none", 7, false},
		{switches, "+a +b", 5, false},
		{game.Info{Variants: []string{"only"}, Levels: 4, Ladder: []string{"only"}}, "", 4, true},
	} {
		if levels, climbs := c.info.LevelsIn(c.variant), c.info.Climbs(c.variant); levels != c.levels || climbs != c.climbs {
			t.Errorf("%v in %q: %d levels, climbs %v; want %d, %v", c.info.Variants, c.variant, levels, climbs, c.levels, c.climbs)
		}
	}
}

func TestVariantNames(t *testing.T) {
	for _, c := range []struct{ variants, want []string }{
		{nil, nil},
		{[]string{"small", "large"}, []string{"small", "large"}},
		{[]string{"", "+a", "+b", "+a +b"}, []string{"+a", "+b"}},
	} {
		if got := (game.Info{Variants: c.variants}).VariantNames(); !slices.Equal(got, c.want) {
			t.Errorf("%q are made of %q, want %q", c.variants, got, c.want)
		}
	}
}

// openedPebbles is Pebbles in which the deal stands for who moves first.
type openedPebbles struct{ gametest.PebblesRules }

func (openedPebbles) Opening(s gametest.PebblesState, first game.Seat) (gametest.PebblesAction, bool) {
	return gametest.PebblesAction{Deal: true, N: uint8(first) + 1}, s.Ply == 0
}

func TestOpeningIsWhatChanceOwes(t *testing.T) {
	start := func(g game.Game) game.Position {
		p, err := g.Start(game.Setup{Rules: 1})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	if action, ok := start(gametest.Pebbles).Opening(game.First); ok {
		t.Errorf("a game without openings has %q", action)
	}
	p := start(game.New[gametest.PebblesState, gametest.PebblesObservation, gametest.PebblesAction](gametest.PebblesInfo, openedPebbles{}, nil))
	for seat, want := range map[game.Seat]string{game.First: "deal 1", game.Second: "deal 2"} {
		action, ok := p.Opening(seat)
		if !ok || action != want {
			t.Errorf("%s opens by %q, %v; want %q", seat, action, ok, want)
		}
		next, _, err := p.Play(game.Chance, action)
		if err != nil {
			t.Fatal(err)
		}
		if again, ok := next.Opening(seat); ok {
			t.Errorf("once it is settled %s opens by %q", seat, again)
		}
	}
}
