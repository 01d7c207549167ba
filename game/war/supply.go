package war

import "salle/game"

// Supply is the state of communication of both sides (war 6), by seat.
type Supply struct {
	Lit [2]Set // squares on the lines of the side's sources, the sources' own among them (war 6.3, 6.4)
	In  [2]Set // squares of the side's units in communication (war 6.5)
}

// Supply computes the communication of both sides from the position alone (war 6.1).
func (p *Position) Supply() (s Supply) {
	p.connect(game.First, &s.Lit[game.First], &s.In[game.First])
	p.connect(game.Second, &s.Lit[game.Second], &s.In[game.Second])
	return s
}

// SupplyOf computes the communication of one side.
func (p *Position) SupplyOf(side game.Seat) (lit, in Set) {
	p.connect(side, &lit, &in)
	return lit, in
}

// cutting tells by side which pieces end that side's lines: enemy fighting units (war 6.3).
var cutting = cuts()

func cuts() (table [2][16]bool) {
	for _, side := range players {
		for _, k := range Kinds {
			table[side][PieceOf(side.Other(), k)] = k.Fighting()
		}
	}
	return table
}

// connect is war 6.2 to 6.6 for one side.
func (p *Position) connect(side game.Seat, lit, in *Set) {
	for i, s := range arsenalSquares {
		if p.Arsenals.Of(side)&(1<<i) != 0 {
			p.shine(side, s, lit)
		}
	}
	var relays [2]Square
	waiting := 0
	for _, s := range p.Units[side].Squares() {
		if !p.Board[s].Kind().Fighting() && waiting < len(relays) {
			relays[waiting] = s
			waiting++
		}
	}
	for {
		waiting = p.wake(side, &relays, waiting, lit, lit)
		p.spread(side, lit, in)
		if waiting == 0 || !p.Switches.Has(RelayByContact) {
			return
		}
		before := waiting
		if waiting = p.wake(side, &relays, waiting, in, lit); waiting == before {
			return
		}
	}
}

// wake lets the first n of some relays send out lines as long as one of them stands on a square of a set (war 6.4), and
// returns how many are left, in front of the others.
func (p *Position) wake(side game.Seat, relays *[2]Square, n int, on, lit *Set) int {
	for i := 0; i < n; {
		if !on.has(relays[i]) {
			i++
			continue
		}
		p.shine(side, relays[i], lit)
		relays[i] = relays[n-1]
		n--
		i = 0 // what was dark may be lit now
	}
	return n
}

// shine sends lines out of a source (war 6.3).
func (p *Position) shine(side game.Seat, source Square, lit *Set) {
	lit.add(source)
	only := p.Switches.Has(SuppliedUnitsCut)
	for d := range directions {
		s := source
		for n := open[source][d]; n > 0; n-- {
			s = Square(int(s) + leaps[d])
			if cutting[side&1][p.Board[s]&15] && (!only || p.Last[side.Other()].has(s)) {
				break
			}
			lit.add(s)
		}
	}
}

// spread finds the units in communication: those on lit squares and those in contact (war 6.5, 6.6).
func (p *Position) spread(side game.Seat, lit, in *Set) {
	relaysToo := p.Switches&(RelayByContact|RelaysInContact) != 0
	var chain [Army]Square // units whose neighbours are still to be looked at
	n := 0
	for _, s := range p.Units[side].Squares() {
		if !lit.has(s) {
			continue
		}
		in.add(s)
		if relaysToo || p.Board[s].Kind().Fighting() {
			chain[n] = s
			n++
		}
	}
	for n > 0 && n <= Army {
		n--
		from := chain[n]
		for d := range directions {
			if open[from][d] == 0 {
				continue
			}
			s := Square(int(from) + leaps[d])
			piece := p.Board[s]
			if piece == 0 || piece.Side() != side || in.has(s) || !relaysToo && !piece.Kind().Fighting() {
				continue
			}
			in.add(s)
			chain[n] = s
			n++
		}
	}
}
