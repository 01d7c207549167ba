package handlers_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"salle/game"
	"salle/game/war"
)

func TestWarFormsSentTwicePlayOnce(t *testing.T) { // C3.1, C3.4
	s := newSite(t, 1)
	b := s.newBrowser(t)
	for _, one := range []*browser{b, b.fragments()} {
		p := b.press(b.beginOf("war", 1), "use")
		for _, button := range []string{"ready", "end"} {
			_, action, values := p.form(t, button)
			p = one.post(action, values)
			before := s.stored(t, matchOf(action))
			again := one.post(action, values)
			if after := s.stored(t, matchOf(action)); again.status != http.StatusOK || len(after) != len(before) {
				t.Errorf("%s sent twice: status %d, the log grew from %d to %d lines", button, again.status, len(before), len(after))
			}
			if p.body != again.body {
				t.Errorf("%s sent twice has two answers:\n%s\n---\n%s", button, p.body, again.body)
			}
		}
	}
	p := b.campaign(1)
	p = b.press(p, "F10")
	_, action, values := p.form(t, "G11")
	for n, status := range []int{http.StatusOK, http.StatusUnprocessableEntity} {
		if got := b.post(action, values); got.status != status || !slices.Equal(got.draft(t), []string{"F10-G11"}) {
			t.Errorf("post %d of a move: status %d, the draft is %v", n+1, got.status, got.draft(t))
		}
	}
}

// matchOf is the id in an address under a match.
func matchOf(path string) string { return page{path: path}.matchID() }

func TestOldWarFormsChangeNothing(t *testing.T) { // C3.1, C3.3
	s := newSite(t, 2)
	b := s.newBrowser(t)
	deployment := b.press(b.beginOf("war", 1), "use")
	placing := b.press(deployment, "F10")
	turn := b.press(deployment, "ready")
	picked := b.press(turn, "F10")
	next := b.press(turn, "end")
	log := s.stored(t, next.matchID())
	for _, c := range []struct {
		name, button string
		old          page
	}{
		{"a deployment's random draw", "random", deployment},
		{"a unit taken off the board", "remove", placing},
		{"a move of the turn before", "G11", picked},
	} {
		for _, one := range []*browser{b, b.fragments()} {
			got := one.press(c.old, c.button)
			if got.status != http.StatusConflict || !strings.Contains(attr(got.byID(t, "notice"), "class"), "refused") {
				t.Errorf("%s: status %d, %q", c.name, got.status, got.notice(t))
			}
			if draft := got.draft(t); len(draft) > 0 {
				t.Errorf("%s: the draft is %v", c.name, draft)
			}
		}
	}
	if after := s.stored(t, next.matchID()); len(after) != len(log) {
		t.Errorf("the log grew from %v to %v", log, after)
	}
	// The back button: an address with what was picked then shows the board of now, and says so.
	if got := b.get(picked.path); got.status != http.StatusOK || got.has("drop") || !strings.Contains(got.notice(t), "F10") {
		t.Errorf("an old address: status %d, %q", got.status, got.notice(t))
	}
}

func class(name string) func(*html.Node) bool {
	return func(n *html.Node) bool { return slices.Contains(strings.Fields(attr(n, "class")), name) }
}

func TestTwoTabsShareADraft(t *testing.T) { // C3.5
	s := newSite(t, 3)
	b := s.newBrowser(t)
	one := b.campaign(1)
	other := b.get(one.path)
	one = b.move(one, "F10", "G11")
	other = b.move(other, "G6", "G5")
	if got := other.draft(t); !slices.Equal(got, []string{"F10-G11", "G6-G5"}) {
		t.Fatalf("the second tab's draft is %v", got)
	}
	one = b.get(one.path)
	one = b.press(one, "undo-1")
	if got := one.draft(t); !slices.Equal(got, []string{"G6-G5"}) {
		t.Fatalf("with the first move taken back the draft is %v", got)
	}
	// What a tab does not show it does not put aside, nor play what was taken back.
	for _, way := range []*browser{b, b.fragments()} {
		got := way.press(other, "end")
		if want := wordsOf(t, "en").T("refuse.war.draft"); got.status != http.StatusConflict || got.notice(t) != want || !slices.Equal(got.draft(t), []string{"G6-G5"}) {
			t.Errorf("a turn that has changed: status %d, %q, draft %v", got.status, got.notice(t), got.draft(t))
		}
		if mine := s.playedBy(t, other.matchID(), game.First); len(mine) != 1 {
			t.Fatalf("the second tab played %v", mine)
		}
	}
	b.press(one, "end")
	if mine := s.playedBy(t, other.matchID(), game.First); !slices.Equal(mine[1:], []string{"G6-G5", "end"}) {
		t.Errorf("the first tab sent %v", mine[1:])
	}
	if got := b.press(other, "end"); got.status != http.StatusConflict || len(got.draft(t)) > 0 {
		t.Errorf("the second tab's turn, of a moment that is gone: status %d, draft %v", got.status, got.draft(t))
	}
}

