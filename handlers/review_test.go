package handlers_test

import (
	"bytes"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"salle/game/match"
)

// sent is a form as a browser sends it, with the text of its text areas.
func sent(t testing.TB, p page, button string) url.Values {
	t.Helper()
	_, _, values := p.form(t, button)
	values.Set("record", recordText(t, p))
	return values
}

// recordText is what the page's text area holds; browsers leave out the line break that leads it.
func recordText(t testing.TB, p page) string {
	t.Helper()
	var b strings.Builder
	for d := range p.byID(t, "record-text").Descendants() {
		b.WriteString(d.Data)
	}
	return b.String()
}

// downloaded is a finished match of a game against the machine: its id and its record.
func (b *browser) downloaded(slug string) (id, record string) {
	b.t.Helper()
	var p page
	switch slug {
	case "shuriken":
		p = b.press(b.press(b.get("/"), "start-shuriken-training"), "ready")
	default:
		p = b.beginOf(slug, 1)
	}
	if slug == "spirit" {
		p = b.turn(p, func(fits []*html.Node) *html.Node { return fits[0] })
	}
	p = b.press(p, "resign")
	if !p.has("verdict-title") {
		b.t.Fatalf("the match of %s goes on:\n%s", slug, p.body)
	}
	return p.matchID(), b.get("/matches/" + p.matchID() + "/record.txt").body
}

// frame is the main part of a record page without what differs between a match of this house and a record that was read
// back: its links.
func frame(t testing.TB, p page) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(p.body))
	if err != nil {
		t.Fatal(err)
	}
	main := page{root: root, path: p.path}.byID(t, "table")
	for _, n := range all(main, func(n *html.Node) bool {
		return n.Data == "nav" || n.Data == "form" || n.Data == "section" && strings.HasPrefix(attr(n, "class"), "review") ||
			n.Data == "p" && attr(n, "class") == "row"
	}) {
		if n.Parent != nil {
			n.Parent.RemoveChild(n)
		}
	}
	var b strings.Builder
	if err := html.Render(&b, main); err != nil {
		t.Fatal(err)
	}
	text := links.ReplaceAllString(strings.Join(strings.Fields(b.String()), " "), "")
	return strings.NewReplacer("> ", ">\n", " <", "\n<", "><", ">\n<").Replace(text)
}

var links = regexp.MustCompile(` (?:href|data-match)="[^"#]*"`)

func TestARecordIsSeenAsItsMatchWas(t *testing.T) {
	s := newSite(t, 1)
	b := s.newBrowser(t)
	for _, slug := range []string{"spirit", "war", "shuriken"} {
		t.Run(slug, func(t *testing.T) {
			b.t = t
			id, record := b.downloaded(slug)
			reader := s.newBrowser(t)
			reader.t = t
			p := reader.post("/review", url.Values{"record": {record}})
			if p.status != http.StatusOK || strings.TrimSpace(recordText(t, p)) != strings.TrimSpace(record) {
				t.Fatalf("status %d, text\n%s\nwant\n%s", p.status, recordText(t, p), record)
			}
			kept := reader.post("/review", sent(t, p, "keep"))
			if !strings.HasPrefix(kept.path, "/records/") {
				t.Fatalf("kept at %s:\n%s", kept.path, kept.body)
			}
			last := text(kept.byID(t, "table"))
			for _, step := range []string{"", "?step=0", "?step=1", "?step=2", "?step=99"} {
				want := frame(t, b.get("/matches/"+id+"/record"+step))
				path := kept.path + strings.Replace("?"+strings.TrimPrefix(step, "?")+"&eyes=first", "?&", "?", 1)
				if got := frame(t, s.newBrowser(t).get(path)); got != want {
					t.Errorf("%s differs at %s", path, firstDifference(got, want))
				}
			}
			if values := sent(t, p, "step-first"); values.Get("step") != "0" {
				t.Errorf("the first step is %q", values.Get("step"))
			} else if first := reader.fragments().post("/review", values); text(first.byID(t, "table")) == last || strings.Contains(first.body, "<html") {
				t.Errorf("the first frame is the last, or no fragment:\n%s", first.body)
			}
		})
	}
	if log := s.log.String(); log != "" {
		t.Errorf("the log is not empty:\n%s", log)
	}
}

