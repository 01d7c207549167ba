package notify

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// behaviour C2.9, the addresses.
func TestGuardJudgesAddresses(t *testing.T) {
	for address, want := range map[string]error{
		"127.0.0.1": ErrRefused, "127.255.255.254": ErrRefused, "::1": ErrRefused, // loopback
		"0.0.0.0": ErrRefused, "0.1.2.3": ErrRefused, "::": ErrRefused, // unspecified
		"10.0.0.1": ErrRefused, "172.16.0.1": ErrRefused, "172.31.255.255": ErrRefused, "192.168.1.1": ErrRefused, // private
		"fc00::1": ErrRefused, "fd12:3456::1": ErrRefused, "fec0::1": ErrRefused,
		"169.254.1.1": ErrRefused, "fe80::1": ErrRefused, "fe80::1%lo": ErrRefused, "2606:4700::1%lo": ErrRefused, // link-local
		"100.64.0.1": ErrRefused, "100.127.255.255": ErrRefused, // carrier-grade NAT
		"224.0.0.1": ErrRefused, "239.255.255.250": ErrRefused, "ff02::1": ErrRefused, "ff0e::1": ErrRefused, // multicast
		"240.0.0.1": ErrRefused, "255.255.255.255": ErrRefused, // reserved, broadcast
		"192.0.2.1": ErrRefused, "198.18.0.1": ErrRefused, "198.51.100.1": ErrRefused, "203.0.113.1": ErrRefused, "192.0.0.8": ErrRefused,
		"2001:db8::1": ErrRefused, "3fff::1": ErrRefused, "100::1": ErrRefused, "5f00::1": ErrRefused,
		"169.254.169.254": ErrRefused, "100.100.100.200": ErrRefused, "192.0.0.192": ErrRefused, "168.63.129.16": ErrRefused, // metadata
		"fd00:ec2::254": ErrRefused, "fd20:ce::254": ErrRefused,
		"::ffff:127.0.0.1": ErrRefused, "::ffff:10.0.0.1": ErrRefused, "::ffff:169.254.169.254": ErrRefused, // IPv4-mapped
		"::127.0.0.1":        ErrRefused,                                                                          // IPv4-compatible
		"64:ff9b::127.0.0.1": ErrRefused, "64:ff9b::10.0.0.1": ErrRefused, "64:ff9b::169.254.169.254": ErrRefused, // NAT64
		"64:ff9b:1::10.0.0.1": ErrRefused,
		"2002:7f00:1::":       ErrRefused, "2002:a00:1::1": ErrRefused, "2002:a9fe:a9fe::": ErrRefused, // 6to4
		"2001:0:7f00:1::": ErrRefused, // Teredo

		"1.1.1.1": nil, "9.255.255.255": nil, "11.0.0.0": nil, "100.63.255.255": nil, "100.128.0.0": nil, "172.15.255.255": nil,
		"172.32.0.0": nil, "192.167.255.255": nil, "192.169.0.0": nil, "223.255.255.255": nil, "168.63.129.17": nil,
		"2001:200::1": nil, "2606:4700::1111": nil, "2a00:1450::1": nil, "::ffff:1.1.1.1": nil, "64:ff9b::1.1.1.1": nil,
	} {
		dialled := net.JoinHostPort(address, "443")
		if err := (Guard{}).control("tcp", dialled, nil); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", address, err, want)
		}
		if err := (Guard{AllowPrivate: true}).control("tcp", dialled, nil); err != nil {
			t.Errorf("%s where all is allowed: %v", address, err)
		}
	}
	if err := (Guard{}).control("unix", "/run/x.sock", nil); err == nil {
		t.Error("an address that cannot be read is allowed")
	}
}

// counter is a receiver that counts its calls.
func counter(t *testing.T) (*httptest.Server, *atomic.Int32) {
	t.Helper()
	var calls atomic.Int32
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) }))
	t.Cleanup(srv.Close)
	return srv, &calls
}

