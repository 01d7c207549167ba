package war

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"salle/game"
)

// deploying is what a side sees before it has deployed.
func deploying(t *testing.T, seat game.Seat) Observation {
	t.Helper()
	s, err := Rules{}.Start(game.Setup{Rules: RulesVersion})
	if err != nil {
		t.Fatal(err)
	}
	return Rules{}.Observe(s, seat)
}

// opened is what the side to move sees at the start of a match with the ready-made deployments.
func opened(t *testing.T) Observation {
	t.Helper()
	rules := Rules{}
	s, err := rules.Start(game.Setup{Rules: RulesVersion})
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range []game.Seat{game.First, game.Second} {
		if s, _, err = rules.Apply(s, seat, DeployAction(Formations(seat)[0].Deployment)); err != nil {
			t.Fatal(err)
		}
	}
	if s, _, err = rules.Apply(s, game.Chance, DrawAction(game.First)); err != nil {
		t.Fatal(err)
	}
	return rules.Observe(s, game.First)
}

func TestEditsOfADeployment(t *testing.T) { // war 4.1, 4.2
	for _, c := range []struct {
		name        string
		edits       []string
		want, refus string
	}{
		{"place", []string{"place I E5", "place C F6"}, "deploy I E5 C F6", ""},
		{"letters in either case", []string{"place i e5"}, "deploy I E5", ""},
		{"place over a unit", []string{"place I E5", "place C E5"}, "deploy C E5", ""},
		{"place one too many", []string{"place K E5", "place K E6"}, "deploy K E5", CodeReserve},
		{"place in the enemy's half", []string{"place I K5"}, "", CodeTerritory},
		{"place on a mountain", []string{"place I C10"}, "", CodeMountain},
		{"move", []string{"place I E5", "move E5 E6"}, "deploy I E6", ""},
		{"swap", []string{"place I E5", "place C E6", "move E5 E6"}, "deploy I E6 C E5", ""},
		{"move onto itself", []string{"place I E5", "move E5 E5"}, "deploy I E5", ""},
		{"move nothing", []string{"move E5 E6"}, "", CodePicked},
		{"remove", []string{"place I E5", "place I E6", "remove E5"}, "deploy I E6", ""},
		{"remove nothing", []string{"remove E5"}, "", CodePicked},
		{"clear", []string{"formation book", "clear"}, "", ""},
		{"unknown formation", []string{"formation chess"}, "", CodeFormation},
		{"typed whole", []string{"deploy C F6 I E5"}, "deploy I E5 C F6", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := deploying(t, game.First)
			var draft []string
			code := ""
			for _, edit := range c.edits {
				next, err := Rules{}.Edit(o, draft, edit, nil)
				var illegal *game.IllegalError
				if errors.As(err, &illegal) {
					code = illegal.Key
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				draft = next
			}
			got := ""
			if len(draft) > 0 {
				got = draft[0]
			}
			if got != c.want || code != c.refus {
				t.Errorf("draft %q, refused as %q; want %q, %q", got, code, c.want, c.refus)
			}
		})
	}
}

func TestEveryFormationAndScatterCanBeConfirmed(t *testing.T) {
	for _, seat := range []game.Seat{game.First, game.Second} {
		o := deploying(t, seat)
		edits := []string{"random"}
		for _, f := range Formations(seat) {
			edits = append(edits, "formation "+f.Key)
		}
		for _, edit := range edits {
			draft, err := Rules{}.Edit(o, nil, edit, rand.New(rand.NewPCG(1, 1)))
			if err != nil || len(draft) != 1 {
				t.Fatalf("%s: %v, %v", edit, draft, err)
			}
			seen, err := Rules{}.Preview(o, draft)
			if err != nil || seen.Placing.Missing() != nil {
				t.Errorf("%s: the preview lacks %v, %v", edit, seen.Placing.Missing(), err)
			}
			if code, at := seen.Placing.Check(seat); code != "" {
				t.Errorf("%s: %s at %s", edit, code, at)
			}
		}
	}
}

func TestEditsOfATurn(t *testing.T) { // war 5.1, 5.2
	o := opened(t)
	rules := Rules{}
	var draft []string
	add := func(edit, refus string) {
		t.Helper()
		next, err := rules.Edit(o, draft, edit, nil)
		var illegal *game.IllegalError
		switch {
		case refus == "" && err != nil:
			t.Fatalf("%s: %v", edit, err)
		case refus == "notation" && !errors.Is(err, game.ErrNotation):
			t.Fatalf("%s: %v, want no notation", edit, err)
		case refus != "" && refus != "notation" && (!errors.As(err, &illegal) || illegal.Key != refus):
			t.Fatalf("%s: %v, want %s", edit, err, refus)
		case err == nil:
			draft = next
		}
	}
	add("H5-I5", "")
	add("h7-i7", "")
	add("H5-I5", CodeUnit)
	add("I5-J5", CodeMoved)
	add("end", "notation")
	add("K15*", "notation")
	add("first north", "notation")
	add("take H9-I9", CodePicked)
	if want := []string{"H5-I5", "H7-I7"}; !slices.Equal(draft, want) {
		t.Fatalf("draft %v, want %v", draft, want)
	}
	add("take H5-I5", "")
	if want := []string{"H7-I7"}; !slices.Equal(draft, want) {
		t.Fatalf("draft %v, want %v", draft, want)
	}
	seen, err := rules.Preview(o, draft)
	if err != nil || seen.Position.Moves != 1 || seen.Turn != o.Turn {
		t.Errorf("the preview is %s, %v", seen.Position, err)
	}
	add("clear", "")
	if draft != nil {
		t.Errorf("after clearing: %v", draft)
	}
}

func TestATakenBackMoveThatOthersNeed(t *testing.T) { // war 6.7
	o := opened(t)
	rules := Rules{}
	draft, err := rules.Edit(o, nil, "G7-F7", nil)
	if err != nil {
		t.Fatal(err)
	}
	if draft, err = rules.Edit(o, draft, "H7-G7", nil); err != nil {
		t.Fatal(err)
	}
	_, err = rules.Edit(o, draft, "take G7-F7", nil)
	var illegal *game.IllegalError
	if !errors.As(err, &illegal) || illegal.Key != CodeDepends {
		t.Errorf("error %v, want %s", err, CodeDepends)
	}
}

func FuzzEdit(f *testing.F) {
	for _, seed := range []string{"place I E5", "move E5 F6", "remove E5", "formation book", "random", "clear", "H5-I5", "take H5-I5", "deploy I E5"} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, first, second string) {
		s, err := Rules{}.Start(game.Setup{Rules: RulesVersion})
		if err != nil {
			t.Fatal(err)
		}
		o := Rules{}.Observe(s, game.First)
		var draft []string
		for _, edit := range []string{first, second} {
			next, err := Rules{}.Edit(o, draft, edit, rand.New(rand.NewPCG(1, 1)))
			if err != nil {
				continue
			}
			if _, err := (Rules{}).Preview(o, next); err != nil {
				t.Fatalf("%q leaves a draft %q that cannot be seen: %v", edit, next, err)
			}
			draft = next
		}
	})
}
