package sra

import (
	"math/big"

	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/sra/internal/primes"
)

var (
	one   = big.NewInt(1)
	two   = big.NewInt(2)
	three = big.NewInt(3)
)

// checkSafePrime returns an error unless p is a safe prime of at least 7, with the
// bound on errors that NewGroup states.
//
// It tests q = (p−1)/2 by Miller–Rabin. If q is prime, a single power proves p
// prime (Pocklington 1914): q is a prime factor of p−1 greater than √p−1, 2^(p−1) ≡
// 1 mod p, and 2^((p−1)/q) − 1 = 3 has no factor in common with p.
func checkSafePrime(p *big.Int) error {
	if p.Bit(0) == 0 || new(big.Int).Mod(p, three).Sign() == 0 || !primes.Fermat(p) {
		return wrap.Errorf(ErrMalformed, "p isn't prime")
	}
	if !primes.MillerRabin(new(big.Int).Rsh(p, 1)) {
		return wrap.Errorf(ErrMalformed, "(p-1)/2 isn't prime")
	}
	return nil
}
