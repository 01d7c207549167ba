package handlers_test

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkPost posts a turn against the machine's highest level: the turn and the answer are stored, and the next board
// is rendered as htmx asks for it.
func BenchmarkPost(b *testing.B) {
	s := newSite(b, 1)
	human := s.newBrowser(b)
	fragments := human.fragments()
	p := human.begin(5)
	rng := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		b.StopTimer()
		if p.has("verdict-title") {
			p = human.begin(5)
		}
		for has(p.byID(b, "confirm"), "aria-disabled") {
			p = fragments.press(p, attr(random(rng)(p.fitting()), "id"))
		}
		_, action, values := p.form(b, "confirm")
		b.StartTimer()
		p = fragments.post(action, values)
	}
}

// BenchmarkLook shows a match page as a link does.
func BenchmarkLook(b *testing.B) {
	human := newSite(b, 1).newBrowser(b)
	p := human.begin(3)
	for b.Loop() {
		human.get(p.path)
	}
}
