package shuriken

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"salle/game"
)

// ErrPosition: the text is no position of this game.
var ErrPosition = errors.New("not a position of this game")

// String is the position in state notation, one line (shuriken 11).
func (p Position) String() string {
	var pieces []string
	for f := Field(1); f <= Places; f++ {
		if piece := p.Board[f]; piece.Kind != NoKind {
			pieces = append(pieces, piece.text(f, p.Ground))
		}
	}
	if pieces == nil {
		pieces = []string{"-"}
	}
	return fmt.Sprintf("%s %s %d %d %d,%d %s %s", VariantOf(p.Ground, p.Quiet), letters[p.Turn&1], p.Ply, p.Calm,
		p.Stars[game.First], p.Stars[game.Second], p.Stones.joined(","), strings.Join(pieces, ","))
}

// text is a piece as a position writes it, such as "SFL@a3^2".
func (p Piece) text(at Field, g Ground) string {
	text := letters[p.Owner&1] + p.Man().Text(g)
	if p.Placed {
		text += "*"
	}
	text += "@" + at.String()
	if p.Revealed {
		text += "!"
	}
	if p.Pinned > 0 {
		text += "^" + strconv.Itoa(int(p.Pinned))
	}
	if p.Empty > 0 {
		text += "~" + strconv.Itoa(int(p.Empty))
	}
	return text
}

// ParsePosition reads what Position.String wrote, pieces in any order; its errors are ErrPosition. The duel goes on: an
// ending that the position shows is not looked for.
func ParsePosition(text string) (Position, error) {
	var p Position
	words := strings.Split(text, " ")
	if len(words) != 7 {
		return p, positionError(text, "seven words")
	}
	var err error
	if p.Ground, p.Quiet, err = ParseVariant(words[0]); err != nil || words[0] == "" {
		return p, positionError(words[0], "a variant")
	}
	var ok bool
	if p.Turn, ok = parseSeat(strings.ToLower(words[1])); !ok || words[1] != letters[p.Turn] {
		return p, positionError(words[1], "S or N")
	}
	ply, okPly := parseNumber(words[2], 1<<16-1)
	calm, okCalm := parseNumber(words[3], EndAt)
	p.Ply, p.Calm = uint16(ply), uint8(calm)
	south, north, _ := strings.Cut(words[4], ",")
	starsSouth, okSouth := parseNumber(south, maxStars)
	starsNorth, okNorth := parseNumber(north, maxStars)
	p.Stars = [2]uint8{uint8(starsSouth), uint8(starsNorth)}
	if !okPly || !okCalm || !okSouth || !okNorth {
		return p, positionError(strings.Join(words[2:5], " "), "turns done, calm turns and stars")
	}
	if words[5] != "-" {
		if p.Stones, ok = parseStones(strings.Split(words[5], ",")); !ok {
			return p, positionError(words[5], "stones such as c5/,e7/")
		}
	}
	return p, p.readPieces(words[6])
}

// maxStars is more stars than a side can ever take.
const maxStars = 9

func positionError(found, want string) error {
	return fmt.Errorf("%.80q: want %s: %w", found, want, ErrPosition)
}

// parseNumber reads a number without sign or leading zeros.
func parseNumber(text string, limit int) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n <= limit && strconv.Itoa(n) == text
}

func (p *Position) readPieces(text string) error {
	if text == "-" {
		return nil
	}
	for _, one := range strings.Split(text, ",") {
		piece, at, ok := parsePiece(one, p.Ground)
		if !ok || !p.free(at) {
			return positionError(one, "a piece on an empty field such as SFL@a3^2")
		}
		if piece.Kind == Flag && (p.FlagAt[piece.Owner] != NoField || p.Still() && !piece.Revealed) {
			return positionError(one, "one flag a side, revealed once the calm counter stands at 8")
		}
		p.Put(at, piece)
	}
	return nil
}

// parsePiece reads what Piece.text wrote.
func parsePiece(text string, g Ground) (piece Piece, at Field, ok bool) {
	name, rest, _ := strings.Cut(text, "@")
	if len(name) < 2 {
		return piece, at, false
	}
	if piece.Owner, ok = parseSeat(strings.ToLower(name[:1])); !ok {
		return piece, at, false
	}
	name, piece.Placed = strings.CutSuffix(name[1:], "*")
	man, ok := ParseMan(name, g)
	if !ok || piece.Placed && man.Kind != XShuriken {
		return piece, at, false
	}
	piece.Kind, piece.Blades = man.Kind, man.Blades
	rest, piece.Empty, ok = cutTurns(rest, "~", EmptyTurns)
	if !ok || piece.Empty > 0 && piece.Kind != Volley {
		return piece, at, false
	}
	rest, piece.Pinned, ok = cutTurns(rest, "^", PinnedTurns)
	rest, piece.Revealed = strings.CutSuffix(rest, "!")
	if !ok || piece.Revealed && piece.Kind < Flag {
		return piece, at, false
	}
	at, ok = ParseField(rest)
	return piece, at, ok
}

// cutTurns cuts a mark with a number of turns from the end of a text, where there is one.
func cutTurns(text, mark string, limit int) (rest string, turns uint8, ok bool) {
	rest, number, found := strings.Cut(text, mark)
	if !found {
		return text, 0, true
	}
	n, ok := parseNumber(number, limit)
	return rest, uint8(n), ok && n > 0
}
