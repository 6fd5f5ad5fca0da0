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
	u, s, sHat, sPrime                    []*big.Int
	exponentG, exponentH0                 big.Int
	exponentsH, exponentsC, exponentsCHat []big.Int
}

// addAll multiplies the product by all equations, each with a random weight.
func (v *shuffleEquations) addAll(u []byte, routines int) {
	v.exponentsH, v.exponentsC, v.exponentsCHat = make([]big.Int, v.n), make([]big.Int, v.n), make([]big.Int, v.n)
	w1, w3 := v.commitmentWeights()
	v.equation1(w1)
	v.equation2(v.randomWeight())
	v.equation3(w3)
	v.equation4(u, routines)
	v.equation5(v.randomWeight())
	for i := 1; i <= v.n; i++ {
		v.equation6(v.randomWeight(), i)
	}
	v.times(all(v.g.generator), &v.exponentG)
	v.times(all(v.g.chainBase), &v.exponentH0)
	for i := range v.n {
		v.times(v.h.at(i), &v.exponentsH[i])
		v.times(v.commitments.at(i), &v.exponentsC[i])
		v.times(v.cHat.at(i), &v.exponentsCHat[i])
	}
}

func (v *shuffleEquations) randomWeight() weight {
	w := randomWeight()
	return weight{w, times(w, v.c)}
}

// commitmentWeights returns the weights of equations 1 and 3, random ones where
// exponents may be short. Elsewhere the third is −1/c and the first −r/c with a
// random r, so that the exponents of c_i are short, u_i + r: one weight may be fixed,
// if the others are random.
func (v *shuffleEquations) commitmentWeights() (w1, w3 weight) {
	if v.g.short {
		return v.randomWeight(), v.randomWeight()
	}
	r := randomWeight()
	inverse := new(big.Int).ModInverse(v.c, v.g.q)
	w3 = weight{minus(inverse), big.NewInt(-1)}
	return weight{v.modQ(times(w3.w, r)), minus(r)}, w3
}

func (v *shuffleEquations) modQ(a *big.Int) *big.Int { return a.Mod(a, v.g.q) }

// add adds w·a to an exponent.
func add(exponent, w, a *big.Int) { exponent.Add(exponent, times(w, a)) }

// equation1 is G^s₁ = t₁·(Πc_i / Πh_i)^c.
func (v *shuffleEquations) equation1(w weight) {
	add(&v.exponentG, w.w, v.s[0])
	v.times(v.t.at(0), minus(w.w))
	for i := range v.n {
		v.exponentsC[i].Sub(&v.exponentsC[i], w.wc)
		v.exponentsH[i].Add(&v.exponentsH[i], w.wc)
	}
}

// equation2 is G^s₂ = t₂·(ĉ_n / H_0^Πu_i)^c.
func (v *shuffleEquations) equation2(w weight) {
	add(&v.exponentG, w.w, v.s[1])
	v.times(v.t.at(1), minus(w.w))
	last := &v.exponentsCHat[v.n-1]
	last.Sub(last, w.wc)
	productU := big.NewInt(1)
	for _, ui := range v.u {
		productU = v.modQ(times(productU, ui))
	}
	add(&v.exponentH0, w.wc, productU)
}

// equation3 is G^s₃·Πh_i^s′_i = t₃·(Πc_i^u_i)^c.
func (v *shuffleEquations) equation3(w weight) {
	add(&v.exponentG, w.w, v.s[2])
	v.times(v.t.at(2), minus(w.w))
	for i := range v.n {
		add(&v.exponentsH[i], w.w, v.sPrime[i])
		add(&v.exponentsC[i], minus(w.wc), v.u[i])
	}
}

// equation4 is ΠY_i^s′_i = t₄·X̃^s₄, where X̃ = ΠX_i^u_i. If exponents may be short,
// its weight is 1, to keep them so, and X̃ is computed by itself.
func (v *shuffleEquations) equation4(u []byte, routines int) {
	w := one
	if !v.g.short {
		w = randomWeight()
	}
	v.times(v.t.at(3), minus(w))
	for i := range v.n {
		v.times(v.y.at(i), times(w, v.sPrime[i]))
	}
	s4 := minus(times(w, v.s[3]))
	if v.g.short {
		v.times(all(v.g.weighted(v.x.x, u, routines)), s4)
		return
	}
	for i := range v.n {
		v.times(v.x.at(i), times(s4, v.u[i]))
	}
}

// equation5 is G^s₄ = t₅·K^c.
func (v *shuffleEquations) equation5(w weight) {
	add(&v.exponentG, w.w, v.s[3])
	v.times(v.t.at(4), minus(w.w))
	v.times(v.k, minus(w.wc))
}

// equation6 is G^ŝ_i·ĉ_(i−1)^s′_(i−1) = t̂_i·ĉ_i^c, for i = 1 … n. ĉ_0 is H_0.
func (v *shuffleEquations) equation6(w weight, i int) {
	add(&v.exponentG, w.w, v.sHat[i-1])
	v.times(v.tHat.at(i-1), minus(w.w))
	before, here := &v.exponentH0, &v.exponentsCHat[i-1]
	if i > 1 {
		before = &v.exponentsCHat[i-2]
	}
	add(before, w.w, v.sPrime[i-1])
	here.Sub(here, w.wc)
}
