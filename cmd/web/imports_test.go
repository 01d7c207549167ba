package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// module leads every import path of ours.
const module = "salle/"

// room is a package and what it may touch.
type room struct {
	path    string
	why     string   // the reason for its row
	ours    []string // packages of this module that it may import; tests may import game/gametest besides
	modules []string // other modules that it may import
	std     []string // in a pure room all that it may import of the standard library
	never   []string // in another room what it may not import of the standard library
	pure    bool     // no I/O, clock, goroutine, init, changing global or global chance
}

// The standard library as rules may use it: nothing that reads, writes, waits or remembers.
var pureStd = []string{
	"cmp", "container/heap", "context", "errors", "fmt", "iter", "maps", "math", "math/bits", "math/rand/v2", "slices", "sort",
	"strconv", "strings", "unicode", "unicode/utf8",
}

// What unpacks a table that is built in.
var unpackStd = append([]string{"bytes", "compress/flate", "embed", "encoding/binary", "io"}, pureStd...)

var (
	web  = []string{"net", "net/http", "net/url", "html", "html/template"}
	sql  = []string{"database/sql"}
	host = []string{"os", "os/exec", "os/signal", "flag", "syscall"}
)

// rooms is the table of what may import what. It is law: change it with the design, never to make a build pass.
var rooms = []room{
	{
		path: "game", pure: true, std: pureStd,
		why: "the kernel is what everything else stands on: it knows no game, no store and no page, and replays alike everywhere",
	},
	{
		path: "game/spirit", pure: true, std: unpackStd, ours: []string{"game"},
		why: "a game is its rules: of the rest it knows the kernel alone, and never another game",
	},
	{
		path: "game/shuriken", pure: true, std: pureStd, ours: []string{"game"},
		why: "as game/spirit",
	},
	{
		path: "game/war", pure: true, std: pureStd, ours: []string{"game"},
		why: "as game/spirit",
	},
	{
		path: "game/spirit/solve", pure: true, std: append([]string{"bytes", "compress/flate", "encoding/binary", "io"}, pureStd...), ours: []string{"game", "game/spirit"},
		why: "the machine's tables are worked out from the rules alone, so that they come out the same for everybody",
	},
	{
		path: "game/catalog", pure: true, std: pureStd, ours: []string{"game", "game/shuriken", "game/spirit", "game/war"},
		why: "the one list of games has no logic",
	},
	{
		path: "game/clock", pure: true, std: append([]string{"time"}, pureStd...),
		why: "time is reckoned from what the clock is told, so that a year of it can be tried in a second",
	},
	{
		path: "game/rating", pure: true, std: pureStd,
		why: "a rating is worked out from results alone, and comes out the same whenever it is",
	},
	{
		path: "game/gametest", ours: []string{"game"}, modules: []string{"pgregory.net/rapid"}, never: slices.Concat(web, sql),
		why: "the laws are tried on any game, so they know none",
	},
	{
		path: "game/match", ours: []string{"game", "game/clock", "game/rating"}, never: slices.Concat(web, sql, host),
		why: "use cases know neither HTTP nor SQL nor any one game",
	},
	{
		path: "account", modules: []string{"golang.org/x/crypto", "golang.org/x/text"}, never: slices.Concat(web, sql, host),
		why: "who somebody is has nothing to do with pages, with the store or with any match",
	},
	{
		path: "db", ours: []string{"account", "game", "game/clock", "game/match"}, modules: []string{"modernc.org/sqlite"}, never: []string{"net/http", "html", "html/template"},
		why: "the store knows how matches are kept, and nothing of pages or of any one game",
	},
	{
		path: "notify", modules: []string{"github.com/SherClockHolmes/webpush-go", "github.com/wneessen/go-mail"},
		never: slices.Concat([]string{"html", "html/template"}, sql, []string{"os", "os/exec", "os/signal", "flag"}),
		why:   "what goes out of the house: mail, push, webhooks; nothing else dials out",
	},
	{
		path: "static", never: slices.Concat([]string{"net", "net/http"}, sql, host),
		why: "files as they are",
	},
	{
		path: "views/lang", modules: []string{"golang.org/x/text"}, never: slices.Concat([]string{"net", "net/http"}, sql, host),
		why: "words have no use for what they are about",
	},
	{
		path: "views", ours: []string{"game", "game/clock", "game/shuriken", "game/spirit", "game/war", "static", "views/lang"}, modules: []string{"github.com/a-h/templ"},
		never: slices.Concat([]string{"net", "net/http"}, sql, host),
		why:   "a view draws what one viewer may see: it is handed observations and can fetch nothing",
	},
	{
		path: "views/picture", ours: []string{"game", "game/shuriken", "game/spirit", "game/war"}, modules: []string{"golang.org/x/image"},
		never: slices.Concat([]string{"net", "net/http"}, sql, host),
		why:   "a picture draws what everybody may see: it is handed observations and can fetch nothing",
	},
	{
		path: "handlers", ours: []string{"account", "game", "game/clock", "game/match", "game/shuriken", "game/spirit", "game/war", "notify", "static", "views", "views/lang", "views/picture"},
		modules: []string{"github.com/labstack/echo/v4", "github.com/gorilla/sessions", "github.com/gorilla/securecookie", "github.com/a-h/templ", "github.com/go-webauthn/webauthn"},
		never:   slices.Concat(sql, host),
		why:     "a handler translates HTTP: it decides no rule and speaks no SQL",
	},
	{
		path: "cmd/web", modules: []string{"golang.org/x/text"},
		ours: []string{"account", "db", "game", "game/catalog", "game/match", "game/spirit", "game/spirit/solve", "game/war", "handlers", "notify", "static", "views", "views/lang"},
		why:  "the one place that knows everybody, since it wires them",
	},
}

