// Command web is the hall: without a word it serves it, and its other words are the operator's tools.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"salle/game"
	"salle/game/catalog"
)

// program is where a command reads and writes.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	env            func(string) string
}

// command is one word of the program.
type command struct {
	name, args, does string
	more             string // said below the flags
	run              func(p program, ctx context.Context, args []string) error
}

// commands lists the words; the first is run when none is given.
func commands() []command {
	return []command{
		{"serve", "[flags]", "serve the hall; also without a word", serveMore, program.serve},
		{"replay", "[--json] FILE", "print the state after every step of a record; - reads standard input", "", program.replay},
		{"convert", "[flags] FILE", "translate a position of the Game of War from and to KFEN; - reads standard input", convertMore, program.convert},
		{"arena", "[flags]", "let two levels of the machine play each other and print how they did", "", program.arena},
		{"verify", "[flags]", "replay every stored match and name what differs", "", program.verify},
		{"perft", "[flags]", "count the lines of play from the start of a game, depth by depth", "", program.perft},
		{"solve", "[flags]", "work out the machine's tables anew, or measure those built in", "", program.solve},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // so that a second signal ends what does not heed the first
	p := program{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, env: os.Getenv}
	os.Exit(p.main(ctx, os.Args[1:]))
}

// main runs the command that args name and returns the exit code: 0, 1 where it failed, 2 where it was called wrongly.
func (p program) main(ctx context.Context, args []string) int {
	all := commands()
	name := all[0].name
	switch {
	case len(args) > 0 && slices.Contains([]string{"help", "-h", "-help", "--help"}, args[0]):
		if len(args) == 1 {
			p.usage(all)
			return 0
		}
		name, args = args[1], []string{"--help"}
	case len(args) > 0 && !strings.HasPrefix(args[0], "-"):
		name, args = args[0], args[1:]
	}
	i := slices.IndexFunc(all, func(c command) bool { return c.name == name })
	if i < 0 {
		fmt.Fprintf(p.stderr, "web: there is no command %q; web help lists those there are\n", name)
		return 2
	}
	return p.report(all[i], all[i].run(p, ctx, args))
}

// report says how a command ended, a failure in one line, and returns the exit code.
func (p program) report(c command, err error) int {
	if err == nil {
		return 0
	}
	var asked helpError
	if errors.As(err, &asked) {
		p.usageOf(c, asked.flags)
		return 0
	}
	fmt.Fprintf(p.stderr, "web %s: %s\n", c.name, strings.ReplaceAll(err.Error(), "\n", "; "))
	var wrong usageError
	if errors.As(err, &wrong) {
		return 2
	}
	return 1
}

// usage prints one line for each command.
func (p program) usage(all []command) {
	fmt.Fprintln(p.stdout, "usage: web [command] [flags]")
	for _, c := range all {
		fmt.Fprintf(p.stdout, "  %-7s %s\n", c.name, c.does)
	}
	fmt.Fprintln(p.stdout, "web COMMAND --help lists its flags.")
}

func (p program) usageOf(c command, fs *flag.FlagSet) {
	fmt.Fprintf(p.stdout, "usage: web %s %s\n%s\n", c.name, c.args, c.does)
	fs.SetOutput(p.stdout)
	fs.PrintDefaults()
	if c.more != "" {
		fmt.Fprintln(p.stdout, c.more)
	}
}

// usageError is a command that was called wrongly.
type usageError struct{ error }

// helpError asks for the flags of a command.
type helpError struct{ flags *flag.FlagSet }

func (helpError) Error() string { return "help is wanted" }

// flags returns a flag set that prints nothing by itself.
func (p program) flags(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return fs
}

// parse reads args into a flag set, which keeps the other words; flags may stand before and after those. Its errors are
// usageErrors, also where there are more or fewer words than wanted, and helpError.
func parse(fs *flag.FlagSet, args []string, wanted int) error {
	var words []string
	for {
		if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
			return helpError{fs}
		} else if err != nil {
			return usageError{fmt.Errorf("%w; web %s --help lists the flags", err, fs.Name())}
		}
		if fs.NArg() == 0 {
			break
		}
		words, args = append(words, fs.Arg(0)), fs.Args()[1:]
	}
	if len(words) != wanted {
		return usageError{fmt.Errorf("words beside the flags: %d wanted, %d given; web %s --help says which", wanted, len(words), fs.Name())}
	}
	return fs.Parse(append([]string{"--"}, words...))
}

// start opens a match of a game, named by its slug, under today's rules. A name that is not known is a usageError.
func start(slug, variant string) (game.Game, game.Setup, game.Position, error) {
	games, err := catalog.New()
	if err != nil {
		return nil, game.Setup{}, nil, err
	}
	g, ok := games.Find(slug)
	if !ok {
		return nil, game.Setup{}, nil, usageError{fmt.Errorf("there is no game %q; choose of %s", slug, slugs(games))}
	}
	setup := game.Setup{Variant: variant, Rules: g.Info().Rules}
	p, err := g.Start(setup)
	if errors.Is(err, game.ErrVariant) {
		err = usageError{fmt.Errorf("%s has no variant %q; leave --variant out or choose of %q", slug, variant, g.Info().VariantNames())}
	}
	return g, setup, p, err
}

// slugs names the games of a catalogue.
func slugs(games catalog.Catalog) string {
	return strings.Join(games.Slugs(), ", ")
}
