package views

import (
	"strconv"

	"salle/game"
	"salle/game/shuriken"
	"salle/views/lang"
)

// pictures are those of a piece, one over the other: its blades, itself, its signs.
func (c *skirmish) pictures(s shuriken.Sight) []string {
	own := s.Owner == c.me
	list := c.blades(s)
	head := "foe"
	if own {
		head = "me"
	}
	switch {
	case s.Kind == shuriken.Flag && !c.bearer(s):
		list = append(list, "flag")
	case s.Kind == shuriken.Shield:
		list = append(list, "shield")
	default:
		list = append(list, head)
	}
	switch {
	case c.bearer(s):
		list = append(list, "banner")
	case s.Kind == shuriken.Captain:
		list = append(list, "captain")
	case s.Kind == shuriken.XShuriken && !s.Placed:
		list = append(list, "dot")
	}
	if s.Arrow() {
		list = append(list, "arrow")
	}
	if s.Owner == c.Seat && s.Revealed && !c.over() {
		list = append(list, "seen")
	}
	if s.Pinned > 0 {
		list = append(list, "pinned", "turn"+strconv.Itoa(int(s.Pinned)))
	} else if s.Empty > 0 {
		list = append(list, "turn"+strconv.Itoa(int(s.Empty)))
	}
	return list
}

// compass are the straight directions in names of pictures, as one looks at the page.
var compass = [4]string{"n", "e", "s", "w"}

// blades are the pictures of what a piece throws. What only shows blades and throws none has them hollow.
func (c *skirmish) blades(s shuriken.Sight) []string {
	ahead := "n"
	if s.Owner != c.me {
		ahead = "s"
	}
	switch {
	case s.Kind == shuriken.Volley && s.Empty > 0:
		return []string{"e" + ahead}
	case s.Kind == shuriken.Volley:
		return []string{"v" + ahead}
	case s.Kind == shuriken.Bow:
		return []string{"w" + ahead}
	case s.Blades&shuriken.Diagonal != 0:
		return []string{"bx"}
	}
	form := "b"
	if !s.Kind.Throws() {
		form = "h"
	}
	var list []string
	for _, d := range s.Blades.Directions(s.Owner) {
		at := int(d) / 2
		if c.me == game.Second {
			at = (at + 2) % 4
		}
		list = append(list, form+compass[at])
	}
	return list
}

// pieceKey is the key of what a piece is called.
func (c *skirmish) pieceKey(s shuriken.Sight) string {
	switch {
	case c.bearer(s):
		return "shuriken.piece.bearer"
	case s.Placed:
		return "shuriken.piece.star"
	}
	return "shuriken.piece." + s.Kind.String()
}

// pieceName is what a piece is called in a sentence, with its blades where they tell it from others.
func (c *skirmish) pieceName(s shuriken.Sight) string {
	name := c.Lang.T(c.pieceKey(s))
	if !s.Kind.LooksAlike() {
		return name
	}
	key := "shuriken.piece.with"
	if !s.Kind.Throws() {
		key = "shuriken.piece.shows"
	}
	return c.Lang.T(key, "piece", name, "blades", bladesIn(c.Lang, s.Blades))
}

// bladesIn lists blades in words.
func bladesIn(l *lang.Lang, blades shuriken.Blades) string {
	var words []string
	for _, letter := range blades.String() {
		words = append(words, l.T("shuriken.blade."+string(letter)))
	}
	return listed(l, words)
}

// states are what is the matter with a piece, in words.
func (c *skirmish) states(s shuriken.Sight) []string {
	l := c.Lang
	var list []string
	if s.Pinned > 0 {
		list = append(list, l.N("shuriken.also.pinned", int(s.Pinned)))
	}
	if s.Empty > 0 {
		list = append(list, l.N("shuriken.also.empty", int(s.Empty)))
	}
	switch {
	case s.Arrow():
		list = append(list, l.T("shuriken.also.arrow"))
	case s.Revealed:
		list = append(list, l.T("shuriken.also.revealed"))
	}
	return list
}
