package views

import (
	"strings"

	"salle/game"
	"salle/game/war"
)

// line is what the notice says, and whether it tells of a refusal.
func (c *campaign) line() (text string, refused bool) {
	l := c.Lang
	switch {
	case c.Notice != nil:
		return c.noticeText(), c.Notice.Refused
	case c.Reviews():
		return strings.Join(c.told(), " "), false
	case c.over():
		return resultSentence(l, c.Table), false
	case c.retreats():
		unit := unitName(l, c.board.Board[c.pick].Kind())
		return l.T("war.turn.retreat", "unit", unit, "at", c.pick) + " " + l.T("war.turn.retreat.pick"), true
	case c.deploying():
		return c.deployLine(), false
	case c.moving():
		return c.moveLine(), false
	}
	return c.waitLine(), false
}

// deployKeys are what is said in place of a notice while the viewer deploys.
var deployKeys = map[string]string{
	"refuse.war.notation": "refuse.war.notation-deploy",
	"refuse.war.draft":    "refuse.war.draft-deploy",
}

// noticeText puts a notice in words.
func (c *campaign) noticeText() string {
	key := c.Notice.Key
	if deploying, ok := deployKeys[key]; ok && c.o.ToDeploy() {
		key = deploying
	}
	return c.Lang.T(key, c.Notice.Args...)
}

// deployLine says what is picked while the viewer deploys, or what is missing.
func (c *campaign) deployLine() string {
	l := c.Lang
	missing := c.o.Placing.Missing()
	switch {
	case c.kind != war.NoKind:
		return l.T("war.deploy.placing", "unit", unitName(l, c.kind))
	case c.pick != war.NoSquare:
		return l.T("war.deploy.picked", "unit", unitTitle(l, c.o.Placing.At(c.pick)), "at", c.pick)
	case len(missing) > 0:
		return l.T("war.deploy.pick") + " " + l.T("war.deploy.missing", "list", c.missing(missing))
	}
	said := l.T("war.deploy.ready")
	if cut := c.cutOff(c.me); len(cut) > 0 {
		said += " " + l.T("war.deploy.isolated", "list", c.unitsAt(cut))
	}
	return said
}

// missing counts units that have no place by kind.
func (c *campaign) missing(kinds []war.Kind) string {
	var words []string
	for _, k := range war.Kinds {
		n := 0
		for _, m := range kinds {
			if m == k {
				n++
			}
		}
		if n > 0 {
			words = append(words, c.Lang.T("war.deploy.missing.item", "n", n, "unit", unitName(c.Lang, k)))
		}
	}
	return listed(c.Lang, words)
}

// moveLine says what is picked in the viewer's turn, what is prepared, or what the last turn did.
func (c *campaign) moveLine() string {
	l := c.Lang
	switch {
	case c.aimed:
		return c.fate()
	case c.pick != war.NoSquare:
		return c.pickedLine()
	case len(c.Draft) > 0:
		said := l.N("war.turn.draft", len(c.Draft))
		switch {
		case c.wins():
			said += " " + l.T("war.attack.wins")
		case c.board.Spent:
			said += " " + l.T("war.turn.attack.spent")
		}
		return said
	}
	return strings.Join(append(c.told(), l.T("war.turn.yours")), " ")
}

func (c *campaign) pickedLine() string {
	l := c.Lang
	unit := unitTitle(l, c.board.Board[c.pick].Kind())
	if n := c.open.Len(); n > 0 {
		return l.N("war.turn.picked", n, "unit", unit, "at", c.pick)
	}
	why := l.T("war.turn.stuck")
	if code := c.o.Immobile(c.pick); code != "" {
		why = l.T("refuse.war." + code)
	}
	return l.T("war.turn.picked.none", "unit", unit, "at", c.pick, "why", why)
}

func (c *campaign) waitLine() string {
	l := c.Lang
	switch {
	case c.Watches():
		return strings.Join(append(c.told(), c.awaited()), " ")
	case !c.o.Drawn:
		return l.T("war.deploy.committed") + " " + l.T("war.deploy.waiting", "who", c.rival)
	case c.facesMachine():
		return strings.Join(append(c.told(), l.T("war.turn.thinking")), " ")
	}
	return strings.Join(append(c.told(), l.T("war.turn.waiting", "who", c.rival)), " ")
}

// awaited says to a spectator who has to act.
func (c *campaign) awaited() string {
	if !c.o.Drawn {
		return c.pending("deploy", c.o.Committed)
	}
	return c.Lang.T("watch.move", "who", c.who(c.board.Side))
}

// told says in sentences what the last ply brought, moves and the passing of the turn left out.
func (c *campaign) told() []string {
	var said []string
	for _, e := range c.News {
		if s := c.sentence(e); s != "" {
			said = append(said, s)
		}
	}
	return said
}