func TestAPassInAnOldTabPutsNothingAside(t *testing.T) { // C3.5
	s := newSite(t, 3)
	b := s.newBrowser(t)
	old := b.campaign(1)
	b.move(old, "F10", "G11")
	typed := url.Values{"ply": {attr(all(old.root, tagNamed("ply"))[0], "value")}, "draft": {attr(all(old.root, tagNamed("draft"))[0], "value")}, "type": {"end"}}
	for what, got := range map[string]page{
		"pressed": b.press(old, "end"), "typed": b.post(old.path+"/draft", typed),
		"sent bare": b.post(old.path+"/actions", url.Values{"ply": typed["ply"], "do": {"end"}}),
	} {
		if got.status != http.StatusConflict || !slices.Equal(got.draft(t), []string{"F10-G11"}) {
			t.Errorf("%s: status %d, draft %v", what, got.status, got.draft(t))
		}
	}
	// A deployment likewise.
	first := b.press(b.beginOf("war", 1), "use")
	b.press(first, "random")
	if got := b.press(first, "ready"); got.status != http.StatusConflict || got.notice(t) != wordsOf(t, "en").T("refuse.war.draft-deploy") || got.has("end") {
		t.Errorf("an army that has changed: status %d, %q", got.status, got.notice(t))
	}
}

func TestATurnSentInPartIsRefused(t *testing.T) {
	s := newSite(t, 3)
	b := s.newBrowser(t)
	p := b.campaign(1)
	mark := attr(all(p.root, tagNamed("ply"))[0], "value")
	before := s.stored(t, p.matchID())
	words := wordsOf(t, "en")
	for _, c := range []struct {
		do   []string
		want string
	}{
		{[]string{"F10-G11"}, "refuse.war.unfinished"},
		{[]string{"F10-G11", "G6-G5"}, "refuse.war.unfinished"},
		{[]string{""}, "refuse.war.unfilled"},
		{nil, "refuse.war.unfilled"},
	} {
		got := b.post(p.path+"/actions", url.Values{"ply": {mark}, "do": c.do})
		if got.status != http.StatusUnprocessableEntity || got.notice(t) != words.T(c.want) {
			t.Errorf("%q: status %d, %q; want %q", c.do, got.status, got.notice(t), words.T(c.want))
		}
	}
	if after := s.stored(t, p.matchID()); len(after) != len(before) {
		t.Errorf("the log grew to %v", after)
	}
}

func TestAnAttackThatCannotBeMadeIsRefusedInWords(t *testing.T) { // war 7.1
	s := newWarSite(t, 11)
	b := s.newBrowser(t)
	paths := map[int]string{battle: b.begun("battle", battle).path, retreat: b.begun("retreat", retreat).path}
	words := wordsOf(t, "en")
	deploying := b.beginOf("war", 1).path
	refused := func(path, mark, target, key string) {
		t.Helper()
		for _, one := range []*browser{b, b.fragments()} {
			typed := one.post(path+"/draft", url.Values{"ply": {mark}, "type": {target + "*"}})
			if typed.status != http.StatusUnprocessableEntity || typed.notice(t) != words.T(key) || attr(typed.byID(t, "typed"), "value") != target+"*" {
				t.Errorf("%s typed: status %d, %q; want %q", target, typed.status, typed.notice(t), words.T(key))
			}
			looked := one.get(path + "?" + url.Values{"ply": {mark}, "target": {target}}.Encode())
			if looked.status != http.StatusUnprocessableEntity || looked.notice(t) != words.T(key) || looked.has("strike") {
				t.Errorf("%s looked at: status %d, %q; want %q", target, looked.status, looked.notice(t), words.T(key))
			}
		}
	}
	refused(paths[battle], "2.0", "E8", "refuse.war.target")
	refused(paths[battle], "2.0", "a1", "refuse.war.target")
	refused(paths[battle], "2.0", "Z99", "refuse.war.square")
	refused(paths[battle], "2.0", "K99", "refuse.war.square")
	refused(paths[battle], "2.0", "F8 or F9", "refuse.war.notation")
	refused(paths[retreat], "2.0", "F8", "refuse.war.retreat")
	refused(deploying, "0.0", "K14", "refuse.war.action")
	refused(paths[battle], "2.0", "L4", "refuse.war.fire")
	if got := b.post(paths[battle]+"/draft", url.Values{"ply": {"1.0"}, "type": {"F8*"}}); got.status != http.StatusConflict {
		t.Errorf("for another moment: status %d", got.status)
	}
	if got := b.post(paths[battle]+"/draft", url.Values{"ply": {"2.0"}, "type": {" f8 * "}}); got.status != http.StatusOK || !got.has("strike") {
		t.Errorf("an attack that can be made: status %d", got.status)
	}
}

