package views

import (
	"strings"

	"salle/game"
	"salle/game/shuriken"
)

// line is what the notice says, and whether it tells of a refusal.
func (c *skirmish) line() (text string, refused bool) {
	l := c.Lang
	switch {
	case c.Notice != nil:
		return c.noticeText(), c.Notice.Refused
	case c.Reviews():
		return strings.Join(c.told(), " "), false
	case c.over():
		return resultSentence(l, c.Table), false
	case c.Watches():
		return strings.Join(append(c.told(), c.awaited()), " "), false
	case c.settingUp():
		return c.setupLine(), false
	case c.star:
		return l.T("shuriken.star.where"), false
	case c.pick != shuriken.NoField:
		return c.pickedLine(), false
	case c.moving():
		return strings.Join(append(c.told(), c.turnLine()), " "), false
	case !c.duels():
		return l.T("shuriken.setup.done") + " " + l.T("shuriken.setup.notready", "who", c.rival), false
	case c.facesMachine():
		return strings.Join(append(c.told(), l.T("match.thinking")), " "), false
	}
	return strings.Join(append(c.told(), l.T("shuriken.turn.theirs", "who", c.rival)), " "), false
}

// awaited says to a spectator who has to act, and whether a draw is offered.
func (c *skirmish) awaited() string {
	if !c.duels() {
		return c.pending("setup", c.o.Ready)
	}
	said := c.Lang.T("watch.move", "who", c.who(c.o.Turn))
	if c.Offer.Plays() {
		said += " " + c.Lang.T("watch.offer", "who", c.who(c.Offer))
	}
	return said
}

// noticeText puts a notice in words.
func (c *skirmish) noticeText() string {
	switch c.Notice.Key {
	case "refuse.shuriken.notation":
		if c.settingUp() {
			return c.Lang.T("refuse.shuriken.notation-setup")
		}
	case "refuse.unfilled":
		return c.Lang.T("refuse.shuriken.unfilled")
	}
	return c.Lang.T(c.Notice.Key, c.Notice.Args...)
}

// turnLine says that it is the viewer's turn, and what is special about it.
func (c *skirmish) turnLine() string {
	l := c.Lang
	switch {
	case c.passes:
		return l.T("shuriken.turn.pass")
	case c.quietNow():
		return l.T("shuriken.turn.quiet")
	case c.o.Calm >= shuriken.StillAt:
		return l.T("shuriken.turn.still")
	}
	return l.T("shuriken.turn.yours")
}

// setupLine says what is picked while the viewer sets up, what is broken, or that all is well.
func (c *skirmish) setupLine() string {
	l := c.Lang
	if c.pick == shuriken.NoField {
		if problem := c.o.Problem(); problem != "" {
			return l.T("refuse.shuriken." + problem)
		}
		return l.T("shuriken.setup.start")
	}
	s := c.sights[c.pick]
	key := "shuriken.setup.picked"
	if c.o.Ground == shuriken.Training {
		switch s.Kind {
		case shuriken.Flag:
			key = "shuriken.setup.picked.bearer"
		case shuriken.Shuriken:
			key = "shuriken.setup.picked.warrior"
		}
	}
	return l.T(key, "at", c.pick, "piece", c.pieceName(s))
}

// pickedLine says what the picked piece can do.
func (c *skirmish) pickedLine() string {
	l, s := c.Lang, c.sights[c.pick]
	said := []string{l.T("shuriken.picked.other", "at", c.pick, "piece", c.pieceName(s))}
	if c.mine(c.pick) {
		said[0] = l.T("shuriken.picked.you", "at", c.pick, "piece", c.pieceName(s))
		said = append(said, c.throwLine(s))
		if c.opened > 0 {
			said = append(said, l.N("shuriken.picked.open", c.opened))
		}
	} else {
		said = append(said, c.hitsLine("shuriken.picked.threat", "shuriken.picked.nothreat"))
	}
	return strings.Join(said, " ")
}

