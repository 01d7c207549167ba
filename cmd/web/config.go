package main

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
)

// config is what the operator sets, by flag or by environment; a flag wins.
type config struct {
	addr        string
	database    string
	baseURL     *url.URL     // nil: as each request says
	sessionKeys [][]byte     // the first signs, all are read; none: one is made and kept in the database
	proxies     []*net.IPNet // whose X-Forwarded-For is believed
	post        post
}

// The environment variables.
const (
	envAddr       = "SALLE_ADDR"
	envDatabase   = "SALLE_DB"
	envBaseURL    = "BASE_URL"
	envSessionKey = "SALLE_SESSION_KEY"
	envProxies    = "TRUSTED_PROXIES"
)

// What holds where nothing is set.
const (
	defaultAddr     = "localhost:8080"
	defaultDatabase = "salle.db"
)

// serveMore tells of the one setting that is no flag, because others may read a program's flags.
const serveMore = "Sessions are signed with the secret in the environment variable " + envSessionKey +
	"; without it one is made and kept in the database. To change it, put the new one before the old, with a comma between, " +
	"and nobody is logged out. Mail, web push and webhooks are set in the environment alone, by " + envSMTPHost + " and the others that " +
	"the README lists."

// minSessionKey is the shortest secret that is taken, in bytes.
const minSessionKey = 32

// readConfig reads the settings of a server.
func (p program) readConfig(args []string) (config, error) {
	fs := p.flags("serve")
	addr := fs.String("addr", p.envOr(envAddr, defaultAddr), "address to listen on, host:port or :port ("+envAddr+")")
	database := fs.String("db", p.envOr(envDatabase, defaultDatabase), "database file ("+envDatabase+")")
	base := fs.String("base-url", p.env(envBaseURL), "how visitors reach the site, such as https://duels.example ("+envBaseURL+")")
	if err := parse(fs, args, 0); err != nil {
		return config{}, err
	}
	c := config{addr: *addr, database: filepath.Clean(*database)}
	if err := checkAddr(c.addr); err != nil {
		return config{}, usageError{err}
	}
	var err error
	if c.baseURL, err = parseBaseURL(*base); err != nil {
		return config{}, usageError{err}
	}
	if c.sessionKeys, err = parseSessionKeys(p.env(envSessionKey)); err != nil {
		return config{}, usageError{err}
	}
	if c.proxies, err = parseProxies(p.env(envProxies)); err != nil {
		return config{}, usageError{err}
	}
	if c.post, err = p.readPost(c); err != nil {
		return config{}, usageError{err}
	}
	return c, nil
}

// parseSessionKeys reads secrets with commas between, the newest first; "" is none.
func parseSessionKeys(text string) (keys [][]byte, err error) {
	if text == "" {
		return nil, nil
	}
	for i, key := range strings.Split(text, ",") {
		if len(key) < minSessionKey {
			return nil, fmt.Errorf("secret %d of %s has %d bytes; set one of at least %d, or several with commas between, or none and one is made and kept in the database",
				i+1, envSessionKey, len(key), minSessionKey)
		}
		keys = append(keys, []byte(key))
	}
	return keys, nil
}

// parseProxies reads addresses and ranges with commas between; "" is none.
func parseProxies(text string) (proxies []*net.IPNet, err error) {
	if text == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if ip, err := netip.ParseAddr(part); err == nil {
			part = netip.PrefixFrom(ip, ip.BitLen()).String()
		}
		_, proxy, err := net.ParseCIDR(part)
		if err != nil {
			return nil, fmt.Errorf("%s names %q, which is no address; set addresses or ranges with commas between, such as 127.0.0.1,10.0.0.0/8",
				envProxies, part)
		}
		proxies = append(proxies, proxy)
	}
	return proxies, nil
}

func (p program) envOr(name, otherwise string) string {
	if v := p.env(name); v != "" {
		return v
	}
	return otherwise
}

// checkAddr refuses what cannot be an address to listen on.
func checkAddr(addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return fmt.Errorf("%q is no address to listen on (%w); set host:port or :port, such as %s", addr, err, defaultAddr)
	}
	return nil
}

// parseBaseURL reads an origin; "" is none.
func parseBaseURL(text string) (*url.URL, error) {
	if text == "" {
		return nil, nil
	}
	u, err := url.Parse(text)
	if err == nil && u.Hostname() != "" && (u.Scheme == "http" || u.Scheme == "https") {
		origin := url.URL{Scheme: u.Scheme, Host: u.Host}
		if text == origin.String() || text == origin.String()+"/" {
			return &origin, nil
		}
	}
	return nil, fmt.Errorf("the base URL %q is no origin; set scheme and host only, such as https://duels.example", text)
}
