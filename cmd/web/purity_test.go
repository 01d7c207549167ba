package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestPureRoomsArePure(t *testing.T) {
	for _, p := range listPackages(t) {
		if r, ok := findRoom(p.ImportPath); ok && r.pure {
			for _, fault := range impurities(parseFiles(t, p)) {
				t.Errorf("%s: %s", fault, r.why)
			}
		}
	}
}

// Reveal shows both sides' secrets: it is for an operator's tools, and for tests.
func TestNobodyElseRevealsAState(t *testing.T) {
	for _, p := range listPackages(t) {
		if p.ImportPath == module+"cmd/web" || p.ImportPath == testsOnly || p.ImportPath == module+"game" {
			continue
		}
		for _, fault := range uses(parseFiles(t, p), module+"game", func(name string) bool { return name == "Reveal" }) {
			t.Errorf("%s: only an operator's tools reveal a state", fault)
		}
	}
}

// source is a package's files on the syntax tree, with what their names stand for as far as the package itself tells.
type source struct {
	fset  *token.FileSet
	files []*ast.File
	info  *types.Info
}

func parseFiles(t *testing.T, p listed) source {
	t.Helper()
	s := source{fset: token.NewFileSet()}
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(s.fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		s.files = append(s.files, f)
	}
	s.resolve(p.ImportPath)
	return s
}

// resolve finds out what names stand for. Imported packages stay empty, which is enough.
func (s *source) resolve(path string) {
	s.info = &types.Info{
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	config := types.Config{Importer: emptyImporter{}, Error: func(error) {}}
	_, _ = config.Check(path, s.fset, s.files, s.info) // its errors are about the empty packages
}

// emptyImporter imports every package as one without contents.
type emptyImporter struct{}

var _ types.Importer = emptyImporter{}

func (emptyImporter) Import(path string) (*types.Package, error) {
	name := filepath.Base(path)
	if name == "v2" { // a version is no name
		name = filepath.Base(filepath.Dir(path))
	}
	p := types.NewPackage(path, name)
	p.MarkComplete()
	return p, nil
}

// at is a fault by its place.
func (s source) at(n ast.Node, what string) string {
	return fmt.Sprintf("%s: %s", s.fset.Position(n.Pos()), what)
}

// uses lists where names of another package are used.
func uses(s source, path string, forbidden func(name string) bool) []string {
	var faults []string
	for _, f := range s.files {
		ast.Inspect(f, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			id, ok := sel.X.(*ast.Ident)
			if !ok {
				return true
			}
			if pkg, ok := s.info.Uses[id].(*types.PkgName); ok && pkg.Imported().Path() == path && forbidden(sel.Sel.Name) {
				faults = append(faults, s.at(n, path+"."+sel.Sel.Name))
			}
			return true
		})
	}
	return faults
}

// seededRand is what of math/rand/v2 draws from a source that it is handed.
var seededRand = []string{"New", "NewPCG", "NewChaCha8", "NewZipf", "Rand", "PCG", "ChaCha8", "Source", "Zipf"}

// toldTime is what of time reckons with instants that it is handed: it knows neither what time it is nor where it runs.
var toldTime = []string{
	"Time", "Duration", "Weekday", "Month", "Millisecond", "Second", "Minute", "Hour", "Saturday", "Sunday", "Monday", "UTC", "Date",
}

// impurities lists what a pure room may not do.
func impurities(s source) []string {
	faults := slices.Concat(
		uses(s, "math/rand/v2", func(name string) bool { return !slices.Contains(seededRand, name) }),
		uses(s, "time", func(name string) bool { return !slices.Contains(toldTime, name) }),
	)
	for _, f := range s.files {
		ast.Inspect(f, func(n ast.Node) bool {
			if what := s.impurity(n); what != "" {
				faults = append(faults, s.at(n, what))
			}
			return true
		})
	}
	return faults
}

// impurity names what is impure about a node; "" where nothing is.
func (s source) impurity(n ast.Node) string {
	switch n := n.(type) {
	case *ast.ImportSpec:
		if n.Name != nil && n.Name.Name == "." { // what is used of it could not be told
			return "a dot import"
		}
	case *ast.GoStmt:
		return "a goroutine"
	case *ast.ChanType, *ast.SendStmt, *ast.SelectStmt:
		return "a channel"
	case *ast.FuncDecl:
		if n.Recv == nil && n.Name.Name == "init" {
			return "an init function"
		}
	case *ast.AssignStmt:
		return s.changed(n.Lhs...)
	case *ast.IncDecStmt:
		return s.changed(n.X)
	case *ast.RangeStmt:
		return s.changed(n.Key, n.Value)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			return s.changed(n.X)
		}
	case *ast.CallExpr:
		if f, ok := n.Fun.(*ast.Ident); ok && slices.Contains([]string{"append", "clear", "copy", "delete"}, f.Name) && len(n.Args) > 0 {
			return s.changed(n.Args[0])
		}
	case *ast.SelectorExpr:
		if s.byPointer(n) {
			return s.changed(n.X)
		}
	}
	return ""
}

