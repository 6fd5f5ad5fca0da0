package spec

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
)

func attackCases(s *suite) {
	s.flags = attackFlags
	c := corpus{s}
	for _, g := range []group{ristretto255, modp2048} {
		c.controls(g)
		c.encodings(g)
		c.forms(g)
		c.falseStatements(g)
		c.weights(g)
		c.compensating(g)
	}
	c.splices(ristretto255)
	c.hashes(ristretto255)
	c.smallOrder(ristretto255)
	c.primes()
	c.batches(ristretto255)
}

func (s corpus) controls(g group) {
	s.accept("valid", "", "a valid proof", g.attempt(1).key())
	s.accept("valid", "2", "a valid proof", g.attempt(2).decryption())
	s.accept("valid", "2", "a valid proof", g.attempt(2).shuffle())
	if g.short() {
		a := g.attempt(1)
		a.by.nonces = nonce("ω′", 0, plus(new(big.Int).Sub(pow2(337), pow2(256)), -1))
		s.accept("limit", "large-mask", "s' is between 2^337 - 2^256 and 2^337, as no honest prover's", a.shuffle())
		return
	}
	a := g.attempt(3)
	a.order = []int{1, 2, 0}
	a.encrypt(a.from...)
	s.accept("valid", "3", "an order that isn't its own inverse", a.shuffle())

	a = g.attempt(1)
	a.context = ""
	s.accept("valid", "no-context", "an empty context", a.key())
	s.accept("valid", "no-context", "an empty context", a.shuffle())
	a.context = strings.Repeat("long context ", 30)
	s.accept("valid", "long-context", "a context of 390 bytes", a.decryption())
	a.e = g.minusOne()
	a.public, a.to = g.power(g.generator(), a.e), g.powers(a.from, a.e)
	s.accept("limit", "minus-one", "the key q - 1: a card becomes its inverse", a.shuffle())

	s.equalNonces(g)
	s.equalElements(g)
}

// equalNonces are valid proofs with elements that are equal, or show the order, by their nonces.
func (s corpus) equalNonces(g group) {
	coincidence := func(name, comment string, nonces func(part string, list []*big.Int)) {
		a := g.attempt(2)
		a.by.nonces = nonces
		s.accept("coincidence", name, comment, a.shuffle())
	}
	coincidence("no-blinding", "r_0 = r_1 = 0, so that c_0 and c_1 are h_1 and h_0: the order is public, and the proof valid",
		func(part string, list []*big.Int) {
			if part == "r" {
				list[0], list[1] = new(big.Int), new(big.Int)
			}
		})
	coincidence("public-difference", "r_0 = r_1, so that c_0/c_1 is h_1/h_0: the order is public, and the proof valid",
		func(part string, list []*big.Int) {
			if part == "r" {
				list[1] = list[0]
			}
		})
	coincidence("equal-nonces", "t1 = t2 = t5", func(part string, list []*big.Int) {
		if part == "ω" || part == "r̂" {
			for i := range list {
				list[i] = list[0]
			}
		}
	})
}

// equalElements are valid proofs about cards that are elements of other parts, too.
func (s corpus) equalElements(g group) {
	a, x := g.attempt(2), g.card(deckLabel, 0)
	a.encrypt(g.generator(), g.numbered(2))
	s.accept("coincidence", "generators", "the cards are G and h_0; one becomes K", a.shuffle())
	s.accept("coincidence", "generators", "the cards are G and h_0; one was K", a.decryption())
	a.encrypt(x, a.public)
	s.accept("coincidence", "public-key", "a card is K", a.shuffle())
	both := []string{x, g.power(x, a.e)}
	s.accept("coincidence", "common-card", "a card of both decks", a.decryptionOf(g.powers(both, a.e), both))
}

// oddly is a true claim about one card, plain and encrypted, with one element in another encoding.
func (g group) oddly(kind, place string, odd func(x string) string) claim {
	a := g.attempt(1)
	switch place {
	case "public":
		a.public = odd(a.public)
	case "plain":
		a.from = []string{odd(a.from[0])}
	case "encrypted":
		a.to = []string{odd(a.to[0])}
	}
	a.by.sends = func(part string, list []string) {
		for i := range list {
			if place == part || place == fmt.Sprint(part, i+1) {
				list[i] = odd(list[i])
			}
		}
	}
	return a.claim(kind)
}

