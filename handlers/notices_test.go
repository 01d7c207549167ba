package handlers_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"salle/db"
	"salle/game"
	"salle/game/clock"
	"salle/game/match"
	"salle/notify"
)

// couple are two people in a postal hall.
type couple struct {
	*postal
	anna, ben *browser
	ids       [2]string // of the persons
}

func newCouple(t testing.TB) *couple {
	t.Helper()
	games, err := realGames()
	if err != nil {
		t.Fatal(err)
	}
	c := &couple{postal: newPostal(t, games)}
	c.anna, c.ids[0] = c.named(t, "Anna")
	c.ben, c.ids[1] = c.named(t, "Ben")
	return c
}

// named is a visitor with a name, and his person's id.
func (p *postal) named(t testing.TB, name string) (*browser, string) {
	t.Helper()
	b := p.newBrowser(t)
	b.post("/name", url.Values{"name": {name}})
	var id string
	if err := readOnly(t, p.path).QueryRow(`SELECT id FROM people WHERE name = ?`, name).Scan(&id); err != nil {
		t.Fatal(err)
	}
	return b, id
}

// pair opens a match of Anna in the first seat against Ben.
func (c *couple) pair(t testing.TB, id, game, settings string) {
	t.Helper()
	parsed, err := clock.Parse(settings)
	if err != nil {
		t.Fatal(err)
	}
	c.pairOf(t, id, match.Offer{Game: game, Clock: parsed})
}