func TestRecordsOfWholeDuelsAreOpen(t *testing.T) {
	files, err := filepath.Glob("../game/shuriken/testdata/*.record")
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	b := newSite(t, 1).newBrowser(t)
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		record := strings.ReplaceAll(string(raw), "\n", "\r\n")
		open := b.post("/review", url.Values{"record": {record}, "step": {"9"}})
		shut := b.post("/review", url.Values{"record": {record}, "step": {"9"}, "eyes": {"public"}})
		if open.status != http.StatusOK || shut.status != http.StatusOK {
			t.Fatalf("%s: status %d and %d:\n%s", file, open.status, shut.status, open.notice(t))
		}
		if frame(t, open) == frame(t, shut) {
			t.Errorf("%s: all open looks like what neither hides", file)
		}
		again := b.post("/review", sent(t, b.post("/review", sent(t, open, "eyes-public")), "step-prev"))
		if attr(again.byID(t, "eyes-public"), "aria-pressed") != "true" {
			t.Errorf("%s: the eyes are forgotten from step to step", file)
		}
	}
}

const givenRecord = "salle 1\ngame: spirit\nrules: 1\nsouth: An\u202ena\nnorth: <b>Ben</b>\n\n- first S\nS FF\nN FF\n"

func TestAWrongRecordSaysWhereAndShowsWhatIsRight(t *testing.T) {
	s := newSite(t, 1)
	b := s.newBrowser(t)
	var running string
	p := b.begin(1)
	running = b.get("/matches/" + p.matchID() + "/record.txt").body
	for _, c := range []struct {
		name, record string
		says         []string
		frames       bool
	}{
		{"a step that is none", givenRecord + "S XX\nN FF\n", []string{"Line 10", "“S XX”", "a legal action of S", "not an action of this game"}, true},
		{"a step against a rule", givenRecord + "S PA\n", []string{"Line 10", "“S PA”", "(spirit "}, true},
		{"a line that is no step", givenRecord + "S\n", []string{"Line 10", "“S”", "a step: a side's letter"}, true},
		{"another result", strings.Replace(givenRecord, "\n\n", "\nresult: south stars\n\n", 1), []string{"Line 6", "no result"}, true},
		{"an unknown game", strings.Replace(givenRecord, "spirit", "chess", 1), []string{"Line 2", "“game: chess”", "spirit, war, shuriken"}, false},
		{"later rules", strings.Replace(givenRecord, "rules: 1", "rules: 99", 1), []string{"Line 3", "“99”", "a version of the rules up to"}, false},
		{"an unknown variant", "salle 1\ngame: shuriken\nvariant: tea\nrules: 1\n\n", []string{"Line 3", "“tea”", "master"}, false},
		{"no record", "hello\n", []string{"Line 1", "“hello”", "“salle 1”"}, false},
		{"no game", "salle 1\nrules: 1\n\n", []string{"Line 1", "“game: …”"}, false},
		{"one side's view", running, []string{"“visible: south”", "is for reading and is not replayed"}, false},
		{"a short form without an end", "spirit 1\nfirst 1\nround 1\nFF FF\n", []string{"Line 5", "“nothing”", "FA FW, result *"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := b.post("/review", url.Values{"record": {c.record}})
			if p.status != http.StatusUnprocessableEntity {
				t.Fatalf("status %d", p.status)
			}
			for _, part := range c.says {
				if said := p.notice(t); !strings.Contains(said, part) {
					t.Errorf("it says %q, want %q in it", said, part)
				}
			}
			if got := recordText(t, p); strings.TrimPrefix(got, "\n") != strings.TrimPrefix(c.record, "\n") {
				t.Errorf("the text is lost:\n%q", got)
			}
			if p.has("step-last") != c.frames || p.has("keep") {
				t.Errorf("steps %v, to keep %v", p.has("step-last"), p.has("keep"))
			}
		})
	}
	if got := b.post("/review", url.Values{"record": {givenRecord}}); strings.Contains(got.body, "<b>Ben") || !strings.Contains(text(got.byID(t, "table")), "Anna") {
		t.Errorf("names are not clean:\n%s", got.body)
	}
	b.post("/language", url.Values{"lang": {"ko"}})
	if said := b.post("/review", url.Values{"record": {givenRecord + "S XX\n"}}).notice(t); !strings.HasPrefix(said, "10번째 줄: “S XX” 대신") {
		t.Errorf("in Korean it says %q", said)
	}
	if log := s.log.String(); log != "" {
		t.Errorf("visitors' mistakes are in the operator's log:\n%s", log)
	}
}

