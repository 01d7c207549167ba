package views

import (
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"salle/game"
	"salle/game/clock"
	"salle/game/shuriken"
	"salle/game/spirit"
	"salle/game/war"
	"salle/views/lang"
)

// onlooker follows a match of any game and keeps what one who plays in no seat is told of it.
type onlooker struct {
	t        testing.TB
	position game.Position
	table    Table
	log      []Line
}

func newOnlooker(t testing.TB, l *lang.Lang, g game.Game, variant string) *onlooker {
	t.Helper()
	p, err := g.Start(game.Setup{Variant: variant, Rules: g.Info().Rules})
	if err != nil {
		t.Fatal(err)
	}
	return &onlooker{t: t, position: p, table: Table{
		Lang: l, ID: "abcdefghijklmnopqrstuvwxyz", Game: g.Info().Slug, Variant: variant, Dan: [2]int{2, 3},
		Players: [2]Player{{Name: "Anna"}, {Name: "Ben"}}, Seat: game.Spectator, Offer: game.Spectator,
		Between: true, Clocks: Clocks{
			Settings: clock.Settings{Turn: 72 * time.Hour}, Now: time.Unix(0, 0), Deadline: [2]time.Time{time.Unix(200_000, 0)}, Zone: time.UTC,
		},
	}}
}

// play plays one line of the log.
func (o *onlooker) play(by game.Seat, action string) {
	o.t.Helper()
	before := o.position.Status()
	next, events, err := o.position.Play(by, action)
	if err != nil {
		o.t.Fatalf("%s: %q: %v", by, action, err)
	}
	o.log = append(o.log, Line{game.Entry{Ply: before.Ply, Seat: by, Action: action}, before.Round})
	o.position = next
	if status := next.Status(); status.Ply != before.Ply || status.Result.Over {
		o.table.Earlier, o.table.News = o.table.News, game.SeenBy(events, game.Spectator)
	}
}

// randomly plays one action of each who owes one; those that a player likes are preferred.
func (o *onlooker) randomly(rng *rand.Rand) {
	if o.position.Status().ToAct.Has(game.Chance) {
		o.play(game.Chance, o.position.Draw(rng))
		return
	}
	for _, seat := range []game.Seat{game.First, game.Second} {
		legal := o.position.Legal(seat)
		if len(legal) == 0 {
			continue
		}
		action := legal[rng.IntN(len(legal))]
		likes := func(s string) bool { return s == "ready" || strings.HasSuffix(s, "*") }
		if i := slices.IndexFunc(legal, likes); i >= 0 && rng.IntN(3) == 0 {
			action = legal[i]
		}
		o.play(seat, action)
		return
	}
}

// seen is the table as it is seen now.
func (o *onlooker) seen() Table {
	t := o.table
	t.Status = o.position.Status()
	t.Mark, t.Since = game.Mark{Ply: t.Status.Ply}, strconv.Itoa(len(o.log))
	t.Offer = o.position.Offer()
	for _, line := range o.log {
		if o.position.Readers(line.Entry).Has(game.Spectator) {
			t.Lines = append(t.Lines, line)
		}
	}
	return t
}

// pages are the match page, and the record page of the frame.
func (o *onlooker) pages() map[string]string {
	table := o.seen()
	board := o.position.Observe(table.Seat)
	pages := map[string]string{"match": render(o.t, boardOf(o.t, table, board))}
	table.Step, table.Steps, table.Ended = table.Status.Ply, table.Status.Ply+1, table.Status.Result.Over
	pages["record"] = render(o.t, boardOf(o.t, table, board))
	return pages
}

func boardOf(t testing.TB, table Table, observation any) templ.Component {
	t.Helper()
	switch o := observation.(type) {
	case spirit.Observation:
		if table.Reviews() {
			return SpiritRecord(table, o)
		}
		return SpiritTable(table, o)
	case war.Observation:
		if table.Reviews() {
			return WarRecord(table, o)
		}
		return WarTable(table, o)
	case shuriken.Observation:
		if table.Reviews() {
			return ShurikenRecord(table, o)
		}
		return ShurikenTable(table, o)
	}
	t.Fatalf("no board for a %T", observation)
	return nil
}

// The games, without their machines.
var (
	spiritGame   = game.New(spirit.Info, spirit.Rules{}, nil)
	warGame      = game.New(war.Info, war.Rules{}, nil)
	shurikenGame = game.New(shuriken.Info, shuriken.Rules{}, nil)
)

// watchedGames are the games and how many actions of each are looked on at.
var watchedGames = []struct {
	game    game.Game
	variant string
	actions int
}{
	{spiritGame, "", 80},
	{warGame, "", 16},
	{shurikenGame, "training", 40},
	{shurikenGame, "master", 50},
}

// you are the words with which a page speaks to a player about himself, by language.
var you = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`\b[Yy](ou|ours?|ourself)\b`),
	"ko": regexp.MustCompile(`(^|[^가-힣])(나|내|내가|내게|나를|나의|나는|나만)([^가-힣]|$)`),
	"ja": regexp.MustCompile(`あなた|自分`),
}

// acting is what a form that acts is marked by.
var acting = regexp.MustCompile(`<form[^>]*method="post"[^>]*>|hx-post`)

// address finds where a page speaks to a player: words for him, or a form that acts.
func address(l *lang.Lang, page string) string {
	if post := acting.FindString(page); post != "" {
		return post
	}
	if i := you[l.Code()].FindStringIndex(page); i != nil {
		return page[max(0, i[0]-60):min(len(page), i[1]+60)]
	}
	return ""
}

