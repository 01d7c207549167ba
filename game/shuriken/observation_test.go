package shuriken

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"salle/game"
)

func parsed(t testing.TB, text string) Position {
	t.Helper()
	p, err := ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// written is rays as "path>hits:end", the stone and the obstacle in brackets.
func written(rays []Ray) string {
	var list []string
	for _, r := range rays {
		text := names(r.Path)
		if r.Turn != NoField || r.Over != NoField {
			text += fmt.Sprintf("(%s %s)", r.Turn, r.Over)
		}
		list = append(list, fmt.Sprintf("%s>%s:%d", text, names(r.Hits), r.End))
	}
	return strings.Join(list, " ")
}

func names(fields []Field) string {
	var list []string
	for _, f := range fields {
		list = append(list, f.String())
	}
	return strings.Join(list, ",")
}

func TestLinesOfFire(t *testing.T) {
	p := parsed(t, `master S 9 0 0,0 d5/,c6\ SFBR@d3,Svolley@a2,Sbow@b1,SF@b2,SX@e4,Sshield@f3,Sflag@g1,Nflag@f7,NF@a9,NF@a10,NF@b9,NF@f9,Nshield@g3`)
	o := Rules{}.Observe(Resume(p), game.First)
	for from, want := range map[string]string{
		"d3": "d4,d5,e6,f7(d5 -)>f7:1 e3,f3>:2 d2,d1>:0",
		"a2": "a3,a4,a5,a6,a7,a8,a9,a10>a9,a10:1",
		"b1": "b2,b3,b4,b5,b6,b7,b8,b9(- b2)>b9:1",
		"e4": "f5,g6>:0 f3>:2 d3>:2 d5>:3",
		"f3": "f4,f5,f6,f7>f7:1",
		"f9": "f8,f7>:2",
		"g3": "g2,g1>g1:1",
		"c6": "",
		"d9": "",
	} {
		if got := written(o.Fire(field(t, from))); got != want {
			t.Errorf("lines of %s: %s, want %s", from, got, want)
		}
	}
	if got, want := written(o.FireFrom(field(t, "d3"), field(t, "d4"))), "d5,e6,f7(d5 -)>f7:1 e4>:2 d3,d2,d1>:0"; got != want {
		t.Errorf("lines from d4: %s, want %s", got, want)
	}
	if got := o.FireFrom(field(t, "d3"), field(t, "e4")); got != nil {
		t.Errorf("lines from a field that is taken: %v", got)
	}
	if !o.CanThrow(field(t, "d3")) || o.CanThrow(field(t, "f3")) || o.CanThrow(field(t, "f9")) || o.CanThrow(field(t, "e4")) {
		t.Error("who can throw")
	}
}

func TestGlidesTellWhatComesOfThem(t *testing.T) {
	p := parsed(t, "training S 9 8 0,0 - SF@d9,SF+flag@c9!,Sshield/F@f3,NF+flag@d11!,NF@g9,NF@e10")
	o := Rules{}.Observe(Resume(p), game.First)
	var got []string
	for _, from := range []string{"d9", "f3"} {
		for _, g := range o.Glides(field(t, from)) {
			text := g.To.String()
			for i, is := range []bool{g.Throws, g.Takes, g.Exposes} {
				if is {
					text += "!*?"[i : i+1]
				}
			}
			got = append(got, text)
		}
	}
	const want = "d1! d2! d3! d4! d5! d6! d7! d8! e9! f9 d10! d11* f1 f2 a3 b3 c3 d3 e3? g3?"
	if text := strings.Join(got, " "); text != want {
		t.Errorf("glides %s, want %s", text, want)
	}
	if o.Glides(field(t, "g9")) != nil || o.Glides(field(t, "a5")) != nil || o.Glides(field(t, "b2")) != nil {
		t.Error("glides of what is not one's own")
	}
	// Out of turn they are shown all the same; in a quiet turn nothing throws and nobody gives himself away.
	p.Turn, p.Quiet, p.Ply, p.Calm = game.Second, true, 0, 0
	o = Rules{}.Observe(Resume(p), game.First)
	for _, g := range o.Glides(field(t, "d9")) {
		if g.Throws == (g.To.String() == "f9" || g.To.String() == "d11") {
			t.Errorf("after the quiet turn %+v", g)
		}
	}
	p.Turn = game.First
	o = Rules{}.Observe(Resume(p), game.First)
	for _, g := range append(o.Glides(field(t, "d9")), o.Glides(field(t, "f3"))...) {
		if g.Throws || g.Exposes {
			t.Errorf("in a quiet turn %+v", g)
		}
	}
}

// shuriken 3.4, 4.4: what everybody saw.
func TestWhatEverybodyHasSeenOfAPiece(t *testing.T) {
	s := Resume(parsed(t, "master S 9 0 0,0 - SF@c3,Sshield@e3,Sflag@g1,Scaptain@g2,NF@d9,NF@e9,Nflag@a11,Nbow@g11"))
	for _, a := range []string{"c3-d3", "e9-f9", "e3-f3", "g11*"} {
		action, err := Rules{}.Parse(a)
		if err != nil {
			t.Fatal(err)
		}
		next, _, err := Rules{}.Apply(s, s.Position.Turn, action)
		if err != nil {
			t.Fatalf("%s in %s: %v", a, s, err)
		}
		s = next
	}
	want := map[string]Past{
		"g1": {From: field(t, "g1")}, "d3": {From: field(t, "c3"), Threw: true}, "f3": {From: field(t, "e3"), Held: true},
		"f9": {From: field(t, "e9")}, "a11": {From: field(t, "a11")}, "g11": {From: field(t, "g11"), Threw: true},
	}
	o := Rules{}.Observe(s, game.Second)
	for _, sight := range o.Pieces {
		if sight.Past != want[sight.At.String()] {
			t.Errorf("of %s was seen %+v, want %+v", sight.At, sight.Past, want[sight.At.String()])
		}
	}
	if len(o.Pieces) != len(want) || len(o.Fallen) != 2 || o.Fallen[1] != (Fallen{Kind: Captain, Blades: Forward}) {
		t.Errorf("%d pieces, fallen %+v", len(o.Pieces), o.Fallen)
	}
}

// shuriken 4.4: a flag that hides again is a shuriken to the enemy, who remembers that a captain fell for it.
func TestAFlagThatHidesAgain(t *testing.T) {
	s := Resume(parsed(t, "master S 9 0 0,0 - SF@d3,SF@a1,Sflag@g1,Nflag@d9!,Ncaptain@e10,NF@a9"))
	s, events, err := Rules{}.Apply(s, game.First, MoveAction(Move{Verb: Throw, From: field(t, "d3")}))
	if err != nil {
		t.Fatal(err)
	}
	flag, _ := Rules{}.Observe(s, game.First).At(field(t, "d9"))
	if flag.Kind != Shuriken || flag.Revealed || !flag.Saved || s.Position.FlagAt[game.Second] != flag.At {
		t.Errorf("south sees %+v", flag)
	}
	var text []string
	for _, e := range events {
		text = append(text, EventText(e))
	}
	const want = "throw south d3 F; flight south d3 d9 blade; save north e10 d9 captain; fall north e10 captain"
	if got := strings.Join(text, "; "); got != want {
		t.Errorf("events %s, want %s", got, want)
	}
}

// twins are two matches that differ only in what north hides from south: his army's flag and shields, and his setup.
func twins(g Ground, rng *rand.Rand) (a, b State) {
	a = inSetup(g, rng.Uint64())
	b = a
	army := a.Position.army(game.Second)
	var like []int
	for i, man := range army {
		if man.Kind.LooksAlike() && man.Blades == Forward {
			like = append(like, i)
		}
	}
	for {
		other := army
		rng.Shuffle(len(like), func(i, j int) { other[like[i]], other[like[j]] = other[like[j]], other[like[i]] })
		if other.Problem(game.Second) == "" {
			b.setArmy(game.Second, other)
			return a, b
		}
	}
}

// Twins look alike to south and to a spectator as long as the same is done in both, whatever north did in the setup.
func TestTwinsLookAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	compared := 0
	for n := range 200 {
		a, b := twins(Ground(n%2), rng)
		for range rng.IntN(5) {
			b = stepAround(t, b, rng)
		}
		for _, seat := range players {
			a, b = both(t, a, seat, Move{Verb: Ready}), both(t, b, seat, Move{Verb: Ready})
		}
		for !a.over() && !b.over() {
			alike(t, a, b)
			moves := a.Position.AppendMoves(nil)
			if got := b.Position.AppendMoves(nil); a.Position.Turn == game.First && !slices.Equal(got, moves) {
				t.Fatalf("south may do other things in\n%s than in\n%s", b, a)
			}
			m := moves[rng.IntN(len(moves))]
			var told [2]string
			if b.Position.Check(m) != "" {
				break
			}
			a, told[0] = tell(t, a, m)
			b, told[1] = tell(t, b, m)
			if told[0] != told[1] {
				break // what was hidden has come to light
			}
			compared++
		}
	}
	if compared < 1000 {
		t.Errorf("only %d turns were compared", compared)
	}
}

