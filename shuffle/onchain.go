package shuffle

import (
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io"
	"math/bits"
	"sync"

	"golang.org/x/crypto/sha3"
)

// OnChain shuffles deck in place as a published Solidity contract does, bit for
// bit, so that what it dealt can be replayed. New games should not use it. It is
// not the Fisher–Yates shuffle that it was taken for: each card is swapped with one
// of the whole deck, so that permutations are not equally likely; [NaiveBias] says
// by how much. And its randomness is a number that everyone sees, and that the
// proposer of the block knows first and can influence.
//
// For i = 0, 1, …, n−1 it swaps positions i and keccak256(prevrandao ‖ i) mod n,
// where i is 32 bytes, big-endian. It panics with an [ErrMalformed] if deck is
// longer than [MaxLen].
//
// Source: the article that published the contract; SPEC.md, section 6.
func OnChain[T any](prevrandao [32]byte, deck []T) {
	n := uint64(len(deck))
	if n > MaxLen {
		panic(malformed("a deck of %d cards", n))
	}
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

// ParsePrevrandao reads a block's prevrandao: 0x and 64 lowercase hex characters.
// Other texts are an [ErrMalformed].
func ParsePrevrandao(text string) ([32]byte, error) {
	var p [32]byte
	if len(text) != 66 || text[:2] != "0x" {
		return p, malformed("prevrandao isn't 0x and 64 characters of lowercase hex")
	}
	for i, c := range []byte(text[2:]) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return p, malformed("prevrandao: character %d isn't lowercase hex", i+3)
		}
	}
	hex.Decode(p[:], []byte(text[2:]))
	return p, nil
}
