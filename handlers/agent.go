package handlers

import "strings"

// mark is a piece of a browser's description of itself and what it tells.
type mark struct{ piece, name string }

// The marks of browsers and systems, those first that stand beside others' too.
var (
	browserMarks = []mark{
		{"Edg", "Edge"},
		{"OPR/", "Opera"},
		{"SamsungBrowser/", "Samsung Internet"},
		{"Whale/", "Whale"},
		{"Vivaldi/", "Vivaldi"},
		{"Firefox/", "Firefox"},
		{"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"},
		{"Chrome/", "Chrome"},
		{"Safari/", "Safari"},
	}
	systemMarks = []mark{
		{"Android", "Android"},
		{"iPhone", "iPhone"},
		{"iPad", "iPad"},
		{"Windows", "Windows"},
		{"CrOS", "ChromeOS"},
		{"Mac OS X", "macOS"},
		{"Linux", "Linux"},
	}
)

// agentOf names a browser and its system in two words, so that a person can tell his browsers apart; "" for what says
// nothing known. No more of the description is kept.
func agentOf(description string) string {
	var names []string
	for _, marks := range [][]mark{browserMarks, systemMarks} {
		for _, m := range marks {
			if strings.Contains(description, m.piece) {
				names = append(names, m.name)
				break
			}
		}
	}
	return strings.Join(names, " · ")
}
