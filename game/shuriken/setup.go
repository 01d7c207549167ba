package shuriken

import (
	"math/rand/v2"
	"slices"

	"salle/game"
)

// on puts the army onto an empty ground of its own.
func (a *Army) on(p *Position, owner game.Seat) {
	for i, man := range a {
		if man.Kind != NoKind {
			p.Put(groundField(owner, i), Piece{Owner: owner, Kind: man.Kind, Blades: man.Blades})
		}
	}
}

// army is where the pieces of a side stand on its own ground.
func (p *Position) army(owner game.Seat) (a Army) {
	for i := range a {
		if piece := p.Board[groundField(owner, i)]; piece.Kind != NoKind && piece.Owner == owner {
			a[i] = piece.Man()
		}
	}
	return a
}

// Complete tells whether the army has just the pieces of a ground's list (shuriken 8.1).
func (a Army) Complete(g Ground) bool {
	list := g.Army()
	flags := 0
	for _, man := range a {
		if man.Kind == NoKind {
			continue
		}
		if man.Kind == Flag {
			flags++
		}
		i := slices.Index(list, man)
		if man.Kind == Flag && g == Training { // the bearer is one of the ten
			i = slices.Index(list, plain(man.Blades))
		}
		if i < 0 {
			return false
		}
		list = slices.Delete(list, i, i+1)
	}
	return len(list) == 0 && flags == 1
}

// Problem is the condition of shuriken 8.2 that an army breaks: CodeShields, CodeFront or CodeCaptain; "" for none.
func (a Army) Problem(owner game.Seat) string {
	flag, captain := NoField, NoField
	var shields []Field
	for i, man := range a {
		switch f := groundField(owner, i); man.Kind {
		case Flag:
			flag = f
		case Captain:
			captain = f
		case Shield:
			shields = append(shields, f)
		}
	}
	switch {
	case len(shields) == 2 && shields[0].Column() == shields[1].Column():
		return CodeShields
	case flag != NoField && flag.frontRow(owner):
		return CodeFront
	case flag != NoField && flag.Touches(captain):
		return CodeCaptain
	}
	return ""
}

// Deal is a random army that keeps the conditions, all such armies being equally likely (shuriken 8.2).
func Deal(g Ground, owner game.Seat, rng *rand.Rand) Army {
	for {
		var a Army
		copy(a[:], g.Army())
		if g == Training {
			bearer := rng.IntN(len(grounds[g].army) - 2)
			a[bearer].Kind = Flag
		}
		rng.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
		if a.Problem(owner) == "" {
			return a
		}
	}
}

// exampleArmy is an army that keeps the conditions, always the same.
func exampleArmy(g Ground, owner game.Seat) Army {
	return Deal(g, owner, rand.New(rand.NewPCG(uint64(owner), 1)))
}

// drawnStones are random pairs (shuriken 1.4).
func drawnStones(g Ground, rng *rand.Rand) (s Stones) {
	for _, i := range rng.Perm(len(pairFields))[:grounds[g].stonePairs] {
		slant := Slash + Slant(rng.IntN(2))
		s, _ = s.with(pairFields[i], slant)
		s, _ = s.with(pairFields[i].Turned(), slant)
	}
	return s
}

// allStones lists every draw of the stones.
func allStones(g Ground) []Stones {
	var list []Stones
	var add func(s Stones, from, left int)
	add = func(s Stones, from, left int) {
		if left == 0 {
			list = append(list, s)
			return
		}
		for i := from; i < len(pairFields); i++ {
			for _, slant := range []Slant{Slash, Backslash} {
				one, _ := s.with(pairFields[i], slant)
				both, _ := one.with(pairFields[i].Turned(), slant)
				add(both, i+1, left-1)
			}
		}
	}
	add(0, 0, grounds[g].stonePairs)
	return list
}

// checkStep tells why a seat may not do a step of the setup with its army: one of the codes, "" where it may.
func (a *Army) checkStep(g Ground, owner game.Seat, m Move) string {
	switch {
	case m.Verb == Swap:
		return a.checkSwap(g, owner, m)
	case m.Verb == Banner && m == Move{Verb: Banner, To: m.To}:
		return a.checkBanner(g, owner, m.To)
	case m == Move{Verb: Shuffle}:
		if g != Master {
			return CodeWrongGround
		}
		return ""
	case m == Move{Verb: Ready}:
		return a.Problem(owner)
	}
	return CodeNotNow
}

func (a *Army) checkSwap(g Ground, owner game.Seat, m Move) string {
	switch {
	case !m.From.Valid() || !m.To.Valid():
		return CodeField
	case !m.From.OwnGround(owner) || !m.To.OwnGround(owner):
		return CodeNotOwnGround
	case m.From == m.To:
		return CodeSame
	case m.From > m.To: // Parse writes the lower one first
		return CodeNotNow
	}
	one, other := a[m.From.groundIndex(owner)], a[m.To.groundIndex(owner)]
	switch {
	case one.Kind == NoKind && other.Kind == NoKind:
		return CodeNoPiece
	case g == Training && one.Kind != Shield && other.Kind != Shield:
		return CodeNotShield
	}
	return ""
}

func (a *Army) checkBanner(g Ground, owner game.Seat, to Field) string {
	switch {
	case g != Training:
		return CodeWrongGround
	case !to.Valid():
		return CodeField
	case !to.OwnGround(owner):
		return CodeNotOwnGround
	}
	switch a[to.groundIndex(owner)].Kind {
	case NoKind:
		return CodeNoPiece
	case Shield:
		return CodeNotWarrior
	case Flag:
		return CodeBearer
	}
	return ""
}

// groundIndex is the inverse of groundField.
func (f Field) groundIndex(owner game.Seat) int { return int(f - groundField(owner, 0)) }

// step does a legal Swap or Banner.
func (a *Army) step(owner game.Seat, m Move) {
	to := m.To.groundIndex(owner)
	if m.Verb == Swap {
		from := m.From.groundIndex(owner)
		a[from], a[to] = a[to], a[from]
		return
	}
	for i := range a {
		if a[i].Kind == Flag {
			a[i].Kind = Shuriken
		}
	}
	a[to].Kind = Flag
}

// steps lists the steps of the setup that a seat may do with its army; its readiness, where it may be declared, is the first.
func (a *Army) steps(g Ground, owner game.Seat) []Action {
	var list []Action
	add := func(m Move) {
		if a.checkStep(g, owner, m) == "" {
			list = append(list, MoveAction(m))
		}
	}
	add(Move{Verb: Ready})
	for i := range groundSize {
		for j := i + 1; j < groundSize; j++ {
			add(Move{Verb: Swap, From: groundField(owner, i), To: groundField(owner, j)})
		}
	}
	for i := range groundSize {
		add(Move{Verb: Banner, To: groundField(owner, i)})
	}
	add(Move{Verb: Shuffle})
	return list
}
