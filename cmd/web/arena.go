package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"salle/game"
)

// contestant is who plays in an arena: a level of the machine, or somebody who plays any legal action.
type contestant int

const (
	randomly     contestant = -1
	randomlyText            = "random"
)

// String names a contestant.
func (c contestant) String() string {
	if c == randomly {
		return randomlyText
	}
	return fmt.Sprintf("level %d", int(c))
}

// Set reads a flag.
func (c *contestant) Set(text string) error {
	if text == randomlyText {
		*c = randomly
		return nil
	}
	level, err := strconv.Atoi(text)
	if err != nil {
		return fmt.Errorf("choose a level or %s", randomlyText)
	}
	*c = contestant(level)
	return nil
}

// arena lets two levels of the machine play, changing seats, and prints how a did against b.
func (p program) arena(ctx context.Context, args []string) error {
	fs := p.flags("arena")
	slug := fs.String("game", "spirit", "the game")
	variant := fs.String("variant", "", "its variant")
	file := fs.String("position", "", positionFlag)
	a, b := contestant(5), contestant(4)
	fs.Var(&a, "a", "contestant a, a `level` of the machine or "+randomlyText)
	fs.Var(&b, "b", "contestant b, likewise `level`")
	games := fs.Int("games", 1000, "how many matches")
	turns := fs.Int("turns", 150, "turns a side after which a match is stopped and counted as unfinished; 0: never")
	seed := fs.Uint64("seed", 1, "what chance and contestants draw with; equal seeds give equal matches")
	if err := parse(fs, args, 0); err != nil {
		return err
	}
	g, setup, begun, err := p.startAt(*slug, *variant, *file)
	if err != nil {
		return err
	}
	levels := g.Info().LevelsIn(setup.Variant)
	known := func(c contestant) bool { return c == randomly || c >= 1 && int(c) <= levels }
	switch {
	case !known(a) || !known(b):
		return usageError{fmt.Errorf("there is no %s against %s; choose from 1 to %d, or %s", a, b, levels, randomlyText)}
	case *games < 1:
		return usageError{fmt.Errorf("%d matches are none; choose at least 1", *games)}
	case *turns < 0:
		return usageError{fmt.Errorf("a match cannot have %d turns; choose at least 1, or 0 for no end", *turns)}
	}
	d := duel{info: g.Info(), setup: setup, begun: begun, pair: [2]contestant{a, b}, turns: *turns, seed: *seed}
	began := time.Now()
	total, err := d.playAll(ctx, *games)
	if total.matches.sum() > 0 {
		if err := d.print(p.stdout, total, time.Since(began)); err != nil {
			return fmt.Errorf("write: %w", err)
		}
	}
	if err != nil {
		return fmt.Errorf("stopped after %d of %d matches: %w", total.matches.sum(), *games, err)
	}
	return nil
}

// duel is two contestants and what they play.
type duel struct {
	info  game.Info
	setup game.Setup
	begun game.Position // where every match starts
	pair  [2]contestant // a and b
	turns int           // of a side, after which a match is stopped; 0: never
	seed  uint64
}

// score is how a did.
type score struct {
	matches, rounds         tally
	plies, turns, decisions int
	slowest                 time.Duration  // of the decisions
	reasons                 map[string]int // how often a match ended for each
}

func (s score) plus(other score) score {
	reasons := maps.Clone(s.reasons)
	if reasons == nil {
		reasons = map[string]int{}
	}
	for reason, n := range other.reasons {
		reasons[reason] += n
	}
	return score{
		matches: s.matches.plus(other.matches), rounds: s.rounds.plus(other.rounds),
		plies: s.plies + other.plies, turns: s.turns + other.turns, decisions: s.decisions + other.decisions,
		slowest: max(s.slowest, other.slowest), reasons: reasons,
	}
}

// tally counts results as a sees them.
type tally struct{ won, drawn, lost, unfinished int }

// scored is the tally of one result.
func scored(winner, a game.Seat) tally {
	switch winner {
	case a:
		return tally{won: 1}
	case game.Spectator:
		return tally{drawn: 1}
	}
	return tally{lost: 1}
}

func (t tally) plus(other tally) tally {
	return tally{
		won: t.won + other.won, drawn: t.drawn + other.drawn, lost: t.lost + other.lost, unfinished: t.unfinished + other.unfinished,
	}
}

func (t tally) sum() int { return t.won + t.drawn + t.lost + t.unfinished }

