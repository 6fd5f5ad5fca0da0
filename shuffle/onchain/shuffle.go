package onchain

import (
	"encoding/binary"
	"hash"
	"io"
	"math/bits"
	"sync"

	"golang.org/x/crypto/sha3"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// Shuffle shuffles deck in place as the contract does: for i = 0, 1, …, n−1 it swaps
// positions i and keccak256(prevrandao ‖ i) mod n, where i is 32 bytes, big-endian.
// The contract shuffles its deck again in each call: pass the deck that the previous
// call left.
func Shuffle[T any](prevrandao [32]byte, deck []T) {
	n := uint64(len(deck))
	k := keccaks.Get().(*keccak)
	defer keccaks.Put(k)
	copy(k.message[:], prevrandao[:])
	for i := range deck {
		j := k.index(uint64(i), n)
		deck[i], deck[j] = deck[j], deck[i]
	}
}

// keccaks saves the allocation of a hash for each deck.
var keccaks = sync.Pool{New: func() any {
	return &keccak{hash: sha3.NewLegacyKeccak256().(sponge)}
}}

type sponge interface {
	hash.Hash
	io.Reader // squeezes the digest without the copy of the state that Sum makes
}

type keccak struct {
	hash    sponge
	message [64]byte // prevrandao ‖ i, of which only the last 8 bytes are ever set
	digest  [32]byte
}

// index returns the digest of the message with i in it, mod n.
func (k *keccak) index(i, n uint64) uint64 {
	binary.BigEndian.PutUint64(k.message[56:], i)
	k.hash.Reset()
	k.hash.Write(k.message[:])
	k.hash.Read(k.digest[:])
	var rest uint64
	for word := 0; word < 32; word += 8 {
		_, rest = bits.Div64(rest, binary.BigEndian.Uint64(k.digest[word:]), n)
	}
	return rest
}

// ParsePrevrandao reads a block's prevrandao: 0x and 64 lowercase hex digits. Other
// texts are an [ErrMalformed].
func ParsePrevrandao(text string) ([32]byte, error) {
	var p [32]byte
	if len(text) < 2 || text[:2] != "0x" {
		return p, wrap.Errorf(ErrMalformed, "prevrandao doesn't start with 0x")
	}
	if err := field.ParseHex(p[:], text[2:]); err != nil {
		return p, wrap.Errorf(ErrMalformed, "prevrandao after 0x: %w", err)
	}
	return p, nil
}
