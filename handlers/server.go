// Package handlers translates HTTP to the use cases of package match and their answers to pages. It decides nothing
// about rules and stores nothing itself.
package handlers

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/gorilla/sessions"
	"github.com/labstack/echo/v4"

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
	// Rename changes a person's name, in all his matches; match.ErrNotFound.
	Rename(ctx context.Context, id, name string) error
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
	Sessions sessions.Store
	Words    lang.Catalogue
	Log      *slog.Logger
	Clock    func() time.Time
	BaseURL  *url.URL // how visitors reach the site; nil: as each request says
}

type server struct {
	Config
	crossOrigin *http.CrossOriginProtection
}

// New returns the whole site. A base URL that is no origin is an error.
func New(config Config) (http.Handler, error) {
	s := &server{Config: config, crossOrigin: http.NewCrossOriginProtection()}
	if u := config.BaseURL; u != nil {
		if err := s.crossOrigin.AddTrustedOrigin(u.Scheme + "://" + u.Host); err != nil {
			return nil, err
		}
	}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.fail
	s.use(e)

	e.GET("/", s.showHome)
	e.POST("/language", s.chooseLanguage)
	e.POST("/name", s.rename)

	e.POST("/matches", s.openMatch)
	e.GET("/matches/:id", s.showMatch)
	e.POST("/matches/:id/actions", s.act)
	e.POST("/matches/:id/draft", s.editDraft)
	e.POST("/matches/:id/formations", s.keepFormation)
	e.GET("/matches/:id/record", s.showRecord)
	e.GET("/matches/:id/record.txt", s.downloadRecord)

	e.GET("/rules", s.listRules)
	e.GET("/rules/:game", s.showRules)
	e.GET("/static/*", s.serveStatic)
	e.GET("/favicon.ico", s.serveFavicon)
	e.GET("/livez", s.showLife)
	return answerHead(e), nil
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
