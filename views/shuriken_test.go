package views

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"salle/game"
	"salle/game/shuriken"
	"salle/views/lang"
)

// skirmishMoment is a match at some time, as its first player sees it.
type skirmishMoment struct {
	table Table
	o     shuriken.Observation
}

func (m skirmishMoment) page(t testing.TB) string { return render(t, ShurikenTable(m.table, m.o)) }

// fencer plays a match and keeps its moments.
type fencer struct {
	t       testing.TB
	rng     *rand.Rand
	state   shuriken.State
	table   Table
	moments []skirmishMoment
}

func newFencer(t testing.TB, l *lang.Lang, variant string, seed uint64) *fencer {
	t.Helper()
	s, err := shuriken.Rules{}.Start(game.Setup{Rules: shuriken.RulesVersion, Variant: variant})
	if err != nil {
		t.Fatal(err)
	}
	return &fencer{t: t, rng: rand.New(rand.NewPCG(seed, 7)), state: s, table: Table{
		Lang: l, ID: "abcdefghijklmnopqrstuvwxyz", Game: "shuriken", Levels: 5, NewID: "zyxwvutsrqponmlkjihgfedcba",
		Players: [2]Player{{Name: "Anna"}, {Level: 3}}, Seat: game.First, Offer: game.Spectator, Fire: true, Dan: [2]int{2, 3},
		Variant: variant,
	}}
}

// keep keeps the moment as a seat sees it with something picked.
func (f *fencer) keep(seat game.Seat, pick string) skirmishMoment {
	table := f.table
	table.Seat = seat
	table.Status = shuriken.Rules{}.Status(f.state)
	table.Mark = game.Mark{Ply: table.Status.Ply}
	table.Look.Pick = pick
	m := skirmishMoment{table, shuriken.Rules{}.Observe(f.state, seat)}
	f.moments = append(f.moments, m)
	return m
}

func (f *fencer) play(by game.Seat, a shuriken.Action) {
	f.t.Helper()
	before := shuriken.Rules{}.Status(f.state)
	line := Line{Entry: game.Entry{Ply: before.Ply, Seat: by, Action: a.String()}}
	s, events, err := shuriken.Rules{}.Apply(f.state, by, a)
	if err != nil {
		f.t.Fatalf("%s: %v", a, err)
	}
	f.state = s
	if (shuriken.Rules{}).Status(s).Ply != before.Ply {
		f.table.Earlier, f.table.News = f.table.News, game.SeenBy(events, game.First)
	}
	f.table.Lines = append(f.table.Lines, line)
}

// draw plays all that chance owes.
func (f *fencer) draw() {
	for (shuriken.Rules{}).Status(f.state).ToAct.Has(game.Chance) {
		f.play(game.Chance, shuriken.Rules{}.Draw(f.state, f.rng))
	}
}

// setUp makes both ready, after some steps of the first's.
func (f *fencer) setUp() {
	f.draw()
	for range 4 {
		o := shuriken.Rules{}.Observe(f.state, game.First)
		f.keep(game.First, "")
		f.keep(game.First, o.Pieces[f.rng.IntN(len(o.Pieces))].At.String())
		legal := shuriken.Rules{}.Legal(o)
		if a := legal[f.rng.IntN(len(legal))]; a.Verb != shuriken.Ready {
			f.play(game.First, a)
			f.draw()
		}
	}
	for _, seat := range []game.Seat{game.First, game.Second} {
		for !(shuriken.Rules{}).Observe(f.state, seat).CanReady() {
			legal := shuriken.Rules{}.Legal(shuriken.Rules{}.Observe(f.state, seat))
			f.play(seat, legal[f.rng.IntN(len(legal))])
			f.draw()
		}
		f.play(seat, shuriken.MoveAction(shuriken.Move{Verb: shuriken.Ready}))
		f.keep(game.First, "")
	}
}

// turn plays a turn that hits something, where one is found.
func (f *fencer) turn() {
	seat := f.state.Position.Turn
	o := shuriken.Rules{}.Observe(f.state, seat)
	f.keep(game.First, "")
	for _, s := range o.Pieces {
		if f.rng.IntN(12) == 0 {
			f.keep(game.First, s.At.String())
		}
	}
	if o.Stars[game.First] > 0 {
		f.keep(game.First, pickStar)
	}
	legal := shuriken.Rules{}.Legal(o)
	choice := legal[f.rng.IntN(len(legal))]
	for range 12 {
		a := legal[f.rng.IntN(len(legal))]
		if a.Verb == shuriken.Throw || a.Verb == shuriken.Place && f.rng.IntN(2) == 0 {
			choice = a
			break
		}
	}
	f.play(seat, choice)
}

