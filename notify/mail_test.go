package notify

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/http/httptest"
	"net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// letter is a mail that the server has taken.
type letter struct {
	from, to, user string
	encrypted      bool
	raw            string
}

// postOffice is an SMTP server in the test's own process. It knows the user "salle" with the password "secret", and
// nobody at gone.example.
type postOffice struct {
	port  int
	roots *x509.CertPool

	mu      sync.Mutex
	letters []letter
}

// openPost starts the server on a way of [MailConfig.TLS].
func openPost(t *testing.T, way string) *postOffice {
	t.Helper()
	// The certificate of 127.0.0.1 that the standard library's test server has.
	secured := httptest.NewTLSServer(nil)
	t.Cleanup(secured.Close)
	p := &postOffice{roots: x509.NewCertPool()}
	p.roots.AddCert(secured.Certificate())
	certificate := &tls.Config{Certificates: secured.TLS.Certificates}

	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &clerk{post: p, conn: c}, nil
	}))
	server.Domain = "mail.example"
	server.ErrorLog = log.New(io.Discard, "", 0)
	server.AllowInsecureAuth = way == TLSNone
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	p.port = listener.Addr().(*net.TCPAddr).Port
	switch way {
	case TLSStart:
		server.TLSConfig = certificate
	case TLSDirect:
		listener = tls.NewListener(listener, certificate)
	}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return p
}

// clerk is one conversation with the server.
type clerk struct {
	post *postOffice
	conn *smtp.Conn
	letter
}

func (c *clerk) AuthMechanisms() []string { return []string{sasl.Plain} }

func (c *clerk) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "salle" || password != "secret" {
			return smtp.ErrAuthFailed
		}
		c.user = user
		return nil
	}), nil
}

func (c *clerk) Mail(from string, _ *smtp.MailOptions) error {
	c.from = from
	return nil
}

func (c *clerk) Rcpt(to string, _ *smtp.RcptOptions) error {
	if strings.HasSuffix(to, "@gone.example") {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "nobody here is called " + to}
	}
	c.to = to
	return nil
}

func (c *clerk) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	c.raw = string(raw)
	_, c.encrypted = c.conn.TLSConnectionState()
	c.post.mu.Lock()
	defer c.post.mu.Unlock()
	c.post.letters = append(c.post.letters, c.letter)
	return nil
}

func (c *clerk) Reset()        {}
func (c *clerk) Logout() error { return nil }

// taken are the letters so far.
func (p *postOffice) taken() []letter {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.letters
}

// config is how the server is reached on a way.
func (p *postOffice) config(way string) MailConfig {
	return MailConfig{
		Host: "127.0.0.1", Port: p.port, User: "salle", Password: "secret", From: "살 Salle <post@salle.example>", TLS: way, RootCAs: p.roots,
	}
}

// newMail is a sender that must be good.
func newMail(t *testing.T, config MailConfig) *Mail {
	t.Helper()
	m, err := NewMail(config)
	must(t, err)
	return m
}

// behaviour C2.6, mail, on every way to a server.
func TestMailArrives(t *testing.T) {
	for _, way := range []string{TLSStart, TLSDirect, TLSNone} {
		post := openPost(t, way)
		must(t, newMail(t, post.config(way)).Send(t.Context(), "ada@example.org", turn))
		letters := post.taken()
		if len(letters) != 1 {
			t.Fatalf("%s: %d letters, want one", way, len(letters))
		}
		l := letters[0]
		if l.from != "post@salle.example" || l.to != "ada@example.org" || l.user != "salle" || l.encrypted != (way != TLSNone) {
			t.Errorf("%s: from %s to %s by %q, encrypted: %t", way, l.from, l.to, l.user, l.encrypted)
		}
	}
}

// read takes a letter apart.
func (l letter) read(t *testing.T) (header mail.Header, subject, body string) {
	t.Helper()
	msg, err := mail.ReadMessage(strings.NewReader(l.raw))
	must(t, err)
	subject, err = new(mime.WordDecoder).DecodeHeader(msg.Header.Get("Subject"))
	must(t, err)
	kind, parameters, err := mime.ParseMediaType(msg.Header.Get("Content-Type"))
	if err != nil || kind != "text/plain" || !strings.EqualFold(parameters["charset"], "utf-8") {
		t.Errorf("type %q, %v", msg.Header.Get("Content-Type"), err)
	}
	if encoding := msg.Header.Get("Content-Transfer-Encoding"); encoding != "quoted-printable" {
		t.Fatalf("encoding %q", encoding)
	}
	text, err := io.ReadAll(quotedprintable.NewReader(msg.Body))
	must(t, err)
	return msg.Header, subject, strings.ReplaceAll(string(text), "\r\n", "\n")
}

