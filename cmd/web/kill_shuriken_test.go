package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"salle/db"
	"salle/game"
	"salle/game/match"
	"salle/game/shuriken"
)

// fencer climbs the ladder of Shuriken Duel on a server that is killed again and again.
type fencer struct{ *duelist }

// skirmish is the game, without its machine.
var skirmish = game.New[shuriken.State, shuriken.Observation, shuriken.Action](shuriken.Info, shuriken.Rules{}, nil)

// graded is the form of a home page that opens a graded duel.
func (f fencer) graded() form {
	f.t.Helper()
	opening := f.get(f.server, "/").form(f.t, "start-shuriken-graded")
	opening.values.Set("graded", "1")
	return opening
}

// stands replays the log.
func (f fencer) stands() game.Position {
	f.t.Helper()
	p, err := game.Replay(skirmish, game.Setup{Rules: shuriken.RulesVersion, Variant: "master"}, f.log())
	if err != nil {
		f.t.Fatal(err)
	}
	return p
}

// mine are the actions of the fencer.
func (f fencer) mine() (actions []string) {
	f.t.Helper()
	for _, e := range f.log() {
		if e.Seat == game.First {
			actions = append(actions, e.Action)
		}
	}
	return actions
}

// asks is the form of the match's page that does an action now.
func (f fencer) asks(action string) turn {
	f.t.Helper()
	asked := f.get(f.server, "/matches/"+f.match).form(f.t, "act")
	asked.values.Set("do", action)
	return turn{ply: f.stands().Status().Ply, list: action, form: asked}
}

// drawn is the court as a page has it.
func (f fencer) drawn() string {
	f.t.Helper()
	var b strings.Builder
	court := f.get(f.server, "/matches/"+f.match).element("court")
	if court == nil {
		f.t.Fatal("the page has no court")
	}
	if err := html.Render(&b, court); err != nil {
		f.t.Fatal(err)
	}
	return b.String()
}

// restarts kills a server in peace, or one that is dead already, and starts another: it shows the same board.
func (f fencer) restarts() {
	f.t.Helper()
	before := f.drawn()
	f.server.kill()
	f.server = serve(f.t, f.database)
	if after := f.drawn(); after != before {
		f.t.Errorf("before the kill the board was\n%s\nand after it is\n%s", before, after)
	}
}

// through does an action in a kill and sees that it was done once, whatever came of the kill.
func (f fencer) through(t turn, kill func(*duelist, turn) bool) {
	f.t.Helper()
	before := f.mine()
	confirmed := kill(f.duelist, t)
	f.server = serve(f.t, f.database)
	if after := f.mine(); len(after) < len(before) || len(after) > len(before)+1 || confirmed && len(after) == len(before) {
		f.t.Errorf("%s, confirmed: %v; of mine the log had %q and has %q", t.list, confirmed, before, after)
	}
	for range 2 {
		if p := f.post(f.server, t.form); p.status != http.StatusOK || p.element("court") == nil {
			f.t.Errorf("%s sent again: status %d at %s", t.list, p.status, p.path)
		}
	}
	if after := f.mine(); !slices.Equal(after, append(before, t.list)) {
		f.t.Errorf("%s was done in a kill and sent again; of mine the log has %q", t.list, after)
	}
	eventually(f.t, "the machine's answer", func() bool { return !f.stands().Status().ToAct.Has(game.Second) })
}

// alone sees that the duel is still the graded one, beside which there is no second.
func (f fencer) alone(second form) {
	f.t.Helper()
	leads := func(p page) bool {
		back := p.element("graded-back")
		return back != nil && attribute(back, "href") == "/matches/"+f.match
	}
	if home := f.get(f.server, "/"); home.element("start-shuriken-graded") != nil || !leads(home) {
		f.t.Error("the home page does not lead to the graded duel that runs")
	}
	if p := f.post(f.server, second); p.status != http.StatusConflict || !leads(p) {
		f.t.Errorf("a second graded duel: status %d at %s", p.status, p.path)
	}
}

func TestAKilledServerKeepsAGradedDuel(t *testing.T) { // C1.1, C3, C9.1
	t.Parallel()
	f := fencer{newDuelist(t)}
	opening, second := f.graded(), f.graded()
	f.met(f.post(f.server, opening))
	f.alone(second)

	kills := []func(*duelist, turn) bool{(*duelist).killAnyTime, (*duelist).killAnswered}
	for n := range 4 {
		legal := slices.DeleteFunc(f.stands().Legal(game.First), func(a string) bool { return a == "ready" })
		action := legal[f.rng.IntN(len(legal))]
		if n == 1 {
			action = "shuffle"
		}
		f.through(f.asks(action), kills[n%2])
	}
	f.restarts()
	f.alone(second)
	for !slices.Contains(f.stands().Legal(game.First), "ready") {
		f.post(f.server, f.asks("shuffle").form)
	}
	f.through(f.asks("ready"), (*duelist).killAnyTime)
	f.alone(second)

	kills = append(kills, (*duelist).killBeforeStored)
	for n := range 6 {
		p := f.stands()
		if p.Status().Result.Over {
			break
		}
		legal := p.Legal(game.First)
		f.through(f.asks(legal[f.rng.IntN(len(legal))]), kills[n%3])
	}
	if !f.stands().Status().Result.Over {
		f.restarts()
		f.alone(second)
	}
	if got := call(t, "verify", "--db", f.database); got.code != 0 {
		t.Errorf("%+v", got)
	}
}

