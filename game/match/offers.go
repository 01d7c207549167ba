package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"salle/game"
	"salle/game/clock"
)

// The states of an offer.
const (
	OfferOpen      = "open"      // somebody may take it
	OfferTaken     = "taken"     // it has become a match
	OfferDeclined  = "declined"  // by whoever was asked
	OfferWithdrawn = "withdrawn" // by its maker
	OfferExpired   = "expired"   // nobody took it in time
)

// OfferLife is how long an offer stays open.
const OfferLife = 14 * 24 * time.Hour

// What one person may have open at a time: enough for a friend of many, too few to fill the lobby alone.
const (
	MaxListed = 5
	MaxOpen   = 40
)

// ErrMany: the person has as many open offers as anybody may.
var ErrMany = errors.New("too many open offers")

// LobbyLimit is how many offers the lobby shows.
const LobbyLimit = 100

// Offer is a match that waits for somebody to take the other seat.
type Offer struct {
	ID         string // who knows it may take the seat
	Maker      string // the person's id
	MakerName  string // his name today
	MakerRated Rated  // his rating in the game; from the store as it is kept, from the Service as it counts now
	Game       string // its slug
	Variant    string
	Seat       game.Seat // the maker's; Spectator: drawn when it is taken
	Clock      clock.Settings
	Rated      bool
	Watched    bool   // others may look on
	Listed     bool   // it stands in the lobby
	Person     string // whom alone it is for; "": whoever has it
	PersonName string
	RematchOf  string // the id of the match that it would follow; "" for none
	Created    time.Time
	Expires    time.Time
	State      string    // OfferOpen, …
	Settled    time.Time // when it left OfferOpen
	Match      string    // that it has become; "" otherwise
}

// Propose makes an offer under an id that its maker has chosen. Sent twice, a form makes one. The errors are ErrNotFound
// for an unknown game, game.ErrVariant, and ErrExists for somebody else's id.
func (s *Service) Propose(ctx context.Context, o Offer) (Offer, error) {
	g, ok := s.games.Find(o.Game)
	if !ok {
		return Offer{}, fmt.Errorf("offer a match of %.40q: %w", o.Game, ErrNotFound)
	}
	if _, err := g.Start(game.Setup{Variant: o.Variant, Rules: g.Info().Rules}); err != nil {
		return Offer{}, fmt.Errorf("offer a match of %s: %w", o.Game, err)
	}
	if err := s.hasRoom(ctx, o); err != nil {
		return Offer{}, err
	}
	o.State, o.Created = OfferOpen, s.clock()
	o.Expires = o.Created.Add(OfferLife)
	err := s.store.SaveOffer(ctx, o)
	if errors.Is(err, ErrExists) {
		there, lookErr := s.store.Offer(ctx, o.ID)
		if lookErr != nil || there.Maker != o.Maker {
			return Offer{}, errors.Join(err, lookErr)
		}
		return there, nil
	}
	if err != nil {
		return Offer{}, fmt.Errorf("offer a match of %s: %w", o.Game, err)
	}
	return o, nil
}

// hasRoom tells whether a person may have one more open offer: ErrMany. An offer that is there already needs no room.
func (s *Service) hasRoom(ctx context.Context, o Offer) error {
	list, err := s.OffersOf(ctx, o.Maker)
	if err != nil {
		return err
	}
	open, listed := 0, 0
	for _, there := range list {
		if there.Maker != o.Maker || there.State != OfferOpen || there.ID == o.ID {
			continue
		}
		open++
		if there.Listed {
			listed++
		}
	}
	if open >= MaxOpen || o.Listed && listed >= MaxListed {
		return fmt.Errorf("offer a match of %s: %w", o.Game, ErrMany)
	}
	return nil
}

// LookOffer returns an offer for whoever knows its id: ErrNotFound, or ErrNotYours where it is for somebody else.
func (s *Service) LookOffer(ctx context.Context, id, person string) (Offer, error) {
	o, err := s.store.Offer(ctx, id)
	if err != nil {
		return Offer{}, fmt.Errorf("look at an offer: %w", err)
	}
	if o.Person != "" && person != o.Person && person != o.Maker {
		return Offer{}, fmt.Errorf("offer %s: %w", id, ErrNotYours)
	}
	o.MakerRated = o.MakerRated.now(s.clock())
	return o, nil
}

