package game_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"salle/game"
	"salle/game/gametest"
)

// head are the headers that every record of Pebbles needs.
const head = "salle 1\ngame: pebbles\nrules: 1\n"

func TestRecordsAreReadHoweverTheyAreWritten(t *testing.T) {
	want := []game.RecordStep{{Letter: "-", Action: "deal 2"}, {Letter: "N", Action: "3"}, {Letter: "S", Action: "1"}}
	for name, text := range map[string]string{
		"plain":             head + "\n- deal 2\nN 3\nS 1\n",
		"CRLF":              strings.ReplaceAll(head+"\n- deal 2\nN 3\nS 1\n", "\n", "\r\n"),
		"byte order mark":   "\ufeff" + head + "\n- deal 2\nN 3\nS 1\n",
		"no last line end":  head + "\n- deal 2\nN 3\nS 1",
		"comments":          "salle 1 # a record\n# of a match\ngame: pebbles # so\nrules: 1\n\n# round 1\n- deal 2 # hidden\nN 3#\n\n   # more\nS 1\n",
		"blank lines":       head + "\n\n\n- deal 2\n\nN 3\n\n\nS 1\n\n",
		"spaces":            "salle 1 \n game :  pebbles \nrules:1\n\n - deal 2 \nN   3\n\tS 1\n",
		"headers reordered": "salle 1\nrules: 1\nevent: a: b\ngame: pebbles\n\n- deal 2\nN 3\nS 1\n",
	} {
		t.Run(name, func(t *testing.T) {
			r, err := game.ParseRecord(text)
			if err != nil {
				t.Fatal(err)
			}
			if got := bare(r.Steps); !slices.Equal(got, want) {
				t.Errorf("steps %v, want %v", got, want)
			}
			if r.Get("game") != "pebbles" || r.Setup() != (game.Setup{Rules: 1}) {
				t.Errorf("headers %v", r.Headers)
			}
			if _, err := r.Replay(gametest.Pebbles, nil); err != nil {
				t.Error(err)
			}
		})
	}
}

// bare leaves out where steps stood.
func bare(steps []game.RecordStep) []game.RecordStep {
	var out []game.RecordStep
	for _, s := range steps {
		out = append(out, game.RecordStep{Letter: s.Letter, Action: s.Action})
	}
	return out
}

func TestUnknownHeadersAreKept(t *testing.T) {
	r, err := game.ParseRecord("salle 1\ngame: pebbles\nrules: 1\nplace: a hall: the old one\n\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Get("place"); got != "a hall: the old one" {
		t.Errorf("place is %q", got)
	}
	if got := r.Get("weather"); got != "" {
		t.Errorf("a header that is not there is %q", got)
	}
	if !strings.Contains(r.String(), "\nplace: a hall: the old one\n") {
		t.Errorf("written without it:\n%s", r)
	}
}