// TestNothingIsOfferedToASpectator holds for every moment of matches: whoever plays in no seat sees both players named, is
// addressed as neither and can do nothing.
func TestNothingIsOfferedToASpectator(t *testing.T) {
	for seed, l := range words(t).All() {
		for n, w := range watchedGames {
			rng := rand.New(rand.NewPCG(uint64(seed), uint64(n)))
			o := newOnlooker(t, l, w.game, w.variant)
			for range w.actions {
				if o.position.Status().Result.Over {
					break
				}
				o.neutral()
				o.randomly(rng)
			}
			if !o.position.Status().Result.Over {
				o.play(game.Second, game.Offer)
				o.neutral()
				o.play(game.First, []string{game.Resign, game.Accept}[(seed+n)%2])
			}
			o.neutral()
			if page := o.pages()["match"]; !strings.Contains(page, `id="verdict-title"`) || strings.Contains(page, `waiting`) {
				t.Errorf("%s: the end is not told, or still waited for:\n%s", l.Code(), page)
			}
		}
	}
}

// neutral holds it for one moment.
func (o *onlooker) neutral() {
	o.t.Helper()
	l := o.table.Lang
	for name, page := range o.pages() {
		if flaw := flaws.FindString(page); flaw != "" {
			o.t.Fatalf("%s, %s page: %q in\n%s", l.Code(), name, flaw, page)
		}
		if at := address(l, page); at != "" {
			o.t.Fatalf("%s, %s page of %s speaks to a player: %s", l.Code(), name, o.table.Game, at)
		}
		if !strings.Contains(page, "Anna") || !strings.Contains(page, "Ben") {
			o.t.Fatalf("%s, %s page of %s does not name both players", l.Code(), name, o.table.Game)
		}
	}
	if title := TableTitle(o.seen()); !strings.Contains(title, "Anna") || !strings.Contains(title, "Ben") || address(l, title) != "" {
		o.t.Fatalf("%s: the title is %q", l.Code(), title)
	}
}

// TestPlayersAreAddressed is the guard of the test above: what it looks for stands on every player's page.
func TestPlayersAreAddressed(t *testing.T) {
	for _, l := range words(t).All() {
		for _, w := range watchedGames {
			o := newOnlooker(t, l, w.game, w.variant)
			for o.position.Status().ToAct.Has(game.Chance) {
				o.randomly(rand.New(rand.NewPCG(1, 1)))
			}
			o.table.Seat, o.table.Players[1] = game.First, Player{Level: 2}
			page := o.pages()["match"]
			if !strings.Contains(page, `method="post"`) || !you[l.Code()].MatchString(page) {
				t.Errorf("%s: a player of %s is offered nothing, or not addressed:\n%s", l.Code(), w.game.Info().Slug, page)
			}
		}
	}
}

// follow plays lines such as "1 FF", and what Chance owes before and after them.
func (o *onlooker) follow(lines ...string) *onlooker {
	o.t.Helper()
	rng := rand.New(rand.NewPCG(3, 3))
	chance := func() {
		for o.position.Status().ToAct.Has(game.Chance) {
			action, ok := o.position.Opening(game.First)
			if !ok {
				action = o.position.Draw(rng)
			}
			o.play(game.Chance, action)
		}
	}
	chance()
	for _, line := range lines {
		by, action, _ := strings.Cut(line, " ")
		o.play(map[string]game.Seat{"1": game.First, "2": game.Second}[by], action)
		chance()
	}
	return o
}

// watched is a match in English at a known moment.
func watched(t testing.TB, g game.Game, variant string, lines ...string) *onlooker {
	t.Helper()
	return newOnlooker(t, words(t).Get("en"), g, variant).follow(lines...)
}

func TestGoldenSpectator(t *testing.T) {
	for name, o := range map[string]*onlooker{
		"watch-spirit":      watched(t, spiritGame, "", "1 FF", "2 FF", "1 FW", "2 BA", "2 AA"),
		"watch-spirit-over": watched(t, spiritGame, "", "1 FF", "2 FF", "2 resign"),
		"watch-shuriken":    watched(t, shurikenGame, "training", "1 ready", "2 ready"),
		"watch-war-over":    watched(t, warGame, "", "1 resign"),
	} {
		golden(t, filepath.Join("testdata", name+".html"), indent(o.pages()["match"]))
	}
}

// TestASpectatorIsToldWhoIsAwaited holds the sentences of all games while a match runs.
func TestASpectatorIsToldWhoIsAwaited(t *testing.T) {
	book := func(seat game.Seat) string { return war.DeployAction(war.Formations(seat)[0].Deployment).String() }
	one, two := "1 "+book(game.First), "2 "+book(game.Second)
	for _, c := range []struct {
		game    game.Game
		actions []string
		want    string
	}{
		{spiritGame, []string{"1 FF", "2 FF"}, "Anna and Ben are choosing."},
		{spiritGame, []string{"1 FF"}, "Anna has chosen. Ben is still choosing."},
		{spiritGame, []string{"2 FF"}, "Ben has chosen. Anna is still choosing."},
		{warGame, nil, "Anna and Ben deploy their armies."},
		{warGame, []string{two}, "Ben has deployed. Anna is still deploying."},
		{warGame, []string{one, two}, " is to move."},
		{shurikenGame, []string{"1 ready"}, "Anna is ready. Ben is still setting up."},
		{shurikenGame, []string{"1 ready", "2 ready"}, " is to move."},
		{shurikenGame, []string{"1 ready", "2 ready", "2 offer"}, " is to move. Ben offers a draw."},
	} {
		o := watched(t, c.game, "", c.actions...)
		page := o.pages()["match"]
		if n := strings.Count(page, c.want); n < 2 {
			t.Errorf("%s after %.40q: %q stands %d times on\n%s", c.game.Info().Slug, c.actions, c.want, n, page)
		}
	}
}
