package sra

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"github.com/squaredeal/squaredeal/sra/internal/modexp"
)

var (
	one   = big.NewInt(1)
	two   = big.NewInt(2)
	three = big.NewInt(3)
)

// GenerateGroup returns the group of a new safe prime of the given length, from
// [MinBits] to [MaxBits]. It returns an [ErrMalformed] for another length, and when
// ctx is done, its error.
//
// On one core this takes some ten seconds for 2048 bits and minutes for 4096 on
// average, often a third of that and sometimes three times as long. Others have no
// reason to trust the prime, as [NewGroup] says; for games, use a named group.
func GenerateGroup(ctx context.Context, bits int) (Group, error) {
	if bits < MinBits || bits > MaxBits {
		return Group{}, malformed("a group of %d bits, the limits are %d and %d", bits, MinBits, MaxBits)
	}
	p, err := generateSafePrime(ctx, bits)
	if err != nil {
		return Group{}, err
	}
	return unnamedGroup(p), nil
}

// The sieve leaves one in about 230 of its candidates, and takes a tenth of the
// time of testing them. Four times the bound would leave a sixth less.
const (
	sieveBound = 1 << 20
	sieveSize  = 1 << 17 // candidates at a time
)

// generateSafePrime returns a random safe prime of the given length, at least 32
// bits. It looks for it from random places onwards, so primes after long gaps are
// more likely; that's no harm, as the prime is public.
func generateSafePrime(ctx context.Context, bits int) (*big.Int, error) {
	primes := primesBelow(sieveBound)
	half := new(big.Int).Lsh(one, uint(bits-2)) // q is in half … 2·half−1
	places := new(big.Int).Sub(half, big.NewInt(2*sieveSize))
	for {
		base, err := rand.Int(rand.Reader, places)
		if err != nil {
			return nil, err // never happens
		}
		base.Add(base, half).SetBit(base, 0, 1)
		for offsets := range slices.Chunk(sieve(base, primes), modexp.Batch) {
			if err := ctx.Err(); err != nil {
				return nil, fmt.Errorf("sra: generating a safe prime: %w", err)
			}
			candidates := make([]*big.Int, len(offsets))
			for i, offset := range offsets {
				candidates[i] = new(big.Int).Add(base, big.NewInt(offset))
			}
			for i, passed := range modexp.FermatVarTime(candidates) {
				if p := safePrimeOf(candidates[i]); passed && checkSafePrime(p) == nil {
					return p, nil
				}
			}
		}
	}
}

func safePrimeOf(q *big.Int) *big.Int { return new(big.Int).SetBit(new(big.Int).Lsh(q, 1), 0, 1) }

// sieve returns the even offsets below 2·sieveSize for which neither q = base +
// offset nor 2q+1 is a multiple of one of the primes. These are odd, and smaller
// than base, which is odd too.
func sieve(base *big.Int, primes []uint) (offsets []int64) {
	var composite [sieveSize]bool
	for _, r := range primes {
		residue := uint(0)
		for _, word := range slices.Backward(base.Bits()) {
			residue = bits.Rem(residue, uint(word), r)
		}
		// 2q+1 is a multiple of r if q ≡ (r−1)/2.
		for _, bad := range [2]uint{0, (r - 1) / 2} {
			offset := (bad + r - residue) % r
			if offset%2 == 1 {
				offset += r
			}
			for i := offset / 2; i < sieveSize; i += r {
				composite[i] = true
			}
		}
	}
	for i, c := range composite {
		if !c {
			offsets = append(offsets, int64(2*i))
		}
	}
	return offsets
}

// primesBelow returns the odd primes below n.
func primesBelow(n uint) (primes []uint) {
	composite := make([]bool, n)
	for r := uint(3); r < n; r += 2 {
		if composite[r] {
			continue
		}
		primes = append(primes, r)
		for i := 3 * r; i < n; i += 2 * r {
			composite[i] = true
		}
	}
	return primes
}

// checkSafePrime returns an error unless p is a safe prime of at least 7, with the
// bound on errors that NewGroup states.
//
// It tests q = (p−1)/2 by Miller–Rabin. If q is prime, a single power proves p
// prime (Pocklington 1914): q is a prime factor of p−1 greater than √p−1, 2^(p−1) ≡
// 1 mod p, and 2^((p−1)/q) − 1 = 3 has no factor in common with p.
func checkSafePrime(p *big.Int) error {
	if p.Bit(0) == 0 || new(big.Int).Mod(p, three).Sign() == 0 || !fermat(p) {
		return malformed("p isn't prime")
	}
	if !millerRabin(new(big.Int).Rsh(p, 1)) {
		return malformed("(p-1)/2 isn't prime")
	}
	return nil
}

// fermat reports whether 2^(n−1) ≡ 1 mod n, as for every odd prime.
func fermat(n *big.Int) bool {
	return new(big.Int).Exp(two, new(big.Int).Sub(n, one), n).Cmp(one) == 0
}

// At most a quarter of all bases miss a composite number, whatever the number, if
// it is odd (Rabin 1980). big.Int.ProbablyPrime takes its bases from the number
// itself, so one can be made that passes them, and leaves the rest to a Lucas test
// for which no such bound is known.
const millerRabinRounds = 64

// millerRabin reports whether n is prime. It is wrong about a composite n with a
// probability of at most 4⁻⁶⁴, and never about an odd prime; it takes no other even
// number or 1 for one.
func millerRabin(n *big.Int) bool {
	if n.Bit(0) == 0 || n.Cmp(one) <= 0 {
		return false
	}
	minusOne := new(big.Int).Sub(n, one)
	twos := minusOne.TrailingZeroBits()
	odd := new(big.Int).Rsh(minusOne, twos)
	for range millerRabinRounds {
		base, err := rand.Int(rand.Reader, minusOne)
		if err != nil {
			return false // never happens
		}
		if !strongProbablePrime(n, minusOne, odd, twos, base.Add(base, one)) {
			return false
		}
	}
	return true
}

// strongProbablePrime is a round of Miller–Rabin: whether base^odd ≡ 1 mod n, or
// one of the twos powers that follow by squaring is ≡ −1. n−1 is odd·2^twos.
func strongProbablePrime(n, minusOne, odd *big.Int, twos uint, base *big.Int) bool {
	y := new(big.Int).Exp(base, odd, n)
	if y.Cmp(one) == 0 || y.Cmp(minusOne) == 0 {
		return true
	}
	for range twos - 1 {
		if y.Mul(y, y).Mod(y, n).Cmp(minusOne) == 0 {
			return true
		}
	}
	return false
}
