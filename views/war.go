package views

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"salle/game"
	"salle/game/war"
	"salle/static"
	"salle/views/lang"
)

// campaign is the Game of War's page as its templates need it: what a table and an observation say, put in the page's
// order.
type campaign struct {
	Table
	o       war.Observation
	me      game.Seat // whose side is drawn as the viewer's own
	rival   string    // what the other player is called
	board   war.Position
	supply  war.Supply
	pick    war.Square // the unit that is picked
	kind    war.Kind   // while the viewer deploys, the kind that is placed next
	open    war.Set    // where the picked unit may go
	targets []war.Target
	aimed   bool
	account war.Account // where aimed
	turns   []warTurn   // those that were played, as far as the page shows them
}

func newCampaign(t Table, o war.Observation) campaign {
	c := campaign{Table: t, o: o, me: t.near(), rival: t.rivalName()}
	c.board = o.Position
	if !o.Deployed {
		c.board = c.deployment().Preview(c.me)
	}
	c.supply = c.board.Supply()
	c.turns = playedTurns(t)
	switch {
	case c.deploying():
		c.pickToDeploy()
	case c.moving():
		c.pickToMove()
	}
	return c
}

// deployment is the viewer's own, half-made or committed, before both are in.
func (c *campaign) deployment() war.Deployment {
	if c.o.ToDeploy() {
		return c.o.Placing
	}
	return c.o.Own
}

// pickToDeploy reads what is picked while the viewer deploys: a kind of the reserve by its letter, or a square.
func (c *campaign) pickToDeploy() {
	missing := c.o.Placing.Missing()
	for _, k := range missing {
		if k.Code() == strings.ToUpper(c.Look.Pick) {
			c.kind = k
		}
	}
	if at, ok := war.ParseSquare(c.Look.Pick); ok && c.o.Placing.At(at) != war.NoKind {
		c.pick = at
	}
}

// pickToMove reads what is picked in the viewer's turn. A retreat that is owed is picked by itself (war 9.3).
func (c *campaign) pickToMove() {
	if c.wins() {
		return
	}
	if c.board.Dislodged != war.NoSquare {
		c.pick = c.board.Dislodged
		c.open = c.board.Destinations(c.pick, &c.supply)
		return
	}
	if c.o.MayAttack() {
		c.targets = c.o.Targets()
	}
	if at, ok := war.ParseSquare(c.Look.Target); ok && c.inReach(at) {
		c.account, c.aimed = c.o.Account(at)
		return
	}
	if at, ok := war.ParseSquare(c.Look.Pick); ok && c.holds(at, c.me) {
		c.pick = at
		c.open = c.board.Destinations(at, &c.supply)
	}
}

func (c *campaign) inReach(at war.Square) bool {
	return slices.ContainsFunc(c.targets, func(t war.Target) bool { return t.At == at })
}

// holds tells whether a unit of a side stands on a square.
func (c *campaign) holds(at war.Square, side game.Seat) bool {
	piece := c.board.Board[at]
	return piece != 0 && piece.Side() == side
}

// over tells whether the match has ended, by the rules of the game or at the table.
func (c *campaign) over() bool { return c.Status.Result.Over }

// acts tells whether the viewer owes something now and may do it on this page.
func (c *campaign) acts() bool {
	return !c.over() && !c.Reviews() && c.Status.ToAct.Has(c.Seat)
}

func (c *campaign) deploying() bool { return c.acts() && c.o.ToDeploy() }

// moving tells whether the viewer prepares a turn, or has prepared one that ends the match.
func (c *campaign) moving() bool { return c.acts() && c.o.Drawn }

// wins tells whether the last of the prepared moves ends the match (war 11.1).
func (c *campaign) wins() bool { return c.moving() && c.board.Result.Over }

func (c *campaign) waits() bool {
	return !c.over() && !c.Reviews() && !c.deploying() && !c.moving()
}

// retreats tells whether the viewer owes a retreat before anything else.
func (c *campaign) retreats() bool { return c.moving() && c.board.Dislodged != war.NoSquare }

// warSprite is the address of a picture of this game.
func warSprite(name string) string { return static.URL("war-sprites.svg") + "#" + name }

// letter is a side's in names of pictures and classes.
func letter(side game.Seat) string {
	if side == game.First {
		return "n"
	}
	return "s"
}

