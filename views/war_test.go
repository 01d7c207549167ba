package views

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"salle/game"
	"salle/game/war"
	"salle/views/lang"
)

// warMoment is a match at some time, as its first player sees it.
type warMoment struct {
	table Table
	o     war.Observation
}

// campaigner plays a match and keeps its moments.
type campaigner struct {
	t       testing.TB
	rng     *rand.Rand
	state   war.State
	table   Table
	moments []warMoment
}

func newCampaigner(t testing.TB, l *lang.Lang, variant string, rng *rand.Rand) *campaigner {
	t.Helper()
	s, err := war.Rules{}.Start(game.Setup{Rules: war.RulesVersion, Variant: variant})
	if err != nil {
		t.Fatal(err)
	}
	return &campaigner{t: t, rng: rng, state: s, table: Table{
		Lang: l, ID: "abcdefghijklmnopqrstuvwxyz", Game: "war", Levels: 5, NewID: "zyxwvutsrqponmlkjihgfedcba",
		Players: [2]Player{{Name: "Anna"}, {Level: 3}}, Seat: game.First, Formations: []string{"Mine", "<b>"},
	}}
}

// observe is what the first player sees.
func (c *campaigner) observe() war.Observation { return war.Rules{}.Observe(c.state, game.First) }

// keep keeps the moment as it is seen with a draft and a look.
func (c *campaigner) keep(o war.Observation, draft []string, look Look) {
	table := c.table
	table.Status = war.Rules{}.Status(c.state)
	table.Mark = game.Mark{Ply: c.state.Ply}
	table.Draft, table.Look = draft, look
	c.moments = append(c.moments, warMoment{table, o})
}

func (c *campaigner) play(by game.Seat, a war.Action) {
	c.t.Helper()
	line := Line{Entry: game.Entry{Ply: c.state.Ply, Seat: by, Action: a.String()}}
	s, events, err := war.Rules{}.Apply(c.state, by, a)
	if err != nil {
		c.t.Fatalf("%s: %v", a, err)
	}
	c.state, c.table.News = s, events
	c.table.Lines = append(c.table.Lines, line)
}

// deploy plays the deployments and the draw.
func (c *campaigner) deploy() {
	o := c.observe()
	c.keep(o, nil, Look{})
	c.keep(o, nil, Look{Pick: "C", Lines: "both"})
	whole := war.Scatter(game.First, c.rng)
	o.Placing = whole.Remove(whole[3])
	draft := []string{war.DeployAction(o.Placing).String()}
	c.keep(o, draft, Look{Pick: "I", Zoom: 2})
	c.keep(o, draft, Look{Pick: whole[7].String()})
	o.Placing = whole
	c.keep(o, []string{war.DeployAction(whole).String()}, Look{})
	c.play(game.First, war.DeployAction(whole))
	c.keep(c.observe(), nil, Look{})
	c.play(game.Second, war.DeployAction(war.Scatter(game.Second, c.rng)))
	c.play(game.Chance, war.Rules{}.Draw(c.state, c.rng))
}

// turn plays a turn of the side to move.
func (c *campaigner) turn() {
	side := c.state.Position.Side
	if side == game.Second {
		c.keep(c.observe(), nil, Look{Lines: "both"})
	}
	o := war.Rules{}.Observe(c.state, side)
	var draft []war.Step
	var texts []string
	look := func(l Look) {
		if side == game.First {
			c.keep(o, texts, l)
		}
	}
	for {
		look(Look{})
		step := c.choose(o.Steps())
		switch step.Verb {
		case war.Move:
			look(Look{Pick: step.From.String(), Lines: "north"})
			if len(draft) == war.MaxMoves {
				continue
			}
			draft, texts = append(draft, step), append(texts, step.String())
			o, _ = o.Play(step)
		case war.Attack:
			look(Look{Target: step.To.String()})
		}
		if step.Verb != war.Move || o.Position.Result.Over {
			for _, s := range draft {
				c.play(side, war.StepAction(s))
			}
			if !o.Position.Result.Over {
				c.play(side, war.StepAction(step))
			}
			return
		}
	}
}

// choose takes an attack that does something, and else any step, moves to the front rather than back.
func (c *campaigner) choose(steps []war.Step) war.Step {
	for _, s := range steps {
		if s.Verb == war.Attack && c.rng.IntN(3) == 0 {
			return s
		}
	}
	s := steps[c.rng.IntN(len(steps))]
	for range 3 {
		other := steps[c.rng.IntN(len(steps))]
		if forward(other) > forward(s) {
			s = other
		}
	}
	return s
}

// forward is how many rows a move goes to the frontier.
func forward(s war.Step) int {
	if s.Verb != war.Move {
		return 0
	}
	rows := s.To.Row() - s.From.Row()
	if s.From.Row() >= war.Rows/2 {
		return -rows
	}
	return rows
}

