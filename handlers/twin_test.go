package handlers_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"salle/game"
	"salle/game/catalog"
	"salle/game/spirit"
)

// twins is how many pairs of matches are compared.
const twins = 200

// begun are Spirit Duel's rules for matches that begin in given states: the variant is the number of one.
type begun struct {
	spirit.Rules
	states []spirit.State
}

func (b begun) Start(setup game.Setup) (spirit.State, error) {
	n, err := strconv.Atoi(setup.Variant)
	if err != nil || n < 0 || n >= len(b.states) {
		return spirit.State{}, game.ErrVariant
	}
	return b.states[n], nil
}

// pair is two states that differ only in what the first player may not know: the second's stars and his pending list.
type pair struct {
	states [2]spirit.State
	lists  [2]spirit.Orders
}

func (p pair) String() string {
	return fmt.Sprintf("%s with pending %s and\n%s with pending %s", p.states[0], p.lists[0], p.states[1], p.lists[1])
}

// randomPair plays some turns at random and then changes the second player's secrets.
func randomPair(t *testing.T, rng *rand.Rand) pair {
	t.Helper()
	for {
		s := randomState(t, rng)
		other := s
		other.Round.Fighters[game.Second].Stars = uint8(rng.IntN(spirit.MaxStars + 1))
		a, b := s.Round.LegalOrders(game.Second), other.Round.LegalOrders(game.Second)
		p := pair{states: [2]spirit.State{s, other}, lists: [2]spirit.Orders{a[rng.IntN(len(a))], b[rng.IntN(len(b))]}}
		if p.states[0] != p.states[1] && p.lists[0] != p.lists[1] {
			return p
		}
	}
}

// randomState is a state in which both players owe a list.
func randomState(t *testing.T, rng *rand.Rand) spirit.State {
	t.Helper()
	rules := spirit.Rules{}
	s, err := rules.Start(game.Setup{Rules: spirit.RulesVersion})
	if err != nil {
		t.Fatal(err)
	}
	play := func(by game.Seat) {
		legal := rules.Legal(rules.Observe(s, by))
		if s, _, err = rules.Apply(s, by, legal[rng.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
	play(game.Chance)
	for range rng.IntN(20) {
		before := s
		play(game.First)
		play(game.Second)
		if s.Result.Over {
			return before
		}
	}
	return s
}

// oneSide is a hall in which the pairs' first or second states are played.
func oneSide(t *testing.T, pairs []pair, side int) *site {
	t.Helper()
	rules := begun{}
	for _, p := range pairs {
		rules.states = append(rules.states, p.states[side])
	}
	return newSiteOf(t, 1, catalog.Of(game.New(spirit.Info, rules, listed{pairs: pairs, side: side})))
}

// listed is a machine that plays the list of the pair whose state it sees.
type listed struct {
	pairs []pair
	side  int
}

func (l listed) Choose(_ context.Context, o spirit.Observation, _ game.Budget) ([]spirit.Action, error) {
	for _, p := range l.pairs {
		if (spirit.Rules{}).Observe(p.states[l.side], game.Second) == o {
			return []spirit.Action{{Orders: p.lists[l.side]}}, nil
		}
	}
	return []spirit.Action{(spirit.Rules{}).Legal(o)[0]}, nil
}

// TestTwinMatchesLookAlike holds that whatever a player is sent is a function of what he may know (C5.1): matches that
// differ only in the opponent's stars and pending list give equal pages, fragments, polls, records and downloads.
func TestTwinMatchesLookAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	var pairs []pair
	for len(pairs) < twins {
		p := randomPair(t, rng)
		alike := func(q pair) bool { return q.states[0] == p.states[0] || q.states[1] == p.states[1] }
		if !slices.ContainsFunc(pairs, alike) {
			pairs = append(pairs, p)
		}
	}
	var browsers [2]*browser
	for side := range browsers {
		browsers[side] = oneSide(t, pairs, side).newBrowser(t)
		browsers[side].post("/name", url.Values{"name": {"Anna"}})
	}
	for n, p := range pairs {
		id := fmt.Sprintf("%s%s", strings.Repeat("z", 23), strings.Map(letter, fmt.Sprintf("%03d", n)))
		values := url.Values{"id": {id}, "game": {"spirit"}, "level": {"1"}, "variant": {strconv.Itoa(n)}}
		compare(t, browsers, p.String(), func(b *browser) page { return b.post("/matches", values) })
		at := "/matches/" + id
		mark := strconv.Itoa(p.states[0].Ply) + ".0"
		for _, path := range []string{
			at, at + "?ply=" + mark + "&do=F", at + "?ply=" + mark + "&do=PP", at + "?since=0", at + "?since=1",
			at + "/record", at + "/record?step=0", at + "/record.txt",
		} {
			compare(t, browsers, p.String(), func(b *browser) page { return b.get(path) })
			compare(t, browsers, p.String(), func(b *browser) page { return b.fragments().get(path) })
		}
		refused := url.Values{"ply": {mark}, "do": {"X"}}
		compare(t, browsers, p.String(), func(b *browser) page { return b.post(at+"/actions", refused) })
	}
	compare(t, browsers, "the home page", func(b *browser) page { return withoutID(b.get("/")) })
}

// compare does the same on both sides and demands the same answer, byte for byte.
func compare(t testing.TB, browsers [2]*browser, what string, send func(*browser) page) {
	t.Helper()
	one, two := send(browsers[0]), send(browsers[1])
	if one.status == http.StatusInternalServerError || one.status == http.StatusNotFound && !strings.HasPrefix(one.path, "/nosuch") {
		t.Fatalf("%s: status %d", one.path, one.status)
	}
	for _, h := range []http.Header{one.header, two.header} {
		for _, name := range []string{"X-Request-Id", "Date", "Set-Cookie"} {
			h.Del(name)
		}
	}
	if one.status != two.status || one.body != two.body || fmt.Sprint(one.header) != fmt.Sprint(two.header) {
		t.Errorf("%s: the answers differ between the twins of\n%s:\n%v\n%s\n---\n%v\n%s", one.path, what, one.header, one.body, two.header, two.body)
	}
}

// letter turns a digit into a character of base 32.
func letter(digit rune) rune { return digit - '0' + 'a' }

// withoutID takes the random id for the next match out of a home page.
func withoutID(p page) page {
	for _, n := range all(p.root, func(n *html.Node) bool { return attr(n, "name") == "id" }) {
		p.body = strings.ReplaceAll(p.body, attr(n, "value"), "")
	}
	return p
}
