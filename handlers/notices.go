package handlers

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"salle/game/match"
	"salle/notify"
	"salle/views"
)

// noticeDone is what the page of notices says was done, by how its address calls it.
var noticeDone = map[string]string{
	"saved":   "notice.done.saved",
	"removed": "notice.done.removed",
	"added":   "notice.done.added",
	"tested":  "notice.done.tested",
	"feed":    "notice.done.feed",
	"mailed":  "notice.done.mailed",
}

// showNotices is the page on which a visitor says where he wants to be told.
func (s *server) showNotices(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	page := views.Notices{}
	if key, ok := noticeDone[c.QueryParam("done")]; ok {
		page.Notice = &views.Notice{Key: key}
	}
	return s.respondNotices(c, http.StatusOK, v, page)
}

// respondNotices sends the page of notices with what a form has brought about.
func (s *server) respondNotices(c echo.Context, status int, v visitor, page views.Notices) error {
	list, err := s.Matches.Channels(c.Request().Context(), v.person)
	if err != nil {
		return err
	}
	if page.Site, err = s.site(c, v, v.lang.T("notice.page")); err != nil {
		return err
	}
	for _, one := range list {
		page.Channels = append(page.Channels, s.channel(one))
	}
	page.Mails, page.Hooks, page.Zone = s.Letters.Mail != nil, s.Letters.Hook != nil, zoneOf(v)
	if s.Letters.Push != nil {
		page.PushKey, page.Pushes = s.Letters.PushKey, true
	}
	page.Formats = notify.Formats()
	page.Paces = []string{match.PaceNow, match.PaceLater, match.PaceDigest, match.PaceNone}
	return respond(c, status, page.Site, views.NoticesMain(page))
}

// channel is a channel as its owner sees it.
func (s *server) channel(c match.Channel) views.Channel {
	shown := views.Channel{
		ID: c.ID, Kind: c.Kind, Name: c.Target, Format: c.Format, Secret: c.Secret, Pace: c.Pace, Minutes: c.Minutes,
		Reminders: c.Reminders, Confirmed: !c.Confirmed.IsZero(), Troubled: c.Troubled(), LastOK: c.LastOK, LastError: c.LastError,
		Tested: c.Tested,
	}
	switch c.Kind {
	case match.ChannelPush:
		shown.Name = c.Name
	case match.ChannelFeed:
		shown.LastOK = s.feeds.last(c.ID)
	}
	if e, ok := notify.ParseError(c.Error); ok {
		shown.Error, shown.Code = e.Key, e.Code
	}
	return shown
}

// addChannel gives the visitor another way to be told.
func (s *server) addChannel(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	channel, typed, err := s.channelIn(c, form)
	if err != nil {
		return s.refuseChannel(c, v, form.Get("kind"), typed, err)
	}
	if err := s.welcome(c, &v); err != nil {
		return err
	}
	channel.Person, channel.Lang, channel.Origin, channel.Zone = v.person, v.lang.Code(), s.origin(c), zoneOf(v).String()
	if channel.Kind == match.ChannelFeed {
		return s.makeFeed(c, v, channel)
	}
	added, err := s.Matches.AddChannel(c.Request().Context(), channel)
	if err != nil {
		return s.refuseChannel(c, v, channel.Kind, typed, err)
	}
	if channel.Kind == match.ChannelMail && added.Confirmed.IsZero() {
		return s.sendConfirmation(c, v, added)
	}
	return seeOther(c, "/notices?done=added")
}

// channelIn is the channel that a form asks for, what was typed in it, and what is wrong with that.
func (s *server) channelIn(c echo.Context, form url.Values) (channel match.Channel, typed string, err error) {
	channel.Kind = form.Get("kind")
	switch {
	case channel.Kind == match.ChannelMail && s.Letters.Mail != nil:
		channel.Target = strings.TrimSpace(form.Get("address"))
		return channel, channel.Target, notify.CheckAddress(channel.Target)
	case channel.Kind == match.ChannelHook && s.Letters.Hook != nil:
		channel.Target, channel.Format = strings.TrimSpace(form.Get("url")), form.Get("format")
		channel.Field, channel.Secret = strings.TrimSpace(form.Get("field")), newID()
		return channel, channel.Target, hookTarget(channel).Check()
	case channel.Kind == match.ChannelPush && s.Letters.Push != nil:
		channel.Target, channel.P256dh, channel.Auth = form.Get("endpoint"), form.Get("p256dh"), form.Get("auth")
		channel.Name = agentOf(c.Request().UserAgent())
		return channel, "", subscription(channel).Check()
	case channel.Kind == match.ChannelFeed:
		return channel, "", nil
	}
	return channel, "", echo.NewHTTPError(http.StatusBadRequest)
}

