package account

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestPasswordsThatAreRefused(t *testing.T) {
	for password, want := range map[string]error{
		"correct horse": nil, "비밀번호이고요길다": nil, "12345679": nil,
		"": ErrShortPassword, "1234567": ErrShortPassword, "비밀번호일곱자": ErrShortPassword,
		"password": ErrCommonPassword, "PassWord1": ErrCommonPassword, "１２３４５６７８": ErrCommonPassword, "aaaaaaaaaa": ErrCommonPassword,
		"annabelle": ErrCommonPassword, "ANNABELLE": ErrCommonPassword,
		strings.Repeat("x1", 100): nil, strings.Repeat("x1", 100) + "y": ErrLongPassword,
	} {
		if err := checkPassword("Annabelle", password); !errors.Is(err, want) || (want == nil && err != nil) {
			t.Errorf("%q: %v, want %v", password, err, want)
		}
	}
}

func TestAHashKnowsItsPassword(t *testing.T) {
	h := newHasher()
	ctx := t.Context()
	hash, err := h.hash(ctx, "correct horse é")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("hash %s", hash)
	}
	again, err := h.hash(ctx, "correct horse é")
	if err != nil || again == hash {
		t.Errorf("two hashes of a password are alike: %v", err)
	}
	for _, c := range []struct {
		hash, password string
		want           bool
	}{
		{hash, "correct horse é", true},
		{hash, "correct horse e\u0301", true}, // as another keyboard composes it
		{hash, "correct horse è", false},
		{hash, "", false},
		{hash, strings.Repeat("x", 10_000), false},
		{"", "", false},
		{"", "correct horse é", false},
	} {
		if got, err := fits(c.hash, c.password); err != nil || got != c.want {
			t.Errorf("%.20q against %.12q: %v, %v", c.password, c.hash, got, err)
		}
	}
}

func TestHashesOfOtherParametersAreRead(t *testing.T) {
	for _, broken := range []string{
		"x", "$argon2i$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2g", "$argon2id$v=18$m=64,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2g",
		"$argon2id$v=19$m=64,t=0,p=1$c2FsdHNhbHQ$aGFzaGhhc2g", "$argon2id$v=19$m=4294967295,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2g",
		"$argon2id$v=19$m=64,t=1,p=1$c2Fsd!$aGFzaGhhc2g", "$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$",
	} {
		if ok, err := fits(broken, "x"); err == nil || ok {
			t.Errorf("%s: %v", broken, ok)
		}
	}
	if ok, err := fits("$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2g", "x"); err != nil || ok {
		t.Errorf("a smaller hash: %v, %v", ok, err)
	}
}

func TestNobodyWaitsForAPlaceWithoutEnd(t *testing.T) {
	h := newHasher()
	for range hashesAtOnce {
		h.places <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.hash(ctx, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestFailuresAreLimited(t *testing.T) { // C4.8
	l := newLimiter(100)
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for i := range maxFailures {
		if wait := l.take(now.Add(time.Duration(i)*time.Second), "anna", "home"); wait != 0 {
			t.Fatalf("attempt %d waits %v", i, wait)
		}
	}
	later := now.Add(5 * time.Minute)
	if wait := l.take(later, "anna", "elsewhere"); wait != 10*time.Minute {
		t.Errorf("the name from elsewhere waits %v", wait)
	}
	if wait := l.take(later, "bo", "home"); wait != 10*time.Minute {
		t.Errorf("another name from there waits %v", wait)
	}
	if wait := l.take(later, "bo", "elsewhere"); wait != 0 {
		t.Errorf("neither is limited, and waits %v", wait)
	}
	if wait := l.take(now.Add(failureLife), "anna", "home"); wait != 0 {
		t.Errorf("after %v it waits %v", failureLife, wait)
	}
}

func TestASuccessIsNoFailure(t *testing.T) {
	l := newLimiter(100)
	now := time.Now()
	for range 5 * maxFailures {
		if wait := l.take(now, "anna", "home"); wait != 0 {
			t.Fatalf("waits %v", wait)
		}
		l.forgive("anna", "home")
	}
	for range maxFailures - 1 {
		l.take(now, "bo", "home")
	}
	l.take(now, "anna", "home")
	l.forgive("anna", "home") // of the address it takes back its own alone
	l.take(now, "anna", "home")
	if wait := l.take(now, "anna", "home"); wait == 0 {
		t.Error("a success has forgiven other failures from its address")
	}
}

func TestWhatIsWatchedIsBounded(t *testing.T) {
	l := newLimiter(10)
	now := time.Now()
	for i := range 1000 {
		l.take(now.Add(time.Duration(i)*time.Millisecond), string(rune('a'+i)))
		if len(l.counts) > 10 {
			t.Fatalf("%d counts", len(l.counts))
		}
	}
	if l.counts[string(rune('a'+999))] == nil {
		t.Error("the latest is not counted")
	}
}
