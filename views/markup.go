package views

import (
	"strconv"

	"github.com/a-h/templ"
)

// markup is HTML written by hand, for boards whose squares are too many for a component each.
type markup struct{ buf []byte }

// raw writes HTML.
func (m *markup) raw(parts ...string) {
	for _, p := range parts {
		m.buf = append(m.buf, p...)
	}
}

// text writes words.
func (m *markup) text(s string) { m.raw(templ.EscapeString(s)) }

func (m *markup) number(n int) { m.buf = strconv.AppendInt(m.buf, int64(n), 10) }
