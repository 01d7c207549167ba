package match

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"
)

// The ways to reach a person.
const (
	ChannelMail = "mail"
	ChannelPush = "push" // a browser
	ChannelHook = "hook" // a webhook
	ChannelFeed = "feed" // a page of news that he fetches himself
)

// How soon a channel tells that it is somebody's turn. All else it tells at once, but for a silent one.
const (
	PaceNow    = "now"
	PaceLater  = "later"  // after Minutes
	PaceDigest = "digest" // once a day, all that waits then
	PaceNone   = "none"   // it tells nothing at all
)

const (
	// MaxChannels is how many channels a person may have.
	MaxChannels = 12
	// Trouble is after how many failures in a row the site says that a channel does not work.
	Trouble = 3
	// DigestHour is the hour of the day, in the channel's zone, at which a digest goes out.
	DigestHour = 8
	// MaxMinutes is the longest that a channel may wait.
	MaxMinutes = 24 * 60
	// testEvery is how soon a channel may be tried again.
	testEvery = 10 * time.Second
)

var (
	// ErrFull: there is no room for another one.
	ErrFull = errors.New("no room for another one")
	// ErrSoon: it is too soon to try again.
	ErrSoon = errors.New("too soon to try again")
	// ErrGone: a channel leads nowhere any more and is to be forgotten.
	ErrGone = errors.New("the channel is gone")
)

// Channel is a way to reach a person.
type Channel struct {
	ID, Person, Kind string
	Target           string // an address, a browser's endpoint, a webhook's URL; "" for a feed
	Format, Field    string // a webhook's
	Secret           string // what a webhook's bodies are signed with; "" for none
	Auth, P256dh     string // a browser's keys
	Name             string // of a browser, to tell it from others
	Lang             string // the code of the language that he read when he made it
	Origin           string // how he reached the site then
	Zone             string // in which he read the time
	Created          time.Time
	Confirmed        time.Time // zero: nobody has said yet that the address is his

	Pace      string
	Minutes   int
	Reminders bool

	Digest    time.Time // when the next one is due
	Tested    time.Time // when a feed was last tested; zero for never
	LastOK    time.Time // when something last arrived
	LastError time.Time // when something last did not
	Error     string    // why not: a key and perhaps a number
	Failures  int       // since something last arrived
}

// Troubled tells whether a channel has failed so often that its person must know.
func (c Channel) Troubled() bool { return c.Failures >= Trouble }

