package sra

// Prove shows that its owner has the key, in Schnorr's way: without that, a seat
// could announce a public key computed from those of others. SPEC.md, section 7.1.
//
// It returns an [ErrMalformed] for the zero value.
func (k Key) Prove(context []byte) ([]byte, error) {
	if k.isZero() {
		return nil, malformed("the key is missing")
	}
	return k.prove(context, newEntropy()), nil
}

func (k Key) prove(context []byte, fresh entropy) []byte {
	g, e := k.group.g, k.secret().e
	statement := k.public.statement("key", context)
	w := g.nonces("key/nonces", fresh, statement, e).scalars(1)
	t := make([]byte, len(g.pBytes))
	g.fixedBases().Exp(t, w)
	g.absEach(t)
	c := challenge("key", statement, t)
	return append(t, g.addq(w, g.mulq(g.widen(c, challengeSize), e))...)
}

// statement is the digest of all that a proof of this kind is about.
func (k PublicKey) statement(kind string, context []byte, decks ...Deck) digest {
	fields := [][]byte{[]byte(k.element.group.g.name), context, k.element.encoded}
	for _, d := range decks {
		fields = append(fields, d.encoded)
	}
	return hashFields(kind+"/statement", fields...)
}

// challenge returns the challenge to what the prover has committed itself to.
func challenge(kind string, seed digest, commitments ...[]byte) []byte {
	d := hashFields(kind+"/challenge", append([][]byte{seed[:]}, commitments...)...)
	return d[:challengeSize]
}
