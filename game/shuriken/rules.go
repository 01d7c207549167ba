package shuriken

import (
	"fmt"
	"math/rand/v2"

	"salle/game"
)

// Info names the game.
var Info = game.Info{
	Slug:     "shuriken",
	Name:     "Shuriken Duel",
	Letters:  letters,
	Sides:    sides,
	Variants: Variants(),
	Rules:    RulesVersion,
	Levels:   7,
	LevelsOf: []int{3, 7, 3, 7},
	Ladder:   []string{VariantOf(Master, false), VariantOf(Master, true)},
}

// Rules are the laws of Shuriken Duel; RULES.md has them in words.
type Rules struct{}

var (
	_ game.Rules[State, Observation, Action] = Rules{}
	_ game.Opener[State, Action]             = Rules{}
)

// Start returns the state in which nothing is drawn yet. A variant is named as ParseVariant reads it.
func (Rules) Start(setup game.Setup) (State, error) {
	ground, quiet, err := ParseVariant(setup.Variant)
	switch {
	case err != nil:
		return State{}, err
	case setup.Rules != RulesVersion:
		return State{}, fmt.Errorf("version %d: %w", setup.Rules, game.ErrVersion)
	}
	return State{Position: Position{Ground: ground, Quiet: quiet}}, nil
}

// Status tells who acts. Each draw before the setup is a ply, the setup is one, and so is every turn. During the setup
// Chance may owe an army beside a player, who is not told of it.
func (Rules) Status(s State) game.Status {
	status := game.Status{Ply: int(s.Phase) + int(s.Position.Ply), Result: s.result()}
	if s.Phase == InSetup {
		status.Leads = game.Spectator // the lines of the setup keep their order: a deal stands after its shuffle
	}
	switch {
	case s.over():
	case s.Phase < InSetup:
		status.ToAct = game.Only(game.Chance)
	case s.Phase == InDuel:
		status.ToAct = game.Only(s.Position.Turn)
	default:
		for _, seat := range players {
			switch {
			case s.Shuffling[seat]:
				status.ToAct = status.ToAct.With(game.Chance)
			case !s.Ready[seat]:
				status.ToAct = status.ToAct.With(seat)
			}
		}
	}
	return status
}

// players are the two seats that play.
var players = [2]game.Seat{game.First, game.Second}

// Legal lists what o's owner may do, in a fixed order. Of the armies that Chance could deal, of which there are far more
// than could be listed, it is a sample of one; Apply accepts every army that is complete and keeps the conditions.
func (Rules) Legal(o Observation) []Action {
	switch {
	case o.Result.Over:
		return nil
	case o.Seat == game.Chance:
		return o.draws()
	case o.ToSetUp():
		army := o.army()
		return army.steps(o.Ground, o.Seat)
	case !o.ToMove():
		return nil
	}
	p := o.Position()
	var buf [maxMoves]Move
	moves := p.AppendMoves(buf[:0])
	actions := make([]Action, len(moves))
	for i, m := range moves {
		actions[i].Move = m
	}
	return actions
}

// Sampled tells whether Legal(o) is only a part of what Apply accepts.
func Sampled(o Observation) bool {
	return o.Seat == game.Chance && o.Phase >= ToDealFirst && o.Phase <= InSetup
}

// draws lists what Chance may draw.
func (o Observation) draws() []Action {
	switch o.Phase {
	case ToDrawFirst:
		return []Action{FirstAction(game.First), FirstAction(game.Second)}
	case ToDrawStones:
		var list []Action
		for _, s := range allStones(o.Ground) {
			list = append(list, StonesAction(s))
		}
		return list
	}
	if seat, ok := dealt(o.Phase, o.Shuffling); ok {
		return []Action{DealAction(seat, exampleArmy(o.Ground, seat))}
	}
	return nil
}

// dealt is whose army Chance deals next.
func dealt(phase Phase, shuffling [2]bool) (seat game.Seat, ok bool) {
	switch {
	case phase == ToDealFirst, phase == InSetup && shuffling[game.First]:
		return game.First, true
	case phase == ToDealSecond, phase == InSetup && shuffling[game.Second]:
		return game.Second, true
	}
	return game.Spectator, false
}

// Apply plays an action. The second player's readiness begins the duel (shuriken 8.3).
func (Rules) Apply(s State, by game.Seat, a Action) (State, []game.Event, error) {
	switch {
	case s.over():
		return s, nil, refused(a, CodeOver)
	case by == game.Chance:
		return s.draw(a)
	case !by.Plays() || a != MoveAction(a.Move):
		return s, nil, refused(a, CodeNotNow)
	case s.Phase == InDuel && a.setsUp(), s.Phase == InSetup && s.Ready[by]:
		return s, nil, refused(a, CodeReady)
	case s.Phase == InSetup && !s.Shuffling[by]:
		return s.setUp(by, a)
	case s.Phase == InDuel && by == s.Position.Turn:
		return s.turn(a)
	}
	return s, nil, refused(a, CodeNotNow)
}

