package sra

import "math/big"

// A weight is that of an equation in a product, and it times the challenge c.
type weight struct{ w, wc *big.Int }

// A shuffleStatement is what a proof of a shuffle says: its equations, in the names of
// SPEC.md, section 7.3.
type shuffleStatement struct {
	n                          int
	c                          *big.Int
	k, x, y, h                 sequence
	commitments, cHat, t, tHat sequence // c_i, ĉ_i, t_i, t̂_i
	uBytes                     []byte
	u, s, sHat, sPrime         []big.Int
}

// shuffleEquations add those of a statement to a product. Elements occur in more equations
// than one; the exponents of each are added up.
type shuffleEquations struct {
	*product
	shuffleStatement
	weights                               []big.Int // random ones, and these times c
	exponentG, exponentH0                 *big.Int
	exponentsH, exponentsC, exponentsCHat []*big.Int
}

func (s shuffleStatement) addTo(p *product, routines int) {
	v := shuffleEquations{
		product: p, shuffleStatement: s,
		weights:   append(p.g.randomWeights(s.n+6), p.g.newNumbers(s.n+6)...),
		exponentG: p.power(all(p.g.generator)), exponentH0: p.power(all(p.g.chainBase)),
		exponentsH: p.powers(s.h), exponentsC: p.powers(s.commitments), exponentsCHat: p.powers(s.cHat),
	}
	w1, w3 := v.commitmentWeights()
	v.equation1(w1)
	v.equation2(v.weight(2))
	v.equation3(w3)
	v.equation4(v.weight(4), routines)
	v.equation5(v.weight(5))
	for i := 1; i <= v.n; i++ {
		v.equation6(v.weight(5+i), i)
	}
}

// weight returns random weight i.
func (v *shuffleEquations) weight(i int) weight {
	w, wc := &v.weights[i], &v.weights[len(v.weights)/2+i]
	return weight{w, wc.Mul(w, v.c)}
}

// commitmentWeights returns the weights of equations 1 and 3, random ones where
// exponents may be short. Elsewhere the third is −a/c and the first −r/c with random
// a and r, so that the exponents of c_i are r + a·u_i, and short if a is 1.
func (v *shuffleEquations) commitmentWeights() (w1, w3 weight) {
	if v.g.short {
		return v.weight(1), v.weight(3)
	}
	inverse := new(big.Int).ModInverse(v.c, v.g.q)
	minus := func(x *big.Int) weight {
		w := new(big.Int).Mul(inverse, x)
		return weight{v.reduce(w.Neg(w)), new(big.Int).Neg(x)}
	}
	return minus(&v.weights[1]), minus(v.oneWeight())
}

// equation1 is G^s₁ = t₁·(Πc_i / Πh_i)^c.
func (v *shuffleEquations) equation1(w weight) {
	v.add(v.exponentG, w.w, &v.s[0])
	v.divide(v.t.at(0), w.w)
	for i := range v.n {
		v.exponentsC[i].Sub(v.exponentsC[i], w.wc)
		v.exponentsH[i].Add(v.exponentsH[i], w.wc)
	}
}

// equation2 is G^s₂ = t₂·(ĉ_n / H_0^Πu_i)^c.
func (v *shuffleEquations) equation2(w weight) {
	v.add(v.exponentG, w.w, &v.s[1])
	v.divide(v.t.at(1), w.w)
	last := v.exponentsCHat[v.n-1]
	last.Sub(last, w.wc)
	productU, next := v.next().SetInt64(1), v.next()
	for i := range v.u {
		next.Mul(productU, &v.u[i])
		productU, next = v.reduce(next), productU
	}
	v.add(v.exponentH0, w.wc, productU)
}

// equation3 is G^s₃·Πh_i^s′_i = t₃·(Πc_i^u_i)^c.
func (v *shuffleEquations) equation3(w weight) {
	v.add(v.exponentG, w.w, &v.s[2])
	v.divide(v.t.at(2), w.w)
	minus := new(big.Int).Neg(w.wc)
	for i := range v.n {
		v.add(v.exponentsH[i], w.w, &v.sPrime[i])
		v.add(v.exponentsC[i], minus, &v.u[i])
	}
}

// equation4 is ΠY_i^s′_i = t₄·X̃^s₄, where X̃ = ΠX_i^u_i. Where exponents may be
// short, its weight is 1 if it can, to keep them so, and X̃ is computed by itself.
func (v *shuffleEquations) equation4(random weight, routines int) {
	w := random.w
	if v.g.short {
		w = v.oneWeight()
	}
	v.divide(v.t.at(3), w)
	for i, e := range v.powers(v.y) {
		v.add(e, w, &v.sPrime[i])
	}
	s4 := v.next()
	s4.Neg(s4.Mul(w, &v.s[3]))
	if v.g.short {
		v.power(all(v.g.weightedProduct(v.x.x, v.uBytes, routines))).Set(s4)
		return
	}
	v.reduce(s4)
	for i, e := range v.powers(v.x) {
		v.add(e, s4, &v.u[i])
	}
}

// equation5 is G^s₄ = t₅·K^c.
func (v *shuffleEquations) equation5(w weight) {
	v.add(v.exponentG, w.w, &v.s[3])
	v.divide(v.t.at(4), w.w)
	v.divide(v.k, w.wc)
}

// equation6 is G^ŝ_i·ĉ_(i−1)^s′_(i−1) = t̂_i·ĉ_i^c, for i = 1 … n. ĉ_0 is H_0.
func (v *shuffleEquations) equation6(w weight, i int) {
	v.add(v.exponentG, w.w, &v.sHat[i-1])
	v.divide(v.tHat.at(i-1), w.w)
	before, here := v.exponentH0, v.exponentsCHat[i-1]
	if i > 1 {
		before = v.exponentsCHat[i-2]
	}
	v.add(before, w.w, &v.sPrime[i-1])
	here.Sub(here, w.wc)
}
