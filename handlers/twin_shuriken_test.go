package handlers_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"salle/game"
	"salle/game/catalog"
	"salle/game/match"
	"salle/game/shuriken"
)

// shurikenTwins is how many pairs of duels are compared on each ground.
var shurikenTwins = flag.Int("twins", 3, "pairs of duels of Shuriken Duel that are compared on each ground")

// disguises are what the enemy's two armies of a pair differ in. His steps of the setup differ in all of them.
var disguises = []string{"the flag", "the shields", "the flag and the shields", "nothing but the steps"}

// shurikenTwin is a duel of the two, played in both halls: what everybody may see of it is the same in both.
type shurikenTwin struct {
	t       testing.TB
	halls   [2]*twinHall
	id      string
	ground  shuriken.Ground
	seat    game.Seat // of the one who looks
	seed    uint64
	public  *rand.Rand       // draws what is the same in both
	armies  [2]shuriken.Army // the enemy's, in each hall
	states  [2]shuriken.State
	secrets [2]string
	what    string
	asks    int
}

// TestTwinSkirmishesLookAlike holds that duels which differ only in the enemy's flag, shields and steps of the setup give
// equal answers to the other player and to a stranger, as long as the same is done in both (C5.1, shuriken 10).
func TestTwinSkirmishesLookAlike(t *testing.T) {
	for _, ground := range []shuriken.Ground{shuriken.Training, shuriken.Master} {
		t.Run(ground.String(), func(t *testing.T) {
			t.Parallel()
			halls := [2]*twinHall{newTwinHall(t, 0, newSite(t, 1), "shuriken"), newTwinHall(t, 1, newSite(t, 1), "shuriken")}
			turns, asks, equal := 0, 0, 0
			for n := range *shurikenTwins {
				w := newShurikenTwin(t, halls, ground, n)
				turns += w.play()
				asks += w.asks
				if w.secrets[0] == w.secrets[1] {
					equal++
				}
				if t.Failed() {
					t.Fatalf("pair %d", n)
				}
			}
			t.Logf("%d pairs, %d turns, %d answers compared", *shurikenTwins, turns, asks)
			if equal > *shurikenTwins/10 || turns < 4**shurikenTwins {
				t.Errorf("%d pairs do not differ, and %d turns were played in all", equal, turns)
			}
		})
	}
}

func newShurikenTwin(t testing.TB, halls [2]*twinHall, ground shuriken.Ground, n int) *shurikenTwin {
	t.Helper()
	seed := uint64(n)<<1 | uint64(ground)
	w := &shurikenTwin{
		t: t, halls: halls, id: strings.Repeat("s", 22) + strings.Map(letter, fmt.Sprintf("%04d", n)), ground: ground,
		seat: game.Seat(n & 1), seed: seed, public: rand.New(rand.NewPCG(seed, 10)),
	}
	hides := disguises[n/2%len(disguises)]
	w.armies = w.disguised(hides)
	var players [2]match.Player
	players[w.seat], players[w.seat.Other()] = match.Player{Person: halls[0].person[0]}, match.Player{Person: halls[0].person[1]}
	for side, h := range halls {
		players[w.seat].Person, players[w.seat.Other()].Person = h.person[0], h.person[1]
		w.chance(0)
		_, err := h.matches.Open(context.Background(), match.Header{
			ID: w.id, Game: "shuriken", Setup: game.Setup{Variant: shuriken.VariantOf(ground, n%5 == 4)}, Players: players,
		}, h.person[0])
		if err != nil {
			t.Fatal(err)
		}
		w.what += fmt.Sprintf("%s\n", w.armies[side])
	}
	w.what = fmt.Sprintf("%s of %s, %s", hides, w.id, w.what)
	return w
}

// chance makes the halls draw alike from here.
func (w *shurikenTwin) chance(n uint64) {
	for _, h := range w.halls {
		h.draws.Store(1000 * (1000*w.seed + n))
	}
}

// disguised are two armies of the enemy that look alike.
func (w *shurikenTwin) disguised(hides string) (armies [2]shuriken.Army) {
	enemy := w.seat.Other()
	moved := map[string][]shuriken.Kind{
		disguises[0]: {shuriken.Flag}, disguises[1]: {shuriken.Shield}, disguises[2]: {shuriken.Flag, shuriken.Shield},
	}[hides]
	for {
		a := shuriken.Deal(w.ground, enemy, w.public)
		for range 100 {
			b := a
			for _, kind := range moved {
				w.rehide(&b, kind)
			}
			if b.Problem(enemy) == "" && (a != b) == (moved != nil) {
				return [2]shuriken.Army{a, b}
			}
		}
	}
}

