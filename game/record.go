package game

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// recordFormat is the first line of every record: the format's name and version.
const recordFormat = "salle 1"

// maxRecordLine is the longest line of a record, in bytes.
const maxRecordLine = 200

// The headers that the kernel itself reads or writes.
const (
	HeaderGame    = "game"
	HeaderVariant = "variant"
	HeaderRules   = "rules"
	HeaderDate    = "date"
	HeaderResult  = "result"
	HeaderVisible = "visible" // the record holds only what that side may see, and is not replayed
)

// chanceLetter leads the lines that Chance wrote.
const chanceLetter = "-"

// ErrVisible: the record was exported while its match went on and holds one side's view, which cannot be replayed.
var ErrVisible = errors.New("the record holds one side's view of a running match: it is for reading and is not replayed")

// Record is what a match was, as text: enough to replay it to the same states on any machine and under any later
// release.
type Record struct {
	Headers []Header // in the order of the text
	Steps   []RecordStep

	round int // the last one that Add announced
}

// Header is one "key: value" of a record.
type Header struct {
	Key, Value string
	Line       int // in the text it was read from, from 1; 0 where it was made here
}

// RecordStep is one step of a record.
type RecordStep struct {
	Letter  string // the seat's, or "-" for Chance
	Action  string
	Comment string // written on a line of its own before the step; not read back
	Line    int    // in the text it was read from, from 1; 0 where it was made here
}

// Get returns the value of a header, "" where there is none.
func (r Record) Get(key string) string { return r.header(key).Value }

func (r Record) header(key string) Header {
	for _, h := range r.Headers {
		if h.Key == key {
			return h
		}
	}
	return Header{}
}

// Set adds a header, its value made fit for one line; an empty value adds none.
func (r *Record) Set(key, value string) {
	if value = headerValue(value, maxRecordLine-len(key)-len(": ")); value != "" {
		r.Headers = append(r.Headers, Header{Key: key, Value: value})
	}
}

// headerValue makes text safe inside a header: valid UTF-8, one line, no comment sign, at most limit bytes.
func headerValue(text string, limit int) string {
	text = strings.Map(func(c rune) rune {
		switch {
		case c == '#':
			return '♯'
		case unicode.IsControl(c), unicode.IsSpace(c):
			return ' '
		}
		return c
	}, strings.ToValidUTF8(text, ""))
	text = strings.Join(strings.Fields(text), " ")
	for len(text) > limit {
		_, size := utf8.DecodeLastRuneInString(text)
		text = strings.TrimSpace(text[:len(text)-size])
	}
	return text
}

// String is the record as text, which ParseRecord reads back.
func (r Record) String() string {
	var b strings.Builder
	b.WriteString(recordFormat + "\n")
	for _, h := range r.Headers {
		fmt.Fprintf(&b, "%s: %s\n", h.Key, h.Value)
	}
	b.WriteByte('\n')
	for _, s := range r.Steps {
		if s.Comment != "" {
			fmt.Fprintf(&b, "# %s\n", s.Comment)
		}
		fmt.Fprintf(&b, "%s %s\n", s.Letter, s.Action)
	}
	return b.String()
}

// ParseRecord reads a record without judging its steps. Its errors are RecordErrors. No input makes it panic.
func ParseRecord(text string) (Record, error) {
	var r Record
	inHeaders := true
	lines := map[string]bool{} // the keys so far: looking for each among all headers would take long in a long text
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		n := i + 1
		line = strings.TrimSuffix(line, "\r")
		if len(line) > maxRecordLine {
			return r, tooLong(line, n)
		}
		if !utf8.ValidString(line) {
			return r, &RecordError{Line: n, Found: line, Want: "UTF-8 text", Code: WantText}
		}
		var err error
		switch {
		case i == 0:
			err = readFormat(line)
		case inHeaders && line == "":
			inHeaders = false
		case inHeaders:
			err = r.readHeader(line, n, lines)
		default:
			err = r.readStep(line, n)
		}
		if err != nil {
			return r, err
		}
	}
	return r, r.checkRequired()
}

func tooLong(line string, n int) error {
	return &RecordError{
		Line: n, Found: line, Want: fmt.Sprintf("at most %d bytes on a line", maxRecordLine),
		Code: WantShort, What: strconv.Itoa(maxRecordLine),
	}
}

