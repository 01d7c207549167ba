package match_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"salle/db"
	"salle/game"
	"salle/game/catalog"
	"salle/game/match"
	"salle/game/spirit"
)

var start = time.Date(2026, time.November, 30, 9, 0, 0, 0, time.UTC)

// firstLegal is a machine that plays its first legal list, or fails as it is told to.
type firstLegal struct {
	fail    error
	panics  bool
	illegal bool
	asked   *atomic.Int64
}

func (m firstLegal) Choose(_ context.Context, o spirit.Observation, _ game.Budget) ([]spirit.Action, error) {
	if m.asked != nil {
		m.asked.Add(1)
	}
	if m.panics {
		panic("lost its mind")
	}
	if m.illegal {
		return []spirit.Action{{Orders: spirit.Orders{spirit.Leap, spirit.Leap}}}, nil
	}
	return []spirit.Action{spirit.Rules{}.Legal(o)[0]}, m.fail
}

// hall is a service over a real database.
type hall struct {
	*match.Service
	store *db.DB
	path  string
	game  game.Game
	log   *strings.Builder
}

func newHall(t testing.TB, ai firstLegal) *hall {
	t.Helper()
	return newHallOf(t, game.New(spirit.Info, spirit.Rules{}, ai))
}

func newHallOf(t testing.TB, g game.Game) *hall {
	t.Helper()
	h := &hall{path: filepath.Join(t.TempDir(), "salle.db"), game: g, log: &strings.Builder{}}
	h.open(t)
	for _, id := range []string{"anna", "ben"} {
		if err := h.store.AddPerson(t.Context(), match.Person{ID: id, Name: strings.ToUpper(id), Created: start}); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// reopened closes a store, if it is open, and opens the one in a file.
func reopened(t testing.TB, store *db.DB, path string) *db.DB {
	t.Helper()
	if store != nil {
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
	}
	store, err := db.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

// open starts the service anew on the same file, with nothing in memory.
func (h *hall) open(t testing.TB) {
	t.Helper()
	h.store = reopened(t, h.store, h.path)
	games := catalog.Of(h.game)
	var draws atomic.Uint64
	rng := func() *rand.Rand { return rand.New(rand.NewPCG(1, draws.Add(1))) }
	h.Service = match.New(h.store, games, func() time.Time { return start }, rng, slog.New(slog.NewTextHandler(h.log, nil)))
}

// against opens a match of anna against the machine.
func (h *hall) against(t testing.TB, id string) match.Seen {
	t.Helper()
	return h.between(t, id, match.Player{Level: 1})
}

func (h *hall) between(t testing.TB, id string, second match.Player) match.Seen {
	t.Helper()
	seen, err := h.Open(t.Context(), match.Header{
		ID: id, Game: "spirit", Players: [2]match.Player{{Person: "anna"}, second},
	}, "anna")
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

func (h *hall) act(t testing.TB, person string, at game.Mark, action string) match.Seen {
	t.Helper()
	seen, err := h.Act(t.Context(), "m", person, at, []string{action})
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

func (h *hall) stored(t testing.TB) []game.Entry {
	t.Helper()
	_, log, err := h.store.Load(t.Context(), "m", 0)
	if err != nil {
		t.Fatal(err)
	}
	return log
}

func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("error %v, want %v", err, want)
	}
}

func TestTheMachineAnswersWithinTheRequest(t *testing.T) {
	h := newHall(t, firstLegal{})
	seen := h.against(t, "m")
	if seen.Status.ToAct != game.Only(game.First) {
		t.Fatalf("after opening %v owe an action", seen.Status.ToAct)
	}
	seen = h.act(t, "anna", seen.Mark, "RB")
	if seen.Status.ToAct != game.Only(game.First) || seen.Status.Ply != 2 {
		t.Errorf("after a turn: %+v", seen.Status)
	}
	kinds := map[string]int{}
	for _, e := range seen.News {
		kinds[e.Kind]++
	}
	if kinds[spirit.EventMove] == 0 {
		t.Errorf("the news do not tell of a move: %v", seen.News)
	}
}

func TestWhoMayDoWhat(t *testing.T) {
	h := newHall(t, firstLegal{})
	seen := h.against(t, "m")
	ctx := t.Context()
	for _, person := range []string{"", "ben", "nobody"} {
		_, err := h.Look(ctx, "m", person)
		wantError(t, err, match.ErrNotYours)
		_, err = h.Act(ctx, "m", person, seen.Mark, []string{"FA"})
		wantError(t, err, match.ErrNotYours)
		_, err = h.Review(ctx, "m", person, 0)
		wantError(t, err, match.ErrNotYours)
		_, err = h.Export(ctx, "m", person)
		wantError(t, err, match.ErrNotYours)
	}
	_, err := h.Look(ctx, "none", "anna")
	wantError(t, err, match.ErrNotFound)
	_, err = h.Act(ctx, "m", "anna", seen.Mark, []string{game.Time})
	wantError(t, err, game.ErrNotation)
	_, err = h.Act(ctx, "m", "anna", seen.Mark, nil)
	wantError(t, err, game.ErrNotation)
	_, err = h.Act(ctx, "m", "anna", seen.Mark, []string{"PA"})
	wantError(t, err, game.ErrIllegal)
	_, err = h.Open(ctx, match.Header{ID: "m", Game: "spirit", Players: [2]match.Player{{Person: "ben"}, {Level: 1}}}, "ben")
	wantError(t, err, match.ErrExists)
	for _, players := range [][2]match.Player{{{Person: "anna"}, {}}, {{Person: "anna"}, {Level: 6}}, {{Person: "anna", Level: 1}, {Level: 1}}} {
		_, err = h.Open(ctx, match.Header{ID: "x", Game: "spirit", Players: players}, "anna")
		wantError(t, err, match.ErrNotFound)
	}
	if log := h.stored(t); len(log) != 2 {
		t.Errorf("refusals were stored: %v", log)
	}
}

func TestMarks(t *testing.T) { // C3.1
	h := newHall(t, firstLegal{})
	first := h.against(t, "m").Mark
	second := h.act(t, "anna", first, "RB").Mark
	if second == first {
		t.Fatalf("the mark stays %v", first)
	}
	before := h.stored(t)
	if again := h.act(t, "anna", first, "RB"); again.Mark != second {
		t.Errorf("a form sent twice sees %v, want %v", again.Mark, second)
	}
	_, err := h.Act(t.Context(), "m", "anna", first, []string{"RA"})
	wantError(t, err, match.ErrStale)
	for _, future := range []game.Mark{{Ply: second.Ply, Own: 1}, {Ply: 99}} {
		_, err = h.Act(t.Context(), "m", "anna", future, []string{"RA"})
		wantError(t, err, match.ErrStale)
	}
	if after := h.stored(t); !slices.Equal(after, before) {
		t.Errorf("the log changed from %v to %v", before, after)
	}
}

// TestBothMayCommitAtOnce holds that two pledges of one turn never make each other stale (C3.2).
func TestBothMayCommitAtOnce(t *testing.T) {
	h := newHall(t, firstLegal{})
	seen := h.between(t, "m", match.Player{Person: "ben"})
	for ply := 1; ply < 40 && !seen.Status.Result.Over; ply++ {
		mark := game.Mark{Ply: ply}
		var errs [2]error
		var done sync.WaitGroup
		for i, person := range []string{"anna", "ben"} {
			done.Go(func() { _, errs[i] = h.Act(context.Background(), "m", person, mark, []string{"AA"}) })
		}
		done.Wait()
		if err := errors.Join(errs[:]...); err != nil {
			t.Fatalf("ply %d: %v", ply, err)
		}
		var err error
		if seen, err = h.Look(t.Context(), "m", "anna"); err != nil {
			t.Fatal(err)
		}
		if seen.Status.Ply != ply+1 {
			t.Fatalf("ply %d: the match stands at %+v", ply, seen.Status)
		}
	}
}

func TestAPledgeIsItsOwnersAlone(t *testing.T) {
	h := newHall(t, firstLegal{})
	h.between(t, "m", match.Player{Person: "ben"})
	h.act(t, "anna", game.Mark{Ply: 1}, "FW")
	seen, err := h.Look(t.Context(), "m", "ben")
	if err != nil {
		t.Fatal(err)
	}
	if text := fmt.Sprintf("%+v", seen); strings.Contains(text, "FW") {
		t.Errorf("ben sees %s", text)
	}
	if seen.Status.ToAct != game.Only(game.Second) || seen.Mark != (game.Mark{Ply: 1}) {
		t.Errorf("ben is to act at %v, %+v", seen.Mark, seen.Status)
	}
	record, err := h.Export(t.Context(), "m", "ben")
	if err != nil || strings.Contains(record.String(), "FW") || record.Get(game.HeaderVisible) != "north" {
		t.Errorf("ben's record is\n%s\n%v", record, err)
	}
	own, err := h.Export(t.Context(), "m", "anna")
	if err != nil || !strings.Contains(own.String(), "S FW") {
		t.Errorf("anna's own record is\n%s\n%v", own, err)
	}
}

func TestARestartLosesNothing(t *testing.T) {
	h := newHall(t, firstLegal{})
	seen := h.against(t, "m")
	for range 5 {
		seen = h.act(t, "anna", seen.Mark, "RB")
	}
	h.open(t)
	again, err := h.Look(t.Context(), "m", "anna")
	if err != nil {
		t.Fatal(err)
	}
	if again.Board != seen.Board || again.Version != seen.Version || again.Mark != seen.Mark || fmt.Sprint(again.News) != fmt.Sprint(seen.News) {
		t.Errorf("after a restart\n%+v, before\n%+v", again, seen)
	}
	if err := h.Verify(t.Context(), "m"); err != nil {
		t.Error(err)
	}
}

func TestSweepAnswersForARequestThatDied(t *testing.T) { // C9.1
	h := newHall(t, firstLegal{})
	seen := h.against(t, "m")
	// The process died after the turn was stored and before the machine's next list was.
	log := h.stored(t)
	lines := []game.Entry{{Ply: 1, Seat: game.First, Action: "RB"}}
	status := game.Status{Ply: 2, ToAct: game.Both, Round: 1}
	if err := h.store.Append(t.Context(), "m", match.Change{Seq: len(log), Lines: lines, Status: status, At: start}); err != nil {
		t.Fatal(err)
	}
	for want := 1; want >= 0; want-- {
		n, err := h.Sweep(t.Context())
		if err != nil || n != want {
			t.Errorf("sweep answers in %d matches, %v; want %d", n, err, want)
		}
	}
	seen, err := h.Look(t.Context(), "m", "anna")
	if err != nil || seen.Status.ToAct != game.Only(game.First) {
		t.Errorf("after the sweep: %+v, %v", seen.Status, err)
	}
}

func TestAMachineThatFailsIsReplaced(t *testing.T) { // C9.3
	for name, ai := range map[string]firstLegal{
		"error": {fail: errors.New("no idea")}, "panic": {panics: true}, "illegal": {illegal: true},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHall(t, ai)
			seen := h.against(t, "m")
			seen = h.act(t, "anna", seen.Mark, "RB")
			if seen.Status.ToAct != game.Only(game.First) || seen.Status.Ply != 2 {
				t.Errorf("the match stands at %+v", seen.Status)
			}
			if !strings.Contains(h.log.String(), "match=m") {
				t.Errorf("the operator is not told: %q", h.log)
			}
		})
	}
}

func TestTheMachineIsAskedOncePerPly(t *testing.T) {
	var asked atomic.Int64
	h := newHall(t, firstLegal{asked: &asked})
	seen := h.against(t, "m")
	seen = h.act(t, "anna", seen.Mark, "RB")
	if _, err := h.Look(t.Context(), "m", "anna"); err != nil {
		t.Fatal(err)
	}
	if n := asked.Load(); n != 2 {
		t.Errorf("asked %d times in two plies", n)
	}
}

func TestReviewFrames(t *testing.T) {
	h := newHall(t, firstLegal{})
	seen := h.against(t, "m")
	boards := []any{nil, seen.Board}
	for range 3 {
		seen = h.act(t, "anna", seen.Mark, "RB")
		boards = append(boards, seen.Board)
	}
	for step := 1; step < len(boards); step++ {
		frame, err := h.Review(t.Context(), "m", "anna", step)
		if err != nil || frame.Step != step || frame.Steps != len(boards) {
			t.Fatalf("frame %d is %d of %d: %v", step, frame.Step, frame.Steps, err)
		}
		got, then := frame.Board.(spirit.Observation), boards[step].(spirit.Observation)
		then.Pledged = [2]bool{} // a frame shows no running turn
		if got != then {
			t.Errorf("frame %d shows\n%+v, then was\n%+v", step, got, then)
		}
	}
	for step, want := range map[int]int{-5: 0, 99: 4} {
		if frame, err := h.Review(t.Context(), "m", "anna", step); err != nil || frame.Step != want {
			t.Errorf("step %d shows frame %d, %v", step, frame.Step, err)
		}
	}
	h.act(t, "anna", seen.Mark, game.Resign)
	last, err := h.Review(t.Context(), "m", "anna", 99)
	if err != nil || !last.Status.Result.Over || last.Steps != 6 {
		t.Errorf("after resigning the last of %d frames is %+v, %v", last.Steps, last.Status, err)
	}
	if before, err := h.Review(t.Context(), "m", "anna", 4); err != nil || before.Status.Result.Over {
		t.Errorf("the frame before the end is %+v, %v", before.Status, err)
	}
}

func TestARecordReplaysToTheSameEnd(t *testing.T) {
	h := newHall(t, firstLegal{})
	h.between(t, "m", match.Player{Person: "ben"})
	rng := rand.New(rand.NewPCG(1, 1))
	for {
		anna, err := h.Look(t.Context(), "m", "anna")
		if err != nil {
			t.Fatal(err)
		}
		if anna.Status.Result.Over {
			break
		}
		// North commits first in every other turn; the record has the round's first player first all the same.
		order := []string{"anna", "ben"}
		if rng.IntN(2) == 0 {
			slices.Reverse(order)
		}
		for _, person := range order {
			seen, err := h.Look(t.Context(), "m", person)
			if err != nil {
				t.Fatal(err)
			}
			legal := spirit.Rules{}.Legal(seen.Board.(spirit.Observation))
			h.act(t, person, seen.Mark, legal[rng.IntN(len(legal))].String())
		}
	}
	record, err := h.Export(t.Context(), "m", "ben")
	if err != nil {
		t.Fatal(err)
	}
	read, err := game.ParseRecord(record.String())
	if err != nil {
		t.Fatal(err)
	}
	g := game.New(spirit.Info, spirit.Rules{}, firstLegal{})
	p, err := read.Replay(g, nil)
	if err != nil {
		t.Fatalf("%v in\n%s", err, record)
	}
	seen, err := h.Look(t.Context(), "m", "ben")
	if err != nil || p.Status() != seen.Status {
		t.Errorf("the record ends in %+v, the match in %+v, %v", p.Status(), seen.Status, err)
	}
	if !strings.Contains(record.String(), "# round 2") || record.Get("south") != "ANNA" {
		t.Errorf("the record is\n%s", record)
	}
}

func TestListsSayWhatWaits(t *testing.T) {
	h := newHall(t, firstLegal{})
	h.against(t, "one")
	two := h.against(t, "two")
	h.between(t, "three", match.Player{Person: "ben"})
	if _, err := h.Act(t.Context(), "two", "anna", two.Mark, []string{game.Resign}); err != nil {
		t.Fatal(err)
	}
	list, err := h.List(t.Context(), "anna")
	if err != nil {
		t.Fatal(err)
	}
	n, err := h.Waiting(t.Context(), "anna")
	if err != nil {
		t.Fatal(err)
	}
	waiting := 0
	for _, m := range list {
		if m.Waits() {
			waiting++
		}
	}
	if len(list) != 3 || waiting != 2 || n != 2 || list[2].ID != "two" {
		t.Errorf("%d matches, %d wait, %d counted, last is %s", len(list), waiting, n, list[2].ID)
	}
	if empty, err := h.List(t.Context(), ""); err != nil || len(empty) != 0 {
		t.Errorf("nobody has %v, %v", empty, err)
	}
}

func TestVerifyNamesWhatDiffers(t *testing.T) {
	h := newHall(t, firstLegal{})
	seen := h.against(t, "m")
	h.against(t, "n")
	h.act(t, "anna", seen.Mark, "RB")
	log := h.stored(t)
	lie := game.Status{Ply: 9, ToAct: game.Only(game.First), Round: 1}
	if err := h.store.Append(t.Context(), "m", match.Change{Seq: len(log), Lines: []game.Entry{{Ply: 2, Seat: game.First, Action: "RB"}}, Status: lie, At: start}); err != nil {
		t.Fatal(err)
	}
	found := map[string]error{}
	total, wrong, err := h.VerifyAll(t.Context(), func(id string, err error) { found[id] = err })
	if err != nil || total != 2 || wrong != 1 || found["m"] == nil || found["n"] != nil {
		t.Errorf("%d of %d differ: %v, %v", wrong, total, found, err)
	}
}

func BenchmarkAct(b *testing.B) {
	h := newHall(b, firstLegal{})
	seen := h.against(b, "m")
	b.ResetTimer()
	for b.Loop() {
		if seen.Status.Result.Over {
			b.StopTimer()
			h = newHall(b, firstLegal{})
			seen = h.against(b, "m")
			b.StartTimer()
		}
		legal := spirit.Rules{}.Legal(seen.Board.(spirit.Observation))
		seen = h.act(b, "anna", seen.Mark, legal[0].String())
	}
}

// BenchmarkReplay replays a log of 1,000 plies: matches of Spirit Duel end sooner, so it is a log of several.
func BenchmarkReplay(b *testing.B) {
	g := game.New(spirit.Info, spirit.Rules{}, firstLegal{})
	setup := game.Setup{Rules: spirit.RulesVersion}
	var logs [][]game.Entry
	rng := rand.New(rand.NewPCG(1, 1))
	for plies := 0; plies < 1000; {
		p, err := g.Start(setup)
		if err != nil {
			b.Fatal(err)
		}
		var log []game.Entry
		for seat := game.Chance; !p.Status().Result.Over && plies < 1000; {
			legal := p.Legal(seat)
			e := game.Entry{Ply: p.Status().Ply, Seat: seat, Action: legal[rng.IntN(len(legal))]}
			if p, _, err = p.Play(seat, e.Action); err != nil {
				b.Fatal(err)
			}
			log = append(log, e)
			if p.Status().Ply > e.Ply {
				plies++
				seat = game.First
			} else {
				seat = game.Second
			}
		}
		logs = append(logs, log)
	}
	b.ResetTimer()
	for b.Loop() {
		for _, log := range logs {
			if _, err := game.Replay(g, setup, log); err != nil {
				b.Fatal(err)
			}
		}
	}
}