// throwLine says what the throw of the viewer's picked piece would hit, or why it has none.
func (c *skirmish) throwLine(s shuriken.Sight) string {
	l := c.Lang
	switch {
	case s.Pinned > 0:
		return l.N("shuriken.picked.pinned", int(s.Pinned))
	case !s.Kind.Throws():
		return l.T("shuriken.picked.never")
	case s.Empty > 0:
		return l.N("shuriken.picked.empty", int(s.Empty))
	case c.quietNow():
		return l.T("shuriken.picked.quiet")
	case !c.Fire:
		return l.T("shuriken.picked.unaided")
	}
	return c.hitsLine("shuriken.picked.hits", "shuriken.picked.nothing")
}

// hitsLine lists what the picked piece's lines of fire hit.
func (c *skirmish) hitsLine(some, none string) string {
	var words []string
	for _, f := range c.hits() {
		words = append(words, c.Lang.T("shuriken.piece.at", "piece", c.Lang.T(c.pieceKey(c.sights[f])), "at", f))
	}
	if words == nil {
		return c.Lang.T(none)
	}
	return c.Lang.T(some, "list", listed(c.Lang, words))
}

// hits are the pieces that the picked piece's lines of fire hit, each once.
func (c *skirmish) hits() []shuriken.Field {
	var list []shuriken.Field
	var have [shuriken.Places + 1]bool
	for _, ray := range c.rays {
		for _, f := range ray.Hits {
			if !have[f] {
				list, have[f] = append(list, f), true
			}
		}
	}
	return list
}

// card says in sentences what the picked piece is, and what everybody has seen of it.
func (c *skirmish) card(s shuriken.Sight) []string {
	l := c.Lang
	own := s.Owner == c.me
	said := []string{l.T(c.pieceKey(s) + ".hint")}
	if s.Kind.LooksAlike() {
		said = append(said, l.T("shuriken.card.blades", "blades", bladesIn(l, s.Blades)))
	}
	for _, state := range c.states(s) {
		said = append(said, l.T("shuriken.card.state", "state", strings.TrimLeft(state, ",、 ")))
	}
	switch {
	case own || s.Kind != shuriken.Shuriken:
	case s.Threw:
		said = append(said, l.T("shuriken.card.threw"))
	case s.Saved:
		said = append(said, l.T("shuriken.card.saved"))
	case s.Held && c.Fire:
		said = append(said, l.T("shuriken.card.held"))
	}
	return said
}

// told says in sentences what the last turn brought, the flights left out; of the viewer's own turn before it only what
// came of it.
func (c *skirmish) told() []string { return c.sentences(c.untold) }

// story says in sentences all that the page shows of the last turns, blade by blade.
func (c *skirmish) story() []string {
	return c.sentences(func(_, _ game.Event, _ bool) bool { return false })
}

// sentences puts what the page shows of the last turns in words, but for what is left out: untold is asked about each event,
// with the first of its turn, and whether another turn follows that one.
func (c *skirmish) sentences(untold func(e, first game.Event, followed bool) bool) []string {
	var said []string
	turns := c.played()
	for i, events := range turns {
		for _, e := range events {
			if untold(e, events[0], i < len(turns)-1) {
				continue
			}
			if s := c.sentence(e); s != "" {
				said = append(said, s)
			}
		}
	}
	return said
}

// untold tells whether an event of a turn, whose first event is given, is said by others already; own: the viewer knows
// what he did in it.
func (c *skirmish) untold(e, first game.Event, own bool) bool {
	switch e.Kind {
	case shuriken.EventFlight:
		return true
	case shuriken.EventRebound:
		return !c.Reviews()
	case shuriken.EventThrow:
		return own || first.Kind == shuriken.EventGlide
	case shuriken.EventGlide, shuriken.EventPlace, shuriken.EventPass:
		return own
	}
	return false
}

// sentence puts an event in words; "" for one that the page shows otherwise.
func (c *skirmish) sentence(e game.Event) string {
	key := "event.shuriken." + e.Kind
	switch e.Kind {
	case shuriken.EventStones:
		return c.Lang.T(key, "list", listed(c.Lang, e.At))
	case shuriken.EventWin, shuriken.EventDraw:
		if !c.Reviews() { // the verdict says it
			return ""
		}
	case shuriken.EventFlight:
		return c.flightSentence(e)
	case game.EventResign, game.EventOffer, game.EventAgreed, game.EventTime, game.EventAbort:
		key = "event." + e.Kind
	}
	args := []any{"who", playerName(c.Lang, c.Players[e.By&1]), "n", e.N}
	names := []string{"at", "to"}
	for _, text := range e.At {
		if _, ok := shuriken.ParseField(text); ok {
			if len(names) > 0 {
				args, names = append(args, names[0], text), names[1:]
			}
		} else if s, ok := c.pictured(e.By, shuriken.NoField, text); ok {
			args = append(args, "piece", c.Lang.T(c.pieceKey(s)))
		}
	}
	return c.Lang.T(c.person(key, e.By), args...)
}

