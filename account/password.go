package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// How long a password may be.
const (
	MinPassword      = 8   // characters
	MaxPasswordBytes = 200 // so that hashing one is always cheap
)

// Why a password is refused. Compare with errors.Is.
var (
	// ErrShortPassword: it has fewer than MinPassword characters.
	ErrShortPassword = errors.New("a short password")
	// ErrLongPassword: it has more than MaxPasswordBytes bytes.
	ErrLongPassword = errors.New("a long password")
	// ErrCommonPassword: it is among the first that anybody would try.
	ErrCommonPassword = errors.New("a common password")
)

// checkPassword tells why a password cannot be that of an account with a name, nil if it can.
func checkPassword(name, password string) error {
	switch {
	case len(password) > MaxPasswordBytes:
		return ErrLongPassword
	case utf8.RuneCountInString(password) < MinPassword:
		return ErrShortPassword
	case guessable(name, password):
		return ErrCommonPassword
	}
	return nil
}

// guessable tells whether a password is one character again and again, the account's own name, or a common one.
func guessable(name, password string) bool {
	folded := cases.Fold().String(norm.NFKC.String(password))
	first, _ := utf8.DecodeRuneInString(folded)
	if strings.Trim(folded, string(first)) == "" {
		return true
	}
	return Key(folded) == Key(name) || strings.Contains(common, "\n"+folded+"\n")
}

// common are the commonest passwords of eight characters and more, one a line.
const common = `
12345678
123456789
1234567890
12345678910
0123456789
0987654321
987654321
87654321
123123123
11223344
112233445566
1q2w3e4r
1q2w3e4r5t
1qaz2wsx
1qaz2wsx3edc
qwertyui
qwertyuiop
qwerty12
qwerty123
qwerty1234
qwer1234
qwer1234!
asdfghjk
asdfghjkl
asdf1234
zxcvbnm123
zaq12wsx
q1w2e3r4
a1234567
a12345678
a123456789
aa123456
aa12345678
abc12345
abcd1234
abc123456
abcdefgh
password
password1
password12
password123
passw0rd
p@ssw0rd
p@ssword
passwort
iloveyou
iloveyou1
sunshine
princess
football
baseball
superman
batman123
starwars
trustno1
whatever
welcome1
welcome123
letmein1
letmein123
admin123
admin1234
administrator
changeme
master123
monkey123
dragon123
michael1
jennifer
computer
internet
samsung1
pokemon1
naruto123
sakura123
doraemon
computer1
liverpool
chocolate
butterfly
dkssudgktpdy
rkskekfk
tkfkdgo1
tkfkdgody
1234qwer
asdfasdf
qwerqwer
qweasdzxc
qazwsxedc
guest1234
test1234
testtest
salle123
`

// Params are how dear a password is to guess: what argon2id takes.
type params struct {
	memory  uint32 // KiB
	passes  uint32
	threads uint8
	salt    int // bytes
	hash    int // bytes
}

// today are the parameters of new hashes.
var today = params{memory: 19 * 1024, passes: 2, threads: 1, salt: 16, hash: 32}

// hashesAtOnce is how many passwords are hashed at the same time: each takes a processor and its memory.
const hashesAtOnce = 2

// hasher makes and checks hashes of passwords, a few at a time.
type hasher struct{ places chan struct{} }

func newHasher() *hasher { return &hasher{places: make(chan struct{}, hashesAtOnce)} }

// enter waits for a place to hash at, until ctx ends; leave gives it back.
func (h *hasher) enter(ctx context.Context) (leave func(), err error) {
	select {
	case h.places <- struct{}{}:
		return func() { <-h.places }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// hash makes the hash of a password, in the form $argon2id$v=19$m=…,t=…,p=…$salt$hash.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	leave, err := h.enter(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	salt := make([]byte, today.salt)
	rand.Read(salt) // never fails
	sum := hashWith(password, salt, today)
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, today.memory, today.passes, today.threads,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(sum)), nil
}

// hashWith hashes a password. However a keyboard composes a letter, it is the same.
func hashWith(password string, salt []byte, p params) []byte {
	return argon2.IDKey([]byte(norm.NFKC.String(password)), salt, p.passes, p.memory, p.threads, uint32(p.hash))
}

// nobodys is a hash that no password has; checking against it takes as long as against any.
var nobodys = fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, today.memory, today.passes, today.threads,
	base64.RawStdEncoding.EncodeToString(make([]byte, today.salt)), base64.RawStdEncoding.EncodeToString(make([]byte, today.hash)))

// fits tells whether a password has a hash. No hash is nobody's. It is dear: hasher.enter first.
func fits(hash, password string) (bool, error) {
	if len(password) > MaxPasswordBytes {
		password = "" // it is no account's, and as quickly told as any
	}
	known := hash != ""
	if !known {
		hash = nobodys
	}
	p, salt, want, err := parseHash(hash)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(hashWith(password, salt, p), want) == 1 && known, nil
}

// The most that a stored hash may ask for.
const (
	maxMemory = 1 << 20 // KiB
	maxPasses = 64
)

// parseHash reads what hash has written.
func parseHash(text string) (p params, salt, sum []byte, err error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return p, nil, nil, errors.New("a hash of an unknown kind")
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &p.memory, &p.passes, &p.threads); err != nil {
		return p, nil, nil, fmt.Errorf("the parameters of a hash: %w", err)
	}
	if p.memory > maxMemory || p.passes == 0 || p.passes > maxPasses || p.threads == 0 {
		return p, nil, nil, errors.New("the parameters of a hash are out of range")
	}
	if salt, err = base64.RawStdEncoding.Strict().DecodeString(parts[4]); err != nil {
		return p, nil, nil, fmt.Errorf("the salt of a hash: %w", err)
	}
	if sum, err = base64.RawStdEncoding.Strict().DecodeString(parts[5]); err != nil {
		return p, nil, nil, fmt.Errorf("a hash: %w", err)
	}
	if len(sum) == 0 {
		return p, nil, nil, errors.New("an empty hash")
	}
	p.salt, p.hash = len(salt), len(sum)
	return p, salt, sum, nil
}
