package main

import (
	"crypto/sha3"
	"encoding/binary"
	"encoding/hex"
	"math/big"
	"math/bits"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Section 6 of SPEC.md.

func shake(label string, fields ...[]byte) *sha3.SHAKE {
	h := sha3.NewSHAKE256()
	h.Write(lp([]byte("squaredeal/sra/v1/" + label)))
	for _, f := range fields {
		h.Write(lp(f))
	}
	return h
}

func next(h *sha3.SHAKE, n int) []byte {
	b := make([]byte, n)
	h.Read(b)
	return b
}

// A seeded is what follows from a seed.
type seeded struct {
	nonces, order []byte
	e             *big.Int
	rejected      int // numbers that are no exponents, before e
}

func (g group) seeded(seed []byte) (s seeded) {
	h := shake("key/seed", []byte(g.name), seed)
	s.nonces, s.order = next(h, 32), next(h, 32)
	for {
		s.e = new(big.Int).SetBytes(next(h, len(g.q.Bytes())))
		s.e.Mod(s.e, pow2(g.q.BitLen()))
		if s.e.Cmp(one) > 0 && s.e.Cmp(g.q) < 0 {
			return s
		}
		s.rejected++
	}
}

// orderOf is the order into which the key of a seed shuffles a deck: section 3 of
// squaredeal/shuffle v1, on 0 … n−1.
func (s seeded) orderOf(deck []byte, n int) []int {
	words := shake("shuffle/order", s.order, deck)
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	for top := n; top >= 2; {
		product, bottom := uint64(top), top
		for bottom > 2 {
			high, more := bits.Mul64(product, uint64(bottom-1))
			if high > 0 || more > 1<<60 {
				break
			}
			product, bottom = more, bottom-1
		}
		w := binary.BigEndian.Uint64(next(words, 8))
		for w*product < -product%product { // 2⁶⁴ mod P
			w = binary.BigEndian.Uint64(next(words, 8))
		}
		for ; top >= bottom; top-- {
			j, rest := bits.Mul64(w, uint64(top))
			list[top-1], list[j] = list[j], list[top-1]
			w = rest
		}
	}
	return list
}

func seeds() (out []vectors.Case) {
	for _, c := range []struct {
		id, comment string
		g           group
		n           int
	}{
		{"52", "a deck of 52", ristretto255, 52},
		{"1", "a single card, for whose order no word is taken", ristretto255, 1},
		{"52", "a deck of 52", modp2048, 52},
	} {
		g, seed := c.g, sha([]byte("seed "+c.g.prefix()+c.id))
		if g.curve { // half of all numbers are no exponents: so is the first of one case, and not of the other
			for (g.seeded(seed).rejected > 0) != (c.n == 52) {
				seed = sha(seed)
			}
		}
		s := g.seeded(seed)
		context := "squaredeal test context"
		proof, _, _ := g.keyProof([]byte(context), s.nonces, s.e)
		deck := g.deck(proofLabel, c.n)
		order := s.orderOf(g.bytes(deck), c.n)
		out = append(out, vectors.Case{
			ID: "seed/" + g.prefix() + c.id, Comment: c.comment,
			Inputs:        inGroup(g, vectors.Fields{"seed": hex.EncodeToString(seed), "label": proofLabel, "n": c.n, "context": context}),
			Intermediates: vectors.Fields{"nonces": hex.EncodeToString(s.nonces), "order": hex.EncodeToString(s.order)},
			Outputs: vectors.Fields{
				"e": g.exponent(s.e), "public": g.element(g.power(g.generator(), s.e)), "order": line(order),
				"sha256": g.digest(permute(g.powers(deck, s.e), order)), "proof": hex.EncodeToString(proof),
			},
			Result: "ok",
		})
	}
	for _, c := range []struct {
		id, comment string
		n           int
	}{{"empty", "no seed", 0}, {"short", "31 bytes", 31}, {"long", "33 bytes", 33}} {
		out = append(out, vectors.Case{
			ID: "seed/ristretto255-" + c.id, Comment: c.comment, Inputs: inGroup(ristretto255, vectors.Fields{"seed": hex.EncodeToString(make([]byte, c.n))}), Result: "malformed",
		})
	}
	return out
}
