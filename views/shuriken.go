package views

import (
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"salle/game"
	"salle/game/shuriken"
	"salle/static"
	"salle/views/lang"
)

// skirmish is Shuriken Duel's page as its templates need it: what a table and an observation say, put in the page's
// order.
type skirmish struct {
	Table
	o      shuriken.Observation
	me     game.Seat // whose ground lies at the bottom
	rival  string    // what the other player is called
	sights [shuriken.Places + 1]shuriken.Sight
	pick   shuriken.Field // the piece that is picked, whosever
	star   bool           // a star in hand is about to be placed
	open   [shuriken.Places + 1]shuriken.Gliding
	opened int // how many fields the picked piece can glide to
	rays   []shuriken.Ray
	passes bool // passing is the only action (shuriken 3.5)
	motion motion
}

// pickStar is what the address has picked where a star is about to be placed.
const pickStar = "@"

func newSkirmish(t Table, o shuriken.Observation) skirmish {
	c := skirmish{Table: t, o: o, me: t.near(), rival: t.rivalName()}
	for _, s := range o.Pieces {
		c.sights[s.At] = s
	}
	c.readPick()
	if c.moving() {
		legal := shuriken.Rules{}.Legal(o)
		c.passes = len(legal) == 1 && legal[0].Verb == shuriken.Pass
	}
	c.motion = choreographed(&c)
	return c
}

// readPick reads what is picked, and what it can do.
func (c *skirmish) readPick() {
	if c.Look.Pick == pickStar {
		c.star = c.moving() && c.o.Stars[c.me] > 0
		return
	}
	at, ok := shuriken.ParseField(c.Look.Pick)
	if !ok || c.sights[at].Kind == shuriken.NoKind || !c.settingUp() && !c.studies() {
		return
	}
	own := c.mine(at)
	if !own && !c.Fire {
		return
	}
	c.pick = at
	if c.settingUp() {
		return
	}
	if c.Fire {
		c.rays = c.o.Fire(at)
	}
	if own {
		for _, g := range c.o.Glides(at) {
			c.open[g.To] = g
			c.opened++
		}
	}
}

// mine tells whether a piece of the viewer's stands on a place.
func (c *skirmish) mine(at shuriken.Field) bool {
	return c.sights[at].Kind != shuriken.NoKind && c.sights[at].Owner == c.me
}

// over tells whether the match has ended, by the rules of the game or at the table.
func (c *skirmish) over() bool { return c.Status.Result.Over }

// live tells whether anything can be looked at or done on this page.
func (c *skirmish) live() bool { return !c.over() && !c.Reviews() }

// settingUp tells whether the viewer still sets up his army.
func (c *skirmish) settingUp() bool { return c.live() && c.o.ToSetUp() }

// moving tells whether it is the viewer's turn.
func (c *skirmish) moving() bool { return c.live() && c.o.ToMove() }

// studies tells whether pieces can be picked to see what they can do, in either's turn.
func (c *skirmish) studies() bool { return c.live() && c.duels() && !c.Watches() }

// duels tells whether both sides have set up.
func (c *skirmish) duels() bool { return c.o.Phase == shuriken.InDuel }

func (c *skirmish) waits() bool { return c.live() && !c.settingUp() && !c.moving() }

// mayThrow tells whether the throw of a piece is offered. Where no lines of fire are shown it is offered to every piece
// that throws at all, since an offer would tell of its line.
func (c *skirmish) mayThrow(at shuriken.Field) bool {
	if !c.moving() || !c.mine(at) {
		return false
	}
	if c.Fire {
		return c.o.CanThrow(at)
	}
	s := c.sights[at]
	return s.Kind.Throws() && s.Pinned == 0 && s.Empty == 0
}

// throwText is the throw of the picked piece in notation; "" where it is not offered.
func (c *skirmish) throwText() string {
	if c.pick == shuriken.NoField || !c.mayThrow(c.pick) {
		return ""
	}
	return c.pick.String() + "*"
}

// bearer tells whether a piece carries the flag, rather than being one by itself (shuriken 4.2).
func (c *skirmish) bearer(s shuriken.Sight) bool {
	return s.Kind == shuriken.Flag && c.o.Ground == shuriken.Training
}

// heir tells whether the picked piece can be given the flag (shuriken 8.3).
func (c *skirmish) heir() bool {
	return c.settingUp() && c.o.Ground == shuriken.Training && c.sights[c.pick].Kind == shuriken.Shuriken
}

