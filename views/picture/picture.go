// Package picture draws a match as it stands, for previews of links and wherever a page is too much: as SVG, and as PNG of
// Width times Height. It draws what neither side hides and nothing else: all functions take a spectator's observation and
// refuse a player's. Equal observations give equal bytes.
//
// Each game makes a list of a few kinds of shapes, which is written twice: as elements of SVG, or into pixels.
package picture

import (
	"errors"
	"fmt"

	"salle/game"
	"salle/game/shuriken"
	"salle/game/spirit"
	"salle/game/war"
)

// The size of a picture, in pixels of the PNG and units of the SVG.
const (
	Width  = 1200
	Height = 630
)

// ErrPrivate says that an observation is a player's, which may hold what others must not see.
var ErrPrivate = errors.New("not a spectator's observation")

// SVG draws a match: o is what a spectator observes of it, names are the players' by seat, and title says in a few words
// what is drawn, such as the game's name. It fails with ErrPrivate, and on an observation of no known game. Status tells
// whose turn it is or who has won, which o does not always know: a match may have been ended at the table.
func SVG(o any, status game.Status, names [2]string, title string) ([]byte, error) {
	shapes, err := scene(o, status, names, title)
	if err != nil {
		return nil, fmt.Errorf("draw an svg: %w", err)
	}
	return writeSVG(shapes, title+": "+names[0]+" – "+names[1]), nil
}

// PNG draws what SVG draws, Width pixels wide and Height high. Its letters are Latin, Greek and Cyrillic: a name or a title
// with any other is left out, since an address is shared beside words that say it.
func PNG(o any, status game.Status, names [2]string, title string) ([]byte, error) {
	shapes, err := scene(o, status, names, title)
	if err != nil {
		return nil, fmt.Errorf("draw a png: %w", err)
	}
	return writePNG(shapes)
}

// board is what a game adds to the frame.
type board struct {
	emblem []shape
	sides  [2]ink     // the players' colours
	tally  [2][]shape // what stands under the players' names, from 0, 0
	shapes []shape    // the board, at its place
}

// scene is all that is drawn, from the back to the front.
func scene(o any, status game.Status, names [2]string, title string) ([]shape, error) {
	var b board
	var seat game.Seat
	switch o := o.(type) {
	case spirit.Observation:
		b, seat = arena(o), o.Seat
	case war.Observation:
		b, seat = campaign(o), o.Seat
	case shuriken.Observation:
		b, seat = court(o), o.Seat
	default:
		return nil, fmt.Errorf("no board for a %T", o)
	}
	if seat != game.Spectator {
		return nil, ErrPrivate
	}
	shapes := append(hall(), b.shapes...)
	shapes = append(shapes, at(panelLeft, 52, 1.1, b.emblem)...)
	shapes = append(shapes, heading(title)...)
	for _, player := range []game.Seat{game.First, game.Second} {
		shapes = append(shapes, plate(b, status, player, names[player])...)
	}
	return shapes, nil
}

// The room beside the board, where the game and the players are named.
const (
	panelLeft  = 56
	panelWidth = 340
)

// hall is the ground of every picture: dark wood in lamp light, with a lacquered rail.
func hall() []shape {
	return []shape{
		rect{0, 0, Width, Height, 0, wood},
		rect{0, 0, panelLeft + panelWidth + 16, Height, 0, lamp.fade(5)},
		rect{0, 0, 14, Height, 0, lacquer},
		rect{14, 0, 3, Height, 0, gold.fade(55)},
	}
}

// heading is the title, on two lines at most.
func heading(title string) []shape {
	const size = 40
	y := 232.0
	var shapes []shape
	for _, line := range wrap(title, size, panelWidth, 2) {
		shapes = append(shapes, text{x: panelLeft, y: y, size: fit(line, size, panelWidth), bold: true, ink: cream, s: line})
		y += 46
	}
	return shapes
}

// plate is a player: colour, name, what he has left, and whether he is to act or has won.
func plate(b board, status game.Status, player game.Seat, name string) []shape {
	y := 318 + 140*float64(player)
	var shapes []shape
	won := status.Result.Over && status.Result.Winner == player
	acts := !status.Result.Over && status.ToAct.Has(player)
	if won || acts {
		shapes = append(shapes, rect{panelLeft - 16, y - 14, panelWidth + 20, 124, 14, lamp.fade(10)})
	}
	switch {
	case won:
		shapes = append(shapes, star(panelLeft+12, y+22, 17, 8, 5, lamp))
	case acts:
		shapes = append(shapes, polygon{[]point{{panelLeft, y + 8}, {panelLeft + 22, y + 22}, {panelLeft, y + 36}}, lamp})
	}
	shapes = append(shapes, circle{panelLeft + 52, y + 22, 17, cream}, circle{panelLeft + 52, y + 22, 14, b.sides[player]})
	const size = 32
	room := float64(panelWidth - 84)
	shapes = append(shapes, text{x: panelLeft + 82, y: y + 33, size: fit(name, size, room), bold: true, ink: cream, s: name})
	return append(shapes, at(panelLeft+36, y+58, 1, b.tally[player])...)
}
