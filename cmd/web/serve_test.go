package main

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"salle/db"
)

// patience is how long tests wait for what should come soon.
const patience = 30 * time.Second

// eventually waits until ok.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("in %s not: %s", patience, what)
		}
	}
}

// openLine is what a server says when it can be visited.
var openLine = regexp.MustCompile(`msg="the hall is open" url=(\S+) `)

// visited finds the address in what a server said, "" where it is not open yet.
func visited(said string) string {
	if m := openLine.FindStringSubmatch(said); m != nil {
		return m[1]
	}
	return ""
}

func TestServeSaysWhereItIsAndStopsWhenTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "salle.db")
	for _, first := range []bool{true, false} {
		ctx, cancel := context.WithCancel(t.Context())
		var stdout, stderr lockedBuffer
		p := program{stdout: &stdout, stderr: &stderr, env: func(string) string { return "" }}
		code := make(chan int, 1)
		go func() { code <- p.main(ctx, []string{"--addr", "localhost:0", "--db", path}) }() // serve needs no word
		eventually(t, "open", func() bool { return visited(stderr.String()) != "" })
		url := visited(stderr.String())
		answer, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusOK || !strings.HasPrefix(url, "http://localhost:") {
			t.Errorf("%s answers %d", url, answer.StatusCode)
		}
		cancel()
		if got := <-code; got != 0 {
			t.Errorf("exit code %d:\n%s", got, stderr.String())
		}
		if made := strings.Contains(stderr.String(), "a new database was made"); made != first {
			t.Errorf("first start %v, but it says\n%s", first, stderr.String())
		}
		if _, err := os.Stat(path + "-wal"); !os.IsNotExist(err) {
			t.Errorf("the write-ahead log was left: %v", err)
		}
	}
}

