package match

import (
	"fmt"
	"slices"
	"sync"

	"salle/game"
)

// snapshot is a match as far as its log was read. It is a value that is never changed: advancing makes another.
type snapshot struct {
	header   Header
	log      []game.Entry
	rounds   []int // by line of the log, the round in which it was played
	position game.Position
	last     []game.Event // of the last completed ply
	earlier  []game.Event // of the ply before
	now      []game.Event // of the running ply so far
	told     [4]int       // how many events each seat was told since the start
}

// advance returns the snapshot after more lines of the log.
func (s snapshot) advance(lines []game.Entry) (snapshot, error) {
	if len(lines) == 0 {
		return s, nil
	}
	round := s.position.Status().Round
	s.rounds = slices.Clip(s.rounds)
	p, err := game.PlayAll(s.position, lines, func(step game.Step) {
		s.hear(step)
		s.rounds = append(s.rounds, round)
		round = step.After.Status().Round
	})
	if err != nil {
		return s, fmt.Errorf("replay match %s after %d lines: %w", s.header.ID, len(s.log), err)
	}
	s.position = p
	s.log = append(slices.Clip(s.log), lines...)
	return s, nil
}

// hear keeps what a step told.
func (s *snapshot) hear(step game.Step) {
	s.now = append(slices.Clip(s.now), step.Events...)
	for seat := range s.told {
		s.told[seat] += len(game.SeenBy(step.Events, game.Seat(seat)))
	}
	status := step.After.Status()
	if status.Ply != step.Entry.Ply || status.Result.Over {
		s.earlier, s.last, s.now = s.last, s.now, nil
	}
}

// mark is the one that a form of seat must carry now.
func (s snapshot) mark(seat game.Seat) game.Mark {
	ply := s.position.Status().Ply
	return game.Mark{Ply: ply, Own: game.Owned(s.log, ply, seat)}
}

// holds tells whether the log has these very actions of seat from a mark on: then a form was sent twice.
func (s snapshot) holds(seat game.Seat, at game.Mark, actions []string) bool {
	var since []string
	own := 0 // of seat's lines at the mark's ply
	for _, e := range s.log {
		if e.Seat != seat || e.Ply < at.Ply {
			continue
		}
		if e.Ply > at.Ply || own >= at.Own {
			since = append(since, e.Action)
		}
		if e.Ply == at.Ply {
			own++
		}
	}
	return len(actions) > 0 && len(since) >= len(actions) && slices.Equal(since[:len(actions)], actions)
}

// readable returns the lines of the log that seat may read now.
func (s snapshot) readable(seat game.Seat) []Line {
	var lines []Line
	for i, e := range s.log {
		if s.reads(seat, e) {
			lines = append(lines, Line{Entry: e, Round: s.rounds[i]})
		}
	}
	return lines
}

// lines returns all lines of the log.
func (s snapshot) lines() []Line {
	lines := make([]Line, len(s.log))
	for i, e := range s.log {
		lines[i] = Line{Entry: e, Round: s.rounds[i]}
	}
	return lines
}

// reads tells whether seat may read a line of the log now.
func (s snapshot) reads(seat game.Seat, e game.Entry) bool {
	return e.Seat == seat || s.position.Readers(e).Has(seat)
}

// cache holds the snapshots of the matches that were used last. Losing one costs a replay.
type cache struct {
	mu    sync.Mutex
	limit int
	used  map[string]*cached
	clock uint64
}

type cached struct {
	snapshot snapshot
	at       uint64
}

func newCache(limit int) *cache { return &cache{limit: limit, used: map[string]*cached{}} }

// get returns the snapshot of a match; ok is false where none is kept.
func (c *cache) get(id string) (s snapshot, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	entry, ok := c.used[id]
	if !ok {
		return snapshot{}, false
	}
	c.clock++
	entry.at = c.clock
	return entry.snapshot, true
}

// put keeps a snapshot unless a longer one is there, and drops the one that was not used for longest where they are too
// many.
func (c *cache) put(s snapshot) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clock++
	if entry, ok := c.used[s.header.ID]; ok && len(entry.snapshot.log) > len(s.log) {
		return
	}
	c.used[s.header.ID] = &cached{snapshot: s, at: c.clock}
	if len(c.used) <= c.limit {
		return
	}
	oldest, at := "", c.clock+1
	for id, entry := range c.used {
		if entry.at < at {
			oldest, at = id, entry.at
		}
	}
	delete(c.used, oldest)
}
