package main

import (
	"context"
	stdsql "database/sql"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"salle/db"
	"salle/game"
	"salle/game/match"
	"salle/game/spirit"
)

// strongest is the level whose machine thinks longest.
const strongest = spirit.Levels

// duelist plays against the machine on a server that is killed again and again.
type duelist struct {
	visitor
	database  string
	server    *server
	reader    *stdsql.DB
	rng       *rand.Rand
	match     string
	confirmed map[int]string // by ply, what the server confirmed

	thinking int // how many kills hit the machine before its answer was stored
	answered int // how many posts were answered before the kill
}

// turn is one list that the duelist orders.
type turn struct {
	ply  int
	list string
	form form
}

// moments are when a server is killed. Each sends t, or something like it, and says whether that was confirmed.
var moments = []struct {
	name string
	kill func(d *duelist, t turn) (confirmed bool)
}{
	{"before the turn is stored", (*duelist).killBeforeStored},
	{"while the machine thinks", (*duelist).killThinking},
	{"right after the answer", (*duelist).killAnswered},
	{"at any time", (*duelist).killAnyTime},
	{"in the middle of choosing", (*duelist).killChoosing},
}

func TestKilledServersLoseNoTurnAndPlayNoneTwice(t *testing.T) { // C1.1, C3, C9.1
	t.Parallel()
	const kills = 25
	d := newDuelist(t)
	d.begin()
	for n := range kills {
		if n%8 == 7 || d.position().Status().Result.Over {
			d.beginThroughAKill()
		}
		moment := moments[n%len(moments)]
		turn := d.choose()
		confirmed := moment.kill(d, turn)
		if confirmed {
			d.confirmed[turn.ply] = turn.list
			d.answered++
		}
		d.server = serve(t, d.database)
		d.await(moment.name)
		d.repeat(moment.name, turn)
		if got := call(t, "verify", "--db", d.database); got.code != 0 {
			t.Errorf("%s: %+v", moment.name, got)
		}
		if t.Failed() {
			t.Fatalf("kill %d, %s, turn %+v, the log is %v", n, moment.name, turn, d.log())
		}
	}
	t.Logf("of %d kills %d hit the machine before its answer was stored; %d posts were confirmed first", kills, d.thinking, d.answered)
}

// What a server died over is done by the next one, though nobody visits it.
func TestAStartingServerDoesWhatTheMachineOwes(t *testing.T) { // C9.1
	t.Parallel()
	d := newDuelist(t)
	d.begin()
	turn := d.choose()
	d.server.kill()
	d.storeAlone(turn)
	if p := d.position(); !p.Status().ToAct.Has(game.Second) {
		t.Fatalf("the machine owes nothing: %v", d.log())
	}
	d.server = serve(t, d.database)
	d.confirmed[turn.ply] = turn.list
	d.await("owed at the start")
	d.repeat("owed at the start", turn)
	if !strings.Contains(d.server.said.String(), "owed actions done") {
		t.Errorf("it does not say what it did:\n%s", d.server.said)
	}
}

// storeAlone stores a turn and nothing after it, as a server does that dies then.
func (d *duelist) storeAlone(t turn) {
	d.t.Helper()
	ctx := context.Background()
	store, err := db.Open(ctx, d.database)
	if err != nil {
		d.t.Fatal(err)
	}
	defer store.Close()
	line := game.Entry{Ply: t.ply, Seat: game.First, Action: t.list}
	after, _, err := d.position().Play(line.Seat, line.Action)
	if err != nil {
		d.t.Fatal(err)
	}
	if err := store.Append(ctx, d.match, match.Change{Seq: len(d.log()), Lines: []game.Entry{line}, Status: after.Status(), At: time.Now()}); err != nil {
		d.t.Fatal(err)
	}
}

func newDuelist(t *testing.T) *duelist {
	t.Helper()
	d := &duelist{visitor: newVisitor(t), database: filepath.Join(t.TempDir(), "salle.db"), rng: rand.New(rand.NewPCG(1, 9))}
	d.server = serve(t, d.database)
	d.reader = d.connect("mode=ro&_pragma=busy_timeout(10000)")
	return d
}

// begin opens a match.
func (d *duelist) begin() {
	d.t.Helper()
	p := d.post(d.server, d.opening(d.server, strongest))
	d.met(p)
}

// met remembers the match that a page shows.
func (d *duelist) met(p page) {
	d.t.Helper()
	id, ok := strings.CutPrefix(p.path, "/matches/")
	if p.status != http.StatusOK || !ok || strings.Contains(id, "/") {
		d.t.Fatalf("no match was opened: %d at %s", p.status, p.path)
	}
	d.match, d.confirmed = id, map[int]string{}
}

// beginThroughAKill opens a match with a form that a killed server was sent before: it opens one.
func (d *duelist) beginThroughAKill() {
	d.t.Helper()
	opening := d.opening(d.server, strongest)
	before := d.matches()
	sent := d.sendBehind(d.t.Context(), d.server, opening)
	d.sleep(4 * time.Millisecond)
	d.server.kill()
	<-sent
	d.server = serve(d.t, d.database)
	d.met(d.post(d.server, opening))
	d.await("as a match opens")
	if after := d.matches(); after != before+1 || opening.values.Get("id") != d.match {
		d.t.Fatalf("one form made %d matches, at last %s", after-before, d.match)
	}
}

