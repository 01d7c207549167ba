package views

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/a-h/templ"
)

// Review is what a page of a record that was read back has beside its frames.
type Review struct {
	Text   string // of the record: the page sends it with every form, because nothing is stored; "" of a kept one
	Eyes   string // whose it is looked at with, one of ReviewEyes
	Wrong  bool   // the frames lead up to what is wrong
	KeepID string // the id under which it would be kept; "" where it cannot be
	Mine   bool   // the viewer keeps it
}

// ReviewEyes are whose eyes a record can be looked at with, as forms and addresses name them: first those that see all.
var ReviewEyes = []string{"all", "first", "second", "public"}

// ReviewPage is the page that a record is given to, where none can be shown.
type ReviewPage struct {
	Site
	Text   string // that was given and could not be read
	Notice *Notice
	Kept   []KeptRecord // what the visitor keeps, the latest first
	Size   int          // of the longest record that is read, in KB
}

// KeptRecord is a record in a list.
type KeptRecord struct {
	ID    string
	Game  string // its slug
	Names [2]string
	At    time.Time
}

// keptPath is the address of a kept record.
func keptPath(id string) string { return "/records/" + url.PathEscape(id) }

// posts tells whether the page of a record has no address, so that all that leads to another frame is a button.
func (t Table) posts() bool { return t.Review != nil && t.Review.Text != "" }

// recordPath is the address of the record without its query.
func (t Table) recordPath() string {
	switch {
	case t.Review == nil:
		return matchPath(t.ID) + "/record"
	case t.posts():
		return "/review"
	}
	return keptPath(t.ID)
}

// eyesPath is the record's address with other eyes, at the same frame.
func (t Table) eyesPath(eyes string) string {
	review := *t.Review
	review.Eyes = eyes
	t.Review = &review
	return t.framePath(t.Step)
}

// eyesName says in words whose eyes are meant.
func (t Table) eyesName(eyes string) string {
	who := ""
	if seat := slices.Index(ReviewEyes, eyes) - 1; seat == 0 || seat == 1 {
		who = playerName(t.Lang, t.Players[seat])
	}
	return t.Lang.T("review.eyes."+eyes, "who", who)
}

// reviewForm is the form that carries a record which is not kept. The buttons of the page belong to it wherever they stand.
const reviewForm = "review"

// looksBy is what a button that only looks has beside its name: it belongs to form, or to the one that carries the record.
func (t Table) looksBy(form string) templ.Attributes {
	switch {
	case t.posts():
		return swap(templ.Attributes{"form": reviewForm, "hx-post": "/review"})
	case form != "":
		return templ.Attributes{"form": form}
	}
	return nil
}

// was are how the page is looked at now, as its form says it: a button that is pressed says what changes.
func (t Table) was() [][2]string {
	list := [][2]string{{"was-step", strconv.Itoa(t.Step)}, {"was-eyes", t.Review.Eyes}}
	if t.Look.Zoom != 0 {
		list = append(list, [2]string{"was-zoom", strconv.Itoa(t.Look.Zoom)})
	}
	if t.Look.Lines != "" {
		list = append(list, [2]string{"was-lines", t.Look.Lines})
	}
	return list
}

// keptName says in words what a kept record is of.
func (p ReviewPage) keptName(r KeptRecord) string {
	of := func(i int) string { return cmp.Or(r.Names[i], p.Lang.T("review.player", "n", i+1)) }
	return p.Lang.T("review.kept.name", "who", of(0), "rival", of(1))
}

// current marks the link to the frame that is shown.
func current(is bool) templ.Attributes {
	if !is {
		return nil
	}
	return templ.Attributes{"aria-current": "step"}
}
