package main

import (
	"encoding/hex"
	"math/big"
	"slices"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// changes are ways to spoil a proof of these numbers of elements, scalars and s′, in this
// order, and the error.
func (g group) changes(proof []byte, elements, scalars int) (out []struct {
	id, comment, result string
	proof               []byte
}) {
	add := func(id, comment, result string, b []byte) {
		out = append(out, struct {
			id, comment, result string
			proof               []byte
		}{id, comment, result, b})
	}
	size, qSize := g.size(), len(g.q.Bytes())
	set := func(at int, value []byte) []byte {
		b := slices.Clone(proof)
		copy(b[at:], value)
		return b
	}
	element := func(x *big.Int) []byte { return g.bytes([]*big.Int{x}) }
	flipped := slices.Clone(proof)
	low := elements*size + scalars*qSize - 1
	if g.curve {
		low -= qSize - 1
	}
	flipped[low] ^= 1
	first := new(big.Int).SetBytes(proof[:size])
	add("changed", "the lowest bit of its last scalar changed", "invalid", flipped)
	if g.curve {
		negative := new(big.Int).Sub(fieldP, little(proof[:size])).FillBytes(make([]byte, size))
		slices.Reverse(negative)
		add("negated", "its first element as the negative field element", "malformed", set(0, negative))
		add("identity", "its last element is the identity", "malformed", set((elements-1)*size, make([]byte, size)))
	} else {
		add("negated", "its first element negated", "malformed", set(0, element(new(big.Int).Sub(g.p, first))))
		add("zero", "its first element is 0", "malformed", set(0, element(new(big.Int))))
		add("identity", "its last element is 1", "malformed", set((elements-1)*size, element(one)))
	}
	add("q", "its first scalar is q", "malformed", set(elements*size, g.scalarBytes(g.q)))
	add("short", "a byte less at the end", "malformed", proof[:len(proof)-1])
	add("long", "a byte more", "malformed", append(slices.Clone(proof), 0))
	add("empty", "nothing", "malformed", nil)
	return out
}

// proofCase is that of a proof about two decks.
func (g group) proofCase(operation, id, comment, result, context, public string, from, to []*big.Int, proof []byte) vectors.Case {
	return vectors.Case{
		ID: operation + "/" + g.prefix() + id, Comment: comment,
		Inputs: inGroup(g, vectors.Fields{
			"context": context, "public": public, "from": hex.EncodeToString(g.bytes(from)), "to": hex.EncodeToString(g.bytes(to)), "proof": hex.EncodeToString(proof),
		}), Result: result,
	}
}

func proofs() (out []vectors.Case) {
	groups := []struct {
		id, comment string
		g           group
	}{
		{"ristretto255", ", on the curve", ristretto255},
		{"modp2048", "", modp2048},
		{"modp3072", ", in another group", modp3072},
		{"2049-bits", ", where scalars are a byte shorter than elements", least2049},
	}
	contexts := []struct{ id, context string }{{"", "squaredeal test context"}, {"-no-context", ""}}
	for _, c := range groups {
		for _, context := range contexts {
			id, g := c.id+context.id, c.g
			e := g.exponentFor("proof")
			proof, statement, challenge := g.keyProof([]byte(context.context), random("keyproof"), e)
			public := g.element(g.power(g.generator(), e))
			out = append(out, vectors.Case{
				ID: "keyproof/" + id, Comment: "a proof of a key" + c.comment,
				Inputs:        inGroup(g, vectors.Fields{"context": context.context, "e": g.exponent(e), "random": hex.EncodeToString(random("keyproof"))}),
				Intermediates: vectors.Fields{"public": public, "statement": hex.EncodeToString(statement), "challenge": challenge.Text(16)},
				Outputs:       vectors.Fields{"proof": hex.EncodeToString(proof)}, Result: "ok",
			})
			if id != "modp2048" && id != "ristretto255" {
				continue
			}
			refuse := func(id, comment, result, context, public string, proof []byte) {
				out = append(out, vectors.Case{
					ID: "keyproof/" + g.prefix() + id, Comment: comment,
					Inputs: inGroup(g, vectors.Fields{"context": context, "public": public, "proof": hex.EncodeToString(proof)}), Result: result,
				})
			}
			for _, change := range g.changes(proof, 1, 1) {
				refuse(change.id, change.comment, change.result, context.context, public, change.proof)
			}
			refuse("other-context", "in another context", "invalid", "another context", public, proof)
			refuse("other-key", "of another public key", "invalid", context.context, g.element(g.numbered(1)), proof)
			refuse("generator", "the public key is G", "malformed", context.context, g.element(g.generator()), proof)
		}
	}

	for _, c := range groups {
		for _, n := range []int{1, 3} {
			g, context := c.g, "squaredeal test context"
			if n == 1 && c.id != "modp2048" && c.id != "ristretto255" {
				continue
			}
			id := c.id
			if n == 1 {
				id = g.prefix() + "one-card"
			}
			e := g.exponentFor("proof")
			to := g.deck(proofLabel, n)
			from := g.powers(to, e)
			proof, statement, u, challenge := g.decryptionProof([]byte(context), random("decryptionproof"), e, from, to)
			out = append(out, vectors.Case{
				ID: "decryptionproof/" + id, Comment: "a proof that the label's cards are what is under their encryption" + c.comment,
				Inputs: inGroup(g, vectors.Fields{"context": context, "e": g.exponent(e), "label": proofLabel, "n": n, "random": hex.EncodeToString(random("decryptionproof"))}),
				Intermediates: vectors.Fields{
					"from": g.digest(from), "statement": hex.EncodeToString(statement), "weight0": u[0].Text(16), "challenge": challenge.Text(16),
				},
				Outputs: vectors.Fields{"proof": hex.EncodeToString(proof)}, Result: "ok",
			})
			if id != "modp2048" && id != "ristretto255" {
				continue
			}
			public := g.element(g.power(g.generator(), e))
			refuse := func(id, comment, result, context, public string, from, to []*big.Int, proof []byte) {
				out = append(out, g.proofCase("decryptionproof", id, comment, result, context, public, from, to, proof))
			}
			for _, change := range g.changes(proof, 2, 1) {
				refuse(change.id, change.comment, change.result, context, public, from, to, change.proof)
			}
			refuse("other-context", "in another context", "invalid", "another context", public, from, to, proof)
			refuse("other-key", "of another public key", "invalid", context, g.element(g.numbered(1)), from, to, proof)
			refuse("exchanged", "the decks are exchanged", "invalid", context, public, to, from, proof)
			wrong := slices.Clone(to)
			wrong[0], wrong[1] = wrong[1], wrong[0]
			false1, _, _, _ := g.decryptionProof([]byte(context), random("decryptionproof"), e, from, wrong)
			refuse("swapped-cards", "two cards are exchanged, and the proof made for that", "invalid", context, public, from, wrong, false1)
			refuse("fewer-cards", "a card less after than before", "malformed", context, public, from, to[:2], proof)
			refuse("more-cards", "a card more after than before", "malformed", context, public, from[:2], to, proof)
			refuse("generator", "the public key is G", "malformed", context, g.element(g.generator()), from, to, proof)
			refuse("repeated-card", "two cards of the deck after are the same", "malformed", context, public, from, []*big.Int{to[0], to[1], to[0]}, proof)
			other := g.exponentFor("another")
			fromOther := g.powers(to, other)
			statementOther := g.decryptionProofFor([]byte(context), random("decryptionproof"), g.power(g.generator(), e), other, fromOther, to)
			refuse("another-key", "the layer of another key, and the proof made with that: all holds but G^s = t1·K^c", "invalid", context, public, fromOther, to, statementOther)
			cancelling, _, _, _ := g.decryptionSteps([]byte(context), random("decryptionproof"), g.power(g.generator(), e), e, from, to, 1, -1)
			refuse("t1-times-g-t2-over-g", "neither equation holds, and they would cancel each other if they had the same weight", "invalid", context, public, from, to, cancelling)
		}
	}

	for _, c := range []struct {
		id, comment string
		g           group
		n           int
	}{
		{"ristretto255-3", "three cards, with the proof in full", ristretto255, 3},
		{"ristretto255-1", "one card", ristretto255, 1},
		{"ristretto255-52", "52 cards", ristretto255, 52},
		{"3", "three cards, with the proof in full", modp2048, 3},
		{"1", "one card", modp2048, 1},
		{"52", "52 cards", modp2048, 52},
		{"modp3072", "another group", modp3072, 2},
		{"2049-bits", "scalars are a byte shorter than elements", least2049, 3},
	} {
		g, context := c.g, "squaredeal test context"
		e, order := g.exponentFor("proof"), orderOf("proof", c.n)
		x := g.deck(proofLabel, c.n)
		y := permute(g.powers(x, e), order)
		p := g.shuffleProof([]byte(context), random("shuffleproof"), e, x, y, order)
		outputs := vectors.Fields{"sha256": hex.EncodeToString(sha(p.bytes)), "size": len(p.bytes)}
		if c.n == 3 && c.g.name != least2049.name {
			outputs["proof"] = hex.EncodeToString(p.bytes)
		}
		out = append(out, vectors.Case{
			ID: "shuffleproof/" + c.id, Comment: c.comment,
			Inputs: inGroup(g, vectors.Fields{
				"context": context, "e": g.exponent(e), "label": proofLabel, "n": c.n, "order": []string{line(order)}, "random": hex.EncodeToString(random("shuffleproof")),
			}),
			Intermediates: vectors.Fields{
				"to": g.digest(y), "statement": hex.EncodeToString(p.statement), "sigma": hex.EncodeToString(p.sigma),
				"weight0": p.u[0].Text(16), "challenge": p.c.Text(16), "parts": p.parts,
			},
			Outputs: outputs, Result: "ok",
		})
	}
	return append(out, append(ristretto255.falseShuffles(), modp2048.falseShuffles()...)...)
}

// prefix is that of the ids of a group's cases that are refused.
func (g group) prefix() string {
	if g.curve {
		return "ristretto255-"
	}
	return ""
}

// falseShuffles are proofs of shuffles that are refused.
func (g group) falseShuffles() (out []vectors.Case) {
	context, n := "squaredeal test context", 2
	e, order := g.exponentFor("proof"), []int{1, 0}
	public := g.element(g.power(g.generator(), e))
	x := g.deck(proofLabel, n)
	y := permute(g.powers(x, e), order)
	prove := func(y []*big.Int) []byte {
		return g.shuffleProof([]byte(context), random("shuffleproof"), e, x, y, order).bytes
	}
	proof := prove(y)
	refuse := func(id, comment, result, context, public string, x, y []*big.Int, proof []byte) {
		out = append(out, g.proofCase("shuffleproof", id, comment, result, context, public, x, y, proof))
	}
	scalars := n + 4
	if !g.short() {
		scalars += n
	}
	for _, change := range g.changes(proof, 3*n+5, scalars) {
		if g.short() && (change.id == "zero" || change.id == "identity" || change.id == "long" || change.id == "empty") {
			continue // as above; each takes 14 kB
		}
		refuse(change.id, change.comment, change.result, context, public, x, y, change.proof)
	}
	size, qSize := g.size(), len(g.q.Bytes())
	over := slices.Clone(proof)
	copy(over[(3*n+5)*size+(n+3)*qSize:], g.scalarBytes(g.q))
	refuse("s-hat", "the last ŝ is q", "malformed", context, public, x, y, over)
	over = slices.Clone(proof)
	if g.short() {
		over[len(over)-43] = 2
		refuse("s-prime", "the last s′ is 2^337 and more", "malformed", context, public, x, y, over)
	} else {
		copy(over[len(over)-qSize:], g.scalarBytes(g.q))
		refuse("s-prime", "the last s′ is q", "malformed", context, public, x, y, over)
	}
	refuse("generator", "the public key is G", "malformed", context, g.element(g.generator()), x, y, proof)
	refuse("fewer-cards", "a card less after than before", "malformed", context, public, x, y[:1], proof)
	refuse("repeated-card", "two cards after are the same", "malformed", context, public, x, []*big.Int{y[0], y[0]}, proof)
	refuse("other-context", "in another context", "invalid", "another context", public, x, y, proof)
	refuse("other-key", "of another public key", "invalid", context, g.element(g.numbered(1)), x, y, proof)
	refuse("exchanged", "the decks are exchanged", "invalid", context, public, y, x, proof)
	foreign := []*big.Int{y[0], g.power(g.card("another label", 0), e)}
	refuse("foreign-card", "a card of another deck, and the proof made for that", "invalid", context, public, x, foreign, prove(foreign))
	exponent := []*big.Int{y[0], g.power(x[0], g.exponentFor("another"))}
	refuse("other-exponent", "a card to another exponent, and the proof made for that", "invalid", context, public, x, exponent, prove(exponent))
	// Of one card, proofs for which one equation alone doesn't hold. Responses aren't in the
	// challenge, so they can be changed afterwards.
	card, other := g.deck(proofLabel, 1), g.exponentFor("another")
	encrypted := g.powers(card, e)
	whole := g.shuffleProof([]byte(context), random("shuffleproof"), e, card, encrypted, []int{0}).bytes
	// add adds n to a scalar of the proof, s₁ … s₄ and then ŝ_1 …, of some cards.
	add := func(proof []byte, cards, number int, n *big.Int) []byte {
		changed := slices.Clone(proof)
		at := changed[(3*cards+5)*size+number*qSize:][:qSize]
		copy(at, g.scalarBytes(g.plus(g.scalarOf(at), n)))
		return changed
	}
	minusOne := g.minusOne()
	for i, name := range []string{"s1", "s2", "s3", "", "sHat"} {
		if name == "" {
			continue // s4 is in two equations
		}
		refuse(name+"-plus-1", "one card; one equation doesn't hold, as this number is 1 more", "invalid", context, public, card, encrypted, add(whole, 1, i, one))
	}
	for _, two := range [][2]int{{0, 1}, {0, 2}, {1, 2}, {2, 4}} {
		names := []string{"s1", "s2", "s3", "", "sHat"}
		refuse(names[two[0]]+"-plus-1-"+names[two[1]]+"-minus-1", "one card; two equations don't hold, and would cancel each other if they had the same weight",
			"invalid", context, public, card, encrypted, add(add(whole, 1, two[0], one), 1, two[1], minusOne))
	}
	refuse("sHat1-plus-1", "two cards; the first link of the chain alone doesn't hold", "invalid", context, public, x, y, add(proof, 2, 4, one))
	refuse("sHat2-plus-1", "two cards; the last link alone doesn't hold", "invalid", context, public, x, y, add(proof, 2, 5, one))
	refuse("sHat1-plus-1-sHat2-minus-1", "two cards; two links don't hold, and would cancel each other if they had the same weight",
		"invalid", context, public, x, y, add(add(proof, 2, 4, one), 2, 5, minusOne))
	spoiled := func(powers ...int64) shuffleProof {
		return g.shuffleProofFor([]byte(context), random("shuffleproof"), g.power(g.generator(), e), e, card, encrypted, []int{0}, powers...)
	}
	refuse("t4-times-g-t5-over-g", "one card; two equations don't hold, and would cancel each other if they had the same weight",
		"invalid", context, public, card, encrypted, spoiled(0, 0, 0, 1, -1).bytes)
	late := spoiled(0, 0, 0, 1)
	refuse("t4-times-g-s3-minus-c", "one card; two equations don't hold, and would cancel each other if the weights of 3 and 4 were fixed to -1/c and 1",
		"invalid", context, public, card, encrypted, add(late.bytes, 1, 2, new(big.Int).Neg(late.c)))
	elsewhere := g.powers(card, other)
	statement := g.shuffleProofFor([]byte(context), random("shuffleproof"), g.power(g.generator(), e), other, card, elsewhere, []int{0}).bytes
	refuse("another-key", "one card, encrypted with another key, and the proof made for that key: all equations hold but that of K", "invalid", context, public, card, elsewhere, statement)

	// A statement that is true, and is refused all the same.
	x = []*big.Int{x[0], y[1]}
	y = permute(g.powers(x, e), order)
	refuse("in-clear", "card 1 is card 1 of the deck before, as that has a card and its encryption", "invalid", context, public, x, y, prove(y))
	return out
}
