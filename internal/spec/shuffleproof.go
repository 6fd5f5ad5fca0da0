package spec

import (
	"math/big"
	"slices"
)

// sra/SPEC.md, section 7.3, with its names.

// A shuffleProof is a proof, with what is computed on the way.
type shuffleProof struct {
	bytes, statement, sigma string
	u                       []*big.Int
	c                       *big.Int
	parts                   []string // SHA-256 of the sequences that it consists of
}

// A shuffleProver goes through the steps of a proof.
type shuffleProver struct {
	shuffleProof
	g    group
	e    *big.Int
	x, y []string
	by   cheat

	stream shake    // of nonces
	h      []string // h_0 … h_(n−1)

	r, rHat, omega, omegaHat, masks []*big.Int // masks are ω′
	mixed                           []*big.Int // u′
	bigR                            *big.Int   // R_n

	commitments, chain, t, links []string // the chain from ĉ_0; links are t̂
}

func (g group) shuffleProof(context, random, public string, e *big.Int, x, y []string, order []int, by cheat) shuffleProof {
	if by.matrix == nil {
		by.matrix = matrixOf(order)
	}
	if by.committed == nil {
		by.committed = by.matrix
	}
	p := &shuffleProver{g: g, e: e, x: x, y: y, by: by, h: g.cardGenerators(len(x))}
	p.statement = g.statement("shuffle", context, public, x, y)
	p.stream = nonces("shuffle", random, p.statement, g.bigEndian(e), u32s(order...))
	p.commit()
	p.weigh()
	p.link()
	p.announce()
	s, sHat, sPrime := p.respond()
	for _, part := range []string{joined(p.commitments), joined(p.chain[1:]), joined(p.t), joined(p.links), s, sHat, sPrime} {
		p.bytes += part
		p.parts = append(p.parts, hexOf(sha(part)))
	}
	return p.shuffleProof
}

// matrixOf is that of a permutation.
func matrixOf(order []int) (rows [][]int64) {
	for _, i := range order {
		row := make([]int64, len(order))
		row[i] = 1
		rows = append(rows, row)
	}
	return rows
}

// cardGenerators are h_0 … h_(n−1).
func (g group) cardGenerators(n int) (h []string) {
	for i := range n {
		h = append(h, g.numbered(i+2))
	}
	return h
}

// commit is step 1.
func (p *shuffleProver) commit() {
	p.r = p.by.draw("r", p.g.nonceList(p.stream, len(p.x)))
	for i, r := range p.r {
		bases, exponents := []string{p.g.generator()}, []*big.Int{r}
		for j, h := range p.h {
			bases, exponents = append(bases, h), append(exponents, big.NewInt(p.by.committed[j][i]))
		}
		p.commitments = append(p.commitments, p.g.product(bases, exponents))
	}
	p.by.send("commitments", p.commitments)
}

// weigh is step 2.
func (p *shuffleProver) weigh() {
	p.sigma = sraHash("shuffle/weights", p.statement, joined(p.commitments))
	p.u = weightsOf(p.sigma, len(p.x))
	p.mixed = applied(p.by.matrix, p.u)
}

// applied is matrix·u.
func applied(matrix [][]int64, u []*big.Int) (mixed []*big.Int) {
	for _, row := range matrix {
		sum := new(big.Int)
		for i, x := range row {
			sum.Add(sum, product(big.NewInt(x), u[i]))
		}
		mixed = append(mixed, sum)
	}
	return mixed
}

// link is step 3.
func (p *shuffleProver) link() {
	generator, h0 := p.g.generator(), p.g.numbered(1)
	p.rHat = p.by.draw("r̂", p.g.nonceList(p.stream, len(p.x)))
	p.chain, p.bigR = []string{h0}, new(big.Int)
	for i, r := range p.rHat {
		p.bigR = p.g.sum(r, p.bigR, p.mixed[i])
		next := p.g.product([]string{generator, p.chain[i]}, []*big.Int{r, p.mixed[i]})
		if p.by.falseLink == i+1 { // the true ones after it lead to G^R_n · H_0^Πu_i
			after := p.g.inverse(allOf(p.mixed[i+1:]))
			next = p.g.product([]string{generator, h0}, []*big.Int{p.bigR, product(allOf(p.u), after)})
		}
		p.chain = append(p.chain, next)
	}
	p.by.send("chain", p.chain[1:])
}

func allOf(list []*big.Int) *big.Int {
	all := one
	for _, x := range list {
		all = product(all, x)
	}
	return all
}

