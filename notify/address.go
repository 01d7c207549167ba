package notify

import (
	"net/mail"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode"
)

// MaxURL is the longest URL of a target, in octets.
const MaxURL = 2048

// maxAddress is the longest mail address that a mail server has to take, in octets.
const maxAddress = 254

// CheckURL tells whether a webhook or push could be sent to a URL: https or http, a host, nobody's password, at most
// [MaxURL] octets. Otherwise it is one of ErrURLLong, ErrURLSyntax, ErrURLScheme, ErrURLHost and ErrURLUser. Whether the
// host may be called is found out by the [Guard] when it is dialled.
func CheckURL(raw string) error {
	if len(raw) > MaxURL {
		return ErrURLLong
	}
	if strings.ContainsFunc(raw, notInURL) {
		return ErrURLSyntax
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		return ErrURLSyntax
	case u.Scheme != "https" && u.Scheme != "http":
		return ErrURLScheme
	case u.User != nil:
		return ErrURLUser
	case !isHost(u.Hostname()) || !isPort(u):
		return ErrURLHost
	}
	return nil
}

// notInURL tells the characters that a URL never holds as they are.
func notInURL(r rune) bool {
	return isBreak(r) || unicode.IsSpace(r) || r == unicode.ReplacementChar || strings.ContainsRune("\"<>\\^`{|}", r)
}

// isHost tells a name or an address from other things.
func isHost(host string) bool {
	if strings.Contains(host, ":") {
		addr, err := netip.ParseAddr(host)
		return err == nil && addr.Zone() == ""
	}
	return host != "" && len(host) <= 253 && !strings.HasPrefix(host, ".") && !strings.Contains(host, "..") &&
		!strings.ContainsFunc(host, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-._", r)
		})
}

// isPort tells whether the URL's port, if it has one, can be dialled.
func isPort(u *url.URL) bool {
	if strings.HasSuffix(u.Host, ":") {
		return false
	}
	if u.Port() == "" {
		return true
	}
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	return err == nil && port > 0
}

// CheckAddress tells whether a text is a bare mail address, such as a mail server anywhere takes it: ASCII, no name
// before it, no quotes, no address literal. Otherwise it is ErrAddress.
func CheckAddress(address string) error {
	if len(address) > maxAddress || strings.ContainsFunc(address, notInAddress) {
		return ErrAddress
	}
	parsed, err := mail.ParseAddress(address)
	if err != nil || parsed.Name != "" || parsed.Address != address {
		return ErrAddress
	}
	at := strings.LastIndex(address, "@")
	domain := address[at+1:]
	if _, err := netip.ParseAddr(domain); err == nil || at > 64 || !isHost(domain) {
		return ErrAddress
	}
	return nil
}

// notInAddress tells the characters that no address may hold here, though some may in theory.
func notInAddress(r rune) bool {
	return r <= ' ' || r >= unicode.MaxASCII || strings.ContainsRune("\"(),:;<>[\\]", r)
}