// encodings are of the right elements, but not canonical.
func (s corpus) encodings(g group) {
	places := map[string]string{"key": "public t1", "decryption": "plain encrypted t2",
		"shuffle": "plain encrypted commitments chain t3 links"}
	some := map[string]string{"key": "public t1", "decryption": "encrypted", "shuffle": "commitments"}
	odd := func(rule, name, comment string, g group, places map[string]string, odd func(x string) string) {
		for _, kind := range slices.Sorted(maps.Keys(places)) {
			for place := range strings.FieldsSeq(places[kind]) {
				s.attack(rule, name+"-"+place, comment, func() claim { return g.oddly(kind, place, odd) })
			}
		}
	}
	twice := func() claim { // two encodings of one card
		a := g.attempt(1)
		x, y := a.from[0], a.to[0]
		return a.decryptionOf([]string{y, g.negated(y)}, []string{x, g.negated(x)})
	}
	s.attack("element-sign", "sign-repeated", "a card twice, as x and as p - x", twice)
	if g.curve() {
		odd("element-sign", "sign", "p - x in place of x", g, places, g.negated)
		odd("element-reduced", "reduced", "the field element s as s + p, of 256 bits", g, some, func(x string) string {
			return little(new(big.Int).Add(fromLittle(x), fieldPrime), 32)
		})
		odd("element-reduced", "twice", "the field element s as 2p - s, which is even", g, some, twicePLess)
		odd("element-top-bit", "top-bit", "the highest bit is set", g, some, func(x string) string { return xor(x, 31, 0x80) })
		s.attack("element-reduced", "twice-low",
			"the greatest field element s below p that is an element, as 2p - s, which is even and below 2^255",
			func() claim {
				a, x := g.attempt(1), greatest()
				return a.decryptionOf(g.powers([]string{x}, a.e), []string{twicePLess(x)})
			})
	} else {
		odd("element-sign", "sign", "p - x in place of x", g, some, g.negated)
		odd("element-reduced", "reduced", "x + p in place of x, in a group where that is as long", least2049,
			map[string]string{"key": "public t1"}, func(x string) string {
				return least2049.fill(new(big.Int).Add(integer(x), least2049.p))
			})
		s.attack("element-reduced", "reduced-plain", "the card 2, as p + 2", func() claim {
			a, two := g.attempt(1), g.fill(big.NewInt(2))
			return a.decryptionOf([]string{g.power(two, a.e)}, []string{g.fill(plus(g.p, 2))})
		})
		zero := []string{g.fill(new(big.Int))}
		s.attack("element-zero", "zero", "the card 0, which every key decrypts to 0; t2 is 0, too",
			func() claim { return g.attempt(1).decryptionOf(zero, zero) })
	}
	s.identities(g)
}

// nonce has another number among the nonces of a part.
func nonce(part string, number int, x *big.Int) func(part string, list []*big.Int) {
	return func(p string, list []*big.Int) {
		if p == part {
			list[number] = x
		}
	}
}

// identities are proofs with the identity somewhere.
func (s corpus) identities(g group) {
	zero := func(part string, number int) func(string, []*big.Int) { return nonce(part, number, new(big.Int)) }
	refuse := func(name, comment string, of func() claim) {
		s.attack("element-identity", "identity-"+name, comment, of)
	}
	refuse("t", "w = 0, so that t is 1", func() claim {
		a := g.attempt(1)
		a.by.nonces = zero("w", 0)
		return a.key()
	})
	refuse("public", "e = 0, so that K is 1", func() claim {
		a := g.attempt(1)
		a.e, a.public = new(big.Int), g.identity()
		return a.key()
	})
	refuse("card", "card 1 of both decks is 1", func() claim {
		a := g.attempt(1)
		return a.decryptionOf(append(a.to, g.identity()), append(a.from, g.identity()))
	})
	refuse("t", "w = 0, so that t1 and t2 are 1", func() claim {
		a := g.attempt(1)
		a.by.nonces = zero("w", 0)
		return a.decryption()
	})
	if !g.curve() {
		return
	}
	s.attack("element-y", "identity-y", "w = 0; 1 as p - 1, which has y = 0", func() claim {
		a := g.attempt(1)
		a.by.nonces = zero("w", 0)
		a.by.sends = func(_ string, list []string) { list[0] = little(plus(fieldPrime, -1), 32) }
		return a.key()
	})
	for i, name := range []string{"t1", "t2", "t5"} {
		refuse(name, "a mask is 0, so that this is 1", func() claim {
			a := g.attempt(1)
			a.by.nonces = zero("ω", []int{0, 1, 3}[i])
			return a.shuffle()
		})
	}
	refuse("link", "two masks are 0, so that the first of the links' is 1", func() claim {
		a := g.attempt(1)
		a.by.nonces = func(part string, list []*big.Int) {
			zero("ω̂", 0)(part, list)
			zero("ω′", 0)(part, list)
		}
		return a.shuffle()
	})
	refuse("card", "K = 1, so that the card becomes 1", func() claim {
		a := g.attempt(1)
		a.e, a.public, a.to = new(big.Int), g.identity(), []string{g.identity()}
		return a.shuffle()
	})
}

