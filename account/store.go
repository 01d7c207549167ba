// Package account holds what makes a guest somebody who can come back from any browser: a name that nobody else can be
// taken for, a password or a passkey, and limits on guessing. It knows no HTTP, no SQL and no match.
package account

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// The ways a request is refused, beside those of CheckName and CheckPassword. Compare with errors.Is.
var (
	// ErrNotFound: there is no such account, passkey or session.
	ErrNotFound = errors.New("no such account")
	// ErrWrong: the name is nobody's or the password is not his; which of the two is not told.
	ErrWrong = errors.New("wrong name or password")
	// ErrTaken: another account bears the name, or one that looks like it.
	ErrTaken = errors.New("the name is taken")
	// ErrExists: the person has an account already.
	ErrExists = errors.New("there is an account already")
	// ErrLastWay: without it nothing would open the account any more.
	ErrLastWay = errors.New("the last way into the account")
	// ErrStale: the person logged in too long ago for what he asks.
	ErrStale = errors.New("logged in too long ago")
)

// LimitError refuses an attempt because too many have failed.
type LimitError struct {
	Wait time.Duration // until the next attempt is heard, more than 0
}

// Error is for operators.
func (e *LimitError) Error() string { return fmt.Sprintf("too many attempts, wait %v", e.Wait) }

// Account is how a person comes back.
type Account struct {
	Person  string // the id of whose it is
	Name    string // as shown to others
	Key     string // of Name: no two accounts have the same
	Hash    string // of the password, as Hasher makes it; "" where there is none
	Created time.Time
}

// Passkey is a key that a person's device keeps.
type Passkey struct {
	ID         []byte
	Person     string // the id of whose it is
	Name       string // of the device, so that he can tell it from others; "" where nothing is known
	Credential []byte // what is needed to check that it signed, as the page's library writes it
	Created    time.Time
	Used       time.Time // the zero time: never
}

// Session is a browser in which a person is known.
type Session struct {
	Hash    []byte // of its id, 32 bytes
	Person  string // the id of who is known; "" for nobody yet
	Agent   string // browser and system in a few words; "" where nothing is known
	Data    []byte
	Created time.Time
	Seen    time.Time // about when it was last used
	Expires time.Time
}

// Store keeps accounts. Its errors are those above where it says so, and failures of the storage itself.
type Store interface {
	// CreateAccount makes a person's account and gives him its name, and makes the person where there is none; with a passkey
	// where one is given. ErrExists where the person has an account, ErrTaken where another has the key.
	CreateAccount(ctx context.Context, a Account, key *Passkey) error
	// Account returns a person's account; ErrNotFound.
	Account(ctx context.Context, person string) (Account, error)
	// AccountNamed returns the account with a key; ErrNotFound.
	AccountNamed(ctx context.Context, key string) (Account, error)
	// Rename gives a guest another name.
	Rename(ctx context.Context, person, name string) error
	// RenameAccount gives an account another name and key; ErrTaken, ErrNotFound.
	RenameAccount(ctx context.Context, person, name, key string) error
	// SetPassword changes the hash of a password; ErrNotFound.
	SetPassword(ctx context.Context, person, hash string) error
	// DeleteAccount takes the account away, with its passkeys, sessions and all that only its owner has; matches keep a
	// person without a name. ErrNotFound.
	DeleteAccount(ctx context.Context, person string, now time.Time) error
	// MergeGuest moves what a guest has to an account, all or none. Where the account sits in a guest's match in another seat,
	// the match stays as it is. A person who has an account himself, or is gone, is left alone.
	MergeGuest(ctx context.Context, guest, person string, now time.Time) error

	// AddPasskey adds one to an account; ErrNotFound where there is no account, ErrExists where its id is known.
	AddPasskey(ctx context.Context, k Passkey) error
	// Passkeys lists a person's, the oldest first.
	Passkeys(ctx context.Context, person string) ([]Passkey, error)
	// UsePasskey keeps what has changed with its use; ErrNotFound.
	UsePasskey(ctx context.Context, id, credential []byte, now time.Time) error
	// RemovePasskey forgets one of a person's; ErrNotFound, and ErrLastWay where nothing else opens his account.
	RemovePasskey(ctx context.Context, person string, id []byte) error

	// Sessions lists a person's that have not expired, the latest used first.
	Sessions(ctx context.Context, person string, now time.Time) ([]Session, error)
	// EndSession ends one of a person's; one that is not there is no error.
	EndSession(ctx context.Context, person string, hash []byte) error
	// EndOtherSessions ends all of a person's but one.
	EndOtherSessions(ctx context.Context, person string, keep []byte) error
}