func (c *couple) pairOf(t testing.TB, id string, o match.Offer) {
	t.Helper()
	o.ID, o.Maker, o.Seat = "o"+id, c.ids[0], game.First
	if _, err := c.matches.Propose(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if _, err := c.matches.Take(t.Context(), o.ID, c.ids[1], id); err != nil {
		t.Fatal(err)
	}
	c.late.Add(int64(time.Minute))
	c.deliver(t)
}

// order sends the first list that a seat of a match of Spirit Duel may order.
func (c *couple) order(t testing.TB, id string, seat game.Seat) {
	t.Helper()
	seen, err := c.matches.Look(t.Context(), id, c.ids[seat])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.matches.Act(t.Context(), id, c.ids[seat], seen.Mark, []string{"FA"}); err != nil {
		t.Fatal(err)
	}
}

// turn makes it Anna's turn.
func (c *couple) turn(t testing.TB, id string) {
	t.Helper()
	c.order(t, id, game.First)
	c.order(t, id, game.Second)
}

// TestAGuestIsToldByEveryChannel holds C2.6 and C2.8: mail, push, and a webhook in each of its formats reach a guest, with a
// link to the match and not a word of the board; each can be tested and says when it last worked.
func TestAGuestIsToldByEveryChannel(t *testing.T) {
	c := newCouple(t)
	c.addMail(c.anna, "anna@mail.example")
	phone := newSubscriber(t)
	c.addPush(c.anna, "/push", phone)
	for _, format := range []string{"json", "text", "ntfy", "discord"} {
		c.addHook(c.anna, "/"+format, format)
	}
	c.pair(t, "m", "spirit", "3d")
	c.turn(t, "m")
	mails, calls := c.deliver(t)
	const title, link, deadline = "Your turn: Spirit Duel against Ben", reached + "/matches/m", "You have time until 2026-12-03 12:01 UTC."
	if len(mails) != 1 || mails[0].to != "anna@mail.example" || mails[0].subject != title || !strings.Contains(mails[0].text, link) || !strings.Contains(mails[0].text, deadline) {
		t.Errorf("mails %+v", mails)
	}
	got := map[string]dispatch{}
	for _, one := range calls {
		got[one.path] = one
	}
	payload := phone.open(t, got["/push"].sealed)
	if payload["title"] != title || payload["url"] != link || payload["text"] != deadline {
		t.Errorf("push %v", payload)
	}
	var fields map[string]string
	if err := json.Unmarshal([]byte(got["/json"].body), &fields); err != nil || fields["title"] != title || fields["url"] != link {
		t.Errorf("JSON %q: %v", got["/json"].body, err)
	}
	for path, want := range map[string]string{"/text": title + "\n\n" + deadline + "\n\n" + link + "\n", "/ntfy": deadline} {
		if got[path].body != want {
			t.Errorf("%s: %q, want %q", path, got[path].body, want)
		}
	}
	if !strings.Contains(got["/discord"].body, "Spirit Duel") || len(calls) != 5 || got["/json"].id != "m.2.0.turn" {
		t.Errorf("calls %+v", calls)
	}

	c.late.Add(int64(time.Minute))
	p := c.anna.get("/notices")
	for n := 1; n <= 6; n++ {
		after := c.anna.press(p, fmt.Sprint("test-", n))
		if after.status != http.StatusOK || after.notice(t) != "It has arrived there." {
			t.Errorf("test of channel %d: %d %q", n, after.status, after.notice(t))
		}
		if card := text(after.byID(t, fmt.Sprint("channel-", n))); !strings.Contains(card, "Last arrived: 2026-11-30 12:02 UTC") {
			t.Errorf("channel %d says %q", n, card)
		}
	}
	if mails, calls := c.out.empty(); len(mails) != 1 || len(calls) != 5 {
		t.Errorf("%d mails and %d calls tested", len(mails), len(calls))
	}
}

// TestFailingChannelsAreShown holds C2.6: the page says what went wrong and when, and after three errors in a row every page
// says so.
func TestFailingChannelsAreShown(t *testing.T) {
	c := newCouple(t)
	p := c.addHook(c.anna, "/hook", "json")
	c.out.answer(http.StatusTeapot)
	for n := 1; n <= match.Trouble; n++ {
		if c.anna.get("/").has("trouble") {
			t.Errorf("trouble after %d errors", n-1)
		}
		c.late.Add(int64(time.Minute))
		after := c.anna.press(p, "test-1")
		if after.status != http.StatusUnprocessableEntity || after.notice(t) != "It did not arrive: it answers with status 418" {
			t.Errorf("error %d: %d %q", n, after.status, after.notice(t))
		}
		want := fmt.Sprintf("Last failure: 2026-11-30 12:%02d UTC: it answers with status 418", n)
		if card := text(after.byID(t, "channel-1")); !strings.Contains(card, want) {
			t.Errorf("error %d: the card says %q, want %q", n, card, want)
		}
	}
	if !c.anna.get("/").has("trouble") || !c.anna.get("/rules").has("trouble") || c.ben.get("/").has("trouble") {
		t.Error("three errors are not shown on every page of hers alone")
	}
	c.out.answer(0)
	c.late.Add(int64(time.Minute))
	c.anna.press(p, "test-1")
	if c.anna.get("/").has("trouble") {
		t.Error("it works again, and trouble is shown")
	}

	c.addPush(c.anna, "/push", newSubscriber(t))
	c.out.answer(http.StatusGone)
	after := c.anna.press(c.anna.get("/notices"), "test-2")
	if after.has("channel-2") || !strings.Contains(after.notice(t), "not there any more") {
		t.Errorf("a browser that is gone: %q", after.notice(t))
	}
}

// TestWrongChannelsAreRefusedInWords: what was typed stays, and what the house cannot do is not offered.
func TestWrongChannelsAreRefusedInWords(t *testing.T) {
	c := newCouple(t)
	for _, one := range []struct{ kind, field, value, want string }{
		{"hook", "url", "ftp://example.com/x", "a URL must begin with https:// or http://"},
		{"hook", "url", "https://me:you@example.com/", "a URL must not hold a name or password"},
		{"mail", "address", "no address", "that is no mail address"},
	} {
		p := c.anna.post("/notices", url.Values{"kind": {one.kind}, one.field: {one.value}, "format": {"json"}})
		if p.status != http.StatusUnprocessableEntity || p.notice(t) != one.want || !strings.Contains(p.body, `value="`+one.value+`"`) {
			t.Errorf("%s: %d %q", one.value, p.status, p.notice(t))
		}
	}
	if p := c.anna.post("/notices", url.Values{"kind": {"pigeon"}}); p.status != http.StatusBadRequest {
		t.Errorf("a pigeon: %d", p.status)
	}
	c.letters.Hook = notify.NewHook(notify.Guard{})
	p := c.anna.press(c.addHook(c.anna, "/private", "json"), "test-1")
	if p.status != http.StatusUnprocessableEntity || p.notice(t) != "It did not arrive: this address may not be called" { // C2.9
		t.Errorf("a webhook on this machine: %d %q", p.status, p.notice(t))
	}
	bare := newSite(t, 1).newBrowser(t)
	p = bare.get("/notices")
	if p.has("mail") || p.has("push") || p.has("hook") || !p.has("feed") {
		t.Error("a house that sends nothing offers to")
	}
	if p := bare.post("/notices", url.Values{"kind": {"mail"}, "address": {"a@b.example"}}); p.status != http.StatusBadRequest {
		t.Errorf("it takes an address: %d", p.status)
	}
}

// TestNoLetterGoesToAnAddressThatNobodyConfirmed: the link asks, a button confirms, and too many are not asked for.
func TestNoLetterGoesToAnAddressThatNobodyConfirmed(t *testing.T) {
	c := newCouple(t)
	c.pair(t, "m", "spirit", "none")
	p := c.anna.post("/notices", url.Values{"kind": {"mail"}, "address": {"anna@mail.example"}})
	mails, _ := c.out.empty()
	if len(mails) != 1 || p.has("test-1") || p.has("save-1") {
		t.Fatalf("%d letters; %s", len(mails), p.body)
	}
	_, link, _ := strings.Cut(mails[0].text, reached)
	link = strings.TrimSpace(link)
	stranger := c.newBrowser(t)
	stranger.get(link)
	c.turn(t, "m")
	if mails, _ := c.deliver(t); len(mails) != 0 {
		t.Errorf("unconfirmed, %+v was sent", mails)
	}
	if forged := stranger.post(link[:len(link)-1]+"0", nil); forged.status != http.StatusNotFound && link[len(link)-1] != '0' {
		t.Errorf("a forged link: %d", forged.status)
	}
	stranger.press(stranger.get(link), "confirm")
	c.turn(t, "m")
	if mails, _ := c.deliver(t); len(mails) != 1 {
		t.Errorf("confirmed, %d letters were sent", len(mails))
	}
	for n := range 6 {
		p = c.ben.post("/notices", url.Values{"kind": {"mail"}, "address": {"victim@mail.example"}})
		if want := map[bool]int{true: http.StatusOK, false: http.StatusTooManyRequests}[n < 4]; p.status != want {
			t.Errorf("letter %d: %d, want %d", n, p.status, want)
		}
	}
}

// TestUnsubscribingNeedsNoLogin holds C2.9: by the link's button, and by List-Unsubscribe-Post from wherever it comes; to look
// at the link changes nothing.
func TestUnsubscribingNeedsNoLogin(t *testing.T) {
	c := newCouple(t)
	for n, leave := range []func(path string) page{
		func(path string) page { b := c.newBrowser(t); return b.press(b.get(path), "stop") },
		func(path string) page {
			b := c.newBrowser(t)
			b.header = http.Header{"Sec-Fetch-Site": {"cross-site"}, "Origin": {"https://webmail.example"}}
			return b.post(path, url.Values{"List-Unsubscribe": {"One-Click"}})
		},
	} {
		c.addMail(c.anna, "anna@mail.example")
		id := fmt.Sprint("m", n)
		c.pair(t, id, "spirit", "none")
		c.turn(t, id)
		mails, _ := c.deliver(t)
		if len(mails) != 1 || mails[0].header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
			t.Fatalf("mails %+v", mails)
		}
		link := strings.Trim(mails[0].header.Get("List-Unsubscribe"), "<>")
		path, ok := strings.CutPrefix(link, reached)
		if !ok || !strings.Contains(mails[0].text, link) {
			t.Fatalf("the link %q, in %q", link, mails[0].text)
		}
		c.newBrowser(t).get(path)
		if !c.anna.get("/notices").has("channel-1") {
			t.Error("to look at the link unsubscribes")
		}
		if p := leave(path); p.status != http.StatusOK || !strings.Contains(p.body, "Nothing more will come.") || c.anna.get("/notices").has("channel-1") {
			t.Errorf("way %d: %d", n, p.status)
		}
		c.turn(t, id)
		if mails, _ := c.deliver(t); len(mails) != 0 {
			t.Errorf("way %d: %+v came after", n, mails)
		}
		if p := c.newBrowser(t).post(path, nil); p.status != http.StatusOK {
			t.Errorf("again: %d", p.status)
		}
	}
	if p := c.newBrowser(t).post("/unsubscribe/x.y", nil); p.status != http.StatusNotFound {
		t.Errorf("a forged link: %d", p.status)
	}
}

