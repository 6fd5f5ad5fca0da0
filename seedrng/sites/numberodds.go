package sites

import (
	"crypto/sha256"
	"crypto/sha512"
	"math/big"
)

// numberAtLeast returns the probability that a number below n is i or more, for i from 0
// to n.
func (r *run) numberAtLeast(n, i uint64) *big.Rat {
	const words = 1 << 32
	switch r.plan.game.def.Numbers.Kind {
	case byWords:
		return ratio(words-ceilDiv(i*words, n), words)
	case byWordsCeil: // the word 0 is like the word 1
		switch i {
		case 0:
			return big.NewRat(1, 1)
		case n:
			return new(big.Rat)
		}
		return ratio(words-ceilDiv(i*words, n)-1, words)
	case byWordsMod:
		return residues(big.NewInt(words), n, i)
	case byHex15:
		return residues(big.NewInt(1<<60), n, i)
	case byReject:
		return ratio(n-i, n)
	case byRounded32:
		first := uint64(0)
		if i > 0 {
			first = ceilDiv((2*i-1)*(words-1), 2*(n-1))
		}
		return ratio(words-min(first, words), words)
	case byHex5:
		return r.hex5AtLeast(n, i)
	}
	panic("sites: odds of " + r.plan.game.def.Numbers.Kind)
}

func ceilDiv(a, b uint64) uint64 { return (a + b - 1) / b }

func ratio(a, b uint64) *big.Rat {
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(a), new(big.Int).SetUint64(b))
}

// residues returns the share of 0 … total − 1 whose remainder mod n is i or more.
func residues(total *big.Int, n, i uint64) *big.Rat {
	q, rest := new(big.Int).DivMod(total, new(big.Int).SetUint64(n), new(big.Int))
	q.Mul(q, new(big.Int).SetUint64(n-i))
	if rest.Uint64() > i {
		q.Add(q, new(big.Int).SetUint64(rest.Uint64()-i))
	}
	return new(big.Rat).SetFrac(q, total)
}

// hex5AtLeast: all values are equally likely, but n − 1 is also what comes of a digest
// without a group below 10^6. n divides 10^6.
func (r *run) hex5AtLeast(n, i uint64) *big.Rat {
	if i >= n {
		return new(big.Rat)
	}
	if r.none == nil {
		groups := int64(2 * r.plan.bytes.size() / 5)
		r.none = new(big.Rat).SetFrac(
			new(big.Int).Exp(big.NewInt(1<<20-1e6), big.NewInt(groups), nil),
			new(big.Int).Lsh(big.NewInt(1), uint(20*groups)))
	}
	// none + (1−none)·(n−i)/n, over one denominator
	sum := new(big.Int).Mul(r.none.Num(), new(big.Int).SetUint64(i))
	sum.Add(sum, new(big.Int).Mul(r.none.Denom(), new(big.Int).SetUint64(n-i)))
	return new(big.Rat).SetFrac(sum, new(big.Int).Mul(r.none.Denom(), new(big.Int).SetUint64(n)))
}

// size is the length of a digest in bytes.
func (p *digestPlan) size() int {
	if p.wide() {
		return sha512.Size
	}
	return sha256.Size
}
