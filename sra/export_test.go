package sra

import (
	"math/big"

	"github.com/squaredeal/squaredeal/internal/secret"
)

// SmallGroup returns the group of a safe prime of any size, from 7 up, without a check.
func SmallGroup(p *big.Int) Group { return unnamedGroup(p) }

// Hooks to functions of the same name.
var (
	CheckSafePrime = checkSafePrime
	Pick           = pick
	Permuted       = permuted
	SwapLast       = swapLast
)

// Order returns the order of a group.
func Order(g Group) *big.Int { return g.g.q }

// NumberedGenerator returns the encoding of generator i: G, H0, h_0, ….
func NumberedGenerator(g Group, i int) []byte { return g.g.hashGenerators(i, 1).Bytes() }

// Generator returns the encoding of G.
func Generator(g Group) []byte { return g.g.generator.Bytes() }

// Proofs of which the random bytes are given.
func ProveKey(k Key, context []byte, random [32]byte) []byte { return k.proveKey(context, random) }

func ProveDecryption(k Key, context []byte, from, to Deck, random [32]byte) []byte {
	return k.proveDecryption(context, from, to, random)
}

func ProveShuffle(k Key, context []byte, from, to Deck, order []int, random [32]byte) []byte {
	return k.proveShuffle(context, from, to, SecretPermutation{secret.Hide(order)}, random)
}

// Drawn returns what a key that was made from a seed draws from: the random bytes of its
// nonces, and the secret of its orders.
func Drawn(k Key) (nonces, order []byte) {
	x := k.secret()
	return x.nonces[:], x.order[:]
}

// Routines returns the number of goroutines that a key works in.
func Routines(k Key) int { return k.routines }
