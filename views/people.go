package views

import (
	"math"
	"net/url"
	"strconv"
	"time"

	"salle/views/lang"
)

// Rating is how well somebody plays a game against people.
type Rating struct {
	Value, Deviation float64
	Provisional      bool // too little is known to rank him
	Matches          int  // rated ones; 0: he has no rating yet
}

// RatingMove is the strength of a player before and after a match.
type RatingMove struct{ Before, After float64 }

// Profile is what everybody may know of somebody with an account.
type Profile struct {
	Site
	Name  string
	Since time.Time
	Mine  bool // it is the visitor's own
	Games []GameProfile
}

// GameProfile is how somebody plays a game.
type GameProfile struct {
	Game             string // its slug
	Rating           Rating
	Won, Drawn, Lost int // against people
	TimeOuts         int
	Turns            int           // how many turns Pace is taken from; 0: nothing is known of it
	Pace             time.Duration // a typical turn
	Dan, Reached     int           // on the ladder; 0 where he has not begun to climb
}

// Played tells whether somebody has finished a match of the game against people.
func (g GameProfile) Played() bool { return g.Won+g.Drawn+g.Lost > 0 }

// Standings is the page of those who play each game best.
type Standings struct {
	Site
	Games []GameStandings
	Limit int // how many a game has room for
}

// GameStandings are the best of a game, the first first.
type GameStandings struct {
	Game   string // its slug
	Ranked []Ranked
}

// Ranked is somebody in the standings of a game.
type Ranked struct {
	Name string
	Mine bool // the visitor
	Rating
}

// Blocks is the page of those whom the visitor has blocked.
type Blocks struct {
	Site
	People []BlockedPerson
}

// BlockedPerson is one of them.
type BlockedPerson struct {
	Key  string // in forms
	Name string
}

func profilePath(name string) string { return "/players/" + url.PathEscape(name) }

// points are a rating's, as people read them.
func points(value float64) string { return strconv.Itoa(int(math.Round(value))) }

// ratingShort is a rating beside a name; a question mark says that it is provisional.
func ratingShort(l *lang.Lang, r Rating) string {
	if r.Provisional {
		return l.T("rating.short.provisional", "n", points(r.Value))
	}
	return points(r.Value)
}

// change is by how much a rating has moved, with its sign.
func (m RatingMove) change() string {
	by := int(math.Round(m.After)) - int(math.Round(m.Before))
	if by < 0 {
		return "−" + strconv.Itoa(-by)
	}
	return "+" + strconv.Itoa(by)
}