// sentence puts an event in words; "" for one that the page shows otherwise.
func (c *campaign) sentence(e game.Event) string {
	l := c.Lang
	who := playerName(l, c.Players[e.By&1])
	switch e.Kind {
	case war.EventMove, war.EventRetreat:
		if !c.Reviews() { // the list of the turn has them
			return ""
		}
		return l.T(c.person("event.war."+e.Kind, e.By), "who", who, "unit", unitName(l, kindNamed(e.At[2])), "from", e.At[0], "to", e.At[1])
	case war.EventAttack:
		return l.T(c.person("event.war.attack", e.By), "who", who, "at", e.At[0], "list", listed(l, e.At[1:]), "margin", e.N)
	case war.EventHeld, war.EventDislodged, war.EventCaptured, war.EventLost:
		return l.T(c.person("event.war."+e.Kind, e.By), "who", who, "at", e.At[0], "unit", unitName(l, kindNamed(e.At[1])))
	case war.EventArsenal:
		return l.T(c.person("event.war.arsenal", e.By), "who", who, "at", e.At[0])
	case war.EventTurn, war.EventWin, war.EventDraw, war.EventPledge, war.EventDeploy:
		if !c.Reviews() { // the title, the plates and the verdict say it
			return ""
		}
		return l.T(c.person("event.war."+e.Kind, e.By), "who", who, "n", e.N)
	case war.EventFirst, war.EventEnd:
		return l.T(c.person("event.war."+e.Kind, e.By), "who", who)
	}
	return ""
}

// person is the key of a sentence as the viewer says it of a player.
func (c *campaign) person(key string, by game.Seat) string {
	if key == "event.war."+war.EventDraw { // it is about nobody
		return key
	}
	return key + c.whose(by)
}

// warTurn is the turn of one side in the list of all.
type warTurn struct {
	n     int // from 1, both sides counted
	side  game.Seat
	steps []warStep
}

// warStep is one action of a turn.
type warStep struct {
	text  string
	frame int // of the record, the one that shows what it did
}

// ended tells whether the turn has been handed over.
func (t warTurn) ended() bool {
	if len(t.steps) == 0 {
		return false
	}
	last := t.steps[len(t.steps)-1].text
	return last == "end" || strings.HasSuffix(last, "*")
}

// playedTurns sorts the readable lines into turns.
func playedTurns(t Table) []warTurn {
	var turns []warTurn
	for _, line := range t.Lines {
		if !line.Seat.Plays() || game.IsTable(line.Action) || strings.HasPrefix(line.Action, "deploy") {
			continue
		}
		if n := len(turns); n == 0 || turns[n-1].side != line.Seat || turns[n-1].ended() {
			turns = append(turns, warTurn{n: n + 1, side: line.Seat})
		}
		last := &turns[len(turns)-1]
		last.steps = append(last.steps, warStep{text: line.Action, frame: line.Ply + 1})
	}
	return turns
}

// logged is how many of the last turns a match page lists; its record has them all.
const logged = 24

// shownTurns are those that the page lists.
func (c *campaign) shownTurns() []warTurn {
	if c.Reviews() {
		return c.turns
	}
	return c.turns[max(0, len(c.turns)-logged):]
}

// lastTurn is the last one that was played, on a record page up to the frame that is shown; a zero one before the first.
func (c *campaign) lastTurn() warTurn {
	var last warTurn
	for _, turn := range c.turns {
		shown := warTurn{n: turn.n, side: turn.side}
		for _, step := range turn.steps {
			if !c.Reviews() || step.frame <= c.Step {
				shown.steps = append(shown.steps, step)
			}
		}
		if len(shown.steps) > 0 {
			last = shown
		}
	}
	return last
}

// trail is the moves that the board shows: those prepared, or else those of the last turn.
func (c *campaign) trail() [][2]war.Square {
	texts := c.Draft
	if !c.moving() || len(texts) == 0 {
		texts = nil
		for _, step := range c.lastTurn().steps {
			texts = append(texts, step.text)
		}
	}
	var list [][2]war.Square
	for _, text := range texts {
		if from, to := moveOf(text); to != war.NoSquare {
			list = append(list, [2]war.Square{from, to})
		}
	}
	return list
}

// moved lists the moves of the last turn in words. The units stand where they went: nobody has moved them since.
func (c *campaign) moved() []string {
	var list []string
	for _, step := range c.lastTurn().steps {
		from, to := moveOf(step.text)
		if to == war.NoSquare || c.board.Board[to] == 0 {
			continue
		}
		unit := unitTitle(c.Lang, c.board.Board[to].Kind())
		list = append(list, c.Lang.T("war.turn.made.item", "unit", unit, "from", from, "to", to))
	}
	return list
}
