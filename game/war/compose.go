package war

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"salle/game"
)

var _ game.Composer[Observation] = Rules{}

// What refuses an edit of a draft beside the rules' own reasons.
const (
	CodeReserve   = "reserve"   // no unit of the kind is left to place
	CodePicked    = "picked"    // nothing of one's own stands where something was to be picked up
	CodeDepends   = "depends"   // a later move of the draft needs the one that was to be taken back
	CodeFormation = "formation" // no ready-made deployment has that name
)

// Edit changes a draft. While the side deploys, the draft is one half-made deployment, and the edits are "place I E5" (a
// unit from the reserve; one that stood there goes back to it), "move E5 F6" (the two squares change what stands on them),
// "remove E5", "formation book", "random", "clear" and a whole "deploy …". In a turn the draft is a list of moves, and the
// edits are "E5-E6" (one move more), "take E5-E6" (that one taken back, wherever it stands) and "clear".
func (r Rules) Edit(o Observation, draft []string, edit string, rng *rand.Rand) ([]string, error) {
	words := strings.Fields(edit)
	if len(words) == 0 {
		return nil, unreadable(edit)
	}
	if words[0] == "clear" && len(words) == 1 {
		return nil, nil
	}
	if o.ToDeploy() {
		return editDeployment(o.Seat, draft, words, rng)
	}
	return r.editTurn(o, draft, words)
}

func unreadable(edit string) error { return fmt.Errorf("edit %.40q: %w", edit, game.ErrNotation) }

// refusedEdit is an edit that the state of the draft does not allow.
func refusedEdit(words []string, code string) error {
	return &game.IllegalError{Action: strings.Join(words, " "), Key: code, Rule: "war 4.2"}
}

// editDeployment changes a half-made deployment (war 4.1, 4.2).
func editDeployment(side game.Seat, draft, words []string, rng *rand.Rand) ([]string, error) {
	d, err := sketched(draft)
	if err != nil {
		return nil, err
	}
	switch words[0] {
	case "place":
		d, err = placeUnit(d, words)
	case "move":
		d, err = moveUnit(d, words)
	case "remove":
		d, err = removeUnit(d, words)
	case "formation":
		d, err = readyMade(side, words)
	case "random":
		d = Scatter(side, rng)
	case deployWord:
		var a Action
		if a, err = (Rules{}).Parse(strings.Join(words, " ")); err == nil {
			d = a.Deployment
		}
	default:
		err = unreadable(strings.Join(words, " "))
	}
	if err != nil {
		return nil, err
	}
	if code, _ := d.Check(side); code != "" && code != CodeMissing {
		return nil, refusedEdit(words, code)
	}
	if d == (Deployment{}) {
		return nil, nil
	}
	return []string{DeployAction(d).String()}, nil
}

// sketched reads the draft of a deployment; none is an empty one.
func sketched(draft []string) (Deployment, error) {
	if len(draft) == 0 {
		return Deployment{}, nil
	}
	a, err := Rules{}.Parse(draft[0])
	if err != nil || len(draft) > 1 || !a.Deploys {
		return Deployment{}, unreadable(draft[0])
	}
	return a.Deployment, nil
}

// squaresOf reads the words of an edit after the first from an index on.
func squaresOf(words []string, from, n int) ([]Square, error) {
	if len(words) != from+n {
		return nil, unreadable(strings.Join(words, " "))
	}
	var squares []Square
	for _, w := range words[from:] {
		s, ok := ParseSquare(w)
		if !ok {
			return nil, unreadable(strings.Join(words, " "))
		}
		squares = append(squares, s)
	}
	return squares, nil
}

func placeUnit(d Deployment, words []string) (Deployment, error) {
	at, err := squaresOf(words, 2, 1)
	if err != nil {
		return d, err
	}
	n := slices.IndexFunc(Kinds[:], func(k Kind) bool { return strings.EqualFold(k.Code(), words[1]) })
	if n < 0 {
		return d, unreadable(strings.Join(words, " "))
	}
	placed, ok := d.Remove(at[0]).Place(Kinds[n], at[0])
	if !ok {
		return d, refusedEdit(words, CodeReserve)
	}
	return placed, nil
}

func moveUnit(d Deployment, words []string) (Deployment, error) {
	squares, err := squaresOf(words, 1, 2)
	if err != nil {
		return d, err
	}
	from, to := squares[0], squares[1]
	mover, other := d.At(from), d.At(to)
	if mover == NoKind {
		return d, refusedEdit(words, CodePicked)
	}
	d, _ = d.Remove(from).Remove(to).Place(mover, to)
	if other != NoKind && from != to {
		d, _ = d.Place(other, from)
	}
	return d, nil
}

func removeUnit(d Deployment, words []string) (Deployment, error) {
	at, err := squaresOf(words, 1, 1)
	if err != nil {
		return d, err
	}
	if d.At(at[0]) == NoKind {
		return d, refusedEdit(words, CodePicked)
	}
	return d.Remove(at[0]), nil
}

func readyMade(side game.Seat, words []string) (Deployment, error) {
	for _, f := range Formations(side) {
		if len(words) == 2 && f.Key == words[1] {
			return f.Deployment, nil
		}
	}
	return Deployment{}, refusedEdit(words, CodeFormation)
}

// editTurn adds a move to a turn's draft or takes one back (war 5.1).
func (r Rules) editTurn(o Observation, draft, words []string) ([]string, error) {
	text, take := words[len(words)-1], words[0] == "take"
	if len(words) != 1 && !take || len(words) > 2 {
		return nil, unreadable(strings.Join(words, " "))
	}
	a, err := r.Parse(text)
	if err != nil {
		return nil, err
	}
	if !isMove(a) {
		return nil, unreadable(text)
	}
	if !take {
		before, err := r.Preview(o, draft)
		if err != nil {
			return nil, err
		}
		if code := before.Position.Check(a.Step); code != "" {
			return nil, refused(a, code)
		}
		return append(slices.Clone(draft), a.String()), nil
	}
	n := slices.Index(draft, a.String())
	if n < 0 {
		return nil, refusedEdit(words, CodePicked)
	}
	rest := slices.Delete(slices.Clone(draft), n, n+1)
	if _, err := r.Preview(o, rest); err != nil {
		return nil, &game.IllegalError{Action: a.String(), Key: CodeDepends, Rule: "war 6.7"}
	}
	return rest, nil
}

func isMove(a Action) bool { return !a.Deploys && !a.Draws && a.Step.Verb == Move }

// Preview is what the side sees with its draft laid on the board. Steps that would hand the turn over are not part of a
// draft.
func (r Rules) Preview(o Observation, draft []string) (Observation, error) {
	if o.ToDeploy() {
		d, err := sketched(draft)
		if err != nil {
			return o, err
		}
		o.Placing = d
		return o, nil
	}
	for _, text := range draft {
		a, err := r.Parse(text)
		if err != nil {
			return o, err
		}
		if !isMove(a) {
			return o, unreadable(text)
		}
		if !o.ToMove() {
			return o, game.ErrTurn
		}
		if code := o.Position.Check(a.Step); code != "" {
			return o, refused(a, code)
		}
		o.Position.Do(a.Step)
	}
	return o, nil
}
