// Package modp is the arithmetic of the groups of integers: [New] returns that of a
// safe prime (group.go). Under it, a [Modulus] computes powers, and products of
// powers, modulo an odd number, in one of two ways. On amd64 processors with AVX-512
// IFMA it works on eight numbers at once, in "lanes", whose arithmetic is in assembly
// (lanes_amd64.go). Elsewhere, and with the build tag purego, it works on one after
// another, by filippo.io/bigmod. The files whose names begin with lane are the first
// way, the others the second, and the functions to call.
//
// What both keep:
//
//   - The result is the canonical one, 0 … m−1, big-endian at the modulus's length.
//   - Time and memory accesses depend on the length of the modulus, the length of
//     the exponents in bytes and the number of bases, never on the value of an
//     exponent, not even on its leading zeros, nor on those of the bases: a base
//     may be a card that only its player knows. Only what has VarTime in its name,
//     and Decode, Known, Hash and Select of the group, are for public numbers.
//   - A base's power doesn't depend on the bases beside it, so that a batch can be
//     split among goroutines. This package starts none itself.
//   - dst and bases may be the same slice.
//   - A Modulus is immutable and may be used concurrently.
//   - Nothing is allocated for a base if the modulus has at most 2048 bits.
package modp
