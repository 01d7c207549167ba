package match

import (
	"slices"
	"testing"
)

func TestNamesAreSortedNaturally(t *testing.T) {
	want := []string{"2 forts", "10 forts", "a", "A2", "a02b", "a10", "Wall", "wall", "wall 1", "Wall 2", "wall 10", "산 2", "산 10"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, byName)
	if !slices.Equal(got, want) {
		t.Errorf("sorted: %q, want %q", got, want)
	}
	for _, a := range want {
		for _, b := range want {
			if byName(a, b) != -byName(b, a) || (byName(a, b) == 0) != (a == b) {
				t.Errorf("%q and %q: %d and %d", a, b, byName(a, b), byName(b, a))
			}
		}
	}
}
