package game

// Event is one visible consequence of an action. Seen names its audience: a secret move is two events, a full one for
// its owner and a vague one for everyone else. Views word and animate events; rules never write prose.
type Event struct {
	Kind string // what happened, one of the game's own words: "move", "reveal", …
	By   Seat   // whom it happened to or who did it, as the kind says
	// Moment orders what one ply did: events of an equal moment happen at once and are animated together. Games whose
	// plies have a single moment leave it 0.
	Moment int
	At     []string // places and pieces in notation, in the order an animation visits them
	N      int      // a quantity such as damage
	Seen   Seats    // who is told
}

// SeenBy returns the events that seat is told of, in order.
func SeenBy(events []Event, seat Seat) []Event {
	var seen []Event
	for _, e := range events {
		if e.Seen.Has(seat) {
			seen = append(seen, e)
		}
	}
	return seen
}
