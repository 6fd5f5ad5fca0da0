package sra

import (
	"math/big"

	"github.com/squaredeal/squaredeal/shuffle"
)

// SmallGroup returns the group of a safe prime of any size, from 7 up, without a check.
func SmallGroup(p *big.Int) Group { return unnamedGroup(p) }

// Hooks to functions of the same name.
var (
	ExpandMessage  = expandMessage
	CheckSafePrime = checkSafePrime
	Less           = less
	Abs            = abs
	Pick           = pick
)

// NumberedGenerator returns the encoding of generator i: G, H0, h_0, ….
func NumberedGenerator(g Group, i int) []byte { return g.g.hashGenerator(uint32(i)) }

// HasTable reports whether a deck has been precomputed.
func HasTable(d Deck) bool { return d.table != nil }

// SetDeck replaces the deck that a seat has shuffled last.
func SetDeck(h *Hand, d Deck) {
	h.deck = d
	h.fixDigests()
}

// Generator returns the encoding of G.
func Generator(g Group) []byte { return g.g.generator }

// Proofs of which the random bytes are given.
func Prove(k Key, context []byte, random [32]byte) []byte { return k.prove(context, random) }

func ProveDecryption(k Key, context []byte, from, to Deck, random [32]byte) []byte {
	return k.proveDecryption(context, from, to, random)
}

func ProveShuffle(k Key, context []byte, from, to Deck, order []int, random [32]byte) []byte {
	p, err := shuffle.NewPermutation(order)
	if err != nil {
		panic(err)
	}
	return k.proveShuffle(context, from, to, SecretPermutation{func() shuffle.Permutation { return p }}, random)
}

// SplitPowers is splitPowers, and batch what its parts are multiples of.
func SplitPowers(g Group, routines, n int, work func(from, to int)) (batch int) {
	g.g.splitPowers(routines, n, work)
	return g.g.modP.Batch()
}
