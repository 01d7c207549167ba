package war

import (
	"errors"
	"slices"
	"testing"

	"salle/game"
)

// war 14: variants are named by their switches in alphabetical order.
func TestVariantsAreNamedByTheirSwitches(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "war": "", " war ": "", "+adjudicate": "+adjudicate", "war +relay_by_contact +adjudicate": "+adjudicate +relay_by_contact",
	} {
		on, err := ParseVariant(text)
		if err != nil || on.String() != want {
			t.Errorf("%q is read as %q, %v", text, on, err)
		}
	}
	for _, text := range []string{"adjudicate", "+nothing", "+adjudicate +adjudicate", "war war", "chess"} {
		if _, err := (Rules{}).Start(game.Setup{Variant: text, Rules: RulesVersion}); !errors.Is(err, game.ErrVariant) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := (Rules{}).Start(game.Setup{Rules: RulesVersion + 1}); !errors.Is(err, game.ErrVersion) {
		t.Errorf("another version: %v", err)
	}
	if !slices.IsSorted(switchNames) || len(Info.Variants) != 16 || Info.Variants[0] != "" {
		t.Errorf("names %v, variants %q", switchNames, Info.Variants)
	}
	for _, v := range Info.Variants {
		if on, err := ParseVariant(v); err != nil || on.String() != v {
			t.Errorf("variant %q: %q, %v", v, on, err)
		}
	}
}
