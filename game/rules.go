// Package game is the kernel that every game of the hall stands on: seats, actions, observations, the interface that
// rules implement, and the sealed form in which the rest of the program meets a game. Nothing here or below it does
// I/O, reads a clock or holds a global: chance comes in as an argument, and text goes in and out.
package game

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Status is what everybody may know. While Chance is owed, nobody else acts.
type Status struct {
	Ply    int    // completed decisions, from 0
	ToAct  Seats  // who still owes an action at this ply; Nobody once the match is over
	Result Result // the zero value while the match goes on
	Round  int    // in a game of several rounds, the one being played, from 1; else 0
	Wins   [2]int // rounds won so far, in a game of several
	Leads  Seat   // the player whose line is written first where both act at a ply
}

// Result is how a match ended.
type Result struct {
	Over   bool
	Winner Seat   // Spectator: a draw. Meaningless unless Over
	Reason string // a key that views put in words: "resign", or one of the game's own
}

// Won is the result of a match that winner won.
func Won(winner Seat, reason string) Result {
	return Result{Over: true, Winner: winner, Reason: reason}
}

// Drawn is the result of a match that nobody won.
func Drawn(reason string) Result { return Result{Over: true, Winner: Spectator, Reason: reason} }

// Setup is what a match is begun with.
type Setup struct {
	Variant string // one of Info.Variants; "" where a game has only one
	Rules   int    // the version of the rules, from 1
}

// Action is one atomic decision; its String is its notation.
type Action interface {
	comparable
	fmt.Stringer
}

// State is everything there is to know about a match. It is a comparable value (arrays; no slices, maps or pointers), so
// copying is assigning, aliasing is impossible and tests compare with ==. Its String is the game's state notation.
type State interface {
	comparable
	fmt.Stringer
}

// Rules are the laws of one game over its own State, Observation and Action types. All methods are pure: no clock, no
// globals, no mutation, no chance but what Draw is handed.
type Rules[S State, O any, A Action] interface {
	// Start returns the state before the first action, or ErrVersion or ErrVariant.
	Start(Setup) (S, error)
	// Status tells whose turn it is and whether the match is over.
	Status(S) Status
	// Observe returns all that seat may know, past revelations included: a player without a memory must be able to play
	// from it. It is built field by field from nothing, never by blanking a copy of the state.
	Observe(s S, seat Seat) O
	// Legal lists in a fixed order what o's owner may do now. It takes the observation: options are information too.
	Legal(o O) []A
	// Apply returns the state after a, and what each seat learns. For a player it accepts exactly what
	// Legal(Observe(s, by)) lists and otherwise returns an IllegalError naming the rule. Where both seats act, the first
	// call stores a pledge and the second resolves both; their order makes no difference.
	Apply(s S, by Seat, a A) (S, []Event, error)
	// Draw picks the Chance action that s waits for. It is logged, so that a replay never draws.
	Draw(s S, rng *rand.Rand) A
	// Readers names who, besides its own seat, may read by's log line before the match ends, once its ply is complete.
	Readers(by Seat, a A) Seats
	// Parse reads notation. Parse(a.String()) == a, and no input makes it panic. Its errors are ErrNotation.
	Parse(notation string) (A, error)
}

// Composer is what the rules of a composed game add: how a seat's draft, the steps that it prepares and then commits
// together, grows and looks. Both methods take the observation, so that a draft can reveal nothing.
type Composer[O any] interface {
	// Edit returns the draft after one edit in the game's own words. It fails with ErrNotation or ErrIllegal, and then
	// nothing is changed. rng serves edits that ask for something random.
	Edit(o O, draft []string, edit string, rng *rand.Rand) ([]string, error)
	// Preview returns what o's owner would see if he had done the steps of a draft. It fails where they cannot be done.
	Preview(o O, draft []string) (O, error)
}

// Opener is what the rules of a game add in which Chance draws who moves first, where that may be settled without a draw.
type Opener[S State, A Action] interface {
	// Opening returns the Chance action that lets first move first; ok is false where s does not wait for that draw.
	Opening(s S, first Seat) (a A, ok bool)
}

// Closer is what the rules of a game add that shows everybody its secrets once a match is over.
type Closer[S State] interface {
	// Close returns the state after the table has ended the match: observed as after an end by the game's own rules.
	Close(s S, result Result) S
}

