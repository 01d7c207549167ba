package handlers_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"salle/game"
	"salle/game/match"
	"salle/game/war"
)

// front is what a person sees of a match page of the Game of War. Squares are in board order.
type front struct {
	Path    string   // with the query
	Mark    string   // what the forms were made for
	Draft   []string // the moves, or the deployment, that the page would send
	Pick    string   // the square that is picked
	Can     []string // squares whose unit may be picked
	To      []string // squares that are lit as destinations
	Targets []string // squares whose unit may be attacked
	Listed  []string // the same, in the list beside the map
	Aim     string   // the attack whose account is shown, as it would be sent
	Sums    []string // the totals of the account
	Ends    bool     // the turn may be ended
	Ready   bool     // the deployment may be committed
	Deploys bool     // a deployment is asked for
	Waits   bool     // nothing is asked of the person
	Over    bool     // the match has ended
	Notice  string   // the line that says what changed
	Refused bool     // the line tells of a refusal
	Focus   string   // the id of the element in focus
	Stayed  bool     // no page was loaded since stay was called
}

const lookAtFront = `(() => {
  const one = (q) => document.querySelector(q);
  const ids = (q) => [...document.querySelectorAll(q)].map((n) => n.id.replace("aim-", ""));
  if (document.readyState !== "complete" || !performance.getEntriesByType("paint").length || !one("#map")) return "";
  const go = one("#strike")?.form ?? one("#end")?.form ?? one("#ready")?.form;
  return JSON.stringify({
    Path: location.pathname + location.search,
    Mark: one("#look [name=ply]")?.value ?? "",
    Draft: [...go?.querySelectorAll("input[name=do]") ?? []].map((n) => n.value),
    Pick: one(".land .on")?.id ?? "",
    Can: ids(".land .can"),
    To: ids(".land .to"),
    Targets: ids(".land .tg"),
    Listed: ids(".targets button"),
    Aim: one("#strike")?.value ?? "",
    Sums: [...document.querySelectorAll(".sums tfoot td")].map((n) => n.textContent),
    Ends: !!one("#end:not([aria-disabled])"),
    Ready: !!one("#ready:not([aria-disabled])"),
    Deploys: !!one("#ready"),
    Waits: !!one(".waiting"),
    Over: !!one("#verdict-title"),
    Notice: one("#notice span")?.textContent ?? "",
    Refused: !!one("#notice.refused"),
    Focus: document.activeElement?.id ?? "",
    Stayed: window.stayed === true,
  });
})()`

// front waits until the page shows what is wanted of the Game of War.
func (tb *tab) front(what string, ok func(front) bool) front {
	tb.Helper()
	return seeing(tb, what, lookAtFront, ok)
}

// campaign is a match of the Game of War whose north is played at the tab.
type campaign struct {
	tb    *tab
	id    string
	level int       // of the machine that thinks for the person at the tab
	calm  time.Time // when the page takes a press again
}

// campaign opens a match against the machine's level 1 with the mouse.
func (tb *tab) campaign() *campaign {
	tb.Helper()
	tb.open("/")
	tb.do(chromedp.MouseClickXY(tb.center(`#new-war .level:has([value="1"])`)))
	tb.click("start-war")
	return tb.joined()
}

// joined is the match whose deployment has come up.
func (tb *tab) joined() *campaign {
	tb.Helper()
	now := tb.front("the deployment", func(f front) bool { return f.Deploys })
	return &campaign{tb: tb, id: page{path: now.Path}.matchID(), level: 4}
}

// seen is what the site says that the person at the tab may know, his draft laid on the board.
func (c *campaign) seen() (war.Observation, game.Mark) {
	c.tb.Helper()
	seen, err := c.tb.site.matches.Look(context.Background(), c.id, c.tb.site.person(c.tb, c.id))
	if err != nil {
		c.tb.Fatal(err)
	}
	return seen.Board.(war.Observation), seen.Mark
}

// plan thinks of a whole turn, as the machine would.
func (c *campaign) plan() []string {
	c.tb.Helper()
	o, mark := c.seen()
	return planned(c.tb, o, c.level, uint64(mark.Ply))
}

