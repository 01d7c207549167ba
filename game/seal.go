package game

import (
	"context"
	"fmt"
	"math/rand/v2"
)

// New seals a game: it erases the types of its rules once, and behind it the state is out of reach.
func New[S State, O any, A Action](info Info, rules Rules[S, O, A], ai AI[O, A]) Game {
	return &sealed[S, O, A]{info: info, rules: rules, ai: ai}
}

type sealed[S State, O any, A Action] struct {
	info  Info
	rules Rules[S, O, A]
	ai    AI[O, A]
}

func (g *sealed[S, O, A]) Info() Info { return g.info }

func (g *sealed[S, O, A]) Start(setup Setup) (Position, error) {
	state, err := g.rules.Start(setup)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", g.info.Slug, err)
	}
	return position[S, O, A]{game: g, state: state}, nil
}

type position[S State, O any, A Action] struct {
	game  *sealed[S, O, A]
	state S
	table table
}

func (p position[S, O, A]) Status() Status {
	status := p.game.rules.Status(p.state)
	if p.table.result.Over {
		status.ToAct, status.Result = Nobody, p.table.result
	}
	return status
}

func (p position[S, O, A]) Observe(seat Seat) any { return p.game.rules.Observe(p.state, seat) }

func (p position[S, O, A]) Legal(seat Seat) []string {
	if !p.Status().ToAct.Has(seat) {
		return nil
	}
	return notations(p.game.rules.Legal(p.game.rules.Observe(p.state, seat)))
}

func (p position[S, O, A]) Offer() Seat {
	switch {
	case p.Status().Result.Over:
		return Spectator
	case p.table.offered.Has(First):
		return First
	case p.table.offered.Has(Second):
		return Second
	}
	return Spectator
}

func (p position[S, O, A]) Begun() bool { return p.table.begun == Both }

func (p position[S, O, A]) Play(by Seat, action string) (Position, []Event, error) {
	status := p.Status()
	if status.Result.Over {
		return nil, nil, ErrOver
	}
	if by.Plays() && IsTable(action) {
		return p.playTable(by, action)
	}
	a, err := p.game.rules.Parse(action)
	if err != nil {
		return nil, nil, err
	}
	if !status.ToAct.Has(by) {
		return nil, nil, ErrTurn
	}
	next, events, err := p.game.rules.Apply(p.state, by, a)
	if err != nil {
		return nil, nil, err
	}
	p.state = next
	p.table = p.table.moved(by, p.game.rules.Status(next).Ply != status.Ply)
	return p, events, nil
}

func (p position[S, O, A]) playTable(by Seat, action string) (Position, []Event, error) {
	table, events, err := p.table.play(by, action)
	if err != nil {
		return nil, nil, err
	}
	p.table = table
	if rules, ok := any(p.game.rules).(Closer[S]); ok && table.result.Over {
		p.state = rules.Close(p.state, table.result)
	}
	return p, events, nil
}

func (p position[S, O, A]) Draw(rng *rand.Rand) string {
	return p.game.rules.Draw(p.state, rng).String()
}

func (p position[S, O, A]) Opening(first Seat) (string, bool) {
	rules, ok := any(p.game.rules).(Opener[S, A])
	if !ok || !p.Status().ToAct.Has(Chance) {
		return "", false
	}
	a, ok := rules.Opening(p.state, first)
	if !ok {
		return "", false
	}
	return a.String(), true
}

func (p position[S, O, A]) Readers(e Entry) Seats {
	status := p.Status()
	own := Only(e.Seat)
	switch {
	case status.Result.Over, IsTable(e.Action):
		return Everyone
	case e.Seat.Plays() && e.Ply >= status.Ply:
		return own
	}
	a, err := p.game.rules.Parse(e.Action)
	if err != nil {
		return own
	}
	return own | p.game.rules.Readers(e.Seat, a)
}

func (p position[S, O, A]) Edit(seat Seat, draft []string, edit string, rng *rand.Rand) ([]string, error) {
	rules, ok := any(p.game.rules).(Composer[O])
	if !ok {
		return nil, fmt.Errorf("edit %.40q in a game that is not composed: %w", edit, ErrNotation)
	}
	switch status := p.Status(); {
	case status.Result.Over:
		return nil, ErrOver
	case !status.ToAct.Has(seat):
		return nil, ErrTurn
	}
	return rules.Edit(p.game.rules.Observe(p.state, seat), draft, edit, rng)
}

func (p position[S, O, A]) Preview(seat Seat, draft []string) (any, error) {
	o := p.game.rules.Observe(p.state, seat)
	rules, ok := any(p.game.rules).(Composer[O])
	if !ok || len(draft) == 0 {
		return o, nil
	}
	return rules.Preview(o, draft)
}

func (p position[S, O, A]) Choose(ctx context.Context, seat Seat, b Budget) ([]string, error) {
	actions, err := p.game.ai.Choose(ctx, p.game.rules.Observe(p.state, seat), b)
	if err != nil {
		return nil, fmt.Errorf("choose for %s at level %d: %w", seat, b.Level, err)
	}
	return notations(actions), nil
}

func (p position[S, O, A]) notation() string { return p.state.String() }

func notations[A Action](actions []A) []string {
	texts := make([]string, len(actions))
	for i, a := range actions {
		texts[i] = a.String()
	}
	return texts
}

// Reveal returns the whole state of a position in the game's notation, both sides' secrets in it. It is for an
// operator's tools; a test holds that nothing else calls it.
func Reveal(p Position) string {
	return p.(interface{ notation() string }).notation()
}
