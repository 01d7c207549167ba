package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"salle/game"
	"salle/game/catalog"
)

// maxRecord is the largest record that is read, in bytes: many times the longest match.
const maxRecord = 16 << 20

// replayed is one line of replay --json.
type replayed struct {
	Step   int    `json:"step"`   // 0 is the start
	Seat   string `json:"seat"`   // the letter that leads the line; "" at the start
	Action string `json:"action"` // "" at the start
	State  string `json:"state"`  // in the game's notation
	Result string `json:"result"` // as a record writes it; "" while the match goes on
}

// replay prints the state after every step of a record. What is right before a wrong line is printed too.
func (p program) replay(_ context.Context, args []string) error {
	fs := p.flags("replay")
	asJSON := fs.Bool("json", false, "print one JSON object a line, with step, seat, action, state and result")
	if err := parse(fs, args, 1); err != nil {
		return err
	}
	text, err := p.readFile(fs.Arg(0))
	if err != nil {
		return err
	}
	games, err := catalog.New()
	if err != nil {
		return err
	}
	record, wrong := games.ParseRecord(text)
	if wrong != nil {
		// The result is that of the whole, which is not to be had.
		record.Headers = slices.DeleteFunc(record.Headers, func(h game.Header) bool { return h.Key == game.HeaderResult })
	}
	if wrong != nil && (record.Get(game.HeaderGame) == "" || record.Setup().Rules == 0) {
		return wrong // of what, nobody knows
	}
	g, ok := games.Find(record.Get(game.HeaderGame))
	if !ok {
		return record.UnknownGame(games.Slugs())
	}
	write := p.writeText
	if *asJSON {
		write = p.writeJSON
	}
	if err := replayRecord(g, record, write); err != nil {
		return err // of an earlier line than the one that could not be read
	}
	return wrong
}

// replayRecord plays a record and hands every state to write, the start's first.
func replayRecord(g game.Game, record game.Record, write func(replayed) error) error {
	info := g.Info()
	var writeErr error
	n := 0
	emit := func(letter, action string, p game.Position) {
		if writeErr == nil {
			writeErr = write(replayed{
				Step: n, Seat: letter, Action: action, State: game.Reveal(p), Result: info.ResultText(p.Status().Result),
			})
		}
		n++
	}
	if begun, err := g.Start(record.Setup()); err == nil && record.Get(game.HeaderVisible) == "" {
		emit("", "", begun)
	}
	_, err := record.Replay(g, func(s game.Step) { emit(info.Letter(s.Entry.Seat), s.Entry.Action, s.After) })
	if writeErr != nil {
		return fmt.Errorf("write: %w", writeErr)
	}
	return err
}

func (p program) writeText(r replayed) error {
	line := fmt.Sprintf("%4d", r.Step)
	if r.Seat != "" {
		line += fmt.Sprintf("  %s %-8s", r.Seat, r.Action)
	} else {
		line += fmt.Sprintf("  %-10s", "start")
	}
	line += "  " + r.State
	if r.Result != "" {
		line += "  " + r.Result
	}
	_, err := fmt.Fprintln(p.stdout, line)
	return err
}

func (p program) writeJSON(r replayed) error { return json.NewEncoder(p.stdout).Encode(r) }

// readFile reads a file, "-" for standard input.
func (p program) readFile(name string) (string, error) {
	in := p.stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return "", fmt.Errorf("the file cannot be opened; name a file, or - for standard input: %w", err)
		}
		defer f.Close()
		in = f
	}
	var data bytes.Buffer
	n, err := data.ReadFrom(io.LimitReader(in, maxRecord+1))
	if err != nil {
		return "", fmt.Errorf("the file cannot be read; name a file, or - for standard input: %w", err)
	}
	if n > maxRecord {
		return "", fmt.Errorf("%s is not to be read: it is larger than %d MB", name, maxRecord>>20)
	}
	return data.String(), nil
}
