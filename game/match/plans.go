package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"salle/game"
)

// When a plan is played.
const (
	WhenTurn = "turn" // the other's turn is just this
	WhenStep = "step" // the other does these things, in any order and whatever else he does
	WhenAny  = "any"  // whatever he does
)

// Why a plan was not played though what it waits for has happened.
const (
	PlanIllegal = "illegal" // its owner could not do that
	PlanOffer   = "offer"   // the other offers a draw beside, which the answer would refuse
)

// MaxPlans is how many plans a player may have for one turn of the other, and maxPlanned the longest of their parts, in bytes
// of notation.
const (
	MaxPlans   = 20
	maxPlanned = 400
)

// ErrPlans: there are MaxPlans already, or the plan is longer than any turn.
var ErrPlans = errors.New("too much is planned")

// Plan is what a player wants to answer to a turn that the other has not done yet.
type Plan struct {
	When   string   // WhenTurn, …
	If     []string // the other's actions, in notation; none for WhenAny
	Then   []string // the answer
	Ply    int      // at which the other's turn begins
	Failed string   // why it was not played, PlanIllegal or PlanOffer; "" while it waits
}

// PlanStore keeps plans. Of a seat's plans one has a When and If, letters of either case being the same.
type PlanStore interface {
	// SavePlan keeps a plan in place of one for the same; full, and nothing kept, where that would be one more than most for
	// its ply.
	SavePlan(ctx context.Context, id string, seat game.Seat, p Plan, most int) (full bool, err error)
	// Plans returns those of a seat, the oldest first.
	Plans(ctx context.Context, id string, seat game.Seat) ([]Plan, error)
	// DropPlan forgets a plan, known by its When and If; one that is not there is no error.
	DropPlan(ctx context.Context, id string, seat game.Seat, p Plan) error
	// DropPlans forgets all plans of a seat.
	DropPlans(ctx context.Context, id string, seat game.Seat) error
	// FailPlan keeps of a seat's plans one alone, and why it was not played.
	FailPlan(ctx context.Context, id string, seat game.Seat, p Plan) error
	// Planned returns the running matches in which a plan waits and its player owes an action.
	Planned(ctx context.Context) ([]string, error)
}

// mayPlan tells whether a player may plan now: the other alone has to act, at a ply at which he himself had nothing to do. So
// where both act at once, and each unseen, nothing is planned.
func (s snapshot) mayPlan(seat game.Seat) bool {
	toAct := s.position.Status().ToAct
	return talks(s.header) && seat.Plays() && toAct == game.Only(seat.Other()) && !s.actedSince(seat, s.position.Status().Ply)
}

// actedSince tells whether a player has done an action of the game at a ply or later.
func (s snapshot) actedSince(seat game.Seat, ply int) bool {
	return len(s.since(seat, ply)) > 0
}

// since are the lines of a player from a ply on, but for those of the table.
func (s snapshot) since(seat game.Seat, ply int) []game.Entry {
	var lines []game.Entry
	for i := len(s.log) - 1; i >= 0 && s.log[i].Ply >= ply; i-- {
		if e := s.log[i]; e.Seat == seat && !game.IsTable(e.Action) {
			lines = append(lines, e)
		}
	}
	slices.Reverse(lines)
	return lines
}

// meets tells whether what a player's plan waits for has happened, as far as he may read the other's lines.
func (s snapshot) meets(seat game.Seat, p Plan) bool {
	lines := s.since(seat.Other(), p.Ply)
	var read []string
	for _, e := range lines {
		if s.reads(seat, e) {
			read = append(read, e.Action)
		}
	}
	switch p.When {
	case WhenAny:
		return true
	case WhenTurn:
		return len(read) == len(lines) && slices.EqualFunc(read, p.If, strings.EqualFold)
	}
	return len(p.If) > 0 && !slices.ContainsFunc(p.If, func(step string) bool {
		return !slices.ContainsFunc(read, func(action string) bool { return strings.EqualFold(action, step) })
	})
}

// chosen is the plan to play of those that a player has: the one that says most about what has happened, and of several the
// oldest; ok is false where none fits.
func (s snapshot) chosen(seat game.Seat, plans []Plan) (p Plan, ok bool) {
	for _, when := range []string{WhenTurn, WhenStep, WhenAny} {
		for _, p := range plans {
			if p.When == when && p.Failed == "" && !s.actedSince(seat, p.Ply) && s.meets(seat, p) {
				return p, true
			}
		}
	}
	return Plan{}, false
}

// addPlans adds to what a player sees of a match what he has planned, and what of it was not played, as far as its ply has not
// passed.
func (s *Service) addPlans(ctx context.Context, snap snapshot, seat game.Seat, seen *Seen) error {
	if !talks(snap.header) || seen.Status.Result.Over {
		return nil
	}
	list, err := s.store.Plans(ctx, snap.header.ID, seat)
	if err != nil {
		return err
	}
	seen.MayPlan = snap.mayPlan(seat)
	seen.Plans = slices.DeleteFunc(list, func(p Plan) bool { return snap.actedSince(seat, p.Ply) })
	return nil
}

