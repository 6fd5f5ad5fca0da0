package vault_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/vault"
)

var (
	a = strings.Repeat("0a", 32)
	b = strings.Repeat("0b", 32)
)

func parse(t *testing.T, lines ...string) vault.Keys {
	t.Helper()
	k, err := vault.Parse([]byte(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestSeal(t *testing.T) {
	plain := []byte("a session")
	old := parse(t, "# comment", "", a)
	sealed := old.Seal("alice", plain)
	if bytes.Contains(sealed, plain) || bytes.Equal(sealed, old.Seal("alice", plain)) {
		t.Errorf("sealed as %x", sealed)
	}
	both := parse(t, b, a)
	if both.Newest() == old.Newest() || both.Fingerprints()[1] != old.Newest() {
		t.Error(both.Fingerprints(), old.Newest())
	}
	for _, keys := range []vault.Keys{old, both} {
		if got, err := keys.Open("alice", old.Newest(), sealed); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%q, %v", got, err)
		}
	}
	refuse := func(what string, keys vault.Keys, owner, key string, sealed []byte) {
		t.Helper()
		if got, err := keys.Open(owner, key, sealed); !errors.Is(err, vault.ErrSealed) || got != nil {
			t.Errorf("%s: %q, %v", what, got, err)
		}
	}
	refuse("another's", old, "bob", old.Newest(), sealed)
	refuse("without its key", parse(t, b), "alice", old.Newest(), sealed)
	refuse("with another key", both, "alice", both.Newest(), sealed)
	for i := range sealed {
		bad := bytes.Clone(sealed)
		bad[i] ^= 1
		refuse("altered", old, "alice", old.Newest(), bad)
		refuse("cut", old, "alice", old.Newest(), sealed[:i])
	}
}

func TestKeyFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "casino.key")
	var all sync.WaitGroup
	keys, made, errs := make([]vault.Keys, 8), make([]bool, 8), make([]error, 8)
	for i := range keys {
		all.Go(func() { keys[i], made[i], errs[i] = vault.Load(name) })
	}
	all.Wait()
	makers := 0
	for i := range keys {
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
		if made[i] {
			makers++
		}
		if keys[i].Newest() != keys[0].Newest() {
			t.Error("two processes have two keys")
		}
	}
	if makers != 1 {
		t.Errorf("made %d times", makers)
	}
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(content)), "\n")
	if text := fmt.Sprintf("%v %+v %#v", keys, keys[0], keys[0]); strings.Contains(text, lines[len(lines)-1]) ||
		!strings.Contains(text, "redacted") {
		t.Error(text)
	}
	if entries, err := os.ReadDir(filepath.Dir(name)); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	if runtime.GOOS == "windows" {
		return
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, _, err := vault.Load(name); err == nil || !strings.Contains(err.Error(), "0640") {
		t.Errorf("a key file that a group may read: %v", err)
	}
}

func TestMalformedKeyFile(t *testing.T) {
	for _, content := range []string{"", "# no key\n", a[1:], a + "00", a + "\n" + a, "x" + a[1:], a + "\n" + strings.Repeat("z", 64)} {
		_, err := vault.Parse([]byte(content))
		if err == nil || strings.Contains(err.Error(), a[2:]) {
			t.Errorf("%q: %v", content, err)
		}
	}
}
