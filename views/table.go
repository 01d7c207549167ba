package views

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

// What htmx is told on the very forms and links that work without it: where the answer goes and how it comes in.

// swap is how every answer comes in: the table is morphed, so that focus stays and what moved is animated.
func swap(more templ.Attributes) templ.Attributes {
	attrs := templ.Attributes{"hx-target": "#table", "hx-swap": "outerMorph", "hx-sync": "#table:drop"}
	for k, v := range more {
		attrs[k] = v
	}
	return attrs
}

// lookAt is a form or link that only looks: its address becomes the page's, so that a reload shows the same.
func lookAt(path string) templ.Attributes {
	return swap(templ.Attributes{"hx-get": path, "hx-replace-url": "true"})
}

// fillMethod is how a half-filled list travels: in the address, so that a reload shows the same; where two share a device
// in the body, so that no address shows it to the other.
func (t Table) fillMethod() string {
	if t.Shared {
		return "post"
	}
	return "get"
}

// fillAt is a form that fills a list.
func fillAt(t Table) templ.Attributes {
	if t.Shared {
		return actAt(matchPath(t.ID))
	}
	return lookAt(matchPath(t.ID))
}

// actAt is a form that acts.
func actAt(path string) templ.Attributes { return swap(templ.Attributes{"hx-post": path}) }

// pollFor asks again and again, and when the page comes into sight again, whether there is more to see than it shows. What
// its viewer has picked stays picked.
func pollFor(t Table) templ.Attributes {
	path, query, _ := strings.Cut(t.Here, "?")
	if query != "" {
		query += "&"
	}
	return pollAt(cmp.Or(path, matchPath(t.ID)) + "?" + query + "since=" + t.Since)
}

// pollAt asks an address again and again whether the page has changed.
func pollAt(path string) templ.Attributes {
	return swap(templ.Attributes{
		"hx-get": path, "hx-trigger": "every 2s, visibilitychange from:document", "hx-sync": "#table:abort", // what a person does goes first
	})
}

// listens tells whether the page has to ask for what comes, beside a page that says that it waits: the other may offer a
// draw, want a pause or write.
func (t Table) listens() bool {
	return t.Between && !t.Reviews() && !t.Watches() && (t.Status.Result.Over || t.Status.ToAct.Has(t.Seat))
}

// framePath is the address of a frame of the record, looked at as this page is.
func (t Table) framePath(step int) string {
	path := t.recordPath() + "?step=" + strconv.Itoa(step)
	if t.Review != nil && t.Review.Eyes != ReviewEyes[0] {
		path += "&eyes=" + t.Review.Eyes
	}
	if t.Look.Zoom != 0 {
		path += "&zoom=" + strconv.Itoa(t.Look.Zoom)
	}
	if t.Look.Lines != "" {
		path += "&lines=" + url.QueryEscape(t.Look.Lines)
	}
	return path
}