// playedCampaign plays a match of some turns, or to its end, and then resigns.
func playedCampaign(t testing.TB, l *lang.Lang, variant string, turns int, rng *rand.Rand) []warMoment {
	t.Helper()
	c := newCampaigner(t, l, variant, rng)
	c.deploy()
	for range turns {
		if c.state.Position.Result.Over {
			break
		}
		c.turn()
	}
	c.keep(c.observe(), nil, Look{})
	last := &c.moments[len(c.moments)-1]
	if !last.table.Status.Result.Over {
		last.table.Status = game.Status{Ply: c.state.Ply, Result: game.Won(game.Second, game.ReasonResign)}
	}
	return c.moments
}

func TestEveryMomentOfACampaignHasItsWords(t *testing.T) {
	variants := map[string]int{"": 40, "+adjudicate +collapse_victory +enemy_blocks_fire +relay_by_contact": 10}
	seen := map[string]int{}
	for what := range parts {
		seen[what] = 0
	}
	for _, l := range words(t).All() {
		for variant, turns := range variants {
			rng := rand.New(rand.NewPCG(2, uint64(turns)))
			for _, m := range playedCampaign(t, l, variant, turns, rng) {
				pages := map[string]string{"match": render(t, WarTable(m.table, m.o))}
				m.table.Step, m.table.Steps = m.table.Status.Ply, m.table.Status.Ply+2
				m.table.Draft = nil
				pages["record"] = render(t, WarRecord(m.table, war.Rules{}.Observe(stateOf(m.o), game.First)))
				for name, page := range pages {
					if flaw := flaws.FindString(page); flaw != "" {
						t.Fatalf("%s, %s page: %q in\n%s", l.Code(), name, flaw, page)
					}
				}
				countParts(seen, pages["match"])
			}
		}
	}
	for _, m := range []warMoment{retreatOwed(t), positioned(t, "N C J15 S I K15 S R K23", "", Look{})} {
		countParts(seen, render(t, WarTable(m.table, m.o)))
	}
	for what, n := range seen {
		if n == 0 {
			t.Errorf("no page shows %s", what)
		}
	}
}

// stateOf is a state that is observed as o is, as far as pages show it.
func stateOf(o war.Observation) war.State {
	s := war.State{Turn: o.Turn, Deployed: o.Deployed, Drawn: o.Drawn, Position: o.Position}
	if !o.Deployed && o.Committed[game.First] {
		s.Pledge[game.First] = o.Own
	}
	return s
}

// parts are what some page of a long match must show, by a mark of it.
var parts = map[string]string{
	"a reserve": `id="take-I"`, "a free square": `class="put"`, "a destination": `class="to"`, "a target": `class="tg"`,
	"an account": `class="sums"`, "rays": `class="rays"`, "a retreat that is owed": `slot owed`, "a cut-off unit": `class="n cut"`,
	"a trail": `class="trail"`, "lines": `class="line n"`, "a prepared move": `id="undo-1"`, "a verdict": `id="verdict-title"`,
	"a wait": `hx-trigger="every 2s`, "a capture": `out captured`, "a retreat": `out retreats`, "a stand": `out holds`,
}

func countParts(seen map[string]int, page string) {
	for what, mark := range parts {
		seen[what] += strings.Count(page, mark)
	}
}

// TestTheEnemysArmyIsAbsentBeforeBothHaveDeployed holds war 4.2 for the page: whatever the enemy has committed, the page
// is the same.
func TestTheEnemysArmyIsAbsentBeforeBothHaveDeployed(t *testing.T) {
	var pages [2]string
	for i := range pages {
		c := newCampaigner(t, words(t).Get("en"), "", rand.New(rand.NewPCG(uint64(i), 9)))
		c.play(game.Second, war.DeployAction(war.Formations(game.Second)[i].Deployment))
		c.keep(c.observe(), nil, Look{Lines: "both"})
		pages[i] = render(t, WarTable(c.moments[0].table, c.moments[0].o))
	}
	if pages[0] != pages[1] {
		t.Error("the page tells one deployment of the enemy from another")
	}
	if strings.Contains(pages[0], `<td class="s`) || strings.Contains(pages[0], `class="line s`) {
		t.Errorf("the page shows something of the enemy:\n%s", pages[0])
	}
}

// TestARetreatIsTheOnlyOffer holds war 9.3 for the page.
func TestARetreatIsTheOnlyOffer(t *testing.T) {
	m := retreatOwed(t)
	page := render(t, WarTable(m.table, m.o))
	for _, offer := range []string{`class="can"`, `class="tg"`, `id="strike"`, `id="aim-`, `id="undo-`} {
		if strings.Contains(page, offer) {
			t.Errorf("the page offers %s", offer)
		}
	}
	if !strings.Contains(page, `notice refused`) || !strings.Contains(page, `value="J14-I14"`) {
		t.Errorf("the page does not lead to the retreat:\n%s", page)
	}
}

