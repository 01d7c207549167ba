package views

import (
	"slices"

	"salle/game"
)

// Who looks at a table: one of its players, or somebody who plays in no seat and is told what neither side hides. Both
// players are named to him, and the board lies before him as before the first.

// Watches tells whether the viewer plays in no seat of the match.
func (t Table) Watches() bool { return !t.Seat.Plays() }

// near is the player whose side of the board lies next to the viewer: himself, or the first.
func (t Table) near() game.Seat {
	if t.Watches() {
		return game.First
	}
	return t.Seat
}

// rivalName is what the player across the board is called.
func (t Table) rivalName() string { return playerName(t.Lang, t.Players[t.near().Other()]) }

// facesMachine tells whether the viewer plays, and against a machine.
func (t Table) facesMachine() bool { return !t.Watches() && t.Opponent().Level > 0 }

// who names a player to the viewer.
func (t Table) who(seat game.Seat) string {
	if seat == t.Seat {
		return t.Lang.T("match.you")
	}
	return playerName(t.Lang, t.Players[seat&1])
}

// whose is what ends the key of a sentence about a player: the viewer, his opponent, or either of the two he looks on at.
func (t Table) whose(seat game.Seat) string {
	switch {
	case t.Watches():
		return ".seat"
	case seat == t.Seat:
		return ".you"
	}
	return ".other"
}

// caller is who has called the match off; Spectator where no line of the log says it.
func (t Table) caller() game.Seat {
	for _, line := range slices.Backward(t.Lines) {
		if line.Action == game.Abort {
			return line.Seat
		}
	}
	return game.Spectator
}

// pending says to a spectator who of the two still has to do what both do unseen: "choose", "deploy" or "setup".
func (t Table) pending(what string, done [2]bool) string {
	late := game.First
	if done[game.First] {
		late = game.Second
	}
	form := ".one"
	if done == [2]bool{} {
		form = ".both"
	}
	return t.Lang.T("watch."+what+form, "who", t.who(late), "rival", t.who(late.Other()))
}

// verdictSound is the sound of the end, as the viewer hears it.
func verdictSound(t Table) string {
	switch winner := t.Status.Result.Winner; {
	case !winner.Plays():
		return "draw"
	case t.Watches() || winner == t.Seat:
		return "win"
	}
	return "lose"
}
