package match

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"

	"salle/game"
)

// How much may be said and noted.
const (
	MaxRemark = 500  // characters of a remark
	MaxNotes  = 4000 // characters of somebody's notes
	TalkPage  = 200  // how many remarks are read at once

	remarksAtOnce = 10 // how many remarks a person may make in remarkSpan
	remarkSpan    = time.Minute
)

// The ways a remark or notes are refused. Compare with errors.Is.
var (
	// ErrSilent: there is nothing in it.
	ErrSilent = errors.New("nothing was said")
	// ErrLong: it is longer than MaxRemark or MaxNotes.
	ErrLong = errors.New("too long")
	// ErrHaste: its writer has made many remarks within the last minute.
	ErrHaste = errors.New("too many remarks")
)

// Voice is who speaks, listens and takes notes in a match: a player, by his seat and from whatever device, or somebody who
// looks on.
type Voice struct {
	Seat   game.Seat // Spectator for one who looks on
	Person string    // his id; "" for a player, and for one who looks on without a name
}

// Hearing is what a voice may hear: the remarks of some seats, without those whom it has muted.
type Hearing struct {
	Voice
	Seats game.Seats
}

// Remark is something that was said in a match.
type Remark struct {
	Voice
	Name string // of one who looks on, today; of a player it stands in the header
	Text string
	At   time.Time
}

// TalkStore keeps what is said and noted in matches.
type TalkStore interface {
	// Say adds a remark by a person, unless its voice has made the very same one after its first said ones: then the form
	// was sent twice. ErrHaste where the person has made most or more since a moment.
	Say(ctx context.Context, id string, r Remark, writer string, said, most int, since time.Time) error
	// Said counts the remarks of a voice.
	Said(ctx context.Context, id string, v Voice) (int, error)
	// Hear returns how many remarks somebody may hear and, of the first before of them, the last limit, the oldest first; all
	// are meant where before is negative.
	Hear(ctx context.Context, id string, h Hearing, before, limit int) (heard []Remark, total int, err error)
	// Speakers returns the voices that have spoken in a match, with names, without text and time.
	Speakers(ctx context.Context, id string) ([]Remark, error)
	// Mute keeps one voice from another, or lets it be heard again.
	Mute(ctx context.Context, id string, by, whom Voice, muted bool) error
	// Muted returns the voices that another has muted, with names, without text and time.
	Muted(ctx context.Context, id string, by Voice) ([]Remark, error)
	// SaveNotes keeps a voice's notes in place of those before.
	SaveNotes(ctx context.Context, id string, v Voice, text string) error
	// Notes returns a voice's notes; "" where there are none.
	Notes(ctx context.Context, id string, v Voice) (string, error)
}

// Speaker is a voice as others are told of it.
type Speaker struct {
	Key  string    // names it in forms; "" for the viewer's own
	Seat game.Seat // Spectator for one who looks on
	Name string    // today; "" for a person who is gone
}

// Said is a remark as a viewer may read it.
type Said struct {
	Speaker
	Text string // lines and all
	At   time.Time
}

// Talk is what a viewer may read of what is said in a match. Players hear one another, and those who look on hear one another;
// once the match is over everybody hears everybody.
type Talk struct {
	Open   bool      // there is talk in the match
	Said   []Said    // the oldest first
	Before int       // how many the viewer may read that are older
	Muted  []Speaker // whom he does not want to hear
	Own    int       // how many remarks are his: what a form for the next one carries
	Notes  string    // his own
}

// talks tells whether people talk in a match.
func talks(h Header) bool { return h.Between() && !h.Shared }

// voiceOf is as whom a person speaks from a seat.
func voiceOf(seat game.Seat, person string) Voice {
	if seat.Plays() {
		person = ""
	}
	return Voice{Seat: seat, Person: person}
}

// hearing is what a voice may hear of a match now.
func hearing(snap snapshot, v Voice) Hearing {
	switch {
	case snap.position.Status().Result.Over:
		return Hearing{v, game.Both.With(game.Spectator)}
	case v.Seat.Plays():
		return Hearing{v, game.Both}
	}
	return Hearing{v, game.Only(game.Spectator)}
}

// key names a voice of a match in forms; it does not tell who it is.
func (v Voice) key(id string) string {
	if v.Seat.Plays() {
		return strconv.Itoa(int(v.Seat))
	}
	sum := sha256.Sum256([]byte(id + "\n" + v.Person))
	return hex.EncodeToString(sum[:8])
}

// speaker is who made a remark, as a voice is told of him.
func (s snapshot) speaker(r Remark, to Voice) Speaker {
	speaker := Speaker{Key: r.key(s.header.ID), Seat: r.Seat, Name: r.Name}
	if r.Seat.Plays() {
		speaker.Name = s.header.Players[r.Seat].Name
	}
	if r.Voice == to {
		speaker.Key = ""
	}
	return speaker
}

// addTalk adds to what a voice sees of a match what it may hear there, and its own notes.
func (s *Service) addTalk(ctx context.Context, snap snapshot, v Voice, seen *Seen) (err error) {
	if !talks(snap.header) {
		return nil
	}
	seen.Talk, seen.Talked, err = s.talk(ctx, snap, v, -1)
	if err != nil {
		return err
	}
	seen.Talk.Notes, err = s.store.Notes(ctx, snap.header.ID, v)
	return err
}

