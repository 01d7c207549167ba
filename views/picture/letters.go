package picture

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
)

// letters are the fonts of a PNG; those of an SVG are the reader's own.
var letters = sync.OnceValues(func() (fonts [2]*sfnt.Font, err error) {
	for i, file := range [2][]byte{goregular.TTF, gobold.TTF} {
		if fonts[i], err = opentype.Parse(file); err != nil {
			return fonts, fmt.Errorf("read the letters: %w", err)
		}
	}
	return fonts, nil
})

// faceKey is a size and whether it is bold.
type faceKey struct {
	size float64
	bold bool
}

// face is the letters of a size. A face is not for several pictures at once, so each canvas has its own.
func (c *canvas) face(key faceKey) (font.Face, error) {
	if face, ok := c.faces[key]; ok {
		return face, nil
	}
	fonts, err := letters()
	if err != nil {
		return nil, err
	}
	f := fonts[0]
	if key.bold {
		f = fonts[1]
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: key.size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, fmt.Errorf("cut letters of %v: %w", key.size, err)
	}
	c.faces[key] = face
	return face, nil
}

// writable tells whether a PNG's letters can write all of a text.
func writable(s string) bool {
	fonts, err := letters()
	if err != nil {
		return false
	}
	var b sfnt.Buffer
	for _, r := range s {
		if i, err := fonts[1].GlyphIndex(&b, r); err != nil || i == 0 {
			return false
		}
	}
	return true
}

// wide is about how wide a text is at a size, in a reader's letters or the PNG's: of letters that are written in a square
// one size each, of others a little more than half.
func wide(s string, size float64) float64 {
	sum := 0.0
	for _, r := range s {
		switch {
		case r >= 0x1100:
			sum++
		case strings.ContainsRune("iljtfrI.,:;'|! ", r):
			sum += .34
		case strings.ContainsRune("mwMW@%", r):
			sum += .95
		case r >= 'A' && r <= 'Z':
			sum += .72
		default:
			sum += .6
		}
	}
	return sum * size
}

// fit is the size, at most the one that is wanted, at which a text takes no more than some room.
func fit(s string, size, room float64) float64 {
	if w := wide(s, size); w > room {
		return hundredth(size * room / w)
	}
	return size
}

// wrap breaks a text between words into lines that fit a room, at most so many: the last takes the rest.
func wrap(s string, size, room float64, most int) []string {
	var lines []string
	for _, word := range strings.Fields(s) {
		last := len(lines) - 1
		if last >= 0 && (wide(lines[last]+" "+word, size) <= room || len(lines) == most) {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	for i, l := range lines {
		lines[i] = strings.ToValidUTF8(l, string(utf8.RuneError))
	}
	return lines
}
