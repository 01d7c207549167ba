package handlers_test

import (
	"database/sql"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"salle/game"
	"salle/game/catalog"
	"salle/game/match"
	"salle/game/spirit"
	"salle/views"
)

// ladderRules are those of Spirit Duel on grounds with a ladder, so that the ladder is tried on a game that is well known.
type ladderRules struct{ spirit.Rules }

func (r ladderRules) Start(setup game.Setup) (spirit.State, error) {
	if !slices.Contains(ladderInfo.Variants, setup.Variant) {
		return spirit.State{}, game.ErrVariant
	}
	setup.Variant = ""
	return r.Rules.Start(setup)
}

var ladderInfo = func() game.Info {
	info := spirit.Info
	info.Variants = []string{"training", "master", "training-quiet", "master-quiet"}
	info.Levels, info.LevelsOf, info.Ladder = 7, []int{3, 7, 3, 7}, []string{"master", "master-quiet"}
	return info
}()

func newLadderSite(t testing.TB) *site {
	t.Helper()
	ai, err := spirit.NewAI()
	if err != nil {
		t.Fatal(err)
	}
	return newSiteOf(t, 1, catalog.Of(game.New[spirit.State, spirit.Observation, spirit.Action](ladderInfo, ladderRules{}, ai)))
}

// rise puts who sits in a match at a place on the ladder, as if he had climbed there.
func (s *site) rise(t testing.TB, id string, at match.Standing, reached int) {
	t.Helper()
	raw, err := sql.Open("sqlite", s.path)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	if _, err := raw.Exec(`UPDATE standings SET dan = ?, points = ?, reached = ?`, at.Dan, at.Points, reached); err != nil {
		t.Fatal(err)
	}
}

// resign gives a match up.
func (b *browser) resign(p page) page {
	b.t.Helper()
	return b.press(p, "resign")
}

// meters lists what the meters of a page say.
func (p page) meters() []string {
	var said []string
	for _, n := range all(p.root, func(n *html.Node) bool { return attr(n, "class") == "meter" }) {
		said = append(said, attr(n, "aria-label"))
	}
	return said
}

func TestAGradedDuelFromTheHomePageToItsEnd(t *testing.T) {
	s := newLadderSite(t)
	b := s.newBrowser(t)
	home := b.get("/")
	if got := home.meters(); !slices.Equal(got, []string{"0 of 3 points"}) {
		t.Errorf("a newcomer's meter says %v", got)
	}
	_, action, second := home.form(t, "start-spirit-graded")
	p := b.press(home, "start-spirit-graded")
	if p.status != http.StatusOK || !strings.HasPrefix(p.path, "/matches/") {
		t.Fatalf("opened with status %d at %s", p.status, p.path)
	}
	if !strings.Contains(p.body, "Machine (1st dan)") {
		t.Errorf("the machine is not called by its dan:\n%s", p.body)
	}

	// The browser is closed, and another graded duel is begun from a page that was open all the while.
	second.Set("id", strings.Repeat("a", 26))
	second.Set("graded", "1")
	refused := b.post(action, second)
	back := refused.byID(t, "graded-back")
	if refused.status != http.StatusConflict || attr(back, "href") != p.path {
		t.Errorf("a second one: status %d, the way back is %q, want %q", refused.status, attr(back, "href"), p.path)
	}
	if said := text(refused.byID(t, "graded")); !strings.Contains(said, "No second graded duel") {
		t.Errorf("it says %q", said)
	}
	home = b.get("/")
	if attr(home.byID(t, "graded-back"), "href") != p.path || home.has("start-spirit-graded") {
		t.Errorf("the home page does not name the running one:\n%s", home.body)
	}
	if again := b.press(home, "start-spirit-master"); again.status != http.StatusOK || again.path == p.path {
		t.Errorf("practice beside it: status %d at %s", again.status, again.path)
	}

	over := b.resign(p)
	if got := over.meters(); !slices.Equal(got, []string{"0 of 3 points", "0 of 3 points"}) {
		t.Errorf("the end shows %v", got)
	}
	s.rise(t, p.matchID(), match.Standing{Dan: 4, Points: 2}, 5)
	next := b.press(over, "rematch")
	if !strings.Contains(next.body, "Machine (4th dan)") || next.path == p.path {
		t.Errorf("the next one at %s:\n%s", next.path, next.body)
	}
	over = b.resign(next)
	if got := over.meters(); !slices.Equal(got, []string{"2 of 3 points", "1 of 3 points"}) || !strings.Contains(text(over.byID(t, "climbed")), "4th dan (사단)") {
		t.Errorf("the end shows %v, %s", got, text(over.byID(t, "climbed")))
	}
	if b.get("/").has("graded") {
		t.Error("the home page still names one that is over")
	}
	if got := b.get(over.path).meters(); len(got) != 2 {
		t.Errorf("looked at again it shows %v", got)
	}
}

