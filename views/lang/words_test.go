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
	"salle/game/shuriken"
	"salle/game/spirit"
	"salle/game/war"
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

// played are the games that are played here, by their slugs, which name their folders too.
var played = []string{spirit.Info.Slug, war.Info.Slug, shuriken.Info.Slug}

// folder is where a game's rules are written.
func folder(slug string) string { return filepath.Join("..", "..", "game", slug) }

// own is the key of a game's words for a thing that others have too: its own where it has some.
func own(c Catalogue, group, slug, name, suffix string) string {
	if key := group + "." + slug + "." + name; c.Get("en").Has(key + suffix) {
		return key
	}
	return group + "." + name
}

func TestEveryEventHasItsWords(t *testing.T) {
	c := load(t)
	variants := map[string][]string{ // what an event's At or N tells apart
		spirit.EventLeapFail: {".range", ".edge"},
		spirit.EventWhiff:    {"." + spirit.Block.String(), "." + spirit.Counter.String()},
		spirit.EventDust:     {".1", ".2", ".3"},
		shuriken.EventFlight: {".straight", ".bent"},
	}
	known := map[string][]string{
		"spirit": {spirit.EventHit, spirit.EventPledge}, "war": {war.EventCaptured, war.EventArsenal},
		"shuriken": {shuriken.EventRebound, shuriken.EventSave},
	}
	for _, slug := range played {
		kinds := append(constants(t, folder(slug), "Event"), constants(t, "../../game", "Event")...)
		expect(t, kinds, append(known[slug], game.EventAgreed)...)
		for _, kind := range kinds {
			if kind == spirit.EventLimit || kind == war.EventDraw || kind == shuriken.EventStones { // they are about nobody
				need(t, c, own(c, "event", slug, kind, ""))
				continue
			}
			forms := variants[kind]
			if forms == nil {
				forms = []string{""}
			}
			for _, form := range forms {
				for _, person := range persons {
					need(t, c, own(c, "event", slug, kind, form+person)+form+person)
				}
			}
		}
	}
}

func TestEveryResultHasItsWords(t *testing.T) {
	c := load(t)
	reasons := constants(t, "../../game", "Reason")
	for _, slug := range played {
		reasons = append(reasons, constants(t, folder(slug), "Reason")...)
	}
	expect(t, reasons, spirit.ReasonRounds, war.ReasonArsenals, game.ReasonTime)
	draws := []string{spirit.ReasonEqual, war.ReasonRepetition, war.ReasonQuiet, game.ReasonAgreed, shuriken.ReasonBoth}
	for _, reason := range reasons {
		need(t, c, "result.why."+reason)
		if slices.Contains(draws, reason) {
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
	c := load(t)
	known := map[string][]string{
		"spirit": {spirit.CodePierce, spirit.CodePledged}, "war": {war.CodeRetreat, war.CodeReserve},
		"shuriken": {shuriken.CodePinned, shuriken.CodeShields},
	}
	for _, slug := range played {
		codes := append(constants(t, folder(slug), "Code"), refusals(t, "../../game")...)
		expect(t, codes, append(known[slug], "offered", "no-offer")...)
		for _, code := range codes {
			need(t, c, own(c, "refuse", slug, code, ""))
		}
	}
	for _, code := range constants(t, "../../game/match", "Code") {
		need(t, c, own(c, "refuse", "war", code, ""))
	}
	need(t, c, "refuse.notation", "refuse.turn", "refuse.over", "refuse.stale", "refuse.repeated")
}

// TestEveryUnitHasItsWords holds for all that pages of the Game of War name by a letter or a name of the rules.
func TestEveryUnitHasItsWords(t *testing.T) {
	c := load(t)
	for _, k := range war.Kinds {
		key := "war.unit." + k.Code()
		need(t, c, key, key+".text", key+".hint")
	}
	for _, f := range war.Formations(game.First) {
		need(t, c, "war.deploy.ready."+f.Key, "war.deploy.ready."+f.Key+".hint")
	}
	for on := war.Switches(1); on <= war.SuppliedUnitsCut; on <<= 1 {
		need(t, c, "war.switch."+on.Names()[0])
	}
	for _, on := range war.Offered {
		need(t, c, "war.switch."+on.Names()[0]+".hint")
	}
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
	for _, name := range []string{"400", "403", "404", "404.match", "405", "413", "429", "500", "503", "cross-site", "locked"} {
		need(t, load(t), "error."+name+".title", "error."+name+".text")
	}
}

func TestEveryLevelHasItsWords(t *testing.T) {
	for slug, levels := range map[string]int{spirit.Info.Slug: spirit.Info.Levels, war.Info.Slug: war.Info.Levels, shuriken.Info.Slug: shuriken.Info.LevelsIn("")} {
		for n := range levels {
			need(t, load(t), fmt.Sprintf("level.%d", n+1), fmt.Sprintf("level.%s.%d", slug, n+1))
		}
	}
}

func TestEveryDanHasItsWords(t *testing.T) {
	c := load(t)
	for n := 1; n <= 7; n++ {
		need(t, c, fmt.Sprintf("dan.%d", n), fmt.Sprintf("dan.full.%d", n))
	}
	for lang, want := range map[string]string{"en": "7th dan (칠단)", "ko": "칠단", "ja": "七段"} {
		if got := c.Get(lang).T("dan.full.7"); got != want {
			t.Errorf("%s: the seventh dan is %q, want %q", lang, got, want)
		}
	}
}

func TestRulesPageShowsEveryParagraph(t *testing.T) {
	c := load(t)
	for _, slug := range played {
		listed := c.ruleKeys(slug)
		if len(c.Rules(slug)) == 0 || len(c.Short(slug)) == 0 {
			t.Fatalf("%s has no rules page", slug)
		}
		for _, l := range c.All() {
			for _, key := range l.Keys() {
				page := strings.HasPrefix(key, "rules."+slug+".") && !strings.HasPrefix(key, "rules."+slug+".matrix.")
				if page && !slices.Contains(listed, key) {
					t.Errorf("rules.json does not list %q", key)
				}
			}
		}
		if again := slices.Compact(slices.Sorted(slices.Values(listed))); len(again) != len(listed) {
			t.Errorf("rules.json lists %d keys, but only %d different ones", len(listed), len(again))
		}
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
