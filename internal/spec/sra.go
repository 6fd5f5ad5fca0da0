package spec

import (
	"crypto/sha3"
	"fmt"
	"math/big"
	"strings"
)

// sra/SPEC.md, sections 6 and 7, with their names; shuffleproof.go has section 7.3.

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
	nonces func(part string, list []*big.Int) // changes what was drawn: w; r, r̂, ω, ω̂, ω′
	sends  func(part string, list []string)   // changes what is sent, before it is hashed: t; commitments, chain, t, links

	// Of a shuffle alone:
	matrix    [][]int64 // u′ = matrix·u, by default that of the order
	committed [][]int64 // what the commitments are to, by default the matrix
	falseLink int       // ĉ_i that doesn't follow from the one before it, but makes equation 2 hold; by default none
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

func (g group) verifyKey(context, public string, r *proofReader) bool {
	return g.hold(g.keyEquations(context, public, r))
}

func (g group) verifyDecryption(context, public string, from, to []string, r *proofReader) bool {
	return g.hold(g.decryptionEquations(context, public, from, to, r))
}
