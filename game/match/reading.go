package match

import (
	"errors"
	"fmt"
	"slices"

	"salle/game"
)

// MaxRecord is the longest record that is read, in bytes: many times the longest match.
const MaxRecord = 256 << 10

// Eyes are whose a record that was read back is looked at with.
type Eyes uint8

// The eyes.
const (
	AllEyes    Eyes = iota // everything is shown: the record hides nothing from who has it
	FirstEyes              // as the first player saw it
	SecondEyes             // as the second did
	PublicEyes             // what neither hid
)

// seat is the one that sees.
func (e Eyes) seat() game.Seat {
	switch e {
	case FirstEyes:
		return game.First
	case SecondEyes:
		return game.Second
	}
	return game.Spectator
}

// Reading is a record that was read back, at one of its frames.
type Reading struct {
	Seen                    // without a frame where Steps is 0: of such a record nothing can be shown
	Wrong *game.RecordError // nil where all of it is right; else the frames lead up to what is wrong
}

// Read replays a record from its text, under the version of the rules that it names, and returns one frame of it. Frames are
// those of Review, and a last one for what was done at a ply that is not complete. A step outside is moved to the nearest
// frame. Nothing is stored.
func (s *Service) Read(text string, eyes Eyes, step int) (Reading, error) {
	record, err := s.games.ParseRecord(text)
	var r Reading
	if errors.As(err, &r.Wrong) {
		// The result is that of the whole, which is not to be had.
		record.Headers = slices.DeleteFunc(record.Headers, func(h game.Header) bool { return h.Key == game.HeaderResult })
		if record.Get(game.HeaderGame) == "" || record.Setup().Rules == 0 {
			return r, nil // of what, nobody knows
		}
	} else if err != nil {
		return r, fmt.Errorf("read a record: %w", err)
	}
	g, ok := s.games.Find(record.Get(game.HeaderGame))
	if !ok {
		return r, r.stops(record.UnknownGame(s.games.Slugs()))
	}
	log, now, err := replayed(g, record)
	if err := r.stops(err); err != nil {
		return r, err
	}
	start, err := begin(g, headerOf(g.Info(), record))
	if err != nil || r.Wrong != nil && errors.Is(r.Wrong, game.ErrVisible) {
		return r, nil // the replay has said what is wrong with it
	}
	return r, s.show(&r, start, log, now, eyes, step)
}

// stops keeps at which line the replay of a record stopped: an earlier one than any that could not be read.
func (r *Reading) stops(err error) error {
	if err == nil || errors.As(err, &r.Wrong) {
		return nil
	}
	return fmt.Errorf("replay a record: %w", err)
}

// replayed are the lines of a record that can be played, with the status after them.
func replayed(g game.Game, record game.Record) (log []game.Entry, now game.Status, err error) {
	var last game.Position
	_, err = record.Replay(g, func(step game.Step) { log, last = append(log, step.Entry), step.After })
	if last != nil {
		now = last.Status()
	}
	return log, now, err
}

// show fills in a frame.
func (s *Service) show(r *Reading, start snapshot, log []game.Entry, now game.Status, eyes Eyes, step int) error {
	steps := framesOf(log, now)
	step = min(max(step, 0), steps-1)
	split := before(log, step)
	frame, err := start.advance(log[:split])
	if err != nil {
		return err
	}
	whole, err := frame.advance(log[split:])
	if err != nil {
		return err
	}
	r.Seen = s.seen(frame, eyes.seat())
	r.Lines = whole.readable(eyes.seat())
	if eyes == AllEyes {
		r.Board, r.Lines = unveiled(frame.position).Observe(game.Spectator), whole.lines()
	}
	r.Step, r.Steps, r.Ended = step, steps, now.Result.Over
	return nil
}

// unveiled is a position with its secrets shown to everybody, as they are after an end.
func unveiled(p game.Position) game.Position {
	if p.Status().Result.Over {
		return p
	}
	closed, _, err := p.Play(game.First, game.Resign)
	if err != nil {
		return p
	}
	return closed
}

// framesOf counts the frames of a log: the start, one a completed ply, and one for lines at a ply that is not.
func framesOf(log []game.Entry, now game.Status) int {
	if len(log) > 0 && log[len(log)-1].Ply == now.Ply {
		return now.Ply + 2
	}
	return now.Ply + 1
}

// before counts the lines of a log that a frame shows. Lines of the frame's own ply belong to the next one.
func before(log []game.Entry, frame int) int {
	n := slices.IndexFunc(log, func(e game.Entry) bool { return e.Ply >= frame })
	if n < 0 {
		return len(log)
	}
	return n
}

// headerOf is the header of a match that a record tells of, with the names as they stand there.
func headerOf(info game.Info, record game.Record) Header {
	h := Header{Game: info.Slug, Setup: record.Setup()}
	for i, side := range info.Sides {
		h.Players[i].Name = record.Get(side)
		for level := range info.LevelsIn(h.Setup.Variant) {
			if machine := (Player{Level: level + 1}); h.Players[i].Name == recordName(machine) {
				h.Players[i] = machine
			}
		}
	}
	return h
}
