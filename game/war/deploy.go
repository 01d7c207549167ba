package war

import (
	"math/rand/v2"
	"slices"
	"strings"

	"salle/game"
)

// Deployment is where a side places its army (war 4.1): the squares of its infantry, then of its cavalry, foot artillery,
// mounted artillery, foot relay and mounted relay, those of a kind in board order, and NoSquare after them for units that
// have no place yet. Equal deployments are ==; the zero Deployment has nothing placed.
type Deployment [Army]Square

// armyKinds is the kind of each unit of a Deployment.
var armyKinds = muster()

func muster() (kinds [Army]Kind) {
	n := 0
	for _, k := range Kinds {
		for range k.Number() {
			kinds[n] = k
			n++
		}
	}
	return kinds
}

// places are the indices of a kind's units in a Deployment: from the first to before the second.
func places(k Kind) (from, to int) {
	from = slices.Index(armyKinds[:], k)
	return from, from + k.Number()
}

// Of lists the squares of a kind's units, in board order.
func (d Deployment) Of(k Kind) []Square {
	from, to := places(k)
	var list []Square
	for _, s := range d[from:to] {
		if s != NoSquare {
			list = append(list, s)
		}
	}
	return list
}

// Place returns the deployment with one more unit on a square; ok is false if all of the kind have a place.
func (d Deployment) Place(k Kind, at Square) (_ Deployment, ok bool) {
	from, to := places(k)
	free := slices.Index(d[from:to], NoSquare)
	if free < 0 {
		return d, false
	}
	d[from+free] = at
	slices.Sort(d[from : from+free+1])
	return d, true
}

// Remove returns the deployment without the unit on a square.
func (d Deployment) Remove(at Square) Deployment {
	for i, s := range d {
		if s == at {
			_, to := places(armyKinds[i])
			copy(d[i:to], d[i+1:to])
			d[to-1] = NoSquare
			return d
		}
	}
	return d
}

// At is the kind of the unit on a square; NoKind for none.
func (d Deployment) At(s Square) Kind {
	if i := slices.Index(d[:], s); i >= 0 && s != NoSquare {
		return armyKinds[i]
	}
	return NoKind
}

// Missing lists the kinds of the units that have no place yet, one entry for each unit.
func (d Deployment) Missing() []Kind {
	var list []Kind
	for i, s := range d {
		if s == NoSquare {
			list = append(list, armyKinds[i])
		}
	}
	return list
}

// String is the deployment in notation without its leading word (war 13.1), "-" where nothing is placed.
func (d Deployment) String() string {
	var words []string
	for _, k := range Kinds {
		if list := d.Of(k); len(list) > 0 {
			words = append(words, k.Code()+" "+joined(list, " "))
		}
	}
	if words == nil {
		return "-"
	}
	return strings.Join(words, " ")
}

// Territory tells whether a square lies in a side's half of the board (war 1.2).
func Territory(side game.Seat, s Square) bool {
	return s != NoSquare && (s.Row() < Rows/2) == (side == game.First)
}

// Check tells why a side may not deploy so (war 4.1), with the square at fault if there is one: an empty code where it may.
func (d Deployment) Check(side game.Seat) (code string, at Square) {
	var taken Set
	for _, s := range d {
		switch {
		case s == NoSquare:
			continue
		case !Territory(side, s):
			return CodeTerritory, s
		case s.Terrain() == Mountain:
			return CodeMountain, s
		case taken.has(s):
			return CodeOccupied, s
		}
		taken.add(s)
	}
	if slices.Contains(d[:], NoSquare) {
		return CodeMissing, NoSquare
	}
	return "", NoSquare
}

// on places the units on a board.
func (d Deployment) on(p *Position, side game.Seat) {
	for i, s := range d {
		if s != NoSquare {
			p.put(s, PieceOf(side, armyKinds[i]))
		}
	}
}

// Preview is the board with nothing but these units of a side, for showing which of them would be in communication. No two
// of them may share a square.
func (d Deployment) Preview(side game.Seat) Position {
	p := Position{Arsenals: AllArsenals, Side: side}
	d.on(&p, side)
	return p
}

// Formation is a ready-made deployment (war 4.4). Key names it; pages have words for it.
type Formation struct {
	Key        string
	Deployment Deployment
}

// The keys of the ready-made formations.
const (
	FormationBook  = "book"  // the one of war 4.4
	FormationForts = "forts" // the forts and the pass are held
	FormationFlank = "flank" // the army stands on the other side of the mountains
	FormationLine  = "line"  // a long front on the lines of the two relays
)

// formationTexts are the formations in notation, by side.
var formationTexts = [2][4][2]string{
	{
		{FormationBook, "I F10 G6 G7 G9 H5 H7 H8 H9 I6 C G3 G4 H3 H4 K G8 W H6 R D3 X F5"},
		{FormationForts, "I B8 F10 G11 H12 H14 H21 I12 I13 I14 C G12 G13 H11 H13 K G15 W F15 R E15 X F19"},
		{FormationFlank, "I F14 F15 F16 G14 G15 G16 H14 H15 H16 C G13 G17 H13 H17 K F13 W F17 R D17 X E15"},
		{FormationLine, "I H2 H4 H6 H12 H14 H17 H19 H21 H23 C F8 F15 G8 G15 K I15 W I8 R H8 X H15"},
	},
	{
		{FormationBook, "I K15 K16 K17 L15 L16 L17 M15 M16 M17 C K19 L18 L19 M18 K K18 W O16 R O23 X N17"},
		{FormationForts, "I K14 L14 L15 L16 M3 M15 M16 M17 O23 C L17 M18 N17 N18 K L13 W O16 R O18 X Q20"},
		{FormationFlank, "I K11 K12 K13 L10 L11 L12 M9 M10 M11 C L9 L13 M8 N9 K N10 W N8 R O8 X Q6"},
		{FormationLine, "I M2 M3 M5 M8 M11 M13 M19 M22 M24 C K16 L16 M15 M17 K M14 W M18 R M16 X N17"},
	},
}

// Formations lists the ready-made deployments of a side, the book's first. In all of them all units are in communication.
func Formations(side game.Seat) []Formation {
	list := make([]Formation, 0, len(formationTexts[side]))
	for _, f := range formationTexts[side] {
		d, _ := parseDeployment(strings.Fields(f[1])) // a test reads them all
		list = append(list, Formation{Key: f[0], Deployment: d})
	}
	return list
}

// Scatter is a random legal deployment whose units are all in communication: the relays of a random formation, and the
// others anywhere on their lines in the seven rows at the frontier.
func Scatter(side game.Seat, rng *rand.Rand) Deployment {
	model := Formations(side)[rng.IntN(len(formationTexts[side]))].Deployment
	var d Deployment
	for _, k := range []Kind{FootRelay, MountedRelay} {
		d, _ = d.Place(k, model.Of(k)[0])
	}
	p := d.Preview(side)
	lit, _ := p.SupplyOf(side)
	var free []Square
	for s := range lit.All() {
		if near := s.Row() - 3; near >= 0 && near < 14 && Territory(side, s) && p.Board[s] == 0 {
			free = append(free, s)
		}
	}
	rng.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	for i, k := range d.Missing() {
		d, _ = d.Place(k, free[i])
	}
	return d
}