// behaviour C2.9, by any name and on any way.
func TestGuardKeepsCallsFromTheHouse(t *testing.T) {
	srv, calls := counter(t)
	_, port, _ := net.SplitHostPort(srv.Listener.Addr().String())
	hosts := map[string]string{"house.example": "127.0.0.1", "mapped.example": "::ffff:127.0.0.1"}
	strict := NewHook(Guard{resolver: resolver(func(name string) string { return hosts[name] })})
	for _, host := range []string{"127.0.0.1", "localhost", "0.0.0.0", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "house.example", "mapped.example"} {
		target := HookTarget{URL: "http://" + net.JoinHostPort(strings.Trim(host, "[]"), port) + "/", Format: FormatText}
		if err := strict.Send(t.Context(), target, turn); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v, want %v", host, err, ErrRefused)
		}
	}
	// Other spellings of 127.0.0.1, which some resolvers take for it.
	for _, host := range []string{"127.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.0.0.1."} {
		target := HookTarget{URL: "http://" + net.JoinHostPort(host, port) + "/", Format: FormatText}
		if err := strict.Send(t.Context(), target, turn); err == nil {
			t.Errorf("%s: the call went out", host)
		}
	}
	if n := calls.Load(); n != 0 {
		t.Fatalf("%d calls reached the house", n)
	}
	open := NewHook(Guard{AllowPrivate: true, resolver: resolver(func(name string) string { return hosts[name] })})
	target := HookTarget{URL: "http://house.example:" + port, Format: FormatText}
	if err := open.Send(t.Context(), target, turn); err != nil || calls.Load() != 1 {
		t.Errorf("where private addresses are allowed: %v, %d calls, want one", err, calls.Load())
	}
}

// A name that had a public address when somebody looked has another when it is dialled.
func TestGuardIsNotFooledByRebinding(t *testing.T) {
	srv, calls := counter(t)
	_, port, _ := net.SplitHostPort(srv.Listener.Addr().String())
	var looks atomic.Int32
	guard := Guard{resolver: resolver(func(string) string {
		if looks.Add(1) == 1 {
			return "198.41.0.4"
		}
		return "127.0.0.1"
	})}
	first, err := guard.resolver.LookupNetIP(t.Context(), "ip4", "house.example")
	if err != nil || len(first) != 1 || !isPublic(first[0]) {
		t.Fatalf("the first look-up: %v, %v, want a public address", first, err)
	}
	target := HookTarget{URL: "http://house.example:" + port, Format: FormatText}
	if err := NewHook(guard).Send(t.Context(), target, turn); !errors.Is(err, ErrRefused) || calls.Load() != 0 {
		t.Errorf("%v, %d calls, want %v and none", err, calls.Load(), ErrRefused)
	}
}

func TestGuardTakesNoProxy(t *testing.T) {
	transport, ok := Guard{}.Client().Transport.(*http.Transport)
	if !ok || transport.Proxy != nil {
		t.Errorf("transport %T asks for a proxy", Guard{}.Client().Transport)
	}
	if got := (Guard{}).Client().Timeout; got != 6*time.Second {
		t.Errorf("a call may take %v, want 6 s", got)
	}
}