// swaps is the step of the setup that a second field makes of the picked piece, in notation; "" where there is none.
func (c *skirmish) swaps(to shuriken.Field) string {
	from, a, b := c.pick, c.sights[c.pick], c.sights[to]
	switch {
	case from == shuriken.NoField || to == from || !to.OwnGround(c.me):
		return ""
	case c.o.Ground == shuriken.Master || a.Kind == shuriken.Shield || b.Kind == shuriken.Shield:
		return "swap " + from.String() + " " + to.String()
	case a.Kind == shuriken.Flag && b.Kind == shuriken.Shuriken:
		return "flag " + to.String()
	case a.Kind == shuriken.Shuriken && b.Kind == shuriken.Flag:
		return "flag " + from.String()
	}
	return ""
}

// shurikenSprite is the address of a picture of this game.
func shurikenSprite(name string) string { return static.URL("shuriken-sprites.svg") + "#" + name }

// seated is a seat's side of the board in the catalogues.
func seated(l *lang.Lang, seat game.Seat) string {
	return l.T("shuriken.side." + shuriken.Info.Sides[seat&1])
}

// facts are the short words beside the title.
func (c *skirmish) facts() []string {
	l := c.Lang
	ground := l.T("shuriken.ground." + c.o.Ground.String())
	if c.o.Quiet {
		ground = l.T("shuriken.ground.quiet", "ground", ground)
	}
	facts := []string{ground}
	if c.duels() {
		facts = append(facts, l.T("match.turn", "n", c.o.Ply+1))
	}
	switch {
	case c.o.Phase <= shuriken.ToDrawFirst:
	case c.o.First == c.Seat:
		facts = append(facts, l.T("shuriken.first.you"))
	default:
		facts = append(facts, l.T("shuriken.first", "who", playerName(l, c.Players[c.o.First&1])))
	}
	return facts
}

// quietNow tells whether this turn is quiet (shuriken 8.4).
func (c *skirmish) quietNow() bool {
	return c.o.Quiet && c.duels() && !c.over() && c.o.Ply < c.o.Ground.QuietTurns()
}

// path is the address of this page without its query.
func (c *skirmish) path() string {
	if c.Reviews() {
		return c.recordPath()
	}
	return matchPath(c.ID)
}

// actionsPath is where actions are sent.
func (c *skirmish) actionsPath() string { return matchPath(c.ID) + "/actions" }

// sendAt are what a form that acts tells htmx; while a machine thinks of its answer, the notice says so.
func (c *skirmish) sendAt() templ.Attributes {
	attributes := actAt(c.actionsPath())
	if c.facesMachine() && !c.settingUp() {
		attributes["data-thinking"] = c.Lang.T("match.thinking")
	}
	return attributes
}

// readyAt are what the form that ends the setup tells htmx.
func (c *skirmish) readyAt() templ.Attributes {
	attributes := actAt(c.actionsPath())
	if c.facesMachine() {
		attributes["data-thinking"] = c.Lang.T("match.thinking")
	}
	return attributes
}

// belt is the grade on a captain's belt; "" where his owner has none.
func (c *skirmish) belt(owner game.Seat) string {
	if c.Dan[owner&1] == 0 {
		return ""
	}
	return strconv.Itoa(c.Dan[owner&1])
}

// shieldsOf is how many shields an army has at first (shuriken 4.3).
const shieldsOf = 2

// calmSteps counts the calm turns to the end of a still duel.
func calmSteps() []int { return levelNumbers(shuriken.EndAt) }

// calmClass is the class of a step of the calm counter.
func calmClass(step, calm int) string {
	class := ""
	if step <= calm {
		class = "on"
	}
	if step == shuriken.StillAt || step == shuriken.EndAt {
		class += " edge"
	}
	return strings.TrimSpace(class)
}

// shurikenTurn is a turn in the list of all.
type shurikenTurn struct {
	n     int // from 1, both sides counted
	side  game.Seat
	text  string
	frame int // of the record, the one that shows what it did
}

// turns are those that were played.
func (c *skirmish) turns() []shurikenTurn {
	var list []shurikenTurn
	for _, line := range c.Lines {
		if !line.Seat.Plays() || game.IsTable(line.Action) || !duelling(line.Action) {
			continue
		}
		list = append(list, shurikenTurn{n: len(list) + 1, side: line.Seat, text: line.Action, frame: line.Ply + 1})
	}
	return list
}

// duelling tells a turn of the duel from a step of the setup.
func duelling(action string) bool {
	a, err := shuriken.Rules{}.Parse(action)
	return err == nil && a.Verb >= shuriken.Throw && a.Verb <= shuriken.Pass
}

// shownShuriken is how many of the last turns a match page lists; its record has them all.
const shownShuriken = 24

// shownTurns are those that the page lists.
func (c *skirmish) shownTurns(all []shurikenTurn) []shurikenTurn {
	if c.Reviews() {
		return all
	}
	return all[max(0, len(all)-shownShuriken):]
}
