package views

import (
	"slices"
	"strconv"
	"strings"

	"salle/game"
	"salle/game/shuriken"
)

// motion says how what happened last is animated: phase after phase, from 1. The style sheet plays it from classes.
type motion struct {
	phases  int
	classes [shuriken.Places + 1]string // of what stands
	touched [shuriken.Places + 1]bool   // something came here, or flew from here
	ghosts  []ghost                     // what stood before, and stands no more
	ways    []way
	signs   []sign
}

// ghost is a piece as it stood before something happened to it.
type ghost struct {
	shuriken.Sight
	track string // its classes until then
	gone  int    // the phase in which it goes
	veil  bool   // it goes because the piece under it is known now
}

func (g ghost) class() string {
	class := strings.TrimSpace(g.track+" ghost") + " d" + strconv.Itoa(g.gone)
	if g.veil {
		class += " veil"
	}
	return class
}

// way is the flight of a blade, an arrow or a spike.
type way struct {
	over  []shuriken.Field // where it starts, bends and ends
	own   bool             // the viewer's
	phase int
	back  bool // it flies back from a shield
}

// sign is a picture, or only a sound, at a field in a phase.
type sign struct {
	at      shuriken.Field
	picture string // "" for a sound alone
	sound   string
	phase   int
}

// maxPhases is how many phases the style sheet knows.
const maxPhases = 16

// choreographed reads the events of the last turn, and before them those of the viewer's own where a machine has answered
// at once, so that he sees both.
func choreographed(c *skirmish) motion {
	var m motion
	for _, events := range c.played() {
		m.hear(c, events)
	}
	m.phases = min(m.phases, maxPhases)
	if c.over() && !c.Reviews() && m.phases > 0 {
		m.signs = append(m.signs, sign{sound: verdictSound(c.Table), phase: m.phases})
	}
	return m
}

// played are the events of the turns that the page shows and tells, turn by turn.
func (c *skirmish) played() [][]game.Event {
	if len(c.News) == 0 {
		return nil
	}
	begins := func(e game.Event) bool { return e.Kind == shuriken.EventBegin }
	if i := slices.IndexFunc(c.News, begins); i >= 0 && !c.Reviews() { // the setup before it is old
		return [][]game.Event{c.News[i:]}
	}
	answered := c.facesMachine() && !c.Reviews() && turnOf(c.Earlier, c.Seat)
	if answered && turnOf(c.News, c.Seat.Other()) {
		return [][]game.Event{c.Earlier, c.News}
	}
	return [][]game.Event{c.News}
}

// turnOf tells whether events are those of a turn of a player.
func turnOf(events []game.Event, by game.Seat) bool {
	if len(events) == 0 || events[0].By != by {
		return false
	}
	return slices.Contains([]string{shuriken.EventGlide, shuriken.EventThrow, shuriken.EventPlace, shuriken.EventPass}, events[0].Kind)
}

// hear gives each moment of a turn in which something is seen a phase of its own.
func (m *motion) hear(c *skirmish, events []game.Event) {
	moment := -1
	for _, e := range events {
		if !animated[e.Kind] {
			continue
		}
		if e.Moment != moment {
			moment = e.Moment
			m.phases++
		}
		m.event(c, e)
	}
}

// animated are the events that are seen.
var animated = map[string]bool{
	shuriken.EventGlide: true, shuriken.EventFlight: true, shuriken.EventPin: true, shuriken.EventStick: true,
	shuriken.EventFall: true, shuriken.EventBreak: true, shuriken.EventReveal: true, shuriken.EventSave: true,
	shuriken.EventFlag: true, shuriken.EventTaken: true, shuriken.EventRebound: true, shuriken.EventStar: true,
	shuriken.EventPlace: true,
}

// heard are the sounds of events.
var heard = map[string]string{
	shuriken.EventGlide: "step", shuriken.EventFlight: "miss", shuriken.EventPin: "block", shuriken.EventStick: "block",
	shuriken.EventFall: "hit", shuriken.EventBreak: "block", shuriken.EventReveal: "stardust", shuriken.EventSave: "penalty",
	shuriken.EventFlag: "ko", shuriken.EventTaken: "ko", shuriken.EventRebound: "counter", shuriken.EventStar: "star",
	shuriken.EventPlace: "step",
}

// effects are the pictures of events.
var effects = map[string]string{
	shuriken.EventPin: "fx-clang", shuriken.EventStick: "fx-clang", shuriken.EventFall: "fx-hit",
	shuriken.EventBreak: "fx-clang", shuriken.EventReveal: "fx-eye", shuriken.EventFlag: "fx-hit",
	shuriken.EventTaken: "fx-hit",
}