// behaviours C2.6 and C2.9: what the mail says, and the way to unsubscribe without a log-in.
func TestMailSaysWhatItShould(t *testing.T) {
	post := openPost(t, TLSNone)
	sender := newMail(t, post.config(TLSNone))
	n := turn
	n.Unsubscribe = "https://salle.example/unsubscribe/abc?x=1"
	must(t, sender.Send(t.Context(), "ada@example.org", n))
	must(t, sender.Send(t.Context(), "ada@example.org", turn))
	letters := post.taken()
	header, subject, body := letters[0].read(t)
	for name, want := range map[string]string{
		"Message-Id":            "<" + turn.ID + "@salle.example>",
		"Auto-Submitted":        "auto-generated",
		"List-Unsubscribe":      "<https://salle.example/unsubscribe/abc?x=1>",
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
		"To":                    "<ada@example.org>",
		"User-Agent":            "",
		"X-Mailer":              "",
	} {
		if got := header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if from, err := header.AddressList("From"); err != nil || len(from) != 1 || from[0].Name != "살 Salle" || from[0].Address != "post@salle.example" {
		t.Errorf("from %v, %v", from, err)
	}
	if _, err := header.Date(); err != nil {
		t.Errorf("date: %v", err)
	}
	if subject != turn.Title || body != turn.Text+"\n\n"+turn.URL+"\n" {
		t.Errorf("subject %q, body %q", subject, body)
	}
	for line := range strings.SplitSeq(letters[0].raw, "\r\n") {
		if len(line) > 998 || strings.ContainsAny(line, "\r\n") {
			t.Errorf("line %q", line)
		}
	}
	plain, _, _ := letters[1].read(t)
	if plain.Get("List-Unsubscribe") != "" || plain.Get("List-Unsubscribe-Post") != "" {
		t.Error("a mail without a way to unsubscribe tells of one")
	}
	if plain.Get("Message-Id") != header.Get("Message-Id") {
		t.Error("the same notice has another Message-ID the second time")
	}
}

// No name or title can add to the head of a mail, or end its body.
func TestMailHeadIsOurs(t *testing.T) {
	post := openPost(t, TLSNone)
	config := post.config(TLSNone)
	sender := newMail(t, config)
	n := Notice{
		ID:    "a>\r\nBcc: eve@example.org",
		Title: "Ada\r\nBcc: eve@example.org\r\n\r\nbody " + strings.Repeat("일이삼 ", 60),
		Text:  "one\r\n.\r\nQUIT\n\n..two",
	}
	must(t, sender.Send(t.Context(), "ada@example.org", n))
	header, subject, body := post.taken()[0].read(t)
	if len(header["Bcc"]) != 0 || len(header["To"]) != 1 || len(header["Message-Id"]) != 1 {
		t.Errorf("head %v", header)
	}
	if !strings.HasPrefix(subject, "Ada  Bcc: eve@example.org    body 일") || body != "one\n.\nQUIT\n\n..two\n" {
		t.Errorf("subject %q, body %q", subject, body)
	}
	if err := sender.Send(t.Context(), "ada@example.org\r\nBcc: eve@example.org", turn); !errors.Is(err, ErrAddress) {
		t.Errorf("an address of two lines: %v, want %v", err, ErrAddress)
	}
	if err := sender.Send(t.Context(), "ada@example.org", Notice{}); !errors.Is(err, ErrNotice) {
		t.Errorf("an empty notice: %v, want %v", err, ErrNotice)
	}
	if n := len(post.taken()); n != 1 {
		t.Errorf("%d letters, want one", n)
	}
}

func TestMailNamesRefusals(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	must(t, closed.Close())
	for name, c := range map[string]struct {
		server, way, to string
		change          func(*MailConfig)
		want            string
	}{
		"recipient":     {TLSNone, TLSNone, "bo@gone.example", nil, "smtp 550"},
		"password":      {TLSNone, TLSNone, "ada@example.org", func(c *MailConfig) { c.Password = "guess" }, "smtp 535"},
		"certificate":   {TLSStart, TLSStart, "ada@example.org", func(c *MailConfig) { c.RootCAs = nil }, "tls"},
		"certificate 2": {TLSDirect, TLSDirect, "ada@example.org", func(c *MailConfig) { c.RootCAs = nil }, "tls"},
		"no TLS there":  {TLSNone, TLSStart, "ada@example.org", nil, "smtp"},
		"plain there":   {TLSNone, TLSDirect, "ada@example.org", nil, "tls"},
		"no server":     {TLSNone, TLSNone, "ada@example.org", func(c *MailConfig) { c.Port = closed.Addr().(*net.TCPAddr).Port }, "connect"},
	} {
		post := openPost(t, c.server)
		config := post.config(c.way)
		if c.change != nil {
			c.change(&config)
		}
		err := newMail(t, config).Send(t.Context(), c.to, turn)
		if text(err) != c.want {
			t.Errorf("%s: %v (%v), want %q", name, err, errors.Unwrap(err), c.want)
		}
		if n := len(post.taken()); n != 0 {
			t.Errorf("%s: %d letters, want none", name, n)
		}
	}
}

// fakePost answers each connection by a script.
func fakePost(t *testing.T, script func(net.Conn)) MailConfig {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			script(conn)
			_ = conn.Close()
		}
	}()
	return MailConfig{Host: "127.0.0.1", Port: listener.Addr().(*net.TCPAddr).Port, From: "post@salle.example", TLS: TLSNone}
}

