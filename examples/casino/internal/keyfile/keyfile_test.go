package keyfile_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/keyfile"
)

// Of many who want a file at once, one makes it, and all read the same.
func TestLoad(t *testing.T) {
	name := filepath.Join(t.TempDir(), "key")
	var all sync.WaitGroup
	contents, made, errs := make([]string, 8), make([]bool, 8), make([]error, 8)
	for i := range contents {
		all.Go(func() {
			var b []byte
			b, made[i], errs[i] = keyfile.Load(name, fmt.Appendf(nil, "key %d\n", i))
			contents[i] = string(b)
		})
	}
	all.Wait()
	makers := 0
	for i, content := range contents {
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
		if made[i] {
			makers++
		}
		if content != contents[0] || made[i] && content != fmt.Sprintf("key %d\n", i) {
			t.Errorf("%q, %q", content, contents[0])
		}
	}
	if makers != 1 {
		t.Errorf("made %d times", makers)
	}
	if entries, err := os.ReadDir(filepath.Dir(name)); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	if _, made, err := keyfile.Load(filepath.Join(dir, "nowhere", "key"), nil); err == nil || made {
		t.Error("a file in no folder")
	}
	if runtime.GOOS == "windows" {
		return
	}
	name := filepath.Join(dir, "key")
	if _, _, err := keyfile.Load(name, []byte("secret")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
	for _, mode := range []os.FileMode{0o640, 0o604, 0o620} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
		if content, _, err := keyfile.Load(name, nil); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%#o", mode)) || content != nil {
			t.Errorf("mode %#o: %q, %v", mode, content, err)
		}
	}
}
