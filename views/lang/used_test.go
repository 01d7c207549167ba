package lang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// use is a key, or a pattern of keys such as "act.*.hint", that code asks for.
type use struct {
	pattern string
	counted bool     // by N, which adds a plural form
	where   string   // the file
	names   []string // the placeholders it fills
	open    bool     // whether it fills more placeholders than names tells
}

// matches tells whether the use may ask for key.
func (u use) matches(key string) bool {
	if u.counted {
		stem, ok := strings.CutSuffix(key, other)
		if !ok {
			stem, ok = strings.CutSuffix(key, one)
		}
		if !ok {
			return false
		}
		key = stem
	}
	parts := strings.Split(u.pattern, "*")
	if len(parts) == 1 {
		return key == u.pattern
	}
	rest, ok := strings.CutPrefix(key, parts[0])
	for _, p := range parts[1 : len(parts)-1] {
		_, after, found := strings.Cut(rest, p)
		rest, ok = after, ok && found
	}
	return ok && strings.HasSuffix(rest, parts[len(parts)-1])
}

// pattern reads an expression that makes a key: what is not literal becomes "*".
func pattern(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if s, ok := literal(e); ok {
			return s
		}
	case *ast.ParenExpr:
		return pattern(e.X)
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return strings.ReplaceAll(pattern(e.X)+pattern(e.Y), "**", "*")
		}
	case *ast.CallExpr:
		if sel, ok := e.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Sprintf" && len(e.Args) > 0 {
			return verb.ReplaceAllString(pattern(e.Args[0]), "*")
		}
	}
	return "*"
}

// verb is a verb of fmt.Sprintf.
var verb = regexp.MustCompile(`%[a-z]`)

// usesOf lists what a file's calls of T and N ask for, and every other string in it that could be a key: keys also
// travel in variables and tables.
func usesOf(f *ast.File, where string) (asked, mentioned []use) {
	seen := map[ast.Node]bool{} // parts of an expression that was read as a whole
	ast.Inspect(f, func(n ast.Node) bool {
		if seen[n] {
			markParts(n, seen)
			return true
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			if ok && len(n.Args) > 0 && (sel.Sel.Name == "T" || sel.Sel.Name == "N") {
				asked = append(asked, call(n, sel.Sel.Name == "N", where))
				seen[n.Args[0]] = true
			}
		case *ast.BinaryExpr:
			if p := pattern(n); strings.Contains(strings.SplitN(p, "*", 2)[0], ".") {
				mentioned = append(mentioned, use{pattern: p, where: where})
			}
			markParts(n, seen)
		case *ast.BasicLit:
			if s, ok := literal(n); ok {
				mentioned = append(mentioned, use{pattern: s, where: where})
			}
		}
		return true
	})
	return asked, mentioned
}

// call reads a call of T or N.
func call(n *ast.CallExpr, counted bool, where string) use {
	u := use{pattern: pattern(n.Args[0]), counted: counted, where: where, open: n.Ellipsis.IsValid()}
	args := n.Args[1:]
	if counted {
		u.names, args = []string{"n"}, args[min(1, len(args)):]
	}
	for i := 0; i < len(args); i += 2 {
		name, ok := literal(args[i])
		u.names, u.open = append(u.names, name), u.open || !ok
	}
	return u
}

// markParts marks both sides of a concatenation.
func markParts(n ast.Node, seen map[ast.Node]bool) {
	if sum, ok := n.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		seen[sum.X], seen[sum.Y] = true, true
	}
}

// templCall is a call of T or N with a literal key, in templ source that may not have been generated yet.
var templCall = regexp.MustCompile(`\.([TN])\(\s*"([^"]*)"\s*([,)+])`)

// usesInTempl lists what templ source asks for.
func usesInTempl(src, where string) []use {
	var asked []use
	for _, m := range templCall.FindAllStringSubmatch(src, -1) {
		u := use{pattern: m[2], counted: m[1] == "N", where: where, open: true}
		if m[3] == "+" {
			u.pattern += "*"
		}
		asked = append(asked, u)
	}
	return asked
}

