package war

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"salle/game"
)

// Info names the game.
var Info = game.Info{
	Slug:     "war",
	Name:     "Game of War",
	Letters:  letters,
	Sides:    sides,
	Variants: variants(),
	Rules:    RulesVersion,
	Levels:   5,
	Composed: true,
}

// variants are the names of all games that the switches worth offering make, the default game's first (war 14).
func variants() []string {
	names := make([]string, 0, 1<<len(Offered))
	for n := range 1 << len(Offered) {
		var on Switches
		for i, s := range Offered {
			if n&(1<<i) != 0 {
				on |= s
			}
		}
		names = append(names, on.String())
	}
	return names
}

// Rules are the laws of the Game of War; RULES.md has them in words.
type Rules struct{}

var _ game.Rules[State, Observation, Action] = Rules{}

// Start returns the state in which both sides still have to deploy. A variant is named as ParseVariant reads it.
func (Rules) Start(setup game.Setup) (State, error) {
	on, err := ParseVariant(setup.Variant)
	switch {
	case err != nil:
		return State{}, err
	case setup.Rules != RulesVersion:
		return State{}, fmt.Errorf("version %d: %w", setup.Rules, game.ErrVersion)
	}
	return State{Position: Position{Arsenals: AllArsenals, Switches: on}}, nil
}

// Resume is a match that goes on from a position in which both sides have deployed, at the beginning of its turn or in the
// middle of it. The events tell what the rules do at once: a dislodged unit that cannot retreat is lost (war 9.2), and the
// match may be over (war 11.1).
func Resume(p Position) (State, []game.Event) {
	s := State{Ply: 2, Turn: 1, Deployed: true, Drawn: true, Position: p}
	var t teller
	var c Change
	for _, side := range players {
		switch {
		case p.eliminated(side):
			s.Position.Result = game.Won(side.Other(), ReasonElimination)
		case p.Arsenals.Of(side) == 0:
			s.Position.Result = game.Won(side.Other(), ReasonArsenals)
		}
	}
	if !s.Position.Result.Over {
		s.Position.beginTurn(&c)
		s.Past.Eventful = c.Lost != NoSquare
		if p.Moves == 0 && p.Switches.Has(Adjudicate) {
			s.Past.begin(s.Position.Hash())
		}
	}
	t.lost(c)
	t.result(s.Position.Result)
	return s, t.events
}

// Status tells who acts: both until they have committed, Chance for the draw, and then the side whose turn it is.
func (Rules) Status(s State) game.Status {
	status := game.Status{Ply: s.Ply, Result: s.Position.Result}
	switch {
	case s.Position.Result.Over:
	case !s.Deployed:
		for _, side := range players {
			if s.Pledge[side] == (Deployment{}) {
				status.ToAct = status.ToAct.With(side)
			}
		}
	case !s.Drawn:
		status.ToAct = game.Only(game.Chance)
	default:
		status.ToAct = game.Only(s.Position.Side)
	}
	return status
}

// Legal lists what o's owner may do, in a fixed order. During deployment, when there are far more ways than could be
// listed, it is a sample: the ready-made formations. Apply accepts every other deployment that Check does; see Sampled.
func (Rules) Legal(o Observation) []Action {
	switch {
	case o.Position.Result.Over:
		return nil
	case !o.Deployed:
		if !o.Seat.Plays() || o.Committed[o.Seat] {
			return nil
		}
		var actions []Action
		for _, f := range Formations(o.Seat) {
			actions = append(actions, DeployAction(f.Deployment))
		}
		return actions
	case !o.Drawn:
		if o.Seat != game.Chance {
			return nil
		}
		return []Action{DrawAction(game.First), DrawAction(game.Second)}
	case o.Seat != o.Position.Side:
		return nil
	}
	s := o.Position.Supply()
	var buf [256]Step
	steps := o.Position.AppendSteps(buf[:0], &s)
	actions := make([]Action, len(steps))
	for i, step := range steps {
		actions[i].Step = step
	}
	return actions
}

// Sampled tells whether Legal(o) is only a part of what Apply accepts.
func Sampled(o Observation) bool { return !o.Deployed }

// Apply plays an action. The second commitment of the deployment reveals both (war 4.3).
func (Rules) Apply(s State, by game.Seat, a Action) (State, []game.Event, error) {
	switch {
	case s.Position.Result.Over:
		return s, nil, refused(a, CodeOver)
	case by.Plays() && a.Deploys && !s.Deployed && a == DeployAction(a.Deployment):
		return s.deploy(by, a)
	case by == game.Chance && s.Deployed && !s.Drawn && a.First.Plays() && a == DrawAction(a.First):
		next, events := s.draw(a.First)
		return next, events, nil
	case by.Plays() && s.Drawn && by == s.Position.Side && a == StepAction(a.Step):
		if code := s.Position.Check(a.Step); code != "" {
			return s, nil, refused(a, code)
		}
		next, events := s.step(a.Step)
		return next, events, nil
	}
	return s, nil, refused(a, CodeAction)
}

