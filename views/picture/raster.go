package picture

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"math"
	"slices"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// canvas is the pixels that shapes are painted on.
type canvas struct {
	to      *image.RGBA
	outline vector.Rasterizer
	faces   map[faceKey]font.Face
	err     error // the first that painting met
}

func writePNG(shapes []shape) ([]byte, error) {
	c := canvas{to: image.NewRGBA(image.Rect(0, 0, Width, Height)), faces: map[faceKey]font.Face{}}
	for _, s := range shapes {
		s.paint(&c)
	}
	if c.err != nil {
		return nil, c.err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, c.reduced()); err != nil {
		return nil, fmt.Errorf("encode a png: %w", err)
	}
	return b.Bytes(), nil
}

// colours is how many a palette holds.
const colours = 256

// reduced is the picture in its most frequent colours. What is drawn has few; the many between two of them, along edges,
// take the nearest. So a picture is a third as large.
func (c *canvas) reduced() *image.Paletted {
	seen := map[color.RGBA]int{}
	pixels := c.to.Pix
	runs(pixels, func(i color.RGBA, from, to int) { seen[i] += to - from })
	order := slices.SortedFunc(maps.Keys(seen), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(seen[b], seen[a]), cmp.Compare(key(a), key(b)))
	})
	palette := make(color.Palette, 0, colours)
	index := map[color.RGBA]uint8{}
	for n, i := range order {
		if n < colours {
			palette = append(palette, i)
			index[i] = uint8(n)
		} else {
			index[i] = uint8(nearest(order[:colours], i))
		}
	}
	to := image.NewPaletted(c.to.Bounds(), palette)
	runs(pixels, func(i color.RGBA, from, end int) {
		n := index[i]
		for at := from; at < end; at++ {
			to.Pix[at] = n
		}
	})
	return to
}

// runs calls each with every run of pixels of one colour.
func runs(pixels []uint8, each func(i color.RGBA, from, to int)) {
	const size = 4
	for from := 0; from < len(pixels); {
		to := from + size
		for to < len(pixels) && [size]uint8(pixels[from:]) == [size]uint8(pixels[to:]) {
			to += size
		}
		each(color.RGBA{pixels[from], pixels[from+1], pixels[from+2], pixels[from+3]}, from/size, to/size)
		from = to
	}
}

func key(i color.RGBA) uint32 { return uint32(i.R)<<16 | uint32(i.G)<<8 | uint32(i.B) }

// nearest is the index of the colour that differs least; the first of equals.
func nearest(list []color.RGBA, i color.RGBA) int {
	best, least := 0, math.MaxInt
	for n, other := range list {
		r, g, b := int(i.R)-int(other.R), int(i.G)-int(other.G), int(i.B)-int(other.B)
		if d := r*r + g*g + b*b; d < least {
			best, least = n, d
		}
	}
	return best
}

// uniform is a colour as the image packages take it.
func (i ink) uniform() *image.Uniform {
	return image.NewUniform(color.NRGBA{uint8(i >> 24), uint8(i >> 16), uint8(i >> 8), uint8(i)})
}

// path fills an outline, which trace draws moved by what it is given, within a box.
func (c *canvas) path(left, top, right, bottom float64, i ink, trace func(z *vector.Rasterizer, dx, dy float64)) {
	box := image.Rect(int(math.Floor(left)), int(math.Floor(top)), int(math.Ceil(right)), int(math.Ceil(bottom)))
	if box.Empty() {
		return
	}
	c.outline.Reset(box.Dx(), box.Dy())
	trace(&c.outline, float64(box.Min.X), float64(box.Min.Y))
	if box.In(c.to.Bounds()) {
		c.outline.Draw(c.to, box, i.uniform(), image.Point{})
		return
	}
	mask := image.NewAlpha(image.Rect(0, 0, box.Dx(), box.Dy()))
	c.outline.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	draw.DrawMask(c.to, box, i.uniform(), image.Point{}, mask, image.Point{}, draw.Over)
}

