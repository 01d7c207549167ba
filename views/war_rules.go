package views

import (
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"

	"salle/game"
	"salle/game/war"
)

// plan is one picture of a diagram of the Game of War's rules page: a position, and what is shown of it. All that the
// picture says of sums and lines is asked of the rules themselves, so that the page cannot say otherwise.
type plan struct {
	units     string // "N C F5 S I E5": sides, codes and squares
	book      bool   // both armies as the book deploys them, instead
	side      game.Seat
	dislodged string
	moves     string // those made before the picture, drawn as a trail
	lines     string // the sides whose lines are drawn: "n", "s" or "ns"
	target    string // the unit that the side to move attacks
	from      string // the unit whose destinations are drawn
	window    string // the part of the board, from one corner to the other; "" for round the units
}

// plans are the pictures of the diagrams, by name.
var plans = map[string][]plan{
	"board-map":    {{window: "A1 T25"}},
	"deployment":   {{book: true, window: "A1 T25"}},
	"lines":        {{lines: "ns", window: "A1 T25"}},
	"relay":        {{units: "N R D3 N X P3 N I P12 N I P17 N I L7", lines: "n", window: "C1 Q20"}},
	"relay-silent": {{units: "N I H8 N I M5 N R I9", lines: "n", window: "C2 N14"}},
	"contact":      {{units: "N I H8 N I I9 N I J10 N I K11 N I L12 N I L14", lines: "n", window: "C4 M16"}},
	"cut-off":      {{units: "N I H8 N I J8 N I N8 S R G8 S X L3 S I L8", lines: "n", window: "C1 O13"}},
	"wake": {
		{units: "N C K12 N R L2", lines: "n", window: "I1 M15"},
		{units: "N C K12 N R L2", moves: "L2-K1", lines: "n", window: "I1 M15"},
	},
	"attack-sum": {{units: "N C F5 N C G5 N C H5 N I E7 N I G6 N K H8 S I E5 S I E4 S I D3 S K B8 S R B3", target: "E5"}},
	"range":      {{units: "N I J14 N I H11 N K H14 N W K18 N R H12 N X H15 S I K14", target: "K14"}},
	"fire-over":  {{units: "N I I13 N I I14 N K H14 S R K14 S C J14", target: "K14"}},
	"mountain":   {{units: "N K E12 N I F10 N I F11 S I E9 S R E3", target: "E9", window: "C7 G14"}},
	"margin": {
		{units: "N I J14 N I I14 N I J13 S I K14 S I K15", target: "K14"},
		{units: "N I J14 N I I14 N I J13 S I K14 S C K15", target: "K14"},
		{units: "N I J14 N I I14 S I K14", target: "K14", window: "H12 L16"},
	},
	"isolated":     {{units: "N I E18 N I D17 S I F19 S K I19 S R I23", target: "F19"}},
	"cut-attack":   {{units: "N C N18 N I J14 S I K14 S I L15", moves: "N18-M16", lines: "s", target: "K14", window: "I12 P24"}},
	"charge":       {{units: "N C J15 N C I15 N C H15 N C G15 S I K15 S I K14 S I K16 S I L15", target: "K15"}},
	"charge-files": {{units: "N C J14 N C J16 N R J15 S I K15 S I K14", target: "K15"}},
	"charge-gap":   {{units: "N C J15 N C H15 S I K15 S R K23", target: "K15", window: "G11 L19"}},
	"charge-pass":  {{units: "N C F10 N C F9 N C F8 S I F11 S R F23", target: "F11", window: "D6 H14"}},
	"forts":        {{units: "N C K15 N C J15 N C I15 S I L15", target: "L15"}},
	"fort-out":     {{units: "N C I13 N C H12 N C G11 S I J14 S I K14", target: "J14"}},
	"moves":        {{units: "N C F9 N X F6", from: "F9"}},
	"order": {
		{units: "N I H8 N I I9", moves: "H8-G7", lines: "n", window: "F5 K12"},
		{units: "N I H8 N I I9", moves: "I9-J9 H8-G7", lines: "n", window: "F5 K12"},
	},
	"retreat":      {{units: "N I J14 N I J13 S I K14 S I K15", side: game.Second, dislodged: "K14", from: "K14"}},
	"retreat-none": {{units: "N I S24 N I S25 S I T25 S I T24 S I T20", side: game.Second, dislodged: "T25", window: "Q19 T25"}},
	"arsenal":      {{units: "N C R3 N R D3 N I A8 S I T20 S I R5", moves: "R3-T3", window: "A1 T10"}},
	"arsenal-held": {{units: "N C R3 N R D3 S I T3", from: "R3", window: "O1 T8"}},
}

// position is the picture's, after its moves.
func (p plan) position() (war.Position, error) {
	squares := map[string]byte{}
	words := strings.Fields(p.units)
	for i := 0; i+2 < len(words); i += 3 {
		code := words[i+1][0]
		if words[i] == "S" {
			code |= 0x20 // small letters are south's
		}
		squares[words[i+2]] = code
	}
	dislodged := p.dislodged
	if dislodged == "" {
		dislodged = "-"
	}
	board := boardText(squares)
	if p.book {
		board = bookText()
	}
	side := strings.ToUpper(letter(p.side))
	at, err := war.ParsePosition(board+" "+side+" "+war.AllArsenals.String()+" "+dislodged+" - -", 0)
	for _, move := range strings.Fields(p.moves) {
		from, to := moveOf(move)
		at.Do(war.Step{Verb: war.Move, From: from, To: to})
	}
	return at, err
}