// forms are of the right numbers, in forms that aren't canonical.
func (s corpus) forms(g group) {
	single, two := g.attempt(1), g.attempt(2)
	above := func(c claim, number int, times int64) func() claim {
		return func() claim {
			return c.replace(number, new(big.Int).Add(c.scalar(number), product(g.q, big.NewInt(times))))
		}
	}
	s.attack("scalar-range", "q-more", "s + q in place of s", above(single.key(), 0, 1))
	s.attack("scalar-range", "q-more", "s + q in place of s", above(single.decryption(), 0, 1))
	if g.short() {
		a := g.attempt(1)
		a.by.nonces = nonce("ω′", 0, pow2(337))
		s.attack("mask-range", "mask", "a mask of 338 bits, so that s' is above 2^337, and fits its bytes", a.shuffle)
		s.attack("public-generator", "generator", "e = 1, so that K is G", func() claim {
			a := g.attempt(1)
			a.e, a.public = big.NewInt(1), g.generator()
			return a.key()
		})
		return
	}
	s.attack("scalar-range", "q-more-14", "s + 14q in place of s", above(single.key(), 0, 14))
	for number, response := range []string{"s1", "s2", "s3", "s4", "s-hat", "s-prime"} {
		s.attack("scalar-range", "q-more-"+response, "q added to a response", above(single.shuffle(), number, 1))
	}
	for _, c := range []claim{single.key(), single.decryption(), single.shuffle()} {
		s.attack("proof-length", "byte-more", "a byte more, 0", func() claim {
			c.proof += "\x00"
			return c
		})
		s.attack("proof-length", "scalar-more", "a scalar more, 0", func() claim {
			c.proof += zeros(32)
			return c
		})
	}
	s.attack("proof-length", "byte-less", "the highest byte of the last number is 0, and left out", func() claim {
		c := g.attempt(1).search(attempt.key, func(c claim) bool { return strings.HasSuffix(c.proof, "\x00") })
		c.proof = c.proof[:len(c.proof)-1]
		return c
	})
	x, y := single.from[0], single.to[0]
	s.attack("deck-repeated", "repeated", "a card twice in both decks",
		func() claim { return single.decryptionOf([]string{y, y}, []string{x, x}) })
	s.attack("deck-repeated", "repeated", "a card twice in both decks", func() claim {
		a := g.attempt(2)
		a.from, a.to = []string{x, x}, []string{y, y}
		return a.shuffle()
	})
	s.attack("deck-lengths", "more-before", "a card more before than after, which is left out",
		func() claim { return single.decryptionOf([]string{y, two.to[0]}, []string{x}) })
	s.attack("deck-lengths", "more-after", "a card more after than before, which is made up",
		func() claim { return single.decryptionOf([]string{y}, []string{x, two.from[1]}) })
	for _, kind := range []string{"key", "decryption"} {
		s.attack("public-generator", "generator", "e = 1, so that K is G", func() claim {
			a := g.attempt(1)
			a.e, a.public, a.to = big.NewInt(1), g.generator(), a.from
			return a.claim(kind)
		})
	}
}

