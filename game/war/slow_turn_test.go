package war

import (
	"fmt"
	"slices"
	"strings"

	"salle/game"
)

// destinations is section 8 with 9.3.
func (g *slow) destinations(from point) map[point]bool {
	u, ok := g.units[from]
	retreats := g.dislodged != nil && *g.dislodged == from
	switch {
	case !ok || u.side != g.side || g.reason != "":
		return nil
	case g.dislodged != nil && !retreats, len(g.moved) == 5, slices.Contains(g.moved, from):
		return nil
	case u.fights() && !g.inCommunication()[from] && !(retreats && g.on["isolated_may_retreat"]):
		return nil
	}
	all := map[point]bool{}
	var walk func(at point, left int)
	walk = func(at point, left int) {
		for _, way := range ways() {
			next := at.step(way, 1)
			if _, taken := g.units[next]; left == 0 || !g.inside(next) || g.ground[next] == 'M' || taken {
				continue
			}
			all[next] = true
			walk(next, left-1)
		}
	}
	walk(from, u.steps())
	for at := range all {
		if u.fights() && g.arsenals[at] && g.isEnemyArsenal(at) && (g.spent || retreats) {
			delete(all, at)
		}
	}
	return all
}

func (g *slow) isEnemyArsenal(at point) bool {
	return g.ground[at] == map[rune]rune{'N': 'a', 'S': 'A'}[g.side]
}

// actions lists in notation all that the side to move may do.
func (g *slow) actions() []string {
	var list []string
	if g.reason != "" {
		return nil
	}
	for _, from := range everywhere() {
		for to := range g.destinations(from) {
			list = append(list, from.String()+"-"+to.String())
		}
	}
	if g.dislodged != nil {
		return list
	}
	for target, u := range g.units {
		if attackers, _ := g.sums(target); u.side != g.side && len(attackers) > 0 && !g.spent {
			list = append(list, target.String()+"*")
		}
	}
	return append(list, "end")
}

// move plays a move (sections 8 and 10).
func (g *slow) move(from, to point) {
	g.judge()
	u := g.units[from]
	g.standing[to] = g.standing[from]
	delete(g.units, from)
	delete(g.standing, from)
	g.units[to] = u
	g.known = nil
	g.moved = append(g.moved, to)
	if g.dislodged != nil {
		g.dislodged, g.retreated = nil, &to
	}
	if !g.arsenals[to] || !g.isEnemyArsenal(to) || !u.fights() {
		return
	}
	if g.on["arsenal_needs_supply"] && !g.inCommunication()[to] {
		return
	}
	g.arsenals[to], g.spent, g.known = false, true, nil
	for at, intact := range g.arsenals {
		if intact && g.isEnemyArsenal(at) {
			return
		}
	}
	g.winner, g.reason = g.side, "arsenals"
}

// judge notes who is in communication before a change.
func (g *slow) judge() {
	in := g.inCommunication()
	for at := range g.units {
		g.standing[at] = in[at]
	}
}

// attack is war 7.8.
func (g *slow) attack(target point) {
	attackers, defenders := g.sums(target)
	switch margin := total(attackers) - total(defenders); {
	case margin >= 2:
		g.capture(target)
		if g.reason != "" {
			return
		}
	case margin == 1:
		g.dislodged = &target
	}
	g.end()
}

// capture takes a unit off and looks whether its side is beaten (war 11.1).
func (g *slow) capture(at point) {
	g.judge()
	loser := g.units[at].side
	delete(g.units, at)
	delete(g.standing, at)
	g.known = nil
	for _, u := range g.units {
		if u.side == loser && u.fights() {
			return
		}
	}
	g.winner, g.reason = otherSide(loser), "elimination"
}

// end hands the turn over (war 5.3, 9.2).
func (g *slow) end() {
	if g.on["collapse_victory"] {
		for _, loser := range []rune{otherSide(g.side), g.side} {
			if g.reason == "" && g.collapsed(loser) {
				g.winner, g.reason, g.dislodged = otherSide(loser), "collapse", nil
			}
		}
		if g.reason != "" {
			return
		}
	}
	g.side = otherSide(g.side)
	g.moved, g.retreated, g.spent = nil, nil, false
	g.loseStuck()
}