// lastTurns is the log of a duel whose first player ends it with its last line.
func lastTurns(t *testing.T, rng *rand.Rand) []game.Entry {
	t.Helper()
	for {
		p, err := skirmish.Start(game.Setup{Rules: shuriken.RulesVersion, Variant: "master"})
		if err != nil {
			t.Fatal(err)
		}
		var log []game.Entry
		for !p.Status().Result.Over {
			line := game.Entry{Ply: p.Status().Ply, Seat: game.Chance}
			if p.Status().ToAct.Has(game.Chance) {
				line.Action = p.Draw(rng)
			} else {
				for line.Seat = game.First; !p.Status().ToAct.Has(line.Seat); {
					line.Seat = line.Seat.Other()
				}
				line.Action = someAction(p.Legal(line.Seat), rng)
			}
			if p, _, err = p.Play(line.Seat, line.Action); err != nil {
				t.Fatal(err)
			}
			log = append(log, line)
		}
		if log[len(log)-1].Seat == game.First {
			return log
		}
	}
}

// someAction is readiness, a throw, or any other action where there is none of these.
func someAction(legal []string, rng *rand.Rand) string {
	for _, n := range rng.Perm(len(legal)) {
		if a := legal[n]; a == "ready" || strings.HasSuffix(a, "*") {
			return a
		}
	}
	return legal[rng.IntN(len(legal))]
}

func TestAGradedDuelThatEndsInAKillCountsOnce(t *testing.T) { // C9.1, shuriken 9.2
	t.Parallel()
	f := fencer{newDuelist(t)}
	f.met(f.post(f.server, f.openingOf(f.server, "shuriken-training", 1)))
	store, err := db.Open(t.Context(), f.database)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	known, _, err := store.Load(t.Context(), f.match, 0)
	if err != nil {
		t.Fatal(err)
	}
	person := known.Players[game.First].Person
	at := func() match.Climb {
		t.Helper()
		climb, err := store.Climb(t.Context(), person, "shuriken")
		if err != nil {
			t.Fatal(err)
		}
		return climb
	}
	kills := []func(*duelist, turn) bool{(*duelist).killAnyTime, (*duelist).killAnswered, (*duelist).killBeforeStored}
	ended := map[match.Outcome]int{}
	for n := range 9 {
		log := lastTurns(t, f.rng)
		last := log[len(log)-1].Action
		before, err := game.Replay(skirmish, game.Setup{Rules: shuriken.RulesVersion, Variant: "master"}, log[:len(log)-1])
		if err != nil {
			t.Fatal(err)
		}
		if n%3 == 2 {
			last = game.Resign
		}
		from := at()
		f.match = fmt.Sprintf("%s%c", strings.Repeat("k", 25), 'a'+n)
		err = store.Create(t.Context(), match.Header{
			ID: f.match, Game: "shuriken", Setup: game.Setup{Rules: shuriken.RulesVersion, Variant: "master"}, Graded: true, Before: from.Standing, Created: time.Now(),
			Players: [2]match.Player{{Person: person}, {Level: from.Dan}},
		}, log[:len(log)-1], before.Status())
		if err != nil {
			t.Fatal(err)
		}
		after, _, err := before.Play(game.First, last)
		if err != nil {
			t.Fatal(err)
		}
		outcome := match.OutcomeFor(game.First, after.Status().Result)
		ended[outcome]++
		f.through(f.asks(last), kills[n%len(kills)])
		if got, want := at(), from.After(outcome); got.Standing != want || got.Running != "" {
			t.Errorf("duel %d, outcome %+d: from %+v to %+v, want %+v", n, outcome, from, got, want)
		}
		if p := f.get(f.server, "/matches/"+f.match); p.element("verdict-title") == nil || p.element("climbed") == nil {
			t.Errorf("duel %d: the page does not show the end", n)
		}
		f.graded() // the next one is open
	}
	if ended[match.Win] == 0 || ended[match.Loss] == 0 {
		t.Errorf("the duels ended as %v", ended)
	}
	if got := call(t, "verify", "--db", f.database); got.code != 0 {
		t.Errorf("%+v", got)
	}
}
