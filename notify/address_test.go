package notify

import (
	"errors"
	"net/http"
	"net/mail"
	"net/url"
	"strings"
	"testing"
)

// urls are what CheckURL finds in what people type.
var urls = []struct {
	raw  string
	want error
}{
	{"https://example.org", nil},
	{"http://192.168.1.5:8080/hook?key=a%20b#top", nil},
	{"https://[2001:db8::1]:8443/", nil},
	{"https://bücher.example/日本", nil},
	{"https://example.org/" + strings.Repeat("a", MaxURL-20), nil},
	{"https://example.org/" + strings.Repeat("a", MaxURL-19), ErrURLLong},
	{"", ErrURLScheme},
	{"example.org/hook", ErrURLScheme},
	{"ftp://example.org", ErrURLScheme},
	{"javascript:alert(1)", ErrURLScheme},
	{"file:///etc/passwd", ErrURLScheme},
	{"https://", ErrURLHost},
	{"https:example.org", ErrURLHost},
	{"https://:443/", ErrURLHost},
	{"https://example.org:", ErrURLHost},
	{"https://example.org:0/", ErrURLHost},
	{"https://example.org:65536/", ErrURLHost},
	{"https://a..b/", ErrURLHost},
	{"https://a,b/", ErrURLHost},
	{"https://[fe80::1%25eth0]/", ErrURLHost},
	{"https://user:secret@example.org/", ErrURLUser},
	{"https://user@example.org/", ErrURLUser},
	{"https://exa mple.org/", ErrURLSyntax},
	{" https://example.org/", ErrURLSyntax},
	{"https://example.org/\r\nHost: other", ErrURLSyntax},
	{"https://example.org/a\u2028b", ErrURLSyntax},
	{`https://example.org\@other/`, ErrURLSyntax},
	{"https://example.org/%zz", ErrURLSyntax},
	{"https://example.org/\xff", ErrURLSyntax},
}

func TestCheckURL(t *testing.T) {
	for _, c := range urls {
		if err := CheckURL(c.raw); !errors.Is(err, c.want) {
			t.Errorf("CheckURL(%.60q) = %v, want %v", c.raw, err, c.want)
		}
	}
}

func FuzzCheckURL(f *testing.F) {
	for _, c := range urls {
		f.Add(c.raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if CheckURL(raw) != nil {
			return
		}
		u, err := url.Parse(raw)
		if err != nil || u.Hostname() == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" {
			t.Fatalf("%q is taken, but is %+v, %v", raw, u, err)
		}
		if _, err := http.NewRequest(http.MethodPost, raw, nil); err != nil {
			t.Fatalf("%q is taken, but nothing can be sent there: %v", raw, err)
		}
		if strings.ContainsAny(raw, "\r\n <>\"") {
			t.Fatalf("%q is taken, but breaks out of a header", raw)
		}
	})
}

// addresses are what CheckAddress finds in what people type.
var addresses = []struct {
	address string
	good    bool
}{
	{"ada@example.org", true},
	{"ada.l+duel@mail.example.org", true},
	{"o'hara_1@nas", true},
	{strings.Repeat("a", 64) + "@example.org", true},
	{strings.Repeat("a", 65) + "@example.org", false},
	{"a@" + strings.Repeat("b.", 130) + "org", false},
	{"", false},
	{"ada", false},
	{"@example.org", false},
	{"ada@", false},
	{"ada@example..org", false},
	{"ada@@example.org", false},
	{"ada@127.0.0.1", false},
	{"ada@[127.0.0.1]", false},
	{"Ada <ada@example.org>", false},
	{"<ada@example.org>", false},
	{`"ada l"@example.org`, false},
	{"ada@example.org, bo@example.org", false},
	{"ada@example.org (Ada)", false},
	{" ada@example.org", false},
	{"ada@example.org\r\nBcc: bo@example.org", false},
	{"아다@example.org", false},
	{"ada@bücher.example", false},
}

func TestCheckAddress(t *testing.T) {
	for _, c := range addresses {
		err := CheckAddress(c.address)
		if c.good && err != nil || !c.good && !errors.Is(err, ErrAddress) {
			t.Errorf("CheckAddress(%.60q) = %v, want it good: %t", c.address, err, c.good)
		}
	}
}

func FuzzCheckAddress(f *testing.F) {
	for _, c := range addresses {
		f.Add(c.address)
	}
	m, err := NewMail(MailConfig{Host: "mail.example", From: "salle@example.org"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, address string) {
		if CheckAddress(address) != nil {
			return
		}
		parsed, err := mail.ParseAddress(address)
		if err != nil || parsed.Address != address {
			t.Fatalf("%q is taken, but reads %v, %v", address, parsed, err)
		}
		msg, err := m.compose(address, Notice{ID: "x", Title: "x"})
		if err != nil {
			t.Fatalf("%q is taken, but cannot be written to: %v", address, err)
		}
		if to, err := msg.GetRecipients(); err != nil || len(to) != 1 || to[0] != "<"+address+">" {
			t.Fatalf("%q is taken, but the mail goes to %q, %v", address, to, err)
		}
	})
}
