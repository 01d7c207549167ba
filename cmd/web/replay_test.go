package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"salle/game"
	"salle/game/spirit"
)

// plain is Spirit Duel with no machine.
var plain = game.New(spirit.Info, spirit.Rules{}, spirit.AI{})

// header are the headers that every record of Spirit Duel needs, and the blank line after them.
const header = "salle 1\ngame: spirit\nrules: 1\n\n"

// randomRecord plays a whole match by chance.
func randomRecord(t *testing.T, seed uint64) (game.Record, []replayed) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	p, err := plain.Start(game.Setup{Rules: spirit.RulesVersion})
	if err != nil {
		t.Fatal(err)
	}
	var r game.Record
	r.Set(game.HeaderGame, "spirit")
	r.Set(game.HeaderRules, "1")
	states := []replayed{{State: game.Reveal(p)}}
	for !p.Status().Result.Over {
		before := p.Status()
		seats := []game.Seat{before.Leads, before.Leads.Other()}
		if before.ToAct.Has(game.Chance) {
			seats = []game.Seat{game.Chance}
		}
		var ply []game.Entry
		for _, seat := range seats {
			legal := p.Legal(seat)
			e := game.Entry{Ply: before.Ply, Seat: seat, Action: legal[rng.IntN(len(legal))]}
			if p, _, err = p.Play(seat, e.Action); err != nil {
				t.Fatal(err)
			}
			ply = append(ply, e)
			states = append(states, replayed{
				Step: len(states), Seat: spirit.Info.Letter(seat), Action: e.Action, State: game.Reveal(p),
				Result: spirit.Info.ResultText(p.Status().Result),
			})
		}
		r.Add(spirit.Info, before, ply)
	}
	r.Set(game.HeaderResult, spirit.Info.ResultText(p.Status().Result))
	return r, states
}

// file writes a file to read.
func file(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "record.txt")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestReplayPrintsTheStateAfterEveryStep(t *testing.T) {
	const want = `   0  start       m0-0 r1 f0 k2 t1 1@3h4s0p0d0 2@7h4s0p0d0
   1  - first N   m0-0 r1 f2 k2 t1 1@3h4s0p0d0 2@7h4s0p0d0
   2  N FB        m0-0 r1 f2 k2 t1 1@3h4s0p0d0 2@7h4s0p0d0
   3  S FW        m0-0 r1 f2 k2 t2 1@4h4s0p0d0 2@6h4s1p0d0
   4  S resign    m0-0 r1 f2 k2 t2 1@4h4s0p0d0 2@6h4s1p0d0  north resign
`
	text := header + "- first N\n# round 1\nN FB\nS FW\nS resign\n"
	if got := call(t, "replay", file(t, text)); got != (called{stdout: want}) {
		t.Errorf("got %+v, want\n%s", got, want)
	}
	const last = `{"step":4,"seat":"S","action":"resign","state":"m0-0 r1 f2 k2 t2 1@4h4s0p0d0 2@6h4s1p0d0","result":"north resign"}` + "\n"
	if got := call(t, "replay", file(t, text), "--json"); !strings.HasSuffix(got.stdout, "\n"+last) || got.code != 0 {
		t.Errorf("got %+v, want at last\n%s", got, last)
	}
}

func TestReplayFollowsWholeMatches(t *testing.T) {
	for seed := range uint64(5) {
		record, want := randomRecord(t, seed)
		got := call(t, "replay", "--json", file(t, record.String()))
		if got.code != 0 || got.stderr != "" {
			t.Fatalf("seed %d: %+v", seed, got)
		}
		lines := strings.SplitAfter(strings.TrimSuffix(got.stdout, "\n"), "\n")
		if len(lines) != len(want) {
			t.Fatalf("seed %d: %d lines, want %d", seed, len(lines), len(want))
		}
		for i, line := range lines {
			var r replayed
			if err := json.Unmarshal([]byte(line), &r); err != nil || r != want[i] {
				t.Errorf("seed %d: line %d is %s (%v), want %+v", seed, i, line, err, want[i])
			}
		}
	}
}

func TestReplayKnowsTheSwitchesOfTheGameOfWar(t *testing.T) { // war 14
	const begun = "N deploy I F10 G6 G7 G9 H5 H7 H8 H9 I6 C G3 G4 H3 H4 K G8 W H6 R D3 X F5\n" +
		"S deploy I K15 K16 K17 L15 L16 L17 M15 M16 M17 C K19 L18 L19 M18 K K18 W O16 R O23 X N17\n- first south\nS M18-N19\nS end\nN resign\n"
	for variant, code := range map[string]int{"": 0, "variant: war +adjudicate +relay_by_contact\n": 0, "variant: +adjudicate\n": 0, "variant: war +x\n": 1} {
		got := call(t, "replay", file(t, "salle 1\ngame: war\n"+variant+"rules: 1\nresult: south resign\n\n"+begun))
		if got.code != code {
			t.Errorf("%q: %+v", variant, got)
		}
		if code == 0 && !strings.HasSuffix(got.stdout, " N B15,D8,T3,T23 - - -  south resign\n") {
			t.Errorf("%q ends in\n%s", variant, got.stdout)
		}
		if code != 0 && !strings.Contains(got.stderr, `line 3: found "war +x"`) {
			t.Errorf("%q: %s", variant, got.stderr)
		}
	}
}

