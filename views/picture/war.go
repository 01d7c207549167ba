package picture

import (
	"strconv"

	"salle/game"
	"salle/game/war"
)

// The map of the Game of War.
const (
	mapLeft, mapTop = 450, 35
	square          = 28
	mapWidth        = war.Columns * square
	mapHeight       = war.Rows * square
)

// The colours of the map.
const (
	parchment ink = 0xe6dab9ff
	mark      ink = 0x35281cff
	rock      ink = 0x8a7d6cff
	snow      ink = 0xfbf5e6ff
	crimson   ink = 0xa32c20ff
	navy      ink = 0x27508aff
)

// campaign is the map and, once both armies are deployed, the units on it (war 12.2).
func campaign(o war.Observation) board {
	b := board{sides: [2]ink{crimson, navy}, emblem: warEmblem()}
	b.shapes = land(o.Position.Arsenals)
	for _, side := range []game.Seat{game.First, game.Second} {
		b.tally[side] = forces(side, o)
		if !o.Deployed {
			b.shapes = append(b.shapes, at(910, mapTop+mapHeight/4-60+mapHeight/2*float64(side), 5, emptyPlate(side))...)
		}
	}
	if !o.Deployed {
		return b
	}
	supply := o.Supply()
	for _, side := range []game.Seat{game.First, game.Second} {
		for _, s := range o.Position.Units[side].Squares() {
			x, y := corner(s)
			if s == o.Position.Dislodged {
				b.shapes = append(b.shapes, rect{x, y, square, square, 6, lamp})
			}
			b.shapes = append(b.shapes, at(x+1.4, y+1.4, 1.05, unit(side, o.Position.Board[s].Kind(), !supply.In[side].Has(s)))...)
		}
	}
	return b
}

// corner is where a square begins.
func corner(s war.Square) (x, y float64) {
	return mapLeft + square*float64(s.Column()), mapTop + square*float64(s.Row())
}

// land is the ground with its arsenals.
func land(intact war.Arsenals) []shape {
	shapes := []shape{
		rect{mapLeft - 7, mapTop - 7, mapWidth + 14, mapHeight + 14, 10, gold.fade(60)},
		rect{mapLeft - 4, mapTop - 4, mapWidth + 8, mapHeight + 8, 8, night},
		rect{mapLeft, mapTop, mapWidth, mapHeight, 0, parchment},
		rect{mapLeft, mapTop, mapWidth, mapHeight / 2, 0, navy.fade(9)},
	}
	for n := 1.0; n < war.Columns; n++ {
		shapes = append(shapes, rect{mapLeft + n*square, mapTop, 1, mapHeight, 0, mark.fade(13)})
	}
	for n := 1.0; n < war.Rows; n++ {
		shapes = append(shapes, rect{mapLeft, mapTop + n*square, mapWidth, 1, 0, mark.fade(13)})
	}
	for n := 0.0; n < war.Columns; n++ {
		shapes = append(shapes, rect{mapLeft + n*square + 6, mapTop + mapHeight/2 - 1, 16, 3, 0, mark.fade(60)})
	}
	for s := war.Square(1); s <= war.Squares; s++ {
		x, y := corner(s)
		if ground := terrain(s, intact); ground != nil {
			shapes = append(shapes, at(x, y, square/10., ground)...)
		}
	}
	return shapes
}

// terrain is what lies on a square, ten wide; nil for plain ground.
func terrain(s war.Square, intact war.Arsenals) []shape {
	switch s.Terrain() {
	case war.Mountain:
		return []shape{
			poly(rock, 0, 10, 3.6, 1.6, 5, 3.4, 6.3, 1, 10, 10), poly(snow, 3.6, 1.6, 5, 3.4, 6.3, 1, 7.9, 5, 6.6, 4.1, 5.8, 5.4, 4.8, 3.9, 3.7, 5.3, 2.8, 4.6, 2, 5.3),
			poly(mark.fade(26), 6.3, 1, 10, 10, 6.6, 10, 7.1, 6.5),
		}
	case war.Pass:
		return []shape{
			poly(rock, 0, 0, 2.6, 0, 3, 2.6, 2, 5, 3, 7.6, 2.5, 10, 0, 10), poly(rock, 10, 0, 7.4, 0, 7, 2.6, 8, 5, 7, 7.6, 7.5, 10, 10, 10),
			rect{4.6, .4, .8, 2, 0, gold},
			rect{4.6, 3.6, .8, 2.4, 0, gold},
			rect{4.6, 7.2, .8, 2.2, 0, gold},
		}
	case war.Fort:
		return []shape{star(5, 5, 4.6, 2.9, 8, mark), star(5, 5, 3.9, 2.4, 8, 0xd3c39dff), rect{3.8, 3.9, 2.4, 2.4, 0, mark}}
	}
	arsenal := war.ArsenalAt(s)
	switch {
	case arsenal == 0:
		return nil
	case arsenal&intact == 0:
		return []shape{line{2, 2, 8, 8, 1.2, crimson}, line{8, 2, 2, 8, 1.2, crimson}}
	}
	return depot(arsenal.Of(game.First) == 0)
}

