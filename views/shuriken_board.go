package views

import (
	"context"
	"io"

	"github.com/a-h/templ"

	"salle/game"
	"salle/game/shuriken"
)

// The court is written by hand: its fields are too many for a component each.

// placeNames are the places in notation.
var placeNames = namePlaces()

func namePlaces() (names [shuriken.Places + 1]string) {
	for f := range names {
		names[f] = shuriken.Field(f).String()
	}
	return names
}

// shurikenCourt is the court with all that stands on it and all that may be done there.
func shurikenCourt(c skirmish) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		b := courtWriter{c: &c, markup: markup{buf: make([]byte, 0, 24<<10)}}
		b.write()
		_, err := w.Write(b.buf)
		return err
	})
}

// courtWriter writes a court by hand.
type courtWriter struct {
	c *skirmish
	markup
}

// seen is the place that lies in a column and a row of the page, from 0 and from the top.
func seen(me game.Seat, column, row int) shuriken.Field {
	f := shuriken.FieldAt(column, shuriken.Rows-1-row)
	if me == game.Second {
		return f.Turned()
	}
	return f
}

// spot is where on the page a place lies: its column and row, from 0 and from the top.
func spot(me game.Seat, f shuriken.Field) (column, row int) {
	if me == game.Second {
		f = f.Turned()
	}
	return f.Column(), shuriken.Rows - 1 - f.Row()
}

func (b *courtWriter) write() {
	c := b.c
	b.raw(`<div class="court" id="court"><svg viewBox="0 0 70 110" aria-hidden="true"><use href="`, shurikenSprite("court"), `"></use></svg><table aria-label="`)
	b.text(c.Lang.T("shuriken.court"))
	b.raw(`">`)
	for row := range shuriken.Rows {
		b.raw(`<tr><th scope="row">`)
		b.number(seen(c.me, 0, row).Row() + 1)
		b.raw(`</th>`)
		for column := range shuriken.Columns {
			b.cell(seen(c.me, column, row))
		}
		b.raw(`</tr>`)
	}
	b.raw(`<tr><td></td>`)
	for column := range shuriken.Columns {
		b.raw(`<th scope="col">`, placeNames[seen(c.me, column, shuriken.Rows-1)][:1], `</th>`)
	}
	b.raw(`</tr></table><svg class="air" viewBox="0 0 70 110" aria-hidden="true">`)
	b.flights()
	b.fire()
	b.raw(`<g id="hint"></g></svg></div>`)
}

// middle writes the middle of a place as a path has it.
func (b *courtWriter) middle(f shuriken.Field) {
	x, y := spot(b.c.me, f)
	b.number(10*x + 5)
	b.raw(" ")
	b.number(10*y + 5)
}

// stroke writes a path from one place over others.
func (b *courtWriter) stroke(places ...shuriken.Field) {
	for i, f := range places {
		if i == 0 {
			b.raw("M")
		} else {
			b.raw("L")
		}
		b.middle(f)
	}
}

// beam writes the path of a line of fire: from the edge of the piece, over the stone that turns it, to its end.
func (b *courtWriter) beam(from shuriken.Field, ray shuriken.Ray) {
	if len(ray.Path) == 0 {
		return
	}
	const edge = 4 // tenths of a field from the middle
	x, y := spot(b.c.me, from)
	nextX, nextY := spot(b.c.me, ray.Path[0])
	b.raw("M")
	b.number(10*x + 5 + edge*(nextX-x))
	b.raw(" ")
	b.number(10*y + 5 + edge*(nextY-y))
	end := ray.Path[len(ray.Path)-1]
	if ray.Turn != shuriken.NoField && ray.Turn != end {
		b.raw("L")
		b.middle(ray.Turn)
	}
	b.raw("L")
	b.middle(end)
}

// fire draws the lines of fire of the picked piece, and what they end in.
func (b *courtWriter) fire() {
	c := b.c
	if len(c.rays) == 0 {
		return
	}
	class := "rays"
	if !c.mine(c.pick) {
		class = "rays foes"
	}
	b.raw(`<g class="`, class, `">`)
	for _, layer := range []string{"ray under", "ray"} {
		b.raw(`<path class="`, layer, `" d="`)
		for _, ray := range c.rays {
			b.beam(c.pick, ray)
		}
		b.raw(`"></path>`)
	}
	for _, ray := range c.rays {
		for _, f := range ray.Hits {
			b.ring(f, "end", "4.6")
		}
		if n := len(ray.Path); n > 0 && len(ray.Hits) == 0 && ray.End != shuriken.AtEdge {
			b.ring(ray.Path[n-1], "end dead", "1.6")
		}
	}
	b.raw(`</g>`)
}

// ring draws a circle round the middle of a place.
func (b *courtWriter) ring(f shuriken.Field, class, radius string) {
	x, y := spot(b.c.me, f)
	b.raw(`<circle class="`, class, `" cx="`)
	b.number(10*x + 5)
	b.raw(`" cy="`)
	b.number(10*y + 5)
	b.raw(`" r="`, radius, `"></circle>`)
}

// use draws a picture of the sprites.
func (b *courtWriter) use(name string) { b.raw(`<use href="`, shurikenSprite(name), `"></use>`) }

// cell writes a place: its name as it is spoken, what stands there, and what may be done there.
func (b *courtWriter) cell(f shuriken.Field) {
	c := b.c
	if !f.Valid() {
		b.raw(`<td>`)
		b.text(c.Lang.T("shuriken.cell.gap", "at", placeNames[f]))
		b.raw(`</td>`)
		return
	}
	b.raw(`<td id="`, placeNames[f], `"`)
	if c.motion.touched[f] {
		b.raw(` class="came"`)
	}
	b.raw(`>`)
	end := b.button(f)
	b.name(f)
	b.raw(end)
	if slant := c.o.Stones.At(f); slant != shuriken.NoStone {
		b.raw(`<svg viewBox="0 0 40 40" aria-hidden="true">`)
		b.use(stonePicture(slant))
		b.raw(`</svg>`)
	}
	for _, g := range c.motion.ghosts {
		if g.At == f {
			b.figure(g.Sight, g.class())
		}
	}
	if s := c.sights[f]; s.Kind != shuriken.NoKind {
		b.figure(s, c.motion.classes[f])
	}
	b.raw(`</td>`)
}

// stonePicture is a stone's picture. A slant stays the same when the board is turned.
func stonePicture(slant shuriken.Slant) string {
	if slant == shuriken.Slash {
		return "slash"
	}
	return "back"
}

// figure draws a piece.
func (b *courtWriter) figure(s shuriken.Sight, motion string) {
	class := "theirs"
	if s.Owner == b.c.me {
		class = "mine"
	}
	if motion != "" {
		class += " " + motion
	}
	b.raw(`<svg class="`, class, `" viewBox="0 0 40 40" aria-hidden="true">`)
	for _, name := range b.c.pictures(s) {
		b.use(name)
	}
	if s.Kind == shuriken.Captain {
		if belt := b.c.belt(s.Owner); belt != "" {
			b.raw(`<text x="20" y="33.8">`, belt, `</text>`)
		} else {
			b.use("knot")
		}
	}
	b.raw(`</svg>`)
}
