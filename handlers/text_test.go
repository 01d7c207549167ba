package handlers

import (
	"testing"

	"salle/game/match"
	"salle/views"
)

func TestATextKeepsItsLines(t *testing.T) {
	for text, want := range map[string]string{
		"one\r\ntwo\rthree\nfour":  "one\ntwo\nthree\nfour",
		"\n\n one\n\n\n\ntwo \n\n": "one\n\ntwo",
		"a\u2028b\x00\u202e\u200b": "a\nb",
		" \r\n\t ":                 "",
		"indented\n    more":       "indented\n    more",
		"\xff\xfe":                 "",
	} {
		if got := cleanText(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestPagesTakeAsMuchAsMayBeSaid(t *testing.T) {
	if views.MaxRemark != match.MaxRemark || views.MaxNotes != match.MaxNotes {
		t.Errorf("pages take %d and %d characters, the hall %d and %d", views.MaxRemark, views.MaxNotes, match.MaxRemark, match.MaxNotes)
	}
}
