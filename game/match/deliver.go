package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"salle/game"
)

const (
	// holdBack is how long a player who looks at a match is not told that it waits for him there.
	holdBack = 5 * time.Minute
	// carryTime is how long a letter may take; lease is after how long one that has begun counts as lost from sight.
	carryTime = 35 * time.Second
	lease     = 40 * time.Second
	// maxBegun is how often a letter is begun of which nobody knows how it ended: it may arrive twice, and no more.
	maxBegun = 2
	// couriers is how many letters are on their way at once.
	couriers = 8
	// noticesAtOnce is how many notices are looked at in one go.
	noticesAtOnce = 200
	// noticeLife is how long a notice is kept after it was told.
	noticeLife = 60 * day
)

// backoff is how long to wait after each failure; after one more it is given up.
var backoff = [...]time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour}

// Delivery is how far a notice is on its way by a channel. The zero value has not begun.
type Delivery struct {
	Begun   int // how often, without a word of how it ended
	BegunAt time.Time
	Failed  int       // how often it did not arrive
	Next    time.Time // not to be tried before
	Done    bool
}

// Postbox keeps channels, what is to be told and how far that is. Its errors are as Store's.
type Postbox interface {
	// SaveChannel stores a channel, or changes the one of the same person, kind and target to it but for its id and its
	// confirmation, and returns what is stored; ErrFull where he has most already. A browser is only one person's.
	SaveChannel(ctx context.Context, c Channel, most int) (Channel, error)
	// Channels lists a person's.
	Channels(ctx context.Context, person string) ([]Channel, error)
	// Channel returns one; ErrNotFound.
	Channel(ctx context.Context, id string) (Channel, error)
	// ChannelOfKey returns the feed that a key opens; ErrNotFound.
	ChannelOfKey(ctx context.Context, keyHash []byte) (Channel, error)
	// SetChannel writes a channel's Pace, Minutes, Reminders, Digest, Confirmed and Tested.
	SetChannel(ctx context.Context, c Channel) error
	// SetFeedKey makes a key that of a feed.
	SetFeedKey(ctx context.Context, id string, keyHash []byte) error
	// SetSent keeps how something went that was sent by a channel.
	SetSent(ctx context.Context, id string, o Sent) error
	// DeleteChannel forgets a channel; one that is not there is no error.
	DeleteChannel(ctx context.Context, id string) error
	// Troubled tells whether a channel of a person's has failed so often in a row.
	Troubled(ctx context.Context, person string, failures int) (bool, error)
	// WaitingList is the part of List that waits for the person, by the same condition.
	WaitingList(ctx context.Context, person string) ([]Summary, error)

	// DueNotices returns notices that are to be looked at now, those that waited longest first.
	DueNotices(ctx context.Context, now time.Time, most int) ([]Notice, error)
	// Recipients lists the confirmed channels that a notice is for and that were there when it was due.
	Recipients(ctx context.Context, n Notice) ([]Channel, error)
	// Deliveries are those of a notice, by channel.
	Deliveries(ctx context.Context, notice int64) (map[string]Delivery, error)
	// BeginDelivery keeps that a letter is being sent; ok is false where the delivery is not any more as it was seen.
	BeginDelivery(ctx context.Context, notice int64, channel string, seen Delivery, at time.Time) (ok bool, err error)
	// EndDelivery keeps how far a delivery is and, where o is given, how it went by the channel.
	EndDelivery(ctx context.Context, notice int64, channel string, d Delivery, o *Sent) error
	// PutOff has a notice looked at again at a moment, Hasten at that moment at the latest, and Settle never.
	PutOff(ctx context.Context, notice int64, until time.Time) error
	Hasten(ctx context.Context, notice int64, by time.Time) error
	Settle(ctx context.Context, notice int64) error
	// DueDigests lists the channels whose digest is due.
	DueDigests(ctx context.Context, now time.Time) ([]Channel, error)
	// StartDigest makes the notice of a channel's digest and sets when the next is due, both or neither.
	StartDigest(ctx context.Context, n Notice, next time.Time) error
	// ForgetNotices forgets what was settled and made before a moment.
	ForgetNotices(ctx context.Context, before time.Time) error
}

// Letter is a notice for one channel, without words. It holds nothing but what everybody may know.
type Letter struct {
	ID    string // the same for the same notice, however often it is sent
	Kind  string
	Match string // "" for none
	Game  string // its slug
	Seat  game.Seat
	// Rival is the name of the other player, or of who made or answered an offer.
	Rival    string
	Status   game.Status
	Caller   game.Seat // who called the match off; Spectator: nobody
	Deadline time.Time // until when he has time; zero for none
	Offer    string    // an offer's id; "" for none
	Waiting  []Summary // of a digest
	Now      time.Time
}

