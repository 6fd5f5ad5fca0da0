package modexp

import "math/big"

// FermatVarTime reports for each number n whether 2^(n−1) ≡ 1 mod n, as for every
// odd prime. The numbers are public, odd, greater than 2, and of the same length in
// bits.
func FermatVarTime(numbers []*big.Int) []bool {
	if haveLanes && len(numbers) > 0 && numbers[0].BitLen() <= maxBits {
		return fermatLanes(numbers)
	}
	passed := make([]bool, len(numbers))
	one, two := big.NewInt(1), big.NewInt(2)
	for i, n := range numbers {
		passed[i] = new(big.Int).Exp(two, new(big.Int).Sub(n, one), n).Cmp(one) == 0
	}
	return passed
}