// sideKey is a side's name in the catalogues and addresses.
func sideKey(side game.Seat) string {
	if side == game.First {
		return "north"
	}
	return "south"
}

func sideName(l *lang.Lang, side game.Seat) string { return l.T("war.side." + sideKey(side)) }

// unitName is a kind of unit in the middle of a sentence.
func unitName(l *lang.Lang, k war.Kind) string { return l.T("war.unit." + k.Code() + ".text") }

// unitTitle is a kind of unit at the beginning of one.
func unitTitle(l *lang.Lang, k war.Kind) string { return l.T("war.unit." + k.Code()) }

// kindNamed is the kind of a unit's letter; NoKind for another text.
func kindNamed(code string) war.Kind {
	for _, k := range war.Kinds {
		if k.Code() == code {
			return k
		}
	}
	return war.NoKind
}

// listed joins words as the language writes a list.
func listed(l *lang.Lang, words []string) string {
	if len(words) == 0 {
		return ""
	}
	text := words[0]
	for _, w := range words[1:] {
		text = l.T("war.list.pair", "a", text, "b", w)
	}
	return text
}

// unitsAt lists units with their squares in words.
func (c *campaign) unitsAt(squares []war.Square) string {
	words := make([]string, len(squares))
	for i, at := range squares {
		words[i] = c.Lang.T("war.unit.at", "unit", unitName(c.Lang, c.board.Board[at].Kind()), "at", at)
	}
	return listed(c.Lang, words)
}

// facts are the short words beside the title.
func (c *campaign) facts() []string {
	l := c.Lang
	switch {
	case !c.o.Drawn && c.Watches():
		return []string{l.T("watch.deployment")}
	case !c.o.Drawn:
		return []string{l.T("war.deploy.title"), sideName(l, c.me)}
	case c.moving():
		return []string{l.T("war.turn.n", "n", c.o.Turn), l.N("war.turn.left", war.MaxMoves-int(c.board.Moves))}
	}
	return []string{l.T("war.turn.side", "n", c.o.Turn, "side", sideName(l, c.board.Side))}
}

// variants names the switches that are on; "" where there are none.
func (c *campaign) variants() string {
	var words []string
	for _, name := range c.o.Position.Switches.Names() {
		words = append(words, c.Lang.T("war.switch."+name))
	}
	if words == nil {
		return ""
	}
	return c.Lang.T("war.switch.on", "list", listed(c.Lang, words))
}

// hidden tells whether a side's army is not known yet.
func (c *campaign) hidden(side game.Seat) bool { return !c.o.Deployed && side != c.Seat }

// numbers counts a side's units by kind.
func (c *campaign) numbers(side game.Seat) (n [7]int) {
	for _, at := range c.board.Units[side].Squares() {
		n[c.board.Board[at].Kind()]++
	}
	return n
}

// cutOff lists the squares of a side's units that are not in communication.
func (c *campaign) cutOff(side game.Seat) []war.Square {
	var list []war.Square
	for _, at := range c.board.Units[side].Squares() {
		if !c.supply.In[side].Has(at) {
			list = append(list, at)
		}
	}
	return list
}

// depots are the pictures of a side's two arsenals.
func (c *campaign) depots(side game.Seat) []string {
	pictures := []string{"ruin", "ruin"}
	for i := range c.board.Arsenals.Of(side).Squares() {
		pictures[i] = "depot-" + letter(side)
	}
	return pictures
}

// prepared is a move of the draft.
type prepared struct {
	text    string
	kind    war.Kind
	retreat bool
	arsenal bool // it has destroyed one
}

// moves are those of the draft, in order.
func (c *campaign) moves() []prepared {
	if !c.moving() {
		return nil
	}
	var list []prepared
	for i, text := range c.Draft {
		_, to := moveOf(text)
		list = append(list, prepared{
			text: text, kind: c.board.Board[to].Kind(), retreat: i == 0 && c.board.Retreated,
			arsenal: c.board.Spent && war.AllArsenals.Of(c.me.Other())&war.ArsenalAt(to) != 0,
		})
	}
	return list
}

