package lang

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Lang is one language. It is immutable and safe for concurrent use.
type Lang struct {
	code, name string
	forms      []string
	texts      map[string]text
}

// Code is "en", "ko" or "ja", as an HTML lang attribute wants it.
func (l *Lang) Code() string { return l.code }

// Name is the language's name in itself, such as "한국어".
func (l *Lang) Name() string { return l.name }

// Keys lists the keys that have words, sorted.
func (l *Lang) Keys() []string { return slices.Sorted(maps.Keys(l.texts)) }

// Has tells whether a key has words.
func (l *Lang) Has(key string) bool {
	_, ok := l.texts[key]
	return ok
}

// T returns the text of a key. The arguments are name, value pairs for its placeholders: l.T("match.round", "n", 2,
// "of", 5). Names that the text does not use are ignored, so that callers may offer more than one language needs. A key
// without words comes back in brackets and a placeholder without a value as it is written: a page with a flaw is better
// than none, and the package's tests find both.
func (l *Lang) T(key string, args ...any) string {
	t, ok := l.texts[key]
	switch {
	case !ok:
		return "[" + key + "]"
	case len(t.parts) == 0:
		return t.plain
	}
	var b strings.Builder
	b.Grow(len(t.plain) + 32)
	for _, p := range t.parts {
		b.WriteString(p.literal)
		if p.name != "" {
			writeArg(&b, p.name, args)
		}
	}
	return b.String()
}

// N returns the text of a counted thing: of key.one where the language has such a form and n is 1, else of key.other.
// The placeholder n is filled without being named.
func (l *Lang) N(key string, n int, args ...any) string {
	form := other
	if n == 1 && slices.Contains(l.forms, one) {
		form = one
	}
	return l.T(key+form, append([]any{"n", n}, args...)...)
}

// writeArg writes the value of a placeholder.
func writeArg(b *strings.Builder, name string, args []any) {
	for i := 0; i+1 < len(args); i += 2 {
		if k, ok := args[i].(string); !ok || k != name {
			continue
		}
		switch v := args[i+1].(type) {
		case string:
			b.WriteString(v)
		case int:
			b.WriteString(strconv.Itoa(v))
		default:
			fmt.Fprint(b, v)
		}
		return
	}
	b.WriteString("{" + name + "}")
}

// isForm tells whether key names a form that only some languages have.
func (l *Lang) isForm(key string) bool { return strings.HasSuffix(key, one) && l.speaks(key) }

// speaks tells whether the language has the plural form that key ends with.
func (l *Lang) speaks(key string) bool {
	return slices.ContainsFunc(l.forms, func(form string) bool { return strings.HasSuffix(key, form) })
}

// text is a text split at its placeholders.
type text struct {
	plain string // as written
	parts []part // none where there is no placeholder
}

// part is a literal and the placeholder that follows it; the last part of a text may have none.
type part struct{ literal, name string }

// split reads placeholders such as {name}; a brace has no other use in a text.
func split(s string) (text, error) {
	t := text{plain: s}
	rest := s
	for {
		open := strings.IndexByte(rest, '{')
		if open < 0 {
			break
		}
		end := strings.IndexByte(rest[open:], '}')
		if end < 0 {
			return text{}, fmt.Errorf("an open brace without its other half in %q", s)
		}
		name := rest[open+1 : open+end]
		if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") != "" {
			return text{}, fmt.Errorf("{%s} is no placeholder: want small letters", name)
		}
		t.parts = append(t.parts, part{rest[:open], name})
		rest = rest[open+end+1:]
	}
	if strings.TrimSpace(s) == "" || strings.ContainsRune(rest, '}') {
		return text{}, fmt.Errorf("%q is empty or has a stray brace", s)
	}
	if len(t.parts) > 0 && rest != "" {
		t.parts = append(t.parts, part{literal: rest})
	}
	return t, nil
}

// names lists the placeholders, each once, sorted.
func (t text) names() []string {
	var names []string
	for _, p := range t.parts {
		if p.name != "" {
			names = append(names, p.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
