package sra

import "slices"

// ProveDecryption shows that `to` is `from` without this key's layer, as
// [Key.Decrypt] returns it, all cards in one proof: that log_G K is the logarithm
// of each card of `from` to the base of that in `to` (Chaum and Pedersen 1992).
// SPEC.md, section 7.2.
//
// It returns an [ErrMalformed] if the key or a deck is the zero value, or if they
// aren't of one group and length. It doesn't check that what it is to show is true;
// a proof of what isn't, isn't valid.
func (k Key) ProveDecryption(context []byte, from, to Deck) ([]byte, error) {
	if err := k.checkBoth(from, to); err != nil {
		return nil, err
	}
	return k.proveDecryption(context, from, to, newEntropy()), nil
}

func (k Key) proveDecryption(context []byte, from, to Deck, fresh entropy) []byte {
	g, e := k.group.g, k.secret().e
	size := len(g.pBytes)
	statement := k.public.statement("decryption", context, from, to)
	w := g.nonces("decryption/nonces", fresh, statement, e).scalars(1)
	t := make([]byte, 2*size)
	g.fixedBases().Exp(t[:size], w)
	g.product(t[size:], to.encoded, weights(statement, to.Len()), k.routines)
	g.modP.Exp(t[size:], t[size:], w)
	g.absEach(t)
	c := challenge("decryption", statement, t)
	return append(t, g.addq(w, g.mulq(g.widen(c, challengeSize), e))...)
}

// product sets dst to the product of the elements, each to its weight. Both are
// public.
func (g *group) product(dst, elements, weights []byte, routines int) {
	g.multiExp(dst, elements, slices.Collect(slices.Chunk(weights, challengeSize)), routines)
}

func (k Key) checkBoth(from, to Deck) error {
	if err := k.check(from); err != nil {
		return err
	}
	if err := k.check(to); err != nil {
		return err
	}
	if from.Len() != to.Len() {
		return malformed("a deck of %d cards becomes one of %d", from.Len(), to.Len())
	}
	return nil
}

func decryptionProofSize(g Group) int { return 2*len(g.g.pBytes) + len(g.g.qBytes) }
