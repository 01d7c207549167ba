package shuriken

import (
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

var positions = flag.Int("positions", 1000, "random positions on which the two implementations of the rules are compared")

// randomPosition is any position of a duel, most of them such as no match reaches: some of two armies anywhere, crowded
// now and then, any stones, counters, pins and stars.
func randomPosition(rng *rand.Rand) Position {
	p := Position{
		Ground: Ground(rng.IntN(2)), Quiet: rng.IntN(4) == 0, Turn: players[rng.IntN(2)], Calm: uint8(rng.IntN(EndAt)),
		Ply: uint16(rng.IntN(5)),
	}
	p.Stones = drawnStones(p.Ground, rng)
	drop := rng.IntN(4)
	for _, owner := range players {
		if p.Ground == Master && rng.IntN(3) == 0 {
			p.Stars[owner] = uint8(rng.IntN(2))
		}
		army := Deal(p.Ground, owner, rng)
		for _, man := range army {
			if man.Kind == NoKind || rng.IntN(4) < drop {
				continue
			}
			p.putAnywhere(rng, randomPiece(&p, Piece{Owner: owner, Kind: man.Kind, Blades: man.Blades}, rng))
		}
	}
	return p
}

// randomPiece gives a piece marks that it might have.
func randomPiece(p *Position, piece Piece, rng *rand.Rand) Piece {
	if piece.Kind >= Flag && rng.IntN(2) == 0 || piece.Kind == Flag && p.Still() {
		piece.Revealed = true
	}
	if p.Ground == Training {
		return piece
	}
	if rng.IntN(5) == 0 {
		piece.Pinned = uint8(1 + rng.IntN(PinnedTurns))
	}
	if piece.Kind == Volley && rng.IntN(3) == 0 {
		piece.Empty = uint8(1 + rng.IntN(EmptyTurns))
	}
	piece.Placed = piece.Kind == XShuriken && rng.IntN(2) == 0
	return piece
}

// putAnywhere puts a piece on a free field.
func (p *Position) putAnywhere(rng *rand.Rand, piece Piece) {
	for {
		f := Field(1 + rng.IntN(Places))
		// A captain beside his flag, and the flag in somebody's line, are rare by chance alone.
		if at := p.FlagAt[piece.Owner]; piece.Kind == Captain && at != NoField && rng.IntN(2) == 0 {
			f = at.Next(Direction(rng.IntN(directions)))
		}
		if p.free(f) {
			p.Put(f, piece)
			return
		}
	}
}

// The two implementations agree on what is legal and on what comes of it, move by move, in random positions and in those
// that random duels reach.
func TestTwoImplementationsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 4))
	endings := map[string]int{}
	for n := range *positions {
		p := randomPosition(rng)
		if n%3 == 0 {
			p = midDuel(Ground(rng.IntN(2)), rng.Uint64(), rng.IntN(40))
		}
		compare(t, p, endings)
		if t.Failed() {
			return
		}
	}
	for _, e := range []Ending{ByFlag, ByTaken, ByFelled, ByCalm} {
		if endings[e.String()] == 0 {
			t.Errorf("no duel ended by %s", e)
		}
	}
	t.Logf("endings: %v", endings)
}

// compare tries every legal move of a position.
func compare(t *testing.T, p Position, endings map[string]int) {
	t.Helper()
	d := slow(p)
	moves := p.AppendMoves(nil)
	var listed []string
	for _, m := range moves {
		listed = append(listed, m.String())
	}
	slices.Sort(listed)
	if want := d.legal(); !slices.Equal(listed, want) {
		t.Fatalf("in %s\nlegal are %v\nslowly    %v", p, listed, want)
	}
	for _, m := range moves {
		after := p
		after.Do(m)
		want := d.play(m)
		got := slow(after)
		if r := after.Result(); r.Over {
			got.result = Info.ResultText(r)
			endings[r.Reason]++
		}
		if !maps.Equal(got.pieces, want.pieces) || got.stars != want.stars || got.calm != want.calm || got.ply != want.ply ||
			got.turn != want.turn || got.result != want.result {
			t.Fatalf("%s in %s\nleads to %s %s\nslowly   %+v", m, p, after, got.result, want)
		}
		checkKept(t, &after)
	}
}

// checkKept holds what a position keeps beside its board against the board.
func checkKept(t *testing.T, p *Position) {
	t.Helper()
	fresh := Position{
		Stones: p.Stones, Ground: p.Ground, Quiet: p.Quiet, Turn: p.Turn, Ply: p.Ply, Calm: p.Calm, Stars: p.Stars,
		Ended: p.Ended, Winner: p.Winner,
	}
	for f, piece := range p.Board {
		if piece.Kind != NoKind {
			fresh.Put(Field(f), piece)
		}
	}
	if fresh != *p {
		t.Fatalf("what is kept beside the board of %s is %+v, want %+v", p, *p, fresh)
	}
}

// Check accepts what AppendMoves lists and nothing else, and Do is what Apply does.
func TestCheckAgreesWithTheList(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range *positions / 20 {
		p := randomPosition(rng)
		legal := map[Move]bool{}
		for _, m := range p.AppendMoves(nil) {
			legal[m] = true
		}
		try := func(m Move) {
			code := p.Check(m)
			if legal[m] != (code == "") || code != "" && ruleOf[code] == "" {
				t.Fatalf("%s in %s: listed %v, refused for %q (%s)", m, p, legal[m], code, ruleOf[code])
			}
		}
		try(Move{Verb: Pass})
		for from := NoField; from <= Places+1; from++ {
			try(Move{Verb: Throw, From: from})
			try(Move{Verb: Place, To: from})
			for to := NoField; to <= Places+1; to++ {
				try(Move{Glide, from, to})
			}
		}
	}
}

// What the side to move may do depends on nothing that it does not see: the position as it knows it has the same list.
func TestLegalMovesAreInTheObservation(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 1))
	for range *positions {
		p := randomPosition(rng)
		known := Rules{}.Observe(Resume(p), p.Turn).Position()
		if got, want := known.AppendMoves(nil), p.AppendMoves(nil); !slices.Equal(got, want) {
			t.Fatalf("in %s\nby the observation %v\nare legal          %v", p, got, want)
		}
	}
}
