package war

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"salle/game"
)

// ErrKFEN: the text is no KFEN position of this board.
var ErrKFEN = errors.New("not a KFEN position")

// The number of parts between slashes that a KFEN has.
const (
	kfenBoard = Rows     // the board alone, as inside a KFEN document
	kfenShort = Rows + 3 // with side, phase and actions
	kfenWhole = Rows + 5 // with the turn's number and the retreats owed
)

// KFEN is the position as the pykrieg library (0.2.1 and later) writes its strings: the twenty rows, the side, the phase M,
// the turn's number and the retreat owed. Units on the pass stand in round, in a fort in square, on an arsenal in curly
// brackets; coordinates of the retreat count from 0.
//
// It loses which units have moved this turn, which of them has retreated, and that the attack is spent on an arsenal: the
// reader finds a turn of which nothing has been played. It knows nothing of switches and of what Adjudicate counts.
func (p *Position) KFEN(turn int) string {
	var b strings.Builder
	for s := Square(1); s <= Squares; s++ {
		if s.Column() == 0 && s > 1 {
			b.WriteByte('/')
		}
		b.WriteString(p.kfenSquare(s))
	}
	retreat := ""
	if p.Dislodged != NoSquare {
		retreat = fmt.Sprintf("%d,%d", p.Dislodged.Row(), p.Dislodged.Column())
	}
	fmt.Fprintf(&b, "/%s/M/[]/%d/[%s]", letters[p.Side], turn, retreat)
	return b.String()
}

// kfenGround is how KFEN writes empty ground, and what it puts round a unit there.
var kfenGround = [4]struct{ empty, open, close string }{
	Plain: {"_", "", ""}, Mountain: {"m", "", ""}, Pass: {"p", "(", ")"}, Fort: {"f", "[", "]"},
}

func (p *Position) kfenSquare(s Square) string {
	g := kfenGround[s.Terrain()]
	if a := p.Arsenals & ArsenalAt(s); a != 0 {
		code := "A"
		if a.Of(game.Second) != 0 {
			code = "a"
		}
		g.empty, g.open, g.close = code, code+"{", "}"
	}
	if p.Board[s] == 0 {
		return g.empty
	}
	return g.open + p.Board[s].String() + g.close
}

// ParseKFEN reads a KFEN string of the pykrieg library, for a game with some switches: the board alone (north to move), or
// with side, phase and actions, or with the turn's number and the retreats owed as well. Line breaks and space after a
// slash are passed over. No input makes it panic; its errors are ErrKFEN.
//
// What is read otherwise than it stands there, since the games differ: marks of the ground are not believed (the map never
// changes, and some of the library's own openings have it wrong), but a unit on a mountain is refused. An arsenal letter
// off the four squares of war 2.2 or of the wrong side is refused; an arsenal square without one is destroyed, except under
// a unit of its owner that older strings write without brackets. Of the moves of the running turn both customs are read:
// a move whose unit still stands on the first square is played, one whose unit is on the second has been; their squares
// may be written letters first (columns) or numbers first (columns). Phase B is a turn without moves left there; here the
// turn may still move units, up to five. The target of an attack, or pass, and the turn's number are not kept. More than
// one retreat owed, or one of a side that is not to move, cannot be here and is refused.
func ParseKFEN(text string, on Switches) (Position, error) {
	p := Position{Switches: on}
	if err := p.readKFEN(text); err != nil {
		return Position{}, fmt.Errorf("KFEN %.120q: %w: %w", text, ErrKFEN, err)
	}
	return p, nil
}

func (p *Position) readKFEN(text string) error {
	parts := strings.Split(strings.TrimSpace(text), "/")
	for i := range parts {
		parts[i] = strings.TrimSpace(strings.NewReplacer("\r", "", "\n", "").Replace(parts[i]))
	}
	if !slices.Contains([]int{kfenBoard, kfenShort, kfenWhole}, len(parts)) {
		return fmt.Errorf("%d parts between slashes, want 20 rows alone, or 23 or 25 parts", len(parts))
	}
	for row, text := range parts[:Rows] {
		if err := p.readKFENRow(row, text); err != nil {
			return err
		}
	}
	if len(parts) == kfenBoard {
		return nil
	}
	side := slices.Index(letters[:], parts[Rows])
	if side < 0 {
		return fmt.Errorf("side %.20q, want N or S", parts[Rows])
	}
	p.Side = game.Seat(side)
	if phase := parts[Rows+1]; phase != "M" && phase != "B" {
		return fmt.Errorf("phase %.20q, want M or B", phase)
	}
	if parts[Rows+1] == "M" {
		if err := p.readKFENMoves(parts[Rows+2]); err != nil {
			return err
		}
	}
	if len(parts) == kfenShort {
		return nil
	}
	return p.readKFENTurn(parts[Rows+3], parts[Rows+4])
}

// readKFENRow reads the squares of a row, of which each has a letter and perhaps a unit in brackets.
func (p *Position) readKFENRow(row int, text string) error {
	column := 0
	for ; text != ""; column++ {
		at := SquareAt(row, column)
		if at == NoSquare {
			return fmt.Errorf("row %d has more than %d squares", row+1, Columns)
		}
		n, err := p.readKFENSquare(at, text)
		if err != nil {
			return err
		}
		text = text[n:]
	}
	if column != Columns {
		return fmt.Errorf("row %d has %d squares, want %d", row+1, column, Columns)
	}
	return nil
}

