package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"salle/game"
	"salle/game/war"
)

// marches opens a Game of War against the weakest machine, as north.
func (b *browser) marches() page {
	b.t.Helper()
	_, action, values := b.get("/").form(b.t, "start-war")
	values.Set("level", "1")
	return b.post(action, values)
}

// edit sends an edit of the draft that a page shows, or with the field type something typed.
func (b *browser) edit(p page, field, text string, more ...string) page {
	b.t.Helper()
	values := url.Values{"ply": {attr(all(p.root, tagNamed("ply"))[0], "value")}, field: {text}}
	for i := 0; i < len(more); i += 2 {
		values.Set(more[i], more[i+1])
	}
	return b.post("/matches/"+p.matchID()+"/draft", values)
}

// tagNamed finds what a form sends under a name.
func tagNamed(name string) func(*html.Node) bool {
	return func(n *html.Node) bool { return attr(n, "name") == name }
}

// unfollowed is a browser that shows redirects themselves.
func (b *browser) unfollowed() *browser {
	client := *b.client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	one := *b
	one.client = &client
	return &one
}

// bookOf is the ready-made deployment of north as an action.
func bookOf() string { return war.DeployAction(war.Formations(game.First)[0].Deployment).String() }

// toMove deploys and plays until north is to move without a retreat.
func (b *browser) toMove() page {
	b.t.Helper()
	p := b.marches()
	p = b.press(b.edit(p, "type", bookOf()), "ready")
	if !p.has("end") {
		b.t.Fatalf("after the deployment there is no turn:\n%s", p.body)
	}
	return p
}

func TestADeploymentCanBeTyped(t *testing.T) {
	b := newSite(t, 31).newBrowser(t)
	p := b.edit(b.marches(), "type", strings.ToLower(bookOf()[:6])+bookOf()[6:])
	if _, _, values := p.form(t, "ready"); values.Get("do") != bookOf() {
		t.Errorf("the page would send %q, want %q", values.Get("do"), bookOf())
	}
}

func TestARedirectLeadsToWhatWasMoved(t *testing.T) {
	b := newSite(t, 32).newBrowser(t)
	p := b.marches()
	for _, c := range []struct{ edit, pick, want string }{
		{"place I E5", "I", "pick=I&ply=0.0#E5"},
		{"move E5 F6", "", "#F6"},
		{"clear", "", ""},
	} {
		got := b.unfollowed().edit(p, "edit", c.edit, "pick", c.pick).header.Get("Location")
		if _, after, _ := strings.Cut(strings.TrimPrefix(got, "/matches/"), p.matchID()); strings.TrimPrefix(after, "?") != c.want {
			t.Errorf("%s leads to %s, want %q after the id", c.edit, got, c.want)
		}
	}
	p = b.toMove()
	got := b.unfollowed().edit(p, "edit", "F5-G5", "zoom", "2").header.Get("Location")
	if !strings.HasSuffix(got, p.matchID()+"?zoom=2#G5") {
		t.Errorf("a move leads to %s", got)
	}
	p = b.get(got)
	if cell := p.byID(t, "G5"); cell.Data != "td" {
		t.Errorf("G5 is a %s", cell.Data)
	}
	picked := b.get("/matches/" + p.matchID() + "?ply=" + attr(all(p.root, tagNamed("ply"))[0], "value") + "&pick=H4")
	if !has(picked.byID(t, "H4"), "autofocus") {
		t.Error("a page with a unit picked does not begin there")
	}
}

func TestTheEndOfATurnCanBeTyped(t *testing.T) {
	b := newSite(t, 33).newBrowser(t)
	p := b.edit(b.toMove(), "type", "f5-g5")
	if len(all(p.root, tagNamed("do"))) == 0 {
		t.Fatalf("no move is prepared:\n%s", p.body)
	}
	p = b.edit(p, "type", "END")
	if record := b.get("/matches/" + p.matchID() + "/record.txt").body; !strings.Contains(record, "\nN F5-G5\nN end\nS ") {
		t.Errorf("the record does not have the turn:\n%s", record)
	}
	for _, way := range []*browser{b, b.fragments()} { // as its button, a typed resignation asks first
		asked := way.edit(p, "type", "Resign", "zoom", "2")
		if asked.has("verdict-title") || !has(asked.byID(t, "resign-ask").Parent, "open") || asked.notice(t) != wordsOf(t, "en").T("match.resign.asked") {
			t.Errorf("a typed resignation: status %d, %q", asked.status, asked.notice(t))
		}
	}
	if p = b.press(p, "resign"); !p.has("verdict-title") {
		t.Errorf("a resignation does not end the match:\n%s", p.notice(t))
	}
	if got := b.post(p.path+"/draft", url.Values{"ply": {"0.0"}, "type": {"resign"}}); got.status != http.StatusConflict {
		t.Errorf("a resignation after the end: status %d", got.status)
	}
	if p = b.edit(b.marches(), "type", "end"); p.status != http.StatusUnprocessableEntity || p.has("end") {
		t.Errorf("the end of a turn before it has begun: status %d", p.status)
	}
}

