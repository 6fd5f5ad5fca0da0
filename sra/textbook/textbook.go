package textbook

import (
	"crypto/rand"
	"math/big"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/sra/internal/primes"
)

// Lengths in bits: that of the published game's primes and exponents, and the
// greatest that are accepted.
const (
	Bits    = 128
	MaxBits = 4096
)

var one = big.NewInt(1)

// GeneratePrime returns a random prime of [Bits] bits, as one party of the published
// game draws it for both.
func GeneratePrime() *big.Int {
	p, err := rand.Prime(rand.Reader, Bits)
	if err != nil {
		panic(err) // crypto/rand never fails
	}
	return p
}

type hidden = secret.Value[numbers]

// numbers are a prime, an exponent and its inverse mod p−1. None is ever changed.
type numbers struct{ p, e, d *big.Int }

// A Key is a party's secret exponent and its inverse. It prints as redacted, until
// [Key.Exponent] and [Key.Inverse] reveal it. The zero value is invalid.
type Key struct{ hidden }

// GenerateKey returns a key whose exponent is a random prime of [Bits] bits that
// doesn't divide p−1, as in the published game. It returns errors as [NewKey] does.
func GenerateKey(p *big.Int) (Key, error) {
	if err := checkPrime(p); err != nil {
		return Key{}, err
	}
	for {
		e := GeneratePrime()
		if k, err := newKey(p, e); err == nil {
			return k, nil
		}
	}
}

// NewKey returns the key with exponent e for the prime p. It returns an
// [ErrMalformed] unless p is an odd prime and e is positive and coprime to p−1, both
// of at most [MaxBits] bits. To test p takes a second or two for so many bits.
func NewKey(p, e *big.Int) (Key, error) {
	if err := checkPrime(p); err != nil {
		return Key{}, err
	}
	switch {
	case e == nil:
		return Key{}, wrap.Errorf(ErrMalformed, "e is nil")
	case e.BitLen() > MaxBits:
		return Key{}, wrap.Errorf(ErrMalformed, "e has more than %d bits", MaxBits)
	case e.Sign() <= 0:
		return Key{}, wrap.Errorf(ErrMalformed, "e isn't positive")
	}
	return newKey(p, e)
}

func newKey(p, e *big.Int) (Key, error) {
	d := new(big.Int).ModInverse(e, new(big.Int).Sub(p, one))
	if d == nil {
		return Key{}, wrap.Errorf(ErrMalformed, "e isn't coprime to p-1")
	}
	return Key{secret.Hide(numbers{new(big.Int).Set(p), new(big.Int).Set(e), d})}, nil
}

func checkPrime(p *big.Int) error {
	switch {
	case p == nil:
		return wrap.Errorf(ErrMalformed, "p is nil")
	case p.BitLen() > MaxBits:
		return wrap.Errorf(ErrMalformed, "p has more than %d bits", MaxBits)
	case !primes.MillerRabin(p):
		return wrap.Errorf(ErrMalformed, "p isn't an odd prime")
	}
	return nil
}

// Exponent returns e, nil for the zero value.
func (k Key) Exponent() *big.Int { return clone(secret.Reveal(k.hidden).e) }

// Inverse returns 1/e mod p−1, which the parties of the published game exchange when
// the game is over; nil for the zero value.
func (k Key) Inverse() *big.Int { return clone(secret.Reveal(k.hidden).d) }

func clone(x *big.Int) *big.Int {
	if x == nil {
		return nil
	}
	return new(big.Int).Set(x)
}

// Encrypt returns x^e mod p. It returns an [ErrMalformed] unless x is in 0 … p−1.
// Like the published scheme, it accepts 0, 1 and p−1.
func (k Key) Encrypt(x *big.Int) (*big.Int, error) { return k.power(x, secret.Reveal(k.hidden).e) }

// Decrypt returns x^(1/e) mod p, for the same x as Encrypt.
func (k Key) Decrypt(x *big.Int) (*big.Int, error) { return k.power(x, secret.Reveal(k.hidden).d) }

func (k Key) power(x, exponent *big.Int) (*big.Int, error) {
	if secret.IsZero(k.hidden) {
		return nil, wrap.Errorf(ErrMalformed, "zero Key")
	}
	p := secret.Reveal(k.hidden).p
	switch {
	case x == nil:
		return nil, wrap.Errorf(ErrMalformed, "x is nil")
	case x.Sign() < 0 || x.Cmp(p) >= 0:
		return nil, wrap.Errorf(ErrMalformed, "x isn't in 0 to p-1")
	}
	return new(big.Int).Exp(x, exponent, p), nil
}

// Deck returns the numbers that stand for the cards in the published game: hearts,
// diamonds, clubs and spades, each from two to ten, then jack, queen, king and ace.
func Deck() [52]int64 { return deck }

var deck = [52]int64{
	83457934, 64564563, 23098538, 43985794, 43099738, 39089478, 34587989,
	49387567, 95073848, 13980397, 34928765, 46732865, 23768564,

	58638745, 23576725, 29865747, 43568275, 25687293, 23758979, 25687538,
	23049792, 23874582, 12984908, 45982639, 10293897, 98763482,

	98563847, 32560234, 98560239, 84796325, 80470326, 98756240, 69573264,
	56325761, 23059817, 49484031, 98276456, 21305968, 53098127,

	10928734, 68592487, 13897865, 42314568, 97087426, 54233746, 39824781,
	59328741, 24691253, 75218738, 46051982, 73513287, 45682763,
}