// falseStatements are proved as well as it can be done: one check alone fails.
func (s corpus) falseStatements(g group) {
	other := g.exponentFor("another")
	s.attack("key-equation-1", "guessed", "made with an exponent that isn't K's", func() claim {
		a := g.attempt(1)
		a.e = other
		return a.key()
	})
	s.attack("decryption-equation-1", "another-key", "another key's layer, and its proof", func() claim {
		a := g.attempt(2)
		a.e = other
		return a.decryptionOf(g.powers(a.from, other), a.from)
	})
	s.attack("decryption-equation-2", "another-card", "a card that isn't what is under the layer", func() claim {
		a := g.attempt(2)
		return a.decryptionOf(permute(a.to, a.order), []string{a.from[0], g.card("another label", 1)})
	})
	s.falseShuffles(g)
}

// unshuffled is at a shuffle that leaves n cards in their order.
func (g group) unshuffled(n int) attempt {
	a := g.attempt(n)
	a.order = ascending(n)
	slices.Reverse(a.to)
	return a
}

// mix makes Y_0 = X_0^(e/2) and Y_1 = Y_0·X_1^e, of which ΠY_i^u′_i = (ΠX_i^u_i)^e if u′_0 = 2u_0 − u_1.
func (a *attempt) mix() {
	half := a.g.inverse(big.NewInt(2))
	y0 := a.g.product(a.from[:1], []*big.Int{product(a.e, half)})
	a.to[0], a.to[1] = y0, a.g.product([]string{y0, a.to[1]}, []*big.Int{one, one})
	a.by.matrix = matrixOf(a.order)
	a.by.matrix[0][0], a.by.matrix[0][1] = 2, -1
}

// invert encrypts each of two cards to the exponent −e, for which u′_i = −u_i.
func (a *attempt) invert() {
	a.to = a.g.powers(a.to, a.g.minusOne())
	a.by.matrix = [][]int64{{-1, 0}, {0, -1}}
}

// falseShuffle adds a shuffle of two cards that stay in their order, changed.
func (s corpus) falseShuffle(g group, rule, name, comment string, change func(a *attempt)) {
	s.attack(rule, name, comment, func() claim {
		a := g.unshuffled(2)
		change(&a)
		return a.shuffle()
	})
}

func (s corpus) falseShuffles(g group) {
	other := g.exponentFor("another")
	add := func(rule, name, comment string, change func(a *attempt)) {
		s.falseShuffle(g, rule, name, comment, change)
	}
	add("shuffle-equation-1", "equation-1", "each card to the exponent -e; the commitments are to -1 times the order", (*attempt).invert)
	add("shuffle-equation-2", "equation-2",
		"cards mixed: Y_0 = X_0^(e/2), Y_1 = Y_0*X_1^e; the commitments are to a matrix for that, whose rows have the sum 1",
		(*attempt).mix)
	add("shuffle-equation-3", "equation-3", "each card to the exponent -e; the commitments are to the order itself", func(a *attempt) {
		a.invert()
		a.by.committed = matrixOf(a.order)
	})
	add("shuffle-equation-4", "equation-4-foreign", "a card of another deck",
		func(a *attempt) { a.to[1] = g.power(g.card("another label", 0), a.e) })
	s.attack("shuffle-equation-5", "equation-5", "another key's layer, and its proof", func() claim {
		a := g.attempt(1)
		a.e = other
		a.encrypt(a.from...)
		return a.shuffle()
	})
	add("shuffle-equation-6", "equation-6", "cards mixed, as for equation 2, with a false link of the chain", func(a *attempt) {
		a.mix()
		a.by.falseLink = 2
	})
	if !g.curve() {
		return
	}
	add("shuffle-clear", "clear", "x and x^e are cards: x^e is one after, too",
		func(a *attempt) { a.encrypt(a.from[0], g.power(a.from[0], a.e)) })
	s.attack("decryption-equation-2", "exchanged", "two cards exchanged", func() claim {
		a := g.attempt(2)
		return a.decryptionOf(a.to, a.from)
	})
	add("shuffle-clear", "clear-same-place", "x^e is at the same place in both decks", func(a *attempt) {
		a.order = []int{1, 0}
		a.encrypt(a.from[0], g.power(a.from[0], a.e))
	})
	add("shuffle-equation-4", "equation-4-exponent", "a card to another exponent", func(a *attempt) { a.to[1] = g.power(a.from[1], other) })
	add("shuffle-equation-4", "equation-4-order", "the cards in another order than that of the commitments",
		func(a *attempt) { slices.Reverse(a.to) })
	add("shuffle-equation-4", "equation-4-own-key", "another key's layer, proved of K", func(a *attempt) { a.to = g.powers(a.from, other) })
	s.falseMixtures(g)
}