// playAll plays matches 0 to n-1 on all processors. Each draws from a source of its own, so that the sum does not depend
// on who played which; with an error it is the sum of those that ended.
func (d duel) playAll(ctx context.Context, n int) (score, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var (
		workers sync.WaitGroup
		next    atomic.Int64
		mu      sync.Mutex
		total   score
	)
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(n) && ctx.Err() == nil; i = next.Add(1) - 1 {
				one, err := d.play(ctx, uint64(i))
				if err != nil {
					stop(err)
					return
				}
				mu.Lock()
				total = total.plus(one)
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	return total, context.Cause(ctx)
}

// play plays match n; a sits First in the even ones.
func (d duel) play(ctx context.Context, n uint64) (score, error) {
	rng := rand.New(rand.NewPCG(d.seed, n))
	p := d.begun
	var s score
	var c count
	a := game.Seat(n % 2)
	for !p.Status().Result.Over {
		if err := ctx.Err(); err != nil {
			return score{}, err
		}
		before := p.Status()
		if c.begin(before.ToAct); d.turns > 0 && c.turns() > d.turns {
			break
		}
		var err error
		if p, err = d.ply(ctx, p, a, rng, &s); err != nil {
			return score{}, fmt.Errorf("match %d at ply %d: %w", n, before.Ply, err)
		}
		s.rounds = s.rounds.plus(ended(before, p.Status(), a))
	}
	result := p.Status().Result
	if !result.Over {
		s.matches, s.turns = tally{unfinished: 1}, d.turns
		return s, nil
	}
	s.matches, s.turns, s.reasons = scored(result.Winner, a), c.turns(), map[string]int{result.Reason: 1}
	return s, nil
}

// count counts the turns of a match: where both act at once every ply is one, else the plies in a row of one side.
type count struct {
	together int
	alone    [2]int
	last     game.Seats
}

// begin counts what begins when a set of seats is to act.
func (c *count) begin(toAct game.Seats) {
	switch {
	case toAct == game.Both:
		c.together++
	case toAct != c.last && toAct.Has(game.First):
		c.alone[game.First]++
	case toAct != c.last && toAct.Has(game.Second):
		c.alone[game.Second]++
	}
	c.last = toAct
}

// turns is how many turns the side has begun that has begun most.
func (c *count) turns() int { return max(c.together, c.alone[game.First], c.alone[game.Second]) }

// ply lets everybody act who owes an action, and counts it.
func (d duel) ply(ctx context.Context, p game.Position, a game.Seat, rng *rand.Rand, s *score) (game.Position, error) {
	toAct := p.Status().ToAct
	if toAct.Has(game.Chance) {
		next, _, err := p.Play(game.Chance, p.Draw(rng))
		return next, err
	}
	s.plies++
	for _, seat := range []game.Seat{game.First, game.Second} {
		if !toAct.Has(seat) {
			continue
		}
		who := d.pair[0]
		if seat != a {
			who = d.pair[1]
		}
		began := time.Now()
		actions, err := who.choose(ctx, p, seat, rng)
		if err != nil {
			return nil, err
		}
		s.slowest = max(s.slowest, time.Since(began))
		s.decisions++
		for _, action := range actions {
			if p, _, err = p.Play(seat, action); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// choose is what a contestant does in a seat that owes an action.
func (c contestant) choose(ctx context.Context, p game.Position, seat game.Seat, rng *rand.Rand) ([]string, error) {
	if c == randomly {
		legal := p.Legal(seat)
		return []string{legal[rng.IntN(len(legal))]}, nil
	}
	return p.Choose(ctx, seat, game.Budget{Level: int(c), Seed: rng.Uint64()})
}

// ended is the result of a round that has just ended, in a game of several; nothing otherwise.
func ended(before, after game.Status, a game.Seat) tally {
	if before.Round == 0 || after.Wins == before.Wins && after.Round == before.Round && !after.Result.Over {
		return tally{}
	}
	for _, seat := range []game.Seat{game.First, game.Second} {
		if after.Wins[seat] > before.Wins[seat] {
			return scored(seat, a)
		}
	}
	return scored(game.Spectator, a)
}

// print writes the score, and as its last line what depends on the computer.
func (d duel) print(w io.Writer, s score, took time.Duration) error {
	name := strings.TrimSpace(d.info.Slug + " " + d.setup.Variant)
	text := fmt.Sprintf("%s, %s against %s, seed %d\n", name, d.pair[0], d.pair[1], d.seed)
	text += fmt.Sprintf("matches   %s\n", s.matches)
	if n := s.rounds.sum(); n > 0 {
		text += fmt.Sprintf("rounds    %s\n", s.rounds)
		text += fmt.Sprintf("length    %.2f rounds a match, %.2f plies a round\n",
			float64(n)/float64(s.matches.sum()), float64(s.plies)/float64(n))
	} else {
		text += fmt.Sprintf("ends      %s\n", s.ends())
		text += fmt.Sprintf("length    %.1f turns a side\n", float64(s.turns)/float64(s.matches.sum()))
	}
	text += fmt.Sprintf("decisions %d, %.0f a second on %d processors, the slowest in %s\n",
		s.decisions, float64(s.decisions)/took.Seconds(), runtime.GOMAXPROCS(0), s.slowest.Round(time.Millisecond))
	_, err := io.WriteString(w, text)
	return err
}

// ends lists how matches ended, and how many were stopped.
func (s score) ends() string {
	var words []string
	for _, reason := range slices.Sorted(maps.Keys(s.reasons)) {
		words = append(words, fmt.Sprintf("%d by %s", s.reasons[reason], reason))
	}
	return strings.Join(append(words, fmt.Sprintf("%d unfinished", s.matches.unfinished)), ", ")
}

// String is a tally and the share of its points, draws and unfinished matches counted half.
func (t tally) String() string {
	low, high := t.interval()
	text := fmt.Sprintf("%d won, %d drawn, %d lost", t.won, t.drawn, t.lost)
	if t.unfinished > 0 {
		text += fmt.Sprintf(", %d unfinished", t.unfinished)
	}
	return fmt.Sprintf("%s: %.1f %% of the points (95 %%: %.1f to %.1f)", text, 100*t.share(), 100*low, 100*high)
}

// share is the part of the points that a has, 0 to 1.
func (t tally) share() float64 {
	return (float64(t.won) + float64(t.drawn+t.unfinished)/2) / float64(t.sum())
}

// interval holds the true share in at least 95 of 100 such trials. It is Wilson's for a share of wins, which is honest
// for few matches and one-sided results too; a drawn result varies less than it assumes.
func (t tally) interval() (low, high float64) {
	const z = 1.96
	n, share := float64(t.sum()), t.share()
	middle := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return max(middle-half, 0), min(middle+half, 1)
}
