package sra

import (
	"bytes"
	"crypto/rand"
	"math/big"
	"slices"
)

// The verifications of this file are of public numbers, in variable time. Each
// checks the equations of a proof together: an equation is L = R in a group of
// prime order, and so is the product of several, each to a random weight of 128
// bits. If one doesn't hold, neither does the product, but with a probability of
// 2⁻¹²⁸.

// Verify checks a proof of [Key.Prove] for this public key. It returns an
// [ErrMalformed] if the proof isn't an encoding of one, and an [ErrProof] if it
// isn't valid, for this key in this context.
func (k PublicKey) Verify(context, proof []byte) error {
	if err := k.check(); err != nil {
		return err
	}
	g := k.element.group.g
	p := proofReader{g: g, rest: proof}
	t, s := p.elements(1), p.scalars(1)
	if err := p.end("the proof of the key"); err != nil {
		return err
	}
	c := new(big.Int).SetBytes(challenge("key", k.statement("key", context), t))
	// G^s = t·K^c
	left, right := g.newProduct(), g.newProduct()
	left.mul(g.generator, new(big.Int).SetBytes(s))
	right.mul(t, one)
	right.mul(k.element.encoded, c)
	return equal(left, right, k.routines, "the proof of the key")
}

// VerifyDecryption checks a proof of [Key.ProveDecryption]. It returns an
// [ErrMalformed] if the proof isn't an encoding of one, or if the key or a deck is
// the zero value or they aren't of one group and length, and an [ErrProof] if the
// proof isn't valid, for this key and these decks in this context.
func (k PublicKey) VerifyDecryption(context []byte, from, to Deck, proof []byte) error {
	if err := k.check(from, to); err != nil {
		return err
	}
	g := k.element.group.g
	p := proofReader{g: g, rest: proof}
	t, s := p.elements(2), p.scalars(1)
	if err := p.end("the proof of the decryption"); err != nil {
		return err
	}
	statement := k.statement("decryption", context, from, to)
	u := weights(statement, from.Len())
	c := new(big.Int).SetBytes(challenge("decryption", statement, t))
	size := len(g.pBytes)
	product := make([]byte, size) // D̄ = ΠD_i^u_i
	g.product(product, to.encoded, u, k.routines)

	left, right := g.newProduct(), g.newProduct()
	// D̄^s = t2·C̄^c, with C̄ = ΠC_i^u_i
	left.mul(product, new(big.Int).SetBytes(s))
	right.mul(t[size:], one)
	for i := range from.Len() {
		ui := new(big.Int).SetBytes(u[i*challengeSize:][:challengeSize])
		right.mul(from.at(i), ui.Mul(ui, c))
	}
	// G^s = t1·K^c
	a := randomWeight()
	left.mul(g.generator, g.timesq(a, new(big.Int).SetBytes(s)))
	right.mul(t[:size], a)
	right.mul(k.element.encoded, new(big.Int).Mul(a, c))
	return equal(left, right, k.routines, "the proof of the decryption")
}

