package views

import (
	"net/url"
	"time"

	"salle/game"
	"salle/static"
	"salle/views/lang"
)

// sprite is the address of a picture.
func sprite(name string) string { return static.URL("sprites.svg") + "#" + name }

func matchPath(id string) string { return "/matches/" + url.PathEscape(id) }

// rulesPath is where a game's rules stand; pages about no game lead to those of all.
func rulesPath(slug string) string {
	if slug == "" {
		return "/rules"
	}
	return "/rules/" + slug
}

// shortcut is some keys of a match page and the key of the words for what they do.
type shortcut struct {
	keys []string
	does string
}

// matchKeys are the keys of a match page, by the game's slug.
var matchKeys = map[string][]shortcut{
	"spirit": {
		{[]string{"1–8"}, "match.keys.act"},
		{[]string{"enter", "space"}, "match.keys.confirm"},
		{[]string{"backspace", "esc"}, "match.keys.back"},
		{[]string{"M"}, "match.keys.sound"},
		{[]string{"?"}, "match.keys.rules"},
	},
	"war": {
		{[]string{"arrows"}, "war.keys.walk"},
		{[]string{"enter", "space"}, "war.keys.pick"},
		{[]string{"N"}, "war.keys.next"},
		{[]string{"esc"}, "war.keys.drop"},
		{[]string{"backspace"}, "war.keys.back"},
		{[]string{"1", "6"}, "war.keys.reserve"},
		{[]string{"+", "-"}, "war.keys.zoom"},
		{[]string{"/"}, "war.keys.type"},
		{[]string{"M"}, "match.keys.sound"},
		{[]string{"?"}, "match.keys.rules"},
	},
	"shuriken": {
		{[]string{"arrows"}, "war.keys.walk"},
		{[]string{"enter", "space"}, "shuriken.keys.pick"},
		{[]string{"T"}, "shuriken.keys.throw"},
		{[]string{"S"}, "shuriken.keys.star"},
		{[]string{"N"}, "shuriken.keys.next"},
		{[]string{"esc"}, "war.keys.drop"},
		{[]string{"/"}, "war.keys.type"},
		{[]string{"M"}, "match.keys.sound"},
		{[]string{"?"}, "match.keys.rules"},
	},
}

// playerName is what a player is called.
func playerName(l *lang.Lang, p Player) string {
	switch {
	case p.Grade:
		return l.T("match.machine.dan", "dan", dan(l, p.Level))
	case p.Level > 0:
		return l.T("match.machine.name", "n", p.Level)
	}
	return p.Name
}

// day is a date as all three languages read it.
func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// levelNumbers counts a machine's levels from 1.
func levelNumbers(levels int) []int {
	numbers := make([]int, levels)
	for i := range numbers {
		numbers[i] = i + 1
	}
	return numbers
}

// resultKey is the key of a short word for a result, as a player sees it.
func resultKey(r game.Result, seat game.Seat) string {
	switch r.Winner {
	case seat:
		return "result.short.won"
	case game.Spectator:
		return "result.short.drawn"
	}
	return "result.short.lost"
}

// resultSentence says how a match ended, to the player in seat.
func resultSentence(l *lang.Lang, t Table) string {
	r := t.Status.Result
	rival := playerName(l, t.Opponent())
	whose := "other"
	switch r.Winner {
	case t.Seat:
		whose = "you"
	case game.Spectator:
		whose = "draw"
	}
	return l.T("result."+r.Reason+"."+whose, "who", rival, "rival", rival,
		"mine", t.Status.Wins[t.Seat], "theirs", t.Status.Wins[t.Seat.Other()])
}

// TableTitle is the title of a match's page.
func TableTitle(t Table) string {
	l := t.Lang
	page := l.T("match.title", "game", l.T("game."+t.Game+".name"), "who", playerName(l, t.Players[t.Seat]),
		"rival", playerName(l, t.Opponent()))
	switch {
	case t.Reviews():
		return l.T("record.title", "who", playerName(l, t.Players[t.Seat]), "rival", playerName(l, t.Opponent()))
	case t.Status.ToAct.Has(t.Seat):
		return l.T("match.title.waiting", "page", page)
	}
	return page
}
