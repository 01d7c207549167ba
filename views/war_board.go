package views

import (
	"context"
	"io"

	"github.com/a-h/templ"

	"salle/game"
	"salle/game/war"
)

// The map is written by hand: five hundred squares are too many for a component each.

// squareNames are the squares in notation.
var squareNames = nameSquares()

func nameSquares() (names [war.Squares + 1]string) {
	for s := range names {
		names[s] = war.Square(s).String()
	}
	return names
}

// warMap is the map with all that stands on it and all that may be done there.
func warMap(c campaign) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		b := mapWriter{c: &c, markup: markup{buf: make([]byte, 0, 40<<10)}}
		b.write()
		_, err := w.Write(b.buf)
		return err
	})
}

// mapWriter writes a map by hand.
type mapWriter struct {
	c *campaign
	markup
}

func (b *mapWriter) write() {
	c := b.c
	b.raw(`<div class="map`)
	if c.Look.Zoom > 0 {
		b.raw(" zoom", c.zoomText())
	}
	b.raw(`" id="map" data-match="`)
	b.text(c.ID)
	b.raw(`" role="region" tabindex="0" aria-label="`)
	b.text(c.Lang.T("war.map"))
	b.raw(`"><div class="land"><svg viewBox="0 0 250 200" aria-hidden="true">`)
	b.ground()
	b.raw(`</svg><table aria-label="`)
	b.text(c.Lang.T("war.map.table"))
	b.raw(`"><tr><td></td>`)
	for column := 1; column <= war.Columns; column++ {
		b.raw(`<th scope="col">`)
		b.number(column)
		b.raw(`</th>`)
	}
	b.raw(`</tr>`)
	for s := war.Square(1); s <= war.Squares; s++ {
		if s.Column() == 0 {
			b.raw(`<tr><th scope="row">`, squareNames[s][:1], `</th>`)
		}
		b.cell(s)
		if s.Column() == war.Columns-1 {
			b.raw(`</tr>`)
		}
	}
	b.raw(`</table>`)
	if c.aimed {
		b.raw(`<svg class="rays" viewBox="0 0 250 200" aria-hidden="true">`)
		b.rays(c.account)
		b.raw(`</svg>`)
	}
	b.raw(`</div></div>`)
}

// ground draws what lies under the units: the map, the arsenals, the lines and where units went.
func (b *mapWriter) ground() {
	c := b.c
	b.use("map", war.NoSquare)
	b.depots(c.board.Arsenals)
	if !c.aimed {
		for side := range game.Chance {
			if c.linesOf(side) && !c.hidden(side) {
				b.lines(&c.board, side, &c.supply)
			}
		}
	}
	b.trail(c.trail())
}

// use draws a picture on a square; on none, over the whole of it.
func (b *mapWriter) use(name string, at war.Square) {
	b.raw(`<use href="`, warSprite(name), `"`)
	if at != war.NoSquare {
		b.raw(` x="`)
		b.number(10 * at.Column())
		b.raw(`" y="`)
		b.number(10 * at.Row())
		b.raw(`" width="10" height="10"`)
	}
	b.raw(`></use>`)
}

func (b *mapWriter) depots(intact war.Arsenals) {
	for side := range game.Chance {
		for _, at := range war.AllArsenals.Of(side).Squares() {
			name := "ruin"
			if intact&war.ArsenalAt(at) != 0 {
				name = "depot-" + letter(side)
			}
			b.use(name, at)
		}
	}
}

// middle writes the middle of a square as a path has it.
func (b *mapWriter) middle(at war.Square) {
	b.number(10*at.Column() + 5)
	b.raw(" ")
	b.number(10*at.Row() + 5)
}

// stroke writes a straight piece of a path.
func (b *mapWriter) stroke(from, to war.Square) {
	b.raw("M")
	b.middle(from)
	b.raw("L")
	b.middle(to)
}

// lines draws a side's lines of communication.
func (b *mapWriter) lines(p *war.Position, side game.Seat, s *war.Supply) {
	b.raw(`<path class="line `, letter(side), `" d="`)
	for _, beam := range p.Beams(side, s) {
		b.stroke(beam.From, beam.To)
	}
	b.raw(`"></path>`)
}

