package notify

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	maxTitle = 200    // characters of a title
	maxText  = 20_000 // characters of a text
	// A URL of ours has to fit into one line of a mail's head, which ends at 998 octets.
	maxLink = 900
)

// Notice is a finished message for one person: the words are already in his language.
type Notice struct {
	// ID is the message's own: sent again under the same ID, a receiver can drop the repeat. It becomes the Message-ID of
	// a mail, the topic of a push, a field or header of a webhook.
	ID string
	// Title is one line.
	Title string
	// Text is a few lines, or none.
	Text string
	// URL is absolute and opens the current position; "" for none.
	URL string
	// Unsubscribe is an absolute URL that a POST unsubscribes at, "" for none. Mail alone carries it, and only in its
	// head: a line about it is for Text to say.
	Unsubscribe string
}

// clean is the notice with nothing in it that could break out of a line or of a message, or [ErrNotice].
func (n Notice) clean() (Notice, error) {
	n.Title = clip(cleanLine(n.Title), maxTitle, characters)
	n.Text = clip(cleanText(n.Text), maxText, characters)
	if n.ID == "" || n.Title == "" || !isLink(n.URL) || !isLink(n.Unsubscribe) {
		return Notice{}, ErrNotice
	}
	n.ID = token(n.ID)
	return n, nil
}

// whole is all of the notice in one text.
func (n Notice) whole() string {
	return join(n.Title, n.Text, n.URL)
}

// body is what stands below a title.
func (n Notice) body() string {
	return join(n.Text, n.URL)
}

// join puts an empty line between the parts that there are.
func join(parts ...string) string {
	var there []string
	for _, p := range parts {
		if p != "" {
			there = append(there, p)
		}
	}
	return strings.Join(there, "\n\n")
}

// isLink tells whether a URL of ours can stand in a header.
func isLink(raw string) bool {
	if raw == "" {
		return true
	}
	return len(raw) <= maxLink && CheckURL(raw) == nil && strings.IndexFunc(raw, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

// isBreak tells what would end a line: controls and the two separators of Unicode.
func isBreak(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
}

// cleanLine makes one line of valid text.
func cleanLine(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if isBreak(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD")))
}

// cleanText makes lines of valid text.
func cleanText(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n").Replace(strings.ToValidUTF8(s, "\uFFFD"))
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s))
}

// Ways to measure a text.
var (
	octets = utf8.RuneLen
	units  = utf16.RuneLen
)

func characters(rune) int { return 1 }

// clip cuts a text to a limit in the given measure and marks the cut.
func clip(s string, limit int, measure func(rune) int) string {
	const mark = '…'
	total, cut := 0, 0
	for i, r := range s {
		if total+measure(mark) <= limit {
			cut = i
		}
		if total += measure(r); total > limit {
			if limit < measure(mark) {
				return ""
			}
			return strings.TrimSpace(s[:cut]) + string(mark)
		}
	}
	return s
}

// plainToken is what can stand in a Message-ID and a header as it is.
var plainToken = regexp.MustCompile(`^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$`)

// token is an identity in letters that no format minds: itself where it can be, else its digest.
func token(id string) string {
	if len(id) <= 64 && plainToken.MatchString(id) {
		return id
	}
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:16])
}
