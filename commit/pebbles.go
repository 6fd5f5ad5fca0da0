package commit

import (
	"math/bits"
	"slices"
)

// This file orders the work of walking a hash chain against its direction: which
// values ("pebbles") to keep, and which to compute in which round. It is the binary
// pebbling of B. Schoenmakers, "Explicit Optimal Binary Pebbling for One-Way Hash
// Chain Reversal" (2014/329), with a schedule in closed form.
//
// The chain has 2^k values at positions 0 to 2^k−1. The one at p is the hash of the
// one at p+1, and round r outputs the one at r. A tree of size 2^k that starts at
// position b is a pebbler: it is prepared by hashing down from its last position
// with a pebble left at b+2^m−1 for m = k, k−1, …, 0. Its round 0 outputs the
// lowest. Of the others, each is the last position of a smaller tree, of size 2^i
// for i = 0, …, k−1, starting at b+2^i, which is prepared in time for its own round
// 0 to be round 2^i of the larger one.
//
// Let r have i bits, i > 0, and s = r − 2^(i−1). Then in round r of a tree of size
// 2^k
//
//   - the tree of size 2^(i−1) is in its round s;
//   - if i < k, the tree of size 2^i is being prepared;
//   - still larger ones wait.
//
// The 2^(i−1) rounds for the preparation take 2^i − 1 hashes. They are distributed
// such that, with the hashes inside the tree of size 2^(i−1), each round makes
// (i+1)/2, rounded down and up by turns. That is ⌈k/2⌉ at most. No round begins
// with more than k pebbles, as a tree is prepared no faster than the one before it
// is used up.

// share returns how many hashes round s makes of those 2^(i−1) rounds in which the
// tree of size 2^i is prepared.
func share(i int, s uint64) uint64 { return (uint64(i) + 1 + s&1) / 2 }

// shares returns the sum of share over the rounds before s.
func shares(i int, s uint64) uint64 {
	if i%2 == 1 {
		return s * (uint64(i) + 1) / 2
	}
	return s*uint64(i)/2 + s/2
}

// split returns the number of bits of r > 0, and r without the highest.
func split(r uint64) (i int, s uint64) {
	i = bits.Len64(r)
	return i, r - 1<<(i-1)
}

// hashes returns how many hashes a tree of size 2^k makes in round r.
func hashes(k int, r uint64) uint64 {
	for r > 0 {
		i, s := split(r)
		if i < k {
			return share(i, s)
		}
		k, r = i-1, s
	}
	return 0
}

// hashesBefore returns how many hashes a tree of size 2^k makes before round r.
func hashesBefore(k int, r uint64) uint64 {
	var sum uint64
	for r > 0 {
		i, s := split(r)
		for j := 1; j < i; j++ {
			sum += shares(j, 1<<(j-1))
		}
		if i < k {
			return sum + shares(i, s)
		}
		k, r = i-1, s
	}
	return sum
}

// isPebble reports whether a tree that starts at b keeps the value at p.
func isPebble(b, p uint64) bool { return (p-b+1)&(p-b) == 0 }

// appendPositions appends the positions that are kept at the beginning of round r
// by a tree of size 2^k that starts at b, in ascending order.
func appendPositions(dst []uint64, k int, b, r uint64) []uint64 {
	if r == 0 {
		for m := range k + 1 {
			dst = append(dst, b+1<<m-1)
		}
		return dst
	}
	i, s := split(r)
	dst = appendPositions(dst, i-1, b+1<<(i-1), s)
	if i < k {
		// The tree that is being prepared has come down to reached.
		start := b + 1<<i
		reached := start + 1<<i - 1 - (shares(i, s) - hashesBefore(i-1, s))
		if !isPebble(start, reached) {
			dst = append(dst, reached)
		}
		for m := range i + 1 {
			if p := start + 1<<m - 1; p >= reached {
				dst = append(dst, p)
			}
		}
	}
	for m := i + 2; m <= k; m++ {
		dst = append(dst, b+1<<m-1)
	}
	return dst
}

// A preparation is the part of a round's work that goes into one tree.
type preparation struct {
	start  uint64 // the tree's first position
	hashes uint64
}

// appendPreparations appends the work of round r in a tree of size 2^k that starts
// at position 0.
func appendPreparations(dst []preparation, k int, r uint64) []preparation {
	for b := uint64(0); r > 0; {
		i, s := split(r)
		if i < k {
			dst = append(dst, preparation{b + 1<<i, share(i, s) - hashes(i-1, s)})
		}
		b += 1 << (i - 1)
		k, r = i-1, s
	}
	return dst
}

// positions returns where the pebbles of a whole chain of 2^k values stand at the
// beginning of round r. The one at position 0 isn't kept before round 0, if it can
// be computed from that at position 1: round 0 has no other work.
func positions(k int, r uint64) []uint64 {
	p := appendPositions(nil, k, 0, r)
	if r == 0 && k > 0 {
		p = p[1:]
	}
	return p
}

// A pebble is a value of the chain.
type pebble struct {
	position uint64
	value    Link
}

// output returns the value of round r, from the pebbles for it. hash is the chain's
// step.
func output(pebbles []pebble, r uint64, hash func(Link) Link) Link {
	if pebbles[0].position != r { // round 0, which has no other work
		return hash(pebbles[0].value)
	}
	return pebbles[0].value
}

// walk returns the pebbles for round r+1, from those for round r, which it leaves as
// they are.
func walk(pebbles []pebble, k int, r uint64, hash func(Link) Link) []pebble {
	if pebbles[0].position != r {
		return pebbles
	}
	next := slices.Clone(pebbles[1:])
	for _, p := range appendPreparations(nil, k, r) {
		at := slices.IndexFunc(next, func(q pebble) bool { return q.position >= p.start })
		for range p.hashes {
			from := next[at]
			down := pebble{from.position - 1, hash(from.value)}
			if isPebble(p.start, from.position) {
				next = slices.Insert(next, at, down)
			} else {
				next[at] = down
			}
		}
	}
	return next
}