func TestAServerThatCannotStartSaysWhyInOneSentence(t *testing.T) {
	taken, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("text"), []byte("Dear diary, today we fenced.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	alter(t, at("foreign"), "CREATE TABLE notes (note TEXT)")
	newer := keep(t)
	alter(t, newer, "PRAGMA user_version = 99")
	for _, c := range []struct {
		name, addr, database string
		want                 []string
	}{
		{"the port is taken", taken.Addr().String(), at("none"), []string{"is taken", "--addr"}},
		{"another computer's address", "192.0.2.1:0", at("none"), []string{"192.0.2.1:0 cannot", "--addr"}},
		{"no directory", "localhost:0", at("no/where"), []string{at("no/where"), "create " + at("no")}},
		{"a directory", "localhost:0", dir, []string{dir, "is a directory"}},
		{"not a database", "localhost:0", at("text"), []string{at("text"), "is not a database", "choose another"}},
		{"another program's", "localhost:0", at("foreign"), []string{at("foreign"), "another program", "choose another"}},
		{"a newer release's", "localhost:0", newer, []string{newer, "newer release", "99"}}, // C10.4
	} {
		t.Run(c.name, func(t *testing.T) {
			before, _ := os.ReadFile(c.database)
			call(t, "serve", "--addr", c.addr, "--db", c.database).failed(t, 1, c.want...)
			if after, _ := os.ReadFile(c.database); !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
		})
	}
	if _, err := os.Stat(at("none")); !os.IsNotExist(err) {
		t.Errorf("a start that failed for its port left a database: %v", err)
	}
}

func TestWrongSettingsAreRefused(t *testing.T) {
	for _, c := range []struct {
		flag, env, value string
		want             string
	}{
		{"--addr", envAddr, "8080", "host:port"},
		{"--addr", envAddr, "localhost", "host:port"},
		{"--addr", envAddr, "localhost:99999", "host:port"},
		{"--addr", envAddr, "localhost:-1", "host:port"},
		{"--addr", envAddr, "http://localhost:80", "host:port"},
		{"--base-url", envBaseURL, "duels.example", "scheme and host"},
		{"--base-url", envBaseURL, "ftp://duels.example", "scheme and host"},
		{"--base-url", envBaseURL, "https://", "scheme and host"},
		{"--base-url", envBaseURL, "https://:443", "scheme and host"},
		{"--base-url", envBaseURL, "https://duels.example/play", "scheme and host"},
		{"--base-url", envBaseURL, "https://duels.example?a=b", "scheme and host"},
		{"--base-url", envBaseURL, "https://me@duels.example", "scheme and host"},
		{"--base-url", envBaseURL, "https://duels.example#top", "scheme and host"},
		{"", envSessionKey, strings.Repeat("k", 31), "at least 32"},
	} {
		t.Run(c.env+"="+c.value, func(t *testing.T) {
			if c.flag != "" {
				call(t, "serve", c.flag, c.value).failed(t, 2, c.want)
			}
			callIn(t, surroundings{env: map[string]string{c.env: c.value}}, "serve").failed(t, 2, c.want)
		})
	}
}

func TestSettingsComeFromFlagsThenEnvironment(t *testing.T) {
	env := map[string]string{
		envAddr: ":1", envDatabase: "a.db", envBaseURL: "https://duels.example/", envSessionKey: strings.Repeat("k", 32),
	}
	p := program{env: func(name string) string { return env[name] }}
	c, err := p.readConfig(nil)
	if err != nil {
		t.Fatal(err)
	}
	if c.addr != ":1" || c.database != "a.db" || c.baseURL.String() != "https://duels.example" || !c.secure() || len(c.sessionKeys) != 1 || len(c.sessionKeys[0]) != 32 {
		t.Errorf("from the environment: %+v", c)
	}
	c, err = p.readConfig([]string{"--addr", ":2", "--db", "b.db", "--base-url", "http://[::1]:8080"})
	if err != nil {
		t.Fatal(err)
	}
	if c.addr != ":2" || c.database != "b.db" || c.baseURL.String() != "http://[::1]:8080" || c.secure() {
		t.Errorf("from flags: %+v", c)
	}
	clear(env)
	if c, err = p.readConfig(nil); err != nil || c.addr != defaultAddr || c.database != defaultDatabase || c.baseURL != nil || c.secure() {
		t.Errorf("from nothing: %+v, %v", c, err)
	}
}

func TestSecretsFollowOneAnother(t *testing.T) { // C4.5
	newest, old := strings.Repeat("n", 32), strings.Repeat("o", 40)
	keys, err := parseSessionKeys(newest + "," + old)
	if err != nil || len(keys) != 2 || string(keys[0]) != newest || string(keys[1]) != old {
		t.Errorf("keys %q, %v", keys, err)
	}
	if keys, err := parseSessionKeys(""); err != nil || keys != nil {
		t.Errorf("keys %q, %v", keys, err)
	}
	for _, text := range []string{"short", newest + ",short", newest + ",", "," + newest} {
		if keys, err := parseSessionKeys(text); err == nil {
			t.Errorf("%q gives %q", text, keys)
		}
	}
}

func TestTheAddressToOpenIsOneThatABrowserTakes(t *testing.T) {
	listening := &net.TCPAddr{IP: net.IPv6unspecified, Port: 8081}
	for addr, want := range map[string]string{
		":0":             "http://localhost:8081",
		"0.0.0.0:0":      "http://localhost:8081",
		"[::]:0":         "http://localhost:8081",
		"localhost:0":    "http://localhost:8081",
		"192.168.1.7:0":  "http://192.168.1.7:8081",
		"[2001:db8::1]:": "http://[2001:db8::1]:8081",
	} {
		if got := visitURL(config{addr: addr}, listening); got != want {
			t.Errorf("%s: %s, want %s", addr, got, want)
		}
	}
	base, err := parseBaseURL("https://duels.example/")
	if err != nil {
		t.Fatal(err)
	}
	if got := visitURL(config{addr: ":0", baseURL: base}, listening); got != "https://duels.example" {
		t.Errorf("with a base URL: %s", got)
	}
}

func TestAnUpgradeIsTold(t *testing.T) {
	for _, c := range []struct {
		upgrade db.Upgrade
		want    string
	}{
		{db.Upgrade{From: 2, To: 2}, ""},
		{db.Upgrade{From: 0, To: 2}, "a new database was made\" version=2\n"},
		{db.Upgrade{From: 1, To: 2, Backup: "salle.db.backup-v1"}, "from=1 to=2 backup=salle.db.backup-v1\n"},
	} {
		var said bytes.Buffer
		logUpgrade(slog.New(slog.NewTextHandler(&said, nil)), c.upgrade)
		if !strings.HasSuffix(said.String(), c.want) || (c.want == "") != (said.Len() == 0) {
			t.Errorf("%+v: it says %q", c.upgrade, said.String())
		}
	}
}

func TestProxiesAreReadFromAddressesAndRanges(t *testing.T) {
	proxies, err := parseProxies("127.0.0.1, 10.0.0.0/8,::1")
	if err != nil || len(proxies) != 3 || proxies[0].String() != "127.0.0.1/32" || proxies[2].String() != "::1/128" {
		t.Errorf("proxies %v, %v", proxies, err)
	}
	for _, text := range []string{"localhost", "10.0.0.0/33", "127.0.0.1,"} {
		if proxies, err := parseProxies(text); err == nil {
			t.Errorf("%q gives %v", text, proxies)
		}
	}
}
