package lang

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// load returns the embedded catalogue, which Load has checked.
func load(t testing.TB) Catalogue {
	t.Helper()
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestLoadSpeaksThreeLanguages(t *testing.T) {
	var got []string
	for _, l := range load(t).All() {
		got = append(got, l.Code()+" "+l.Name())
	}
	if want := []string{"en English", "ko 한국어", "ja 日本語"}; !slices.Equal(got, want) {
		t.Errorf("All() = %q, want %q", got, want)
	}
}

func TestGetFallsBackToEnglish(t *testing.T) {
	c := load(t)
	for code, want := range map[string]string{"en": "en", "ko": "ko", "ja": "ja", "": "en", "de": "en", "KO": "en"} {
		if got := c.Get(code).Code(); got != want {
			t.Errorf("Get(%q) is %s, want %s", code, got, want)
		}
	}
}

func TestMatchReadsAcceptLanguage(t *testing.T) {
	c := load(t)
	for header, want := range map[string]string{
		"":                                 "en",
		"ko":                               "ko",
		"ko-KR,ko;q=0.9,en-US;q=0.8":       "ko",
		"ja-JP":                            "ja",
		"de-DE,ja;q=0.5":                   "ja",
		"en-GB,ko;q=0.9":                   "en",
		"ko;q=0.2,ja;q=0.7":                "ja",
		"fr":                               "en",
		"*":                                "en",
		"\x00;;q=banana,,":                 "en",
		strings.Repeat("a-", 5000) + ",ko": "en",
	} {
		if got := c.Match(header).Code(); got != want {
			t.Errorf("Match(%.40q) is %s, want %s", header, got, want)
		}
	}
}

// sample is a language of a few texts, with the plural forms of English or of Korean.
func sample(t *testing.T, code string, raw map[string]string) *Lang {
	t.Helper()
	l := &Lang{code: code, forms: []string{one, other}, texts: map[string]text{}}
	if code != "en" {
		l.forms = []string{other}
	}
	for key, s := range raw {
		split, err := split(s)
		if err != nil {
			t.Fatal(err)
		}
		l.texts[key] = split
	}
	return l
}

type shout string

func (s shout) String() string { return strings.ToUpper(string(s)) }

func TestTFillsPlaceholders(t *testing.T) {
	l := sample(t, "en", map[string]string{
		"plain": "Nine cells.", "round": "Round {n} of {of}.", "twice": "{n}{n}", "end": "to {who}",
	})
	for _, c := range []struct {
		key  string
		args []any
		want string
	}{
		{"plain", nil, "Nine cells."},
		{"plain", []any{"n", 1}, "Nine cells."},
		{"round", []any{"n", 2, "of", 5}, "Round 2 of 5."},
		{"round", []any{"of", uint8(5), "more", "x", "n", 2}, "Round 2 of 5."},
		{"round", []any{"n", 2}, "Round 2 of {of}."},
		{"round", []any{"n", 2, "of"}, "Round 2 of {of}."},
		{"twice", []any{"n", 7}, "77"},
		{"end", []any{"who", "{n}"}, "to {n}"},
		{"end", []any{"who", shout("anna")}, "to ANNA"},
		{"lost.key", []any{"n", 1}, "[lost.key]"},
	} {
		if got := l.T(c.key, c.args...); got != c.want {
			t.Errorf("T(%q, %v) = %q, want %q", c.key, c.args, got, c.want)
		}
	}
}

func TestNChoosesThePluralForm(t *testing.T) {
	en := sample(t, "en", map[string]string{"m.one": "{n} match of {who}", "m.other": "{n} matches of {who}"})
	ko := sample(t, "ko", map[string]string{"m.other": "{who}: {n}"})
	for n, want := range map[int][2]string{
		0: {"0 matches of A", "A: 0"},
		1: {"1 match of A", "A: 1"},
		2: {"2 matches of A", "A: 2"},
	} {
		if got := [2]string{en.N("m", n, "who", "A"), ko.N("m", n, "who", "A")}; got != want {
			t.Errorf("N(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestSplitRefusesWhatIsNoText(t *testing.T) {
	for _, s := range []string{"", " ", "a {n", "a n}", "{}", "{N}", "{a b}", "{a{b}}", "}{"} {
		if got, err := split(s); err == nil {
			t.Errorf("split(%q) = %v, want an error", s, got)
		}
	}
}

func TestCompareTellsWhatDiffers(t *testing.T) {
	for name, c := range map[string]struct {
		en, ko map[string]string
		want   string // part of the error; "" for none
	}{
		"equal":             {map[string]string{"a": "x {n}"}, map[string]string{"a": "{n} y {n}"}, ""},
		"missing":           {map[string]string{"a": "x", "b": "x"}, map[string]string{"a": "y"}, `ko.json: key "b"`},
		"extra":             {map[string]string{"a": "x"}, map[string]string{"a": "y", "b": "y"}, `en.json: key "b"`},
		"placeholder":       {map[string]string{"a": "{n}"}, map[string]string{"a": "{of}"}, `key "a": placeholders [n]`},
		"English form":      {map[string]string{"a.one": "x", "a.other": "x"}, map[string]string{"a.other": "y"}, ""},
		"form that is lost": {map[string]string{"a.one": "x", "a.other": "x"}, map[string]string{}, `key "a.other"`},
		"form not spoken":   {map[string]string{"a.other": "x"}, map[string]string{"a.one": "y", "a.other": "y"}, `en.json: key "a.one"`},
	} {
		t.Run(name, func(t *testing.T) {
			err := compare(sample(t, "en", c.en), sample(t, "ko", c.ko))
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got %v, want %q in it", err, c.want)
			}
		})
	}
}

// TestTextsAreWrittenInTheirScript finds a text that was left in another language: one of six words or more, in
// Korean without Hangul or in Japanese without kana, in English with either; there a Korean term may stand in brackets.
func TestTextsAreWrittenInTheirScript(t *testing.T) {
	hangul := func(s string) bool { return strings.ContainsFunc(s, isIn(unicode.Hangul)) }
	kana := func(s string) bool { return strings.ContainsFunc(s, isIn(unicode.Hiragana, unicode.Katakana)) }
	for _, l := range load(t).All() {
		for _, key := range l.Keys() {
			s := l.texts[key].plain
			long := len(strings.Fields(s)) > 5
			wrong := map[string]bool{
				"en": hangul(terms.ReplaceAllString(s, "")) || kana(s),
				"ko": kana(s) || long && !hangul(s),
				"ja": hangul(s) || long && !kana(s),
			}
			if wrong[l.Code()] {
				t.Errorf("%s.json: %s: %q", l.Code(), key, s)
			}
			if strings.TrimSpace(s) != s {
				t.Errorf("%s.json: %s begins or ends with a space: %q", l.Code(), key, s)
			}
		}
	}
}

// terms are Korean words in brackets, beside the English ones for them.
var terms = regexp.MustCompile(`\(\p{Hangul}+\)`)

func isIn(tables ...*unicode.RangeTable) func(rune) bool {
	return func(r rune) bool { return unicode.In(r, tables...) }
}

func BenchmarkT(b *testing.B) {
	l := load(b).Get("ko")
	for b.Loop() {
		l.T("match.confirm")
	}
}

func BenchmarkTWithArguments(b *testing.B) {
	l := load(b).Get("ko")
	for b.Loop() {
		l.T("event.move.seat", "who", "Anna", "rival", "Ben", "from", "3", "to", "4")
	}
}

// TestKoreanParticlesDoNotFollowPlaceholders holds that no particle whose form depends on the sound before it stands
// after a name or an action that is only known when the page is made.
func TestKoreanParticlesDoNotFollowPlaceholders(t *testing.T) {
	ko := load(t).Get("ko")
	for _, key := range ko.Keys() {
		parts := ko.texts[key].parts
		for i := range parts[:max(len(parts)-1, 0)] {
			word, _, _ := strings.Cut(parts[i+1].literal, " ")
			word = strings.TrimRight(word, ".,:")
			if slices.Contains([]string{"이", "가", "은", "는", "을", "를", "과", "와", "로", "으로", "이나", "나"}, word) {
				t.Errorf("%s: %q after {%s} in %q", key, word, parts[i].name, ko.texts[key].plain)
			}
		}
	}
}
