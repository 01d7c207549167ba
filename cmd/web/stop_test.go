package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"salle/game"
)

// terminate asks a server to end, as a service manager does.
func (s *server) terminate(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("there is no SIGTERM")
	}
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	eventually(t, "closing", func() bool { return strings.Contains(s.said.String(), "the hall is closing") })
}

// endsWell checks that a server ends by itself, with its database in one file.
func (s *server) endsWell(t *testing.T, database string) {
	t.Helper()
	select {
	case <-s.ended:
	case <-time.After(patience):
		t.Fatalf("it does not end:\n%s", s.said)
	}
	if code := s.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit code %d:\n%s", code, s.said)
	}
	if _, err := os.Stat(database + "-wal"); !os.IsNotExist(err) {
		t.Errorf("the write-ahead log was left: %v", err)
	}
}

func TestARunningRequestEndsBeforeTheServerDoes(t *testing.T) { // C11.4
	t.Parallel()
	d := newDuelist(t)
	d.begin()
	turn := d.choose()
	if err := d.reader.Close(); err != nil { // who is last to close the database tidies it up
		t.Fatal(err)
	}
	lock := d.lock()
	lock.hold()
	begun := make(chan struct{})
	ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{Got100Continue: func() { close(begun) }})
	sent := d.sendBehind(ctx, d.server, turn.form)
	select {
	case <-begun:
	case err := <-sent:
		t.Fatalf("nothing can be written, and the answer is %v", err)
	}
	d.server.terminate(t)
	if _, err := http.Get(d.server.url); err == nil {
		t.Error("a closing server takes new requests")
	}
	lock.release()
	if err := <-sent; err != nil {
		t.Errorf("the running request: %v", err)
	}
	d.server.endsWell(t, d.database)

	d.server = serve(t, d.database)
	d.reader = d.connect("mode=ro")
	d.confirmed[turn.ply] = turn.list
	d.await("after SIGTERM")
	if p := d.position(); p.Status().Ply != turn.ply+1 || !p.Status().ToAct.Has(game.First) {
		t.Errorf("the match does not go on: %v", d.log())
	}
}

func TestARequestThatNeverEndsIsCutOff(t *testing.T) { // C11.4
	t.Parallel()
	database := filepath.Join(t.TempDir(), "salle.db")
	s := serve(t, database)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, err = fmt.Fprintf(conn, "POST /name HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\nExpect: 100-continue\r\n\r\n",
		strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.Contains(line, "100") {
		t.Fatalf("the server does not wait for the rest: %q, %v", line, err)
	}
	s.terminate(t)
	s.endsWell(t, database)
	if !strings.Contains(s.said.String(), "requests were cut off") {
		t.Errorf("it does not say that it cut anybody off:\n%s", s.said)
	}
}

func TestTwoServersOnOneDatabaseAreOneHall(t *testing.T) {
	t.Parallel()
	d := newDuelist(t)
	d.begin()
	servers := []*server{d.server, serve(t, d.database)}
	for n := range 8 {
		if d.position().Status().Result.Over {
			d.begin()
		}
		d.server = servers[n%2]
		turn := d.choose()
		sent := d.sendBehind(t.Context(), servers[0], turn.form) // to both at once
		if err := d.send(t.Context(), servers[1], turn.form); err != nil {
			t.Error(err)
		}
		if err := <-sent; err != nil {
			t.Error(err)
		}
		d.server = servers[(n+1)%2]
		d.repeat("on the other server", turn)
	}
	if got := call(t, "verify", "--db", d.database); got.code != 0 {
		t.Errorf("%+v", got)
	}
	if err := d.reader.Close(); err != nil {
		t.Fatal(err)
	}
	servers[0].terminate(t)
	<-servers[0].ended
	servers[1].terminate(t)
	servers[1].endsWell(t, d.database)
}
