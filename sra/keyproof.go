package sra

import (
	"math/big"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

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
		return nil, wrap.Errorf(ErrMalformed, "zero Key")
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
	return k.verifyAlone(k.parseKey(context, proof))
}

// A keyStatement is what a proof of a key says: G^s = t·K^c.
type keyStatement struct {
	s, c *big.Int
	t, k sequence
}

// parseKey checks all of a proof but its equation.
func (k PublicKey) parseKey(context, proof []byte) (equations, error) {
	if err := k.check(); err != nil {
		return nil, err
	}
	g := k.group.g
	p := proofReader{g: g, routines: k.routines, rest: proof}
	t, tBytes := p.elements(1)
	s := p.scalars(1)
	if err := p.end(keyStatement{}.String()); err != nil {
		return nil, err
	}
	c := new(big.Int).SetBytes(challenge("key", k.statement("key", context), tBytes))
	return keyStatement{&s[0], c, all(t), all(k.x)}, nil
}

func (s keyStatement) String() string { return "the proof of the key" }

func (s keyStatement) factors() int { return 3 }

func (s keyStatement) addTo(p *product, _ int) { s.add(p, p.oneWeight()) }

func (s keyStatement) add(p *product, w *big.Int) {
	p.add(p.power(all(p.g.generator)), w, s.s)
	p.divide(s.t, w)
	p.divide(s.k, new(big.Int).Mul(w, s.c))
}
