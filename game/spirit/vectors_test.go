package spirit

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"

	"salle/game"
)

// vectors is testdata/vectors.json (spirit 14.6).
type vectors struct {
	Turns []struct {
		ID, Why       string
		Before, After struct{ Text string }
		P1, P2        string
		Events        []string
		Over          bool
		Winner        *int
		How           *string
	}
	Inputs []struct {
		ID, Why string
		Before  struct{ Text string }
		Who     int
		Input   string
		Error   *string
	}
	Matches []struct {
		ID, Why string
		First   int
		Rounds  []int
		After   struct {
			Wins   [2]uint8
			Round  uint8
			First  *int
			Slots  *uint8
			Over   bool
			Winner *int
		}
	}
}

func readVectors(t testing.TB) vectors {
	t.Helper()
	data, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func parseRound(t testing.TB, text string) Round {
	t.Helper()
	r, err := ParseRound(text)
	if err != nil {
		t.Fatal(err)
	}
	if r.String() != text {
		t.Fatalf("round %q is written back as %q", text, r)
	}
	return r
}

// winner turns a vector's 1, 2 and 0 into a seat.
func winner(n int) game.Seat {
	if n == 0 {
		return game.Spectator
	}
	return game.Seat(n - 1)
}

func TestTurnVectors(t *testing.T) {
	v := readVectors(t)
	if len(v.Turns) != 128 {
		t.Fatalf("%d turns, want 128", len(v.Turns))
	}
	for _, c := range v.Turns {
		t.Run(c.ID, func(t *testing.T) {
			before := parseRound(t, c.Before.Text)
			for i, list := range []string{c.P1, c.P2} {
				if err := before.Check(game.Seat(i), list); err != nil {
					t.Fatalf("%s: list of player %d: %v", c.Why, i+1, err)
				}
			}
			after, end, events := before.Resolve([2]Orders{ordersOf(c.P1), ordersOf(c.P2)})
			if after.String() != c.After.Text {
				t.Errorf("%s:\n got %s\nwant %s", c.Why, after, c.After.Text)
			}
			var texts []string
			for _, e := range events {
				texts = append(texts, EventText(e))
			}
			if !slices.Equal(texts, c.Events) {
				t.Errorf("%s:\n got %q\nwant %q", c.Why, texts, c.Events)
			}
			want := Ending{}
			if c.Over {
				want = Ending{Over: true, Winner: winner(*c.Winner), How: *c.How}
			}
			if end != want {
				t.Errorf("%s: ending %+v, want %+v", c.Why, end, want)
			}
		})
	}
}

func TestInputVectors(t *testing.T) {
	v := readVectors(t)
	if len(v.Inputs) != 15 {
		t.Fatalf("%d inputs, want 15", len(v.Inputs))
	}
	for _, c := range v.Inputs {
		t.Run(c.ID, func(t *testing.T) {
			err := parseRound(t, c.Before.Text).Check(game.Seat(c.Who-1), c.Input)
			want := ""
			if c.Error != nil {
				want = *c.Error
			}
			var illegal *game.IllegalError
			got := ""
			if errors.As(err, &illegal) {
				got = illegal.Key
			}
			if got != want {
				t.Errorf("%s: %q of player %d is refused as %q, want %q", c.Why, c.Input, c.Who, got, want)
			}
		})
	}
}