// fenced plays a match to its end, or for some turns, and then resigns.
func fenced(t testing.TB, l *lang.Lang, variant string, turns int, seed uint64) *fencer {
	t.Helper()
	f := newFencer(t, l, variant, seed)
	f.setUp()
	for range turns {
		if (shuriken.Rules{}).Status(f.state).Result.Over {
			break
		}
		f.turn()
	}
	f.keep(game.First, "")
	last := &f.moments[len(f.moments)-1]
	if !last.table.Status.Result.Over {
		last.table.Status.Result = game.Won(game.Second, game.ReasonResign)
	}
	return f
}

// shurikenParts are what some page of many matches must show, by a mark of it.
var shurikenParts = map[string]string{
	"a swap": `class="to full"`, "an empty field of the setup": `class="to" name="do" value="swap`, "shuffle": `id="shuffle"`,
	"a broken condition": `id="broken"`, "the flag's handing over": `id="banner"`, "the wait": `hx-trigger="every 2s`,
	"a destination": `class="to" name="do"`, "a throw on arrival": `class="to throws"`, "a throw": `id="throw"`,
	"lines": `class="rays"`, "an enemy's lines": `class="rays foes"`, "a hit": `class="end"`, "a star": `id="star"`,
	"a place for it": `value="@`, "a flight": `class="flight`, "a glide": `class="theirs glides`, "a fall": `ghost d`,
	"an unveiling": `veil`, "a pin": `#pinned`, "a reloading": `#turn2`, "an arrow in a shield": `#arrow`, "a belt": `<text`,
	"data to hover": `data-fire="M`, "data to drag": `data-glides="`, "a verdict": `id="verdict-title"`, "a rebound": `#fx-clang`,
	"a captain": `#captain`, "a placed star": `born`,
}

func TestEveryMomentOfASkirmishHasItsWords(t *testing.T) {
	seen := map[string]int{}
	for _, l := range words(t).All() {
		for _, variant := range shuriken.Variants() {
			for seed := range uint64(2) {
				for _, m := range fenced(t, l, variant, 40, seed+uint64(len(l.Code()+variant))).moments {
					page := m.page(t)
					if flaw := flaws.FindString(page); flaw != "" {
						t.Fatalf("%s, %s: %q in\n%s", l.Code(), variant, flaw, page)
					}
					for what, mark := range shurikenParts {
						seen[what] += strings.Count(page, mark)
					}
					if m.o.Phase == shuriken.InDuel && seed == 0 {
						m.table.Step, m.table.Steps = m.table.Status.Ply, m.table.Status.Ply+2
						if flaw := flaws.FindString(render(t, ShurikenRecord(m.table, m.o))); flaw != "" {
							t.Fatalf("%s, record: %q", l.Code(), flaw)
						}
					}
				}
			}
		}
	}
	for what := range shurikenParts {
		if seen[what] == 0 {
			t.Errorf("no page shows %s", what)
		}
	}
}

// TestNothingTellsAFlagFromAShuriken holds shuriken 10 for the page: duels that differ in the enemy's flag and shields
// look the same to the other.
func TestNothingTellsAFlagFromAShuriken(t *testing.T) {
	pairs := [][2]string{
		{"master S 20 3 0,0 - SFLR@d3,Sflag@a1,Ncaptain@d9,NF@a11,Nflag@b11,Nshield@g10", "master S 20 3 0,0 - SFLR@d3,Sflag@a1,Ncaptain@d9,Nflag@a11,Nshield@b11,NF@g10"},
		{"training S 20 3 0,0 - SFLR@d3,SF+flag@a1,NF+flag@d9,NFB@a11,Nshield/F@b11", "training S 20 3 0,0 - SFLR@d3,SF+flag@a1,NF@d9,NFB+flag@a11,Nshield/F@b11"},
	}
	for _, pair := range pairs {
		for _, pick := range []string{"", "d3", "d9"} {
			var pages [2]string
			for i, at := range pair {
				f := fencing(t, at)
				f.state.Position.Shuriken[game.Second], f.state.Position.Shields[game.Second] = 9, 2
				pages[i] = f.keep(game.First, pick).page(t)
			}
			if pages[0] != pages[1] {
				t.Errorf("the page tells %s from %s", pair[0], pair[1])
			}
		}
	}
}

// TestTheSetupHoldsNothingOfTheEnemy holds shuriken 8.3 for the page.
func TestTheSetupHoldsNothingOfTheEnemy(t *testing.T) {
	for _, variant := range []string{"training", "master"} {
		f := newFencer(t, words(t).Get("en"), variant, 3)
		f.draw()
		if page := f.keep(game.First, "").page(t); strings.Contains(page, `<svg class="theirs`) || strings.Contains(page, ": enemy") {
			t.Errorf("%s: the page shows something of the enemy:\n%s", variant, page)
		}
	}
}

// lineMarks are what a page carries only where lines of fire are shown.
var lineMarks = regexp.MustCompile(`class="rays|data-fire|to throws|to bares|data-glides="[^"]*\*|and throw|would (not )?throw|would hit`)

