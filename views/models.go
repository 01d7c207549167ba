// Package views turns what one viewer may see into HTML. It decides nothing: its models are shaped like the pages, and
// what they do not hold no page can show. All words come from package lang.
package views

import (
	"time"

	"salle/game"
	"salle/game/clock"
	"salle/views/lang"
)

// Site is what the frame of every page shows.
type Site struct {
	Lang    *lang.Lang
	Langs   []*lang.Lang // all that the visitor may choose from
	Title   string       // the page's own part of the title, in words; "" on the home page
	Here    string       // path and query of the page, where forms that change how pages look return to
	Name    string       // the visitor's; "" for one who has none yet
	SignIn  string       // path of the page to log in at; "" for one who has
	Waiting int          // how many matches wait for the visitor
	Game    string       // the slug of the game that the page is about; "" for none
	Picture string       // the absolute address of a picture for previews of links; "" for none
	Short   []string     // keys of that game's rules in brief, where a dialog with them is wanted

	Passkeys bool // the page may ask the browser for passkeys
	Pushes   bool // the page may ask the browser to be pushed to
	Troubled bool // a channel of the visitor's does not work
}

// Notice is one sentence for the visitor: what changed, or why something was refused.
type Notice struct {
	Refused bool
	Key     string // of the sentence
	Args    []any  // name, value pairs
}

// Player is who sits in a seat.
type Player struct {
	Name  string // "" for the machine
	Level int    // the machine's, from 1; 0 for a person
	Grade bool   // the level is a dan of the ladder
}

// Standing is where a player stands on a game's ladder. The zero Standing is none.
type Standing struct {
	Dan    int // from 1
	Points int // in the meter, 0 to FullMeter
}

// FullMeter is how many points a meter holds, and TopDan where the ladder ends.
const (
	FullMeter = 3
	TopDan    = 7
)

// Home is the first page.
type Home struct {
	Site
	Games    []GameCard
	Waiting  []MatchLine // running matches that wait for the visitor
	Running  []MatchLine // the other running ones
	Finished []MatchLine
	Graded   *MatchLine // the graded match that is running; nil for none
	Offers   []Offer    // that the visitor made, was asked with, or has not been told the end of
	Outages  []Outage   // of the last days
	Refused  bool       // another one was just refused for it
}

// Outage is a time in which the house was down and no clock ran.
type Outage struct {
	Begins, Ends time.Time
	Zone         *time.Location
}

// Offer is a match that waits for somebody to take the other seat.
type Offer struct {
	ID      string
	Game    string // its slug
	Variant string
	Maker   string    // his name
	Rating  Rating    // his, in the game
	Rival   string    // the name of whom alone it is for; "" for whoever has it
	Mine    bool      // the visitor made it
	Asked   bool      // it is for the visitor alone
	Seat    game.Seat // the maker's; Spectator: drawn when it is taken
	Side    string    // the maker's, by name; "" where sides are alike or drawn
	Clock   clock.Settings
	Rated   bool
	Watched bool
	Listed  bool
	Expires time.Time
	State   string // as package match has it
	Match   string // that it has become; "" otherwise
	Link    string // its absolute address
}

// OfferPage is the page of an offer.
type OfferPage struct {
	Site
	Offer
	Notice *Notice
	Zone   *time.Location
}

// Lobby is the page of the open offers that everybody may take.
type Lobby struct {
	Site
	Offers []Offer
	Zone   *time.Location
}

// NewOffer is the page on which a match with a friend is offered.
type NewOffer struct {
	Site
	Game     GameCard
	Clocks   []clock.Settings // that may be chosen
	Proposed clock.Settings
	Account  bool   // the visitor has an account: his match may be rated
	SharedID string // the id that a match at one device will have
	Names    [2]string
}

// Curtain stands between the two players at one device: it holds nothing of either.
type Curtain struct {
	Site
	ID      string
	Game    string // its slug
	Players [2]Player
	ToAct   game.Seats
}

// SeatLink is the page that a seat's link opens, or that shows a new one.
type SeatLink struct {
	Site
	ID    string
	Game  string // its slug
	Who   string // whose seat it is
	Rival string
	Key   string // in the link that was opened
	Link  string // a new link, absolute; "" on the page that a link opens
	Bars  bool   // the visitor plays the other side
}

// Clocks are the clocks of a match as its viewer may see them.
type Clocks struct {
	Settings clock.Settings
	Revision int
	Now      time.Time
	Deadline [2]time.Time // by seat; zero while its clock stands
	Asked    game.Seats   // who wants a pause
	Paused   time.Time    // until when; zero: not
	Away     [2]time.Time // until when its player is on vacation; zero: he is not
	Zone     *time.Location
}

// Leisure is the page of a visitor's vacation and time zone.
type Leisure struct {
	Site
	Until  time.Time // when the vacation that he is on ends; zero: none
	Left   int       // days that he may take
	Mark   string    // names both, for the forms that change them
	Zone   *time.Location
	Notice *Notice
}

