package war

import (
	"iter"
	"math/bits"
	"slices"
)

// Set is a set of squares. The zero Set is empty.
type Set [8]uint64

// SetOf is the set of some squares.
func SetOf(squares ...Square) Set {
	var set Set
	for _, s := range squares {
		set.add(s)
	}
	return set
}

// Has tells whether s is in the set.
func (set Set) Has(s Square) bool { return set.has(s) }

// has is Has without a copy of the set.
func (set *Set) has(s Square) bool { return set[s>>6&7]&(1<<(s&63)) != 0 }

func (set *Set) add(s Square) { set[s>>6&7] |= 1 << (s & 63) }

func (set *Set) remove(s Square) { set[s>>6&7] &^= 1 << (s & 63) }

// Len is the number of squares in the set.
func (set Set) Len() int {
	n := 0
	for _, word := range set {
		n += bits.OnesCount64(word)
	}
	return n
}

// Empty tells whether no square is in the set.
func (set Set) Empty() bool { return set == Set{} }

// All goes through the set in board order.
func (set Set) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for i, word := range set {
			for ; word != 0; word &= word - 1 {
				if !yield(Square(i<<6 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

// List is the set in board order.
func (set Set) List() []Square { return slices.Collect(set.All()) }
