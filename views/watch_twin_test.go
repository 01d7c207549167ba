package views

import (
	"math/rand/v2"
	"testing"

	"salle/game"
	"salle/game/shuriken"
	"salle/game/spirit"
	"salle/game/war"
)

// twin is two states that differ in what neither side shows, as each is seen by a seat.
type twin func(seat game.Seat) (boards [2]any, status game.Status)

func twinOf[S game.State, O any, A game.Action](rules game.Rules[S, O, A], states [2]S) twin {
	return func(seat game.Seat) (boards [2]any, status game.Status) {
		return [2]any{rules.Observe(states[0], seat), rules.Observe(states[1], seat)}, rules.Status(states[0])
	}
}

// randomState plays some actions at random.
func randomState[S game.State, O any, A game.Action](t testing.TB, rules game.Rules[S, O, A], variant string, rng *rand.Rand, actions int) S {
	t.Helper()
	s, err := rules.Start(game.Setup{Variant: variant, Rules: 1})
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < actions || rules.Status(s).ToAct.Has(game.Chance); n++ {
		status, before := rules.Status(s), s
		if status.ToAct.Has(game.Chance) {
			s, _, err = rules.Apply(s, game.Chance, rules.Draw(s, rng))
		} else {
			by := game.First
			if !status.ToAct.Has(by) {
				by = game.Second
			}
			legal := rules.Legal(rules.Observe(s, by))
			a := legal[rng.IntN(len(legal))]
			for _, ready := range legal {
				if ready.String() == "ready" && rng.IntN(4) == 0 {
					a = ready
				}
			}
			s, _, err = rules.Apply(s, by, a)
		}
		if err != nil {
			t.Fatal(err)
		}
		if rules.Status(s).Result.Over {
			return before
		}
	}
	return s
}

// spiritTwin differs in both players' stars and in a list that is committed.
func spiritTwin(t testing.TB, rng *rand.Rand) twin {
	states := [2]spirit.State{}
	states[0] = randomState(t, spirit.Rules{}, "", rng, 2*rng.IntN(12))
	states[1] = states[0]
	late := game.Seat(rng.IntN(2))
	for i := range states {
		round := &states[i].Round
		round.Fighters[0].Stars, round.Fighters[1].Stars = uint8(rng.IntN(3)), uint8(i)
		lists := round.LegalOrders(late.Other())
		states[i].Pledge[late.Other()] = lists[rng.IntN(len(lists))]
	}
	return twinOf(spirit.Rules{}, states)
}

// warTwin differs in the armies that one side, or each in its turn, has committed.
func warTwin(t testing.TB, rng *rand.Rand) twin {
	states := [2]war.State{}
	side := game.Seat(rng.IntN(2))
	for i := range states {
		states[i] = randomState(t, war.Rules{}, "", rng, 0)
		states[i].Pledge[side] = war.Scatter(side, rng)
	}
	return twinOf(war.Rules{}, states)
}

// shurikenTwin differs in where the hidden flags and shields of both sides are, before the duel or in it.
func shurikenTwin(t testing.TB, variant string, rng *rand.Rand) twin {
	for {
		s := randomState(t, shuriken.Rules{}, variant, rng, rng.IntN(60))
		other := s
		p := &other.Position
		for range 500 {
			a, b := randomField(rng), randomField(rng)
			one, two := p.Board[a], p.Board[b]
			if one.Kind < shuriken.Flag || one.Revealed || two.Kind != shuriken.Shuriken || one.Owner != two.Owner {
				continue
			}
			one.Kind, two.Kind = two.Kind, one.Kind
			p.Put(a, one)
			p.Put(b, two)
		}
		p.Shuriken, p.Shields = s.Position.Shuriken, s.Position.Shields // Put counts them anew
		if p.Board != s.Position.Board {
			return twinOf(shuriken.Rules{}, [2]shuriken.State{s, other})
		}
	}
}

func randomField(rng *rand.Rand) shuriken.Field { return shuriken.Field(1 + rng.IntN(shuriken.Places)) }

// TestTwinsLookAlikeToASpectator holds C5.1 for one who plays in no seat: matches that differ only in what the players
// hide give him equal pages. To the players themselves some of them do not look alike.
func TestTwinsLookAlikeToASpectator(t *testing.T) {
	const pairs = 40
	l := words(t).Get("en")
	for name, next := range map[string]func(*rand.Rand) twin{
		"spirit":            func(rng *rand.Rand) twin { return spiritTwin(t, rng) },
		"war":               func(rng *rand.Rand) twin { return warTwin(t, rng) },
		"shuriken training": func(rng *rand.Rand) twin { return shurikenTwin(t, "training", rng) },
		"shuriken master":   func(rng *rand.Rand) twin { return shurikenTwin(t, "master", rng) },
	} {
		rng := rand.New(rand.NewPCG(5, uint64(len(name))))
		told := 0
		for n := range pairs {
			pair := next(rng)
			if pages := twinPages(t, Table{Lang: l}, pair, game.Spectator, n); pages[0] != pages[1] {
				t.Fatalf("%s: the pages of pair %d differ:\n%s\n---\n%s", name, n, pages[0], pages[1])
			}
			for _, seat := range []game.Seat{game.First, game.Second} {
				if pages := twinPages(t, Table{Lang: l}, pair, seat, n); pages[0] != pages[1] {
					told++
				}
			}
		}
		if told < pairs/2 {
			t.Errorf("%s: only %d of the pairs' pages differ even for a player", name, told)
		}
	}
}

