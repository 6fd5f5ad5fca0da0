package sra

import "github.com/squaredeal/squaredeal/internal/wrap"

// The equations of a proof hold if what it says is true.
type equations interface {
	String() string // what has them
	factors() int   // of the product of its equations, at most
	// addTo multiplies a product by the equations, each to a random weight.
	addTo(p *product, routines int)
}

// verifyAlone checks the equations of one proof, if parsing it gave no error.
func (k PublicKey) verifyAlone(s equations, err error) error {
	if err != nil {
		return err
	}
	p := k.group.g.newProduct(s.factors())
	s.addTo(p, k.routines)
	if !p.isOne(k.routines) {
		return wrap.Errorf(ErrProof, "%v doesn't hold", s)
	}
	return nil
}

// A Batch checks many proofs together, such as those of a hand, or of a thousand that an
// auditor reads. It takes less time than one after another, for shuffles of 52 cards in
// ristretto255 two thirds with five of them: the generators, and each deck that a proof
// leaves to the next, are counted once. They are one and the same deck for a Batch if
// they are the same [Deck], not another one of the same cards.
//
// A proof that is added is parsed, and takes memory, with its decks about 80 kB for 52 cards in
// ristretto255, until [Batch.Verify] checks it, which takes as much again for all of them
// together: until then nothing is shown. The zero value is empty and ready for use. A Batch must
// not be used concurrently.
type Batch struct {
	proofs []batched
}

type batched struct {
	k PublicKey
	equations
}

// Len returns the number of proofs that have been added since the last call of Verify.
func (b *Batch) Len() int { return len(b.proofs) }

// AddKey adds a proof of [Key.ProveKey]. Like AddDecryption and AddShuffle, it returns the
// errors of the method of [PublicKey] that checks the proof, except that it doesn't
// hold. The Batch is then unchanged. Keys may be of several groups.
func (b *Batch) AddKey(k PublicKey, context, proof []byte) error {
	s, err := k.parseKey(context, proof)
	return b.add(k, s, err)
}

// AddDecryption adds a proof of [Key.ProveDecryption], as [PublicKey.VerifyDecryption]
// takes it.
func (b *Batch) AddDecryption(k PublicKey, context []byte, from, to Deck, proof []byte) error {
	s, err := k.parseDecryption(context, from, to, proof)
	return b.add(k, s, err)
}

// AddShuffle adds a proof of [Key.ProveShuffle], as [PublicKey.VerifyShuffle] takes it.
func (b *Batch) AddShuffle(k PublicKey, context []byte, from, to Deck, proof []byte) error {
	s, err := k.parseShuffle(context, from, to, proof)
	return b.add(k, s, err)
}

func (b *Batch) add(k PublicKey, s equations, err error) error {
	if err == nil {
		b.proofs = append(b.proofs, batched{k, s})
	}
	return err
}

// Verify checks all proofs that have been added, and empties the Batch. If one doesn't hold,
// Verify returns an [ErrProof] and the number of the first such, counted from 0: it has
// checked each by itself then. Otherwise the number is that of the proofs. It shares its work
// among as many goroutines as the key of the first proof ([PublicKey.Parallel]). Proofs one of
// which doesn't hold pass with a probability of at most 2⁻¹²⁷, whatever they are.
func (b *Batch) Verify() (valid int, err error) {
	proofs := b.proofs
	b.proofs = nil
	if len(proofs) > 1 && hold(proofs) {
		return len(proofs), nil
	}
	for i, s := range proofs {
		if err := s.k.verifyAlone(s.equations, nil); err != nil {
			return i, err
		}
	}
	return len(proofs), nil
}

// hold reports whether all proofs hold, by one product for each group.
func hold(proofs []batched) bool {
	factors, products := map[string]int{}, map[string]*product{}
	for _, s := range proofs {
		factors[s.k.group.Name()] += s.factors()
	}
	for _, s := range proofs {
		name := s.k.group.Name()
		if products[name] == nil {
			products[name] = s.k.group.g.newProduct(factors[name])
		}
		s.addTo(products[name], proofs[0].k.routines)
	}
	for _, p := range products {
		if !p.isOne(proofs[0].k.routines) {
			return false
		}
	}
	return true
}