// Deliver sends what people are to be told by now and returns how many letters arrived. It may be called at any time and
// by many at once: of one turn a channel gets one letter or, where the house died over sending it, one more.
func (s *Service) Deliver(ctx context.Context, by Courier) (sent int, err error) {
	s.delivering.Lock()
	defer s.delivering.Unlock()
	now := s.clock()
	if err := s.startDigests(ctx, now); err != nil {
		return 0, err
	}
	notices, err := s.store.DueNotices(ctx, now, noticesAtOnce)
	if err != nil {
		return 0, fmt.Errorf("list notices: %w", err)
	}
	var errs []error
	var all []parcel
	for _, n := range notices {
		parcels, err := s.prepare(ctx, n, now)
		if err != nil {
			errs = append(errs, fmt.Errorf("notice %d, %s: %w", n.ID, n.Kind, err), s.store.PutOff(ctx, n.ID, now.Add(backoff[0])))
			continue
		}
		all = append(all, parcels...)
	}
	sent, err = s.carryAll(ctx, by, all)
	errs = append(errs, err, s.store.ForgetNotices(ctx, now.Add(-noticeLife)))
	return sent, errors.Join(errs...)
}

// startDigests makes the notices of the digests that are due.
func (s *Service) startDigests(ctx context.Context, now time.Time) error {
	due, err := s.store.DueDigests(ctx, now)
	if err != nil {
		return fmt.Errorf("list digests: %w", err)
	}
	for _, c := range due {
		n := Notice{Kind: NoticeDigest, Channel: c.ID, Turn: int(c.Digest.Unix() / int64(day/time.Second)), Made: now, Due: now}
		if err := s.store.StartDigest(ctx, n, c.nextDigest(now)); err != nil {
			return fmt.Errorf("digest of channel %s: %w", c.ID, err)
		}
	}
	return nil
}

// parcel is a letter that is to be sent now.
type parcel struct {
	notice  Notice
	channel Channel
	letter  Letter
	seen    Delivery
}

// prepare looks at a notice: what of it is to be sent now, when to look at it again, or that there is nothing more to tell.
func (s *Service) prepare(ctx context.Context, n Notice, now time.Time) ([]parcel, error) {
	channels, err := s.store.Recipients(ctx, n)
	if err != nil {
		return nil, err
	}
	if len(channels) == 0 {
		return nil, s.store.Settle(ctx, n.ID)
	}
	l, moot, err := s.letter(ctx, n, channels[0].Person, now)
	if err != nil {
		return nil, err
	}
	if moot {
		return nil, s.store.Settle(ctx, n.ID)
	}
	deliveries, err := s.store.Deliveries(ctx, n.ID)
	if err != nil {
		return nil, err
	}
	var parcels []parcel
	var next time.Time
	for _, c := range channels {
		d := deliveries[c.ID]
		at, wanted := s.due(n, c, d)
		switch {
		case !wanted:
			continue
		case at.After(now):
			next = earliest(next, at)
		default:
			parcels = append(parcels, parcel{n, c, l, d})
			next = earliest(next, now.Add(lease))
		}
	}
	if next.IsZero() {
		return nil, s.store.Settle(ctx, n.ID)
	}
	return parcels, s.store.PutOff(ctx, n.ID, next)
}

// earliest is the first of two moments, of which zero is none.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

// due is when a notice goes out by a channel; wanted is false where it does not any more.
func (s *Service) due(n Notice, c Channel, d Delivery) (at time.Time, wanted bool) {
	switch {
	case d.Done, c.Kind == ChannelFeed, c.Pace == PaceNone, n.reminds() && !c.Reminders,
		n.Kind == NoticeTurn && c.Pace == PaceDigest, n.Kind == NoticeDigest && c.Pace != PaceDigest:
		return time.Time{}, false
	}
	at = n.Due
	if n.Kind == NoticeTurn && c.Pace == PaceLater {
		at = at.Add(time.Duration(c.Minutes) * time.Minute)
	}
	if n.Match != "" {
		look := s.lastLook(n.Match, n.Seat)
		switch {
		case !n.isTurn() && !look.Before(n.Made):
			return time.Time{}, false // he has seen it
		case n.isTurn() && s.clock().Sub(look) < lookLife:
			at = latest(at, n.Due.Add(holdBack))
		}
	}
	if d.Begun > 0 {
		at = latest(at, d.BegunAt.Add(lease))
	}
	return latest(at, d.Next), true
}