// VerifyShuffle checks a proof of [Key.ProveShuffle]. It returns errors as
// VerifyDecryption does. It also refuses, as an [ErrProof], a deck in which a card
// is as it was.
func (k PublicKey) VerifyShuffle(context []byte, from, to Deck, proof []byte) error {
	if err := k.check(from, to); err != nil {
		return err
	}
	const what = "the proof of the shuffle"
	g, n := k.element.group.g, from.Len()
	size, qSize := len(g.pBytes), len(g.qBytes)
	p := proofReader{g: g, rest: proof}
	c, cHat, t, tHat := p.elements(n), p.elements(n), p.elements(5), p.elements(n)
	s, sHat, masked := p.scalars(4), p.scalars(n), p.masked(n)
	if err := p.end(what); err != nil {
		return err
	}
	before := make(map[string]int, n)
	for i := range n {
		before[string(from.at(i))] = i
	}
	for i := range n {
		if j, ok := before[string(to.at(i))]; ok {
			return invalid("card %d isn't encrypted: it is card %d of the deck before", i, j)
		}
	}
	statement := k.statement("shuffle", context, from, to)
	seed := hashFields("shuffle/weights", statement[:], c)
	uBytes := weights(seed, n)
	ch := new(big.Int).SetBytes(challenge("shuffle", seed, cHat, t, tHat))
	u := numbers(uBytes, challengeSize)
	s1234, sHats, sPrimes := numbers(s, qSize), numbers(sHat, qSize), numbers(masked, maskedSize)
	h := g.shuffleBases(n)
	mixed := make([]byte, size) // X̃ = ΠX_i^u_i
	g.product(mixed, from.encoded, uBytes, k.routines)

	left, right := g.newProduct(), g.newProduct()
	at := func(elements []byte, i int) []byte { return elements[i*size:][:size] }
	times := func(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }
	a1, a2, a3, a5 := randomWeight(), randomWeight(), randomWeight(), randomWeight()
	exponentG := new(big.Int) // of G, all on the left
	addG := func(weight, s *big.Int) { exponentG.Add(exponentG, times(weight, s)) }

	// G^s1 = t1·(Πc_i / Πh_i)^c, weighted a1, and G^s3·Πh_i^s′_i = t3·(Πc_i^u_i)^c, weighted
	// a3.
	addG(a1, s1234[0])
	addG(a3, s1234[2])
	right.mul(at(t, 0), a1)
	right.mul(at(t, 2), a3)
	a1c, a3c := times(a1, ch), times(a3, ch)
	for i := range n {
		left.mul(at(h, i), new(big.Int).Add(times(a3, sPrimes[i]), a1c))
		right.mul(at(c, i), new(big.Int).Add(times(a3c, u[i]), a1c))
	}
	// ΠY_i^s′_i = t4·X̃^s4, weighted 1; X̃^−s4 goes to the left, whose exponents are the
	// longer ones.
	for i := range n {
		left.mul(to.at(i), sPrimes[i])
	}
	right.mul(at(t, 3), one)
	left.mul(mixed, new(big.Int).Sub(g.q, s1234[3]))
	// G^s4 = t5·K^c, weighted a5.
	addG(a5, s1234[3])
	right.mul(at(t, 4), a5)
	right.mul(k.element.encoded, times(a5, ch))
	// G^s2 = t2·(ĉ_n / H_0^Πu_i)^c, weighted a2, and G^ŝ_i·ĉ_(i−1)^s′_i = t̂_i·ĉ_i^c, each
	// with a weight b_i of its own. ĉ_0 is H_0; the others have the powers of two equations.
	addG(a2, s1234[1])
	right.mul(at(t, 1), a2)
	a2c := times(a2, ch)
	exponentH0 := a2c
	for i := range n {
		exponentH0 = g.timesq(exponentH0, u[i])
	}
	exponentC := new(big.Int) // of ĉ_(i−1), on the left
	for i := range n {
		b := randomWeight()
		addG(b, sHats[i])
		right.mul(at(tHat, i), b)
		exponentC.Add(exponentC, times(b, sPrimes[i]))
		if i == 0 {
			exponentH0.Add(exponentH0, exponentC)
		} else {
			left.divide(right, at(cHat, i-1), exponentC)
		}
		exponentC = new(big.Int).Neg(times(b, ch))
	}
	left.divide(right, at(cHat, n-1), exponentC.Sub(exponentC, a2c))
	left.mul(g.chainBase, exponentH0.Mod(exponentH0, g.q))
	left.mul(g.generator, exponentG.Mod(exponentG, g.q))
	return equal(left, right, k.routines, what)
}

func (k PublicKey) check(decks ...Deck) error {
	if k.isZero() {
		return malformed("the public key is missing")
	}
	for _, d := range decks {
		switch {
		case d.Len() == 0:
			return malformed("the deck is missing")
		case !k.element.group.Equal(d.group):
			return malformed("the deck is of the group %v, the public key of %v", d.group, k.element.group)
		case d.Len() != decks[0].Len():
			return malformed("a deck of %d cards becomes one of %d", decks[0].Len(), d.Len())
		}
	}
	return nil
}

