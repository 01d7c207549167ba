package handlers_test

import (
	"strings"
	"testing"

	"salle/game"
	"salle/game/catalog"
	"salle/game/match"
	"salle/game/shuriken"
)

// resumedDuels are Shuriken Duel's rules for matches that go on from a position: the variant is its text.
type resumedDuels struct{ shuriken.Rules }

func (r resumedDuels) Start(setup game.Setup) (shuriken.State, error) {
	p, err := shuriken.ParsePosition(setup.Variant)
	if err != nil {
		return r.Rules.Start(setup)
	}
	return shuriken.Resume(p), nil
}

// The positions in which scenes begin; south moves.
const (
	// c3 may throw over a stone, a star be placed; a warrior is pinned and the volley empty.
	overAStone = `master S 24 5 1,0 d4\,c5/,e7/,d8\ SX@b1,Scaptain@d1,Sflag@f1,Svolley@a2~1,Sshield@e2,Sbow@g2,SF@a3,SFLR@c3,SFR@g3^1,` +
		`NF@d6,NFL@a9,NX@g9,Nvolley@c10,Nshield@e10!,Nflag@b11,Ncaptain@d11,NF@f11`
	// d5 may glide onto the flag.
	stillDuel = `training S 30 8 0,0 - SF+flag@a1!,SF@e3,SFLR@d5,NF+flag@d9!,NFB@a11`
)

// brawl is a duel of the visitor with the machine, or with the rival, and what they do in it: the rival's is marked.
type brawl struct {
	id, variant string
	level       int // of the machine; 0: the rival
	graded      bool
	does        []string
}

// theirs marks what the rival does.
const theirs = "N "

var brawls = []brawl{
	{id: "training", variant: "training", level: 1},
	{id: "crowded", variant: "master", level: 1},
	{id: "ready", variant: "master", does: []string{"ready"}},
	{id: "duel", variant: overAStone},
	{id: "thrown", variant: overAStone, does: []string{"c3*", theirs + "a9*"}},
	{id: "offered", variant: overAStone, does: []string{"c3*", theirs + game.Offer, theirs + "g9-g10"}},
	{id: "still", variant: stillDuel},
	{id: "over", variant: overAStone, does: []string{"c3*", theirs + game.Resign}},
	{id: "climbed", graded: true, does: []string{game.Resign}},
	{id: "graded", graded: true},
}

// begin opens a duel of a person in the first seat, and plays what they do.
func (b brawl) begin(t testing.TB, s *site, me string) {
	t.Helper()
	other := match.Player{Level: b.level}
	if b.level == 0 && !b.graded {
		other.Person = rival
	}
	_, err := s.matches.Open(t.Context(), match.Header{
		ID: b.id, Game: shuriken.Info.Slug, Setup: game.Setup{Variant: b.variant}, Graded: b.graded,
		Players: [2]match.Player{{Person: me}, other},
	}, me)
	if err != nil {
		t.Fatal(err)
	}
	for _, action := range b.does {
		by := me
		if text, rivals := strings.CutPrefix(action, theirs); rivals {
			by, action = rival, text
		}
		actor{t, s, b.id, by}.act(action)
	}
}

// skirmishes opens a duel of the visitor in each stage of Shuriken Duel, and returns the pages of them that look different.
func (tb *tab) skirmishes() []scene {
	tb.Helper()
	s := tb.site
	first := tb.challenge(tb.presses(tb.clickOn), "master")
	me := s.person(tb, first.id)
	if err := s.db.AddPerson(tb.Context(), match.Person{ID: rival, Name: "Kaede", Created: today}); err != nil {
		tb.Fatal(err)
	}
	for _, b := range brawls {
		b.begin(tb, s, me)
	}
	in := func(id string) actor { return actor{tb, s, id, me} }
	shield, _ := crowding(in("training").seen().Board.(shuriken.Observation))
	from, to := crowding(in("crowded").seen().Board.(shuriken.Observation))
	in("crowded").act("swap " + from + " " + to)
	picked := func(id, pick string) string {
		return "/matches/" + id + "?ply=" + in(id).seen().Mark.String() + "&pick=" + pick
	}
	shows := func(selectors ...string) string {
		return `["` + strings.Join(selectors, `", "`) + `"].every((q) => document.querySelector(q))`
	}
	return []scene{
		{"the hall while a graded duel runs", "/", shows("#graded-back", "#ground-master[open] .meter")},
		{"a setup on the training ground", "/matches/training", shows(".grip", "#ready")},
		{"a setup on the master ground", "/matches/" + first.id, shows(".grip", "#shuffle")},
		{"a shield picked", picked("training", shield), shows(".on", ".to.full", "#drop")},
		{"a broken condition", "/matches/crowded", shows("#broken", "#ready[aria-disabled]")},
		{"ready and waiting", "/matches/ready", shows(".waiting")},
		{"a turn", "/matches/duel", shows(".grip", "#star")},
		{"a warrior picked", picked("duel", "c3"), shows(".rays:not(.foes) .end", ".to.throws", "#throw")},
		{"an enemy picked", picked("duel", "d6"), shows(".rays.foes", ".warrior.theirs")},
		{"a star in hand", picked("duel", "%40"), shows(".court [value^='@']", "#drop")},
		{"an old address", "/matches/thrown?ply=1.0&pick=c3", shows("#notice.refused")},
		{"after a turn", "/matches/thrown", shows(".flight", ".came", "[data-replay]")},
		{"a draw offered", "/matches/offered", shows("#accept")},
		{"a flag to be taken", picked("still", "d5"), shows(".calm.loud", ".takes")},
		{"over", "/matches/over", shows("#verdict-title")},
		{"a graded duel over", "/matches/climbed", shows("#climbed", "#rematch")},
		{"a record", "/matches/over/record?step=1", shows("#step-next")},
		{"the rules", "/rules/shuriken", shows(".plot")},
	}
}

// newShurikenSite is a hall of Shuriken Duel alone in which duels may begin in positions.
func newShurikenSite(t testing.TB, seed uint64) *site {
	t.Helper()
	return newSiteOf(t, seed, catalog.Of(game.New(shuriken.Info, resumedDuels{}, shuriken.NewAI())))
}

func TestAxeFindsNothingInShuriken(t *testing.T) { // C8.4
	some := []string{"the hall while a graded duel runs", "a broken condition", "a warrior picked", "after a turn", "a graded duel over"}
	axeFindsNothing(t, func(t *testing.T) *tab { return newShurikenSite(t, 73).visitor(t) }, (*tab).skirmishes, some)
}

func TestShurikenFitsAPhone(t *testing.T) { // C7.1, C7.2, C8.4
	t.Parallel()
	tb := newShurikenSite(t, 87).visitor(t)
	tb.phone()
	for _, s := range tb.skirmishes() {
		tb.show(s)
		tb.fitsAPhone(s)
	}
}
