package sra_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
)

// A proven is a shuffle and its decryption, with their proofs.
type proven struct {
	key                     sra.Key
	public                  sra.PublicKey
	from, to                sra.Deck // Y_j = X_order(j)^e
	order                   sra.SecretPermutation
	keyProof, shuffle, back []byte // back: that `decrypted` is `to` without the layer
	decrypted               sra.Deck
}

var testContext = []byte("session, hand, seat")

func prove(t testing.TB, g sra.Group, n int) proven {
	t.Helper()
	p := proven{key: fixedKey(t, g, "proofs"), from: mustPublic(t, g, "proofs", n)}
	p.public = p.key.Public()
	var err error
	check := func() {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	p.to, p.order, err = p.key.Shuffle(p.from)
	check()
	p.keyProof, err = p.key.ProveKey(testContext)
	check()
	p.shuffle, err = p.key.ProveShuffle(testContext, p.from, p.to, p.order)
	check()
	p.decrypted = mustDecrypt(t, p.key, p.to)
	p.back, err = p.key.ProveDecryption(testContext, p.to, p.decrypted)
	check()
	return p
}

// smallGroup is a group in which proofs work, as q is longer than the masks, and are
// fast.
func smallGroup() sra.Group {
	p, _ := new(big.Int).SetString("b393ad4010b44dbbc320b6c037c90e5514fc39ce724c046152db84712f5e7b94"+
		"c836ab550d0ffe6f9a059acdfd0a1c4a433689c8487943d7e58e88dd5ce619d7", 16)
	return sra.SmallGroup(p)
}

// onBothKinds runs a test in a group of each kind: one of integers, whose masks are shorter
// than scalars, and the curve.
func onBothKinds(t *testing.T, test func(t *testing.T, g sra.Group)) {
	t.Run("integers", func(t *testing.T) { test(t, smallGroup()) })
	t.Run("curve", func(t *testing.T) { test(t, sra.Ristretto255()) })
}

func TestProofs(t *testing.T) {
	type size struct {
		g sra.Group
		n int
	}
	small, curve := smallGroup(), sra.Ristretto255()
	sizes := []size{{small, 1}, {small, 2}, {small, 3}, {small, 52}, {small, 104}, {curve, 1}, {curve, 2}, {curve, 3}, {curve, 52},
		{curve, 104}, {sra.Group14(), 52}}
	if long.Tests() {
		sizes = append(sizes, size{sra.Group15(), 3}, size{sra.Group16(), 2}, size{small, sra.MaxCards}, size{curve, sra.MaxCards})
	}
	for _, s := range sizes {
		p := prove(t, s.g, s.n)
		if len(p.shuffle) != sra.ShuffleProofSize(s.g, s.n) {
			t.Errorf("%v, %d cards: a proof of %d bytes, not %d", s.g, s.n, len(p.shuffle), sra.ShuffleProofSize(s.g, s.n))
		}
		for routines := 1; routines <= 3; routines++ {
			public := p.public.Parallel(routines)
			if err := public.VerifyKey(testContext, p.keyProof); err != nil {
				t.Errorf("%v: the key: %v", s.g, err)
			}
			if err := public.VerifyShuffle(testContext, p.from, p.to, p.shuffle); err != nil {
				t.Errorf("%v, %d cards: the shuffle: %v", s.g, s.n, err)
			}
			if err := public.VerifyDecryption(testContext, p.to, p.decrypted, p.back); err != nil {
				t.Errorf("%v, %d cards: the decryption: %v", s.g, s.n, err)
			}
		}
	}
}

// A proof is a function of the secrets, the statement and 32 random bytes, however many goroutines
// make it; and another statement has nothing in common with it.
func TestNonces(t *testing.T) { onBothKinds(t, testNonces) }

func testNonces(t *testing.T, g sra.Group) {
	p := prove(t, g, 9)
	order := p.order.Reveal().Ints()
	random := [32]byte{1, 2, 3}
	of := func(k sra.Key, context string) [3][]byte {
		return [3][]byte{
			sra.ProveKey(k, []byte(context), random),
			sra.ProveDecryption(k, []byte(context), p.to, p.decrypted, random),
			sra.ProveShuffle(k, []byte(context), p.from, p.to, order, random),
		}
	}
	want := of(p.key, "a")
	for routines := 2; routines <= 3; routines++ {
		for i, got := range of(p.key.Parallel(routines), "a") {
			if !bytes.Equal(got, want[i]) {
				t.Errorf("%d goroutines: proof %d differs", routines, i)
			}
		}
	}
	size := g.ElementSize()
	for i, other := range of(p.key, "b") {
		for at := 0; at+size <= len(other); at += size {
			if bytes.Contains(want[i], other[at:at+size]) {
				t.Errorf("proof %d has the same number at %d in another context", i, at)
			}
		}
	}
	for i, proof := range [][]byte{p.keyProof, p.back, p.shuffle} {
		again := prove(t, g, 9)
		if bytes.Equal(proof, [][]byte{again.keyProof, again.back, again.shuffle}[i]) {
			t.Errorf("proof %d is the same twice", i)
		}
	}
}

// Each proof is for one key, one context, one pair of decks and one direction.
func TestProofsAreBound(t *testing.T) { onBothKinds(t, testProofsAreBound) }

func testProofsAreBound(t *testing.T, g sra.Group) {
	p, other := prove(t, g, 5), fixedKey(t, g, "another").Public()
	reordered := mustSelect(t, p.to, 1, 0, 2, 3, 4)
	decrypted := mustSelect(t, p.decrypted, 1, 0, 2, 3, 4)
	elsewhere := []byte("session, hand, another seat")
	for name, err := range map[string]error{
		"key, another":                   other.VerifyKey(testContext, p.keyProof),
		"key, elsewhere":                 p.public.VerifyKey(elsewhere, p.keyProof),
		"key, no context":                p.public.VerifyKey(nil, p.keyProof),
		"shuffle, another key":           other.VerifyShuffle(testContext, p.from, p.to, p.shuffle),
		"shuffle, elsewhere":             p.public.VerifyShuffle(elsewhere, p.from, p.to, p.shuffle),
		"shuffle, backwards":             p.public.VerifyShuffle(testContext, p.to, p.from, p.shuffle),
		"shuffle, of a reordered deck":   p.public.VerifyShuffle(testContext, p.from, reordered, p.shuffle),
		"shuffle, from a reordered deck": p.public.VerifyShuffle(testContext, mustSelect(t, p.from, 4, 3, 2, 1, 0), p.to, p.shuffle),
		"shuffle, no change":             p.public.VerifyShuffle(testContext, p.from, p.from, p.shuffle),
		"decryption, another key":        other.VerifyDecryption(testContext, p.to, p.decrypted, p.back),
		"decryption, elsewhere":          p.public.VerifyDecryption(elsewhere, p.to, p.decrypted, p.back),
		"decryption, backwards":          p.public.VerifyDecryption(testContext, p.decrypted, p.to, p.back),
		"decryption, reordered":          p.public.VerifyDecryption(testContext, p.to, decrypted, p.back),
		"decryption, both reordered":     p.public.VerifyDecryption(testContext, reordered, decrypted, p.back),
	} {
		if !errors.Is(err, sra.ErrProof) || !strings.HasPrefix(err.Error(), "sra: invalid proof: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// verifiers check one of the proofs each.
func (p proven) verifiers() map[string]struct {
	proof  []byte
	verify func(proof []byte) error
} {
	type verifier = struct {
		proof  []byte
		verify func(proof []byte) error
	}
	return map[string]verifier{
		"key":        {p.keyProof, func(b []byte) error { return p.public.VerifyKey(testContext, b) }},
		"shuffle":    {p.shuffle, func(b []byte) error { return p.public.VerifyShuffle(testContext, p.from, p.to, b) }},
		"decryption": {p.back, func(b []byte) error { return p.public.VerifyDecryption(testContext, p.to, p.decrypted, b) }},
	}
}

func TestProofTampering(t *testing.T) { onBothKinds(t, testProofTampering) }

func testProofTampering(t *testing.T, g sra.Group) {
	p := prove(t, g, 3)
	for name, v := range p.verifiers() {
		for n := range len(v.proof) {
			if n%61 == 0 || n < 3 || n > len(v.proof)-3 {
				if err := v.verify(v.proof[:n]); !errors.Is(err, sra.ErrMalformed) {
					t.Errorf("%s, the first %d bytes: %v", name, n, err)
				}
			}
		}
		for _, more := range [][]byte{{0}, v.proof} {
			if err := v.verify(slices.Concat(v.proof, more)); !errors.Is(err, sra.ErrMalformed) {
				t.Errorf("%s, and %d bytes: %v", name, len(more), err)
			}
		}
		step := long.Pick(29, 3)
		for i := 0; i < len(v.proof); i += step {
			for _, bit := range []byte{1, 0x80} {
				bad := slices.Clone(v.proof)
				bad[i] ^= bit
				if err := v.verify(bad); !errors.Is(err, sra.ErrMalformed) && !errors.Is(err, sra.ErrProof) {
					t.Fatalf("%s, byte %d changed: %v", name, i, err)
				}
			}
		}
	}
}

// Every number of a proof in another form of the same value is refused: −x, s+q, and s′ of
// more bits.
func TestProofsAreCanonical(t *testing.T) { onBothKinds(t, testProofsAreCanonical) }

func testProofsAreCanonical(t *testing.T, g sra.Group) {
	const n = 2
	p := prove(t, g, n)
	size := g.ElementSize()
	q := sra.Order(g)
	qSize := len(q.Bytes())
	scalars := n + 4
	if g.P() == nil {
		scalars += n // s′ are scalars
	}
	for name, numbers := range map[string][2]int{"key": {1, 1}, "shuffle": {3*n + 5, scalars}, "decryption": {2, 1}} {
		v := p.verifiers()[name]
		for i := range numbers[0] {
			bad := slices.Clone(v.proof)
			x := bad[i*size:][:size]
			if g.P() == nil {
				slices.Reverse(x)
				fieldP := new(big.Int).Sub(pow2(255), big.NewInt(19))
				fieldP.Sub(fieldP, new(big.Int).SetBytes(x)).FillBytes(x)
				slices.Reverse(x)
			} else {
				new(big.Int).Sub(g.P(), new(big.Int).SetBytes(x)).FillBytes(x)
			}
			if err := v.verify(bad); !errors.Is(err, sra.ErrMalformed) {
				t.Errorf("%s, element %d negated: %v", name, i, err)
			}
		}
		for i := range numbers[1] {
			bad := slices.Clone(v.proof)
			s := bad[numbers[0]*size+i*qSize:][:qSize]
			value := slices.Clone(s)
			if g.P() == nil {
				slices.Reverse(value)
			}
			sum := new(big.Int).Add(q, new(big.Int).SetBytes(value))
			if sum.BitLen() > 8*qSize {
				continue
			}
			copy(s, scalar(g, sum))
			if err := v.verify(bad); !errors.Is(err, sra.ErrMalformed) {
				t.Errorf("%s, scalar %d plus q: %v", name, i, err)
			}
		}
	}
	for i := range n {
		if g.P() == nil {
			break
		}
		bad := slices.Clone(p.shuffle)
		bad[len(bad)-(i+1)*43] |= 2
		if err := p.public.VerifyShuffle(testContext, p.from, p.to, bad); !errors.Is(err, sra.ErrMalformed) {
			t.Errorf("s′ number %d of 338 bits: %v", i, err)
		}
	}
}

func TestProofRefusals(t *testing.T) { onBothKinds(t, testProofRefusals) }

func testProofRefusals(t *testing.T, g sra.Group) {
	p := prove(t, g, 3)
	fewer, foreign := mustSelect(t, p.to, 0, 1), tinyDeck(t, 5, 6, 7)
	prove := func(k sra.Key, from, to sra.Deck, order sra.SecretPermutation) error {
		_, err := k.ProveShuffle(nil, from, to, order)
		return err
	}
	decrypt := func(k sra.Key, from, to sra.Deck) error {
		_, err := k.ProveDecryption(nil, from, to)
		return err
	}
	_, zeroKey := sra.Key{}.ProveKey(nil)
	_, generator := sra.ParsePublicKey(g, sra.Generator(g))
	_, short := sra.ParsePublicKey(g, p.public.Bytes()[1:])
	_, noGroup := sra.ParsePublicKey(sra.Group{}, p.public.Bytes())
	for name, err := range map[string]error{
		"no key":                      zeroKey,
		"the generator as a key":      generator,
		"a short key":                 short,
		"a key of no group":           noGroup,
		"shuffle, no key":             prove(sra.Key{}, p.from, p.to, p.order),
		"shuffle, no deck":            prove(p.key, sra.Deck{}, p.to, p.order),
		"shuffle, to no deck":         prove(p.key, p.from, sra.Deck{}, p.order),
		"shuffle, fewer cards":        prove(p.key, p.from, fewer, p.order),
		"shuffle, another group":      prove(p.key, p.from, foreign, p.order),
		"shuffle, no order":           prove(p.key, p.from, p.to, sra.SecretPermutation{}),
		"decryption, no key":          decrypt(sra.Key{}, p.to, p.from),
		"decryption, no deck":         decrypt(p.key, sra.Deck{}, p.from),
		"decryption, fewer cards":     decrypt(p.key, p.to, fewer),
		"verify, no key":              sra.PublicKey{}.VerifyKey(nil, p.keyProof),
		"verify shuffle, no key":      sra.PublicKey{}.VerifyShuffle(nil, p.from, p.to, p.shuffle),
		"verify shuffle, no deck":     p.public.VerifyShuffle(nil, sra.Deck{}, p.to, p.shuffle),
		"verify shuffle, fewer cards": p.public.VerifyShuffle(nil, p.from, fewer, p.shuffle),
		"verify shuffle, other group": p.public.VerifyShuffle(nil, p.from, foreign, p.shuffle),
		"verify shuffle, nothing":     p.public.VerifyShuffle(nil, p.from, p.to, nil),
		"verify decryption, no key":   sra.PublicKey{}.VerifyDecryption(nil, p.to, p.from, p.back),
		"verify decryption, fewer":    p.public.VerifyDecryption(nil, p.to, fewer, p.back),
		"verify decryption, nothing":  p.public.VerifyDecryption(nil, p.to, p.from, nil),
	} {
		if !errors.Is(err, sra.ErrMalformed) || !strings.HasPrefix(err.Error(), "sra: malformed: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if (sra.PublicKey{}).Bytes() != nil || (sra.PublicKey{}).Equal(sra.PublicKey{}) || (sra.PublicKey{}).Group().Name() != "" {
		t.Error("the zero public key has something")
	}
	if again, err := sra.ParsePublicKey(g, p.public.Bytes()); err != nil || !again.Equal(p.public) ||
		again.String() != fmt.Sprintf("%x", p.public.Bytes()) {
		t.Errorf("%v, %v", again, err)
	}
}

func TestProofsConcurrently(t *testing.T) { onBothKinds(t, testProofsConcurrently) }

func testProofsConcurrently(t *testing.T, g sra.Group) {
	p := prove(t, g, 9)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			proof, err := p.key.Parallel(2).ProveShuffle(testContext, p.from, p.to, p.order)
			if err != nil {
				t.Error(err)
			}
			if err := p.public.Parallel(2).VerifyShuffle(testContext, p.from, p.to, proof); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func FuzzVerify(f *testing.F) {
	type verifiers = map[string]struct {
		proof  []byte
		verify func(proof []byte) error
	}
	kinds := []verifiers{prove(f, smallGroup(), 2).verifiers(), prove(f, sra.Ristretto255(), 2).verifiers()}
	for _, curve := range []bool{false, true} {
		for _, name := range []string{"key", "shuffle", "decryption"} {
			f.Add(name, curve, uint16(0), []byte{})
			f.Add(name, curve, uint16(len(kinds[0][name].proof)-2), []byte{1, 2, 3})
			f.Add(name, curve, uint16(32), make([]byte, 32))
		}
	}
	f.Fuzz(func(t *testing.T, name string, curve bool, at uint16, patch []byte) {
		kind := kinds[0]
		if curve {
			kind = kinds[1]
		}
		v, ok := kind[name]
		if !ok {
			return
		}
		i := int(at) % len(v.proof)
		b := append(slices.Clone(v.proof[:i]), patch...)
		if len(b) < len(v.proof) {
			b = append(b, v.proof[len(b):]...)
		}
		err := v.verify(b)
		if (err == nil) != bytes.Equal(b, v.proof) {
			t.Fatalf("%s, %x at %d: %v", name, patch, i, err)
		}
	})
}
