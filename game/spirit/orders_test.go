package spirit

import (
	"errors"
	"strings"
	"testing"

	"salle/game"
)

// codeOf is the code that a list was refused with; "" for one that was not.
func codeOf(err error) string {
	var illegal *game.IllegalError
	if errors.As(err, &illegal) {
		return illegal.Key
	}
	return ""
}

// The rounds that the tables below speak of.
const (
	apart    = "k2 t1 1@3h4s0p0d0 2@7h4s0p0d0"
	adjacent = "k2 t1 1@4h4s0p0d0 2@5h4s0p0d0"
	oneStar  = "k2 t1 1@4h4s1p0d0 2@5h4s0p0d0"
	atEdge   = "k2 t1 1@8h4s0p0d0 2@9h4s0p0d0"
	punished = "k2 t1 1@4h4s2p1d0 2@5h4s0p0d0"
	three    = "k3 t1 1@3h4s0p0d0 2@7h4s0p0d0"
	threeBy  = "k3 t1 1@4h4s0p0d0 2@5h4s0p0d0"
)

// spirit 11.2: where a list has several faults, the first in the order of the table is named.
func TestTheFirstFaultIsNamed(t *testing.T) {
	for _, c := range []struct{ round, list, code string }{
		{apart, "XL", CodeAction},   // unknown letter before a Leap without recovery
		{apart, "LXX", CodeAction},  // … and before a wrong number
		{apart, "-FFF", CodeAction}, // … as is a recovery without a Leap
		{apart, "L--", CodeAction},  // a second recovery
		{apart, "FAL", CodeLeap},    // Leap in the last place before a wrong number
		{apart, "LFF", CodeLeap},
		{apart, "PPP", CodeSlots},  // a wrong number before an unpaid Pierce
		{apart, "L-F", CodeSlots},  // … and before a Leap out of range
		{apart, "", CodeSlots},     // spirit 11.1: no pass
		{apart, "PL", CodeLeap},    // no recovery is a fault of shape
		{three, "PL-", CodePierce}, // slot by slot from the left
		{three, "L-P", CodeLeap},
		{three, "AP-", CodeAction},
		{three, "FPA", CodePierce}, // one star at most by slot 2
		{three, "FFP", ""},         // two by slot 3
		{three, "FL-", ""},         // spirit 11.3: a later Leap may fail
		{threeBy, "L-P", ""},
		{adjacent, "L-", ""},
		{atEdge, "L-", CodeLeap}, // no landing
		{oneStar, "PA", CodePierce},
		{oneStar, "AP", ""}, // spirit 11.3: it may fizzle
		{punished, "P", ""},
		{punished, "PA", CodeSlots},
		{apart, "RR", ""},
		{apart, "fa", CodeAction}, // upper case only
		{apart, "F A", CodeAction},
		{apart, "F\x00", CodeAction},
		{apart, "前進", CodeAction},
		{apart, "FAFAFAFA", CodeSlots},
		{apart, "L-L-L-L-", CodeSlots},
		{apart, "L-L-L-L-L", CodeLeap},
		{apart, "L-L-L-L--", CodeAction},
	} {
		if got := codeOf(parseRound(t, c.round).Check(game.First, c.list)); got != c.code {
			t.Errorf("%q in %s is refused as %q, want %q", c.list, c.round, got, c.code)
		}
	}
}

