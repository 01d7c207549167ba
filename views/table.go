package views

import (
	"net/url"
	"strconv"

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

// actAt is a form that acts.
func actAt(path string) templ.Attributes { return swap(templ.Attributes{"hx-post": path}) }

// pollFor asks again and again whether there is more to see than this page shows.
func pollFor(t Table) templ.Attributes {
	path := matchPath(t.ID) + "?since=" + strconv.Itoa(t.Version)
	return swap(templ.Attributes{"hx-get": path, "hx-trigger": "every 2s"})
}

// stepPath is the address of a frame of a match's record.
func stepPath(id string, step int) string {
	return matchPath(id) + "/record?step=" + strconv.Itoa(step)
}

// framePath is the address of a frame of the match's record, looked at as this page is.
func (t Table) framePath(step int) string {
	path := stepPath(t.ID, step)
	if t.Look.Zoom != 0 {
		path += "&zoom=" + strconv.Itoa(t.Look.Zoom)
	}
	if t.Look.Lines != "" {
		path += "&lines=" + url.QueryEscape(t.Look.Lines)
	}
	return path
}
