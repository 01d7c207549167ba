package war

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"salle/game"
)

// ErrPosition: the text is no position (war 13.4).
var ErrPosition = errors.New("not a position of this game")

// String is the position in notation (war 13.4).
func (p Position) String() string {
	var b strings.Builder
	p.writeBoard(&b)
	fmt.Fprintf(&b, " %s %s %s %s", letters[p.Side], p.Arsenals, p.Dislodged, p.movedText())
	if p.Spent {
		b.WriteString(" x")
	} else {
		b.WriteString(" -")
	}
	return b.String()
}

func (p *Position) writeBoard(b *strings.Builder) {
	empty := 0
	flush := func() {
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
		}
		empty = 0
	}
	for s := Square(1); s <= Squares; s++ {
		if s.Column() == 0 && s > 1 {
			flush()
			b.WriteByte('/')
		}
		if p.Board[s] == 0 {
			empty++
			continue
		}
		flush()
		b.WriteByte(p.Board[s].letter())
	}
	flush()
}

func (p *Position) movedText() string {
	if p.Moves == 0 {
		return "-"
	}
	text := joined(p.Moved[:p.Moves], ",")
	if p.Retreated {
		text = strings.Replace(text, p.Moved[0].String(), p.Moved[0].String()+"!", 1)
	}
	return text
}

// ParsePosition reads a position in notation (war 13.4), for a game with some switches. No input makes it panic; its errors
// are ErrPosition.
func ParsePosition(text string, on Switches) (Position, error) {
	p := Position{Switches: on}
	if err := p.read(text); err != nil {
		return Position{}, fmt.Errorf("position %.120q: %w: %w", text, ErrPosition, err)
	}
	return p, nil
}

func (p *Position) read(text string) error {
	field := strings.Split(text, " ")
	if len(field) != 6 {
		return fmt.Errorf("%d fields, want 6 with single spaces", len(field))
	}
	if err := p.readBoard(field[0]); err != nil {
		return err
	}
	side := slices.Index(letters[:], field[1])
	if side < 0 {
		return fmt.Errorf("side %q, want N or S", field[1])
	}
	p.Side = game.Seat(side)
	if err := p.readArsenals(field[2]); err != nil {
		return err
	}
	if err := p.readDislodged(field[3]); err != nil {
		return err
	}
	if err := p.readMoved(field[4]); err != nil {
		return err
	}
	if field[5] != "x" && field[5] != "-" {
		return fmt.Errorf("attack %q, want x or -", field[5])
	}
	p.Spent = field[5] == "x"
	if p.Dislodged != NoSquare && (p.Moves > 0 || p.Spent) {
		return errors.New("a retreat is owed before anything else is done")
	}
	return nil
}

func (p *Position) readBoard(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != Rows {
		return fmt.Errorf("%d rows, want %d", len(rows), Rows)
	}
	for row, units := range rows {
		column := 0
		for i := 0; i < len(units); {
			digits := i
			for digits < len(units) && units[digits] >= '0' && units[digits] <= '9' {
				digits++
			}
			if digits > i {
				n, err := strconv.Atoi(units[i:digits])
				if err != nil || n < 1 || n > Columns-column || units[i] == '0' {
					return fmt.Errorf("row %s has %q empty squares at column %d", rowName(row), units[i:digits], column+1)
				}
				column, i = column+n, digits
				continue
			}
			if err := p.readUnit(units[i], SquareAt(row, column)); err != nil {
				return err
			}
			column, i = column+1, i+1
		}
		if column != Columns {
			return fmt.Errorf("row %s has %d squares, want %d", rowName(row), column, Columns)
		}
	}
	return nil
}

func rowName(row int) string { return string(rune('A' + row)) }

// readUnit places one unit, where it may stand and while its side's army has one.
func (p *Position) readUnit(code byte, at Square) error {
	piece := pieceOf(code)
	switch {
	case piece == 0:
		return fmt.Errorf("unit %q is none of I C K W R X", string(rune(code)))
	case at == NoSquare:
		return fmt.Errorf("unit %s east of column %d", piece, Columns)
	case at.Terrain() == Mountain:
		return fmt.Errorf("unit %s on the mountain %s", piece, at)
	case p.Board[at] != 0:
		return fmt.Errorf("two units on %s", at)
	}
	n := 0
	for _, s := range p.Units[piece.Side()].Squares() {
		if p.Board[s] == piece {
			n++
		}
	}
	if n == piece.Kind().Number() {
		return fmt.Errorf("more units %s than an army has, the last on %s", piece, at)
	}
	p.put(at, piece)
	return nil
}

func (p *Position) readArsenals(text string) error {
	if text == "-" {
		return nil
	}
	for name := range strings.SplitSeq(text, ",") {
		s, _ := ParseSquare(name)
		a := ArsenalAt(s)
		if a == 0 || p.Arsenals&a != 0 {
			return fmt.Errorf("arsenal %q, want B15, D8, T3 and T23, each at most once", name)
		}
		p.Arsenals |= a
	}
	return nil
}

func (p *Position) readDislodged(text string) error {
	if text == "-" {
		return nil
	}
	s, ok := ParseSquare(text)
	if !ok || !p.ownAt(s) {
		return fmt.Errorf("dislodged unit on %q, where no unit of the side to move stands", text)
	}
	p.Dislodged = s
	return nil
}

func (p *Position) readMoved(text string) error {
	if text == "-" {
		return nil
	}
	for name := range strings.SplitSeq(text, ",") {
		name, retreated := strings.CutSuffix(name, "!")
		s, ok := ParseSquare(name)
		switch {
		case !ok || !p.ownAt(s) || p.HasMoved(s):
			return fmt.Errorf("moved unit on %q, where no unit of the side to move stands that is not named yet", name)
		case p.Moves == MaxMoves:
			return fmt.Errorf("more than %d moves", MaxMoves)
		case retreated && p.Moves > 0:
			return fmt.Errorf("retreat of %q after another move", name)
		}
		p.Moved[p.Moves] = s
		p.Moves++
		p.Retreated = p.Retreated || retreated
	}
	return nil
}

func (p *Position) ownAt(s Square) bool { return p.Board[s] != 0 && p.Board[s].Side() == p.Side }
