package main

import (
	"context"
	"fmt"
	"time"

	"salle/game"
	"salle/game/war"
)

// perft counts the lines of play from the start of a game, depth by depth.
func (p program) perft(ctx context.Context, args []string) error {
	fs := p.flags("perft")
	slug := fs.String("game", "spirit", "the game")
	variant := fs.String("variant", "", "its variant")
	file := fs.String("position", "", positionFlag+"; if not set, the opening of its ready-made deployment")
	depth := fs.Int("depth", 3, "plies to look ahead, chance's included")
	if err := parse(fs, args, 0); err != nil {
		return err
	}
	if *depth < 0 {
		return usageError{fmt.Errorf("there is no depth %d; choose one from 0", *depth)}
	}
	_, _, position, err := p.startAt(*slug, *variant, *file)
	if err != nil {
		return err
	}
	if position, err = deployed(position); err != nil {
		return err
	}
	for d := range *depth + 1 {
		began := time.Now()
		count, err := countTo(ctx, position, d)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(p.stdout, "depth %d: %d in %s\n", d, count, time.Since(began).Round(time.Millisecond)); err != nil {
			return fmt.Errorf("write: %w", err)
		}
	}
	return nil
}

// deployed is a position in which nobody has more options than a list can hold: of the ways to deploy only some are
// listed, so where both sides still have to, the first of them is played, and chance's first option after it.
func deployed(p game.Position) (game.Position, error) {
	if o, ok := p.Observe(game.First).(war.Observation); !ok || !war.Sampled(o) {
		return p, nil
	}
	for _, seat := range []game.Seat{game.First, game.Second, game.Chance} {
		var err error
		if p, _, err = p.Play(seat, p.Legal(seat)[0]); err != nil {
			return nil, fmt.Errorf("deploy: %w", err)
		}
	}
	return p, nil
}

// countTo is game.Perft for those who may lose patience: the count itself does not stop, but nobody waits for it.
func countTo(ctx context.Context, p game.Position, depth int) (int, error) {
	if err := ctx.Err(); err != nil {
		return 0, fmt.Errorf("depth %d was not counted: %w", depth, err)
	}
	counted := make(chan int, 1)
	go func() { counted <- game.Perft(p, depth) }()
	select {
	case n := <-counted:
		return n, nil
	case <-ctx.Done():
		return 0, fmt.Errorf("depth %d was not counted: %w", depth, ctx.Err())
	}
}
