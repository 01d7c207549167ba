package war

import (
	"fmt"
	"slices"
	"strings"

	"salle/game"
)

// letters are the seats' in records and positions (war 13.3, 13.4).
var letters = [2]string{"N", "S"}

// sides are the seats' names in records and in the draw of the first player.
var sides = [2]string{"north", "south"}

// The words of notation (war 13.1 to 13.3).
const (
	deployWord = "deploy"
	firstWord  = "first"
	endWord    = "end"
)

// Action is one decision of a seat: a step of its turn, its deployment, or Chance's draw of the side that moves first.
type Action struct {
	Step       Step
	Deploys    bool
	Deployment Deployment // where Deploys
	Draws      bool
	First      game.Seat // where Draws: whom it names
}

// StepAction is a step as an action of the game.
func StepAction(s Step) Action { return Action{Step: s} }

// DeployAction is the commitment to a deployment as an action of the game.
func DeployAction(d Deployment) Action { return Action{Deploys: true, Deployment: d} }

// DrawAction is the draw of the side that moves first.
func DrawAction(first game.Seat) Action { return Action{Draws: true, First: first} }

// String is the action in notation (war 13.1 to 13.3); "-" for none.
func (a Action) String() string {
	switch {
	case a.Draws && a.First.Plays():
		return firstWord + " " + sides[a.First]
	case a.Deploys && a.Deployment == Deployment{}:
		return deployWord
	case a.Deploys:
		return deployWord + " " + a.Deployment.String()
	}
	return a.Step.String()
}

// Parse reads an action; letters may be of either case. A deployment may lack units, so that a draft can be read, but
// never has too many.
func (Rules) Parse(notation string) (Action, error) {
	words := strings.Fields(strings.ToLower(notation))
	switch {
	case len(words) == 0:
	case words[0] == deployWord:
		if d, ok := parseDeployment(words[1:]); ok {
			return DeployAction(d), nil
		}
	case words[0] == firstWord && len(words) == 2:
		if side := slices.Index(sides[:], words[1]); side >= 0 {
			return DrawAction(game.Seat(side)), nil
		}
	case len(words) == 1:
		if s, ok := parseStep(words[0]); ok {
			return StepAction(s), nil
		}
	}
	return Action{}, fmt.Errorf("%.80q: %w", notation, game.ErrNotation)
}

// parseStep reads a move, an attack or the end of a turn.
func parseStep(text string) (Step, bool) {
	if text == endWord {
		return Step{Verb: End}, true
	}
	if target, ok := strings.CutSuffix(text, "*"); ok {
		to, ok := ParseSquare(target)
		return Step{Verb: Attack, To: to}, ok
	}
	from, to, _ := strings.Cut(text, "-")
	a, okFrom := ParseSquare(from)
	b, okTo := ParseSquare(to)
	return Step{Verb: Move, From: a, To: b}, okFrom && okTo
}

// parseDeployment reads codes, each followed by the squares of its units.
func parseDeployment(words []string) (d Deployment, ok bool) {
	kind := NoKind
	for _, word := range words {
		if len(word) == 1 {
			if kind = kindOf(word[0] &^ 0x20); kind == NoKind {
				return d, false
			}
			continue
		}
		at, ok := ParseSquare(word)
		if !ok || kind == NoKind {
			return d, false
		}
		if d, ok = d.Place(kind, at); !ok {
			return d, false
		}
	}
	return d, true
}