func TestPracticeIsOpenUpToTheGradeReached(t *testing.T) {
	s := newLadderSite(t)
	b := s.newBrowser(t)
	open := func() (open, locked int) {
		t.Helper()
		ground := b.get("/").byID(t, "ground-master")
		for _, n := range all(ground, func(n *html.Node) bool { return attr(n, "name") == "level" }) {
			if has(n, "disabled") {
				locked++
			} else {
				open++
			}
		}
		return open, locked
	}
	if n, locked := open(); n != 1 || locked != 6 {
		t.Errorf("a newcomer has %d open and %d locked", n, locked)
	}
	p := b.resign(b.press(b.get("/"), "start-spirit-graded"))
	s.rise(t, p.matchID(), match.Standing{Dan: 2}, 3)
	if n, locked := open(); n != 3 || locked != 4 {
		t.Errorf("who reached the third has %d open and %d locked", n, locked)
	}
	_, action, values := b.get("/").form(t, "start-spirit-master")
	if values.Get("level") != "2" {
		t.Errorf("proposed is level %s", values.Get("level"))
	}
	values.Set("level", "4")
	if p := b.post(action, values); p.status != http.StatusForbidden || !strings.Contains(p.body, wordsOf(t, "en").T("error.locked.title")) {
		t.Errorf("a grade not reached: status %d", p.status)
	}
	values.Set("level", "3")
	values["variant"] = []string{"master", "-quiet"}
	p = b.resign(b.post(action, values))
	if record := b.get("/matches/" + p.matchID() + "/record.txt").body; !strings.Contains(record, "\nvariant: master-quiet\n") {
		t.Errorf("the record is\n%s", record)
	}
	if got := p.meters(); len(got) != 0 {
		t.Errorf("practice ends with %v", got)
	}
	var options []string
	for _, n := range all(p.byID(t, "rematch-level"), tag("option")) {
		options = append(options, text(n))
	}
	if !slices.Equal(options, []string{"1st dan (초단)", "2nd dan (이단)", "3rd dan (삼단)"}) {
		t.Errorf("a rematch is offered against %v", options)
	}
	if again := b.press(p, "rematch"); !strings.Contains(again.body, "Machine (3rd dan)") {
		t.Errorf("the rematch is at %s:\n%s", again.path, again.body)
	}
}

func TestTheTrainingGroundHasItsLevels(t *testing.T) {
	b := newLadderSite(t).newBrowser(t)
	home := b.get("/")
	_, action, values := home.form(t, "start-spirit-training")
	if values.Get("variant") != "training" || values.Get("level") != "2" || !has(home.byID(t, "ground-training"), "open") {
		t.Errorf("the form is %v", values)
	}
	values.Set("level", "4")
	if p := b.post(action, values); p.status != http.StatusNotFound {
		t.Errorf("a fourth level: status %d", p.status)
	}
	values.Set("level", "3")
	p := b.resign(b.post(action, values))
	if got := len(all(p.byID(t, "rematch-level"), tag("option"))); got != 3 {
		t.Errorf("a rematch is offered at %d levels", got)
	}
	for _, bad := range []url.Values{
		{"id": {strings.Repeat("b", 26)}, "game": {"spirit"}, "variant": {"master", "-quiet"}, "graded": {"1"}},
		{"id": {strings.Repeat("b", 26)}, "game": {"spirit"}, "variant": {"training"}, "graded": {"1"}},
	} {
		if p := b.post("/matches", bad); p.status != http.StatusBadRequest {
			t.Errorf("%v: status %d", bad, p.status)
		}
	}
}

func TestPagesKnowTheLadder(t *testing.T) {
	if views.FullMeter != match.FullMeter || views.TopDan != match.TopDan {
		t.Errorf("pages show %d points and %d dan, the ladder has %d and %d", views.FullMeter, views.TopDan, match.FullMeter, match.TopDan)
	}
}