func TestNobodyElseTouchesAWar(t *testing.T) {
	s := newWarSite(t, 4)
	b, stranger := s.newBrowser(t), s.newBrowser(t)
	stranger.beginOf("war", 1)
	p := b.begun("theirs", awaited)
	mark := "2.0"
	for _, c := range []struct {
		path   string
		values url.Values
	}{
		{"/actions", url.Values{"do": {"end"}}},
		{"/actions", url.Values{"do": {"K15-J15", "end"}}},
		{"/actions", url.Values{"do": {"resign"}, "ply": {"0.0"}}},
		{"/draft", url.Values{"edit": {"K15-J15"}}},
		{"/draft", url.Values{"type": {"f10-g11"}}},
		{"/draft", url.Values{"edit": {"clear"}}},
		{"/formations", url.Values{"do": {"save"}, "name": {"Mine"}}},
		{"/formations", url.Values{"do": {"load"}, "name": {"Mine"}}},
	} {
		if c.values.Get("ply") == "" {
			c.values.Set("ply", mark)
		}
		for _, one := range []*browser{b, b.fragments()} {
			// Out of turn: refused, with the board.
			if got := one.post(p.path+c.path, c.values); got.status != http.StatusConflict && got.status != http.StatusUnprocessableEntity || !got.has("map") {
				t.Errorf("%s %v out of turn: status %d", c.path, c.values, got.status)
			}
		}
		for _, one := range []*browser{stranger, stranger.fragments(), s.newBrowser(t)} {
			if got := one.post(p.path+c.path, c.values); got.status != http.StatusForbidden || got.has("map") {
				t.Errorf("%s %v by a stranger: status %d", c.path, c.values, got.status)
			}
		}
	}
	if log := s.stored(t, "theirs"); len(log) > 0 {
		t.Errorf("the log is %v", log)
	}
	for _, seat := range []game.Seat{game.First, game.Second} {
		if d, err := s.db.Draft(context.Background(), "theirs", seat); err != nil || len(d.Steps) > 0 {
			t.Errorf("%s has prepared %v, %v", seat, d, err)
		}
	}
}

func TestARetreatOwedIsAllThatIsPossible(t *testing.T) { // war 9.3
	s := newWarSite(t, 5)
	b := s.newBrowser(t)
	p := b.begun("retreat", retreat)
	words := wordsOf(t, "en")
	if want := words.T("war.turn.retreat.pick"); !strings.HasSuffix(p.notice(t), want) || !strings.Contains(p.notice(t), "D9") {
		t.Errorf("the first thing said is %q, want it to end with %q", p.notice(t), want)
	}
	acts := all(p.root, func(n *html.Node) bool { return n.Data == "button" && attr(n, "form") == "act" })
	position, _ := war.ParsePosition(positions[retreat], 0)
	supply := position.Supply()
	var offered []string
	for _, n := range acts {
		offered = append(offered, attr(n, "value"))
	}
	d9, _ := war.ParseSquare("D9")
	var legal []string
	for _, to := range squaresIn(position.Destinations(d9, &supply).List()) {
		legal = append(legal, "D9-"+to)
	}
	if !slices.Equal(offered, legal) || len(legal) == 0 {
		t.Errorf("the page offers %v, legal are %v", offered, legal)
	}
	for what, offered := range map[string]bool{
		"the end of the turn": !has(p.byID(t, "end"), "aria-disabled"), "an attack": p.has("strike") || len(all(p.root, class("targets"))) > 0,
		"another unit": p.byID(t, "D5").Data == "button",
	} {
		if offered {
			t.Errorf("the page offers %s before the retreat", what)
		}
	}
	for _, c := range []struct{ path, name, value string }{
		{"/draft", "edit", "D5-D4"}, {"/draft", "type", "d5-e5"}, {"/actions", "do", "end"}, {"/actions", "do", "F8*"}, {"/actions", "do", "D5-D4"},
	} {
		got := b.post("/matches/retreat"+c.path, url.Values{"ply": {"2.0"}, c.name: {c.value}})
		if got.status != http.StatusUnprocessableEntity || got.notice(t) != words.T("refuse.war.retreat") {
			t.Errorf("%s: status %d, %q, want %q", c.value, got.status, got.notice(t), words.T("refuse.war.retreat"))
		}
	}
	if got := b.get("/matches/retreat?ply=2.0&target=F8"); got.has("strike") {
		t.Error("an attack is shown before the retreat")
	}
	p = b.press(b.get("/matches/retreat"), "C9")
	if got := p.draft(t); !slices.Equal(got, []string{"D9-C9"}) || has(p.byID(t, "end"), "aria-disabled") || p.byID(t, "D5").Data != "button" {
		t.Errorf("after the retreat the draft is %v", got)
	}
	if got := b.press(p, "end"); got.status != http.StatusOK || len(s.stored(t, "retreat")) != 2 {
		t.Errorf("the retreat is sent: status %d, log %v", got.status, s.stored(t, "retreat"))
	}
}

