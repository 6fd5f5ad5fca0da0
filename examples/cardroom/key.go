package main

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
	"github.com/squaredeal/squaredeal/examples/internal/keyfile"
)

// loadKey reads the room's key in a folder. If there is none, it makes both, for the owner's
// eyes only.
func loadKey(folder string) ([]byte, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	fresh := make([]byte, hub.KeySize)
	rand.Read(fresh)
	name := filepath.Join(folder, "key")
	text, _, err := keyfile.Load(name, fmt.Appendf(nil, "%x\n", fresh))
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) != hub.KeySize {
		return nil, fmt.Errorf("key file %s: not %d characters of hex", name, 2*hub.KeySize)
	}
	return key, nil
}
