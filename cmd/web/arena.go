package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"salle/game"
)

// arena lets two levels of the machine play, changing seats, and prints how a did against b.
func (p program) arena(ctx context.Context, args []string) error {
	fs := p.flags("arena")
	slug := fs.String("game", "spirit", "the game")
	variant := fs.String("variant", "", "its variant")
	a := fs.Int("a", 5, "level of machine a")
	b := fs.Int("b", 4, "level of machine b")
	games := fs.Int("games", 1000, "how many matches")
	seed := fs.Uint64("seed", 1, "what chance and machines draw with; equal seeds give equal matches")
	if err := parse(fs, args, 0); err != nil {
		return err
	}
	g, setup, _, err := start(*slug, *variant)
	if err != nil {
		return err
	}
	if levels := g.Info().Levels; *a < 1 || *b < 1 || *a > levels || *b > levels {
		return usageError{fmt.Errorf("there is no level %d against level %d; choose from 1 to %d", *a, *b, levels)}
	}
	if *games < 1 {
		return usageError{fmt.Errorf("%d matches are none; choose at least 1", *games)}
	}
	d := duel{game: g, setup: setup, levels: [2]int{*a, *b}, seed: *seed}
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

// duel is two machines and what they play.
type duel struct {
	game   game.Game
	setup  game.Setup
	levels [2]int // of a and b
	seed   uint64
}

// score is how a did.
type score struct {
	matches, rounds  tally
	plies, decisions int
}

func (s score) plus(other score) score {
	return score{
		matches: s.matches.plus(other.matches), rounds: s.rounds.plus(other.rounds),
		plies: s.plies + other.plies, decisions: s.decisions + other.decisions,
	}
}

// tally counts results as a sees them.
type tally struct{ won, drawn, lost int }

// result is the tally of one result.
func result(winner, a game.Seat) tally {
	switch winner {
	case a:
		return tally{won: 1}
	case game.Spectator:
		return tally{drawn: 1}
	}
	return tally{lost: 1}
}

func (t tally) plus(other tally) tally {
	return tally{won: t.won + other.won, drawn: t.drawn + other.drawn, lost: t.lost + other.lost}
}

func (t tally) sum() int { return t.won + t.drawn + t.lost }

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
	p, err := d.game.Start(d.setup)
	if err != nil {
		return score{}, err
	}
	var s score
	a := game.Seat(n % 2)
	for !p.Status().Result.Over {
		if err := ctx.Err(); err != nil {
			return score{}, err
		}
		before := p.Status()
		var decisions int
		if p, decisions, err = d.ply(ctx, p, a, rng); err != nil {
			return score{}, fmt.Errorf("match %d at ply %d: %w", n, before.Ply, err)
		}
		s.decisions += decisions
		if decisions > 0 {
			s.plies++
		}
		s.rounds = s.rounds.plus(ended(before, p.Status(), a))
	}
	s.matches = result(p.Status().Result.Winner, a)
	return s, nil
}

// ply lets everybody act who owes an action, and returns how often a machine chose.
func (d duel) ply(ctx context.Context, p game.Position, a game.Seat, rng *rand.Rand) (game.Position, int, error) {
	toAct := p.Status().ToAct
	if toAct.Has(game.Chance) {
		next, _, err := p.Play(game.Chance, p.Draw(rng))
		return next, 0, err
	}
	decisions := 0
	for _, seat := range []game.Seat{game.First, game.Second} {
		if !toAct.Has(seat) {
			continue
		}
		level := d.levels[0]
		if seat != a {
			level = d.levels[1]
		}
		actions, err := p.Choose(ctx, seat, game.Budget{Level: level, Seed: rng.Uint64()})
		if err != nil {
			return nil, 0, err
		}
		decisions++
		for _, action := range actions {
			if p, _, err = p.Play(seat, action); err != nil {
				return nil, 0, err
			}
		}
	}
	return p, decisions, nil
}

// ended is the result of a round that has just ended, in a game of several; nothing otherwise.
func ended(before, after game.Status, a game.Seat) tally {
	if before.Round == 0 || after.Wins == before.Wins && after.Round == before.Round && !after.Result.Over {
		return tally{}
	}
	for _, seat := range []game.Seat{game.First, game.Second} {
		if after.Wins[seat] > before.Wins[seat] {
			return result(seat, a)
		}
	}
	return result(game.Spectator, a)
}

// print writes the score, and as its last line what depends on the computer.
func (d duel) print(w io.Writer, s score, took time.Duration) error {
	text := fmt.Sprintf("%s, level %d against level %d, seed %d\n", d.game.Info().Slug, d.levels[0], d.levels[1], d.seed)
	text += fmt.Sprintf("matches   %s\n", s.matches)
	if n := s.rounds.sum(); n > 0 {
		text += fmt.Sprintf("rounds    %s\n", s.rounds)
		text += fmt.Sprintf("length    %.2f rounds a match, %.2f plies a round\n",
			float64(n)/float64(s.matches.sum()), float64(s.plies)/float64(n))
	}
	text += fmt.Sprintf("decisions %d, %.0f a second on %d processors\n",
		s.decisions, float64(s.decisions)/took.Seconds(), runtime.GOMAXPROCS(0))
	_, err := io.WriteString(w, text)
	return err
}

// String is a tally and the share of its points, draws counted half.
func (t tally) String() string {
	low, high := t.interval()
	return fmt.Sprintf("%d won, %d drawn, %d lost: %.1f %% of the points (95 %%: %.1f to %.1f)",
		t.won, t.drawn, t.lost, 100*t.share(), 100*low, 100*high)
}

// share is the part of the points that a has, 0 to 1.
func (t tally) share() float64 { return (float64(t.won) + float64(t.drawn)/2) / float64(t.sum()) }

// interval holds the true share in at least 95 of 100 such trials. It is Wilson's for a share of wins, which is honest
// for few matches and one-sided results too; a drawn result varies less than it assumes.
func (t tally) interval() (low, high float64) {
	const z = 1.96
	n, share := float64(t.sum()), t.share()
	middle := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return max(middle-half, 0), min(middle+half, 1)
}
