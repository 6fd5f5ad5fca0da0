package sites

import (
	"math/big"
)

// multiples returns how many multiples of mod, from 0 on, are below a number: ⌈below/mod⌉.
func multiples(mod int64, below *big.Int) *big.Int {
	q := new(big.Int).Add(below, big.NewInt(mod-1))
	return q.Div(q, big.NewInt(mod))
}

// search returns the first of 0 … n − 1 that is ok, n if none is. Those after it are ok
// too.
func search(n uint64, ok func(uint64) bool) uint64 {
	low := uint64(0)
	for low < n {
		if i := low + (n-low)/2; ok(i) {
			n = i
		} else {
			low = i + 1
		}
	}
	return low
}

func ceilDiv(a, b uint64) uint64 { return (a + b - 1) / b }

func ratio(a, b uint64) *big.Rat {
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(a), new(big.Int).SetUint64(b))
}

// residues returns the share of 0 … total − 1 whose remainder mod n is i or more.
func residues(total, n, i uint64) *big.Rat {
	q, rest := total/n, total%n
	share := new(big.Int).Mul(new(big.Int).SetUint64(q), new(big.Int).SetUint64(n-i))
	if rest > i {
		share.Add(share, new(big.Int).SetUint64(rest-i))
	}
	return new(big.Rat).SetFrac(share, new(big.Int).SetUint64(total))
}

func zeros(n uint64) []*big.Rat {
	all := make([]*big.Rat, n)
	for i := range all {
		all[i] = new(big.Rat)
	}
	return all
}
