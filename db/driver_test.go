package db

import (
	"encoding/json"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// TestDriverHasItsOwnLibc: modernc.org/sqlite is C code translated against one version of modernc.org/libc, and only
// that one is safe; releases before 1.46.2 are not used at all.
func TestDriverHasItsOwnLibc(t *testing.T) {
	driver := module(t, "modernc.org/sqlite")
	if !atLeast(driver.Version, 1, 46, 2) {
		t.Errorf("modernc.org/sqlite is %s, want v1.46.2 or later", driver.Version)
	}
	text, err := os.ReadFile(driver.GoMod)
	must(t, err)
	if ours := module(t, "modernc.org/libc").Version; !requires(string(text), "modernc.org/libc", ours) {
		t.Errorf("modernc.org/libc is %s, which is not what %s asks for", ours, driver.GoMod)
	}
}

// requires tells whether a go.mod has a line for this version of a module.
func requires(mod, path, version string) bool {
	for line := range strings.Lines(mod) {
		words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require "))
		if len(words) >= 2 && words[0] == path {
			return words[1] == version
		}
	}
	return false
}

type moduleInfo struct{ Path, Version, GoMod string }

// module is what the build uses of a module.
func module(t *testing.T, path string) moduleInfo {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-json", path).Output()
	must(t, err)
	var m moduleInfo
	must(t, json.Unmarshal(out, &m))
	return m
}

// atLeast compares a version such as v1.62.0.
func atLeast(version string, want ...int) bool {
	parts := strings.SplitN(strings.TrimPrefix(version, "v"), ".", len(want))
	for i, w := range want {
		if i >= len(parts) {
			return false
		}
		n, err := strconv.Atoi(parts[i])
		if err != nil || n != w {
			return err == nil && n > w
		}
	}
	return true
}

func TestVersionsAreComparedAsNumbers(t *testing.T) {
	for version, want := range map[string]bool{
		"v1.46.2": true, "v1.46.10": true, "v1.100.0": true, "v2.0.0": true, "v1.46.1": false, "v1.9.9": false, "v0.99.99": false,
	} {
		if atLeast(version, 1, 46, 2) != want {
			t.Errorf("%s: want %v", version, want)
		}
	}
}
