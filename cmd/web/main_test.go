package main

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"
)

// lockedBuffer is output that tests read while it is written.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// called is how a call of the program ended.
type called struct {
	code           int
	stdout, stderr string
}

// call runs the program with nothing in its environment and nothing to read.
func call(t *testing.T, args ...string) called {
	t.Helper()
	return callIn(t, surroundings{}, args...)
}

// surroundings are what a program finds around it.
type surroundings struct {
	stdin string
	env   map[string]string
}

func callIn(t *testing.T, s surroundings, args ...string) called {
	t.Helper()
	var stdout, stderr lockedBuffer
	p := program{stdin: strings.NewReader(s.stdin), stdout: &stdout, stderr: &stderr, env: func(name string) string { return s.env[name] }}
	code := p.main(t.Context(), args)
	return called{code, stdout.String(), stderr.String()}
}

// failed checks that a call ended with a code and one line that says all of want, and printed nothing else.
func (c called) failed(t *testing.T, code int, want ...string) {
	t.Helper()
	if c.code != code || strings.Count(c.stderr, "\n") != 1 || !strings.HasPrefix(c.stderr, "web") {
		t.Errorf("exit code %d, stderr %q; want %d and one line", c.code, c.stderr, code)
	}
	for _, w := range want {
		if !strings.Contains(c.stderr, w) {
			t.Errorf("stderr %q does not say %q", c.stderr, w)
		}
	}
	if c.stdout != "" {
		t.Errorf("stdout has %q", c.stdout)
	}
}

func TestHelpListsTheCommands(t *testing.T) {
	want := call(t, "help")
	for _, c := range commands() {
		if strings.Count(want.stdout, "\n  "+c.name+" ") != 1 || strings.Contains(c.does, "\n") {
			t.Errorf("help has not one line for %s:\n%s", c.name, want.stdout)
		}
	}
	if want.code != 0 || want.stderr != "" {
		t.Errorf("help ends with %d, %q", want.code, want.stderr)
	}
	for _, word := range []string{"-h", "-help", "--help"} {
		if got := call(t, word); got != want {
			t.Errorf("%s gives %+v, want %+v", word, got, want)
		}
	}
}

func TestEveryCommandExplainsItsFlags(t *testing.T) {
	for _, c := range commands() {
		got := call(t, c.name, "--help")
		if got.code != 0 || got.stderr != "" || !strings.HasPrefix(got.stdout, "usage: web "+c.name) || !strings.Contains(got.stdout, "\n  -") {
			t.Errorf("%s --help gives %+v", c.name, got)
		}
		for _, other := range []called{call(t, "help", c.name), call(t, c.name, "-h")} {
			if other != got {
				t.Errorf("help for %s gives %+v, want %+v", c.name, other, got)
			}
		}
	}
	if got := call(t, "serve", "--help"); !strings.Contains(got.stdout, envSessionKey) {
		t.Errorf("serve's help leaves out %s:\n%s", envSessionKey, got.stdout)
	}
}

func TestWrongCallsAreRefusedInOneSentence(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"sever"}, `"sever"`},
		{[]string{""}, `""`},
		{[]string{"help", "sever"}, `"sever"`},
		{[]string{"--nonsense"}, "-nonsense"},
		{[]string{"serve", "--nonsense"}, "-nonsense"},
		{[]string{"serve", "now"}, "0 wanted, 1 given"},
		{[]string{"serve", "--addr"}, "-addr"},
		{[]string{"replay"}, "1 wanted, 0 given"},
		{[]string{"replay", "a", "b"}, "1 wanted, 2 given"},
		{[]string{"replay", "a", "--yaml"}, "-yaml"},
		{[]string{"verify", "all"}, "0 wanted, 1 given"},
		{[]string{"arena", "--game", "chess"}, "choose of spirit"},
		{[]string{"arena", "--variant", "huge"}, `no variant "huge"`},
		{[]string{"arena", "--a", "6"}, "from 1 to 5"},
		{[]string{"arena", "--b", "0"}, "from 1 to 5"},
		{[]string{"arena", "--games", "0"}, "at least 1"},
		{[]string{"arena", "--games", "many"}, "many"},
		{[]string{"arena", "--seed", "-1"}, "-1"},
		{[]string{"perft", "--game", "chess"}, "choose of spirit"},
		{[]string{"perft", "--variant", "huge"}, `no variant "huge"`},
		{[]string{"perft", "--depth", "-1"}, "from 0"},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) { call(t, c.args...).failed(t, 2, c.want) })
	}
}

func TestFlagsMayFollowTheWords(t *testing.T) {
	fs := program{}.flags("replay")
	asJSON := fs.Bool("json", false, "")
	if err := parse(fs, []string{"a file", "--json"}, 1); err != nil || !*asJSON || fs.Arg(0) != "a file" {
		t.Errorf("json %v, word %q, error %v", *asJSON, fs.Arg(0), err)
	}
	fs = program{}.flags("replay")
	if err := parse(fs, []string{"--", "-file"}, 1); err != nil || fs.Arg(0) != "-file" {
		t.Errorf("word %q, error %v", fs.Arg(0), err)
	}
}

func TestAnInterruptedCommandFails(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{{"arena"}, {"perft", "--depth", "9"}} {
		var stdout, stderr lockedBuffer
		p := program{stdout: &stdout, stderr: &stderr, env: func(string) string { return "" }}
		code := p.main(ctx, args)
		called{code, "", stderr.String()}.failed(t, 1, context.Canceled.Error())
	}
}
