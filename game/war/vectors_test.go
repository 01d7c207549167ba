package war

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"salle/game"
)

// vector is a case of testdata/vectors.json (war 16); its meta explains the fields.
type vector struct {
	ID, Why  string
	Units    []string
	Arsenals *struct{ N, S []string }
	Turn     string
	State    struct {
		PendingRetreat string `json:"pending_retreat"`
		Retreated      string
		Moved          []string
		MovesMade      int `json:"moves_made"`
	}
	Switches []string
	Query    struct {
		Type, Target, Side, Unit string
		Actions                  []string
	}
	Expect struct {
		Attack, Defence int
		Outcome         string
		Attackers       map[string]int
		Defenders       map[string]int
		Supplied        []string
		Unsupplied      []string
		Destinations    []string
		Legal           bool
		IllegalAt       *int   `json:"illegal_at"`
		CapturedAtStart string `json:"captured_at_start"`
		Turn            string
		Winner          *string
		Reason          string
		UnitsPresent    []string `json:"units_present"`
		UnitsAbsent     []string `json:"units_absent"`
		ArsenalsS       []string `json:"arsenals_S"`
		After           struct{ Attack []any }
	}
}

func readVectors(t testing.TB) []vector {
	t.Helper()
	data, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v struct{ Cases []vector }
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v.Cases
}

func square(t testing.TB, name string) Square {
	t.Helper()
	s, ok := ParseSquare(name)
	if !ok {
		t.Fatalf("%q is no square", name)
	}
	return s
}

func seat(letter string) game.Seat { return game.Seat(max(slices.Index(letters[:], letter), 0)) }

// unit reads "N C F5".
func unit(t testing.TB, text string) (Piece, Square) {
	t.Helper()
	f := strings.Fields(text)
	return PieceOf(seat(f[0]), kindOf(f[1][0])), square(t, f[2])
}

// position sets a case's board up.
func (v vector) position(t testing.TB) Position {
	t.Helper()
	p := Position{Side: seat(v.Turn), Arsenals: AllArsenals}
	for _, name := range v.Switches {
		on, err := ParseVariant("+" + name)
		if err != nil {
			t.Fatal(err)
		}
		p.Switches |= on
	}
	for _, text := range v.Units {
		piece, at := unit(t, text)
		p.put(at, piece)
	}
	if v.Arsenals != nil {
		p.Arsenals = 0
		for _, name := range slices.Concat(v.Arsenals.N, v.Arsenals.S) {
			p.Arsenals |= ArsenalAt(square(t, name))
		}
	}
	if name := v.State.PendingRetreat; name != "" {
		p.Dislodged = square(t, name)
	}
	for _, name := range v.State.Moved {
		p.Moved[p.Moves] = square(t, name)
		p.Moves++
	}
	if int(p.Moves) != v.State.MovesMade {
		t.Fatalf("%d moves made, %d named", v.State.MovesMade, p.Moves)
	}
	p.Retreated = v.State.Retreated != ""
	if p.Retreated && p.Moved[0] != square(t, v.State.Retreated) {
		t.Fatalf("%s has retreated, but not as the first move", v.State.Retreated)
	}
	return p
}

func TestVectors(t *testing.T) {
	cases := readVectors(t)
	if len(cases) != 128 {
		t.Fatalf("%d cases, want 128", len(cases))
	}
	for _, v := range cases {
		t.Run(v.ID, func(t *testing.T) {
			switch v.Query.Type {
			case "combat":
				v.combat(t)
			case "supplied":
				v.supplied(t)
			case "destinations":
				v.destinations(t)
			case "sequence":
				v.sequence(t)
			case "deployment":
				v.deployment(t)
			default:
				t.Fatalf("query %q", v.Query.Type)
			}
			if t.Failed() {
				t.Log(v.Why)
			}
		})
	}
}

func (v vector) combat(t *testing.T) {
	p := v.position(t)
	s := p.Supply()
	target := square(t, v.Query.Target)
	a := p.Account(target, &s)
	outcome := map[string]Outcome{"none": Holds, "retreat": Dislodges, "capture": Captures}[v.Expect.Outcome]
	if a.Attack != v.Expect.Attack || a.Defence != v.Expect.Defence || a.Outcome() != outcome {
		t.Errorf("attack %d, defence %d, outcome %d; want %d, %d, %s", a.Attack, a.Defence, a.Outcome(), v.Expect.Attack, v.Expect.Defence, v.Expect.Outcome)
	}
	if attack, defence := p.Sums(target, &s); attack != a.Attack || defence != a.Defence {
		t.Errorf("the sums are %d and %d, the account's %d and %d", attack, defence, a.Attack, a.Defence)
	}
	comparePoints(t, "attackers", a.Attackers, v.Expect.Attackers)
	comparePoints(t, "defenders", a.Defenders, v.Expect.Defenders)
	if a.Defenders[0].At != target {
		t.Errorf("the first defender is %s, not the target", a.Defenders[0].At)
	}
}

func comparePoints(t *testing.T, who string, got []Contribution, want map[string]int) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s %+v, want %v", who, got, want)
	}
	for _, c := range got {
		if points, ok := want[c.At.String()]; !ok || points != int(c.Points) {
			t.Errorf("%s: %s gives %d, want %v", who, c.At, c.Points, want)
		}
		if c.Charging != (c.Points == chargeValue) {
			t.Errorf("%s: %s gives %d, charging %v", who, c.At, c.Points, c.Charging)
		}
	}
}