// rehide lets other pieces than now be those of a hidden kind. Who carries the training ground's flag may show any blades.
func (w *shurikenTwin) rehide(a *shuriken.Army, kind shuriken.Kind) {
	for i, man := range a {
		if man.Kind != kind {
			continue
		}
		for _, j := range w.public.Perm(len(a)) {
			like := a[j].Blades == man.Blades || kind == shuriken.Flag && w.ground == shuriken.Training
			if a[j].Kind == shuriken.Shuriken && like {
				a[i].Kind, a[j].Kind = shuriken.Shuriken, kind
				break
			}
		}
	}
}

// play sets both up, and then duels for as long as the same can be seen in both halls. It returns the turns played.
func (w *shurikenTwin) play() int {
	w.t.Helper()
	w.lookAlike(something)
	w.walks()
	w.lookAlike(something)
	w.mySteps()
	first := w.public.IntN(2) == 0
	if first {
		w.mine("ready")
		w.lookAlike(something)
	}
	w.arranges()
	w.lookAlike(much)
	w.theirs("ready")
	w.lookAlike(something)
	if !first {
		w.mine("ready")
	}
	w.begins()
	turns := 0
	for !w.t.Failed() && w.turn() {
		turns++
		w.lookAlike(something)
	}
	w.lookAlike(much)
	return turns
}

// walks does some random steps of the enemy's, in each hall others, and how many may differ too. They are done at
// different times.
func (w *shurikenTwin) walks() {
	for side, h := range w.halls {
		h.late.Add(int64(time.Duration(1+side) * 24 * time.Hour))
		secret := rand.New(rand.NewPCG(w.seed, uint64(20+side)))
		for range secret.IntN(4) {
			o := w.enemy(side).seen().Board.(shuriken.Observation)
			steps := shuriken.Rules{}.Legal(o)
			step := steps[secret.IntN(len(steps))]
			if w.ground == shuriken.Master && secret.IntN(4) == 0 {
				step = shuriken.MoveAction(shuriken.Move{Verb: shuriken.Shuffle})
			}
			if step.Verb != shuriken.Ready {
				w.secretly(side, step.String())
			}
		}
	}
	w.sameTime()
}

// sameTime makes it the same time in both halls.
func (w *shurikenTwin) sameTime() {
	late := max(w.halls[0].late.Load(), w.halls[1].late.Load())
	for _, h := range w.halls {
		h.late.Store(late)
	}
}

// arranges leads the enemy's army to the one that he begins with.
func (w *shurikenTwin) arranges() {
	enemy := w.seat.Other()
	for side, h := range w.halls {
		h.late.Add(int64(time.Duration(2-side) * 24 * time.Hour))
		now := armyOf(stateOf(w.t, h.site, w.id), enemy)
		for _, step := range steps(w.ground, enemy, now, w.armies[side]) {
			w.secretly(side, step)
		}
	}
	w.sameTime()
}

func (w *shurikenTwin) secretly(side int, step string) {
	w.t.Helper()
	w.enemy(side).act(step)
	w.secrets[side] += step + ", "
}

func (w *shurikenTwin) enemy(side int) actor {
	return actor{w.t, w.halls[side].site, w.id, w.halls[side].person[1]}
}

func (w *shurikenTwin) looker(side int) actor {
	return actor{w.t, w.halls[side].site, w.id, w.halls[side].person[0]}
}

// mySteps sets up the army of the one who looks.
func (w *shurikenTwin) mySteps() {
	for n := range 3 {
		o := w.looker(0).seen().Board.(shuriken.Observation)
		list := shuriken.Rules{}.Legal(o)
		step := list[w.public.IntN(len(list))]
		if n == 0 && w.ground == shuriken.Master {
			step = shuriken.MoveAction(shuriken.Move{Verb: shuriken.Shuffle})
		}
		if step.Verb == shuriken.Ready {
			continue
		}
		w.chance(uint64(1 + n))
		w.mine(step.String())
	}
	army := armyOf(stateOf(w.t, w.halls[0].site, w.id), w.seat)
	for _, step := range steps(w.ground, w.seat, army, shuriken.Deal(w.ground, w.seat, w.public)) {
		w.mine(step)
	}
}

// mine does what the one who looks does, by a form, and compares the answers.
func (w *shurikenTwin) mine(action string) {
	w.t.Helper()
	values := url.Values{"ply": {w.looker(0).seen().Mark.String()}, "do": {action}}
	browsers := w.browsers(w.public.IntN(2) == 0)
	w.ask(browsers, func(b *browser) page { return b.post("/matches/"+w.id+"/actions", values) })
}

