package views

import (
	"salle/game"
	"salle/game/spirit"
)

// picture is one small stage of a rules diagram: where the spirits stand, what they do, and who is called what.
type picture struct {
	cells [2]uint8
	turn  int
	acts  [2]spirit.Act // above the spirits; None for nothing
	dust  [2]uint8
	also  string // the key of a word under the stage, "" for none
	n     int    // of that word
}

// scene is a diagram in which both spirits act once from two cells. What comes of it is asked of the rules themselves, so
// that the page cannot say otherwise.
func scene(first, second uint8, acts [2]spirit.Act) []picture {
	before := spirit.NewRound(2)
	before.Fighters[0].Cell, before.Fighters[1].Cell = first, second
	after, _ := before.Begin().Phase(acts)
	return []picture{
		{cells: [2]uint8{first, second}, turn: 1, acts: acts},
		{cells: [2]uint8{after.Fighters[0].Cell, after.Fighters[1].Cell}, turn: 1},
	}
}

// pictures are the stages of a diagram of Spirit Duel's rules page, by its name; none for the tables.
func pictures(diagram string) []picture {
	switch diagram {
	case "board-start":
		return []picture{{cells: [2]uint8{3, 7}, turn: 1}}
	case "facing":
		return []picture{
			{cells: [2]uint8{4, 6}, turn: 1, acts: [2]spirit.Act{spirit.Advance, spirit.Advance}},
			{cells: [2]uint8{4, 6}, turn: 1, acts: [2]spirit.Act{spirit.Retreat, spirit.Retreat}},
		}
	case "collision-same":
		return scene(4, 6, [2]spirit.Act{spirit.Advance, spirit.Advance})
	case "collision-swap":
		return scene(4, 5, [2]spirit.Act{spirit.Advance, spirit.Advance})
	case "collision-stand":
		return scene(4, 5, [2]spirit.Act{spirit.Advance, spirit.Counter})
	case "chase":
		return scene(4, 5, [2]spirit.Act{spirit.Advance, spirit.Retreat})
	case "wall":
		return scene(1, 4, [2]spirit.Act{spirit.Retreat, spirit.Block})
	case "leap-full":
		return scene(4, 5, [2]spirit.Act{spirit.Leap, spirit.Block})
	case "leap-short":
		return scene(7, 8, [2]spirit.Act{spirit.Leap, spirit.Block})
	case "leap-none":
		return scene(8, 9, [2]spirit.Act{spirit.Leap, spirit.Block})
	case "leap-clash":
		return scene(7, 8, [2]spirit.Act{spirit.Leap, spirit.Retreat})
	case "reach":
		return []picture{
			{cells: [2]uint8{4, 5}, turn: 1, acts: [2]spirit.Act{spirit.Attack, spirit.None}},
			{cells: [2]uint8{4, 6}, turn: 1, acts: [2]spirit.Act{spirit.Wave, spirit.None}},
		}
	case "dust-growth":
		return []picture{
			{cells: [2]uint8{4, 6}, turn: 1, also: "match.turn", n: 1},
			{cells: [2]uint8{4, 6}, turn: 4, also: "match.turn", n: 4},
			{cells: [2]uint8{4, 6}, turn: 7, also: "match.turn", n: 7},
		}
	case "dust-count":
		return []picture{
			{cells: [2]uint8{5, 9}, turn: 1, dust: [2]uint8{0, 1}, also: "match.turn", n: 1},
			{cells: [2]uint8{5, 9}, turn: 2, dust: [2]uint8{0, 2}, also: "match.turn", n: 2},
			{cells: [2]uint8{5, 9}, turn: 3, dust: [2]uint8{0, 3}, also: "match.turn", n: 3},
		}
	}
	return nil
}

// dustLevel is the stage of the stardust on a cell, 1 where nobody is counted there.
func (p picture) dustLevel(cell int) int {
	for i, c := range p.cells {
		if int(c) == cell {
			return max(1, int(p.dust[i]))
		}
	}
	return 1
}

// matrixDistance is the distance of one of the three tables of what actions do to each other, 0 for another diagram.
func matrixDistance(diagram string) int {
	switch diagram {
	case "matrix-1":
		return 1
	case "matrix-2":
		return 2
	case "matrix-3":
		return 3
	}
	return 0
}

// matrixActs are the rows and columns of those tables; None stands for all other actions.
var matrixActs = []spirit.Act{spirit.Attack, spirit.Block, spirit.Counter, spirit.Pierce, spirit.Wave, spirit.None}

// exchange is what one phase does to both players, the row's first.
type exchange struct {
	lost    [2]int
	star    [2]bool
	penalty [2]bool
}

// nothing tells whether the phase changes nothing that the table shows.
func (x exchange) nothing() bool { return x == exchange{} }

// exchangeAt asks the rules what two actions do to each other at a distance (spirit 6.6).
func exchangeAt(distance int, row, column spirit.Act) exchange {
	r := spirit.NewRound(2)
	r.Fighters[0].Cell, r.Fighters[1].Cell = 3, uint8(3+distance)
	acts := [2]spirit.Act{row, column}
	for i, a := range acts {
		if a == spirit.Pierce {
			r.Fighters[i].Stars = spirit.MaxStars
		}
	}
	after, _ := r.Begin().Phase(acts)
	var x exchange
	for i := range x.lost {
		paid := r.Fighters[i].Stars
		if acts[i] == spirit.Pierce {
			paid = 0
		}
		x.lost[i] = int(r.Fighters[i].HP - after.Fighters[i].HP)
		x.star[i] = after.Fighters[i].Stars > paid
		x.penalty[i] = after.Fighters[i].Penalty
	}
	return x
}

// matrixKey names a row or column.
func matrixKey(a spirit.Act) string {
	if a == spirit.None {
		return "rules.spirit.matrix.else"
	}
	return actKey(a)
}

// exampleTurn is the turn that the diagram of a turn's phases shows.
func exampleTurn() spirit.Turn {
	return spirit.Turn{
		Number: 1, Turn: 1, K: 2,
		Lists: spirit.Lists{{spirit.Advance, spirit.Wave}, {spirit.Block, spirit.Attack}},
	}
}

// faces is the class that turns a spirit towards the other.
func faces(p picture, seat game.Seat) string {
	if p.cells[seat] > p.cells[seat.Other()] {
		return "faces-left"
	}
	return "faces-right"
}
