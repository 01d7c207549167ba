package war

import "strconv"

// The size of the board (war 1.1).
const (
	Rows    = 20
	Columns = 25
	Squares = Rows * Columns
)

// Square is a square of the board, from 1 (A1) to 500 (T25) in board order: row by row from the north, each from west to
// east (war 1.1). The zero Square is none.
type Square uint16

// NoSquare is no square at all.
const NoSquare Square = 0

// SquareAt is the square of a row and a column, both counted from 0; NoSquare off the board.
func SquareAt(row, column int) Square {
	if row < 0 || row >= Rows || column < 0 || column >= Columns {
		return NoSquare
	}
	return Square(row*Columns + column + 1)
}

// Row is the square's row, from 0 (A) to 19 (T).
func (s Square) Row() int { return int(s-1) / Columns }

// Column is the square's column, from 0 (written 1) to 24 (written 25).
func (s Square) Column() int { return int(s-1) % Columns }

// String is the square in notation, such as "E5"; "-" for none.
func (s Square) String() string {
	if s == NoSquare || s > Squares {
		return "-"
	}
	return string(rune('A'+s.Row())) + strconv.Itoa(s.Column()+1)
}

// ParseSquare reads a square in notation, its letter in either case; a number has no leading zero.
func ParseSquare(text string) (Square, bool) {
	if len(text) < 2 || len(text) > 3 || text[1] == '0' {
		return NoSquare, false
	}
	row, column := int(text[0]|0x20)-'a', 0
	for i := 1; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' {
			return NoSquare, false
		}
		column = column*10 + int(text[i]-'0')
	}
	s := SquareAt(row, column-1)
	return s, s != NoSquare
}

// Terrain is the ground of a square (war 2). Arsenals stand on plain ground.
type Terrain uint8

// The kinds of ground.
const (
	Plain Terrain = iota
	Mountain
	Pass
	Fort
)

// ground is the map of war 2.1, less its arsenals.
const ground = `
.........................
.......F.................
.........MMMM............
.........M...............
.........M...............
.........P...............
.........M...............
.........M..........F....
.........M..F............
.........................
.........................
..............F..........
..F......................
..........MMMMMM.........
...............P......F..
...............M.........
...............M.........
...............M.........
.........................
.........................
`

// terrains is the ground of every square.
var terrains = readGround()

func readGround() (t [Squares + 1]Terrain) {
	s := NoSquare
	for _, c := range ground {
		switch c {
		case '\n':
			continue
		case 'M':
			t[s+1] = Mountain
		case 'P':
			t[s+1] = Pass
		case 'F':
			t[s+1] = Fort
		}
		s++
	}
	return t
}

// Terrain is the square's ground.
func (s Square) Terrain() Terrain { return terrains[s] }

// Direction is one of the eight of war 1.3, clockwise from the north.
type Direction uint8

// The directions.
const (
	North Direction = iota
	NorthEast
	East
	SouthEast
	South
	SouthWest
	West
	NorthWest
	directions = 8
)

// Opposite is the direction back.
func (d Direction) Opposite() Direction { return (d + directions/2) % directions }

// rises and strides are one step of each direction in rows and in columns; leaps are the same in squares.
var (
	rises   = [directions]int{-1, -1, 0, 1, 1, 1, 0, -1}
	strides = [directions]int{0, 1, 1, 1, 0, -1, -1, -1}
	leaps   = [directions]int{-Columns, -Columns + 1, 1, Columns + 1, Columns, Columns - 1, -1, -Columns - 1}
)

// open is, by square and direction, how many squares lie on the line before the edge of the board or the first mountain:
// nothing else of the map stops a line, a shot or a step.
var open = measure()

func measure() (far [Squares + 1][directions]uint8) {
	for s := Square(1); s <= Squares; s++ {
		for d := range directions {
			row, column := s.Row(), s.Column()
			for {
				row, column = row+rises[d], column+strides[d]
				next := SquareAt(row, column)
				if next == NoSquare || terrains[next] == Mountain {
					break
				}
				far[s][d]++
			}
		}
	}
	return far
}

// along is the square n steps from s; it must lie on the board.
func (s Square) along(d Direction, n int) Square { return Square(int(s) + n*leaps[d&7]) }

// Line is the direction and the number of steps from one square to another; ok is false where they share no line
// (war 1.3) or are the same.
func Line(from, to Square) (d Direction, steps int, ok bool) {
	rows, columns := to.Row()-from.Row(), to.Column()-from.Column()
	steps = max(rows, -rows, columns, -columns)
	if steps == 0 || rows*columns != 0 && rows*rows != columns*columns {
		return 0, 0, false
	}
	for d := range Direction(directions) {
		if rises[d]*steps == rows && strides[d]*steps == columns {
			return d, steps, true
		}
	}
	return 0, 0, false
}

// Between lists the squares strictly between two squares on a line, outward from the first; none where they share no line.
func Between(from, to Square) []Square {
	d, steps, ok := Line(from, to)
	if !ok {
		return nil
	}
	var list []Square
	for n := 1; n < steps; n++ {
		list = append(list, from.along(d, n))
	}
	return list
}
