package views

import (
	"context"
	"io"

	"github.com/a-h/templ"

	"salle/game"
	"salle/game/shuriken"
	"salle/views/lang"
)

// plot is one picture of a diagram of Shuriken Duel's rules page: a position, and what is shown of it. All that the
// picture says of lines and glides is asked of the rules themselves, so that the page cannot say otherwise.
type plot struct {
	at     string   // the position in state notation, south to move
	fire   []string // the pieces whose lines of fire are drawn
	glides string   // the piece whose glides are drawn
	rows   [2]int   // the rows shown, from and to, from 1
}

// plots are the pictures of the diagrams, by name.
var plots = map[string][]plot{
	"court": {{
		at: "master S 0 0 0,0 c4\\,e8\\,b6/,f6/ SF@a1,Sflag@c1,Sbow@d1,SF@f1,SFL@g1,Svolley@b2,SX@c2,Sshield@e2,SF@f2," +
			"Sshield@a3,SFLR@b3,Scaptain@d3,SF@e3,SFR@g3,NF@a9,NX@b9,NFLR@c9,NF@e9,NFR@g9,Nshield@b10,Nvolley@c10,NF@d10," +
			"Nflag@f10,NF@a11,Nbow@c11,Nshield@d11,Ncaptain@e11,NFL@g11", rows: [2]int{1, 11},
	}},
	"throw":  {{at: "training S 9 0 0,0 - SFLR@d4,SF@c4,NF@e4,NF@d8", fire: []string{"d4"}, rows: [2]int{3, 9}}},
	"gaps":   {{at: "training S 9 0 0,0 - SF@a3,NF@a9", fire: []string{"a3"}, rows: [2]int{2, 10}}},
	"glide":  {{at: "training S 9 0 0,0 e4/ SFR@d3,SF@b3,NF@d9,NF@g6", glides: "d3", rows: [2]int{1, 9}}},
	"stones": {stonePlot("/"), stonePlot("\\")},
	"warriors": {{
		at:   "training S 9 0 0,0 - SF@a2,SFL@b2,SFR@c2,SLR@d2,SFB@e2,SFLR@f2,SFBLR@g2,SFL+flag@b1,Sshield/F@d1,Sshield/FB@f1",
		rows: [2]int{1, 2},
	}},
	"masters": {{
		at:   "master S 9 0 0,0 - Scaptain@a2,Svolley@c2,Sbow@e2,SX@g2,SX*@b1,Sflag@d1,Sshield@f1",
		rows: [2]int{1, 2},
	}},
	"captain": {{at: "master S 9 0 0,0 - SF@d6,Nflag@d10!,Ncaptain@e10", fire: []string{"d6"}, rows: [2]int{5, 11}}},
	"volley":  {{at: "master S 9 0 0,0 - Svolley@d3,NF@d7,NFL@d10", fire: []string{"d3"}, rows: [2]int{2, 11}}},
	"bow":     {{at: "master S 9 0 0,0 d6/ Sbow@d2,NF@d9", fire: []string{"d2"}, rows: [2]int{1, 10}}},
	"cross":   {{at: "master S 9 0 0,0 - SX@c5,NF@g9,NF@b6,SF@e3", fire: []string{"c5"}, rows: [2]int{2, 10}}},
	"still":   {{at: "master S 9 8 0,0 - SLR@d6,Nflag@d10!,Sflag@a1!", glides: "d6", rows: [2]int{5, 11}}},
}

// stonePlot has a stone of a slant in the middle, and a shuriken on every side that throws at it.
func stonePlot(slant string) plot {
	return plot{
		at:   "training S 9 0 0,0 d6" + slant + " SF@d3,SB@d9,SR@b6,SL@f6",
		fire: []string{"d3", "d9", "b6", "f6"}, rows: [2]int{3, 9},
	}
}

// skirmish is the picture's position as south sees it.
func (p plot) skirmish(l *lang.Lang) (skirmish, error) {
	at, err := shuriken.ParsePosition(p.at)
	if err != nil {
		return skirmish{}, err
	}
	o := shuriken.Rules{}.Observe(shuriken.Resume(at), game.First)
	c := skirmish{Table: Table{Lang: l, Seat: game.First, Offer: game.Spectator, Fire: true}, o: o, me: game.First}
	for _, s := range o.Pieces {
		c.sights[s.At] = s
	}
	return c, nil
}

// drawn is the picture.
func (p plot) drawn(l *lang.Lang) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		c, err := p.skirmish(l)
		if err != nil {
			return err
		}
		b := courtWriter{c: &c}
		b.plot(p)
		_, err = w.Write(b.buf)
		return err
	})
}

func (b *courtWriter) plot(p plot) {
	top := shuriken.Rows - p.rows[1]
	b.raw(`<svg class="plot`)
	if p.rows == [2]int{1, shuriken.Rows} {
		b.raw(` whole`)
	}
	b.raw(`" viewBox="0 `)
	b.number(10 * top)
	b.raw(` 70 `)
	b.number(10 * (p.rows[1] - p.rows[0] + 1))
	b.raw(`" aria-hidden="true"><use href="`, shurikenSprite("court"), `" width="70" height="110"></use>`)
	for f := shuriken.Field(1); f <= shuriken.Places; f++ {
		if slant := b.c.o.Stones.At(f); slant != shuriken.NoStone {
			b.framed(f, "", func() { b.use(stonePicture(slant)) })
		}
	}
	b.open(p.glides)
	for _, s := range b.c.o.Pieces {
		class := "theirs"
		if s.Owner == b.c.me {
			class = "mine"
		}
		b.framed(s.At, class, func() {
			for _, name := range b.c.pictures(s) {
				b.use(name)
			}
			if s.Kind == shuriken.Captain {
				b.use("knot")
			}
		})
	}
	for _, name := range p.fire {
		b.c.pick, _ = shuriken.ParseField(name)
		b.c.rays = b.c.o.Fire(b.c.pick)
		b.fire()
	}
	b.raw(`</svg>`)
}

// framed draws pictures on a place of a plot.
func (b *courtWriter) framed(f shuriken.Field, class string, draw func()) {
	x, y := spot(b.c.me, f)
	b.raw(`<svg class="`, class, `" viewBox="0 0 40 40" width="10" height="10" x="`)
	b.number(10 * x)
	b.raw(`" y="`)
	b.number(10 * y)
	b.raw(`">`)
	draw()
	b.raw(`</svg>`)
}

// open marks where a piece can glide.
func (b *courtWriter) open(from string) {
	f, ok := shuriken.ParseField(from)
	if !ok {
		return
	}
	for _, g := range b.c.o.Glides(f) {
		if g.Throws || g.Takes {
			b.ring(g.To, "goal hot", "2.6")
		} else {
			b.ring(g.To, "goal", "1.5")
		}
	}
}
