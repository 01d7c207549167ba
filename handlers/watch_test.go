package handlers_test

import (
	"bytes"
	"context"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"salle/game"
	"salle/game/clock"
	"salle/game/match"
	"salle/handlers"
)

// TestLookingOnShowsNothingOfAChoice: two matches that differ in what Anna has chosen look alike to a stranger, to a guest
// and, in the picture of the position, to anybody. C5.1, C5.2
func TestLookingOnShowsNothingOfAChoice(t *testing.T) {
	var answers [2][]page
	for i, choice := range []string{"FA", "BW"} {
		m := newSite(t, 7).between(t, "spirit")
		m.acts[0].act(choice)
		for _, path := range []string{"", "?since=spectator.0.0.0", "/record", "/record?step=0", "/position.svg", "/position.png"} {
			p := m.strange.get(m.path() + path)
			if p.status != http.StatusOK {
				t.Fatalf("%s answers %d", path, p.status)
			}
			answers[i] = append(answers[i], p, m.looks.get(m.path()+path))
		}
		if own := m.players[0].get(m.path()).body; !strings.Contains(own, `name="ply"`) {
			t.Error("a player who opens his match is a spectator of it")
		}
	}
	for i, one := range answers[0] {
		if two := answers[1][i]; one.body != two.body || one.header.Get("Content-Length") != two.header.Get("Content-Length") {
			t.Errorf("%s tells what Anna has chosen", one.path)
		}
	}
}

func TestAMatchIsWatchedOnlyWhereItsPlayersLetOthers(t *testing.T) { // C5.2
	s := newSite(t, 1)
	m := s.between(t, "spirit")
	private := strings.Repeat("q", 26)
	_, err := s.matches.Open(context.Background(), match.Header{
		ID: private, Game: "spirit", Players: [2]match.Player{{Person: m.acts[0].person}, {Person: m.acts[1].person}},
	}, m.acts[0].person)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", "/record", "/record.txt", "/position.svg", "/position.png"} {
		if p := m.looks.get("/matches/" + private + path); p.status != http.StatusForbidden {
			t.Errorf("%s of a private match answers a stranger %d", path, p.status)
		}
	}
}

func TestAStepOfARunningMatchShowsWhatWasSeenThen(t *testing.T) { // C5.3
	m := newSite(t, 1).between(t, "spirit")
	first := m.strange.get(m.path() + "/record?step=0").body
	m.acts[0].act("FA")
	m.acts[1].act("FB")
	m.acts[0].act("BR")
	for _, b := range []*browser{m.strange, m.players[0], m.players[1]} {
		for _, step := range []string{"0", "1", "99"} {
			if p := b.get(m.path() + "/record?step=" + step); p.status != http.StatusOK {
				t.Errorf("step %s answers %d", step, p.status)
			}
		}
	}
	// The way on is new; the board of the first step is not.
	board := func(body string) string {
		return body[strings.Index(body, `class="room`):strings.Index(body, `class="steps`)]
	}
	if again := m.strange.get(m.path() + "/record?step=0").body; board(again) != board(first) {
		t.Error("the first step is shown otherwise than it was")
	}
	if p := m.strange.get(m.path() + "/record.txt"); p.status != http.StatusForbidden {
		t.Errorf("a running match's record is given to a stranger: %d", p.status)
	}
	if p := m.players[1].get(m.path() + "/record.txt"); strings.Contains(p.body, "BR") {
		t.Errorf("a record shows what the other has chosen:\n%s", p.body)
	}
	m.acts[1].act(game.Resign)
	if p := m.strange.get(m.path() + "/record.txt"); p.status != http.StatusOK || !strings.Contains(p.body, "BR") {
		t.Errorf("a finished match's record answers %d:\n%s", p.status, p.body)
	}
}

func TestAPreviewShowsThePosition(t *testing.T) {
	public := func(c *handlers.Config) { c.BaseURL = &url.URL{Scheme: "https", Host: "duels.example"} }
	games, err := realGames()
	if err != nil {
		t.Fatal(err)
	}
	m := newSiteOf(t, 1, games, public).between(t, "war")
	want := "https://duels.example" + m.path() + "/position.png"
	if p := m.strange.get(m.path()); !strings.Contains(p.body, `property="og:image" content="`+want+`"`) {
		t.Error("the page names no picture of itself")
	}
	picture, err := png.Decode(bytes.NewReader([]byte(m.strange.get(m.path() + "/position.png").body)))
	if err != nil || picture.Bounds().Dx() != 1200 {
		t.Errorf("the picture: %v", err)
	}
}

