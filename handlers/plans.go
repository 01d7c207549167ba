package handlers

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"salle/game"
	"salle/game/match"
	"salle/game/shuriken"
	"salle/game/war"
	"salle/views"
)

// plans are what a visitor has planned in a match, as its page shows it.
func plans(seen match.Seen) views.Plans {
	p := views.Plans{May: seen.MayPlan}
	for _, plan := range seen.Plans {
		p.List = append(p.List, views.Plan{
			When: plan.When, If: strings.Join(plan.If, " "), Then: strings.Join(plan.Then, " "), Failed: plan.Failed,
		})
	}
	if o, ok := seen.Board.(shuriken.Observation); ok && p.May {
		p.Theirs, p.Mine = turns(o.Position(), o.Seat.Other()), turns(o.Position(), o.Seat)
	}
	return p
}

// turns are the turns that a side has in a position if it is its turn.
func turns(p shuriken.Position, side game.Seat) []string {
	p.Turn = side
	var list []string
	for _, m := range p.AppendMoves(nil) {
		list = append(list, m.String())
	}
	return list
}

// plan keeps or removes a plan of a visitor.
func (s *server) plan(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	ctx, id := c.Request().Context(), c.Param("id")
	seen, err := s.Matches.Look(ctx, id, acting(c, v))
	if err != nil {
		return err
	}
	p := match.Plan{When: form.Get("when"), If: turnTyped(seen.Board, form.Get("if")), Then: turnTyped(seen.Board, form.Get("then"))}
	if p.When == match.WhenAny {
		p.If = nil
	}
	done := "plan.added"
	switch form.Get("do") {
	case "add":
		if p.When == match.WhenTurn {
			p.If = handedOver(seen.Board, p.If)
		}
		p.Then = handedOver(seen.Board, p.Then)
		seen, err = s.Matches.Plan(ctx, id, acting(c, v), markOf(form.Get("ply")), p)
	case "remove":
		done = "plan.removed"
		seen, err = s.Matches.Unplan(ctx, id, acting(c, v), p)
	default:
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	if status, notice := planRefusal(err); notice != nil {
		t := table(v, seen)
		t.Notice = notice
		t.Plans.Refused = v.lang.T(notice.Key, notice.Args...)
		t.Plans.Typed = views.Plan{When: form.Get("when"), If: shownTurn(form.Get("if")), Then: shownTurn(form.Get("then"))}
		return s.respondTable(c, status, v, seen, t)
	}
	if err != nil {
		return err
	}
	return s.answerForm(c, v, seen, http.StatusOK, &views.Notice{Key: done}, "")
}

// planRefusal puts a refused plan in a status and a sentence; nil for an error that is no refusal.
func planRefusal(err error) (int, *views.Notice) {
	switch {
	case errors.Is(err, match.ErrStale), errors.Is(err, game.ErrTurn), errors.Is(err, game.ErrOver):
		return http.StatusConflict, &views.Notice{Refused: true, Key: "plan.refused.turn"}
	case errors.Is(err, match.ErrPlans):
		return http.StatusUnprocessableEntity, &views.Notice{Refused: true, Key: "plan.refused.full", Args: []any{"n", match.MaxPlans}}
	case errors.Is(err, game.ErrNotation):
		return http.StatusUnprocessableEntity, &views.Notice{Refused: true, Key: "plan.refused.notation"}
	}
	return 0, nil
}

// shownTurn is a turn as a visitor typed it, for correcting it.
func shownTurn(text string) string {
	runes := []rune(printed(text))
	return string(runes[:min(len(runes), maxTurn)])
}

// maxTurn is more than any turn has, in characters.
const maxTurn = 200

// turnTyped are the actions of a turn that a visitor has typed, in a game's notation as far as they can be read.
func turnTyped(board any, typed string) []string {
	words := strings.Fields(typedEdit(typed))
	switch board.(type) {
	case war.Observation:
		return notations(words, war.Rules{}.Parse)
	case shuriken.Observation:
		return notations(words, shuriken.Rules{}.Parse)
	}
	return words
}

func notations[A game.Action](words []string, parse func(string) (A, error)) []string {
	for i, word := range words {
		if a, err := parse(word); err == nil {
			words[i] = a.String()
		}
	}
	return words
}

// handedOver is a turn with what hands it over, which a visitor need not type.
func handedOver(board any, turn []string) []string {
	if _, ok := board.(war.Observation); !ok || len(turn) == 0 {
		return turn
	}
	if last := turn[len(turn)-1]; last == endWord || strings.HasSuffix(last, "*") {
		return turn
	}
	return append(turn, endWord)
}