// boardText is the first field of a position (war 13.4): units by square, as capital or small letters.
func boardText(units map[string]byte) string {
	var b mapWriter
	empty := 0
	flush := func() {
		if empty > 0 {
			b.number(empty)
		}
		empty = 0
	}
	for s := war.Square(1); s <= war.Squares; s++ {
		if code, ok := units[squareNames[s]]; ok {
			flush()
			b.buf = append(b.buf, code)
		} else {
			empty++
		}
		if s.Column() == war.Columns-1 {
			flush()
			if s < war.Squares {
				b.raw("/")
			}
		}
	}
	return string(b.buf)
}

// bookText is the board with both armies as the book deploys them (war 4.4).
func bookText() string {
	units := map[string]byte{}
	for side := range game.Chance {
		d := war.Formations(side)[0].Deployment
		for _, k := range war.Kinds {
			for _, at := range d.Of(k) {
				units[at.String()] = war.PieceOf(side, k).String()[0]
			}
		}
	}
	return boardText(units)
}

// corners are the first and the last square of what the picture shows: its window, or the units and a square round them.
func (p plan) corners(at *war.Position) (first, last war.Square) {
	if a, b, ok := strings.Cut(p.window, " "); ok {
		first, _ = war.ParseSquare(a)
		last, _ = war.ParseSquare(b)
		return first, last
	}
	top, left, bottom, right := war.Rows, war.Columns, 0, 0
	for side := range game.Chance {
		for _, s := range at.Units[side].Squares() {
			top, bottom = min(top, s.Row()), max(bottom, s.Row())
			left, right = min(left, s.Column()), max(right, s.Column())
		}
	}
	round := 2 // squares, as far as a mounted unit goes
	if p.from != "" {
		round = 3
	}
	return war.SquareAt(max(0, top-round), max(0, left-round)),
		war.SquareAt(min(war.Rows-1, bottom+round), min(war.Columns-1, right+round))
}

// account is the sum of the attack that the picture is about; ok is false for none.
func (p plan) account() (_ war.Account, ok bool) {
	target, ok := war.ParseSquare(p.target)
	if !ok {
		return war.Account{}, false
	}
	at, err := p.position()
	if err != nil || at.Board[target] == 0 {
		return war.Account{}, false
	}
	s := at.Supply()
	return at.Account(target, &s), true
}

// near is the width in squares up to which a picture need not be as wide as the page.
const near = 13

// drawn is the picture. The caption under it says in words what it shows.
func (p plan) drawn() templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		at, err := p.position()
		if err != nil {
			return err
		}
		var b mapWriter
		b.plan(p, &at)
		_, err = w.Write(b.buf)
		return err
	})
}

func (b *mapWriter) plan(p plan, at *war.Position) {
	first, last := p.corners(at)
	s := at.Supply()
	b.raw(`<svg class="plan`)
	if last.Column()-first.Column() < near {
		b.raw(` near`)
	}
	b.raw(`" viewBox="`)
	for _, n := range []int{first.Column(), first.Row(), last.Column() - first.Column() + 1} {
		b.number(10 * n)
		b.raw(" ")
	}
	b.number(10 * (last.Row() - first.Row() + 1))
	b.raw(`" aria-hidden="true"><use href="`, warSprite("map"), `" width="250" height="200"></use>`)
	b.depots(at.Arsenals)
	for side := range game.Chance {
		if strings.Contains(p.lines, letter(side)) {
			b.lines(at, side, &s)
		}
	}
	b.trail(trailOf(p.moves))
	b.dots(p, at, &s)
	a, attacked := p.account()
	for side := range game.Chance {
		for _, square := range at.Units[side].Squares() {
			b.planUnit(at, &s, square, a)
		}
	}
	if attacked {
		b.rays(a)
	}
	b.rulers(first, last)
	b.raw(`</svg>`)
}

func trailOf(moves string) [][2]war.Square {
	var list [][2]war.Square
	for _, move := range strings.Fields(moves) {
		from, to := moveOf(move)
		list = append(list, [2]war.Square{from, to})
	}
	return list
}

// dots mark where a unit can go.
func (b *mapWriter) dots(p plan, at *war.Position, s *war.Supply) {
	from, ok := war.ParseSquare(p.from)
	if !ok {
		return
	}
	b.raw(`<path class="trail from" d="`)
	for to := range at.Destinations(from, s).All() {
		b.raw("M")
		b.middle(to)
		b.raw("h0")
	}
	b.raw(`"></path>`)
}

// planUnit draws a unit of a picture, charging where it does in the attack that the picture is about.
func (b *mapWriter) planUnit(at *war.Position, s *war.Supply, square war.Square, a war.Account) {
	side := at.Board[square].Side()
	b.raw(`<g class="`, cutClass(letter(side), !s.In[side].Has(square)), `">`)
	for _, name := range marks(at, s, square) {
		b.use(name, square)
	}
	for _, c := range a.Attackers {
		if c.At == square && c.Charging {
			b.use("charge", square)
		}
	}
	b.raw(`</g>`)
}

// rulers write the letters of the rows and the numbers of the columns along the picture's edges.
func (b *mapWriter) rulers(first, last war.Square) {
	b.raw(`<g class="pts">`)
	for column := first.Column(); column <= last.Column(); column++ {
		b.raw(`<text x="`)
		b.number(10*column + 5)
		b.raw(`" y="`)
		b.number(10*first.Row() + 4)
		b.raw(`">`)
		b.number(column + 1)
		b.raw(`</text>`)
	}
	for row := first.Row(); row <= last.Row(); row++ {
		b.raw(`<text x="`)
		b.number(10*first.Column() + 2)
		b.raw(`" y="`)
		b.number(10*row + 7)
		b.raw(`">`, string(rune('A'+row)), `</text>`)
	}
	b.raw(`</g>`)
}
