package views

import (
	"strconv"

	"salle/game/war"
	"salle/views/lang"
)

// outcomeName is an outcome in pictures and classes.
func outcomeName(o war.Outcome) string {
	switch o {
	case war.Dislodges:
		return "retreats"
	case war.Captures:
		return "captured"
	}
	return "holds"
}

// outcomeKeys are the keys of the outcomes in a word; with ".say", in a sentence.
var outcomeKeys = map[war.Outcome]string{
	war.Holds: "war.attack.hold", war.Dislodges: "war.attack.dislodge", war.Captures: "war.attack.capture",
}

func outcomeWord(l *lang.Lang, o war.Outcome) string { return l.T(outcomeKeys[o]) }

// fateOf says what an attack does.
func fateOf(l *lang.Lang, a war.Account) string {
	return l.T(outcomeKeys[a.Outcome()]+".say", "attack", a.Attack, "defence", a.Defence,
		"unit", unitName(l, a.Piece.Kind()), "at", a.Target)
}

// fate says what the attack that is looked at would do, and what would follow.
func (c *campaign) fate() string {
	l := c.Lang
	said := fateOf(l, c.account)
	after, ok := c.o.Play(war.Step{Verb: war.Attack, To: c.account.Target})
	switch {
	case !ok:
	case after.Position.Result.Over && after.Position.Result.Winner == c.me:
		said += " " + l.T("war.attack.wins")
	case c.account.Outcome() == war.Holds:
		margin := c.account.Margin()
		said += " " + l.T("war.attack.more", "n", 1-margin, "m", 2-margin)
	case c.account.Outcome() == war.Dislodges && after.Position.Board[c.account.Target] == 0:
		said += " " + l.T("war.attack.doomed")
	}
	return said
}

// how says why a unit counts what it counts.
func how(l *lang.Lang, a war.Account, c war.Contribution) string {
	switch {
	case c.At == a.Target && c.Points == 0:
		return l.T("war.attack.how.isolated")
	case c.At == a.Target:
		return l.T("war.attack.how.target") + raised(l, c)
	case c.Charging && c.Distance > 1:
		return l.T("war.attack.how.file", "n", int(c.Distance))
	case c.Charging:
		return l.T("war.attack.how.charge")
	case c.Piece.Side() != a.By:
		return l.T("war.attack.how.support", "n", int(c.Distance)) + raised(l, c)
	}
	return l.T("war.attack.how.fire", "n", int(c.Distance)) + chargeless(l, a, c)
}

// raised tells what the ground adds to a defender; "" for nothing.
func raised(l *lang.Lang, c war.Contribution) string {
	plain := c.Piece.Kind().Defence(war.Plain)
	bonus := int(c.Points) - plain
	if bonus == 0 {
		return ""
	}
	key := "war.attack.how.pass"
	if c.At.Terrain() == war.Fort {
		key = "war.attack.how.fort"
	}
	return ": " + l.T(key, "n", plain, "bonus", bonus)
}

// chargeless tells why a cavalry in contact does not charge; "" for all others.
func chargeless(l *lang.Lang, a war.Account, c war.Contribution) string {
	if c.Piece.Kind() != war.Cavalry || c.Distance != 1 {
		return ""
	}
	for _, at := range [2]war.Square{c.At, a.Target} {
		switch at.Terrain() {
		case war.Fort:
			return ": " + l.T("war.attack.how.nocharge.fort")
		case war.Pass:
			if at == a.Target {
				return ": " + l.T("war.attack.how.nocharge.pass")
			}
		}
	}
	return ""
}

// attackOf is a kind's attack value in the table of units.
func attackOf(l *lang.Lang, k war.Kind) string {
	switch {
	case !k.Fighting():
		return l.T("war.table.none")
	case k.Charge() > 0:
		return l.T("war.table.charge", "n", k.Attack(), "charge", k.Charge())
	}
	return strconv.Itoa(k.Attack())
}