// theirs does what the enemy does in both halls for all to see.
func (w *shurikenTwin) theirs(action string) {
	w.t.Helper()
	for side := range w.halls {
		w.enemy(side).act(action)
	}
}

// begins reads the states of the duel.
func (w *shurikenTwin) begins() {
	w.t.Helper()
	for side, h := range w.halls {
		w.states[side] = stateOf(w.t, h.site, w.id)
		if w.states[side].Phase != shuriken.InDuel {
			w.t.Fatalf("no duel after the setup: %s", w.states[side])
		}
	}
	w.what += fmt.Sprintf("%s\n%s\n", w.states[0], w.states[1])
	w.lookAlike(much)
}

// turn plays a turn that looks alike in both halls, rather a throw; ok is false where there is none that leaves the duel
// open.
func (w *shurikenTwin) turn() (ok bool) {
	w.t.Helper()
	position := &w.states[0].Position
	moves := position.AppendMoves(nil)
	w.public.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	if w.public.IntN(3) > 0 {
		for i := range moves {
			if moves[i].Verb == shuriken.Throw {
				moves[0], moves[i] = moves[i], moves[0]
			}
		}
	}
	mover := position.Turn
	for _, m := range moves {
		next, alike := w.same(shuriken.MoveAction(m))
		if !alike {
			continue
		}
		if mover == w.seat {
			w.mine(m.String())
		} else {
			w.theirs(m.String())
		}
		w.states = next
		return true
	}
	return false
}

// same tells whether a turn can be played in both halls, and all but the enemy see the same of it.
func (w *shurikenTwin) same(a shuriken.Action) (next [2]shuriken.State, alike bool) {
	var seen [2][]any
	for side, s := range w.states {
		after, events, err := shuriken.Rules{}.Apply(s, s.Position.Turn, a)
		if err != nil || (shuriken.Rules{}).Status(after).Result.Over {
			return next, false
		}
		next[side] = after
		for _, seat := range []game.Seat{w.seat, game.Spectator} {
			seen[side] = append(seen[side], game.SeenBy(events, seat), shuriken.Rules{}.Observe(after, seat))
		}
	}
	return next, reflect.DeepEqual(seen[0], seen[1])
}

// TestTwinsFindWhatIsLeaked plants leaks of each kind, one at a time: the comparison must find every one.
func TestTwinsFindWhatIsLeaked(t *testing.T) {
	t.Parallel()
	for name, rules := range map[string]game.Rules[shuriken.State, shuriken.Observation, shuriken.Action]{
		"what the flag looks like": showsFlag{}, "events of the setup": tellsSteps{}, "lines of the setup": writesSteps{},
	} {
		var halls [2]*twinHall
		for side := range halls {
			s := newSiteOf(t, 1, catalog.Of(game.New(shuriken.Info, rules, shuriken.NewAI())))
			halls[side] = newTwinHall(t, side, s, "shuriken")
		}
		found := &counted{TB: t}
		newShurikenTwin(found, halls, shuriken.Master, 4).play()
		if found.errors == 0 {
			t.Errorf("nobody finds %s", name)
		}
	}
}

// counted is a test whose errors are wanted.
type counted struct {
	testing.TB
	errors int
}

func (c *counted) Errorf(string, ...any) { c.errors++ }

func (c *counted) Failed() bool { return c.errors > 0 }

// showsFlag are rules that mark a hidden flag.
type showsFlag struct{ shuriken.Rules }

func (r showsFlag) Observe(s shuriken.State, seat game.Seat) shuriken.Observation {
	o := r.Rules.Observe(s, seat)
	for i := range o.Pieces {
		sight := &o.Pieces[i]
		sight.Held = sight.Held || s.Position.Board[sight.At].Kind == shuriken.Flag
	}
	return o
}

// tellsSteps are rules that tell everybody that somebody sets up.
type tellsSteps struct{ shuriken.Rules }

func (r tellsSteps) Apply(s shuriken.State, by game.Seat, a shuriken.Action) (shuriken.State, []game.Event, error) {
	next, events, err := r.Rules.Apply(s, by, a)
	for i := range events {
		events[i].Seen = game.Everyone
	}
	return next, events, err
}

// writesSteps are rules that let everybody read what was done in the setup.
type writesSteps struct{ shuriken.Rules }

func (writesSteps) Readers(game.Seat, shuriken.Action) game.Seats { return game.Everyone }
