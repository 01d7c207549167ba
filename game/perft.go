package game

// Perft counts the different ways to play exactly depth plies from p: what a change of the rules would likely alter, and
// nothing else. Where both seats owe an action, every pair of actions is one way, and Chance's options count like a
// player's. Matches that end earlier are not counted. A ply in which a seat may act without end has no such number.
func Perft(p Position, depth int) int {
	if depth <= 0 {
		return 1
	}
	status := p.Status()
	// One seat is enough: where more than one owes, their actions commute, so that one order stands for all.
	by, ok := lowest(status.ToAct)
	if !ok {
		return 0
	}
	ways := 0
	for _, action := range p.Legal(by) {
		next, _, err := p.Play(by, action)
		if err != nil {
			continue // cannot be: Play accepts what Legal lists
		}
		left := depth
		if next.Status().Ply > status.Ply {
			left--
		}
		ways += Perft(next, left)
	}
	return ways
}

// lowest is the first seat of a set that can owe an action.
func lowest(set Seats) (Seat, bool) {
	for _, s := range []Seat{First, Second, Chance} {
		if set.Has(s) {
			return s, true
		}
	}
	return 0, false
}
