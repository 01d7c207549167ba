package war

import (
	"fmt"
	"slices"
	"strings"

	"salle/game"
)

// Switches are the ways of war 14 in which a game may depart from the default, a set of them.
type Switches uint16

// The switches, in alphabetical order, which is that of a variant's name.
const (
	Adjudicate Switches = 1 << iota
	ArsenalNeedsSupply
	BonusTargetOnly
	ChargeAllFour
	CollapseVictory
	EnemyBlocksFire
	IsolatedMayRetreat
	RelayByContact
	RelayRange0
	RelaysInContact
	SuppliedUnitsCut
)

// switchNames are the names of the switches in the order of their bits.
var switchNames = []string{
	"adjudicate", "arsenal_needs_supply", "bonus_target_only", "charge_all_four", "collapse_victory", "enemy_blocks_fire",
	"isolated_may_retreat", "relay_by_contact", "relay_range_0", "relays_in_contact", "supplied_units_cut",
}

// Offered are the switches worth offering to players (war 14), in the order of the rules.
var Offered = [4]Switches{RelayByContact, CollapseVictory, EnemyBlocksFire, Adjudicate}

// Has tells whether all of the switches in s are on.
func (w Switches) Has(s Switches) bool { return w&s == s }

// Names lists the names of those that are on, in alphabetical order.
func (w Switches) Names() []string {
	var names []string
	for i, name := range switchNames {
		if w.Has(1 << i) {
			names = append(names, name)
		}
	}
	return names
}

// String is the variant's name, "" for the default game, else such as "+adjudicate +relay_by_contact".
func (w Switches) String() string {
	names := w.Names()
	for i := range names {
		names[i] = "+" + names[i]
	}
	return strings.Join(names, " ")
}

// ParseVariant reads a variant's name: the names of switches led by + in any order, each at most once, with the game's own
// slug before them or not. Its error is game.ErrVariant.
func ParseVariant(text string) (Switches, error) {
	words := strings.Fields(text)
	if len(words) > 0 && words[0] == Info.Slug {
		words = words[1:]
	}
	var on Switches
	for _, word := range words {
		name, led := strings.CutPrefix(word, "+")
		i := slices.Index(switchNames, name)
		if !led || i < 0 || on.Has(1<<i) {
			return 0, fmt.Errorf("variant %.80q: %w", text, game.ErrVariant)
		}
		on |= 1 << i
	}
	return on, nil
}
