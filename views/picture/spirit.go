package picture

import (
	"strconv"

	"salle/game"
	"salle/game/spirit"
)

// The stage of Spirit Duel.
const (
	stageLeft, stageTop     = 436, 70
	stageWidth, stageHeight = 722, 490
	tileWidth, tileStep     = 72, 77
	tilesLeft, tilesTop     = stageLeft + 16, 440
	ground                  = 474 // where the spirits stand
)

// arena is the nine cells with both spirits, as everybody sees them (spirit 1).
func arena(o spirit.Observation) board {
	b := board{sides: [2]ink{red, blue}, emblem: spiritEmblem()}
	b.shapes = stage()
	for cell := 1; cell <= spirit.Cells; cell++ {
		b.shapes = append(b.shapes, tile(cell, spirit.DustAt(cell, int(o.Turn)))...)
	}
	for _, seat := range []game.Seat{game.Second, game.First} {
		own, other := o.Fighters[seat], o.Fighters[seat.Other()]
		figure := spirits[seat](b.sides[seat])
		if own.Cell > other.Cell {
			figure = mirrored(figureWidth, figure)
		}
		if own.HP == 0 {
			figure = faint(figure)
		}
		const size = 2.2
		x := tilesLeft + tileStep*float64(own.Cell-1) + tileWidth/2 - size*figureWidth/2
		b.shapes = append(b.shapes, at(x, ground-76*size, size, figure)...)
		b.tally[seat] = standing(int(own.HP), int(o.Wins[seat]))
	}
	return b
}

// stage is the room in which the spirits meet.
func stage() []shape {
	shapes := []shape{
		rect{stageLeft - 4, stageTop - 4, stageWidth + 8, stageHeight + 8, 22, gold.fade(45)},
		rect{stageLeft, stageTop, stageWidth, stageHeight, 19, panel},
		rect{stageLeft, 330, stageWidth, 100, 0, night.fade(22)},
		rect{stageLeft, 428, stageWidth, 3, 0, gold.fade(40)},
	}
	for _, x := range []float64{stageLeft + 96, stageLeft + stageWidth - 96} {
		for r := 92.0; r >= 52; r -= 20 {
			shapes = append(shapes, circle{x, 168, r, lamp.fade(5)})
		}
		shapes = append(shapes,
			rect{x - 2, stageTop, 4, 58, 0, gold}, rect{x - 15, 126, 30, 8, 3, gold}, rect{x - 26, 134, 52, 66, 22, lamp},
			rect{x - 26, 152, 52, 2, 0, lacquer.fade(40)}, rect{x - 26, 166, 52, 2, 0, lacquer.fade(40)}, rect{x - 26, 180, 52, 2, 0, lacquer.fade(40)},
			rect{x - 15, 200, 30, 8, 3, gold}, rect{x - 1.5, 208, 3, 22, 0, red},
		)
	}
	return append(shapes, star(stageLeft+stageWidth/2, 190, 60, 22, 8, lamp.fade(7)))
}

// tile is a cell of the floor, with stardust on it or none.
func tile(cell int, dusty bool) []shape {
	x, floor, edge := tilesLeft+tileStep*float64(cell-1), ink(0x5b4330ff), ink(0x7b5d42ff)
	if dusty {
		floor, edge = 0x3d3163ff, dust
	}
	shapes := []shape{rect{x, tilesTop, tileWidth, 64, 9, edge}, rect{x + 2, tilesTop + 3, tileWidth - 4, 59, 8, floor}}
	if dusty {
		shapes = append(shapes, star(x+18, tilesTop+42, 10, 3.4, 4, dust), star(x+52, tilesTop+24, 8, 2.8, 4, dust),
			star(x+48, tilesTop+50, 6, 2, 4, cream.fade(70)), star(x+25, tilesTop+18, 5, 1.8, 4, cream.fade(70)))
	}
	return append(shapes, text{x: x + tileWidth/2, y: tilesTop + 94, size: 22, middle: true, ink: soft, s: strconv.Itoa(cell)})
}

// standing is a player's hit points and the rounds that he has won.
func standing(hp, wins int) []shape {
	var shapes []shape
	for n := range spirit.StartHP {
		i := red
		if n >= hp {
			i = cream.fade(14)
		}
		shapes = append(shapes, heart(16+38*float64(n), 16, i))
	}
	for n := range 2 {
		shapes = append(shapes, circle{196 + 36*float64(n), 18, 13, gold})
		if n >= wins {
			shapes = append(shapes, circle{196 + 36*float64(n), 18, 10.5, wood})
		}
	}
	return shapes
}

// heart is one hit point.
func heart(x, y float64, i ink) shape {
	return poly(i, x, y+16, x-10, y+7, x-14.5, y+1, x-15, y-5, x-12, y-10.5, x-7.5, y-12, x-3, y-10.5, x, y-6,
		x+3, y-10.5, x+7.5, y-12, x+12, y-10.5, x+15, y-5, x+14.5, y+1, x+10, y+7)
}

