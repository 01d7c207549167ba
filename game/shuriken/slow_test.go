package shuriken

import (
	"slices"
	"strings"

	"salle/game"
)

// A second reading of the rules, slow and obvious: a map of pieces by the names of their fields, columns and rows as
// numbers from 1, and nothing shared with the first but how the input is written.

// spot is a column and a row, from 1.
type spot struct{ x, y int }

func (s spot) name() string { return FieldAt(s.x-1, s.y-1).String() }

func (s spot) onBoard() bool { return s.x >= 1 && s.x <= 7 && s.y >= 1 && s.y <= 11 }

// diamond is the board as RULES.md draws it, from row 11 down.
const diamond = "abcdefg abcdefg abcdefg ..cde.. .bcdef. abcdefg .bcdef. ..cde.. abcdefg abcdefg abcdefg"

func (s spot) isField() bool {
	return s.onBoard() && strings.Fields(diamond)[11-s.y][s.x-1] != '.'
}

func (s spot) home(owner game.Seat) bool {
	return s.onBoard() && (owner == game.First && s.y <= 3 || owner == game.Second && s.y >= 9)
}

// slowDuel is a position of the duel.
type slowDuel struct {
	pieces map[spot]Piece
	stones map[spot]string
	stars  [2]int
	calm   int
	ply    int
	turn   game.Seat
	quiet  int // turns of the duel that are quiet
	need   int // hits on a flag that win
	result string
}

func slow(p Position) slowDuel {
	d := slowDuel{
		pieces: map[spot]Piece{}, stones: map[spot]string{}, calm: int(p.Calm), ply: int(p.Ply), turn: p.Turn,
		stars: [2]int{int(p.Stars[0]), int(p.Stars[1])}, need: 1,
	}
	if p.Ground == Master {
		d.need = 2
	}
	if p.Quiet {
		d.quiet = d.need // one turn on the training ground, two on the master's
	}
	for y := 1; y <= 11; y++ {
		for x := 1; x <= 7; x++ {
			f := FieldAt(x-1, y-1)
			if p.Board[f].Kind != NoKind {
				d.pieces[spot{x, y}] = p.Board[f]
			}
			if s := p.Stones.At(f); s != NoStone {
				d.stones[spot{x, y}] = s.String()
			}
		}
	}
	return d
}

// steps are the ways in which a piece's blades fly off.
func steps(piece Piece) []spot {
	sign := 1
	if piece.Owner == game.Second {
		sign = -1
	}
	var list []spot
	for _, letter := range piece.Blades.String() {
		switch letter {
		case 'F':
			list = append(list, spot{0, sign})
		case 'B':
			list = append(list, spot{0, -sign})
		case 'R':
			list = append(list, spot{sign, 0})
		case 'L':
			list = append(list, spot{-sign, 0})
		case 'X':
			list = append(list, spot{1, 1}, spot{1, -1}, spot{-1, -1}, spot{-1, 1})
		}
	}
	return list
}

// bend is the direction in which a straight blade leaves a stone (shuriken 2.3).
func bend(stone string, way spot) spot {
	up := way == spot{0, 1}
	down := way == spot{0, -1}
	right := way == spot{1, 0}
	left := way == spot{-1, 0}
	switch {
	case stone == "/" && (up || right):
		return spot{1, 1}
	case stone == "/" && (down || left):
		return spot{-1, -1}
	case stone == `\` && (up || left):
		return spot{-1, 1}
	}
	return spot{1, -1}
}

// hits lists what a throw from a spot would hit.
func (d slowDuel) hits(from spot) map[spot]bool {
	piece := d.pieces[from]
	found := map[spot]bool{}
	switch piece.Kind {
	case Volley:
		d.volley(from, piece, found)
	case Bow:
		d.bow(from, piece, found)
	default:
		for _, way := range steps(piece) {
			d.blade(from, way, piece.Owner, found)
		}
	}
	return found
}

func (d slowDuel) blade(from, way spot, owner game.Seat, found map[spot]bool) {
	at := from
	for {
		at = spot{at.x + way.x, at.y + way.y}
		if !at.onBoard() {
			return
		}
		if hit, ok := d.pieces[at]; ok {
			if hit.Owner != owner {
				found[at] = true
			}
			return
		}
		if stone, ok := d.stones[at]; ok {
			if way.x != 0 && way.y != 0 {
				return
			}
			way = bend(stone, way)
		}
	}
}

// ahead lists what stands before a piece in its column, in order: pieces and stones.
func (d slowDuel) ahead(from spot, owner game.Seat) []spot {
	var list []spot
	for n := 1; n <= 11; n++ {
		at := spot{from.x, from.y + n}
		if owner == game.Second {
			at.y = from.y - n
		}
		if _, piece := d.pieces[at]; piece || d.stones[at] != "" {
			list = append(list, at)
		}
	}
	return list
}

func (d slowDuel) volley(from spot, piece Piece, found map[spot]bool) {
	for _, at := range d.ahead(from, piece.Owner) {
		hit, ok := d.pieces[at]
		if !ok || hit.Owner == piece.Owner || len(found) == 2 {
			return
		}
		found[at] = true
	}
}

func (d slowDuel) bow(from spot, piece Piece, found map[spot]bool) {
	for i, at := range d.ahead(from, piece.Owner) {
		if hit, ok := d.pieces[at]; ok && hit.Owner != piece.Owner {
			if i <= 1 {
				found[at] = true
			}
			return
		}
	}
}

func (d slowDuel) thrower(piece Piece) bool { return piece.Kind != Flag && piece.Kind != Shield }

func (d slowDuel) canThrow(at spot) bool {
	piece, ok := d.pieces[at]
	return ok && d.thrower(piece) && piece.Pinned == 0 && piece.Empty == 0 && d.ply >= d.quiet && len(d.hits(at)) > 0
}

// mayGlide tells whether a piece may glide between two spots (shuriken 3.2, 7.2).
func (d slowDuel) mayGlide(from, to spot) bool {
	piece := d.pieces[from]
	if from == to || from.x != to.x && from.y != to.y || piece.Pinned > 0 {
		return false
	}
	dx, dy := sign(to.x-from.x), sign(to.y-from.y)
	for at := from; at != to; {
		at = spot{at.x + dx, at.y + dy}
		if !at.isField() || d.stones[at] != "" {
			return false
		}
		target, taken := d.pieces[at]
		if !taken {
			continue
		}
		return at == to && target.Kind == Flag && target.Owner != piece.Owner && target.Revealed && d.calm >= 8 && d.thrower(piece)
	}
	return true
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// legal lists the notations of all that the side to move may do.
func (d slowDuel) legal() []string {
	var list []string
	for from, piece := range d.pieces {
		if piece.Owner != d.turn {
			continue
		}
		if d.canThrow(from) {
			list = append(list, from.name()+"*")
		}
		for y := 1; y <= 11; y++ {
			for x := 1; x <= 7; x++ {
				if to := (spot{x, y}); d.mayGlide(from, to) {
					list = append(list, from.name()+"-"+to.name())
				}
			}
		}
	}
	for y := 1; y <= 11 && d.stars[d.turn] > 0; y++ {
		for x := 1; x <= 7; x++ {
			if _, taken := d.pieces[spot{x, y}]; !taken && (spot{x, y}).home(d.turn) {
				list = append(list, "@"+spot{x, y}.name())
			}
		}
	}
	if list == nil {
		return []string{"pass"}
	}
	slices.Sort(list)
	return list
}
