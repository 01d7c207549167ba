package handlers_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"salle/game"
	"salle/game/match"
	"salle/game/war"
)

// warTwins is how many pairs of matches of the Game of War are compared, at least one of each kind.
var warTwins = flag.Int("wartwins", 28, "pairs of matches of the Game of War that are compared")

// twinHall is a hall with somebody who looks, his enemy, and a stranger to both.
type twinHall struct {
	*site
	looks, strange *browser
	person         [2]string // who looks, and the enemy
	side           int       // which of a pair's secrets the enemy has
}

// newTwinHall lets three guests into a hall; each becomes known by a match of a game against the machine.
func newTwinHall(t testing.TB, side int, s *site, slug string) *twinHall {
	t.Helper()
	h := &twinHall{site: s, side: side}
	guest := func(name string, n int) (*browser, string) {
		b := h.newBrowser(t)
		b.post("/name", url.Values{"name": {name}})
		id := strings.Repeat("a", 25) + string(letter(rune('0'+n)))
		b.post("/matches", url.Values{"id": {id}, "game": {slug}, "level": {"1"}})
		return b, h.site.person(t, id)
	}
	h.looks, h.person[0] = guest("Anna", 0)
	_, h.person[1] = guest("Ben", 1)
	h.strange, _ = guest("Cleo", 2)
	return h
}

// warTwin is a match of the two, in one of its stages, and what the enemy's secrets are drawn from.
type warTwin struct {
	id    string
	seat  game.Seat // of the one who looks
	stage string
	plies int // turns played, in the stage of a turn
	seed  uint64
}

// stages are what a match's enemy may hide.
var stages = []string{"unfinished deployment", "committed deployment", "unfinished deployment, awaited", "formations", "unfinished turn"}

// open opens the twin in a hall and does in it what its players do. What the enemy does in secret depends on the hall's
// side; how often chance is asked does not. It returns the secrets in words.
func (h *twinHall) open(t *testing.T, w warTwin) string {
	t.Helper()
	ctx := context.Background()
	var players [2]match.Player
	players[w.seat], players[w.seat.Other()] = match.Player{Person: h.person[0]}, match.Player{Person: h.person[1]}
	if _, err := h.matches.Open(ctx, match.Header{ID: w.id, Game: "war", Players: players}, h.person[0]); err != nil {
		t.Fatal(err)
	}
	secret := rand.New(rand.NewPCG(w.seed, uint64(h.side)))
	enemy := actor{t, h.site, w.id, h.person[1]}
	me := actor{t, h.site, w.id, h.person[0]}
	deploy := func(seat game.Seat, n uint64) string {
		return "deploy " + war.Scatter(seat, rand.New(rand.NewPCG(w.seed, n))).String()
	}
	mine, theirs := deploy(w.seat, 10), deploy(w.seat.Other(), 11)
	switch w.stage {
	case "unfinished deployment":
		me.edit("place I " + mine[9:strings.Index(mine[9:], " ")+9])
		return enemy.sketches(w.seat.Other(), secret)
	case "committed deployment":
		hidden := "deploy " + war.Scatter(w.seat.Other(), secret).String()
		enemy.act(hidden)
		return hidden
	case "unfinished deployment, awaited":
		me.act(mine)
		return enemy.sketches(w.seat.Other(), secret)
	case "formations":
		return enemy.keeps(w.seat.Other(), secret)
	}
	me.act(mine)
	enemy.act(theirs)
	h.march(t, w, me, enemy)
	return enemy.moves(secret)
}

// march plays turns until it is the enemy's, as the machine's first level would.
func (h *twinHall) march(t *testing.T, w warTwin, me, enemy actor) {
	t.Helper()
	for n := 0; ; n++ {
		mover := me
		seen := enemy.seen()
		if seen.Status.ToAct.Has(w.seat.Other()) {
			mover = enemy
		}
		if n >= w.plies && mover == enemy {
			return
		}
		mover.act(planned(t, mover.seen().Board.(war.Observation), 1, w.seed+uint64(n))...)
	}
}

// actor is a person in a match, who acts without a browser.
type actor struct {
	t      testing.TB
	site   *site
	match  string
	person string
}

func (a actor) seen() match.Seen {
	a.t.Helper()
	seen, err := a.site.matches.Look(context.Background(), a.match, a.person)
	if err != nil {
		a.t.Fatal(err)
	}
	return seen
}

func (a actor) act(actions ...string) {
	a.t.Helper()
	if _, err := a.site.matches.Act(context.Background(), a.match, a.person, a.seen().Mark, actions); err != nil {
		a.t.Fatal(err)
	}
}

func (a actor) edit(edit string) []string {
	a.t.Helper()
	seen, err := a.site.matches.Compose(context.Background(), a.match, a.person, a.seen().Mark, edit)
	if err != nil {
		a.t.Fatalf("%s: %v", edit, err)
	}
	return seen.Draft
}