// planned is the turn that the machine would play.
func planned(t testing.TB, o war.Observation, level int, seed uint64) []string {
	t.Helper()
	actions, err := war.NewAI().Choose(context.Background(), o, game.Budget{Level: level, Seed: rand.New(rand.NewPCG(7, seed)).Uint64()})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, a := range actions {
		texts = append(texts, a.String())
	}
	return texts
}

// squaresIn writes squares as a page lists them.
func squaresIn(squares []war.Square) []string {
	texts := []string{}
	slices.Sort(squares)
	for _, s := range squares {
		texts = append(texts, s.String())
	}
	return texts
}

// offers is what a turn's page must offer on the map while the unit on a square, or none, is picked.
func offers(o war.Observation, pick war.Square) (can, to, targets []string) {
	if o.Position.Result.Over { // the draft ends the match
		return []string{}, []string{}, []string{}
	}
	if o.Position.Dislodged != war.NoSquare {
		return []string{}, squaresIn(o.Destinations(o.Position.Dislodged).List()), []string{}
	}
	var movers, prey []war.Square
	for _, at := range o.Position.Units[o.Seat].Squares() {
		if at != pick && !o.Destinations(at).Empty() {
			movers = append(movers, at)
		}
	}
	if pick != war.NoSquare {
		return squaresIn(movers), squaresIn(o.Destinations(pick).List()), []string{}
	}
	if o.MayAttack() {
		for _, t := range o.Targets() {
			prey = append(prey, t.At)
		}
	}
	return squaresIn(movers), []string{}, squaresIn(prey)
}

// offered sees that the page lights on the map what is legal, and nothing else.
func (c *campaign) offered(now front) {
	c.tb.Helper()
	o, mark := c.seen()
	pick, _ := war.ParseSquare(now.Pick)
	can, to, targets := offers(o, pick)
	if !slices.Equal(now.Can, can) || !slices.Equal(now.To, to) || !slices.Equal(now.Targets, targets) {
		c.tb.Errorf("with %q picked the page offers %v to pick, %v to go to, %v to attack; legal are %v, %v, %v in\n%s",
			now.Pick, now.Can, now.To, now.Targets, can, to, targets, o.Position)
	}
	if slices.Sort(now.Listed); now.Pick == "" && !slices.Equal(now.Listed, sorted(targets)) {
		c.tb.Errorf("the list has the targets %v, in reach are %v", now.Listed, targets)
	}
	if owed := o.Position.Dislodged != war.NoSquare; now.Ends == owed || owed && now.Pick != o.Position.Dislodged.String() {
		c.tb.Errorf("a retreat is owed: %t; the page is %+v", owed, now)
	}
	if now.Mark != mark.String() {
		c.tb.Errorf("the page is for %s, the match at %s", now.Mark, mark)
	}
}

func sorted(texts []string) []string {
	texts = slices.Clone(texts)
	slices.Sort(texts)
	return texts
}

// hands are a way to do things on a page: with the mouse, with keys, with forms.
type hands struct {
	deploy func(c *campaign)
	move   func(c *campaign, now front, from, to string) // prepares a move
	aim    func(target string)                           // shows an attack's account
	press  presser                                       // "end" and "strike"
}

// longest is after how many turns of the person a match is given up: no match that goes well lasts so long.
const longest = 70

// won plays matches until one is won. The machine that thinks for the person is stronger than the other, but not sure to
// win.
func (c *campaign) won(h hands, next func() *campaign) {
	c.tb.Helper()
	for range 5 {
		h.deploy(c)
		if c.fought(h, c.myTurn("")) {
			return
		}
		c = next()
	}
	c.tb.Error("none of five matches was won")
}

// fought plays a match to its end, and tells whether it is won.
func (c *campaign) fought(h hands, now front) bool {
	c.tb.Helper()
	turn := 0
	for ; !now.Over; turn++ {
		if turn == longest {
			now = c.resign()
			break
		}
		now = c.turn(h, now)
	}
	c.tb.verified(c.id)
	o, _ := c.seen()
	c.tb.Logf("%s after %d turns: %+v", c.id, turn, o.Position.Result)
	if o.Position.Result.Winner != game.First {
		return false
	}
	words := wordsOf(c.tb, "en")
	if want := words.T("result."+o.Position.Result.Reason+".you", "rival", words.T("match.machine.name", "n", 1)); now.Notice != want {
		c.tb.Errorf("the page says %q, want %q", now.Notice, want)
	}
	return true
}

