package views

import (
	"strconv"
	"time"

	"github.com/a-h/templ"

	"salle/game"
	"salle/views/lang"
)

// How long a remark and somebody's notes may be, in characters.
const (
	MaxRemark = 500
	MaxNotes  = 4000
)

// Speaker is who said something in a match, as the viewer is told of him.
type Speaker struct {
	Key  string    // names him in forms; "" for the viewer himself
	Seat game.Seat // Spectator for one who looks on
	Name string    // "" for a person who is gone
}

// Said is a remark.
type Said struct {
	Speaker
	Text string // lines and all
	At   time.Time
}

// Talk is what is said in a match, as far as the viewer may read it, and what he notes for himself.
type Talk struct {
	Open    bool   // there is talk in the match
	Said    []Said // the oldest first
	Before  int    // how many older ones there are
	Muted   []Speaker
	Own     int    // how many remarks are the viewer's
	Text    string // what he typed and was refused
	Refused string // the key of why
	Notes   string
	Zone    *time.Location
	Total   int // how many remarks the viewer may read: a waiting page asks for more
}

// TalkPage is the page of what was said earlier in a match.
type TalkPage struct {
	Site
	ID   string
	Talk Talk
}

// audible are the speakers who can be muted, each once.
func (t Talk) audible() []Speaker {
	var list []Speaker
	known := map[string]bool{"": true}
	for _, s := range t.Said {
		if !known[s.Key] {
			known[s.Key] = true
			list = append(list, s.Speaker)
		}
	}
	return list
}

// speakerName names a speaker to the viewer.
func speakerName(l *lang.Lang, s Speaker) string {
	switch {
	case s.Key == "":
		return l.T("match.you")
	case s.Name == "":
		return l.T("account.deleted")
	}
	return s.Name
}

// talkHint says to the viewer who hears him.
func talkHint(t Table) string {
	switch {
	case t.Status.Result.Over:
		return t.Lang.T("talk.hint.over")
	case t.Watches():
		return t.Lang.T("talk.hint.watching")
	case t.Watched:
		return t.Lang.T("talk.hint.watched")
	}
	return t.Lang.T("talk.hint.playing", "who", playerName(t.Lang, t.Opponent()))
}

// sayID is the id of the field in which the next remark is typed. With every remark made it is another field, an empty one.
func sayID(t Talk) string { return "say-" + strconv.Itoa(t.Own) }

// speakAt is a form that speaks. It waits behind a request that is under way, and is not dropped for it.
func speakAt(path string) templ.Attributes {
	return swap(templ.Attributes{"hx-post": path, "hx-sync": "#table:queue all"})
}

// earlierPath is where the remarks before some number of them are read.
func earlierPath(id string, before int) string {
	return matchPath(id) + "/talk?before=" + strconv.Itoa(before)
}
