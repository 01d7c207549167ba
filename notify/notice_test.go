package notify

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// turn is a notice as most are.
var turn = Notice{
	ID:    "m7.12.north.turn",
	Title: "네 차례예요: Ada",
	Text:  "Spirit Duel · 12手目\nAda: Zug 3–1 „gut“",
	URL:   "https://salle.example/match/m7?step=12&x=1",
}

func TestNoticesThatCannotBeSent(t *testing.T) {
	for name, change := range map[string]func(*Notice){
		"no identity":         func(n *Notice) { n.ID = "" },
		"no title":            func(n *Notice) { n.Title = " \r\n" },
		"relative":            func(n *Notice) { n.URL = "/match/m7" },
		"not ASCII":           func(n *Notice) { n.URL = "https://salle.example/日" },
		"too long for a line": func(n *Notice) { n.Unsubscribe = "https://salle.example/" + strings.Repeat("a", maxLink) },
		"two lines":           func(n *Notice) { n.Unsubscribe = "https://salle.example/\r\nBcc: x" },
	} {
		n := turn
		change(&n)
		if _, err := n.clean(); !errors.Is(err, ErrNotice) {
			t.Errorf("%s: %v, want %v", name, err, ErrNotice)
		}
	}
}

// Whatever names and words are in a notice, it stays within its lines and within the limits of those who carry it.
func TestNoticesStayWithinTheirBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, err := Notice{
			ID:    rapid.StringN(1, 80, -1).Draw(t, "id"),
			Title: "t" + rapid.StringN(0, 300, -1).Draw(t, "title"),
			Text:  strings.Repeat(rapid.String().Draw(t, "text"), rapid.IntRange(1, 400).Draw(t, "times")),
			URL:   "https://salle.example/" + strings.Repeat("a", rapid.IntRange(0, 800).Draw(t, "path")),
		}.clean()
		if err != nil {
			t.Fatal(err)
		}
		if !plainToken.MatchString(n.ID) {
			t.Fatalf("ID %q", n.ID)
		}
		if strings.ContainsAny(n.Title, "\r\n\u2028") || strings.Contains(n.Text, "\r") || utf8.RuneCountInString(n.Title) > maxTitle {
			t.Fatalf("title %q, text %q", n.Title, n.Text)
		}
		body, err := pushBody(n)
		if err != nil || len(body) > maxPush || !json.Valid(body) {
			t.Fatalf("push of %d octets, %v: %s", len(body), err, body)
		}
		if text := discordText(n); clip(text, maxDiscord, units) != text || !strings.HasSuffix(text, "\n\n"+n.URL) {
			t.Fatalf("Discord: %s", text)
		}
	})
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		text    string
		limit   int
		measure func(rune) int
		want    string
	}{
		{"abc", 3, characters, "abc"},
		{"abcd", 3, characters, "ab…"},
		{"ab cd", 4, characters, "ab…"},
		{"한글이", 9, octets, "한글이"},
		{"한글이다", 9, octets, "한글…"},
		{"한글이", 2, octets, ""},
		{"🎴🎴", 4, units, "🎴🎴"},
		{"🎴🎴", 3, units, "🎴…"},
		{"a", 0, characters, ""},
		{"", 0, characters, ""},
	} {
		if got := clip(c.text, c.limit, c.measure); got != c.want {
			t.Errorf("clip(%q, %d) = %q, want %q", c.text, c.limit, got, c.want)
		}
	}
}

func TestErrorsAreReadAsTheyAreWritten(t *testing.T) {
	for _, key := range Keys() {
		for _, code := range []int{0, 550} {
			e := &Error{Key: key, Code: code}
			if got, ok := ParseError(e.Error()); !ok || got.Key != key || got.Code != code {
				t.Errorf("ParseError(%q) = %v, %t", e, got, ok)
			}
		}
	}
	for _, text := range []string{"", "status ", "status x", "status +500", "status 500 ", "no such key", "statu"} {
		if e, ok := ParseError(text); ok {
			t.Errorf("ParseError(%q) = %v, want nothing", text, e)
		}
	}
}
