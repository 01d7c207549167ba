package handlers_test

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"salle/game"
	"salle/game/shuriken"
)

// actionForm is what a page sends to do an action.
func (p page) actionForm(t testing.TB, action string) (path string, values url.Values) {
	t.Helper()
	form := p.byID(t, "act")
	return attr(form, "action"), url.Values{"ply": {attr(all(form, tagNamed("ply"))[0], "value")}, "do": {action}}
}

// skirmish opens a duel on a ground against the machine.
func (b *browser) skirmish(variant string) page {
	b.t.Helper()
	_, action, values := b.get("/").form(b.t, "start-shuriken-"+variant)
	values.Set("level", "1")
	p := b.post(action, values)
	if p.status != http.StatusOK || !p.has("ready") {
		b.t.Fatalf("no setup on the %s ground: status %d at %s", variant, p.status, p.path)
	}
	return p
}

// board is what the visitor sees of a match.
func (b *browser) board(p page) shuriken.Observation {
	b.t.Helper()
	return actor{b.t, b.site, p.matchID(), b.site.person(b.t, p.matchID())}.seen().Board.(shuriken.Observation)
}

// step is a legal step of the setup with a verb.
func step(t testing.TB, o shuriken.Observation, verb shuriken.Verb) string {
	t.Helper()
	for _, a := range (shuriken.Rules{}).Legal(o) {
		if a.Verb == verb {
			return a.String()
		}
	}
	t.Fatalf("no %d", verb)
	return ""
}

// twice sends a form two times: it plays once, and both answers show the board of then.
func (b *browser) twice(p page, action string) page {
	b.t.Helper()
	path, values := p.actionForm(b.t, action)
	first := b.post(path, values)
	before := b.site.stored(b.t, p.matchID())
	again := b.post(path, values)
	if after := b.site.stored(b.t, p.matchID()); first.status != http.StatusOK || again.status != http.StatusOK || len(after) != len(before) {
		b.t.Errorf("%s sent twice: status %d and %d, the log grew from %d to %d lines", action, first.status, again.status, len(before), len(after))
	}
	if mine := b.site.playedBy(b.t, p.matchID(), game.First); mine[len(mine)-1] != action {
		b.t.Errorf("%s was sent, the log ends with %q", action, mine[len(mine)-1])
	}
	if withoutID(first).body != withoutID(again).body || !first.has("court") {
		b.t.Errorf("%s sent twice has two answers:\n%s\n---\n%s", action, first.body, again.body)
	}
	return b.get("/matches/" + p.matchID())
}

func TestShurikenFormsSentTwicePlayOnce(t *testing.T) { // C3.1, C3.4
	t.Parallel()
	b := newDanSite(t, 1).newBrowser(t)
	for n, variant := range []string{"training", "master"} {
		one := []*browser{b, b.fragments()}[n]
		p := b.skirmish(variant)
		p = one.twice(p, step(t, b.board(p), shuriken.Swap))
		if variant == "master" {
			p = one.twice(p, "shuffle")
		} else {
			p = one.twice(p, step(t, b.board(p), shuriken.Banner))
		}
		for b.board(p).Problem() != "" {
			p = b.press(p, "ready") // refused, with the board
			legal := shuriken.Rules{}.Legal(b.board(p))
			p = one.twice(p, legal[len(legal)/2].String())
		}
		p = one.twice(p, "ready")
		rng := rand.New(rand.NewPCG(2, uint64(n)))
		for range 6 {
			if p.has("verdict-title") {
				break
			}
			p = one.twice(p, hastily(b.board(p), rng).String())
		}
		p = one.twice(b.skirmish(variant), game.Resign)
		path, late := p.actionForm(t, "d3-d4")
		if got := one.post(path, late); got.status != http.StatusConflict || !got.has("court") || !got.has("verdict-title") {
			t.Errorf("a turn after the end: status %d at %s", got.status, got.path)
		}
	}
}

