package spirit

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"salle/game"
)

// shortFormat is the first line of a record's short form: its name and version (spirit 14.4).
const shortFormat = "spirit 1"

// maxShortLine is the longest line of the short form, in bytes, as in records.
const maxShortLine = 200

// ParseShort reads the short form of a record (spirit 14.4) into the common one: "spirit 1", "first 1|2", for every round
// "round N" and a line "LIST1 LIST2" a turn with player 1 first, and at last "result 1|2|draw|*", where * is a match that
// goes on. Comments and blank lines are allowed as in records. It plays what it reads, so that round numbers and the
// result are checked against the rules. Its errors are *game.RecordErrors, and the record returned with one holds what
// was right before it. No input makes it panic.
func ParseShort(text string) (game.Record, error) {
	var s shortReader
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		s.line++
		if err := s.read(strings.TrimSuffix(line, "\r")); err != nil {
			return s.record, err
		}
	}
	if !s.ended {
		return s.record, s.wrong(game.FoundEnd, s.expected(), nil)
	}
	return s.record, nil
}

// shortReader is the short form as far as it was read.
type shortReader struct {
	record game.Record
	state  State
	line   int   // being read, from 1
	round  uint8 // the last that was announced
	ended  bool  // the result was read
}

// wrong is an error at the line being read.
func (s *shortReader) wrong(found string, want game.RecordError, err error) error {
	want.Line, want.Found, want.Err = s.line, found, err
	return &want
}

// read takes one line.
func (s *shortReader) read(line string) error {
	if len(line) > maxShortLine {
		want := game.RecordError{Want: fmt.Sprintf("at most %d bytes on a line", maxShortLine), Code: game.WantShort, What: strconv.Itoa(maxShortLine)}
		return s.wrong(line, want, nil)
	}
	if !utf8.ValidString(line) {
		return s.wrong(line, game.RecordError{Want: "UTF-8 text", Code: game.WantText}, nil)
	}
	content, _, _ := strings.Cut(line, "#")
	words := strings.Fields(content)
	switch {
	case s.line == 1:
		return s.readFormat(strings.Join(words, " "))
	case len(words) == 0:
		return nil
	case len(words) != 2 || s.ended:
		return s.wrong(line, s.expected(), nil)
	case !s.state.Drawn:
		return s.readFirst(words)
	case words[0] == "round":
		return s.readRound(words)
	case words[0] == "result":
		return s.readResult(words)
	}
	return s.readTurn(words)
}

// expected says what the next line could be.
func (s *shortReader) expected() game.RecordError {
	written := func(want, what string) game.RecordError {
		return game.RecordError{Want: want, Code: game.WantWritten, What: what}
	}
	switch {
	case s.ended:
		return game.RecordError{Want: "nothing after the result", Code: game.WantNothing}
	case !s.state.Drawn:
		return written(`"first 1" or "first 2"`, "first 1, first 2")
	case s.state.Result.Over:
		return written(strconv.Quote("result "+s.result())+", which the replay gives", "result "+s.result())
	case s.round != s.state.Number:
		return written(fmt.Sprintf("\"round %d\" or \"result *\"", s.state.Number), fmt.Sprintf("round %d, result *", s.state.Number))
	}
	return written(`both players' lists, such as "FA FW", or "result *"`, "FA FW, result *")
}

// format is what the first line must be.
func format() game.RecordError {
	return game.RecordError{Want: strconv.Quote(shortFormat), Code: game.WantFormat, What: shortFormat}
}

func (s *shortReader) readFormat(content string) error {
	if content != shortFormat {
		return s.wrong(content, format(), nil)
	}
	state, err := Rules{}.Start(game.Setup{Rules: RulesVersion})
	if err != nil {
		return s.wrong(content, format(), err)
	}
	s.state = state
	s.head(game.HeaderGame, Info.Slug)
	s.head(game.HeaderRules, strconv.Itoa(RulesVersion))
	return nil
}

// head adds a header that the line being read stands for.
func (s *shortReader) head(key, value string) {
	s.record.Headers = append(s.record.Headers, game.Header{Key: key, Value: value, Line: s.line})
}

func (s *shortReader) readFirst(words []string) error {
	player, ok := playerOf(words[1])
	if words[0] != "first" || !ok {
		return s.wrong(strings.Join(words, " "), s.expected(), nil)
	}
	draw := Action{First: player}
	before := Rules{}.Status(s.state)
	next, _, err := Rules{}.Apply(s.state, game.Chance, draw)
	if err != nil {
		return s.wrong(strings.Join(words, " "), s.expected(), err)
	}
	s.add(before, []game.Entry{{Ply: before.Ply, Seat: game.Chance, Action: draw.String()}})
	s.state = next
	return nil
}

// playerOf reads a player's number.
func playerOf(text string) (seat game.Seat, ok bool) {
	switch text {
	case "1":
		return game.First, true
	case "2":
		return game.Second, true
	}
	return game.Spectator, false
}

func (s *shortReader) readRound(words []string) error {
	if s.state.Result.Over || s.round == s.state.Number || words[1] != strconv.Itoa(int(s.state.Number)) {
		return s.wrong(strings.Join(words, " "), s.expected(), nil)
	}
	s.round = s.state.Number
	return nil
}

func (s *shortReader) readTurn(words []string) error {
	if s.state.Result.Over || s.round != s.state.Number {
		return s.wrong(strings.Join(words, " "), s.expected(), nil)
	}
	before, next := Rules{}.Status(s.state), s.state
	turn := make([]game.Entry, len(words))
	for i, word := range words {
		list, err := Rules{}.Parse(word)
		if err == nil {
			next, _, err = Rules{}.Apply(next, game.Seat(i), list)
		}
		if err != nil {
			want := game.RecordError{Want: fmt.Sprintf("a legal list of player %d", i+1), Code: game.WantAction, What: strconv.Itoa(i + 1)}
			return s.wrong(strings.Join(words, " "), want, err)
		}
		turn[i] = game.Entry{Ply: before.Ply, Seat: game.Seat(i), Action: word}
	}
	s.add(before, turn)
	s.state = next
	return nil
}

// add writes a ply's lines into the record.
func (s *shortReader) add(before game.Status, ply []game.Entry) {
	n := len(s.record.Steps)
	s.record.Add(Info, before, ply)
	for i := range s.record.Steps[n:] {
		s.record.Steps[n+i].Line = s.line
	}
}

// result is the match's result as the short form writes it.
func (s *shortReader) result() string {
	switch r := s.state.Result; {
	case !r.Over:
		return "*"
	case r.Winner.Plays():
		return strconv.Itoa(int(r.Winner) + 1)
	}
	return "draw"
}

func (s *shortReader) readResult(words []string) error {
	if words[1] != s.result() {
		return s.wrong(strings.Join(words, " "), s.expected(), nil)
	}
	s.ended = true
	if text := Info.ResultText(s.state.Result); text != "" {
		s.head(game.HeaderResult, text)
	}
	return nil
}
