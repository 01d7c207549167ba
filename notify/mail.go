package notify

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	netmail "net/mail"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"
)

// How a connection to a mail server is made safe.
const (
	TLSStart  = "starttls" // begins in the clear and must turn to TLS before anything is said
	TLSDirect = "tls"      // TLS from the first octet
	TLSNone   = "none"     // in the clear, the password too: for a server on the same machine
)

const mailTimeout = 30 * time.Second

// MailConfig is the mail server that takes the notices.
type MailConfig struct {
	Host           string
	Port           int            // 0 for the usual one: 587 for starttls, 465 for tls, 25 for none
	User, Password string         // no User for a server that asks for none
	From           string         // address of the sender, with or without a name before it
	TLS            string         // TLSStart, TLSDirect or TLSNone; "" for TLSStart
	HelloName      string         // name to greet with; "" for the domain of From
	Timeout        time.Duration  // for a whole mail; 0 for 30 seconds
	RootCAs        *x509.CertPool // authorities that vouch for the server; nil for the system's
}

// Mail sends notices by mail. It may be used by many at once.
type Mail struct {
	config MailConfig
	from   netmail.Address
	domain string
}

// NewMail makes a sender. The error is for the operator; nothing is dialled yet.
func NewMail(config MailConfig) (*Mail, error) {
	from, err := netmail.ParseAddress(config.From)
	if err != nil || CheckAddress(from.Address) != nil {
		return nil, fmt.Errorf("the mail sender is no address: %q", config.From)
	}
	from.Name = cleanLine(from.Name)
	m := &Mail{config: config, from: *from, domain: from.Address[strings.LastIndex(from.Address, "@")+1:]}
	ports := map[string]int{TLSStart: 587, TLSDirect: 465, TLSNone: 25}
	m.config.TLS = cmp.Or(config.TLS, TLSStart)
	m.config.Port = cmp.Or(config.Port, ports[m.config.TLS])
	m.config.HelloName = cmp.Or(config.HelloName, m.domain)
	m.config.Timeout = cmp.Or(config.Timeout, mailTimeout)
	switch {
	case ports[m.config.TLS] == 0:
		return nil, fmt.Errorf("the mail server's TLS is none of %s, %s, %s: %q", TLSStart, TLSDirect, TLSNone, config.TLS)
	case !isHost(config.Host):
		return nil, fmt.Errorf("the mail server is no host: %q", config.Host)
	case !isHost(m.config.HelloName):
		return nil, fmt.Errorf("the name to greet the mail server with is none: %q", config.HelloName)
	case m.config.Port < 1 || m.config.Port > 65535:
		return nil, fmt.Errorf("the mail server's port is none: %d", config.Port)
	case (config.User == "") != (config.Password == ""):
		return nil, errors.New("of the mail server's user and password only one is given")
	}
	return m, nil
}