// TestNoLinesWhereNoneAreShown holds shuriken 9.3 for the page.
func TestNoLinesWhereNoneAreShown(t *testing.T) {
	f := newFencer(t, words(t).Get("en"), "master", 5)
	f.table.Fire = false
	f.setUp()
	for range 40 {
		if (shuriken.Rules{}).Status(f.state).Result.Over {
			break
		}
		f.turn()
	}
	for _, m := range f.moments {
		if mark := lineMarks.FindString(m.page(t)); mark != "" {
			t.Fatalf("the page carries %q", mark)
		}
	}
}

// fencing is a match that stands at a position of the duel.
func fencing(t testing.TB, at string) *fencer {
	t.Helper()
	p, err := shuriken.ParsePosition(at)
	if err != nil {
		t.Fatal(err)
	}
	f := newFencer(t, words(t).Get("en"), "", 1)
	f.state = shuriken.Resume(p)
	return f
}

const stoneThrow = `master S 24 5 1,0 c7/,e5/,b6\,f6\ SFL@a1,Svolley@b1~2,Sflag@c1,Sbow@f1,SX@b2,Sshield@e2,SX*@a3,SFR@g3,` +
	`SFLR@c4,Scaptain@d5,NX@g6,NFLR@f9,NF@e9,Nshield@d9!,Nbow@g10,Nflag@c10!,NF@a11,NFL@f11^2`

func TestThePickedWarriorShowsWhatHeCanDo(t *testing.T) {
	page := fencing(t, stoneThrow).keep(game.First, "c4").page(t)
	for _, want := range []string{
		`value="c4*"`, // the throw glances off c7 into e9
		`<path class="ray" d="M25 71L25 45L45 25`, // forward to the stone, then north-east
		`class="to throws" name="do" value="c4-c5"`, `class="to" name="do" value="c4-d4"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s in\n%s", want, page)
		}
	}
}

func TestTheNorthernPlayerHasHisGroundAtTheBottom(t *testing.T) {
	f := fencing(t, stoneThrow)
	page := f.keep(game.Second, "").page(t)
	first, last := strings.Index(page, `<td id="g1"`), strings.Index(page, `<td id="a11"`)
	if first < 0 || last < first {
		t.Errorf("g1 stands at %d and a11 at %d", first, last)
	}
}

func TestGoldenSkirmish(t *testing.T) {
	pages := map[string]string{"shuriken-picked": fencing(t, stoneThrow).keep(game.First, "c4").page(t)}
	f := fencing(t, stoneThrow)
	f.play(game.First, shuriken.MoveAction(shuriken.Move{Verb: shuriken.Throw, From: shuriken.FieldAt(2, 3)}))
	pages["shuriken-fall"] = f.keep(game.First, "").page(t)
	f = newFencer(t, words(t).Get("en"), "training", 11)
	f.draw()
	pages["shuriken-setup"] = f.keep(game.First, "").page(t)
	for name, page := range pages {
		golden(t, filepath.Join("testdata", name+".html"), indent(page))
	}
}

// skirmishLimit is how large an answer with a court may be, compressed.
const skirmishLimit = 8 << 10

func TestACourtIsASmallAnswer(t *testing.T) {
	for _, l := range words(t).All() {
		largest := 0
		for seed := range uint64(2) {
			for _, m := range fenced(t, l, "master", 60, seed).moments {
				var b bytes.Buffer
				z := gzip.NewWriter(&b)
				if _, err := io.WriteString(z, render(t, Fragment(Site{Lang: l, Game: "shuriken"}, ShurikenTable(m.table, m.o)))); err != nil {
					t.Fatal(err)
				}
				if err := z.Close(); err != nil {
					t.Fatal(err)
				}
				largest = max(largest, b.Len())
			}
		}
		t.Logf("%s: at most %d bytes", l.Code(), largest)
		if largest > skirmishLimit {
			t.Errorf("%s: %d bytes, want at most %d", l.Code(), largest, skirmishLimit)
		}
	}
}

func TestEveryPlotIsAPosition(t *testing.T) {
	l := words(t).Get("en")
	for name, list := range plots {
		for _, p := range list {
			if page := render(t, p.drawn(l)); !strings.Contains(page, "<use") || len(p.fire) > 0 && !strings.Contains(page, `class="ray"`) {
				t.Errorf("%s draws %s", name, page)
			}
		}
	}
}

func BenchmarkShurikenPage(b *testing.B) {
	m := fencing(b, stoneThrow).keep(game.First, "")
	b.ReportAllocs()
	for b.Loop() {
		if err := ShurikenTable(m.table, m.o).Render(b.Context(), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkShurikenPickedPage(b *testing.B) {
	m := fencing(b, stoneThrow).keep(game.First, "c4")
	b.ReportAllocs()
	for b.Loop() {
		if err := ShurikenTable(m.table, m.o).Render(b.Context(), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
