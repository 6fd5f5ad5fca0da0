package sra_test

import (
	"bytes"
	"errors"
	"math/big"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

func mustTimes(t testing.TB, k, l sra.Key) sra.Key {
	t.Helper()
	product, err := k.Times(l)
	if err != nil {
		t.Fatal(err)
	}
	return product
}

// All products of a small group: the exponents' product mod q, or an error if that is 1.
func TestEveryProductOfASmallGroup(t *testing.T) {
	const q = 23
	g := sra.SmallGroup(big.NewInt(2*q + 1))
	for e := byte(2); e < q; e++ {
		for f := byte(2); f < q; f++ {
			k, err := mustKey(t, g, []byte{e}).Times(mustKey(t, g, []byte{f}))
			want := byte(int(e) * int(f) % q)
			if want == 1 {
				if !errors.Is(err, sra.ErrMalformed) || !strings.HasSuffix(err.Error(), "the product of the keys is 1") || k.Bytes() != nil ||
					k.Public().Bytes() != nil {
					t.Errorf("%d·%d: %v", e, f, err)
				}
				continue
			}
			if err != nil || !k.Equal(mustKey(t, g, []byte{want})) || !k.Public().Equal(mustKey(t, g, []byte{want}).Public()) {
				t.Errorf("%d·%d: %x, %v", e, f, k.Bytes(), err)
			}
		}
	}
}

// The product encrypts, and decrypts, as both keys do one after the other, and its proofs are
// valid under its own public key alone.
func TestTimes(t *testing.T) {
	onBothKinds(t, testTimes)
	t.Run("modp2048", func(t *testing.T) { testTimes(t, sra.Group14()) })
}

func testTimes(t *testing.T, g sra.Group) {
	a, b, deck := fixedKey(t, g, "a"), fixedKey(t, g, "b"), mustPublic(t, g, "x", 5)
	k, both := mustTimes(t, a, b), mustEncrypt(t, b, mustEncrypt(t, a, deck))
	if !mustEncrypt(t, k, deck).Equal(both) || !mustDecrypt(t, k, both).Equal(deck) ||
		!mustDecrypt(t, b, both).Equal(mustEncrypt(t, a, deck)) {
		t.Error("the product isn't both keys")
	}
	if !k.Equal(mustTimes(t, b, a)) || !k.Equal(mustKey(t, g, k.Bytes())) || !k.Group().Equal(g) {
		t.Error("the product isn't that of the exponents")
	}
	// K_product is the encryption of K_a under b.
	if got := mustEncrypt(t, b, must(sra.NewDeck(a.Public().Element()))).At(0); !got.Equal(k.Public().Element()) {
		t.Errorf("the public key of the product is %v, not %v", k.Public(), got)
	}
	// A proof for a deck that both have encrypted, one after the other.
	back, err := k.ProveDecryption(testContext, both, deck)
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Public().VerifyDecryption(testContext, both, deck, back); err != nil {
		t.Error(err)
	}
	for _, other := range []sra.Key{a, b} {
		if err := other.Public().VerifyDecryption(testContext, both, deck, back); !errors.Is(err, sra.ErrProof) {
			t.Errorf("under a factor's public key: %v", err)
		}
	}
	said(t, k, deck, "a") // verifies the proof of a shuffle
	proof, err := k.ProveKey(testContext)
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Public().VerifyKey(testContext, proof); err != nil {
		t.Error(err)
	}
	if a := mustTimes(t, a, b); !a.Equal(k) || !mustDecrypt(t, mustKey(t, g, exponent(g, "a")), both).Equal(mustEncrypt(t, b, deck)) {
		t.Error("a product has changed its factors")
	}
}

// The product of keys from seeds draws from both seeds, and says the same each time. In the
// other order it says something else, and so does it with another seed on either side.
func TestTimesFromSeeds(t *testing.T) { onBothKinds(t, testTimesFromSeeds) }

func testTimesFromSeeds(t *testing.T, g sra.Group) {
	deck := mustPublic(t, g, "x", 20)
	key := func(name string) sra.Key { return seededKey(t, g, name) }
	k := mustTimes(t, key("a"), key("b"))
	want := said(t, k, deck, "a")
	for what, same := range map[string]sra.Key{
		"the key": k, "the same seeds": mustTimes(t, key("a"), key("b")), "in parallel": mustTimes(t, key("a").Parallel(3), key("b")),
	} {
		if got := said(t, same, deck, "a"); !slices.EqualFunc(got[:], want[:], bytes.Equal) {
			t.Errorf("%s: it says something else", what)
		}
	}
	fromBytes := mustKey(t, g, key("b").Bytes())
	for what, other := range map[string]sra.Key{
		"exchanged": mustTimes(t, key("b"), key("a")), "another first": mustTimes(t, key("c"), key("b")),
		"another second": mustTimes(t, key("a"), key("c")),
		"no second seed": mustTimes(t, key("a"), fromBytes), "no first seed": mustTimes(t, fromBytes, key("a")),
		"no seed":         mustKey(t, g, k.Bytes()),
		"the first alone": key("a"), "the second alone": key("b"),
	} {
		for i, got := range said(t, other, deck, "a") {
			if bytes.Equal(got, want[i]) {
				t.Errorf("%s: item %d is the same", what, i)
			}
		}
	}
	for what, fresh := range map[string]sra.Key{"second": mustTimes(t, key("a"), fromBytes), "first": mustTimes(t, fromBytes, key("a"))} {
		once, again := said(t, fresh, deck, "a"), said(t, fresh, deck, "a")
		for i := range once {
			if bytes.Equal(once[i], again[i]) {
				t.Errorf("the %s key has no seed, and item %d of the product is repeated", what, i)
			}
		}
	}
	// A product is a factor like others, and what it draws has nothing to do with its factors' draws.
	three := said(t, mustTimes(t, k, key("c")), deck, "a")
	again := said(t, mustTimes(t, mustTimes(t, key("a"), key("b")), key("c")), deck, "a")
	if !slices.EqualFunc(three[:], again[:], bytes.Equal) {
		t.Error("a product of three isn't always the same")
	}
	var drawn [][]byte
	for _, k := range []sra.Key{key("a"), key("b"), k, mustTimes(t, key("b"), key("a")), mustTimes(t, key("a"), key("a"))} {
		nonces, order := sra.Drawn(k)
		for _, b := range [][]byte{nonces, order} {
			if slices.ContainsFunc(drawn, func(other []byte) bool { return bytes.Equal(b, other) }) {
				t.Errorf("%x is drawn from twice", b)
			}
			drawn = append(drawn, b)
		}
	}
}

func TestTimesRefusals(t *testing.T) {
	for _, g := range []sra.Group{tiny(), sra.Ristretto255()} {
		k := fixedKey(t, g, "k")
		for _, c := range []struct {
			k, l sra.Key
			want string
		}{
			{sra.Key{}, k, "zero Key"},
			{k, sra.Key{}, "zero Key"},
			{sra.Key{}, sra.Key{}, "zero Key"},
			{k, fixedKey(t, sra.Group14(), "k"), "one key is of the group " + g.Name() + ", the other of modp2048"},
			{k, mustKey(t, g, scalar(g, new(big.Int).ModInverse(exponentOf(g, k), sra.Order(g)))), "the product of the keys is 1"},
		} {
			product, err := c.k.Times(c.l)
			if !errors.Is(err, sra.ErrMalformed) || !strings.HasSuffix(err.Error(), c.want) || product.Bytes() != nil {
				t.Errorf("%v, want %q", err, c.want)
			}
		}
	}
}

// The product works in as many goroutines as the receiver.
func TestTimesParallel(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	a, b := fixedKey(t, tiny(), "a"), fixedKey(t, tiny(), "b")
	for _, c := range []struct{ a, b, want int }{{1, 1, 1}, {3, 1, 3}, {1, 3, 1}, {2, 5, 2}, {100, 1, 8}} {
		if got := sra.Routines(mustTimes(t, a.Parallel(c.a), b.Parallel(c.b))); got != c.want {
			t.Errorf("%d goroutines times %d: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestPublicKeyElement(t *testing.T) {
	for _, g := range []sra.Group{tiny(), sra.Group14(), sra.Ristretto255()} {
		public := fixedKey(t, g, "k").Public()
		x := public.Element()
		if !x.Equal(mustElement(t, g, public.Bytes())) || x.String() != public.String() || !x.Group().Equal(g) {
			t.Errorf("%v: the element of %v is %v", g, public, x)
		}
		x.Bytes()[0] ^= 1
		parsed, err := sra.ParsePublicKey(g, x.Bytes())
		if err != nil || !parsed.Equal(public) || !parsed.Element().Equal(x) {
			t.Errorf("%v: as a public key again: %v, %v", g, parsed, err)
		}
	}
	if zero := (sra.PublicKey{}).Element(); zero.Bytes() != nil || zero.Group().Name() != "" || zero.Equal(zero) {
		t.Error("the element of the zero key is something")
	}
}
