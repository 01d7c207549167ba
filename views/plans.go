package views

import "github.com/a-h/templ"

// When a plan is played, as package match has it.
const (
	WhenTurn = "turn"
	WhenStep = "step"
	WhenAny  = "any"
)

// maxPlan is the longest text of a plan's part that the page takes.
const maxPlan = 200

// Plan is what the viewer wants to answer to a turn of the other.
type Plan struct {
	When   string
	If     string // in notation; "" for WhenAny
	Then   string
	Failed string // why it was not played; "" while it waits
}

// Plans are those of the viewer, which nobody else is shown.
type Plans struct {
	May     bool // he may plan now
	List    []Plan
	Typed   Plan     // what he typed and was refused
	Refused string   // the sentence that says why
	Theirs  []string // turns that the other may have, as far as the viewer can see; none in a game of many actions a turn
	Mine    []string // and answers to them
}

// whens are what the other's turn can be held against: in a game of one action a turn it has no parts.
func (p Plans) whens() []string {
	if len(p.Theirs) > 0 {
		return []string{WhenTurn, WhenAny}
	}
	return []string{WhenTurn, WhenStep, WhenAny}
}

// planWords are a plan in words.
func planWords(t Table, p Plan) string {
	who := playerName(t.Lang, t.Opponent())
	if p.Failed != "" {
		return t.Lang.T("plan.failed."+p.Failed, "if", planIf(t, p), "who", who, "then", p.Then)
	}
	return t.Lang.T("plan.is", "if", planIf(t, p), "then", p.Then)
}

// planIf is what a plan waits for, in words.
func planIf(t Table, p Plan) string {
	return t.Lang.T("plan.if."+p.When, "who", playerName(t.Lang, t.Opponent()), "turn", p.If)
}

// proposes lets a field propose a list of choices, where there is one.
func proposes(id string, choices []string) templ.Attributes {
	if len(choices) == 0 {
		return nil
	}
	return templ.Attributes{"list": id}
}
