package war

import (
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"salle/game"
	"salle/game/gametest"
)

// war 13.1, 13.2.
func TestNotationIsReadInEitherCaseAndAnyOrder(t *testing.T) {
	for text, want := range map[string]string{
		"E5-E6": "E5-E6", "e5-e6": "E5-E6", " k14* ": "K14*", "END": "end", "first north": "first north", "First South": "first south",
		"deploy":                "deploy",
		"deploy x f5 i f10 a2":  "deploy I A2 F10 X F5",
		"DEPLOY I A2 X F5 I A1": "deploy I A1 A2 X F5",
		"deploy R A1 R":         "deploy R A1",
	} {
		a, err := Rules{}.Parse(text)
		if err != nil || a.String() != want {
			t.Errorf("%q is read as %q, %v", text, a, err)
		}
		if back, err := (Rules{}).Parse(a.String()); err != nil || back != a {
			t.Errorf("%q is read back as %#v, %v", a, back, err)
		}
	}
	for _, text := range []string{
		"", "E5", "E5-", "-E6", "E5-E6-E7", "E5 E6", "*", "K14**", "K14 *", "U1*", "E26-E25", "first", "first west", "first north south",
		"end end", "resign", "deploy A1", "deploy Z A1", "deploy I U1", "deploy K A1 A2", "deploy II A1", "-", "first -",
	} {
		if a, err := (Rules{}).Parse(text); !errors.Is(err, game.ErrNotation) {
			t.Errorf("%q is read as %q, %v", text, a, err)
		}
	}
}

// war 13.4.
func TestPositionsAreReadAsTheyAreWritten(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 4))
	for range 500 {
		p := randomPosition(rng)
		if p.Dislodged != NoSquare {
			p.Moves, p.Retreated, p.Spent, p.Moved = 0, false, false, [MaxMoves]Square{}
		}
		back, err := ParsePosition(p.String(), p.Switches)
		if err != nil || back != p {
			t.Fatalf("%s is read as %s, %v", p, back, err)
		}
	}
	for _, c := range []struct{ old, new string }{
		{" N ", " E "},
		{" N ", "  N "},
		{"25/25/25/2R22", "25/25/2R22"},
		{"2R22", "2R21"},
		{"2R22", "2R23"},
		{"2R22", "02R22"},
		{"2R22", "2Z22"},
		{"2R22", "2R99999999999999999999"},
		{"2R22", "9R15"},
		{"2R22", "2RR21"},
		{"B15,D8", "D8,D8"},
		{"B15,D8", "B15,D9"},
		{"- - -", "A1 - -"},
		{"- - -", "K15 - -"},
		{"- - -", "- A1 -"},
		{"- - -", "- K15 -"},
		{"- - -", "- F10,F10 -"},
		{"- - -", "- F10,G6! -"},
		{"- - -", "- F10,G6,G7,G9,H5,H7 -"},
		{"- - -", "F10 G6 -"},
		{"- - -", "F10 - x"},
		{"- - -", "- - y"},
		{"- - -", "- -"},
	} {
		text := strings.Replace(opening, c.old, c.new, 1)
		if p, err := ParsePosition(text, 0); !errors.Is(err, ErrPosition) {
			t.Errorf("with %q for %q it is read as %s, %v", c.new, c.old, p, err)
		}
	}
}

// kfenOpening is the library's own opening in its own words: its map lacks a mountain and two forts.
const kfenOpening = "_________________________/_______f______A__________/_________mmmm____________/__R____A_m_______________/" +
	"_________m_______________/____X____(I)_______________/__CC_IIKIm_______________/__CCIWIIIm__________f____/" +
	"_____I___m__f____________/_________________________/______________iiikc______/______________iiicc______/" +
	"__f___________iiic_______/___________mmmmmx________/_______________(w)______r__/_______________m_________/" +
	"_______________m_________/_______________m_________/_________________________/__a___________________a__"

