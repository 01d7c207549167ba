package views

import (
	"bytes"
	"flag"
	"io"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"salle/game"
	"salle/game/spirit"
	"salle/game/war"
	"salle/views/lang"
)

var update = flag.Bool("update", false, "write the golden files anew")

func words(t testing.TB) lang.Catalogue {
	t.Helper()
	c, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func render(t testing.TB, c templ.Component) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// moment is a match at some time, as its first player sees it.
type matchMoment struct {
	table Table
	o     spirit.Observation
}

// playedMatch plays a match with lists that choose picks, and returns every moment of it at which the first player owes
// a list, has committed his, or looks at the end.
func playedMatch(t testing.TB, l *lang.Lang, choose func(legal []spirit.Action) spirit.Action) []matchMoment {
	t.Helper()
	rules := spirit.Rules{}
	s, err := rules.Start(game.Setup{Rules: spirit.RulesVersion})
	if err != nil {
		t.Fatal(err)
	}
	table := Table{
		Lang: l, ID: "abcdefghijklmnopqrstuvwxyz", Game: "spirit", Levels: 5, NewID: "zyxwvutsrqponmlkjihgfedcba",
		Players: [2]Player{{Name: "Anna"}, {Level: 3}}, Seat: game.First,
	}
	var moments []matchMoment
	keep := func() {
		table.Status = rules.Status(s)
		table.Mark = game.Mark{Ply: s.Ply}
		moments = append(moments, matchMoment{table, rules.Observe(s, game.First)})
	}
	play := func(by game.Seat) {
		a := choose(rules.Legal(rules.Observe(s, by)))
		line := Line{Entry: game.Entry{Ply: s.Ply, Seat: by, Action: a.String()}, Round: int(s.Number)}
		before := s.Ply
		var events []game.Event
		if s, events, err = rules.Apply(s, by, a); err != nil {
			t.Fatal(err)
		}
		table.Lines = append(table.Lines, line)
		if s.Ply > before {
			table.News = game.SeenBy(events, game.First)
		}
	}
	play(game.Chance)
	for !s.Result.Over {
		keep()
		play(game.First)
		keep()
		play(game.Second)
	}
	keep()
	return moments
}

func randomly(rng *rand.Rand) func([]spirit.Action) spirit.Action {
	return func(legal []spirit.Action) spirit.Action { return legal[rng.IntN(len(legal))] }
}

// flaws are what no page may hold: a key without words, a placeholder without a value, anything inline.
var flaws = regexp.MustCompile(`\[[a-z]+\.[a-z0-9.-]+\]|\{[a-z]+\}| style=| on[a-z]+=|<style|javascript:`)

func TestEveryMomentOfAMatchHasItsWords(t *testing.T) {
	for _, l := range words(t).All() {
		rng := rand.New(rand.NewPCG(1, 1))
		for range 3 {
			for _, m := range playedMatch(t, l, randomly(rng)) {
				pages := map[string]string{"match": render(t, SpiritTable(m.table, m.o))}
				m.table.Pick = "FRL"
				pages["picked"] = render(t, SpiritTable(m.table, m.o))
				m.table.Step, m.table.Steps = 1, m.table.Status.Ply+1
				pages["record"] = render(t, SpiritRecord(m.table, m.o))
				for name, page := range pages {
					if flaw := flaws.FindString(page); flaw != "" {
						t.Fatalf("%s, %s page: %q in\n%s", l.Code(), name, flaw, page)
					}
				}
			}
		}
	}
}

func TestOtherPagesHaveTheirWords(t *testing.T) {
	c := words(t)
	for _, l := range c.All() {
		site := Site{Lang: l, Langs: c.All(), Here: "/", Name: "Anna <b>", Waiting: 2, Game: "spirit", Short: c.Short("spirit")}
		over := game.Status{Result: game.Drawn("equal"), Round: 5, Wins: [2]int{1, 1}}
		home := Home{
			Site: site, Games: []GameCard{
				{Slug: "spirit", NewID: "x", Levels: 5, Level: 2},
				{Slug: "war", NewID: "y", Levels: 5, Level: 1, Sides: war.Info.Sides[:], Switches: []string{"adjudicate", "collapse_victory", "enemy_blocks_fire", "relay_by_contact"}},
				{Slug: "shuriken", Grounds: []Ground{
					{Variant: "training", NewID: "u", Levels: 3, Open: 3, Level: 2, Switches: []string{"quiet"}, Chosen: true},
					{Variant: "master", NewID: "v", Levels: 7, Open: 3, Level: 2, Switches: []string{"quiet"}, Ladder: true, GradedID: "w", Standing: Standing{Dan: 2, Points: 1}},
					{Variant: "master", NewID: "v", Levels: 7, Open: 7, Level: 7, Ladder: true, Standing: Standing{Dan: 7, Points: 3}, Running: "d"},
				}},
			},
			Waiting:  []MatchLine{{ID: "a", Game: "spirit", Opponent: Player{Level: 2}, Status: game.Status{ToAct: game.Both, Round: 1}}},
			Running:  []MatchLine{{ID: "b", Game: "spirit", Opponent: Player{Name: "Ben"}}, {ID: "c", Game: "spirit", Opponent: Player{Level: 1}}},
			Finished: []MatchLine{{ID: "d", Game: "spirit", Status: over}},
		}
		rules := Rules{Site: site, Game: "spirit", Sections: c.Rules("spirit")}
		warRules := Rules{Site: site, Game: "war", Sections: c.Rules("war")}
		graded := MatchLine{ID: "d", Game: "shuriken", Opponent: Player{Level: 7, Grade: true}, Graded: true}
		climbing := home
		climbing.Graded, climbing.Waiting, climbing.Refused = &graded, []MatchLine{graded}, true
		mains := []templ.Component{HomeMain(home), HomeMain(climbing), HomeMain(Home{Site: site}), RulesMain(rules), RulesMain(warRules)}
		for _, key := range []string{"error.400", "error.403", "error.404", "error.405", "error.413", "error.500", "error.cross-site"} {
			mains = append(mains, FailureMain(Failure{Site: site, Status: 404, Key: key, Request: "R"}))
		}
		for _, main := range mains {
			page := render(t, Page(site, main))
			if flaw := flaws.FindString(page); flaw != "" {
				t.Errorf("%s: %q in\n%s", l.Code(), flaw, page)
			}
			if strings.Contains(page, "<b>\"") || strings.Contains(page, "Anna <b>") {
				t.Errorf("a name is not escaped in\n%s", page)
			}
		}
		if got, want := strings.Count(render(t, RulesMain(rules)), "<figure")+strings.Count(render(t, RulesMain(rules)), `class="matrix"`), diagrams(c); got != want {
			t.Errorf("%s: %d diagrams, want %d", l.Code(), got, want)
		}
	}
}

func diagrams(c lang.Catalogue) int {
	n := 0
	for _, s := range c.Rules("spirit") {
		n += len(s.Diagrams)
	}
	return n
}

// TestEveryDiagramIsDrawn holds that no diagram is an empty frame.
func TestEveryDiagramIsDrawn(t *testing.T) {
	c := words(t)
	for _, slug := range []string{"spirit", "war"} {
		for _, s := range c.Rules(slug) {
			for _, name := range s.Diagrams {
				if page := render(t, diagram(c.Get("en"), slug, name)); !strings.Contains(page, "<svg") {
					t.Errorf("the diagram %q shows nothing:\n%s", name, page)
				}
			}
		}
	}
}

// TestMatrixIsTheRulebooks compares some cells of the page's tables with spirit 6.6, which has them in print.
func TestMatrixIsTheRulebooks(t *testing.T) {
	for _, c := range []struct {
		distance    int
		row, column spirit.Act
		want        exchange
	}{
		{1, spirit.Attack, spirit.Attack, exchange{lost: [2]int{1, 1}}},
		{1, spirit.Attack, spirit.Block, exchange{star: [2]bool{false, true}}},
		{1, spirit.Block, spirit.Block, exchange{star: [2]bool{true, true}}},
		{1, spirit.Block, spirit.Counter, exchange{star: [2]bool{false, true}, penalty: [2]bool{false, true}}},
		{1, spirit.Counter, spirit.Block, exchange{star: [2]bool{true, false}, penalty: [2]bool{true, false}}},
		{1, spirit.Pierce, spirit.Block, exchange{lost: [2]int{0, 1}}},
		{2, spirit.Pierce, spirit.Block, exchange{star: [2]bool{true, false}}},
		{2, spirit.Wave, spirit.Wave, exchange{lost: [2]int{1, 1}}},
		{2, spirit.Counter, spirit.Wave, exchange{lost: [2]int{0, 1}}},
		{2, spirit.None, spirit.None, exchange{}},
		{3, spirit.Wave, spirit.None, exchange{}},
		{3, spirit.Block, spirit.Block, exchange{star: [2]bool{true, true}}},
	} {
		if got := exchangeAt(c.distance, c.row, c.column); got != c.want {
			t.Errorf("distance %d, %s against %s: %+v, want %+v", c.distance, c.row, c.column, got, c.want)
		}
	}
}

func TestGoldenTables(t *testing.T) {
	moments := playedMatch(t, words(t).Get("en"), randomly(rand.New(rand.NewPCG(7, 7))))
	for name, m := range map[string]matchMoment{"first": moments[0], "waiting": moments[5], "over": moments[len(moments)-1]} {
		golden(t, filepath.Join("testdata", name+".html"), indent(render(t, SpiritTable(m.table, m.o))))
	}
}

// hashes are the parts of static addresses that change with a file's content.
var hashes = regexp.MustCompile(`\.[0-9a-f]{12}\.`)

// indent puts every tag on a line of its own, and leaves out what a change of a static file alone would alter.
func indent(page string) string {
	page = hashes.ReplaceAllString(page, ".")
	return strings.ReplaceAll(page, "><", ">\n<") + "\n"
}

func TestAKnockOutEndsTheMotion(t *testing.T) {
	lists := spirit.Lists{{spirit.Attack, spirit.Attack}, {spirit.Wave, spirit.Wave}}
	before, err := spirit.ParseRound("k2 t5 1@4h4s0p0d0 2@5h1s0p0d0")
	if err != nil {
		t.Fatal(err)
	}
	after, end, events := before.Resolve(lists)
	turn := spirit.Turn{Number: 1, Turn: 5, K: 2, Lists: lists, Ending: end}
	for i := range turn.Before {
		turn.Before[i].Cell, turn.After[i].Cell = before.Fighters[i].Cell, after.Fighters[i].Cell
	}
	c := choreograph(turn, events)
	if c.k != 1 || c.suffer[game.Second][1] != "ko" || c.lost[game.Second] != 1 {
		t.Errorf("the motion is %+v", c)
	}
}

func TestALeapTurnsBoth(t *testing.T) {
	lists := spirit.Lists{{spirit.Leap, spirit.Rest}, {spirit.Block, spirit.Wave}}
	before, err := spirit.ParseRound("k2 t5 1@4h4s0p0d0 2@5h4s0p0d0")
	if err != nil {
		t.Fatal(err)
	}
	_, _, events := before.Resolve(lists)
	turn := spirit.Turn{Number: 1, Turn: 5, K: 2, Lists: lists}
	for i := range turn.Before {
		turn.Before[i].Cell = before.Fighters[i].Cell
	}
	c := choreograph(turn, events)
	if !c.turns[0][1] || !c.turns[1][1] || c.turns[0][2] || c.cells[0] != [4]uint8{4, 7, 7, 7} {
		t.Errorf("the motion is %+v", c)
	}
}

func BenchmarkMatchPage(b *testing.B) {
	c := words(b)
	l := c.Get("en")
	moments := playedMatch(b, l, randomly(rand.New(rand.NewPCG(1, 1))))
	m := moments[len(moments)-3]
	site := Site{Lang: l, Langs: c.All(), Title: "x", Here: "/", Name: "Anna", Waiting: 1, Game: "spirit", Short: c.Short("spirit")}
	b.ReportMetric(float64(len(render(b, Page(site, SpiritTable(m.table, m.o))))), "bytes")
	b.ResetTimer()
	for b.Loop() {
		if err := Page(site, SpiritTable(m.table, m.o)).Render(b.Context(), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

func TestGivingUpLeavesTheStoryOfTheLastTurn(t *testing.T) {
	moments := playedMatch(t, words(t).Get("en"), randomly(rand.New(rand.NewPCG(7, 7))))
	told := 0
	for _, m := range moments[:len(moments)-1] {
		story := newDuel(m.table, m.o).script
		given := m.table
		given.Earlier, given.News = m.table.News, []game.Event{{Kind: game.EventResign, By: game.First, Seen: game.Everyone}}
		given.Status.Result = game.Won(game.Second, game.ReasonResign)
		if got := newDuel(given, m.o).script; !reflect.DeepEqual(got, story) {
			t.Fatalf("after giving up at ply %d the story is %+v, want %+v", m.table.Status.Ply, got, story)
		}
		if len(m.table.News) > 0 {
			told++
		}
	}
	if told == 0 {
		t.Error("no turn was told of")
	}
}
