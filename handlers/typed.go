package handlers

import (
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"salle/game"
	"salle/game/match"
	"salle/game/war"
	"salle/views"
)

// Words that a visitor types and no draft holds, in notation.
var endWord = war.Step{Verb: war.End}.String()

// deployWord alone would be an army of nobody.
var deployWord = war.DeployAction(war.Deployment{}).String()

// editTyped does what a visitor has typed. What it says back to him is as he typed it.
func (s *server) editTyped(c echo.Context, v visitor, form url.Values, typed string) error {
	ctx, id, at := c.Request().Context(), c.Param("id"), markOf(form.Get("ply"))
	edit := typedEdit(typed)
	target, attack := strings.CutSuffix(edit, "*")
	if !attack && edit != game.Resign && edit != endWord && edit != deployWord {
		seen, err := s.Matches.Compose(ctx, id, acting(c, v), at, edit)
		return s.answerTyped(c, v, seen, err, edit, typed)
	}
	seen, err := s.Matches.Look(ctx, id, acting(c, v))
	if err != nil {
		return err
	}
	switch {
	case edit == endWord:
		seen, err = s.endTyped(c, v, seen, form)
	case seen.Status.Result.Over:
		err = game.ErrOver
	case edit == game.Resign: // it loses the match, so it is asked first, as its button does
		return seeOther(c, looked(seen, lookOf(form.Get), url.Values{"ask": {game.Resign}}))
	case edit == deployWord:
		err = game.ErrNotation
	case at != seen.Mark:
		err = match.ErrStale
	default:
		// An attack closes the turn, so it is looked at first and confirmed like any other.
		if err = mayAim(seen, target); err == nil {
			look := url.Values{"ply": {seen.Mark.String()}, "target": {strings.ToUpper(target)}}
			return seeOther(c, looked(seen, lookOf(form.Get), look)+anchor(target))
		}
	}
	return s.answerTyped(c, v, seen, err, edit, typed)
}

// answerTyped answers as answerAction does: what was done leads to where it was done, what was refused is said as typed.
func (s *server) answerTyped(c echo.Context, v visitor, seen match.Seen, err error, edit, typed string) error {
	if err != nil {
		return s.answerAction(c, v, seen, err, typed)
	}
	return s.answerAction(c, v, seen, nil, edit)
}

// endTyped ends the turn with what is prepared in it.
func (s *server) endTyped(c echo.Context, v visitor, seen match.Seen, form url.Values) (match.Seen, error) {
	actions := slices.Clone(seen.Draft)
	if o, ok := seen.Board.(war.Observation); !ok || !o.Position.Result.Over { // a move that wins ends the turn itself
		actions = append(actions, endWord)
	}
	return s.Matches.Confirm(c.Request().Context(), c.Param("id"), acting(c, v), markOf(form.Get("ply")), form.Get("draft"), actions)
}

// looked is the address of a match, looked at as now, and with more than that.
func looked(seen match.Seen, look views.Look, more url.Values) string {
	values := lookValues(look)
	for name := range more {
		values.Set(name, more.Get(name))
	}
	return matchPath(seen.ID) + "?" + values.Encode()
}

// mayAim tells why the attack on a square cannot be looked at; nil where it can, and in a game that has none.
func mayAim(seen match.Seen, target string) error {
	o, ok := seen.Board.(war.Observation)
	if !ok {
		return nil
	}
	refused := func(code string) error { return &game.IllegalError{Action: target + "*", Key: code, Rule: "war 7.1"} }
	at, known := war.ParseSquare(target)
	switch {
	case seen.Status.Result.Over:
		return game.ErrOver
	case !seen.Status.ToAct.Has(seen.Seat):
		return game.ErrTurn
	case len(strings.Fields(target)) != 1:
		return game.ErrNotation
	case !known:
		return refused(codeSquare)
	case o.ToDeploy():
		return refused(war.CodeAction)
	}
	if code := o.Position.Check(war.Step{Verb: war.Attack, To: at}); code != "" {
		return refused(code)
	}
	return nil
}

// codeSquare refuses a place that the map does not have.
const codeSquare = "square"

// dashes are what keyboards and their helpers write in place of a hyphen.
const dashes = "‐‑‒–—―−ー"

// typedEdit is what a visitor has typed as an edit in the game's own words: in one case and width, with a plain hyphen and
// no spaces round signs, and two squares as the move from one to the other.
func typedEdit(typed string) string {
	text := strings.ToLower(strings.Map(func(r rune) rune {
		switch {
		case '！' <= r && r <= '～':
			r -= '！' - '!'
		case strings.ContainsRune(dashes, r):
			r = '-'
		}
		return r
	}, typed))
	for _, sign := range []string{"-", "*"} {
		text = strings.Join(trimmed(strings.Split(text, sign)), sign)
	}
	words := strings.Fields(text)
	if len(words) == 2 && isSquare(words[0]) && isSquare(words[1]) {
		return words[0] + "-" + words[1]
	}
	return strings.Join(words, " ")
}

func trimmed(parts []string) []string {
	for i, part := range parts {
		parts[i] = strings.TrimSpace(part)
	}
	return parts
}

func isSquare(word string) bool {
	_, ok := war.ParseSquare(word)
	return ok
}
