package seedrng

import (
	"crypto/sha256"
	"encoding"
	"hash"
)

// A keyedHash computes HMAC-SHA256 (RFC 2104) of many messages under one key. It
// starts each from the states of SHA-256 after the two padded keys, which is half
// the work of a new HMAC. So does crypto/hmac when it is reset, but a stream of two
// blocks, where most rounds end, takes it a quarter longer.
type keyedHash struct {
	digest       digest
	inner, outer []byte // marshalled states
}

// digest is what SHA-256 is documented to implement.
type digest interface {
	hash.Hash
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

func newKeyedHash(key string) *keyedHash {
	var padded [sha256.BlockSize]byte
	if len(key) > len(padded) {
		sum := sha256.Sum256([]byte(key))
		copy(padded[:], sum[:])
	} else {
		copy(padded[:], key)
	}
	k := &keyedHash{digest: sha256.New().(digest)}
	k.inner = k.stateAfter(&padded, 0x36)
	k.outer = k.stateAfter(&padded, 0x5c)
	return k
}

func (k *keyedHash) stateAfter(key *[sha256.BlockSize]byte, pad byte) []byte {
	var block [sha256.BlockSize]byte
	for i := range block {
		block[i] = key[i] ^ pad
	}
	k.digest.Reset()
	k.digest.Write(block[:])
	state, err := k.digest.MarshalBinary()
	if err != nil {
		panic(err) // SHA-256 always marshals
	}
	return state
}

// sum writes the HMAC of msg to out.
func (k *keyedHash) sum(out *[sha256.Size]byte, msg []byte) {
	k.step(k.inner, out, msg)
	k.step(k.outer, out, out[:])
}

func (k *keyedHash) step(state []byte, out *[sha256.Size]byte, msg []byte) {
	if err := k.digest.UnmarshalBinary(state); err != nil {
		panic(err) // its own state always unmarshals
	}
	k.digest.Write(msg)
	k.digest.Sum(out[:0])
}
