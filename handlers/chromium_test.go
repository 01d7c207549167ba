package handlers_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	pages "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A person's tests drive one real Chromium, which starts when the first of them asks for it. Where there is none they
// are skipped, but not where CI is set: a build that never looked must not pass.

// patience is a safety net, far longer than any page needs, for a test whose page never comes to what it waits for.
const patience = 5 * time.Minute

// closeChromium ends the browser if one was started.
var closeChromium = func() {}

func TestMain(m *testing.M) {
	code := m.Run()
	closeChromium()
	os.Exit(code)
}

// chromium starts the browser; every test opens a context of its own in it. Where there is one without a window's
// buttons and menus, that is the one: the same engine draws its pages, in half the time.
var chromium = sync.OnceValues(func() (context.Context, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("autoplay-policy", "no-user-gesture-required"), chromedp.Flag("mute-audio", true))
	if shell, err := exec.LookPath("chromium-headless-shell"); err == nil {
		options = append(options, chromedp.ExecPath(shell))
	}
	allocator, freeAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, freeBrowser := chromedp.NewContext(allocator)
	closeChromium = func() { freeBrowser(); freeAllocator() }
	return ctx, chromedp.Do(ctx)
})

// tab is one tab of a person's browser.
type tab struct {
	testing.TB
	site   *site
	parent context.Context // lives as long as the tab; ctx has a time limit as well
	ctx    context.Context
	watch  *watch
}

// visitor opens the first tab of a browser that has no cookies, and at the test's end sees that nothing went wrong in it.
func (s *site) visitor(t testing.TB) *tab {
	t.Helper()
	browser, err := chromium()
	if err != nil {
		if os.Getenv("CI") == "" {
			t.Skipf("no Chromium: %v", err)
		}
		t.Fatalf("start Chromium: %v", err)
	}
	return s.openTab(t, browser, chromedp.WithNewBrowserContext())
}

// another opens another tab of the same browser: the same cookies, another page.
func (tb *tab) another() *tab { return tb.site.openTab(tb.TB, tb.parent) }

func (s *site) openTab(t testing.TB, parent context.Context, options ...chromedp.ContextOption) *tab {
	t.Helper()
	w := &watch{origin: s.URL}
	ctx, closeTab := chromedp.NewContext(parent, append(options, chromedp.WithListener(w.see))...)
	t.Cleanup(func() {
		closeTab()
		w.report(t)
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	t.Cleanup(cancel)
	tb := &tab{TB: t, site: s, parent: ctx, ctx: limited, watch: w}
	call(tb, css.Disable, cdp.Empty{}) // mirroring every change of the page would cost more than the page itself
	call(tb, dom.Disable, cdp.Empty{})
	call(tb, audits.Enable, cdp.Empty{})
	call(tb, runtime.AddBinding, runtime.AddBindingParams{Name: "refusedByPolicy"})
	call(tb, pages.AddScriptToEvaluateOnNewDocument, pages.AddScriptToEvaluateOnNewDocumentParams{
		Source: `addEventListener("securitypolicyviolation", (e) => refusedByPolicy(e.violatedDirective + " " + e.blockedURI))`,
	})
	call(tb, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	tb.media("light", true)
	tb.size(1280, 800)
	return tb
}

// call runs a command of the browser's protocol.
func call[P, R any](tb *tab, command cdp.Command[P, R], params P) R {
	tb.Helper()
	result, err := chromedp.Call(tb.ctx, command, params)
	if err != nil {
		tb.Fatalf("%s: %v", command.Method, err)
	}
	return result
}

// back goes one step back in the tab's history, as the browser's own button does.
func (tb *tab) back() {
	tb.Helper()
	h := call(tb, pages.GetNavigationHistory, cdp.Empty{})
	if h.CurrentIndex == 0 {
		tb.Fatal("there is nothing to go back to")
	}
	call(tb, pages.NavigateToHistoryEntry, pages.NavigateToHistoryEntryParams{EntryID: h.Entries[h.CurrentIndex-1].ID})
}

// do runs actions of a person.
func (tb *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	tb.Helper()
	if err := chromedp.Do(tb.ctx, actions...); err != nil {
		tb.Fatal(err)
	}
}

// open goes to an address of the site and waits until it can be seen; before that a browser heeds no key.
func (tb *tab) open(path string) {
	tb.Helper()
	tb.do(chromedp.Navigate(tb.site.URL + path))
	tb.await(path, `performance.getEntriesByType("paint").length > 0`)
}

// media sets the colours and whether the person asks for less motion.
func (tb *tab) media(scheme string, still bool) {
	tb.Helper()
	motion := "no-preference"
	if still {
		motion = "reduce"
	}
	call(tb, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: motion},
	}})
}

// size sets the window's.
func (tb *tab) size(width, height int64) {
	tb.Helper()
	call(tb, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: height, DeviceScaleFactor: 1,
	})
}