func (m *motion) event(c *skirmish, e game.Event) {
	var places []shuriken.Field
	piece := ""
	for _, text := range e.At {
		if f, ok := shuriken.ParseField(text); ok {
			places = append(places, f)
		} else {
			piece = text
		}
	}
	if len(places) == 0 {
		m.signs = append(m.signs, sign{sound: heard[e.Kind], phase: m.phases})
		return
	}
	at := places[0]
	switch e.Kind {
	case shuriken.EventGlide:
		m.glide(c.me, at, places[1])
		at = places[1]
	case shuriken.EventFlight:
		if len(places) == 2 && places[0] == places[1] { // it leaves the board at once
			return
		}
		m.ways = append(m.ways, way{over: places, own: e.By == c.me, phase: m.phases})
		m.touched[at] = true
	case shuriken.EventFall, shuriken.EventBreak, shuriken.EventFlag, shuriken.EventTaken:
		m.goes(c, e.By, at, piece)
	case shuriken.EventReveal, shuriken.EventStick:
		m.unveil(c, e.By, at, piece)
	case shuriken.EventRebound:
		m.flyBack(places[1:], e.By == c.me)
		return
	case shuriken.EventPlace:
		m.classes[at] = "born k" + strconv.Itoa(m.phases)
	}
	m.signs = append(m.signs, sign{at: at, picture: effects[e.Kind], sound: heard[e.Kind], phase: m.phases})
}

// glide moves a piece on the page from where it stood.
func (m *motion) glide(me game.Seat, from, to shuriken.Field) {
	x, y := spot(me, from)
	toX, toY := spot(me, to)
	class := "glides k" + strconv.Itoa(m.phases)
	if x != toX {
		class += " x" + strconv.Itoa(x-toX)
	}
	if y != toY {
		class += " y" + strconv.Itoa(y-toY)
	}
	m.classes[to], m.classes[from] = class, ""
	m.touched[from], m.touched[to] = true, true
}

// goes lets a piece fall that is not on the board any more.
func (m *motion) goes(c *skirmish, owner game.Seat, at shuriken.Field, piece string) {
	if s, ok := c.pictured(owner, at, piece); ok {
		m.ghosts = append(m.ghosts, ghost{Sight: s, track: m.classes[at], gone: m.phases})
	}
	m.classes[at] = ""
}

// unveil shows an enemy's piece as what it looked like until it was known.
func (m *motion) unveil(c *skirmish, owner game.Seat, at shuriken.Field, piece string) {
	s, ok := c.pictured(owner, at, piece)
	if !ok || owner == c.Seat {
		return
	}
	s.Kind = shuriken.Shuriken
	m.ghosts = append(m.ghosts, ghost{Sight: s, track: m.classes[at], gone: m.phases, veil: true})
}

// flyBack turns the blades round that broke shields; the thrower falls in the phase after.
func (m *motion) flyBack(shields []shuriken.Field, own bool) {
	for _, w := range slices.Clone(m.ways) {
		if w.back || !slices.Contains(shields, w.over[len(w.over)-1]) {
			continue
		}
		w.over = slices.Clone(w.over)
		slices.Reverse(w.over)
		w.own, w.phase, w.back = own, m.phases, true
		m.ways = append(m.ways, w)
	}
	m.signs = append(m.signs, sign{sound: heard[shuriken.EventRebound], phase: m.phases})
	m.phases++
}

// pictured is a piece that an event names.
func (c *skirmish) pictured(owner game.Seat, at shuriken.Field, text string) (s shuriken.Sight, ok bool) {
	name, placed := strings.CutSuffix(text, "*")
	man, ok := shuriken.ParseMan(name, c.o.Ground)
	s.At = at
	s.Owner, s.Kind, s.Blades, s.Placed = owner, man.Kind, man.Blades, placed
	return s, ok
}

// flights draws the flights of what the page shows, and what they did.
func (b *courtWriter) flights() {
	m := &b.c.motion
	for n, w := range m.ways {
		phase := " k" + strconv.Itoa(w.phase)
		side := "red"
		if w.own {
			side = "blue"
		}
		layers := []string{"flight " + side, "blur " + side}
		if w.back {
			layers = layers[1:]
		}
		id := "w" + strconv.Itoa(n+1) // the style sheet lets the head follow the path of this id
		for _, layer := range layers {
			b.raw(`<path class="`, layer, phase, `" pathLength="100"`)
			if strings.HasPrefix(layer, "blur") {
				b.raw(` id="`, id, `"`)
			}
			b.raw(` d="`)
			b.stroke(w.over...)
			b.raw(`"></path>`)
		}
		b.raw(`<use class="head `, id, phase, `" href="`, shurikenSprite("head-"+side), `" width="6" height="6"></use>`)
	}
	for _, s := range m.signs {
		b.sign(s)
	}
}

// sign draws an effect, and tells a script which sound it makes.
func (b *courtWriter) sign(s sign) {
	tag, phase := "g", strconv.Itoa(s.phase)
	if s.picture != "" {
		tag = "use"
	}
	b.raw(`<`, tag)
	if s.picture != "" {
		x, y := spot(b.c.me, s.at)
		b.raw(` class="fx k`, phase, `" href="`, shurikenSprite(s.picture), `" x="`)
		b.number(10 * x)
		b.raw(`" y="`)
		b.number(10 * y)
		b.raw(`" width="10" height="10"`)
	}
	if s.sound != "" {
		b.raw(` data-phase="`, phase, `" data-sound="`, s.sound, `" data-at=".15"`)
	}
	b.raw(`></`, tag, `>`)
}
