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
	case p.Name == "":
		return l.T("account.deleted")
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
	switch {
	case r.Reason == game.ReasonAbort:
		return "result.short.aborted"
	case !r.Winner.Plays():
		return "result.short.drawn"
	case r.Winner == seat:
		return "result.short.won"
	}
	return "result.short.lost"
}

// resultWord says in short how the match ended, to a player of himself, to others of the winner.
func resultWord(t Table) string {
	if r := t.Status.Result; t.Watches() && r.Winner.Plays() {
		return t.Lang.T("watch.won", "who", t.who(r.Winner))
	}
	return t.Lang.T(resultKey(t.Status.Result, t.near()))
}

// resultSentence says how a match ended, to a player of himself, to others of whoever won or called it off.
func resultSentence(l *lang.Lang, t Table) string {
	r := t.Status.Result
	about := r.Winner
	if r.Reason == game.ReasonAbort {
		about = t.caller()
	}
	near := t.near()
	if !about.Plays() {
		return l.T("result."+r.Reason+".draw", "mine", t.Status.Wins[near])
	}
	rival := t.rivalName()
	who := rival
	if t.Watches() {
		near, who = about, playerName(l, t.Players[about])
		rival = playerName(l, t.Players[about.Other()])
	}
	return l.T("result."+r.Reason+t.whose(about), "who", who, "rival", rival,
		"mine", t.Status.Wins[near], "theirs", t.Status.Wins[near.Other()])
}

// TableTitle is the title of a match's page.
func TableTitle(t Table) string {
	l := t.Lang
	who := playerName(l, t.Players[t.near()])
	page := l.T("match.title", "game", l.T("game."+t.Game+".name"), "who", who, "rival", t.rivalName())
	switch {
	case t.Reviews():
		return l.T("record.title", "who", who, "rival", t.rivalName())
	case t.Status.ToAct.Has(t.Seat):
		return l.T("match.title.waiting", "page", page)
	}
	return page
}
