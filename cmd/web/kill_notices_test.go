package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"salle/game"
)

// receiver takes webhooks and counts them by the notice that they carry.
type receiver struct {
	*httptest.Server
	mu    sync.Mutex
	taken map[string]int
	first func() // called once, while the sender waits for its answer
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{taken: map[string]int{}}
	r.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
		r.mu.Lock()
		r.taken[q.Header.Get("X-Salle-Notice")]++
		first := r.first
		r.first = nil
		r.mu.Unlock()
		if first != nil {
			first()
		}
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) count(id string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.taken[id]
}

// friends are two people who play each other on a server that is killed again and again; the first is told of his turns.
type friends struct {
	duelist
	ben  visitor
	hook *receiver
}

func newFriends(t *testing.T) *friends {
	t.Helper()
	f := &friends{ben: newVisitor(t), hook: newReceiver(t)}
	f.visitor, f.database = newVisitor(t), filepath.Join(t.TempDir(), "salle.db")
	f.restart()
	f.reader = f.connect("mode=ro&_pragma=busy_timeout(10000)")
	if p := f.post(f.server, form{"/notices", url.Values{"kind": {"hook"}, "url": {f.hook.URL}, "format": {"json"}}}); p.status != http.StatusOK {
		t.Fatalf("the webhook is answered with status %d", p.status)
	}
	offer := strings.Repeat("k", 26)
	values := url.Values{"id": {offer}, "game": {"spirit"}, "clock": {"none"}}
	if p := f.post(f.server, form{"/offers", values}); p.status != http.StatusOK {
		t.Fatalf("the offer is answered with status %d", p.status)
	}
	p := f.ben.post(f.server, form{"/offers/" + offer, url.Values{"do": {"take"}}})
	f.match = strings.TrimSuffix(strings.TrimPrefix(p.path, "/matches/"), "/link")
	if p.status != http.StatusOK || f.match == p.path {
		t.Fatalf("no match was opened: %d at %s", p.status, p.path)
	}
	return f
}

func (f *friends) restart() { f.server = serveIn(f.t, f.database, envPrivateHooks+"=1") }

// seat is where the first of the two sits: it was drawn.
func (f *friends) seat() game.Seat {
	f.t.Helper()
	var seat game.Seat
	err := f.reader.QueryRow(`SELECT iif(first_person = (SELECT person_id FROM channels), 0, 1) FROM matches WHERE id = ?`, f.match).Scan(&seat)
	if err != nil {
		f.t.Fatal(err)
	}
	return seat
}

// order sends the first list that a seat may order, and returns when it is stored.
func (f *friends) order(v visitor, seat game.Seat) {
	f.t.Helper()
	p := f.position()
	mark := fmt.Sprintf("%d.0", p.Status().Ply)
	sent := form{"/matches/" + f.match + "/actions", url.Values{"ply": {mark}, "do": {p.Legal(seat)[0]}}}
	if err := v.send(f.t.Context(), f.server, sent); err != nil {
		f.t.Fatal(err)
	}
}

// turn makes it the first one's turn, of which he is to be told, and returns the notice's id.
func (f *friends) turn(seat game.Seat) string {
	f.t.Helper()
	f.order(f.visitor, seat)
	f.get(f.server, "/matches/"+f.match) // he looks at it, and is not told at once
	f.order(f.ben, seat.Other())
	return fmt.Sprintf("%s.%d.%d.turn", f.match, f.position().Status().Ply, seat)
}

// A server that dies after a move was stored and before the other player is told of it tells him when it is back, once.
func TestKilledServersTellOfAMoveOnce(t *testing.T) { // C2.7
	t.Parallel()
	f := newFriends(t)
	seat := f.seat()
	var told []string
	for range 4 {
		id := f.turn(seat)
		f.server.kill()
		if n := f.hook.count(id); n != 0 {
			t.Fatalf("told before the server died: %d times", n)
		}
		f.restart()
		eventually(t, "the notice "+id, func() bool { return f.hook.count(id) > 0 })
		eventually(t, "keeping that it arrived", func() bool { return f.unsettled() == 0 })
		told = append(told, id)
	}
	for _, id := range told {
		if n := f.hook.count(id); n != 1 {
			t.Errorf("notice %s arrived %d times, want once", id, n)
		}
	}
}

// One that dies while it tells him, so that nobody knows whether it arrived, tells him once more and not again.
func TestAServerKilledWhileItTellsTellsOnceMore(t *testing.T) { // C2.7
	t.Parallel()
	f := newFriends(t)
	seat := f.seat()
	id := f.turn(seat)
	f.server.kill()
	f.hook.mu.Lock()
	died := make(chan struct{})
	f.hook.first = func() { <-died }
	f.hook.mu.Unlock()
	f.restart()
	eventually(t, "the notice "+id, func() bool { return f.hook.count(id) > 0 })
	f.server.kill()
	close(died)
	f.restart()
	const lease = 40 * time.Second // after which a letter that has begun counts as lost from sight
	for end := time.Now().Add(lease + patience); f.hook.count(id) < 2; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("notice %s arrived %d times, want twice", id, f.hook.count(id))
		}
	}
	eventually(t, "keeping that it arrived", func() bool { return f.unsettled() == 0 })
	f.server.kill()
	f.restart()
	next := f.turn(seat)
	f.server.kill()
	f.restart()
	eventually(t, "the notice "+next, func() bool { return f.hook.count(next) > 0 })
	if n := f.hook.count(id); n != 2 {
		t.Errorf("notice %s arrived %d times, want twice", id, n)
	}
}

// unsettled counts the deliveries of which is not kept how they ended.
func (f *friends) unsettled() (n int) {
	f.t.Helper()
	if err := f.reader.QueryRow("SELECT count(*) FROM deliveries WHERE NOT done").Scan(&n); err != nil {
		f.t.Fatal(err)
	}
	return n
}
