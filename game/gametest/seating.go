package gametest

import (
	"errors"

	"salle/game"
)

// seating is one random match of the sealed game, at which players also resign, offer draws and run out of time.
type seating[S game.State, O any, A game.Action] struct {
	Subject[S, O, A]
	reporter
	chance

	at      game.Position
	log     []game.Entry
	offered game.Seat  // who should have an offer standing; Spectator: nobody
	acted   game.Seats // at this ply, in the game
}

func newSeating[S game.State, O any, A game.Action](s Subject[S, O, A], r reporter, c chance) *seating[S, O, A] {
	p, err := game.New(s.Info, s.Rules, s.AI).Start(s.Setup)
	if err != nil {
		r.Fatalf("a match with a known setup begins: %v", err)
	}
	return &seating[S, O, A]{Subject: s, reporter: r, chance: c, at: p, offered: game.Spectator}
}

// match plays to the end, be it the game's or the table's.
func (m *seating[S, O, A]) match() {
	for len(m.log) < maxActions {
		status := m.at.Status()
		m.tryReaders(status)
		if m.at.Offer() != m.offered {
			m.Fatalf("an offer stands until the other has acted: offered by %s, want %s\nlog %v", m.at.Offer(), m.offered, m.log)
		}
		if status.Result.Over {
			m.tryOver(status)
			return
		}
		m.tryTurns(status)
		if status.ToAct == game.Both && m.offered == game.Spectator {
			m.tryOfferCommutes()
		}
		if m.draw(4) == 0 {
			m.tableAction(status)
		} else {
			m.gameAction(status)
		}
	}
	m.Fatalf("matches end: %d actions were played and nobody has won", len(m.log))
}

// gameAction plays an action of the game and lets an offer lapse.
func (m *seating[S, O, A]) gameAction(status game.Status) {
	var owing []game.Seat
	for _, seat := range seats {
		if status.ToAct.Has(seat) {
			owing = append(owing, seat)
		}
	}
	by := owing[m.draw(len(owing))]
	m.at = m.play(m.at, by, m.pick(m.at, by))
	m.acted = m.acted.With(by)
	now := m.at.Status()
	if now.Ply != status.Ply {
		if m.offered.Plays() && m.acted.Has(m.offered.Other()) {
			m.offered = game.Spectator
		}
		m.acted = game.Nobody
	}
	if now.Result.Over {
		m.offered = game.Spectator
	}
}

// pick chooses what a seat that owes an action does.
func (m *seating[S, O, A]) pick(p game.Position, by game.Seat) string {
	if by == game.Chance {
		return p.Draw(source(m.side(1 << 30)))
	}
	legal := p.Legal(by)
	return legal[m.draw(len(legal))]
}

// play plays what must be accepted, and looks whether the position it was played in is as it was.
func (m *seating[S, O, A]) play(p game.Position, by game.Seat, action string) game.Position {
	before := p.Status()
	next, _, err := p.Play(by, action)
	if err != nil {
		m.Fatalf("%s may do %s: %v\nlog %v", by, action, err, m.log)
	}
	if p.Status() != before {
		m.Fatalf("a position never changes: %s by %s took its status from %+v to %+v", action, by, before, p.Status())
	}
	m.log = append(m.log, game.Entry{Ply: before.Ply, Seat: by, Action: action})
	return next
}

// tableAction lets a player do one of the table's own actions, whether it is his turn or not.
func (m *seating[S, O, A]) tableAction(status game.Status) {
	by := game.Seat(m.draw(2))
	// The two that end a match come up less often than the others, so that offers meet the game's own actions.
	action := []string{game.Offer, game.Offer, game.Offer, game.Accept, game.Offer, game.Accept, game.Resign, game.Time}[m.draw(8)]
	want := status
	switch {
	case action == game.Offer && m.offered == game.Spectator:
		m.offered = by
	case action == game.Offer, action == game.Accept && m.offered != by.Other():
		m.refused(by, action, game.ErrIllegal)
		return
	case action == game.Accept:
		want.Result = game.Drawn(game.ReasonAgreed)
	default:
		want.Result = game.Won(by.Other(), action) // the reasons are written like the actions
	}
	if want.Result.Over {
		want.ToAct, m.offered = game.Nobody, game.Spectator
	}
	m.at = m.play(m.at, by, action)
	if got := m.at.Status(); got != want {
		m.Fatalf("%s by %s leads to status %+v, got %+v\nlog %v", action, by, want, got, m.log)
	}
}