// zone is the one in which the channel's day begins.
func (c Channel) zone() *time.Location {
	zone, err := time.LoadLocation(c.Zone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// nextDigest is the first moment after now at which a digest is due.
func (c Channel) nextDigest(now time.Time) time.Time {
	there := now.In(c.zone())
	at := time.Date(there.Year(), there.Month(), there.Day(), DigestHour, 0, 0, 0, there.Location())
	if !at.After(now) {
		at = time.Date(there.Year(), there.Month(), there.Day()+1, DigestHour, 0, 0, 0, there.Location())
	}
	return at.UTC()
}

// Sent is how something went that was sent by a channel.
type Sent struct {
	At    time.Time
	Error string // a key and perhaps a number; "" where it has arrived
}

// Courier words letters in the languages of those who get them, and carries them.
type Courier interface {
	// Carry sends a letter by a channel and returns when it has arrived. The text of an error is kept and shown: a key and
	// perhaps a number, nothing of the target. ErrGone is one of a channel that is to be forgotten.
	Carry(ctx context.Context, c Channel, l Letter) error
}

// AddChannel gives a person a way to be reached, or makes the one that leads to the same target what this one is. The
// error is ErrFull where he has too many.
func (s *Service) AddChannel(ctx context.Context, c Channel) (Channel, error) {
	now := s.clock()
	c.ID, c.Created, c.Digest = strings.ToLower(rand.Text()), now, c.nextDigest(now)
	if c.Kind != ChannelMail {
		c.Confirmed = now
	}
	if c.Pace == "" {
		c.Pace, c.Minutes, c.Reminders = PaceNow, int(holdBack/time.Minute), true
	}
	there, err := s.store.SaveChannel(ctx, c, MaxChannels)
	if err != nil {
		return Channel{}, fmt.Errorf("add a channel of %s: %w", c.Person, err)
	}
	return there, nil
}

// Channels lists a person's channels, the oldest first.
func (s *Service) Channels(ctx context.Context, person string) ([]Channel, error) {
	if person == "" {
		return nil, nil
	}
	list, err := s.store.Channels(ctx, person)
	if err != nil {
		return nil, fmt.Errorf("list the channels of %s: %w", person, err)
	}
	return list, nil
}

// Troubled tells whether a channel of a person's does not work.
func (s *Service) Troubled(ctx context.Context, person string) (bool, error) {
	if person == "" {
		return false, nil
	}
	troubled, err := s.store.Troubled(ctx, person, Trouble)
	if err != nil {
		return false, fmt.Errorf("look for trouble with the channels of %s: %w", person, err)
	}
	return troubled, nil
}

// Channel returns a channel of a person's; ErrNotFound, also where it is another's.
func (s *Service) Channel(ctx context.Context, person, id string) (Channel, error) {
	c, err := s.store.Channel(ctx, id)
	if err == nil && c.Person != person {
		err = ErrNotFound
	}
	if err != nil {
		return Channel{}, fmt.Errorf("channel %s: %w", id, err)
	}
	return c, nil
}

// SetPace makes a channel as quick as its person wants; what is no pace or no time is ErrNotFound.
func (s *Service) SetPace(ctx context.Context, person, id, pace string, minutes int, reminders bool) error {
	c, err := s.Channel(ctx, person, id)
	if err != nil {
		return err
	}
	switch pace {
	case PaceNow, PaceLater, PaceDigest, PaceNone:
	default:
		return fmt.Errorf("pace %.20q: %w", pace, ErrNotFound)
	}
	c.Pace, c.Minutes, c.Reminders = pace, min(max(minutes, 1), MaxMinutes), reminders
	c.Digest = c.nextDigest(s.clock())
	return s.store.SetChannel(ctx, c)
}

// RemoveChannel forgets a channel of a person's; one that is gone is no error.
func (s *Service) RemoveChannel(ctx context.Context, person, id string) error {
	c, err := s.Channel(ctx, person, id)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.store.DeleteChannel(ctx, c.ID)
}

// Addressed returns the channel that a link in a letter is about, for whoever has the link; ErrNotFound.
func (s *Service) Addressed(ctx context.Context, id string) (Channel, error) {
	c, err := s.store.Channel(ctx, id)
	if err != nil {
		return Channel{}, fmt.Errorf("channel of a letter: %w", err)
	}
	return c, nil
}

// ConfirmChannel lets a channel be used, as whoever reads what comes by it has said.
func (s *Service) ConfirmChannel(ctx context.Context, id string) error {
	c, err := s.store.Channel(ctx, id)
	if err != nil {
		return fmt.Errorf("confirm a channel: %w", err)
	}
	if !c.Confirmed.IsZero() {
		return nil
	}
	c.Confirmed = s.clock()
	return s.store.SetChannel(ctx, c)
}

// Unsubscribe forgets a channel, as whoever reads what comes by it has said; one that is gone is no error.
func (s *Service) Unsubscribe(ctx context.Context, id string) error {
	return s.store.DeleteChannel(ctx, id)
}

// MakeFeed makes secret the key of a person's feed, which needs no other; the address before it shows nothing any more.
func (s *Service) MakeFeed(ctx context.Context, c Channel, secret string) error {
	c.Kind, c.Target = ChannelFeed, ""
	there, err := s.AddChannel(ctx, c)
	if err != nil {
		return err
	}
	return s.store.SetFeedKey(ctx, there.ID, hashKey(secret))
}

// Feed is what waits for a person, as his feed shows it.
type Feed struct {
	Channel Channel
	Waiting []Summary // the one with the next deadline first
}

// Feed returns the feed that a secret opens; ErrNotFound.
func (s *Service) Feed(ctx context.Context, secret string) (Feed, error) {
	c, err := s.store.ChannelOfKey(ctx, hashKey(secret))
	if err != nil {
		return Feed{}, fmt.Errorf("open a feed: %w", err)
	}
	list, err := s.store.WaitingList(ctx, c.Person)
	if err != nil {
		return Feed{}, fmt.Errorf("list what waits for %s: %w", c.Person, err)
	}
	return Feed{Channel: c, Waiting: list}, nil
}

// TestChannel sends a letter by a channel that tells nothing, and keeps how that went. The error is ErrSoon, what the
// courier says, or a failure of the storage.
func (s *Service) TestChannel(ctx context.Context, person, id string, by Courier) error {
	c, err := s.Channel(ctx, person, id)
	if err != nil {
		return err
	}
	if c.Confirmed.IsZero() {
		return fmt.Errorf("test channel %s, which nobody has confirmed: %w", id, ErrNotFound)
	}
	now := s.clock()
	if now.Sub(latest(latest(c.LastOK, c.LastError), c.Tested)) < testEvery {
		return fmt.Errorf("test channel %s: %w", id, ErrSoon)
	}
	if c.Kind == ChannelFeed {
		c.Tested = now
		return s.store.SetChannel(ctx, c)
	}
	l := Letter{ID: "test." + c.ID + "." + now.UTC().Format("20060102150405"), Kind: NoticeTest, Now: now}
	sent := by.Carry(ctx, c, l)
	if errors.Is(sent, ErrGone) {
		return errors.Join(sent, s.store.DeleteChannel(ctx, c.ID))
	}
	o := Sent{At: s.clock()}
	if sent != nil {
		o.Error = sent.Error()
	}
	return errors.Join(sent, s.store.SetSent(ctx, c.ID, o))
}
