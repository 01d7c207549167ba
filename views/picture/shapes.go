package picture

import "math"

// shape is one thing that is drawn. There are five kinds; each can be written as SVG and painted.
type shape interface {
	svg(w *svgWriter)
	paint(c *canvas)
	// at is the shape moved by x and y after it was made larger.
	at(x, y, scale float64) shape
}

// ink is a colour, red, green, blue and how much it covers: 0xrrggbbaa.
type ink uint32

// The colours of the hall and its games.
const (
	wood    ink = 0x1c110cff
	panel   ink = 0x2a1b13ff
	cream   ink = 0xf6ead6ff
	soft    ink = 0xb9aa96ff
	lamp    ink = 0xffd27aff
	gold    ink = 0xc98f2bff
	lacquer ink = 0x9c2a1fff
	red     ink = 0xe0533cff
	blue    ink = 0x5b8fdcff
	dust    ink = 0x8f7be0ff
	night   ink = 0x120b08ff
	white   ink = 0xffffffff
)

// fade is the colour covering only so many hundredths of what is under it.
func (i ink) fade(percent int) ink { return i&^0xff | ink(255*percent/100) }

type point struct{ x, y float64 }

// rect is a rectangle, its corners rounded by a radius.
type rect struct {
	x, y, w, h, round float64
	ink
}

type circle struct {
	x, y, r float64
	ink
}

// line is a straight one with blunt ends.
type line struct {
	x1, y1, x2, y2, width float64
	ink
}

type polygon struct {
	points []point
	ink
}

// text is one line of letters that begins at x, or has its middle there, and stands on y.
type text struct {
	x, y, size   float64
	bold, middle bool
	ink
	s string
}

func (r rect) at(x, y, k float64) shape {
	return rect{x + k*r.x, y + k*r.y, k * r.w, k * r.h, k * r.round, r.ink}
}

func (c circle) at(x, y, k float64) shape { return circle{x + k*c.x, y + k*c.y, k * c.r, c.ink} }

func (l line) at(x, y, k float64) shape {
	return line{x + k*l.x1, y + k*l.y1, x + k*l.x2, y + k*l.y2, k * l.width, l.ink}
}

func (p polygon) at(x, y, k float64) shape {
	moved := make([]point, len(p.points))
	for i, q := range p.points {
		moved[i] = point{x + k*q.x, y + k*q.y}
	}
	return polygon{moved, p.ink}
}

func (t text) at(x, y, k float64) shape {
	t.x, t.y, t.size = x+k*t.x, y+k*t.y, k*t.size
	return t
}

// at moves shapes by x and y after they were made larger.
func at(x, y, scale float64, shapes []shape) []shape {
	moved := make([]shape, len(shapes))
	for i, s := range shapes {
		moved[i] = s.at(x, y, scale)
	}
	return moved
}

// poly is a polygon of points written one after another: x, y, x, y.
func poly(i ink, coordinates ...float64) polygon {
	p := polygon{make([]point, len(coordinates)/2), i}
	for n := range p.points {
		p.points[n] = point{coordinates[2*n], coordinates[2*n+1]}
	}
	return p
}

// mirrored are shapes turned round within a width.
func mirrored(width float64, shapes []shape) []shape {
	turned := make([]shape, len(shapes))
	for i, s := range shapes {
		switch s := s.(type) {
		case rect:
			s.x = width - s.x - s.w
			turned[i] = s
		case circle:
			s.x = width - s.x
			turned[i] = s
		case line:
			s.x1, s.x2 = width-s.x1, width-s.x2
			turned[i] = s
		case polygon:
			p := polygon{make([]point, len(s.points)), s.ink}
			for n, q := range s.points {
				p.points[n] = point{width - q.x, q.y}
			}
			turned[i] = p
		default:
			turned[i] = s
		}
	}
	return turned
}

// star has so many tips round a middle, between an outer and an inner radius; the first points up.
func star(x, y, outer, inner float64, tips int, i ink) polygon {
	p := polygon{ink: i}
	for n := range 2 * tips {
		r := outer
		if n%2 == 1 {
			r = inner
		}
		sin, cos := math.Sincos(math.Pi * float64(n) / float64(tips))
		p.points = append(p.points, point{hundredth(x + r*sin), hundredth(y - r*cos)})
	}
	return p
}

// turned is a polygon turned clockwise about a middle by quarters of a circle.
func (p polygon) turned(x, y float64, quarters int) polygon {
	points := make([]point, len(p.points))
	for i, q := range p.points {
		dx, dy := q.x-x, q.y-y
		for range quarters & 3 {
			dx, dy = -dy, dx
		}
		points[i] = point{x + dx, y + dy}
	}
	return polygon{points, p.ink}
}

// hundredth rounds a coordinate, so that it is written alike on every machine.
func hundredth(x float64) float64 { return math.Round(100*x) / 100 }