func readFormat(line string) error {
	if withoutComment(line) != recordFormat {
		return &RecordError{Line: 1, Found: line, Want: strconv.Quote(recordFormat), Code: WantFormat, What: recordFormat}
	}
	return nil
}

func withoutComment(line string) string {
	line, _, _ = strings.Cut(line, "#")
	return strings.TrimSpace(line)
}

func (r *Record) readHeader(line string, n int, have map[string]bool) error {
	content := withoutComment(line)
	if content == "" {
		return nil
	}
	key, value, ok := strings.Cut(content, ":")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	if !ok || key == "" {
		return &RecordError{Line: n, Found: line, Want: `a header "key: value" or the blank line that ends them`, Code: WantHeader}
	}
	if len(key)+len(": ")+len(value) > maxRecordLine { // String writes the space that the line may lack
		return tooLong(line, n)
	}
	if have[key] {
		return &RecordError{Line: n, Found: line, Want: fmt.Sprintf("the header %q once", key), Code: WantOnce, What: key}
	}
	have[key] = true
	r.Headers = append(r.Headers, Header{Key: key, Value: value, Line: n})
	return nil
}

func (r *Record) readStep(line string, n int) error {
	content := withoutComment(line)
	if content == "" {
		return nil
	}
	letter, action, ok := strings.Cut(content, " ")
	if action = strings.TrimSpace(action); !ok || action == "" {
		return &RecordError{Line: n, Found: line, Want: "a step: a seat's letter or -, a space and an action", Code: WantStep}
	}
	r.Steps = append(r.Steps, RecordStep{Letter: letter, Action: action, Line: n})
	return nil
}

func (r Record) checkRequired() error {
	for _, key := range []string{HeaderGame, HeaderRules} {
		if r.Get(key) == "" {
			return &RecordError{
				Line: 1, Found: "headers without " + key, Want: fmt.Sprintf("a header %q", key+": …"), Code: WantKey, What: key,
			}
		}
	}
	if rules := r.header(HeaderRules); !validRules(rules.Value) {
		return &RecordError{Line: rules.Line, Found: rules.Value, Want: "the version of the rules, a number from 1", Code: WantNumber}
	}
	return nil
}

func validRules(text string) bool {
	n, err := parseCount(text)
	return err == nil && n > 0
}

// Setup is what the record's match was begun with.
func (r Record) Setup() Setup {
	rules, _ := strconv.Atoi(r.Get(HeaderRules))
	return Setup{Variant: r.Get(HeaderVariant), Rules: rules}
}

// Replay plays the record's steps by g's rules, calling each after every one, and checks the result where the record
// names it. What was played before an error has been handed to each. A record of one side's view is ErrVisible.
func (r Record) Replay(g Game, each func(Step)) (Position, error) {
	if v := r.header(HeaderVisible); v.Value != "" {
		return nil, &RecordError{
			Line: v.Line, Found: "visible: " + v.Value, Want: "a record of a whole match", Code: WantWhole, Err: ErrVisible,
		}
	}
	info := g.Info()
	p, err := g.Start(r.Setup())
	if err != nil {
		return nil, r.unknownSetup(info, err)
	}
	for _, step := range r.Steps {
		if p, err = replayStep(info, p, step, each); err != nil {
			return nil, err
		}
	}
	return p, r.checkResult(info, p.Status().Result)
}

// unknownSetup is a record that begins as no match of its game does.
func (r Record) unknownSetup(info Info, err error) error {
	wrong := RecordError{Want: fmt.Sprintf("rules up to %d and a variant of %v", info.Rules, info.VariantNames()), Err: err}
	h := r.header(HeaderRules)
	wrong.Code, wrong.What = WantRules, strconv.Itoa(info.Rules)
	if errors.Is(err, ErrVariant) {
		h = r.header(HeaderVariant)
		wrong.Code, wrong.What = WantVariant, strings.Join(info.VariantNames(), ", ")
	}
	wrong.Line, wrong.Found = max(h.Line, 1), h.Value
	return &wrong
}