// announce is steps 4 and 5.
func (p *shuffleProver) announce() {
	g, n, generator := p.g, len(p.x), p.g.generator()
	p.omega, p.omegaHat = p.by.draw("ω", g.nonceList(p.stream, 4)), p.by.draw("ω̂", g.nonceList(p.stream, n))
	for range n {
		p.masks = append(p.masks, g.mask(p.stream))
	}
	p.by.draw("ω′", p.masks)
	p.t = p.by.send("t", []string{
		g.power(generator, p.omega[0]),
		g.power(generator, p.omega[1]),
		g.product(append([]string{generator}, p.h...), append([]*big.Int{p.omega[2]}, p.masks...)),
		g.product(append([]string{g.product(p.x, p.u)}, p.y...), append([]*big.Int{minus(p.omega[3])}, p.masks...)),
		g.power(generator, p.omega[3]),
	})
	for i := range n {
		p.links = append(p.links, g.product([]string{generator, p.chain[i]}, []*big.Int{p.omegaHat[i], p.masks[i]}))
	}
	p.by.send("links", p.links)
	p.c = challengeOf("shuffle", p.sigma, joined(p.chain[1:]), joined(p.t), joined(p.links))
}

// respond is step 6.
func (p *shuffleProver) respond() (s, sHat, sPrime string) {
	g := p.g
	for i, secret := range p.secrets() {
		s += g.scalars(g.sum(p.omega[i], p.c, secret))
	}
	for i := range p.x {
		sHat += g.scalars(g.sum(p.omegaHat[i], p.c, p.rHat[i]))
		if g.short() {
			masked := product(p.c, p.mixed[i])
			sPrime += string(masked.Add(masked, p.masks[i]).FillBytes(make([]byte, g.maskedSize())))
		} else {
			sPrime += g.scalars(g.sum(p.masks[i], p.c, p.mixed[i]))
		}
	}
	return s, sHat, sPrime
}

// secrets are what s₁ … s₄ show that the prover knows.
func (p *shuffleProver) secrets() []*big.Int {
	g, sumR, bigR, sumRU := p.g, new(big.Int), p.bigR, new(big.Int)
	for i, r := range p.r {
		sumR, sumRU = g.sum(sumR, one, r), g.sum(sumRU, r, p.u[i])
	}
	if broken == "generators" { // what equations 2 and 3 lack is a known power of G
		difference := func(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) }
		bigR = g.sum(bigR, logarithm(1), difference(allOf(p.mixed), allOf(p.u)))
		for j, opened := range applied(p.by.committed, p.u) {
			sumRU = g.sum(sumRU, logarithm(j+2), difference(opened, p.mixed[j]))
		}
	}
	return []*big.Int{sumR, bigR, sumRU, p.e}
}

func (g group) shuffleSize(n int) int {
	return (3*n+5)*g.size() + (n+4)*g.scalarSize() + n*g.maskedSize()
}

// shuffleEquations are none also if a card isn't encrypted, or the challenge is 0.
func (g group) shuffleEquations(context, public string, x, y []string, r *proofReader) []equation {
	n, generator, h0 := len(x), g.generator(), g.numbered(1)
	commitments, chain, t, tHat := r.elements(n), r.elements(n), r.elements(5), r.elements(n)
	s, sHat, sPrime := r.scalars(4), r.scalars(n), r.masked(n)
	if r.bad || !rule("shuffle-clear", !common(x, y)) {
		return nil
	}
	sigma := sraHash("shuffle/weights", g.statement("shuffle", context, public, x, y), joined(commitments))
	u := weightsOf(sigma, n)
	c := challengeOf("shuffle", sigma, joined(chain), joined(t), joined(tHat))
	if c.Sign() == 0 {
		return nil
	}
	h, ones := g.cardGenerators(n), slices.Repeat([]*big.Int{one}, n)
	right := func(t, power, divisor string) string { // t·(power / divisor)^c
		return g.product([]string{t, power, divisor}, []*big.Int{one, c, minus(c)})
	}
	list := []equation{
		{"shuffle-equation-1", g.power(generator, s[0]), right(t[0], g.product(commitments, ones), g.product(h, ones))},
		{"shuffle-equation-2", g.power(generator, s[1]), right(t[1], chain[n-1], g.power(h0, allOf(u)))},
		{"shuffle-equation-3", g.product(append([]string{generator}, h...), append([]*big.Int{s[2]}, sPrime...)),
			right(t[2], g.product(commitments, u), g.identity())},
		{"shuffle-equation-4", g.product(y, sPrime), g.product([]string{t[3], g.product(x, u)}, []*big.Int{one, s[3]})},
		{"shuffle-equation-5", g.power(generator, s[3]), right(t[4], public, g.identity())},
	}
	for i, before := range append([]string{h0}, chain[:n-1]...) {
		left := g.product([]string{generator, before}, []*big.Int{sHat[i], sPrime[i]})
		list = append(list, equation{"shuffle-equation-6", left, right(tHat[i], chain[i], g.identity())})
	}
	return list
}

// common reports whether a card is in both decks.
func common(x, y []string) bool {
	return slices.ContainsFunc(y, func(card string) bool { return slices.Contains(x, card) })
}

func (g group) verifyShuffle(context, public string, x, y []string, r *proofReader) bool {
	return g.hold(g.shuffleEquations(context, public, x, y, r))
}
