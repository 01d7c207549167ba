// Package handlers translates HTTP to the use cases of package match and their answers to pages. It decides nothing
// about rules and stores nothing itself.
package handlers

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"

	"salle/account"
	"salle/game"
	"salle/game/match"
	"salle/views/lang"
)

// People keeps who visits the hall.
type People interface {
	// AddPerson stores a new person; match.ErrExists if the id is taken.
	AddPerson(ctx context.Context, p match.Person) error
	// Person returns the person with an id; match.ErrNotFound.
	Person(ctx context.Context, id string) (match.Person, error)
}

// Games is the catalogue of games.
type Games interface {
	match.Games
	// All lists the games in the order of the home page.
	All() []game.Game
}

// Config is what New is told.
type Config struct {
	Matches  *match.Service
	Games    Games
	People   People
	Accounts *account.Service
	Sessions *Sessions
	Words    lang.Catalogue
	Log      *slog.Logger
	Clock    func() time.Time
	Proxies  []*net.IPNet // whose X-Forwarded-For is believed
	BaseURL  *url.URL     // how visitors reach the site; nil: as each request says
	Letters  *Letters     // words and sends what people are told; nil: they can fetch it alone
}

type server struct {
	Config
	crossOrigin *http.CrossOriginProtection
	feeds       feedReads
	mails       mailLimit
}

// New returns the whole site. A base URL that is no origin is an error.
func New(config Config) (http.Handler, error) {
	s := &server{Config: config, crossOrigin: http.NewCrossOriginProtection()}
	if u := config.BaseURL; u != nil {
		if err := s.crossOrigin.AddTrustedOrigin(u.Scheme + "://" + u.Host); err != nil {
			return nil, err
		}
	}
	if s.Letters == nil {
		s.Letters = &Letters{Words: config.Words, Games: config.Games, BaseURL: config.BaseURL}
	}
	// Mail programs post there on their own, from wherever they are; the token in the address is what counts.
	s.crossOrigin.AddInsecureBypassPattern("POST /unsubscribe/{token}")
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.fail
	e.IPExtractor = extractor(config.Proxies)
	s.use(e)

	e.GET("/", s.showHome)
	e.POST("/language", s.chooseLanguage)
	e.POST("/name", s.rename)

	e.GET("/login", s.showLogIn)
	e.POST("/login", s.logIn)
	e.POST("/login/passkey/options", s.askPasskey)
	e.POST("/login/passkey", s.logInWithPasskey)
	e.GET("/signup", s.showSignUp)
	e.POST("/signup", s.signUp)
	e.POST("/logout", s.logOut)
	e.GET("/account", s.showAccount)
	e.POST("/account/password", s.setPassword)
	e.POST("/account/passkeys/options", s.offerPasskey)
	e.POST("/account/passkeys", s.addPasskey)
	e.POST("/account/passkeys/remove", s.removePasskey)
	e.POST("/account/sessions", s.endSessions)
	e.POST("/account/delete", s.deleteAccount)

	e.POST("/matches", s.openMatch)
	e.GET("/matches/:id", s.showMatch)
	e.POST("/matches/:id", s.fill)
	e.POST("/matches/:id/actions", s.act)
	e.POST("/matches/:id/draft", s.editDraft)
	e.POST("/matches/:id/formations", s.keepFormation)
	e.GET("/matches/:id/record", s.showRecord)
	e.GET("/matches/:id/record.txt", s.downloadRecord)
	e.GET("/matches/:id/position.svg", s.showSVG)
	e.GET("/matches/:id/position.png", s.showPNG)
	e.POST("/matches/:id/times", s.retime)
	e.POST("/matches/:id/rematch", s.rematch)
	e.GET("/matches/:id/link", s.showLink)
	e.POST("/matches/:id/link", s.newLink)
	e.POST("/matches/:id/hand", s.hand)
	e.GET("/matches/:id/talk", s.showTalk)
	e.POST("/matches/:id/talk", s.say)
	e.POST("/matches/:id/talk/mute", s.mute)
	e.POST("/matches/:id/notes", s.note)
	e.POST("/matches/:id/block", s.block)
	e.POST("/matches/:id/plans", s.plan)

	e.GET(reviewPath, s.showReview)
	e.POST(reviewPath, s.review)
	e.GET("/records/:id", s.showKept)
	e.GET("/records/:id/record.txt", s.downloadKept)
	e.POST("/records/:id/delete", s.forgetKept)

	e.GET("/next", s.showNext)
	e.GET("/lobby", s.showLobby)
	e.GET("/offers/new", s.showNewOffer)
	e.POST("/offers", s.makeOffer)
	e.GET("/offers/:id", s.showOffer)
	e.POST("/offers/:id", s.answerOffer)
	e.POST("/shared", s.openShared)
	e.GET("/seats/:key", s.showSeat)
	e.POST("/seats/:key", s.sit)
	e.GET("/leisure", s.showLeisure)
	e.POST("/leisure", s.changeLeisure)
	e.POST("/zone", s.chooseZone)

	e.GET("/players/:name", s.showProfile)
	e.GET("/standings", s.showStandings)
	e.GET("/blocks", s.showBlocks)
	e.POST("/blocks", s.unblock)

	e.GET("/notices", s.showNotices)
	e.POST("/notices", s.addChannel)
	e.POST("/notices/:id", s.changeChannel)
	e.GET("/notices/confirm/:token", s.askConfirmation)
	e.POST("/notices/confirm/:token", s.confirmChannel)
	e.GET("/unsubscribe/:token", s.askUnsubscribe)
	e.POST("/unsubscribe/:token", s.unsubscribe)
	e.GET("/feed/:secret", s.showFeed)

	e.GET("/rules", s.listRules)
	e.GET("/rules/:game", s.showRules)
	e.GET("/static/*", s.serveStatic)
	e.GET("/favicon.ico", s.serveFavicon)
	e.GET("/livez", s.showLife)
	return answerHead(e), nil
}

// extractor finds out where a request comes from: from the peer itself or, where that is a proxy of the operator's, from what
// the last such proxy says of the one before it.
func extractor(proxies []*net.IPNet) echo.IPExtractor {
	if len(proxies) == 0 {
		return echo.ExtractIPDirect()
	}
	trust := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, proxy := range proxies {
		trust = append(trust, echo.TrustIPRange(proxy))
	}
	return echo.ExtractIPFromXFFHeader(trust...)
}

// answerHead lets every page answer HEAD as it answers GET; the server itself leaves the body out.
func answerHead(site http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			get := *r
			get.Method = http.MethodGet
			r = &get
		}
		site.ServeHTTP(w, r)
	})
}
