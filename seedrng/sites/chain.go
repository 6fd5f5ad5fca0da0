package sites

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"fmt"

	"github.com/squaredeal/squaredeal/internal/field"
)

// A Chain is a published hash chain of a crash game. The hash of each game hashes to
// that of the game before it, and the first game's to End, which was published before it.
type Chain struct {
	Name   string `json:"name"`
	Alg    string `json:"alg"`              // "sha256" or "sha512"
	Text   bool   `json:"text,omitempty"`   // hashes are hashed as hex text, not as bytes
	End    string `json:"end"`              // hex; empty if none is known
	First  uint64 `json:"first,omitempty"`  // the number of a game is First + steps to the end
	Length uint64 `json:"length,omitempty"` // in steps; 0 if unknown
	Salt   string `json:"salt,omitempty"`   // the games' common salt
}

// maxWalk is the longest walk along a chain of unknown length.
const maxWalk = 100_000_000

// A Walk goes along a chain, from a game's hash towards the end. It isn't for concurrent
// use.
type Walk struct {
	chain  Chain
	size   int    // of a hash
	hash   []byte // bytes, or hex if the chain is of text
	end    []byte // in the same form
	steps  uint64
	length uint64
}

// NewWalk starts at a game's hash, in lowercase hex. An end or a hash that isn't a digest
// of the chain's function is a [FieldError].
func NewWalk(chain Chain, hash string) (*Walk, error) {
	w := &Walk{chain: chain, length: chain.Length}
	switch alg(chain.Alg) {
	case algSHA256:
		w.size = sha256.Size
	case algSHA512:
		w.size = sha512.Size
	default:
		return nil, &FieldError{"alg", "isn't sha256 or sha512"}
	}
	if w.length == 0 {
		w.length = maxWalk
	}
	var err error
	if w.hash, err = w.read("hash", hash); err != nil {
		return nil, err
	}
	if w.end, err = w.read("end", chain.End); err != nil {
		return nil, err
	}
	return w, nil
}

func (w *Walk) read(name, text string) ([]byte, error) {
	b := make([]byte, w.size)
	if err := field.ParseHex(b, text); err != nil {
		return nil, &FieldError{name, fmt.Sprintf("isn't %d lowercase hex digits", 2*w.size)}
	}
	if w.chain.Text {
		b = []byte(text)
	}
	return b, nil
}

// Advance takes up to n steps, and reports whether the walk is over: it stands at the end,
// or has gone the chain's length without coming to it.
func (w *Walk) Advance(n int) bool {
	if w.zero() {
		return true
	}
	switch {
	case alg(w.chain.Alg) == algSHA512:
		w.advance(n, func() {
			d := sha512.Sum512(w.hash)
			w.take(d[:])
		})
	case w.chain.Text:
		var text, end [2 * sha256.Size]byte
		copy(text[:], w.hash)
		copy(end[:], w.end)
		for ; n > 0 && w.steps < w.length && text != end; n-- {
			d := sha256.Sum256(text[:])
			hex.Encode(text[:], d[:])
			w.steps++
		}
		copy(w.hash, text[:])
	default:
		d, end := [sha256.Size]byte(w.hash), [sha256.Size]byte(w.end)
		for ; n > 0 && w.steps < w.length && d != end; n-- {
			d = sha256.Sum256(d[:])
			w.steps++
		}
		copy(w.hash, d[:])
	}
	return w.Ended() || w.steps >= w.length
}

// zero reports whether the walk is of no chain.
func (w *Walk) zero() bool { return w == nil || w.size == 0 }

func (w *Walk) advance(n int, step func()) {
	for ; n > 0 && w.steps < w.length && !w.Ended(); n-- {
		step()
		w.steps++
	}
}

func (w *Walk) take(digest []byte) {
	if w.chain.Text {
		hex.Encode(w.hash, digest)
	} else {
		copy(w.hash, digest)
	}
}

// Ended reports whether the walk stands at the chain's end: the hash it began at is one of
// the chain's.
func (w *Walk) Ended() bool { return !w.zero() && bytes.Equal(w.hash, w.end) }

// Steps returns how many steps the walk took.
func (w *Walk) Steps() uint64 {
	if w.zero() {
		return 0
	}
	return w.steps
}

// Hash returns, in hex, the hash where the walk stands: that of the game Steps before the
// one it began at.
func (w *Walk) Hash() string {
	if w.zero() {
		return ""
	}
	if w.chain.Text {
		return string(w.hash)
	}
	return hex.EncodeToString(w.hash)
}
