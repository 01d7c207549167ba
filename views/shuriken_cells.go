package views

import (
	"strings"

	"github.com/a-h/templ"

	"salle/game/shuriken"
)

// button opens the button on a field, if there is one, and returns what closes it: what may be done there in words.
func (b *courtWriter) button(f shuriken.Field) (end string) {
	c := b.c
	switch {
	case c.settingUp():
		return b.setupButton(f)
	case !c.studies():
		return ""
	case c.star && c.stands(f):
		return b.act(f, "to", pickStar+placeNames[f], "shuriken.also.place")
	case f == c.pick && c.throwText() != "":
		return b.act(f, "on", c.throwText(), "shuriken.also.throw")
	case f == c.pick:
		return b.look(f, "on", "", "shuriken.also.picked")
	case c.open[f].To == f && c.moving():
		return b.glideButton(f)
	case c.sights[f].Kind == shuriken.NoKind:
		return ""
	case c.mine(f):
		return b.ownButton(f)
	case c.Fire:
		return b.look(f, "can", placeNames[f], "")
	}
	return ""
}

// stands tells whether a star may be placed on a field.
func (c *skirmish) stands(f shuriken.Field) bool {
	return f.OwnGround(c.me) && c.sights[f].Kind == shuriken.NoKind
}

// act opens a button that plays an action; key is what is said of it after the field.
func (b *courtWriter) act(f shuriken.Field, class, action, key string) string {
	b.raw(`<button form="act" class="`, class, `" name="do" value="`, action, `"`)
	if f == b.c.pick && b.c.Look.Whole {
		b.raw(` autofocus`) // so that the page begins there without a script too
	}
	b.raw(`>`)
	return b.said(key)
}

// look opens a button that picks what stands on a field, or drops it.
func (b *courtWriter) look(f shuriken.Field, class, pick, key string) string {
	b.raw(`<button form="look" class="`, class, `" name="pick" value="`, pick, `"`)
	if f == b.c.pick {
		b.raw(` aria-pressed="true"`)
		if b.c.Look.Whole {
			b.raw(` autofocus`)
		}
	}
	b.raw(`>`)
	return b.said(key)
}

// said closes a button after some words.
func (b *courtWriter) said(key string) string {
	if key == "" {
		return "</button>"
	}
	return templ.EscapeString(b.c.Lang.T(key)) + "</button>"
}

// glideButton goes to a field, and says what comes of it as far as the viewer is shown.
func (b *courtWriter) glideButton(f shuriken.Field) string {
	c, g := b.c, b.c.open[f]
	action := placeNames[c.pick] + "-" + placeNames[f]
	switch {
	case g.Takes:
		return b.act(f, "to takes", action, "shuriken.also.takes")
	case g.Throws && c.Fire:
		return b.act(f, "to throws", action, "shuriken.also.throws")
	case g.Exposes && c.Fire:
		return b.act(f, "to bares", action, "shuriken.also.exposes")
	}
	return b.act(f, "to", action, "shuriken.also.glide")
}

// ownButton picks a piece of the viewer's, and carries for a script what the picked page would show.
func (b *courtWriter) ownButton(f shuriken.Field) string {
	c := b.c
	b.raw(`<button form="look" class="can`)
	if c.moving() {
		b.raw(` grip`)
	}
	b.raw(`" name="pick" value="`, placeNames[f], `"`)
	glides := c.o.Glides(f)
	if len(glides) > 0 {
		b.raw(` data-glides="`)
		for i, g := range glides {
			if i > 0 {
				b.raw(" ")
			}
			b.raw(placeNames[g.To])
			switch {
			case g.Takes:
				b.raw("+")
			case g.Throws && c.Fire:
				b.raw("*")
			}
		}
		b.raw(`"`)
	}
	if c.Fire {
		b.raw(` data-fire="`)
		for _, ray := range c.o.Fire(f) {
			b.beam(f, ray)
		}
		b.raw(`"`)
	}
	b.raw(`>`)
	if len(glides) == 0 {
		return "</button>"
	}
	return templ.EscapeString(c.Lang.N("shuriken.also.open", len(glides))) + "</button>"
}

// setupButton picks a piece of the army that is set up, or does with the picked one what a second field says.
func (b *courtWriter) setupButton(f shuriken.Field) string {
	c := b.c
	stands := c.sights[f].Kind != shuriken.NoKind
	if f == c.pick && f != shuriken.NoField {
		return b.look(f, "on", "", "shuriken.also.picked")
	}
	if action := c.swaps(f); action != "" {
		switch {
		case strings.HasPrefix(action, "flag"):
			return b.act(f, "to full", action, "shuriken.also.flag")
		case stands:
			return b.act(f, "to full", action, "shuriken.also.swap")
		}
		return b.act(f, "to", action, "shuriken.also.move")
	}
	if !stands {
		return ""
	}
	verb := "swap"
	if c.bearer(c.sights[f]) {
		verb = "flag"
	}
	return b.look(f, "can grip", placeNames[f]+`" data-drop="`+verb, "")
}

// name writes how a field is spoken: where it is, what stands on it, and how it fares.
func (b *courtWriter) name(f shuriken.Field) {
	c, l, at := b.c, b.c.Lang, placeNames[f]
	s := c.sights[f]
	if s.Kind == shuriken.NoKind {
		if slant := c.o.Stones.At(f); slant != shuriken.NoStone {
			b.text(l.T("shuriken.cell.stone", "at", at, "slant", l.T("shuriken.stone."+stonePicture(slant))))
			return
		}
		b.raw(at)
		return
	}
	switch {
	case c.Watches():
		b.text(l.T("watch.piece", "at", at, "piece", c.pieceName(s), "side", seated(l, s.Owner)))
	case c.mine(f):
		b.text(l.T("shuriken.cell.you", "at", at, "piece", c.pieceName(s)))
	default:
		b.text(l.T("shuriken.cell.other", "at", at, "piece", c.pieceName(s)))
	}
	for _, state := range c.states(s) {
		b.text(state)
	}
}
