package sra_test

import (
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
)

// A step is what a seat does with the deck that it is given, with its proofs.
type step struct {
	public                         sra.PublicKey
	from, to, card, opened         sra.Deck
	keyProof, shuffle, decryption  []byte
	badKey, badShuffle, badOpening []byte // of the right form
}

// steps are those of seats that shuffle n cards, one after another, and take their layers off
// one card.
func steps(t testing.TB, g sra.Group, seats, n int) []step {
	t.Helper()
	all, now := make([]step, seats), mustPublic(t, g, "batch", n)
	must := func(b []byte, err error) []byte {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	keys := make([]sra.Key, seats)
	for i := range all {
		k, s := fixedKey(t, g, fmt.Sprint("seat ", i)), &all[i]
		to, order, err := k.Shuffle(now)
		if err != nil {
			t.Fatal(err)
		}
		keys[i] = k
		s.public, s.from, s.to = k.Public(), now, to
		s.keyProof = must(k.ProveKey(testContext))
		s.shuffle = must(k.ProveShuffle(testContext, now, to, order))
		s.badKey, s.badShuffle = another(g, s.keyProof), another(g, s.shuffle)
		now = to
	}
	card, err := now.Select(n / 2)
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		s := &all[i]
		s.card, s.opened = card, mustDecrypt(t, keys[i], card)
		s.decryption = must(keys[i].ProveDecryption(testContext, s.card, s.opened))
		s.badOpening = another(g, s.decryption)
		card = s.opened
	}
	return all
}

// another returns a proof with another last number.
func another(g sra.Group, proof []byte) []byte {
	proof = slices.Clone(proof)
	if g.P() == nil {
		proof[len(proof)-sra.Ristretto255().ElementSize()] ^= 1
	} else {
		proof[len(proof)-1] ^= 1
	}
	return proof
}

func TestBatch(t *testing.T) { onBothKinds(t, testBatch) }

