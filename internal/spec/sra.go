package spec

import (
	"crypto/sha3"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// sra/SPEC.md, sections 6 and 7, with their names.

// broken is a rule that doesn't hold: for the corpus of attacks, whose proofs are valid without
// it. In vectors all hold.
var broken string

func rule(name string, holds bool) bool { return holds || name == broken }

// hashed are the items of hashes, by their labels.
var hashed = map[string]string{
	"key/statement":        "group context public",
	"decryption/statement": "group context public from to",
	"shuffle/statement":    "group context public from to",
	"shuffle/weights":      "statement commitments",
	"weight":               "digest number",
	"key/challenge":        "statement t",
	"decryption/challenge": "statement t",
	"shuffle/challenge":    "weights chain t links",
}

// hashRule is the rule that an item be hashed.
func hashRule(label, item string) string {
	return "hash-" + strings.ReplaceAll(label, "/", "-") + "-" + item
}

func sraHash(label string, list ...string) string {
	field, kept := lp, []string{}
	for i, item := range strings.Fields(hashed[label]) {
		if broken != hashRule(label, item) {
			kept = append(kept, list[i])
		}
	}
	switch _, step, _ := strings.Cut(label, "/"); broken {
	case "hash-kinds":
		label = step
	case "hash-lengths":
		field = func(x string) string { return x }
	}
	b := field("squaredeal/sra/v1/" + label)
	for _, x := range kept {
		b += field(x)
	}
	return sha(b)
}

// first is that many bytes of a digest, as an integer, or fewer if the rule is broken.
func first(name, digest string) *big.Int {
	if broken == name {
		return integer(digest[:8])
	}
	return integer(digest[:16])
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

// A seeded is what follows from a seed, or from several.
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

// keyProduct is the product of the keys of two seeds, or of more.
func (g group) keyProduct(k, l seeded) seeded {
	h := newShake("key/times", g.name, k.nonces, k.order, l.nonces, l.order)
	nonces := h.next(32)
	return seeded{nonces: nonces, order: h.next(32), e: g.sum(new(big.Int), k.e, l.e)}
}

// orderOf is the order into which this key shuffles a deck.
func (s seeded) orderOf(deck string, n int) []int {
	words := newShake("shuffle/order", s.order, deck)
	order, _ := shuffled(n, func() uint64 { return integer(words.next(8)).Uint64() })
	return order
}

func weightsOf(sigma string, n int) (u []*big.Int) {
	for i := range n {
		u = append(u, first("weights-short", sraHash("weight", sigma, u32(i))))
	}
	return u
}

func challengeOf(kind, sigma string, fields ...string) *big.Int {
	return first("challenge-short", sraHash(kind+"/challenge", append([]string{sigma}, fields...)...))
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

// A cheat is how a prover departs from the protocol; the zero value doesn't. SPEC.md has the names
// of the parts that it changes.
type cheat struct {
	nonces func(part string, list []*big.Int) // r, r̂, ω, ω̂, ω′; w
	sends  func(part string, list []string)   // commitments, chain, t, links, before they are hashed

	rows, committed [][]int64 // u′_j = Σ rows_ji·u_i; and what c is to, if that is another matrix
	falseLink       int       // a ĉ_i that doesn't follow from the one before, for equation 2 to hold
	logarithms      bool      // those of the generators are i + 1
}

func (c cheat) draw(part string, list []*big.Int) []*big.Int {
	if c.nonces != nil {
		c.nonces(part, list)
	}
	return list
}

func (c cheat) send(part string, list []string) []string {
	if c.sends != nil {
		c.sends(part, list)
	}
	return list
}

// spoil multiplies t₁, t₂, … by these powers of G.
func (g group) spoil(powers ...int64) cheat {
	return cheat{sends: func(part string, list []string) {
		for i, e := range powers {
			if part == "t" {
				list[i] = g.times(list[i], e)
			}
		}
	}}
}

// times is x·G^e.
func (g group) times(x string, e int64) string {
	return g.product([]string{x, g.generator()}, []*big.Int{one, big.NewInt(e)})
}

// exponentProof shows that e leads from each base to its power; the powers are in the statement.
func (g group) exponentProof(kind, statement, random string, e *big.Int, bases []string, by cheat) (proof string, c *big.Int) {
	w := by.draw("w", g.nonceList(nonces(kind, random, statement, g.bigEndian(e)), 1))[0]
	t := joined(by.send("t", g.powers(bases, w)))
	c = challengeOf(kind, statement, t)
	return t + g.scalars(g.sum(w, c, e)), c
}

func (g group) keyProof(context, random string, e *big.Int) (proof, statement string, c *big.Int) {
	return g.keyProofOf(context, random, g.power(g.generator(), e), e, cheat{})
}

// keyProofOf is a proof for any public key, that of e if it is to be valid.
func (g group) keyProofOf(context, random, public string, e *big.Int, by cheat) (proof, statement string, c *big.Int) {
	statement = g.statement("key", context, public)
	proof, c = g.exponentProof("key", statement, random, e, []string{g.generator()}, by)
	return proof, statement, c
}

func (g group) decryptionProof(context, random, public string, e *big.Int, from, to []string, by cheat) (
	proof, statement string, c *big.Int,
) {
	statement = g.statement("decryption", context, public, from, to)
	u := weightsOf(statement, min(len(from), len(to)))
	mixed := g.product(to[:len(u)], u)
	proof, c = g.exponentProof("decryption", statement, random, e, []string{g.generator(), mixed}, by)
	return proof, statement, c
}

// A shuffleProof is a proof, with what is computed on the way.
type shuffleProof struct {
	bytes, statement, sigma string
	u                       []*big.Int
	c                       *big.Int
	parts                   []string // SHA-256 of the sequences that it consists of
}

// rowsOf returns the matrix of a permutation.
func rowsOf(order []int) (rows [][]int64) {
	for _, i := range order {
		row := make([]int64, len(order))
		row[i] = 1
		rows = append(rows, row)
	}
	return rows
}

func (g group) shuffleProof(context, random, public string, e *big.Int, x, y []string, order []int, by cheat) (p shuffleProof) {
	n, generator, h0 := len(x), g.generator(), g.numbered(1)
	var h []string
	for i := range n {
		h = append(h, g.numbered(i+2))
	}
	if by.rows == nil {
		by.rows = rowsOf(order)
	}
	if by.committed == nil {
		by.committed = by.rows
	}
	p.statement = g.statement("shuffle", context, public, x, y)
	var encoded string
	for _, i := range order {
		encoded += u32(i)
	}
	stream := nonces("shuffle", random, p.statement, g.bigEndian(e), encoded)

	r := by.draw("r", g.nonceList(stream, n))
	var commitments []string
	for i := range n {
		bases, exponents := []string{generator}, []*big.Int{r[i]}
		for j := range n {
			bases, exponents = append(bases, h[j]), append(exponents, big.NewInt(by.committed[j][i]))
		}
		commitments = append(commitments, g.product(bases, exponents))
	}
	by.send("commitments", commitments)
	p.sigma = sraHash("shuffle/weights", p.statement, joined(commitments))
	p.u = weightsOf(p.sigma, n)
	var mixed, openly []*big.Int // u′, and what c is to in its place
	for j := range n {
		mixed, openly = append(mixed, combined(by.rows[j], p.u)), append(openly, combined(by.committed[j], p.u))
	}

	rHat := by.draw("r̂", g.nonceList(stream, n))
	chain, bigR := []string{h0}, new(big.Int)
	for i := range n {
		bigR = g.sum(rHat[i], bigR, mixed[i])
		if by.falseLink == i+1 {
			rest := g.inverse(allOf(mixed[i+1:]))
			chain = append(chain, g.product([]string{generator, h0}, []*big.Int{bigR, product(allOf(p.u), rest)}))
		} else {
			chain = append(chain, g.product([]string{generator, chain[i]}, []*big.Int{rHat[i], mixed[i]}))
		}
	}
	by.send("chain", chain[1:])

	omega, omegaHat := by.draw("ω", g.nonceList(stream, 4)), by.draw("ω̂", g.nonceList(stream, n))
	var masks []*big.Int
	for range n {
		masks = append(masks, g.mask(stream))
	}
	by.draw("ω′", masks)
	t := by.send("t", []string{
		g.power(generator, omega[0]),
		g.power(generator, omega[1]),
		g.product(append([]string{generator}, h...), append([]*big.Int{omega[2]}, masks...)),
		g.product(append([]string{g.product(x, p.u)}, y...), append([]*big.Int{minus(omega[3])}, masks...)),
		g.power(generator, omega[3]),
	})
	var tHat []string
	for i := range n {
		tHat = append(tHat, g.product([]string{generator, chain[i]}, []*big.Int{omegaHat[i], masks[i]}))
	}
	by.send("links", tHat)
	p.c = challengeOf("shuffle", p.sigma, joined(chain[1:]), joined(t), joined(tHat))

	sumR, sumRU := new(big.Int), new(big.Int)
	for i := range n {
		sumR, sumRU = g.sum(sumR, one, r[i]), g.sum(sumRU, r[i], p.u[i])
	}
	if by.logarithms { // what equations 2 and 3 lack is a power of G
		bigR = g.sum(bigR, big.NewInt(2), new(big.Int).Sub(allOf(mixed), allOf(p.u)))
		for j := range n {
			sumRU = g.sum(sumRU, big.NewInt(int64(j)+3), new(big.Int).Sub(openly[j], mixed[j]))
		}
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

// combined is Σ factors_i·u_i.
func combined(factors []int64, u []*big.Int) *big.Int {
	sum := new(big.Int)
	for i, x := range factors {
		sum.Add(sum, product(big.NewInt(x), u[i]))
	}
	return sum
}

func allOf(list []*big.Int) *big.Int {
	all := one
	for _, x := range list {
		all = product(all, x)
	}
	return all
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
		r.bad = r.bad || !rule("scalar-range", s.Cmp(r.g.q) < 0)
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
		r.bad = r.bad || !rule("mask-range", s.BitLen() <= 337)
		list = append(list, s)
	}
	return list
}

// An equation is one of SPEC.md, by its rule's name, computed.
type equation struct{ rule, left, right string }

// knownWeights are weights of equations that a prover can know: each a broken rule.
var knownWeights = map[string]func(i int) int64{
	"weights-equal":    func(int) int64 { return 1 },
	"weights-counting": func(i int) int64 { return int64(i + 1) },
}

// hold checks equations one by one, or with known weights together. It isn't true of no equations.
func (g group) hold(equations []equation) bool {
	weight := knownWeights[broken]
	all, each := g.identity(), len(equations) > 0
	for i, e := range equations {
		each = each && rule(e.rule, e.left == e.right)
		if weight != nil {
			w := big.NewInt(weight(i))
			all = g.product([]string{all, e.left, e.right}, []*big.Int{one, w, minus(w)})
		}
	}
	return each || broken == "splice" || weight != nil && all == g.identity()
}

// exponentEquations are those of a proof that one exponent leads from each base to its power; none
// if the proof is bad.
func (g group) exponentEquations(kind, statement string, bases, powers []string, r *proofReader) (list []equation) {
	t, s := r.elements(len(bases)), r.scalars(1)[0]
	if r.bad {
		return nil
	}
	c := challengeOf(kind, statement, joined(t))
	for i := range bases {
		right := g.product([]string{t[i], powers[i]}, []*big.Int{one, c})
		list = append(list, equation{fmt.Sprint(kind, "-equation-", i+1), g.power(bases[i], s), right})
	}
	return list
}

func (g group) keyEquations(context, public string, r *proofReader) []equation {
	return g.exponentEquations("key", g.statement("key", context, public), []string{g.generator()}, []string{public}, r)
}

func (g group) decryptionEquations(context, public string, from, to []string, r *proofReader) []equation {
	statement := g.statement("decryption", context, public, from, to)
	u := weightsOf(statement, min(len(from), len(to))) // which are equal unless a rule is broken
	mixed := []string{g.generator(), g.product(to[:len(u)], u)}
	return g.exponentEquations("decryption", statement, mixed, []string{public, g.product(from[:len(u)], u)}, r)
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
	var ones []*big.Int
	var h []string
	for i := range n {
		ones, h = append(ones, one), append(h, g.numbered(i+2))
	}
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

func (g group) verifyKey(context, public string, r *proofReader) bool {
	return g.hold(g.keyEquations(context, public, r))
}

func (g group) verifyDecryption(context, public string, from, to []string, r *proofReader) bool {
	return g.hold(g.decryptionEquations(context, public, from, to, r))
}

func (g group) verifyShuffle(context, public string, x, y []string, r *proofReader) bool {
	return g.hold(g.shuffleEquations(context, public, x, y, r))
}