// moveOf reads a move in notation; NoSquare twice for what is none.
func moveOf(text string) (from, to war.Square) {
	a, b, ok := strings.Cut(text, "-")
	if !ok {
		return war.NoSquare, war.NoSquare
	}
	from, okFrom := war.ParseSquare(a)
	to, okTo := war.ParseSquare(b)
	if !okFrom || !okTo {
		return war.NoSquare, war.NoSquare
	}
	return from, to
}

// sortedTargets are the enemies in reach, those first of whom most would come.
func (c *campaign) sortedTargets() []war.Target {
	list := slices.Clone(c.targets)
	slices.SortStableFunc(list, func(a, b war.Target) int { return (b.Attack - b.Defence) - (a.Attack - a.Defence) })
	return list
}

// commitText is what the form that commits a deployment sends.
func (c *campaign) commitText() string {
	if len(c.Draft) == 0 {
		return "deploy"
	}
	return c.Draft[0]
}

// linesOf tells whether a side's lines are drawn: by default the viewer's own, and none beside an account.
func (c *campaign) linesOf(side game.Seat) bool {
	switch c.Look.Lines {
	case "":
		return side == c.Seat && !c.over() && !c.Reviews()
	case "both":
		return true
	}
	return c.Look.Lines == sideKey(side)
}

// linesAfter is what the address says of lines after the button of a side is pressed.
func (c *campaign) linesAfter(side game.Seat) string {
	own, other := !c.linesOf(side), c.linesOf(side.Other())
	switch {
	case own && other:
		return "both"
	case own:
		return sideKey(side)
	case other:
		return sideKey(side.Other())
	}
	return "none"
}

// zoomText is the zoom as the address has it; "" for none.
func (c *campaign) zoomText() string {
	if c.Look.Zoom == 0 {
		return ""
	}
	return strconv.Itoa(c.Look.Zoom)
}

// path is the address of this page without its query.
func (c *campaign) path() string {
	if c.Reviews() {
		return c.recordPath()
	}
	return matchPath(c.ID)
}

// draftPath is where the draft is edited.
func (c *campaign) draftPath() string { return matchPath(c.ID) + "/draft" }

// actionsPath is where the draft is committed.
func (c *campaign) actionsPath() string { return matchPath(c.ID) + "/actions" }

// sendAt are what a form that commits the draft tells htmx; while a machine thinks of its answer, the notice says so.
func (c *campaign) sendAt() templ.Attributes {
	attributes := actAt(c.actionsPath())
	if c.facesMachine() {
		attributes["data-thinking"] = c.Lang.T("war.turn.thinking")
	}
	return attributes
}

// formationsPath is where formations are kept.
func (c *campaign) formationsPath() string { return matchPath(c.ID) + "/formations" }

// Keys of what a notice says of a player's own formations; each takes a name.
const (
	NoticeFormationSaved   = "war.deploy.saved"
	NoticeFormationLoaded  = "war.deploy.loaded"
	NoticeFormationDeleted = "war.deploy.deleted"
)

// MaxFormationName is the longest name of a formation, in characters.
const MaxFormationName = 24

// maxTyped is the longest text of a typed action, in characters: a deployment has 85.
const maxTyped = 120

// cutClass is the class of a unit's picture.
func cutClass(side string, cut bool) string {
	if cut {
		return side + " cut"
	}
	return side
}

// warSigns are the legend of the map.
var warSigns = []struct {
	pictures   []string
	class, key string
}{
	{[]string{"nI"}, "n", "war.side.north"},
	{[]string{"sI"}, "s", "war.side.south"},
	{[]string{"sI", "moved"}, "s moved", "war.sign.moved"},
	{[]string{"sI", "cut"}, "s cut", "war.supply.isolated"},
	{[]string{"sR", "relay"}, "s", "war.supply.relay.active"},
	{[]string{"sI", "dislodged"}, "s", "war.sign.retreat"},
	{[]string{"sC", "charge"}, "s", "war.attack.how.charge"},
	{[]string{"pass"}, "", "war.terrain.pass"},
	{[]string{"fort"}, "", "war.terrain.fort"},
	{[]string{"depot-n"}, "", "war.arsenal.north"},
	{[]string{"depot-s"}, "", "war.arsenal.south"},
	{[]string{"ruin"}, "", "war.arsenal.destroyed"},
	{[]string{"holds"}, "", "war.attack.hold"},
	{[]string{"retreats"}, "", "war.attack.dislodge"},
	{[]string{"captured"}, "", "war.attack.capture"},
}
