package match_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"salle/game"
	"salle/game/gametest"
	"salle/game/match"
	"salle/game/spirit"
)

// TestAThousandTurnsAtOnce lets both sides of ten duels commit at the same moment, a hundred times.
func TestAThousandTurnsAtOnce(t *testing.T) { // C3.2, C5.1
	c := newClockwork(t)
	var all sync.WaitGroup
	for n := range 10 {
		all.Go(func() { c.duels(t, fmt.Sprintf("m%d.", n), rand.New(rand.NewPCG(1, uint64(n)))) })
	}
	all.Wait()
}

// duels plays a hundred turns, in as many matches as that takes.
func (c *clockwork) duels(t *testing.T, name string, rng *rand.Rand) {
	id := ""
	for turn := range 100 {
		if id == "" {
			id = fmt.Sprint(name, turn)
			if err := c.opensDuel(id); err != nil {
				t.Error(err)
				return
			}
		}
		over, err := c.atOnce(id, rng)
		if err != nil {
			t.Errorf("turn %d of match %s: %v", turn, id, err)
			return
		}
		if over {
			id = ""
		}
	}
}

func (c *clockwork) opensDuel(id string) error {
	o := match.Offer{ID: "offer of " + id, Maker: "anna", Game: "spirit"}
	if _, err := c.Propose(context.Background(), o); err != nil {
		return err
	}
	_, err := c.Take(context.Background(), o.ID, "ben", id)
	return err
}

// atOnce lets both commit when a barrier falls, while one looks on, and sees that both lists are in the log.
func (c *clockwork) atOnce(id string, rng *rand.Rand) (over bool, err error) {
	ctx := context.Background()
	people := [2]string{"anna", "ben"}
	var lists [2]string
	var before [2]match.Seen
	for i, person := range people {
		if before[i], err = c.Look(ctx, id, person); err != nil {
			return false, err
		}
		legal := spirit.Rules{}.Legal(before[i].Board.(spirit.Observation))
		lists[i] = legal[rng.IntN(len(legal))].String()
	}
	var after [2]match.Seen
	var errs [3]error
	barrier := make(chan struct{})
	var all sync.WaitGroup
	for i, person := range people {
		all.Go(func() {
			<-barrier
			after[i], errs[i] = c.Act(ctx, id, person, before[i].Mark, []string{lists[i]})
		})
	}
	spy := rng.IntN(2)
	all.Go(func() {
		<-barrier
		errs[2] = c.peeks(id, people[spy], before[spy])
	})
	close(barrier)
	all.Wait()
	if err := errors.Join(errs[:]...); err != nil {
		return false, err
	}
	ply := before[0].Status.Ply
	_, log, err := c.Load(ctx, id, 0)
	if err != nil {
		return false, err
	}
	for i := range people {
		own := slices.DeleteFunc(slices.Clone(log), func(e game.Entry) bool { return e.Ply != ply || e.Seat != game.Seat(i) })
		if len(own) != 1 || own[0].Action != lists[i] {
			return false, fmt.Errorf("%v ordered %s, the log has %v", game.Seat(i), lists[i], own)
		}
	}
	last := after[0]
	if after[1].Status.Ply > last.Status.Ply || after[1].Status.Result.Over {
		last = after[1]
	}
	if !last.Status.Result.Over && last.Status.Ply != ply+1 {
		return false, fmt.Errorf("both have ordered, and the match stands at %+v", last.Status)
	}
	return last.Status.Result.Over, nil
}

// peeks looks at a match while its turn is done: until it is, a player reads nothing of the other's list.
func (c *clockwork) peeks(id, person string, before match.Seen) error {
	seen, err := c.Look(context.Background(), id, person)
	if err != nil || seen.Status.Ply != before.Status.Ply || seen.Status.Result.Over {
		return err
	}
	return reads(seen, before)
}

// reads compares what somebody sees during a turn with what he saw before: no more than who has committed.
func reads(seen, before match.Seen) error {
	lines := slices.DeleteFunc(slices.Clone(seen.Lines), func(l match.Line) bool {
		return l.Ply == before.Status.Ply && l.Seat == seen.Seat
	})
	if !slices.Equal(lines, before.Lines) {
		return fmt.Errorf("%v reads %v, before %v", seen.Seat, lines, before.Lines)
	}
	now, then := seen.Board.(spirit.Observation), before.Board.(spirit.Observation)
	now.Pledged, then.Pledged = [2]bool{}, [2]bool{}
	if now != then && seen.Status.ToAct.Has(seen.Seat) { // his own list he does see
		return fmt.Errorf("%v sees %+v, before %+v", seen.Seat, now, then)
	}
	return nil
}

