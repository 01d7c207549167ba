package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"salle/game"
	"salle/game/shuriken"
	"salle/game/war"
)

// planned plans what is typed on a page.
func (b *browser) planned(p page, when, theirs, mine string) page {
	b.t.Helper()
	_, action, values := p.form(b.t, "plan")
	values.Set("when", when)
	values.Set("if", theirs)
	values.Set("then", mine)
	return b.post(action, values)
}

// glide is a glide that a player of Shuriken Duel has if it is his turn.
func (m *between) glide(seat game.Seat) string {
	o := m.acts[seat].seen().Board.(shuriken.Observation)
	position := o.Position()
	position.Turn = seat
	for _, move := range position.AppendMoves(nil) {
		if move.Verb == shuriken.Glide {
			return move.String()
		}
	}
	return ""
}

// step is a move of a unit that a side of the Game of War has if it is its turn.
func (m *between) step(side game.Seat) string {
	position := m.acts[side].seen().Board.(war.Observation).Position
	position.Side = side
	supply := position.Supply()
	for _, step := range position.AppendSteps(nil, &supply) {
		if step.Verb == war.Move {
			return step.String()
		}
	}
	return ""
}

// TestAPlanNeverShowsBeforeItIsPlayed holds that to everybody but its owner two duels look the same of which in one something
// is planned, until that happens; then it is played at once (C3.8, C5.1).
func TestAPlanNeverShowsBeforeItIsPlayed(t *testing.T) {
	var halls [2]*between
	for i := range halls {
		halls[i] = newSite(t, 1).between(t, "shuriken")
	}
	mover, waiter := halls[0].begin(t)
	halls[1].begin(t)
	theirs, mine := halls[0].glide(mover), halls[0].glide(waiter)

	m := halls[1]
	owner := m.players[waiter]
	owner.planned(owner.get(m.path()), "turn", strings.ToUpper(theirs), mine)
	owner.planned(owner.get(m.path()), "any", "", "pass")
	p := owner.get(m.path())
	if !p.has("unplan-0") || !p.has("unplan-1") || !strings.Contains(text(p.byID(t, "plans")), theirs) {
		t.Fatalf("after a reload the plans are not listed:\n%s", p.body)
	}
	owner.press(p, "unplan-1")
	for _, path := range []string{"", "?since=first.0.0.0", "/record", "/record.txt", "/talk?before=0"} {
		for _, who := range []func(*between) *browser{
			func(m *between) *browser { return m.players[mover] }, func(m *between) *browser { return m.looks },
		} {
			pair := [2]*browser{who(halls[0]), who(halls[1])}
			if path == "/record.txt" && pair[0] == halls[0].looks {
				continue // a running match's file is its players' alone
			}
			compare(t, pair, "a plan", func(b *browser) page { return b.get(m.path() + path) })
			compare(t, pair, "a plan", func(b *browser) page { return b.fragments().get(m.path() + path) })
		}
	}
	for _, h := range halls {
		b := h.players[mover]
		_, action, values := b.get(m.path()).form(t, "typed-go")
		values.Set("do", theirs)
		for range 2 { // sent twice
			if p := b.post(action, values); p.status != http.StatusOK {
				t.Fatalf("status %d:\n%s", p.status, p.body)
			}
		}
	}
	if got := halls[0].playedBy(t, m.id, waiter); len(got) != 1 {
		t.Errorf("without a plan played are %q", got)
	}
	if got := m.playedBy(t, m.id, waiter); len(got) != 2 || got[1] != mine {
		t.Errorf("with a plan played are %q", got)
	}
	if p := owner.get(m.path()); !p.has("plan") || p.has("unplan-0") {
		t.Error("the plan is still there, or no other can be made")
	}
}

// otherFlag lets another man than before carry a side's flag, and returns the step.
func (m *between) otherFlag(side game.Seat) string {
	enemy := m.acts[side]
	for _, a := range (shuriken.Rules{}).Legal(enemy.seen().Board.(shuriken.Observation)) {
		if !strings.HasPrefix(a.String(), "flag ") {
			continue
		}
		enemy.act(a.String())
		if enemy.seen().Board.(shuriken.Observation).CanReady() {
			return a.String()
		}
	}
	return ""
}

