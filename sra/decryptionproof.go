package sra

import (
	"math/big"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// ProveDecryption shows that `to` is `from` without this key's layer, as
// [Key.Decrypt] returns it, all cards in one proof: that log_G K is the logarithm
// of each card of `from` to the base of that in `to` (Chaum and Pedersen 1992).
// SPEC.md, section 7.2. The context is as that of [Key.ProveKey]. Its time depends on
// the cards of `to`, which are to be published with the proof.
//
// It returns an [ErrMalformed] if the key or a deck is the zero value, or if they
// differ in group or length. It doesn't check that what it is to show is true;
// a proof of a false statement isn't valid.
func (k Key) ProveDecryption(context []byte, from, to Deck) ([]byte, error) {
	if err := k.checkBoth(from, to); err != nil {
		return nil, err
	}
	return k.proveDecryption(context, from, to, k.entropy()), nil
}

func (k Key) proveDecryption(context []byte, from, to Deck, fresh entropy) []byte {
	g, e := k.group.g, k.secret().e
	statement := k.public.statement("decryption", context, from, to)
	w := g.nonces("decryption/nonces", fresh, statement, e.b).scalars(1)
	d := g.weightedProduct(to.x, weights(statement, to.Len()), k.routines) // D̄ = ΠD_i^u_i
	t1, t2 := g.fixedBases().Exp(1, w.b), g.a.Exp(d, w.b, 1)
	t := append(t1.Bytes()[:g.a.ElementSize():g.a.ElementSize()], t2.Bytes()...)
	c := g.widen(challenge("decryption", statement, t), challengeSize)
	return append(t, w.plus(c.times(e)).encoding()...)
}

func (k Key) checkBoth(from, to Deck) error {
	if err := k.check(from); err != nil {
		return err
	}
	if err := k.check(to); err != nil {
		return err
	}
	if from.Len() != to.Len() {
		return wrap.Errorf(ErrMalformed, "a deck of %d cards becomes one of %d", from.Len(), to.Len())
	}
	return nil
}

// DecryptionProofSize returns the length of a proof of [Key.ProveDecryption]; 0 for the
// zero group.
func DecryptionProofSize(g Group) int {
	if g.g == nil {
		return 0
	}
	return 2*g.ElementSize() + len(g.g.qBytes)
}

// VerifyDecryption checks a proof of [Key.ProveDecryption]. It returns an
// [ErrMalformed] if the proof isn't an encoding of one, or if the key or a deck is
// the zero value or they differ in group or length, and an [ErrProof] if the
// proof isn't valid for this key and these decks in this context.
func (k PublicKey) VerifyDecryption(context []byte, from, to Deck, proof []byte) error {
	return k.verifyAlone(k.parseDecryption(context, from, to, proof))
}

// A decryptionStatement is what a proof of a decryption says: that of a key, and
// D̄^s = t₂·C̄^c, where C̄ = ΠC_i^u_i and D̄ = ΠD_i^u_i.
type decryptionStatement struct {
	key    keyStatement
	t2     sequence
	c, d   Deck
	uBytes []byte
}

// parseDecryption checks all of a proof but its equations.
func (k PublicKey) parseDecryption(context []byte, from, to Deck, proof []byte) (equations, error) {
	if err := k.check(from, to); err != nil {
		return nil, err
	}
	g := k.group.g
	p := proofReader{g: g, routines: k.routines, rest: proof}
	t, tBytes := p.elements(2)
	s := p.scalars(1)
	if err := p.end(decryptionStatement{}.String()); err != nil {
		return nil, err
	}
	statement := k.statement("decryption", context, from, to)
	c := new(big.Int).SetBytes(challenge("decryption", statement, tBytes))
	return decryptionStatement{
		key: keyStatement{&s[0], c, all(t).at(0), all(k.x)},
		t2:  all(t).at(1), c: from, d: to, uBytes: weights(statement, from.Len()),
	}, nil
}

func (s decryptionStatement) String() string { return "the proof of the decryption" }

func (s decryptionStatement) factors() int { return s.c.Len() + 5 }

// addTo computes D̄ by itself where exponents may be short.
func (s decryptionStatement) addTo(p *product, routines int) {
	s.key.add(p, &p.g.randomWeights(1)[0])
	w, u := p.oneWeight(), p.g.numbers(s.uBytes, challengeSize)
	ws, wc := p.next().Mul(w, s.key.s), p.next().Mul(w, s.key.c)
	p.divide(s.t2, w)
	if p.g.short {
		p.power(all(p.g.weightedProduct(s.d.x, s.uBytes, routines))).Set(ws)
	} else {
		p.reduce(ws)
		for i, e := range p.powers(all(s.d.x)) {
			p.add(e, ws, &u[i])
		}
	}
	wc.Neg(wc)
	for i, e := range p.powers(all(s.c.x)) {
		p.add(e, wc, &u[i])
	}
}