// byPointer tells whether a selection is a method that may change its receiver.
func (s source) byPointer(n *ast.SelectorExpr) bool {
	sel := s.info.Selections[n]
	if sel == nil || sel.Kind() != types.MethodVal {
		return false
	}
	_, pointer := sel.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
	return pointer
}

// changed names the first of the expressions that reaches into a variable of the package.
func (s source) changed(exprs ...ast.Expr) string {
	for _, e := range exprs {
		id := rootOf(e)
		if id == nil {
			continue
		}
		if v, ok := s.info.Uses[id].(*types.Var); ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
			return "the package's variable " + id.Name + " may change"
		}
	}
	return ""
}

// rootOf is the name that an expression such as a.b[c].d begins with, nil where there is none.
func rootOf(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}

func TestImpureConstructsAreFound(t *testing.T) {
	const head = "package p\n\nimport (\n\"math/rand/v2\"\n\"salle/game\"\nclock \"time\"\n)\n\nvar list = []int{1}\nvar table = map[string]*box{}\nvar n int\nvar one box\n" +
		"type box struct{ n int }\nfunc (b *box) set() { b.n = 1 }\nfunc (b box) get() int { return b.n }\nvar _ = rand.New\nvar _ game.Seat\nvar _ clock.Time\n"
	for body, want := range map[string]string{
		"func f() { go f() }":                                                 "a goroutine",
		"func init() {}":                                                      "an init function",
		"func f(c chan int) {}":                                               "a channel",
		"func f() { n = 2 }":                                                  "variable n",
		"func f() { n++ }":                                                    "variable n",
		"func f() { list[0] = 2 }":                                            "variable list",
		"func f() { list = append(list, 2) }":                                 "variable list",
		"func f() []int { return append(list[:0], 2) }":                       "variable list",
		"func f() { table[\"a\"].n += 1 }":                                    "variable table",
		"func f() { delete(table, \"a\") }":                                   "variable table",
		"func f() { clear(table) }":                                           "variable table",
		"func f() *int { return &n }":                                         "variable n",
		"func f() { for n = range 3 {} }":                                     "variable n",
		"func f() { one.set() }":                                              "variable one",
		"func f() int { return rand.IntN(3) }":                                "math/rand/v2.IntN",
		"func f() { _ = clock.Now() }":                                        "time.Now",
		"func f(now func() clock.Time) { f(clock.Now) }":                      "time.Now",
		"func f(t clock.Time) clock.Duration { return clock.Since(t) }":       "time.Since",
		"func f(t clock.Time) clock.Duration { return clock.Until(t) }":       "time.Until",
		"func f() { clock.Sleep(clock.Hour) }":                                "time.Sleep",
		"func f() { clock.AfterFunc(clock.Hour, f) }":                         "time.AfterFunc",
		"func f(t clock.Time) clock.Time { return t.In(clock.Local) }":        "time.Local",
		"func f(t clock.Time) clock.Time { return t.Add(24 * clock.Hour) }":   "",
		"func f() { rand.Shuffle(0, nil) }":                                   "math/rand/v2.Shuffle",
		"func f() int { n := 1; n++; list := []int{n}; list[0]++; return n }": "",
		"func f(r *rand.Rand) int { return r.IntN(3) + list[0] + one.get() }": "",
		"func f() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }":          "",
		"func (b *box) init() {}\nfunc f() { var b box; b.set(); b.init() }":  "",
	} {
		s := parseText(t, head+body)
		faults := impurities(s)
		if want == "" && len(faults) > 0 || want != "" && (len(faults) == 0 || !strings.Contains(strings.Join(faults, " "), want)) {
			t.Errorf("%s: faults %q, want %q", body, faults, want)
		}
	}
	if faults := impurities(parseText(t, "package p\n\nimport . \"time\"\n\nvar now = Now")); len(faults) != 1 {
		t.Errorf("a dot import: faults %q, want one", faults)
	}
	s := parseText(t, head+"func f() { _ = game.Reveal(nil) }")
	if faults := uses(s, module+"game", func(name string) bool { return name == "Reveal" }); len(faults) != 1 {
		t.Errorf("a revealed state: faults %q, want one", faults)
	}
}

func parseText(t *testing.T, text string) source {
	t.Helper()
	s := source{fset: token.NewFileSet()}
	f, err := parser.ParseFile(s.fset, "p.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	s.files = []*ast.File{f}
	s.resolve("p")
	return s
}
