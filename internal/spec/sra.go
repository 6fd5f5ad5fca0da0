package main

import (
	"crypto/sha3"
	"encoding/binary"
	"math/big"
)

// sra/SPEC.md, sections 6 and 7, with their names.

func sraHash(label string, fields ...string) string {
	b := lp("squaredeal/sra/v1/" + label)
	for _, f := range fields {
		b += lp(f)
	}
	return sha(b)
}

// A shake is a stream of bytes from fields.
type shake struct{ *sha3.SHAKE }

func newShake(label string, fields ...string) shake {
	h := shake{sha3.NewSHAKE256()}
	for _, f := range append([]string{"squaredeal/sra/v1/" + label}, fields...) {
		h.Write([]byte(lp(f)))
	}
	return h
}

func (h shake) next(n int) string {
	b := make([]byte, n)
	h.Read(b)
	return string(b)
}

// number draws one of as many bits as q has, which may be q and more.
func (h shake) number(g group) *big.Int {
	x := integer(h.next(g.scalarSize()))
	return x.Mod(x, pow2(g.q.BitLen()))
}

// A seeded is what follows from a seed.
type seeded struct {
	nonces, order string
	e             *big.Int
	rejected      int // numbers that are no exponents, before e
}

func (g group) seeded(seed string) (s seeded) {
	h := newShake("key/seed", g.name, seed)
	s.nonces, s.order = h.next(32), h.next(32)
	for s.e = h.number(g); s.e.Cmp(one) <= 0 || s.e.Cmp(g.q) >= 0; s.e = h.number(g) {
		s.rejected++
	}
	return s
}

// orderOf is the order into which the key of a seed shuffles a deck.
func (s seeded) orderOf(deck string, n int) []int {
	words := newShake("shuffle/order", s.order, deck)
	order, _ := shuffled(n, func() uint64 { return binary.BigEndian.Uint64([]byte(words.next(8))) })
	return order
}

func weightsOf(sigma string, n int) (u []*big.Int) {
	for i := range n {
		u = append(u, integer(sraHash("weight", sigma, u32(i))[:16]))
	}
	return u
}

func challengeOf(kind, sigma string, fields ...string) *big.Int {
	return integer(sraHash(kind+"/challenge", append([]string{sigma}, fields...)...)[:16])
}

func (g group) statement(kind, context, public string, decks ...[]string) string {
	fields := []string{g.name, context, public}
	for _, d := range decks {
		fields = append(fields, joined(d))
	}
	return sraHash(kind+"/statement", fields...)
}

// nonces is the stream of a proof's nonces.
func nonces(kind, random, statement string, secrets ...string) shake {
	return newShake(kind+"/nonces", append([]string{random, statement}, secrets...)...)
}

func (g group) nonce(h shake) *big.Int {
	for {
		if x := h.number(g); x.Cmp(g.q) < 0 {
			return x
		}
	}
}

func (g group) nonceList(h shake, n int) (out []*big.Int) {
	for range n {
		out = append(out, g.nonce(h))
	}
	return out
}

// short reports whether masks are shorter than scalars.
func (g group) short() bool { return g.q.BitLen() > 337 }

// maskedSize is the length of an s′.
func (g group) maskedSize() int {
	if g.short() {
		return 43
	}
	return g.scalarSize()
}

func (g group) mask(h shake) *big.Int {
	if g.short() {
		return integer(h.next(42))
	}
	return g.nonce(h)
}

func product(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }
func minus(x *big.Int) *big.Int      { return new(big.Int).Neg(x) }

// sum is a + b·c modulo q.
func (g group) sum(a, b, c *big.Int) *big.Int {
	x := product(b, c)
	return x.Mod(x.Add(x, a), g.q)
}

// exponentProof shows that e leads from each base to its power; the powers are in the
// statement. A forger multiplies the t of bases by powers of G.
func (g group) exponentProof(kind, statement, random string, e *big.Int, bases []string, forged ...int64) (proof string, c *big.Int) {
	w := g.nonce(nonces(kind, random, statement, g.bigEndian(e)))
	t := joined(g.spoiled(g.powers(bases, w), forged))
	c = challengeOf(kind, statement, t)
	return t + g.scalars(g.sum(w, c, e)), c
}