// TestLookingAtAnotherPageHoldsNothingBack holds C2.4: the match's page in front of her does, the hall's does not.
func TestLookingAtAnotherPageHoldsNothingBack(t *testing.T) {
	c := newCouple(t)
	c.addHook(c.anna, "/hook", "text")
	c.pair(t, "m", "spirit", "none")
	c.turn(t, "m")
	c.anna.get("/")
	if _, calls := c.deliver(t); len(calls) != 1 {
		t.Errorf("in the hall: %d letters, want 1", len(calls))
	}
	c.anna.get("/matches/m")
	c.turn(t, "m")
	if _, calls := c.deliver(t); len(calls) != 0 {
		t.Errorf("at the match: %d letters, want none", len(calls))
	}
	c.late.Add(int64(5 * time.Minute))
	if _, calls := c.deliver(t); len(calls) != 1 {
		t.Errorf("five minutes later: %d letters, want 1", len(calls))
	}
}

// feedOf makes a feed and returns its path.
func feedOf(b *browser) string {
	b.t.Helper()
	p := b.post("/notices", url.Values{"kind": {"feed"}})
	path, ok := strings.CutPrefix(attr(p.byID(b.t, "feed-address"), "value"), b.site.URL)
	if !ok {
		b.t.Fatalf("no feed in %s", p.body)
	}
	return path
}

