package sra_test

import (
	"crypto/sha256"
	"encoding/binary"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/sra"
)

// The proof of a shuffle once more, in math/big or with edwards25519, for what the package's
// own functions refuse to do: to prove what isn't true, to verify with an equation left out or
// with short weights, and to simulate. An element is the number that its encoding is if it is
// read big-endian, in ristretto255 too.
type reference struct {
	g          sra.Group
	q          *big.Int
	n          int
	context    []byte
	public     sra.PublicKey
	from, to   sra.Deck
	weightBits uint                     // 128 in earnest
	falseLink  int                      // ĉ_i that doesn't follow from the one before, so that equation 2 holds; 0 for none
	spoil      func(t, tHat []*big.Int) // changes commitments before the challenge follows from them; nil for nothing
	rewound    [2]byte                  // how often the hash was chosen anew for the weights, and for the challenge
	rng        *rand.Rand
}

type refProof struct {
	c, cHat, t, tHat []*big.Int
	s, sHat, sPrime  []*big.Int
}

func newReference(g sra.Group, public sra.PublicKey, from, to sra.Deck, seed uint64) *reference {
	return &reference{g: g, q: sra.Order(g), n: from.Len(), context: []byte("reference"), public: public, from: from, to: to,
		weightBits: 128, rng: rand.New(rand.NewPCG(seed, 1))}
}

// product is Πbases^exponents, of whatever sign.
func (r *reference) product(bases, exponents []*big.Int) *big.Int {
	var reduced []*big.Int
	for _, e := range exponents {
		reduced = append(reduced, new(big.Int).Mod(e, r.q))
	}
	if r.g.P() == nil {
		return curveProduct(bases, reduced)
	}
	p, out := r.g.P(), big.NewInt(1)
	for i := range bases {
		out.Mul(out, new(big.Int).Exp(bases[i], reduced[i], p)).Mod(out, p)
	}
	if out.Cmp(r.q) > 0 {
		out.Sub(p, out)
	}
	return out
}

func (r *reference) power(x, e *big.Int) *big.Int {
	return r.product([]*big.Int{x}, []*big.Int{e})
}

func (r *reference) generator(i int) *big.Int {
	if i == 0 {
		return new(big.Int).SetBytes(sra.Generator(r.g))
	}
	return new(big.Int).SetBytes(sra.NumberedGenerator(r.g, i))
}

func (r *reference) h() (h []*big.Int) {
	for i := range r.n {
		h = append(h, r.generator(i+2))
	}
	return h
}

func (r *reference) bytes(elements []*big.Int) (b []byte) {
	for _, x := range elements {
		b = append(b, x.FillBytes(make([]byte, r.g.ElementSize()))...)
	}
	return b
}

func refHash(label string, fields ...[]byte) []byte {
	var b []byte
	for _, f := range append([][]byte{[]byte("squaredeal/sra/v1/" + label)}, fields...) {
		b = append(binary.BigEndian.AppendUint64(b, uint64(len(f))), f...)
	}
	d := sha256.Sum256(b)
	return d[:]
}

func (r *reference) sigma(c []*big.Int) []byte {
	statement := refHash("shuffle/statement", []byte(r.g.Name()), r.context, r.public.Bytes(), r.from.Bytes(), r.to.Bytes())
	return refHash("shuffle/weights"+strings.Repeat("*", int(r.rewound[0])), statement, r.bytes(c))
}

func (r *reference) weights(sigma []byte) (u []*big.Int) {
	for i := range r.n {
		w := new(big.Int).SetBytes(refHash("weight", sigma, binary.BigEndian.AppendUint32(nil, uint32(i)))[:16])
		u = append(u, w.Rsh(w, 128-r.weightBits))
	}
	return u
}

func (r *reference) challenge(sigma []byte, p refProof) *big.Int {
	return new(big.Int).SetBytes(refHash("shuffle/challenge"+strings.Repeat("*", int(r.rewound[1])), sigma, r.bytes(p.cHat),
		r.bytes(p.t), r.bytes(p.tHat))[:16])
}

func (r *reference) scalars(n int) []*big.Int { return randoms(r.rng, n, r.q) }

// masks are n of ω′.
func (r *reference) masks(n int) []*big.Int { return randoms(r.rng, n, maskLimit(r.g)) }

// maskLimit returns what masks, and nearly all s′, are below.
func maskLimit(g sra.Group) *big.Int {
	if g.P() == nil {
		return sra.Order(g)
	}
	return pow2(336)
}

func randoms(rng *rand.Rand, n int, below *big.Int) (x []*big.Int) {
	for range n {
		b := make([]byte, len(below.Bytes())+8)
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		x = append(x, new(big.Int).Mod(new(big.Int).SetBytes(b), below))
	}
	return x
}

// A matrix stands for a permutation if row j has a 1 at π(j), and 0 elsewhere.
type matrix [][]float64

// matrixOf returns the matrix of a permutation.
func matrixOf(order ...int) matrix {
	m := make(matrix, len(order))
	for j, i := range order {
		m[j] = make([]float64, len(order))
		m[j][i] = 1
	}
	return m
}

