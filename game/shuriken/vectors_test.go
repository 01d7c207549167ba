package shuriken

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"salle/game"
	"salle/game/gametest"
)

// vector is one case of testdata/vectors.json.
type vector struct {
	ID      string            `json:"id"`
	Type    string            `json:"type"`
	Ground  string            `json:"ground"`
	Ply     uint16            `json:"ply"`
	Turn    string            `json:"turn"`
	Quiet   bool              `json:"quiet"`
	Calm    uint8             `json:"calm"`
	Stars   map[string]uint8  `json:"stars"`
	Stones  map[string]string `json:"stones"`
	Pieces  []vectorPiece     `json:"pieces"`
	Seat    string            `json:"seat"`
	Action  string            `json:"action"`
	Legal   bool              `json:"legal"`
	Reason  string            `json:"reason"`
	Result  *string           `json:"result"`
	After   vectorAfter       `json:"after"`
	Events  []vectorEvent     `json:"events"`
	Seen    []vectorPiece     `json:"seen"`
	Counts  map[string][2]int `json:"counts"`
	Actions []struct {
		Action string `json:"action"`
		Answer string `json:"answer"`
	} `json:"actions"`
}

type vectorAfter struct {
	Pieces []vectorPiece    `json:"pieces"`
	Calm   uint8            `json:"calm"`
	Stars  map[string]uint8 `json:"stars"`
	Turn   string           `json:"turn"`
}

type vectorPiece struct {
	Owner    string `json:"owner"`
	Kind     string `json:"kind"`
	Blades   string `json:"blades"`
	At       string `json:"at"`
	Hidden   bool   `json:"hidden"`
	Revealed bool   `json:"revealed"`
	Pinned   uint8  `json:"pinned"`
	Empty    uint8  `json:"empty"`
}

type vectorEvent struct {
	Type  string `json:"type"`
	Seat  string `json:"seat"`
	Piece string `json:"piece"`
	At    string `json:"at"`
	To    string `json:"to"`
}

