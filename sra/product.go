package sra

import (
	"crypto/rand"
	"math/big"
	"math/bits"

	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// Verifying is of public numbers, in variable time. The equations of a proof are
// checked together, of one proof or of many: an equation is L/R = 1 in a group of prime
// order, and so is the product of several, each to a random weight of 128 bits. If one
// doesn't hold, the product is 1 with a probability of at most 2⁻¹²⁸ (PROOFS.md, section 7).

// A sequence is some public elements, one after another, of a longer one perhaps.
type sequence struct {
	x       arith.Elements
	from, n int
}

func all(x arith.Elements) sequence { return sequence{x, 0, x.Len()} }

func (s sequence) at(i int) sequence { return sequence{s.x, s.from + i, 1} }

// A product is that of public elements to public exponents, which may be negative. Each
// element is a factor once, however many equations it occurs in.
type product struct {
	g         *group
	factors   []arith.Factor
	exponents map[arith.Elements][]*big.Int // of factors, by their numbers; nil for others
	slots     []big.Int                     // for exponents, with room for numbers of the usual lengths
	scratch   [2]big.Int
	hasUnit   bool // an equation has the weight 1
}

// newProduct returns an empty product with room for n factors.
func (g *group) newProduct(n int) *product {
	return &product{g: g, factors: make([]arith.Factor, 0, n), exponents: map[arith.Elements][]*big.Int{}, slots: g.newNumbers(n)}
}

// newNumbers returns n numbers with room for two scalars' product, and a little more,
// so that nothing is allocated for each.
func (g *group) newNumbers(n int) []big.Int {
	words := (2*g.q.BitLen()+8*challengeSize)/bits.UintSize + 2
	x, room := make([]big.Int, n), make([]big.Word, n*words)
	for i := range x {
		x[i].SetBits(room[i*words : i*words : (i+1)*words])
	}
	return x
}

// next returns an exponent to be set.
func (p *product) next() *big.Int {
	if len(p.slots) == 0 {
		p.slots = p.g.newNumbers(8)
	}
	x := &p.slots[0]
	p.slots = p.slots[1:]
	return x
}

// powers returns the exponents of the elements of x in p, to be added to.
func (p *product) powers(x sequence) []*big.Int {
	of := p.exponents[x.x]
	if of == nil {
		of = make([]*big.Int, x.x.Len())
		p.exponents[x.x] = of
	}
	of = of[x.from:][:x.n]
	for i := range of {
		if of[i] == nil {
			of[i] = p.next()
			p.factors = append(p.factors, arith.Factor{X: x.x, I: x.from + i, E: of[i]})
		}
	}
	return of
}

// power is powers of the one element of x.
func (p *product) power(x sequence) *big.Int { return p.powers(x)[0] }

// oneWeight returns 1, which one of all equations may have as its weight if those of the others
// are random, or else a random weight.
func (p *product) oneWeight() *big.Int {
	if p.hasUnit {
		return &p.g.randomWeights(1)[0]
	}
	p.hasUnit = true
	return one
}

// divide divides p by the one element of x to an exponent.
func (p *product) divide(x sequence, e *big.Int) {
	exponent := p.power(x)
	exponent.Sub(exponent, e)
}

// add adds a·b to an exponent.
func (p *product) add(exponent, a, b *big.Int) {
	exponent.Add(exponent, p.scratch[0].Mul(a, b))
}

// reduce reduces a mod q.
func (p *product) reduce(a *big.Int) *big.Int {
	quotient, rest := &p.scratch[0], &p.scratch[1]
	quotient.QuoRem(a, p.g.q, rest)
	if rest.Sign() < 0 {
		rest.Add(rest, p.g.q)
	}
	return a.Set(rest)
}

// isOne reports whether p is 1.
func (p *product) isOne(routines int) bool {
	if !p.g.short {
		for _, f := range p.factors {
			if f.E.BitLen() > p.g.q.BitLen() {
				p.reduce(f.E)
			}
		}
	}
	return p.g.a.IsOneVarTime(p.factors, routines)
}

// weightedProduct returns Πx_i^u_i, one element, for weights u_i.
func (g *group) weightedProduct(x arith.Elements, u []byte, routines int) arith.Elements {
	p := g.newProduct(x.Len())
	for i, e := range p.powers(all(x)) {
		e.SetBytes(u[i*challengeSize:][:challengeSize])
	}
	return g.a.ProductVarTime(p.factors, routines)
}

// numbers returns big-endian numbers of `size` bytes each.
func (g *group) numbers(b []byte, size int) []big.Int {
	x := g.newNumbers(len(b) / size)
	for i := range x {
		x[i].SetBytes(b[i*size:][:size])
	}
	return x
}

// randomWeights returns n numbers of 128 random bits.
func (g *group) randomWeights(n int) []big.Int {
	b := make([]byte, n*challengeSize)
	rand.Read(b) // never fails
	return g.numbers(b, challengeSize)
}
