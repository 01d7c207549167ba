package handlers_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"salle/game"
	"salle/game/clock"
	"salle/game/match"
	"salle/game/war"
)

// parlour brings about every page of play between people in every state that looks different. The visitor must be new.
func (tb *tab) parlour() []scene {
	tb.Helper()
	d := tb.duel("before")
	s, ctx, me := tb.site, tb.Context(), d.person[0]
	settings, err := clock.Parse("bank 10d+1d max 20d weekends")
	if err != nil {
		tb.Fatal(err)
	}
	offer := func(id, maker, slug string, change func(*match.Offer)) {
		tb.Helper()
		o := match.Offer{ID: id, Maker: maker, Game: slug, Seat: game.Spectator, Clock: settings, Watched: true, Listed: true}
		if slug == "shuriken" {
			o.Variant = "training"
		}
		if change != nil {
			change(&o)
		}
		if _, err := s.matches.Propose(ctx, o); err != nil {
			tb.Fatalf("%s: %v", id, err)
		}
	}
	seats := map[string][2]actor{}
	between := func(id, slug string) {
		tb.Helper()
		offer("offered"+id, me, slug, func(o *match.Offer) { o.Seat = game.First })
		if _, err := s.matches.Take(ctx, "offered"+id, rival, id); err != nil {
			tb.Fatalf("%s: %v", id, err)
		}
		seats[id] = [2]actor{{tb, s, id, me}, {tb, s, id, rival}}
	}
	retime := func(a actor, do string) {
		tb.Helper()
		if _, err := s.matches.Retime(ctx, a.match, a.person, a.seen().Clocks.Revision, do); err != nil {
			tb.Fatalf("%s: %v", do, err)
		}
	}

	offer("mine", me, "war", func(o *match.Offer) { o.Seat = game.First })
	offer("theirs", rival, "shuriken", nil)
	offer("private", rival, "spirit", func(o *match.Offer) { o.Listed = false })
	offer("withdrawn", me, "spirit", nil)
	if err := s.matches.Withdraw(ctx, "withdrawn", me); err != nil {
		tb.Fatal(err)
	}
	for id, slug := range map[string]string{"asked": "spirit", "paused": "spirit", "ended": "spirit", "wanted": "spirit", "wars": "war", "stars": "shuriken"} {
		between(id, slug)
	}
	for _, id := range []string{"asked", "paused"} {
		seats[id][0].act("FF")
		seats[id][1].act("FC")
	}
	seats["asked"][1].act(game.Offer)
	retime(seats["asked"][1], "pause")
	retime(seats["paused"][0], "pause")
	retime(seats["paused"][1], "pause")
	for seat, a := range seats["wars"] {
		a.act("deploy " + war.Formations(game.Seat(seat))[0].Deployment.String())
		seats["stars"][seat].act("ready")
	}
	for _, id := range []string{"ended", "wanted"} {
		seats[id][1].act("FC")
		seats[id][0].act("FF")
		seats[id][1].act(game.Resign)
	}
	if _, _, err := s.matches.Rematch(ctx, "wanted", rival, "again"); err != nil {
		tb.Fatal(err)
	}
	const key = "abcdefghijklmnopqrstuvwxyz"
	if err := s.matches.NewLink(ctx, "asked", rival, key); err != nil {
		tb.Fatal(err)
	}
	if err := s.matches.NewLink(ctx, "before", rival, "other"+key); err != nil {
		tb.Fatal(err)
	}
	const shared = "sharedsharedsharedsharedab"
	var sofa match.Header
	sofa.ID, sofa.Game = shared, "war"
	for i, name := range []string{"Anna", "Ben"} {
		sofa.Players[i].Person = "sits" + name
		if err := s.db.AddPerson(ctx, match.Person{ID: sofa.Players[i].Person, Name: name, Created: today}); err != nil {
			tb.Fatal(err)
		}
	}
	if err := s.matches.Share(ctx, sofa, me); err != nil {
		tb.Fatal(err)
	}
	s.resumeWatched(tb, "watched")
	s.late.Store(int64(26 * time.Hour)) // clocks have run

	shows := func(selector string) string { return `!!document.querySelector("` + selector + `")` }
	return []scene{
		{"the hall with invitations", "/", shows("#offers .tag") + " && " + shows(".matches .yours")},
		{"a new invitation to Spirit Duel", "/offers/new?game=spirit", shows("#offer-make")},
		{"a new invitation to the Game of War", "/offers/new?game=war", shows("#offer-make")},
		{"a new invitation to Shuriken Duel", "/offers/new?game=shuriken", shows("#offer-make")},
		{"an invitation that waits", "/offers/mine", shows("#offer-link")},
		{"an invitation to take", "/offers/theirs", shows("#offer-take")},
		{"a private invitation", "/offers/private", shows("#offer-decline")},
		{"an invitation withdrawn", "/offers/withdrawn", shows(".terms")},
		{"the lobby", "/lobby", shows(".matches a")},
		{"the link to a seat", "/matches/asked/link", shows("#seat-new")},
		{"a seat that a link opens", "/seats/other" + key, shows("#seat-sit, [role=alert]")},
		{"vacation and time zone", "/leisure", shows("#vacation-take")},
		{"a draw and a pause that are wanted", "/matches/asked", shows("#draw-accept") + " && " + shows("#time-pause") + " && " + shows(".clocks .runs")},
		{"a pause", "/matches/paused", shows("#time-resume")},
		{"a war between people", "/matches/wars", shows(".clocks") + " && " + shows("#resign-ask")},
		{"a duel between people", "/matches/stars", shows(".clocks") + " && " + shows("#resign-ask")},
		{"the end of a match between people", "/matches/ended", shows("#rematch")},
		{"a rematch that is wanted", "/matches/wanted", shows("#offer-take")},
		{"the curtain", "/matches/" + shared, shows("#sit-1")},
		{"a match that is watched", "/matches/watched", shows(".waiting")},
	}
}

