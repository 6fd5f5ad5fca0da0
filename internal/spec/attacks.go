package spec

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// sra/SPEC.md, section 12.4: proofs that a verifier must refuse, each for one rule that it breaks.
// A case of the corpus is accepted here without that rule, and refused with it.

// A claim is a proof and what it is to show.
type claim struct {
	kind            string // key, decryption or shuffle
	g               group
	context, public string
	from, to        []string
	proof           string
}

func (c claim) inputs() fields {
	in := c.g.in("context", c.context, "public", hexOf(c.public), "proof", hexOf(c.proof))
	if c.kind == "key" {
		return in
	}
	return in.with("from", hexOf(joined(c.from)), "to", hexOf(joined(c.to)))
}

func (c claim) size() int {
	g := c.g
	return map[string]int{
		"key": g.size() + g.scalarSize(), "decryption": 2*g.size() + g.scalarSize(), "shuffle": g.shuffleSize(len(c.from)),
	}[c.kind]
}

// wellFormed tells whether the claim isn't malformed, except for what is in its proof.
func (c claim) wellFormed() bool {
	g := c.g
	if strings.HasPrefix(g.name, "safe-prime") && !(rule("prime-bits", g.p.BitLen() >= 2048 && g.p.BitLen() <= 4096) &&
		rule("prime-p", g.p.ProbablyPrime(0)) && rule("prime-q", g.q.ProbablyPrime(0))) {
		return false
	}
	for _, deck := range [][]string{c.from, c.to} {
		for i, x := range deck {
			if !g.isElement(x) || !rule("deck-repeated", !slices.Contains(deck[:i], x)) {
				return false
			}
		}
	}
	return g.isElement(c.public) && rule("public-generator", c.public != g.generator()) &&
		rule("deck-lengths", len(c.from) == len(c.to)) && rule("proof-length", len(c.proof) == c.size())
}

// equations are those of the proof; if it is malformed, malformed is true.
func (c claim) equations() (list []equation, malformed bool) {
	if !c.wellFormed() {
		return nil, true
	}
	padded := c.proof + zeros(c.size())
	r := &proofReader{g: c.g, b: padded[:c.size()]}
	switch c.kind {
	case "key":
		list = c.g.keyEquations(c.context, c.public, r)
	case "decryption":
		list = c.g.decryptionEquations(c.context, c.public, c.from, c.to, r)
	case "shuffle":
		list = c.g.shuffleEquations(c.context, c.public, c.from, c.to, r)
	}
	return list, r.bad
}

func (c claim) verdict() string {
	list, malformed := c.equations()
	switch {
	case malformed:
		return "malformed"
	case !c.g.hold(list):
		return "invalid"
	}
	return "ok"
}

func (c claim) holds() bool { return c.verdict() == "ok" }

// valid returns how many proofs come before the first that isn't valid; all if they are checked
// with known weights, and their product holds.
func valid(claims []claim) int {
	var all []equation
	for _, c := range claims {
		list, _ := c.equations()
		all = append(all, list...)
	}
	n := slices.IndexFunc(claims, func(c claim) bool { return !c.holds() })
	if n < 0 || knownWeights[broken] != nil && claims[0].g.hold(all) {
		return len(claims)
	}
	return n
}

// scalarAt is where a scalar of the proof is: s, or s₁ … s₄, ŝ_1 …, s′_0 ….
func (c claim) scalarAt(number int) int {
	elements := map[string]int{"key": 1, "decryption": 2, "shuffle": 3*len(c.from) + 5}[c.kind]
	return elements*c.g.size() + number*c.g.scalarSize()
}

func (c claim) scalar(number int) *big.Int {
	return c.g.scalar(c.proof[c.scalarAt(number):][:c.g.scalarSize()])
}

// replace puts another number there, which need not be below q.
func (c claim) replace(number int, x *big.Int) claim {
	c.proof = replaced(c.proof, c.scalarAt(number), c.g.scalars(x))
	return c
}

// add adds to a scalar mod q.
func (c claim) add(number int, x int64) claim {
	return c.replace(number, c.g.sum(c.scalar(number), one, big.NewInt(x)))
}

// An attempt makes claims: by default true ones.
type attempt struct {
	g               group
	context, public string
	e               *big.Int
	from, to        []string // of a shuffle
	order           []int
	by              cheat
	random          string // bytes for nonces
}

// attempt is at a shuffle of n cards, or a decryption from its second deck to its first, or a
// key, with the exponent of vectors.
func (g group) attempt(n int) attempt {
	e, order := g.exponentFor("proof"), ascending(n)
	slices.Reverse(order)
	x := g.deck(deckLabel, n)
	return attempt{g, proofContext, g.power(g.generator(), e), e, x, permute(g.powers(x, e), order), order, cheat{}, random("attack")}
}

// encrypt makes it a shuffle of these cards.
func (a *attempt) encrypt(from ...string) {
	a.from, a.to = from, permute(a.g.powers(from, a.e), a.order)
}

func (a attempt) key() claim {
	proof, _, _ := a.g.keyProofOf(a.context, a.random, a.public, a.e, a.by)
	return claim{"key", a.g, a.context, a.public, nil, nil, proof}
}

// decryption is of cards in the order of from.
func (a attempt) decryption() claim {
	encrypted := slices.Clone(a.to)
	for j, i := range a.order {
		encrypted[i] = a.to[j]
	}
	return a.decryptionOf(encrypted, a.from)
}

