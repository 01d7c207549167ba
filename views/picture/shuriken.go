package picture

import (
	"strconv"

	"salle/game"
	"salle/game/shuriken"
)

// The court of Shuriken Duel.
const (
	field               = 52
	courtLeft, courtTop = 616, 29
	courtWidth          = shuriken.Columns * field
	courtHeight         = shuriken.Rows * field
)

// The colours of the court.
const (
	pond   ink = 0x0f1a21ff
	ripple ink = 0x2c4754ff
	iron   ink = 0x8d8a86ff
	bronze ink = 0xc98a3aff
)

// dress is how a side's pieces are coloured.
type dress struct{ hood, rim, blade, cloth, ground ink }

var dresses = [2]dress{
	{hood: 0xb3742cff, rim: 0x4b2808ff, blade: 0x62aef5ff, cloth: 0x2f6fc4ff, ground: 0x3b4d57ff},
	{hood: 0x8a2b25ff, rim: 0x1c0606ff, blade: 0xf2543fff, cloth: 0xc8321fff, ground: 0x573a37ff},
}

// court is the board from south's side, with the pieces as either side's enemy sees them (shuriken 10).
func court(o shuriken.Observation) board {
	b := board{sides: [2]ink{dresses[0].blade, dresses[1].blade}, emblem: shurikenEmblem()}
	b.shapes = []shape{
		rect{courtLeft - 19, courtTop - 19, courtWidth + 38, courtHeight + 38, 18, gold.fade(55)},
		rect{courtLeft - 16, courtTop - 16, courtWidth + 32, courtHeight + 32, 16, pond},
	}
	for f := shuriken.Field(1); f <= shuriken.Places; f++ {
		x, y := place(f)
		b.shapes = append(b.shapes, floor(f, x, y)...)
		if slant := o.Stones.At(f); slant != shuriken.NoStone {
			b.shapes = append(b.shapes, at(x, y, field/40., stone(slant))...)
		}
	}
	for _, s := range o.Pieces {
		x, y := place(s.At)
		b.shapes = append(b.shapes, at(x, y, field/40., piece(s, o.Ground))...)
	}
	b.shapes = append(b.shapes, calm(o.Calm)...)
	for _, side := range []game.Seat{game.First, game.Second} {
		b.tally[side] = remaining(side, o)
		if o.Phase < shuriken.InDuel && len(o.Pieces) == 0 { // the armies are behind their screens
			y := courtTop + courtHeight - 78.0
			if side == game.Second {
				y = courtTop + 78
			}
			b.shapes = append(b.shapes, star(courtLeft+courtWidth/2, y, 58, 18, 4, dresses[side].blade.fade(40)),
				circle{courtLeft + courtWidth/2, y, 9, dresses[side].ground})
		}
	}
	return b
}

// place is where a field begins; south's ground lies at the bottom.
func place(f shuriken.Field) (x, y float64) {
	return courtLeft + field*float64(f.Column()), courtTop + field*float64(shuriken.Rows-1-f.Row())
}

// floor is what a place looks like: a side's own ground, no man's land, or water in a gap.
func floor(f shuriken.Field, x, y float64) []shape {
	i := ink(0x4b463eff)
	switch {
	case f.Gap():
		return []shape{rect{x + 10, y + 18, 18, 2, 0, ripple}, rect{x + 24, y + 32, 18, 2, 0, ripple}}
	case f.OwnGround(game.First):
		i = dresses[game.First].ground
	case f.OwnGround(game.Second):
		i = dresses[game.Second].ground
	}
	return []shape{rect{x + 1, y + 1, field - 2, field - 2, 0, i}, rect{x + 1, y + 1, field - 2, 2, 0, white.fade(9)}}
}

// stone is a stone with its face, 40 wide.
func stone(slant shuriken.Slant) []shape {
	face := poly(0xd9d6cfff, 29.4, 4.6, 36, 11, 11.2, 36, 4.6, 29.2)
	shapes := []shape{
		poly(0x1b1815ff, 9, 5.6, 20, 2.6, 31.6, 5.2, 37.2, 15, 36.4, 27.8, 29, 36.4, 16.4, 37.8, 5.8, 32, 2.6, 20),
		poly(iron, 9.6, 6.8, 20, 3.8, 30.8, 6.4, 36, 15.4, 35.2, 27.2, 28.4, 35.2, 16.6, 36.6, 6.8, 31.2, 3.8, 20), face,
	}
	if slant == shuriken.Backslash {
		return mirrored(40, shapes)
	}
	return shapes
}

// piece is a piece as it is seen, 40 wide.
func piece(s shuriken.Sight, g shuriken.Ground) []shape {
	d := dresses[s.Owner]
	shapes := append([]shape{circle{20, 21.4, 12.6, night.fade(40)}}, blades(s, d)...)
	bearer := s.Kind == shuriken.Flag && g == shuriken.Training
	switch {
	case s.Kind == shuriken.Shield:
		shapes = append(shapes, circle{20, 20, 12.4, d.rim}, circle{20, 20, 11.2, bronze}, circle{20, 20, 8.6, d.rim}, circle{20, 20, 7.6, bronze}, circle{20, 20, 3.4, d.rim})
	case s.Kind == shuriken.Flag && !bearer:
		return append(shapes, poly(cream, 10.6, 4, 12.6, 4, 12.6, 36, 10.6, 36), poly(d.cloth, 12.6, 5.4, 30, 5.4, 30, 30, 25.6, 26.8, 21.3, 30, 17, 26.8, 12.6, 30),
			circle{21.3, 14.4, 5, cream}, star(21.3, 14.4, 4, 1.5, 4, d.cloth))
	default:
		shapes = append(shapes, head(d)...)
	}
	switch {
	case bearer:
		shapes = append(shapes, rect{29, 3, 1.6, 22, 0, cream}, poly(d.cloth, 30.6, 3.6, 39, 6.6, 30.6, 10.6))
	case s.Kind == shuriken.Captain:
		shapes = append(shapes, poly(lamp, 10.6, 5.6, 13.4, 9.4, 20, 11.4, 26.6, 9.4, 29.4, 5.6, 28, 12, 24.4, 14.8, 20, 15.6, 15.6, 14.8, 12, 12), rect{10, 27, 20, 5, 1.5, night}, rect{18, 27, 4, 5, 0, lamp})
	case s.Kind == shuriken.XShuriken && !s.Placed:
		shapes = append(shapes, circle{20, 28, 3.2, cream}, circle{20, 28, 2.3, red})
	}
	if s.Arrow() {
		shapes = append(shapes, line{20, 20, 33, 5, 2, cream}, poly(cream, 31, 3, 36, 2, 35, 7))
	}
	if s.Pinned > 0 {
		shapes = append(shapes, line{8, 8, 14, 15, 3, lamp}, line{32, 8, 26, 15, 3, lamp})
	}
	return shapes
}

