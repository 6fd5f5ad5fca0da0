package commit

import (
	"crypto/sha1"
	"crypto/subtle"
	"fmt"
)

// A JGammonSecret is what a party draws for one throw in the dice protocol that
// JGammon's web page describes: 64 random bits.
//
// Don't use the protocol for new games, use a [Toss]. A party that waits, and
// repeats what the other one sends, is accepted, and makes N even. Two random first
// bytes don't add up to a uniform number mod 36; nothing binds a hash to a party, a
// game or a throw, so it can be used again; and 64 bits can be searched for. As in
// a Toss, the last to reveal can refuse. A secret prints in clear.
type JGammonSecret [8]byte

// A JGammonHash is the SHA-1 of a secret, which each party sends first.
type JGammonHash [sha1.Size]byte

// Hash returns the hash to send before the secret.
func (s JGammonSecret) Hash() JGammonHash { return sha1.Sum(s[:]) }

// A JGammonThrow is a throw of two dice that can be told apart, as the number
// 6·(One−1) + Two−1.
type JGammonThrow struct {
	N        int // 0 to 35
	One, Two int // 1 to 6
}

// JGammon returns the throw of two parties from the messages that they sent: N is
// the sum of the secrets' first bytes, mod 36. It returns an [ErrMismatch] in a
// [*BlameError] if a secret doesn't have its hash; party one has seat 0, party two
// seat 1.
//
// The program that was shipped under this name exchanges other messages; its throws
// can't be replayed by this.
func JGammon(hashes [2]JGammonHash, secrets [2]JGammonSecret) (JGammonThrow, error) {
	for seat, secret := range secrets {
		if got := secret.Hash(); subtle.ConstantTimeCompare(got[:], hashes[seat][:]) != 1 {
			return JGammonThrow{}, &BlameError{[]int{seat}, fmt.Errorf("%w: the secret's hash is %x, not %x", ErrMismatch, got, hashes[seat])}
		}
	}
	n := (int(secrets[0][0]) + int(secrets[1][0])) % 36
	return JGammonThrow{N: n, One: n/6 + 1, Two: n%6 + 1}, nil
}
