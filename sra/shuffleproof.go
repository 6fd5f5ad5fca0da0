package sra

import (
	"crypto/subtle"
	"encoding/binary"
	"slices"
)

// ProveShuffle shows that `to` is `from`, encrypted with this key and put in some
// order, as [Key.Shuffle] returns it with that order: no card is missing, doubled
// or foreign. It is the proof of Terelius and Wikström (2010), as Haenni and others
// write it (2017), for powers to one exponent. SPEC.md, section 7.3, has the
// equations, with the names that are used here.
//
// It returns an [ErrMalformed] if the key, a deck or the order is the zero value,
// or if they aren't of one group and length. It doesn't check that what it is to
// show is true; a proof of what isn't, isn't valid.
//
// The length is about 58 kB for 52 cards of 2048 bits: [ShuffleProofSize].
func (k Key) ProveShuffle(context []byte, from, to Deck, order SecretPermutation) ([]byte, error) {
	if err := k.checkBoth(from, to); err != nil {
		return nil, err
	}
	if n := order.Reveal().Len(); n != from.Len() {
		return nil, malformed("an order of %d cards, for a deck of %d", n, from.Len())
	}
	return k.proveShuffle(context, from, to, order, newEntropy()), nil
}

// ShuffleProofSize returns the length of the proof of a shuffle of n cards: 3n + 5
// elements, n + 4 numbers mod q and n of 43 bytes. It is 0 for the zero group.
func ShuffleProofSize(g Group, n int) int {
	if g.g == nil {
		return 0
	}
	return (3*n+5)*len(g.g.pBytes) + (n+4)*len(g.g.qBytes) + n*maskedSize
}

