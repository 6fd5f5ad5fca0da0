package spec

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

const deckLabel, proofContext = "squaredeal test deck", "squaredeal test context"

func sraCases(s *suite) {
	sraGroups(s)
	sraCards(s)
	for _, g := range []group{ristretto255, modp2048} {
		sraElements(s, g)
		sraKeys(s, g)
		sraSeeds(s, g)
		sraProducts(s, g)
		sraDecks(s, g)
		keyProofs(s, g)
		decryptionProofs(s, g)
		shuffleProofs(s, g)
		sraRuns(s, g)
	}
	for _, g := range []group{modp3072, least2049} { // what sizes of groups change
		key := g.exponentFor("key")
		s.key(g, "", "an exponent that looks random", key)
		s.keyProof(g, "", proofContext)
		s.decryptionProof(g, "", 3)
		s.shuffleProof(g, "", 2)
	}
	s.playedDeck(ristretto255, 52)
	s.playedDeck(modp2048, 5)
	s.playedDeck(least2049, 2)
}

// in is a case's inputs: the group's name, or its prime if it has none here.
func (g group) in(more ...any) fields {
	if g.p != nil && strings.HasPrefix(g.name, "safe-prime") {
		return fields{"p": g.p.Text(16)}.with(more...)
	}
	return fields{"group": g.name}.with(more...)
}

// id is that of a group in ids.
func (g group) id(more string) string {
	name, _, _ := strings.Cut(g.name, "-prime-")
	return strings.TrimSuffix(name+"-"+more, "-")
}

// exponentFor returns an exponent in 2 … q−1 that looks random.
func (g group) exponentFor(name string) *big.Int {
	e := integer(expand(newHash(), name, "exponents of test vectors", 600))
	return plus(e.Mod(e, plus(g.q, -2)), 2)
}

// deceiver returns a prime p = 2q+1 of 2048 bits for which q is a product of three primes
// that passes Miller–Rabin with each of the first 64 prime bases: r·(313·(r−1)+1)·(337·(r−1)+1),
// as in Arnault 1995. The residues of r modulo the bases make it so; r was looked for until
// p was prime.
func deceiver() *big.Int {
	r := integer(fromHex("16f7e45191e44f9a72929d105cd08a691ac1d89f1c4cfeb4039adde44d3dae1d30340e1811efd18049b1" +
		"97f6b4b3cf542be1b9b90fc63db88dcb22f4af99ead70b9c6fa4f3aae9571d27b58982f56c7d4f4e0196bb"))
	p := product(r, big.NewInt(2))
	for _, k := range []int64{313, 337} {
		p.Mul(p, plus(product(plus(r, -1), big.NewInt(k)), 1))
	}
	return plus(p, 1)
}

func sraGroups(s *suite) {
	for _, g := range []group{modp2048, modp3072, modp4096, least2049} {
		dst, uniform, x := g.hash("generator", zeros(4))
		s.add(vector{
			ID: "group/" + g.id(""), Comment: "RFC 3526, or 2^2048 + 10029811, the least safe prime of 2049 bits", Inputs: fields{"p": g.p.Text(16)},
			Intermediates: fields{"dst": dst, "uniform": hexOf(uniform)},
			Outputs:       fields{"name": g.name, "elementSize": g.size(), "generator": hexOf(x)}, Result: "ok",
		})
	}
	g := ristretto255
	s.ok("group/ristretto255", "RFC 9496: not a group of a prime p, and G is its generator", g.in(),
		fields{"name": g.name, "elementSize": 32, "generator": hexOf(g.generator())})
	p := modp2048.p
	for _, c := range []struct {
		id, comment string
		p           *big.Int
	}{
		{"zero", "0", new(big.Int)},
		{"negative", "-p", minus(p)},
		{"short", "a safe prime of 11 bits", big.NewInt(1019)},
		{"2047-bits", "2^2046 + 5909755, the least safe prime of 2047 bits", safe2047},
		{"4097-bits", "2^4096 + 29761351, the least safe prime of 4097 bits", safe4097},
		{"modp6144", "a safe prime of 6144 bits: RFC 3526, section 6", modp(6144, 929484)},
		{"even", "p + 1 of modp2048", plus(p, 1)},
		{"square", "q^2 of modp2048", product(modp2048.q, modp2048.q)},
		{"half-safe", "2p + 1 for the p of modp2048: composite, though (p-1)/2 is a prime", plus(product(p, big.NewInt(2)), 1)},
		{"pseudoprime", "a prime p, where (p-1)/2 is a product of three primes that passes Miller-Rabin with the first 64 prime bases",
			deceiver()},
	} {
		s.refuse("group/"+c.id, c.comment, "malformed", fields{"p": c.p.Text(16)})
	}
}

