package handlers_test

import (
	"bufio"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"io"
	"log"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"

	"salle/game/catalog"
	"salle/handlers"
	"salle/notify"
)

// outside is what a house sends to: a mail server, and a receiver of webhooks and pushes.
type outside struct {
	*httptest.Server
	mailPort int

	mu     sync.Mutex
	mails  []mailed
	calls  []dispatch
	status int // of the receiver's answers; 0 for 200
}

// mailed is a mail as a reader shows it.
type mailed struct {
	to, subject, text string
	header            mail.Header
}

// dispatch is a webhook or a push.
type dispatch struct {
	path, id, body string
	sealed         []byte
}

func newOutside(t testing.TB) *outside {
	t.Helper()
	o := &outside{}
	o.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		o.mu.Lock()
		defer o.mu.Unlock()
		o.calls = append(o.calls, dispatch{r.URL.Path, r.Header.Get("X-Salle-Notice"), string(body), body})
		if o.status != 0 {
			w.WriteHeader(o.status)
		}
	}))
	t.Cleanup(o.Close)
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &clerk{office: o}, nil }))
	server.Domain, server.ErrorLog = "mail.example", log.New(io.Discard, "", 0)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o.mailPort = listener.Addr().(*net.TCPAddr).Port
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return o
}

// clerk is one conversation with the mail server.
type clerk struct {
	office *outside
	to     string
}

func (c *clerk) Mail(string, *smtp.MailOptions) error { return nil }
func (c *clerk) Rcpt(to string, _ *smtp.RcptOptions) error {
	c.to = to
	return nil
}

func (c *clerk) Data(r io.Reader) error {
	m, err := mail.ReadMessage(bufio.NewReader(r))
	if err != nil {
		return err
	}
	var body io.Reader = m.Body
	switch m.Header.Get("Content-Transfer-Encoding") {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil {
		return err
	}
	c.office.mu.Lock()
	defer c.office.mu.Unlock()
	c.office.mails = append(c.office.mails, mailed{c.to, subject, string(text), m.Header})
	return nil
}

func (c *clerk) Reset()        {}
func (c *clerk) Logout() error { return nil }

// empty returns what came, and forgets it.
func (o *outside) empty() (mails []mailed, calls []dispatch) {
	o.mu.Lock()
	defer o.mu.Unlock()
	mails, calls = o.mails, o.calls
	o.mails, o.calls = nil, nil
	return mails, calls
}

func (o *outside) answer(status int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.status = status
}

// postal is a hall that sends letters.
type postal struct {
	*site
	letters *handlers.Letters
	out     *outside
}

// reached is how the visitors of a postal hall reach it, as its letters say.
const reached = "https://salle.example"

func newPostal(t testing.TB, games catalog.Catalog) *postal {
	t.Helper()
	p := &postal{out: newOutside(t)}
	guard := notify.Guard{AllowPrivate: true}
	private, public, err := notify.NewPushKeys()
	if err != nil {
		t.Fatal(err)
	}
	base, err := url.Parse(reached)
	if err != nil {
		t.Fatal(err)
	}
	p.letters = &handlers.Letters{Games: games, BaseURL: base, Key: []byte("the key of links in letters"), Hook: notify.NewHook(guard), PushKey: public}
	p.letters.Mail, err = notify.NewMail(notify.MailConfig{Host: "127.0.0.1", Port: p.out.mailPort, From: "post@salle.example", TLS: notify.TLSNone})
	if err != nil {
		t.Fatal(err)
	}
	p.letters.Push, err = notify.NewPush(notify.PushConfig{PrivateKey: private, PublicKey: public, Subject: "ops@salle.example", Client: guard.Client()})
	if err != nil {
		t.Fatal(err)
	}
	p.site = newSiteOf(t, 1, games, func(c *handlers.Config) { p.letters.Words, c.Letters = c.Words, p.letters })
	return p
}

// readOnly reads a hall's database beside it.
func readOnly(t testing.TB, path string) *sql.DB {
	t.Helper()
	pool, err := sql.Open("sqlite", "file:"+path+"?mode=ro&_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close() })
	return pool
}

// deliver sends what is due and returns what came.
func (p *postal) deliver(t testing.TB) ([]mailed, []dispatch) {
	t.Helper()
	if _, err := p.matches.Deliver(t.Context(), p.letters); err != nil {
		t.Fatal(err)
	}
	return p.out.empty()
}

// addMail gives a visitor a confirmed address, and returns the page of notices then.
func (p *postal) addMail(b *browser, address string) page {
	b.t.Helper()
	b.post("/notices", url.Values{"kind": {"mail"}, "address": {address}})
	mails, _ := p.out.empty()
	if len(mails) != 1 || mails[0].to != address {
		b.t.Fatalf("letters of confirmation: %+v", mails)
	}
	_, link, ok := strings.Cut(mails[0].text, reached)
	if !ok {
		b.t.Fatalf("no link in %q", mails[0].text)
	}
	b.press(b.get(strings.TrimSpace(link)), "confirm")
	return b.get("/notices")
}

// addHook gives a visitor a webhook at a path of the receiver.
func (p *postal) addHook(b *browser, path, format string) page {
	b.t.Helper()
	return b.post("/notices", url.Values{"kind": {"hook"}, "url": {p.out.URL + path}, "format": {format}})
}

// subscriber is a browser as a push service reaches it.
type subscriber struct {
	key  *ecdh.PrivateKey
	auth []byte
}

func newSubscriber(t testing.TB) subscriber {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	auth := make([]byte, 16)
	_, _ = rand.Read(auth)
	return subscriber{key, auth}
}

// addPush subscribes a browser at a path of the receiver.
func (p *postal) addPush(b *browser, path string, s subscriber) page {
	b.t.Helper()
	encode := base64.RawURLEncoding.EncodeToString
	return b.post("/notices", url.Values{
		"kind": {"push"}, "endpoint": {p.out.URL + path}, "p256dh": {encode(s.key.PublicKey().Bytes())}, "auth": {encode(s.auth)},
	})
}

// open reads a push (RFC 8291).
func (s subscriber) open(t testing.TB, body []byte) map[string]string {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	salt, sender, sealed := body[:16], body[21:21+65], body[86:]
	public, err := ecdh.P256().NewPublicKey(sender)
	must(err)
	shared, err := s.key.ECDH(public)
	must(err)
	info := "WebPush: info\x00" + string(s.key.PublicKey().Bytes()) + string(sender)
	material, err := hkdf.Key(sha256.New, shared, s.auth, info, 32)
	must(err)
	key, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: aes128gcm\x00", 16)
	must(err)
	nonce, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: nonce\x00", 12)
	must(err)
	block, err := aes.NewCipher(key)
	must(err)
	seal, err := cipher.NewGCM(block)
	must(err)
	padded, err := seal.Open(nil, nonce, sealed, nil)
	must(err)
	var payload map[string]string
	must(json.Unmarshal([]byte(strings.TrimSuffix(strings.TrimRight(string(padded), "\x00"), "\x02")), &payload))
	return payload
}
