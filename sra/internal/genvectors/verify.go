package main

import (
	"math/big"
)

// The verifiers of section 7 of SPEC.md, which the cases of package hand need.

// A reader takes elements and scalars off an encoding; it is bad if one of them wasn't one.
type reader struct {
	g   group
	b   []byte
	bad bool
}

func (r *reader) next(n int) []byte {
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

func (r *reader) elements(n int) (list []*big.Int) {
	for range n {
		x := new(big.Int).SetBytes(r.next(r.g.size()))
		ok := x.Cmp(one) > 0
		if r.g.curve {
			_, ok = decode(x)
			ok = ok && x.Sign() > 0
		} else {
			ok = ok && x.Cmp(r.g.q) <= 0
		}
		r.bad = r.bad || !ok
		list = append(list, x)
	}
	return list
}

func (r *reader) scalars(n int) (list []*big.Int) {
	for range n {
		s := r.g.scalarOf(r.next(len(r.g.q.Bytes())))
		r.bad = r.bad || s.Cmp(r.g.q) >= 0
		list = append(list, s)
	}
	return list
}

// masked are s′_0, s′_1, ….
func (r *reader) masked(n int) (list []*big.Int) {
	if !r.g.short() {
		return r.scalars(n)
	}
	for range n {
		s := new(big.Int).SetBytes(r.next(43))
		r.bad = r.bad || s.BitLen() > 337
		list = append(list, s)
	}
	return list
}

func (g group) shuffleSize(n int) int {
	masked := len(g.q.Bytes())
	if g.short() {
		masked = 43
	}
	return (3*n+5)*g.size() + (n+4)*len(g.q.Bytes()) + n*masked
}

// holds reports whether Πbases^exponents is 1.
func (g group) holds(bases, exponents []*big.Int) bool {
	x := g.product(bases, exponents)
	return g.curve && x.Sign() == 0 || !g.curve && x.Cmp(one) == 0
}

func minus(x *big.Int) *big.Int { return new(big.Int).Neg(x) }

func (g group) verifyKey(context []byte, public *big.Int, r *reader) bool {
	t := r.elements(1)
	s := r.scalars(1)[0]
	if r.bad {
		return false
	}
	c := challengeOf("key", g.statement("key", context, public), g.bytes(t))
	return g.holds([]*big.Int{g.generator(), t[0], public}, []*big.Int{s, minus(one), minus(c)})
}

func (g group) verifyDecryption(context []byte, public *big.Int, from, to []*big.Int, r *reader) bool {
	t := r.elements(2)
	s := r.scalars(1)[0]
	if r.bad {
		return false
	}
	statement := g.statement("decryption", context, public, from, to)
	u := weightsOf(statement, len(from))
	c := challengeOf("decryption", statement, g.bytes(t))
	exponents := []*big.Int{s, minus(one), minus(c)}
	return g.holds([]*big.Int{g.generator(), t[0], public}, exponents) && g.holds([]*big.Int{g.product(to, u), t[1], g.product(from, u)}, exponents)
}

func (g group) verifyShuffle(context []byte, public *big.Int, x, y []*big.Int, r *reader) bool {
	n, generator, h0 := len(x), g.generator(), g.numbered(1)
	commitments, chain, t, tHat := r.elements(n), r.elements(n), r.elements(5), r.elements(n)
	s, sHat, sPrime := r.scalars(4), r.scalars(n), r.masked(n)
	if r.bad {
		return false
	}
	sigma := hashOf("shuffle/weights", g.statement("shuffle", context, public, x, y), g.bytes(commitments))
	u := weightsOf(sigma, n)
	c := challengeOf("shuffle", sigma, g.bytes(chain), g.bytes(t), g.bytes(tHat))
	product, ones, h := big.NewInt(1), []*big.Int{}, []*big.Int{}
	for i := range n {
		for _, card := range y {
			if card.Cmp(x[i]) == 0 {
				return false
			}
		}
		product = g.plus(new(big.Int), times(product, u[i]))
		ones, h = append(ones, one), append(h, g.numbered(i+2))
	}
	same := func(left *big.Int, bases, exponents []*big.Int) bool {
		return left.Cmp(g.product(bases, exponents)) == 0
	}
	ok := c.Sign() != 0 &&
		same(g.power(generator, s[0]), []*big.Int{t[0], g.product(commitments, ones), g.product(h, ones)}, []*big.Int{one, c, minus(c)}) &&
		same(g.power(generator, s[1]), []*big.Int{t[1], chain[n-1], g.power(h0, product)}, []*big.Int{one, c, minus(c)}) &&
		same(g.product(append([]*big.Int{generator}, h...), append([]*big.Int{s[2]}, sPrime...)), []*big.Int{t[2], g.product(commitments, u)}, []*big.Int{one, c}) &&
		same(g.product(y, sPrime), []*big.Int{t[3], g.product(x, u)}, []*big.Int{one, s[3]}) &&
		same(g.power(generator, s[3]), []*big.Int{t[4], public}, []*big.Int{one, c})
	for i, before := range append([]*big.Int{h0}, chain[:n-1]...) {
		ok = ok && same(g.product([]*big.Int{generator, before}, []*big.Int{sHat[i], sPrime[i]}), []*big.Int{tHat[i], chain[i]}, []*big.Int{one, c})
	}
	return ok
}