// falseMixtures have one false link of three, or commitments that can be opened to anything.
func (s corpus) falseMixtures(g group) {
	for link := 1; link <= 3; link++ {
		s.attack("shuffle-equation-6", fmt.Sprint("equation-6-link-", link, "-of-3"),
			"three cards, two of them mixed, with one false link of the chain", func() claim {
				a := g.unshuffled(3)
				a.mix()
				a.by.falseLink = link
				return a.shuffle()
			})
	}
	s.falseShuffle(g, "generators", "known-logarithms", "cards mixed; the commitments are to an order, and opened to the mixture",
		func(a *attempt) {
			a.mix()
			a.by.committed = matrixOf(a.order)
		})
}

// failing is a shuffle of one card for which equation a fails by G^−x, and b by G^y.
func (g group) failing(a, b int, x, y int64) func() claim {
	return func() claim {
		try := g.attempt(1)
		try.by.sends = func(part string, list []string) {
			for equation, power := range map[int]int64{a: x, b: -y} {
				switch {
				case part == "t" && equation <= 5:
					list[equation-1] = g.times(list[equation-1], power)
				case part == "links" && equation == 6:
					list[0] = g.times(list[0], power)
				}
			}
		}
		return try.shuffle()
	}
}

// weights has proofs with two equations that don't hold, and whose failures cancel.
func (s corpus) weights(g group) {
	for a := 1; a <= 6; a++ {
		for b := a + 1; b <= 6; b++ {
			if g.curve() || a == 2 && b == 5 || b == a+1 {
				s.attack("weights-equal", fmt.Sprint("cancel-", a, "-", b), "two equations don't hold: by 1/G and by G", g.failing(a, b, 1, 1))
			}
			if g.curve() && b == a+1 {
				s.attack("weights-counting", fmt.Sprint("cancel-counting-", a, "-", b), "two equations don't hold: by powers of G",
					g.failing(a, b, int64(b), int64(a)))
			}
		}
	}
	for i, rule := range []string{"weights-equal", "weights-counting"} {
		power := int64(1 + i)
		if i > 0 && !g.curve() {
			return
		}
		s.attack(rule, rule, "both equations don't hold", func() claim {
			a := g.attempt(1)
			a.by = g.spoil(power, -1)
			return a.decryption()
		})
	}
	if g.curve() {
		s.attack("weights-equal", "cancel-links", "two links of the chain don't hold", func() claim {
			return g.attempt(2).shuffle().add(4, 1).add(5, -1)
		})
	}
}

// moved has a factor moved from one card to another, which nothing shows to whoever has these
// weights.
func (g group) moved(cards []string, u []*big.Int) []string {
	z := g.card("a factor", 0)
	return []string{
		g.product([]string{cards[0], z}, []*big.Int{one, u[1]}), g.product([]string{cards[1], z}, []*big.Int{one, minus(u[0])}),
	}
}

// compensating cards are those of a true claim, one times Z and another divided by it: their
// product is the same.
func (s corpus) compensating(g group) {
	places := "decryption-from decryption-to shuffle-from shuffle-to"
	if !g.curve() {
		places = "decryption-to"
	}
	for place := range strings.FieldsSeq(places) {
		kind, deck, _ := strings.Cut(place, "-")
		comment := "made without the number in the hash for weight; in " + deck + ", card 0 is multiplied by Z, and card 1 divided by it"
		s.attack(hashRule("weight", "number"), "compensating-"+deck, comment, func() claim {
			a := g.attempt(2)
			from, to := a.from, a.to
			if kind == "decryption" {
				from, to = permute(a.to, a.order), a.from
			}
			change := map[string]*[]string{"from": &from, "to": &to}[deck]
			*change = g.moved(*change, []*big.Int{one, one})
			if kind == "decryption" {
				return a.decryptionOf(from, to)
			}
			a.from, a.to = from, to
			return a.shuffle()
		})
	}
}

