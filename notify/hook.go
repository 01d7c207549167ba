package notify

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// Formats of a webhook.
const (
	// FormatJSON is an object of "id", "title", "text" and "url", and under [HookTarget.Key] everything in one text.
	FormatJSON = "json"
	// FormatText is everything in one plain text.
	FormatText = "text"
	// FormatNtfy is a message to a topic of ntfy: the text, with title and link in headers.
	FormatNtfy = "ntfy"
	// FormatDiscord is a message of Discord, in which nobody is mentioned and nothing is markup.
	FormatDiscord = "discord"
)

const (
	maxDiscord = 2000 // units of UTF-16
	maxNtfy    = 4096 // octets; a longer one would become a file
	// What names a program to a server.
	agent = "Salle"
)

// Formats lists the formats of a webhook, the usual one first.
func Formats() []string {
	return []string{FormatJSON, FormatText, FormatNtfy, FormatDiscord}
}

// HookTarget is where a webhook goes and how it looks.
type HookTarget struct {
	URL    string // as [CheckURL] wants it
	Format string // one of [Formats]
	// Secret signs the body, if there is one: the header X-Salle-Signature is then "sha256=" and the hexadecimal
	// HMAC-SHA-256 of the body under this key.
	Secret string
	// Key is where [FormatJSON] puts everything in one text, "" for "content": services that take a message under one
	// name find it there. It may be one of the other names, and then takes its place.
	Key string
}

// hookKey is what the name in [HookTarget.Key] can be.
var hookKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]{0,31}$`)

// Check tells whether a notice could be sent there: an error of [CheckURL], [ErrFormat] or nil.
func (t HookTarget) Check() error {
	if err := CheckURL(t.URL); err != nil {
		return err
	}
	if !slices.Contains(Formats(), t.Format) || t.Key != "" && !hookKey.MatchString(t.Key) {
		return ErrFormat
	}
	return nil
}

// Hook sends notices to webhooks. It may be used by many at once.
type Hook struct {
	client *http.Client
}

// NewHook makes a sender that calls what the guard allows.
func NewHook(guard Guard) *Hook {
	return &Hook{client: guard.Client()}
}

// Send posts a notice to a webhook. Every format carries the notice's ID in the header X-Salle-Notice. What goes wrong
// is an [Error].
func (h *Hook) Send(ctx context.Context, target HookTarget, n Notice) error {
	n, err := n.clean()
	if err != nil {
		return err
	}
	if err := target.Check(); err != nil {
		return err
	}
	head, body, err := target.render(n)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target.URL, bytes.NewReader(body))
	if err != nil {
		return ErrURLSyntax
	}
	req.Header = head
	req.Header.Set("User-Agent", agent)
	req.Header.Set("X-Salle-Notice", n.ID)
	if target.Secret != "" {
		req.Header.Set("X-Salle-Signature", sign(target.Secret, body))
	}
	return answered(h.client.Do(req))
}

// sign is the signature of a body.
func sign(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

// render puts a clean notice into the target's format.
func (t HookTarget) render(n Notice) (http.Header, []byte, error) {
	head := http.Header{}
	switch t.Format {
	case FormatNtfy:
		head.Set("Content-Type", "text/plain; charset=utf-8")
		head.Set("Title", mime.BEncoding.Encode("utf-8", n.Title))
		if n.URL != "" {
			head.Set("Click", n.URL)
		}
		text := n.Text
		if text == "" {
			text = n.Title // an empty message would be filled with words of the server's
		}
		return head, []byte(clip(text, maxNtfy, octets)), nil
	case FormatText:
		head.Set("Content-Type", "text/plain; charset=utf-8")
		return head, []byte(n.whole() + "\n"), nil
	case FormatDiscord:
		head.Set("Content-Type", "application/json")
		body, err := marshal(map[string]any{"content": discordText(n), "allowed_mentions": map[string]any{"parse": []string{}}})
		return head, body, err
	default:
		head.Set("Content-Type", "application/json")
		body, err := marshal(t.fields(n))
		return head, body, err
	}
}

// fields are the names and values of [FormatJSON].
func (t HookTarget) fields(n Notice) map[string]string {
	fields := map[string]string{"id": n.ID, "title": n.Title, "text": n.Text, "url": n.URL}
	key := t.Key
	if key == "" {
		key = "content"
	}
	fields[key] = n.whole()
	return fields
}

// What Discord would read as something other than itself, what it makes a link of, and what would end that link early.
var (
	markup  = regexp.MustCompile("[\\\\*_~`|<>\\[\\]()#:-]")
	word    = regexp.MustCompile(`\S+`)
	endLink = "[]()*~"
)

// discordText is all of a notice within Discord's limit: where it is too long the text is cut, never the link.
func discordText(n Notice) string {
	title := "**" + escape(n.Title) + "**"
	room := maxDiscord
	for _, r := range title + n.URL + "\n\n\n\n" {
		room -= units(r)
	}
	return join(title, clip(escape(n.Text), room, units), n.URL)
}

// escape takes the meaning out of markup, but leaves links what they are.
func escape(s string) string {
	return word.ReplaceAllStringFunc(s, func(w string) string {
		if CheckURL(w) == nil && !strings.ContainsAny(w, endLink) {
			return w
		}
		return markup.ReplaceAllString(w, `\$0`)
	})
}

// marshal writes JSON in which no letter is hidden.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("write the notice: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
