package war

import "salle/game"

// Why an action is refused: the keys of game.IllegalError.
const (
	CodeOver      = "over"      // the match has ended
	CodeAction    = "action"    // an action of another part of the match, or of another side
	CodeCommitted = "committed" // the side has committed its deployment already (war 4.2)
	CodeMissing   = "missing"   // units without a place (war 4.1)
	CodeTerritory = "territory" // a unit outside its side's half (war 4.1)
	CodeMountain  = "mountain"  // a unit on a mountain (war 4.1)
	CodeOccupied  = "occupied"  // two units on a square (war 4.1)
	CodeUnit      = "unit"      // no own unit stands there (war 8)
	CodeRetreat   = "retreat"   // a retreat is owed first (war 9.3)
	CodeMoves     = "moves"     // five units have moved (war 5.1)
	CodeMoved     = "moved"     // the unit has moved this turn (war 5.2)
	CodeIsolated  = "isolated"  // the unit is not in communication (war 8.2)
	CodeReach     = "reach"     // the unit cannot get there (war 8.1)
	CodeArsenal   = "arsenal"   // the enemy arsenal is closed to it this turn (war 8.3)
	CodeSpent     = "spent"     // the attack was spent on an arsenal (war 5.4)
	CodeTarget    = "target"    // no enemy unit stands there (war 7.1)
	CodeFire      = "fire"      // nobody can attack it (war 7.1)
)

// ruleOf is the number of the rule behind each code.
var ruleOf = map[string]string{
	CodeOver: "war 11.1", CodeAction: "war 5.1", CodeCommitted: "war 4.2", CodeMissing: "war 4.1", CodeTerritory: "war 4.1",
	CodeMountain: "war 4.1", CodeOccupied: "war 4.1", CodeUnit: "war 8.1", CodeRetreat: "war 9.3", CodeMoves: "war 5.1",
	CodeMoved: "war 5.2", CodeIsolated: "war 8.2", CodeReach: "war 8.1", CodeArsenal: "war 8.3", CodeSpent: "war 5.4",
	CodeTarget: "war 7.1", CodeFire: "war 7.1",
}

func refused(a Action, code string) *game.IllegalError {
	return &game.IllegalError{Action: a.String(), Key: code, Rule: ruleOf[code]}
}
