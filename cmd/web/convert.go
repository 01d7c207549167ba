package main

import (
	"context"
	"fmt"

	"salle/game/war"
)

// convertMore tells what becomes of a converted position.
const convertMore = "A converted position is one line; web arena and web perft start from it with --game war --position FILE.\n" +
	"KFEN is written as a turn that has not begun. Of a .kfen file the moves of the running turn are not read."

// convert writes a position of the Game of War in another form than it was read in.
func (p program) convert(_ context.Context, args []string) error {
	fs := p.flags("convert")
	to := fs.String("to", "", `the form to write, "position", "kfen" or "document" (a .kfen file); if not set, kfen for a position and else position`)
	if err := parse(fs, args, 1); err != nil {
		return err
	}
	switch *to {
	case "", formPosition, formKFEN, formDocument:
	default:
		return usageError{fmt.Errorf("there is no form %q; choose position, kfen or document", *to)}
	}
	text, err := p.readFile(fs.Arg(0))
	if err != nil {
		return err
	}
	at, from, err := readPosition(text, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", fs.Arg(0), err)
	}
	if *to == "" {
		*to = formPosition
		if from == formPosition {
			*to = formKFEN
		}
	}
	if *to != formPosition && (at.Moves > 0 || at.Spent) {
		fmt.Fprintln(p.stderr, "web convert: KFEN does not keep what has been done this turn: it is written as a turn that has not begun")
	}
	written, err := written(&at, *to)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(p.stdout, written); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// written is a position in one of the forms.
func written(at *war.Position, form string) (string, error) {
	switch form {
	case formKFEN:
		return at.KFEN(1), nil
	case formDocument:
		return documentOf(at)
	}
	return at.String(), nil
}