// Plan keeps what a person wants to answer to the other's next turn, if the form was made for this moment; When, If and Then
// of the plan are his. Sent twice it is one plan, and another answer to the same takes the place of the first. With
// game.ErrTurn, game.ErrNotation, ErrStale and ErrPlans nothing was kept and the returned match is the current one.
func (s *Service) Plan(ctx context.Context, id, person string, at game.Mark, p Plan) (Seen, error) {
	return s.planning(ctx, id, person, func(snap snapshot, seat game.Seat) error {
		switch {
		case at != snap.mark(seat):
			return fmt.Errorf("plan in match %s: form for %s, now %s: %w", id, at, snap.mark(seat), ErrStale)
		case !snap.mayPlan(seat):
			return fmt.Errorf("plan in match %s: %w", id, game.ErrTurn)
		}
		if err := snap.checkPlan(seat, p); err != nil {
			return err
		}
		p.Ply, p.Failed = snap.position.Status().Ply, ""
		full, err := s.store.SavePlan(ctx, id, seat, p, MaxPlans)
		if err == nil && full {
			err = fmt.Errorf("plan in match %s: %w", id, ErrPlans)
		}
		return err
	})
}

// Unplan forgets a plan of a person, known by its When and If.
func (s *Service) Unplan(ctx context.Context, id, person string, p Plan) (Seen, error) {
	return s.planning(ctx, id, person, func(_ snapshot, seat game.Seat) error { return s.store.DropPlan(ctx, id, seat, p) })
}

// planning changes what a person has planned while nothing is played, and returns the match.
func (s *Service) planning(ctx context.Context, id, person string, change func(snapshot, game.Seat) error) (Seen, error) {
	err := func() error {
		s.drafts.Lock()
		defer s.drafts.Unlock()
		snap, seat, err := s.seated(ctx, id, person)
		if err != nil {
			return err
		}
		return change(snap, seat)
	}()
	if err != nil && !refused(err) && !errors.Is(err, ErrPlans) {
		return Seen{}, err
	}
	seen, lookErr := s.Look(ctx, id, person)
	return seen, errors.Join(err, lookErr)
}

// checkPlan tells whether a plan can be read. Whether it can be done shows when the other has acted: that he could not do
// what it waits for may be his secret.
func (s snapshot) checkPlan(seat game.Seat, p Plan) error {
	known := p.When == WhenAny && len(p.If) == 0 || (p.When == WhenTurn || p.When == WhenStep) && len(p.If) > 0
	if !known || len(p.Then) == 0 {
		return fmt.Errorf("plan %.20q in match %s: %w", p.When, s.header.ID, game.ErrNotation)
	}
	if len(strings.Join(p.If, " ")) > maxPlanned || len(strings.Join(p.Then, " ")) > maxPlanned {
		return ErrPlans
	}
	for _, action := range slices.Concat(p.If, p.Then) {
		// A player who is not to act is refused for that, and before it for notation alone.
		if game.IsTable(action) {
			return fmt.Errorf("plan to %s: %w", action, game.ErrNotation)
		}
		if _, _, err := s.position.Play(seat, action); !errors.Is(err, game.ErrTurn) {
			return fmt.Errorf("plan with %.40q: %w", action, errors.Join(err, game.ErrNotation))
		}
	}
	return nil
}

// fire plays what the player who has to act has planned for what the other has done, and drops the rest of his plans: their
// moment has passed. It tells whether the log has grown. Only the log says that a plan was played; so it is played once,
// whenever the process dies.
func (s *Service) fire(ctx context.Context, snap snapshot) (grown bool, err error) {
	seat, ok := turnOf(snap)
	if !ok || !talks(snap.header) {
		return false, nil
	}
	s.drafts.Lock()
	defer s.drafts.Unlock()
	id := snap.header.ID
	plans, err := s.store.Plans(ctx, id, seat)
	if err != nil || len(plans) == 0 {
		return false, err
	}
	p, ok := snap.chosen(seat, plans)
	if !ok {
		if slices.ContainsFunc(plans, func(p Plan) bool { return p.Failed != "" && !snap.actedSince(seat, p.Ply) }) {
			return false, nil // that it failed is still to be read
		}
		return false, s.store.DropPlans(ctx, id, seat)
	}
	if snap.position.Offer() == seat.Other() {
		p.Failed = PlanOffer
		return false, s.store.FailPlan(ctx, id, seat, p)
	}
	lines, after, err := s.turn(ctx, snap, seat, "", p.Then)
	if err == nil {
		err = s.append(ctx, snap, lines, after)
	}
	switch {
	case errors.Is(err, ErrConflict):
		return true, nil
	case refused(err):
		p.Failed = PlanIllegal
		return false, s.store.FailPlan(ctx, id, seat, p)
	case err != nil:
		return false, fmt.Errorf("play a plan in match %s: %w", id, err)
	}
	return true, s.store.DropPlans(ctx, id, seat)
}

// turnOf is the one player who has to act; ok is false where both have, or nobody.
func turnOf(snap snapshot) (seat game.Seat, ok bool) {
	switch snap.position.Status().ToAct {
	case game.Only(game.First):
		return game.First, true
	case game.Only(game.Second):
		return game.Second, true
	}
	return game.Spectator, false
}
