// Package publiclog reads public logs: lists of entries that only grow, as everybody can check
// who keeps the last checkpoint that they saw. A log is a directory of files, served by HTTP or
// copied to a disk, as C2SP's tlog-tiles has them (https://c2sp.org/tlog-tiles).
//
// It reads every entry, and so needs no proofs: a [Tree] that has grown by all of them has the
// root that the checkpoint says, or the log is false.
package publiclog

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ErrSignature is wrapped by errors of checkpoints that a log's key hasn't signed.
var ErrSignature = errors.New("the log’s key didn’t sign this checkpoint")

// ErrMalformed is wrapped by errors of what can't be read.
var ErrMalformed = errors.New("malformed")

const (
	bundleSize  = 256 // entries
	algorithm   = 1   // of signed notes: Ed25519
	maxNote     = 1 << 16
	maxLogFile  = bundleSize * (2 + 1<<16)
	maxLogSize  = 1 << 40
	signaturePr = "— "
)

// A Key is what a log's checkpoints are signed with: its name, which is the log's origin, and an
// Ed25519 key, as in signed notes (https://c2sp.org/signed-note).
type Key struct {
	Origin string
	Public ed25519.PublicKey
}

// ParseKey reads the text of a key, ORIGIN+ID+KEY.
func ParseKey(text string) (Key, error) {
	parts := strings.SplitN(text, "+", 3) // base64 has + too
	if len(parts) != 3 || parts[0] == "" ||
		strings.ContainsFunc(parts[0], func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) || r == ' ' }) {
		return Key{}, fmt.Errorf("%w: a log’s key is ORIGIN+ID+KEY", ErrMalformed)
	}
	b, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(b) != 1+ed25519.PublicKeySize || b[0] != algorithm {
		return Key{}, fmt.Errorf("%w: the log’s key isn’t one of Ed25519", ErrMalformed)
	}
	k := Key{parts[0], ed25519.PublicKey(b[1:])}
	if id := k.id(); parts[1] != hex.EncodeToString(id[:]) {
		return Key{}, fmt.Errorf("%w: the log’s key has another ID", ErrMalformed)
	}
	return k, nil
}

// String is the text that ParseKey reads.
func (k Key) String() string {
	id := k.id()
	return fmt.Sprintf("%s+%x+%s", k.Origin, id, base64.StdEncoding.EncodeToString(append([]byte{algorithm}, k.Public...)))
}

// id returns the first bytes of the hash that names a key.
func (k Key) id() (id [4]byte) {
	sum := sha256.Sum256(append(append([]byte(k.Origin+"\n"), algorithm), k.Public...))
	copy(id[:], sum[:])
	return id
}

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

// A Checkpoint says how many entries a log has, and the root of their tree.
type Checkpoint struct {
	Size int64
	Root Hash
}

// Open checks the signature of a checkpoint, and reads it. Signatures of witnesses may follow.
func (k Key) Open(note []byte) (Checkpoint, error) {
	text, signatures, ok := bytes.Cut(note, []byte("\n\n"))
	if !ok || len(note) > maxNote {
		return Checkpoint{}, fmt.Errorf("%w: this isn’t a checkpoint", ErrMalformed)
	}
	text = append(bytes.Clone(text), '\n')
	if !k.signed(text, string(signatures)) {
		return Checkpoint{}, ErrSignature
	}
	lines := strings.Split(string(text), "\n")
	if len(lines) < 4 || lines[0] != k.Origin {
		return Checkpoint{}, fmt.Errorf("%w: this is a checkpoint of another log, %s", ErrMalformed, lines[0])
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	root, err2 := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || err2 != nil || size < 0 || size > maxLogSize || strconv.FormatInt(size, 10) != lines[1] || len(root) != sha256.Size {
		return Checkpoint{}, fmt.Errorf("%w: the checkpoint has no size or root", ErrMalformed)
	}
	return Checkpoint{size, Hash(root)}, nil
}

// signed reports whether one of a note's signatures is the key's.
func (k Key) signed(text []byte, signatures string) bool {
	id := k.id()
	for line := range strings.Lines(signatures) {
		name, encoded, _ := strings.Cut(strings.TrimPrefix(strings.TrimSuffix(line, "\n"), signaturePr), " ")
		b, err := base64.StdEncoding.DecodeString(encoded)
		if err == nil && name == k.Origin && len(b) == len(id)+ed25519.SignatureSize && bytes.HasPrefix(b, id[:]) &&
			ed25519.Verify(k.Public, text, b[len(id):]) {
			return true
		}
	}
	return false
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

// ErrFalse is wrapped when a log isn't what it has signed.
var ErrFalse = errors.New("the log’s entries don’t lead to the checkpoint that it has signed")

// Grow adds what a log has beyond the tree, up to a checkpoint that isn't smaller, and calls yield with the number of each entry and
// the entry. Whatever was yielded counts only if there is no error: without one, the root is the checkpoint's.
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

// A Source returns the content of a file of a log by its path, such as checkpoint.
type Source func(ctx context.Context, path string) ([]byte, error)

// Latest returns the log's checkpoint, and its signed text.
func (s Source) Latest(ctx context.Context, key Key) (c Checkpoint, note []byte, err error) {
	if note, err = s(ctx, "checkpoint"); err == nil {
		c, err = key.Open(note)
	}
	return c, note, err
}

// Read calls yield with the entries from one number up to a size, in their order. Whether they are what
// the log has signed, [Tree.Grow] checks.
func (s Source) Read(ctx context.Context, from, size int64, yield func(index int64, entry []byte) error) error {
	for n := from / bundleSize; n*bundleSize < size; n++ {
		width := min(bundleSize, size-n*bundleSize)
		path := BundlePath(n, int(width))
		content, err := s(ctx, path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		entries, err := ParseBundle(content, int(width))
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for i, entry := range entries {
			if index := n*bundleSize + int64(i); index >= from {
				if err := yield(index, entry); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// ParseBundle reads the entries of a bundle, each of which has its length in two bytes before it.
func ParseBundle(content []byte, n int) (entries [][]byte, err error) {
	for range n {
		if len(content) < 2 || len(content)-2 < int(binary.BigEndian.Uint16(content)) {
			return nil, fmt.Errorf("%w: the bundle has %d entries, not %d", ErrMalformed, len(entries), n)
		}
		end := 2 + int(binary.BigEndian.Uint16(content))
		entries = append(entries, content[2:end])
		content = content[end:]
	}
	return entries, nil
}

// BundlePath returns the path of a bundle of entries, of which the last of a log may have fewer
// than 256.
func BundlePath(n int64, width int) string { return "tile/entries/" + Number(n, width) }

// Number writes the number of a tile, in groups of three digits, and its width.
func Number(n int64, width int) string {
	text := fmt.Sprintf("%03d", n%1000)
	for n /= 1000; n > 0; n /= 1000 {
		text = fmt.Sprintf("x%03d/%s", n%1000, text)
	}
	if width != bundleSize {
		text = fmt.Sprintf("%s.p/%d", text, width)
	}
	return text
}

// Commitment returns what a log has of a server hash (hex) that was shown to one player: a hash of
// it with an opening, which hides what else was said and to whom, until both are revealed.
func Commitment(opening, serverHash string) string {
	sum := sha256.Sum256([]byte("squaredeal/casino/v1/commitment " + opening + " " + serverHash))
	return hex.EncodeToString(sum[:])
}