func sraCards(s *suite) {
	card := func(g group, id, comment, label string, i int) {
		message := cardMessage(label, i)
		dst, uniform, x := g.hash("card", message)
		s.add(vector{
			ID: "card/" + g.id(id), Comment: comment, Inputs: g.in("label", label, "i", i),
			Intermediates: fields{"message": brief(message), "dst": dst, "uniform": hexOf(uniform)}, Outputs: fields{"element": hexOf(x)},
			Result: "ok",
		})
	}
	for _, g := range []group{ristretto255, modp2048} {
		card(g, "first", "card 0 of a label", deckLabel, 0)
		card(g, "last", "card 1023 of a label that isn't ASCII", "Stoß ♠", 1023)
		s.refuse("card/"+g.id("too-many"), "card 1024, of a deck of 1,025", "malformed", g.in("label", "x", "i", 1024))
	}
	for _, g := range []group{modp3072, modp4096, least2049} {
		card(g, "first", "another group", deckLabel, 0)
	}
	g := ristretto255
	card(g, "long-label", "a label of 1,024 bytes, and of 512 characters", strings.Repeat("é", 512), 3)
	s.refuse("card/no-label", "an empty label", "malformed", g.in("label", "", "i", 0))
	s.refuse("card/overlong-label", "a label of 1,025 bytes, though of 513 characters", "malformed",
		g.in("label", strings.Repeat("é", 512)+"x", "i", 0))
}

// greatest is the encoding of ristretto255 that is the greatest field element.
func greatest() string {
	for i := int64(-1); ; i -= 2 {
		if x := little(plus(fieldPrime, i), 32); ristretto255.isElement(x) {
			return x
		}
	}
}

// twicePLess is 2p less a field element, of the same parity.
func twicePLess(x string) string {
	return little(new(big.Int).Sub(product(fieldPrime, big.NewInt(2)), fromLittle(x)), 32)
}

func sraElements(s *suite, g group) {
	element := func(id, comment, x, result string) {
		s.refuse("element/"+g.id(id), comment, result, g.in("element", hexOf(x)))
	}
	generator := g.generator()
	element("generator", "G", generator, "ok")
	element("identity", "the identity", g.identity(), "malformed")
	element("short", "a byte less", generator[1:], "malformed")
	element("long", "a byte more", generator+"\x00", "malformed")
	if !g.curve() {
		for _, c := range []struct {
			id     string
			x      *big.Int
			result string
		}{
			{"0", new(big.Int), "malformed"}, {"2", big.NewInt(2), "ok"}, {"q", g.q, "ok"}, {"q+1", plus(g.q, 1), "malformed"},
			{"p", g.p, "malformed"}, {"p+2", plus(g.p, 2), "malformed"}, {"largest", plus(pow2(g.p.BitLen()), -1), "malformed"},
		} {
			element(c.id, "a number at p's length", g.fill(c.x), c.result)
		}
		return
	}
	x := fromLittle(generator)
	element("negative", "G, as p less its field element: a negative one", little(new(big.Int).Sub(fieldPrime, x), 32), "malformed")
	element("not-reduced", "G, as p more: at 256 bits", little(x.Add(x, fieldPrime), 32), "malformed")
	element("twice-p-less", "G, as 2p less its field element: even, but not reduced", twicePLess(generator), "malformed")
	element("twice-p-less-low", "an element, as 2p less its field element: even, not reduced, and the highest bit isn't set",
		twicePLess(greatest()), "malformed")
	element("highest", "the element with the greatest field element", greatest(), "ok")
	element("top-bit", "G, with the highest bit set", xor(generator, 31, 0x80), "malformed")
	element("p", "p: 0, not reduced", little(fieldPrime, 32), "malformed")
	element("p-1", "-1, where y is 0", little(plus(fieldPrime, -1), 32), "malformed")
	for x := int64(2); x <= 16; x += 2 {
		_, ok := decode(little(big.NewInt(x), 32))
		element(decimal(int(x)), "a small field element; if refused, there is no square root, or a negative product",
			little(big.NewInt(x), 32), map[bool]string{true: "ok", false: "malformed"}[ok])
	}
}