// bow is how far the control points of a quarter circle lie from its ends, in radii.
const bow = 0.5522847498

func (r rect) paint(c *canvas) {
	if r.round == 0 && r == r.whole() {
		box := image.Rect(int(r.x), int(r.y), int(r.x+r.w), int(r.y+r.h))
		draw.Draw(c.to, box, r.uniform(), image.Point{}, draw.Over)
		return
	}
	c.path(r.x, r.y, r.x+r.w, r.y+r.h, r.ink, r.trace)
}

// whole is the rectangle with its edges between pixels.
func (r rect) whole() rect {
	r.x, r.y, r.w, r.h = math.Round(r.x), math.Round(r.y), math.Round(r.w), math.Round(r.h)
	return r
}

// trace goes round the rectangle; a circle is one that is all corners.
func (r rect) trace(z *vector.Rasterizer, dx, dy float64) {
	left, top, right, bottom, q := r.x-dx, r.y-dy, r.x+r.w-dx, r.y+r.h-dy, r.round
	k := q * (1 - bow)
	move := func(x, y float64) { z.MoveTo(float32(x), float32(y)) }
	to := func(x, y float64) { z.LineTo(float32(x), float32(y)) }
	curve := func(a, b, c, d, x, y float64) {
		z.CubeTo(float32(a), float32(b), float32(c), float32(d), float32(x), float32(y))
	}
	move(left+q, top)
	to(right-q, top)
	curve(right-k, top, right, top+k, right, top+q)
	to(right, bottom-q)
	curve(right, bottom-k, right-k, bottom, right-q, bottom)
	to(left+q, bottom)
	curve(left+k, bottom, left, bottom-k, left, bottom-q)
	to(left, top+q)
	curve(left, top+k, left+k, top, left+q, top)
	z.ClosePath()
}

func (c circle) paint(to *canvas) {
	rect{c.x - c.r, c.y - c.r, 2 * c.r, 2 * c.r, c.r, c.ink}.paint(to)
}

// outline is the line as a polygon.
func (l line) outline() polygon {
	dx, dy := l.x2-l.x1, l.y2-l.y1
	length := math.Hypot(dx, dy)
	if length == 0 {
		return polygon{ink: l.ink}
	}
	x, y := -dy*l.width/2/length, dx*l.width/2/length
	return poly(l.ink, l.x1+x, l.y1+y, l.x2+x, l.y2+y, l.x2-x, l.y2-y, l.x1-x, l.y1-y)
}

func (l line) paint(c *canvas) { l.outline().paint(c) }

func (p polygon) paint(c *canvas) {
	if len(p.points) == 0 {
		return
	}
	left, top := p.points[0].x, p.points[0].y
	right, bottom := left, top
	for _, q := range p.points {
		left, top, right, bottom = min(left, q.x), min(top, q.y), max(right, q.x), max(bottom, q.y)
	}
	c.path(left, top, right, bottom, p.ink, func(z *vector.Rasterizer, dx, dy float64) {
		for i, q := range p.points {
			if i == 0 {
				z.MoveTo(float32(q.x-dx), float32(q.y-dy))
			} else {
				z.LineTo(float32(q.x-dx), float32(q.y-dy))
			}
		}
		z.ClosePath()
	})
}

// paint leaves out what the letters cannot write: boxes in place of a name say nothing.
func (t text) paint(c *canvas) {
	if !writable(t.s) {
		return
	}
	face, err := c.face(faceKey{t.size, t.bold})
	if err != nil {
		c.err = err
		return
	}
	x := t.x
	if t.middle {
		x -= float64(font.MeasureString(face, t.s)) / 128
	}
	d := font.Drawer{Dst: c.to, Src: t.uniform(), Face: face, Dot: fixed.Point26_6{X: fixed.Int26_6(64 * x), Y: fixed.Int26_6(64 * t.y)}}
	d.DrawString(t.s)
}