// entries are the titles of a feed's.
func entries(t testing.TB, p page) []string {
	t.Helper()
	var feed struct {
		Entries []struct {
			Title string `xml:"title"`
		} `xml:"entry"`
	}
	if err := xml.Unmarshal([]byte(p.body), &feed); err != nil {
		t.Fatalf("%v in %s", err, p.body)
	}
	var titles []string
	for _, e := range feed.Entries {
		titles = append(titles, e.Title)
	}
	return titles
}

// TestFeedsSayWhenNothingHasChanged holds C2.10: they answer with an ETag, with 304 to one that is up to date, and say how
// long that holds. A new address ends the old.
func TestFeedsSayWhenNothingHasChanged(t *testing.T) {
	c := newCouple(t)
	path := feedOf(c.anna)
	c.pair(t, "m", "spirit", "3d")
	c.pair(t, "n", "war", "none")
	reader := c.newBrowser(t)
	first := reader.get(path)
	tag := first.header.Get("ETag")
	if first.status != http.StatusOK || tag == "" || first.header.Get("Cache-Control") != "private, max-age=60" ||
		first.header.Get("Content-Type") != "application/atom+xml; charset=utf-8" || first.header.Get("Set-Cookie") != "" {
		t.Errorf("%d %v", first.status, first.header)
	}
	if got := entries(t, first); !slices.Contains(got, "Your turn: Spirit Duel against Ben") {
		t.Errorf("entries %q", got)
	}
	again := func(want int) page {
		t.Helper()
		b := *reader
		b.header = http.Header{"If-None-Match": {tag}}
		p := b.get(path)
		if p.status != want || want == http.StatusNotModified && p.body != "" {
			t.Errorf("%d with %d bytes, want %d", p.status, len(p.body), want)
		}
		return p
	}
	c.late.Add(int64(time.Hour))
	again(http.StatusNotModified)
	c.order(t, "m", game.First)
	tag = again(http.StatusOK).header.Get("ETag")
	again(http.StatusNotModified)

	c.anna.press(c.anna.get("/notices"), "test-1")
	if got := entries(t, again(http.StatusOK)); !slices.Contains(got, "A test from Salle") {
		t.Errorf("tested: %q", got)
	}
	if card := text(c.anna.get("/notices").byID(t, "channel-1")); !strings.Contains(card, "Last fetched: 2026-11-30 13:02 UTC") {
		t.Errorf("the card says %q", card)
	}
	next := feedOf(c.anna)
	if old := reader.get(path); old.status != http.StatusNotFound || reader.get(next).status != http.StatusOK {
		t.Errorf("the old address: %d", old.status)
	}
}

