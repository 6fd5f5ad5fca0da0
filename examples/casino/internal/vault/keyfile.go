package vault

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/crypto/chacha20poly1305"

	"github.com/squaredeal/squaredeal/examples/casino/internal/keyfile"
	"github.com/squaredeal/squaredeal/internal/secret"
)

// header explains a key file to whoever opens it.
const header = `# The casino's keys, the newest first: 64 characters of hex a line. The first one seals
# the players' sessions in the database, the others open what they sealed before. Without
# them no player can play on. Keep a copy, apart from the database's backups.
`

// Load reads the key file of this name. If there is none, it makes one with a new key,
// that only its owner may read, and made is true. Of several processes that do so at once,
// one makes the file and all read it.
func Load(name string) (keys Keys, made bool, err error) {
	fresh := make([]byte, chacha20poly1305.KeySize)
	rand.Read(fresh) // never fails
	content, made, err := keyfile.Load(name, fmt.Appendf(nil, "%s%x\n", header, fresh))
	if err != nil {
		return Keys{}, false, fmt.Errorf("vault: %w", err)
	}
	keys, err = Parse(content)
	if err != nil {
		return Keys{}, false, fmt.Errorf("vault: key file %s: %w", name, err)
	}
	return keys, made, nil
}

// Parse reads the content of a key file.
func Parse(content []byte) (Keys, error) {
	var keys []key
	lines := bufio.NewScanner(bytes.NewReader(content))
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		k, err := newKey(text)
		if err != nil {
			return Keys{}, fmt.Errorf("line %d: %w", n, err) // the text may be a key
		}
		if slices.ContainsFunc(keys, func(other key) bool { return other.fingerprint == k.fingerprint }) {
			return Keys{}, fmt.Errorf("line %d: the key is repeated", n)
		}
		keys = append(keys, k)
	}
	if err := lines.Err(); err != nil {
		return Keys{}, err
	}
	if keys == nil {
		return Keys{}, errors.New("it has no key")
	}
	return Keys{secret.Hide(keys)}, nil
}
