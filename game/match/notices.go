package match

import (
	"sync"
	"time"

	"salle/game"
)

// The kinds of what people are told.
const (
	NoticeTurn     = "turn"            // it is their turn
	NoticeOver     = "over"            // the match has ended
	NoticeReminder = "reminder"        // four fifths of the time for a turn are used up
	NoticeLast     = "last"            // the last hours of it begin
	NoticeDraw     = "draw-offered"    // the other player offers a draw
	NoticePause    = "pause-asked"     // the other player wants a pause
	NoticeTaken    = "offer-taken"     // their offer has become a match
	NoticeDeclined = "offer-declined"  // it was declined
	NoticeExpired  = "offer-expired"   // nobody took it in time
	NoticeRematch  = "rematch-offered" // somebody offers them another match
	NoticeDigest   = "digest"          // what waits today, once a day
	NoticeTest     = "test"            // nothing has happened: they try a channel
)

const (
	// ReminderShare is the share of the time for a turn after which a player is reminded.
	ReminderShare = 0.8
	// LastHours is how much time is left when a player is reminded once more.
	LastHours = 12 * time.Hour
	// apart is how far the two reminders must be from each other to be two.
	apart = time.Hour
	// arrival is how long the maker of an offer has to find his way to the match before he is told of it.
	arrival = 15 * time.Second
)

// PresentTurn stands for the ply that a match is at when a notice is kept.
const PresentTurn = -1

// Notice is something that people are to be told once: in a match those who sit in a seat, else those whom an offer
// concerns, or one channel. It follows from what everybody may know.
type Notice struct {
	ID        int64 // the store's
	Kind      string
	Match     string // "" for none
	Seat      game.Seat
	Turn      int    // the ply of the match, or PresentTurn; a digest's day
	Offer     string // an offer's id; "" for none
	Channel   string // a channel's id, of a digest; "" for none
	Made, Due time.Time
}

// isTurn tells the kinds that say that somebody has to act.
func (n Notice) isTurn() bool {
	return n.Kind == NoticeTurn || n.reminds()
}

// reminds tells the kinds that say it again.
func (n Notice) reminds() bool { return n.Kind == NoticeReminder || n.Kind == NoticeLast }

// tells tells whether anybody is told of a match. At one device both are there, and a machine keeps nobody waiting.
func (h Header) tells() bool { return h.Between() && !h.Shared }

// told is who is told what after the lines that lead from one snapshot to another. Who has just acted sees for himself
// what came of it.
func told(from, to snapshot, lines []game.Entry, at time.Time) []Notice {
	if !from.header.tells() {
		return nil
	}
	before, after := from.position.Status(), to.position.Status()
	var list []Notice
	tell := func(kind string, seat game.Seat) {
		list = append(list, Notice{Kind: kind, Seat: seat, Turn: after.Ply, Made: at, Due: at})
	}
	acted := actors(lines)
	for _, seat := range []game.Seat{game.First, game.Second} {
		switch {
		case after.Result.Over:
			if !acted.Has(seat) {
				tell(NoticeOver, seat)
			}
		case after.ToAct.Has(seat) && !before.ToAct.Has(seat):
			tell(NoticeTurn, seat)
		}
	}
	for _, line := range lines {
		if line.Action == game.Offer && line.Seat.Plays() && !after.Result.Over {
			tell(NoticeDraw, line.Seat.Other())
		}
	}
	return list
}

// actors are the players who have done something in some lines; that time runs out is nobody's deed.
func actors(lines []game.Entry) game.Seats {
	acted := game.Nobody
	for _, line := range lines {
		if line.Seat.Plays() && line.Action != game.Time && line.Action != game.Lapse {
			acted = acted.With(line.Seat)
		}
	}
	return acted
}

// opened is who is told of a new match: its maker, and whoever else has to act first and is not there, as he is who takes
// an offer.
func opened(h Header, first game.Status, person string) []Notice {
	if !h.tells() {
		return nil
	}
	var list []Notice
	there := h.SeatsOf(person)
	for _, seat := range []game.Seat{game.First, game.Second} {
		n := Notice{Kind: NoticeTurn, Seat: seat, Turn: first.Ply, Made: h.Created, Due: h.Created}
		switch {
		case there.Has(seat):
			continue
		case h.Offer != "":
			n.Kind, n.Due = NoticeTaken, h.Created.Add(arrival)
		case !first.ToAct.Has(seat):
			continue
		}
		list = append(list, n)
	}
	return append(list, reminders(h, h.Times, first.Ply, h.Created)...)
}

// retold is who is told what when the times of a match change and nothing else.
func retold(h Header, t Times, at time.Time) []Notice {
	if !h.tells() {
		return nil
	}
	list := reminders(h, t, PresentTurn, at)
	for _, seat := range []game.Seat{game.First, game.Second} {
		if t.Asked.Has(seat) && !h.Times.Asked.Has(seat) {
			list = append(list, Notice{Kind: NoticePause, Seat: seat.Other(), Turn: PresentTurn, Made: at, Due: at})
		}
	}
	return list
}

// reminders are those of the clocks that run: after a share of the turn's time, and before its last hours where it has
// more.
func reminders(h Header, t Times, ply int, at time.Time) []Notice {
	if !h.tells() {
		return nil
	}
	var list []Notice
	for i, side := range t.Sides {
		if !side.Runs() {
			continue
		}
		n := Notice{Kind: NoticeReminder, Seat: game.Seat(i), Turn: ply, Made: at, Due: h.Clock.Spent(side, ReminderShare)}
		list = append(list, n)
		last := h.Clock.Deadline(side).Add(-LastHours)
		if last.After(at) && last.Sub(n.Due).Abs() >= apart {
			n.Kind, n.Due = NoticeLast, last
			list = append(list, n)
		}
	}
	return list
}

// lookLife is how long somebody counts as looking at a match after his page has asked for it.
const lookLife = 2 * time.Minute

// looksLimit is how many looks are kept in memory.
const looksLimit = 10_000

// looks keeps who looks at which match. It is lost with the process: then nobody looks.
type looks struct {
	mu sync.Mutex
	at map[lookKey]time.Time
}

type lookKey struct {
	match string
	seat  game.Seat
}

// Saw keeps that the page of a match is in front of a player.
func (s *Service) Saw(id string, seat game.Seat) {
	if !seat.Plays() {
		return
	}
	now := s.clock()
	s.looks.mu.Lock()
	defer s.looks.mu.Unlock()
	if s.looks.at == nil {
		s.looks.at = map[lookKey]time.Time{}
	}
	s.looks.at[lookKey{id, seat}] = now
	if len(s.looks.at) <= looksLimit {
		return
	}
	for key, at := range s.looks.at {
		if now.Sub(at) > lookLife || len(s.looks.at) > looksLimit {
			delete(s.looks.at, key)
		}
	}
}

// lastLook is when a player last looked at a match; zero for never.
func (s *Service) lastLook(id string, seat game.Seat) time.Time {
	s.looks.mu.Lock()
	defer s.looks.mu.Unlock()
	return s.looks.at[lookKey{id, seat}]
}