func TestAMoveThatWinsIsSentAlone(t *testing.T) { // war 11.1
	s := newWarSite(t, 6)
	b := s.newBrowser(t)
	p := b.begun("lastdepot", lastDepot)
	p = b.move(p, "S4", "T3")
	words := wordsOf(t, "en")
	if !strings.HasSuffix(p.notice(t), words.T("war.attack.wins")) {
		t.Errorf("the page says %q", p.notice(t))
	}
	if n := len(all(p.root, func(n *html.Node) bool { return n.Data == "button" && n.Parent.Data == "td" })); n > 0 {
		t.Errorf("the map still offers %d things", n)
	}
	p = b.press(b.press(p, "undo-1"), "S4")
	p = b.press(b.press(p, "T3"), "end")
	if want := words.T("result.arsenals.you", "rival", "Kaede"); p.status != http.StatusOK || p.notice(t) != want {
		t.Errorf("status %d, the page says %q, want %q", p.status, p.notice(t), want)
	}
}

func TestAWarFragmentIsThePagesOwnMainPart(t *testing.T) {
	s := newWarSite(t, 7)
	b := s.newBrowser(t)
	b.begun("battle", battle)
	b.begun("retreat", retreat)
	deploying := b.beginOf("war", 1).path
	for _, path := range []string{
		deploying, deploying + "?ply=0.0&pick=I", "/matches/battle", "/matches/battle?ply=2.0&pick=E8", "/matches/battle?ply=2.0&target=F8",
		"/matches/battle?lines=both&zoom=2", "/matches/retreat", "/matches/battle/record", "/matches/battle/record?step=0",
	} {
		whole, fragment := b.get(path), b.fragments().get(path)
		main := whole.body[strings.Index(whole.body, "<main"):]
		main = strings.Replace(main, " autofocus", "", 1) // where a page begins that is loaded whole
		if main = main[:strings.Index(main, "</main>")]; len(main) < 1000 || !strings.Contains(fragment.body, main) || strings.Contains(fragment.body, "<html") {
			d, _ := differ(strings.SplitAfter(fragment.body[strings.Index(fragment.body, "<main"):], ">"), strings.SplitAfter(main, ">"))
			t.Errorf("%s: the fragment differs from the page's main part: %s", path, d)
		}
	}
}

func TestWarFragmentsAreSmall(t *testing.T) {
	const most = 12 << 10
	s := newWarSite(t, 8)
	b := s.newBrowser(t)
	b.begun("quiet", quietWar)
	b.begun("battle", battle)
	b.begun("retreat", retreat)
	deploying := b.beginOf("war", 1).path
	b.begun("middle", quietWar)
	middle := s.march(t, "middle", 30)
	size := func(b *browser, path string) {
		t.Helper()
		asks := b.fragments()
		asks.header.Set("Accept-Encoding", "gzip")
		p := asks.get(path)
		if p.status != http.StatusOK || p.header.Get("Content-Encoding") != "gzip" {
			t.Fatalf("%s: status %d, encoding %q", path, p.status, p.header.Get("Content-Encoding"))
		}
		unpacked, err := gzip.NewReader(bytes.NewReader([]byte(p.body)))
		if err != nil {
			t.Fatal(err)
		}
		var whole bytes.Buffer
		if _, err := whole.ReadFrom(unpacked); err != nil || !bytes.Contains(whole.Bytes(), []byte(`id="map"`)) {
			t.Fatalf("%s: no map, %v", path, err)
		}
		if t.Logf("%5d of %6d bytes: %s", len(p.body), whole.Len(), path); len(p.body) > most {
			t.Errorf("%s has %d bytes, want at most %d", path, len(p.body), most)
		}
	}
	for _, language := range []string{"en", "ko", "ja"} {
		b.post("/language", url.Values{"lang": {language}})
		for _, path := range []string{
			deploying, deploying + "?ply=0.0&pick=I", "/matches/quiet", "/matches/quiet?ply=2.0&pick=F10", "/matches/quiet?lines=both",
			"/matches/battle", "/matches/battle?ply=2.0&target=F8", "/matches/retreat", "/matches/middle", middle, "/matches/middle?lines=both",
			"/matches/middle/record?step=20",
		} {
			size(b, path)
		}
	}
}

