package handlers_test

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"testing"

	"salle/game"
	"salle/game/catalog"
	"salle/game/match"
	"salle/game/war"
)

// resumed are the Game of War's rules for matches that go on from given positions: the variant is the number of one.
type resumed struct {
	war.Rules
	positions []string
}

func (r resumed) Start(setup game.Setup) (war.State, error) {
	n, err := strconv.Atoi(setup.Variant)
	if err != nil {
		return r.Rules.Start(setup)
	}
	if n < 0 || n >= len(r.positions) {
		return war.State{}, game.ErrVariant
	}
	p, err := war.ParsePosition(r.positions[n], 0)
	if err != nil {
		return war.State{}, err
	}
	s, _ := war.Resume(p)
	return s, nil
}

// The positions in which tests begin.
const (
	unplaced  = -1       // nobody has deployed
	quietWar  = iota - 1 // both sides stand as in the ready-made deployments; north moves
	battle               // north may move, and attack with each outcome
	retreat              // north owes a retreat
	awaited              // south moves
	lastDepot            // north takes the last arsenal with its next move
	pursuit              // north has the better army and a few turns to go to the last arsenal, which cavalry still guards
)

var positions = []string{
	quietWar:  `25/25/25/2R22/25/4X4I15/2CC1IIKI16/2CCIWIII16/5I19/25/14iiikc6/14iiicc6/14iiic7/16x8/15w6r2/25/25/25/25/25 N B15,D8,T3,T23 - - -`,
	battle:    `25/25/25/2R22/7I17/7i6C10/14C10/14C7r2/14i10/25/25/3i21/25/25/25/25/25/25/25/25 N B15,D8,T3,T23 - - -`,
	retreat:   `25/25/25/4I3I16/25/7i17/25/25/25/25/11i13/25/25/25/25/25/25/25/25/25 N B15,D8,T3,T23 D9 - -`,
	awaited:   `25/25/25/2R22/25/4X4I15/2CC1IIKI16/2CCIWIII16/5I19/25/14iiikc6/14iiicc6/14iiic7/16x8/15w6r2/25/25/25/25/25 S B15,D8,T3,T23 - - -`,
	lastDepot: `25/25/25/25/25/25/25/25/25/25/14i10/25/25/25/25/25/25/25/3C3R17/25 N B15,D8,T3 - - -`,
	pursuit:   `25/25/25/2R22/17c7/4X20/10I14/7I16c/7KI2I1I11/11C5i4c2/11I1I6i2w1/7IC3I1W10/15C9/18c6/25/18x4i1/25/22i2/25/4C20 N B15,D8,T23 - - -`,
}

// newWarSite is a hall in which matches of the Game of War may begin in positions.
func newWarSite(t testing.TB, seed uint64) *site {
	t.Helper()
	return newSiteOf(t, seed, catalog.Of(game.New(war.Info, resumed{positions: positions}, war.NewAI())))
}

// resume opens a match of a person, north, with the rival that begins in a position, or for unplaced with the deployment.
func (s *site) resume(t testing.TB, person, id string, position int) {
	t.Helper()
	ctx := context.Background()
	if _, err := s.db.Person(ctx, rival); err != nil {
		if err := s.db.AddPerson(ctx, match.Person{ID: rival, Name: "Kaede", Created: today}); err != nil {
			t.Fatal(err)
		}
	}
	variant := ""
	if position >= 0 {
		variant = strconv.Itoa(position)
	}
	_, err := s.matches.Open(ctx, match.Header{
		ID: id, Game: "war", Setup: game.Setup{Variant: variant}, Players: [2]match.Player{{Person: person}, {Person: rival}},
	}, person)
	if err != nil {
		t.Fatal(err)
	}
}

// begun opens a match of the visitor with the rival that begins in a position.
func (b *browser) begun(id string, position int) page {
	b.t.Helper()
	b.site.resume(b.t, b.site.person(b.t, b.beginOf("war", 1).matchID()), id, position)
	return b.get("/matches/" + id)
}

// campaign opens a match against the machine and commits the deployment that the page proposes.
func (b *browser) campaign(level int) page {
	b.t.Helper()
	p := b.press(b.beginOf("war", level), "use")
	p = b.press(p, "ready")
	if p.status != http.StatusOK || !p.has("end") {
		b.t.Fatalf("no turn after the deployment, status %d:\n%s", p.status, p.body)
	}
	return p
}

// draft are the moves that a page has prepared.
func (p page) draft(t testing.TB) []string {
	t.Helper()
	_, _, values := p.form(t, "end")
	return slices.DeleteFunc(values["do"], func(action string) bool { return action == "end" })
}

// move prepares a move by pressing its two squares.
func (b *browser) move(p page, from, to string) page {
	b.t.Helper()
	p = b.press(p, from)
	return b.press(p, to)
}

// march plays turns in a match of the visitor and the rival, as the machine's first level would, until it is the
// visitor's, and returns an address at which one of his units is picked.
func (s *site) march(t testing.TB, id string, plies int) string {
	t.Helper()
	ctx := context.Background()
	for n := 0; ; n++ {
		for seat, person := range []string{s.person(t, id), rival} {
			seen, err := s.matches.Look(ctx, id, person)
			if err != nil {
				t.Fatal(err)
			}
			o := seen.Board.(war.Observation)
			if !o.ToMove() {
				continue
			}
			if n >= plies && seat == 0 {
				can, _, _ := offers(o, war.NoSquare)
				return "/matches/" + id + "?ply=" + seen.Mark.String() + "&pick=" + can[len(can)/2]
			}
			if _, err := s.matches.Act(ctx, id, person, seen.Mark, planned(t, o, 1, uint64(n))); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
}