// Send mails a notice to a bare address: plain text, marked as a program's, with the way to unsubscribe in its head
// where there is one. It returns when the server has taken it. What goes wrong is an [Error].
func (m *Mail) Send(ctx context.Context, to string, n Notice) error {
	n, err := n.clean()
	if err != nil {
		return err
	}
	if err := CheckAddress(to); err != nil {
		return err
	}
	msg, err := m.compose(to, n)
	if err != nil {
		return &Error{Key: KeyNotice, cause: err}
	}
	ctx, cancel := context.WithTimeout(ctx, m.config.Timeout)
	defer cancel()
	err = m.deliver(ctx, msg)
	// What the server has taken is sent, even if the parting went wrong: else it would be sent again.
	if err == nil || msg.IsDelivered() {
		return nil
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return mailFailure(err)
}

// compose makes the mail of a clean notice.
func (m *Mail) compose(to string, n Notice) (*mail.Msg, error) {
	msg := mail.NewMsg(mail.WithNoDefaultUserAgent())
	msg.FromMailAddress(&m.from)
	if err := msg.To(to); err != nil {
		return nil, fmt.Errorf("address the mail: %w", err)
	}
	msg.Subject(n.Title)
	msg.SetDate()
	msg.SetMessageIDWithValue(n.ID + "@" + m.domain)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	if n.Unsubscribe != "" {
		msg.SetListUnsubscribe(n.Unsubscribe)
		msg.SetListUnsubscribePost()
	}
	msg.SetBodyString(mail.TypeTextPlain, n.body()+"\n")
	return msg, nil
}

// deliver makes a connection for one mail. It is closed when the time is over, whatever the library waits for then.
func (m *Mail) deliver(ctx context.Context, msg *mail.Msg) error {
	dialer := net.Dialer{}
	conn, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(m.config.Host, strconv.Itoa(m.config.Port)))
	if err != nil {
		return fmt.Errorf("dial the mail server: %w", err)
	}
	defer func() { _ = conn.Close() }()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	if m.config.TLS == TLSDirect {
		conn = tls.Client(conn, m.tls())
	}
	client, err := mail.NewClient(m.config.Host, m.options(conn)...)
	if err != nil {
		return fmt.Errorf("set up the mail client: %w", err)
	}
	session, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return fmt.Errorf("greet the mail server: %w", err)
	}
	if err := client.SendWithSMTPClient(session, msg); err != nil {
		return fmt.Errorf("send the mail: %w", err)
	}
	return client.CloseWithSMTPClient(session)
}

// tls is how the server's certificate is judged.
func (m *Mail) tls() *tls.Config {
	return &tls.Config{ServerName: m.config.Host, RootCAs: m.config.RootCAs, MinVersion: tls.VersionTLS12}
}

// options tell the library what the configuration says, and to speak on a connection that is there.
func (m *Mail) options(conn net.Conn) []mail.Option {
	policy := mail.NoTLS
	if m.config.TLS == TLSStart {
		policy = mail.TLSMandatory
	}
	options := []mail.Option{
		mail.WithPort(m.config.Port),
		mail.WithHELO(m.config.HelloName),
		mail.WithTLSConfig(m.tls()),
		mail.WithTLSPolicy(policy),
		mail.WithDialContextFunc(func(context.Context, string, string) (net.Conn, error) { return conn, nil }),
		mail.WithTimeout(2 * m.config.Timeout), // longer than the context's, which alone decides
	}
	if m.config.User == "" {
		return options
	}
	ways := []mail.SMTPAuthType{mail.SMTPAuthSCRAMSHA256, mail.SMTPAuthSCRAMSHA1, mail.SMTPAuthPlain, mail.SMTPAuthLogin, mail.SMTPAuthCramMD5}
	if m.config.TLS == TLSNone {
		ways = slices.Concat(ways[:2], []mail.SMTPAuthType{mail.SMTPAuthCramMD5, mail.SMTPAuthPlainNoEnc, mail.SMTPAuthLoginNoEnc})
	}
	return append(options, mail.WithUsername(m.config.User), mail.WithPassword(m.config.Password), mail.WithOpportunisticSMTPAuth(ways...))
}

// mailFailure names what went wrong between us and the mail server.
func mailFailure(err error) *Error {
	var sending *mail.SendError
	var reply *textproto.Error
	switch {
	case errors.As(err, &reply):
		return &Error{Key: KeySMTP, Code: reply.Code, cause: err}
	case errors.As(err, &sending) && sending.ErrorCode() != 0:
		return &Error{Key: KeySMTP, Code: sending.ErrorCode(), cause: err}
	}
	key := failureKey(err)
	if key == KeyConnect && sending == nil && !isBroken(err) {
		key = KeySMTP // the library found that the server cannot do what it was set up for
	}
	return &Error{Key: key, cause: err}
}

// isBroken tells an error of the connection from one of what was said on it.
func isBroken(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed)
}
