package match

import "salle/game"

// Line is a line of the log and the round it was played in.
type Line struct {
	game.Entry
	Round int // in a game of several rounds, from 1; else 0
}