// Lobby returns the open offers that a person may take as everybody may, the latest first; for "" those of all.
func (s *Service) Lobby(ctx context.Context, person string) ([]Offer, error) {
	list, err := s.store.Lobby(ctx, person, LobbyLimit)
	if err != nil {
		return nil, fmt.Errorf("read the lobby: %w", err)
	}
	return s.rated(list), nil
}

// rated lets the ratings in offers count as they do now.
func (s *Service) rated(list []Offer) []Offer {
	now := s.clock()
	for i := range list {
		list[i].MakerRated = list[i].MakerRated.now(now)
	}
	return list
}

// OffersOf returns the offers that a person waits for, was asked with, or has not been told the end of.
func (s *Service) OffersOf(ctx context.Context, person string) ([]Offer, error) {
	if person == "" {
		return nil, nil
	}
	list, err := s.store.OffersOf(ctx, person)
	if err != nil {
		return nil, fmt.Errorf("list the offers of %s: %w", person, err)
	}
	return s.rated(list), nil
}

// Take gives a person the free seat of an offer and opens its match under an id of its own; its clocks run from now. He
// who has taken it before gets the same match again. The errors are ErrOwn for its maker, ErrSettled where it is not open
// any more, ErrBlocked where one of the two has blocked the other, and those of LookOffer.
func (s *Service) Take(ctx context.Context, offer, person, id string) (Seen, error) {
	o, err := s.LookOffer(ctx, offer, person)
	if err != nil {
		return Seen{}, err
	}
	if o.Maker == person {
		return Seen{}, fmt.Errorf("take offer %s: %w", offer, ErrOwn)
	}
	if o.State == OfferOpen {
		if err := s.willing(ctx, person, o.Maker); err != nil {
			return Seen{}, fmt.Errorf("take offer %s: %w", offer, err)
		}
		err := s.becomes(ctx, o, person, id)
		if err == nil {
			return s.Look(ctx, id, person)
		}
		var lookErr error
		if o, lookErr = s.LookOffer(ctx, offer, person); lookErr != nil {
			return Seen{}, lookErr
		}
		if !errors.Is(err, ErrSettled) && !(errors.Is(err, ErrExists) && o.State == OfferTaken) { // a form that was sent twice
			return Seen{}, fmt.Errorf("take offer %s: %w", offer, err)
		}
	}
	if o.State == OfferTaken {
		if seen, err := s.Look(ctx, o.Match, person); err == nil && seen.Seat.Plays() {
			return seen, nil
		}
	}
	return Seen{}, fmt.Errorf("take offer %s, which is %s: %w", offer, o.State, ErrSettled)
}

// becomes opens the match that an offer becomes when a person takes it. Who acts in the seats of a match still does in its
// rematch.
func (s *Service) becomes(ctx context.Context, o Offer, person, id string) error {
	g, ok := s.games.Find(o.Game)
	if !ok {
		return fmt.Errorf("offer %s of %.40q: %w", o.ID, o.Game, ErrNotFound)
	}
	h := Header{
		ID: id, Game: o.Game, Setup: game.Setup{Variant: o.Variant, Rules: g.Info().Rules}, Seed: s.rng().Uint64(), Created: s.clock(),
		Clock: o.Clock, Watched: o.Watched, Offer: o.ID,
	}
	if o.Rated {
		var err error
		if h.Rated, err = s.ratable(ctx, o.Maker, person); err != nil {
			return err
		}
	}
	seat := o.Seat
	if !seat.Plays() {
		seat = game.Seat(s.rng().IntN(2))
	}
	h.Players[seat].Person, h.Players[seat.Other()].Person = o.Maker, person
	if o.RematchOf != "" {
		before, err := s.load(ctx, o.RematchOf)
		if err != nil {
			return err
		}
		h.Holders[game.First], h.Holders[game.Second] = before.header.Holders[game.Second], before.header.Holders[game.First]
	}
	return s.create(ctx, g, h, person)
}

// Decline ends an offer for its maker: anybody who may take a private one may decline it, and a listed one nobody.
func (s *Service) Decline(ctx context.Context, offer, person string) error {
	o, err := s.LookOffer(ctx, offer, person)
	if err != nil {
		return err
	}
	if o.Maker == person || o.Listed {
		return fmt.Errorf("decline offer %s: %w", offer, ErrOwn)
	}
	return s.settleOffer(ctx, o, OfferDeclined)
}