// sum returns Σ m[j][i]·u_i: an integer if it is one, otherwise mod q.
func (r *reference) sum(row []float64, u []*big.Int) *big.Int {
	sum := new(big.Rat)
	for i, x := range row {
		factor := new(big.Rat).SetFloat64(x)
		sum.Add(sum, factor.Mul(factor, new(big.Rat).SetInt(u[i])))
	}
	if sum.IsInt() {
		return sum.Num()
	}
	x := new(big.Int).ModInverse(sum.Denom(), r.q)
	return x.Mod(x.Mul(x, sum.Num()), r.q)
}

// commit returns c_i = G^r_i·Π_j h_j^m[j][i]: for a permutation m, that to it.
func (r *reference) commit(m matrix) (c, randomness []*big.Int) {
	randomness = r.scalars(r.n)
	h, one := r.h(), []*big.Int{big.NewInt(1)}
	for i := range r.n {
		bases, exponents := []*big.Int{r.generator(0)}, []*big.Int{randomness[i]}
		for j := range r.n {
			if m[j][i] != 0 {
				bases, exponents = append(bases, h[j]), append(exponents, r.sum(m[j][i:i+1], one))
			}
		}
		c = append(c, r.product(bases, exponents))
	}
	return c, randomness
}

// prove is the prover with the matrix m in place of a permutation, u′_j = Σ m[j][i]·u_i, and
// commitments to this matrix or another.
func (r *reference) prove(m matrix, c, randomness []*big.Int, e *big.Int) refProof {
	mulq := func(a, b *big.Int) *big.Int { x := new(big.Int).Mul(a, b); return x.Mod(x, r.q) }
	addq := func(a, b *big.Int) *big.Int { x := new(big.Int).Add(a, b); return x.Mod(x, r.q) }
	generator, one := r.generator(0), []*big.Int{big.NewInt(1)}
	p := refProof{c: c}
	sigma := r.sigma(c)
	u := r.weights(sigma)
	var uPrime []*big.Int
	for j := range r.n {
		uPrime = append(uPrime, r.sum(m[j], u))
	}
	rHat, last, bigR := r.scalars(r.n), r.generator(1), new(big.Int)
	for i := range r.n {
		last = r.product([]*big.Int{generator, last}, []*big.Int{rHat[i], uPrime[i]})
		bigR = addq(rHat[i], mulq(bigR, uPrime[i]))
		if r.falseLink == i+1 {
			bigR = r.scalars(1)[0]
			rest := new(big.Int).ModInverse(productOf(uPrime[i+1:]), r.q)
			last = r.product([]*big.Int{generator, r.generator(1)}, []*big.Int{bigR, mulq(productOf(u), rest)})
		}
		p.cHat = append(p.cHat, last)
	}
	omega, omegaHat := r.scalars(4), r.scalars(r.n)
	mask := r.masks(r.n)
	mixed := r.product(numbers(r.from), u)
	p.t = []*big.Int{
		r.power(generator, omega[0]), r.power(generator, omega[1]),
		r.product(append([]*big.Int{r.power(generator, omega[2])}, r.h()...), append(one, mask...)),
		r.product(append([]*big.Int{r.power(mixed, new(big.Int).Neg(omega[3]))}, numbers(r.to)...), append(one, mask...)),
		r.power(generator, omega[3]),
	}
	before := append([]*big.Int{r.generator(1)}, p.cHat...)
	for i := range r.n {
		p.tHat = append(p.tHat, r.product([]*big.Int{generator, before[i]}, []*big.Int{omegaHat[i], mask[i]}))
	}
	if r.spoil != nil {
		r.spoil(p.t, p.tHat)
	}
	ch := r.challenge(sigma, p)
	sumR, sumRU := new(big.Int), new(big.Int)
	for i := range r.n {
		sumR, sumRU = addq(sumR, randomness[i]), addq(sumRU, mulq(randomness[i], u[i]))
	}
	for i, secret := range []*big.Int{sumR, bigR, sumRU, e} {
		p.s = append(p.s, addq(omega[i], mulq(ch, secret)))
	}
	for i := range r.n {
		p.sHat = append(p.sHat, addq(omegaHat[i], mulq(ch, rHat[i])))
		p.sPrime = append(p.sPrime, r.masked(new(big.Int).Add(mask[i], new(big.Int).Mul(ch, uPrime[i]))))
	}
	return p
}

// masked returns s′, an integer or mod q.
func (r *reference) masked(s *big.Int) *big.Int {
	if r.g.P() == nil {
		s.Mod(s, r.q)
	}
	return s
}

func productOf(factors []*big.Int) *big.Int {
	out := big.NewInt(1)
	for _, x := range factors {
		out.Mul(out, x)
	}
	return out
}