// testsOnly is imported by tests alone.
const testsOnly = module + "game/gametest"

// listed is a package as go list tells of it.
type listed struct {
	Dir, ImportPath                    string
	Imports, TestImports, XTestImports []string
	GoFiles                            []string
}

// listPackages asks the go command for the packages of this module.
func listPackages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=Dir,ImportPath,Imports,TestImports,XTestImports,GoFiles", "./...")
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	if err != nil {
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			err = fmt.Errorf("%w: %s", err, failed.Stderr)
		}
		t.Fatalf("list the packages: %v", err)
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return all
		case err != nil:
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// findRoom is the row of a package.
func findRoom(importPath string) (room, bool) {
	i := slices.IndexFunc(rooms, func(r room) bool { return module+r.path == importPath })
	if i < 0 {
		return room{}, false
	}
	return rooms[i], true
}

// forbidden tells what is wrong with a room's imports.
func (r room) forbidden(p listed) []string {
	var faults []string
	for _, path := range p.Imports {
		switch {
		case path == testsOnly:
			faults = append(faults, path+" outside tests")
		case strings.HasPrefix(path, module):
			if !slices.Contains(r.ours, strings.TrimPrefix(path, module)) {
				faults = append(faults, path)
			}
		case strings.Contains(strings.Split(path, "/")[0], "."):
			if !slices.ContainsFunc(r.modules, func(m string) bool { return path == m || strings.HasPrefix(path, m+"/") }) {
				faults = append(faults, path)
			}
		case r.pure && !slices.Contains(r.std, path), slices.Contains(r.never, path):
			faults = append(faults, path)
		}
	}
	return faults
}

func TestRoomsImportWhatTheyMay(t *testing.T) {
	packages := listPackages(t)
	for _, p := range packages {
		r, ok := findRoom(p.ImportPath)
		if !ok {
			t.Errorf("%s is a room of no row: the design says what there is", p.ImportPath)
			continue
		}
		for _, fault := range r.forbidden(p) {
			t.Errorf("%s imports %s: %s", r.path, fault, r.why)
		}
	}
	for _, r := range rooms {
		if !slices.ContainsFunc(packages, func(p listed) bool { return p.ImportPath == module+r.path }) {
			t.Errorf("the table has a row for %s, which is not there", r.path)
		}
	}
}

func TestForbiddenImportsAreFound(t *testing.T) {
	for _, c := range []struct{ room, path string }{
		{"game", "os"},
		{"game", "time"},
		{"game", "sync"},
		{"game", module + "game/spirit"},
		{"game", "pgregory.net/rapid"},
		{"game/spirit", "os"},
		{"game/spirit", "net/http"},
		{"game/spirit", module + "db"},
		{"game/clock", "os"},
		{"game/clock", module + "game/match"},
		{"game/rating", "time"},
		{"game/match", "net/http"},
		{"game/match", "database/sql"},
		{"game/match", module + "game/spirit"},
		{"db", "net/http"},
		{"db", module + "game/spirit"},
		{"db", module + "views"},
		{"db", testsOnly},
		{"notify", module + "game/match"},
		{"notify", "database/sql"},
		{"views", module + "game/match"},
		{"views", module + "db"},
		{"views", "net/http"},
		{"views", "github.com/labstack/echo/v4"},
		{"handlers", module + "db"},
		{"handlers", "database/sql"},
		{"handlers", "modernc.org/sqlite"},
		{"cmd/web", testsOnly},
		{"cmd/web", "github.com/spf13/cobra"},
	} {
		r, ok := findRoom(module + c.room)
		if !ok {
			t.Fatalf("no row for %s", c.room)
		}
		if faults := r.forbidden(listed{Imports: []string{"fmt", c.path}}); len(faults) != 1 {
			t.Errorf("%s importing %s: faults %q, want one", c.room, c.path, faults)
		}
	}
	if _, ok := findRoom(module + "util"); ok {
		t.Error("a room of no row was found")
	}
}