// splices are of parts of two valid proofs of one statement.
func (s corpus) splices(g group) {
	starts := map[string][]int{"key": {1}, "decryption": {1, 2}, "shuffle": {1, 2, 7, 8}} // c, ĉ, t1 … t5, t̂
	for _, kind := range slices.Sorted(maps.Keys(starts)) {
		for _, at := range starts[kind] {
			comment := fmt.Sprintf("parts of two valid proofs of one statement, after element %d", at)
			s.attack("splice", fmt.Sprint("splice-", at), comment, func() claim {
				a := g.attempt(1)
				c := a.claim(kind)
				a.random = random("another attack")
				other := a.claim(kind)
				c.proof = c.proof[:at*g.size()] + other.proof[at*g.size():]
				return c
			})
		}
	}
}

// movedDecryption has a factor moved between the cards of a deck, from or to, if any, by the weights
// that they have before.
func (g group) movedDecryption(deck string) claim {
	a := g.attempt(2)
	from, to := permute(a.to, a.order), a.from
	u := weightsOf(g.statement("decryption", a.context, a.public, from, to), 2)
	switch deck {
	case "from":
		from = g.moved(from, u)
	case "to":
		to = g.moved(to, u)
	}
	return a.decryptionOf(from, to)
}

// movedShuffle is the same of a shuffle. Its commitments don't depend on the decks.
func (g group) movedShuffle(deck string) claim {
	a := g.attempt(2)
	a.by.nonces = func(part string, list []*big.Int) {
		for i := range list {
			if part == "r" {
				list[i] = g.exponentFor(fmt.Sprint("blinding ", i))
			}
		}
	}
	u := a.shuffleProof().u
	switch deck {
	case "from":
		a.from = g.moved(a.from, u)
	case "to":
		a.to = g.moved(a.to, permute(u, a.order))
	}
	return a.shuffle()
}

// freeDecks are those that weights don't depend on without a hash's item: they are changed afterwards.
var freeDecks = map[string]string{
	"decryption-statement-from": "from", "decryption-statement-to": "to", "shuffle-statement-from": "from", "shuffle-statement-to": "to",
	"shuffle-weights-statement": "to", "weight-digest": "from",
}

// hashes are proofs with something left out of a hash.
func (s corpus) hashes(g group) {
	for _, label := range slices.Sorted(maps.Keys(hashed)) {
		for item := range strings.FieldsSeq(hashed[label]) {
			if label != "weight" || item != "number" { // which compensating cards have
				s.hashWithout(g, label, item)
			}
		}
	}
	for _, rule := range []string{"hash-kinds", "hash-lengths", "challenge-short"} {
		s.attack(rule, rule, attackFlags[rule], g.attempt(1).key)
		s.attack(rule, rule, attackFlags[rule], g.attempt(1).decryption)
		s.attack(rule, rule, attackFlags[rule], g.attempt(1).shuffle)
	}
	s.attack("weights-short", "weights-short", attackFlags["weights-short"], g.attempt(1).decryption)
	s.attack("weights-short", "weights-short", attackFlags["weights-short"], g.attempt(1).shuffle)
}

func (s corpus) hashWithout(g group, label, item string) {
	rule := hashRule(label, item)
	name := strings.TrimPrefix(rule, "hash-")
	comment, deck := "made without the "+item+" in the hash for "+label, freeDecks[name]
	if deck != "" {
		comment += "; a factor is moved between the cards"
	}
	add := func(of func() claim) { s.attack(rule, name, comment, of) }
	switch kind, _, _ := strings.Cut(label, "/"); kind {
	case "key":
		add(g.attempt(1).key)
	case "decryption":
		add(func() claim { return g.movedDecryption(deck) })
	case "shuffle":
		add(func() claim { return g.movedShuffle(deck) })
	default: // weight, of both
		add(func() claim { return g.movedDecryption(deck) })
		add(func() claim { return g.movedShuffle("to") })
	}
}

