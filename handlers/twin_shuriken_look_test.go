package handlers_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"salle/game"
	"salle/game/shuriken"
)

// How much of what can be asked is asked at a moment.
const ( // beside the page and its poll, as many answers as that, drawn at random
	something = 2
	much      = 36 // and those to strangers
)

// browsers are the two that look, each with a language drawn at random; in parts as htmx asks, or for whole pages.
func (w *shurikenTwin) browsers(parts bool) (both [2]*browser) {
	code := []string{"en", "ko", "ja"}[w.public.IntN(3)]
	for side, h := range w.halls {
		both[side] = speaking(h.looks, code, parts)
	}
	return both
}

// speaking is a browser set to a language.
func speaking(b *browser, code string, parts bool) *browser {
	other := *b
	other.blind, other.header = true, http.Header{"Accept-Language": {code}, "Accept-Encoding": {"identity"}}
	if parts {
		other.header.Set("Hx-Request", "true")
	}
	return &other
}

// ask compares the answers of both halls.
func (w *shurikenTwin) ask(both [2]*browser, send func(*browser) page) {
	w.t.Helper()
	w.asks++
	compare(w.t, both, w.what+w.secrets[0]+"\n"+w.secrets[1], send)
}

// lookAlike asks both halls for what a match can be asked for, by the one who looks and by a stranger.
func (w *shurikenTwin) lookAlike(most int) {
	w.t.Helper()
	seen := w.looker(0).seen()
	o := seen.Board.(shuriken.Observation)
	at, ply := "/matches/"+w.id, seen.Mark.String()
	both := w.browsers(w.public.IntN(2) == 0)
	w.ask(both, func(b *browser) page { return b.get(at) })
	gets := w.gets(at, ply, seen.Version, o)
	w.public.Shuffle(len(gets), func(i, j int) { gets[i], gets[j] = gets[j], gets[i] })
	for _, path := range gets[:min(most, len(gets))] {
		w.ask(w.browsers(w.public.IntN(2) == 0), func(b *browser) page { return b.get(path) })
	}
	posts := impossible(o, w.public)
	w.public.Shuffle(len(posts), func(i, j int) { posts[i], posts[j] = posts[j], posts[i] })
	for _, action := range posts[:min(most/2, len(posts))] {
		values := url.Values{"ply": {ply}, "do": {action}}
		w.ask(w.browsers(w.public.IntN(2) == 0), func(b *browser) page { return b.post(at+"/actions", values) })
	}
	if most == much {
		w.strangers(at, ply)
		w.ask([2]*browser{w.halls[0].looks, w.halls[1].looks}, func(b *browser) page { return withoutID(b.get("/")) })
	}
}

// gets are the addresses at which a match can be looked at.
func (w *shurikenTwin) gets(at, ply string, version int, o shuriken.Observation) []string {
	paths := []string{
		at + "?since=first." + itoa(version) + ".0.0", at + "?since=second." + itoa(version) + ".0.0", at + "?since=0", at + "?since=1", at + "?since=99", at + "?ask=resign", at + "/record", at + "/record?step=0",
		at + "/record?step=" + itoa(w.public.IntN(o.Ply+6)), at + "/record.txt", "/nosuch" + at,
		at + "?ply=" + ply + "&pick=@", at + "?ply=0.0&pick=d3", at + "?ply=" + ply + "&pick=b8",
	}
	for f := shuriken.Field(1); f <= shuriken.Places; f++ {
		if f.Valid() && (f.OwnGround(w.seat) || f.OwnGround(w.seat.Other()) || f%5 == 0) {
			paths = append(paths, at+"?ply="+ply+"&pick="+f.String())
		}
	}
	for _, s := range o.Pieces {
		other := o.Pieces[w.public.IntN(len(o.Pieces))].At
		for _, typed := range []string{s.At.String() + "*", s.At.String() + "-" + other.String()} {
			paths = append(paths, at+"?ply="+ply+"&do="+typed)
		}
	}
	return paths
}

// impossible are actions that somebody cannot do now.
func impossible(o shuriken.Observation, rng *rand.Rand) []string {
	list := []string{
		"", "X", "pass", "ready", "shuffle", "accept", "time", "flag d9", "flag d2", "swap a9 b10", "swap a1 d6", "@d2", "@d6", "d3", "d3-", "h9*",
		"b8-b9", "deal N a9=F", "first N",
	}
	field := func() string { return shuriken.Field(1 + rng.IntN(shuriken.Places)).String() }
	for _, s := range o.Pieces {
		list = append(list, s.At.String()+"*", s.At.String()+"-"+field(), field()+"-"+s.At.String(), "swap "+s.At.String()+" "+field())
	}
	legal := shuriken.Rules{}.Legal(o)
	return slices.DeleteFunc(list, func(text string) bool {
		a, err := shuriken.Rules{}.Parse(text)
		return err == nil && slices.Contains(legal, a)
	})
}

