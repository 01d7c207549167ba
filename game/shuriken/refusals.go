package shuriken

import "salle/game"

// Why an action is refused: the keys of game.IllegalError.
const (
	CodeOver        = "over"    // the duel has ended
	CodeNotNow      = "not-now" // an action of another part of the match, or of another seat
	CodeField       = "no-such-field"
	CodeNoPiece     = "no-piece"     // nothing of one's own stands there
	CodeNotYours    = "not-yours"    // the piece is the enemy's
	CodeNeverThrows = "never-throws" // a flag or a shield (shuriken 4.2, 4.3)
	CodePinned      = "pinned"       // shuriken 4.5
	CodeEmpty       = "empty"        // the volley has not reloaded (shuriken 4.5)
	CodeQuiet       = "quiet-turn"   // shuriken 8.4
	CodeHitsNothing = "hits-nothing" // shuriken 2.5
	CodeNotStraight = "not-straight" // shuriken 3.2
	CodeGap         = "gap"          // a gap is in the way (shuriken 1.2)
	CodeStone       = "stone"        // a stone is in the way, or stands there (shuriken 1.4)
	CodeBlocked     = "blocked"      // a piece is in the way (shuriken 3.2)
	CodeOccupied    = "occupied"     // a piece stands there (shuriken 3.2)
	CodeNoStar      = "no-star"      // no star in hand (shuriken 4.6)
	CodeMustAct     = "must-act"     // there is something else to do than to pass (shuriken 3.5)

	CodeNotOwnGround = "not-own-ground"       // outside one's own ground (shuriken 8.3, 4.6)
	CodeWrongGround  = "not-on-this-ground"   // the other ground's step (shuriken 8.3)
	CodeSame         = "same-field"           // a piece changes places with itself (shuriken 8.3)
	CodeNotShield    = "not-a-shield"         // training: only shields change places (shuriken 8.3)
	CodeNotWarrior   = "not-a-warrior"        // shields carry no flag (shuriken 8.3)
	CodeBearer       = "already-bearer"       // he carries the flag already (shuriken 8.3)
	CodeReady        = "already-ready"        // shuriken 8.3
	CodeShields      = "shields-same-column"  // shuriken 8.2
	CodeFront        = "flag-in-front"        // shuriken 8.2
	CodeCaptain      = "captain-next-to-flag" // shuriken 8.2
	CodeDraw         = "not-such-a-draw"      // chance cannot draw that (shuriken 1.4, 8.1)
)

// ruleOf is the number of the rule behind each code.
var ruleOf = map[string]string{
	CodeOver: "shuriken 6", CodeNotNow: "shuriken 3.1", CodeField: "shuriken 1.2", CodeNoPiece: "shuriken 3.1",
	CodeNotYours: "shuriken 3.1", CodeNeverThrows: "shuriken 4.3", CodePinned: "shuriken 4.5", CodeEmpty: "shuriken 4.5",
	CodeQuiet: "shuriken 8.4", CodeHitsNothing: "shuriken 2.5", CodeNotStraight: "shuriken 3.2", CodeGap: "shuriken 1.2",
	CodeStone: "shuriken 1.4", CodeBlocked: "shuriken 3.2", CodeOccupied: "shuriken 3.2", CodeNoStar: "shuriken 4.6",
	CodeMustAct: "shuriken 3.5", CodeNotOwnGround: "shuriken 8.3", CodeWrongGround: "shuriken 8.3", CodeSame: "shuriken 8.3",
	CodeNotShield: "shuriken 8.3", CodeNotWarrior: "shuriken 8.3", CodeBearer: "shuriken 8.3", CodeReady: "shuriken 8.3",
	CodeShields: "shuriken 8.2", CodeFront: "shuriken 8.2", CodeCaptain: "shuriken 8.2", CodeDraw: "shuriken 8.5",
}

func refused(a Action, code string) *game.IllegalError {
	return &game.IllegalError{Action: a.String(), Key: code, Rule: ruleOf[code]}
}