// wrongRecords are records with one error each. Want is what the error must say was expected.
var wrongRecords = []struct {
	name, text  string
	line        int
	found, want string
	err         error
}{
	{"empty", "", 1, "", `"salle 1"`, nil},
	{"another format", "salle 2\ngame: pebbles\nrules: 1\n\n", 1, "salle 2", `"salle 1"`, nil},
	{"a header before the format", "game: pebbles\nsalle 1\nrules: 1\n\n", 1, "game: pebbles", `"salle 1"`, nil},
	{"no game", "salle 1\nrules: 1\n\n", 1, "headers without game", `a header "game: …"`, nil},
	{"no rules", "salle 1\ngame: pebbles\n\n", 1, "headers without rules", `a header "rules: …"`, nil},
	{"an empty game", "salle 1\ngame:\nrules: 1\n\n", 1, "headers without game", `a header "game: …"`, nil},
	{"rules in words", "salle 1\ngame: pebbles\nrules: one\n\n", 3, "one", "a number from 1", nil},
	{"rules 0", "salle 1\ngame: pebbles\nrules: 0\n\n", 3, "0", "a number from 1", nil},
	{"a header twice", head + "game: pebbles\n\n", 4, "game: pebbles", `the header "game" once`, nil},
	{"a header without a colon", head + "date\n\n", 4, "date", "key: value", nil},
	{"a header without a key", head + ": date\n\n", 4, ": date", "key: value", nil},
	{"a step among the headers", head + "S 1\n\n", 4, "S 1", "the blank line that ends them", nil},
	{"a long line", head + "\n# " + strings.Repeat("x", 199) + "\n", 5, "# x", "at most 200 bytes", nil},
	{"a header too long with its space", head + "x:" + strings.Repeat("y", 198) + "\n\n", 4, "x:yy", "at most 200 bytes", nil},
	{"no UTF-8", head + "\nS \xff\n", 5, "S \xff", "UTF-8 text", nil},
	{"a letter alone", head + "\n- deal 2\nS\n", 6, "S", "a seat's letter or -, a space and an action", nil},
	{"a letter and a comment", head + "\n- deal 2\nS # 1\n", 6, "S # 1", "a seat's letter or -, a space and an action", nil},

	{"a later version", "salle 1\ngame: pebbles\nrules: 2\n\n", 3, "2", "rules up to 1", game.ErrVersion},
	{"no such variant", head + "variant: huge\n\n", 4, "huge", "a variant of [short long]", game.ErrVariant},
	{"a letter of no seat", head + "\n- deal 2\nE 1\n", 6, "E 1", "a step led by S, N or -", nil},
	{"no notation", head + "\n- deal 2\nS 1\nN four\n", 7, "N four", "a legal action of N", game.ErrNotation},
	{"an illegal step", head + "\n- deal 2\nS 7\n", 6, "S 7", "a legal action of S or N", game.ErrIllegal},
	{"a player before the deal", head + "\nS 1\n", 5, "S 1", "a legal action of -", game.ErrTurn},
	{"a second action of one player in a turn", head + "\n- deal 2\nS 1\nS 2\n", 7, "S 2", "a legal action of N", game.ErrTurn},
	{"a step after the end", whole("") + "S 1\n", 14, "S 1", "no step after the end", game.ErrOver},
	{"a step after a resignation", head + "\n- deal 2\nN resign\nS 1\n", 7, "S 1", "no step after the end", game.ErrOver},
	{"another winner", whole("result: north\n"), 4, "result: north", `"south pebbles", which the replay gives`, nil},
	{"another reason", whole("result: south resign\n"), 4, "result: south resign", `"south pebbles", which the replay gives`, nil},
	{"a result of nothing", head + "result: draw\n\n- deal 2\n", 4, "result: draw", "no result: the replay does not reach an end", nil},
	{"one side's view", head + "visible: south\n\n- deal 2\n", 4, "visible: south", "a record of a whole match", game.ErrVisible},
}

// whole is a record of a whole match, with another header.
func whole(header string) string {
	return head + header + "\n- deal 2\nS 1\nN 3\nS 1\nN 3\nN 1\nS 2\nN 1\nS 3\n"
}

func TestWrongRecordsNameTheLine(t *testing.T) {
	for _, c := range wrongRecords {
		t.Run(c.name, func(t *testing.T) {
			r, err := game.ParseRecord(c.text)
			if err == nil {
				_, err = r.Replay(gametest.Pebbles, nil)
			}
			var wrong *game.RecordError
			if !errors.As(err, &wrong) {
				t.Fatalf("got %v, want a RecordError", err)
			}
			if wrong.Line != c.line || !strings.Contains(wrong.Found, c.found) || !strings.Contains(wrong.Want, c.want) {
				t.Errorf("got line %d, found %q, want %q", wrong.Line, wrong.Found, wrong.Want)
			}
			if c.err != nil && !errors.Is(err, c.err) || c.err == nil && wrong.Err != nil {
				t.Errorf("reason %v, want %v", wrong.Err, c.err)
			}
		})
	}
}

func TestRightResultsPass(t *testing.T) {
	for _, header := range []string{"", "result: south\n", "result: south pebbles\n", "result:\n"} {
		r, err := game.ParseRecord(whole(header))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Replay(gametest.Pebbles, nil); err != nil {
			t.Errorf("%q: %v", header, err)
		}
	}
}

func TestNothingBeforeAnErrorIsLost(t *testing.T) {
	r, err := game.ParseRecord(head + "\n- deal 2\nS 1\nN four\n")
	if err != nil {
		t.Fatal(err)
	}
	var played []string
	if _, err = r.Replay(gametest.Pebbles, func(s game.Step) { played = append(played, s.Entry.Action) }); err == nil {
		t.Fatal("the record is wrong")
	}
	if !slices.Equal(played, []string{"deal 2", "1"}) {
		t.Errorf("played %v", played)
	}
	r, err = game.ParseRecord(head + "\n- deal 2\nS 1\nbroken\nN 1\n")
	if err == nil || len(r.Steps) != 2 || r.Get("game") != "pebbles" {
		t.Errorf("read %v, %v", r, err)
	}
}

