package handlers_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	pages "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"salle/game"
	"salle/game/match"
	"salle/game/war"
)

// behind ends the server and starts another at the same address, behind what a test puts before it.
func (s *site) behind(t testing.TB, wrap func(http.Handler) http.Handler) {
	t.Helper()
	address, handler := s.Listener.Addr().String(), s.Config.Handler
	s.Server.Close()
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	next := httptest.NewUnstartedServer(wrap(handler))
	next.Listener.Close()
	next.Listener = l
	next.Start()
	s.Server = next
}

// forgives forgets the problems that the test brings about itself.
func (w *watch) forgives(part string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.problems = slices.DeleteFunc(w.problems, func(p string) bool { return strings.Contains(p, part) })
}

// at tells whether a page shows the turn that a match is at, without having been loaded since stay was called.
func (d *duel) at(s sight) bool { return s.Stayed && s.Mark == d.seen(game.First).Mark.String() }

func TestTenTabsAreLoadedAndStayUpToDate(t *testing.T) { // C12.1
	t.Parallel()
	tb := newSite(t, 311).visitor(t)
	first := tb.duel("tab0")
	var duels []*duel
	var tabs []*tab
	for n := range 10 {
		d, other := first, tb
		if n > 0 {
			d, other = first.again("tab"+itoa(n)), tb.another()
		}
		other.size(640, 480)
		other.open(d.path())
		other.look()
		other.stay()
		duels, tabs = append(duels, d), append(tabs, other)
	}
	if protocol := eval[string](tb, `performance.getEntriesByType("navigation")[0].nextHopProtocol`); protocol != "http/1.1" {
		t.Errorf("the site speaks %s, with more connections than a plain one gives", protocol)
	}
	for _, d := range duels {
		d.turns(adjacent...)
	}
	for n, d := range duels {
		tabs[n].until("the turn played elsewhere", d.at)
	}
	for n, d := range duels[:2] { // and those who wait for the other
		tabs[n].spells("AA")
		d.stored("FF", "AA")
		d.act(game.Second, "WW")
		tabs[n].until("the turn that the other ended", d.at)
	}
}

func TestAPageComesBackAfterTheServerWasAway(t *testing.T) { // C12.2
	t.Parallel()
	tb := newSite(t, 312).visitor(t)
	d := tb.duel("restarted")
	tb.open(d.path())
	tb.spells("FF")
	d.stored("FF")
	tb.until("waiting", func(s sight) bool { return s.Mark == "" })
	tb.stay()
	const refused = "net::ERR_CONNECTION_REFUSED"
	failed := func() bool {
		tb.watch.mu.Lock()
		defer tb.watch.mu.Unlock()
		return slices.ContainsFunc(tb.watch.problems, func(p string) bool { return strings.Contains(p, refused) })
	}
	tb.site.Server.Close() // the page asks in vain
	for asked := 0; !failed(); asked++ {
		if tb.ctx.Err() != nil {
			t.Fatal("the page never asked while the server was away")
		}
		pause(asked)
	}
	if now := tb.look(); now.Refused {
		t.Errorf("a page that only asks for news says %q", now.Notice)
	}
	d.act(game.Second, "FC")
	tb.site.behind(t, func(site http.Handler) http.Handler { return site })
	tb.until("the turn played while the server was away", d.at)
	tb.watch.forgives(refused)
	tb.watch.forgives("TypeError: Failed to fetch")
}

// hide makes the page believe that nobody sees it, or that somebody does again, as when another tab is chosen.
func (tb *tab) hide(hidden bool) {
	tb.Helper()
	state := map[bool]string{false: "visible", true: "hidden"}[hidden]
	eval[bool](tb, `(() => {
	  Object.defineProperty(document, "hidden", { configurable: true, value: `+map[bool]string{false: "false", true: "true"}[hidden]+` });
	  Object.defineProperty(document, "visibilityState", { configurable: true, value: "`+state+`" });
	  return document.dispatchEvent(new Event("visibilitychange"));
	})()`)
}

func TestAHiddenPageAsksForNothingUntilItIsSeen(t *testing.T) { // C12.2, C2.4
	t.Parallel()
	tb := newSite(t, 313).visitor(t)
	d := tb.duel("hidden")
	tb.open(d.path())
	tb.look()
	tb.stay()
	tb.hide(true)
	eval[any](tb, `window.ticks = 0, document.addEventListener("htmx:before:request", () => ticks++)`)
	tb.seen()
	tb.watch.forget()
	d.turns(adjacent...)
	tb.await("two times at which it would have asked", `ticks >= 2`)
	if asked := tb.seen(); len(asked) > 0 {
		t.Errorf("a page that nobody sees asks for %+v", asked)
	}
	tb.hide(false)
	tb.until("the turn played meanwhile", d.at)

	// The same where the browser stops the page altogether, as a laptop does that sleeps.
	call(tb, pages.SetWebLifecycleState, pages.SetWebLifecycleStateParams{State: "frozen"})
	d.turns("AA", "WW")
	call(tb, pages.SetWebLifecycleState, pages.SetWebLifecycleStateParams{State: "active"})
	tb.until("the turn played while it slept", d.at)
}

