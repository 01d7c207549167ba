package picture

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// svgWriter writes shapes as elements. Colours and sizes are presentation attributes: pages allow no style of an element's
// own, and pictures carry no script.
type svgWriter struct{ strings.Builder }

func writeSVG(shapes []shape, title string) []byte {
	var w svgWriter
	w.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + strconv.Itoa(Width) + ` ` + strconv.Itoa(Height) + `" role="img"><title>`)
	w.escape(title)
	w.WriteString(`</title>`)
	for _, s := range shapes {
		w.WriteByte('\n')
		s.svg(&w)
	}
	w.WriteString("\n</svg>\n")
	return []byte(w.String())
}

// escape writes words; of characters that XML does not know it writes a replacement.
func (w *svgWriter) escape(s string) {
	_ = xml.EscapeText(w, []byte(s)) // a strings.Builder takes everything
}

// number writes an attribute of a number, rounded to hundredths.
func (w *svgWriter) number(name string, x float64) {
	w.WriteString(` ` + name + `="` + decimal(x) + `"`)
}

func decimal(x float64) string { return strconv.FormatFloat(hundredth(x), 'f', -1, 64) }

// fill writes the attributes of a colour.
func (w *svgWriter) fill(i ink) {
	hex := strconv.FormatUint(uint64(i), 16)
	hex = strings.Repeat("0", 8-len(hex)) + hex
	w.WriteString(` fill="#` + hex[:6] + `"`)
	if i&0xff != 0xff {
		w.number("fill-opacity", float64(i&0xff)/255)
	}
}

func (r rect) svg(w *svgWriter) {
	w.WriteString(`<rect`)
	w.number("x", r.x)
	w.number("y", r.y)
	w.number("width", r.w)
	w.number("height", r.h)
	if r.round > 0 {
		w.number("rx", r.round)
	}
	w.fill(r.ink)
	w.WriteString(`/>`)
}

func (c circle) svg(w *svgWriter) {
	w.WriteString(`<circle`)
	w.number("cx", c.x)
	w.number("cy", c.y)
	w.number("r", c.r)
	w.fill(c.ink)
	w.WriteString(`/>`)
}

func (l line) svg(w *svgWriter) { l.outline().svg(w) }

func (p polygon) svg(w *svgWriter) {
	w.WriteString(`<polygon points="`)
	for i, q := range p.points {
		if i > 0 {
			w.WriteByte(' ')
		}
		w.WriteString(decimal(q.x) + "," + decimal(q.y))
	}
	w.WriteByte('"')
	w.fill(p.ink)
	w.WriteString(`/>`)
}

func (t text) svg(w *svgWriter) {
	w.WriteString(`<text`)
	w.number("x", t.x)
	w.number("y", t.y)
	w.number("font-size", t.size)
	w.WriteString(` font-family="system-ui,sans-serif"`)
	if t.bold {
		w.WriteString(` font-weight="700"`)
	}
	if t.middle {
		w.WriteString(` text-anchor="middle"`)
	}
	w.fill(t.ink)
	w.WriteByte('>')
	w.escape(t.s)
	w.WriteString(`</text>`)
}