var wholeMatches = flag.Bool("whole", false, "play from the first turn to the last what is else played in parts: wars against the machine, some minutes each, and a duel at one device")

// begunAndWon plays the deployment and the first turns of a match, then the last turns of another to the win: all that
// a war asks of a person's hands, without the long march between; or the whole war.
func (c *campaign) begunAndWon(h hands) {
	c.tb.Helper()
	if *wholeMatches {
		c.won(h, c.tb.campaign)
		return
	}
	last := c.pursuing()
	h.deploy(c)
	now := c.myTurn("")
	for range 2 {
		now = c.turn(h, now)
	}
	c.tb.open("/matches/" + last.id)
	if !last.fought(h, last.myTurn("")) {
		c.tb.Error("the pursuit was lost")
	}
}

// pursuing opens a match of the same person against the machine's level 1, which begins as the pursuit.
func (c *campaign) pursuing() *campaign {
	c.tb.Helper()
	const id = "pursuit"
	s, me := c.tb.site, c.tb.site.person(c.tb, c.id)
	_, err := s.matches.Open(context.Background(), match.Header{
		ID: id, Game: war.Info.Slug, Setup: game.Setup{Variant: itoa(pursuit)}, Players: [2]match.Player{{Person: me}, {Level: 1}},
	}, me)
	if err != nil {
		c.tb.Fatal(err)
	}
	return &campaign{tb: c.tb, id: id, level: c.level}
}

// resign gives the match up with the mouse.
func (c *campaign) resign() front {
	c.tb.Helper()
	c.tb.do(chromedp.MouseClickXY(c.tb.center(`details:has(#resign) summary`)))
	c.tb.click("resign")
	return c.tb.front("the end", func(f front) bool { return f.Over })
}

// myTurn waits for a turn of the person, another than that of a mark, or for the end. Without script a page that waits
// is asked again.
func (c *campaign) myTurn(before string) front {
	c.tb.Helper()
	now := c.tb.front("the next turn", func(f front) bool {
		return f.Over || f.Mark != before && !f.Waits && !f.Deploys
	})
	c.calm = time.Now().Add(800 * time.Millisecond)
	return now
}

// rest waits until the page no longer takes a press for the second half of a double one: a script is quicker than a hand.
func (c *campaign) rest() { time.Sleep(time.Until(c.calm)) }

// turn plays a turn: what it does must be just what the page offers.
func (c *campaign) turn(h hands, now front) front {
	c.tb.Helper()
	begun := now.Mark
	for _, step := range c.plan() {
		c.offered(now)
		from, to, moves := strings.Cut(step, "-")
		switch target, attacks := strings.CutSuffix(step, "*"); {
		case moves:
			draft := append(slices.Clone(now.Draft), step)
			h.move(c, now, from, to)
			now = c.tb.front(step+" prepared", func(f front) bool { return slices.Equal(f.Draft, draft) && (f.Pick == "" || f.Over) })
		case attacks:
			h.aim(target)
			c.accounted(c.tb.front("the account of "+step, func(f front) bool { return f.Aim == step }))
			c.rest()
			h.press("strike")
			return c.myTurn(begun)
		}
	}
	c.offered(now)
	c.rest()
	h.press("end")
	return c.myTurn(begun)
}

// accounted sees that an attack's account has the right totals, and the draft with it.
func (c *campaign) accounted(now front) {
	c.tb.Helper()
	o, _ := c.seen()
	target, _ := war.ParseSquare(strings.TrimSuffix(now.Aim, "*"))
	account, ok := o.Account(target)
	if want := []string{itoa(account.Attack), itoa(account.Defence)}; !ok || !slices.Equal(now.Sums, want) {
		c.tb.Errorf("the account of %s has the totals %v, want %v", now.Aim, now.Sums, want)
	}
	if len(now.To)+len(now.Can) > 0 {
		c.tb.Errorf("beside an account the page offers %v and %v", now.Can, now.To)
	}
}