func (m *seating[S, O, A]) refused(by game.Seat, action string, want error) {
	if _, _, err := m.at.Play(by, action); !errors.Is(err, want) {
		m.Fatalf("%s by %s is refused as %q: got %v\nlog %v", action, by, want, err, m.log)
	}
}

// tryTurns: who owes nothing has nothing to choose from and is told that it is not his turn; only players use the table.
func (m *seating[S, O, A]) tryTurns(status game.Status) {
	for _, seat := range seats {
		if status.ToAct.Has(seat) != (len(m.at.Legal(seat)) > 0) {
			m.Fatalf("to act means to have legal actions: to act are %s, %s has %v", names(status.ToAct), seat, m.at.Legal(seat))
		}
		if !seat.Plays() {
			m.refused(seat, game.Resign, game.ErrNotation)
		}
		for _, e := range m.log {
			if !status.ToAct.Has(seat) && !game.IsTable(e.Action) {
				m.refused(seat, e.Action, game.ErrTurn)
				break
			}
		}
	}
	m.refused(game.First, "\x00", game.ErrNotation)
}

// tryOver: after the end nobody does anything.
func (m *seating[S, O, A]) tryOver(status game.Status) {
	if status.ToAct != game.Nobody {
		m.Fatalf("nobody is to act after the end: %s are\nlog %v", names(status.ToAct), m.log)
	}
	for _, seat := range seats {
		if legal := m.at.Legal(seat); len(legal) > 0 {
			m.Fatalf("nobody has legal actions after the end: %s has %v\nlog %v", seat, legal, m.log)
		}
		for _, action := range []string{game.Resign, game.Offer, game.Accept, game.Time, m.log[0].Action} {
			m.refused(seat, action, game.ErrOver)
		}
	}
}

// tryReaders: a player's line of the running ply is his alone, one always reads one's own, and all may read at the end.
func (m *seating[S, O, A]) tryReaders(status game.Status) {
	for _, e := range m.log {
		readers := m.at.Readers(e)
		switch {
		case status.Result.Over:
			if readers&game.Everyone != game.Everyone {
				m.Fatalf("all may read when the match is over: %+v is read by %s", e, names(readers))
			}
		case game.IsTable(e.Action):
			if readers&game.Everyone != game.Everyone {
				m.Fatalf("the table's own actions are public: %+v is read by %s", e, names(readers))
			}
		case e.Seat.Plays() && e.Ply == status.Ply && readers != game.Only(e.Seat):
			m.Fatalf("a line of the running ply is its owner's alone: %+v is read by %s", e, names(readers))
		case e.Seat.Plays() && !readers.Has(e.Seat):
			m.Fatalf("one always reads one's own lines: %+v is read by %s", e, names(readers))
		}
	}
}

// tryOfferCommutes: where both owe an action, an offer before the other's pledge and one after it come to the same.
func (m *seating[S, O, A]) tryOfferCommutes() {
	by := game.Seat(m.side(2))
	pledge, answer := m.pick(m.at, by.Other()), m.pick(m.at, by)
	log := m.log
	offerFirst := m.play(m.play(m.at, by, game.Offer), by.Other(), pledge)
	pledgeFirst := m.play(m.play(m.at, by.Other(), pledge), by, game.Offer)
	m.tryEqual(offerFirst, pledgeFirst)
	if offerFirst.Status().ToAct.Has(by) {
		m.tryEqual(m.play(offerFirst, by, answer), m.play(pledgeFirst, by, answer))
	}
	m.log = log
}

func (m *seating[S, O, A]) tryEqual(a, b game.Position) {
	if a.Status() != b.Status() || a.Offer() != b.Offer() || game.Reveal(a) != game.Reveal(b) {
		m.Fatalf("an offer and the other's pledge commute: %+v, offered by %s, and %+v, offered by %s",
			a.Status(), a.Offer(), b.Status(), b.Offer())
	}
	for _, viewer := range viewers {
		if !same(a.Observe(viewer).(O), b.Observe(viewer).(O)) {
			m.Fatalf("an offer and the other's pledge commute: %s sees %+v and %+v", viewer, a.Observe(viewer), b.Observe(viewer))
		}
	}
}