// flightSentence says where a blade flew.
func (c *skirmish) flightSentence(e game.Event) string {
	last := len(e.At) - 1
	if last < 2 || e.At[0] == e.At[last-1] { // it leaves the board at once
		return ""
	}
	form, bend := ".straight", ""
	if last > 2 {
		form, bend = ".bent", e.At[1]
	}
	return c.Lang.T(c.person("event.shuriken.flight"+form, e.By), "who", playerName(c.Lang, c.Players[e.By&1]),
		"missile", c.Lang.T("shuriken.missile."+e.At[last]), "at", e.At[0], "stone", bend, "to", e.At[last-1])
}

// person is the key of a sentence as the viewer says it of a player.
func (c *skirmish) person(key string, by game.Seat) string {
	if key == "event.shuriken."+shuriken.EventDraw { // it is about nobody
		return key
	}
	return key + c.whose(by)
}

// legendSign is a sign on the court and what it means.
type legendSign struct {
	pictures   []string
	class, key string
}

// signs are the legend of the ground, as the viewer sees it.
func (c *skirmish) signs() []legendSign {
	if c.Watches() {
		return watchedSigns(c.o.Ground)
	}
	return shurikenSigns(c.o.Ground)
}

// watchedSigns are the legend of a ground for one who plays in no seat.
func watchedSigns(g shuriken.Ground) []legendSign {
	list := []legendSign{
		{[]string{"bn", "be", "me"}, "mine", "watch.sign.south"},
		{[]string{"bs", "bw", "foe"}, "theirs", "watch.sign.north"},
		{[]string{"hn", "shield"}, "mine", "watch.sign.shield"},
		{[]string{"slash"}, "", "shuriken.sign.stone"},
	}
	if g == shuriken.Training {
		return append(list, legendSign{[]string{"hn", "me", "banner"}, "mine", "watch.sign.bearer"})
	}
	return append(append(list, legendSign{[]string{"hn", "flag"}, "mine", "watch.sign.flag"}), masterSigns...)
}

// shurikenSigns are the legend of a ground for a player.
func shurikenSigns(g shuriken.Ground) []legendSign {
	list := []legendSign{
		{[]string{"bn", "be", "me"}, "mine", "shuriken.sign.own"},
		{[]string{"bs", "bw", "foe"}, "theirs", "shuriken.sign.enemy"},
		{[]string{"hn", "shield"}, "mine", "shuriken.sign.shield"},
		{[]string{"slash"}, "", "shuriken.sign.stone"},
	}
	if g == shuriken.Training {
		return append(list, legendSign{[]string{"hn", "me", "banner"}, "mine", "shuriken.sign.bearer"})
	}
	list = append(append(list, legendSign{[]string{"hn", "flag"}, "mine", "shuriken.sign.flag"}), masterSigns...)
	return append(list, legendSign{[]string{"hn", "flag", "seen"}, "mine", "shuriken.sign.seen"})
}

// masterSigns are what is seen on the master ground alone, by everybody alike.
var masterSigns = []legendSign{
	{[]string{"bn", "me", "captain", "knot"}, "mine", "shuriken.sign.captain"},
	{[]string{"vn", "me"}, "mine", "shuriken.sign.volley"},
	{[]string{"en", "me", "turn2"}, "mine", "shuriken.sign.empty"},
	{[]string{"wn", "me"}, "mine", "shuriken.sign.bow"},
	{[]string{"bx", "me", "dot"}, "mine", "shuriken.sign.x"},
	{[]string{"bx", "me"}, "mine", "shuriken.sign.star"},
	{[]string{"bs", "foe", "pinned", "turn2"}, "theirs", "shuriken.sign.pinned"},
	{[]string{"shield", "arrow"}, "theirs", "shuriken.sign.arrow"},
}
