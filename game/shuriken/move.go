package shuriken

import "salle/game"

// Verb is what an action does.
type Verb uint8

// The verbs: first those of a turn, then those of the setup, then what Chance draws (shuriken 11, 8.5).
const (
	NoVerb     Verb = iota
	Throw           // with the piece on From: "d3*"
	Glide           // the piece on From to To: "d3-d7"
	Place           // a star in hand on To: "@c2"
	Pass            // "pass"
	Swap            // what stands on From and on To, From being the lower: "swap a2 c3"
	Banner          // the flag goes to the warrior on To: "flag b2"
	Shuffle         // "shuffle"
	Ready           // "ready"
	DrawFirst       // who strikes first: "first S"
	DrawStones      // `stones b6/ f6/`
	DealArmy        // "deal S a1=FLR …"
)

// Move is what an action does and where: three bytes, so that a search lists moves freely. A turn of the duel is nothing
// but a Move.
type Move struct {
	Verb     Verb
	From, To Field
}

// Action is one decision: a turn, a step of the setup or a draw of Chance.
type Action struct {
	Move
	Seat   game.Seat // DrawFirst: who strikes first. DealArmy: whose army
	Stones Stones    // DrawStones
	Army   Army      // DealArmy
}

// MoveAction is a move as an action of the game.
func MoveAction(m Move) Action { return Action{Move: m} }

// FirstAction is Chance's draw of who strikes first.
func FirstAction(first game.Seat) Action { return Action{Move: Move{Verb: DrawFirst}, Seat: first} }

// StonesAction is Chance's draw of the stones.
func StonesAction(s Stones) Action { return Action{Move: Move{Verb: DrawStones}, Stones: s} }

// DealAction is Chance's deal of a seat's army.
func DealAction(seat game.Seat, army Army) Action {
	return Action{Move: Move{Verb: DealArmy}, Seat: seat, Army: army}
}
