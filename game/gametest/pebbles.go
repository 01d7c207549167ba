package gametest

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"salle/game"
)

// Pebbles is the smallest game with all that the kernel knows, for the tests of the kernel and of the laws themselves.
// Chance deals the first player one to three pebbles, which only he sees. Then both take one to three at once, in rounds
// of two turns, led in turn; the first player adds the deal to his. Who has more at the end wins.
var Pebbles = game.New[PebblesState, PebblesObservation, PebblesAction](PebblesInfo, PebblesRules{}, nil)

// PebblesInfo names the game. Its variants last two and four rounds.
var PebblesInfo = game.Info{
	Slug: "pebbles", Name: "Pebbles", Letters: [2]string{"S", "N"}, Sides: [2]string{"south", "north"},
	Variants: []string{"short", "long"}, Rules: 1,
}

// PebblesState is a whole match.
type PebblesState struct {
	Ply, Last int // Last is the ply at which it ends
	Dealt     uint8
	Pledge    [2]uint8
	Heap      [2]uint8 // without the deal
}

// String is the state in notation, such as "p3 d2 h4-5".
func (s PebblesState) String() string {
	return fmt.Sprintf("p%d d%d h%d-%d", s.Ply, s.Dealt, s.Heap[0], s.Heap[1])
}

// PebblesObservation is what one seat may know.
type PebblesObservation struct {
	Seat    game.Seat
	Ply     int
	Over    bool
	Dealt   uint8 // the first player's, while it goes on; everybody's at the end
	Pledged [2]bool
	Pledge  uint8
	Heap    [2]uint8
}

// PebblesAction is a deal or a number of pebbles to take.
type PebblesAction struct {
	Deal bool
	N    uint8
}

// String is the action in notation: "deal 2" or "2".
func (a PebblesAction) String() string {
	if a.Deal {
		return "deal " + strconv.Itoa(int(a.N))
	}
	return strconv.Itoa(int(a.N))
}

// PebblesRules are the laws of the game.
type PebblesRules struct{}

// Start knows one version and two variants.
func (PebblesRules) Start(setup game.Setup) (PebblesState, error) {
	if setup.Rules != 1 {
		return PebblesState{}, game.ErrVersion
	}
	switch setup.Variant {
	case "", "short":
		return PebblesState{Last: 5}, nil
	case "long":
		return PebblesState{Last: 9}, nil
	}
	return PebblesState{}, game.ErrVariant
}

// Status tells who owes.
func (PebblesRules) Status(s PebblesState) game.Status {
	status := game.Status{Ply: s.Ply, Round: 1 + max(0, min(s.Ply, s.Last-1)-1)/2}
	status.Leads = game.Seat((status.Round + 1) % 2)
	switch first := s.Heap[0] + s.Dealt; {
	case s.Ply == 0:
		status.ToAct = game.Only(game.Chance)
	case s.Ply < s.Last:
		for i, n := range s.Pledge {
			if n == 0 {
				status.ToAct = status.ToAct.With(game.Seat(i))
			}
		}
	case first > s.Heap[1]:
		status.Result = game.Won(game.First, "pebbles")
	case first < s.Heap[1]:
		status.Result = game.Won(game.Second, "pebbles")
	default:
		status.Result = game.Drawn("pebbles")
	}
	return status
}

// Observe leaves out the deal and the other's pledge.
func (r PebblesRules) Observe(s PebblesState, seat game.Seat) PebblesObservation {
	o := PebblesObservation{Seat: seat, Ply: s.Ply, Over: r.Status(s).Result.Over, Heap: s.Heap}
	for i, n := range s.Pledge {
		o.Pledged[i] = n > 0
	}
	if seat.Plays() {
		o.Pledge = s.Pledge[seat]
	}
	if seat == game.First || o.Over {
		o.Dealt = s.Dealt
	}
	return o
}

// Legal lists one to three.
func (PebblesRules) Legal(o PebblesObservation) []PebblesAction {
	deals := o.Seat == game.Chance && o.Ply == 0
	takes := o.Seat.Plays() && o.Ply > 0 && !o.Over && !o.Pledged[o.Seat]
	if !deals && !takes {
		return nil
	}
	return []PebblesAction{{deals, 1}, {deals, 2}, {deals, 3}}
}

// Apply deals, or stores a pledge; the second resolves both.
func (r PebblesRules) Apply(s PebblesState, by game.Seat, a PebblesAction) (PebblesState, []game.Event, error) {
	if !r.Status(s).ToAct.Has(by) || a.Deal != (by == game.Chance) || a.N < 1 || a.N > 3 {
		return s, nil, &game.IllegalError{Action: a.String(), Key: "pebbles", Rule: "pebbles 1"}
	}
	if a.Deal {
		s.Dealt = a.N
		s.Ply++
		return s, []game.Event{
			{Kind: "deal", N: int(a.N), Seen: game.Only(game.First)},
			{Kind: "deal", Seen: game.Only(game.Second) | game.Only(game.Spectator)},
		}, nil
	}
	events := []game.Event{{Kind: "pledge", By: by, Seen: game.Everyone}}
	s.Pledge[by] = a.N
	if s.Pledge[by.Other()] == 0 {
		return s, events, nil
	}
	for i, n := range s.Pledge {
		s.Heap[i] += n
		events = append(events, game.Event{Kind: "take", By: game.Seat(i), N: int(n), Seen: game.Everyone})
	}
	s.Pledge = [2]uint8{}
	s.Ply++
	if s.Ply == s.Last {
		events = append(events, game.Event{Kind: "deal", N: int(s.Dealt), Seen: game.Everyone})
	}
	return s, events, nil
}

// Draw deals.
func (PebblesRules) Draw(_ PebblesState, rng *rand.Rand) PebblesAction {
	return PebblesAction{Deal: true, N: uint8(1 + rng.IntN(3))}
}

// Readers: the deal is the first player's, all else is public.
func (PebblesRules) Readers(_ game.Seat, a PebblesAction) game.Seats {
	if a.Deal {
		return game.Only(game.First)
	}
	return game.Everyone
}

// Parse reads "deal 2" and "2".
func (PebblesRules) Parse(notation string) (PebblesAction, error) {
	n, deal := strings.CutPrefix(notation, "deal ")
	if len(n) != 1 || n[0] < '0' || n[0] > '9' {
		return PebblesAction{}, fmt.Errorf("%.20q: %w", notation, game.ErrNotation)
	}
	return PebblesAction{Deal: deal, N: n[0] - '0'}, nil
}