func TestReplayReadsARecordHoweverItComes(t *testing.T) {
	record, _ := randomRecord(t, 7)
	text := record.String()
	want := call(t, "replay", file(t, text))
	for name, other := range map[string]string{
		"CRLF":            strings.ReplaceAll(text, "\n", "\r\n"),
		"byte order mark": "\ufeff" + text,
		"comments":        strings.ReplaceAll(text, "\nS ", " # so\n\n# then\nS "),
	} {
		if got := call(t, "replay", file(t, other)); got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
	if got := callIn(t, surroundings{stdin: text}, "replay", "-"); got != want {
		t.Errorf("standard input: got %+v, want %+v", got, want)
	}
}

func TestReplayReadsTheShortForm(t *testing.T) { // spirit 14.4
	record, _ := randomRecord(t, 3)
	p, err := record.Replay(plain, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := call(t, "replay", file(t, record.String()))
	got := call(t, "replay", file(t, short(t, record, p.Status().Result)))
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// short is a record in the short form.
func short(t *testing.T, record game.Record, result game.Result) string {
	t.Helper()
	text, lists := "spirit 1 # in short\n", map[string]string{}
	for _, s := range record.Steps {
		if s.Comment != "" {
			text += s.Comment + "\n"
		}
		lists[s.Letter] = s.Action
		if first, ok := strings.CutPrefix(s.Action, "first "); ok {
			text += fmt.Sprintf("first %d\n", strings.Index("SN", first)+1)
			clear(lists)
		} else if len(lists) == 2 {
			text += lists["S"] + " " + lists["N"] + "\n"
			clear(lists)
		}
	}
	return text + map[game.Seat]string{game.First: "result 1", game.Second: "result 2", game.Spectator: "result draw"}[result.Winner]
}

// A bad record names the line, and what was right before it is printed.
func TestReplayOfABadRecordNamesTheLine(t *testing.T) {
	record, _ := randomRecord(t, 2)
	won := strings.TrimPrefix(record.String(), "salle 1\ngame: spirit\nrules: 1\n")
	won = won[strings.Index(won, "\n")+1:] // without its result
	for _, c := range []struct {
		name, text string
		states     int // printed before the error
		want       string
	}{
		{"empty", "", 0, "line 1:"},
		{"another format", "pgn\n", 0, "line 1:"},
		{"no game", "salle 1\nrules: 1\n\n", 0, "line 1:"},
		{"an unknown game", "salle 1\nrules: 1\ngame: chess\n\n- x\n", 0, `line 3: found "game: chess", want a game that this release knows: spirit`},
		{"later rules", "salle 1\ngame: spirit\nrules: 2\n\n", 0, "line 3:"},
		{"a bad header", "salle 1\ngame: spirit\nrules: 1\nresult south\n\n", 1, "line 4:"},
		{"a line that is no step", header + "- first N\nN FB\nS\nS FW\n", 3, `line 7: found "S"`},
		{"an illegal step before a line that is none", header + "- first N\nN PA\nS\n", 2, `line 6: found "N PA"`},
		{"a line that is no step, in a record with a result", "salle 1\ngame: spirit\nrules: 1\nresult: north\n\n- first N\nN\n", 2, `line 7: found "N"`},
		{"an illegal step", header + "- first N\nN FB\nS PA\n", 3, `line 7: found "S PA"`},
		{"a second list", header + "- first N\nN FB\nN FW\n", 3, `line 7: found "N FW"`},
		{"a wrong result", "salle 1\ngame: spirit\nrules: 1\nresult: draw\n" + won, len(record.Steps) + 1, `line 4: found "result: draw"`},
		{"one side's view", "salle 1\ngame: spirit\nrules: 1\nvisible: south\n\n- first N\n", 0, "line 4:"},
		{"a wrong short form", "spirit 1\nfirst 2\nround 1\nFW FB\nround 2\n", 4, `line 5: found "round 2"`},
		{"a later short form", "spirit 2\n", 0, `line 1: found "spirit 2", want "spirit 1"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := call(t, "replay", "--json", file(t, c.text))
			if n := strings.Count(got.stdout, "\n"); n != c.states {
				t.Errorf("%d states were printed before it, want %d:\n%s", n, c.states, got.stdout)
			}
			got.stdout = ""
			got.failed(t, 1, c.want)
		})
	}
}

func TestReplayOfWhatIsNoRecord(t *testing.T) {
	dir := t.TempDir()
	call(t, "replay", filepath.Join(dir, "missing")).failed(t, 1, "cannot be opened", "missing")
	call(t, "replay", dir).failed(t, 1, "cannot be read", dir)
	large := filepath.Join(dir, "large")
	if err := os.WriteFile(large, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 1<<40); err != nil {
		t.Skipf("no room for a large file with nothing in it: %v", err)
	}
	call(t, "replay", large).failed(t, 1, large, "larger than 16 MB")
}
