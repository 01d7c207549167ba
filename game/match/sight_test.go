package match

import (
	"testing"

	"salle/game"
)

// veiled is a position in which some actions may not be read by others.
type veiled struct {
	game.Position
	hides string
}

func (v veiled) Readers(e game.Entry) game.Seats {
	if e.Action == v.hides {
		return game.Only(e.Seat)
	}
	return game.Everyone
}

func TestAPlanIsNotPlayedForWhatItsOwnerCannotSee(t *testing.T) { // C3.8, C5.1
	log := []game.Entry{{Ply: 4, Seat: game.First, Action: "a"}, {Ply: 5, Seat: game.Second, Action: "b"}, {Ply: 6, Seat: game.Second, Action: "c"}}
	for _, c := range []struct {
		name  string
		plan  Plan
		hides string
		want  bool
	}{
		{"his turn", Plan{When: WhenTurn, If: []string{"B", "c"}, Ply: 5}, "", true},
		{"a part of his turn", Plan{When: WhenTurn, If: []string{"b"}, Ply: 5}, "", false},
		{"his turn in another order", Plan{When: WhenTurn, If: []string{"c", "b"}, Ply: 5}, "", false},
		{"his turn, of which something is hidden", Plan{When: WhenTurn, If: []string{"b", "c"}, Ply: 5}, "c", false},
		{"all that can be seen of his turn", Plan{When: WhenTurn, If: []string{"b"}, Ply: 5}, "c", false},
		{"a step", Plan{When: WhenStep, If: []string{"c"}, Ply: 5}, "b", true},
		{"a hidden step", Plan{When: WhenStep, If: []string{"c"}, Ply: 5}, "c", false},
		{"a step before the plan", Plan{When: WhenStep, If: []string{"b"}, Ply: 6}, "", false},
		{"one's own step", Plan{When: WhenStep, If: []string{"a"}, Ply: 4}, "", false},
		{"whatever it is", Plan{When: WhenAny, Ply: 5}, "b", true},
	} {
		s := snapshot{log: log, position: veiled{hides: c.hides}}
		if got := s.meets(game.First, c.plan); got != c.want {
			t.Errorf("%s: met %v, want %v", c.name, got, c.want)
		}
	}
}
