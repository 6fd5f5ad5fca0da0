// Package jgammon replays and audits throws of the dice protocol that JGammon's web
// page describes. Don't play by it; use a [commit.Toss]:
//
//   - A party that waits and repeats the other's messages is accepted, and makes
//     every N even.
//   - 256 isn't a multiple of 36, so some throws are likelier than others: against a
//     fixed first byte, four of the 36 come up 12.5 % too often.
//   - Nothing ties a hash to a party, a game or a throw. A party can send an old one
//     again, or one of the other party's.
//   - 64 bits can be searched for, and SHA-1 is broken.
//   - The last to reveal can refuse after seeing the throw, and the page doesn't say
//     what happens then.
//
// The protocol: each party draws 64 random bits and sends their SHA-1. When both
// hashes are known, each sends its bits, and checks the other's. N is the sum of the
// two first bytes, unsigned, mod 36; the dice are N div 6 + 1 and N mod 6 + 1. The
// program that was shipped under this name exchanges other messages, so its throws
// can't be replayed by this.
//
// GODEBUG=fips140=only forbids SHA-1; functions that need it then return an error.
//
// The protocol is defined byte by byte in
// https://github.com/squaredeal/squaredeal/blob/main/commit/jgammon/SPEC.md.
package jgammon

import (
	"crypto/rand"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/hex"
	"fmt"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// Sizes in bytes of the two messages of a party.
const (
	HashSize   = sha1.Size
	SecretSize = 8
)

// A Secret is what a party draws for one throw, and sends as its second message: 64
// random bits. It prints as redacted. The zero value is invalid.
type Secret struct{ hidden }

type hidden = secret.Value[[SecretSize]byte]

// GenerateSecret draws a secret from crypto/rand.
func GenerateSecret() Secret {
	var b [SecretSize]byte
	rand.Read(b[:]) // never fails
	return Secret{secret.Hide(b)}
}

// ParseSecret takes the 8 bytes of a secret. It returns a [commit.ErrMalformed] for
// any other number of bytes.
func ParseSecret(b []byte) (Secret, error) {
	if len(b) != SecretSize {
		return Secret{}, wrap.Errorf(commit.ErrMalformed, "secret of %d bytes, not %d", len(b), SecretSize)
	}
	return Secret{secret.Hide([SecretSize]byte(b))}, nil
}

// Bytes returns a copy of the 8 bytes, nil for the zero value.
func (s Secret) Bytes() []byte {
	if secret.IsZero(s.hidden) {
		return nil
	}
	b := secret.Reveal(s.hidden)
	return b[:]
}

// Hash returns the hash to send before the secret. It returns a
// [commit.ErrMalformed] for the zero value, and an error where SHA-1 is forbidden.
func (s Secret) Hash() (Hash, error) {
	if secret.IsZero(s.hidden) {
		return Hash{}, wrap.Errorf(commit.ErrMalformed, "zero Secret")
	}
	b := secret.Reveal(s.hidden)
	h := sha1.New()
	if _, err := h.Write(b[:]); err != nil {
		return Hash{}, fmt.Errorf("jgammon: %w", err)
	}
	return Hash(h.Sum(nil)), nil
}

// A Hash is the SHA-1 of a secret, the first message of a party.
type Hash [HashSize]byte

// ParseHash takes the 20 bytes of a hash. It returns a [commit.ErrMalformed] for any
// other number of bytes.
func ParseHash(b []byte) (Hash, error) {
	if len(b) != HashSize {
		return Hash{}, wrap.Errorf(commit.ErrMalformed, "hash of %d bytes, not %d", len(b), HashSize)
	}
	return Hash(b), nil
}

// String returns 40 lowercase hex characters.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// A Throw is a throw of two dice that can be told apart, as the number
// 6·(One−1) + Two−1.
type Throw struct {
	N        int // 0 to 35
	One, Two int // 1 to 6
}

// Replay returns the throw of two parties from the messages that they sent. If
// secrets don't have their hashes, it returns a [commit.ErrMismatch] in a
// [*commit.BlameError] that names those parties; party one is seat 0, party two seat
// 1. The zero value of a secret is a [commit.ErrMalformed].
func Replay(hashes [2]Hash, secrets [2]Secret) (Throw, error) {
	n := 0
	var liars []int
	for seat, s := range secrets {
		got, err := s.Hash()
		if err != nil {
			return Throw{}, err
		}
		if subtle.ConstantTimeCompare(got[:], hashes[seat][:]) != 1 {
			liars = append(liars, seat)
		}
		first := secret.Reveal(s.hidden)[0]
		n += int(first)
	}
	if len(liars) > 0 {
		return Throw{}, &commit.BlameError{Seats: liars, Err: wrap.Errorf(commit.ErrMismatch, "a secret doesn't have its hash")}
	}
	n %= 36
	return Throw{N: n, One: n/6 + 1, Two: n%6 + 1}, nil
}
