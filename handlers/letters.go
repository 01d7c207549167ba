package handlers

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/url"
	"strings"
	"time"

	"salle/game"
	"salle/game/match"
	"salle/notify"
	"salle/views"
	"salle/views/lang"
)

// Letters words what people are told and sends it. It is a match.Courier. What is nil it does not send, and the site does
// not offer.
type Letters struct {
	Words   lang.Catalogue
	Games   match.Games
	Mail    *notify.Mail
	Push    *notify.Push
	PushKey string // the public one of Push
	Hook    *notify.Hook
	BaseURL *url.URL // how visitors reach the site; nil: as whoever made the channel did
	Key     []byte   // what links in letters are signed with
}

// noWay is why nothing is sent by a channel of a kind that the house does not have any more.
var noWay = &notify.Error{Key: notify.KeyConnect}

// Carry implements match.Courier.
func (l *Letters) Carry(ctx context.Context, c match.Channel, m match.Letter) error {
	return l.send(ctx, c, l.notice(c, m))
}

func (l *Letters) send(ctx context.Context, c match.Channel, n notify.Notice) error {
	var err error
	switch {
	case c.Kind == match.ChannelMail && l.Mail != nil:
		err = l.Mail.Send(ctx, c.Target, n)
	case c.Kind == match.ChannelPush && l.Push != nil:
		err = l.Push.Send(ctx, subscription(c), n)
	case c.Kind == match.ChannelHook && l.Hook != nil:
		err = l.Hook.Send(ctx, hookTarget(c), n)
	default:
		err = noWay
	}
	var known *notify.Error
	switch {
	case err == nil:
		return nil
	case errors.Is(err, notify.ErrGone):
		return match.ErrGone
	case errors.As(err, &known):
		return known
	}
	return notify.ErrNotice
}

func subscription(c match.Channel) notify.Subscription {
	return notify.Subscription{Endpoint: c.Target, Auth: c.Auth, P256dh: c.P256dh}
}

func hookTarget(c match.Channel) notify.HookTarget {
	return notify.HookTarget{URL: c.Target, Format: c.Format, Secret: c.Secret, Key: c.Field}
}

// notice is a letter in the words of whoever gets it.
func (l *Letters) notice(c match.Channel, m match.Letter) notify.Notice {
	words := l.Words.Get(c.Lang)
	shown := l.letter(words, c, m)
	n := notify.Notice{ID: m.ID, Title: views.LetterTitle(words, shown), URL: l.origin(c) + pathOf(m)}
	if c.Kind == match.ChannelMail {
		n.Unsubscribe = l.origin(c) + "/unsubscribe/" + l.token("unsubscribe", c.ID, "")
		shown.Stop = n.Unsubscribe
	}
	n.Text = strings.TrimSpace(views.LetterText(words, shown))
	return n
}

// letter is a letter as views put it in words.
func (l *Letters) letter(words *lang.Lang, c match.Channel, m match.Letter) views.Letter {
	shown := views.Letter{
		Kind: m.Kind, Game: m.Game, Rival: m.Rival, Seat: m.Seat, Status: m.Status, Caller: m.Caller, Deadline: m.Deadline,
		Zone: zoneNamed(c.Zone),
	}
	if m.Match != "" {
		shown.Rival = views.PlayerName(words, views.Player{Name: m.Rival})
	}
	for _, w := range m.Waiting {
		shown.Waiting = append(shown.Waiting, l.waiting(words, c, w))
	}
	return shown
}

// zoneNamed is a time zone by its name; UTC for one that is not known.
func zoneNamed(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return zone
}

// waiting is a match that waits for somebody, as a line of a letter or an entry of a feed.
func (l *Letters) waiting(words *lang.Lang, c match.Channel, w match.Summary) views.Letter {
	seat := w.Seat()
	var info game.Info
	if g, ok := l.Games.Find(w.Game); ok {
		info = g.Info()
	}
	return views.Letter{
		Kind: match.NoticeTurn, Game: w.Game, Seat: seat, Status: w.Status, Deadline: w.Deadline, Zone: zoneNamed(c.Zone),
		Rival: views.PlayerName(words, player(w.Players[seat.Other()], info, w.Setup)),
	}
}

// confirmation asks whoever reads a channel whether he wants that.
func (l *Letters) confirmation(c match.Channel) notify.Notice {
	words := l.Words.Get(c.Lang)
	token := l.token("confirm", c.ID, c.Target)
	shown := views.Letter{Kind: "confirm"}
	return notify.Notice{
		ID: "confirm." + c.ID + "." + token[len(token)-8:], Title: views.LetterTitle(words, shown), Text: views.LetterText(words, shown),
		URL: l.origin(c) + "/notices/confirm/" + token,
	}
}

// pathOf is the page that a letter leads to: where things stand now.
func pathOf(m match.Letter) string {
	switch {
	case m.Match != "":
		return matchPath(m.Match)
	case m.Offer != "":
		return offerPath(m.Offer)
	case m.Kind == match.NoticeTest:
		return "/notices"
	}
	return "/"
}

// origin is how a channel's person reaches the site.
func (l *Letters) origin(c match.Channel) string {
	if l.BaseURL != nil {
		return l.BaseURL.Scheme + "://" + l.BaseURL.Host
	}
	return c.Origin
}

// token is what a link in a letter shows to be one: the channel and a signature of it, of the link's purpose and of what
// else must not have changed since.
func (l *Letters) token(purpose, channel, also string) string {
	mac := hmac.New(sha256.New, l.Key)
	mac.Write([]byte(purpose + "\x00" + channel + "\x00" + also))
	return channel + "." + hex.EncodeToString(mac.Sum(nil)[:16])
}

// channelOf reads the channel in a token; its signature is checked when more is known of it.
func channelOf(token string) string {
	id, _, _ := strings.Cut(token, ".")
	return id
}

// signed tells whether a token is one.
func (l *Letters) signed(token, purpose, channel, also string) bool {
	return hmac.Equal([]byte(token), []byte(l.token(purpose, channel, also)))
}
