package account

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Service has the use cases of accounts. It is safe for concurrent use.
type Service struct {
	store    Store
	clock    func() time.Time
	reserved map[string]bool // by key
	hasher   *hasher
	limiter  *limiter
}

// New returns the use cases over a store. No account may bear a reserved name.
func New(store Store, clock func() time.Time, reserved []string) *Service {
	s := &Service{
		store: store, clock: clock, reserved: map[string]bool{}, hasher: newHasher(), limiter: newLimiter(maxWatched),
	}
	for _, name := range reserved {
		s.reserved[Key(name)] = true
	}
	return s
}

// Attempt is a person at a browser who says who he is.
type Attempt struct {
	Person   string // the id of who is known there so far; "" for nobody
	Address  string // where he comes from
	Name     string
	Password string
}

// SignUp makes the account of a person who has none. A form sent twice has the same answer: whoever gives the name and
// the password of an account that is there is let in. Errors are those of the name and the password, ErrTaken, ErrExists
// and LimitError.
func (s *Service) SignUp(ctx context.Context, a Attempt) (Account, error) {
	if err := checkName(a.Name, s.reserved); err != nil {
		return Account{}, err
	}
	there, err := s.store.AccountNamed(ctx, Key(a.Name))
	if err == nil {
		return s.enterTaken(ctx, there, a)
	}
	if !errors.Is(err, ErrNotFound) {
		return Account{}, err
	}
	if err := checkPassword(a.Name, a.Password); err != nil {
		return Account{}, err
	}
	hash, err := s.hasher.hash(ctx, a.Password)
	if err != nil {
		return Account{}, err
	}
	made := Account{Person: a.Person, Name: a.Name, Key: Key(a.Name), Hash: hash, Created: s.clock()}
	err = s.store.CreateAccount(ctx, made, nil)
	if errors.Is(err, ErrTaken) || errors.Is(err, ErrExists) { // by the same form, a moment ago
		if there, found := s.store.AccountNamed(ctx, made.Key); found == nil {
			return s.enterTaken(ctx, there, a)
		}
	}
	return made, err
}

// enterTaken lets a person in who asked for a name that is his own.
func (s *Service) enterTaken(ctx context.Context, there Account, a Attempt) (Account, error) {
	err := s.verify(ctx, there, there.Key, a.Password, a.Address)
	if errors.Is(err, ErrWrong) {
		err = ErrTaken
	}
	if err != nil {
		return Account{}, err
	}
	return there, s.Enter(ctx, a.Person, there)
}

// SignUpWithPasskey makes the account of a person who has none, with a passkey and no password. MayBear tells beforehand
// whether he may.
func (s *Service) SignUpWithPasskey(ctx context.Context, name string, k Passkey) (Account, error) {
	if err := checkName(name, s.reserved); err != nil {
		return Account{}, err
	}
	made := Account{Person: k.Person, Name: name, Key: Key(name), Created: s.clock()}
	k.Created = made.Created
	return made, s.store.CreateAccount(ctx, made, &k)
}

// LogIn lets a person in by name and password, and moves what he did as a guest to the account; ErrWrong, LimitError.
func (s *Service) LogIn(ctx context.Context, a Attempt) (Account, error) {
	key := Key(a.Name)
	there, err := s.store.AccountNamed(ctx, key)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return Account{}, err
	}
	if err := s.verify(ctx, there, key, a.Password, a.Address); err != nil {
		return Account{}, err
	}
	return there, s.Enter(ctx, a.Person, there)
}

// Enter moves what a person did as a guest to the account that he has shown to be his. Who comes from another account
// leaves everything there.
func (s *Service) Enter(ctx context.Context, from string, into Account) error {
	if from == "" || from == into.Person {
		return nil
	}
	return s.store.MergeGuest(ctx, from, into.Person, s.clock())
}

// verify checks a password; ErrWrong, LimitError. Of an account that is not there, or has no password, it takes as long.
func (s *Service) verify(ctx context.Context, a Account, key, password, address string) error {
	counts := []string{"name " + key, "from " + address}
	if wait := s.limiter.wait(s.clock(), counts...); wait > 0 {
		return &LimitError{Wait: wait} // at once, not after others
	}
	leave, err := s.hasher.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if wait := s.limiter.take(s.clock(), counts...); wait > 0 {
		return &LimitError{Wait: wait}
	}
	right, err := fits(a.Hash, password)
	if right || err != nil {
		s.limiter.forgive(counts...)
	}
	if err != nil {
		return fmt.Errorf("check the password of %s: %w", a.Person, err)
	}
	if !right {
		return ErrWrong
	}
	return nil
}

