package handlers_test

import (
	"testing"

	"salle/game"
)

// battles opens a match of the visitor in each stage of the Game of War, and returns the pages of them that look
// different.
func (tb *tab) battles() []scene {
	tb.Helper()
	s := tb.site
	first := tb.campaign()
	me := s.person(tb, first.id)
	for id, position := range map[string]int{
		"deploying": unplaced, "deployed": unplaced, "battle": battle, "prepared": battle, "retreat": retreat, "awaited": awaited,
		"over": battle, "lastdepot": lastDepot,
	} {
		s.resume(tb, me, id, position)
	}
	in := func(id string) actor { return actor{tb, s, id, me} }
	in("deploying").edit("formation book")
	if err := s.matches.KeepFormation(tb.Context(), "deploying", me, "Mine"); err != nil {
		tb.Fatal(err)
	}
	in("deploying").edit("remove G8")
	in("deployed").act(book())
	in("prepared").edit("E8-E7")
	in("prepared").edit("D3-D4")
	in("lastdepot").edit("S4-T3")
	in("over").act("F8*")
	actor{tb, s, "over", rival}.act(game.Resign)
	shows := func(selector string) string { return `!!document.querySelector("` + selector + `")` }
	return []scene{
		{"a deployment", "/matches/" + first.id, shows(".tray") + " && " + shows("#ready[aria-disabled]")},
		{"a unit in hand", "/matches/deploying?ply=0.0&pick=K", shows(".put") + " && " + shows("#kept")},
		{"a unit picked on the board", "/matches/deploying?ply=0.0&pick=F10", shows(".on") + " && " + shows("#remove")},
		{"deployed and waiting", "/matches/deployed", shows(".waiting")},
		{"a turn", "/matches/battle", shows(".can") + " && " + shows(".tg")},
		{"a unit picked", "/matches/battle?ply=2.0&pick=E8&lines=both", shows(".on") + " && " + shows(".to")},
		{"an account", "/matches/battle?ply=2.0&target=F8", shows(".rays") + " && " + shows("#strike")},
		{"an old address", "/matches/battle?ply=1.0&pick=E8", shows("#notice.refused")},
		{"moves prepared", "/matches/prepared", shows("#undo-2")},
		{"a retreat", "/matches/retreat", shows(".slot.owed")},
		{"a move that wins", "/matches/lastdepot", shows("#undo-1") + " && !" + shows(".land button")},
		{"waiting", "/matches/awaited", shows(".waiting")},
		{"over", "/matches/over", shows("#verdict-title")},
		{"a record", "/matches/over/record?step=3", shows("#step-next")},
		{"the rules", "/rules/war", shows(".plan")},
	}
}

func TestAxeFindsNothingInWar(t *testing.T) { // C8.4
	some := []string{"a unit in hand", "a unit picked", "an account", "a retreat"}
	axeFindsNothing(t, func(t *testing.T) *tab { return newWarSite(t, 72).visitor(t) }, (*tab).battles, some)
}