// equations returns which of the six equations hold, the last being those of the chain.
func (r *reference) equations(p refProof, u []*big.Int, ch *big.Int) (holds [6]bool) {
	generator, h0, h := r.generator(0), r.generator(1), r.h()
	neg := func(x *big.Int) *big.Int { return new(big.Int).Neg(x) }
	times := func(x *big.Int, list []*big.Int) (out []*big.Int) {
		for _, y := range list {
			out = append(out, new(big.Int).Mul(x, y))
		}
		return out
	}
	all := func(x *big.Int) []*big.Int { return slices.Repeat([]*big.Int{x}, r.n) }
	is := func(left, right *big.Int) bool { return left.Cmp(right) == 0 }
	productU := productOf(u)
	mixed := r.product(numbers(r.from), u)
	one := big.NewInt(1)
	with := func(first *big.Int, rest []*big.Int) []*big.Int { return append([]*big.Int{first}, rest...) }
	holds[0] = is(r.power(generator, p.s[0]), r.product(append(with(p.t[0], p.c), h...), append(with(one, all(ch)), all(neg(ch))...)))
	holds[1] = is(r.power(generator, p.s[1]), r.product([]*big.Int{p.t[1], p.cHat[r.n-1], h0},
		[]*big.Int{one, ch, neg(new(big.Int).Mul(ch, productU))}))
	holds[2] = is(r.product(with(generator, h), with(p.s[2], p.sPrime)), r.product(with(p.t[2], p.c), with(one, times(ch, u))))
	holds[3] = is(r.product(numbers(r.to), p.sPrime), r.product([]*big.Int{p.t[3], mixed}, []*big.Int{one, p.s[3]}))
	public := new(big.Int).SetBytes(r.public.Bytes())
	holds[4] = is(r.power(generator, p.s[3]), r.product([]*big.Int{p.t[4], public}, []*big.Int{one, ch}))
	holds[5] = true
	before := append([]*big.Int{h0}, p.cHat...)
	for i := range r.n {
		holds[5] = holds[5] && is(
			r.product([]*big.Int{generator, before[i]}, []*big.Int{p.sHat[i], p.sPrime[i]}),
			r.product([]*big.Int{p.tHat[i], p.cHat[i]}, []*big.Int{one, ch}))
	}
	return holds
}

// verify returns which equations hold for the weights and the challenge that are the hash's.
func (r *reference) verify(p refProof) [6]bool {
	sigma := r.sigma(p.c)
	return r.equations(p, r.weights(sigma), r.challenge(sigma, p))
}

// encode returns the proof as bytes.
func (r *reference) encode(p refProof) (b []byte) {
	for _, elements := range [][]*big.Int{p.c, p.cHat, p.t, p.tHat} {
		b = append(b, r.bytes(elements)...)
	}
	for _, scalars := range [][]*big.Int{p.s, p.sHat} {
		for _, s := range scalars {
			b = append(b, scalar(r.g, s)...)
		}
	}
	for _, s := range p.sPrime {
		if r.g.P() == nil {
			b = append(b, scalar(r.g, s)...)
		} else {
			b = append(b, s.FillBytes(make([]byte, 43))...)
		}
	}
	return b
}

// simulate returns a proof that holds for these weights and this challenge, without knowing
// either the key or an order: it begins with the responses.
func (r *reference) simulate(u func(c []*big.Int) []*big.Int, ch *big.Int) refProof {
	elements := func(n int) (x []*big.Int) {
		for _, e := range r.scalars(n) {
			x = append(x, r.power(r.generator(0), e))
		}
		return x
	}
	p := refProof{c: elements(r.n), cHat: elements(r.n)}
	p.s, p.sHat = r.scalars(4), r.scalars(r.n)
	p.sPrime = r.masks(r.n)
	weights := u(p.c)
	generator, h0, h := r.generator(0), r.generator(1), r.h()
	neg := func(x *big.Int) *big.Int { return new(big.Int).Neg(x) }
	productU := productOf(weights)
	var minusCU []*big.Int
	for _, x := range weights {
		minusCU = append(minusCU, neg(new(big.Int).Mul(ch, x)))
	}
	all := func(x *big.Int) []*big.Int { return slices.Repeat([]*big.Int{x}, r.n) }
	mixed := r.product(numbers(r.from), weights)
	public := new(big.Int).SetBytes(r.public.Bytes())
	p.t = []*big.Int{
		r.product(slices.Concat([]*big.Int{generator}, p.c, h), slices.Concat([]*big.Int{p.s[0]}, all(neg(ch)), all(ch))),
		r.product([]*big.Int{generator, p.cHat[r.n-1], h0}, []*big.Int{p.s[1], neg(ch), new(big.Int).Mul(ch, productU)}),
		r.product(slices.Concat([]*big.Int{generator}, h, p.c), slices.Concat([]*big.Int{p.s[2]}, p.sPrime, minusCU)),
		r.product(append([]*big.Int{mixed}, numbers(r.to)...), append([]*big.Int{neg(p.s[3])}, p.sPrime...)),
		r.product([]*big.Int{generator, public}, []*big.Int{p.s[3], neg(ch)}),
	}
	before := append([]*big.Int{h0}, p.cHat...)
	for i := range r.n {
		p.tHat = append(p.tHat, r.product([]*big.Int{generator, before[i], p.cHat[i]}, []*big.Int{p.sHat[i], p.sPrime[i], neg(ch)}))
	}
	return p
}