// readKFENSquare reads one square and returns how many bytes it took.
func (p *Position) readKFENSquare(at Square, text string) (int, error) {
	switch text[0] {
	case '_', 'm', 'p', 'f':
		return 1, nil
	case '(', '[':
		if len(text) < 3 || text[2] != map[byte]byte{'(': ')', '[': ']'}[text[0]] {
			return 0, fmt.Errorf("an open bracket on %s", at)
		}
		return 3, p.readUnit(text[1], at)
	case 'A', 'a':
		if err := p.readKFENArsenal(at, text[0]); err != nil {
			return 0, err
		}
		if len(text) < 2 || text[1] != '{' {
			return 1, nil
		}
		if len(text) < 4 || text[3] != '}' {
			return 0, fmt.Errorf("an open bracket on %s", at)
		}
		return 4, p.readUnit(text[2], at)
	}
	if err := p.readUnit(text[0], at); err != nil {
		return 0, err
	}
	if own := ArsenalAt(at).Of(p.Board[at].Side()); own != 0 {
		p.Arsenals |= own // its owner's unit hides it
	}
	return 1, nil
}

func (p *Position) readKFENArsenal(at Square, code byte) error {
	side := game.First
	if code == 'a' {
		side = game.Second
	}
	a := ArsenalAt(at).Of(side)
	if a == 0 {
		return fmt.Errorf("an arsenal of %s on %s, where none was built", sides[side], at)
	}
	p.Arsenals |= a
	return nil
}

// readKFENMoves reads a list of moves such as [(6F,7F),(7G,8G)]; places may be left empty.
func (p *Position) readKFENMoves(text string) error {
	inner, okOpen := strings.CutPrefix(text, "[")
	inner, okClose := strings.CutSuffix(inner, "]")
	if !okOpen || !okClose {
		return fmt.Errorf("moves %.60q, want a list in square brackets", text)
	}
	for inner = strings.Trim(inner, ", "); inner != ""; inner = strings.TrimLeft(inner, ", ") {
		move, rest, closed := strings.Cut(inner, ")")
		from, to, comma := strings.Cut(strings.TrimPrefix(move, "("), ",")
		a, okFrom := parseKFENSquare(from)
		b, okTo := parseKFENSquare(to)
		if !closed || !comma || !strings.HasPrefix(move, "(") || !okFrom || !okTo {
			return fmt.Errorf("move %.30q, want (from,to)", move)
		}
		if err := p.playKFENMove(a, b); err != nil {
			return err
		}
		inner = rest
	}
	return nil
}

// playKFENMove takes a move of the running turn into account, whether the board shows it or not.
func (p *Position) playKFENMove(from, to Square) error {
	played := p.ownAt(to)
	switch {
	case p.Moves == MaxMoves:
		return fmt.Errorf("more than %d moves", MaxMoves)
	case !played && (!p.ownAt(from) || p.Board[to] != 0 || to.Terrain() == Mountain):
		return fmt.Errorf("move from %s to %s, which the board allows neither before nor after it", from, to)
	case !played:
		p.shift(from, to)
	}
	if p.HasMoved(to) || p.HasMoved(from) {
		return fmt.Errorf("a second move of the unit on %s", to)
	}
	p.Moved[p.Moves] = to
	p.Moves++
	return nil
}

// parseKFENSquare reads a square in either custom of the library: column in letters and row in numbers (A1), or column in
// numbers and row in letters (1A).
func parseKFENSquare(text string) (Square, bool) {
	text = strings.ToUpper(strings.TrimSpace(text))
	if text == "" {
		return NoSquare, false
	}
	if last := len(text) - 1; text[0] >= '0' && text[0] <= '9' {
		column, err := strconv.Atoi(text[:last])
		s := SquareAt(int(text[last])-'A', column-1)
		return s, err == nil && s != NoSquare
	}
	row, err := strconv.Atoi(text[1:])
	s := SquareAt(row-1, int(text[0])-'A')
	return s, err == nil && s != NoSquare
}

// readKFENTurn reads the turn's number and the retreats owed.
func (p *Position) readKFENTurn(number, retreats string) error {
	if n, err := strconv.Atoi(number); err != nil || n < 1 {
		return fmt.Errorf("turn %.20q, want a number from 1", number)
	}
	if retreats == "[]" {
		return nil
	}
	row, column, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(retreats, "["), "]"), ",")
	r, errRow := strconv.Atoi(strings.TrimSpace(row))
	c, errColumn := strconv.Atoi(strings.TrimSpace(column))
	s := SquareAt(r, c)
	if errRow != nil || errColumn != nil || s == NoSquare || !p.ownAt(s) || p.Moves > 0 {
		return fmt.Errorf("retreats %.40q, want at most one, of a unit of the side to move that has not moved: [row,column]", retreats)
	}
	p.Dislodged = s
	return nil
}