// calm counts the calm turns to the end of a still duel, from the bottom (shuriken 7).
func calm(turns int) []shape {
	const left, step = courtLeft + courtWidth + 52, courtHeight / shuriken.EndAt
	var shapes []shape
	for n := range shuriken.EndAt {
		y, i := courtTop+courtHeight-float64(step*(n+1)), cream.fade(9)
		if n < turns {
			i = lamp
		}
		shapes = append(shapes, rect{left, y, 22, step - 6, 5, i})
		if n+1 == shuriken.StillAt || n+1 == shuriken.EndAt {
			shapes = append(shapes, poly(gold, left+32, y+step/2-3, left+44, y+step/2-11, left+44, y+step/2+5))
		}
	}
	return shapes
}

// head is a hooded warrior.
func head(d dress) []shape {
	return []shape{
		circle{20, 20, 10.6, d.rim},
		circle{20, 20, 9.7, d.hood},
		circle{18, 17, 5.2, white.fade(14)},
		poly(night, 11.6, 18.4, 16, 17.2, 24, 17.2, 28.4, 18.4, 27.8, 22, 24, 23.4, 16, 23.4, 12.2, 22),
		poly(lamp, 13.8, 19.2, 18, 20.4, 16.6, 22, 14.4, 21.4), poly(lamp, 26.2, 19.2, 22, 20.4, 23.4, 22, 25.6, 21.4),
	}
}

// blades are what everybody sees a piece throw. What only shows blades has them hollow.
func blades(s shuriken.Sight, d dress) []shape {
	ahead := 0
	if s.Owner == game.Second {
		ahead = 2
	}
	edge := night.fade(70)
	switch {
	case s.Kind == shuriken.Volley:
		spike := d.blade
		if s.Empty > 0 {
			spike = d.blade.fade(30)
		}
		return []shape{poly(spike, 14, 1, 17, 10, 11, 10).turned(20, 20, ahead), poly(spike, 26, 1, 29, 10, 23, 10).turned(20, 20, ahead)}
	case s.Kind == shuriken.Bow:
		return []shape{
			poly(d.blade, 20, 0, 24, 6, 21.2, 6, 21.2, 12, 18.8, 12, 18.8, 6, 16, 6).turned(20, 20, ahead),
			poly(bronze, 6, 13, 11, 6, 20, 3.6, 29, 6, 34, 13, 28, 8.6, 20, 6.6, 12, 8.6).turned(20, 20, ahead),
		}
	}
	var shapes []shape
	for _, to := range s.Blades.Directions(s.Owner) {
		quarters := int(to) / 2
		if to.Diagonal() {
			quarters++ // the one that is written here points to the north-west
			shapes = append(shapes, poly(edge, 3, 3, 15.6, 8.6, 15.6, 15.6, 8.6, 15.6).turned(20, 20, quarters), poly(d.blade, 4.4, 4.4, 14.6, 9.3, 14.6, 14.6, 9.3, 14.6).turned(20, 20, quarters))
			continue
		}
		shapes = append(shapes, poly(edge, 20, 0, 26.8, 12.4, 20, 18, 13.2, 12.4).turned(20, 20, quarters), poly(d.blade, 20, 1.6, 25.6, 12.3, 20, 16.8, 14.4, 12.3).turned(20, 20, quarters))
		if !s.Kind.Throws() {
			shapes = append(shapes, poly(night, 20, 4.6, 23.6, 11.9, 20, 14.4, 16.4, 11.9).turned(20, 20, quarters))
		}
	}
	return shapes
}

// remaining are a side's shuriken and shields; both are public (shuriken 5.4).
func remaining(side game.Seat, o shuriken.Observation) []shape {
	d := dresses[side]
	shapes := []shape{
		star(17, 18, 19, 6.5, 4, d.blade),
		circle{17, 18, 3.2, wood},
		text{x: 44, y: 29, size: 30, bold: true, ink: cream, s: strconv.Itoa(o.Shuriken[side])},
	}
	for n := range o.Shields[side] {
		x := 122 + 38*float64(n)
		shapes = append(shapes, circle{x, 18, 14, bronze}, circle{x, 18, 10.5, d.rim}, circle{x, 18, 9, bronze}, circle{x, 18, 4, d.rim})
	}
	for n := range o.Stars[side] {
		shapes = append(shapes, star(206+30*float64(n), 18, 13, 5, 4, lamp))
	}
	return shapes
}

// shurikenEmblem is a throwing star.
func shurikenEmblem() []shape {
	return append(tablet(), star(55, 55, 45, 15, 4, cream), star(55, 55, 33, 12, 4, lamp), circle{55, 55, 8, lacquer})
}
