package sra

import "math/big"

// A weight is that of an equation in a product, and it times the challenge c.
type weight struct{ w, wc *big.Int }

// shuffleEquations are those that a proof of a shuffle has to satisfy, in the names
// of SPEC.md, section 7.3, and the product of them. Elements occur in more equations
// than one; the exponents of each are added up.
type shuffleEquations struct {
	product
	n                                     int
	c                                     *big.Int
	k, x, y, h                            sequence
	commitments, cHat, t, tHat            sequence // c_i, ĉ_i, t_i, t̂_i
	u, s, sHat, sPrime                    []big.Int
	weights                               []big.Int // random ones, and these times c
	exponentG, exponentH0                 *big.Int
	exponentsH, exponentsC, exponentsCHat []*big.Int
}

// addAll multiplies the product by all equations, each with a random weight.
func (v *shuffleEquations) addAll(u []byte, routines int) {
	v.weights = v.g.randomWeights(v.n + 6)
	v.weights = append(v.weights, v.g.newNumbers(v.n+6)...)
	v.exponentG, v.exponentH0 = v.power(all(v.g.generator)), v.power(all(v.g.chainBase))
	v.exponentsH, v.exponentsC, v.exponentsCHat = v.powers(v.h), v.powers(v.commitments), v.powers(v.cHat)
	w1, w3 := v.commitmentWeights()
	v.equation1(w1)
	v.equation2(v.weight(2))
	v.equation3(w3)
	v.equation4(v.weight(4), u, routines)
	v.equation5(v.weight(5))
	for i := 1; i <= v.n; i++ {
		v.equation6(v.weight(5+i), i)
	}
}

// powers is power for each element of x.
func (v *shuffleEquations) powers(x sequence) []*big.Int {
	exponents := make([]*big.Int, v.n)
	for i := range exponents {
		exponents[i] = v.power(x.at(i))
	}
	return exponents
}

// weight returns random weight i.
func (v *shuffleEquations) weight(i int) weight {
	w, wc := &v.weights[i], &v.weights[len(v.weights)/2+i]
	return weight{w, wc.Mul(w, v.c)}
}

// commitmentWeights returns the weights of equations 1 and 3, random ones where
// exponents may be short. Elsewhere the third is −1/c and the first −r/c with a
// random r, so that the exponents of c_i are short, u_i + r: one weight may be fixed,
// if the others are random.
func (v *shuffleEquations) commitmentWeights() (w1, w3 weight) {
	if v.g.short {
		return v.weight(1), v.weight(3)
	}
	r := &v.weights[1]
	w3 = weight{new(big.Int).ModInverse(v.c, v.g.q), big.NewInt(-1)}
	w3.w.Neg(w3.w)
	return weight{v.reduce(new(big.Int).Mul(w3.w, r)), new(big.Int).Neg(r)}, w3
}

// equation1 is G^s₁ = t₁·(Πc_i / Πh_i)^c.
func (v *shuffleEquations) equation1(w weight) {
	v.add(v.exponentG, w.w, &v.s[0])
	v.power(v.t.at(0)).Neg(w.w)
	for i := range v.n {
		v.exponentsC[i].Sub(v.exponentsC[i], w.wc)
		v.exponentsH[i].Add(v.exponentsH[i], w.wc)
	}
}

// equation2 is G^s₂ = t₂·(ĉ_n / H_0^Πu_i)^c.
func (v *shuffleEquations) equation2(w weight) {
	v.add(v.exponentG, w.w, &v.s[1])
	v.power(v.t.at(1)).Neg(w.w)
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
	v.power(v.t.at(2)).Neg(w.w)
	minus := new(big.Int).Neg(w.wc)
	for i := range v.n {
		v.add(v.exponentsH[i], w.w, &v.sPrime[i])
		v.add(v.exponentsC[i], minus, &v.u[i])
	}
}

// equation4 is ΠY_i^s′_i = t₄·X̃^s₄, where X̃ = ΠX_i^u_i. Where exponents may be
// short, its weight is 1, to keep them so, and X̃ is computed by itself.
func (v *shuffleEquations) equation4(random weight, u []byte, routines int) {
	w := random.w
	if v.g.short {
		w = one
	}
	v.power(v.t.at(3)).Neg(w)
	for i := range v.n {
		v.power(v.y.at(i)).Mul(w, &v.sPrime[i])
	}
	s4 := v.next()
	s4.Neg(s4.Mul(w, &v.s[3]))
	if v.g.short {
		v.power(all(v.g.weighted(v.x.x, u, routines))).Set(s4)
		return
	}
	v.reduce(s4)
	for i := range v.n {
		v.power(v.x.at(i)).Mul(s4, &v.u[i])
	}
}

// equation5 is G^s₄ = t₅·K^c.
func (v *shuffleEquations) equation5(w weight) {
	v.add(v.exponentG, w.w, &v.s[3])
	v.power(v.t.at(4)).Neg(w.w)
	v.power(v.k).Neg(w.wc)
}

// equation6 is G^ŝ_i·ĉ_(i−1)^s′_(i−1) = t̂_i·ĉ_i^c, for i = 1 … n. ĉ_0 is H_0.
func (v *shuffleEquations) equation6(w weight, i int) {
	v.add(v.exponentG, w.w, &v.sHat[i-1])
	v.power(v.tHat.at(i - 1)).Neg(w.w)
	before, here := v.exponentH0, v.exponentsCHat[i-1]
	if i > 1 {
		before = v.exponentsCHat[i-2]
	}
	v.add(before, w.w, &v.sPrime[i-1])
	here.Sub(here, w.wc)
}