// twinPages are the pages of a pair, as a seat sees them.
func twinPages(t testing.TB, table Table, pair twin, seat game.Seat, n int) (pages [2]string) {
	t.Helper()
	boards, status := pair(seat)
	table.ID, table.Players, table.Offer = "twin", [2]Player{{Name: "Anna"}, {Name: "Ben"}}, game.Spectator
	table.Seat, table.Status, table.Mark = seat, status, game.Mark{Ply: status.Ply}
	switch boards[0].(type) {
	case spirit.Observation:
		table.Game = "spirit"
	case war.Observation:
		table.Game = "war"
	case shuriken.Observation:
		table.Game = "shuriken"
	}
	if n%2 == 1 {
		table.Step, table.Steps = status.Ply, status.Ply+1
	}
	for i, board := range boards {
		pages[i] = render(t, boardOf(t, table, board))
	}
	return pages
}

// TestTheEndIsToldToEverybody holds the sentences of results, for both players and for one who plays in no seat.
func TestTheEndIsToldToEverybody(t *testing.T) {
	called := []Line{{Entry: game.Entry{Seat: game.Second, Action: game.Abort}}}
	for _, c := range []struct {
		result game.Result
		lines  []Line
		want   [3]string // to the first, the second and the spectator
	}{
		{game.Won(game.Second, spirit.ReasonRounds), nil, [3]string{
			"Ben wins the match, 2 rounds to 1.", "You win the match, 2 rounds to 1.", "Ben wins the match against Anna, 2 rounds to 1.",
		}},
		{game.Won(game.First, game.ReasonResign), nil, [3]string{
			"You win the match: Ben has resigned.", "Anna wins the match: you have resigned.", "Anna wins the match: Ben has resigned.",
		}},
		{game.Won(game.Second, war.ReasonArsenals), nil, [3]string{
			"Ben wins the match: both your arsenals are destroyed.", "You win the match: both arsenals of Anna are destroyed.",
			"Ben wins the match: both arsenals of Anna are destroyed.",
		}},
		{game.Drawn(shuriken.ReasonBoth), nil, [3]string{
			"The duel is drawn: neither side has a shuriken left.", "The duel is drawn: neither side has a shuriken left.",
			"The duel is drawn: neither side has a shuriken left.",
		}},
		{game.Drawn(game.ReasonAbort), called, [3]string{
			"Ben called the match off before it began. It counts for nobody.",
			"You called the match off before it began. It counts for nobody.",
			"Ben called the match against Anna off before it began. It counts for nobody.",
		}},
		{game.Drawn(game.ReasonAbort), nil, [3]string{
			"The match was called off before it began. It counts for nobody.",
			"The match was called off before it began. It counts for nobody.",
			"The match was called off before it began. It counts for nobody.",
		}},
	} {
		l := words(t).Get("en")
		for i, seat := range []game.Seat{game.First, game.Second, game.Spectator} {
			table := Table{
				Lang: l, Seat: seat, Players: [2]Player{{Name: "Anna"}, {Name: "Ben"}}, Lines: c.lines,
				Status: game.Status{Result: c.result, Wins: [2]int{1, 2}},
			}
			if got := resultSentence(l, table); got != c.want[i] {
				t.Errorf("%+v, to %s: %q, want %q", c.result, seat, got, c.want[i])
			}
		}
	}
}

// TestEveryEndHasItsWordsForASpectator holds that no way in which a match of any game ends lacks them in a language.
func TestEveryEndHasItsWordsForASpectator(t *testing.T) {
	won := []string{
		game.ReasonResign, game.ReasonTime, spirit.ReasonRounds, war.ReasonElimination, war.ReasonArsenals, war.ReasonCollapse,
		shuriken.ReasonFlag, shuriken.ReasonTaken, shuriken.ReasonFelled, shuriken.ReasonCalm,
	}
	drawn := []string{
		game.ReasonAgreed, game.ReasonAbort, spirit.ReasonEqual, war.ReasonRepetition, war.ReasonQuiet, shuriken.ReasonBoth,
		shuriken.ReasonCalm,
	}
	var results []game.Result
	for _, reason := range won {
		results = append(results, game.Won(game.First, reason), game.Won(game.Second, reason))
	}
	for _, reason := range drawn {
		results = append(results, game.Drawn(reason))
	}
	for _, l := range words(t).All() {
		for _, result := range results {
			table := Table{
				Lang: l, Seat: game.Spectator, Players: [2]Player{{Name: "Anna"}, {Level: 2}}, Status: game.Status{Result: result},
			}
			for _, said := range []string{resultSentence(l, table), resultWord(table)} {
				if flaw := flaws.FindString(said); flaw != "" || address(l, said) != "" {
					t.Errorf("%s: %+v is told as %q", l.Code(), result, said)
				}
			}
		}
	}
}
