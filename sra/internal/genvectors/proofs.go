package main

import (
	"crypto/sha3"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"
)

// Section 7 of SPEC.md, with its names.

func lp(x []byte) []byte { return append(u64(len(x)), x...) }

func u32(i int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(i)) }

func hashOf(label string, fields ...[]byte) []byte {
	b := lp([]byte("squaredeal/sra/v1/" + label))
	for _, f := range fields {
		b = append(b, lp(f)...)
	}
	return sha(b)
}

func weightsOf(sigma []byte, n int) (u []*big.Int) {
	for i := range n {
		u = append(u, new(big.Int).SetBytes(hashOf("weight", sigma, u32(i))[:16]))
	}
	return u
}

func challengeOf(kind string, sigma []byte, fields ...[]byte) *big.Int {
	return new(big.Int).SetBytes(hashOf(kind+"/challenge", append([][]byte{sigma}, fields...)...)[:16])
}

func (g group) statement(kind string, context []byte, public *big.Int, decks ...[]*big.Int) []byte {
	fields := [][]byte{[]byte(g.name), context, g.bytes([]*big.Int{public})}
	for _, d := range decks {
		fields = append(fields, g.bytes(d))
	}
	return hashOf(kind+"/statement", fields...)
}

// A stream is the nonces of a proof.
type stream struct {
	g group
	h *sha3.SHAKE
}

func (g group) nonces(kind string, random, statement []byte, secrets ...[]byte) stream {
	h := sha3.NewSHAKE256()
	for _, field := range append([][]byte{[]byte("squaredeal/sra/v1/" + kind + "/nonces"), random, statement}, secrets...) {
		h.Write(lp(field))
	}
	return stream{g, h}
}

func (s stream) scalar() *big.Int {
	for {
		b := make([]byte, len(s.g.q.Bytes()))
		s.h.Read(b)
		x := new(big.Int).SetBytes(b)
		if x.Mod(x, pow2(s.g.q.BitLen())).Cmp(s.g.q) < 0 {
			return x
		}
	}
}

func (s stream) scalars(n int) (out []*big.Int) {
	for range n {
		out = append(out, s.scalar())
	}
	return out
}

func (s stream) mask() *big.Int {
	if !s.g.short() {
		return s.scalar()
	}
	b := make([]byte, 42)
	s.h.Read(b)
	return new(big.Int).SetBytes(b)
}

var generators = map[string]*big.Int{} // by group and number

func (g group) numbered(i int) *big.Int {
	id := fmt.Sprint(g.name, i)
	if generators[id] == nil {
		_, _, generators[id] = g.hash("generator", u32(i))
		if g.curve && i == 0 {
			generators[id] = curveGenerator()
		}
		if g.curve {
			addComb(generators[id])
		}
	}
	return generators[id]
}

func (g group) scalarBytes(s ...*big.Int) (b []byte) {
	for _, x := range s {
		encoded := x.FillBytes(make([]byte, len(g.q.Bytes())))
		if g.curve {
			slices.Reverse(encoded)
		}
		b = append(b, encoded...)
	}
	return b
}

// scalarOf is the inverse of scalarBytes.
func (g group) scalarOf(b []byte) *big.Int {
	if g.curve {
		return little(b)
	}
	return new(big.Int).SetBytes(b)
}

// bigEndian is a scalar among the secrets of nonces.
func (g group) bigEndian(x *big.Int) []byte { return x.FillBytes(make([]byte, len(g.q.Bytes()))) }

// short reports whether masks are shorter than scalars.
func (g group) short() bool { return g.q.BitLen() > 337 }

// product is Πbases_i^exponents_i; an exponent may be negative.
func (g group) product(bases, exponents []*big.Int) *big.Int {
	if g.curve {
		return curveProduct(bases, exponents, g.q)
	}
	out := big.NewInt(1)
	for i := range bases {
		out = g.abs(out.Mul(out, new(big.Int).Exp(bases[i], new(big.Int).Mod(exponents[i], g.q), g.p)))
	}
	return out
}

func times(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }

func (g group) plus(a, b *big.Int) *big.Int {
	x := new(big.Int).Add(a, b)
	return x.Mod(x, g.q)
}

func (g group) keyProof(context, random []byte, e *big.Int) (proof, statement []byte, c *big.Int) {
	generator := g.generator()
	statement = g.statement("key", context, g.power(generator, e))
	w := g.nonces("key", random, statement, g.bigEndian(e)).scalar()
	t := g.bytes([]*big.Int{g.power(generator, w)})
	c = challengeOf("key", statement, t)
	return append(t, g.scalarBytes(g.plus(w, times(c, e)))...), statement, c
}

func (g group) decryptionProof(context, random []byte, e *big.Int, from, to []*big.Int) (proof, statement []byte, u []*big.Int, c *big.Int) {
	return g.decryptionSteps(context, random, g.power(g.generator(), e), e, from, to)
}

// decryptionProofFor is the proof with any public key, that of e if it is to be valid.
func (g group) decryptionProofFor(context, random []byte, public, e *big.Int, from, to []*big.Int) []byte {
	proof, _, _, _ := g.decryptionSteps(context, random, public, e, from, to)
	return proof
}

