package shuriken

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"salle/game"
)

// shuriken 11, 8.5.
func TestNotationIsReadInEitherCaseAndAnyOrder(t *testing.T) {
	for text, want := range map[string]string{
		"d3*": "d3*", "D3-D7": "d3-d7", " @c2 ": "@c2", "Pass": "pass", "swap c3 a2": "swap a2 c3", "swap a2 a2": "swap a2 a2",
		"flag b2": "flag b2", "SHUFFLE": "shuffle", "ready": "ready", "d3-d3": "d3-d3", "a4-a5": "a4-a5",
		"first S": "first S", "first north": "first N",
		`stones e7\ b6/ f6/ c5\`:                      `stones c5\ e7\ b6/ f6/`,
		"deal S b1=RLF a1=lf+flag c1=SHIELD/bf":       "deal S a1=FL+flag b1=FLR c1=shield/FB",
		"deal N g11=x a9=shield b9=flag c9=F d10=Bow": "deal N a9=shield b9=flag c9=F d10=bow g11=X",
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
		"", "-", "d3", "d3-", "-d3", "d3>d5", "d3 d5", "d3**", "*", "@", "@@c2", "d03*", "3d*", "ä3*", "swap a1", "swap a1 b1 c1", "flag",
		"pass pass", "first", "first X", "first -", "stones", "stones b6", "stones b6/ b6/", "stones a1/", "stones a4/",
		"deal", "deal S", "deal S a1", "deal S a1=", "deal S a1=FF", "deal S a1=FX", "deal S a1=F a1=F", "deal S a9=F", "deal X a1=F",
		"deal S a1=captain b1=F+flag", "resign", "ready now",
	} {
		if a, err := (Rules{}).Parse(text); !errors.Is(err, game.ErrNotation) {
			t.Errorf("%q is read as %q, %v", text, a, err)
		}
	}
}

// An action that names no place of the board is told apart from what is no action at all.
func TestPlacesBeyondTheBoardAreNamed(t *testing.T) {
	for text, named := range map[string]bool{
		"d3-d12": true, "h3*": true, "@a0": true, "swap a1 a99": true, "flag z1": true, "d3>d12": false, "d12": false, "d3": false,
		"swap a99": false,
	} {
		_, err := Rules{}.Parse(text)
		var illegal *game.IllegalError
		if !errors.Is(err, game.ErrNotation) || errors.As(err, &illegal) != named {
			t.Errorf("%q: %v", text, err)
		}
		if named && illegal.Key != CodeField {
			t.Errorf("%q: %v", text, illegal)
		}
	}
}

const sample = `master N 21 7 1,0 c5\,e7\,b6/,f6/ Scaptain@a1,Sflag@g1!,Svolley@b2^2~1,SX*@c2,Sshield@d2!,SFL@e2,NF@a9^1,Nflag@b10,NX@c10`

// shuriken 11.
func TestPositionsAreReadAsTheyAreWritten(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	for range *positions {
		p := randomPosition(rng)
		if back, err := ParsePosition(p.String()); err != nil || back != p {
			t.Fatalf("%s is read as %s, %v", p, back, err)
		}
	}
	if p, err := ParsePosition(sample); err != nil || p.String() != sample {
		t.Fatalf("the sample is read as %s, %v", p, err)
	}
	for _, c := range []struct{ old, new string }{
		{"master", "gymnasium"},
		{"master", ""},
		{" N ", " E "},
		{" N ", " n "},
		{" 21 ", " 021 "},
		{" 21 ", " -1 "},
		{" 21 ", " 65536 "},
		{" 7 ", " 15 "},
		{" 7 ", " 8 "},
		{"1,0", "1"},
		{"1,0", "10,0"},
		{"1,0", "1,0,0"},
		{`c5\`, "c5"},
		{`c5\`, `a1\`},
		{`c5\`, `b6\`},
		{"SFL@e2", "SFL@d2"},
		{"SFL@e2", "SFL@e2!"},
		{"SFL@e2", "SFL@e2~1"},
		{"SFL@e2", "SFL@e2^3"},
		{"SFL@e2", "SFL@e2^0"},
		{"SFL@e2", "SFL*@e2"},
		{"SFL@e2", "SFL@b6"},
		{"SFL@e2", "SFL@a4"},
		{"SFL@e2", "FL@e2"},
		{"SFL@e2", "S@e2"},
		{"SFL@e2", "Sflag@e2"},
		{"SFL@e2", "SFL+flag@e2"},
		{"SFL@e2", "SFL@e2 "},
		{"SFL@e2", ""},
	} {
		text := strings.Replace(sample, c.old, c.new, 1)
		if p, err := ParsePosition(text); !errors.Is(err, ErrPosition) {
			t.Errorf("with %q for %q it is read as %s, %v", c.new, c.old, p, err)
		}
	}
}

func TestVariantsAreReadAsTheyAreWritten(t *testing.T) {
	for _, name := range Variants() {
		g, quiet, err := ParseVariant(name)
		if err != nil || VariantOf(g, quiet) != name {
			t.Errorf("%q: %s %v %v", name, g, quiet, err)
		}
		if _, err := (Rules{}).Start(game.Setup{Variant: name, Rules: 1}); err != nil {
			t.Error(err)
		}
	}
	if g, quiet, err := ParseVariant(""); g != Training || quiet || err != nil {
		t.Error("the default is the training ground")
	}
	for _, name := range []string{"Training", "quiet", "-quiet", "master quiet"} {
		if _, err := (Rules{}).Start(game.Setup{Variant: name, Rules: 1}); !errors.Is(err, game.ErrVariant) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := (Rules{}).Start(game.Setup{Rules: 2}); !errors.Is(err, game.ErrVersion) {
		t.Error("version 2 is known")
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"d3*", "d3-d7", "@c2", "pass", "swap a2 c3", "flag b2", "shuffle", "ready", "first S", `stones b6/ f6/ c5\ e7\`, "d3-d12",
		"deal S a1=captain b1=shield c1=F", "deal N a9=FL+flag b9=shield/FB", "deal S a1=x",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Rules{}.Parse(text)
		if err != nil {
			if !errors.Is(err, game.ErrNotation) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if back, err := (Rules{}).Parse(a.String()); err != nil || back != a {
			t.Fatalf("%q is written %q and read back as %#v, %v", text, a, back, err)
		}
	})
}

func FuzzParsePosition(f *testing.F) {
	f.Add(sample)
	f.Add("training S 0 0 0,0 - -")
	f.Add("training-quiet N 65535 14 9,9 d6/ SFL+flag@a1!,Nshield/FB@g11^2")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePosition(text)
		if err != nil {
			if !errors.Is(err, ErrPosition) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if back, err := ParsePosition(p.String()); err != nil || back != p {
			t.Fatalf("%q is written %q and read back as %s, %v", text, p, back, err)
		}
		var buf [maxMoves]Move
		for _, m := range p.AppendMoves(buf[:0]) {
			after := p
			after.Do(m)
		}
	})
}

func FuzzParseMan(f *testing.F) {
	for _, text := range []string{"FLR", "captain", "X", "flag", "shield", "FL+flag", "shield/FB", "volley", "bow"} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, master bool) {
		g := Training
		if master {
			g = Master
		}
		m, ok := ParseMan(text, g)
		if back, again := ParseMan(m.Text(g), g); ok && (!again || back != m) {
			t.Fatalf("%q is %+v and read back as %+v", text, m, back)
		}
	})
}

func FuzzParseField(f *testing.F) {
	for _, name := range []string{"a1", "g11", "a4", "h1", "a0", "a01"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		at, ok := ParseField(name)
		if ok != (at != NoField) || ok && at.String() != name || at.Turned().Turned() != at {
			t.Fatalf("%q is read as %s, %v", name, at, ok)
		}
	})
}