// UnknownGame is what is wrong with a record of a game that is not among those known, by their slugs.
func (r Record) UnknownGame(known []string) error {
	h, list := r.header(HeaderGame), strings.Join(known, ", ")
	return &RecordError{
		Line: h.Line, Found: h.Key + ": " + h.Value, Want: "a game that this release knows: " + list, Code: WantGame, What: list,
	}
}

func replayStep(info Info, p Position, step RecordStep, each func(Step)) (Position, error) {
	found := step.Letter + " " + step.Action
	seat, ok := info.seatOf(step.Letter)
	if !ok {
		want := fmt.Sprintf("a step led by %s, %s or -", info.Letters[First], info.Letters[Second])
		letters := strings.Join([]string{info.Letters[First], info.Letters[Second], chanceLetter}, ", ")
		return nil, &RecordError{Line: step.Line, Found: found, Want: want, Code: WantLetter, What: letters}
	}
	entry := Entry{Ply: p.Status().Ply, Seat: seat, Action: step.Action}
	next, events, err := p.Play(seat, step.Action)
	if err != nil {
		wrong := expected(info, p)
		wrong.Line, wrong.Found, wrong.Err = step.Line, found, err
		return nil, &wrong
	}
	if each != nil {
		each(Step{Entry: entry, After: next, Events: events})
	}
	return next, nil
}

// expected says what could have stood where a step was refused.
func expected(info Info, p Position) RecordError {
	toAct := p.Status().ToAct
	if toAct == Nobody {
		return RecordError{Want: "no step after the end", Code: WantEnd}
	}
	var who []string
	for _, s := range []Seat{First, Second, Chance} {
		if toAct.Has(s) {
			who = append(who, info.Letter(s))
		}
	}
	return RecordError{Want: "a legal action of " + strings.Join(who, " or "), Code: WantAction, What: strings.Join(who, ", ")}
}

func (i Info) seatOf(letter string) (Seat, bool) {
	if letter == chanceLetter {
		return Chance, true
	}
	n := slices.Index(i.Letters[:], letter)
	return Seat(max(n, 0)), n >= 0
}

// Letter leads the lines of a seat in a record; "-" for Chance.
func (i Info) Letter(s Seat) string {
	if s.Plays() {
		return i.Letters[s]
	}
	return chanceLetter
}

// ResultText is a result as records write it: the winner's side or "draw", and the reason; "" while the match goes on.
func (i Info) ResultText(r Result) string {
	switch {
	case !r.Over:
		return ""
	case r.Winner.Plays():
		return i.Sides[r.Winner] + " " + r.Reason
	}
	return "draw " + r.Reason
}

func (r Record) checkResult(info Info, result Result) error {
	h := r.header(HeaderResult)
	if h.Value == "" {
		return nil
	}
	winner, reason, _ := strings.Cut(h.Value, " ")
	gotWinner, gotReason, _ := strings.Cut(info.ResultText(result), " ")
	if winner == gotWinner && (reason == "" || reason == gotReason) {
		return nil
	}
	wrong := RecordError{Line: h.Line, Found: "result: " + h.Value, Code: WantResult, What: info.ResultText(result)}
	wrong.Want = strconv.Quote(wrong.What) + ", which the replay gives"
	if !result.Over {
		wrong.Code, wrong.Want = WantNone, "no result: the replay does not reach an end"
	}
	return &wrong
}

// Add writes the lines of one ply, in the order of the log, given the status at the ply's start. The lines of a ply that
// both owe stand together, the leading player's first, and each new round is announced by a comment.
func (r *Record) Add(info Info, status Status, ply []Entry) {
	lines := slices.Clone(ply)
	// The table's own actions answer one another, so a ply that holds one keeps its order.
	if status.ToAct == Both && !slices.ContainsFunc(lines, func(e Entry) bool { return IsTable(e.Action) }) {
		slices.SortStableFunc(lines, func(a, b Entry) int { return order(status, a.Seat) - order(status, b.Seat) })
	}
	for _, e := range lines {
		step := RecordStep{Letter: info.Letter(e.Seat), Action: e.Action}
		if status.Round != r.round && e.Seat.Plays() {
			r.round = status.Round
			step.Comment = "round " + strconv.Itoa(status.Round)
		}
		r.Steps = append(r.Steps, step)
	}
}

func order(status Status, s Seat) int {
	if s == status.Leads {
		return 0
	}
	return 1
}
