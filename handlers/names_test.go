package handlers

import (
	"strings"
	"testing"
)

func TestWhatAVisitorWroteIsSaidBackPrinted(t *testing.T) {
	for text, want := range map[string]string{
		"A\u0007n\u001b[1mna\x00":                "An[1mna",
		"a\u0301\u0302\u0303\u0304\u0305b\u0301": "a\u0301\u0302\u0303b\u0301",
		"\u202eabc\u200b\ufeff":                  "abc",
		"a\n b\t":                                "a b",
		"\u0e1b\u0e39\u0e49":                     "\u0e1b\u0e39\u0e49",
		"E5\xff":                                 "E5",
	} {
		if got := cleanName(text); got != want {
			t.Errorf("the name %q becomes %q, want %q", text, got, want)
		}
		if got := strings.Join(strings.Fields(shown(text)), " "); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
	if got := []rune(shown(strings.Repeat("\x00", 100) + strings.Repeat("x", 100))); len(got) != 41 {
		t.Errorf("a long text is shown as %q", string(got))
	}
}