// eval asks the page.
func eval[T any](tb *tab, expression string) T {
	tb.Helper()
	v, err := chromedp.Run(tb.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		tb.Fatalf("%.200s: %v", expression, err)
	}
	return v
}

// pause waits between two questions to a page, the longer the more were asked: a page that is asked without end has no
// time for what it is asked about.
func pause(asked int) { time.Sleep(time.Duration(min(5+asked*5, 40)) * time.Millisecond) }

// await asks the page again and again until it answers true. A page that is being replaced is asked again.
func (tb *tab) await(what, expression string) {
	tb.Helper()
	for asked := 0; ; asked++ {
		ok, err := chromedp.Run(tb.ctx, chromedp.Evaluate[bool](expression))
		if ok && err == nil {
			return
		}
		if tb.ctx.Err() != nil {
			tb.Fatalf("%s: never came to be (%v)", what, err)
		}
		pause(asked)
	}
}

// watch collects what must not happen in a tab, and what its requests cost.
type watch struct {
	origin string

	mu       sync.Mutex
	problems []string
	refused  []int // statuses of 400 and more that the test provokes
	requests map[network.RequestID]*request
}

// request is one that the page sent.
type request struct {
	method, url string
	status      int64
	bytes       float64 // as transferred, headers included
	done        bool
}

// expects says that the test provokes an answer with this status.
func (w *watch) expects(statuses ...int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.refused = append(w.refused, statuses...)
}

// see is told of every event of the tab.
func (w *watch) see(event any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		w.sent(e)
	case *network.EventResponseReceived:
		w.requests[e.RequestID].answered(e.Response.Status)
	case *network.EventLoadingFinished:
		if r := w.requests[e.RequestID]; r != nil {
			r.bytes, r.done = e.EncodedDataLength, true
		}
	case *runtime.EventExceptionThrown:
		w.problem("exception: %s", (&chromedp.ExceptionError{ExceptionDetails: e.ExceptionDetails}).Error())
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			var said []string
			for _, a := range e.Args {
				said = append(said, string(a.Value)+a.Description)
			}
			w.problem("console: %s", strings.Join(said, " "))
		}
	case *runtime.EventBindingCalled:
		w.problem("refused by the policy: %s", e.Payload)
	case *log.EventEntryAdded:
		if !w.provoked(e.Entry) {
			w.problem("log: %s %s: %s (%s)", e.Entry.Source, e.Entry.Level, e.Entry.Text, e.Entry.URL)
		}
	case *audits.EventIssueAdded:
		if g := e.Issue.Details.GenericIssueDetails; g != nil && g.ErrorType == audits.GenericIssueErrorTypeNavigationEntryMarkedSkippable {
			return // the test left a page without a person's gesture
		}
		details, err := json.Marshal(e.Issue.Details)
		w.problem("issue: %s: %s %v", e.Issue.Code, details, err)
	}
}

func (w *watch) sent(e *network.EventRequestWillBeSent) {
	if w.requests == nil {
		w.requests = map[network.RequestID]*request{}
	}
	w.requests[e.RequestID] = &request{method: e.Request.Method, url: e.Request.URL}
	u, err := url.Parse(e.Request.URL)
	if err != nil || u.Scheme+"://"+u.Host != w.origin && u.Scheme != "data" && u.Scheme != "blob" && e.Request.URL != "about:blank" {
		w.problem("request to another host: %s", e.Request.URL)
	}
}

func (r *request) answered(status int64) {
	if r != nil {
		r.status = status
	}
}

// provoked tells whether a line of the browser's log reports only an answer that the test asked for, or that the browser
// has dropped its pages after a logout.
func (w *watch) provoked(e *log.Entry) bool {
	if e.Level == log.EntryLevelInfo && strings.HasPrefix(e.Text, "Clear-Site-Data header") {
		return true
	}
	return e.Source == log.EntrySourceNetwork && slices.ContainsFunc(w.refused, func(status int) bool {
		return strings.Contains(e.Text, "status of "+strconv.Itoa(status))
	})
}

func (w *watch) problem(format string, args ...any) {
	w.problems = append(w.problems, fmt.Sprintf(format, args...))
}

func (w *watch) report(t testing.TB) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.problems {
		t.Error(p)
	}
}

// forget drops the requests that were seen so far.
func (w *watch) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.requests = nil
}

// seen returns the requests since the last forget once all are done.
func (tb *tab) seen() []request {
	tb.Helper()
	for {
		list, open := tb.watch.list()
		if open == 0 {
			return list
		}
		if err := tb.ctx.Err(); err != nil {
			tb.Fatal(errors.Join(errors.New("a request never ended"), err))
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func (w *watch) list() (list []request, open int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.requests {
		list = append(list, *r)
		if !r.done {
			open++
		}
	}
	return list, open
}