// key adds the case of a key that is accepted.
func (s *suite) key(g group, id, comment string, e *big.Int) {
	s.add(vector{
		ID: "key/" + g.id(id), Comment: comment, Inputs: g.in("e", hexOf(g.scalars(e))),
		Intermediates: fields{"d": hexOf(g.scalars(g.inverse(e)))},
		Outputs:       fields{"public": hexOf(g.power(g.generator(), e))}, Result: "ok",
	})
}

func sraKeys(s *suite, g group) {
	s.key(g, "", "an exponent that looks random", g.exponentFor("key"))
	s.key(g, "2", "the least exponent", big.NewInt(2))
	s.key(g, "q-1", "the greatest exponent, its own inverse", g.minusOne())
	refuse := func(id, comment, e string) {
		s.refuse("key/"+g.id(id), comment, "malformed", g.in("e", hexOf(e)))
	}
	refuse("0", "0", g.scalars(new(big.Int)))
	refuse("1", "1", g.scalars(one))
	refuse("q", "q", g.scalars(g.q))
	refuse("q+2", "q + 2", g.scalars(plus(g.q, 2)))
	refuse("largest", "all bits set", strings.Repeat("\xff", g.scalarSize()))
	refuse("short", "a byte less", g.scalars(big.NewInt(2))[1:])
	refuse("long", "a byte more", g.scalars(big.NewInt(2))+"\x00")
}

func sraSeeds(s *suite, g group) {
	for _, n := range []int{52, 1} {
		seed := sha("seed " + g.id(decimal(n)))
		// half of all numbers are no exponents: the first of one case, and not of the other
		for g.curve() && (g.seeded(seed).rejected > 0) != (n == 52) {
			seed = sha(seed)
		}
		key := g.seeded(seed)
		proof, _, _ := g.keyProof(proofContext, key.nonces, key.e)
		deck := g.deck(deckLabel, n)
		order := key.orderOf(joined(deck), n)
		s.add(vector{
			ID: "seed/" + g.id(decimal(n)), Comment: "what follows from a seed, and a deck shuffled",
			Inputs:        g.in("seed", hexOf(seed), "label", deckLabel, "n", n, "context", proofContext),
			Intermediates: fields{"nonces": hexOf(key.nonces), "order": hexOf(key.order)},
			Outputs: fields{
				"e": hexOf(g.scalars(key.e)), "public": hexOf(g.power(g.generator(), key.e)), "order": line(order),
				"sha256": hexOf(sha(joined(permute(g.powers(deck, key.e), order)))), "proof": hexOf(proof),
			},
			Result: "ok",
		})
		if !g.curve() {
			return
		}
	}
	for _, n := range []int{31, 33} {
		s.refuse(fmt.Sprint("seed/bytes-", n), "a seed of another length", "malformed", g.in("seed", hexOf(zeros(n))))
	}
}

func sraProducts(s *suite, g group) {
	add := func(id, comment string, seeds ...string) {
		var keys []seeded
		for _, seed := range seeds {
			keys = append(keys, g.seeded(seed))
		}
		key := keys[0]
		for _, next := range keys[1:] {
			key = g.keyProduct(key, next)
		}
		deck, encrypted := g.deck(deckLabel, 5), g.deck(deckLabel, 5)
		for _, k := range keys {
			encrypted = g.powers(encrypted, k.e)
		}
		proof, _, _ := g.keyProof(proofContext, key.nonces, key.e)
		order := key.orderOf(joined(deck), len(deck))
		shuffled := permute(encrypted, order)
		public := g.power(g.generator(), key.e)
		shuffle := g.shuffleProof(proofContext, key.nonces, public, key.e, deck, shuffled, order, cheat{})
		s.add(vector{
			ID: "product/" + g.id(id), Comment: comment,
			Inputs:        g.in("seeds", hexes(seeds...), "label", deckLabel, "n", len(deck), "context", proofContext),
			Intermediates: fields{"nonces": hexOf(key.nonces), "order": hexOf(key.order)},
			Outputs: fields{
				"e": hexOf(g.scalars(key.e)), "public": hexOf(public), "card0": hexOf(encrypted[0]), "order": line(order),
				"proof": hexOf(proof), "sha256": hexOf(sha(shuffle.bytes)),
			},
			Result: "ok",
		})
	}
	a, b, c := sha("first seed "+g.id("")), sha("second seed "+g.id("")), sha("third seed "+g.id(""))
	add("", "the keys of two seeds", a, b)
	exponents := func(id, comment string, e, f *big.Int) {
		s.refuse("product/"+g.id(id), comment, "malformed", g.in("e", hexes(g.scalars(e), g.scalars(f))))
	}
	e := g.exponentFor("key")
	exponents("inverse", "one key is the inverse of the other", e, g.inverse(e))
	if !g.curve() {
		return
	}
	add("exchanged", "the same keys in the other order", b, a)
	add("square", "a key and itself", a, a)
	add("three", "the product of two keys, and a third", a, b, c)
	exponents("q-1", "a key that is its own inverse, and itself", g.minusOne(), g.minusOne())
}