// TestWhatWaitsIsCountedAlikeEverywhere holds C2.1 for feed, header, list, title and the tab's picture.
func TestWhatWaitsIsCountedAlikeEverywhere(t *testing.T) {
	c := newCouple(t)
	path := feedOf(c.anna)
	for n := range 4 {
		c.pair(t, fmt.Sprint("m", n), "spirit", "none")
	}
	want := 4
	for n := range 5 {
		home, feed := c.anna.get("/"), entries(t, c.anna.get(path))
		title := text(all(home.root, tag("title"))[0])
		mark := fmt.Sprintf("(%d) ", want)
		if want == 0 {
			mark = ""
		}
		icon := attr(home.byID(t, "tab-icon"), "href")
		if len(feed) != want || !strings.HasPrefix(title, mark) || strings.HasPrefix(title, "(") != (want > 0) ||
			strings.Contains(icon, "waiting") != (want > 0) || !strings.Contains(text(home.byID(t, "waiting")), fmt.Sprint(want)) {
			t.Errorf("%d wait: feed %q, title %q, picture %s, header %q", want, feed, title, icon, text(home.byID(t, "waiting")))
		}
		if n < 4 {
			c.order(t, fmt.Sprint("m", n), game.First)
			want--
		}
	}
}

// TestAddressesAreTheirOwnersAlone holds C5.5: nobody else's page, letter or log line has them, and no letter its reader's.
func TestAddressesAreTheirOwnersAlone(t *testing.T) {
	c := newCouple(t)
	c.addMail(c.anna, "anna@mail.example")
	c.addHook(c.anna, "/hook-of-anna", "json")
	c.addHook(c.ben, "/hook-of-ben", "json")
	c.out.answer(http.StatusTeapot)
	c.pair(t, "m", "spirit", "3d")
	c.turn(t, "m")
	c.deliver(t)
	c.out.answer(0)
	seen := c.log.String()
	for _, path := range []string{"/", "/matches/m", "/notices", "/account", "/matches/m/record"} {
		seen += c.ben.get(path).body
	}
	c.late.Add(int64(time.Minute))
	if _, err := c.matches.Act(t.Context(), "m", c.ids[0], game.Mark{Ply: 2}, []string{game.Resign}); err != nil {
		t.Fatal(err)
	}
	_, calls := c.deliver(t)
	if len(calls) == 0 {
		t.Fatal("Ben is not told")
	}
	for _, one := range calls {
		seen += one.body
	}
	for _, secret := range []string{"anna@mail.example", "hook-of-anna"} {
		if strings.Contains(seen, secret) {
			t.Errorf("%s is seen", secret)
		}
	}
	if p := c.ben.post("/notices/"+channelID(t, c, "mail"), url.Values{"do": {"test"}}); p.status != http.StatusNotFound {
		t.Errorf("another's channel: %d", p.status)
	}
}

func channelID(t testing.TB, c *couple, kind string) (id string) {
	t.Helper()
	if err := readOnly(t, c.path).QueryRow(`SELECT id FROM channels WHERE kind = ?`, kind).Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}

// TestLookingAtNoticesChangesNothing holds C4.9 for the page, the feed, and the links of letters.
func TestLookingAtNoticesChangesNothing(t *testing.T) {
	c := newCouple(t)
	c.addMail(c.anna, "anna@mail.example")
	path := feedOf(c.anna)
	c.pair(t, "m", "spirit", "3d")
	c.turn(t, "m")
	mails, _ := c.deliver(t)
	link := strings.TrimPrefix(strings.Trim(mails[0].header.Get("List-Unsubscribe"), "<>"), reached)
	before := dumped(t, c.db)
	for _, path := range []string{"/notices", path, link, "/matches/m"} {
		if p := c.anna.get(path); p.status != http.StatusOK {
			t.Errorf("%s: %d", path, p.status)
		}
	}
	if after := dumped(t, c.db); after != before {
		t.Error("looking has changed the database")
	}
}

// dumped is a copy of a database, which is the same as long as nothing has changed.
func dumped(t testing.TB, store *db.DB) string {
	t.Helper()
	path := t.TempDir() + "/copy"
	if err := store.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// BenchmarkFeedNotModified asks for a feed in which nothing has changed, of somebody who plays many matches (C2.10).
func BenchmarkFeedNotModified(b *testing.B) {
	c := newCouple(b)
	path := feedOf(c.anna)
	for n := range 300 {
		c.pair(b, fmt.Sprint("m", n), "spirit", "3d")
		if n >= 10 {
			c.order(b, fmt.Sprint("m", n), game.First)
		}
	}
	tag := c.newBrowser(b).get(path).header.Get("ETag")
	for b.Loop() {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("If-None-Match", tag)
		w := httptest.NewRecorder()
		c.Config.Handler.ServeHTTP(w, r)
		if w.Code != http.StatusNotModified {
			b.Fatalf("status %d", w.Code)
		}
	}
}
