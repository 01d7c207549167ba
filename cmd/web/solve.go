package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"salle/game/spirit"
	"salle/game/spirit/solve"
)

// tablesFile is the name under which package spirit embeds its tables.
const tablesFile = "values.bin"

// solve works out the tables of the spirit machine anew, or measures those that are built in.
func (p program) solve(ctx context.Context, args []string) error {
	fs := p.flags("solve")
	out := fs.String("out", "", "directory to write the tables to; they come out the same for everybody")
	check := fs.Bool("check", false, "print what a perfect adversary gains on the highest level, from the tables built in")
	if err := parse(fs, args, 0); err != nil {
		return err
	}
	switch {
	case *out == "" && !*check:
		return usageError{errors.New("say --out DIR or --check")}
	case *out != "":
		if err := p.solveTables(ctx, *out); err != nil {
			return err
		}
	}
	if *check {
		return p.checkTables(ctx)
	}
	return nil
}

func (p program) solveTables(ctx context.Context, dir string) error {
	space := spirit.NewSpace()
	var values [spirit.MaxSlots + 1][]float64
	for k := 2; k <= spirit.MaxSlots; k++ {
		values[k] = solve.Values(space, k, spread(ctx), func(done solve.Progress) {
			fmt.Fprintf(p.stderr, "%d slots: %s\n", k, done)
		})
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("solve rounds of %d slots: %w", k, err)
		}
	}
	packed, err := spirit.PackTables(values)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, tablesFile)
	if err := os.WriteFile(path, packed, 0o644); err != nil {
		return fmt.Errorf("write the tables: %w", err)
	}
	fmt.Fprintf(p.stdout, "%s: %d bytes\n", path, len(packed))
	return nil
}

func (p program) checkTables(ctx context.Context) error {
	tables, err := spirit.LoadTables()
	if err != nil {
		return err
	}
	for k := 2; k <= spirit.MaxSlots; k++ {
		gain := solve.Exploit(tables, k, spread(ctx))
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("check rounds of %d slots: %w", k, err)
		}
		fmt.Fprintf(p.stdout, "%d slots: a perfect adversary of the highest level gains %.6f a round\n", k, gain)
	}
	return nil
}

// spread works on all processors. Once ctx is done nothing more is begun, so that the results mean nothing.
func spread(ctx context.Context) solve.Spread {
	const piece = 256
	return func(n int, part func(from, to int)) {
		pieces := make(chan int)
		var workers sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			workers.Go(func() {
				for from := range pieces {
					part(from, min(from+piece, n))
				}
			})
		}
		for from := 0; from < n && ctx.Err() == nil; from += piece {
			pieces <- from
		}
		close(pieces)
		workers.Wait()
	}
}
