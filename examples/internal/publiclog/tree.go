package publiclog

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
)

// A Hash is that of RFC 6962, section 2.1.
type Hash [sha256.Size]byte

// MarshalText writes the hash in base64.
func (h Hash) MarshalText() ([]byte, error) { return base64.StdEncoding.AppendEncode(nil, h[:]), nil }

// UnmarshalText reads what MarshalText writes.
func (h *Hash) UnmarshalText(text []byte) error {
	b, err := base64.StdEncoding.DecodeString(string(text))
	if err != nil || len(b) != len(h) {
		return fmt.Errorf("%w: this is no hash", ErrMalformed)
	}
	*h = Hash(b)
	return nil
}

// LeafHash returns the hash of an entry.
func LeafHash(entry []byte) Hash { return sha256.Sum256(append([]byte{0}, entry...)) }

func nodeHash(left, right Hash) Hash {
	return sha256.Sum256(append(append([]byte{1}, left[:]...), right[:]...))
}

// A Tree is what is kept of a log's entries to compute its root: the roots of the whole trees
// that it is made of, the greatest first.
type Tree struct {
	Size  int64  `json:"size"`
	Peaks []Hash `json:"peaks"`
}

// Add adds the next entry.
func (t *Tree) Add(entry []byte) {
	h := LeafHash(entry)
	for n := t.Size; n&1 == 1; n >>= 1 {
		last := len(t.Peaks) - 1
		h = nodeHash(t.Peaks[last], h)
		t.Peaks = t.Peaks[:last]
	}
	t.Peaks = append(t.Peaks, h)
	t.Size++
}

// Root returns the root.
func (t *Tree) Root() Hash {
	if t.Size == 0 {
		return sha256.Sum256(nil)
	}
	h := t.Peaks[len(t.Peaks)-1]
	for i := len(t.Peaks) - 2; i >= 0; i-- {
		h = nodeHash(t.Peaks[i], h)
	}
	return h
}

// Grow adds what a log has beyond the tree, up to a checkpoint that isn't smaller, and calls
// yield with the number of each entry and the entry. Whatever was yielded counts only if
// there is no error: without one, the root is the checkpoint's.
func (t *Tree) Grow(ctx context.Context, source Source, to Checkpoint, yield func(index int64, entry []byte) error) error {
	err := source.Read(ctx, t.Size, to.Size, func(index int64, entry []byte) error {
		t.Add(entry)
		return yield(index, entry)
	})
	if err == nil && t.Root() != to.Root {
		err = ErrFalse
	}
	return err
}