// Account returns a person's account; ErrNotFound.
func (s *Service) Account(ctx context.Context, person string) (Account, error) {
	return s.store.Account(ctx, person)
}

// Named returns the account of somebody by his name, or one that looks like it; ErrNotFound.
func (s *Service) Named(ctx context.Context, name string) (Account, error) {
	return s.store.AccountNamed(ctx, Key(name))
}

// MayBear tells whether a person may give an account a name: the errors of names, and ErrTaken.
func (s *Service) MayBear(ctx context.Context, person, name string) error {
	if err := checkName(name, s.reserved); err != nil {
		return err
	}
	return s.free(ctx, person, name)
}

// free is ErrTaken where somebody else's account has a name.
func (s *Service) free(ctx context.Context, person, name string) error {
	there, err := s.store.AccountNamed(ctx, Key(name))
	switch {
	case errors.Is(err, ErrNotFound):
		return nil
	case err != nil:
		return err
	case there.Person != person:
		return ErrTaken
	}
	return nil
}

// Rename gives a person another name. A guest may bear any that is no account's; errors are those of MayBear.
func (s *Service) Rename(ctx context.Context, person, name string) error {
	_, err := s.store.Account(ctx, person)
	switch {
	case errors.Is(err, ErrNotFound):
		if err := s.free(ctx, person, name); err != nil {
			return err
		}
		return s.store.Rename(ctx, person, name)
	case err != nil:
		return err
	}
	if err := checkName(name, s.reserved); err != nil {
		return err
	}
	return s.store.RenameAccount(ctx, person, name, Key(name))
}

// Proof shows that who asks is the account's owner, beyond his session: the password, or that he logged in just now.
type Proof struct {
	Password string
	Address  string // where he comes from
	Fresh    bool   // he logged in a few minutes ago
}

// prove checks a proof; ErrWrong, ErrStale where there is no password to ask for, LimitError.
func (s *Service) prove(ctx context.Context, a Account, p Proof) error {
	if a.Hash == "" {
		if !p.Fresh {
			return ErrStale
		}
		return nil
	}
	return s.verify(ctx, a, a.Key, p.Password, p.Address)
}

// SetPassword changes a password, or sets the first one, and ends all sessions but the one that asks.
func (s *Service) SetPassword(ctx context.Context, person, password string, p Proof, session []byte) error {
	a, err := s.store.Account(ctx, person)
	if err != nil {
		return err
	}
	if err := checkPassword(a.Name, password); err != nil {
		return err
	}
	if err := s.prove(ctx, a, p); err != nil {
		return err
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	if err := s.store.SetPassword(ctx, person, hash); err != nil {
		return err
	}
	return s.store.EndOtherSessions(ctx, person, session)
}

// Delete takes an account away for good. Its matches stay.
func (s *Service) Delete(ctx context.Context, person string, p Proof) error {
	a, err := s.store.Account(ctx, person)
	if err != nil {
		return err
	}
	if a.Hash == "" || !p.Fresh || p.Password != "" {
		if err := s.prove(ctx, a, p); err != nil {
			return err
		}
	}
	return s.store.DeleteAccount(ctx, person, s.clock())
}

// Passkeys lists a person's.
func (s *Service) Passkeys(ctx context.Context, person string) ([]Passkey, error) {
	return s.store.Passkeys(ctx, person)
}

// AddPasskey adds one to an account; ErrNotFound, ErrExists.
func (s *Service) AddPasskey(ctx context.Context, k Passkey) error {
	k.Created = s.clock()
	return s.store.AddPasskey(ctx, k)
}

// UsePasskey keeps what its use has changed; ErrNotFound.
func (s *Service) UsePasskey(ctx context.Context, id, credential []byte) error {
	return s.store.UsePasskey(ctx, id, credential, s.clock())
}

// RemovePasskey forgets one; ErrNotFound, ErrLastWay.
func (s *Service) RemovePasskey(ctx context.Context, person string, id []byte) error {
	return s.store.RemovePasskey(ctx, person, id)
}

// Sessions lists where a person is known.
func (s *Service) Sessions(ctx context.Context, person string) ([]Session, error) {
	return s.store.Sessions(ctx, person, s.clock())
}

// EndSession logs a person out somewhere.
func (s *Service) EndSession(ctx context.Context, person string, hash []byte) error {
	return s.store.EndSession(ctx, person, hash)
}

// EndOtherSessions logs a person out everywhere but here.
func (s *Service) EndOtherSessions(ctx context.Context, person string, here []byte) error {
	return s.store.EndOtherSessions(ctx, person, here)
}