// positioned is a match that stands at a position, north being Anna and to move.
func positioned(t testing.TB, units, dislodged string, look Look) warMoment {
	t.Helper()
	p, err := plan{units: units, dislodged: dislodged}.position()
	if err != nil {
		t.Fatal(err)
	}
	s, events := war.Resume(p)
	c := newCampaigner(t, words(t).Get("en"), "", nil)
	c.state, c.table.News = s, events
	c.table.Lines = []Line{{Entry: game.Entry{Ply: 1, Seat: game.Second, Action: "L13-K13"}}, {Entry: game.Entry{Ply: 2, Seat: game.Second, Action: "J14*"}}}
	c.keep(c.observe(), nil, look)
	return c.moments[0]
}

func retreatOwed(t testing.TB) warMoment {
	return positioned(t, "N I J14 N I J13 N R D3 S I K14 S I K13", "J14", Look{})
}

const seedExample = "N C F5 N C G5 N C H5 N I E7 N I G6 N K H8 S I E5 S I E4 S I D3 S K B8 S R B3"

// TestTheAccountNamesEveryUnit holds that the page tells the sum of the rules' example unit by unit.
func TestTheAccountNamesEveryUnit(t *testing.T) {
	m := positioned(t, seedExample, "", Look{Target: "E5"})
	page := render(t, warAccount(m.table.Lang, newCampaign(m.table, m.o).account, "fate"))
	for square, points := range map[string]int{"F5": 7, "G5": 7, "H5": 7, "E7": 4, "H8": 5, "E5": 6, "E4": 6, "B8": 12} {
		_, row, ok := strings.Cut(page, "</svg> "+square+"<span")
		row, _, _ = strings.Cut(row, "</tr>")
		if !ok || !strings.HasSuffix(row, "<td>"+strconv.Itoa(points)+"</td>") {
			t.Errorf("%s is not told to count %d in\n%s", square, points, page)
		}
	}
	for _, total := range []string{"<td>30</td></tr></tfoot>", "<td>24</td></tr></tfoot>"} {
		if !strings.Contains(page, total) {
			t.Errorf("the total %s is missing", total)
		}
	}
	for _, square := range []string{"D3", "G6", "B3"} {
		if strings.Contains(page, square) {
			t.Errorf("%s takes part", square)
		}
	}
}

func TestGoldenCampaign(t *testing.T) {
	pages := map[string]string{}
	retreat := retreatOwed(t)
	pages["war-retreat"] = render(t, WarTable(retreat.table, retreat.o))
	account := positioned(t, seedExample, "", Look{Target: "E5"})
	pages["war-account"] = render(t, WarTable(account.table, account.o))
	c := newCampaigner(t, words(t).Get("en"), "", nil)
	o := c.observe()
	o.Placing, _ = war.Deployment{}.Place(war.Cavalry, war.SquareAt(5, 9))
	c.keep(o, []string{"deploy C F10"}, Look{Pick: "I"})
	pages["war-deploy"] = render(t, WarTable(c.moments[0].table, c.moments[0].o))
	for name, page := range pages {
		golden(t, filepath.Join("testdata", name+".html"), indent(page))
	}
}

// golden compares a page with the one that is kept.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from the page; if that is meant, run the test with -update\n%s", file, got)
	}
}

// fragmentLimit is how large an answer with a whole board may be, compressed.
const fragmentLimit = 12 << 10

func TestABoardIsASmallAnswer(t *testing.T) {
	for _, l := range words(t).All() {
		largest := 0
		for _, m := range playedCampaign(t, l, "", 60, rand.New(rand.NewPCG(3, 3))) {
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			if _, err := io.WriteString(z, render(t, Fragment(Site{Lang: l, Game: "war"}, WarTable(m.table, m.o)))); err != nil {
				t.Fatal(err)
			}
			if err := z.Close(); err != nil {
				t.Fatal(err)
			}
			largest = max(largest, b.Len())
		}
		t.Logf("%s: at most %d bytes", l.Code(), largest)
		if largest > fragmentLimit {
			t.Errorf("%s: %d bytes, want at most %d", l.Code(), largest, fragmentLimit)
		}
	}
}

func BenchmarkWarPage(b *testing.B) {
	l := words(b).Get("en")
	moments := playedCampaign(b, l, "", 40, rand.New(rand.NewPCG(1, 1)))
	m := moments[len(moments)-4]
	b.ReportAllocs()
	for b.Loop() {
		if err := WarTable(m.table, m.o).Render(b.Context(), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWarMap(b *testing.B) {
	l := words(b).Get("en")
	moments := playedCampaign(b, l, "", 40, rand.New(rand.NewPCG(1, 1)))
	m := moments[len(moments)-4]
	b.ReportAllocs()
	for b.Loop() {
		if err := warMap(newCampaign(m.table, m.o)).Render(b.Context(), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