func TestAListIsNeverStale(t *testing.T) { // C6.1
	t.Parallel()
	tb := newSite(t, 314).visitor(t)
	d := tb.duel("listed")
	tb.open("/")
	const waits = `!!document.querySelector(".matches .yours a[href*='/matches/listed']")`
	tb.await("the match in the list", waits)
	tb.clickOn(`.matches .yours a[href*="/matches/listed"]`)
	tb.until("the match", func(s sight) bool { return s.Path == d.path() })
	tb.spells("FF")
	d.stored("FF")
	tb.until("waiting", func(s sight) bool { return s.Mark == "" })
	tb.back()
	tb.await("the list", `location.pathname === "/" && document.readyState === "complete"`)
	tb.await("a list in which the match waits no more", `!(`+waits+`) && !!document.querySelector(".matches a[href*='/matches/listed']")`)
	d.act(game.Second, "FC")
	eval[any](tb, `history.forward()`)
	tb.until("the next turn", func(s sight) bool { return s.Path == d.path() && s.Mark == d.seen(game.First).Mark.String() })
}

// wearable are the addresses that a press on the page can put into the address bar: of each kind so many at most.
const wearable = `(() => {
  const found = new Map(), add = (url) => {
    const u = new URL(url, location), kind = u.pathname + " " + [...u.searchParams.keys()].join(" ");
    if (!found.has(kind)) found.set(kind, []);
    if (found.get(kind).length < 3) found.get(kind).push(u.pathname + u.search);
  };
  for (const n of document.querySelectorAll("[hx-replace-url], [hx-push-url]")) {
    if (n.localName !== "form") { add(n.getAttribute("hx-get")); continue; }
    for (const b of n.elements) if (b.localName === "button" && b.type === "submit") {
      const u = new URL(n.getAttribute("hx-get") ?? n.action, location);
      u.search = new URLSearchParams(new FormData(n, b));
      add(u.href);
    }
  }
  return [...found.values()].flat();
})()`

func TestEveryAddressInTheBarIsAWholePage(t *testing.T) { // C6.2
	t.Parallel()
	s := newSite(t, 315)
	tb := s.visitor(t)
	d := tb.duel("spirited")
	d.turns(adjacent...)
	for slug, actions := range map[string][2]string{
		"war": {book(), "deploy " + war.Formations(game.Second)[0].Deployment.String()}, "shuriken": {"ready", "ready"},
	} {
		_, err := s.matches.Open(context.Background(), match.Header{
			ID: slug, Game: slug, Players: [2]match.Player{{Person: d.person[0]}, {Person: d.person[1]}},
		}, d.person[0])
		if err != nil {
			t.Fatal(err)
		}
		for seat, action := range actions {
			actor{t, s, slug, d.person[seat]}.act(action)
		}
	}
	worn := map[string]bool{}
	for _, path := range []string{
		"/matches/spirited", "/matches/spirited/record", "/matches/war", "/matches/war/record", "/matches/shuriken", "/matches/shuriken/record",
	} {
		tb.open(path)
		tb.styled()
		for _, address := range eval[[]string](tb, wearable) {
			worn[address] = true
		}
	}
	if len(worn) < 20 {
		t.Errorf("only %d addresses were found: %v", len(worn), worn)
	}
	for address := range worn {
		if !tb.gets(address) {
			t.Errorf("%s is no whole page", address)
		}
	}

	// And what really stands there after a press can be loaded anew.
	tb.open("/matches/spirited")
	tb.click("act-3")
	now := tb.until("a slot filled", func(s sight) bool { return s.List == "A" && strings.Contains(s.Path, "do=A") })
	tb.do(chromedp.Reload())
	if again := tb.look(); again.Path != now.Path || again.List != "A" {
		t.Errorf("reloaded, %+v shows %+v", now, again)
	}
	tb.styled()
}

// gets fetches an address as a browser does that loads it, and tells whether it is a whole page with its style.
func (tb *tab) gets(address string) bool {
	tb.Helper()
	whole, err := chromedp.Run(tb.ctx, chromedp.Evaluate[bool](`fetch("`+address+`").then(async (r) => {
	  const page = new DOMParser().parseFromString(await r.text(), "text/html");
	  return r.ok && !!page.doctype && ["header.top", "#table", "link[rel=stylesheet]", "script[src*=htmx]"].every((q) => page.querySelector(q));
	})`, chromedp.EvalAwaitPromise))
	if err != nil {
		tb.Fatalf("%s: %v", address, err)
	}
	return whole
}

// --- Seats ---

// invitesWithoutClock makes an invitation without a time limit.
func (tb *tab) invitesWithoutClock(slug string) string {
	tb.Helper()
	tb.open("/offers/new?game=" + slug)
	eval[string](tb, `document.getElementById("offer-clock").value = "none"`)
	tb.click("offer-make")
	tb.await("the link", `!!document.getElementById("offer-link")`)
	return eval[string](tb, `document.getElementById("offer-link").value`)
}

