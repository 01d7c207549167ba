package spirit

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"salle/game"
)

// letters are the seats' in records and in the draw of the first player (spirit 14.4).
var letters = [2]string{"S", "N"}

// Info names the game.
var Info = game.Info{
	Slug:    "spirit",
	Name:    "Spirit Duel",
	Letters: letters,
	Sides:   [2]string{"south", "north"},
	Rules:   RulesVersion,
	Levels:  5,
}

// Action is one seat's list for one turn, or Chance's draw of the first player.
type Action struct {
	Orders Orders    // the zero list in a draw
	First  game.Seat // whom a draw names; meaningless in a list
}

// String is the action's notation: "FA", or "first S". A draw that names no player, which Parse never makes, is "first -".
func (a Action) String() string {
	switch {
	case a.Orders != (Orders{}):
		return a.Orders.String()
	case a.First.Plays():
		return drawWord + letters[a.First]
	}
	return drawWord + "-"
}

// drawWord leads the notation of the draw.
const drawWord = "first "

// Rules are the laws of Spirit Duel; RULES.md has them in words.
type Rules struct{}

var _ game.Rules[State, Observation, Action] = Rules{}

// Start returns the state in which the first player is still to be drawn.
func (Rules) Start(setup game.Setup) (State, error) {
	switch {
	case setup.Variant != "":
		return State{}, fmt.Errorf("variant %.40q: %w", setup.Variant, game.ErrVariant)
	case setup.Rules != RulesVersion:
		return State{}, fmt.Errorf("version %d: %w", setup.Rules, game.ErrVersion)
	}
	return State{Number: 1, Round: NewRound(slots)}, nil
}

// Status tells who still owes a list.
func (Rules) Status(s State) game.Status {
	status := game.Status{
		Ply: s.Ply, Result: s.Result, Round: int(s.Number), Wins: [2]int{int(s.Wins[0]), int(s.Wins[1])}, Leads: s.Enters,
	}
	switch {
	case s.Result.Over:
	case !s.Drawn:
		status.ToAct = game.Only(game.Chance)
	default:
		for _, seat := range []game.Seat{game.First, game.Second} {
			if s.Pledge[seat] == (Orders{}) {
				status.ToAct = status.ToAct.With(seat)
			}
		}
	}
	return status
}

// Legal lists what Check accepts, in the order of the keys (spirit 11).
func (Rules) Legal(o Observation) []Action {
	switch {
	case o.Result.Over:
		return nil
	case !o.Drawn:
		if o.Seat != game.Chance {
			return nil
		}
		return []Action{{First: game.First}, {First: game.Second}}
	case !o.Seat.Plays() || o.Pledged[o.Seat]:
		return nil
	}
	lists := o.own().LegalOrders(o.Seat)
	actions := make([]Action, len(lists))
	for i, l := range lists {
		actions[i].Orders = l
	}
	return actions
}

// Apply stores a pledge or the draw; the second pledge of a turn resolves it (spirit 3).
func (Rules) Apply(s State, by game.Seat, a Action) (State, []game.Event, error) {
	isDraw := a.Orders == Orders{}
	switch {
	case s.Result.Over:
		return s, nil, refused(a.String(), CodeOver)
	case by == game.Chance && isDraw && !s.Drawn && a.First.Plays():
		s.Drawn, s.Enters = true, a.First
		s.Ply++
		return s, []game.Event{{Kind: EventFirst, By: a.First, Seen: game.Everyone}}, nil
	case !by.Plays() || isDraw || !s.Drawn || a != listed(a.Orders):
		return s, nil, refused(a.String(), CodeAction)
	case s.Pledge[by] != Orders{}:
		return s, nil, refused(a.String(), CodePledged)
	}
	if err := s.Round.Check(by, a.Orders.String()); err != nil {
		return s, nil, err
	}
	s.Pledge[by] = a.Orders
	if s.Pledge[by.Other()] == (Orders{}) {
		return s, []game.Event{{Kind: EventPledge, By: by, Seen: game.Everyone}}, nil
	}
	next, events := s.resolve()
	// Both pledges are told alike, so that the events of a ply do not depend on who was first. The lists are told as well:
	// what happened does not show the slots that a knock-out left unplayed.
	return next, append([]game.Event{
		{Kind: EventPledge, By: by, Seen: game.Everyone},
		{Kind: EventOrders, By: game.First, At: []string{s.Pledge[game.First].String()}, Seen: game.Everyone},
		{Kind: EventOrders, By: game.Second, At: []string{s.Pledge[game.Second].String()}, Seen: game.Everyone},
	}, events...), nil
}

// listed is the action that Legal and Parse make of a list: filled from the left, with nobody named.
func listed(o Orders) Action { return Action{Orders: ordersOf(o.String())} }

// What Apply refuses beside spirit 11.2's table, and the events that stand beside 14.5's.
const (
	CodePledged = "pledged" // a second confirmation for the same turn (spirit 11.4)

	EventFirst  = "first"  // By was drawn to give orders first
	EventPledge = "pledge" // By has committed
	EventOrders = "orders" // At: By's list, now that both are in (spirit 3.2)
)

// Draw picks the first player of round 1 (spirit 2.4).
func (Rules) Draw(_ State, rng *rand.Rand) Action {
	return Action{First: game.Seat(rng.IntN(2))}
}

// Readers: past lists and the draw are public (spirit 12.1).
func (Rules) Readers(game.Seat, Action) game.Seats { return game.Everyone }

// Parse reads a list or a draw. Lists of a wrong shape are no notation.
func (Rules) Parse(notation string) (Action, error) {
	if n := slices.Index([]string{drawWord + letters[0], drawWord + letters[1]}, notation); n >= 0 {
		return Action{First: game.Seat(n)}, nil
	}
	if len(notation) == 0 || len(notation) > MaxSlots {
		return Action{}, fmt.Errorf("list %.40q: %w", notation, game.ErrNotation)
	}
	for i := range len(notation) {
		if !isSymbol(notation[i]) {
			return Action{}, fmt.Errorf("list %.40q: %w", notation, game.ErrNotation)
		}
	}
	return Action{Orders: ordersOf(notation)}, nil
}
