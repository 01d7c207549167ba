package notify

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Keys of an [Error]. They are stable: a catalogue of messages has words for each.
const (
	KeyRefused      = "refused-address"  // the address is one that may not be called
	KeyHost         = "unknown-host"     // the name has no address
	KeyConnect      = "connect"          // nobody answered, or the connection broke
	KeyTLS          = "tls"              // no safe connection, such as a certificate that does not fit
	KeyTimeout      = "timeout"          // it took too long
	KeyCanceled     = "canceled"         // the caller gave up, which says nothing of the target
	KeyRedirect     = "redirect"         // the answer sends elsewhere, and nobody follows
	KeyStatus       = "status"           // the answer is no success; Code is the HTTP status
	KeyGone         = "gone"             // the push service knows the subscription no more
	KeySMTP         = "smtp"             // the mail server refused; Code is its reply, or 0 if it cannot do what was asked of it
	KeyNotice       = "bad-notice"       // the message itself cannot be sent
	KeyFormat       = "bad-format"       // no format of [Formats], or an impossible key
	KeySubscription = "bad-subscription" // the keys of the push subscription are none
	KeyURLLong      = "url-long"         // longer than [MaxURL]
	KeyURLSyntax    = "url-syntax"       // no URL
	KeyURLScheme    = "url-scheme"       // neither https nor http
	KeyURLHost      = "url-host"         // no host, or an impossible one
	KeyURLUser      = "url-user"         // a name or password before the host
	KeyAddress      = "mail-address"     // no mail address
)

// What a caller may ask for with errors.Is.
var (
	// ErrGone says that a push subscription is to be forgotten.
	ErrGone error = &Error{Key: KeyGone}
	// ErrRefused says that the address dialled is one that the guard forbids.
	ErrRefused error = &Error{Key: KeyRefused}
	// ErrNotice says that a notice has no identity, no title, or a URL that cannot be sent.
	ErrNotice error = &Error{Key: KeyNotice}
	// ErrFormat says that a webhook asks for a format that is none.
	ErrFormat error = &Error{Key: KeyFormat}
	// ErrSubscription says that a push subscription has keys that are none.
	ErrSubscription error = &Error{Key: KeySubscription}

	// ErrURLLong, ErrURLSyntax, ErrURLScheme, ErrURLHost and ErrURLUser are what [CheckURL] finds.
	ErrURLLong   error = &Error{Key: KeyURLLong}
	ErrURLSyntax error = &Error{Key: KeyURLSyntax}
	ErrURLScheme error = &Error{Key: KeyURLScheme}
	ErrURLHost   error = &Error{Key: KeyURLHost}
	ErrURLUser   error = &Error{Key: KeyURLUser}

	// ErrAddress is what [CheckAddress] finds.
	ErrAddress error = &Error{Key: KeyAddress}
)

// Keys lists every key that an [Error] can have.
func Keys() []string {
	return []string{
		KeyRefused, KeyHost, KeyConnect, KeyTLS, KeyTimeout, KeyCanceled, KeyRedirect, KeyStatus, KeyGone, KeySMTP, KeyNotice,
		KeyFormat, KeySubscription, KeyURLLong, KeyURLSyntax, KeyURLScheme, KeyURLHost, KeyURLUser, KeyAddress,
	}
}

// Error says why a notice did not go out. Its text is the key and, where there is one, the number after a space
// ("timeout", "status 500", "smtp 550"): fit to be stored and shown, since it tells nothing of the target.
type Error struct {
	Key  string // one of [Keys]
	Code int    // the HTTP status or the SMTP reply; 0 for none

	cause error // for operators
}

// Error is the key and the number.
func (e *Error) Error() string {
	if e.Code == 0 {
		return e.Key
	}
	return e.Key + " " + strconv.Itoa(e.Code)
}

// Unwrap gives the cause if there is one. It may name hosts and addresses, so it is for the operator alone.
func (e *Error) Unwrap() error { return e.cause }

// Is holds for an error of the same key, and of the same number if the target has one.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Key == e.Key && (t.Code == 0 || t.Code == e.Code)
}

// ParseError reads what [Error.Error] wrote; false for anything else.
func ParseError(text string) (*Error, bool) {
	key, number, _ := strings.Cut(text, " ")
	code, _ := strconv.Atoi(number)
	e := &Error{Key: key, Code: code}
	return e, slices.Contains(Keys(), key) && e.Error() == text
}

// failure names what kept a call from being answered.
func failure(err error) *Error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	// The outer layer holds the URL, and with it the secret.
	var outer *url.Error
	if errors.As(err, &outer) {
		if outer.Timeout() {
			return &Error{Key: KeyTimeout, cause: outer.Err}
		}
		err = outer.Err
	}
	return &Error{Key: failureKey(err), cause: err}
}

// failureKey names the kind of a network error.
func failureKey(err error) string {
	var slow net.Error
	var name *net.DNSError
	switch {
	case errors.Is(err, context.Canceled):
		return KeyCanceled
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &slow) && slow.Timeout():
		return KeyTimeout
	case errors.As(err, &name):
		return KeyHost
	case isTLS(err):
		return KeyTLS
	}
	return KeyConnect
}

// isTLS tells an error of the handshake from one of the connection.
func isTLS(err error) bool {
	var (
		record  tls.RecordHeaderError
		verify  *tls.CertificateVerificationError
		alert   tls.AlertError
		invalid x509.CertificateInvalidError
		host    x509.HostnameError
		unknown x509.UnknownAuthorityError
	)
	targets := []any{&record, &verify, &alert, &invalid, &host, &unknown}
	return slices.ContainsFunc(targets, func(target any) bool { return errors.As(err, target) })
}