// TestAPlanKnowsNoMoreThanItsOwner holds that two duels which differ in the other's flag alone are the same to the owner of a
// plan, whether it is played or cannot be (C3.8, C5.1).
func TestAPlanKnowsNoMoreThanItsOwner(t *testing.T) {
	for _, answer := range []string{"", "a1-a9"} {
		var halls [2]*between
		for i := range halls {
			halls[i] = newSite(t, 1).between(t, "shuriken")
		}
		mover, waiter := game.First, game.Second
		if halls[0].acts[0].seen().Board.(shuriken.Observation).First == game.Second {
			mover, waiter = waiter, mover
		}
		hides := halls[1].otherFlag(mover)
		for _, h := range halls {
			h.begin(t)
		}
		theirs, mine := halls[0].glide(mover), halls[0].glide(waiter)
		if answer != "" {
			mine = answer
		}
		for _, h := range halls {
			owner := h.players[waiter]
			owner.planned(owner.get(h.path()), "turn", theirs, mine)
			h.acts[mover].act(theirs)
		}
		if one, two := halls[0].stored(t, halls[0].id), halls[1].stored(t, halls[1].id); len(one) >= len(two) {
			t.Fatalf("the enemies do not differ: %v and %v", one, two)
		}
		for _, path := range []string{"", "?since=first.0.0.0", "/record", "/record.txt"} {
			compare(t, [2]*browser{halls[0].players[waiter], halls[1].players[waiter]}, hides, func(b *browser) page {
				return b.get(halls[0].path() + path)
			})
		}
		p := halls[1].players[waiter].get(halls[1].path())
		if told := p.has("unplan-0"); told != (answer != "") {
			t.Errorf("that %s could not be played is told: %v", mine, told)
		}
	}
}

func TestAWholeTurnOfWarIsPlanned(t *testing.T) { // C3.8
	for _, c := range []struct {
		when, theirs string
		want         int // turns of the owner
	}{
		{"turn", "h5-i5 H7–I7", 1},
		{"turn", "H5-I5 H7-I7 end", 1},
		{"turn", "H5-I5", 0},
		{"turn", "H7-I7 H5-I5", 0},
		{"step", "h7 - i7", 1},
		{"any", "", 1},
	} {
		m := newSite(t, 1).between(t, "war")
		mover, waiter := m.begin(t)
		if mover != game.First {
			t.Fatal("south moves first: draw with another seed")
		}
		owner, answer := m.players[waiter], m.step(waiter)
		p := owner.planned(owner.get(m.path()), c.when, c.theirs, strings.ToLower(answer))
		if p.status != http.StatusOK || !p.has("unplan-0") {
			t.Fatalf("%s %q: status %d:\n%s", c.when, c.theirs, p.status, text(p.byID(t, "plans")))
		}
		m.acts[mover].act("H5-I5", "H7-I7", "end")
		got := m.playedBy(t, m.id, waiter)[1:]
		if want := []string{answer, "end"}[:2*c.want]; strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s %q: played are %q, want %q", c.when, c.theirs, got, want)
		}
	}
}

func TestAPlanThatIsRefusedIsKeptInTheForm(t *testing.T) { // C3.3
	m := newSite(t, 1).between(t, "shuriken")
	mover, waiter := m.begin(t)
	owner := m.players[waiter]
	p := owner.get(m.path())
	for _, c := range []struct {
		theirs, mine, key string
		status            int
	}{
		{"hello", m.glide(waiter), "plan.refused.notation", http.StatusUnprocessableEntity},
		{m.glide(mover), "resign", "plan.refused.notation", http.StatusUnprocessableEntity},
		{m.glide(mover), strings.Repeat("a1-a2 ", 100), "plan.refused.full", http.StatusUnprocessableEntity},
	} {
		got := owner.planned(p, "turn", c.theirs, c.mine)
		if got.status != c.status || !strings.HasPrefix(got.notice(t), wordsOf(t, "en").T(c.key, "n", 20)) || got.has("unplan-0") {
			t.Errorf("%.20q then %.20q: status %d, %q", c.theirs, c.mine, got.status, got.notice(t))
		}
		if kept := attr(got.byID(t, "plan-if"), "value"); kept != c.theirs {
			t.Errorf("kept is %q", kept)
		}
	}
	m.acts[mover].act(m.glide(mover))
	if got := owner.planned(p, "any", "", m.glide(waiter)); got.status != http.StatusConflict || got.notice(t) != wordsOf(t, "en").T("plan.refused.turn") {
		t.Errorf("too late: status %d, %q", got.status, got.notice(t))
	}
	if got := m.players[mover].post(m.path()+"/plans", url.Values{"do": {"other"}}); got.status != http.StatusBadRequest {
		t.Errorf("status %d", got.status)
	}
	if got := m.looks.post(m.path()+"/plans", url.Values{"do": {"add"}, "when": {"any"}, "then": {"pass"}, "ply": {"0.0"}}); got.status != http.StatusForbidden {
		t.Errorf("one who looks on plans: status %d", got.status)
	}
}