// Withdraw ends an offer of a person's own; ErrNotYours for another's.
func (s *Service) Withdraw(ctx context.Context, offer, person string) error {
	o, err := s.LookOffer(ctx, offer, person)
	if err != nil {
		return err
	}
	if o.Maker != person {
		return fmt.Errorf("withdraw offer %s: %w", offer, ErrNotYours)
	}
	return s.settleOffer(ctx, o, OfferWithdrawn)
}

// settleOffer ends an offer; doing the same again is no error.
func (s *Service) settleOffer(ctx context.Context, o Offer, state string) error {
	err := s.store.SettleOffer(ctx, o.ID, state, s.clock())
	if !errors.Is(err, ErrSettled) {
		return err
	}
	now, lookErr := s.store.Offer(ctx, o.ID)
	if lookErr == nil && now.State == state {
		return nil
	}
	return errors.Join(err, lookErr)
}

// Told keeps that the maker of a settled offer knows how it ended: his lists show it no more.
func (s *Service) Told(ctx context.Context, offer, person string) error {
	if err := s.store.OfferTold(ctx, offer, person); err != nil {
		return fmt.Errorf("tell of offer %s: %w", offer, err)
	}
	return nil
}

// Rematch offers the other player of a finished match another one with the seats swapped, under an id that the asker has
// chosen, or takes the one that the other has offered already: then the match is returned as well, opened under the same id.
// ErrBlocked where one of the two has blocked the other.
func (s *Service) Rematch(ctx context.Context, id, person, as string) (Offer, Seen, error) {
	snap, seat, err := s.seated(ctx, id, person)
	if err != nil {
		return Offer{}, Seen{}, err
	}
	h := snap.header
	switch {
	case !snap.position.Status().Result.Over:
		return Offer{}, Seen{}, fmt.Errorf("rematch of %s, which goes on: %w", id, game.ErrTurn)
	case !h.Between() || h.Shared:
		return Offer{}, Seen{}, fmt.Errorf("rematch of %s, which is not between two people: %w", id, ErrNotFound)
	}
	for range maxTries {
		there, err := s.store.RematchOf(ctx, id)
		switch {
		case err == nil:
			return s.joinRematch(ctx, h, seat, person, there, as)
		case !errors.Is(err, ErrNotFound):
			return Offer{}, Seen{}, fmt.Errorf("rematch of %s: %w", id, err)
		}
		if err := s.willing(ctx, h.Players[seat].Person, h.Players[seat.Other()].Person); err != nil {
			return Offer{}, Seen{}, fmt.Errorf("rematch of %s: %w", id, err)
		}
		o, err := s.Propose(ctx, Offer{
			ID: as, Maker: h.Players[seat].Person, Game: h.Game, Variant: h.Setup.Variant, Seat: seat.Other(), Clock: h.Clock,
			Rated: h.Rated, Watched: h.Watched, Person: h.Players[seat.Other()].Person, RematchOf: id,
		})
		if !errors.Is(err, ErrConflict) { // the other has asked at the same moment
			return o, Seen{}, err
		}
	}
	return Offer{}, Seen{}, fmt.Errorf("rematch of %s: it was offered and withdrawn %d times under one request", id, maxTries)
}

// joinRematch takes the rematch that is offered, if a person may, and returns the match that it has become, if it has.
func (s *Service) joinRematch(ctx context.Context, h Header, seat game.Seat, person string, o Offer, as string) (Offer, Seen, error) {
	switch {
	case o.State == OfferTaken:
		seen, err := s.Look(ctx, o.Match, person)
		return o, seen, err
	case o.Maker == h.Players[seat].Person:
		return o, Seen{}, nil
	}
	seen, err := s.Take(ctx, o.ID, h.Players[seat].Person, as)
	return o, seen, err
}

// addTable adds to what somebody sees of a match its clocks, whether he has blocked the other, and, once it is over, what it
// counted and the offer of another one, which is its players' alone.
func (s *Service) addTable(ctx context.Context, h Header, seen *Seen) (err error) {
	if seen.Clocks, err = s.clocks(ctx, h); err != nil {
		return err
	}
	if err := errors.Join(s.addEnd(ctx, h, seen), s.addBlock(ctx, h, seen)); err != nil {
		return err
	}
	if !seen.Status.Result.Over || !h.Between() || h.Shared || !seen.Seat.Plays() {
		return nil
	}
	o, err := s.store.RematchOf(ctx, h.ID)
	switch {
	case errors.Is(err, ErrNotFound):
		return nil
	case err != nil:
		return fmt.Errorf("look for a rematch of %s: %w", h.ID, err)
	}
	seen.Rematch = &o
	return nil
}
