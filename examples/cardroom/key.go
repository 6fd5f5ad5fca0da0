package main

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/squaredeal/squaredeal/commit/table/board/httpboard"
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
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
	text, err := httpboard.KeeperFile(name).Load(fmt.Appendf(nil, "%x\n", fresh))
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		return nil, fmt.Errorf("key file %s: mode %#o lets others read it: chmod 600", name, mode)
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) != hub.KeySize {
		return nil, fmt.Errorf("key file %s: not %d characters of hex", name, 2*hub.KeySize)
	}
	return key, nil
}