func (k Key) proveShuffle(context []byte, x, y Deck, order SecretPermutation, fresh entropy) []byte {
	g, n := k.group.g, x.Len()
	size, qSize := len(g.pBytes), len(g.qBytes)
	e := k.secret().e
	pi, inverse, orderBytes := secretOrder(order)

	statement := k.public.statement("shuffle", context, x, y)
	random := g.nonces("shuffle/nonces", fresh, statement, e, orderBytes)

	// A commitment to the order: c_π(j) = G^r_π(j)·h_j, so c_i = G^r_i·h_π⁻¹(i).
	r := random.scalars(n)
	h := g.shuffleBases(n)
	c, permuted := make([]byte, n*size), make([]byte, n*size)
	k.fixedPowers(c, r)
	for i := range n {
		pick(permuted[i*size:][:size], h, inverse[i])
	}
	g.mul(c, c, permuted)

	// u′_j = u_π(j), and the chain ĉ_i = G^r̂_i·ĉ_(i−1)^u′_i from ĉ_0 = H_0. In powers of G
	// and H_0 it needs no step before: ĉ_i = G^R_i·H_0^U_i.
	seed := hashFields("shuffle/weights", statement[:], c)
	u := weights(seed, n)
	shuffledU := make([]byte, n*challengeSize)
	for j := range n {
		pick(shuffledU[j*challengeSize:][:challengeSize], u, pi[j])
	}
	uq, shuffledUq := g.widen(u, challengeSize), g.widen(shuffledU, challengeSize)
	rHat := random.scalars(n)
	// R_0 … R_n and U_0 … U_n.
	bigR, bigU := make([]byte, qSize, (n+1)*qSize), make([]byte, qSize, (n+1)*qSize)
	bigU[qSize-1] = 1
	for i := range n {
		ui := shuffledUq[i*qSize:][:qSize]
		bigR = append(bigR, g.addq(rHat[i*qSize:][:qSize], g.mulq(bigR[i*qSize:], ui))...)
		bigU = append(bigU, g.mulq(bigU[i*qSize:], ui)...)
	}

	// The masks ω1 … ω4, ω̂_i and ω′_i, and what they give in place of the secrets.
	masks := random.scalars(4)
	maskHat := random.scalars(n)
	mask := random.bytes(n * maskSize)
	maskq := g.widen(mask, maskSize)
	// ĉ_1 … ĉ_n, t̂_1 … t̂_n = G^(ω̂_i + R_(i−1)·ω′_i)·H_0^(U_(i−1)·ω′_i).
	chain := make([]byte, 2*n*size)
	k.fixedPowers(chain,
		slices.Concat(bigR[qSize:], g.addq(maskHat, g.mulq(bigR[:n*qSize], maskq))),
		slices.Concat(bigU[qSize:], g.mulq(bigU[:n*qSize], maskq)))
	cHat, tHat := chain[:n*size], chain[n*size:]
	// t1 = G^ω1, t2 = G^ω2, t3 = G^ω3·Πh_i^ω′_i, t4 = X̃^−ω4·ΠY_i^ω′_i, t5 = G^ω4.
	t := make([]byte, 5*size)
	k.fixedPowers(t[:4*size], masks)
	copy(t[4*size:], t[3*size:4*size])
	t3, t4 := t[2*size:3*size], t[3*size:4*size]
	mixed, productH, productY := make([]byte, size), make([]byte, size), make([]byte, size)
	minusOne := slices.Clone(g.qBytes) // q is odd
	minusOne[qSize-1] ^= 1
	split(k.routines, 3, func(from, to int) {
		for i := from; i < to; i++ {
			switch i {
			case 0: // takes as long as the others together
				g.product(mixed, x.encoded, u, 1)
				g.modP.Exp(mixed, mixed, g.mulq(masks[3*qSize:], minusOne))
			case 1:
				g.modP.MultiExp(productH, h, mask)
			case 2:
				g.modP.MultiExp(productY, y.encoded, mask)
			}
		}
	})
	g.mul(t3, t3, productH)
	g.mul(t4, mixed, productY)

	ch := g.widen(challenge("shuffle", seed, cHat, t, tHat), challengeSize)
	// s1 = ω1 + c·Σr_i, s2 = ω2 + c·R_n, s3 = ω3 + c·Σr_i·u_i, s4 = ω4 + c·e.
	secrets := slices.Concat(g.sumq(r), bigR[n*qSize:], g.sumq(g.mulq(r, uq)), e)
	s := g.addq(masks, g.mulq(secrets, ch))
	sHat := g.addq(maskHat, g.mulq(rHat, ch))
	// ω′_i + c·u′_i is smaller than q, so that this is the sum in the integers.
	masked := g.addq(maskq, g.mulq(shuffledUq, ch))

	proof := slices.Concat(c, cHat, t, tHat, s, sHat)
	for i := range n {
		proof = append(proof, masked[(i+1)*qSize-maskedSize:][:maskedSize]...)
	}
	return proof
}

// secretOrder returns the order and its inverse, whose computation reads and writes
// the same places whatever the order is, and an encoding.
func secretOrder(order SecretPermutation) (pi, inverse []int, encoded []byte) {
	p := order.Reveal()
	pi, inverse = p.Ints(), make([]int, p.Len())
	for j, at := range pi {
		encoded = binary.BigEndian.AppendUint32(encoded, uint32(at))
		for i := range inverse {
			inverse[i] |= j & -subtle.ConstantTimeEq(int32(i), int32(at))
		}
	}
	return pi, inverse, encoded
}

// fixedPowers sets dst to powers of G, or to products of powers of G and H_0.
func (k Key) fixedPowers(dst []byte, exponents ...[]byte) {
	g := k.group.g
	size, qSize := len(g.pBytes), len(g.qBytes)
	g.splitPowers(k.routines, len(dst)/size, func(from, to int) {
		part := make([][]byte, len(exponents))
		for i, e := range exponents {
			part[i] = e[from*qSize : to*qSize]
		}
		g.fixedBases().Exp(dst[from*size:to*size], part...)
	})
	g.absEach(dst)
}