func TestKFENOpeningIsTheBooks(t *testing.T) {
	for _, text := range []string{
		kfenOpening, kfenOpening + "/N/M/[]", kfenOpening + "/N/M/[]/1/[]\n", strings.ReplaceAll(kfenOpening, "/", "/\n  "),
		kfenOpening + "/N/B/pass/3/[]", kfenOpening + "/N/M/[,,,]/1/[]",
	} {
		p, err := ParseKFEN(text, 0)
		if err != nil || p.String() != opening {
			t.Errorf("%q is read as %s, %v", text, p, err)
		}
	}
	p := parse(t, opening)
	want := strings.Replace(strings.Replace(strings.Replace(kfenOpening,
		"______________iiicc______", "______________[i]iicc______", 1), "___________mmmmmx", "__________mmmmmmx", 1),
		"(w)______r__", "(w)______[r]__", 1) + "/N/M/[]/1/[]"
	if got := p.KFEN(1); got != want {
		t.Errorf("written as\n%s, want\n%s", got, want)
	}
}

func TestKFENMovesAreReadInBothCustoms(t *testing.T) {
	before := kfenOpening + "/N/M/[(F9,F10),(C4,B3)]"
	p, err := ParseKFEN(before, 0)
	if err != nil || p.Board[square(t, "J6")] != PieceOf(game.First, Infantry) || p.Board[square(t, "C2")] != PieceOf(game.First, FootRelay) ||
		p.movedText() != "J6,C2" {
		t.Errorf("moves to be played: %s, %v", p, err)
	}
	after := p.KFEN(2)
	after = strings.Replace(after, "[]", "[(6I,6J),(3D,2C)]", 1)
	again, err := ParseKFEN(after, 0)
	if err != nil || again != p {
		t.Errorf("moves that were played: %s, %v", again, err)
	}
}

func TestKFENRoundTripsButForTheTurn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 20))
	for range 500 {
		p := randomPosition(rng)
		p.Moves, p.Retreated, p.Spent, p.Moved = 0, false, false, [MaxMoves]Square{}
		back, err := ParseKFEN(p.KFEN(7), p.Switches)
		if err != nil {
			t.Fatalf("%s: %v", p.KFEN(7), err)
		}
		for _, s := range arsenalSquares { // a bare unit on its own arsenal is read as hiding it
			if a := ArsenalAt(s); p.Board[s] != 0 && a.Of(p.Board[s].Side()) != 0 {
				p.Arsenals |= a
			}
		}
		if back != p {
			t.Fatalf("%s is read as %s", p, back)
		}
	}
	for _, text := range []string{
		"", kfenOpening + "/N", kfenOpening + "/E/M/[]", kfenOpening + "/N/X/[]", kfenOpening + "/N/M/(A1,A2)", kfenOpening + "/N/M/[(A1,A2)]",
		kfenOpening + "/N/M/[(Z1,A2)]", kfenOpening + "/N/M/[(F9,F10),(F10,F11)]", kfenOpening + "/N/M/[]/0/[]", kfenOpening + "/N/M/[]/1/[0,0]",
		kfenOpening + "/N/M/[]/1/[5,9,6,6]", kfenOpening + "/S/M/[]/1/[5,9]",
		strings.Replace(kfenOpening, "A", "a", 1), strings.Replace(kfenOpening, "A_", "_A", 1), strings.Replace(kfenOpening, "_", "", 1),
		strings.Replace(kfenOpening, "_", "__", 1), strings.Replace(kfenOpening, "mmmm", "mImm", 1), strings.Replace(kfenOpening, "(I)", "(I]", 1),
		strings.Replace(kfenOpening, "A_", "A{", 1), strings.Replace(kfenOpening, "_", "Q", 1),
	} {
		if p, err := ParseKFEN(text, 0); !errors.Is(err, ErrKFEN) {
			t.Errorf("%q is read as %s, %v", text, p, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"E5-E6", "k14*", "end", "first north", "deploy " + formationTexts[0][0][1]} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Rules{}.Parse(text)
		if err != nil {
			if !errors.Is(err, game.ErrNotation) {
				t.Fatal(err)
			}
			return
		}
		if back, err := (Rules{}).Parse(a.String()); err != nil || back != a {
			t.Fatalf("%q is written %q and read back as %#v, %v", text, a, back, err)
		}
	})
}

