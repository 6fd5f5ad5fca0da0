package seedrng_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"testing"

	"github.com/squaredeal/squaredeal/seedrng"
)

// lp and encodeState write a state as SPEC.md defines it.
func lp(text string) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(len(text))), text...)
}

func encodeState(active, client string, nonce uint64, open []uint64, next string) []byte {
	b := bytes.Join([][]byte{lp("squaredeal/seedrng/v1/session"), lp(active), lp(client)}, nil)
	b = binary.BigEndian.AppendUint64(b, nonce)
	b = binary.BigEndian.AppendUint64(b, uint64(len(open)))
	for _, o := range open {
		b = append(binary.BigEndian.AppendUint64(b, o), lp(fmt.Sprint("bet ", o))...)
	}
	return checksummed(bytes.Join([][]byte{b, make([]byte, 8), lp(""), lp(next), lp(""), lp(""), make([]byte, 8)}, nil))
}

func checksummed(state []byte) []byte {
	sum := sha256.Sum256(state)
	return append(bytes.Clone(state), sum[:]...)
}

// A state that was damaged anywhere is refused.
func TestStateDamage(t *testing.T) {
	s, d := begin(t)
	rotate(t, s, "c")
	reserve(t, s)
	reserve(t, s)
	for i := range d.state {
		if _, err := seedrng.ParseSession(d.state[:i], discard); !errors.Is(err, seedrng.ErrMalformed) {
			t.Fatalf("cut to %d bytes: %v", i, err)
		}
		for bit := range 8 {
			b := bytes.Clone(d.state)
			b[i] ^= 1 << bit
			if _, err := seedrng.ParseSession(b, discard); !errors.Is(err, seedrng.ErrMalformed) {
				t.Fatalf("byte %d, bit %d: %v", i, bit, err)
			}
		}
	}
}

// The same, with a checksum that fits: it is refused, or it is what the session stores.
func TestStateTampering(t *testing.T) {
	s, d := begin(t)
	rotate(t, s, "c")
	reserve(t, s)
	reserve(t, s)
	whole := d.state[:len(d.state)-sha256.Size]
	for i := range whole {
		if _, err := seedrng.ParseSession(checksummed(whole[:i]), discard); !errors.Is(err, seedrng.ErrMalformed) {
			t.Fatalf("cut to %d bytes: %v", i, err)
		}
		for bit := range 8 {
			b := bytes.Clone(whole)
			b[i] ^= 1 << bit
			checkCanonical(t, checksummed(b))
		}
	}
}

// checkCanonical checks that a state is refused, or is what its session would store.
func checkCanonical(t *testing.T, state []byte) {
	t.Helper()
	s, err := seedrng.ParseSession(state, discard)
	if err != nil {
		if !errors.Is(err, seedrng.ErrMalformed) {
			t.Fatal(err)
		}
		return
	}
	if again := seedrng.Encode(s); !bytes.Equal(again, state) {
		t.Fatalf("state %x is stored again as %x", state, again)
	}
}
