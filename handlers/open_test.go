package handlers_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func TestEveryGameOfTheHomePageHasAMatchOfItsOwn(t *testing.T) {
	b := newSite(t, 1).newBrowser(t)
	home := b.get("/")
	_, _, spirit := home.form(t, "start-spirit")
	_, action, war := home.form(t, "start-war")
	if spirit.Get("id") == war.Get("id") {
		t.Fatal("two forms would open one match")
	}
	one, two := b.post(action, spirit), b.post(action, war)
	if one.status != http.StatusOK || two.status != http.StatusOK || one.path == two.path {
		t.Errorf("opened %s (%d) and %s (%d)", one.path, one.status, two.path, two.status)
	}
}

func TestVariantsAreOfferedInOrderAndHold(t *testing.T) {
	b := newSite(t, 2).newBrowser(t)
	home := b.get("/")
	offers := func(region string, want ...string) {
		t.Helper()
		var offered []string
		switches := func(n *html.Node) bool { return attr(n, "name") == "variant" && attr(n, "type") == "checkbox" }
		for _, n := range all(home.byID(t, region), switches) {
			offered = append(offered, attr(n, "value"))
			if text(home.byID(t, attr(n, "aria-describedby"))) == "" {
				t.Errorf("%s is not explained", attr(n, "value"))
			}
		}
		if !slices.Equal(offered, want) {
			t.Fatalf("%s offers %v, want %v", region, offered, want)
		}
	}
	want := []string{"+adjudicate", "+collapse_victory", "+enemy_blocks_fire", "+relay_by_contact"}
	offers("new-war", want...)
	offers("ground-training", "-quiet")
	offers("ground-master", "-quiet")
	_, action, values := home.form(t, "start-war")
	values["variant"] = want
	values.Set("level", "1")
	p := b.post(action, values)
	record := b.get("/matches/" + p.matchID() + "/record.txt").body
	if line := "\nvariant: war " + strings.Join(want, " ") + "\n"; !strings.Contains(record, line) {
		t.Errorf("the record has no line %q:\n%s", line, record)
	}
	p = b.post("/matches/"+p.matchID()+"/actions", url.Values{"ply": {"0.0"}, "do": {"resign"}})
	_, action, values = p.form(t, "rematch")
	if again := b.post(action, values); !strings.Contains(b.get("/matches/"+again.matchID()+"/record.txt").body, "\nvariant: war +adjudicate") {
		t.Errorf("a rematch with %v is another game", values)
	}
}

func TestAVisitorChoosesHisSide(t *testing.T) {
	b := newSite(t, 3).newBrowser(t)
	sits := func(side string) string {
		t.Helper()
		_, action, values := b.get("/").form(t, "start-war")
		values.Set("side", side)
		values.Set("level", "1")
		p := b.post(action, values)
		if p.status != http.StatusOK {
			t.Fatalf("side %q: status %d", side, p.status)
		}
		class := attr(p.byID(t, "table"), "class")
		_, seat, _ := strings.Cut(class, "as-")
		return seat
	}
	if north, south := sits("north"), sits("south"); north != "n" || south != "s" {
		t.Errorf("north sits %q, south sits %q", north, south)
	}
	drawn := map[string]bool{}
	for range 40 { // all alike: once in 2^39
		if drawn[sits("drawn")] = true; len(drawn) == 2 {
			break
		}
	}
	if len(drawn) != 2 {
		t.Errorf("by lot one sits %v", drawn)
	}
	_, action, values := b.get("/").form(t, "start-war")
	values.Set("side", "east")
	if p := b.post(action, values); p.status != http.StatusBadRequest {
		t.Errorf("the side east: status %d", p.status)
	}
}

func TestTheLevelOfTheLastMatchIsProposedGameByGame(t *testing.T) {
	b := newSite(t, 4).newBrowser(t)
	b.begin(4)
	home := b.get("/")
	for button, want := range map[string]string{"start-spirit": "4", "start-war": "2"} {
		if _, _, values := home.form(t, button); values.Get("level") != want {
			t.Errorf("%s proposes level %s, want %s", button, values.Get("level"), want)
		}
	}
}