func both(t *testing.T, s State, by game.Seat, m Move) State {
	t.Helper()
	s, _, err := Rules{}.Apply(s, by, MoveAction(m))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// stepAround does a step of north's setup and takes it back.
func stepAround(t *testing.T, s State, rng *rand.Rand) State {
	t.Helper()
	steps := Rules{}.Legal(Rules{}.Observe(s, game.Second))
	a := steps[rng.IntN(len(steps))]
	if a.Verb != Swap {
		return s
	}
	return both(t, both(t, s, game.Second, a.Move), game.Second, a.Move)
}

func alike(t *testing.T, a, b State) {
	t.Helper()
	for _, seat := range []game.Seat{game.First, game.Spectator} {
		if x, y := fmt.Sprint(Rules{}.Observe(a, seat)), fmt.Sprint(Rules{}.Observe(b, seat)); x != y {
			t.Fatalf("twins\n%s\n%s\nlook to %s like\n%s\n%s", a, b, seat, x, y)
		}
	}
	if (Rules{}).Status(a) != (Rules{}).Status(b) {
		t.Fatalf("twins have the statuses %+v and %+v", Rules{}.Status(a), Rules{}.Status(b))
	}
}

func tell(t *testing.T, s State, m Move) (State, string) {
	t.Helper()
	s, events, err := Rules{}.Apply(s, s.Position.Turn, MoveAction(m))
	if err != nil {
		t.Fatal(err)
	}
	return s, fmt.Sprint(game.SeenBy(events, game.First), game.SeenBy(events, game.Spectator))
}

// shuriken 10: when it is over, by the duel's rules or by the table, everything is shown to all.
func TestTheEndShowsEverything(t *testing.T) {
	s := inSetup(Master, 4)
	for _, seat := range players {
		s = both(t, s, seat, Move{Verb: Ready})
	}
	if o := (Rules{}).Observe(s, game.Spectator); slices.ContainsFunc(o.Pieces, func(s Sight) bool { return s.Kind >= Flag }) {
		t.Error("a spectator sees a flag or a shield")
	}
	s = Rules{}.Close(s, game.Won(game.First, game.ReasonResign))
	for _, seat := range []game.Seat{game.First, game.Second, game.Spectator} {
		o := Rules{}.Observe(s, seat)
		hidden := 0
		for _, sight := range o.Pieces {
			if sight.Kind >= Flag {
				hidden++
			}
		}
		if hidden != 6 || !o.Result.Over || (Rules{}).Status(s).ToAct != game.Nobody {
			t.Errorf("%s sees %d flags and shields, result %+v", seat, hidden, o.Result)
		}
	}
	if _, _, err := (Rules{}).Apply(s, game.First, MoveAction(Move{Verb: Pass})); err == nil {
		t.Error("a turn after the end")
	}
}

// shuriken 10: whose lines a reader may read.
func TestReaders(t *testing.T) {
	for text, want := range map[string]game.Seats{
		"first S": game.Everyone, "stones b6/ f6/": game.Everyone, "deal S a1=F": game.Only(game.First),
		"deal N a9=F": game.Only(game.Second), "swap a1 a2": game.Nobody, "flag a1": game.Nobody, "shuffle": game.Nobody,
		"ready": game.Nobody, "d3*": game.Everyone, "d3-d4": game.Everyone, "@a1": game.Everyone, "pass": game.Everyone,
	} {
		a, err := Rules{}.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := (Rules{}).Readers(game.First, a); got != want {
			t.Errorf("%s is read by %b, want %b", text, got, want)
		}
	}
}