// refuseChannel says why a channel was not added, with what was typed still in its form.
func (s *server) refuseChannel(c echo.Context, v visitor, kind, typed string, err error) error {
	var known *notify.Error
	page := views.Notices{Typed: typed, TypedKind: kind}
	switch {
	case errors.Is(err, match.ErrFull):
		page.Notice = &views.Notice{Refused: true, Key: "notice.refused.full", Args: []any{"n", match.MaxChannels}}
	case errors.As(err, &known):
		page.Notice = &views.Notice{Refused: true, Key: "notice.error." + known.Key, Args: []any{"n", known.Code}}
	default:
		return err
	}
	return s.respondNotices(c, http.StatusUnprocessableEntity, v, page)
}

// sendConfirmation asks whoever reads an address whether it is the visitor's.
func (s *server) sendConfirmation(c echo.Context, v visitor, channel match.Channel) error {
	if !s.mails.take(s.Clock(), "from "+addressOf(c), "to "+strings.ToLower(channel.Target)) {
		notice := &views.Notice{Refused: true, Key: "notice.refused.often"}
		return s.respondNotices(c, http.StatusTooManyRequests, v, views.Notices{Notice: notice})
	}
	err := s.Letters.send(c.Request().Context(), channel, s.Letters.confirmation(channel))
	if err != nil {
		return s.respondNotices(c, http.StatusUnprocessableEntity, v, views.Notices{Notice: failedNotice(v, err)})
	}
	return seeOther(c, "/notices?done=mailed")
}

// failedNotice says why something did not arrive.
func failedNotice(v visitor, err error) *views.Notice {
	why := notify.Error{Key: notify.KeyConnect}
	var known *notify.Error
	switch {
	case errors.Is(err, match.ErrGone):
		why.Key = notify.KeyGone
	case errors.As(err, &known):
		why = *known
	}
	return &views.Notice{Refused: true, Key: "notice.refused.failed", Args: []any{"why", v.lang.T("notice.error."+why.Key, "n", why.Code)}}
}

// makeFeed makes a feed, or a new address of the one there is, and shows that this once.
func (s *server) makeFeed(c echo.Context, v visitor, channel match.Channel) error {
	secret := newID()
	if err := s.Matches.MakeFeed(c.Request().Context(), channel, secret); err != nil {
		return s.refuseChannel(c, v, channel.Kind, "", err)
	}
	return s.respondNotices(c, http.StatusOK, v, views.Notices{Feed: s.origin(c) + "/feed/" + secret})
}

// changeChannel saves how quick a channel is, tests it, or removes it.
func (s *server) changeChannel(c echo.Context) error {
	v, form, err := s.posted(c)
	if err != nil {
		return err
	}
	ctx, id := c.Request().Context(), c.Param("id")
	switch form.Get("do") {
	case "save":
		minutes, _ := strconv.Atoi(strings.TrimSpace(form.Get("minutes"))) // what is no number is the shortest
		err := s.Matches.SetPace(ctx, v.person, id, form.Get("pace"), minutes, form.Get("reminders") != "")
		if err != nil {
			return err
		}
		return seeOther(c, "/notices?done=saved")
	case "remove":
		if err := s.Matches.RemoveChannel(ctx, v.person, id); err != nil {
			return err
		}
		return seeOther(c, "/notices?done=removed")
	case "test":
		return s.testChannel(c, v, id)
	case "again":
		channel, err := s.Matches.Channel(ctx, v.person, id)
		if err != nil {
			return err
		}
		return s.sendConfirmation(c, v, channel)
	}
	return echo.NewHTTPError(http.StatusBadRequest)
}