// depot is an arsenal that stands, ten wide.
func depot(southern bool) []shape {
	i := crimson
	if southern {
		i = navy
	}
	return []shape{
		rect{.6, .6, 8.8, 8.8, 1.2, i},
		rect{1.3, 1.3, 7.4, 7.4, .8, parchment},
		poly(i, 5, 1.9, 8.2, 5, 1.8, 5),
		rect{2.6, 5.4, 4.8, 2.8, 0, i},
		rect{4.2, 6.5, 1.6, 1.7, 0, parchment},
	}
}

// emptyPlate is the sign of an army that nobody sees, 24 wide.
func emptyPlate(side game.Seat) []shape {
	mark := text{x: 12, y: 17.4, size: 15, bold: true, middle: true, ink: cream, s: "?"}
	if side == game.First {
		return []shape{circle{12, 12, 11, crimson.fade(45)}, mark}
	}
	return []shape{poly(navy.fade(45), 12, 1, 20.2, 4.2, 22.6, 22.6, 1.4, 22.6, 3.8, 4.2), mark}
}

// unit is a unit on its plate, 24 wide: round for north, a tile for south, pale where it is out of communication.
func unit(side game.Seat, k war.Kind, cut bool) []shape {
	plate, sign := [2]ink{crimson, navy}[side], cream
	edge := ink(0x2a1710ff)
	if cut {
		plate, sign, edge = parchment, plate, plate
	}
	var shapes []shape
	if side == game.First {
		shapes = []shape{circle{12, 12, 11.4, edge}, circle{12, 12, 10.2, plate}}
	} else {
		shapes = []shape{poly(edge, 12, 0, 21, 3.4, 23.6, 23.6, .4, 23.6, 3, 3.4), poly(plate, 12, 1.4, 20, 4.4, 22.2, 22.4, 1.8, 22.4, 4, 4.4)}
	}
	return append(shapes, kindSign(k, sign, plate)...)
}

// kindSign is the sign of a kind of unit, 24 wide.
func kindSign(k war.Kind, i, plate ink) []shape {
	saddle := []shape{circle{16.6, 16.6, 3.4, i}, circle{16.6, 16.6, 1.7, plate}, rect{15, 17, 3.2, 3.4, 0, plate}}
	switch k {
	case war.Infantry:
		return []shape{
			line{6.6, 18.8, 17, 6, 2.2, i}, line{17.4, 18.8, 7, 6, 2.2, i}, line{5.6, 14.2, 10.6, 18.4, 1.8, i}, line{18.4, 14.2, 13.4, 18.4, 1.8, i},
		}
	case war.Cavalry:
		return []shape{
			poly(i, 7.4, 19.4, 7, 14, 8.4, 9.6, 12.3, 6.8, 13.2, 4.4, 14.7, 6.6, 17.2, 8.8, 19.3, 12.2, 17.8, 14.3, 16, 14, 13.3, 13, 14.6, 15.4, 15.8, 19.4),
			circle{14.5, 9.3, 1, plate},
		}
	case war.FootArtillery:
		return []shape{poly(i, 5, 12, 17.2, 5, 19.4, 8.9, 7.4, 15.6), circle{10.4, 15, 4.8, plate}, circle{10.4, 15, 4, i}, circle{10.4, 15, 2.3, plate}}
	case war.MountedArtillery:
		return append([]shape{poly(i, 4.6, 10.4, 17.2, 5, 19, 9, 6.8, 14.2), circle{8.6, 15.6, 4, plate}, circle{8.6, 15.6, 3.3, i}, circle{8.6, 15.6, 1.8, plate}}, saddle...)
	case war.FootRelay:
		return []shape{rect{7, 4.6, 2, 15, 0, i}, poly(i, 8.6, 5, 19, 5, 16, 8.6, 19, 12.2, 8.6, 12.2)}
	case war.MountedRelay:
		return append([]shape{line{7.2, 19.4, 9.8, 4.6, 2, i}, poly(i, 9.8, 4.6, 19, 4.6, 16.2, 8, 18.2, 11.4, 9, 11.4)}, saddle...)
	}
	return nil
}

// forces are how many units a side has left, before the deployment all, and its arsenals.
func forces(side game.Seat, o war.Observation) []shape {
	count := war.Army
	if o.Deployed {
		count = int(o.Position.Units[side].Len)
	}
	shapes := append(at(2, 4, 1.2, unit(side, war.Infantry, false)), text{x: 42, y: 30, size: 30, bold: true, ink: cream, s: strconv.Itoa(count)})
	for n := range o.Position.Arsenals.Of(side).Squares() {
		shapes = append(shapes, at(110+40*float64(n), 4, 3, depot(side == game.Second))...)
	}
	return shapes
}

// warEmblem is a gate under its flag.
func warEmblem() []shape {
	return append(tablet(),
		poly(cream, 16, 52, 26, 52, 26, 60, 36, 60, 36, 52, 48, 52, 48, 60, 62, 60, 62, 52, 74, 52, 74, 60, 84, 60, 84, 52, 94, 52, 94, 96, 68, 96,
			68, 84, 64, 77, 55, 74, 46, 77, 42, 84, 42, 96, 16, 96),
		rect{53, 14, 4, 40, 0, cream}, poly(lamp, 57, 15, 70, 12, 80, 17, 91, 14, 91, 34, 80, 37, 70, 32, 57, 35),
	)
}
