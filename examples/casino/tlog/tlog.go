// Package tlog keeps the tree of a public log, as C2SP's tlog-tiles has it
// (https://c2sp.org/tlog-tiles): tiles of hashes, bundles of entries, checkpoints and proofs.
// Hashes, proofs and signed notes are those of golang.org/x/mod/sumdb; where tiles are kept is
// the caller's. Package publiclog of the examples reads such a log.
package tlog

import (
	"crypto/ed25519"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	height = 8 // of tiles
	width  = 1 << height
	// MaxEntryLen is the length of an entry at most.
	MaxEntryLen = math.MaxUint16
)

// Entries is the level of the bundles of entries.
const Entries = -1

// A Tile names a tile of hashes, or a bundle of entries. Its content grows until it has 256 of
// these; what is served of it is the beginning.
type Tile struct {
	Level int
	N     int64
}

// Path returns the tile's path in a log, if it has w hashes or entries.
func (t Tile) Path(w int) string {
	if t.Level == Entries {
		return strings.Replace(tlog.Tile{H: height, N: t.N, W: w}.Path(), "tile/8/0/", "tile/entries/", 1)
	}
	return "tile/" + strings.TrimPrefix(tlog.Tile{H: height, L: t.Level, N: t.N, W: w}.Path(), "tile/8/")
}

// ParsePath reads the path of a tile.
func ParsePath(path string) (t Tile, w int, err error) {
	level, rest, _ := strings.Cut(strings.TrimPrefix(path, "tile/"), "/")
	if level == "entries" {
		t.Level, level = Entries, "0"
	}
	parsed, err := tlog.ParseTilePath("tile/8/" + level + "/" + rest)
	if err != nil {
		return Tile{}, 0, err
	}
	if t.Level != Entries {
		t.Level = parsed.L
	}
	t.N, w = parsed.N, parsed.W
	if t.Path(w) != path {
		return Tile{}, 0, fmt.Errorf("tlog: %q isn't a tile's path", path)
	}
	return t, w, nil
}

// Cut returns the first w hashes or entries of a tile's content, and whether it has that many.
func (t Tile) Cut(content []byte, w int) (first []byte, ok bool) {
	if t.Level != Entries {
		n := w * tlog.HashSize
		return content[:min(n, len(content))], n <= len(content)
	}
	end := 0
	for range w {
		if len(content) < end+2 {
			return nil, false
		}
		end += 2 + int(binary.BigEndian.Uint16(content[end:]))
	}
	return content[:min(end, len(content))], end <= len(content)
}

// Read returns the content of a tile, nil if there is none.
type Read func(t Tile) ([]byte, error)

// ReadHashes makes a tlog.HashReader of it.
func (read Read) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	hashes := make([]tlog.Hash, 0, len(indexes))
	for _, index := range indexes {
		t := tlog.TileForIndex(height, index)
		content, err := read(Tile{t.L, t.N})
		if err != nil {
			return nil, err
		}
		content, ok := Tile{t.L, t.N}.Cut(content, t.W)
		if !ok {
			return nil, fmt.Errorf("tlog: tile %v is too short", t)
		}
		h, err := tlog.HashFromTile(t, content, index)
		if err != nil {
			return nil, err
		}
		hashes = append(hashes, h)
	}
	return hashes, nil
}

// Append adds entries to a log of some size. It returns the root, and the tiles that have
// changed, which it has read before.
func Append(size int64, read Read, entries [][]byte) (root tlog.Hash, changed map[Tile][]byte, err error) {
	changed = make(map[Tile][]byte)
	cached := make(map[Tile][]byte)
	known := func(t Tile) ([]byte, error) {
		if content, ok := changed[t]; ok {
			return content, nil
		}
		if content, ok := cached[t]; ok {
			return content, nil
		}
		content, err := read(t)
		cached[t] = content
		return content, err
	}
	add := func(t Tile, more []byte) error {
		content, err := known(t)
		if _, own := changed[t]; !own {
			content = slices.Clone(content)
		}
		changed[t] = append(content, more...)
		return err
	}
	for _, entry := range entries {
		if len(entry) > MaxEntryLen {
			return root, nil, fmt.Errorf("tlog: an entry has %d bytes", len(entry))
		}
		bundle := append(binary.BigEndian.AppendUint16(nil, uint16(len(entry))), entry...)
		if err := add(Tile{Entries, size / width}, bundle); err != nil {
			return root, nil, err
		}
		h := tlog.RecordHash(entry)
		n := size
		for level := 0; ; level++ {
			t := Tile{level, n / width}
			if err := add(t, h[:]); err != nil {
				return root, nil, err
			}
			if n%width != width-1 {
				break
			}
			h, n = whole(changed[t]), n/width
		}
		size++
	}
	root, err = tlog.TreeHash(size, Read(known))
	return root, changed, err
}

// whole returns the root of a whole tile.
func whole(content []byte) tlog.Hash {
	if len(content) == tlog.HashSize {
		return tlog.Hash(content)
	}
	half := len(content) / 2
	return tlog.NodeHash(whole(content[:half]), whole(content[half:]))
}

// Sorted returns some tiles in an order that is always the same, so that transactions which
// write them wait for each other.
func Sorted(tiles map[Tile][]byte) []Tile {
	return slices.SortedFunc(maps.Keys(tiles), func(a, b Tile) int {
		if a.Level != b.Level {
			return a.Level - b.Level
		}
		return int(a.N - b.N)
	})
}

// A Signer signs checkpoints.
type Signer struct {
	note.Verifier
	key ed25519.PrivateKey
}

// NewSigner returns the signer of the log with that origin.
func NewSigner(origin string, key ed25519.PrivateKey) (Signer, error) {
	text, err := note.NewEd25519VerifierKey(origin, key.Public().(ed25519.PublicKey))
	if err != nil {
		return Signer{}, err
	}
	v, err := note.NewVerifier(text)
	return Signer{v, key}, err
}

// Sign signs a text.
func (s Signer) Sign(text []byte) ([]byte, error) { return ed25519.Sign(s.key, text), nil }

// Checkpoint returns the signed checkpoint of a log.
func (s Signer) Checkpoint(size int64, root tlog.Hash) ([]byte, error) {
	return note.Sign(&note.Note{Text: fmt.Sprintf("%s\n%d\n%s\n", s.Name(), size, root)}, s)
}

// Key returns the text of the log's key, as package note reads it.
func (s Signer) Key() string {
	text, _ := note.NewEd25519VerifierKey(s.Name(), s.key.Public().(ed25519.PublicKey)) // as NewSigner has
	return text
}

// Inclusion returns the proof that an entry is in a log of some size
// (https://c2sp.org/tlog-proof), which ends with the checkpoint.
func Inclusion(read Read, index, size int64, checkpoint []byte) ([]byte, error) {
	hashes, err := tlog.ProveRecord(size, index, read)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "c2sp.org/tlog-proof@v1\nindex %s\n%s\n%s", strconv.FormatInt(index, 10), lines(hashes), checkpoint), nil
}

// Consistency returns the proof that a log of one size grew to another one: hashes in base64, each
// on a line.
func Consistency(read Read, from, to int64) ([]byte, error) {
	hashes, err := tlog.ProveTree(to, from, read)
	return []byte(lines(hashes)), err
}

func lines(hashes []tlog.Hash) string {
	var b strings.Builder
	for _, h := range hashes {
		b.WriteString(h.String() + "\n")
	}
	return b.String()
}
