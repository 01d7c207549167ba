package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"salle/db"
	"salle/game/catalog"
	"salle/game/match"
)

// verify replays every stored match and names what differs. It makes no database where there is none.
func (p program) verify(ctx context.Context, args []string) error {
	flags := p.flags("verify")
	database := flags.String("db", p.envOr(envDatabase, defaultDatabase), "database file ("+envDatabase+")")
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	if _, err := os.Stat(*database); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no database %s; name the one to verify with --db", *database)
	}
	store, err := db.Open(ctx, *database)
	if err != nil {
		return err
	}
	defer store.Close()
	games, err := catalog.New()
	if err != nil {
		return err
	}
	service := match.New(store, games, time.Now, newRand, slog.New(slog.DiscardHandler))
	total, wrong, err := service.VerifyAll(ctx, func(_ string, err error) {
		if err != nil && ctx.Err() == nil {
			fmt.Fprintln(p.stdout, err)
		}
	})
	if err := errors.Join(err, ctx.Err()); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(p.stdout, "%d matches, %d differ\n", total, wrong); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	if wrong > 0 {
		return fmt.Errorf("%d of %d matches do not replay to what was stored; they are named above", wrong, total)
	}
	return nil
}
