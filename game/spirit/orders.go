package spirit

import (
	"strings"

	"salle/game"
)

// Act is the symbol of one slot (spirit 14.1). The zero Act is no slot at all.
type Act byte

// The eight actions and the recovery slot of a Leap.
const (
	None    Act = 0
	Advance Act = 'F'
	Retreat Act = 'R'
	Attack  Act = 'A'
	Block   Act = 'B'
	Counter Act = 'C'
	Pierce  Act = 'P'
	Wave    Act = 'W'
	Leap    Act = 'L'
	Rest    Act = '-' // recovery, always directly after a Leap
)

// Actions lists the eight actions in the order of their keys 1 to 8.
var Actions = [8]Act{Advance, Retreat, Attack, Block, Counter, Pierce, Wave, Leap}

// MaxSlots is the number of slots in a decisive round's turn (spirit 2.5).
const MaxSlots = 3

// String is the symbol; "" for no slot.
func (a Act) String() string {
	if a == None {
		return ""
	}
	return string(rune(a))
}

// Strikes tells whether a is a strike: Attack, Pierce or Wave.
func (a Act) Strikes() bool { return a == Attack || a == Pierce || a == Wave }

// Orders is one player's list for one turn, filled from the left (spirit 3.2).
type Orders [MaxSlots]Act

// Len is the number of filled slots.
func (o Orders) Len() int {
	n := 0
	for n < MaxSlots && o[n] != None {
		n++
	}
	return n
}

// String is the list in notation, such as "FA" or "BL-".
func (o Orders) String() string {
	var b [MaxSlots]byte
	n := o.Len()
	for i := range n {
		b[i] = byte(o[i])
	}
	return string(b[:n])
}

// isSymbol tells whether c may stand in a list (spirit 14.1).
func isSymbol(c byte) bool { return strings.IndexByte("FRABCPWL-", c) >= 0 }

// refused is an input that spirit 11.2 refuses, by the code in its table.
func refused(text, code string) *game.IllegalError {
	return &game.IllegalError{Action: text, Key: code, Rule: "spirit 11.2"}
}

// The codes of spirit 11.2.
const (
	CodeAction = "action"
	CodeLeap   = "leap"
	CodeOver   = "over"
	CodeSlots  = "slots"
	CodePierce = "pierce"
)

// checkShape judges what a list may never be, whatever the position: the first two lines of spirit 11.2's table.
func checkShape(text string) error {
	for i := range len(text) {
		if !isSymbol(text[i]) || text[i] == '-' && (i == 0 || text[i-1] != 'L') {
			return refused(text, CodeAction)
		}
	}
	for i := range len(text) {
		if text[i] == 'L' && (i+1 == len(text) || text[i+1] != '-') {
			return refused(text, CodeLeap)
		}
	}
	return nil
}

// Check judges player seat's list in the round state r (spirit 11.2). It returns nil or a *game.IllegalError whose Key is
// the table's code.
func (r Round) Check(seat game.Seat, text string) error {
	if err := checkShape(text); err != nil {
		return err
	}
	if len(text) != r.Slots(seat) {
		return refused(text, CodeSlots)
	}
	for slot := range len(text) {
		if code := r.impossible(seat, slot, Act(text[slot])); code != "" {
			return refused(text, code)
		}
	}
	return nil
}

// impossible names why an action is certain to fail in a slot, counted from 0: the last two lines of spirit 11.2's table.
func (r Round) impossible(seat game.Seat, slot int, a Act) string {
	switch {
	case a == Pierce && int(r.Fighters[seat].Stars)+slot < pierceCost:
		return CodePierce
	case a == Leap && slot == 0 && !r.canLeap(seat):
		return CodeLeap
	}
	return ""
}

// canLeap tells whether the players stand next to each other and a landing cell exists (spirit 5.2, 5.3).
func (r Round) canLeap(seat game.Seat) bool {
	_, ok := landing(r.Fighters[seat].Cell, r.Fighters[seat.Other()].Cell)
	return ok && r.Distance() == 1
}

// ordersOf reads a list whose shape was checked.
func ordersOf(text string) Orders {
	var o Orders
	for i := range min(len(text), MaxSlots) {
		o[i] = Act(text[i])
	}
	return o
}

// LegalOrders lists every list that Check accepts of seat, in the order of the keys.
func (r Round) LegalOrders(seat game.Seat) []Orders {
	n := r.Slots(seat)
	var lists []Orders
	var fill func(o Orders, slot int)
	fill = func(o Orders, slot int) {
		if slot == n {
			lists = append(lists, o)
			return
		}
		for _, a := range Actions {
			if r.impossible(seat, slot, a) != "" || a == Leap && slot+1 == n {
				continue
			}
			next, width := o, 1
			next[slot] = a
			if a == Leap {
				next[slot+1], width = Rest, 2
			}
			fill(next, slot+width)
		}
	}
	fill(Orders{}, 0)
	return lists
}

// Draft reads a list that is still being filled, for player seat: it returns the longest beginning that could still
// become a legal list, and the refusal of what follows, nil where everything fits. A Leap takes its recovery slot with it,
// written or not.
func (r Round) Draft(seat game.Seat, text string) (Orders, *game.IllegalError) {
	var o Orders
	n, slot := r.Slots(seat), 0
	for i := 0; i < len(text); i++ {
		a := Act(text[i])
		switch {
		case a == Rest || !isSymbol(text[i]):
			return o, refused(text, CodeAction)
		case slot == n:
			return o, refused(text, CodeSlots)
		case a == Leap && slot+1 == n:
			return o, refused(text, CodeLeap)
		}
		if code := r.impossible(seat, slot, a); code != "" {
			return o, refused(text, code)
		}
		o[slot] = a
		slot++
		if a == Leap {
			o[slot] = Rest
			slot++
			if i+1 < len(text) && Act(text[i+1]) == Rest {
				i++
			}
		}
	}
	return o, nil
}
