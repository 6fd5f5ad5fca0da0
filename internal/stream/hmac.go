package stream

import (
	"crypto/sha256"
	"encoding"
	"hash"
)

// A Key is an HMAC key made ready for many streams: the states of SHA-256 after the
// two padded keys. It is as secret as the key.
type Key struct{ inner, outer []byte }

// digest is what SHA-256 is documented to implement.
type digest interface {
	hash.Hash
	encoding.BinaryAppender
	encoding.BinaryUnmarshaler
}

// NewKey makes a key ready. HMAC hashes keys of more than 64 bytes first.
func NewKey[T string | []byte](key T) Key {
	var padded [sha256.BlockSize]byte
	if len(key) > len(padded) {
		sum := sha256.Sum256([]byte(key))
		copy(padded[:], sum[:])
	} else {
		copy(padded[:], key)
	}
	d := sha256.New().(digest)
	states := make([]byte, 0, 2*stateLen)
	states = appendStateAfter(states, d, &padded, 0x36)
	middle := len(states)
	states = appendStateAfter(states, d, &padded, 0x5c)
	return Key{inner: states[:middle:middle], outer: states[middle:]}
}

// stateLen is the length of a marshalled state, today.
const stateLen = 4 + sha256.Size + sha256.BlockSize + 8

func appendStateAfter(states []byte, d digest, key *[sha256.BlockSize]byte, pad byte) []byte {
	var block [sha256.BlockSize]byte
	for i := range block {
		block[i] = key[i] ^ pad
	}
	d.Reset()
	d.Write(block[:])
	states, err := d.AppendBinary(states)
	if err != nil {
		panic(err) // SHA-256 always marshals
	}
	return states
}

// A keyedHash computes HMAC-SHA256 (RFC 2104) of many messages under one key. It
// starts each from the states of SHA-256 after the two padded keys, which is half
// the work of a new HMAC. So does crypto/hmac when it is reset, but a stream of two
// blocks, where most rounds end, takes it a quarter longer.
type keyedHash struct {
	digest digest
	key    Key
}

func newKeyedHash(key Key) keyedHash { return keyedHash{sha256.New().(digest), key} }

// sum writes the HMAC of msg to out.
func (k *keyedHash) sum(out *[sha256.Size]byte, msg []byte) {
	k.step(k.key.inner, out, msg)
	k.step(k.key.outer, out, out[:])
}

func (k *keyedHash) step(state []byte, out *[sha256.Size]byte, msg []byte) {
	if err := k.digest.UnmarshalBinary(state); err != nil {
		panic(err) // its own state always unmarshals
	}
	k.digest.Write(msg)
	k.digest.Sum(out[:0])
}
