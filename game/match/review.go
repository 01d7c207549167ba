package match

import (
	"context"
	"fmt"
	"strings"
	"time"

	"salle/game"
)

// Review returns one frame of a match as person sees it: frame n is the position after n completed plies, and an end
// that completed no ply, such as a resignation, adds a last frame. A step outside is moved to the nearest frame.
func (s *Service) Review(ctx context.Context, id, person string, step int) (Seen, error) {
	whole, seat, err := s.seated(ctx, id, person)
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
	if now.Result.Over && whole.log[len(whole.log)-1].Ply == now.Ply {
		steps++
	}
	step = min(max(step, 0), steps-1)
	for _, line := range whole.log {
		// Lines of the frame's own ply belong to the next frame; the one after the last ply is the end itself.
		if line.Ply >= step {
			break
		}
		if frame, err = frame.advance([]game.Entry{line}); err != nil {
			return Seen{}, err
		}
	}
	seen := s.seen(frame, seat)
	seen.Lines = whole.readable(seat)
	seen.Step, seen.Steps = step, steps
	return seen, s.addClimb(ctx, whole.header, seat, &seen)
}

// Export writes the record of a match, of a running one only what person may see.
func (s *Service) Export(ctx context.Context, id, person string) (game.Record, error) {
	snap, seat, err := s.seated(ctx, id, person)
	if err != nil {
		return game.Record{}, err
	}
	g, _ := s.games.Find(snap.header.Game)
	info, status := g.Info(), snap.position.Status()
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
		name := p.Name
		if p.Machine() {
			name = fmt.Sprintf("machine %d", p.Level)
		}
		r.Set(info.Sides[i], name)
	}
	r.Set(game.HeaderDate, h.Created.UTC().Format(time.DateOnly))
	return r
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