func sraDecks(s *suite, g group) {
	deck := g.deck(deckLabel, 3)
	add := func(id, comment, result string, n int, b ...string) {
		s.refuse("deck/"+g.id(id), comment, result, g.in("n", n, "deck", hexOf(joined(b))))
	}
	add("three", "three cards", "ok", 3, deck...)
	add("none", "no cards", "malformed", 0)
	add("too-few", "two cards for three", "malformed", 3, deck[:2]...)
	add("too-many", "three cards for two", "malformed", 2, deck...)
	add("extended", "a byte more", "malformed", 3, append(deck, "\x00")...)
	add("repeat", "cards 0 and 2 are the same", "malformed", 3, deck[0], deck[1], deck[0])
	add("identity", "card 1 is the identity", "malformed", 3, deck[0], g.identity(), deck[2])
	add("last", "the highest bits of card 2 set", "malformed", 3, deck[0], deck[1], xor(xor(deck[2], 0, 0x81), -1, 0x80))
}

// playedDeck adds the case of a deck between two players.
func (s *suite) playedDeck(g group, n int) {
	var e [2]*big.Int
	var order [2][]int
	for i, player := range []string{"player a", "player b"} {
		seed := &splitMix{uint64(i)}
		e[i] = g.exponentFor(player)
		order[i], _ = shuffled(n, seed.next)
	}
	public := g.deck(deckLabel, n)
	first := permute(g.powers(public, e[0]), order[0])
	second := permute(g.powers(first, e[1]), order[1])
	stripped := g.powers(second, g.inverse(e[0]))
	var opened []int
	for _, x := range g.powers(stripped, g.inverse(e[1])) {
		opened = append(opened, slices.Index(public, x))
	}
	s.add(vector{
		ID: "hand/" + g.id(""), Comment: "a deck between two players",
		Inputs: g.in("label", deckLabel, "n", n, "e", hexes(g.scalars(e[0]), g.scalars(e[1])), "order", []string{line(order[0]), line(order[1])}),
		Intermediates: fields{
			"public": hexOf(sha(joined(public))), "first": hexOf(sha(joined(first))), "stripped": hexOf(sha(joined(stripped))),
		},
		Outputs: fields{"second": hexOf(sha(joined(second))), "card0": hexOf(second[0]), "opened": line(opened)},
		Result:  "ok",
	})
}

// random returns 32 bytes for the nonces of a case.
func random(id string) string { return sha("random bytes of " + id) }

// A change is a way to spoil a proof, and the error.
type change struct{ id, comment, result, proof string }

// changes spoil a proof of these numbers of elements and scalars.
func (g group) changes(proof string, elements, scalars int) []change {
	size, low := g.size(), elements*g.size()+scalars*g.scalarSize()-1
	if g.curve() {
		low -= g.scalarSize() - 1
	}
	changed := []change{
		{"changed", "the lowest bit of its last scalar changed", "invalid", flip(proof, low)},
		{"negated", "its first element is the greater of a pair", "malformed", g.negated(proof[:size]) + proof[size:]},
		{"q", "its first scalar is q", "malformed", replaced(proof, elements*size, g.scalars(g.q))},
	}
	if !g.curve() {
		return changed // the rest is the same in all groups, and longer in these
	}
	return append(changed, []change{
		{"identity", "its last element is the identity", "malformed", replaced(proof, (elements-1)*size, g.identity())},
		{"short", "a byte less at the end", "malformed", proof[:len(proof)-1]},
		{"long", "a byte more", "malformed", proof + "\x00"},
	}...)
}

