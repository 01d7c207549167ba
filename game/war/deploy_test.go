package war

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"salle/game"
)

// war 4.2, 4.3, 12.1.
func TestDeploymentsAreSecretUntilBothAreIn(t *testing.T) {
	s := begin(t, "")
	north, south := Formations(game.First), Formations(game.Second)
	for _, f := range north {
		one, events, err := Rules{}.Apply(s, game.First, DeployAction(f.Deployment))
		if err != nil {
			t.Fatal(err)
		}
		for _, viewer := range []game.Seat{game.Second, game.Spectator, game.Chance} {
			o := Rules{}.Observe(one, viewer)
			if o.Own != (Deployment{}) || o.Position != s.Position || o.Committed != [2]bool{true, false} {
				t.Errorf("%s sees %+v", viewer, o)
			}
		}
		if o := (Rules{}).Observe(one, game.First); o.Own != f.Deployment || o.ToDeploy() {
			t.Errorf("north does not see its own deployment: %v", o.Own)
		}
		if len(events) != 1 || events[0].Kind != EventPledge || len(events[0].At) != 0 {
			t.Errorf("told: %v", events)
		}
		if _, _, err := (Rules{}).Apply(one, game.First, DeployAction(north[0].Deployment)); !refusedAs(err, CodeCommitted) {
			t.Errorf("a second commitment: %v", err)
		}
		both, events, err := Rules{}.Apply(one, game.Second, DeployAction(south[0].Deployment))
		if err != nil || both.Ply != 1 || both.Position.Units[0].Len != Army || both.Position.Units[1].Len != Army {
			t.Errorf("both are in: %v, %s", err, both)
		}
		if len(events) != 3 || events[1].At[0] != f.Deployment.String() || events[2].At[0] != south[0].Deployment.String() {
			t.Errorf("told: %v", events)
		}
		if status := (Rules{}).Status(both); status.ToAct != game.Only(game.Chance) {
			t.Errorf("to act are %v", status.ToAct)
		}
	}
}

// war 4.1.
func TestWrongDeploymentsAreRefused(t *testing.T) {
	book := formationTexts[0][0][1]
	for _, c := range []struct{ old, new, code string }{
		{"F10", "E10", CodeMountain},
		{"F10", "K10", CodeTerritory},
		{"F10", "G6", CodeOccupied},
		{" X F5", "", CodeMissing},
		{"F10 ", "", CodeMissing},
		{"X F5", "X D3", CodeOccupied},
	} {
		a, err := Rules{}.Parse("deploy " + strings.Replace(book, c.old, c.new, 1))
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := (Rules{}).Apply(begin(t, ""), game.First, a); !refusedAs(err, c.code) {
			t.Errorf("%s for %s: %v, want %s", c.new, c.old, err, c.code)
		}
	}
}

// war 4.4.
func TestFormationsAreLegalAndInCommunication(t *testing.T) {
	for _, side := range players {
		keys := map[string]bool{}
		for i, f := range Formations(side) {
			if code, at := f.Deployment.Check(side); code != "" {
				t.Errorf("%s of %s is refused as %s at %s", f.Key, sides[side], code, at)
			}
			if text := f.Deployment.String(); text != formationTexts[side][i][1] {
				t.Errorf("%s of %s is written %s", f.Key, sides[side], text)
			}
			p := f.Deployment.Preview(side)
			if _, in := p.SupplyOf(side); in.Len() != Army {
				t.Errorf("%s of %s has units out of communication; in it are %v", f.Key, sides[side], in.List())
			}
			keys[f.Key] = true
		}
		if len(keys) != 4 {
			t.Errorf("formations of %s: %v", sides[side], keys)
		}
	}
	if s := deployed(t, "", "north"); s.String() != opening {
		t.Errorf("the book's opening is\n%s, want\n%s", s, opening)
	}
}

func TestScatteredDeploymentsAreLegalAndInCommunication(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	seen := map[Deployment]bool{}
	for n := range 200 {
		side := players[n%2]
		d := Scatter(side, rng)
		if code, at := d.Check(side); code != "" {
			t.Fatalf("%s of %s is refused as %s at %s", d, sides[side], code, at)
		}
		p := d.Preview(side)
		if _, in := p.SupplyOf(side); in.Len() != Army {
			t.Fatalf("%s of %s has units out of communication", d, sides[side])
		}
		seen[d] = true
	}
	if len(seen) != 200 {
		t.Errorf("%d different deployments of 200", len(seen))
	}
}

func TestADeploymentIsEditedUnitByUnit(t *testing.T) {
	var d Deployment
	if len(d.Missing()) != Army || d.String() != "-" {
		t.Errorf("empty: %d missing, %s", len(d.Missing()), d)
	}
	full := Formations(game.First)[0].Deployment
	squares := slices.Clone(full[:])
	slices.Reverse(squares)
	for _, s := range squares {
		var ok bool
		if d, ok = d.Place(full.At(s), s); !ok {
			t.Fatalf("no place for %s", s)
		}
	}
	if d != full {
		t.Errorf("placed in another order: %s", d)
	}
	if _, ok := d.Place(Infantry, square(t, "A1")); ok {
		t.Error("a tenth infantry was placed")
	}
	for n, s := range squares {
		if d = d.Remove(s); len(d.Missing()) != n+1 || d.At(s) != NoKind {
			t.Errorf("after %s was removed: %s", s, d)
		}
	}
	if d != (Deployment{}) {
		t.Errorf("all removed: %v", d)
	}
}