func TestALoneListIsReadByNobodyElse(t *testing.T) { // C3.2, C5.1
	c := newClockwork(t)
	must(t, c.opensDuel("m"))
	for _, person := range []string{"anna", "ben", "anna"} {
		other := map[string]string{"anna": "ben", "ben": "anna"}[person]
		before := c.look(t, "m", other)
		c.goes(t, "m", person, "AB")
		seen := c.look(t, "m", other)
		must(t, reads(seen, before))
		seen.Status.ToAct, seen.Board, seen.Lines, seen.Version = before.Status.ToAct, before.Board, before.Lines, before.Version
		if fmt.Sprintf("%+v", seen) != fmt.Sprintf("%+v", before) {
			t.Errorf("%s sees\n%+v, before\n%+v", other, seen, before)
		}
		c.goes(t, "m", other, "BA")
	}
}

// follower is a match as the rules have it.
type follower struct {
	id       string
	people   [2]string
	position game.Position
	lines    int
}

// TestWhatWaitsIsCountedTheSameEverywhere compares the count, the list and the rules after each of a thousand actions in
// twenty matches. Cleo is another device of one who plays.
func TestWhatWaitsIsCountedTheSameEverywhere(t *testing.T) { // C2.1
	c := newClockwork(t)
	people := []string{"p0", "p1", "p2", "p3", "p4"}
	for _, person := range people {
		c.welcome(t, person)
	}
	rng := rand.New(rand.NewPCG(3, 3))
	var running []*follower
	for n, opened := 0, 0; n < 1000 && !t.Failed(); {
		for ; len(running) < 20; opened++ {
			pair := rng.Perm(len(people))
			running = append(running, c.followed(t, fmt.Sprint("m", opened), [2]string{people[pair[0]], people[pair[1]]}))
		}
		f := running[rng.IntN(len(running))]
		if !c.acts(t, f, rng) {
			continue
		}
		n++
		f.follow(t, c)
		running = slices.DeleteFunc(running, func(f *follower) bool { return f.position.Status().Result.Over })
		for _, person := range f.people {
			c.wantWaiting(t, person, person, running)
		}
		if slices.Contains(f.people[:], "p0") {
			c.wantWaiting(t, "cleo", "p0", running)
		}
	}
}

// followed opens a match; cleo acts in the seats of p0.
func (c *clockwork) followed(t *testing.T, id string, people [2]string) *follower {
	t.Helper()
	p, err := gametest.Pebbles.Start(game.Setup{Variant: "long", Rules: 1})
	must(t, err)
	c.playOffer(t, id, match.Offer{Maker: people[0], Game: "pebbles", Variant: "long"}, people[1])
	if slices.Contains(people[:], "p0") {
		must(t, c.NewLink(t.Context(), id, "p0", id))
		_, err := c.Sit(t.Context(), id, "cleo")
		must(t, err)
	}
	f := &follower{id: id, people: people, position: p}
	f.follow(t, c)
	return f
}

// acts lets somebody do something at random; false where he may not.
func (c *clockwork) acts(t *testing.T, f *follower, rng *rand.Rand) bool {
	t.Helper()
	person, actions := f.people[rng.IntN(2)], []string{game.Offer, game.Accept, game.Abort, game.Resign}
	action := fmt.Sprint(1 + rng.IntN(3))
	if rng.IntN(10) == 0 {
		action = actions[rng.IntN(len(actions))]
	}
	_, err := c.Act(t.Context(), f.id, person, c.look(t, f.id, person).Mark, []string{action})
	if err != nil && !errors.Is(err, game.ErrTurn) && !errors.Is(err, game.ErrIllegal) {
		t.Error(err)
	}
	return err == nil
}

// follow plays what has come to the log.
func (f *follower) follow(t *testing.T, c *clockwork) {
	t.Helper()
	_, log, err := c.Load(t.Context(), f.id, f.lines)
	must(t, err)
	for _, e := range log {
		f.position, _, err = f.position.Play(e.Seat, e.Action)
		must(t, err)
	}
	f.lines += len(log)
}

// wantWaiting compares for somebody, who acts as a player, what is counted, what is listed, and what the rules say.
func (c *clockwork) wantWaiting(t *testing.T, person, as string, running []*follower) {
	t.Helper()
	counted, err := c.Service.Waiting(t.Context(), person)
	must(t, err)
	list, err := c.List(t.Context(), person)
	must(t, err)
	var listed, want []string
	for _, m := range list {
		if m.Waits() {
			listed = append(listed, m.ID)
		}
	}
	for _, f := range running {
		for i, player := range f.people {
			if player == as && f.position.Status().ToAct.Has(game.Seat(i)) {
				want = append(want, f.id)
			}
		}
	}
	slices.Sort(listed)
	slices.Sort(want)
	if !slices.Equal(listed, want) || counted != len(want) {
		t.Errorf("for %s %v wait, listed are %v, counted %d", person, want, listed, counted)
	}
}
