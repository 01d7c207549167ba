package notify

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// call is what a receiver got.
type call struct {
	method, path string
	header       http.Header
	body         []byte
}

// receiver takes calls, answers them with a status and hands them over.
func receiver(t *testing.T, status int) (url string, calls <-chan call) {
	t.Helper()
	got := make(chan call, 8)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		got <- call{r.Method, r.URL.RequestURI(), r.Header, body}
		w.WriteHeader(status)
	}))
	t.Cleanup(srv.Close)
	return srv.URL, got
}

// hooked is what arrives when a notice is sent in a format.
func hooked(t *testing.T, target HookTarget, n Notice) call {
	t.Helper()
	url, calls := receiver(t, http.StatusNoContent)
	target.URL = url + "/hook?token=1"
	if err := NewHook(Guard{AllowPrivate: true}).Send(t.Context(), target, n); err != nil {
		t.Fatalf("%s: %v", target.Format, err)
	}
	c := <-calls
	if c.method != http.MethodPost || c.path != "/hook?token=1" || c.header.Get("User-Agent") != "Salle" || c.header.Get("X-Salle-Notice") != n.ID {
		t.Errorf("%s: %s %s with %v", target.Format, c.method, c.path, c.header)
	}
	return c
}

// behaviour C2.6, webhooks.
func TestHookJSON(t *testing.T) {
	all := turn.Title + "\n\n" + turn.Text + "\n\n" + turn.URL
	for key, want := range map[string]map[string]string{
		"":     {"id": turn.ID, "title": turn.Title, "text": turn.Text, "url": turn.URL, "content": all},
		"text": {"id": turn.ID, "title": turn.Title, "text": all, "url": turn.URL},
		"body": {"id": turn.ID, "title": turn.Title, "text": turn.Text, "url": turn.URL, "body": all},
	} {
		c := hooked(t, HookTarget{Format: FormatJSON, Key: key}, turn)
		var got map[string]string
		if err := json.Unmarshal(c.body, &got); err != nil || !maps.Equal(got, want) {
			t.Errorf("key %q: %s, %v, want %v", key, c.body, err, want)
		}
		if kind := c.header.Get("Content-Type"); kind != "application/json" {
			t.Errorf("type %q", kind)
		}
	}
}

func TestHookText(t *testing.T) {
	c := hooked(t, HookTarget{Format: FormatText}, Notice{ID: "a.1", Title: "Your\r\nturn", Text: "one\r\ntwo\x00", URL: turn.URL})
	if want := "Your  turn\n\none\ntwo\n\n" + turn.URL + "\n"; string(c.body) != want {
		t.Errorf("%q, want %q", c.body, want)
	}
	if kind := c.header.Get("Content-Type"); kind != "text/plain; charset=utf-8" {
		t.Errorf("type %q", kind)
	}
}

func TestHookNtfy(t *testing.T) {
	long := strings.Repeat("차례 ", 66) + "끝"
	for _, n := range []Notice{
		turn,
		{ID: "a.2", Title: long, Text: strings.Repeat("한", 2000)},
		{ID: "a.3", Title: "Plain: title"},
		{ID: "a.4", Title: "x\r\nClick: https://evil.example", Text: "y"},
	} {
		c := hooked(t, HookTarget{Format: FormatNtfy}, n)
		title, err := new(mime.WordDecoder).DecodeHeader(c.header.Get("Title"))
		if want := cleanLine(n.Title); err != nil || title != want {
			t.Errorf("title %q, %v, want %q", title, err, want)
		}
		if click := c.header.Get("Click"); click != n.URL {
			t.Errorf("click %q, want %q", click, n.URL)
		}
		want := n.Text
		if want == "" {
			want = n.Title
		}
		if got := string(c.body); got != clip(want, 4096, octets) || len(got) > 4096 {
			t.Errorf("text %q, want %q", got, want)
		}
	}
}

func TestHookDiscord(t *testing.T) {
	for _, c := range []struct {
		n    Notice
		want string
	}{
		{turn, "**네 차례예요\\: Ada**\n\nSpirit Duel · 12手目\nAda\\: Zug 3–1 „gut“\n\n" + turn.URL},
		{
			Notice{ID: "a.1", Title: "@everyone *x*", Text: "[win](https://evil.example)\n<@1> `a` # b\nhttps://salle.example/a_b_c"},
			"**@everyone \\*x\\***\n\n\\[win\\]\\(https\\://evil.example\\)\n\\<@1\\> \\`a\\` \\# b\nhttps://salle.example/a_b_c",
		},
		{
			Notice{ID: "a.2", Title: "t", Text: strings.Repeat("🎴", 1500), URL: turn.URL},
			"**t**\n\n" + strings.Repeat("🎴", (2000-len(turn.URL)-10)/2) + "…\n\n" + turn.URL,
		},
	} {
		var got struct {
			Content         string
			AllowedMentions struct{ Parse []string } `json:"allowed_mentions"`
		}
		body := hooked(t, HookTarget{Format: FormatDiscord}, c.n).body
		if err := json.Unmarshal(body, &got); err != nil || got.Content != c.want {
			t.Errorf("%q, %v, want %q", got.Content, err, c.want)
		}
		if !strings.Contains(string(body), `"allowed_mentions":{"parse":[]}`) || got.AllowedMentions.Parse == nil {
			t.Errorf("%s mentions people", body)
		}
	}
}

func TestHookSignsTheBody(t *testing.T) {
	for _, format := range Formats() {
		c := hooked(t, HookTarget{Format: format, Secret: "key"}, turn)
		if got, want := c.header.Get("X-Salle-Signature"), sign("key", c.body); got != want {
			t.Errorf("%s: signature %q, want %q", format, got, want)
		}
		if unsigned := hooked(t, HookTarget{Format: format}, turn); unsigned.header.Get("X-Salle-Signature") != "" {
			t.Errorf("%s: signed without a secret", format)
		}
	}
	// A worked example of HMAC-SHA-256.
	if got := sign("key", []byte("The quick brown fox jumps over the lazy dog")); got != "sha256=f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8" {
		t.Errorf("signature %s", got)
	}
}

func TestHookRefusesWhatCannotBeSent(t *testing.T) {
	url, calls := receiver(t, http.StatusOK)
	hook := NewHook(Guard{AllowPrivate: true})
	for name, c := range map[string]struct {
		target HookTarget
		n      Notice
		want   error
	}{
		"no format":  {HookTarget{URL: url}, turn, ErrFormat},
		"a format":   {HookTarget{URL: url, Format: "xml"}, turn, ErrFormat},
		"a key":      {HookTarget{URL: url, Format: FormatJSON, Key: "a b"}, turn, ErrFormat},
		"a password": {HookTarget{URL: strings.Replace(url, "//", "//a:b@", 1), Format: FormatText}, turn, ErrURLUser},
		"a notice":   {HookTarget{URL: url, Format: FormatText}, Notice{}, ErrNotice},
	} {
		if err := hook.Send(t.Context(), c.target, c.n); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if len(calls) != 0 {
		t.Errorf("%d calls went out", len(calls))
	}
}
