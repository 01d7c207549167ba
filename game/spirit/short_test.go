package spirit_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"salle/game"
	"salle/game/spirit"
)

// begun is a short form whose first round is announced on line 3.
const begun = "spirit 1\nfirst 2\nround 1\n"

// plain is Spirit Duel with no machine.
var plain = game.New(spirit.Info, spirit.Rules{}, spirit.AI{})

// playShort plays a match by rng for at most turns turns, and writes its short form as well as the log.
func playShort(t interface{ Fatal(...any) }, rng *rand.Rand, turns int) (text string, log []game.Entry, last game.Position) {
	p, err := plain.Start(game.Setup{Rules: spirit.RulesVersion})
	if err != nil {
		t.Fatal(err)
	}
	play := func(seat game.Seat, action string) {
		log = append(log, game.Entry{Ply: p.Status().Ply, Seat: seat, Action: action})
		if p, _, err = p.Play(seat, action); err != nil {
			t.Fatal(err)
		}
	}
	play(game.Chance, p.Draw(rng))
	lines := []string{"spirit 1", fmt.Sprintf("first %d", p.Status().Leads+1)}
	for round := 0; turns > 0 && !p.Status().Result.Over; turns-- {
		if r := p.Status().Round; r != round {
			round = r
			lines = append(lines, fmt.Sprintf("round %d", round))
		}
		var lists [2]string
		for seat := range lists {
			legal := p.Legal(game.Seat(seat))
			lists[seat] = legal[rng.IntN(len(legal))]
		}
		leads := p.Status().Leads
		play(leads, lists[leads])
		play(leads.Other(), lists[leads.Other()])
		lines = append(lines, lists[0]+" "+lists[1])
	}
	result := "*"
	if r := p.Status().Result; r.Over {
		result = map[game.Seat]string{game.First: "1", game.Second: "2", game.Spectator: "draw"}[r.Winner]
	}
	return strings.Join(append(lines, "result "+result, ""), "\n"), log, p
}

func TestShortFormsReplayToTheSameMatch(t *testing.T) { // spirit 14.4
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		text, log, last := playShort(t, rng, rapid.IntRange(0, 220).Draw(t, "turns"))
		if rapid.Bool().Draw(t, "CRLF") {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		record, err := spirit.ParseShort(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		var got []game.Entry
		p, err := record.Replay(plain, func(s game.Step) { got = append(got, s.Entry) })
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if game.Reveal(p) != game.Reveal(last) || p.Status() != last.Status() || !slices.Equal(got, log) {
			t.Fatalf("replayed to %s\nplayed to %s\nlog %v\nwant %v", game.Reveal(p), game.Reveal(last), got, log)
		}
		if text := spirit.Info.ResultText(last.Status().Result); record.Get(game.HeaderResult) != text {
			t.Fatalf("the record's result is %q, want %q", record.Get(game.HeaderResult), text)
		}
		if _, err := game.ParseRecord(record.String()); err != nil {
			t.Fatalf("%v in\n%s", err, record)
		}
	})
}

func TestShortFormsAreReadHoweverTheyAreWritten(t *testing.T) {
	text := "\ufeffspirit 1 # a duel\r\n\n# who enters\nfirst 2\n\n  round   1 # so\n\tFB  FW#\n\nresult *\n\n# end"
	record, err := spirit.ParseShort(text)
	if err != nil {
		t.Fatal(err)
	}
	want := []game.RecordStep{
		{Letter: "-", Action: "first N", Line: 4},
		{Letter: "N", Action: "FW", Comment: "round 1", Line: 7},
		{Letter: "S", Action: "FB", Line: 7},
	}
	if !slices.Equal(record.Steps, want) {
		t.Errorf("steps %v, want %v", record.Steps, want)
	}
}

