package shuriken

import (
	"math/rand/v2"

	"salle/game"
)

// world is what an enemy's hidden pieces might be: where the flag stands and where the shields do. NoField stands for one
// that is revealed or lost.
type world struct {
	flag    Field
	shields [2]Field
	weight  int // how likely, as a share of the sum over all worlds
}

// belief is all worlds that agree with an observation (shuriken 10).
type belief struct {
	known  Position // the duel as the observer knows it
	enemy  game.Seat
	worlds []world
	weight int // of all worlds
}

// How likely it is that a piece is the flag, as a product: a flag prefers to stay where it is, and behind.
const (
	weightStayed = 3 // it has not moved
	weightRear   = 2 // it began in the rearmost row
	weightOther  = 1
)

// believe lists the worlds of an observation. What has thrown is neither flag nor shield; what did not throw where it must
// have is one (shuriken 3.3, 3.4); the conditions of the setup hold where everything began (shuriken 8.2).
func believe(o *Observation) belief {
	b := belief{known: o.Position(), enemy: o.Seat.Other()}
	var suspects []*Sight // who may be a flag or a shield
	held := 0
	shields := o.Shields[b.enemy]
	blades := []Blades{Forward, Forward} // those of the shields still hidden
	if o.Ground == Training {
		blades[1] |= Back
	}
	flagHidden := true
	var captain *Sight
	without := func(shown Blades) {
		for i, has := range blades {
			if has == shown {
				blades = append(blades[:i:i], blades[i+1:]...)
				return
			}
		}
	}
	for i := range o.Pieces {
		s := &o.Pieces[i]
		if s.Owner != b.enemy {
			continue
		}
		switch {
		case s.Kind == Flag:
			flagHidden = false
		case s.Kind == Shield:
			shields--
			without(s.Blades)
		case s.Kind == Captain:
			captain = s
		case s.Kind == Shuriken && !s.Threw:
			suspects = append(suspects, s)
			if s.Held {
				held++
			}
		}
	}
	for _, f := range o.Fallen {
		if f.Owner == b.enemy && f.Kind == Shield {
			without(f.Blades)
		}
	}
	b.assign(o.Ground, suspects, blades[:min(shields, len(blades))], flagHidden, captain, held)
	return b
}

// assign lists all ways to give out the flag and the shields among the suspects so that everyone who held is one of them.
func (b *belief) assign(ground Ground, suspects []*Sight, blades []Blades, flagHidden bool, captain *Sight, held int) {
	flags := []*Sight{nil}
	if flagHidden {
		flags = flags[:0]
		for _, s := range suspects {
			if s.couldBeFlag(ground, b.enemy, captain) {
				flags = append(flags, s)
			}
			if s.Saved {
				flags = []*Sight{s}
				break
			}
		}
	}
	for _, flag := range flags {
		b.assignShields(suspects, blades, flag, held)
	}
}

// couldBeFlag tells whether an enemy piece that has not thrown may be his flag.
func (s *Sight) couldBeFlag(ground Ground, enemy game.Seat, captain *Sight) bool {
	if s.From.frontRow(enemy) {
		return false
	}
	if ground == Training {
		return true
	}
	return s.Blades == Forward && (captain == nil || !captain.From.Touches(s.From))
}

// assignShields lists all ways to give out the shields beside a flag.
func (b *belief) assignShields(suspects []*Sight, blades []Blades, flag *Sight, held int) {
	w := world{weight: weightOther}
	if flag != nil {
		w.flag = flag.At
		if flag.At == flag.From {
			w.weight *= weightStayed
		}
		if r := flag.From.Row(); r == 0 || r == Rows-1 {
			w.weight *= weightRear
		}
		if flag.Held {
			held--
		}
	}
	fits := func(s *Sight, i int) bool { return s != flag && !s.Saved && s.Blades == blades[i] }
	switch len(blades) {
	case 0:
		b.add(w, held)
	case 1:
		for _, s := range suspects {
			if fits(s, 0) {
				w.shields[0] = s.At
				b.add(w, held-ofHeld(s))
			}
		}
	case 2:
		for i, s := range suspects {
			if !fits(s, 0) {
				continue
			}
			for j, t := range suspects {
				twice := blades[0] == blades[1] && j < i // the same two the other way round
				if i == j || twice || !fits(t, 1) || s.From.Column() == t.From.Column() {
					continue
				}
				w.shields = [2]Field{s.At, t.At}
				b.add(w, held-ofHeld(s)-ofHeld(t))
			}
		}
	}
}

func ofHeld(s *Sight) int {
	if s.Held {
		return 1
	}
	return 0
}

// add takes a world if it explains all who held.
func (b *belief) add(w world, unexplained int) {
	if unexplained == 0 {
		b.worlds = append(b.worlds, w)
		b.weight += w.weight
	}
}

// draw picks a world by its weight.
func (b *belief) draw(rng *rand.Rand) world {
	if len(b.worlds) == 0 {
		return world{}
	}
	n := rng.IntN(b.weight)
	for _, w := range b.worlds {
		if n -= w.weight; n < 0 {
			return w
		}
	}
	return b.worlds[len(b.worlds)-1]
}

// position is the duel in a world.
func (b *belief) position(w world) Position {
	p := b.known
	hide := func(f Field, kind Kind) {
		if f == NoField {
			return
		}
		piece := p.Take(f)
		piece.Kind = kind
		p.Put(f, piece)
	}
	hide(w.flag, Flag)
	for _, f := range w.shields {
		hide(f, Shield)
	}
	p.Shuriken, p.Shields = b.known.Shuriken, b.known.Shields // they are public, and true
	return p
}
