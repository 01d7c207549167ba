package shuriken

import (
	"maps"

	"salle/game"
)

// play is the duel after a legal move.
func (d slowDuel) play(m Move) slowDuel {
	d.pieces = maps.Clone(d.pieces)
	me, you := d.turn, d.turn.Other()
	fell, flagLost, taken := false, false, false
	from, to := spot{m.From.Column() + 1, m.From.Row() + 1}, spot{m.To.Column() + 1, m.To.Row() + 1}
	volley, threw := spot{}, false
	switch m.Verb {
	case Throw:
		threw = true
		to = from
	case Glide:
		_, taken = d.pieces[to]
		d.pieces[to] = d.pieces[from]
		delete(d.pieces, from)
		threw = !taken && d.canThrow(to)
	case Place:
		d.stars[me]--
		d.pieces[to] = Piece{Owner: me, Kind: XShuriken, Blades: Diagonal, Placed: true}
	}
	if threw {
		if d.pieces[to].Kind == Volley {
			volley = to
		}
		fell, flagLost = d.throw(to)
	}
	d.countDown(me, volley)
	d.ply++
	d.calm++
	if fell || taken {
		d.calm = 0
	}
	d.judge(me, you, flagLost, taken)
	if d.result == "" {
		d.turn = you
	}
	return d
}

// throw does what is hit; shuriken 5.5.
func (d *slowDuel) throw(from spot) (fell, flagLost bool) {
	thrower := d.pieces[from]
	hits := d.hits(from)
	rebound := false
	remove := func(at spot) {
		piece := d.pieces[at]
		if piece.Kind == XShuriken && !piece.Placed {
			d.stars[1-piece.Owner]++
		}
		delete(d.pieces, at)
		fell = true
	}
	for at := range hits {
		hit := d.pieces[at]
		switch {
		case thrower.Kind == Volley:
			hit.Pinned = 2
			d.pieces[at] = hit
		case hit.Kind == Flag:
		case hit.Kind == Shield && thrower.Kind == Bow && !hit.Revealed:
			hit.Revealed = true
			d.pieces[at] = hit
		default:
			rebound = rebound || hit.Kind == Shield && thrower.Kind != Bow
			remove(at)
		}
	}
	for at := range hits {
		hit := d.pieces[at]
		if hit.Kind != Flag || thrower.Kind == Volley {
			continue
		}
		if d.need == 2 && !hit.Revealed && d.calm < 8 {
			hit.Revealed = true
			d.pieces[at] = hit
			continue
		}
		captain, saved := d.captain(at, hit.Owner)
		if saved {
			remove(captain)
			hit.Revealed = false
			d.pieces[at] = hit
			continue
		}
		remove(at)
		flagLost = true
	}
	if rebound {
		remove(from)
	}
	return fell, flagLost
}

func (d *slowDuel) captain(flag spot, owner game.Seat) (spot, bool) {
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			at := spot{flag.x + dx, flag.y + dy}
			if piece, ok := d.pieces[at]; ok && piece.Kind == Captain && piece.Owner == owner {
				return at, true
			}
		}
	}
	return spot{}, false
}

func (d *slowDuel) countDown(me game.Seat, volley spot) {
	for at, piece := range d.pieces {
		if piece.Owner != me {
			continue
		}
		piece.Pinned -= min(piece.Pinned, 1)
		piece.Empty -= min(piece.Empty, 1)
		if at == volley {
			piece.Empty = 2
		}
		d.pieces[at] = piece
	}
}

// judge ends the turn (shuriken 5.5, 6, 7).
func (d *slowDuel) judge(me, you game.Seat, flagLost, taken bool) {
	var standing [2]int
	for _, piece := range d.pieces {
		if d.thrower(piece) {
			standing[piece.Owner]++
		}
	}
	lives := func(seat game.Seat) bool { return standing[seat]+d.stars[seat] > 0 }
	name := func(seat game.Seat) string { return sides[seat] }
	switch {
	case flagLost:
		d.result = name(me) + " flag"
	case taken:
		d.result = name(me) + " taken"
	case !lives(me) && !lives(you):
		d.result = "draw both"
	case !lives(you):
		d.result = name(me) + " felled"
	case !lives(me):
		d.result = name(you) + " felled"
	}
	if d.result != "" || d.calm < 8 {
		return
	}
	for at, piece := range d.pieces {
		if piece.Kind == Flag {
			piece.Revealed = true
			d.pieces[at] = piece
		}
	}
	if d.calm < 14 {
		return
	}
	switch {
	case standing[me] > standing[you]:
		d.result = name(me) + " calm"
	case standing[you] > standing[me]:
		d.result = name(you) + " calm"
	default:
		d.result = "draw calm"
	}
}
