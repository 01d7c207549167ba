package handlers

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"salle/game/match"
	"salle/views"
)

const (
	// feedAge is how long a reader need not ask again.
	feedAge = time.Minute
	// testLife is how long a feed shows that it was tested.
	testLife = 24 * time.Hour
)

// feedReads keeps when each feed was last fetched. It is lost with the process, for looking at a page writes nothing.
type feedReads struct{ at sync.Map }

func (f *feedReads) saw(channel string, at time.Time) { f.at.Store(channel, at) }

// last is when a feed was last fetched; zero for never.
func (f *feedReads) last(channel string) time.Time {
	at, _ := f.at.Load(channel)
	t, _ := at.(time.Time)
	return t
}

// atom is a feed as RFC 4287 has it.
type atom struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Lang    string      `xml:"xml:lang,attr"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Link    atomLink    `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Link    atomLink `xml:"link"`
	Summary string   `xml:"summary,omitempty"`
}

// showFeed lists what waits for whoever has the feed's address.
func (s *server) showFeed(c echo.Context) error {
	feed, err := s.Matches.Feed(c.Request().Context(), c.Param("secret"))
	if err != nil {
		return err
	}
	s.feeds.saw(feed.Channel.ID, s.Clock())
	body, err := xml.Marshal(s.atom(feed))
	if err != nil {
		return err
	}
	sum := sha256.Sum256(body)
	tag := `W/"` + hex.EncodeToString(sum[:16]) + `"`
	h := c.Response().Header()
	h.Set("ETag", tag)
	h.Set(echo.HeaderCacheControl, "private, max-age="+strconv.Itoa(int(feedAge/time.Second)))
	h.Set(echo.HeaderVary, echo.HeaderAcceptEncoding)
	if holds(c.Request().Header.Get("If-None-Match"), tag) {
		return c.NoContent(http.StatusNotModified)
	}
	return c.Blob(http.StatusOK, "application/atom+xml; charset=utf-8", append([]byte(xml.Header), body...))
}

// holds tells whether a list of entity tags has one, or any.
func holds(list, tag string) bool {
	for one := range strings.SplitSeq(list, ",") {
		if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}

// atom is a feed in the words of its person.
func (s *server) atom(f match.Feed) atom {
	c := f.Channel
	words, origin := s.Words.Get(c.Lang), s.Letters.origin(c)
	updated := c.Created
	a := atom{
		Lang: words.Code(), ID: "urn:salle:feed:" + c.ID, Author: words.T("site.name"), Link: atomLink{origin + "/"},
		Title: words.T("site.name") + ": " + words.N("notice.title.waiting", len(f.Waiting)),
	}
	for _, w := range f.Waiting {
		l := s.Letters.waiting(words, c, w)
		a.Entries = append(a.Entries, atomEntry{
			ID: "urn:salle:match:" + w.ID + ":" + strconv.Itoa(w.Status.Ply), Title: views.LetterTitle(words, l), Updated: stamp(w.Updated),
			Link: atomLink{origin + matchPath(w.ID)}, Summary: views.LetterText(words, l),
		})
		updated = later(updated, w.Updated)
	}
	if s.Clock().Sub(c.Tested) < testLife {
		l := views.Letter{Kind: match.NoticeTest}
		a.Entries = append(a.Entries, atomEntry{
			ID: "urn:salle:test:" + c.ID + ":" + strconv.FormatInt(c.Tested.Unix(), 10), Title: views.LetterTitle(words, l),
			Updated: stamp(c.Tested), Link: atomLink{origin + "/notices"}, Summary: views.LetterText(words, l),
		})
		updated = later(updated, c.Tested)
	}
	a.Updated = stamp(updated)
	return a
}

// stamp is an instant as Atom has it.
func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