// letter is what a notice says now; moot tells that it says nothing any more.
func (s *Service) letter(ctx context.Context, n Notice, person string, now time.Time) (l Letter, moot bool, err error) {
	l = Letter{Kind: n.Kind, Match: n.Match, Seat: n.Seat, Offer: n.Offer, Caller: game.Spectator, Now: now}
	switch {
	case n.Offer != "":
		return s.offerLetter(ctx, l)
	case n.Channel != "":
		l.ID = "digest." + n.Channel + "." + strconv.Itoa(n.Turn)
		l.Waiting, err = s.store.WaitingList(ctx, person)
		return l, len(l.Waiting) == 0, err
	}
	snap, err := s.load(ctx, n.Match)
	if err != nil {
		return l, false, err
	}
	h := snap.header
	l.ID = n.Match + "." + strconv.Itoa(n.Turn) + "." + strconv.Itoa(int(n.Seat)) + "." + n.Kind
	l.Game, l.Rival, l.Status = h.Game, h.Players[n.Seat.Other()].Name, snap.position.Status()
	if len(snap.log) > 0 && l.Status.Result.Reason == game.ReasonAbort {
		l.Caller = snap.log[len(snap.log)-1].Seat
	}
	if l.Status.ToAct.Has(n.Seat) {
		l.Deadline = h.Clock.Deadline(h.Times.Sides[n.Seat])
	}
	return l, isMoot(n, snap, now), nil
}

// isMoot tells whether what a notice says of a match does not hold any more.
func isMoot(n Notice, snap snapshot, now time.Time) bool {
	st, h := snap.position.Status(), snap.header
	switch {
	case n.Kind == NoticeOver:
		return false
	case st.Result.Over:
		return true
	case n.isTurn():
		return !st.ToAct.Has(n.Seat) || st.Ply != n.Turn
	case n.Kind == NoticeDraw:
		return snap.position.Offer() != n.Seat.Other()
	case n.Kind == NoticePause:
		return !h.Times.Asked.Has(n.Seat.Other()) || h.Times.Paused.After(now)
	}
	return false
}

// offerLetter is what a notice says of an offer.
func (s *Service) offerLetter(ctx context.Context, l Letter) (Letter, bool, error) {
	o, err := s.store.Offer(ctx, l.Offer)
	if err != nil {
		return l, false, err
	}
	l.ID, l.Game, l.Rival, l.Deadline = l.Offer+"."+l.Kind, o.Game, o.PersonName, time.Time{}
	if l.Kind == NoticeRematch {
		l.Rival = o.MakerName
		return l, o.State != OfferOpen, nil
	}
	return l, false, nil
}

// carryAll sends letters, a few at once.
func (s *Service) carryAll(ctx context.Context, by Courier, all []parcel) (sent int, err error) {
	var wait sync.WaitGroup
	var mu sync.Mutex
	var errs []error
	gate := make(chan struct{}, couriers)
	for _, p := range all {
		gate <- struct{}{}
		wait.Go(func() {
			defer func() { <-gate }()
			ok, err := s.carry(ctx, by, p)
			mu.Lock()
			defer mu.Unlock()
			if ok {
				sent++
			}
			errs = append(errs, err)
		})
	}
	wait.Wait()
	return sent, errors.Join(errs...)
}

// carry sends one letter. That it begins is kept before, and how it ended after: a house that dies between the two sends
// it once more.
func (s *Service) carry(ctx context.Context, by Courier, p parcel) (arrived bool, err error) {
	n, c, d := p.notice, p.channel, p.seen
	if d.Begun >= maxBegun {
		d.Done = true
		return false, s.store.EndDelivery(ctx, n.ID, c.ID, d, nil)
	}
	ok, err := s.store.BeginDelivery(ctx, n.ID, c.ID, d, s.clock())
	if err != nil || !ok {
		return false, err
	}
	limited, cancel := context.WithTimeout(ctx, carryTime)
	defer cancel()
	sent := by.Carry(limited, c, p.letter)
	if sent != nil && ctx.Err() != nil {
		return false, nil // the house is closing: nobody knows whether it arrived
	}
	if errors.Is(sent, ErrGone) {
		return false, s.store.DeleteChannel(ctx, c.ID)
	}
	o := Sent{At: s.clock()}
	d.Begun = 0
	if sent == nil {
		d.Done = true
		return true, s.ended(ctx, p, d, o)
	}
	o.Error = cmp.Or(sent.Error(), "connect")
	d.Failed++
	if d.Done = d.Failed > len(backoff); !d.Done {
		d.Next = o.At.Add(backoff[d.Failed-1])
	}
	s.log.Warn("a notice did not go out", "notice", n.ID, "kind", n.Kind, "channel", c.Kind, "failed", d.Failed, "error", o.Error)
	return false, s.ended(ctx, p, d, o)
}

// ended keeps how a letter went, even while the house is closing.
func (s *Service) ended(ctx context.Context, p parcel, d Delivery, o Sent) error {
	ctx = context.WithoutCancel(ctx)
	if err := s.store.EndDelivery(ctx, p.notice.ID, p.channel.ID, d, &o); err != nil {
		return fmt.Errorf("keep how notice %d went: %w", p.notice.ID, err)
	}
	next := s.clock()
	if !d.Done {
		next = d.Next
	}
	return s.store.Hasten(ctx, p.notice.ID, next)
}
