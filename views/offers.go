package views

import (
	"net/url"
	"strings"

	"salle/game"
	"salle/views/lang"
)

func offerPath(id string) string { return "/offers/" + url.PathEscape(id) }

// variantWords are a variant in words; "" for a game's only or plain one.
func variantWords(l *lang.Lang, slug, variant string) string {
	ground, additions, _ := strings.Cut(variant, "-")
	var words []string
	for _, part := range strings.Fields(ground) {
		if name, ok := strings.CutPrefix(part, "+"); ok {
			words = append(words, l.T(slug+".switch."+name))
		} else {
			words = append(words, l.T("ground."+part))
		}
	}
	if additions != "" {
		words = append(words, l.T("ground.switch."+additions))
	}
	return strings.Join(words, ", ")
}

// sideWords say who plays which side, as far as that is settled.
func sideWords(l *lang.Lang, o Offer) string {
	switch {
	case !o.Seat.Plays():
		return l.T("offer.sides.drawn")
	case l.Has(o.Game + ".side." + o.Side):
		return l.T("offer.sides.named", "who", o.Maker, "side", l.T(o.Game+".side."+o.Side))
	case o.Seat == game.First:
		return l.T("offer.sides.first", "who", o.Maker)
	}
	return l.T("offer.sides.second", "who", o.Maker)
}

// curtainWords say who has to act, which everybody may know.
func curtainWords(p Curtain) string {
	switch p.ToAct {
	case game.Only(game.First):
		return p.Lang.T("curtain.one", "who", p.Players[game.First].Name)
	case game.Only(game.Second):
		return p.Lang.T("curtain.one", "who", p.Players[game.Second].Name)
	}
	return p.Lang.T("curtain.both")
}