// testChannel sends something by a channel that tells nothing, and says how that went.
func (s *server) testChannel(c echo.Context, v visitor, id string) error {
	ctx := c.Request().Context()
	channel, err := s.Matches.Channel(ctx, v.person, id)
	if err != nil {
		return err
	}
	err = s.Matches.TestChannel(ctx, v.person, id, s.Letters)
	var known *notify.Error
	switch {
	case err == nil && channel.Kind == match.ChannelFeed:
		return seeOther(c, "/notices?done=feed")
	case err == nil:
		return seeOther(c, "/notices?done=tested")
	case errors.Is(err, match.ErrSoon):
		notice := &views.Notice{Refused: true, Key: "notice.refused.soon"}
		return s.respondNotices(c, http.StatusTooManyRequests, v, views.Notices{Notice: notice})
	case errors.Is(err, match.ErrGone), errors.As(err, &known):
		return s.respondNotices(c, http.StatusUnprocessableEntity, v, views.Notices{Notice: failedNotice(v, err)})
	}
	return err
}

// askConfirmation is where the link in a first letter leads: it asks, and changes nothing.
func (s *server) askConfirmation(c echo.Context) error { return s.confirm(c, false) }

// confirmChannel lets letters go to an address, as whoever reads it has said.
func (s *server) confirmChannel(c echo.Context) error { return s.confirm(c, true) }

func (s *server) confirm(c echo.Context, does bool) error {
	token := c.Param("token")
	channel, err := s.Matches.Addressed(c.Request().Context(), channelOf(token))
	if err != nil {
		return err
	}
	if !s.Letters.signed(token, "confirm", channel.ID, channel.Target) {
		return match.ErrNotFound
	}
	if does {
		if err := s.Matches.ConfirmChannel(c.Request().Context(), channel.ID); err != nil {
			return err
		}
	}
	return s.respondLeaving(c, views.Leaving{What: "confirm", Path: "/notices/confirm/" + token, Where: channel.Target, Done: does})
}

// askUnsubscribe is where the link in every mail leads: it asks, and changes nothing.
func (s *server) askUnsubscribe(c echo.Context) error { return s.leaveOff(c, false) }

// unsubscribe forgets an address, as whoever reads it, or his mail program for him, has said.
func (s *server) unsubscribe(c echo.Context) error { return s.leaveOff(c, true) }

func (s *server) leaveOff(c echo.Context, does bool) error {
	token := c.Param("token")
	id := channelOf(token)
	if !s.Letters.signed(token, "unsubscribe", id, "") {
		return match.ErrNotFound
	}
	ctx := c.Request().Context()
	if does {
		if err := s.Matches.Unsubscribe(ctx, id); err != nil {
			return err
		}
	}
	channel, err := s.Matches.Addressed(ctx, id)
	if err != nil && !errors.Is(err, match.ErrNotFound) {
		return err
	}
	return s.respondLeaving(c, views.Leaving{What: "stop", Path: "/unsubscribe/" + token, Where: channel.Target, Done: err != nil})
}

func (s *server) respondLeaving(c echo.Context, page views.Leaving) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	if page.Site, err = s.site(c, v, v.lang.T("notice."+page.What+".title")); err != nil {
		return err
	}
	return respond(c, http.StatusOK, page.Site, views.LeavingMain(page))
}

// How many letters of confirmation are sent to or for the same address within a time.
const (
	confirmationsEach = 5
	confirmationTime  = time.Hour
	confirmationsKept = 10_000
)

// mailLimit counts letters of confirmation. It is kept in memory: a restart forgets.
type mailLimit struct {
	mu   sync.Mutex
	sent map[string][]time.Time
}

// take counts a letter under each of the keys; ok is false, and nothing is counted, where one of them has had enough.
func (m *mailLimit) take(now time.Time, keys ...string) (ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.sent == nil || len(m.sent) > confirmationsKept {
		m.sent = map[string][]time.Time{}
	}
	for _, key := range keys {
		if list := m.sent[key]; len(list) >= confirmationsEach && now.Sub(list[len(list)-confirmationsEach]) < confirmationTime {
			return false
		}
	}
	for _, key := range keys {
		list := append(m.sent[key], now)
		m.sent[key] = list[max(0, len(list)-confirmationsEach):]
	}
	return true
}