func TestActionsAreTypedAsPeopleTypeThem(t *testing.T) {
	b := newSite(t, 33).newBrowser(t)
	p := b.marches()
	for _, text := range []string{"Random", "FORMATION Book", "Clear", "PLACE i e5", "Move E5 f6", "Remove F6"} {
		if got := b.edit(p, "type", text); got.status != http.StatusOK {
			t.Errorf("%q: status %d, %q", text, got.status, got.notice(t))
		}
	}
	for _, text := range []string{"deploy", " Deploy "} {
		if got := b.edit(p, "type", text); got.status != http.StatusUnprocessableEntity || got.notice(t) != wordsOf(t, "en").T("refuse.war.notation-deploy") {
			t.Errorf("%q: status %d, %q", text, got.status, got.notice(t))
		}
	}
	p = b.toMove()
	for _, text := range []string{
		"F5-G5", "f5–g5", "f5—g5", "f5−g5", "F5 - G5", "f5 -g5", "f5 g5", " F5  G5 ", "ｆ５－ｇ５", "f5ーg5", "f5‑g5",
	} {
		got := b.edit(p, "type", text)
		if draft := got.draft(t); got.status != http.StatusOK || len(draft) != 1 || draft[0] != "F5-G5" {
			t.Errorf("%q: status %d, draft %v, %q", text, got.status, draft, got.notice(t))
		}
		b.edit(p, "type", "CLEAR")
	}
	got := b.edit(p, "type", "<f5 to g5>")
	if typed := attr(got.byID(t, "typed"), "value"); got.status != http.StatusUnprocessableEntity || typed != "<f5 to g5>" {
		t.Errorf("status %d; what cannot be read comes back as %q", got.status, typed)
	}
}

func TestWhatBecomesOfAFormationIsSaid(t *testing.T) {
	b := newSite(t, 34).newBrowser(t)
	p := b.edit(b.marches(), "edit", "formation book")
	send := func(p page, b *browser, do, name string) page {
		return b.post("/matches/"+p.matchID()+"/formations", url.Values{"ply": {"0.0"}, "do": {do}, "name": {name}})
	}
	for _, way := range []*browser{b, b.fragments()} {
		for _, c := range []struct {
			do, name string
			status   int
			want     string
		}{
			{"save", "", 422, "A formation needs a name"},
			{"save", "The <wall>", 200, "Saved: The <wall>."},
			{"load", "The <wall>", 200, "Loaded: The <wall>."},
			{"delete", "The <wall>", 200, "Deleted: The <wall>."},
			{"load", "The <wall>", 422, "That formation is gone."},
			{"delete", "The <wall>", 422, "That formation is gone."},
		} {
			got := send(p, way, c.do, c.name)
			if got.status != c.status || !strings.Contains(got.notice(t), c.want) {
				t.Errorf("%s %q: status %d, %q; want %d, %q", c.do, c.name, got.status, got.notice(t), c.status, c.want)
			}
			if typed := attr(got.byID(t, "typed"), "value"); typed != "" {
				t.Errorf("%s %q: the field for notation has %q", c.do, c.name, typed)
			}
		}
	}
}

func TestTheRulesOfAllGamesAreListed(t *testing.T) {
	b := newSite(t, 35).newBrowser(t)
	home := b.get("/")
	for _, p := range []page{b.get("/rules"), b.fragments().get("/rules")} {
		for _, g := range []string{"spirit", "war"} {
			link := all(p.root, func(n *html.Node) bool { return n.Data == "a" && attr(n, "href") == "/rules/"+g })
			if p.status != http.StatusOK || len(link) != 1 {
				t.Errorf("status %d, %d links to the rules of %s", p.status, len(link), g)
			}
		}
	}
	help := all(home.root, func(n *html.Node) bool { return attr(n, "data-key") == "?" })
	if len(help) != 1 || attr(help[0], "href") != "/rules" {
		t.Error("the question mark of the home page does not lead there")
	}
	long := b.get("/rules/war")
	if up := all(long.root, func(n *html.Node) bool { return attr(n, "href") == "#contents" }); len(up) != 1 || !long.has("contents") {
		t.Errorf("%d links lead back to the contents", len(up))
	}
}