// talk is what a voice may hear of the first before remarks that it may hear; of all of them where that is negative.
func (s *Service) talk(ctx context.Context, snap snapshot, v Voice, before int) (t Talk, total int, err error) {
	id := snap.header.ID
	heard, total, err := s.store.Hear(ctx, id, hearing(snap, v), before, TalkPage)
	if err != nil {
		return Talk{}, 0, err
	}
	if before < 0 || before > total {
		before = total
	}
	t = Talk{Open: true, Before: before - len(heard)}
	for _, r := range heard {
		t.Said = append(t.Said, Said{Speaker: snap.speaker(r, v), Text: r.Text, At: r.At})
	}
	muted, err := s.store.Muted(ctx, id, v)
	if err != nil {
		return Talk{}, 0, err
	}
	for _, r := range muted {
		t.Muted = append(t.Muted, snap.speaker(r, v))
	}
	t.Own, err = s.store.Said(ctx, id, v)
	return t, total, err
}

// speaks loads a match in which people talk, for a person who may look at it, and tells as whom he does.
func (s *Service) speaks(ctx context.Context, id, person string) (snapshot, Voice, error) {
	snap, err := s.load(ctx, id)
	if err != nil {
		return snapshot{}, Voice{}, err
	}
	if !talks(snap.header) {
		return snapshot{}, Voice{}, fmt.Errorf("talk in match %s: %w", id, ErrNotFound)
	}
	seat, err := viewer(snap, person)
	return snap, voiceOf(seat, person), err
}

// named is speaks for what only somebody can do who has a name.
func (s *Service) named(ctx context.Context, id, person string) (snapshot, Voice, error) {
	snap, v, err := s.speaks(ctx, id, person)
	if err == nil && person == "" {
		return snapshot{}, Voice{}, fmt.Errorf("match %s: nobody speaks: %w", id, ErrNotYours)
	}
	return snap, v, err
}

// Say makes a remark in a match, for those who may hear it. said is how many its maker had made when he was given the form:
// the same remark made after that is this very one, sent twice, and is made once. With ErrSilent, ErrLong and ErrHaste
// nothing was said and the returned match is the current one.
func (s *Service) Say(ctx context.Context, id, person string, said int, text string) (Seen, error) {
	_, v, err := s.named(ctx, id, person)
	if err != nil {
		return Seen{}, err
	}
	switch now := s.clock(); {
	case text == "":
		err = ErrSilent
	case utf8.RuneCountInString(text) > MaxRemark:
		err = ErrLong
	default:
		err = s.store.Say(ctx, id, Remark{Voice: v, Text: text, At: now}, person, max(said, 0), remarksAtOnce, now.Add(-remarkSpan))
	}
	if err != nil && !errors.Is(err, ErrSilent) && !errors.Is(err, ErrLong) && !errors.Is(err, ErrHaste) {
		return Seen{}, err
	}
	seen, lookErr := s.Look(ctx, id, person)
	return seen, errors.Join(err, lookErr)
}

// Mute keeps from a person what a speaker says in a match, or lets him hear it again. Key is the speaker's; ErrNotFound for
// one whom he cannot hear.
func (s *Service) Mute(ctx context.Context, id, person, key string, muted bool) (Seen, error) {
	snap, by, err := s.named(ctx, id, person)
	if err != nil {
		return Seen{}, err
	}
	speakers, err := s.store.Speakers(ctx, id)
	if err != nil {
		return Seen{}, err
	}
	for _, whom := range speakers {
		if whom.key(id) != key || whom.Voice == by || !hearing(snap, by).Seats.Has(whom.Seat) {
			continue
		}
		if err := s.store.Mute(ctx, id, by, whom.Voice, muted); err != nil {
			return Seen{}, err
		}
		return s.Look(ctx, id, person)
	}
	return Seen{}, fmt.Errorf("mute %.20q in match %s: %w", key, id, ErrNotFound)
}

// Note keeps what a person notes for himself in a match; nobody else is ever shown it. With ErrLong nothing was kept and the
// returned match is the current one.
func (s *Service) Note(ctx context.Context, id, person, text string) (Seen, error) {
	_, v, err := s.named(ctx, id, person)
	if err != nil {
		return Seen{}, err
	}
	if utf8.RuneCountInString(text) > MaxNotes {
		err = ErrLong
	} else if err := s.store.SaveNotes(ctx, id, v, text); err != nil {
		return Seen{}, err
	}
	seen, lookErr := s.Look(ctx, id, person)
	return seen, errors.Join(err, lookErr)
}

// Earlier returns what was said in a match before the talk that Look returns, as far as a person may read it: of the first
// before remarks the last TalkPage; of all of them where before is negative.
func (s *Service) Earlier(ctx context.Context, id, person string, before int) (Seen, error) {
	snap, v, err := s.speaks(ctx, id, person)
	if err != nil {
		return Seen{}, err
	}
	seen := s.seen(snap, v.Seat)
	seen.Talk, seen.Talked, err = s.talk(ctx, snap, v, before)
	return seen, err
}
