// Package lang holds every word that people read, by key, in English, Korean and Japanese. Pages ask a *Lang for a key;
// no sentence stands in Go or templ code.
package lang

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"

	"golang.org/x/text/language"
)

//go:embed en.json ko.json ja.json rules.json
var files embed.FS

// languages are those of the hall. The first is the fallback and the yardstick for the others' keys.
var languages = []struct {
	code, name string
	forms      []string // its plural forms, the suffixes that Lang.N chooses from
}{
	{"en", "English", []string{one, other}},
	{"ko", "한국어", []string{other}},
	{"ja", "日本語", []string{other}},
}

// The plural forms, as suffixes of keys.
const (
	one   = ".one"
	other = ".other"
)

// Catalogue is the words of all languages. It is immutable and safe for concurrent use.
type Catalogue struct {
	langs   []*Lang // in the order of languages
	matcher language.Matcher
	rules   map[string]rulebook // by the game's slug
}

// Load reads the embedded catalogues. It fails where a language lacks a key that another has, where a text's
// placeholders differ between languages, or where the order of a rules page names a key that has no words.
func Load() (Catalogue, error) {
	c := Catalogue{rules: map[string]rulebook{}}
	var tags []language.Tag
	for _, l := range languages {
		texts, err := readTexts(l.code + ".json")
		if err != nil {
			return Catalogue{}, err
		}
		c.langs = append(c.langs, &Lang{code: l.code, name: l.name, forms: l.forms, texts: texts})
		tags = append(tags, language.Make(l.code))
	}
	c.matcher = language.NewMatcher(tags)
	for _, l := range c.langs[1:] {
		if err := compare(c.langs[0], l); err != nil {
			return Catalogue{}, err
		}
	}
	if err := readJSON("rules.json", &c.rules); err != nil {
		return Catalogue{}, err
	}
	return c, c.checkRules()
}

// Get returns the language of a code such as "ko"; English where the hall does not speak it.
func (c Catalogue) Get(code string) *Lang {
	for _, l := range c.langs {
		if l.code == code {
			return l
		}
	}
	return c.langs[0]
}

// Match returns the language that suits an Accept-Language header best; English where none does or it cannot be read.
func (c Catalogue) Match(acceptLanguage string) *Lang {
	_, i := language.MatchStrings(c.matcher, acceptLanguage)
	return c.langs[i]
}

// All lists the languages, English first.
func (c Catalogue) All() []*Lang { return slices.Clone(c.langs) }

// readTexts reads one language's flat map of keys to texts.
func readTexts(name string) (map[string]text, error) {
	var raw map[string]string
	if err := readJSON(name, &raw); err != nil {
		return nil, err
	}
	texts := make(map[string]text, len(raw))
	for key, s := range raw {
		t, err := split(s)
		if err != nil {
			return nil, fmt.Errorf("read %s: key %q: %w", name, key, err)
		}
		texts[key] = t
	}
	return texts, nil
}

// readJSON reads an embedded file.
func readJSON(name string, to any) error {
	raw, err := files.ReadFile(name)
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	if err := json.Unmarshal(raw, to); err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	return nil
}

// compare tells the first difference in keys or placeholders between two languages. A plural form counts only where
// both have it.
func compare(a, b *Lang) error {
	for _, pair := range [][2]*Lang{{a, b}, {b, a}} {
		for _, key := range pair[0].Keys() {
			if pair[0].isForm(key) && !pair[1].speaks(key) {
				continue
			}
			if _, ok := pair[1].texts[key]; !ok {
				return fmt.Errorf("%s.json: key %q is missing; %s.json has it", pair[1].code, key, pair[0].code)
			}
		}
	}
	for _, key := range a.Keys() {
		if t, ok := b.texts[key]; ok && !slices.Equal(a.texts[key].names(), t.names()) {
			return fmt.Errorf("key %q: placeholders %v in %s.json, %v in %s.json",
				key, a.texts[key].names(), a.code, t.names(), b.code)
		}
	}
	return nil
}