// sketches prepares a part of a deployment, or nothing.
func (a actor) sketches(seat game.Seat, secret *rand.Rand) string {
	a.t.Helper()
	draft := a.edit("deploy " + war.Scatter(seat, secret).String())
	for range 4 {
		edit := "clear"
		if squares := strings.Fields(draft[0]); secret.IntN(4) > 0 {
			at := slices.DeleteFunc(squares, func(word string) bool { return len(word) < 2 || word == "deploy" })
			edit = "remove " + at[secret.IntN(len(at))]
		}
		if draft = a.edit(edit); len(draft) == 0 {
			draft = a.edit("deploy " + war.Scatter(seat, secret).String())
			continue
		}
		a.edit(draft[0])
	}
	if secret.IntN(5) == 0 {
		return fmt.Sprint(a.edit("clear"))
	}
	return fmt.Sprint(a.edit(draft[0]))
}

// keeps saves some formations, and leaves one unsaved in the draft.
func (a actor) keeps(seat game.Seat, secret *rand.Rand) string {
	a.t.Helper()
	said := ""
	for n := range 3 {
		draft := a.edit("deploy " + war.Scatter(seat, secret).String())
		name := fmt.Sprintf("Plan %d of %d", n, secret.IntN(100))
		if secret.IntN(3) > 0 {
			if err := a.site.matches.KeepFormation(context.Background(), a.match, a.person, name); err != nil {
				a.t.Fatal(err)
			}
			said += fmt.Sprint(name, draft, " ")
		}
	}
	return said
}

// moves prepares some moves, or none.
func (a actor) moves(secret *rand.Rand) string {
	a.t.Helper()
	var draft []string
	for range 3 {
		o := a.seen().Board.(war.Observation)
		steps := slices.DeleteFunc(o.Steps(), func(s war.Step) bool { return s.Verb != war.Move })
		edit := "clear"
		if len(steps) > 0 && secret.IntN(6) > 0 {
			edit = steps[secret.IntN(len(steps))].String()
		}
		draft = a.edit(edit)
	}
	return fmt.Sprint(draft)
}

// TestTwinWarsLookAlike holds that what the enemy has prepared and not confirmed, or deployed while that is hidden, shows
// in no answer to the other player or to a stranger (C5.1, war 12.1).
func TestTwinWarsLookAlike(t *testing.T) {
	t.Parallel()
	halls := [2]*twinHall{newTwinHall(t, 0, newSite(t, 1), "war"), newTwinHall(t, 1, newSite(t, 1), "war")}
	equal := 0
	for n := range *warTwins {
		w := warTwin{
			id:   strings.Repeat("w", 23) + strings.Map(letter, fmt.Sprintf("%03d", n)),
			seat: game.Seat(n & 1), stage: stages[n/2%len(stages)], plies: n / 4, seed: uint64(n),
		}
		secrets := [2]string{halls[0].open(t, w), halls[1].open(t, w)}
		if secrets[0] == secrets[1] {
			equal++
		}
		what := fmt.Sprintf("%s of %s\n%s\n%s", w.stage, w.id, secrets[0], secrets[1])
		lookAlike(t, halls, w, what)
	}
	if equal > *warTwins/10 {
		t.Errorf("%d of %d pairs do not differ", equal, *warTwins)
	}
	browsers := [2]*browser{halls[0].looks, halls[1].looks}
	compare(t, browsers, "the home page", func(b *browser) page { return withoutID(b.get("/")) })
}

// lookAlike asks for all that a match can be asked for, in both halls.
func lookAlike(t *testing.T, halls [2]*twinHall, w warTwin, what string) {
	t.Helper()
	seen := actor{t, halls[0].site, w.id, halls[0].person[0]}.seen()
	at, mark := "/matches/"+w.id, "?ply="+seen.Mark.String()
	var unit string
	if o := seen.Board.(war.Observation); o.Deployed {
		unit = o.Position.Units[w.seat.Other()].Squares()[0].String()
	}
	gets := []string{
		at, at + mark + "&pick=I", at + mark + "&pick=" + unit, at + mark + "&target=" + unit, at + "?lines=both&zoom=2",
		at + "?since=0", at + "?since=" + since(seen), at + "/record", at + "/record?step=0", at + "/record.txt", "/nosuch" + at,
	}
	posts := []struct {
		path   string
		values url.Values
	}{
		{"/actions", url.Values{"do": {"end"}}},
		{"/actions", url.Values{"do": {"deploy"}}},
		{"/draft", url.Values{"type": {"e5-e6"}}},
		{"/draft", url.Values{"edit": {"place I A1"}}},
		{"/draft", url.Values{"edit": {"nonsense"}}},
		{"/formations", url.Values{"do": {"load"}, "name": {"Plan 1 of 2"}}},
		{"/formations", url.Values{"do": {"save"}, "name": {"Mine"}}},
	}
	for _, who := range []func(*twinHall) *browser{
		func(h *twinHall) *browser { return h.looks }, func(h *twinHall) *browser { return h.strange },
	} {
		whole := [2]*browser{who(halls[0]), who(halls[1])}
		parts := [2]*browser{whole[0].fragments(), whole[1].fragments()}
		for n, path := range gets {
			compare(t, whole, what, func(b *browser) page { return b.get(path) })
			if n < 6 {
				compare(t, parts, what, func(b *browser) page { return b.get(path) })
			}
		}
		for n, post := range posts {
			post.values.Set("ply", seen.Mark.String())
			both := whole
			if n%2 == 0 {
				both = parts
			}
			compare(t, both, what, func(b *browser) page { return b.post(at+post.path, post.values) })
		}
	}
}
