package main

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/squaredeal/squaredeal/examples/cardroom/internal/hub"
)

// loadKey reads the room's key in a folder. If there is none, it makes both, for the owner's
// eyes only.
func loadKey(folder string) ([]byte, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	name := filepath.Join(folder, "key")
	if err := generate(name); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("making a key: %w", err)
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		return nil, fmt.Errorf("%s: mode %#o lets others read it: chmod 600", name, mode)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) != hub.KeySize {
		return nil, fmt.Errorf("%s: not %d characters of hex", name, 2*hub.KeySize)
	}
	return key, nil
}

// generate makes a key file, whole or not at all, unless there is one.
func generate(name string) error {
	if _, err := os.Stat(name); err == nil {
		return fs.ErrExist
	}
	key := make([]byte, hub.KeySize)
	rand.Read(key)
	f, err := os.CreateTemp(filepath.Dir(name), "key.*") // of mode 0600
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, "%x\n", key)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Link(f.Name(), name) // unlike renaming, this replaces nothing
	}
	return errors.Join(err, os.Remove(f.Name()))
}