// faint are shapes seen through.
func faint(shapes []shape) []shape {
	pale := make([]shape, len(shapes))
	for i, s := range shapes {
		switch s := s.(type) {
		case polygon:
			pale[i] = polygon{s.points, s.fade(30)}
		case circle:
			pale[i] = circle{s.x, s.y, s.r, s.fade(30)}
		default:
			pale[i] = s
		}
	}
	return pale
}

// figureWidth is how wide a spirit is drawn; it faces right, and stands at a height of 76.
const figureWidth = 64

// spirits are the figures of both players.
var spirits = [2]func(body ink) []shape{flame, horned}

// flame is the first player's spirit: a flame with a blade.
func flame(body ink) []shape {
	return []shape{
		poly(night.fade(45), 8, 75, 18, 72.6, 31, 72, 44, 72.6, 54, 75, 44, 77.6, 31, 78.2, 18, 77.6),
		poly(cream, 44, 55.5, 61, 20, 63.5, 26.5, 48.5, 58),
		poly(body, 16, 2, 22, 9, 30, 11, 38, 14, 46, 21, 51, 31, 52, 42, 51, 54, 51, 66, 51.5, 75, 46, 72, 41.5, 76, 36, 73,
			31.5, 77, 25.5, 73, 20.5, 76, 15.5, 72, 10, 75, 13, 62, 14, 45, 15.5, 35, 20.5, 27, 24, 18, 22, 10),
		poly(white.fade(22), 20, 7, 26, 11, 34, 13, 25, 18, 20, 29, 18.5, 44, 17, 60, 14, 74, 12, 73, 15, 58, 16, 40, 19, 30, 23, 23, 25, 14),
		poly(night.fade(30), 52, 42, 52, 58, 51, 74, 46, 72, 41, 75.5, 37, 72, 45, 58),
		poly(night, 31, 27, 34, 21.5, 40, 20, 46, 22.5, 49, 29, 49, 37, 45, 41, 38, 41.5, 33, 38),
		poly(lamp, 34, 28.5, 37.5, 28.6, 39.6, 31.7, 36, 32), poly(lamp, 48.2, 28.5, 45.4, 28.8, 43.3, 31.7, 46.5, 32),
		poly(night.fade(75), 13.8, 51, 32, 54.6, 51.2, 51.6, 50.8, 56.6, 32, 59.5, 13.5, 56),
		circle{45.8, 55.6, 3.6, lamp},
	}
}

// horned is the second player's: an ogre with a club.
func horned(body ink) []shape {
	return []shape{
		poly(night.fade(45), 6, 75, 18, 72.4, 32, 71.8, 46, 72.4, 58, 75, 46, 77.8, 32, 78.4, 18, 77.8),
		poly(cream, 15, 22, 9.5, 17, 7, 10, 8, 2, 13, 9, 23, 14), poly(cream, 47, 22, 53.5, 18, 57, 10, 56, 2, 51, 9, 41, 14),
		poly(cream, 50.5, 58, 57, 27, 61, 35, 61.5, 46, 58, 57),
		poly(body, 17, 36, 47, 36, 55, 45, 61, 74, 52, 70, 45, 76, 32, 71, 19, 76, 12, 70, 3, 74, 9, 45),
		poly(night.fade(30), 32, 42, 49, 42, 55, 48, 60.5, 74, 52, 70, 45, 76, 32, 71),
		poly(body, 13, 13, 32, 9, 51, 13, 54, 26, 47, 40, 38, 45, 26, 45, 17, 40, 10, 26),
		poly(white.fade(22), 13, 13, 32, 9, 32, 16, 19, 19, 13, 28, 10, 26),
		poly(night, 17, 22, 30, 25, 34, 27, 38, 25, 50, 22, 48, 31, 40, 34, 37, 37, 30, 37, 27, 34, 18, 31),
		poly(lamp, 20, 25.5, 30, 28.3, 28.5, 31.5, 23, 31), poly(lamp, 48, 25.5, 39, 28.3, 40.3, 31.5, 45.5, 31),
		poly(cream, 25, 38, 28.5, 38, 27.2, 43), poly(cream, 39, 38, 42.5, 38, 40.5, 43),
		poly(night.fade(80), 11, 52, 53, 52, 54.2, 58, 9.8, 58),
		circle{32, 55, 4.5, lamp},
	}
}

// tablet is the lacquered ground of an emblem, 110 wide.
func tablet() []shape {
	return []shape{rect{0, 0, 110, 110, 24, gold.fade(70)}, rect{3, 3, 104, 104, 21, lacquer}}
}

// spiritEmblem are both spirits, face to face.
func spiritEmblem() []shape {
	shapes := append(tablet(), at(4, 27, .86, flame(cream))...)
	return append(shapes, at(51, 27, .86, mirrored(figureWidth, horned(lamp)))...)
}