// upload sends a record as a file.
func (b *browser) upload(record string) page {
	b.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreateFormFile("file", "match.txt")
	if err != nil {
		b.t.Fatal(err)
	}
	_, err = part.Write([]byte(record))
	if err = errors.Join(err, w.Close()); err != nil {
		b.t.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodPost, b.site.URL+"/review", &body)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", w.FormDataContentType())
	return b.do(r)
}

func TestNothingOfARecordIsStoredUnlessItIsKept(t *testing.T) {
	s := newSite(t, 1)
	b := s.newBrowser(t)
	b.begin(1)
	before := dump(t, s)
	p := b.upload(strings.ReplaceAll(givenRecord, "\n", "\r\n"))
	if p.status != http.StatusOK || !strings.Contains(recordText(t, p), "- first S\nS FF") {
		t.Fatalf("an uploaded file: status %d:\n%s", p.status, p.body)
	}
	b.post("/review", sent(t, p, "step-prev"))
	b.post("/review", url.Values{"record": {givenRecord + "S XX\n"}})
	b.get("/review")
	for n, want := range map[int]int{match.MaxRecord: http.StatusUnprocessableEntity, match.MaxRecord + 1: http.StatusRequestEntityTooLarge, 3 * match.MaxRecord: http.StatusRequestEntityTooLarge} {
		if got := b.upload(strings.Repeat("\n", n)).status; got != want {
			t.Errorf("%d bytes: status %d, want %d", n, got, want)
		}
	}
	if after := dump(t, s); after != before {
		t.Fatalf("reading a record changed the database:\n%s\n---\n%s", before, after)
	}
	values := sent(t, p, "keep")
	kept := b.post("/review", values)
	if again := b.post("/review", values); again.path != kept.path || kept.status != http.StatusOK {
		t.Errorf("kept at %s and %s", kept.path, again.path)
	}
	if n := strings.Count(dump(t, s), "\nrecords "); n != 1 {
		t.Errorf("%d records are kept", n)
	}
}

func TestAKeptRecordHasAnAddress(t *testing.T) {
	s := newSite(t, 1)
	b, guest := s.newBrowser(t), s.newBrowser(t)
	p := b.post("/review", url.Values{"record": {givenRecord}})
	kept := b.post("/review", sent(t, p, "keep"))
	if !strings.Contains(b.get("/review").body, kept.path) || strings.Contains(guest.get("/review").body, kept.path) {
		t.Error("it is not listed to its keeper alone")
	}
	if got := guest.get(kept.path + "/record.txt"); got.body != givenRecord {
		t.Errorf("downloaded is\n%q", got.body)
	}
	first := guest.get(kept.path + "?step=0")
	if first.status != http.StatusOK || first.has("forget") || attr(first.byID(t, "step-next"), "href") != kept.path+"?step=1" {
		t.Errorf("the first frame: status %d:\n%s", first.status, first.body)
	}
	stolen := sent(t, guest.post("/review", url.Values{"record": {givenRecord}}), "keep")
	stolen.Set("keep", strings.TrimPrefix(kept.path, "/records/"))
	if got := guest.post("/review", stolen).status; got != http.StatusForbidden {
		t.Errorf("another's id: status %d", got)
	}
	if got := guest.post(kept.path+"/delete", nil).status; got != http.StatusNotFound {
		t.Errorf("another deletes it: status %d", got)
	}
	if got := b.press(kept, "forget"); got.path != "/review" || strings.Contains(got.body, kept.path) {
		t.Errorf("deleted, it leads to %s:\n%s", got.path, got.body)
	}
	if got := guest.get(kept.path).status; got != http.StatusNotFound {
		t.Errorf("deleted, it answers %d", got)
	}
}

func TestNobodyKeepsTooManyRecords(t *testing.T) {
	b := newSite(t, 1).newBrowser(t)
	b.blind = true
	for n := range match.MaxRecords + 1 {
		want := http.StatusOK
		if n == match.MaxRecords {
			want, b.blind = http.StatusConflict, false
		}
		id := strings.ReplaceAll(fmt.Sprintf("%026b", n), "0", "a")
		p := b.post("/review", url.Values{"record": {givenRecord}, "keep": {strings.ReplaceAll(id, "1", "b")}})
		if p.status != want {
			t.Fatalf("record %d: status %d", n, p.status)
		}
		if want == http.StatusConflict && (!strings.Contains(p.notice(t), itoa(match.MaxRecords)) || !p.has("keep")) {
			t.Errorf("it says %q", p.notice(t))
		}
	}
}
