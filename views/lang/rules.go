package lang

import "fmt"

// Section is one section of a game's rules page.
type Section struct {
	Key        string   // such as "rules.spirit.board"; Key + ".title" is its heading
	Paragraphs []string // keys, in order
	Diagrams   []string // names of the pictures after the paragraphs; Catalogue.Caption has a picture's key
}

// rulebook orders what is said about a game's rules; the words themselves are in the catalogues.
type rulebook struct {
	Sections []Section
	Short    []string // keys of the summary
}

// Rules lists the sections of a game's rules page in order; none for a game without one. Callers must not change it.
func (c Catalogue) Rules(game string) []Section { return c.rules[game].Sections }

// Short lists the keys of a game's rules in brief, for a dialog beside the board. Callers must not change it.
func (c Catalogue) Short(game string) []string { return c.rules[game].Short }

// Caption is the key of the words under a picture of a game's rules page.
func (c Catalogue) Caption(game, diagram string) string {
	return "rules." + game + ".diagram." + diagram
}

// checkRules tells the first key that a rules page orders but that has no words.
func (c Catalogue) checkRules() error {
	for game := range c.rules {
		for _, key := range c.ruleKeys(game) {
			if !c.langs[0].Has(key) {
				return fmt.Errorf("rules.json: %s: key %q has no words", game, key)
			}
		}
	}
	return nil
}

// ruleKeys lists every key that a game's rules page needs.
func (c Catalogue) ruleKeys(game string) []string {
	keys := append([]string(nil), c.Short(game)...)
	for _, s := range c.Rules(game) {
		keys = append(append(keys, s.Key+".title"), s.Paragraphs...)
		for _, d := range s.Diagrams {
			keys = append(keys, c.Caption(game, d))
		}
	}
	return keys
}
