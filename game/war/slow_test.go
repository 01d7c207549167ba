package war

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// What follows is a second implementation of the rules, written from RULES.md alone: maps, loops over everything, no
// tables. It is slow, and obvious enough to be believed.

// point is a square by its row and column, from 1.
type point struct{ row, column int }

func (a point) String() string { return fmt.Sprintf("%c%d", 'A'+a.row-1, a.column) }

// slowMap is the drawing of war 2.1 as RULES.md has it: the letter of every square.
type slowMap map[point]rune

// readSlowMap finds the drawing in RULES.md.
func readSlowMap(t testing.TB) slowMap {
	t.Helper()
	text, err := os.ReadFile("RULES.md")
	if err != nil {
		t.Fatal(err)
	}
	m := slowMap{}
	_, drawing, _ := strings.Cut(string(text), "1234567890123456789012345\n")
	for row, line := range strings.Split(drawing, "\n")[:20] {
		line = strings.TrimSpace(line)
		if line[0] != byte('A'+row) {
			t.Fatalf("row %d of the drawing is %q", row+1, line)
		}
		for column, c := range line[2:27] {
			m[point{row + 1, column + 1}] = c
		}
	}
	return m
}

// slowUnit is a unit on the board.
type slowUnit struct {
	code rune // I C K W R X
	side rune // N or S
}

func (u slowUnit) fights() bool { return strings.ContainsRune("ICKW", u.code) }

func (u slowUnit) attack() int { return map[rune]int{'I': 4, 'C': 4, 'K': 5, 'W': 5}[u.code] }

func (u slowUnit) reach() int {
	return map[rune]int{'I': 2, 'C': 2, 'K': 3, 'W': 3, 'R': 2, 'X': 2}[u.code]
}

func (u slowUnit) steps() int {
	return map[rune]int{'I': 1, 'C': 2, 'K': 1, 'W': 2, 'R': 1, 'X': 2}[u.code]
}

// slow is a game in the middle of a turn.
type slow struct {
	ground    slowMap
	units     map[point]slowUnit
	standing  map[point]bool // whether a unit was in communication before the last change
	side      rune
	arsenals  map[point]bool // intact
	dislodged *point
	moved     []point
	retreated *point
	spent     bool
	on        map[string]bool // switches
	winner    rune
	reason    string
	known     map[point]bool // inCommunication of the position as it is; nil: to be computed
}

func otherSide(side rune) rune {
	if side == 'N' {
		return 'S'
	}
	return 'N'
}

// everywhere lists all squares in board order.
func everywhere() []point {
	var all []point
	for row := 1; row <= 20; row++ {
		for column := 1; column <= 25; column++ {
			all = append(all, point{row, column})
		}
	}
	return all
}

// ways are the eight directions (war 1.3).
func ways() []point {
	var all []point
	for row := -1; row <= 1; row++ {
		for column := -1; column <= 1; column++ {
			if row != 0 || column != 0 {
				all = append(all, point{row, column})
			}
		}
	}
	return all
}

func (a point) step(way point, n int) point { return point{a.row + n*way.row, a.column + n*way.column} }

func (g *slow) inside(a point) bool { _, ok := g.ground[a]; return ok }

// line is the squares after a towards b, b the last, nil without a common line.
func (g *slow) line(a, b point) []point {
	if rows, columns := b.row-a.row, b.column-a.column; rows != 0 && columns != 0 && rows != columns && rows != -columns {
		return nil
	}
	for _, way := range ways() {
		var list []point
		for n := 1; g.inside(a.step(way, n)); n++ {
			list = append(list, a.step(way, n))
			if a.step(way, n) == b {
				return list
			}
		}
	}
	return nil
}

// network is section 6 for one side.
func (g *slow) network(side rune) (lit, in map[point]bool) {
	active := map[point]bool{}
	for a := range g.arsenals {
		if g.arsenals[a] && g.ground[a] == map[rune]rune{'N': 'A', 'S': 'a'}[side] {
			active[a] = true
		}
	}
	for {
		lit = map[point]bool{}
		for source := range active {
			lit[source] = true
			for _, way := range ways() {
				for n := 1; ; n++ {
					at := source.step(way, n)
					if !g.inside(at) || g.ground[at] == 'M' || g.cuts(at, side) {
						break
					}
					lit[at] = true
				}
			}
		}
		in = g.contact(side, lit)
		before := len(active)
		for at, u := range g.units {
			if u.side == side && !u.fights() && (lit[at] || g.on["relay_by_contact"] && in[at]) {
				active[at] = true
			}
		}
		if len(active) == before {
			return lit, in
		}
	}
}