// deploy stores a commitment (war 4.2).
func (s State) deploy(by game.Seat, a Action) (State, []game.Event, error) {
	if s.Pledge[by] != (Deployment{}) {
		return s, nil, refused(a, CodeCommitted)
	}
	if code, _ := a.Deployment.Check(by); code != "" {
		return s, nil, refused(a, code)
	}
	s.Pledge[by] = a.Deployment
	var t teller
	t.tell(EventPledge, by, 0)
	if s.Pledge[by.Other()] == (Deployment{}) {
		return s, t.events, nil
	}
	for _, side := range players {
		s.Pledge[side].on(&s.Position, side)
		t.tell(EventDeploy, side, 0, s.Pledge[side].String())
	}
	s.Pledge, s.Deployed = [2]Deployment{}, true
	s.Ply++
	return s, t.events, nil
}

// draw is the draw of the side that moves first (war 4.3).
func (s State) draw(first game.Seat) (State, []game.Event) {
	s.Drawn, s.Turn = true, 1
	s.Position.Side = first
	s.Ply++
	var t teller
	t.tell(EventFirst, first, 0)
	t.tell(EventTurn, first, s.Turn)
	if s.Position.Switches.Has(Adjudicate) {
		s.Past.begin(s.Position.Hash())
	}
	return s, t.events
}

// step plays a step of a turn.
func (s State) step(step Step) (State, []game.Event) {
	before := s.Position
	c := s.Position.Do(step)
	s.Ply++
	var t teller
	t.step(&before, &s.Position, step, c)
	if c.Turned {
		s.Turn++
		t.tell(EventTurn, s.Position.Side, s.Turn)
	}
	t.lost(c)
	if s.Position.Switches.Has(Adjudicate) {
		s.adjudicate(c)
	}
	t.result(s.Position.Result)
	return s, t.events
}

// adjudicate is the house switch of that name (war 14).
func (s *State) adjudicate(c Change) {
	// A unit lost at the start of a turn is an event of that turn, and all before it is past coming back.
	lost := c.Lost
	c.Lost = NoSquare
	s.Past.stir(c)
	if !c.Turned {
		return
	}
	s.Past.finish()
	quiet := s.Past.Quiet >= quietLimit
	s.Past.stir(Change{Lost: lost})
	times := s.Past.begin(s.Position.Hash())
	switch {
	case s.Position.Result.Over:
	case times >= repeatLimit:
		s.Position.Result = game.Drawn(ReasonRepetition)
	case quiet:
		s.Position.Result = game.Drawn(ReasonQuiet)
	}
}

// Check tells why the side to move may not play a step: one of the codes, "" where it may.
func (p *Position) Check(step Step) string {
	switch {
	case p.Result.Over:
		return CodeOver
	case step.Verb == Move:
		return p.checkMove(step)
	case p.Dislodged != NoSquare: // war 9.3
		return CodeRetreat
	case step == Step{Verb: End}:
		return ""
	case step != Step{Verb: Attack, To: step.To}:
		return CodeAction
	case p.Spent: // war 5.4
		return CodeSpent
	}
	target := p.Board[step.To]
	if target == 0 || target.Side() == p.Side {
		return CodeTarget
	}
	s := p.Supply()
	if attack, _ := p.Sums(step.To, &s); attack == 0 {
		return CodeFire
	}
	return ""
}

func (p *Position) checkMove(step Step) string {
	_, in := p.SupplyOf(p.Side)
	if code := p.immobile(step.From, &in); code != "" {
		return code
	}
	switch to := p.reachable(step.From); {
	case to.has(step.To):
		return ""
	case p.closedArsenal(step):
		return CodeArsenal
	}
	return CodeReach
}

// closedArsenal tells whether war 8.3 is why a unit may not go where it would.
func (p *Position) closedArsenal(step Step) bool {
	there := p.Arsenals.Of(p.Side.Other()) & ArsenalAt(step.To)
	return there != 0 && p.Board[step.To] == 0 && p.closed(step.From)
}

// Draw picks the side that moves first (war 4.3).
func (Rules) Draw(_ State, rng *rand.Rand) Action {
	return DrawAction(game.Seat(rng.IntN(len(players))))
}

// Readers: once both have committed everything is public (war 12.2).
func (Rules) Readers(game.Seat, Action) game.Seats { return game.Everyone }

func signed(n int) string { return strconv.Itoa(n) }