// negated is p less an element, or p less its field element.
func (g group) negated(x string) string {
	if g.curve() {
		return little(new(big.Int).Sub(fieldPrime, fromLittle(x)), 32)
	}
	return g.fill(new(big.Int).Sub(g.p, integer(x)))
}

// proofAttempt is as the vectors make proofs of a kind.
func (g group) proofAttempt(kind string, n int) attempt {
	a := g.attempt(n)
	a.random = random(kind + "proof")
	return a
}

// refuseClaim adds the case of a claim that is refused.
func (s *suite) refuseClaim(id, comment, result string, c claim) {
	id = c.kind + "proof/" + c.g.id(id)
	expect(id, c.verdict(), result)
	s.refuse(id, comment, result, c.inputs())
}

// refuseChanged adds the case of a claim of which something was changed.
func (s *suite) refuseChanged(id, comment, result string, c claim, change func(c *claim)) {
	change(&c)
	s.refuseClaim(id, comment, result, c)
}

// refuseChanges adds cases of a proof of these numbers of elements and scalars.
func (s *suite) refuseChanges(c claim, elements, scalars int) {
	for _, change := range c.g.changes(c.proof, elements, scalars) {
		s.refuseChanged(change.id, change.comment, change.result, c, func(c *claim) { c.proof = change.proof })
	}
}

func inAnotherContext(c *claim) { c.context = "another context" }
func ofAnotherKey(c *claim)     { c.public = c.g.numbered(1) }
func ofGenerator(c *claim)      { c.public = c.g.generator() }
func exchangeDecks(c *claim)    { c.from, c.to = c.to, c.from }

func (s *suite) keyProof(g group, id, context string) {
	e := g.exponentFor("proof")
	proof, statement, challenge := g.keyProof(context, random("keyproof"), e)
	s.add(vector{
		ID: "keyproof/" + g.id(id), Comment: "a proof of a key",
		Inputs:        g.in("context", context, "e", hexOf(g.scalars(e)), "random", hexOf(random("keyproof"))),
		Intermediates: fields{"public": hexOf(g.power(g.generator(), e)), "statement": hexOf(statement), "challenge": challenge.Text(16)},
		Outputs:       fields{"proof": hexOf(proof)}, Result: "ok",
	})
}

func keyProofs(s *suite, g group) {
	s.keyProof(g, "no-context", "")
	s.keyProof(g, "", proofContext)
	whole := g.proofAttempt("key", 1).key()
	s.refuseChanges(whole, 1, 1)
	s.refuseChanged("other-context", "in another context", "invalid", whole, inAnotherContext)
	s.refuseChanged("other-key", "of another public key", "invalid", whole, ofAnotherKey)
	s.refuseChanged("generator", "the public key is G", "malformed", whole, ofGenerator)
}

func (s *suite) decryptionProof(g group, id string, n int) {
	e, random := g.exponentFor("proof"), random("decryptionproof")
	public, to := g.power(g.generator(), e), g.deck(deckLabel, n)
	from := g.powers(to, e)
	proof, statement, challenge := g.decryptionProof(proofContext, random, public, e, from, to, cheat{})
	s.add(vector{
		ID: "decryptionproof/" + g.id(id), Comment: "a proof that the label's cards are what is under their encryption",
		Inputs: g.in("context", proofContext, "e", hexOf(g.scalars(e)), "label", deckLabel, "n", n, "random", hexOf(random)),
		Intermediates: fields{
			"from": hexOf(sha(joined(from))), "statement": hexOf(statement), "weight0": weightsOf(statement, 1)[0].Text(16),
			"challenge": challenge.Text(16),
		},
		Outputs: fields{"proof": hexOf(proof)}, Result: "ok",
	})
}

