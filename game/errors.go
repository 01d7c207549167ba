package game

import (
	"errors"
	"fmt"
)

// The ways an action is refused. Compare with errors.Is.
var (
	// ErrNotation: the text is not an action of this game.
	ErrNotation = errors.New("not an action of this game")
	// ErrIllegal: the action is one, but may not be done now. An IllegalError says why.
	ErrIllegal = errors.New("illegal action")
	// ErrTurn: the seat owes no action now.
	ErrTurn = errors.New("not this seat's turn")
	// ErrOver: the match has ended.
	ErrOver = errors.New("the match is over")
	// ErrVersion: this release does not know the version of the rules that was asked for.
	ErrVersion = errors.New("unknown version of the rules")
	// ErrVariant: the game has no such variant.
	ErrVariant = errors.New("unknown variant")
)

// IllegalError is an action refused by a rule.
type IllegalError struct {
	Action string // in notation, as given
	Key    string // which reason, a word that views put in a sentence
	Rule   string // the rule's number, such as "spirit 11.2"
}

// Error is for operators; visitors read the sentence that views have for Key.
func (e *IllegalError) Error() string {
	return fmt.Sprintf("illegal action %.40q: %s (%s)", e.Action, e.Key, e.Rule)
}

// Unwrap makes errors.Is(err, ErrIllegal) hold.
func (e *IllegalError) Unwrap() error { return ErrIllegal }
