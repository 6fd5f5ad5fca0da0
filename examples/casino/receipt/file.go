package receipt

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
	"github.com/squaredeal/squaredeal/internal/field"
)

// format is that of the records which the casino's page saves.
const format = "squaredeal/casino records v1"

// A File is what a player's saved records have of receipts.
type File struct {
	Key      ed25519.PublicKey // the casino's, as the player was told
	Receipts []Receipt
	// Checkpoints are those of the casino's public log that the player's browser has kept.
	Checkpoints []string
}

// ParseFile reads a file of records.
func ParseFile(content []byte) (File, error) {
	var records struct {
		Format   string    `json:"format"`
		Key      string    `json:"key"`
		Receipts []Receipt `json:"receipts"`

		Checkpoints []string `json:"checkpoints"`
	}
	if err := json.Unmarshal(content, &records); err != nil {
		return File{}, fmt.Errorf("%w: these records aren't JSON: %w", ErrMalformed, err)
	}
	if records.Format != format {
		return File{}, fmt.Errorf("%w: this isn't a file of records as the casino's page saves them", ErrMalformed)
	}
	key, err := ParseKey(records.Key)
	return File{key, records.Receipts, records.Checkpoints}, err
}

// Open checks the signatures of the file, and returns the statements, how many receipts the
// key didn't sign, which show nothing, and how many it did sign that can't be read.
func (f File) Open() (statements []Statement, unsigned, unread int) {
	for _, r := range f.Receipts {
		s, err := r.Open(f.Key)
		switch {
		case err == nil:
			statements = append(statements, s)
		case errors.Is(err, ErrMalformed):
			unread++
		default:
			unsigned++
		}
	}
	return statements, unsigned, unread
}

// ParseKey reads a public key, 64 digits of lowercase hex.
func ParseKey(text string) (ed25519.PublicKey, error) {
	key := make(ed25519.PublicKey, ed25519.PublicKeySize)
	if err := field.ParseHex(key, text); err != nil {
		return nil, fmt.Errorf("%w: the casino's key: %w", ErrMalformed, err)
	}
	return key, nil
}

// Same reports whether two files have receipts of one casino.
func (f File) Same(other File) bool { return bytes.Equal(f.Key, other.Key) }

// Name is the key in hex.
func (f File) Name() string { return hex.EncodeToString(f.Key) }

// A Checkpoint is one of the casino's public log.
type Checkpoint struct {
	Origin string
	publiclog.Checkpoint
}

// OpenCheckpoints returns the checkpoints that the key has signed.
func (f File) OpenCheckpoints() (all []Checkpoint) {
	for _, note := range f.Checkpoints {
		origin, _, _ := strings.Cut(note, "\n")
		if c, err := (publiclog.Key{Origin: origin, Public: f.Key}).Open([]byte(note)); err == nil {
			all = append(all, Checkpoint{origin, c})
		}
	}
	return all
}

// Forks says which of some checkpoints of one casino convict it: they are of one size, and
// have different roots.
func Forks(checkpoints []Checkpoint) (faults []string) {
	type size struct {
		origin string
		size   int64
	}
	roots := make(map[size]publiclog.Hash)
	for _, c := range checkpoints {
		id := size{c.Origin, c.Size}
		if root, ok := roots[id]; ok && root != c.Root {
			faults = append(faults, fmt.Sprintf("log %s: it signed two roots for its first %d entries", c.Origin, c.Size))
		}
		roots[id] = c.Root
	}
	return faults
}