func (a attempt) decryptionOf(from, to []string) claim {
	proof, _, _ := a.g.decryptionProof(a.context, a.random, a.public, a.e, from, to, a.by)
	return claim{"decryption", a.g, a.context, a.public, from, to, proof}
}

func (a attempt) claim(kind string) claim {
	return map[string]func() claim{"key": a.key, "decryption": a.decryption, "shuffle": a.shuffle}[kind]()
}

func (a attempt) shuffleProof() shuffleProof {
	return a.g.shuffleProof(a.context, a.random, a.public, a.e, a.from, a.to, a.order, a.by)
}

func (a attempt) shuffle() claim {
	return claim{"shuffle", a.g, a.context, a.public, a.from, a.to, a.shuffleProof().bytes}
}

// search varies the context until a claim is as wanted.
func (a attempt) search(of func(a attempt) claim, wanted func(c claim) bool) claim {
	for i := 0; ; i++ {
		a.context = fmt.Sprint("context ", i)
		if c := of(a); wanted(c) {
			return c
		}
	}
}

// A corpus is a suite of attacks.
type corpus struct{ *suite }

func (s corpus) put(id, comment, flag, result string, in, out fields) {
	if attackFlags[flag] == "" {
		expect(id, flag, "a flag")
	}
	s.add(vector{ID: id, Comment: comment, Flags: []string{flag}, Inputs: in, Outputs: out, Result: result})
}

// attack adds a claim that is accepted if a rule is broken, as it is while the claim is made.
func (s corpus) attack(rule, name, comment string, of func() claim) {
	broken = rule
	c := of()
	id := fmt.Sprint(c.kind, "/", c.g.id(name))
	expect(id+" without "+rule, c.verdict(), "ok")
	broken = ""
	result := c.verdict()
	if result == "ok" {
		expect(id, result, "refused")
	}
	s.put(id, comment, rule, result, c.inputs(), nil)
}

// accept adds a claim that is valid.
func (s corpus) accept(flag, name, comment string, c claim) {
	id := fmt.Sprint(c.kind, "/", c.g.id(name))
	expect(id, c.verdict(), "ok")
	s.put(id, comment, flag, "ok", c.inputs(), nil)
}

// batch adds claims that are checked together. If one isn't valid, they all pass if a rule is broken.
func (s corpus) batch(rule, name, comment string, claims ...claim) {
	n, id, result := valid(claims), "batch/"+name, "ok"
	if n < len(claims) {
		broken, result = rule, "invalid"
		expect(id+" without "+rule, valid(claims), len(claims))
		broken = ""
	}
	var list []fields
	for _, c := range claims {
		list = append(list, c.inputs().with("kind", c.kind))
	}
	s.put(id, comment, rule, result, fields{"proofs": list}, fields{"valid": n})
}

// attackFlags are the rules that are broken, and what is special about proofs that are valid.
var attackFlags = map[string]string{
	"valid":       "a proof as provers make them",
	"coincidence": "valid: elements that are equal, though they are different parts",
	"limit":       "valid: a number at the end of its range",

	"element-identity": "4: no element is the identity",
	"element-zero":     "4: 0 is no element",
	"element-sign":     "4: an integer is the smaller of x and p - x; RFC 9496: a field element isn't negative",
	"element-reduced":  "4: an integer, or a field element, is below p",
	"element-top-bit":  "RFC 9496: the highest bit is part of the field element",
	"element-product":  "RFC 9496: x*y isn't negative; other points of the curve aren't in the group of order q",
	"element-y":        "RFC 9496: y isn't 0; such points are the identity of the group",
	"deck-repeated":    "4: no two cards of a deck are equal",
	"deck-lengths":     "7: both decks have as many cards",
	"public-generator": "7: a public key isn't G",
	"proof-length":     "7: a proof is as long as its kind and the number of cards have it",
	"scalar-range":     "4: a scalar is below q",
	"mask-range":       "7.3: s' is below 2^337",
	"prime-bits":       "3.2: p has 2048 to 4096 bits",
	"prime-p":          "3.2: p is a prime",
	"prime-q":          "3.2: (p - 1)/2 is a prime",

	"key-equation-1":        "7.1: G^s = t*K^c",
	"decryption-equation-1": "7.2: G^s = t1*K^c",
	"decryption-equation-2": "7.2: the equation of the cards",
	"shuffle-clear":         "7.3: no card of the deck after is one of the deck before",
	"shuffle-equation-1":    "7.3: equation 1",
	"shuffle-equation-2":    "7.3: equation 2",
	"shuffle-equation-3":    "7.3: equation 3",
	"shuffle-equation-4":    "7.3: equation 4",
	"shuffle-equation-5":    "7.3: equation 5",
	"shuffle-equation-6":    "7.3: equation 6, each of n",

	"splice":           "7: the equations hold; here of parts of two valid proofs",
	"weights-equal":    "7: equations hold one by one, and not only their product",
	"weights-counting": "7: equations hold one by one, and not only the product of the first, the second squared, the third cubed, ...",
	"weights-short":    "7: weights have 128 bits; here 64",
	"challenge-short":  "7: challenges have 128 bits; here 64",
	"generators":       "5: generators 1, 2, ... are hashed, so that nobody knows their logarithms; here G^2, G^3, ...",
	"hash-lengths":     "7: each item is hashed with its length",
	"hash-kinds":       "7: the kind of a proof is hashed",
}

func init() {
	for label, items := range hashed {
		for _, item := range strings.Fields(items) {
			attackFlags[hashRule(label, item)] = fmt.Sprintf("7: the %s is in the hash for %s", item, label)
		}
	}
}