func FuzzParsePosition(f *testing.F) {
	f.Add(opening, uint16(0))
	f.Add(strings.Replace(opening, "- - -", "- F10!,G6 x", 1), uint16(1<<10))
	f.Fuzz(func(t *testing.T, text string, on uint16) {
		p, err := ParsePosition(text, Switches(on)&(1<<len(switchNames)-1))
		if err != nil {
			if !errors.Is(err, ErrPosition) {
				t.Fatal(err)
			}
			return
		}
		if back, err := ParsePosition(p.String(), p.Switches); err != nil || back != p {
			t.Fatalf("%q is written %q, which is read as %q, %v", text, p, back, err)
		}
		s, _ := Resume(p) // any position that is read can be played
		for range 3 {
			legal := Rules{}.Legal(Rules{}.Observe(s, s.Position.Side))
			if len(legal) == 0 {
				return
			}
			if s, _, err = (Rules{}).Apply(s, s.Position.Side, legal[len(legal)/2]); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func FuzzParseKFEN(f *testing.F) {
	p := Position{Side: game.First, Arsenals: AllArsenals}
	f.Add(kfenOpening)
	f.Add(kfenOpening + "/N/M/[(F9,F10),(4D,3C)]/3/[]")
	f.Add(p.KFEN(1))
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseKFEN(text, 0)
		if err != nil {
			if !errors.Is(err, ErrKFEN) {
				t.Fatal(err)
			}
			return
		}
		if back, err := ParsePosition(p.String(), 0); err != nil || back != p {
			t.Fatalf("%q is written %q, which is read as %q, %v", text, p, back, err)
		}
		if back, err := ParseKFEN(p.KFEN(1), 0); err != nil || back.Board != p.Board || back.Dislodged != p.Dislodged {
			t.Fatalf("%q is written %q, which is read as %q, %v", text, p.KFEN(1), back, err)
		}
	})
}

func FuzzParseVariant(f *testing.F) {
	f.Add("war +adjudicate +relay_by_contact")
	f.Fuzz(func(t *testing.T, text string) {
		on, err := ParseVariant(text)
		if err != nil {
			return
		}
		if back, err := ParseVariant(on.String()); err != nil || back != on {
			t.Fatalf("%q is written %q, which is read as %q, %v", text, on, back, err)
		}
	})
}

func TestPerft(t *testing.T) {
	gametest.PerftFile(t, "testdata/perft.txt", Rules{}, func(text string) (State, error) {
		p, err := ParsePosition(text, 0)
		s, _ := Resume(p)
		return s, err
	})
}

// The slow count of perft's first plies.
func TestPerftAgainstTheSlowRules(t *testing.T) {
	data, err := os.ReadFile("testdata/perft.txt")
	if err != nil {
		t.Fatal(err)
	}
	ground := readSlowMap(t)
	for line := range strings.Lines(string(data)) {
		text, rest, ok := strings.Cut(line, ";")
		if !ok || strings.HasPrefix(line, "#") || !strings.HasPrefix(rest, "1;") && !strings.HasPrefix(rest, "2;") {
			continue
		}
		p := parse(t, text)
		g := slowOf(ground, &p)
		g.loseStuck()
		want := len(g.actions())
		if strings.HasPrefix(rest, "2;") {
			want = 0
			for _, action := range g.actions() {
				next := slowOf(ground, &p)
				next.loseStuck()
				next.play(action)
				want += len(next.actions())
			}
		}
		if got := strings.TrimSpace(rest[2:]); got != signed(want) {
			t.Errorf("%s: the file has %s, the slow rules count %d", text, got, want)
		}
	}
}
