package sra_test

import (
	"errors"
	"math/big"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
)

// Two equations that fail by G and by its inverse, or by multiples of the challenge that
// undo a weight of −1/c: as a verifier adds up all of them, none may cancel another.
func TestFailuresDoNotCancel(t *testing.T) { onBothKinds(t, testFailuresDoNotCancel) }

func testFailuresDoNotCancel(t *testing.T, g sra.Group) {
	p := prove(t, g, 2)
	order := matrixOf(p.order.Reveal().Ints()...)
	r := newReference(g, p.public, p.from, p.to, 10)
	c, randomness := r.commit(order)
	proof := r.prove(order, c, randomness, exponentOf(g, p.key))
	ch := r.challenge(r.sigma(c), proof)
	responses := append(slices.Clone(proof.s[:3]), proof.sHat...) // each is in one equation, as a power of G
	for i, a := range responses {
		for j, b := range responses {
			for name, change := range map[string]*big.Int{"1": one, "c": ch, "-c": new(big.Int).Neg(ch)} {
				if i == j {
					continue
				}
				before := []*big.Int{new(big.Int).Set(a), new(big.Int).Set(b)}
				a.Mod(a.Add(a, change), r.q)
				b.Mod(b.Sub(b, one), r.q)
				if err := p.public.VerifyShuffle(r.context, p.from, p.to, r.encode(proof)); !errors.Is(err, sra.ErrProof) {
					t.Errorf("response %d + %s, response %d − 1: %v", i, name, j, err)
				}
				a.Set(before[0])
				b.Set(before[1])
			}
		}
	}
}

// The same by the commitments t, of which each is in one equation: one is greater by G, and
// another smaller by a power of G, as small weights that a prover could guess would have it.
func TestCommitmentsDoNotCancel(t *testing.T) { onBothKinds(t, testCommitmentsDoNotCancel) }

func testCommitmentsDoNotCancel(t *testing.T, g sra.Group) {
	const n = 2
	p := prove(t, g, n)
	order := matrixOf(p.order.Reveal().Ints()...)
	r := newReference(g, p.public, p.from, p.to, 11)
	c, randomness := r.commit(order)
	change := func(t, tHat []*big.Int, at int, power *big.Int) {
		if at >= 5 {
			t, at = tHat, at-5
		}
		t[at] = r.product([]*big.Int{t[at], r.generator(0)}, []*big.Int{one, power})
	}
	for i := range 5 + n {
		for j := range 5 + n {
			for power := int64(1); power <= long.Pick[int64](1, 4) && i != j; power++ {
				r.spoil = func(t, tHat []*big.Int) {
					change(t, tHat, i, one)
					change(t, tHat, j, big.NewInt(-power))
				}
				proof := r.prove(order, c, randomness, exponentOf(g, p.key))
				if err := p.public.VerifyShuffle(r.context, p.from, p.to, r.encode(proof)); !errors.Is(err, sra.ErrProof) {
					t.Errorf("commitments %d and %d, of G and G^-%d: %v", i, j, power, err)
				}
			}
		}
		// And by responses, which can be chosen when the challenge is known.
		r.spoil = func(t, tHat []*big.Int) { change(t, tHat, i, one) }
		proof := r.prove(order, c, randomness, exponentOf(g, p.key))
		ch := r.challenge(r.sigma(c), proof)
		for j, response := range append(slices.Clone(proof.s[:3]), proof.sHat...) {
			before := new(big.Int).Set(response)
			for name, change := range map[string]*big.Int{"1": one, "2": big.NewInt(2), "c": ch, "1/c": new(big.Int).ModInverse(ch, r.q)} {
				for _, sign := range []int64{1, -1} {
					response.Mod(response.Add(before, new(big.Int).Mul(change, big.NewInt(sign))), r.q)
					err := p.public.VerifyShuffle(r.context, p.from, p.to, r.encode(proof))
					own := i == j && i < 3 || i >= 5 && j == i-2 // of the same equation, which holds then
					if holds := own && name == "1" && sign == 1; holds && err != nil || !holds && !errors.Is(err, sra.ErrProof) {
						t.Errorf("commitment %d of G, response %d and %d times %s: %v", i, j, sign, name, err)
					}
				}
			}
			response.Set(before)
		}
	}
}
