package views

import (
	"strconv"
	"time"

	"salle/game"
	"salle/views/lang"
)

// Letter is what somebody is told away from the site. It holds what everybody may know of a match.
type Letter struct {
	Kind     string // as package match has it
	Game     string // its slug
	Rival    string // the other player, or who made or answered an offer; "" where nobody is named
	Seat     game.Seat
	Status   game.Status
	Caller   game.Seat // who called the match off; Spectator: nobody
	Deadline time.Time // zero for none
	Zone     *time.Location
	Waiting  []Letter // of a digest
	Stop     string   // where to be told no more, in a mail; "" elsewhere
}

// LetterTitle is the one line of a letter.
func LetterTitle(l *lang.Lang, n Letter) string {
	if n.Kind == "digest" {
		return l.N("notice.title.waiting", len(n.Waiting))
	}
	key := "notice.title." + n.Kind
	if n.Rival == "" && l.Has(key+".alone") {
		key += ".alone"
	}
	return l.T(key, "game", gameWord(l, n.Game), "who", n.Rival, "site", l.T("site.name"))
}

// gameWord is what a game is called; "" for none.
func gameWord(l *lang.Lang, slug string) string {
	if slug == "" {
		return ""
	}
	return l.T("game." + slug + ".name")
}

// LetterText is what a letter says below its line.
func LetterText(l *lang.Lang, n Letter) string {
	var text string
	switch {
	case n.Kind == "digest":
		for _, w := range n.Waiting {
			text += "• " + waitingLine(l, w) + "\n"
		}
	case n.Kind == "over":
		text = resultSentence(l, n.table(l))
	case n.Kind == "offer-taken" && n.Status.ToAct.Has(n.Seat):
		text = join(l.T("notice.text.taken.turn"), deadlineWords(l, n))
	case l.Has("notice.text." + n.Kind):
		text = join(l.T("notice.text."+n.Kind, "site", l.T("site.name")), deadlineWords(l, n))
	default:
		text = deadlineWords(l, n)
	}
	if n.Stop != "" {
		text += "\n\n" + l.T("notice.text.stop", "url", n.Stop)
	}
	return text
}

// join puts a space between two sentences.
func join(a, b string) string {
	if b == "" {
		return a
	}
	return a + " " + b
}

// waitingLine is a match that waits, in a list of them.
func waitingLine(l *lang.Lang, n Letter) string {
	line := l.T("notice.line", "game", gameWord(l, n.Game), "who", n.Rival)
	return join(line, deadlineWords(l, n))
}

// deadlineWords say until when somebody has time; "" where there is no hurry.
func deadlineWords(l *lang.Lang, n Letter) string {
	if n.Deadline.IsZero() {
		return ""
	}
	return l.T("notice.text.deadline", "when", timeIn(n.Deadline, n.Zone))
}

// table is the match as the sentence about its result wants it.
func (n Letter) table(l *lang.Lang) Table {
	t := Table{Lang: l, Game: n.Game, Seat: n.Seat, Status: n.Status}
	t.Players[n.Seat.Other()].Name = n.Rival
	if n.Caller.Plays() {
		t.Lines = []Line{{Entry: game.Entry{Seat: n.Caller, Action: game.Abort}}}
	}
	return t
}

// Channel is a way to reach the visitor.
type Channel struct {
	ID        string
	Kind      string // as package match has it
	Name      string // an address, a URL or a browser; "" for a feed
	Format    string // a webhook's
	Secret    string // what a webhook's bodies are signed with
	Pace      string
	Minutes   int
	Reminders bool
	Confirmed bool
	Troubled  bool
	LastOK    time.Time // zero for never
	LastError time.Time
	Error     string // key of what went wrong then
	Code      int    // and its number; 0 for none
	Tested    time.Time
}

// Notices is the page on which a visitor says where he wants to be told.
type Notices struct {
	Site
	Channels   []Channel
	Notice     *Notice
	Mails      bool // the house can send mail
	Hooks      bool
	PushKey    string // by which browsers know the house; "" where it can push to none
	Formats    []string
	Paces      []string
	MaxMinutes int
	Zone       *time.Location
	Feed       string // the address of a feed that was made just now; "" else
	Typed      string // what was typed and refused
	TypedKind  string // in which form
}

// hasFeed tells whether the visitor has a feed.
func (n Notices) hasFeed() bool {
	for _, c := range n.Channels {
		if c.Kind == "feed" {
			return true
		}
	}
	return false
}

// typed is what a form's field holds: what was refused in it.
func (n Notices) typed(kind string) string {
	if kind == n.TypedKind {
		return n.Typed
	}
	return ""
}

// errorWords say why something did not arrive.
func errorWords(l *lang.Lang, key string, code int) string {
	return l.T("notice.error."+key, "n", strconv.Itoa(code))
}

// Leaving is the page that a link in a letter opens.
type Leaving struct {
	Site
	Path  string // where its form is sent
	What  string // "confirm" or "stop"
	Where string // the channel, to whoever has its letter; "" where it is gone
	Done  bool
}

// pageTitle is the title of a page, with how many matches wait.
func pageTitle(s Site) string {
	title := s.Lang.T("site.name")
	if s.Title != "" {
		title = s.Lang.T("site.title", "page", s.Title)
	}
	if s.Waiting > 0 {
		title = "(" + strconv.Itoa(s.Waiting) + ") " + title
	}
	return title
}

// favicon is the picture of a page in a browser's tab: with a mark while matches wait.
func favicon(s Site) string {
	if s.Waiting > 0 {
		return "favicon.waiting.svg"
	}
	return "favicon.svg"
}

// PlayerName is what a player is called in a letter.
func PlayerName(l *lang.Lang, p Player) string {
	if name := playerName(l, p); name != "" {
		return name
	}
	return l.T("account.deleted")
}