// spoiled multiplies elements by powers of G.
func (g group) spoiled(x []string, powers []int64) []string {
	for i, e := range powers {
		x[i] = g.product([]string{x[i], g.generator()}, []*big.Int{one, big.NewInt(e)})
	}
	return x
}

func (g group) keyProof(context, random string, e *big.Int) (proof, statement string, c *big.Int) {
	statement = g.statement("key", context, g.power(g.generator(), e))
	proof, c = g.exponentProof("key", statement, random, e, []string{g.generator()})
	return proof, statement, c
}

// decryptionProof is a proof for any public key, that of e if it is to be valid.
func (g group) decryptionProof(context, random, public string, e *big.Int, from, to []string, forged ...int64) (proof, statement string, c *big.Int) {
	statement = g.statement("decryption", context, public, from, to)
	mixed := g.product(to, weightsOf(statement, len(from)))
	proof, c = g.exponentProof("decryption", statement, random, e, []string{g.generator(), mixed}, forged...)
	return proof, statement, c
}

// A shuffleProof is a proof, with what is computed on the way.
type shuffleProof struct {
	bytes, statement, sigma string
	u                       []*big.Int
	c                       *big.Int
	parts                   []string // SHA-256 of the sequences that it consists of
}

// shuffleProof is a proof for any public key; t₁, t₂, … are multiplied by these powers of G.
func (g group) shuffleProof(context, random, public string, e *big.Int, x, y []string, pi []int, forged ...int64) (p shuffleProof) {
	n, generator, h0 := len(x), g.generator(), g.numbered(1)
	var h []string
	for i := range n {
		h = append(h, g.numbered(i+2))
	}
	p.statement = g.statement("shuffle", context, public, x, y)
	var order string
	for _, i := range pi {
		order += u32(i)
	}
	stream := nonces("shuffle", random, p.statement, g.bigEndian(e), order)

	r := g.nonceList(stream, n)
	commitments := make([]string, n)
	for j, i := range pi {
		commitments[i] = g.product([]string{generator, h[j]}, []*big.Int{r[i], one})
	}
	p.sigma = sraHash("shuffle/weights", p.statement, joined(commitments))
	p.u = weightsOf(p.sigma, n)
	mixed := permute(p.u, pi)

	rHat := g.nonceList(stream, n)
	chain, bigR := []string{h0}, new(big.Int)
	for i := range n {
		chain = append(chain, g.product([]string{generator, chain[i]}, []*big.Int{rHat[i], mixed[i]}))
		bigR = g.sum(rHat[i], bigR, mixed[i])
	}

	omega, omegaHat := g.nonceList(stream, 4), g.nonceList(stream, n)
	var masks []*big.Int
	for range n {
		masks = append(masks, g.mask(stream))
	}
	t := g.spoiled([]string{
		g.power(generator, omega[0]),
		g.power(generator, omega[1]),
		g.product(append([]string{generator}, h...), append([]*big.Int{omega[2]}, masks...)),
		g.product(append([]string{g.product(x, p.u)}, y...), append([]*big.Int{minus(omega[3])}, masks...)),
		g.power(generator, omega[3]),
	}, forged)
	var tHat []string
	for i := range n {
		tHat = append(tHat, g.product([]string{generator, chain[i]}, []*big.Int{omegaHat[i], masks[i]}))
	}
	p.c = challengeOf("shuffle", p.sigma, joined(chain[1:]), joined(t), joined(tHat))

	sumR, sumRU := new(big.Int), new(big.Int)
	for i := range n {
		sumR, sumRU = g.sum(sumR, one, r[i]), g.sum(sumRU, r[i], p.u[i])
	}
	var s, sHat, sPrime string
	for i, secret := range []*big.Int{sumR, bigR, sumRU, e} {
		s += g.scalars(g.sum(omega[i], p.c, secret))
	}
	for i := range n {
		sHat += g.scalars(g.sum(omegaHat[i], p.c, rHat[i]))
		if g.short() {
			masked := product(p.c, mixed[i])
			sPrime += string(masked.Add(masked, masks[i]).FillBytes(make([]byte, 43)))
		} else {
			sPrime += g.scalars(g.sum(masks[i], p.c, mixed[i]))
		}
	}
	for _, part := range []string{joined(commitments), joined(chain[1:]), joined(t), joined(tHat), s, sHat, sPrime} {
		p.bytes += part
		p.parts = append(p.parts, hexOf(sha(part)))
	}
	return p
}