// recordOf writes a log of Pebbles ply by ply.
func recordOf(t *testing.T, log []game.Entry) game.Record {
	t.Helper()
	p, err := gametest.Pebbles.Start(game.Setup{Rules: 1})
	if err != nil {
		t.Fatal(err)
	}
	var r game.Record
	r.Set(game.HeaderGame, "pebbles")
	r.Set(game.HeaderRules, "1")
	for len(log) > 0 {
		status, n := p.Status(), 0
		for n < len(log) && log[n].Ply == status.Ply {
			n++
		}
		r.Add(gametest.PebblesInfo, status, log[:n])
		if p, err = game.PlayAll(p, log[:n], nil); err != nil {
			t.Fatal(err)
		}
		log = log[n:]
	}
	return r
}

func TestTheLeadersLineComesFirst(t *testing.T) {
	want := head + `
- deal 2
# round 1
S 1
N 3
S 1
N 3
# round 2
N 1
S 2
N 1
S 3
`
	before := slices.Clone(short)
	if got := recordOf(t, short).String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if !slices.Equal(short, before) {
		t.Error("Add changed the log it was handed")
	}
}

func TestAPlyWithATableActionKeepsItsOrder(t *testing.T) {
	log := append(short[:1:1],
		game.Entry{Ply: 1, Seat: game.Second, Action: game.Offer},
		game.Entry{Ply: 1, Seat: game.Second, Action: "3"},
		game.Entry{Ply: 1, Seat: game.First, Action: game.Accept})
	r := recordOf(t, log)
	if want := head + "\n- deal 2\n# round 1\nN draw\nN 3\nS accept\n"; r.String() != strings.Replace(want, "draw", game.Offer, 1) {
		t.Errorf("got\n%s", r)
	}
	read, err := game.ParseRecord(r.String())
	if err != nil {
		t.Fatal(err)
	}
	p, err := read.Replay(gametest.Pebbles, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Status().Result; got != game.Drawn(game.ReasonAgreed) {
		t.Errorf("replayed to %+v", got)
	}
}

func TestHeaderValuesFitOneLine(t *testing.T) {
	for name, c := range map[string]struct{ value, want string }{
		"plain":      {"Anna", "Anna"},
		"comment":    {"Anna #1", "Anna ♯1"},
		"lines":      {"Anna\r\nresult: north\n\nS 1", "Anna result: north S 1"},
		"controls":   {"A\x00n\x1b[31mna\u0085!", "A n [31mna !"},
		"spaces":     {"  An \u2003\t na ", "An na"},
		"broken":     {"An\xffna\xc3", "Anna"},
		"long":       {strings.Repeat("x", 300), strings.Repeat("x", 193)},
		"long runes": {strings.Repeat("字", 100), strings.Repeat("字", 64)},
		"long space": {strings.Repeat("x", 192) + " yyy", strings.Repeat("x", 192)},
		"empty":      {"", ""},
		"blank":      {" \n\t", ""},
		"separators": {"An\u2028na", "An na"},
	} {
		t.Run(name, func(t *testing.T) {
			var r game.Record
			r.Set(game.HeaderGame, "pebbles")
			r.Set(game.HeaderRules, "1")
			r.Set("south", c.value)
			text := r.String()
			read, err := game.ParseRecord(text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if got := read.Get("south"); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if len(read.Steps) != 0 {
				t.Errorf("a value became steps: %v", read.Steps)
			}
		})
	}
}

func TestResultsInWords(t *testing.T) {
	info := gametest.PebblesInfo
	for want, r := range map[string]game.Result{
		"":             {},
		"south resign": game.Won(game.First, game.ReasonResign),
		"north time":   game.Won(game.Second, game.ReasonTime),
		"draw agreed":  game.Drawn(game.ReasonAgreed),
	} {
		if got := info.ResultText(r); got != want {
			t.Errorf("%+v is written %q, want %q", r, got, want)
		}
	}
}

func FuzzParseRecord(f *testing.F) {
	f.Add(whole("result: south\n"))
	for _, c := range wrongRecords {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := game.ParseRecord(text)
		if err != nil {
			var wrong *game.RecordError
			if !errors.As(err, &wrong) || wrong.Line < 1 || !utf8.ValidString(err.Error()) {
				t.Fatalf("an error names its line: %v", err)
			}
			return
		}
		again, err := game.ParseRecord(r.String())
		if err != nil {
			t.Fatalf("%v in what String wrote:\n%s", err, r)
		}
		if !slices.Equal(bare(again.Steps), bare(r.Steps)) {
			t.Errorf("steps %v became %v", r.Steps, again.Steps)
		}
		if len(again.Headers) != len(r.Headers) {
			t.Fatalf("headers %v became %v", r.Headers, again.Headers)
		}
		for i, h := range r.Headers {
			if b := again.Headers[i]; b.Key != h.Key || b.Value != h.Value {
				t.Errorf("header %v became %v", h, b)
			}
		}
		_, _ = r.Replay(gametest.Pebbles, nil) // must not panic, whatever the steps
	})
}