// decryptionSteps is the proof with t₁ and t₂ multiplied by these powers of G, if there are any.
func (g group) decryptionSteps(context, random []byte, public, e *big.Int, from, to []*big.Int, powers ...int64) (proof, statement []byte, u []*big.Int, c *big.Int) {
	generator := g.generator()
	statement = g.statement("decryption", context, public, from, to)
	u = weightsOf(statement, len(from))
	w := g.nonces("decryption", random, statement, g.bigEndian(e)).scalar()
	t := g.bytes(g.spoiled([]*big.Int{g.power(generator, w), g.power(g.product(to, u), w)}, powers))
	c = challengeOf("decryption", statement, t)
	return append(t, g.scalarBytes(g.plus(w, times(c, e)))...), statement, u, c
}

// spoiled multiplies elements by powers of G.
func (g group) spoiled(x []*big.Int, powers []int64) []*big.Int {
	for i, e := range powers {
		x[i] = g.product([]*big.Int{x[i], g.generator()}, []*big.Int{one, big.NewInt(e)})
	}
	return x
}

// A shuffleProof is a proof, with what is computed on the way.
type shuffleProof struct {
	bytes, statement, sigma []byte
	u                       []*big.Int
	c                       *big.Int
	parts                   []string // SHA-256 of the sequences that it consists of
}

func (g group) shuffleProof(context, random []byte, e *big.Int, x, y []*big.Int, pi []int) shuffleProof {
	return g.shuffleProofFor(context, random, g.power(g.generator(), e), e, x, y, pi)
}

// shuffleProofFor is the proof with any public key, that of e if it is to be valid, and with t₁,
// t₂, … multiplied by these powers of G, if there are any.
func (g group) shuffleProofFor(context, random []byte, public, e *big.Int, x, y []*big.Int, pi []int, powers ...int64) (p shuffleProof) {
	n, generator, h0 := len(x), g.generator(), g.numbered(1)
	var h []*big.Int
	for i := range n {
		h = append(h, g.numbered(i+2))
	}
	p.statement = g.statement("shuffle", context, public, x, y)
	var order []byte
	for _, i := range pi {
		order = append(order, u32(i)...)
	}
	random2 := g.nonces("shuffle", random, p.statement, g.bigEndian(e), order)

	r := random2.scalars(n)
	commitments := make([]*big.Int, n)
	for j, i := range pi {
		commitments[i] = g.product([]*big.Int{generator, h[j]}, []*big.Int{r[i], one})
	}
	p.sigma = hashOf("shuffle/weights", p.statement, g.bytes(commitments))
	p.u = weightsOf(p.sigma, n)
	shuffled := permute(p.u, pi)

	rHat := random2.scalars(n)
	chain := []*big.Int{h0}
	bigR := new(big.Int)
	for i := range n {
		chain = append(chain, g.product([]*big.Int{generator, chain[i]}, []*big.Int{rHat[i], shuffled[i]}))
		bigR = g.plus(rHat[i], times(bigR, shuffled[i]))
	}

	omega, omegaHat := random2.scalars(4), random2.scalars(n)
	var masks []*big.Int
	for range n {
		masks = append(masks, random2.mask())
	}
	mixed := g.product(x, p.u)
	one := []*big.Int{one}
	t := []*big.Int{
		g.power(generator, omega[0]),
		g.power(generator, omega[1]),
		g.product(append([]*big.Int{g.power(generator, omega[2])}, h...), append(one, masks...)),
		g.product(append([]*big.Int{g.power(g.power(mixed, omega[3]), g.minusOne())}, y...), append(one, masks...)),
		g.power(generator, omega[3]),
	}
	t = g.spoiled(t, powers)
	var tHat []*big.Int
	for i := range n {
		tHat = append(tHat, g.product([]*big.Int{generator, chain[i]}, []*big.Int{omegaHat[i], masks[i]}))
	}
	p.c = challengeOf("shuffle", p.sigma, g.bytes(chain[1:]), g.bytes(t), g.bytes(tHat))

	sumR, sumRU := new(big.Int), new(big.Int)
	for i := range n {
		sumR, sumRU = g.plus(sumR, r[i]), g.plus(sumRU, times(r[i], p.u[i]))
	}
	var s, sHat []*big.Int
	for i, secret := range []*big.Int{sumR, bigR, sumRU, e} {
		s = append(s, g.plus(omega[i], times(p.c, secret)))
	}
	var sPrime []byte
	for i := range n {
		sHat = append(sHat, g.plus(omegaHat[i], times(p.c, rHat[i])))
		masked := times(p.c, shuffled[i])
		masked.Add(masked, masks[i])
		if g.short() {
			sPrime = append(sPrime, masked.FillBytes(make([]byte, 43))...)
		} else {
			sPrime = append(sPrime, g.scalarBytes(masked.Mod(masked, g.q))...)
		}
	}
	for _, part := range [][]byte{g.bytes(commitments), g.bytes(chain[1:]), g.bytes(t), g.bytes(tHat), g.scalarBytes(s...), g.scalarBytes(sHat...), sPrime} {
		p.bytes = append(p.bytes, part...)
		p.parts = append(p.parts, hex.EncodeToString(sha(part)))
	}
	return p
}

func (g group) minusOne() *big.Int { return new(big.Int).Sub(g.q, one) }

// random returns 32 bytes for the nonces of a case.
func random(id string) []byte { return sha([]byte("random bytes of "), []byte(id)) }

const proofLabel = "squaredeal test deck"
