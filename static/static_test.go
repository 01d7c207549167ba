package static

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"testing"
)

// htmxHash is the SHA-256 of dist/htmx.min.js in release 4.0.1 of the npm package htmx.org.
const htmxHash = "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130"

func TestHtmxIsTheRelease(t *testing.T) {
	f, ok := Find(URL("htmx.min.js"))
	if !ok {
		t.Fatal("htmx.min.js is not served")
	}
	sum := sha256.Sum256(f.Content)
	if got := hex.EncodeToString(sum[:]); got != htmxHash {
		t.Errorf("htmx.min.js has hash %s, want %s", got, htmxHash)
	}
}

func TestEveryFileIsServedUnderItsHash(t *testing.T) {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		f, ok := Find(URL(e.Name()))
		if !ok || f.Name != e.Name() || f.Type == "" || len(f.Content) == 0 {
			t.Errorf("%s is served as %+v, %t", e.Name(), f.Name, ok)
		}
	}
}

func TestOtherPathsAreNotServed(t *testing.T) {
	for _, p := range []string{"", "/static/", "/static/app.css", "/static/app.000000000000.css", "/static/../static.go", "/static/nothing.0123456789ab.css"} {
		if f, ok := Find(p); ok {
			t.Errorf("%q is served as %s", p, f.Name)
		}
	}
}
