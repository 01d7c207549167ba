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
	"salle/game/shuriken"
)

// parlour is a hall of Shuriken Duel in which anna and ben play, others may look on, and time passes as a test says.
type parlour struct {
	*match.Service
	store *db.DB
	path  string
	late  atomic.Int64 // a time.Duration after start
}

func newParlour(t testing.TB) *parlour {
	t.Helper()
	p := &parlour{path: filepath.Join(t.TempDir(), "salle.db")}
	p.open(t)
	for _, id := range []string{"anna", "ben", "cleo", "dora"} {
		if err := p.store.AddPerson(t.Context(), match.Person{ID: id, Name: strings.ToUpper(id), Created: start}); err != nil {
			t.Fatal(err)
		}
	}
	_, err := p.Open(t.Context(), match.Header{
		ID: "m", Game: "shuriken", Setup: game.Setup{Variant: shuriken.VariantOf(shuriken.Training, false)}, Watched: true,
		Players: [2]match.Player{{Person: "anna"}, {Person: "ben"}},
	}, "anna")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// open starts the service anew on the same file, with nothing in memory.
func (p *parlour) open(t testing.TB) {
	t.Helper()
	p.store = reopened(t, p.store, p.path)
	p.serve(p.store)
}

// serve starts the service anew on a store.
func (p *parlour) serve(store match.Store) {
	var draws atomic.Uint64
	rng := func() *rand.Rand { return rand.New(rand.NewPCG(7, draws.Add(1))) }
	clock := func() time.Time { return start.Add(time.Duration(p.late.Load())) }
	games := catalog.Of(game.New(shuriken.Info, shuriken.Rules{}, nobody{}))
	p.Service = match.New(store, games, clock, rng, slog.New(slog.DiscardHandler))
}

// nobody is a machine that is never asked.
type nobody struct{}

func (nobody) Choose(context.Context, shuriken.Observation, game.Budget) ([]shuriken.Action, error) {
	return nil, errors.New("nobody plays")
}

func (p *parlour) look(t testing.TB, person string) match.Seen {
	t.Helper()
	seen, err := p.Look(t.Context(), "m", person)
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

func (p *parlour) says(t testing.TB, person, text string) match.Seen {
	t.Helper()
	seen, err := p.Say(t.Context(), "m", person, p.look(t, person).Talk.Own, text)
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

// heard are the remarks that a person reads, each led by its speaker.
func (p *parlour) heard(t testing.TB, person string) []string {
	t.Helper()
	seen := p.look(t, person)
	if seen.Talked != seen.Talk.Before+len(seen.Talk.Said) {
		t.Errorf("%s hears %d and is shown %d after %d", person, seen.Talked, len(seen.Talk.Said), seen.Talk.Before)
	}
	var list []string
	for _, s := range seen.Talk.Said {
		list = append(list, s.Name+": "+s.Text)
	}
	return list
}

func (p *parlour) wantHeard(t testing.TB, person string, want ...string) {
	t.Helper()
	if got := p.heard(t, person); !slices.Equal(got, want) {
		t.Errorf("%s hears %q, want %q", person, got, want)
	}
}

func TestPlayersAndThoseWhoLookOnDoNotHearOneAnother(t *testing.T) { // C5.5
	p := newParlour(t)
	p.says(t, "anna", "hello")
	p.says(t, "cleo", "anna looks nervous")
	p.says(t, "ben", "hi")
	p.wantHeard(t, "anna", "ANNA: hello", "BEN: hi")
	p.wantHeard(t, "ben", "ANNA: hello", "BEN: hi")
	p.wantHeard(t, "cleo", "CLEO: anna looks nervous")
	p.wantHeard(t, "", "CLEO: anna looks nervous")
	if _, err := p.Act(t.Context(), "m", "ben", p.look(t, "ben").Mark, []string{game.Resign}); err != nil {
		t.Fatal(err)
	}
	for _, person := range []string{"anna", "ben", "cleo", "dora", ""} {
		p.wantHeard(t, person, "ANNA: hello", "CLEO: anna looks nervous", "BEN: hi")
	}
}

func TestARemarkSentTwiceIsMadeOnce(t *testing.T) { // C3.1, C3.4
	p := newParlour(t)
	p.says(t, "ben", "hi")
	var done sync.WaitGroup
	for range 20 {
		done.Go(func() {
			if _, err := p.Say(t.Context(), "m", "anna", 0, "hello"); err != nil {
				t.Error(err)
			}
		})
	}
	done.Wait()
	p.wantHeard(t, "anna", "BEN: hi", "ANNA: hello")
	// Another remark on a page that does not show the first is no repetition, nor is the same one said again later.
	if _, err := p.Say(t.Context(), "m", "anna", 0, "how are you"); err != nil {
		t.Fatal(err)
	}
	p.says(t, "anna", "hello")
	p.wantHeard(t, "ben", "BEN: hi", "ANNA: hello", "ANNA: how are you", "ANNA: hello")
}

func TestWhatIsTooMuchIsNotSaid(t *testing.T) {
	p := newParlour(t)
	for _, c := range []struct {
		text string
		want error
	}{
		{"", match.ErrSilent},
		{strings.Repeat("말", match.MaxRemark), nil},
		{strings.Repeat("말", match.MaxRemark+1), match.ErrLong},
	} {
		if _, err := p.Say(t.Context(), "m", "anna", 0, c.text); !errors.Is(err, c.want) {
			t.Errorf("%d bytes: error %v, want %v", len(c.text), err, c.want)
		}
	}
	for n := range 9 {
		p.says(t, "anna", fmt.Sprint(n))
	}
	seen, err := p.Say(t.Context(), "m", "anna", 10, "one more")
	if !errors.Is(err, match.ErrHaste) || seen.Talk.Own != 10 {
		t.Fatalf("error %v with %d said, want %v", err, seen.Talk.Own, match.ErrHaste)
	}
	p.says(t, "ben", "slowly, please") // what one says keeps nobody else
	if _, err := p.Say(t.Context(), "m", "anna", 9, "8"); err != nil {
		t.Errorf("what was sent before is refused: %v", err)
	}
	p.late.Store(int64(time.Minute))
	p.says(t, "anna", "one more")
}

func TestTheMutedAreNotHeardByTheirMuterAlone(t *testing.T) {
	p := newParlour(t)
	p.says(t, "ben", "hurry")
	p.says(t, "cleo", "well well")
	p.says(t, "dora", "shush")
	key := p.look(t, "anna").Talk.Said[0].Key
	seen, err := p.Mute(t.Context(), "m", "anna", key, true)
	if err != nil || len(seen.Talk.Said) != 0 || seen.Talked != 0 || len(seen.Talk.Muted) != 1 || seen.Talk.Muted[0].Name != "BEN" {
		t.Fatalf("after muting: %+v, %v", seen.Talk, err)
	}
	p.says(t, "ben", "hurry up")
	p.wantHeard(t, "anna")
	p.wantHeard(t, "ben", "BEN: hurry", "BEN: hurry up")
	if muted := p.look(t, "ben").Talk.Muted; muted != nil {
		t.Errorf("ben is told of %v", muted)
	}
	if _, err := p.Mute(t.Context(), "m", "anna", key, false); err != nil {
		t.Fatal(err)
	}
	p.wantHeard(t, "anna", "BEN: hurry", "BEN: hurry up")

	shush := p.look(t, "cleo").Talk.Said[1].Key
	if strings.Contains(shush, "dora") {
		t.Errorf("the key %q tells who it is", shush)
	}
	if _, err := p.Mute(t.Context(), "m", "cleo", shush, true); err != nil {
		t.Fatal(err)
	}
	p.wantHeard(t, "cleo", "CLEO: well well")
	p.wantHeard(t, "dora", "CLEO: well well", "DORA: shush")
	for _, key := range []string{shush, "0", "x", ""} { // those whom she does not hear, herself, nobody
		if _, err := p.Mute(t.Context(), "m", "anna", key, true); !errors.Is(err, match.ErrNotFound) {
			t.Errorf("anna mutes %q: %v", key, err)
		}
	}
}

func TestNotesAreTheirWritersAlone(t *testing.T) {
	p := newParlour(t)
	secret := "the flag stands on b2"
	for _, c := range []struct{ person, text string }{{"anna", secret}, {"cleo", "looks on"}} {
		if _, err := p.Note(t.Context(), "m", c.person, c.text); err != nil {
			t.Fatal(err)
		}
	}
	p.open(t)
	for person, want := range map[string]string{"anna": secret, "ben": "", "cleo": "looks on", "dora": "", "": ""} {
		if got := p.look(t, person).Talk.Notes; got != want {
			t.Errorf("%s reads %q, want %q", person, got, want)
		}
	}
	if err := p.store.Hold(t.Context(), "m", game.First, "dora"); err != nil { // anna on another device
		t.Fatal(err)
	}
	if got := p.look(t, "dora").Talk.Notes; got != secret {
		t.Errorf("on another device: %q", got)
	}
	if _, err := p.Note(t.Context(), "m", "anna", strings.Repeat("x", match.MaxNotes+1)); !errors.Is(err, match.ErrLong) {
		t.Errorf("error %v", err)
	}
	if seen, err := p.Note(t.Context(), "m", "anna", ""); err != nil || seen.Talk.Notes != "" {
		t.Errorf("%q, %v", seen.Talk.Notes, err)
	}
}

func TestNobodySpeaksInAMatchOfOthersOrWithoutAName(t *testing.T) {
	p := newParlour(t)
	_, err := p.Open(t.Context(), match.Header{
		ID: "private", Game: "shuriken", Players: [2]match.Player{{Person: "anna"}, {Person: "ben"}},
	}, "anna")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Say(t.Context(), "private", "cleo", 0, "hello"); !errors.Is(err, match.ErrNotYours) {
		t.Errorf("error %v", err)
	}
	if _, err := p.Say(t.Context(), "m", "", 0, "hello"); !errors.Is(err, match.ErrNotYours) {
		t.Errorf("error %v", err)
	}
	if _, err := p.Earlier(t.Context(), "private", "cleo", 5); !errors.Is(err, match.ErrNotYours) {
		t.Errorf("error %v", err)
	}
}

func TestLongTalkIsReadPageByPage(t *testing.T) {
	p := newParlour(t)
	const n = 2*match.TalkPage + 50
	for i := range n {
		p.late.Add(int64(time.Minute))
		if err := p.store.Say(t.Context(), "m", match.Remark{Voice: match.Voice{Seat: game.Seat(i % 2)}, Text: fmt.Sprint(i), At: start},
			"anna", i, n, start); err != nil {
			t.Fatal(err)
		}
	}
	seen := p.look(t, "ben")
	if seen.Talk.Before != n-match.TalkPage || seen.Talk.Said[0].Text != fmt.Sprint(n-match.TalkPage) {
		t.Fatalf("%d before %q", seen.Talk.Before, seen.Talk.Said[0].Text)
	}
	middle, err := p.Earlier(t.Context(), "m", "ben", seen.Talk.Before)
	if err != nil || len(middle.Talk.Said) != match.TalkPage || middle.Talk.Before != 50 {
		t.Fatalf("the second page has %d remarks, %d before, %v", len(middle.Talk.Said), middle.Talk.Before, err)
	}
	first, err := p.Earlier(t.Context(), "m", "ben", middle.Talk.Before)
	if err != nil || len(first.Talk.Said) != 50 || first.Talk.Before != 0 || first.Talk.Said[0].Text != "0" {
		t.Fatalf("the first page has %d remarks, %d before, %v", len(first.Talk.Said), first.Talk.Before, err)
	}
}