// A proofReader takes a proof apart. After an error it returns nil.
type proofReader struct {
	g     *group
	rest  []byte
	fault string
}

func (p *proofReader) take(n, size int, fault func([]byte) string) []byte {
	if p.fault == "" && len(p.rest) < n*size {
		p.fault = "too short"
	}
	if p.fault != "" {
		return nil
	}
	taken := p.rest[:n*size]
	for x := range slices.Chunk(taken, size) {
		if f := fault(x); f != "" && p.fault == "" {
			p.fault = "wrong: a number in it is " + f
		}
	}
	p.rest = p.rest[n*size:]
	return taken
}

func (p *proofReader) elements(n int) []byte { return p.take(n, len(p.g.pBytes), p.g.fault) }

func (p *proofReader) scalars(n int) []byte {
	return p.take(n, len(p.g.qBytes), func(x []byte) string {
		if bytes.Compare(x, p.g.qBytes) >= 0 {
			return "not below q"
		}
		return ""
	})
}

func (p *proofReader) masked(n int) []byte {
	return p.take(n, maskedSize, func(x []byte) string {
		if x[0] > 1 {
			return "above 2^337"
		}
		return ""
	})
}

func (p *proofReader) end(what string) error {
	if p.fault == "" && len(p.rest) > 0 {
		p.fault = "too long"
	}
	if p.fault != "" {
		return malformed("%s is %s", what, p.fault)
	}
	return nil
}

// A product is that of public elements to public exponents.
type product struct {
	g         *group
	bases     []byte
	exponents [][]byte
}

func (g *group) newProduct() *product { return &product{g: g} }

// mul multiplies by a power. The exponent isn't negative.
func (p *product) mul(base []byte, exponent *big.Int) {
	p.bases = append(p.bases, base...)
	p.exponents = append(p.exponents, exponent.Bytes())
}

// divide multiplies p by a power, or other by its inverse, if the exponent is
// negative: so that the quotient of the two is the same, and no exponent as long as
// q.
func (p *product) divide(other *product, base []byte, exponent *big.Int) {
	if exponent.Sign() < 0 {
		other.mul(base, new(big.Int).Neg(exponent))
	} else {
		p.mul(base, exponent)
	}
}

func equal(left, right *product, routines int, what string) error {
	g := left.g
	size := len(g.pBytes)
	both := make([]byte, 2*size)
	g.multiExp(both[:size], left.bases, left.exponents, routines)
	g.multiExp(both[size:], right.bases, right.exponents, routines)
	if !bytes.Equal(both[:size], both[size:]) {
		return invalid("%s doesn't hold", what)
	}
	return nil
}

// multiExp sets dst to the product of public elements to public exponents.
func (g *group) multiExp(dst, bases []byte, exponents [][]byte, routines int) {
	size := len(g.pBytes)
	parts := make([]byte, min(routines, len(exponents))*size)
	// By turns, as neighbours have exponents of one length.
	split(routines, len(parts)/size, func(from, to int) {
		for part := from; part < to; part++ {
			var b []byte
			var e [][]byte
			for i := part; i < len(exponents); i += len(parts) / size {
				b, e = append(b, bases[i*size:][:size]...), append(e, exponents[i])
			}
			g.modP.MultiExpVarTime(parts[part*size:][:size], b, e)
		}
	})
	copy(dst, parts[:size])
	for part := size; part < len(parts); part += size {
		g.modP.Mul(dst, dst, parts[part:][:size])
	}
	g.absEach(dst)
}

func numbers(b []byte, size int) (x []*big.Int) {
	for chunk := range slices.Chunk(b, size) {
		x = append(x, new(big.Int).SetBytes(chunk))
	}
	return x
}

func (g *group) timesq(a, b *big.Int) *big.Int {
	x := new(big.Int).Mul(a, b)
	return x.Mod(x, g.q)
}

// randomWeight returns 128 random bits.
func randomWeight() *big.Int {
	var b [challengeSize]byte
	rand.Read(b[:]) // never fails
	return new(big.Int).SetBytes(b[:])
}