// spirit 11.5: what a key does to a half-filled list.
func TestDraftsKeepWhatFits(t *testing.T) {
	for _, c := range []struct{ round, text, list, code string }{
		{apart, "", "", ""},
		{apart, "F", "F", ""},
		{apart, "FA", "FA", ""},
		{apart, "FAB", "FA", CodeSlots}, // list full
		{apart, "L", "", CodeLeap},      // out of range
		{adjacent, "L", "L-", ""},       // its recovery comes with it
		{adjacent, "L-", "L-", ""},      // written or not
		{adjacent, "LA", "L-", CodeSlots},
		{adjacent, "L-A", "L-", CodeSlots},
		{adjacent, "AL", "A", CodeLeap}, // one slot left
		{adjacent, "AL-", "A", CodeLeap},
		{atEdge, "L", "", CodeLeap},     // no landing
		{adjacent, "P", "", CodePierce}, // cannot be paid
		{adjacent, "AP", "A", CodePierce},
		{oneStar, "AP", "AP", ""},
		{apart, "-", "", CodeAction}, // recovery without a Leap
		{apart, "F-", "F", CodeAction},
		{adjacent, "L--", "L-", CodeAction},
		{apart, "x", "", CodeAction},
		{apart, "Fx", "F", CodeAction},
		{punished, "P", "P", ""},
		{punished, "L", "", CodeLeap}, // one slot left from the start
		{punished, "AA", "A", CodeSlots},
		{threeBy, "LA", "L-A", ""},
		{threeBy, "L-A", "L-A", ""},
		{threeBy, "AL", "AL-", ""},
		{threeBy, "AAL", "AA", CodeLeap},
		{three, "FL", "FL-", ""}, // may yet be in range
	} {
		list, err := parseRound(t, c.round).Draft(game.First, c.text)
		got := ""
		if err != nil {
			got = err.Key
		}
		if list.String() != c.list || got != c.code {
			t.Errorf("draft %q in %s is %q, refused as %q; want %q, %q", c.text, c.round, list, got, c.list, c.code)
		}
	}
}

// spirit 11.5: an observer's buttons are judged by his own stars, and only while he is to order.
func TestFitsIsAskedOfAnObservation(t *testing.T) {
	s := midRound(parseRound(t, oneStar))
	observe := func(seat game.Seat) Observation { return Rules{}.Observe(s, seat) }
	for _, c := range []struct {
		seat game.Seat
		list string
		act  Act
		code string
	}{
		{game.First, "A", Pierce, ""},
		{game.Second, "A", Pierce, CodePierce},
		{game.First, "", Pierce, CodePierce},
		{game.First, "", Leap, ""},
		{game.First, "A", Leap, CodeLeap},
		{game.First, "AA", Wave, CodeSlots},
		{game.First, "L-", Advance, CodeSlots},
	} {
		if got := observe(c.seat).Fits(ordersOf(c.list), c.act); got != c.code {
			t.Errorf("%s after %q of %s is refused as %q, want %q", c.act, c.list, c.seat, got, c.code)
		}
	}
	if !observe(game.First).ToOrder() || observe(game.Spectator).ToOrder() {
		t.Error("the players owe a list, a spectator does not")
	}
	s = played(t, s, game.First, Action{Orders: ordersOf("AA")})
	if o := observe(game.First); o.ToOrder() || o.Fits(Orders{}, Attack) != CodePledged {
		t.Error("who has committed has nothing to order")
	}
	if o := observe(game.Second); !o.ToOrder() || !o.Pledged[game.First] || o.Pledge != (Orders{}) {
		t.Errorf("the opponent sees %+v", o)
	}
}

func TestActionsAreReadAsWritten(t *testing.T) {
	for _, text := range []string{"F", "FA", "L-", "BL-", "CPW", "first S", "first N"} {
		a, err := Rules{}.Parse(text)
		if err != nil || a.String() != text {
			t.Errorf("%q is read as %v, %v", text, a, err)
		}
	}
	for _, text := range []string{"", "FAAA", "f", "F A", "first", "first E", "first  S", "First S", " F", "F\n", "é", "resign"} {
		if a, err := (Rules{}).Parse(text); !errors.Is(err, game.ErrNotation) {
			t.Errorf("%q is read as %v, %v", text, a, err)
		}
	}
}

func TestStartRefusesWhatItDoesNotKnow(t *testing.T) {
	for _, c := range []struct {
		setup game.Setup
		err   error
	}{
		{game.Setup{Rules: 1}, nil},
		{game.Setup{Rules: 0}, game.ErrVersion},
		{game.Setup{Rules: 2}, game.ErrVersion},
		{game.Setup{Rules: 1, Variant: "blitz"}, game.ErrVariant},
	} {
		if _, err := (Rules{}).Start(c.setup); !errors.Is(err, c.err) {
			t.Errorf("%+v: %v, want %v", c.setup, err, c.err)
		}
	}
}