// sleep waits for at most longest, a random time.
func (d *duelist) sleep(longest time.Duration) {
	time.Sleep(time.Duration(d.rng.Int64N(int64(longest))))
}

func (d *duelist) matches() (n int) {
	d.t.Helper()
	if err := d.reader.QueryRow("SELECT count(*) FROM matches").Scan(&n); err != nil {
		d.t.Fatal(err)
	}
	return n
}

// position replays the log.
func (d *duelist) position() game.Position {
	d.t.Helper()
	p, err := game.Replay(plain, game.Setup{Rules: spirit.RulesVersion}, d.log())
	if err != nil {
		d.t.Fatal(err)
	}
	return p
}

// choose picks a list for this turn and the form that sends it.
func (d *duelist) choose() turn {
	d.t.Helper()
	p := d.position()
	legal := p.Legal(game.First)
	f := d.get(d.server, "/matches/"+d.match).form(d.t, "confirm")
	t := turn{ply: p.Status().Ply, list: legal[d.rng.IntN(len(legal))], form: f}
	f.values.Set("do", t.list)
	return t
}

// lines counts what a seat did at a ply.
func lines(log []game.Entry, ply int, seat game.Seat) []string {
	var actions []string
	for _, e := range log {
		if e.Ply == ply && e.Seat == seat {
			actions = append(actions, e.Action)
		}
	}
	return actions
}

// --- The moments ---

func (d *duelist) killBeforeStored(t turn) bool {
	lock := d.lock()
	lock.hold()
	sent := d.sendBehind(d.t.Context(), d.server, t.form)
	d.sleep(8 * time.Millisecond)
	d.server.kill()
	err := <-sent
	lock.release()
	if log := d.log(); err == nil || len(lines(log, t.ply, game.First)) != 0 {
		d.t.Errorf("nobody could write, yet the answer is %v and the log %v", err, log)
	}
	return false
}

// killThinking keeps the machine's answer from being stored as soon as the turn is, and kills the server then.
func (d *duelist) killThinking(t turn) bool {
	lock := d.lock()
	sent := d.sendBehind(d.t.Context(), d.server, t.form)
	lock.holdAfter(d, t)
	log := d.logIn(lock.conn)
	d.server.kill()
	lock.release()
	if after, err := game.Replay(plain, game.Setup{Rules: spirit.RulesVersion}, log); err != nil {
		d.t.Error(err)
	} else if after.Status().ToAct.Has(game.Second) {
		d.thinking++
	}
	return <-sent == nil
}

func (d *duelist) killAnswered(t turn) bool {
	if err := d.send(d.t.Context(), d.server, t.form); err != nil {
		d.t.Error(err)
	}
	d.server.kill()
	return true
}

func (d *duelist) killAnyTime(t turn) bool {
	sent := d.sendBehind(d.t.Context(), d.server, t.form)
	d.sleep(6 * time.Millisecond)
	d.server.kill()
	return <-sent == nil
}

// killChoosing leaves a half-filled list, which is in the address alone.
func (d *duelist) killChoosing(t turn) bool {
	path := fmt.Sprintf("/matches/%s?ply=%s&do=%s", d.match, t.form.values.Get("ply"), t.list[:1])
	shown := func() string {
		f := d.get(d.server, path).form(d.t, "confirm")
		return f.values.Get("do")
	}
	want := shown()
	d.server.kill()
	d.server = serve(d.t, d.database)
	if got := shown(); got != want {
		d.t.Errorf("the list was %q before and is %q after", want, got)
	}
	d.server.kill()
	return false
}

// --- What must hold afterwards ---

// await waits, without visiting the site, until the machine has done what it owes, and checks the log.
func (d *duelist) await(moment string) {
	d.t.Helper()
	eventually(d.t, moment+": the machine's answer", func() bool { return !d.position().Status().ToAct.Has(game.Second) })
	status, log := d.position().Status(), d.log()
	for ply := 1; ply < status.Ply; ply++ {
		for _, seat := range []game.Seat{game.First, game.Second} {
			if n := len(lines(log, ply, seat)); n != 1 {
				d.t.Errorf("%s: %s has %d lines at ply %d", moment, seat, n, ply)
			}
		}
	}
	for ply, list := range d.confirmed {
		if got := lines(log, ply, game.First); !slices.Equal(got, []string{list}) {
			d.t.Errorf("%s: %s was confirmed at ply %d, the log has %v", moment, list, ply, got)
		}
	}
}

// repeat sends a turn's form again: the board is shown, and the turn was played once.
func (d *duelist) repeat(moment string, t turn) {
	d.t.Helper()
	board := "/matches/" + d.match
	for range 2 {
		if p := d.post(d.server, t.form); p.status != http.StatusOK || p.path != board || p.element("confirm") == nil && p.element("verdict-title") == nil {
			d.t.Errorf("%s: the form sent again shows %s, status %d", moment, p.path, p.status)
		}
	}
	d.confirmed[t.ply] = t.list
	d.await(moment)
	if got, want := d.position().Status().Ply, t.ply+1; got != want {
		d.t.Errorf("%s: the match is at ply %d, want %d", moment, got, want)
	}
	if home := d.get(d.server, "/"); home.status != http.StatusOK || !links(home, board) {
		d.t.Errorf("%s: the home page no longer knows the visitor's match", moment)
	}
}

// links tells whether a page has a link.
func links(p page, to string) bool {
	for n := range p.root.Descendants() {
		if n.Data == "a" && attribute(n, "href") == to {
			return true
		}
	}
	return false
}
