package shuriken

import (
	"fmt"

	"salle/game"
)

// Ground is which of the two games is played.
type Ground uint8

// The grounds.
const (
	Training Ground = iota
	Master
)

// ground is all that a ground sets (the numbers marked T in RULES.md).
type ground struct {
	name       string
	stonePairs int   // shuriken 1.4
	quietTurns int   // shuriken 8.4, both sides counted
	flagHits   int   // hits on a flag that win (shuriken 5.3)
	army       []Man // in the order in which it is dealt (shuriken 8.1)
}

var grounds = [2]ground{
	Training: {
		name: "training", stonePairs: 3, quietTurns: 1, flagHits: 1,
		army: []Man{
			plain(Forward), plain(Forward), plain(Forward), plain(Forward | Left), plain(Forward | Right), plain(Left | Right),
			plain(Forward | Back), plain(Forward | Left | Right), plain(Forward | Left | Right),
			plain(Forward | Back | Left | Right),
			{Shield, Forward},
			{Shield, Forward | Back},
		},
	},
	Master: {
		name: "master", stonePairs: 2, quietTurns: 2, flagHits: 2,
		army: []Man{
			{Captain, Forward},
			{Volley, Forward},
			{Bow, Forward},
			{XShuriken, Diagonal},
			plain(Forward), plain(Forward),
			plain(Forward), plain(Forward), plain(Forward | Left), plain(Forward | Right), plain(Forward | Left | Right),
			{Flag, Forward},
			{Shield, Forward},
			{Shield, Forward},
		},
	},
}

// The still duel (shuriken 7.2, 7.3): counts of the calm counter.
const (
	StillAt = 8  // the flags are revealed, and may be taken
	EndAt   = 14 // the larger army wins
)

// PinnedTurns and EmptyTurns are how many of its owner's turns a piece stays pinned, and a volley empty (shuriken 4.5).
const (
	PinnedTurns = 2
	EmptyTurns  = 2
)

// String is the ground's name in notation.
func (g Ground) String() string { return grounds[g&1].name }

// Army is the public list of either side's pieces (shuriken 8.1). On the training ground it has the ten warriors, one of
// whom carries the flag, and two shields.
func (g Ground) Army() []Man { return append([]Man(nil), grounds[g&1].army...) }

// Shuriken is how many pieces of a full army can throw (shuriken 5.4).
func (g Ground) Shuriken() int { return len(grounds[g&1].army) - 3 }

// QuietTurns is how many turns of a duel are quiet, both sides counted, with the quiet opening on (shuriken 8.4).
func (g Ground) QuietTurns() int { return grounds[g&1].quietTurns }

// quietSuffix names the variants with the quiet opening on.
const quietSuffix = "-quiet"

// Variants are the names of what can be played, the default first.
func Variants() []string {
	return []string{
		VariantOf(Training, false), VariantOf(Master, false), VariantOf(Training, true), VariantOf(Master, true),
	}
}

// VariantOf is the name of a ground, with or without the quiet opening (shuriken 11).
func VariantOf(g Ground, quiet bool) string {
	if quiet {
		return g.String() + quietSuffix
	}
	return g.String()
}

// ParseVariant reads what VariantOf wrote, "" as the training ground; other text is game.ErrVariant.
func ParseVariant(name string) (g Ground, quiet bool, err error) {
	if name == "" {
		return Training, false, nil
	}
	for _, g := range []Ground{Training, Master} {
		for _, quiet := range []bool{false, true} {
			if name == VariantOf(g, quiet) {
				return g, quiet, nil
			}
		}
	}
	return Training, false, fmt.Errorf("variant %.40q of shuriken: %w", name, game.ErrVariant)
}
