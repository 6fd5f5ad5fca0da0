package sra_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"testing"

	"filippo.io/edwards25519"

	"github.com/squaredeal/squaredeal/sra"
)

// torsion returns the points of edwards25519 of order 1, 2, 4 and 8.
func torsion(t testing.TB) (points []*edwards25519.Point) {
	t.Helper()
	minusOne, err := new(edwards25519.Scalar).SetCanonicalBytes(scalar(sra.Ristretto255(), one))
	if err != nil {
		t.Fatal(err)
	}
	minusOne.Negate(minusOne)
	for i := 0; ; i++ {
		b := sha256.Sum256([]byte{byte(i)})
		p, err := new(edwards25519.Point).SetBytes(b[:])
		if err != nil {
			continue
		}
		small := new(edwards25519.Point).ScalarMult(minusOne, p) // (q−1)·p
		small.Add(small, p)
		q, n := edwards25519.NewIdentityPoint(), 0
		points = points[:0]
		for ; n == 0 || q.Equal(edwards25519.NewIdentityPoint()) == 0; n++ {
			points = append(points, new(edwards25519.Point).Set(q))
			q.Add(q, small)
		}
		if n == 8 {
			return points
		}
	}
}

// What isn't an element in any of the places where one is expected: points of small order
// and their sums with others, as edwards25519 encodes them, integers, encodings that aren't
// canonical, and the identity.
func TestForeignElements(t *testing.T) {
	g := sra.Ristretto255()
	foreign := map[string][]byte{"the identity": make([]byte, 32), "ones": slices.Repeat([]byte{0xff}, 32)}
	for i, p := range torsion(t) {
		foreign[fmt.Sprintf("%d times a point of order 8", i)] = p.Bytes()
		flipped := p.Bytes()
		flipped[31] ^= 0x80
		foreign[fmt.Sprintf("%d times a point of order 8, the other sign", i)] = flipped
	}
	high := sra.Generator(g)
	high = slices.Clone(high)
	high[31] |= 0x80
	foreign["G with the highest bit"] = high
	odd := slices.Clone(sra.Generator(g))
	odd[0] |= 1
	foreign["an odd encoding"] = odd

	p := prove(t, g, 2)
	deck := p.from.Bytes()
	for name, b := range foreign {
		if x, err := sra.ParseElement(g, b); !errors.Is(err, sra.ErrMalformed) {
			t.Errorf("%s is an element: %v, %v", name, x, err)
		}
		if _, err := sra.ParsePublicKey(g, b); !errors.Is(err, sra.ErrMalformed) {
			t.Errorf("%s is a public key", name)
		}
		if _, err := sra.ParseDeck(g, 2, slices.Concat(deck[:32], b)); !errors.Is(err, sra.ErrMalformed) {
			t.Errorf("%s is a card", name)
		}
		for proof, elements := range map[string]int{"key": 1, "shuffle": 3*2 + 5, "decryption": 2} {
			v := p.verifiers()[proof]
			for i := range elements {
				bad := slices.Clone(v.proof)
				copy(bad[32*i:], b)
				if err := v.verify(bad); !errors.Is(err, sra.ErrMalformed) {
					t.Errorf("%s as element %d of the proof of the %s: %v", name, i, proof, err)
				}
			}
		}
	}

	// A point and its sums with points of order 2 and 4 are one element; a sum with one of
	// order 8 is none. So torsion can't get in by any encoding that is accepted.
	x, err := new(edwards25519.Point).SetBytes(edwards25519.NewGeneratorPoint().Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for i, small := range torsion(t) {
		sum := new(edwards25519.Point).Add(x, small)
		if e, err := sra.ParseElement(g, sum.Bytes()); err == nil && e.String() == fmt.Sprintf("%x", sra.Generator(g)) {
			t.Errorf("G and %d times a point of order 8 is G", i)
		}
	}
}

// Things of one group in another.
func TestOtherGroupsThings(t *testing.T) {
	curve, integers := prove(t, sra.Ristretto255(), 2), prove(t, smallGroup(), 2)
	for name, err := range map[string]error{
		"a deck":         func() error { _, err := curve.key.Encrypt(integers.from); return err }(),
		"a deck to":      func() error { _, err := curve.key.ProveDecryption(nil, curve.from, integers.to); return err }(),
		"a key":          integers.public.VerifyDecryption(nil, curve.to, curve.decrypted, curve.back),
		"a shuffle":      curve.public.VerifyShuffle(testContext, integers.from, integers.to, integers.shuffle),
		"another proof":  curve.public.VerifyShuffle(testContext, curve.from, curve.to, integers.shuffle),
		"a proof of key": integers.public.VerifyKey(testContext, curve.keyProof),
		"cards of both":  func() error { _, err := sra.NewDeck(curve.from.At(0), integers.from.At(0)); return err }(),
	} {
		if !errors.Is(err, sra.ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if curve.from.Index(integers.from.At(0)) >= 0 || curve.from.Equal(integers.from) || curve.public.Equal(integers.public) ||
		curve.key.Equal(integers.key) {
		t.Error("things of two groups are equal")
	}
}

// A prover that knows relations between cards: of x and x^a, two cards exchanged, or one in the
// place of both, can't be proved either.
func TestRelatedCards(t *testing.T) {
	onBothKinds(t, func(t *testing.T, g sra.Group) {
		a, key := fixedKey(t, g, "relation"), fixedKey(t, g, "prover")
		x := mustPublic(t, g, "related", 1)
		second := mustEncrypt(t, a, x) // x^a
		third := mustEncrypt(t, a, second)
		from, err := sra.NewDeck(x.At(0), second.At(0), third.At(0))
		if err != nil {
			t.Fatal(err)
		}
		encrypted := mustEncrypt(t, key, from)
		fourth := mustEncrypt(t, a, mustSelect(t, encrypted, 2)).At(0) // x^(a³·e)
		order := []int{2, 0, 1}
		for name, cards := range map[string][]sra.Element{
			"another power in the place of one": {encrypted.At(2), encrypted.At(0), fourth},
			"all powers moved by one":           {fourth, encrypted.At(1), encrypted.At(2)},
			"a card in its own place twice":     {encrypted.At(2), encrypted.At(0), mustEncrypt(t, key, encrypted).At(1)},
		} {
			to, err := sra.NewDeck(cards...)
			if err != nil {
				t.Fatal(err)
			}
			proof := sra.ProveShuffle(key, testContext, from, to, order, [32]byte{})
			if err := key.Public().VerifyShuffle(testContext, from, to, proof); !errors.Is(err, sra.ErrProof) {
				t.Errorf("%s: %v", name, err)
			}
		}
		to := mustSelect(t, encrypted, order...)
		proof := sra.ProveShuffle(key, testContext, from, to, order, [32]byte{})
		if err := key.Public().VerifyShuffle(testContext, from, to, proof); err != nil {
			t.Error(err)
		}
	})
}
