package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// The opening of war 4.4 in our notation, and as the pykrieg library writes it, whose map lacks a mountain and two forts.
const (
	openingText = "25/25/25/2R22/25/4X4I15/2CC1IIKI16/2CCIWIII16/5I19/25/14iiikc6/14iiicc6/14iiic7/16x8/15w6r2/25/25/25/25/25 N B15,D8,T3,T23 - - -"
	openingKFEN = "_________________________/_______f______A__________/_________mmmm____________/__R____A_m_______________/" +
		"_________m_______________/____X____(I)_______________/__CC_IIKIm_______________/__CCIWIIIm__________f____/" +
		"_____I___m__f____________/_________________________/______________iiikc______/______________iiicc______/" +
		"__f___________iiic_______/___________mmmmmx________/_______________(w)______r__/_______________m_________/" +
		"_______________m_________/_______________m_________/_________________________/__a___________________a__"
)

// kfenFile is a .kfen file with a board and a state.
func kfenFile(board, state string) string {
	return `{"kfen_version": "1.0", "metadata": {"players": null, "result": "ONGOING"},
  "board_info": {"rows": 20, "cols": 25, "fen": "` + board + `"}, "game_state": ` + state + `, "turn_history": [{"moves": []}]}`
}

func TestConvertReadsKFEN(t *testing.T) {
	south := strings.Replace(openingText, " N ", " S ", 1)
	for name, c := range map[string]struct{ text, want string }{
		"the board alone":   {openingKFEN, openingText},
		"a whole string":    {openingKFEN + "/S/M/[]/4/[]\n", south},
		"over many lines":   {strings.ReplaceAll(openingKFEN, "/", "/\r\n"), openingText},
		"a file":            {kfenFile(openingKFEN, `{"turn_number": 3, "current_player": "SOUTH", "current_phase": "B", "pending_retreats": []}`), south},
		"a file, no state":  {kfenFile(openingKFEN, "{}"), openingText},
		"a file, a retreat": {kfenFile(openingKFEN, `{"current_player": "NORTH", "pending_retreats": [{"row": 5, "col": 9}]}`), strings.Replace(openingText, "T23 -", "T23 F10", 1)},
		"a turn in the fen": {kfenFile(openingKFEN+"/S/M/[]/4/[]", "{}"), south},
	} {
		if got := call(t, "convert", file(t, c.text)); got != (called{stdout: c.want + "\n"}) {
			t.Errorf("%s: got %+v, want %s", name, got, c.want)
		}
	}
}

func TestConvertWritesKFENAndReadsItBack(t *testing.T) {
	retreat := strings.Replace(openingText, "T23 -", "T23 F10", 1)
	for _, text := range []string{openingText, retreat, strings.Replace(openingText, "B15,D8", "D8", 1)} {
		for _, form := range []string{"", "kfen", "document"} {
			written := call(t, "convert", "--to", form, file(t, text))
			if written.code != 0 || written.stderr != "" || written.stdout == text+"\n" {
				t.Fatalf("%s to %q: %+v", text, form, written)
			}
			if back := callIn(t, surroundings{stdin: written.stdout}, "convert", "-"); back.stdout != text+"\n" {
				t.Errorf("%s to %q and back is %+v", text, form, back)
			}
			if form == "document" && !json.Valid([]byte(written.stdout)) {
				t.Errorf("no JSON:\n%s", written.stdout)
			}
		}
	}
	moved := call(t, "convert", file(t, strings.Replace(openingText, "T23 - -", "T23 - F5", 1)))
	if moved.code != 0 || !strings.Contains(moved.stderr, "does not keep") || !strings.HasSuffix(moved.stdout, "/N/M/[]/1/[]\n") {
		t.Errorf("a turn that has begun: %+v", moved)
	}
}

func TestConvertSaysWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"nothing":             {"", "no position is in it"},
		"a record":            {"salle 1\ngame: war\nrules: 1\n\n", "no position is in it"},
		"no JSON":             {"{", "the .kfen file cannot be read"},
		"no board":            {`{"kfen_version": "1.0"}`, `want it in "board_info", "fen"`},
		"a third player":      {kfenFile(openingKFEN, `{"current_player": "EAST"}`), `the player "EAST"`},
		"two retreats":        {kfenFile(openingKFEN, `{"pending_retreats": [{"row": 5, "col": 9}, {"row": 6, "col": 5}]}`), "at most one"},
		"a short row":         {strings.Replace(openingKFEN, "_", "", 1), "row 1 has 24 squares, want 25"},
		"a position too long": {strings.Replace(openingText, "25", "26", 1), "empty squares"},
	} {
		got := call(t, "convert", file(t, c.text))
		if got.code != 1 || !strings.Contains(got.stderr, c.want) || got.stdout != "" {
			t.Errorf("%s: %+v, want %q", name, got, c.want)
		}
	}
	call(t, "convert", "--to", "pgn", file(t, openingText)).failed(t, 2, `no form "pgn"`)
	call(t, "convert").failed(t, 2, "1 wanted")
}