// behaviour C2.9: answers that are no success, and what a page is told of them.
func TestGuardNamesAnswers(t *testing.T) {
	there := new(atomic.Int32)
	mux := http.NewServeMux()
	mux.HandleFunc("/there", func(http.ResponseWriter, *http.Request) { there.Add(1) })
	mux.HandleFunc("/status/{code}", func(w http.ResponseWriter, r *http.Request) {
		var code int
		_, _ = fmt.Sscan(r.PathValue("code"), &code)
		w.Header().Set("Location", "/there")
		w.WriteHeader(code)
	})
	mux.HandleFunc("/long", func(w http.ResponseWriter, _ *http.Request) {
		for {
			if _, err := w.Write(make([]byte, 1<<16)); err != nil {
				return
			}
		}
	})
	mux.HandleFunc("/head", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X", strings.Repeat("a", 2*maxHead)) })
	mux.HandleFunc("/drop", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	srv := httptest.NewServer(mux)
	defer srv.Close()
	hook := NewHook(Guard{AllowPrivate: true})
	for path, want := range map[string]string{
		"/status/200": "", "/status/204": "", "/long": "",
		"/status/301": "redirect", "/status/302": "redirect", "/status/307": "redirect", "/status/308": "redirect", "/status/304": "redirect",
		"/status/400": "status 400", "/status/404": "status 404", "/status/429": "status 429", "/status/500": "status 500",
		"/head": "connect", "/drop": "connect",
	} {
		err := hook.Send(t.Context(), HookTarget{URL: srv.URL + path, Format: FormatText}, turn)
		if got := text(err); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if n := there.Load(); n != 0 {
		t.Errorf("%d redirects were followed", n)
	}
}

// text is an error as a page sees it.
func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestGuardGivesUp(t *testing.T) {
	release := make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	defer srv.Close()
	defer close(release)
	target := HookTarget{URL: srv.URL, Format: FormatText}
	hook := NewHook(Guard{AllowPrivate: true, Timeout: 20 * time.Millisecond})
	if err := hook.Send(t.Context(), target, turn); text(err) != "timeout" {
		t.Errorf("a server that says nothing: %v, want timeout", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := NewHook(Guard{AllowPrivate: true}).Send(ctx, target, turn); text(err) != "canceled" || !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that gave up: %v, want canceled", err)
	}
}

// What a page or a log is told of a failure has none of the URL in it.
func TestErrorsKeepTheTargetSecret(t *testing.T) {
	secured := httptest.NewUnstartedServer(http.NotFoundHandler())
	secured.Config.ErrorLog = log.New(io.Discard, "", 0)
	secured.StartTLS()
	defer secured.Close()
	closed := httptest.NewServer(nil)
	closed.Close()
	hook := NewHook(Guard{AllowPrivate: true, resolver: resolver(func(string) string { return "" })})
	for target, want := range map[string]string{
		secured.URL:           "tls",
		closed.URL:            "connect",
		"http://none.example": "unknown-host",
		strings.Replace(closed.URL, "http:", "https:", 1):  "connect",
		strings.Replace(secured.URL, "https:", "http:", 1): "status 400",
	} {
		err := hook.Send(t.Context(), HookTarget{URL: target + "/token-1234", Format: FormatText}, turn)
		if text(err) != want {
			t.Errorf("%s: %v, want %s", target, err, want)
		}
		for cause := err; cause != nil; cause = errors.Unwrap(cause) {
			var whole *url.Error
			if strings.Contains(cause.Error(), "token-1234") || errors.As(cause, &whole) {
				t.Errorf("%s: %v tells the URL", target, cause)
			}
		}
	}
}

// resolver answers with the address that a name has now, "" for none.
func resolver(now func(name string) string) *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		go func() {
			defer ours.Close()
			for serveName(ours, now) == nil {
			}
		}()
		return theirs, nil
	}}
}

// serveName answers one question as DNS over a stream.
func serveName(conn io.ReadWriter, now func(name string) string) error {
	var length uint16
	if err := binary.Read(conn, binary.BigEndian, &length); err != nil {
		return err
	}
	packet := make([]byte, length)
	if _, err := io.ReadFull(conn, packet); err != nil {
		return err
	}
	var m dnsmessage.Message
	if err := m.Unpack(packet); err != nil {
		return err
	}
	q := m.Questions[0]
	answer := dnsmessage.Message{Header: dnsmessage.Header{ID: m.ID, Response: true}, Questions: m.Questions}
	if ip := net.ParseIP(now(strings.TrimSuffix(q.Name.String(), "."))); ip == nil {
		answer.RCode = dnsmessage.RCodeNameError
	} else if body := resource(q.Type, ip); body != nil {
		head := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}
		answer.Answers = []dnsmessage.Resource{{Header: head, Body: body}}
	}
	packed, err := answer.Pack()
	if err != nil {
		return err
	}
	_, err = conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(packed))), packed...))
	return err
}

// resource is an address in an answer to a question of that type, or nil.
func resource(kind dnsmessage.Type, ip net.IP) dnsmessage.ResourceBody {
	if kind != dnsmessage.TypeA || ip.To4() == nil {
		return nil
	}
	return &dnsmessage.AResource{A: [4]byte(ip.To4())}
}
