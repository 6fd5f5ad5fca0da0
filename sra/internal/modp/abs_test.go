package modp_test

import (
	"math/big"
	"testing"

	"github.com/squaredeal/squaredeal/sra/internal/modp"
)

// Every x in 0 … p, for primes of one byte, of two, and of a length that isn't whole bytes.
func TestAbs(t *testing.T) {
	for _, p := range []int{7, 23, 251, 1019, 65267} {
		prime := big.NewInt(int64(p)).Bytes()
		for x := range p + 1 {
			got := big.NewInt(int64(x)).FillBytes(make([]byte, len(prime)))
			modp.Abs(got, prime)
			if want := min(x, p-x); new(big.Int).SetBytes(got).Int64() != int64(want) {
				t.Fatalf("|%d| mod %d = %x, want %d", x, p, got, want)
			}
		}
	}
	p := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 4096), big.NewInt(17))
	for _, x := range []*big.Int{big.NewInt(2), new(big.Int).Sub(p, big.NewInt(2))} {
		got := x.FillBytes(make([]byte, 512))
		modp.Abs(got, p.Bytes())
		if new(big.Int).SetBytes(got).Int64() != 2 {
			t.Errorf("|%x| = %x", x, got)
		}
	}
}