// resumeWatched opens a match of Spirit Duel of two others, at which everybody may look.
func (s *site) resumeWatched(t testing.TB, id string) {
	t.Helper()
	h := match.Header{ID: id, Game: "spirit", Watched: true}
	for i, name := range []string{"Cleo", "Dora"} {
		h.Players[i].Person = strings.ToLower(name)
		if err := s.db.AddPerson(t.Context(), match.Person{ID: h.Players[i].Person, Name: name, Created: today}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.matches.Open(t.Context(), h, h.Players[game.First].Person); err != nil {
		t.Fatal(err)
	}
	actor{t, s, id, h.Players[game.First].Person}.act("FF")
}

func TestAxeFindsNothingBetweenPeople(t *testing.T) { // C8.4
	dark := []string{"the hall with invitations", "a draw and a pause that are wanted", "the curtain"}
	seen := []string{"a war between people", "a new invitation to the Game of War", "a pause"} // but for what others have too
	for _, look := range looks {
		t.Run(look.String(), func(t *testing.T) {
			t.Parallel()
			tb := newSite(t, 341).visitor(t)
			tb.wears(look)
			for _, s := range tb.parlour() {
				if look != looks[0] && !slices.Contains(dark, s.name) || slices.Contains(seen, s.name) {
					continue
				}
				tb.show(s)
				tb.pleasesAxe(s.name)
			}
		})
	}
}

func TestPlayBetweenPeopleFitsAPhone(t *testing.T) { // C7.1, C7.2
	for _, code := range []string{"en", "ja"} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			tb := newSite(t, 342).visitor(t)
			tb.phone()
			tb.speak(code, "/")
			for _, s := range tb.parlour() {
				tb.show(s)
				tb.fitsAPhone(s)
			}
		})
	}
}
