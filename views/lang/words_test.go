package lang

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"salle/game"
	"salle/game/spirit"
)

// source is the parsed Go code of a folder, tests left out.
func source(t *testing.T, dir string) []*ast.File {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no Go code in %s: %v", dir, err)
	}
	var parsed []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
	}
	return parsed
}

// constants lists the values of a folder's string constants whose names begin with prefix: the code is asked, so that a
// new event cannot go without words.
func constants(t *testing.T, dir, prefix string) []string {
	t.Helper()
	var values []string
	for _, f := range source(t, dir) {
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			for i, name := range spec.Names {
				rest, ok := strings.CutPrefix(name.Name, prefix)
				if !ok || rest == "" || !ast.IsExported(rest) || i >= len(spec.Values) {
					continue
				}
				if value, ok := literal(spec.Values[i]); ok {
					values = append(values, value)
				}
			}
			return true
		})
	}
	return values
}

// refusals lists the literal keys of the IllegalErrors in a folder.
func refusals(t *testing.T, dir string) []string {
	t.Helper()
	var keys []string
	for _, f := range source(t, dir) {
		ast.Inspect(f, func(n ast.Node) bool {
			pair, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			if field, ok := pair.Key.(*ast.Ident); ok && field.Name == "Key" {
				if key, ok := literal(pair.Value); ok {
					keys = append(keys, key)
				}
			}
			return true
		})
	}
	return keys
}

// literal is the value of a string literal.
func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	value, err := strconv.Unquote(lit.Value)
	return value, err == nil
}

// need fails where a key has no words; compare has seen to it that the languages agree.
func need(t *testing.T, c Catalogue, keys ...string) {
	t.Helper()
	for _, key := range keys {
		for _, l := range c.All() {
			if !l.Has(key) {
				t.Errorf("%s.json: key %q is missing", l.Code(), key)
			}
		}
	}
}

// expect fails where what the code was asked for lacks a name that is known to be there: a guard for the asking.
func expect(t *testing.T, got []string, known ...string) {
	t.Helper()
	for _, name := range known {
		if !slices.Contains(got, name) {
			t.Fatalf("found %q, but not %q", got, name)
		}
	}
}

// persons are the forms of a sentence about a player: of the viewer, of the opponent, of either before a third.
var persons = []string{".you", ".other", ".seat"}

func TestEveryEventHasItsWords(t *testing.T) {
	c := load(t)
	kinds := append(constants(t, "../../game/spirit", "Event"), constants(t, "../../game", "Event")...)
	expect(t, kinds, spirit.EventHit, spirit.EventPledge, game.EventAgreed)
	variants := map[string][]string{ // what an event's At or N tells apart
		spirit.EventLeapFail: {".range", ".edge"},
		spirit.EventWhiff:    {"." + spirit.Block.String(), "." + spirit.Counter.String()},
		spirit.EventDust:     {".1", ".2", ".3"},
	}
	for _, kind := range kinds {
		if kind == spirit.EventLimit { // it is about nobody
			need(t, c, "event."+kind)
			continue
		}
		forms := variants[kind]
		if forms == nil {
			forms = []string{""}
		}
		for _, form := range forms {
			for _, person := range persons {
				need(t, c, "event."+kind+form+person)
			}
		}
	}
}

func TestEveryResultHasItsWords(t *testing.T) {
	c := load(t)
	reasons := append(constants(t, "../../game/spirit", "Reason"), constants(t, "../../game", "Reason")...)
	expect(t, reasons, spirit.ReasonRounds, game.ReasonTime)
	for _, reason := range reasons {
		need(t, c, "result.why."+reason)
		if reason == spirit.ReasonEqual || reason == game.ReasonAgreed {
			need(t, c, "result."+reason+".draw")
			continue
		}
		for _, person := range persons {
			need(t, c, "result."+reason+person)
		}
	}
	for _, how := range []string{spirit.ByKO, spirit.ByDust} {
		for _, person := range persons {
			need(t, c, "round."+how+person)
		}
		need(t, c, "round."+how+".draw")
	}
	need(t, c, "round."+spirit.ByLimit+".draw")
}

func TestEveryRefusalHasItsWords(t *testing.T) {
	codes := append(constants(t, "../../game/spirit", "Code"), refusals(t, "../../game")...)
	expect(t, codes, spirit.CodePierce, spirit.CodePledged, "offered", "no-offer")
	for _, code := range codes {
		need(t, load(t), "refuse."+code)
	}
	need(t, load(t), "refuse.notation", "refuse.turn", "refuse.over", "refuse.stale", "refuse.repeated")
}

func TestEveryActionHasItsWords(t *testing.T) {
	keys := []string{"act.rest", "act.none"}
	for _, a := range spirit.Actions {
		keys = append(keys, "act."+a.String())
	}
	for _, key := range keys {
		need(t, load(t), key, key+".hint")
	}
}

func TestEveryErrorHasItsWords(t *testing.T) {
	for _, name := range []string{"400", "403", "404", "404.match", "405", "413", "429", "500", "503", "cross-site"} {
		need(t, load(t), "error."+name+".title", "error."+name+".text")
	}
}

func TestEveryLevelHasItsWords(t *testing.T) {
	for n := range spirit.Info.Levels {
		need(t, load(t), fmt.Sprintf("level.%d", n+1), fmt.Sprintf("level.%s.%d", spirit.Info.Slug, n+1))
	}
}

func TestRulesPageShowsEveryParagraph(t *testing.T) {
	c := load(t)
	game := spirit.Info.Slug
	listed := c.ruleKeys(game)
	if len(c.Rules(game)) == 0 || len(c.Short(game)) == 0 {
		t.Fatalf("%s has no rules page", game)
	}
	for _, l := range c.All() {
		for _, key := range l.Keys() {
			page := strings.HasPrefix(key, "rules."+game+".") && !strings.HasPrefix(key, "rules."+game+".matrix.")
			if page && !slices.Contains(listed, key) {
				t.Errorf("rules.json does not list %q", key)
			}
		}
	}
	if again := slices.Compact(slices.Sorted(slices.Values(listed))); len(again) != len(listed) {
		t.Errorf("rules.json lists %d keys, but only %d different ones", len(listed), len(again))
	}
}

// TestCataloguesHaveNoDoubleKeys holds what encoding/json forgives: of two equal keys it would keep the last.
func TestCataloguesHaveNoDoubleKeys(t *testing.T) {
	for _, l := range load(t).All() {
		raw, err := os.ReadFile(l.Code() + ".json")
		if err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(string(raw), "\n  \""); lines != len(l.Keys()) {
			t.Errorf("%s.json has %d lines with a key, but %d keys", l.Code(), lines, len(l.Keys()))
		}
	}
}