func TestWrongRoundsAreRefused(t *testing.T) {
	for _, text := range []string{
		"", "k2", apart + " ", " " + apart, "k2 t1 1@3h4s0p0d0", "k1 t1 1@3h4s0p0d0 2@7h4s0p0d0", "k4 t1 1@3h4s0p0d0 2@7h4s0p0d0",
		"k2 t0 1@3h4s0p0d0 2@7h4s0p0d0", "k2 t41 1@3h4s0p0d0 2@7h4s0p0d0", "k2 t1 1@0h4s0p0d0 2@7h4s0p0d0",
		"k2 t1 1@10h4s0p0d0 2@7h4s0p0d0", "k2 t1 1@3h5s0p0d0 2@7h4s0p0d0", "k2 t1 1@3h4s3p0d0 2@7h4s0p0d0",
		"k2 t1 1@3h4s0p2d0 2@7h4s0p0d0", "k2 t1 1@3h4s0p0d4 2@7h4s0p0d0", "k2 t1 1@3h4s0p0d0 2@3h4s0p0d0",
		"k2 t1 2@7h4s0p0d0 1@3h4s0p0d0", "k2 t01 1@3h4s0p0d0 2@7h4s0p0d0", "k2 t1 1@3h-1s0p0d0 2@7h4s0p0d0",
		"k2 t1 1@3h4s0p0 2@7h4s0p0d0", "k2 t1 1@3h4s0p0d0x 2@7h4s0p0d0", "t1 k2 1@3h4s0p0d0 2@7h4s0p0d0",
		"k2 t1 1@h4s0p0d0 2@7h4s0p0d0", "k2  t1 1@3h4s0p0d0 2@7h4s0p0d0", strings.ToUpper(apart),
	} {
		if r, err := ParseRound(text); err == nil {
			t.Errorf("%q is read as %s", text, r)
		}
	}
}

func FuzzParseRound(f *testing.F) {
	for _, text := range []string{apart, adjacent, threeBy, "k3 t40 1@1h0s2p1d3 2@9h1s1p0d3", "k2 t1 1@3h4s0p0d0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if r, err := ParseRound(text); err == nil && r.String() != text {
			t.Errorf("%q is read as a round that is written %q", text, r)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"FA", "L-", "BL-", "first S", "", "--", "first X"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Rules{}.Parse(text)
		switch {
		case err != nil && !errors.Is(err, game.ErrNotation):
			t.Errorf("%q: %v is no ErrNotation", text, err)
		case err == nil && a.String() != text:
			t.Errorf("%q is read as %q", text, a)
		}
	})
}

// A draft is a beginning of a legal list; where all of the text fits, its symbols are the text's, recoveries added.
func FuzzDraft(f *testing.F) {
	for _, c := range []struct{ round, text string }{{apart, "FA"}, {adjacent, "LA"}, {threeBy, "AL-"}, {punished, "P"}, {oneStar, "AP"}} {
		f.Add(c.round, c.text)
	}
	f.Fuzz(func(t *testing.T, round, text string) {
		r, err := ParseRound(round)
		if err != nil {
			t.Skip()
		}
		for _, seat := range []game.Seat{game.First, game.Second} {
			list, refusal := r.Draft(seat, text)
			if refusal == nil && strings.ReplaceAll(list.String(), "-", "") != strings.ReplaceAll(text, "-", "") {
				t.Errorf("in %s the draft %q of %s is read as %q", r, text, seat, list)
			}
			if !extendable(r, seat, list) {
				t.Errorf("in %s the draft %q of %s is %q, which no legal list begins with", r, text, seat, list)
			}
			if again, err := r.Draft(seat, list.String()); again != list || err != nil {
				t.Errorf("in %s the draft %q is read again as %q, %v", r, list, again, err)
			}
		}
	})
}

func extendable(r Round, seat game.Seat, list Orders) bool {
	for _, legal := range r.LegalOrders(seat) {
		if strings.HasPrefix(legal.String(), list.String()) {
			return true
		}
	}
	return false
}