func readVectors(t testing.TB) []vector {
	t.Helper()
	data, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []vector `json:"cases"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Cases
}

func seatOf(t testing.TB, letter string) game.Seat {
	t.Helper()
	seat := slices.Index(letters[:], letter)
	if seat < 0 {
		t.Fatalf("%q is no seat", letter)
	}
	return game.Seat(seat)
}

func field(t testing.TB, name string) Field {
	t.Helper()
	f, ok := ParseField(name)
	if !ok {
		t.Fatalf("%q is no place", name)
	}
	return f
}

// piece is a case's piece; kinds are written as in events.
func (v vectorPiece) piece(t testing.TB) Piece {
	t.Helper()
	p := Piece{Owner: seatOf(t, v.Owner), Revealed: v.Revealed, Pinned: v.Pinned, Empty: v.Empty}
	name := v.Kind
	if name == "star" {
		name, p.Placed = "x", true
	}
	p.Kind = Kind(slices.Index(words[:], name))
	if p.Kind > Shield || p.Kind == NoKind {
		t.Fatalf("%q is no kind", v.Kind)
	}
	for _, letter := range v.Blades {
		p.Blades |= 1 << strings.IndexRune(bladeLetters, letter)
	}
	return p
}

func (v vector) ground() Ground {
	if v.Ground == Master.String() {
		return Master
	}
	return Training
}

func (v vector) position(t testing.TB) Position {
	t.Helper()
	p := Position{Ground: v.ground(), Quiet: v.Quiet, Ply: v.Ply, Calm: v.Calm}
	if v.Turn != "" {
		p.Turn = seatOf(t, v.Turn)
	}
	for _, seat := range players {
		p.Stars[seat] = v.Stars[letters[seat]]
	}
	for at, slant := range v.Stones {
		var ok bool
		if p.Stones, ok = p.Stones.with(field(t, at), Slant(1+strings.Index(`/\`, slant))); !ok {
			t.Fatalf("no stone can stand on %s", at)
		}
	}
	putAll(t, &p, v.Pieces)
	return p
}

func putAll(t testing.TB, p *Position, pieces []vectorPiece) {
	t.Helper()
	for _, one := range pieces {
		at := field(t, one.At)
		if !p.free(at) {
			t.Fatalf("%s is not free", at)
		}
		p.Put(at, one.piece(t))
	}
}

func TestVectors(t *testing.T) {
	seen := map[string]int{}
	for _, v := range readVectors(t) {
		seen[v.Type]++
		t.Run(v.ID, func(t *testing.T) {
			switch v.Type {
			case "action":
				v.checkAction(t)
			case "setup":
				v.checkSetup(t)
			case "observe":
				v.checkObserve(t)
			case "meter", "first":
				t.Skip("the dan ladder's (shuriken 9)")
			default:
				t.Fatalf("unknown type %q", v.Type)
			}
		})
	}
	if seen["action"] != 118 || seen["setup"] != 7 || seen["observe"] != 3 {
		t.Errorf("cases by type: %v", seen)
	}
}

func (v vector) checkAction(t *testing.T) {
	before := v.position(t)
	at := gametest.At(Rules{}, Resume(before))
	by := seatOf(t, v.Turn)
	listed := slices.Contains(at.Legal(by), v.Action)
	if want := v.Legal && !game.IsTable(v.Action); listed != want {
		t.Errorf("%s is listed: %v, want %v", v.Action, listed, want)
	}
	next, events, err := at.Play(by, v.Action)
	if !v.Legal {
		checkReason(t, v.Action, err, v.Reason)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(told(events), "; "), strings.Join(v.told(), "; "); got != want {
		t.Errorf("events\n%s, want\n%s", got, want)
	}
	result := "none"
	if r := next.Status().Result; r.Over {
		result = "draw " + r.Reason
		if r.Winner.Plays() {
			result = letters[r.Winner] + " " + r.Reason
		}
	}
	want := "none"
	if v.Result != nil {
		want = *v.Result
	}
	if result != want {
		t.Errorf("result %s, want %s", result, want)
	}
	v.checkAfter(t, before, game.Reveal(next))
}

func checkReason(t *testing.T, action string, err error, want string) {
	t.Helper()
	var illegal *game.IllegalError
	switch {
	case err == nil:
		t.Errorf("%s is accepted", action)
	case errors.As(err, &illegal):
		if illegal.Key != want || illegal.Rule == "" {
			t.Errorf("%s is refused for %s (%s), want %s", action, illegal.Key, illegal.Rule, want)
		}
	case !errors.Is(err, game.ErrNotation) || want != "unreadable":
		t.Errorf("%s is refused with %v, want %s", action, err, want)
	}
}

// checkAfter compares the text of a position with the case's.
func (v vector) checkAfter(t *testing.T, before Position, got string) {
	want := Position{Ground: before.Ground, Quiet: before.Quiet, Ply: before.Ply + 1, Calm: v.After.Calm, Stones: before.Stones}
	if game.IsTable(v.Action) {
		want.Ply--
	}
	want.Turn = seatOf(t, v.After.Turn)
	for _, seat := range players {
		want.Stars[seat] = v.After.Stars[letters[seat]]
	}
	putAll(t, &want, v.After.Pieces)
	if got != want.String() {
		t.Errorf("after\n%s, want\n%s", got, want)
	}
}

// told writes events as the cases do, sorted: several of one throw may come in another order, and flights and the result
// are not among them.
func told(events []game.Event) []string {
	var list []string
	for _, e := range events {
		if e.Kind == EventFlight || e.Kind == EventWin || e.Kind == EventDraw {
			continue
		}
		v := vectorEvent{Type: e.Kind, Seat: letters[e.By]}
		for i, at := range e.At {
			_, isField := ParseField(at)
			switch {
			case isField && i == 0:
				v.At = at
			case isField && i == 1 && e.Kind != EventRebound:
				v.To = at
			case !isField && e.Kind != EventGlide && e.Kind != EventPin:
				v.Piece = wordOf(at)
			}
		}
		list = append(list, fmt.Sprint(v))
	}
	slices.Sort(list)
	return list
}

// wordOf is how the cases name a piece that events write in notation.
func wordOf(text string) string {
	name, star := strings.CutSuffix(text, "*")
	if star {
		return "star"
	}
	for _, g := range []Ground{Training, Master} {
		if m, ok := ParseMan(name, g); ok {
			return m.Kind.String()
		}
	}
	return text
}

func (v vector) told() []string {
	var list []string
	for _, e := range v.Events {
		list = append(list, fmt.Sprint(e))
	}
	slices.Sort(list)
	return list
}

// checkSetup does the steps of a seat that has the case's army; the other has any.
func (v vector) checkSetup(t *testing.T) {
	s := State{Phase: InSetup, Position: v.position(t)}
	by := seatOf(t, v.Seat)
	if army := s.Position.army(by); !army.Complete(v.ground()) {
		t.Fatalf("the army is not complete: %s", s.Position)
	}
	s.setArmy(by.Other(), exampleArmy(v.ground(), by.Other()))
	for _, step := range v.Actions {
		a, err := Rules{}.Parse(step.Action)
		if err != nil {
			t.Fatal(err)
		}
		listed := slices.Contains(Rules{}.Legal(Rules{}.Observe(s, by)), a)
		next, _, err := Rules{}.Apply(s, by, a)
		if listed != (step.Answer == "") {
			t.Errorf("%s is listed: %v", step.Action, listed)
		}
		switch {
		case step.Answer != "":
			checkReason(t, step.Action, err, step.Answer)
		case err != nil:
			t.Errorf("%s: %v", step.Action, err)
		default:
			s = next
		}
	}
}

func (v vector) checkObserve(t *testing.T) {
	p := v.position(t)
	o := Rules{}.Observe(Resume(p), seatOf(t, v.Seat))
	var want []Sight
	for _, one := range v.Seen {
		want = append(want, Sight{At: field(t, one.At), Piece: one.piece(t)})
	}
	slices.SortFunc(want, func(a, b Sight) int { return int(a.At) - int(b.At) })
	if len(o.Pieces) != len(want) {
		t.Fatalf("%d pieces are seen, want %d", len(o.Pieces), len(want))
	}
	for i, s := range o.Pieces {
		if s.At != want[i].At || s.Piece != want[i].Piece {
			t.Errorf("seen is %+v, want %+v", s, want[i])
		}
	}
	for _, seat := range players {
		if got := [2]int{o.Shuriken[seat], o.Shields[seat]}; got != v.Counts[letters[seat]] {
			t.Errorf("counts of %s are %v, want %v", letters[seat], got, v.Counts[letters[seat]])
		}
	}
}