func (v vector) supplied(t *testing.T) {
	p := v.position(t)
	_, in := p.SupplyOf(seat(v.Query.Side))
	for _, name := range v.Expect.Supplied {
		if !in.Has(square(t, name)) {
			t.Errorf("%s is isolated", name)
		}
	}
	for _, name := range v.Expect.Unsupplied {
		if in.Has(square(t, name)) {
			t.Errorf("%s is in communication", name)
		}
	}
}

func (v vector) destinations(t *testing.T) {
	p := v.position(t)
	s := p.Supply()
	var want Set
	for _, name := range v.Expect.Destinations {
		want.add(square(t, name))
	}
	if got := p.Destinations(square(t, v.Query.Unit), &s); got != want {
		t.Errorf("destinations %v, want %v", got.List(), want.List())
	}
}

func (v vector) deployment(t *testing.T) {
	var d Deployment
	for _, text := range v.Units {
		piece, at := unit(t, text)
		var ok bool
		if d, ok = d.Place(piece.Kind(), at); !ok {
			if v.Expect.Legal {
				t.Errorf("no place left for %s", text)
			}
			return
		}
	}
	code, at := d.Check(seat(v.Query.Side))
	if (code == "") != v.Expect.Legal {
		t.Errorf("refused as %q at %s, want legal %v", code, at, v.Expect.Legal)
	}
}

// action turns the words of a case into notation.
func action(t *testing.T, text string) string {
	t.Helper()
	switch f := strings.Fields(text); f[0] {
	case "move":
		return f[1] + "-" + f[2]
	case "attack":
		return f[1] + "*"
	case "end":
		return "end"
	}
	t.Fatalf("action %q", text)
	return ""
}

func (v vector) sequence(t *testing.T) {
	s, events := Resume(v.position(t))
	if want := v.Expect.CapturedAtStart; want != "" {
		if len(events) == 0 || events[0].Kind != EventLost || events[0].At[0] != want {
			t.Errorf("at the start %v, want the loss of %s", events, want)
		}
	}
	rules := Rules{}
	for i, text := range v.Query.Actions {
		a, err := rules.Parse(action(t, text))
		if err != nil {
			t.Fatal(err)
		}
		by := s.Position.Side
		listed := slices.Contains(rules.Legal(rules.Observe(s, by)), a)
		before := s.Position
		next, events, err := rules.Apply(s, by, a)
		if listed != (err == nil) {
			t.Errorf("%s is listed: %v, but played: %v", text, listed, err)
		}
		if want := v.Expect.IllegalAt; want != nil && *want == i {
			var illegal *game.IllegalError
			if !errors.As(err, &illegal) {
				t.Errorf("%s was played", text)
			}
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		v.attack(t, before, a.Step, events)
		s = next
	}
	v.after(t, s)
}

// attack compares an attack with what the case says of it.
func (v vector) attack(t *testing.T, p Position, step Step, events []game.Event) {
	if step.Verb != Attack || v.Expect.After.Attack == nil {
		return
	}
	want := v.Expect.After.Attack
	supply := p.Supply()
	attack, defence := p.Sums(step.To, &supply)
	kind := map[string]string{"none": EventHeld, "retreat": EventDislodged, "capture": EventCaptured}[want[2].(string)]
	if float64(attack) != want[0] || float64(defence) != want[1] || events[1].Kind != kind || events[0].N != attack-defence {
		t.Errorf("the attack was %d against %d and told as %v, want %v", attack, defence, events, want)
	}
}

func (v vector) after(t *testing.T, s State) {
	p, want := s.Position, v.Expect
	if want.Turn != "" && p.Side != seat(want.Turn) {
		t.Errorf("the turn is %s's, want %s", letters[p.Side], want.Turn)
	}
	switch {
	case want.Winner != nil && p.Result != game.Won(seat(*want.Winner), want.Reason):
		t.Errorf("result %+v, want %s by %s", p.Result, *want.Winner, want.Reason)
	case want.Winner == nil && want.Reason != "" && p.Result != game.Drawn(want.Reason):
		t.Errorf("result %+v, want a draw by %s", p.Result, want.Reason)
	case want.Winner == nil && want.Reason == "" && p.Result.Over:
		t.Errorf("result %+v, want none", p.Result)
	}
	for _, text := range want.UnitsPresent {
		if piece, at := unit(t, text); p.Board[at] != piece {
			t.Errorf("on %s stands %s, want %s", at, p.Board[at], piece)
		}
	}
	for _, name := range want.UnitsAbsent {
		if at := square(t, name); p.Board[at] != 0 {
			t.Errorf("on %s stands %s, want nobody", at, p.Board[at])
		}
	}
	if want.ArsenalsS != nil {
		var arsenals Arsenals
		for _, name := range want.ArsenalsS {
			arsenals |= ArsenalAt(square(t, name))
		}
		if got := p.Arsenals.Of(game.Second); got != arsenals {
			t.Errorf("south's arsenals %s, want %s", got, arsenals)
		}
	}
}
