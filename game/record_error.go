package game

import "fmt"

// RecordError is a record that is wrong at some line.
type RecordError struct {
	Line        int // from 1
	Found, Want string
	Code        string // which kind of thing Want is, a word that views put in a sentence: one of the constants Want…
	What        string // what that sentence names
	Err         error  // the reason where a step was refused; nil otherwise
}

// The kinds of what is expected of a record where it is wrong. In brackets is what a RecordError's What then holds.
const (
	WantShort   = "short"   // a line of at most so many bytes [their number]
	WantText    = "text"    // UTF-8
	WantFormat  = "format"  // the first line [as it must be]
	WantHeader  = "header"  // a header, or the blank line that ends them
	WantOnce    = "once"    // a header that is not there yet [its key]
	WantStep    = "step"    // a letter, a space and an action
	WantKey     = "key"     // a header that is missing [its key]
	WantNumber  = "number"  // the version of the rules as a number from 1
	WantGame    = "game"    // a game that is known [their slugs]
	WantRules   = "rules"   // a version of the rules up to the newest [its number]
	WantVariant = "variant" // a variant of the game [their names]
	WantWhole   = "whole"   // a record that is not of one side's view
	WantLetter  = "letter"  // a letter of the game [the letters]
	WantAction  = "action"  // a legal action [the letters of who owes one]
	WantEnd     = "end"     // no step after the end
	WantResult  = "result"  // the result that the replay gives [as it is written]
	WantNone    = "none"    // no result, since the replay reaches none
	WantWritten = "written" // what a game's own short form has there [as it is written]
	WantNothing = "nothing" // nothing more, in a game's own short form
)

// Error names the line, what was found and what was expected.
func (e *RecordError) Error() string {
	text := fmt.Sprintf("line %d: found %.80q, want %s", e.Line, e.Found, e.Want)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the reason.
func (e *RecordError) Unwrap() error { return e.Err }

// FoundEnd is what was found where a text ends too early.
const FoundEnd = "the end of the text"
