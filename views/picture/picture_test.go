package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"image"
	"image/color"
	"image/png"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"salle/game"
	"salle/game/shuriken"
	"salle/game/spirit"
	"salle/game/war"
)

var update = flag.Bool("update", false, "write the golden files anew")

// view is a match as a seat sees it.
type view struct {
	o      any
	status game.Status
	title  string
}

func look[S game.State, O any, A game.Action](rules game.Rules[S, O, A], s S, seat game.Seat, title string) view {
	return view{rules.Observe(s, seat), rules.Status(s), title}
}

func (v view) png(t testing.TB, names ...string) []byte {
	t.Helper()
	b, err := PNG(v.o, v.status, named(names), v.title)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (v view) svg(t testing.TB, names ...string) []byte {
	t.Helper()
	b, err := SVG(v.o, v.status, named(names), v.title)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func named(names []string) [2]string {
	if len(names) < 2 {
		return [2]string{"Anna", "Ben"}
	}
	return [2]string(names)
}

// play plays actions at random, and what Chance owes.
func play[S game.State, O any, A game.Action](t testing.TB, rules game.Rules[S, O, A], variant string, rng *rand.Rand, actions int) S {
	t.Helper()
	s, err := rules.Start(game.Setup{Variant: variant, Rules: 1})
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < actions || rules.Status(s).ToAct.Has(game.Chance); n++ {
		status := rules.Status(s)
		by := game.First
		switch {
		case status.Result.Over:
			return s
		case status.ToAct.Has(game.Chance):
			if s, _, err = rules.Apply(s, game.Chance, rules.Draw(s, rng)); err != nil {
				t.Fatal(err)
			}
			continue
		case !status.ToAct.Has(by):
			by = game.Second
		}
		legal := rules.Legal(rules.Observe(s, by))
		a := legal[rng.IntN(len(legal))]
		for _, ready := range legal {
			if ready.String() == "ready" && rng.IntN(3) == 0 {
				a = ready
			}
		}
		if s, _, err = rules.Apply(s, by, a); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// spiritState is Spirit Duel at a known moment.
func spiritState(t testing.TB) spirit.State {
	return play(t, spirit.Rules{}, "", rand.New(rand.NewPCG(4, 4)), 13)
}

// warState is the Game of War with both armies as the book deploys them.
func warState(t testing.TB) war.State {
	return play(t, war.Rules{}, "", rand.New(rand.NewPCG(4, 4)), 2)
}

const masters = `master S 24 5 1,0 c7/,e5/,b6\,f6\ SFL@a1,Svolley@b1~2,Sflag@c1,Sbow@f1,SX@b2,Sshield@e2,SX*@a3,SFR@g3,` +
	`SFLR@c4,Scaptain@d5,NX@g6,NFLR@f9,NF@e9,Nshield@d9!,Nbow@g10,Nflag@c10!,NF@a11,NFL@f11^2`

// shurikenState is Shuriken Duel at a known moment.
func shurikenState(t testing.TB, at string) shuriken.State {
	t.Helper()
	p, err := shuriken.ParsePosition(at)
	if err != nil {
		t.Fatal(err)
	}
	return shuriken.Resume(p)
}

// views are known moments of all games, before anybody who only looks on.
func views(t testing.TB) map[string]view {
	t.Helper()
	start, err := war.Rules{}.Start(game.Setup{Rules: war.RulesVersion})
	if err != nil {
		t.Fatal(err)
	}
	closed := shuriken.Rules{}.Close(shurikenState(t, masters), game.Won(game.Second, game.ReasonResign))
	return map[string]view{
		"spirit":        look(spirit.Rules{}, spiritState(t), game.Spectator, "Spirit Duel"),
		"war":           look(war.Rules{}, warState(t), game.Spectator, "Game of War"),
		"war-hidden":    look(war.Rules{}, start, game.Spectator, "Game of War"),
		"shuriken":      look(shuriken.Rules{}, shurikenState(t, masters), game.Spectator, "Shuriken Duel"),
		"shuriken-over": look(shuriken.Rules{}, closed, game.Spectator, "Shuriken Duel"),
	}
}

// styled is what an SVG must not hold.
var styled = regexp.MustCompile(`(?i) style=| on[a-z]+=|<script|<style|href|url\(|NaN|Inf`)

func TestGoldenPictures(t *testing.T) {
	for name, v := range views(t) {
		got := v.svg(t)
		if bad := styled.Find(got); bad != nil {
			t.Errorf("%s holds %q", name, bad)
		}
		file := filepath.Join("testdata", name+".svg")
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is drawn differently; if that is meant, run the test with -update and look at it", file)
		}
	}
}

// TestNamesAreWords holds that an SVG is well formed and tells its title, whatever the players are called.
func TestNamesAreWords(t *testing.T) {
	for _, name := range []string{"Anna", "김철수", "<script>alert(1)</script>", `"&'>`, "a\x00b\xff", strings.Repeat("W", 60), ""} {
		svg := views(t)["spirit"].svg(t, name, "Ben")
		var words []string
		for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%q: %v", name, err)
			}
			if c, ok := token.(xml.CharData); ok && strings.TrimSpace(string(c)) != "" {
				words = append(words, string(c))
			}
			if e, ok := token.(xml.StartElement); ok && e.Name.Local == "script" {
				t.Errorf("%q is an element", name)
			}
		}
		if !strings.HasPrefix(words[0], "Spirit Duel: ") || !strings.HasSuffix(words[0], " – Ben") {
			t.Errorf("%q: the title is %q", name, words[0])
		}
	}
}

func decoded(t testing.TB, b []byte) image.Image {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// TestPixels looks at some places of every picture.
func TestPixels(t *testing.T) {
	all, drawn := views(t), map[string]image.Image{}
	for _, c := range []struct {
		name string
		x, y int
		want ink
	}{
		{"spirit", 5, 600, lacquer},                                                      // the rail
		{"spirit", tilesLeft + 36, tilesTop + 8, 0x3d3163ff},                             // the first cell is stardust
		{"spirit", tilesLeft + 5*tileStep - 40, tilesTop + 56, 0x5b4330ff},               // the middle one is not
		{"spirit", panelLeft + 52, 318 + 22, red},                                        // the first player's colour
		{"war", mapLeft + square/2, mapTop + mapHeight - square/2, parchment},            // plain ground of south
		{"war", 108, 340, crimson},                                                       // north's colour
		{"war", 108, 480, navy},                                                          // south's
		{"shuriken", courtLeft + 6, courtTop + 3*field + 8, pond},                        // a gap
		{"shuriken", courtLeft + 8, courtTop + courtHeight - 8, dresses[0].ground},       // a corner of south's ground
		{"shuriken", courtLeft + courtWidth - 8, courtTop + 2*field - 8, 0x573a37ff},     // one of north's
		{"shuriken", panelLeft + 8, 318 + 22, lamp},                                      // south is to move
		{"shuriken-over", panelLeft + 12, 458 + 22, lamp},                                // north has won
		{"shuriken-over", courtLeft + 4*field + 26, courtTop + 9*field + 26 - 9, bronze}, // the shield on e2 is open now
	} {
		picture := drawn[c.name]
		if picture == nil {
			picture = decoded(t, all[c.name].png(t))
			drawn[c.name] = picture
		}
		if size := picture.Bounds(); size != image.Rect(0, 0, Width, Height) {
			t.Fatalf("%s is %v", c.name, size)
		}
		want := color.NRGBA{uint8(c.want >> 24), uint8(c.want >> 16), uint8(c.want >> 8), 0xff}
		if got := color.NRGBAModel.Convert(picture.At(c.x, c.y)); got != want {
			t.Errorf("%s at %d, %d is %v, want %v", c.name, c.x, c.y, got, want)
		}
	}
}

// TestPicturesAreSmall holds that a picture is quickly sent, at random moments of all games.
func TestPicturesAreSmall(t *testing.T) {
	const limit = 60_000
	rng := rand.New(rand.NewPCG(6, 6))
	all := views(t)
	all["spirit later"] = look(spirit.Rules{}, play(t, spirit.Rules{}, "", rng, 60), game.Spectator, "Spirit Duel")
	all["war later"] = look(war.Rules{}, play(t, war.Rules{}, "", rng, 80), game.Spectator, "Game of War")
	for _, variant := range []string{"training", "master"} {
		all[variant] = look(shuriken.Rules{}, play(t, shuriken.Rules{}, variant, rng, 60), game.Spectator, "Shuriken Duel")
	}
	for name, v := range all {
		if n := len(v.png(t)); n > limit {
			t.Errorf("%s has %d bytes", name, n)
		}
		if n := len(v.svg(t)); n > limit {
			t.Errorf("%s has %d bytes as SVG", name, n)
		}
	}
}

// TestOnlyWhatIsPublicIsDrawn holds that a player's observation is refused, and one of no game.
func TestOnlyWhatIsPublicIsDrawn(t *testing.T) {
	for name, v := range map[string]view{
		"spirit":   look(spirit.Rules{}, spiritState(t), game.First, ""),
		"war":      look(war.Rules{}, warState(t), game.Second, ""),
		"shuriken": look(shuriken.Rules{}, shurikenState(t, masters), game.First, ""),
		"chance":   look(shuriken.Rules{}, shurikenState(t, masters), game.Chance, ""),
	} {
		_, svg := SVG(v.o, v.status, [2]string{}, "")
		_, png := PNG(v.o, v.status, [2]string{}, "")
		if !errors.Is(svg, ErrPrivate) || !errors.Is(png, ErrPrivate) {
			t.Errorf("%s: %v and %v", name, svg, png)
		}
	}
	for _, o := range []any{nil, "board", game.Status{}} {
		if _, err := PNG(o, game.Status{}, [2]string{}, ""); err == nil || errors.Is(err, ErrPrivate) {
			t.Errorf("%T: %v", o, err)
		}
	}
}

// TestTwinsLookAlike holds C5.1 for pictures: matches that differ only in what the players hide are drawn alike. When they
// are over and all is shown, those that show it are not.
func TestTwinsLookAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for n := range 6 {
		var secret [2]spirit.State
		var armies [2]war.State
		for i := range secret {
			secret[i] = play(t, spirit.Rules{}, "", rand.New(rand.NewPCG(uint64(n), 1)), 2*n)
			secret[i].Round.Fighters[n&1].Stars = uint8(i)
			lists := secret[i].Round.LegalOrders(game.Seat(n & 1))
			secret[i].Pledge[n&1] = lists[rng.IntN(len(lists))]
			armies[i] = play(t, war.Rules{}, "", rng, 0)
			armies[i].Pledge[n&1] = war.Scatter(game.Seat(n&1), rng)
		}
		if secret[0] == secret[1] || armies[0] == armies[1] {
			t.Fatal("the twins do not differ")
		}
		alike(t, look(spirit.Rules{}, secret[0], game.Spectator, "S"), look(spirit.Rules{}, secret[1], game.Spectator, "S"))
		alike(t, look(war.Rules{}, armies[0], game.Spectator, "W"), look(war.Rules{}, armies[1], game.Spectator, "W"))
	}
	for _, pair := range [][2]string{
		{"master S 20 3 0,0 - SFLR@d3,Sflag@a1,SF@b1,NF@a11,Nflag@b11,Nshield@g10", "master S 20 3 0,0 - SFLR@d3,SF@a1,Sflag@b1,Nflag@a11,Nshield@b11,NF@g10"},
		{"training S 20 3 0,0 - SFLR@d3,SF+flag@a1,NF+flag@d9,NFB@a11,Nshield/F@b11", "training S 20 3 0,0 - SFLR+flag@d3,SF@a1,NF@d9,NFB+flag@a11,Nshield/F@b11"},
	} {
		var states [2]shuriken.State
		for i, at := range pair {
			states[i] = shurikenState(t, at)
			states[i].Position.Shuriken, states[i].Position.Shields = [2]uint8{9, 9}, [2]uint8{2, 2}
		}
		rules := shuriken.Rules{}
		alike(t, look(rules, states[0], game.Spectator, "D"), look(rules, states[1], game.Spectator, "D"))
		end := game.Drawn(game.ReasonAgreed)
		one, two := look(rules, rules.Close(states[0], end), game.Spectator, "D"), look(rules, rules.Close(states[1], end), game.Spectator, "D")
		if bytes.Equal(one.svg(t), two.svg(t)) || bytes.Equal(one.png(t), two.png(t)) {
			t.Errorf("%s: the end does not show where the flags were", pair[0])
		}
	}
}

func alike(t testing.TB, one, two view) {
	t.Helper()
	if !bytes.Equal(one.svg(t), two.svg(t)) || !bytes.Equal(one.png(t), two.png(t)) {
		t.Errorf("the pictures of\n%+v\nand\n%+v differ", one.o, two.o)
	}
}

// TestNamesThatCannotBeWrittenAreLeftOut holds that a PNG has no boxes in place of letters.
func TestNamesThatCannotBeWrittenAreLeftOut(t *testing.T) {
	v := views(t)["spirit"]
	without := v.png(t, "", "Ben")
	for name, left := range map[string]bool{"김철수": true, "山田 花子": true, "Zoë 山": true, "Zoë": false, "Борис": false, "Αννα": false} {
		if got := bytes.Equal(v.png(t, name, "Ben"), without); got != left {
			t.Errorf("%s is left out: %v, want %v", name, got, left)
		}
	}
}

// TestTheTurnIsMarked holds that the picture tells who is to act.
func TestTheTurnIsMarked(t *testing.T) {
	v := views(t)["war"]
	seen := map[string]bool{}
	for _, acts := range []game.Seats{game.Nobody, game.Only(game.First), game.Only(game.Second), game.Both} {
		v.status.ToAct = acts
		seen[string(v.svg(t))] = true
	}
	v.status.ToAct = game.Nobody
	for _, winner := range []game.Seat{game.First, game.Second} {
		v.status.Result = game.Won(winner, game.ReasonResign)
		seen[string(v.svg(t))] = true
	}
	if len(seen) != 6 {
		t.Errorf("%d of 6 pictures differ", len(seen))
	}
}

func BenchmarkPNG(b *testing.B) {
	v := views(b)["war"]
	for b.Loop() {
		v.png(b)
	}
}
