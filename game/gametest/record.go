package gametest

import (
	"strconv"
	"strings"

	"salle/game"
)

// tryRecords: a record of the whole match, and of a beginning of it, replays to the same state as the log.
func (m *trial[S, O, A]) tryRecords() {
	g := game.New(m.Info, m.Rules, m.AI)
	whole := m.tryRecord(g, m.log)
	if got := game.Reveal(whole); got != m.state.String() {
		m.Fatalf("a record replays to the same state:\n%s became\n%s", m.state, got)
	}
	for _, viewer := range viewers {
		if o, ok := whole.Observe(viewer).(O); !ok || !same(o, m.Rules.Observe(m.state, viewer)) {
			m.Fatalf("a sealed position shows %s the game's own observation, the same after a replay: got %+v\nstate %s",
				viewer, whole.Observe(viewer), m.state)
		}
	}
	m.tryRecord(g, m.log[:m.side(len(m.log)+1)])
}

// tryRecord writes a log as a record, reads it back and replays both.
func (m *trial[S, O, A]) tryRecord(g game.Game, log []game.Entry) game.Position {
	byLog, err := game.Replay(g, m.Setup, log)
	if err != nil {
		m.Fatalf("a log replays: %v", err)
	}
	written := m.write(log, byLog.Status().Result)
	text := written.String()
	read, err := game.ParseRecord(text)
	if err != nil {
		m.Fatalf("ParseRecord reads what String wrote: %v\n%s", err, text)
	}
	if again := read.String(); again != withoutRounds(text) {
		m.Fatalf("a record that was read is written as it was, less its comments:\n%s\nbecame\n%s", text, again)
	}
	byRecord, err := read.Replay(g, nil)
	if err != nil {
		m.Fatalf("a record replays: %v\n%s", err, text)
	}
	if byRecord.Status() != byLog.Status() || game.Reveal(byRecord) != game.Reveal(byLog) {
		m.Fatalf("a record replays to the state of its log: %s became %s\n%s", game.Reveal(byLog), game.Reveal(byRecord), text)
	}
	for _, seat := range seats {
		if !same(byRecord.Observe(seat).(O), byLog.Observe(seat).(O)) {
			m.Fatalf("a record replays to the observations of its log: %s sees %+v and %+v\n%s",
				seat, byLog.Observe(seat), byRecord.Observe(seat), text)
		}
	}
	return byRecord
}

// write is the record of a log.
func (m *trial[S, O, A]) write(log []game.Entry, end game.Result) game.Record {
	var r game.Record
	r.Set(game.HeaderGame, m.Info.Slug)
	r.Set(game.HeaderVariant, m.Setup.Variant)
	r.Set(game.HeaderRules, strconv.Itoa(m.Setup.Rules))
	r.Set(m.Info.Sides[game.First], "Anna # the \t first")
	r.Set(game.HeaderResult, m.Info.ResultText(end))
	for len(log) > 0 {
		n := 0
		for n < len(log) && log[n].Ply == log[0].Ply {
			n++
		}
		r.Add(m.Info, m.starts[log[0].Ply], log[:n])
		log = log[n:]
	}
	return r
}

// withoutRounds drops the comments that announce rounds.
func withoutRounds(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "# ") {
			b.WriteString(line)
		}
	}
	return b.String()
}
