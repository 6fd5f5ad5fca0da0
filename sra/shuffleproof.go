package sra

import (
	"crypto/subtle"
	"encoding/binary"
	"math/big"
	"slices"

	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// ProveShuffle shows that `to` is `from`, encrypted with this key and put in some
// order, as [Key.Shuffle] returns it with that order: no card is missing, doubled
// or foreign. It is the proof of Terelius and Wikström (2010), as Haenni and others
// write it (2017), for powers to one exponent. SPEC.md, section 7.3, has the
// equations, with the names that are used here. The context is as that of
// [Key.ProveKey]. For cards that [PublicDeck] made, under whatever layers, the probability that
// an honest proof isn't valid is negligible; a deck can be made up that one key can't shuffle.
//
// It returns an [ErrMalformed] if the key, a deck or the order is the zero value,
// or if they differ in group or length. It doesn't check that what it is to
// show is true; a proof of a false statement isn't valid.
func (k Key) ProveShuffle(context []byte, from, to Deck, order SecretPermutation) ([]byte, error) {
	if err := k.checkBoth(from, to); err != nil {
		return nil, err
	}
	if n := len(order.ints()); n != from.Len() {
		return nil, wrap.Errorf(ErrMalformed, "an order of %d cards, for a deck of %d", n, from.Len())
	}
	return k.proveShuffle(context, from, to, order, k.entropy()), nil
}

// ShuffleProofSize returns the length of the proof of a shuffle of n cards, 57,788
// bytes for 52 cards of 2048 bits; 0 for the zero group.
func ShuffleProofSize(g Group, n int) int {
	if g.g == nil {
		return 0
	}
	masked := len(g.g.qBytes)
	if g.g.short {
		masked = maskedSize
	}
	return (3*n+5)*g.ElementSize() + (n+4)*len(g.g.qBytes) + n*masked
}

func (k Key) proveShuffle(context []byte, x, y Deck, order SecretPermutation, fresh entropy) []byte {
	g, n := k.group.g, x.Len()
	e := k.secret().e
	pi, inverse, orderBytes := secretOrder(order)

	statement := k.public.statement("shuffle", context, x, y)
	random := g.nonces("shuffle/nonces", fresh, statement, e.b, orderBytes)

	// A commitment to the order: c_π(j) = G^r_π(j)·h_j.
	r, h := random.scalars(n), g.bases.first(n)
	c := permuted(g.a.Mul(g.fixedBases().Exp(k.routines, r.permuted(pi).b), h).Bytes(), inverse)

	// u′_j = u_π(j), and the chain ĉ_i = G^r̂_i·ĉ_(i−1)^u′_(i−1) from ĉ_0 = H_0. In powers of
	// G and H_0 it needs no step before: ĉ_i = G^R_i·H_0^U_i.
	seed := hashFields("shuffle/weights", statement[:], c)
	u := g.widen(weights(seed, n), challengeSize)
	shuffledU := u.permuted(pi)
	rHat := random.scalars(n)
	bigR, bigU := g.newScalars(n+1), g.newScalars(n+1)
	bigU.b[len(g.qBytes)-1] = 1
	g.modQ.Recur(bigR.b, shuffledU.b, rHat.b)
	g.modQ.Recur(bigU.b, shuffledU.b, nil)

	// The masks ω1 … ω4, ω̂_i and ω′_i, and what they give in place of the secrets:
	// ĉ_1 … ĉ_n, t̂_1 … t̂_n = G^(ω̂_i + R_(i−1)·ω′_(i−1))·H_0^(U_(i−1)·ω′_(i−1)).
	masks, maskHat, mask := random.scalars(4), random.scalars(n), random.masks(n)
	chain := g.fixedBases().Exp(k.routines,
		slices.Concat(bigR.slice(1, n+1).b, maskHat.plus(bigR.slice(0, n).times(mask)).b),
		slices.Concat(bigU.slice(1, n+1).b, bigU.slice(0, n).times(mask).b)).Bytes()
	cHat, tHat := chain[:len(chain)/2], chain[len(chain)/2:]
	// t1 = G^ω1, t2 = G^ω2, t3 = G^ω3·Πh_i^ω′_i, t4 = X̃^−ω4·ΠY_i^ω′_i, t5 = G^ω4.
	t1235 := g.fixedBases().Exp(k.routines, masks.b)
	var t3, t4 arith.Elements
	if g.short {
		t3, t4 = k.masksOfShort(x, y, h, weights(seed, n), masks.at(3), mask)
	} else {
		t3, t4 = k.masksOfLong(x, h, u, masks.at(3), mask, inverse)
	}
	t3 = g.a.Mul(g.a.Select(t1235, []int{2}), t3)
	powers := t1235.Bytes()
	size := g.a.ElementSize()
	t := slices.Concat(powers[:2*size], t3.Bytes(), t4.Bytes(), powers[3*size:])

	ch := g.widen(challenge("shuffle", seed, cHat, t, tHat), challengeSize)
	// s1 = ω1 + c·Σr_i, s2 = ω2 + c·R_n, s3 = ω3 + c·Σr_i·u_i, s4 = ω4 + c·e.
	secrets := scalars{g, slices.Concat(r.sum().b, bigR.at(n).b, r.times(u).sum().b, e.b)}
	s := masks.plus(secrets.times(ch))
	sHat := maskHat.plus(rHat.times(ch))
	// Where ω′_i and c are short, ω′_i + c·u′_i is smaller than q: the sum in the integers.
	masked := mask.plus(shuffledU.times(ch))
	return slices.Concat(c, cHat, t, tHat, s.encoding(), sHat.encoding(), g.encodeMasked(masked))
}

// encodeMasked returns the encoding of s′.
func (g *group) encodeMasked(masked scalars) (b []byte) {
	if !g.short {
		return masked.encoding()
	}
	for i := range masked.len() {
		x := masked.at(i).b
		b = append(b, x[len(x)-maskedSize:]...)
	}
	return b
}

// masksOfShort returns Πh_i^ω′_i and t4 = X̃^−ω4·ΠY_i^ω′_i, where ω′_i and u_i are
// shorter than scalars.
func (k Key) masksOfShort(x, y Deck, h arith.Elements, u []byte, omega4, mask scalars) (productH, t4 arith.Elements) {
	g := k.group.g
	short := make([]byte, 0, mask.len()*maskSize)
	for i := range mask.len() {
		m := mask.at(i).b
		short = append(short, m[len(m)-maskSize:]...)
	}
	var mixed, productY arith.Elements
	arith.Split(k.routines, 3, func(from, to int) {
		for i := from; i < to; i++ {
			switch i {
			case 0: // takes as long as the others together
				mixed = g.a.Exp(g.weightedProduct(x.x, u, 1), omega4.minus().b, 1)
			case 1:
				productH = g.a.MultiExp(h, short)
			case 2:
				productY = g.a.MultiExp(y.x, short)
			}
		}
	})
	return productH, g.a.Mul(mixed, productY)
}

// masksOfLong is masksOfShort where all exponents are as long as scalars. As Y_j is
// X_π(j)^e, t4 = ΠX_i^(e·ω′_π⁻¹(i) − ω4·u_i), with the tables of the encryption.
func (k Key) masksOfLong(x Deck, h arith.Elements, u, omega4, mask scalars, inverse []int) (productH, t4 arith.Elements) {
	g := k.group.g
	exponents := mask.permuted(inverse).times(k.secret().e).plus(u.times(omega4.minus()))
	arith.Split(k.routines, 2, func(from, to int) {
		for i := from; i < to; i++ {
			switch i {
			case 0:
				productH = g.a.MultiExp(h, mask.b)
			case 1:
				t4 = g.a.MultiExp(x.x, exponents.b)
			}
		}
	})
	return productH, t4
}

// secretOrder returns the order and its inverse, whose computation reads and writes
// the same places whatever the order is, and an encoding.
func secretOrder(order SecretPermutation) (pi, inverse []int, encoded []byte) {
	pi = order.ints()
	inverse = make([]int, len(pi))
	for j, at := range pi {
		encoded = binary.BigEndian.AppendUint32(encoded, uint32(at))
		for i := range inverse {
			inverse[i] |= j & -subtle.ConstantTimeEq(int32(i), int32(at))
		}
	}
	return pi, inverse, encoded
}

// VerifyShuffle checks a proof of [Key.ProveShuffle]. It returns errors as
// VerifyDecryption does. It also refuses, as an [ErrProof], a deck that still has a
// card of the deck before.
func (k PublicKey) VerifyShuffle(context []byte, from, to Deck, proof []byte) error {
	return k.verifyAlone(k.parseShuffle(context, from, to, proof))
}

// parseShuffle checks all of a proof but its equations.
func (k PublicKey) parseShuffle(context []byte, from, to Deck, proof []byte) (equations, error) {
	if err := k.check(from, to); err != nil {
		return nil, err
	}
	g, n := k.group.g, from.Len()
	p := proofReader{g: g, routines: k.routines, rest: proof}
	elements, encoded := p.elements(3*n + 5)
	s, sHat, sPrime := p.scalars(4), p.scalars(n), p.masked(n)
	if err := p.end(shuffleStatement{}.String()); err != nil {
		return nil, err
	}
	if err := checkEncrypted(from, to); err != nil {
		return nil, err
	}
	size := g.a.ElementSize()
	statement := k.statement("shuffle", context, from, to)
	seed := hashFields("shuffle/weights", statement[:], encoded[:n*size])
	uBytes := weights(seed, n)
	c := new(big.Int).SetBytes(challenge("shuffle", seed, encoded[n*size:2*n*size], encoded[2*n*size:(2*n+5)*size], encoded[(2*n+5)*size:]))
	if c.Sign() == 0 {
		return nil, wrap.Errorf(ErrProof, "%v has the challenge 0", shuffleStatement{})
	}
	return shuffleStatement{
		n: n, c: c,
		k: all(k.x), x: all(from.x), y: all(to.x), h: sequence{g.bases.atLeast(n), 0, n},
		commitments: sequence{elements, 0, n}, cHat: sequence{elements, n, n},
		t: sequence{elements, 2 * n, 5}, tHat: sequence{elements, 2*n + 5, n},
		uBytes: uBytes, u: g.numbers(uBytes, challengeSize), s: s, sHat: sHat, sPrime: sPrime,
	}, nil
}

func (s shuffleStatement) factors() int { return 6*s.n + 10 }

func (s shuffleStatement) String() string { return "the proof of the shuffle" }

// checkEncrypted refuses a deck that has a card of the deck before.
func checkEncrypted(from, to Deck) error {
	before := make(map[string]int, from.Len())
	for i, x := range from.strings() {
		before[x] = i
	}
	for i := range to.Len() {
		if j, ok := before[string(to.at(i))]; ok {
			return wrap.Errorf(ErrProof, "card %d isn't encrypted: it is card %d of the deck before", i, j)
		}
	}
	return nil
}