// GameCard is a game that can be played.
type GameCard struct {
	Slug     string
	NewID    string   // the id that the form's match will have, so that a form sent twice opens one match
	Levels   int      // of the machine
	Level    int      // the one that is proposed
	Sides    []string // names of the sides that may be chosen; empty where they are alike
	Switches []string // names of the variants that may be chosen, in the order of a variant's name
	Grounds  []Ground // where it is played on several: they have the forms then, and the fields from Levels on are not used
}

// Ground is one of the grounds on which a game is played, and what a match on it may be.
type Ground struct {
	Variant  string   // its name in forms and words
	NewID    string   // as a card's
	Levels   int      // of the machine
	Open     int      // how many of them may be chosen; the others are said to be locked
	Level    int      // the one that is proposed
	Switches []string // names of what may be added to the variant
	Chosen   bool     // it is proposed

	Ladder   bool // its levels are dan, and graded matches are played on it
	GradedID string
	Standing Standing
	Running  string // the id of the visitor's running graded match of the game; "" for none
}

// DrawnSide is what a form says in place of a side that is to be drawn.
const DrawnSide = "drawn"

// Rules is the page of a game's rules.
type Rules struct {
	Site
	Game     string // its slug
	Sections []lang.Section
}

// RulesIndex is the page that leads to every game's rules.
type RulesIndex struct {
	Site
	Games []string // their slugs
}

// MatchLine is a match in a list.
type MatchLine struct {
	ID       string
	Game     string // its slug
	Players  [2]Player
	Seat     game.Seat // the visitor's
	Status   game.Status
	Updated  time.Time // UTC
	Opponent Player
	Graded   bool
	Waits    bool
	Shared   bool
	Paused   bool
	Deadline time.Time // the visitor's where it waits for him, else the other's; zero for none
	Now      time.Time
	Zone     *time.Location
}

// Line is a line of the log that the viewer may read.
type Line struct {
	game.Entry
	Round int // in a game of several rounds, from 1; else 0
}

// Table is a match as one viewer sees it, whatever the game: the frame round any board.
type Table struct {
	Lang    *lang.Lang
	ID      string
	Game    string // its slug
	Players [2]Player
	Seat    game.Seat // the viewer's
	Status  game.Status
	Mark    game.Mark // what a form must carry now
	Pick    string    // the half-filled action in the game's notation, as the URL or a refused form had it
	Draft   []string  // in a composed game, the steps that are prepared and not sent; the board shows them done
	// Revision names Draft in the forms that confirm it.
	Revision string
	Look     Look
	News     []game.Event
	Earlier  []game.Event // what the viewer was told of the ply before that of News
	Offer    game.Seat    // who has offered a draw that stands; Spectator: nobody
	Fire     bool         // lines of fire are shown
	Dan      [2]int       // the grades of the players, where they have some
	Lines    []Line
	Since    string // names what this page shows; a page that waits asks for what comes later
	Here     string // path and query of this page, for asking again
	Notice   *Notice
	NewID    string // for a rematch, once the match is over
	Levels   int    // of the machine, as many as the viewer may choose
	Side     string // the viewer's, in forms
	Variant  string // the game's, in forms; "" for the default one

	Clocks    Clocks
	Between   bool   // two people play
	Rated     bool   // it counts for their ratings
	Shared    bool   // at one device
	Watched   bool   // others may look on
	Abortable bool   // it may be called off
	Rematch   *Offer // the one that was offered after it; nil for none
	RematchID string // for offering one
	Blocked   bool   // the viewer has blocked the other

	Finished time.Time     // when it ended; zero while it goes on
	Counted  bool          // it has counted for the ratings
	Ratings  [2]RatingMove // what it did to them, by seat
	Others   int           // how many other matches wait for the viewer

	Graded        bool     // it counts on the ladder
	Before, After Standing // in a graded match, its player's when it began and once it is over

	Formations []string // the names of the viewer's kept formations

	// Step and Steps are those of a record page, the frame shown, from 0, and how many there are; 0 and 0 on a match page.
	Step, Steps int
	Ended       bool    // on a record page: the match is over, whatever the frame
	Review      *Review // of a record that was read back; nil for a match of this house

	Talk  Talk
	Plans Plans
}

// Look is how the viewer looks at a table, from the page's address.
type Look struct {
	Pick   string // the place that is picked, in notation; "" for none
	Target string // the place whose attack is looked at, in notation; "" for none
	Zoom   int    // 0 where the page decides
	Lines  string // whose lines are shown: a side's name, "both" or "none"; "" where the page decides
	Asks   bool   // the question whether to resign stands open
	Whole  bool   // the page is loaded whole: it begins at what is picked
}

// Opponent is the other player, as the viewer calls him.
func (t Table) Opponent() Player { return t.Players[t.Seat.Other()] }

// Reviews tells a record page from a match page.
func (t Table) Reviews() bool { return t.Steps > 0 }

// Failure is a page that says what went wrong.
type Failure struct {
	Site
	Status  int
	Key     string // of the title; Key + ".do" says what to do
	Request string // the request's id for the operator, "" where nobody needs it
	SignIn  string // path of a page to log in at, where that may help; "" for none
}

// MaxName is the longest name of a visitor, in characters.
const MaxName = 24