// rubbish is text that is nearly notation.
func rubbish(rng *rand.Rand) string {
	pieces := []string{
		"e5", "E5", "f10", "G11", "-", "*", " ", "deploy", "place", "move", "take", "remove", "formation", "book", "random", "clear",
		"end", "resign", "draw", "offer", "time", "first", "north", "I", "C", "K", "X", "Z99", "A0", "T26", "é", "兵", "\x00", "\xff", "\n", "%", "<b>", "'", "\"", "&", "0", "-1", "99999999999999999999", "",
	}
	var b strings.Builder
	for range rng.IntN(6) {
		b.WriteString(pieces[rng.IntN(len(pieces))])
		if rng.IntN(3) == 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func TestRubbishIsRefusedInWords(t *testing.T) {
	s := newWarSite(t, 9)
	b := s.newBrowser(t)
	paths := []string{b.beginOf("war", 1).path}
	for n := range positions {
		paths = append(paths, b.begun(fmt.Sprintf("rubbish%d", n), n).path)
	}
	rng := rand.New(rand.NewPCG(9, 9))
	marks := []string{"0.0", "2.0", "2.0", "2.0", "1.0", "", "x", "-1.5", "2.9", "99999999999999999999.0"}
	some := func(names ...string) url.Values {
		values := url.Values{"ply": {marks[rng.IntN(len(marks))]}}
		for _, name := range names {
			for range rng.IntN(3) {
				values.Add(name, rubbish(rng))
			}
		}
		return values
	}
	for n := range 600 {
		path, one := paths[n%len(paths)], b
		if n%2 == 0 {
			one = b.fragments()
		}
		var got page
		switch rng.IntN(6) {
		case 0:
			got = one.post(path+"/actions", some("do", "zoom", "lines", "pick"))
		case 1, 2:
			got = one.post(path+"/draft", some("edit", "type", "pick", "zoom"))
		case 3:
			got = one.post(path+"/formations", url.Values{"do": {[]string{"load", "save", "delete"}[rng.IntN(3)]}, "name": {rubbish(rng)}, "ply": {"0.0"}})
		case 4:
			got = one.get(path + "?" + some("pick", "target", "do", "lines", "zoom", "since").Encode())
		case 5:
			got = one.get(path + "/record?" + some("step", "pick", "target", "lines", "zoom").Encode())
		}
		if got.status >= http.StatusInternalServerError || got.status == http.StatusNotFound {
			t.Fatalf("request %d to %s is answered with %d:\n%s", n, got.path, got.status, got.body)
		}
		if got.status != http.StatusOK && got.status != http.StatusBadRequest && got.status != http.StatusNoContent && got.notice(t) == "" {
			t.Errorf("request %d to %s is refused with %d and no words", n, got.path, got.status)
		}
	}
	if log := s.log.String(); log != "" {
		t.Errorf("the log is not empty:\n%s", log)
	}
}

// FuzzTypedWar types anything where actions are typed: it is prepared, shown or refused, and nothing breaks.
func FuzzTypedWar(f *testing.F) {
	for _, text := range []string{"e5-e7", "F10-G11", "k14*", "F8*", "deploy I F10", "place I A1", "take E8-E9", "clear", "random", "formation book", "end", "\x00", ""} {
		f.Add(text)
	}
	s := newWarSite(f, 10)
	b := s.newBrowser(f)
	paths := []string{b.beginOf("war", 1).path, b.begun("fuzzed", battle).path, b.begun("fuzzedretreat", retreat).path}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1000 {
			return
		}
		b := *b
		b.t = t
		for n, path := range paths {
			mark := "2.0"
			if n == 0 {
				mark = "0.0"
			}
			got := b.post(path+"/draft", url.Values{"ply": {mark}, "type": {text}})
			fine := []int{http.StatusOK, http.StatusConflict, http.StatusUnprocessableEntity}
			if !slices.Contains(fine, got.status) || !got.has("map") {
				t.Errorf("%q at %s: status %d", text, path, got.status)
			}
		}
	})
}
