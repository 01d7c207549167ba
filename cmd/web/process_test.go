package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptrace"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if builtIn != "" {
		os.RemoveAll(builtIn)
	}
	os.Exit(code)
}

// builtIn is the directory of the program under test, "" while it is not built.
var builtIn string

// build makes the program as an operator would, once.
var build = sync.OnceValues(func() (string, error) {
	var err error
	if builtIn, err = os.MkdirTemp("", "salle"); err != nil {
		return "", err
	}
	name := filepath.Join(builtIn, "web")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", name, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build: %w: %s", err, out)
	}
	return name, nil
})

// server is the program serving in a process of its own.
type server struct {
	url   string
	cmd   *exec.Cmd
	said  *lockedBuffer // on stderr
	ended chan struct{}
}

// serve starts a server on a free port and waits until it is open. The test ends it.
func serve(t *testing.T, database string) *server {
	t.Helper()
	return serveIn(t, database)
}

// serveIn is serve in an environment.
func serveIn(t *testing.T, database string, env ...string) *server {
	t.Helper()
	name, err := build()
	if err != nil {
		t.Fatal(err)
	}
	s := &server{cmd: exec.Command(name, "serve", "--addr", "127.0.0.1:0", "--db", database), said: &lockedBuffer{}, ended: make(chan struct{})}
	s.cmd.Env = append([]string{}, env...)
	stderr, err := s.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	open := make(chan struct{})
	go s.listen(stderr, open)
	t.Cleanup(s.kill)
	select {
	case <-open:
		return s
	case <-s.ended:
		t.Fatalf("the server does not start:\n%s", s.said)
	}
	return nil
}

// listen reads what the server says until it has ended.
func (s *server) listen(stderr io.Reader, open chan<- struct{}) {
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		fmt.Fprintln(s.said, lines.Text())
		if url := visited(lines.Text()); url != "" {
			s.url = url
			close(open)
		}
	}
	_ = s.cmd.Wait() // the exit code is read from its ProcessState
	close(s.ended)
}

// kill ends the server at once, as kill -9 does.
func (s *server) kill() {
	_ = s.cmd.Process.Kill() // fails where it has ended already
	<-s.ended
}

// visitor is a browser that knows only links, forms and cookies.
type visitor struct {
	t      *testing.T
	client *http.Client
}

func newVisitor(t *testing.T) visitor {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return visitor{t, &http.Client{Jar: jar, Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true, ExpectContinueTimeout: patience}}}
}

// page is an answer.
type page struct {
	status int
	path   string // where it came from in the end
	root   *html.Node
}

// form is what pressing a button would send.
type form struct {
	path   string
	values url.Values
}

func (v visitor) get(s *server, path string) page {
	v.t.Helper()
	return v.read(v.client.Get(s.url + path))
}

func (v visitor) post(s *server, f form) page {
	v.t.Helper()
	return v.read(v.client.PostForm(s.url+f.path, f.values))
}

func (v visitor) read(answer *http.Response, err error) page {
	v.t.Helper()
	if err != nil {
		v.t.Fatal(err)
	}
	defer answer.Body.Close()
	root, err := html.Parse(answer.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	return page{answer.StatusCode, answer.Request.URL.Path, root}
}

// send posts a form and tells whether the server confirmed it: with a redirection to the page that shows it. A server
// that has begun to work on the form says so to ctx's trace, if it has one.
func (v visitor) send(ctx context.Context, s *server, f form) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+f.path, strings.NewReader(f.values.Encode()))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if httptrace.ContextClientTrace(ctx) != nil {
		r.Header.Set("Expect", "100-continue")
	}
	client := *v.client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusSeeOther {
		return fmt.Errorf("%s is answered with %s", f.path, answer.Status)
	}
	return nil
}

// sendBehind sends a form in the background.
func (v visitor) sendBehind(ctx context.Context, s *server, f form) <-chan error {
	sent := make(chan error, 1)
	go func() { sent <- v.send(ctx, s, f) }()
	return sent
}

// element finds an element by its id, nil where there is none.
func (p page) element(id string) *html.Node {
	for n := range p.root.Descendants() {
		if n.Type == html.ElementNode && attribute(n, "id") == id {
			return n
		}
	}
	return nil
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// form finds the form of a button and what stands in its fields.
func (p page) form(t *testing.T, button string) form {
	t.Helper()
	n := p.element(button)
	for n != nil && n.Data != "form" {
		n = n.Parent
	}
	if n == nil {
		t.Fatalf("%s (status %d) has no form with a button %q", p.path, p.status, button)
	}
	f := form{path: attribute(n, "action"), values: url.Values{}}
	for d := range n.Descendants() {
		if d.Data == "input" && strings.Contains("hidden text", attribute(d, "type")) {
			f.values.Add(attribute(d, "name"), attribute(d, "value"))
		}
	}
	return f
}

// opening is the form that opens a match of Spirit Duel against the machine.
func (v visitor) opening(s *server, level int) form {
	v.t.Helper()
	return v.openingOf(s, "spirit", level)
}

// openingOf is the form that opens a match of a game against the machine.
func (v visitor) openingOf(s *server, slug string, level int) form {
	v.t.Helper()
	f := v.get(s, "/").form(v.t, "start-"+slug)
	f.values.Set("level", fmt.Sprint(level))
	return f
}
