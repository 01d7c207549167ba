package views

import (
	"github.com/a-h/templ"

	"salle/game"
	"salle/game/war"
)

// button opens the button on a square, if there is one, and returns what closes it: what may be done there and its words.
func (b *mapWriter) button(s war.Square, piece war.Piece) (end string) {
	c := b.c
	switch {
	case c.deploying():
		return b.deployButton(s, piece)
	case !c.moving():
		return ""
	case s == c.pick && c.retreats():
		return b.press("look", "on", s, ` name="pick" value="`+squareNames[s]+`" aria-pressed="true"`, "war.also.picked")
	case s == c.pick:
		return b.press("look", "on", s, ` name="pick" aria-pressed="true"`, "war.also.picked")
	case c.open.Has(s):
		return b.press("act", "to", s, ` name="edit" value="`+squareNames[c.pick]+"-"+squareNames[s]+`"`, "war.also.target")
	case piece == 0, c.retreats():
		return ""
	case piece.Side() == c.me:
		return b.unitButton(s)
	case c.pick == war.NoSquare:
		return b.targetButton(s)
	}
	return ""
}

// press opens a button of one of the page's two forms; key is what is said of it after the square.
func (b *mapWriter) press(form, class string, s war.Square, attributes, key string) (end string) {
	b.raw(`<button form="`, form, `" class="`, class, `" id="`, squareNames[s], `"`, attributes)
	if b.c.Look.Whole && (s == b.c.pick || b.c.aimed && s == b.c.account.Target) {
		b.raw(` autofocus`) // so that the map begins there without a script too
	}
	b.raw(`>`)
	if key == "" {
		return "</button>"
	}
	return templ.EscapeString(b.c.Lang.T(key)) + "</button>"
}

// unitButton picks a unit that can move.
func (b *mapWriter) unitButton(s war.Square) string {
	c := b.c
	if c.aimed || c.wins() {
		return ""
	}
	n := c.board.Destinations(s, &c.supply).Len()
	if n == 0 {
		return ""
	}
	b.press("look", "can", s, ` name="pick" value="`+squareNames[s]+`"`, "")
	return templ.EscapeString(c.Lang.N("war.also.open", n)) + "</button>"
}

// targetButton shows the account of an attack, and before it is shown its outcome.
func (b *mapWriter) targetButton(s war.Square) string {
	c := b.c
	for _, t := range c.targets {
		if t.At != s {
			continue
		}
		attributes := ` name="target" value="` + squareNames[s] + `"`
		if c.aimed && c.account.Target == s {
			attributes += ` aria-pressed="true"`
		}
		b.press("look", "tg", s, attributes, "")
		said := templ.EscapeString(c.Lang.T("war.also.attack", "outcome", outcomeWord(c.Lang, t.Outcome())))
		if c.aimed {
			return said + "</button>"
		}
		sum := templ.EscapeString(c.Lang.T("war.attack.sum.short", "attack", t.Attack, "defence", t.Defence))
		return said + `: <b class="out ` + outcomeName(t.Outcome()) + `">` + sum + "</b></button>"
	}
	return ""
}

// deployButton places, picks, moves or swaps a unit.
func (b *mapWriter) deployButton(s war.Square, piece war.Piece) string {
	c := b.c
	switch {
	case s == c.pick:
		return b.press("look", "on", s, ` name="pick" aria-pressed="true"`, "war.also.picked")
	case piece != 0 && c.pick != war.NoSquare:
		return b.press("act", "can", s, ` name="edit" value="move `+squareNames[c.pick]+" "+squareNames[s]+`"`, "war.also.swap")
	case piece != 0:
		return b.press("look", "can", s, ` name="pick" value="`+squareNames[s]+`"`, "")
	case s.Terrain() == war.Mountain || !war.Territory(c.me, s):
		return ""
	case c.kind != war.NoKind:
		b.raw(`<button form="act" class="put" name="edit" value="place `, c.kind.Code(), " ", squareNames[s], `">`)
	case c.pick != war.NoSquare:
		b.raw(`<button form="act" class="put" name="edit" value="move `, squareNames[c.pick], " ", squareNames[s], `">`)
	default:
		return ""
	}
	return "</button>"
}

// name writes how a square is spoken: where it is, what stands on it, how that is supplied and what it has done.
func (b *mapWriter) name(s war.Square, piece war.Piece) {
	c, l := b.c, b.c.Lang
	at := squareNames[s]
	if piece == 0 {
		if ground := groundKey(&c.board, s); ground != "" {
			b.text(l.T("war.cell.ground", "at", at, "terrain", l.T(ground)))
			return
		}
		b.raw(at)
		return
	}
	side := piece.Side()
	unit := unitName(l, piece.Kind())
	switch {
	case c.Watches():
		b.text(l.T("war.cell.seat", "at", at, "unit", unit, "side", sideName(l, side)))
	case side == c.me:
		b.text(l.T("war.cell.you", "at", at, "unit", unit))
	default:
		b.text(l.T("war.cell.other", "at", at, "unit", unit))
	}
	for _, key := range b.also(s, piece) {
		b.text(l.T(key))
	}
}

// groundKeys are the words for ground that is not plain.
var groundKeys = map[war.Terrain]string{
	war.Mountain: "war.terrain.mountain", war.Pass: "war.terrain.pass", war.Fort: "war.terrain.fort",
}

// groundKey is the key of what a square without a unit is; "" for plain ground.
func groundKey(p *war.Position, s war.Square) string {
	if key := groundKeys[s.Terrain()]; key != "" {
		return key
	}
	if arsenal := arsenalAt(p, s); arsenal != "" {
		return "war.arsenal." + arsenal
	}
	return ""
}

// arsenalAt is whose arsenal stands on a square, or that it is destroyed, as keys have it; "" where none was built.
func arsenalAt(p *war.Position, s war.Square) string {
	arsenal := war.ArsenalAt(s)
	switch {
	case arsenal == 0:
		return ""
	case p.Arsenals&arsenal == 0:
		return "destroyed"
	case arsenal.Of(game.First) != 0:
		return sideKey(game.First)
	}
	return sideKey(game.Second)
}

// also lists the keys of what is said after a unit.
func (b *mapWriter) also(s war.Square, piece war.Piece) []string {
	p, supply := &b.c.board, &b.c.supply
	var keys []string
	switch s.Terrain() {
	case war.Pass:
		keys = append(keys, "war.also.pass")
	case war.Fort:
		keys = append(keys, "war.also.fort")
	}
	if arsenal := arsenalAt(p, s); arsenal != "" {
		keys = append(keys, "war.also.arsenal."+arsenal)
	}
	switch {
	case !supply.In[piece.Side()].Has(s):
		keys = append(keys, "war.also.isolated")
	case p.Active(s, supply):
		keys = append(keys, "war.also.in", "war.also.active")
	default:
		keys = append(keys, "war.also.in")
	}
	switch {
	case p.Dislodged == s:
		keys = append(keys, "war.also.retreat")
	case p.Retreater() == s:
		keys = append(keys, "war.also.retreated")
	case p.HasMoved(s):
		keys = append(keys, "war.also.moved")
	}
	return keys
}
