package account

import (
	"sync"
	"time"
)

// How often a password may be tried and how long that counts.
const (
	maxFailures = 10
	failureLife = 15 * time.Minute
	maxWatched  = 10_000
)

// limiter counts attempts by what they have in common, such as a name or an address. It is kept in memory: a restart
// forgets.
type limiter struct {
	mu     sync.Mutex
	most   int // how many counts are kept
	counts map[string]*count
}

// count is how often something was tried before it is forgotten.
type count struct {
	n     int
	until time.Time
}

func newLimiter(most int) *limiter { return &limiter{most: most, counts: map[string]*count{}} }

// take counts an attempt under each of the keys before anything is known of how it ends, so that many at once are no
// more than many in turn. Where one of the keys has had enough it counts nothing and tells how long to wait.
func (l *limiter) take(now time.Time, keys ...string) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if wait := l.waits(now, keys); wait > 0 {
		return wait
	}
	for _, key := range keys {
		c := l.counts[key]
		if c == nil || !now.Before(c.until) {
			l.makeRoom(now, key)
			c = &count{until: now.Add(failureLife)}
			l.counts[key] = c
		}
		c.n++
	}
	return 0
}

// wait tells how long an attempt under these keys has to wait.
func (l *limiter) wait(now time.Time, keys ...string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.waits(now, keys)
}

func (l *limiter) waits(now time.Time, keys []string) (wait time.Duration) {
	for _, key := range keys {
		if c := l.counts[key]; c != nil && c.n >= maxFailures && now.Before(c.until) {
			wait = max(wait, c.until.Sub(now))
		}
	}
	return wait
}

// forgive takes an attempt back that did not fail: it leaves nothing under its first key, and one less under the others.
func (l *limiter) forgive(keys ...string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, key := range keys {
		c := l.counts[key]
		if c == nil {
			continue
		}
		if c.n--; i == 0 || c.n <= 0 {
			delete(l.counts, key)
		}
	}
}

// makeRoom forgets what is over, and if that is not enough what would be forgotten first.
func (l *limiter) makeRoom(now time.Time, key string) {
	if _, there := l.counts[key]; there || len(l.counts) < l.most {
		return
	}
	first := ""
	for k, c := range l.counts {
		if !now.Before(c.until) {
			delete(l.counts, k)
			continue
		}
		if first == "" || c.until.Before(l.counts[first].until) {
			first = k
		}
	}
	if len(l.counts) >= l.most {
		delete(l.counts, first)
	}
}