func (g group) shuffleSize(n int) int {
	return (3*n+5)*g.size() + (n+4)*g.scalarSize() + n*g.maskedSize()
}

// A proofReader takes elements and scalars off a proof; it is bad if one of them wasn't one.
type proofReader struct {
	g   group
	b   string
	bad bool
}

func (r *proofReader) next(n int) string {
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

func (r *proofReader) elements(n int) (list []string) {
	for range n {
		x := r.next(r.g.size())
		r.bad = r.bad || !r.g.isElement(x)
		list = append(list, x)
	}
	return list
}

func (r *proofReader) scalars(n int) (list []*big.Int) {
	for range n {
		s := r.g.scalar(r.next(r.g.scalarSize()))
		r.bad = r.bad || s.Cmp(r.g.q) >= 0
		list = append(list, s)
	}
	return list
}

// masked are s′_0, s′_1, ….
func (r *proofReader) masked(n int) (list []*big.Int) {
	if !r.g.short() {
		return r.scalars(n)
	}
	for range n {
		s := integer(r.next(43))
		r.bad = r.bad || s.BitLen() > 337
		list = append(list, s)
	}
	return list
}

// is reports whether x is Πbases^exponents.
func (g group) is(x string, bases []string, exponents ...*big.Int) bool {
	return x == g.product(bases, exponents)
}

func (g group) verifyExponents(kind, statement string, bases, powers []string, r *proofReader) bool {
	t, s := r.elements(len(bases)), r.scalars(1)[0]
	c := challengeOf(kind, statement, joined(t))
	ok := !r.bad
	for i := range bases {
		ok = ok && g.is(g.power(bases[i], s), []string{t[i], powers[i]}, one, c)
	}
	return ok
}

func (g group) verifyKey(context, public string, r *proofReader) bool {
	return g.verifyExponents("key", g.statement("key", context, public), []string{g.generator()}, []string{public}, r)
}

func (g group) verifyDecryption(context, public string, from, to []string, r *proofReader) bool {
	statement := g.statement("decryption", context, public, from, to)
	u := weightsOf(statement, len(from))
	return g.verifyExponents("decryption", statement, []string{g.generator(), g.product(to, u)}, []string{public, g.product(from, u)}, r)
}

func (g group) verifyShuffle(context, public string, x, y []string, r *proofReader) bool {
	n, generator, h0 := len(x), g.generator(), g.numbered(1)
	commitments, chain, t, tHat := r.elements(n), r.elements(n), r.elements(5), r.elements(n)
	s, sHat, sPrime := r.scalars(4), r.scalars(n), r.masked(n)
	if r.bad {
		return false
	}
	sigma := sraHash("shuffle/weights", g.statement("shuffle", context, public, x, y), joined(commitments))
	u := weightsOf(sigma, n)
	c := challengeOf("shuffle", sigma, joined(chain), joined(t), joined(tHat))
	all, ones, h := one, []*big.Int{}, []string{}
	for i := range n {
		for _, card := range y {
			if card == x[i] {
				return false
			}
		}
		all, ones, h = g.sum(new(big.Int), all, u[i]), append(ones, one), append(h, g.numbered(i+2))
	}
	ok := c.Sign() != 0 &&
		g.is(g.power(generator, s[0]), []string{t[0], g.product(commitments, ones), g.product(h, ones)}, one, c, minus(c)) &&
		g.is(g.power(generator, s[1]), []string{t[1], chain[n-1], g.power(h0, all)}, one, c, minus(c)) &&
		g.is(g.product(append([]string{generator}, h...), append([]*big.Int{s[2]}, sPrime...)), []string{t[2], g.product(commitments, u)}, one, c) &&
		g.is(g.product(y, sPrime), []string{t[3], g.product(x, u)}, one, s[3]) &&
		g.is(g.power(generator, s[3]), []string{t[4], public}, one, c)
	for i, before := range append([]string{h0}, chain[:n-1]...) {
		ok = ok && g.is(g.product([]string{generator, before}, []*big.Int{sHat[i], sPrime[i]}), []string{tHat[i], chain[i]}, one, c)
	}
	return ok
}
