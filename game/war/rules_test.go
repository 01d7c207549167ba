package war

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"salle/game"
)

// opening is war 4.4 as war 13.4 writes it.
const opening = "25/25/25/2R22/25/4X4I15/2CC1IIKI16/2CCIWIII16/5I19/25/14iiikc6/14iiicc6/14iiic7/16x8/15w6r2/25/25/25/25/25 N B15,D8,T3,T23 - - -"

func parse(t testing.TB, text string) Position {
	t.Helper()
	p, err := ParsePosition(text, 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// place makes a position of units such as "N C F5", with all arsenals.
func place(t testing.TB, side game.Seat, units ...string) Position {
	t.Helper()
	p := Position{Side: side, Arsenals: AllArsenals}
	for _, text := range units {
		piece, at := unit(t, text)
		p.put(at, piece)
	}
	return p
}

// play plays actions from a state, whoever's turn it is.
func play(t testing.TB, s State, actions ...string) (State, []game.Event) {
	t.Helper()
	var events []game.Event
	for _, text := range actions {
		a, err := Rules{}.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		by := s.Position.Side
		switch {
		case a.Draws:
			by = game.Chance
		case a.Deploys && !Territory(by, a.Deployment[0]):
			by = by.Other()
		}
		if s, events, err = (Rules{}).Apply(s, by, a); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return s, events
}

func begin(t testing.TB, variant string) State {
	t.Helper()
	s, err := Rules{}.Start(game.Setup{Variant: variant, Rules: RulesVersion})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// deployed is a match after the book's deployments and the draw.
func deployed(t testing.TB, variant, first string) State {
	t.Helper()
	s, _ := play(t, begin(t, variant), "deploy "+formationTexts[0][0][1], "deploy "+formationTexts[1][0][1], "first "+first)
	return s
}

// war 1.1: names and squares are one to one, in board order.
func TestSquaresAreNamedByRowAndColumn(t *testing.T) {
	for name, want := range map[string]Square{"A1": 1, "A25": 25, "B1": 26, "T25": 500, "E5": SquareAt(4, 4), "t3": SquareAt(19, 2)} {
		if got, ok := ParseSquare(name); !ok || got != want || !strings.EqualFold(got.String(), name) {
			t.Errorf("%s is read as %d, %s", name, got, got)
		}
	}
	for _, name := range []string{"", "A", "A0", "A26", "U1", "A01", "A1 ", "1A", "A-1", "A100", "@1", "É1", "A1x"} {
		if got, ok := ParseSquare(name); ok {
			t.Errorf("%q is read as %s", name, got)
		}
	}
	for s := Square(1); s <= Squares; s++ {
		if back, ok := ParseSquare(s.String()); !ok || back != s || SquareAt(s.Row(), s.Column()) != s {
			t.Errorf("square %d is written %s and read as %d", s, s, back)
		}
	}
}

// war 2.1: the ground is the drawing's.
func TestTheGroundIsTheMap(t *testing.T) {
	drawing := readSlowMap(t)
	for s := Square(1); s <= Squares; s++ {
		want := drawing[slowPoint(s.String())]
		got := map[Terrain]rune{Plain: '.', Mountain: 'M', Pass: 'P', Fort: 'F'}[s.Terrain()]
		switch a := ArsenalAt(s); {
		case a.Of(game.First) != 0:
			got = 'A'
		case a.Of(game.Second) != 0:
			got = 'a'
		}
		if got != want {
			t.Errorf("%s is %c, want %c", s, got, want)
		}
	}
}

// war 2.6.
func TestTheEmptyBoardIsLitAsTheRulesSay(t *testing.T) {
	p := Position{Arsenals: AllArsenals}
	s := p.Supply()
	if north, south := s.Lit[0].Len(), s.Lit[1].Len(); north != 106 || south != 97 {
		t.Errorf("%d squares are lit for north and %d for south, want 106 and 97", north, south)
	}
	for side, forts := range [2][]string{{"B8", "H21", "I13"}, {"L15", "M3", "O23"}} {
		for _, name := range forts {
			if !s.Lit[side].Has(square(t, name)) {
				t.Errorf("the fort %s is dark for %s", name, sides[side])
			}
		}
	}
}

// war 1.3.
func TestLinesAreStraight(t *testing.T) {
	for _, c := range []struct {
		from, to string
		d        Direction
		steps    int
		between  string
	}{
		{"E5", "B5", North, 3, "D5 C5"},
		{"E5", "B8", NorthEast, 3, "D6 C7"},
		{"E5", "E6", East, 1, ""},
		{"E5", "G7", SouthEast, 2, "F6"},
		{"E5", "F4", SouthWest, 1, ""},
		{"E5", "A1", NorthWest, 4, "D4 C3 B2"},
		{"E5", "G6", 0, 0, ""},
		{"E5", "E5", 0, 0, ""},
		{"A25", "B1", 0, 0, ""},
	} {
		a, b := square(t, c.from), square(t, c.to)
		d, steps, ok := Line(a, b)
		if d != c.d || steps != c.steps || ok != (c.steps > 0) || joined(Between(a, b), " ") != c.between {
			t.Errorf("from %s to %s: direction %d, %d steps, %v, between %v", c.from, c.to, d, steps, ok, Between(a, b))
		}
	}
}

// war 3.1 and 3.3.
func TestUnitsAreThoseOfTheTable(t *testing.T) {
	total := 0
	for _, c := range []struct {
		code                                       string
		number, attack, plain, pass, fort, r, pace int
		fighting                                   bool
	}{
		{"I", 9, 4, 6, 8, 10, 2, 1, true},
		{"C", 4, 4, 5, 5, 5, 2, 2, true},
		{"K", 1, 5, 8, 10, 12, 3, 1, true},
		{"W", 1, 5, 8, 10, 12, 3, 2, true},
		{"R", 1, 0, 1, 1, 1, 2, 1, false},
		{"X", 1, 0, 1, 1, 1, 2, 2, false},
	} {
		k := kindOf(c.code[0])
		total += k.Number()
		if k.Code() != c.code || k.Number() != c.number || k.Attack() != c.attack || k.Defence(Plain) != c.plain ||
			k.Defence(Pass) != c.pass || k.Defence(Fort) != c.fort || k.Range() != c.r || k.Moves() != c.pace ||
			k.Fighting() != c.fighting || k.Mounted() != (c.pace == 2) {
			t.Errorf("%s is not the table's", c.code)
		}
	}
	if total != Army {
		t.Errorf("%d units, want %d", total, Army)
	}
}

func refusedAs(err error, code string) bool {
	var illegal *game.IllegalError
	return errors.As(err, &illegal) && illegal.Key == code && strings.HasPrefix(illegal.Rule, "war ")
}

// The reasons for a refusal, each with its rule.
func TestRefusalsNameTheirReason(t *testing.T) {
	for _, c := range []struct {
		name     string
		position Position
		action   string
		code     string
	}{
		{"nobody there", parse(t, opening), "A1-A2", CodeUnit},
		{"an enemy", parse(t, opening), "K15-J15", CodeUnit},
		{"too far", parse(t, opening), "F10-F12", CodeReach},
		{"a mountain", parse(t, opening), "F10-E10", CodeReach},
		{"on the spot", parse(t, opening), "F10-F10", CodeReach},
		{"isolated", place(t, game.First, "N I K12", "S I T20"), "K12-K11", CodeIsolated},
		{"nobody to attack", parse(t, opening), "A1*", CodeTarget},
		{"own unit", parse(t, opening), "F10*", CodeTarget},
		{"out of reach", parse(t, opening), "K15*", CodeFire},
		{"retreat first", parse(t, strings.Replace(opening, "- - -", "F10 - -", 1)), "G9-F9", CodeRetreat},
		{"retreat before the end", parse(t, strings.Replace(opening, "- - -", "F10 - -", 1)), "end", CodeRetreat},
		{"retreat before an attack", parse(t, strings.Replace(opening, "- - -", "F10 - -", 1)), "K15*", CodeRetreat},
		{"moved", parse(t, strings.Replace(opening, "- - -", "- F10 -", 1)), "F10-F9", CodeMoved},
		{"five have moved", parse(t, strings.Replace(opening, "- - -", "- F10,G6,G7,G9,H5 -", 1)), "H7-I7", CodeMoves},
		{"attack spent", parse(t, strings.Replace(opening, "- - -", "- F10 x", 1)), "K15*", CodeSpent},
		{"deployment over", parse(t, opening), "deploy " + formationTexts[0][0][1], CodeAction},
		{"drawn already", parse(t, opening), "first north", CodeAction},
	} {
		s, _ := Resume(c.position)
		a, err := Rules{}.Parse(c.action)
		if err != nil {
			t.Fatal(err)
		}
		next, events, err := Rules{}.Apply(s, game.First, a)
		if !refusedAs(err, c.code) || next != s || events != nil {
			t.Errorf("%s: %s gives %v, want %s", c.name, c.action, err, c.code)
		}
	}
	closed := place(t, game.First, "N C R22", "N R D22", "N X B22", "S I T20")
	closed.Arsenals, closed.Spent = AllArsenals&^ArsenalAt(square(t, "T3")), true
	s, _ := Resume(closed)
	if _, _, err := (Rules{}).Apply(s, game.First, StepAction(Step{Move, square(t, "R22"), square(t, "T23")})); !refusedAs(err, CodeArsenal) {
		t.Errorf("a second arsenal: %v", err)
	}
}

// war 7.8, 9: an attack by one is told, then the retreat is owed, told and remembered for the turn.
func TestADislodgedUnitRetreatsFirst(t *testing.T) {
	p := place(t, game.First, "N I J14", "N I I14", "N I J13", "S I K14", "S I T20", "S C K15")
	s, _ := Resume(p)
	s, events := play(t, s, "k14*")
	texts := eventTexts(events)
	want := []string{"attack north K14 I14 J13 J14 1", "dislodged south K14 I", "turn south 2"}
	if !slices.Equal(texts, want) {
		t.Errorf("told %q, want %q", texts, want)
	}
	o := Rules{}.Observe(s, game.Second)
	for _, a := range (Rules{}).Legal(o) {
		if a.Step.Verb != Move || a.Step.From != square(t, "K14") {
			t.Errorf("%s is legal before the retreat", a)
		}
	}
	s, events = play(t, s, "K14-L14")
	if texts := eventTexts(events); texts[0] != "retreat south K14 L14 I 1" {
		t.Errorf("told %q", texts)
	}
	if text := s.String(); !strings.HasSuffix(text, "S B15,D8,T3,T23 - L14! -") || s.Position.Retreater() != square(t, "L14") {
		t.Errorf("after the retreat: %s", text)
	}
}

func eventTexts(events []game.Event) []string {
	var texts []string
	for _, e := range events {
		texts = append(texts, EventText(e))
	}
	return texts
}

// war 9.2: a unit that cannot retreat is lost at the start of its side's turn.
func TestAUnitThatCannotRetreatIsLost(t *testing.T) {
	p := place(t, game.First, "N C J18", "N R J15", "S I K18", "S I K16", "S I L15")
	s, _ := Resume(p)
	s, events := play(t, s, "K18*")
	want := []string{"attack north K18 J18 1", "dislodged south K18 I", "turn south 2", "lost south K18 I"}
	if texts := eventTexts(events); !slices.Equal(texts, want) {
		t.Errorf("told %q, want %q", texts, want)
	}
	if at := square(t, "K18"); s.Position.Board[at] != 0 || s.Position.Dislodged != NoSquare || s.Position.Moves != 0 {
		t.Errorf("it stands there still: %s", s)
	}
	p.Switches = IsolatedMayRetreat
	s, _ = Resume(p)
	if s, _ = play(t, s, "K18*"); s.Position.Dislodged != square(t, "K18") {
		t.Errorf("with the switch it may retreat: %s", s)
	}
}

// war 10, 11.1.
func TestArsenalsFallAndTheSecondWins(t *testing.T) {
	p := place(t, game.First, "N C R3", "N C R23", "N R D3", "N X D4", "N I R22", "S I T12")
	s, _ := Resume(p)
	s, events := play(t, s, "R3-T3")
	if texts := eventTexts(events); !slices.Equal(texts, []string{"move north R3 T3 C 1", "arsenal north T3"}) {
		t.Errorf("told %q", texts)
	}
	if o := (Rules{}).Observe(s, game.First); o.MayAttack() || !o.ToMove() {
		t.Error("the attack is spent, and the turn goes on")
	}
	s, _ = play(t, s, "end", "end", "D4-D5")
	s, _ = play(t, s, "end", "end")
	p = place(t, game.First, "N C R23", "N R D23", "N X B23", "S I T12")
	p.Arsenals = s.Position.Arsenals
	s, _ = Resume(p)
	s, events = play(t, s, "R23-T23")
	if texts := eventTexts(events); s.Position.Result != game.Won(game.First, ReasonArsenals) || texts[2] != "win north arsenals" {
		t.Errorf("result %+v, told %q", s.Position.Result, texts)
	}
	if legal := (Rules{}).Legal(Rules{}.Observe(s, game.First)); legal != nil {
		t.Errorf("legal after the end: %v", legal)
	}
}

// war 14, adjudicate.
func TestEightyQuietTurnsAreADraw(t *testing.T) {
	p := place(t, game.First, "N I C8", "N R A1", "S I T20")
	p.Switches = Adjudicate
	s, _ := Resume(p)
	at := square(t, "A1")
	for turn := 1; turn <= quietLimit; turn++ {
		if s.Position.Result.Over {
			t.Fatalf("over before turn %d: %+v", turn, s.Position.Result)
		}
		if s.Position.Side == game.First { // along row A and back along row B: no position comes back
			to := at + 1
			switch {
			case at == square(t, "A25"):
				to = square(t, "B25")
			case at.Row() == 1:
				to = at - 1
			}
			s, _ = play(t, s, at.String()+"-"+to.String())
			at = to
		}
		s, _ = play(t, s, "end")
	}
	if s.Position.Result != game.Drawn(ReasonQuiet) {
		t.Errorf("after %d quiet turns %+v", quietLimit, s.Position.Result)
	}
}

// What Adjudicate remembers.
func TestTheHistoryCountsQuietTurnsAndRepeats(t *testing.T) {
	h := History{}
	for n := range quietLimit {
		h.finish()
		if h.begin(uint64(n)) != 1 {
			t.Fatal("a new position has stood before")
		}
	}
	if h.Quiet != quietLimit {
		t.Errorf("%d quiet turns, want %d", h.Quiet, quietLimit)
	}
	h.stir(Change{Dislodged: 1})
	if h.Quiet != 0 || h.Len != quietLimit {
		t.Errorf("a retreat owed: %d quiet turns, %d remembered", h.Quiet, h.Len)
	}
	if h.finish(); h.Quiet != 0 {
		t.Errorf("the turn of the retreat owed was quiet")
	}
	h.stir(Change{Captured: 1})
	if h.Len != 0 {
		t.Errorf("after a capture %d positions could come back", h.Len)
	}
	for n := range 2 * HistoryLimit {
		h.begin(uint64(n))
	}
	if h.Len != HistoryLimit || h.Times(0) != 0 || h.Times(2*HistoryLimit-1) != 1 {
		t.Errorf("%d remembered", h.Len)
	}
}

func TestHashesTellPositionsApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	byHash := map[uint64]string{}
	for range 3000 {
		p := randomPosition(rng)
		if other, ok := byHash[p.Hash()]; ok && other != p.String() {
			t.Fatalf("one hash for %s and %s", p, other)
		}
		byHash[p.Hash()] = p.String()
		back, err := ParsePosition(p.String(), p.Switches)
		if err != nil || back.Hash() != p.Hash() {
			t.Fatalf("%s is read with another hash, %v", p, err)
		}
	}
}
