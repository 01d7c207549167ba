package account

import (
	"errors"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Why a name cannot be an account's. Compare with errors.Is.
var (
	// ErrEmptyName: nothing of it can be told apart.
	ErrEmptyName = errors.New("a name without letters")
	// ErrMixedName: it mixes alphabets, so that it could be taken for another name.
	ErrMixedName = errors.New("a name of several alphabets")
	// ErrReservedName: it is a word that pages use for somebody else.
	ErrReservedName = errors.New("a reserved name")
)

// Key is what a name is told apart by: two names have the same key if a reader could take one for the other. Case, width,
// accents, spaces at the ends and letters that look alike make no difference. It is never shown. Key(Key(name)) is
// Key(name).
func Key(name string) string {
	for range maxSteps {
		key := skeleton(name)
		if key == name {
			break
		}
		name = key
	}
	return name
}

// maxSteps is more than any name takes.
const maxSteps = 12

// skeleton takes one step towards a key.
func skeleton(name string) string {
	folded := strings.ToLower(cases.Fold().String(norm.NFKC.String(strings.ToValidUTF8(name, "")))) // Cherokee is folded to capitals
	var b strings.Builder
	for _, r := range norm.NFD.String(folded) {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me) && !voicing(r):
		case unicode.In(r, unicode.Cf, unicode.Cc, unicode.Variation_Selector):
		default:
			if like, ok := lookalikes[r]; ok {
				b.WriteString(like)
			} else {
				b.WriteRune(r)
			}
		}
	}
	return strings.Join(strings.Fields(norm.NFC.String(b.String())), " ")
}

// voicing tells the two marks that make another syllable of a kana, which no reader of Japanese overlooks.
func voicing(r rune) bool { return r == '\u3099' || r == '\u309a' }

// checkName tells why a name cannot be an account's, nil if it can.
func checkName(name string, reserved map[string]bool) error {
	key := Key(name)
	switch {
	case !strings.ContainsFunc(key, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }):
		return ErrEmptyName
	case mixed(name):
		return ErrMixedName
	case reserved[key]:
		return ErrReservedName
	}
	return nil
}

// mixed tells whether a name mixes alphabets whose letters look alike. The scripts of East Asia stand beside Latin in
// everyday text and share no letters with it; every other script stands alone.
func mixed(name string) bool {
	alphabet := ""
	eastern := false
	for _, r := range norm.NFKC.String(name) {
		script := scriptOf(r)
		switch script {
		case "":
			continue
		case "Han", "Hiragana", "Katakana", "Hangul", "Bopomofo":
			eastern = true
			continue
		}
		if alphabet != "" && alphabet != script {
			return true
		}
		alphabet = script
	}
	return eastern && alphabet != "" && alphabet != "Latin"
}

// scriptOf is the script that a letter is written in; "" for signs that belong to none.
func scriptOf(r rune) string {
	if !unicode.IsLetter(r) {
		return ""
	}
	for name, table := range unicode.Scripts { // a character is in one of them alone, so the order does not matter
		if unicode.Is(table, r) {
			if name == "Common" || name == "Inherited" {
				return ""
			}
			return name
		}
	}
	return ""
}