// strangers ask for the match, one who is known in the hall and one who is not.
func (w *shurikenTwin) strangers(at, ply string) {
	w.t.Helper()
	for _, known := range []bool{true, false} {
		var both [2]*browser
		for side, h := range w.halls {
			if both[side] = h.strange; !known {
				both[side] = h.newBrowser(w.t)
			}
		}
		for _, path := range []string{at, at + "?since=0", at + "?ply=" + ply + "&pick=d9", at + "/record", at + "/record.txt"} {
			w.ask(both, func(b *browser) page { return b.get(path) })
		}
		w.ask(both, func(b *browser) page {
			return b.post(at+"/actions", url.Values{"ply": {ply}, "do": {"ready"}})
		})
		w.ask(both, func(b *browser) page { return withoutID(b.get("/")) })
	}
}

// stateOf is the whole state of a duel, read from its log.
func stateOf(t testing.TB, s *site, id string) shuriken.State {
	t.Helper()
	h, log, err := s.db.Load(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	state, err := shuriken.Rules{}.Start(h.Setup)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range log {
		a, err := shuriken.Rules{}.Parse(line.Action)
		if err == nil {
			state, _, err = shuriken.Rules{}.Apply(state, line.Seat, a)
		}
		if err != nil {
			t.Fatalf("%s: %v", line.Action, err)
		}
	}
	return state
}

// home is a field of a seat's ground by its place in an army.
func home(owner game.Seat, i int) shuriken.Field {
	row := 0
	if owner == game.Second {
		row = shuriken.Rows - 3
	}
	return shuriken.FieldAt(i%shuriken.Columns, row+i/shuriken.Columns)
}

// armyOf is the army of a seat in the setup.
func armyOf(s shuriken.State, owner game.Seat) (a shuriken.Army) {
	for i := range a {
		a[i] = s.Position.Board[home(owner, i)].Man()
	}
	return a
}

// arranging is an army on its way to another of the same pieces, by steps of the setup (shuriken 8.3).
type arranging struct {
	owner game.Seat
	shuriken.Army
	to    shuriken.Army
	steps []string
}

// steps are steps that lead from one army of a ground to another.
func steps(g shuriken.Ground, owner game.Seat, from, to shuriken.Army) []string {
	a := arranging{owner: owner, Army: from, to: to}
	if g == shuriken.Training {
		a.handOver()
	}
	// On the training ground one shield changes places with whatever belongs where it stands, and once it is at home with
	// anything that is not.
	for a.Army != to {
		i := a.misplaced()
		if g == shuriken.Training {
			i = slices.Index(a.Army[:], shuriken.Man{Kind: shuriken.Shield, Blades: shuriken.Forward})
		}
		j := a.wanted(i)
		if j == i {
			j = a.misplaced()
		}
		a.swap(i, j)
	}
	return a.steps
}

// handOver gives the flag to a warrior with the blades that its bearer is to show.
func (a *arranging) handOver() {
	isFlag := func(m shuriken.Man) bool { return m.Kind == shuriken.Flag }
	bearer, blades := slices.IndexFunc(a.Army[:], isFlag), a.to[slices.IndexFunc(a.to[:], isFlag)].Blades
	if a.Army[bearer].Blades == blades {
		return
	}
	heir := slices.Index(a.Army[:], shuriken.Man{Kind: shuriken.Shuriken, Blades: blades})
	a.Army[bearer].Kind, a.Army[heir].Kind = shuriken.Shuriken, shuriken.Flag
	a.steps = append(a.steps, "flag "+home(a.owner, heir).String())
}

func (a *arranging) swap(i, j int) {
	a.Army[i], a.Army[j] = a.Army[j], a.Army[i]
	a.steps = append(a.steps, fmt.Sprintf("swap %s %s", home(a.owner, i), home(a.owner, j)))
}

// misplaced is a place with something that does not belong there.
func (a *arranging) misplaced() int {
	for i, man := range a.Army {
		if man != a.to[i] {
			return i
		}
	}
	return 0
}

// wanted is where something stands that belongs on a place and is misplaced; the place itself where it has that.
func (a *arranging) wanted(i int) int {
	for j, man := range a.Army {
		if man == a.to[i] && man != a.to[j] {
			return j
		}
	}
	return i
}

// TestStepsLeadFromAnyArmyToAny holds for the steps that the twins set up with.
func TestStepsLeadFromAnyArmyToAny(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 3))
	for n := range 200 {
		ground, owner := shuriken.Ground(n&1), game.Seat(n>>1&1)
		from, to := shuriken.Deal(ground, owner, rng), shuriken.Deal(ground, owner, rng)
		if list := steps(ground, owner, from, to); len(list) > 40 || len(list) == 0 {
			t.Errorf("%d steps: %s", len(list), strings.Join(list, ", "))
		}
	}
}
