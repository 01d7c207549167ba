package main

import (
	"context"
	stdsql "database/sql"
	"slices"
	"testing"
	"time"

	"salle/db"
	"salle/game"
	"salle/game/clock"
	"salle/game/match"
	"salle/game/spirit"
)

// judging is how much later than a deadline a house surely says so.
const judging = 2 * match.Grace

// correspondent plays against people, on a server that is killed.
type correspondent struct {
	*duelist
	writer *stdsql.DB
	person string
}

// A turn that is answered counts, whatever comes then; the time of whoever has sent none runs out with nobody there.
func TestATurnJustInTimeCountsThroughAKill(t *testing.T) { // C1.1, C1.3
	t.Parallel()
	c := correspondent{duelist: newDuelist(t)}
	c.begin()
	c.writer = c.connect("mode=rw&_pragma=busy_timeout(10000)")
	if err := c.reader.QueryRow("SELECT first_person FROM matches").Scan(&c.person); err != nil {
		t.Fatal(err)
	}
	c.server.kill()
	c.plays("intime", "never")
	c.server = serve(t, c.database)

	c.match, c.confirmed = "intime", map[int]string{}
	turn := c.choose()
	c.falls(time.Second)
	if !c.killAnswered(turn) {
		t.Fatal("the turn was not answered")
	}
	c.ages(judging)
	c.server = serve(t, c.database)

	c.match = "never"
	eventually(t, "the end of a match whose time has run out", func() bool { return c.position().Status().Result.Over })
	if got := c.position().Status().Result; got != game.Won(game.Second, game.ReasonTime) {
		t.Errorf("it has ended with %+v", got)
	}
	c.match = "intime"
	log := c.log()
	if got := lines(log, turn.ply, game.First); !slices.Equal(got, []string{turn.list}) || c.position().Status().Ply != turn.ply+1 {
		t.Errorf("%s was answered, the log is %v", turn.list, log)
	}
	if p := c.get(c.server, "/matches/intime"); p.element("confirm") == nil {
		t.Errorf("the match does not go on: status %d", p.status)
	}
	for _, seat := range []game.Seat{game.First, game.Second} {
		if left := time.Until(c.deadline(seat)); left < 23*time.Hour || left > 24*time.Hour {
			t.Errorf("the time of %v runs out in %v", seat, left)
		}
	}
	if got := call(t, "verify", "--db", c.database); got.code != 0 {
		t.Errorf("%+v", got)
	}
}

// plays opens matches of the visitor, who has no vacation left, against a rival who has sent his first turn.
func (c correspondent) plays(ids ...string) {
	c.t.Helper()
	ctx := context.Background()
	store, err := db.Open(ctx, c.database)
	if err != nil {
		c.t.Fatal(err)
	}
	defer store.Close()
	now := time.Now()
	if err := store.AddPerson(ctx, match.Person{ID: "rival", Name: "Rival", Created: now}); err != nil {
		c.t.Fatal(err)
	}
	had := match.Vacation{Begins: now.AddDate(0, 0, -match.VacationDays-1), Ends: now.AddDate(0, 0, -1)}
	if err := store.SaveVacation(ctx, c.person, had); err != nil {
		c.t.Fatal(err)
	}
	for _, id := range ids {
		h := match.Header{
			ID: id, Game: "spirit", Setup: game.Setup{Rules: spirit.RulesVersion}, Created: now,
			Players: [2]match.Player{{Person: c.person}, {Person: "rival"}}, Clock: clock.Settings{Turn: 24 * time.Hour},
		}
		h.Times.Sides[game.First] = h.Clock.Start(h.Clock.New(), now)
		log := []game.Entry{{Seat: game.Chance, Action: "first S"}, {Ply: 1, Seat: game.Second, Action: "AA"}}
		p, err := game.Replay(plain, h.Setup, log)
		if err != nil {
			c.t.Fatal(err)
		}
		if err := store.Create(ctx, h, log, p.Status()); err != nil {
			c.t.Fatal(err)
		}
	}
}

// falls lets the time of every first turn run out after a while.
func (c correspondent) falls(in time.Duration) {
	c.t.Helper()
	_, err := c.writer.Exec(`UPDATE clocks SET since = ?1, left_ms = ?2, deadline = ?1 + ?2 WHERE seat = 0 AND since IS NOT NULL`,
		time.Now().UnixMilli(), in.Milliseconds())
	if err != nil {
		c.t.Fatal(err)
	}
}

// ages lets everything on clocks have begun earlier, as if so much time had passed.
func (c correspondent) ages(d time.Duration) {
	c.t.Helper()
	_, err := c.writer.Exec(`UPDATE clocks SET since = since - ?1, deadline = deadline - ?1 WHERE since IS NOT NULL`, d.Milliseconds())
	if err != nil {
		c.t.Fatal(err)
	}
}

// deadline is when the time of a seat runs out.
func (c correspondent) deadline(seat game.Seat) time.Time {
	c.t.Helper()
	var at int64
	if err := c.reader.QueryRow("SELECT deadline FROM clocks WHERE match_id = ? AND seat = ?", c.match, seat).Scan(&at); err != nil {
		c.t.Fatal(err)
	}
	return time.UnixMilli(at)
}
