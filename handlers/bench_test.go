package handlers_test

import (
	"math/rand/v2"
	"testing"

	"salle/game/war"
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

// BenchmarkPostWar posts a turn of the Game of War against the machine's highest level: the turn and the answer are stored,
// and the next board is rendered as htmx asks for it.
func BenchmarkPostWar(b *testing.B) {
	s := newSite(b, 1)
	human := s.newBrowser(b)
	p := human.campaign(5)
	for b.Loop() {
		b.StopTimer()
		if p.has("verdict-title") {
			p = human.campaign(5)
		}
		seen := actor{b, s, p.matchID(), s.person(b, p.matchID())}.seen()
		_, action, values := p.form(b, "end")
		values["do"] = planned(b, seen.Board.(war.Observation), 3, uint64(seen.Mark.Ply))
		b.StartTimer()
		p = human.fragments().post(action, values)
	}
}

// BenchmarkLookWar shows a match page of the Game of War as a link does.
func BenchmarkLookWar(b *testing.B) {
	human := newSite(b, 1).newBrowser(b)
	p := human.campaign(1)
	for b.Loop() {
		human.get(p.path)
	}
}