// cuts tells whether what stands on a square ends a side's line (war 6.3).
func (g *slow) cuts(at point, side rune) bool {
	u, ok := g.units[at]
	if !ok || u.side == side || !u.fights() {
		return false
	}
	return !g.on["supplied_units_cut"] || g.standing[at]
}

// contact is war 6.5 and 6.6.
func (g *slow) contact(side rune, lit map[point]bool) map[point]bool {
	takesPart := func(u slowUnit) bool {
		return u.side == side && (u.fights() || g.on["relay_by_contact"] || g.on["relays_in_contact"])
	}
	in := map[point]bool{}
	for at, u := range g.units {
		if u.side == side && lit[at] {
			in[at] = true
		}
	}
	for grew := true; grew; {
		grew = false
		for at, u := range g.units {
			if in[at] || !takesPart(u) {
				continue
			}
			for _, way := range ways() {
				next := at.step(way, 1)
				if v, ok := g.units[next]; ok && takesPart(v) && in[next] {
					in[at], grew = true, true
				}
			}
		}
	}
	return in
}

// inCommunication is that of both sides.
func (g *slow) inCommunication() map[point]bool {
	if g.known != nil {
		return g.known
	}
	all := map[point]bool{}
	for _, side := range "NS" {
		_, in := g.network(side)
		for at := range in {
			all[at] = true
		}
	}
	g.known = all
	return all
}

// defence is a unit's value, with the ground it stands on or without (war 3.1, 3.3).
func (g *slow) defence(at point, withGround bool) int {
	u := g.units[at]
	value := map[rune]int{'I': 6, 'C': 5, 'K': 8, 'W': 8, 'R': 1, 'X': 1}[u.code]
	if withGround && strings.ContainsRune("IKW", u.code) {
		value += map[rune]int{'P': 2, 'F': 4}[g.ground[at]]
	}
	return value
}

// within tells whether a unit reaches a target (war 1.3, 7.3, 7.4).
func (g *slow) within(from, target point) bool {
	line := g.line(from, target)
	if line == nil || len(line) > g.units[from].reach() {
		return false
	}
	for _, at := range line[:len(line)-1] {
		if g.ground[at] == 'M' {
			return false
		}
		if u, ok := g.units[at]; ok && g.on["enemy_blocks_fire"] && u.side != g.units[from].side {
			return false
		}
	}
	return true
}

// charging lists the cavalry that charge a target (war 7.7).
func (g *slow) charging(target point, in map[point]bool) map[point]bool {
	all := map[point]bool{}
	if g.ground[target] == 'P' || g.ground[target] == 'F' {
		return all
	}
	attacker := otherSide(g.units[target].side)
	for _, way := range ways() {
		var file []point
		for n := 1; n <= 4; n++ {
			at := target.step(way, n)
			may := g.units[at] == slowUnit{'C', attacker} && in[at] && g.ground[at] != 'F' && !g.hasRetreated(at)
			if !may {
				break
			}
			file = append(file, at)
		}
		if g.on["charge_all_four"] && len(file) < 4 {
			continue
		}
		for _, at := range file {
			all[at] = true
		}
	}
	return all
}

func (g *slow) hasRetreated(at point) bool { return g.retreated != nil && *g.retreated == at }

// sums is war 7.3 to 7.6: what every unit gives to an attack on a target.
func (g *slow) sums(target point) (attackers, defenders map[point]int) {
	attackers, defenders = map[point]int{}, map[point]int{target: 0}
	in := g.inCommunication()
	charging := g.charging(target, in)
	if in[target] {
		defenders[target] = g.defence(target, true)
	}
	for at, u := range g.units {
		if at == target || !in[at] {
			continue
		}
		points := 0
		switch {
		case u.side == g.units[target].side:
			if g.within(at, target) && (u.fights() || !g.on["relay_range_0"]) {
				points = g.defence(at, !g.on["bonus_target_only"])
			}
			if points > 0 {
				defenders[at] = points
			}
			continue
		case charging[at]:
			points = 7
		case u.fights() && !g.hasRetreated(at) && g.within(at, target):
			points = u.attack()
		}
		if points > 0 {
			attackers[at] = points
		}
	}
	return attackers, defenders
}

func total(points map[point]int) int {
	n := 0
	for _, p := range points {
		n += p
	}
	return n
}