func TestManyPostsAtOncePlayOneTurn(t *testing.T) { // C3.4
	t.Parallel()
	s := newDanSite(t, 2)
	b := s.newBrowser(t)
	p := b.skirmish("master")
	for _, action := range []string{"shuffle", "ready", ""} {
		if action == "" {
			action = hastily(b.board(p), rand.New(rand.NewPCG(1, 1))).String()
		}
		before := len(s.playedBy(t, p.matchID(), game.First))
		path, values := p.actionForm(t, action)
		var done sync.WaitGroup
		statuses := make([]int, 12)
		for i := range statuses {
			done.Go(func() { statuses[i] = b.post(path, values).status })
		}
		done.Wait()
		for _, status := range statuses {
			if status != http.StatusOK {
				t.Errorf("%s at once: statuses %v", action, statuses)
				break
			}
		}
		if mine := s.playedBy(t, p.matchID(), game.First); len(mine) != before+1 {
			t.Errorf("%s at once was played %d times", action, len(mine)-before)
		}
		p = b.get("/matches/" + p.matchID())
	}
}

func TestOldShurikenFormsChangeNothing(t *testing.T) { // C3.1, C3.3
	t.Parallel()
	s := newDanSite(t, 3)
	b := s.newBrowser(t)
	setup := b.skirmish("master")
	old := b.board(setup)
	var own []string
	for _, sight := range old.Pieces {
		own = append(own, sight.At.String())
	}
	pickedThen := b.get(setup.path + "?ply=" + attr(all(setup.root, tagNamed("ply"))[0], "value") + "&pick=" + own[0])
	path, shuffle := setup.actionForm(t, "shuffle")
	shuffled := b.post(path, shuffle)
	stale := func(what string, values url.Values, named bool) {
		t.Helper()
		before := s.stored(t, setup.matchID())
		for _, one := range []*browser{b, b.fragments()} {
			got := one.post(path, values)
			if got.status != http.StatusConflict || !got.has("court") || !strings.Contains(attr(got.byID(t, "notice"), "class"), "refused") {
				t.Errorf("%s: status %d, %q", what, got.status, got.notice(t))
			}
			if named && !strings.Contains(got.notice(t), values.Get("do")) {
				t.Errorf("%s: the notice does not name it: %q", what, got.notice(t))
			}
		}
		if after := s.stored(t, setup.matchID()); len(after) != len(before) {
			t.Errorf("%s: the log grew from %v to %v", what, before, after)
		}
	}
	_, swap := setup.actionForm(t, "swap "+own[0]+" "+own[1])
	stale("a swap made before the shuffle", swap, true)
	_, ready := setup.actionForm(t, "ready")
	stale("readiness of an army that is gone", ready, true)
	// The back button: an address with what was picked then shows the board of now, and says so.
	for _, one := range []*browser{b, b.fragments()} {
		if got := one.get(pickedThen.path); got.status != http.StatusOK || got.has("drop") || !strings.Contains(got.notice(t), own[0]) {
			t.Errorf("an old address: status %d, %q", got.status, got.notice(t))
		}
	}

	p := b.press(shuffled, "ready")
	if p.status != http.StatusOK || !b.board(p).ToMove() {
		t.Fatalf("no turn: status %d, %q", p.status, p.notice(t))
	}
	rng := rand.New(rand.NewPCG(3, 3))
	first := hastily(b.board(p), rng).String()
	_, turn := p.actionForm(t, first)
	next := b.post(path, turn)
	_, other := p.actionForm(t, "a1-a2") // of the turn before
	stale("another turn of an old tab", other, true)
	stale("a step of the setup in the duel", swap, true)
	stale("no mark", url.Values{"do": {"a1*"}}, true)
	if got := b.post(path, turn); got.status != http.StatusOK || got.body != b.get(next.path).body {
		t.Errorf("the turn of an old tab, played then: status %d", got.status)
	}
	if got := b.get(setup.path + "?ply=" + turn.Get("ply") + "&do=" + url.QueryEscape(first)); got.status != http.StatusOK || got.notice(t) != wordsOf(t, "en").T("refuse.repeated") {
		t.Errorf("an old address of a turn that was played: status %d, %q", got.status, got.notice(t))
	}
}