// timed opens a match of two people with a clock.
func (m *between) timed(t testing.TB, control string) string {
	t.Helper()
	settings, err := clock.Parse(control)
	if err != nil {
		t.Fatal(err)
	}
	id := strings.Repeat("t", 26)
	_, err = m.matches.Open(context.Background(), match.Header{
		ID: id, Game: "spirit", Clock: settings, Players: [2]match.Player{{Person: m.acts[0].person}, {Person: m.acts[1].person}},
	}, m.acts[0].person)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// TestADeadlineIsShownInTheVisitorsZone: three days from the evening before summer time ends in Warsaw are 72 hours, and
// end an hour earlier on the wall. C1.9
func TestADeadlineIsShownInTheVisitorsZone(t *testing.T) {
	s := newSite(t, 1)
	begin := time.Date(2026, time.October, 24, 16, 0, 0, 0, time.UTC)
	s.late.Store(int64(begin.Sub(today)))
	m := s.between(t, "spirit")
	path := "/matches/" + m.timed(t, "3d")
	if p := m.players[0].get(path); !strings.Contains(p.body, "2026-10-27 16:00 UTC") || !strings.Contains(p.body, "3 days left") {
		t.Error("without a zone the deadline is not told in UTC")
	}
	m.players[0].post("/zone", url.Values{"zone": {"Europe/Warsaw"}})
	for _, at := range []string{path, "/"} {
		p := m.players[0].get(at)
		if !strings.Contains(p.body, "2026-10-27 17:00 CET") || !strings.Contains(p.body, `datetime="2026-10-27T16:00:00Z"`) {
			t.Errorf("%s does not tell the deadline in Warsaw's time", at)
		}
	}
	s.late.Add(int64(25 * time.Hour))
	if p := m.players[0].get(path); !strings.Contains(p.body, "1 day 23 hours left") {
		t.Error("a day and an hour later there are not 47 hours left")
	}
	if p := m.players[0].post("/zone", url.Values{"zone": {"Europe/Atlantis"}}); p.status != http.StatusUnprocessableEntity {
		t.Errorf("a zone that nobody knows answers %d", p.status)
	}
}

// TestNoMatchIsEndedBeforeItsTimeOrTakenAway: C1.4.
func TestNoMatchIsEndedBeforeItsTimeOrTakenAway(t *testing.T) {
	s := newSite(t, 1)
	m := s.between(t, "spirit")
	timed := m.timed(t, "14d")
	sweep := func() {
		if _, err := s.matches.Sweep(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	s.late.Store(int64(14*24*time.Hour - time.Second))
	sweep()
	if got := (actor{t, s, timed, m.acts[0].person}).seen().Status.Result; got.Over {
		t.Errorf("a second before its time the match ended: %+v", got)
	}
	for range 60 { // vacation is taken by itself, day by day
		s.late.Add(int64(24 * time.Hour))
		sweep()
	}
	if got := (actor{t, s, timed, m.acts[0].person}).seen().Status.Result; got.Reason != game.ReasonTime {
		t.Errorf("after its time and all vacation: %+v", got)
	}
	s.late.Add(int64(10 * 365 * 24 * time.Hour))
	sweep()
	if m.acts[0].seen().Status.Result.Over {
		t.Error("a match without a clock ended by itself")
	}
	for _, id := range []string{timed, m.id} {
		for _, a := range []actor{{t, s, id, m.acts[0].person}, {t, s, id, m.acts[1].person}} {
			if a.seen().ID != id {
				t.Errorf("match %s is gone", id)
			}
		}
	}
}

func TestTheListShowsEveryMatchThatWaits(t *testing.T) { // C2.2
	const all = 300
	s := newSite(t, 1)
	b, person := s.guest(t, "Anna", "spirit")
	for i := range all - 1 {
		id := strings.Repeat("a", 23) + string([]byte{letterOf(i / 400), letterOf(i / 20), letterOf(i)})
		_, err := s.matches.Open(context.Background(), match.Header{
			ID: id, Game: "spirit", Players: [2]match.Player{{Person: person}, {Level: 1}},
		}, person)
		if err != nil {
			t.Fatal(err)
		}
	}
	p := b.get("/")
	if n := strings.Count(p.body, "tag turn-yours"); n != all {
		t.Errorf("%d of %d matches that wait are in the list", n, all)
	}
	if !strings.Contains(p.body, ">300<") {
		t.Error("the header does not count them all")
	}
}

// letterOf is one of twenty letters.
func letterOf(i int) byte { return byte('b' + i%20) }

// TestACookieIsSecureExactlyWhereTheSiteIs: C4.4.
func TestACookieIsSecureExactlyWhereTheSiteIs(t *testing.T) {
	games, err := realGames()
	if err != nil {
		t.Fatal(err)
	}
	for _, secure := range []bool{false, true} {
		keys := handlers.NewSessions(newSiteOf(t, 1, games).db, time.Now, secure, []byte("a key of thirty-two bytes or more"))
		s := newSiteOf(t, 1, games, func(c *handlers.Config) { c.Sessions = keys })
		jar := s.newBrowser(t)
		r, err := http.NewRequest(http.MethodPost, s.URL+"/language", strings.NewReader("lang=ko"))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("X-Forwarded-Proto", "https") // a forged header changes nothing
		jar.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		answer, err := jar.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		cookies := answer.Cookies()
		if len(cookies) != 1 || cookies[0].Secure != secure || cookies[0].SameSite != http.SameSiteLaxMode {
			t.Errorf("secure site %t: %v", secure, cookies)
		}
	}
}
