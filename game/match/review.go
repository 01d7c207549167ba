package match

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"salle/game"
)

// Review returns one frame of a match as person sees it: frame n is the position after n completed plies, and an end
// that completed no ply, such as a resignation, adds a last frame. A step outside is moved to the nearest frame.
func (s *Service) Review(ctx context.Context, id, person string, step int) (Seen, error) {
	whole, seat, err := s.viewed(ctx, id, person)
	if err != nil {
		return Seen{}, err
	}
	g, _ := s.games.Find(whole.header.Game)
	frame, err := begin(g, whole.header)
	if err != nil {
		return Seen{}, err
	}
	now := whole.position.Status()
	steps := now.Ply + 1
	if now.Result.Over { // what is done at a running ply is its owner's alone
		steps = framesOf(whole.log, now)
	}
	step = min(max(step, 0), steps-1)
	if frame, err = frame.advance(whole.log[:before(whole.log, step)]); err != nil {
		return Seen{}, err
	}
	seen := s.seen(frame, seat)
	seen.Lines = whole.readable(seat)
	seen.Step, seen.Steps, seen.Ended = step, steps, now.Result.Over
	return seen, errors.Join(s.addClimb(ctx, whole.header, seat, &seen), s.addEnd(ctx, whole.header, &seen))
}

// Export writes the record of a match, of a running one only what person may see, and to its players alone: ErrNotYours.
func (s *Service) Export(ctx context.Context, id, person string) (game.Record, error) {
	snap, seat, err := s.viewed(ctx, id, person)
	if err != nil {
		return game.Record{}, err
	}
	g, _ := s.games.Find(snap.header.Game)
	info, status := g.Info(), snap.position.Status()
	if !status.Result.Over && !seat.Plays() {
		return game.Record{}, fmt.Errorf("export running match %s: %w", id, ErrNotYours)
	}
	record := newRecord(info, snap.header)
	if status.Result.Over {
		record.Set(game.HeaderResult, info.ResultText(status.Result))
	} else {
		record.Set(game.HeaderVisible, info.Sides[seat])
	}
	return record, addLines(&record, g, snap, seat)
}

func newRecord(info game.Info, h Header) game.Record {
	var r game.Record
	r.Set(game.HeaderGame, info.Slug)
	r.Set(game.HeaderVariant, variantText(info, h.Setup.Variant))
	r.Set(game.HeaderRules, fmt.Sprint(h.Setup.Rules))
	for i, p := range h.Players {
		r.Set(info.Sides[i], recordName(p))
	}
	r.Set(game.HeaderDate, h.Created.UTC().Format(time.DateOnly))
	return r
}

// recordName is what records call a player.
func recordName(p Player) string {
	if p.Machine() {
		return fmt.Sprintf("machine %d", p.Level)
	}
	return p.Name
}

// variantText is a variant as records write it: switches, "+name", follow the game's own word.
func variantText(info game.Info, variant string) string {
	if strings.HasPrefix(variant, "+") {
		return info.Slug + " " + variant
	}
	return variant
}

// addLines writes what seat may read of a match's log, ply by ply.
func addLines(r *game.Record, g game.Game, snap snapshot, seat game.Seat) error {
	p, err := g.Start(snap.header.Setup)
	if err != nil {
		return fmt.Errorf("export match %s: %w", snap.header.ID, err)
	}
	for log := snap.log; len(log) > 0; {
		n := 1
		for n < len(log) && log[n].Ply == log[0].Ply {
			n++
		}
		var visible []game.Entry
		for _, e := range log[:n] {
			if snap.reads(seat, e) {
				visible = append(visible, e)
			}
		}
		r.Add(g.Info(), p.Status(), visible)
		if p, err = game.PlayAll(p, log[:n], nil); err != nil {
			return fmt.Errorf("export match %s: %w", snap.header.ID, err)
		}
		log = log[n:]
	}
	return nil
}
