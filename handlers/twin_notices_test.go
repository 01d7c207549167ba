package handlers_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"salle/game"
	"salle/game/catalog"
	"salle/game/clock"
	"salle/game/match"
	"salle/game/spirit"
)

// letterTwins is how many pairs of matches are written about. They are fewer than those that are looked at, for each is
// written about in 21 letters or more.
const letterTwins = 24

// correspondents are Anna and Ben in a hall in which the pairs' first or second states are played. She is told by every
// channel, and once a day by one.
type correspondents struct {
	couple
	pairs []pair
	side  int
	phone subscriber
	feed  string
}

func newCorrespondents(t *testing.T, pairs []pair, side int) *correspondents {
	t.Helper()
	rules := begun{}
	for _, p := range pairs {
		rules.states = append(rules.states, p.states[side])
	}
	games := catalog.Of(game.New(spirit.Info, rules, listed{pairs: pairs, side: side}))
	c := &correspondents{couple: couple{postal: newPostal(t, games)}, pairs: pairs, side: side, phone: newSubscriber(t)}
	c.anna, c.ids[0] = c.named(t, "Anna")
	c.ben, c.ids[1] = c.named(t, "Ben")
	c.addMail(c.anna, "anna@mail.example")
	c.addPush(c.anna, "/push", c.phone)
	for _, format := range []string{"json", "text", "ntfy", "discord"} {
		c.addHook(c.anna, "/"+format, format)
	}
	p := c.addHook(c.anna, "/daily", "text")
	_, action, values := p.form(t, "save-7")
	values.Set("pace", match.PaceDigest)
	c.anna.post(action, values)
	c.feed = feedOf(c.anna)
	return c
}

func twinID(n int) string { return "twin-" + strconv.Itoa(n) }

// each does something with every match.
func (c *correspondents) each(t *testing.T, do func(n int, id string) error) {
	t.Helper()
	for n := range c.pairs {
		if err := do(n, twinID(n)); err != nil {
			t.Fatal(err)
		}
	}
}

func (c *correspondents) acts(t *testing.T, id, action string) error {
	seen, err := c.matches.Look(t.Context(), id, c.ids[1])
	if err == nil {
		_, err = c.matches.Act(t.Context(), id, c.ids[1], seen.Mark, []string{action})
	}
	return err
}

// chance is what differs between any two houses: the ids of channels and the signatures of links.
var chance = regexp.MustCompile(`[a-z2-7]{26}|\.[0-9a-f]{32}`)

// got is everything that reached Anna, in a fixed order.
func (c *correspondents) got(t *testing.T) string {
	t.Helper()
	var all []string
	for {
		mails, calls := c.deliver(t)
		if len(mails)+len(calls) == 0 {
			break
		}
		for _, m := range mails {
			delete(m.header, "Date")
			all = append(all, fmt.Sprint(m.to, m.subject, m.header, m.text))
		}
		for _, one := range calls {
			body := one.body
			if one.path == "/push" {
				payload, err := json.Marshal(c.phone.open(t, one.sealed))
				if err != nil {
					t.Fatal(err)
				}
				body = fmt.Sprint(string(payload), len(one.sealed))
			}
			all = append(all, fmt.Sprint(one.path, one.id, body))
		}
	}
	slices.Sort(all)
	return fmt.Sprint(len(all), "\n", chance.ReplaceAllString(strings.Join(all, "\n"), "chance"))
}

// firstDifference shows where two texts part.
func firstDifference(a, b string) string {
	one, two := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(one), len(two)) {
		if one[i] != two[i] {
			return fmt.Sprintf("line %d of %d and %d:\n%s\n---\n%s", i, len(one), len(two), one[i], two[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(one), len(two))
}

// TestTwinMatchesGiveEqualLetters holds C5.1 for mail, push, webhook and feed: whatever Anna is told of matches that differ
// only in Ben's stars and in what he has chosen in secret is the same, byte for byte. A letter is made from a match's status
// and names alone, whatever the game, so one game stands for all.
func TestTwinMatchesGiveEqualLetters(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var pairs []pair
	for len(pairs) < letterTwins {
		p := randomPair(t, rng)
		alike := func(q pair) bool { return q.states[0] == p.states[0] || q.states[1] == p.states[1] }
		if !slices.ContainsFunc(pairs, alike) {
			pairs = append(pairs, p)
		}
	}
	day, err := clock.Parse("1d")
	if err != nil {
		t.Fatal(err)
	}
	sides := [2]*correspondents{newCorrespondents(t, pairs, 0), newCorrespondents(t, pairs, 1)}
	for _, step := range []struct {
		what string
		do   func(c *correspondents)
		mute bool // nothing is to be told
	}{
		{what: "her offers are taken", do: func(c *correspondents) {
			c.each(t, func(n int, id string) error {
				o := match.Offer{ID: "o" + id, Maker: c.ids[0], Game: "spirit", Variant: strconv.Itoa(n), Seat: game.First, Clock: day}
				if _, err := c.matches.Propose(t.Context(), o); err != nil {
					return err
				}
				_, err := c.matches.Take(t.Context(), o.ID, c.ids[1], id)
				return err
			})
			c.late.Add(int64(time.Minute))
		}},
		{what: "he chooses in secret", mute: true, do: func(c *correspondents) {
			c.each(t, func(n int, id string) error { return c.acts(t, id, c.pairs[n].lists[c.side].String()) })
		}},
		{what: "he offers a draw", do: func(c *correspondents) {
			c.each(t, func(_ int, id string) error { return c.acts(t, id, game.Offer) })
		}},
		{what: "her time runs down, and a day begins", do: func(c *correspondents) { c.late.Add(int64(20 * time.Hour)) }},
		{what: "he resigns", do: func(c *correspondents) {
			c.each(t, func(_ int, id string) error { return c.acts(t, id, game.Resign) })
		}},
	} {
		var got [2]string
		for i, c := range sides {
			step.do(c)
			got[i] = c.got(t)
		}
		if got[0] != got[1] {
			t.Errorf("%s: the letters differ: %s", step.what, firstDifference(got[0], got[1]))
		}
		if nothing := strings.HasPrefix(got[0], "0\n"); nothing != step.mute {
			t.Errorf("%s: letters %.200q", step.what, got[0])
		}
		feeds := [2]page{}
		for i, c := range sides {
			feeds[i] = c.newBrowser(t).get(c.feed)
		}
		if a, b := chance.ReplaceAllString(feeds[0].body, ""), chance.ReplaceAllString(feeds[1].body, ""); a != b || len(a) < 100 {
			t.Errorf("%s: the feeds differ:\n%s\n---\n%s", step.what, a, b)
		}
	}
}