// outside returns an encoding of G^e and a point of order 8, which isn't in the group; element-product
// is broken.
func outside(e *big.Int) (x string) {
	p := multiply(scalarOf(e), basePoint)
	for range 8 {
		p = add(p, torsion())
		_, y, z, _ := p.ExtendedCoordinates()
		if square, s := sqrtRatio(fSub(z, y), fAdd(z, y)); square {
			x := string(fAbs(s).Bytes())
			if q, ok := decode(x); ok && q.Equal(p) == 1 {
				return x
			}
		}
	}
	panic("no encoding")
}

func (s corpus) smallOrder(g group) {
	s.attack("element-product", "order-8", "K is G^e and a point of order 8; c is a multiple of 8", func() claim {
		a := g.attempt(1)
		a.public = outside(a.e)
		return a.search(attempt.key, claim.holds)
	})
	s.attack("element-product", "order-8",
		"a card is G^2e and a point of order 8, though it is to be the layer of K on G^2; its weight is a multiple of 8",
		func() claim {
			a, two := g.attempt(1), big.NewInt(2)
			from, to := []string{outside(product(a.e, two))}, []string{g.power(g.generator(), two)}
			return a.search(func(a attempt) claim { return a.decryptionOf(from, to) }, claim.holds)
		})
}

func (s corpus) primes() {
	key := func(p *big.Int) func() claim { return newGroup("", p).attempt(1).key }
	s.attack("prime-bits", "2047-bits", "a valid proof, in the group of the least safe prime of 2047 bits", key(safe2047))
	s.attack("prime-bits", "4097-bits", "a valid proof, in the group of the least safe prime of 4097 bits", key(safe4097))
	s.attack("prime-q", "pseudoprime",
		"a valid proof, in the group of a prime p, where (p-1)/2 is a product of three primes that passes Miller-Rabin with the "+
			"first 64 prime bases",
		key(deceiver()))
	s.attack("prime-p", "half-safe", "2p + 1 for the p of modp2048, which is composite; e and w are small", func() claim {
		g := newGroup("", plus(product(modp2048.p, big.NewInt(2)), 1))
		a := g.attempt(1)
		a.e = big.NewInt(12345)
		a.public = g.power(g.generator(), a.e)
		a.by.nonces = nonce("w", 0, pow2(200))
		return a.key()
	})
	s.attack("prime-q", "order-3",
		"p = 2^2047 + 1919 is a prime, and 3 divides (p-1)/2: the card has a factor of order 3, and its weight is a multiple of 3",
		func() claim {
			g := newGroup("", plus(pow2(2047), 1919))
			a := g.attempt(1)
			third := g.power(g.generator(), new(big.Int).Quo(g.q, big.NewInt(3)))
			from := []string{g.product([]string{a.to[0], third}, []*big.Int{one, one})}
			return a.search(func(a attempt) claim { return a.decryptionOf(from, a.from) }, claim.holds)
		})
}

func (s corpus) batches(g group) {
	a := g.attempt(1)
	key, decryption, shuffle := a.key(), a.decryption(), a.shuffle()
	a.context = "another context"
	key2, shuffle2 := a.key(), a.shuffle()
	s.batch("valid", "all", "proofs of each kind, of two groups", key, decryption, modp2048.attempt(1).key(), shuffle, g.attempt(2).shuffle())
	s.batch("coincidence", "repeated", "a proof twice", shuffle, shuffle)
	for i, rule := range []string{"weights-equal", "weights-counting"} {
		x := int64(1 + i)
		s.batch(rule, rule+"-keys", "two proofs of a key, neither of which holds", key.add(0, x), key2.add(0, -1))
	}
	s.batch("weights-equal", "key-shuffle", "a proof of a key and one of a shuffle, by other provers; another that holds comes first",
		key2, key.add(0, 1), shuffle.add(0, -1))
	s.batch("weights-equal", "shuffles", "two proofs of shuffles", shuffle.add(2, 5), shuffle2.add(2, -5))
	s.batch("weights-equal", "chains", "two proofs of shuffles, by their chains", shuffle.add(4, 1), shuffle2.add(4, -1))
	s.batch("weights-equal", "decryption-shuffle", "a proof of a decryption and one of a shuffle", func() claim {
		a := g.attempt(1)
		a.by = g.spoil(0, 1)
		return a.decryption()
	}(), shuffle.add(1, 1))
}
