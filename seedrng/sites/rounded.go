package sites

import (
	"encoding/binary"
	"math/big"
)

// rounded32 makes w·(N−1)/(2^32−1), rounded.
type rounded32 struct{ cursorUse }

func (*rounded32) kind() string { return "rounded32" }

func (*rounded32) below(r *run, n uint64) (uint64, error) {
	r.sum(&r.plan.bytes, r.cursor)
	w := binary.BigEndian.Uint32(r.digest)
	v := roundedWord(w, n)
	if r.tracing {
		r.numbered(v, "word %08x = %d, times %d/(2^32 − 1), rounded", w, w, n-1)
	}
	return v, nil
}

// roundedWord rounds w·(n−1)/(2^32−1) to the nearest integer. The site divides doubles; no
// quotient is near enough to a half that its rounding could matter: twice the dividend
// is even, an odd multiple of 2^32−1 is odd, so the distance is at least 1.1·10^−10.
func roundedWord(w uint32, n uint64) uint64 {
	const d = manyWords - 1
	return (2*uint64(w)*(n-1) + d) / (2 * d)
}

func (*rounded32) atLeast(_ *run, n, i uint64) *big.Rat {
	first := uint64(0)
	if i > 0 {
		first = ceilDiv((2*i-1)*(manyWords-1), 2*(n-1))
	}
	return ratio(manyWords-min(first, manyWords), manyWords)
}

func (*rounded32) explain() string {
	return "The first four bytes of the hash are a word, which is scaled down to 0 … N − 1 and rounded. "
}

// percentOf rounds. A half never occurs: 2·10^4·v is even, and an odd multiple of 2^16 − 1
// odd.
func percentOf(v uint64) int64 {
	const d = 1<<16 - 1
	return int64((2*10_000*v + d) / (2 * d))
}

const wholePercent = 100_00 // in hundredths
