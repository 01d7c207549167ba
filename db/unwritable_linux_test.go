package db

import (
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// nobody is a user without rights.
const nobody = 65534

// asNobody runs f without the rights of root, who may write everything: file access is decided by the thread's own id.
// What f opens must be opened by its own goroutine.
func asNobody(t *testing.T, dir string, f func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		f()
		return
	}
	for _, d := range []string{dir, filepath.Dir(dir)} {
		must(t, os.Chown(d, nobody, nobody))
	}
	runtime.LockOSThread() // never unlocked: the thread ends with the test
	must(t, syscall.Setfsuid(nobody))
	defer func() { must(t, syscall.Setfsuid(0)) }()
	f()
}

func TestUnwritablePlacesAreRefusedInASentence(t *testing.T) {
	t.Run("directory", func(t *testing.T) {
		dir := t.TempDir()
		must(t, os.Chmod(dir, 0o500))
		asNobody(t, dir, func() {
			_, err := Open(t.Context(), filepath.Join(dir, "salle.db"))
			wantError(t, err, ErrUnwritable)
			wantSentence(t, err, "user id", "permission denied", dir)
		})
	})
	t.Run("file", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "salle.db")
		must(t, openAndClose(t, path))
		must(t, os.Chmod(path, 0o400))
		asNobody(t, filepath.Dir(path), func() {
			_, err := Open(t.Context(), path)
			wantError(t, err, ErrUnwritable)
			wantSentence(t, err, "user id")
		})
	})
	t.Run("directory of a writable file", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "salle.db")
		must(t, openAndClose(t, path))
		if os.Geteuid() == 0 {
			must(t, os.Chown(path, nobody, nobody))
		}
		must(t, os.Chmod(filepath.Dir(path), 0o500))
		t.Cleanup(func() { must(t, os.Chmod(filepath.Dir(path), 0o700)) }) // so that it can be removed
		asNobody(t, filepath.Dir(path), func() {
			_, err := Open(t.Context(), path)
			wantError(t, err, ErrUnwritable)
			wantSentence(t, err, "its directory "+filepath.Dir(path))
		})
	})
}
