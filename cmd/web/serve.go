package main

import (
	"context"
	crand "crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"syscall"
	"time"

	"salle/account"
	"salle/db"
	"salle/game/catalog"
	"salle/game/match"
	"salle/handlers"
	"salle/views/lang"
)

// The server's patience.
const (
	headerTimeout   = 10 * time.Second
	requestTimeout  = 60 * time.Second
	idleTimeout     = 2 * time.Minute
	shutdownTimeout = 8 * time.Second
	sweepEvery      = 30 * time.Second
	sessionKeySize  = 32
)

// serve runs the hall until ctx ends. It takes the port first, so that a start that fails for it leaves the database
// alone.
func (p program) serve(ctx context.Context, args []string) error {
	c, err := p.readConfig(args)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(p.stderr, nil))
	listener, err := listen(ctx, c.addr)
	if err != nil {
		return err
	}
	defer listener.Close()
	store, err := db.Open(ctx, c.database)
	if err != nil {
		if errors.Is(err, context.Canceled) {
			return nil // told to stop before there was anything to stop
		}
		return err
	}
	defer func() {
		if err := store.Close(); err != nil {
			log.Error("close the database", "error", err)
		}
	}()
	logUpgrade(log, store.Upgrade())
	service, letters, site, err := p.build(ctx, c, store, log)
	if err != nil {
		return err
	}
	wake(ctx, service, log)
	log.Info("the hall is open", "url", visitURL(c, listener.Addr()), "database", c.database, "secure cookies", c.secure())
	return run(ctx, listener, site, store, service, letters, log)
}

// logUpgrade tells what opening the database changed in it.
func logUpgrade(log *slog.Logger, u db.Upgrade) {
	switch {
	case u.From == u.To:
	case u.From == 0:
		log.Info("a new database was made", "version", u.To)
	default:
		log.Info("the database was brought up to date", "from", u.From, "to", u.To, "backup", u.Backup)
	}
}

// build joins the parts of the site.
func (p program) build(ctx context.Context, c config, store *db.DB, log *slog.Logger) (*match.Service, *handlers.Letters, http.Handler, error) {
	games, err := catalog.New()
	if err != nil {
		return nil, nil, nil, err
	}
	words, err := lang.Load()
	if err != nil {
		return nil, nil, nil, err
	}
	keys := c.sessionKeys
	if keys == nil {
		key, err := store.SettingOrNew(ctx, "session key", newSessionKey)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("the database %s cannot keep the session key; see that its disk has room and no other program locks it: %w",
				c.database, err)
		}
		keys = [][]byte{key}
	}
	service := match.New(store, games, time.Now, newRand, log)
	letters, err := p.letters(ctx, c, store, games, words)
	if err != nil {
		return nil, nil, nil, err
	}
	site, err := handlers.New(handlers.Config{
		Letters: letters,
		Matches: service, Games: games, People: store, Words: words, Log: log, Clock: time.Now, BaseURL: c.baseURL, Proxies: c.proxies,
		Accounts: account.New(store, time.Now, handlers.ReservedNames(words)),
		Sessions: handlers.NewSessions(store, time.Now, c.secure(), keys...),
	})
	return service, letters, site, err
}

// secure tells whether visitors come by https.
func (c config) secure() bool { return c.baseURL != nil && c.baseURL.Scheme == "https" }

func newSessionKey() ([]byte, error) {
	key := make([]byte, sessionKeySize)
	_, err := crand.Read(key)
	return key, err
}

// newRand is a source of chance that nobody can foresee.
func newRand() *rand.Rand {
	var seed [16]byte
	crand.Read(seed[:]) // never fails
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(seed[:8]), binary.LittleEndian.Uint64(seed[8:])))
}

// listen opens the port, or says in a sentence why it cannot.
func listen(ctx context.Context, addr string) (net.Listener, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", addr)
	switch {
	case err == nil:
		return l, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("the port of %s is taken; stop the program that holds it or choose another with --addr", addr)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("listening on %s is not allowed; choose a port from 1024 on with --addr", addr)
	}
	return nil, fmt.Errorf("%s cannot be listened on; choose an address of this computer with --addr: %w", addr, err)
}

// visitURL is where to open the site: on this computer, where nobody said how visitors reach it.
func visitURL(c config, listening net.Addr) string {
	if c.baseURL != nil {
		return c.baseURL.String()
	}
	_, port, _ := net.SplitHostPort(listening.String())
	host, _, _ := net.SplitHostPort(c.addr)
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// run serves until ctx ends, then lets running requests finish.
func run(ctx context.Context, l net.Listener, site http.Handler, store *db.DB, service *match.Service, letters *handlers.Letters, log *slog.Logger) error {
	server := &http.Server{
		Handler: site, ReadHeaderTimeout: headerTimeout, ReadTimeout: requestTimeout, WriteTimeout: requestTimeout,
		IdleTimeout: idleTimeout, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	swept := make(chan struct{})
	go func() {
		defer close(swept)
		var both sync.WaitGroup
		both.Go(func() { sweep(ctx, store, service, log) })
		both.Go(func() { deliver(ctx, service, letters, log) })
		both.Wait()
	}()
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serving failed; see to that and start again: %w", err)
	case <-ctx.Done():
	}
	log.Info("the hall is closing")
	shutDown(server, swept, log)
	return nil
}

// shutDown lets running requests, the sweep and letters end; what takes too long is cut off.
func shutDown(server *http.Server, swept <-chan struct{}, log *slog.Logger) {
	grace, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		log.Warn("requests were cut off", "after", shutdownTimeout, "error", errors.Join(err, server.Close()))
	}
	select {
	case <-swept:
	case <-grace.Done(): // what is left is done at the next start
	}
}

// wake gives back the time in which the hall was down or asleep.
func wake(ctx context.Context, service *match.Service, log *slog.Logger) {
	switch o, err := service.Wake(ctx); {
	case err != nil && ctx.Err() == nil:
		log.Error("give back the time of an outage", "error", err)
	case !o.Begins.IsZero():
		log.Info("no clock ran while the hall was closed", "from", o.Begins, "to", o.Ends)
	}
}

// sweep does what matches still owe from before, at once and then from time to time, and forgets expired sessions.
func sweep(ctx context.Context, store *db.DB, service *match.Service, log *slog.Logger) {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		wake(ctx, service, log) // the machine may have slept
		if n, err := service.Sweep(ctx); err != nil && ctx.Err() == nil {
			log.Error("sweep", "error", err)
		} else if n > 0 {
			log.Info("owed actions done", "matches", n)
		}
		if err := store.DeleteExpired(ctx, time.Now()); err != nil && ctx.Err() == nil {
			log.Error("forget expired sessions", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
