package notify

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

const (
	guardTimeout = 6 * time.Second
	maxAnswer    = 4 << 10  // octets of an answer that are read at all
	maxHead      = 16 << 10 // octets of an answer's head
)

// Guard makes clients for addresses that strangers wrote down. Its zero value is ready for use and the strictest.
type Guard struct {
	// AllowPrivate lifts the ban on addresses that are not the public internet's: for a house whose webhooks stand beside
	// it. Everything else holds all the same.
	AllowPrivate bool
	// Timeout is for a whole call, from looking up the name to the end of the answer; 0 stands for 6 seconds.
	Timeout time.Duration

	resolver *net.Resolver // of tests; nil stands for the system's
}

// Client makes a client that dials nothing but the public internet, unless allowed, takes no proxy from the
// environment, and neither follows a redirect nor waits for long. It keeps connections, so make one and use it on. The address is judged when it is dialled, so a name
// that has another address by then gains nothing.
//
// A network that maps public addresses by a NAT64 prefix of its own cannot be told from any other.
func (g Guard) Client() *http.Client {
	timeout := g.Timeout
	if timeout == 0 {
		timeout = guardTimeout
	}
	dialer := &net.Dialer{Timeout: timeout, Control: g.control, Resolver: g.resolver}
	return &http.Client{
		Timeout: timeout,
		Transport: &http.Transport{
			DialContext:            dialer.DialContext,
			TLSHandshakeTimeout:    timeout,
			ForceAttemptHTTP2:      true, // which a dialer of one's own turns off, and some push services want
			MaxIdleConnsPerHost:    2,
			IdleConnTimeout:        30 * time.Second,
			MaxResponseHeaderBytes: maxHead,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// control judges the address of a connection that is about to be made.
func (g Guard) control(_, address string, _ syscall.RawConn) error {
	if g.AllowPrivate {
		return nil
	}
	dialled, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("address to dial: %w", err)
	}
	if !isPublic(dialled.Addr()) {
		return ErrRefused
	}
	return nil
}

// Blocks that are not the public internet. Of IPv6 only one block is, so the list begins with what lies in that.
var (
	publicIPv6 = netip.MustParsePrefix("2000::/3")
	nat64      = netip.MustParsePrefix("64:ff9b::/96")

	notPublic = prefixes(
		"2001::/23",     // protocol assignments, among them Teredo, which holds an IPv4 address
		"2001:db8::/32", // documentation
		"2002::/16",     // 6to4, which holds an IPv4 address
		"3fff::/20",     // documentation

		"0.0.0.0/8",        // this host
		"10.0.0.0/8",       // private
		"100.64.0.0/10",    // carrier-grade NAT
		"127.0.0.0/8",      // loopback
		"168.63.129.16/32", // a cloud's service for its own machines, though the address looks public
		"169.254.0.0/16",   // link-local, among them the metadata of clouds
		"172.16.0.0/12",    // private
		"192.0.0.0/24",     // protocol assignments
		"192.0.2.0/24",     // documentation
		"192.88.99.0/24",   // relays of 6to4
		"192.168.0.0/16",   // private
		"198.18.0.0/15",    // benchmarks
		"198.51.100.0/24",  // documentation
		"203.0.113.0/24",   // documentation
		"224.0.0.0/4",      // multicast
		"240.0.0.0/4",      // reserved, and broadcast
	)
)

// prefixes reads a list of blocks.
func prefixes(list ...string) []netip.Prefix {
	all := make([]netip.Prefix, len(list))
	for i, p := range list {
		all[i] = netip.MustParsePrefix(p)
	}
	return all
}

// isPublic tells whether an address is one of the public internet.
func isPublic(addr netip.Addr) bool {
	addr = addr.Unmap()
	if addr.Zone() != "" {
		return false
	}
	if nat64.Contains(addr) {
		embedded := addr.As16()
		return isPublic(netip.AddrFrom4([4]byte(embedded[12:])))
	}
	if addr.Is6() && !publicIPv6.Contains(addr) {
		return false
	}
	for _, block := range notPublic {
		if block.Contains(addr) {
			return false
		}
	}
	return addr.IsValid()
}

// answered is how a call went: nil for a status of success.
func answered(res *http.Response, err error) error {
	if err != nil {
		return failure(err)
	}
	// Nobody wants what it says: it is read so that the connection can be used again, and left when it is long.
	_, _ = io.CopyN(io.Discard, res.Body, maxAnswer)
	_ = res.Body.Close()
	switch code := res.StatusCode; {
	case code >= 200 && code < 300:
		return nil
	case code >= 300 && code < 400:
		return &Error{Key: KeyRedirect}
	default:
		return &Error{Key: KeyStatus, Code: code}
	}
}
