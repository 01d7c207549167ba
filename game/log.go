package game

import "fmt"

// Entry is one line of a match's log.
type Entry struct {
	Ply    int
	Seat   Seat
	Action string // in notation
}

// Step is what one line of the log did.
type Step struct {
	Entry  Entry
	After  Position
	Events []Event
}

// PlayAll plays entries after p, calling each with what every one did. It stops at the first line that cannot be played
// or stands at another ply than the position's, and names it by its index.
func PlayAll(p Position, entries []Entry, each func(Step)) (Position, error) {
	for i, e := range entries {
		if ply := p.Status().Ply; e.Ply != ply {
			return nil, fmt.Errorf("entry %d: ply %d in a position at ply %d", i, e.Ply, ply)
		}
		next, events, err := p.Play(e.Seat, e.Action)
		if err != nil {
			return nil, fmt.Errorf("entry %d, %s %.60q at ply %d: %w", i, e.Seat, e.Action, e.Ply, err)
		}
		p = next
		if each != nil {
			each(Step{Entry: e, After: p, Events: events})
		}
	}
	return p, nil
}

// Replay folds a whole log into the position after it.
func Replay(g Game, setup Setup, log []Entry) (Position, error) {
	p, err := g.Start(setup)
	if err != nil {
		return nil, err
	}
	if p, err = PlayAll(p, log, nil); err != nil {
		return nil, fmt.Errorf("replay %s: %w", g.Info().Slug, err)
	}
	return p, nil
}

// Owned counts the entries of seat at a ply, counting from the log's end: what a Mark's Own is.
func Owned(log []Entry, ply int, seat Seat) int {
	n := 0
	for i := len(log) - 1; i >= 0 && log[i].Ply >= ply; i-- {
		if log[i].Ply == ply && log[i].Seat == seat {
			n++
		}
	}
	return n
}