func decryptionProofs(s *suite, g group) {
	s.decryptionProof(g, "3", 3)
	s.decryptionProof(g, "1", 1)
	whole := g.proofAttempt("decryption", 1).decryption()
	s.refuseChanges(whole, 2, 1)
	if !g.curve() {
		return
	}
	s.refuseChanged("other-context", "in another context", "invalid", whole, inAnotherContext)
	s.refuseChanged("exchanged", "the decks are exchanged", "invalid", whole, exchangeDecks)
	e, to := g.exponentFor("proof"), g.deck(deckLabel, 3)
	from := g.powers(to, e)
	s.refuseChanged("more-cards", "a card more after than before", "malformed", whole, func(c *claim) { c.to = to })
	whole.from, whole.to = from, to
	s.refuseChanged("generator", "the public key is G", "malformed", whole, ofGenerator)
	s.refuseChanged("repeated-card", "two cards of the deck after are the same", "malformed", whole,
		func(c *claim) { c.to = []string{to[0], to[1], to[0]} })
	forge := func(id, comment string, e *big.Int, from, to []string, powers ...int64) {
		a := g.proofAttempt("decryption", 3)
		a.e, a.by = e, g.spoil(powers...)
		s.refuseClaim(id, comment, "invalid", a.decryptionOf(from, to))
	}
	other := g.exponentFor("another")
	forge("swapped-cards", "two cards are exchanged, and the proof made for that", e, from, []string{to[1], to[0], to[2]})
	forge("another-key", "the layer of another key, and the proof made with that: all holds but G^s = t1·K^c", other, g.powers(to, other), to)
	forge("t1-times-g-t2-over-g", "neither equation holds, and they would cancel each other if they had the same weight", e, from, to, 1, -1)
}

func (s *suite) shuffleProof(g group, id string, n int) {
	e, random, seed := g.exponentFor("proof"), random("shuffleproof"), &splitMix{2}
	order, _ := shuffled(n, seed.next)
	x := g.deck(deckLabel, n)
	y := permute(g.powers(x, e), order)
	p := g.shuffleProof(proofContext, random, g.power(g.generator(), e), e, x, y, order, cheat{})
	outputs := fields{"sha256": hexOf(sha(p.bytes)), "size": len(p.bytes)}
	if n == 3 {
		outputs["proof"] = hexOf(p.bytes)
	}
	s.add(vector{
		ID: "shuffleproof/" + g.id(id), Comment: fmt.Sprint("a shuffle of ", n, ", of three with the proof in full"),
		Inputs: g.in("context", proofContext, "e", hexOf(g.scalars(e)), "label", deckLabel, "n", n, "order", []string{line(order)},
			"random", hexOf(random)),
		Intermediates: fields{
			"to": hexOf(sha(joined(y))), "statement": hexOf(p.statement), "sigma": hexOf(p.sigma),
			"weight0": p.u[0].Text(16), "challenge": p.c.Text(16), "parts": p.parts,
		},
		Outputs: outputs, Result: "ok",
	})
}

func shuffleProofs(s *suite, g group) {
	for _, n := range []int{1, 3, 52} {
		s.shuffleProof(g, decimal(n), n)
	}
	if !g.curve() {
		s.changedShuffles(g, 1)
		return
	}
	s.changedShuffles(g, 2)
	s.otherShuffles(g)
	s.forgedShuffles(g)
	s.failingEquations(g)
	s.spoiltShuffles(g)
}

// changedShuffles are of n cards, with another proof.
func (s *suite) changedShuffles(g group, n int) {
	whole := g.proofAttempt("shuffle", n).shuffle()
	scalars, tooMuch := 2*n+4, g.scalars(g.q)
	if g.short() {
		scalars, tooMuch = n+4, "\x02"+zeros(42)
	}
	s.refuseChanges(whole, 3*n+5, scalars)
	s.refuseClaim("s-hat", "the last ŝ is q", "malformed", whole.replace(n+3, g.q))
	s.refuseChanged("s-prime", "the last s′ is q, or 2^337", "malformed", whole,
		func(c *claim) { c.proof = c.proof[:len(c.proof)-len(tooMuch)] + tooMuch })
}

// otherShuffles are true proofs of another claim.
func (s *suite) otherShuffles(g group) {
	whole := g.proofAttempt("shuffle", 2).shuffle()
	s.refuseChanged("generator", "the public key is G", "malformed", whole, ofGenerator)
	s.refuseChanged("fewer-cards", "a card less after than before", "malformed", whole, func(c *claim) { c.to = c.to[:1] })
	s.refuseChanged("repeated-card", "two cards after are the same", "malformed", whole,
		func(c *claim) { c.to = []string{c.to[0], c.to[0]} })
	s.refuseChanged("other-context", "in another context", "invalid", whole, inAnotherContext)
	s.refuseChanged("other-key", "of another public key", "invalid", whole, ofAnotherKey)
	s.refuseChanged("exchanged", "the decks are exchanged", "invalid", whole, exchangeDecks)
}

