package sra

import "math/big"

// ProveKey shows that its owner has the key (Schnorr): otherwise a seat could
// announce a public key that it computed from those of others. SPEC.md, section 7.1.
//
// Like all proofs of this package, it shows nothing else, and is valid in one context
// only, so that nobody can use a copy of it elsewhere: bytes of any length that prover
// and verifier know, which name for example the session, the hand, the seat and the step.
//
// It returns an [ErrMalformed] for the zero value.
func (k Key) ProveKey(context []byte) ([]byte, error) {
	if k.isZero() {
		return nil, malformed("zero Key")
	}
	return k.proveKey(context, k.entropy()), nil
}

func (k Key) proveKey(context []byte, fresh entropy) []byte {
	g, e := k.group.g, k.secret().e
	statement := k.public.statement("key", context)
	w := g.nonces("key/nonces", fresh, statement, e.b).scalars(1)
	t := g.fixedBases().Exp(1, w.b).Bytes()
	c := g.widen(challenge("key", statement, t), challengeSize)
	return append(t[:len(t):len(t)], w.plus(c.times(e)).encoding()...)
}

// KeyProofSize returns the length of a proof of [Key.ProveKey]; 0 for the zero group.
func KeyProofSize(g Group) int {
	if g.g == nil {
		return 0
	}
	return g.ElementSize() + len(g.g.qBytes)
}

// VerifyKey checks a proof of [Key.ProveKey] for this public key. It returns an
// [ErrMalformed] if the proof isn't an encoding of one, and an [ErrProof] if it
// isn't valid for this key in this context.
func (k PublicKey) VerifyKey(context, proof []byte) error {
	if err := k.check(); err != nil {
		return err
	}
	const what = "the proof of the key"
	g := k.group.g
	p := proofReader{g: g, routines: k.routines, rest: proof}
	t, tBytes := p.elements(1)
	s := p.scalars(1)
	if err := p.end(what); err != nil {
		return err
	}
	c := new(big.Int).SetBytes(challenge("key", k.statement("key", context), tBytes))
	sum := g.newProduct(3)
	sum.keyEquation(weight{one, c}, &s[0], all(t), all(k.x))
	return sum.isOne(k.routines, what)
}

// keyEquation is G^s = t·K^c.
func (p *product) keyEquation(w weight, s *big.Int, t, k sequence) {
	p.power(all(p.g.generator)).Mul(w.w, s)
	p.power(t).Neg(w.w)
	p.power(k).Neg(w.wc)
}