// seatLink makes the link to a seat, on the page on which one is offered, and returns it.
func (tb *tab) seatLink() string {
	tb.Helper()
	tb.click("seat-new")
	tb.await("the link", `!!document.getElementById("seat-link") && document.readyState === "complete"`)
	return eval[string](tb, `document.getElementById("seat-link").value`)
}

// sits opens a seat's link and takes the seat.
func (tb *tab) sits(link string) {
	tb.Helper()
	tb.do(chromedp.Navigate(link))
	tb.await("the seat", `!!document.getElementById("seat-sit") && performance.getEntriesByType("paint").length > 0`)
	tb.click("seat-sit")
	tb.until("the match", func(s sight) bool { return s.Mark != "" })
}

func TestASeatOutlivesItsCookies(t *testing.T) { // C4.1
	t.Parallel()
	s := newSite(t, 316)
	guest := s.visitor(t)
	guest.plain()
	guest.takes(s.visitor(t).invitesWithoutClock("spirit"))
	link := guest.seatLink()
	guest.click("to-board")
	now := guest.until("the board", func(s sight) bool { return s.Mark != "" })
	id := now.theMatch()
	call(guest, network.ClearBrowserCookies, cdp.Empty{})
	s.late.Store(int64(90 * 24 * time.Hour))
	guest.watch.expects(http.StatusForbidden)
	guest.open("/matches/" + id)
	if eval[bool](guest, `!!document.getElementById("act-1")`) {
		t.Error("without a cookie the board is shown")
	}

	other := s.visitor(t)
	other.sits(link)
	before := len(s.stored(t, id))
	other.spells("FF")
	other.until("the turn sent", func(s sight) bool { return s.Mark == "" })
	if n := len(s.stored(t, id)); n != before+1 {
		t.Errorf("the log has %d lines, want %d", n, before+1)
	}
}

func TestTwoDevicesShareASeat(t *testing.T) { // C4.3, C3.4
	t.Parallel()
	s := newSite(t, 317)
	host, desk, phone := s.visitor(t), s.visitor(t), s.visitor(t)
	desk.takes(host.invitesWithoutClock("spirit"))
	link := desk.seatLink()
	desk.click("to-board")
	id := desk.until("the board", func(s sight) bool { return s.Mark != "" }).theMatch()
	phone.phone()
	phone.sits(link)
	desk.stay()
	phone.stay()

	// What one does, the other shows.
	phone.spells("FF")
	desk.until("what the phone has sent", func(s sight) bool { return s.Stayed && s.Mark == "" })
	host.await("the board", `location.pathname === "/matches/`+id+`"`)
	host.spells("FC")
	for _, device := range []*tab{desk, phone} {
		device.until("the next turn", func(s sight) bool { return s.Stayed && s.Mark != "" })
	}

	// Both send at once: one list is played, and both show the same.
	for _, device := range []*tab{desk, phone} {
		device.fill(device.click, func([]string) string { return "act-3" })
	}
	before := len(s.stored(t, id))
	for _, device := range []*tab{desk, phone} {
		device.do(chromedp.MouseClickXY(device.center("#confirm")))
	}
	for _, device := range []*tab{desk, phone} {
		device.until("the list sent", func(s sight) bool { return s.Stayed && s.Mark == "" })
	}
	if n := len(s.stored(t, id)); n != before+1 {
		t.Errorf("the log has %d lines, want %d", n, before+1)
	}
	var shown [2]string
	for i, device := range []*tab{desk, phone} {
		shown[i] = strings.Join(eval[[]string](device, cells), "\n")
	}
	if shown[0] != shown[1] {
		t.Errorf("the devices show different boards:\n%s\n%s", shown[0], shown[1])
	}
}

// --- No answer ---

func TestAFormWithoutAnswerSaysSo(t *testing.T) { // C3.9
	t.Parallel()
	s := newSite(t, 318)
	answer := make(chan struct{})
	s.behind(t, func(site http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/actions") {
				<-answer
			}
			site.ServeHTTP(w, r)
		})
	})
	tb := s.visitor(t)
	call(tb, pages.AddScriptToEvaluateOnNewDocument, pages.AddScriptToEvaluateOnNewDocumentParams{
		Source: `{ const later = setTimeout; window.setTimeout = (f, ms, ...args) => later(f, ms === 10000 ? 10 : ms, ...args); }`,
	})
	d := tb.duel("unanswered")
	tb.open(d.path())
	tb.spells("FF")
	words := wordsOf(t, "en").T("site.unsure")
	now := tb.until("doubt", func(s sight) bool { return s.Refused })
	if !strings.Contains(now.Notice, words) || !eval[bool](tb, `document.querySelector("#notice a")?.pathname === "`+d.path()+`"`) {
		t.Errorf("the page says %q, want %q and a link", now.Notice, words)
	}
	close(answer)
	tb.until("the answer", func(s sight) bool { return !s.Refused && s.Mark == "" })
	d.stored("FF")
}