// forgeShuffle adds the case of a shuffle of n cards, changed before the proof is made.
func (s *suite) forgeShuffle(g group, id, comment string, n int, change func(a *attempt)) {
	a := g.proofAttempt("shuffle", n)
	change(&a)
	s.refuseClaim(id, comment, "invalid", a.shuffle())
}

func (s *suite) forgedShuffles(g group) {
	s.forgeShuffle(g, "foreign-card", "a card of another deck, and the proof made for that", 2,
		func(a *attempt) { a.to[1] = g.power(g.card("another label", 0), a.e) })
	s.forgeShuffle(g, "other-exponent", "a card to another exponent, and the proof made for that", 2,
		func(a *attempt) { a.to[1] = g.power(a.from[0], g.exponentFor("another")) })
	s.forgeShuffle(g, "in-clear",
		"card 1 is card 1 of the deck before, as that has a card and its encryption: true, and refused all the same", 2,
		func(a *attempt) { a.encrypt(a.from[0], a.to[1]) })
}

// failingEquations are proofs for which one equation alone doesn't hold, or two that cancel each
// other if they have the same weight. Responses aren't in the challenge, so they can be changed
// afterwards. s₄ is in two equations.
func (s *suite) failingEquations(g group) {
	single, two := g.proofAttempt("shuffle", 1).shuffle(), g.proofAttempt("shuffle", 2).shuffle()
	for _, number := range []int{0, 1, 2, 4} {
		s.refuseClaim(fmt.Sprint("scalar-", number), "one card; one equation doesn't hold, as this number is 1 more", "invalid",
			single.add(number, 1))
	}
	for _, pair := range [][2]int{{0, 1}, {0, 2}, {1, 2}, {2, 4}} {
		s.refuseClaim(fmt.Sprint("scalars-", pair[0], "-", pair[1]), "one card; two equations don't hold, one number being 1 more, one 1 less",
			"invalid", single.add(pair[0], 1).add(pair[1], -1))
	}
	s.refuseClaim("scalar-5", "two cards; the last link of the chain alone doesn't hold", "invalid", two.add(5, 1))
	s.refuseClaim("scalars-4-5", "two cards; two links don't hold", "invalid", two.add(4, 1).add(5, -1))
}

// spoiltShuffles are of one card, and were spoilt before the challenge.
func (s *suite) spoiltShuffles(g group) {
	s.forgeShuffle(g, "t4-times-g-t5-over-g", "one card; two equations don't hold", 1,
		func(a *attempt) { a.by = g.spoil(0, 0, 0, 1, -1) })
	late := g.proofAttempt("shuffle", 1)
	late.by = g.spoil(0, 0, 0, 1)
	c := late.shuffle()
	s.refuseClaim("t4-times-g-s3-minus-c",
		"one card; two equations don't hold, and would cancel each other if the weights of 3 and 4 were fixed to -1/c and 1",
		"invalid", c.replace(2, g.sum(c.scalar(2), one, minus(late.shuffleProof().c))))
	s.forgeShuffle(g, "another-key",
		"one card, encrypted with another key, and the proof made for that key: all equations hold but that of K", 1,
		func(a *attempt) {
			a.e = g.exponentFor("another")
			a.encrypt(a.from...)
		})
}

func sraRuns(s *suite, g group) {
	cards := []int{100, 10_000}
	if g.curve() {
		cards = []int{100, 1000}
	}
	s.accumulateWith("accumulated/"+g.id("cards"), "card 0 of the labels run 0, run 1, …", g.in("of", "cards"), cards, func(i int) string {
		return g.card(fmt.Sprint("run ", i), 0)
	})
	x := g.generator()
	s.accumulateWith("accumulated/"+g.id("powers"),
		"from x = G: the key with e = x, its public key, x encrypted and x decrypted; x encrypted is the next x",
		g.in("of", "powers"), []int{10, 100}, func(int) string {
			e := new(big.Int).Mod(g.scalar(x), g.q)
			before := x
			x = g.power(before, e)
			return g.power(g.generator(), e) + x + g.power(before, g.inverse(e))
		})
}