// loseStuck is war 9.2.
func (g *slow) loseStuck() {
	if g.dislodged != nil && len(g.destinations(*g.dislodged)) == 0 {
		at := *g.dislodged
		g.dislodged = nil
		g.capture(at)
	}
}

func (g *slow) collapsed(side rune) bool {
	in := g.inCommunication()
	for at, u := range g.units {
		if u.side == side && (!u.fights() || in[at]) {
			return false
		}
	}
	return true
}

// play plays an action in notation.
func (g *slow) play(action string) {
	if action == "end" {
		g.end()
		return
	}
	if target, ok := strings.CutSuffix(action, "*"); ok {
		g.attack(slowPoint(target))
		return
	}
	from, to, _ := strings.Cut(action, "-")
	g.move(slowPoint(from), slowPoint(to))
}

func slowPoint(name string) point {
	var a point
	var letter rune
	fmt.Sscanf(name, "%c%d", &letter, &a.column)
	a.row = int(letter-'A') + 1
	return a
}

// slowOf is a position as the slow rules have it, every unit in communication as far as what was before goes.
func slowOf(ground slowMap, p *Position) *slow {
	g := &slow{ground: ground, units: map[point]slowUnit{}, standing: map[point]bool{}, arsenals: map[point]bool{}, on: map[string]bool{}}
	g.side = rune(letters[p.Side][0])
	for _, name := range p.Switches.Names() {
		g.on[name] = true
	}
	for s := Square(1); s <= Squares; s++ {
		if piece := p.Board[s]; piece != 0 {
			at := slowPoint(s.String())
			g.units[at] = slowUnit{rune(piece.Kind().Code()[0]), rune(letters[piece.Side()][0])}
			g.standing[at] = p.Last[piece.Side()].Has(s)
		}
	}
	for _, s := range p.Arsenals.Squares() {
		g.arsenals[slowPoint(s.String())] = true
	}
	for _, s := range p.Moved[:p.Moves] {
		g.moved = append(g.moved, slowPoint(s.String()))
	}
	if p.Retreated {
		g.retreated = &g.moved[0]
	}
	if p.Dislodged != NoSquare {
		at := slowPoint(p.Dislodged.String())
		g.dislodged = &at
	}
	g.spent = p.Spent
	g.winner, g.reason = slowResult(p.Result)
	return g
}

func slowResult(r game.Result) (winner rune, reason string) {
	if r.Over && r.Winner.Plays() {
		winner = rune(letters[r.Winner][0])
	}
	return winner, r.Reason
}

// String is the position's text, written apart from Position.String (war 13.4).
func (g *slow) String() string {
	var b strings.Builder
	for row := 1; row <= 20; row++ {
		text := ""
		for column := 1; column <= 25; column++ {
			u, ok := g.units[point{row, column}]
			switch {
			case !ok:
				text += "."
			case u.side == 'N':
				text += string(u.code)
			default:
				text += strings.ToLower(string(u.code))
			}
		}
		for n := 25; n > 0; n-- {
			text = strings.ReplaceAll(text, strings.Repeat(".", n), fmt.Sprint(n))
		}
		b.WriteString(text)
		if row < 20 {
			b.WriteString("/")
		}
	}
	var arsenals, moved []string
	for _, at := range everywhere() {
		if g.arsenals[at] {
			arsenals = append(arsenals, at.String())
		}
	}
	for i, at := range g.moved {
		text := at.String()
		if i == 0 && g.retreated != nil {
			text += "!"
		}
		moved = append(moved, text)
	}
	dislodged, spent := "-", "-"
	if g.dislodged != nil {
		dislodged = g.dislodged.String()
	}
	if g.spent {
		spent = "x"
	}
	return fmt.Sprintf("%s %c %s %s %s %s", &b, g.side, orDash(arsenals), dislodged, orDash(moved), spent)
}

func orDash(list []string) string {
	if len(list) == 0 {
		return "-"
	}
	return strings.Join(list, ",")
}