// AI chooses for a machine's seat from what a person there would be given, so it cannot cheat. It returns at least one
// action, several only in a composed game. Strength is work counted in nodes, set by b.Level, so equal observations and
// budgets give equal choices; ctx is a safety net, at whose end it returns the best found so far.
type AI[O any, A Action] interface {
	Choose(ctx context.Context, o O, b Budget) ([]A, error)
}

// Budget is what a machine may spend on a choice and what it draws with. The seed comes from match, ply and seat, not
// from what Chance draws.
type Budget struct {
	Level int // from 1, weakest, to Info.LevelsIn the variant
	Seed  uint64
}

// Info names a game.
type Info struct {
	Slug     string    // in paths, records and the database
	Name     string    // in tools; pages have their own words
	Letters  [2]string // lead the lines of a record, by seat
	Sides    [2]string // name the seats in a record's headers and result
	Variants []string  // the first is the default; empty where there is only one
	Rules    int       // today's version, raised when old logs would replay differently
	Levels   int       // how many levels the machine has
	LevelsOf []int     // how many it has in each of Variants; nil: Levels in all of them
	Ladder   []string  // the variants whose levels are grades that a person climbs; graded matches are of the first
	Composed bool      // a seat prepares several actions and commits them together
}

// LevelsIn is how many levels the machine has in a variant; "" is the default one. Of a variant that is not listed, as one
// made of several switches is not, it has those of the game.
func (i Info) LevelsIn(variant string) int {
	n := slices.Index(i.Variants, variant)
	if variant == "" {
		n = 0
	}
	if n < 0 || n >= len(i.LevelsOf) {
		return i.Levels
	}
	return i.LevelsOf[n]
}

// VariantNames are the names that variants are made of: those with several switches, "+a +b", are left out.
func (i Info) VariantNames() []string {
	var names []string
	for _, variant := range i.Variants {
		if variant != "" && !strings.Contains(variant, " +") {
			names = append(names, variant)
		}
	}
	return names
}

// Climbs tells whether a variant's levels are grades of the ladder; "" is the default variant.
func (i Info) Climbs(variant string) bool {
	if variant == "" && len(i.Variants) > 0 {
		variant = i.Variants[0]
	}
	return slices.Contains(i.Ladder, variant)
}

// Game is a game with its types sealed.
type Game interface {
	Info() Info
	// Start opens a match; it fails with ErrVersion or ErrVariant.
	Start(Setup) (Position, error)
}

// Position is a match at some moment with its types sealed: text goes in, observations come out, the state stays inside.
// It is immutable and safe for concurrent use.
type Position interface {
	Status() Status
	// Observe returns the game's Observation type for a seat, and nothing else.
	Observe(Seat) any
	// Legal lists what seat may do now in notation, in a fixed order; the table's own actions (see Table) are not in it.
	Legal(Seat) []string
	// Play returns the position after an action of the game or of the table, and what each seat learns. Its errors are
	// ErrNotation, ErrIllegal, ErrTurn and ErrOver.
	Play(by Seat, action string) (Position, []Event, error)
	// Draw picks the action that Chance owes.
	Draw(rng *rand.Rand) string
	// Opening returns the action by which Chance lets first move first, where it owes that draw; ok is false elsewhere, and
	// in games in which nobody is drawn. See Opener.
	Opening(first Seat) (action string, ok bool)
	// Readers names who may read a line of the log now: a line of the running ply is its owner's alone unless Chance
	// wrote it, all may read when the match is over.
	Readers(Entry) Seats
	// Offer tells who has offered a draw that still stands; Spectator where nobody has.
	Offer() Seat
	// Begun tells whether both players have acted at plies that are complete, so that the match can be aborted no more. What
	// is secret does not show in it.
	Begun() bool
	// Edit returns seat's draft after one edit; ErrNotation in a game that is not composed. See Composer.
	Edit(seat Seat, draft []string, edit string, rng *rand.Rand) ([]string, error)
	// Preview is Observe after the steps of seat's draft. See Composer.
	Preview(seat Seat, draft []string) (any, error)
	// Choose asks the machine for seat's next actions.
	Choose(ctx context.Context, seat Seat, b Budget) ([]string, error)
}