// uses reads the code that makes pages.
func uses(t *testing.T) (asked, mentioned []use) {
	t.Helper()
	for _, root := range []string{"..", "../../handlers"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case os.IsNotExist(err):
				return nil
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "lang", strings.HasSuffix(path, "_test.go"):
				return nil
			case strings.HasSuffix(path, ".templ"):
				src, err := os.ReadFile(path)
				asked = append(asked, usesInTempl(string(src), path)...)
				return err
			case !strings.HasSuffix(path, ".go") || filepath.Dir(path) == filepath.Join("..", "lang"):
				return nil
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			a, m := usesOf(f, path)
			asked, mentioned = append(asked, a...), append(mentioned, m...)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return asked, mentioned
}

func TestEveryKeyUsedExists(t *testing.T) {
	l := load(t).Get("en")
	asked, _ := uses(t)
	for _, u := range asked {
		found := u.pattern == "*" // a key from elsewhere: nothing to hold it against
		for _, key := range l.Keys() {
			found = found || u.matches(key)
		}
		if !found {
			t.Errorf("%s asks for %q, which has no words", u.where, u.pattern)
		}
	}
}

func TestEveryPlaceholderIsFilled(t *testing.T) {
	l := load(t).Get("en")
	asked, _ := uses(t)
	for _, u := range asked {
		if u.open || strings.Contains(u.pattern, "*") { // of several keys, not all need the same values
			continue
		}
		for _, key := range l.Keys() {
			for _, name := range l.texts[key].names() {
				if u.matches(key) && !slices.Contains(u.names, name) {
					t.Errorf("%s asks for %q without a value for {%s}", u.where, key, name)
				}
			}
		}
	}
}

func TestEveryKeyIsUsed(t *testing.T) {
	c := load(t)
	asked, mentioned := uses(t)
	if len(asked) == 0 {
		t.Skip("no page asks for words yet")
	}
	used := map[string]bool{}
	for game := range c.rules {
		for _, key := range c.ruleKeys(game) {
			used[key] = true
		}
	}
	for _, key := range c.Get("en").Keys() {
		for _, u := range append(asked, mentioned...) {
			used[key] = used[key] || u.pattern != "*" && u.matches(key)
		}
		stem, plural := strings.CutSuffix(key, one)
		if !used[key] && !(plural && used[stem+other]) {
			t.Errorf("no page asks for %q: remove it from the three catalogues", key)
		}
	}
}

func TestUsesAreFound(t *testing.T) {
	const src = `package p
func page() {
	l.T("home.title")
	l.T("act."+a+".hint", "n", 1)
	l.N("match.slots.left", n)
	l.T(fmt.Sprintf("level.%s.%d", g, n))
	title := row{"match.score"}
	l.T(title.key)
	key := "event." + kind
}`
	f, err := parser.ParseFile(token.NewFileSet(), "", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	asked, mentioned := usesOf(f, "p.go")
	asked = append(asked, usesInTempl(`<p>{ l.T("site.tagline") } { v.L.T("refuse."+code) }</p>`, "p.templ")...)
	all := append(asked, mentioned...)
	if got := asked[0]; len(got.names) != 0 || got.open {
		t.Errorf("%+v fills nothing", got)
	}
	if got := asked[1]; !slices.Equal(got.names, []string{"n"}) || got.open {
		t.Errorf("%+v fills n alone", got)
	}
	for _, c := range []struct {
		key  string
		want bool
	}{
		{"home.title", true},
		{"act.F.hint", true},
		{"act.F", false},
		{"match.slots.left.one", true},
		{"match.slots.left.other", true},
		{"match.slots.left", false}, // N asks for a form of it
		{"level.spirit.5", true},
		{"match.score", true},
		{"event.hit.you", true},
		{"site.tagline", true},
		{"refuse.leap", true},
		{"home.lead", false},
	} {
		got := false
		for _, u := range all {
			got = got || u.pattern != "*" && u.matches(c.key)
		}
		if got != c.want {
			t.Errorf("use of %q found: %v, want %v", c.key, got, c.want)
		}
	}
}
