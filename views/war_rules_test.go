package views

import (
	"fmt"
	"strings"
	"testing"

	"salle/game"
	"salle/game/war"
)

// TestDiagramsAreOfTheRules compares what the pictures reckon with what their captions say.
func TestDiagramsAreOfTheRules(t *testing.T) {
	l := words(t).Get("en")
	for name, want := range map[string][]string{
		"attack-sum": {"30:24 captured"}, "range": {"9:6 captured"}, "fire-over": {"9:6 captured"}, "mountain": {"4:6 holds"},
		"margin": {"12:12 holds", "12:11 retreats", "8:6 captured"}, "isolated": {"8:8 holds"}, "cut-attack": {"4:0 captured"},
		"charge": {"28:28 holds"}, "charge-files": {"14:12 captured"}, "charge-gap": {"7:6 retreats"},
		"charge-pass": {"21:6 captured"}, "forts": {"8:10 holds"}, "fort-out": {"8:12 holds"},
	} {
		var got []string
		for _, p := range plans[name] {
			a, ok := p.account()
			if !ok {
				t.Errorf("%s has no sum", name)
			}
			got = append(got, fmt.Sprintf("%d:%d %s", a.Attack, a.Defence, outcomeName(a.Outcome())))
		}
		if strings.Join(got, ", ") != strings.Join(want, ", ") {
			t.Errorf("%s: %v, want %v: %s", name, got, want, l.T("rules.war.diagram."+name))
		}
	}
}

// TestDiagramsShowWhoIsCutOff compares the pictures of lines with their captions.
func TestDiagramsShowWhoIsCutOff(t *testing.T) {
	for name, want := range map[string][]string{
		"relay": {"P17"}, "relay-silent": {"I9 M5"}, "contact": {"L14"}, "cut-off": {"N8"}, "wake": {"K12 L2", ""}, "order": {"G7 I9", "G7 J9"},
	} {
		for i, p := range plans[name] {
			at, err := p.position()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			_, in := at.SupplyOf(game.First)
			var cut []string
			for _, s := range at.Units[game.First].Squares() {
				if !in.Has(s) {
					cut = append(cut, s.String())
				}
			}
			if got := strings.Join(cut, " "); got != want[i] {
				t.Errorf("%s, picture %d: %q are cut off, want %q", name, i+1, got, want[i])
			}
		}
	}
	empty := war.Position{Arsenals: war.AllArsenals}
	if s := empty.Supply(); s.Lit[game.First].Len() != 106 || s.Lit[game.Second].Len() != 97 {
		t.Errorf("%d and %d squares are lit on the empty board", s.Lit[game.First].Len(), s.Lit[game.Second].Len())
	}
}

// TestDiagramsShowWhereUnitsGo compares the pictures of moves with their captions.
func TestDiagramsShowWhereUnitsGo(t *testing.T) {
	for name, want := range map[string]string{
		"retreat": "J15 K13 L13 L14 L15",
		"moves":   "D7 D8 D9 E7 E8 E9 E11 F7 F8 F10 F11 G7 G8 G9 G11 H7 H8 H9",
	} {
		p := plans[name][0]
		at, err := p.position()
		if err != nil {
			t.Fatal(err)
		}
		from, _ := war.ParseSquare(p.from)
		s := at.Supply()
		var got []string
		for to := range at.Destinations(from, &s).All() {
			got = append(got, to.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
}

// TestEveryPlanIsAPosition reads all pictures, so that none fails on the page.
func TestEveryPlanIsAPosition(t *testing.T) {
	for name, pictures := range plans {
		for _, p := range pictures {
			at, err := p.position()
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			first, last := p.corners(&at)
			if first == war.NoSquare || last == war.NoSquare || first >= last {
				t.Errorf("%s shows %s to %s", name, first, last)
			}
		}
	}
}
