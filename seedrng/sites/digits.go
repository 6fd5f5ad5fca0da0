package sites

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"math/bits"
)

// hex5 takes the first group of five hex digits below 10^6, mod N, or N − 1 if there is none.
type hex5 struct{ cursorUse }

func (*hex5) kind() string { return "hex5" }

func (*hex5) below(r *run, n uint64) (uint64, error) {
	r.sum(&r.plan.bytes, r.cursor)
	return r.hex5(n), nil
}

func (r *run) hex5(n uint64) uint64 {
	for i := 0; i+5 <= 2*len(r.digest); i += 5 {
		g := nibbles(r.digest, i, 5)
		if g < 1e6 {
			if r.tracing {
				r.numbered(g%n, "hex digits %05x = %d, mod %d", g, g, n)
			}
			return g % n
		}
		if r.tracing {
			r.step("rejected", fmt.Sprintf("hex digits %05x = %d aren't below 1000000", g, g), "")
		}
	}
	return n - 1
}

// atLeast: all values are equally likely, but n − 1 is also what comes of a digest without a
// group below 10^6. n divides 10^6.
func (*hex5) atLeast(r *run, n, i uint64) *big.Rat {
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

func (*hex5) explain() string {
	return "The first five hex digits of the hash that make a number below 1,000,000 count: their remainder mod N is the number. "
}

// hex15 takes the first 15 hex digits mod N: all 60 bits count, which no double holds.
type hex15 struct{ cursorUse }

func (*hex15) kind() string { return "hex15" }

func (*hex15) below(r *run, n uint64) (uint64, error) {
	r.sum(&r.plan.bytes, r.cursor)
	h := r.top(15)
	if r.tracing {
		r.numbered(h%n, "first 15 hex digits %015x = %d, mod %d", h, h, n)
	}
	return h % n, nil
}

func (*hex15) atLeast(_ *run, n, i uint64) *big.Rat { return residues(1<<60, n, i) }

func (*hex15) explain() string {
	return "The first 15 hex digits of the hash are a number, whose remainder mod N counts. "
}

// window53 makes ⌊N·y/2^53⌋: y is 14 hex digits, shifted right by 3, from the place that the
// first 15 give mod 47.
type window53 struct{ cursorUse }

func (*window53) kind() string { return "window53" }

func (*window53) below(r *run, n uint64) (uint64, error) {
	r.sum(&r.plan.bytes, r.cursor)
	r.cursor++
	at := int(r.top(15) % 47)
	y := nibbles(r.digest, at, 14) >> 3
	v, _ := bits.Mul64(y<<11, n) // ⌊y·n/2^53⌋
	if r.tracing {
		r.numbered(v, "first 15 hex digits mod 47 = %d; 14 digits from there, shifted right by 3: y = %d; y·%d/2^53", at, y, n)
	}
	return v, nil
}

// atLeast: the place and the digits read there depend on each other.
func (*window53) atLeast(*run, uint64, uint64) *big.Rat { return nil }

func (*window53) explain() string {
	return "The first 15 hex digits of the hash say where in it the 53 bits begin that are scaled down to a number below N. "
}

// top52 takes the first 13 hex digits, for the inverses and bustabit1, which read them.
type top52 struct{ cursorUse }

func (*top52) kind() string { return "top52" }

func (*top52) explain() string {
	return "The first 13 hex digits of the hash, h, are a fraction of 2^52. "
}

// top52Mod takes the first 13 hex digits mod N.
type top52Mod struct{ cursorUse }

func (*top52Mod) kind() string { return "top52-mod" }

func (*top52Mod) below(r *run, n uint64) (uint64, error) {
	h := r.first52()
	if r.tracing {
		r.numbered(h%n, "first 13 hex digits %013x = %d, mod %d", h, h, n)
	}
	return h % n, nil
}

func (*top52Mod) atLeast(_ *run, n, i uint64) *big.Rat { return residues(two52, n, i) }

func (*top52Mod) explain() string {
	return "The first 13 hex digits of the hash are a number, whose remainder mod N counts. "
}

// top returns the first n hex digits of the digest, at most 16.
func (r *run) top(n int) uint64 { return binary.BigEndian.Uint64(r.digest) >> (64 - 4*n) }

// nibbles returns n hex digits from place i on, at most 16.
func nibbles(digest []byte, i, n int) (v uint64) {
	for ; n > 0; i, n = i+1, n-1 {
		c := digest[i/2]
		if i%2 == 0 {
			c >>= 4
		}
		v = v<<4 | uint64(c&15)
	}
	return v
}