// trail draws where units went.
func (b *mapWriter) trail(moves [][2]war.Square) {
	if len(moves) == 0 {
		return
	}
	b.raw(`<path class="trail" d="`)
	for _, m := range moves {
		b.stroke(m[0], m[1])
	}
	b.raw(`"></path><path class="trail from" d="`)
	for _, m := range moves {
		b.raw("M")
		b.middle(m[0])
		b.raw("h0")
	}
	b.raw(`"></path>`)
}

// rays draws who takes part in an attack, and with how many points.
func (b *mapWriter) rays(a war.Account) {
	all := append(append([]war.Contribution(nil), a.Attackers...), a.Defenders...)
	b.raw(`<path class="ray" d="`)
	b.raysOf(a, all)
	b.raw(`"></path><path class="ray `, letter(a.By), `" d="`)
	b.raysOf(a, a.Attackers)
	b.raw(`"></path><path class="ray `, letter(a.By.Other()), `" d="`)
	b.raysOf(a, a.Defenders)
	b.raw(`"></path><circle class="aim" cx="`)
	b.number(10*a.Target.Column() + 5)
	b.raw(`" cy="`)
	b.number(10*a.Target.Row() + 5)
	b.raw(`" r="5.4"></circle><g class="pts">`)
	for _, c := range all {
		x, y := 10*c.At.Column()+8, 10*c.At.Row()+8
		b.raw(`<circle cx="`)
		b.number(x)
		b.raw(`" cy="`)
		b.number(y)
		b.raw(`" r="2.7"></circle><text x="`)
		b.number(x)
		b.raw(`" y="`)
		b.number(y + 1)
		b.raw(`.5">`)
		b.number(int(c.Points))
		b.raw(`</text>`)
	}
	b.raw(`</g>`)
}

func (b *mapWriter) raysOf(a war.Account, list []war.Contribution) {
	for _, c := range list {
		if c.At != a.Target {
			b.stroke(c.At, a.Target)
		}
	}
}

// cell writes a square: its name as it is spoken, the unit's picture, and what may be done there.
func (b *mapWriter) cell(s war.Square) {
	piece := b.c.board.Board[s]
	b.raw("<td")
	if class := b.class(s, piece); class != "" {
		b.raw(` class="`, class, `"`)
	}
	open := len(b.buf)
	b.raw(">")
	end := b.button(s, piece)
	if end == "" && piece != 0 { // an address leads to a unit though it offers nothing
		b.buf = b.buf[:open]
		b.raw(` id="`, squareNames[s], `">`)
	}
	b.name(s, piece)
	if piece != 0 {
		b.unit(s)
	}
	b.raw(end, "</td>")
}

// class is what the style sheet and the overview read of a square.
func (b *mapWriter) class(s war.Square, piece war.Piece) string {
	c := b.c
	if piece != 0 {
		class := letter(piece.Side())
		if !c.supply.In[piece.Side()].Has(s) {
			class += " cut"
		}
		if c.board.HasMoved(s) {
			class += " moved"
		}
		return class
	}
	if s.Terrain() == war.Mountain {
		return "m"
	}
	for side := range game.Chance {
		if c.board.Arsenals.Of(side)&war.ArsenalAt(s) != 0 {
			return "d" + letter(side)
		}
	}
	return ""
}

// marks are the pictures of the unit on a square: itself, and what lies over it.
func marks(p *war.Position, s *war.Supply, at war.Square) []string {
	piece := p.Board[at]
	list := []string{letter(piece.Side()) + piece.Kind().Code()}
	if !s.In[piece.Side()].Has(at) {
		list = append(list, "cut")
	}
	if p.Active(at, s) {
		list = append(list, "relay")
	}
	if p.HasMoved(at) {
		list = append(list, "moved")
	}
	if p.Dislodged == at {
		list = append(list, "dislodged")
	}
	return list
}

func (b *mapWriter) unit(s war.Square) {
	b.raw(`<svg aria-hidden="true">`)
	for _, name := range marks(&b.c.board, &b.c.supply, s) {
		b.use(name, war.NoSquare)
	}
	b.raw(`</svg>`)
}