// setsUp tells whether the move is a step of the setup.
func (m Move) setsUp() bool { return m.Verb >= Swap && m.Verb <= Ready }

// draw does what Chance draws (shuriken 8.5).
func (s State) draw(a Action) (State, []game.Event, error) {
	next := s
	var t teller
	switch {
	case s.Phase == ToDrawFirst && a.Seat.Plays() && a == FirstAction(a.Seat):
		next.First, next.Position.Turn = a.Seat, a.Seat
		t.tell(EventFirst, a.Seat)
	case s.Phase == ToDrawStones && a == StonesAction(a.Stones):
		if n, ok := a.Stones.pairs(); !ok || n != grounds[s.Position.Ground].stonePairs {
			return s, nil, refused(a, CodeDraw)
		}
		next.Position.Stones = a.Stones
		t.tell(EventStones, game.Chance, a.Stones.list()...)
	default:
		return s.deal(a)
	}
	next.Phase++
	return next, t.events, nil
}

// deal deals an army: the first, or a fresh one. Only its owner is told more than that there is one.
func (s State) deal(a Action) (State, []game.Event, error) {
	ready := s.Phase == ToDealFirst || s.Phase == ToDealSecond
	owed := ready && s.Phase == ToDealFirst+Phase(a.Seat) || s.Phase == InSetup && a.Seat.Plays() && s.Shuffling[a.Seat]
	if !a.Seat.Plays() || !owed || a != DealAction(a.Seat, a.Army) {
		return s, nil, refused(a, CodeNotNow)
	}
	if !a.Army.Complete(s.Position.Ground) {
		return s, nil, refused(a, CodeDraw)
	}
	if code := a.Army.Problem(a.Seat); code != "" {
		return s, nil, refused(a, code)
	}
	s.setArmy(a.Seat, a.Army)
	var t teller
	t.tellOwner(EventDeal, a.Seat)
	if ready {
		t.tell(EventDealt, a.Seat)
		s.Phase++
	}
	s.Shuffling[a.Seat] = false
	return s, t.events, nil
}

// setUp does a step of the setup (shuriken 8.3).
func (s State) setUp(by game.Seat, a Action) (State, []game.Event, error) {
	army := s.Position.army(by)
	if code := army.checkStep(s.Position.Ground, by, a.Move); code != "" {
		return s, nil, refused(a, code)
	}
	var t teller
	switch a.Verb {
	case Swap:
		army.step(by, a.Move)
		s.setArmy(by, army)
		t.tellOwner(EventSwap, by, a.From.String(), a.To.String())
	case Banner:
		army.step(by, a.Move)
		s.setArmy(by, army)
		t.tellOwner(EventBanner, by, a.To.String())
	case Shuffle:
		s.Shuffling[by] = true
		t.tellOwner(EventShuffle, by)
	default:
		s.Ready[by] = true
		t.tell(EventReady, by)
		if s.Ready[by.Other()] {
			s.Phase = InDuel
			s.begin()
			t.next()
			t.tell(EventBegin, s.First)
		}
	}
	return s, t.events, nil
}

// turn plays a turn of the duel.
func (s State) turn(a Action) (State, []game.Event, error) {
	if code := s.Position.Check(a.Move); code != "" {
		return s, nil, refused(a, code)
	}
	before := s.Position
	c := s.Position.Do(a.Move)
	s.remember(&before, a.Move, &c)
	var t teller
	t.turn(&before, &s.Position, a.Move, &c)
	return s, t.events, nil
}

// Draw picks what Chance owes (shuriken 8.4, 1.4, 8.2).
func (Rules) Draw(s State, rng *rand.Rand) Action {
	switch s.Phase {
	case ToDrawFirst:
		return FirstAction(players[rng.IntN(len(players))])
	case ToDrawStones:
		return StonesAction(drawnStones(s.Position.Ground, rng))
	}
	seat, ok := dealt(s.Phase, s.Shuffling)
	if !ok {
		return Action{}
	}
	return DealAction(seat, Deal(s.Position.Ground, seat, rng))
}

// Readers: an army and what its owner did to set it up are his alone while the match goes on (shuriken 10).
func (Rules) Readers(_ game.Seat, a Action) game.Seats {
	switch {
	case a.Verb == DealArmy:
		return game.Only(a.Seat)
	case a.setsUp():
		return game.Nobody
	}
	return game.Everyone
}

// Opening is the draw that lets a seat strike first, where Chance owes that (shuriken 9.3).
func (Rules) Opening(s State, first game.Seat) (Action, bool) {
	if s.Phase != ToDrawFirst || s.over() || !first.Plays() {
		return Action{}, false
	}
	return FirstAction(first), true
}

// Close is the state after the table has ended the match, by resignation, agreement or time: everything is shown to both,
// as after an end by the duel's own rules (shuriken 10).
func (Rules) Close(s State, result game.Result) State {
	s.Closed = result
	return s
}
