package handlers_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"salle/game"
	"salle/game/shuriken"
	"salle/game/spirit"
	"salle/game/war"
)

// sharedTwins is how many pairs of matches for two at one device are compared in each game.
const sharedTwins = 8

// sharedTwin is a match for two at one device in two halls, in which the same is public.
type sharedTwin struct {
	t     *testing.T
	halls [2]*site
	at    [2]*browser
	id    string
}

func newSharedTwin(t *testing.T, halls [2]*site, at [2]*browser, slug string, n int) *sharedTwin {
	t.Helper()
	w := &sharedTwin{t: t, halls: halls, at: at, id: strings.Repeat("h", 22) + strings.Map(letter, fmt.Sprintf("%04d", n))}
	for _, b := range at {
		p := b.post("/shared", url.Values{
			"id": {w.id}, "game": {slug}, "first": {"Ben"}, "second": {"Cleo"}, "variant": map[string][]string{"shuriken": {"training"}}[slug],
		})
		if !p.has("sit-0") {
			t.Fatalf("no curtain: status %d at %s:\n%s", p.status, p.path, p.body)
		}
	}
	return w
}

// actor is a seat's player in a hall.
func (w *sharedTwin) actor(side int, seat game.Seat) actor {
	w.t.Helper()
	h, _, err := w.halls[side].db.Load(w.t.Context(), w.id, 0)
	if err != nil {
		w.t.Fatal(err)
	}
	return actor{w.t, w.halls[side], w.id, h.Players[seat].Person}
}

// alike sees that what is shown while nobody sits in front of the match is the same in both halls, byte for byte.
func (w *sharedTwin) alike(when string) {
	w.t.Helper()
	at := "/matches/" + w.id
	for _, path := range []string{at, at + "?since=0.0", at + "?ply=0.0&do=F&pick=B2", at + "/record", at + "/record.txt", at + "/position.svg", "/"} {
		for _, part := range []bool{false, true} {
			var answers [2]page
			for side, b := range w.at {
				if part {
					b = b.fragments()
				}
				answers[side] = withoutID(b.get(path))
				answers[side].header.Del("Date")
				answers[side].header.Del("X-Request-Id")
			}
			a, b := answers[0], answers[1]
			if a.body != b.body || a.status != b.status || !reflect.DeepEqual(a.header, b.header) {
				w.t.Fatalf("%s: %s tells the halls apart:\n%d %v\n%s\n%d %v\n%s", when, path, a.status, a.header, a.body, b.status, b.header, b.body)
			}
			if strings.HasPrefix(path, at+"?") && !a.has("sit-0") && !a.has("sit-1") {
				w.t.Fatalf("%s: %s shows no curtain:\n%s", when, path, a.body)
			}
		}
	}
}

// prepares does in a seat what is not sent yet, and sends does that: both as chance will, returning what was done.
type secretly struct {
	prepares, sends func(a actor, seat game.Seat, rng *rand.Rand) string
}

// secrets are what the games have to hide between two turns at one device.
var secrets = map[string]secretly{
	"spirit": {
		prepares: func(actor, game.Seat, *rand.Rand) string { return "" },
		sends: func(a actor, _ game.Seat, rng *rand.Rand) string {
			legal := spirit.Rules{}.Legal(a.seen().Board.(spirit.Observation))
			list := legal[rng.IntN(len(legal))].String()
			a.act(list)
			return list
		},
	},
	"war": {
		prepares: actor.sketches,
		sends: func(a actor, seat game.Seat, rng *rand.Rand) string {
			deployment := "deploy " + war.Scatter(seat, rng).String()
			seen := a.seen()
			if _, err := a.site.matches.Confirm(a.t.Context(), a.match, a.person, seen.Mark, seen.Revision, []string{deployment}); err != nil {
				a.t.Fatal(err)
			}
			return deployment
		},
	},
	"shuriken": {
		prepares: func(a actor, _ game.Seat, rng *rand.Rand) string {
			for range 1 + rng.IntN(5) {
				a.steps(rng)
			}
			return fmt.Sprint(a.seen().Board)
		},
		sends: func(a actor, _ game.Seat, rng *rand.Rand) string {
			for !a.seen().Board.(shuriken.Observation).CanReady() {
				a.steps(rng)
			}
			a.act("ready")
			return fmt.Sprint(a.seen().Board)
		},
	},
}

// steps changes the army by any step of the setup.
func (a actor) steps(rng *rand.Rand) {
	a.t.Helper()
	legal := shuriken.Rules{}.Legal(a.seen().Board.(shuriken.Observation))
	if step := legal[rng.IntN(len(legal))]; step.Verb != shuriken.Ready {
		a.act(step.String())
	}
}

// TestTwinCurtainsAreEqual holds that the curtain between two players at one device is the same whatever they have prepared
// or sent in secret (C5.1).
func TestTwinCurtainsAreEqual(t *testing.T) {
	for slug, secret := range secrets {
		t.Run(slug, func(t *testing.T) {
			t.Parallel()
			var halls [2]*site
			var at [2]*browser
			for side := range halls {
				halls[side] = newSite(t, 331)
				at[side] = halls[side].newBrowser(t)
				at[side].post("/name", url.Values{"name": {"Anna"}})
			}
			differ := 0
			for n := range sharedTwins {
				w := newSharedTwin(t, halls, at, slug, n)
				w.alike("at first")
				seat := game.Seat(n % 2)
				var rngs [2]*rand.Rand
				var done [2]string
				for side := range halls {
					rngs[side] = rand.New(rand.NewPCG(uint64(n), uint64(side)))
					done[side] = secret.prepares(w.actor(side, seat), seat, rngs[side])
				}
				w.alike("something prepared: " + strings.Join(done[:], " / "))
				for side := range halls {
					done[side] += secret.sends(w.actor(side, seat), seat, rngs[side])
				}
				w.alike("something sent: " + strings.Join(done[:], " / "))
				if done[0] != done[1] {
					differ++
				}
			}
			if differ < sharedTwins*2/3 {
				t.Errorf("only %d of %d pairs differ", differ, sharedTwins)
			}
		})
	}
}
