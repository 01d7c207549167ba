package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"salle/game"
	"salle/game/war"
)

// positionFlag is what the flag --position says of itself.
const positionFlag = "with war: a file with the position to start from, as web convert reads it"

// startAt is start, but where a file is named, with the Game of War at the position in it.
func (p program) startAt(slug, variant, file string) (game.Game, game.Setup, game.Position, error) {
	g, setup, begun, err := start(slug, variant)
	if err != nil || file == "" {
		return g, setup, begun, err
	}
	if slug != war.Info.Slug {
		return nil, setup, nil, usageError{fmt.Errorf("%s starts from its beginning alone; leave --position out or choose --game %s", slug, war.Info.Slug)}
	}
	on, err := war.ParseVariant(variant)
	if err != nil {
		return nil, setup, nil, err
	}
	text, err := p.readFile(file)
	if err != nil {
		return nil, setup, nil, err
	}
	at, _, err := readPosition(text, on)
	if err != nil {
		return nil, setup, nil, fmt.Errorf("%s: %w", file, err)
	}
	state, _ := war.Resume(at)
	if result := state.Position.Result; result.Over {
		return nil, setup, nil, fmt.Errorf("%s: nothing is left to play: %s", file, war.Info.ResultText(result))
	}
	g = game.New[war.State, war.Observation, war.Action](war.Info, resumed{state: state}, war.NewAI())
	begun, err = g.Start(setup)
	return g, setup, begun, err
}

// resumed are the rules of the Game of War with another beginning.
type resumed struct {
	war.Rules
	state war.State
}

// Start returns the state that the match goes on from.
func (r resumed) Start(game.Setup) (war.State, error) { return r.state, nil }

// The ways to write a position of the Game of War.
const (
	formPosition = "position" // war 13.4
	formKFEN     = "kfen"     // the strings of the pykrieg library
	formDocument = "document" // its .kfen files
)

// errNoPosition is a text in none of the forms.
var errNoPosition = errors.New("no position is in it: want six fields such as those of RULES.md 13.4, a KFEN string or a .kfen file")

// readPosition reads a position in any of the forms and tells in which it was.
func readPosition(text string, on war.Switches) (at war.Position, form string, err error) {
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	switch {
	case strings.HasPrefix(text, "{"):
		if text, err = documentText(text); err != nil {
			return at, formDocument, err
		}
		at, err = war.ParseKFEN(text, on)
		return at, formDocument, err
	case strings.Count(text, "/") < war.Rows-1:
		return at, "", errNoPosition
	case strings.Contains(text, "_"): // an empty square of KFEN, of which every board has some hundreds
		at, err = war.ParseKFEN(text, on)
		return at, formKFEN, err
	}
	at, err = war.ParsePosition(text, on)
	return at, formPosition, err
}

// document is a .kfen file as far as it tells of the position.
type document struct {
	Version   string    `json:"kfen_version"`
	Metadata  metadata  `json:"metadata"`
	BoardInfo boardInfo `json:"board_info"`
	GameState gameState `json:"game_state"`
	History   []any     `json:"turn_history"`
	UndoRedo  undoRedo  `json:"undo_redo"`
}

type metadata struct {
	Result string `json:"result"`
}

type boardInfo struct {
	Rows int    `json:"rows"`
	Cols int    `json:"cols"`
	FEN  string `json:"fen"`
}

type gameState struct {
	Turn     int     `json:"turn_number"`
	Player   string  `json:"current_player"`
	Phase    string  `json:"current_phase"`
	Retreats []place `json:"pending_retreats"`
}

// place is a square, counted from 0.
type place struct {
	Row int `json:"row"`
	Col int `json:"col"`
}

type undoRedo struct {
	MaxHistory int `json:"max_history"`
	Index      int `json:"current_index"`
}

// players are the sides' names in a document, by seat.
var players = [2]string{"NORTH", "SOUTH"}

// documentText is the KFEN string of a document. What its history has of the running turn is left out: the turn is taken
// as not begun.
func documentText(text string) (string, error) {
	d := document{GameState: gameState{Turn: 1, Player: players[game.First], Phase: "M"}}
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		return "", fmt.Errorf("the .kfen file cannot be read: %w", err)
	}
	board := strings.TrimSuffix(strings.TrimSpace(d.BoardInfo.FEN), "/")
	switch {
	case board == "":
		return "", errors.New(`the .kfen file has no board: want it in "board_info", "fen"`)
	case strings.Count(board, "/") >= war.Rows:
		return board, nil // with the turn in it
	}
	state := d.GameState
	side := map[string]string{players[game.First]: "N", players[game.Second]: "S"}[state.Player]
	if side == "" {
		return "", fmt.Errorf(`the .kfen file has the player %.20q: want NORTH or SOUTH in "game_state", "current_player"`, state.Player)
	}
	var owed []string
	for _, at := range state.Retreats {
		owed = append(owed, fmt.Sprintf("%d,%d", at.Row, at.Col))
	}
	return fmt.Sprintf("%s/%s/%s/[]/%d/[%s]", board, side, state.Phase, state.Turn, strings.Join(owed, ",")), nil
}

// documentOf is a position as a .kfen file that the library opens.
func documentOf(at *war.Position) (string, error) {
	rows := strings.Split(at.KFEN(1), "/")[:war.Rows]
	d := document{
		Version: "1.0", Metadata: metadata{Result: "ONGOING"},
		BoardInfo: boardInfo{Rows: war.Rows, Cols: war.Columns, FEN: strings.Join(rows, "/")},
		GameState: gameState{Turn: 1, Player: players[at.Side], Phase: "M", Retreats: []place{}},
		History:   []any{}, UndoRedo: undoRedo{MaxHistory: 100},
	}
	if s := at.Dislodged; s != war.NoSquare {
		d.GameState.Retreats = append(d.GameState.Retreats, place{Row: s.Row(), Col: s.Column()})
	}
	text, err := json.MarshalIndent(d, "", "  ")
	return string(text), err
}