func TestWrongShortFormsNameTheLine(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	won, _, p := playShort(t, rng, 220)
	lines := strings.Count(won, "\n")
	head := won[:strings.LastIndex(won, "result")]
	winner := int(p.Status().Result.Winner) + 1
	for _, c := range []struct {
		name, text  string
		line, steps int // steps that were right before it
		found, want string
		err         error
	}{
		{"empty", "", 1, 0, "", `"spirit 1"`, nil},
		{"a later version", "spirit 2\n", 1, 0, "spirit 2", `"spirit 1"`, nil},
		{"nothing drawn", "spirit 1\n", 2, 0, "the end", `"first 1" or "first 2"`, nil},
		{"drawn wrongly", "spirit 1\nfirst 3\n", 2, 0, "first 3", `"first 1" or "first 2"`, nil},
		{"a round before the draw", "spirit 1\nround 1\n", 2, 0, "round 1", `"first 1" or "first 2"`, nil},
		{"drawn twice", begun + "first 1\n", 4, 1, "first 1", "a legal list of player 1", game.ErrNotation},
		{"no round", "spirit 1\nfirst 1\nFF FF\n", 3, 1, "FF FF", `"round 1"`, nil},
		{"a round too many", begun + "round 2\n", 4, 1, "round 2", "both players' lists", nil},
		{"a round twice", begun + "round 1\n", 4, 1, "round 1", "both players' lists", nil},
		{"another round", "spirit 1\nfirst 1\nround 2\n", 3, 1, "round 2", `"round 1"`, nil},
		{"a round in words", "spirit 1\nfirst 1\nround one\n", 3, 1, "round one", `"round 1"`, nil},
		{"one list", begun + "FF\n", 4, 1, "FF", "both players' lists", nil},
		{"three lists", begun + "FF FF FF\n", 4, 1, "FF FF FF", "both players' lists", nil},
		{"no list", begun + "FF\tFX\n", 4, 1, "FF FX", "a legal list of player 2", game.ErrNotation},
		{"an illegal list", begun + "FF FF\nPA FF\n", 5, 3, "PA FF", "a legal list of player 1", game.ErrIllegal},
		{"a table's action", begun + "resign FF\n", 4, 1, "resign FF", "a legal list of player 1", game.ErrNotation},
		{"no result", begun + "FF FF\n", 5, 3, "the end", `"result *"`, nil},
		{"a result of nothing", begun + "FF FF\nresult 1\n", 5, 3, "result 1", `"result *"`, nil},
		{"a result of no name", begun + "result south\n", 4, 1, "result south", `"result *"`, nil},
		{"a line after the result", begun + "result *\nFF FF\n", 5, 1, "FF FF", "nothing after the result", nil},
		{"a long line", begun + strings.Repeat("F", 201) + "\n", 4, 1, "FFF", "at most 200 bytes", nil},
		{"no UTF-8", begun + "F\xff FF\n", 4, 1, "\xff", "UTF-8", nil},
		{"the loser", head + fmt.Sprintf("result %d\n", 3-winner), lines, 0, fmt.Sprintf("result %d", 3-winner), fmt.Sprintf(`"result %d"`, winner), nil},
		{"no winner", head + "result *\n", lines, 0, "result *", fmt.Sprintf(`"result %d"`, winner), nil},
		{"a turn after the end", head + "FF FF\n", lines, 0, "FF FF", fmt.Sprintf(`"result %d"`, winner), nil},
		{"a round after the end", head + "round 4\n", lines, 0, "round 4", fmt.Sprintf(`"result %d"`, winner), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			record, err := spirit.ParseShort(c.text)
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
			if c.steps > 0 && len(record.Steps) != c.steps {
				t.Errorf("%d steps before it, want %d", len(record.Steps), c.steps)
			}
		})
	}
}

func FuzzParseShort(f *testing.F) {
	for seed := range uint64(4) {
		text, _, _ := playShort(f, rand.New(rand.NewPCG(seed, 2)), 220)
		f.Add(text)
	}
	f.Add(begun + "L- FF\nBL- P\nresult *\n")
	f.Fuzz(func(t *testing.T, text string) {
		record, err := spirit.ParseShort(text)
		if err != nil {
			var wrong *game.RecordError
			if !errors.As(err, &wrong) || wrong.Line < 1 || wrong.Line > strings.Count(text, "\n")+1 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		p, err := record.Replay(plain, nil)
		if err != nil {
			t.Fatalf("%q does not replay: %v", text, err)
		}
		again, err := game.ParseRecord(record.String())
		if err != nil {
			t.Fatalf("%q was written as what cannot be read: %v", text, err)
		}
		q, err := again.Replay(plain, nil)
		if err != nil || game.Reveal(q) != game.Reveal(p) {
			t.Fatalf("%q replays differently once written: %v", text, err)
		}
	})
}