func testBatch(t *testing.T, g sra.Group) {
	const seats = 3
	all := steps(t, g, seats, 5)
	fill := func(b *sra.Batch, bad ...int) {
		t.Helper()
		pick := func(good, wrong []byte) []byte {
			if slices.Contains(bad, b.Len()) {
				return wrong
			}
			return good
		}
		for _, s := range all {
			k := s.public.Parallel(2)
			for _, err := range []error{
				b.AddKey(k, testContext, pick(s.keyProof, s.badKey)),
				b.AddShuffle(k, testContext, s.from, s.to, pick(s.shuffle, s.badShuffle)),
				b.AddDecryption(k, testContext, s.card, s.opened, pick(s.decryption, s.badOpening)),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	var b sra.Batch
	for range 2 {
		fill(&b)
		if b.Len() != 3*seats {
			t.Errorf("%d proofs", b.Len())
		}
		if valid, err := b.Verify(); valid != 3*seats || err != nil {
			t.Errorf("%d proofs are valid: %v", valid, err)
		}
		if valid, err := b.Verify(); b.Len() != 0 || valid != 0 || err != nil {
			t.Errorf("after that, %d proofs are left, %d valid: %v", b.Len(), valid, err)
		}
	}
	for i := range 3 * seats {
		for _, bad := range [][]int{{i}, {i, i + 1}, {3*seats - 1, i}} {
			fill(&b, bad...)
			if valid, err := b.Verify(); valid != i || !errors.Is(err, sra.ErrProof) {
				t.Errorf("proofs %v are wrong: %d, %v", bad, valid, err)
			}
		}
	}
	// One proof twice, and one for another context.
	s := all[0]
	for _, context := range [][]byte{testContext, []byte("another")} {
		b.AddShuffle(s.public, testContext, s.from, s.to, s.shuffle)
		b.AddShuffle(s.public, context, s.from, s.to, s.shuffle)
		if valid, err := b.Verify(); err == nil != (string(context) == string(testContext)) || err != nil && valid != 1 {
			t.Errorf("a second time for %q: %d, %v", context, valid, err)
		}
	}
}

// What can't be added leaves the batch as it was.
func TestBatchRefuses(t *testing.T) {
	g := sra.Ristretto255()
	s, foreign := steps(t, g, 1, 2)[0], steps(t, smallGroup(), 1, 2)[0]
	var b sra.Batch
	if err := b.AddKey(s.public, testContext, s.keyProof); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ err, want error }{
		"a short proof":     {b.AddKey(s.public, testContext, s.keyProof[1:]), sra.ErrMalformed},
		"a long proof":      {b.AddDecryption(s.public, testContext, s.card, s.opened, append(s.decryption, 0)), sra.ErrMalformed},
		"no key":            {b.AddKey(sra.PublicKey{}, testContext, s.keyProof), sra.ErrMalformed},
		"no deck":           {b.AddShuffle(s.public, testContext, s.from, sra.Deck{}, s.shuffle), sra.ErrMalformed},
		"another group":     {b.AddShuffle(s.public, testContext, foreign.from, foreign.to, s.shuffle), sra.ErrMalformed},
		"an unchanged card": {b.AddShuffle(s.public, testContext, s.from, s.from, s.shuffle), sra.ErrProof},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v", name, c.err)
		}
	}
	if valid, err := b.Verify(); valid != 1 || err != nil {
		t.Errorf("%d proofs are valid: %v", valid, err)
	}
}

// Proofs of several groups are checked together, and one that doesn't hold is found in each.
func TestBatchGroups(t *testing.T) {
	all := steps(t, sra.Ristretto255(), 2, 2)
	for i, s := range steps(t, smallGroup(), 2, 2) {
		all = slices.Insert(all, 2*i, s)
	}
	for bad := range len(all) + 1 {
		var b sra.Batch
		for i, s := range all {
			proof := s.shuffle
			if i == bad {
				proof = s.badShuffle
			}
			if err := b.AddShuffle(s.public, testContext, s.from, s.to, proof); err != nil {
				t.Fatal(err)
			}
		}
		if valid, err := b.Verify(); valid != bad || (err == nil) != (bad == len(all)) || err != nil && !errors.Is(err, sra.ErrProof) {
			t.Errorf("proof %d is wrong: %d, %v", bad, valid, err)
		}
	}
}

// Proofs of decks of different lengths, by turns, take no more memory than others: each has not
// its own generators, with their tables.
func TestBatchLengths(t *testing.T) { onBothKinds(t, testBatchLengths) }

func testBatchLengths(t *testing.T, g sra.Group) {
	var of []step
	for _, n := range []int{40, 39} {
		of = append(of, steps(t, g, 1, n)...)
	}
	var b sra.Batch
	taken := func(lengths ...int) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i := range 20 {
			s := of[lengths[i%len(lengths)]]
			if err := b.AddShuffle(s.public, testContext, s.from, s.to, s.shuffle); err != nil {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	taken(0, 1)
	if same, turns := taken(0), taken(0, 1); turns > same*5/4 {
		t.Errorf("proofs of one length take %d bytes, and of two %d", same, turns)
	}
	if valid, err := b.Verify(); valid != 60 || err != nil {
		t.Errorf("%d proofs are valid: %v", valid, err)
	}
}

// Two proofs whose errors cancel each other if they have equal weights, in each of the
// commitments of each equation.
func TestBatchCancelling(t *testing.T) { onBothKinds(t, testBatchCancelling) }

func testBatchCancelling(t *testing.T, g sra.Group) {
	key := fixedKey(t, g, "cancelling")
	e := exponentOf(g, key)
	p := prove(t, g, 2)
	to, order, err := key.Shuffle(p.from)
	if err != nil {
		t.Fatal(err)
	}
	r := newReference(g, key.Public(), p.from, to, 3)
	z, m := r.generator(7), matrixOf(order.Reveal().Ints()...)
	for at := range 7 { // t₁ … t₅, t̂₁, t̂₂
		var proofs [2][]byte
		for i := range proofs {
			r.spoil = func(t, tHat []*big.Int) {
				x := &append(slices.Clone(t), tHat...)[at]
				spoilt := r.product([]*big.Int{*x, z}, []*big.Int{big.NewInt(1), big.NewInt(int64(1 - 2*i))})
				if at < len(t) {
					t[at] = spoilt
				} else {
					tHat[at-len(t)] = spoilt
				}
			}
			c, randomness := r.commit(m)
			proofs[i] = r.encode(r.prove(m, c, randomness, e))
		}
		for range 4 {
			var b sra.Batch
			for _, proof := range proofs {
				if err := b.AddShuffle(key.Public(), r.context, p.from, to, proof); err != nil {
					t.Fatal(err)
				}
			}
			if valid, err := b.Verify(); valid != 0 || !errors.Is(err, sra.ErrProof) {
				t.Errorf("commitment %d: %d, %v", at, valid, err)
			}
		}
	}
}

// A failingProver adds proofs to batches, each of which fails by a power of G in one equation.
type failingProver struct {
	*reference
	key       sra.Key
	e         *big.Int
	matrix    matrix
	encrypted sra.Deck
}

func newFailingProver(t *testing.T, g sra.Group) *failingProver {
	key, from := fixedKey(t, g, "cancelling"), prove(t, g, 2).from
	to, order, err := key.Shuffle(from)
	if err != nil {
		t.Fatal(err)
	}
	return &failingProver{newReference(g, key.Public(), from, to, 4), key, exponentOf(g, key), matrixOf(order.Reveal().Ints()...),
		mustEncrypt(t, key, from)}
}

func (p *failingProver) spoilt(x *big.Int, power int64) *big.Int {
	return p.product([]*big.Int{x, p.generator(0)}, []*big.Int{one, big.NewInt(power)})
}

// response is what follows a statement in the proof of a key or a decryption, by the nonce w.
func (p *failingProver) response(kind string, statement []byte, commitments []*big.Int, w *big.Int) []byte {
	s := new(big.Int).SetBytes(refHash(kind+"/challenge", statement, p.bytes(commitments))[:16])
	s.Add(s.Mul(s, p.e), w)
	return append(p.bytes(commitments), scalar(p.g, s.Mod(s, p.q))...)
}

func (p *failingProver) addKey(b *sra.Batch, power int64) error {
	w := p.scalars(1)[0]
	statement := refHash("key/statement", []byte(p.g.Name()), p.context, p.public.Bytes())
	commitments := []*big.Int{p.spoilt(p.power(p.generator(0), w), power)}
	return b.AddKey(p.public, p.context, p.response("key", statement, commitments, w))
}

// addDecryption fails in equation 1 or 2, at 0 or 1.
func (p *failingProver) addDecryption(b *sra.Batch, at int, power int64) error {
	w := p.scalars(1)[0]
	statement := refHash("decryption/statement", []byte(p.g.Name()), p.context, p.public.Bytes(), p.encrypted.Bytes(), p.from.Bytes())
	commitments := []*big.Int{p.power(p.generator(0), w), p.power(p.product(numbers(p.from), p.weights(statement)), w)}
	commitments[at] = p.spoilt(commitments[at], power)
	return b.AddDecryption(p.public, p.context, p.encrypted, p.from, p.response("decryption", statement, commitments, w))
}

// addShuffle fails by t₁ … t₅, t̂₁, t̂₂ or s₃, at 0 to 7.
func (p *failingProver) addShuffle(b *sra.Batch, at int, power int64) error {
	p.spoil = func(t, tHat []*big.Int) {
		switch {
		case at < len(t):
			t[at] = p.spoilt(t[at], power)
		case at < 7:
			tHat[at-len(t)] = p.spoilt(tHat[at-len(t)], power)
		}
	}
	c, randomness := p.commit(p.matrix)
	proof := p.prove(p.matrix, c, randomness, p.e)
	if at == 7 {
		s, ch := proof.s[2], p.challenge(p.sigma(c), proof)
		s.Mod(s.Add(s, ch.Mul(ch, big.NewInt(power))), p.q)
	}
	return b.AddShuffle(p.public, p.context, p.from, p.to, p.encode(proof))
}

// failures are all ways to fail.
func (p *failingProver) failures() []func(b *sra.Batch, power int64) error {
	all := []func(b *sra.Batch, power int64) error{p.addKey}
	for at := range 2 {
		all = append(all, func(b *sra.Batch, power int64) error { return p.addDecryption(b, at, power) })
	}
	for at := range 8 {
		all = append(all, func(b *sra.Batch, power int64) error { return p.addShuffle(b, at, power) })
	}
	return all
}

// Two proofs of any kinds, each of which fails by a power of G in one equation, so that they
// cancel each other if both have a weight that is fixed: 1, or −1/c for a response.
func TestBatchCancellingKinds(t *testing.T) { onBothKinds(t, testBatchCancellingKinds) }

func testBatchCancellingKinds(t *testing.T, g sra.Group) {
	failures := newFailingProver(t, g).failures()
	for i, add := range failures {
		for j, addOther := range failures[:i+1] {
			if j > 0 && j < i-1 && !long.Tests() {
				continue
			}
			for _, power := range []int64{1, -1} {
				var b sra.Batch
				if err := errors.Join(add(&b, 1), addOther(&b, power)); err != nil {
					t.Fatal(err)
				}
				if valid, err := b.Verify(); valid != 0 || !errors.Is(err, sra.ErrProof) {
					t.Errorf("failures %d and %d, of G and G^%d: %d, %v", i, j, power, valid, err)
				}
			}
		}
		var b sra.Batch
		if err := add(&b, 0); err != nil {
			t.Fatal(err)
		}
		if valid, err := b.Verify(); valid != 1 || err != nil {
			t.Errorf("failure %d, of 1: %d, %v", i, valid, err)
		}
	}
}