func TestMailGivesUp(t *testing.T) {
	for name, greeting := range map[string]string{"at once": "", "after the greeting": "220 mail.example\r\n"} {
		config := fakePost(t, func(conn net.Conn) {
			_, _ = io.WriteString(conn, greeting)
			_, _ = io.Copy(io.Discard, conn) // until the caller hangs up
		})
		config.Timeout = 30 * time.Millisecond
		if err := newMail(t, config).Send(t.Context(), "ada@example.org", turn); text(err) != "timeout" {
			t.Errorf("silent %s: %v, want timeout", name, err)
		}
		config.Timeout = time.Hour
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		defer cancel()
		if err := newMail(t, config).Send(ctx, "ada@example.org", turn); text(err) != "timeout" {
			t.Errorf("silent %s, the caller's time: %v, want timeout", name, err)
		}
		gone, cancelGone := context.WithCancel(t.Context())
		cancelGone()
		if err := newMail(t, config).Send(gone, "ada@example.org", turn); text(err) != "canceled" {
			t.Errorf("silent %s, the caller gone: %v, want canceled", name, err)
		}
	}
}

// talk answers every command, ends a message's text with a reply, and hangs up after it if there is none.
func talk(conn net.Conn, end string) {
	_, _ = io.WriteString(conn, "220 mail.example\r\n")
	writing := false
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		line := lines.Text()
		switch {
		case writing && line == ".":
			_, _ = io.WriteString(conn, end)
			return
		case writing:
		case line == "DATA":
			writing = true
			_, _ = io.WriteString(conn, "354 go on\r\n")
		default:
			_, _ = io.WriteString(conn, "250 yes\r\n")
		}
	}
}

// What the server has taken is sent, though it hung up without a word: sent again, it would be there twice.
func TestMailTakenIsMailSent(t *testing.T) {
	for end, want := range map[string]string{"250 taken\r\n": "", "452 full\r\n": "smtp 452", "554 no\r\n": "smtp 554", "": "connect"} {
		config := fakePost(t, func(conn net.Conn) { talk(conn, end) })
		if err := newMail(t, config).Send(t.Context(), "ada@example.org", turn); text(err) != want {
			t.Errorf("%q: %v, want %q", end, err, want)
		}
	}
}

func TestMailConfig(t *testing.T) {
	good := MailConfig{Host: "mail.example", From: "Salle <post@salle.example>"}
	for name, c := range map[string]struct {
		change func(*MailConfig)
		port   int // 0 for one that is refused
	}{
		"usual":        {func(*MailConfig) {}, 587},
		"tls":          {func(c *MailConfig) { c.TLS = TLSDirect }, 465},
		"none":         {func(c *MailConfig) { c.TLS = TLSNone }, 25},
		"own port":     {func(c *MailConfig) { c.Port = 2525 }, 2525},
		"IPv6":         {func(c *MailConfig) { c.Host = "::1" }, 587},
		"no host":      {func(c *MailConfig) { c.Host = "" }, 0},
		"a socket":     {func(c *MailConfig) { c.Host = "unix:///run/mail" }, 0},
		"no sender":    {func(c *MailConfig) { c.From = "" }, 0},
		"two senders":  {func(c *MailConfig) { c.From = "a@b.example, c@d.example" }, 0},
		"two lines":    {func(c *MailConfig) { c.From = "a@b.example\r\nBcc: c@d.example" }, 0},
		"a wrong way":  {func(c *MailConfig) { c.TLS = "ssl" }, 0},
		"a wrong port": {func(c *MailConfig) { c.Port = 70000 }, 0},
		"a wrong name": {func(c *MailConfig) { c.HelloName = "a b" }, 0},
		"no password":  {func(c *MailConfig) { c.User = "salle" }, 0},
		"no user":      {func(c *MailConfig) { c.Password = "secret" }, 0},
	} {
		config := good
		c.change(&config)
		m, err := NewMail(config)
		if err == nil && m.config.Port != c.port || (err == nil) != (c.port != 0) {
			t.Errorf("%s: %+v, %v, want port %d", name, m, err, c.port)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v tells the password", name, err)
		}
	}
}
