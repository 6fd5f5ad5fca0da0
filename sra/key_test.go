package sra_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/big"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/shuffle"
	"github.com/squaredeal/squaredeal/sra"
)

// exponent returns a key's bytes that look random and are the same in every run.
func exponent(g sra.Group, name string) []byte {
	var b []byte
	for i := 0; len(b) < g.ElementSize(); i++ {
		digest := sha256.Sum256(fmt.Append(nil, name, i))
		b = append(b, digest[:]...)
	}
	e := new(big.Int).SetBytes(b)
	return scalar(g, e.Mod(e, sra.Order(g)))
}

// scalar returns x as the group writes scalars.
func scalar(g sra.Group, x *big.Int) []byte {
	b := x.FillBytes(make([]byte, len(sra.Order(g).Bytes())))
	if g.P() == nil {
		slices.Reverse(b)
	}
	return b
}

func mustKey(t testing.TB, g sra.Group, e []byte) sra.Key {
	t.Helper()
	k, err := sra.ParseKey(g, e)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func fixedKey(t testing.TB, g sra.Group, name string) sra.Key {
	t.Helper()
	return mustKey(t, g, exponent(g, name))
}

func mustEncrypt(t testing.TB, k sra.Key, d sra.Deck) sra.Deck {
	t.Helper()
	out, err := k.Encrypt(d)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func mustDecrypt(t testing.TB, k sra.Key, d sra.Deck) sra.Deck {
	t.Helper()
	out, err := k.Decrypt(d)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func digits(t testing.TB, text string) *big.Int {
	t.Helper()
	n, ok := new(big.Int).SetString(text, 0)
	if !ok {
		t.Fatalf("%q is no number", text)
	}
	return n
}

// Every key of small groups, on every element: the definition, the inverse, and the public key.
func TestEveryKeyOfSmallGroups(t *testing.T) {
	primes := []int64{7, 23, 47, 59, 227, 263, 1019}
	if !long.Tests() {
		primes = primes[:6]
	}
	for _, p := range primes {
		g := sra.SmallGroup(big.NewInt(p))
		q := (p - 1) / 2
		size := g.ElementSize()
		keySize := len(big.NewInt(q).Bytes())
		var all []byte
		for x := int64(2); x <= q; x++ {
			all = append(all, big.NewInt(x).FillBytes(make([]byte, size))...)
		}
		deck, err := sra.ParseDeck(g, int(q)-1, all)
		if err != nil {
			t.Fatal(err)
		}
		abs := func(base, e int64) []byte {
			x := new(big.Int).Exp(big.NewInt(base), big.NewInt(e), big.NewInt(p)).Int64()
			return big.NewInt(min(x, p-x)).FillBytes(make([]byte, size))
		}
		for e := int64(2); e < q; e++ {
			k := mustKey(t, g, big.NewInt(e).FillBytes(make([]byte, keySize)))
			var want []byte
			for x := int64(2); x <= q; x++ {
				want = append(want, abs(x, e)...)
			}
			encrypted := mustEncrypt(t, k, deck)
			if !bytes.Equal(encrypted.Bytes(), want) {
				t.Fatalf("mod %d, e = %d: %x, want %x", p, e, encrypted.Bytes(), want)
			}
			if _, err := sra.ParseDeck(g, int(q)-1, encrypted.Bytes()); err != nil {
				t.Fatalf("mod %d, e = %d: the encrypted deck: %v", p, e, err)
			}
			if !mustDecrypt(t, k, encrypted).Equal(deck) || !mustEncrypt(t, k, mustDecrypt(t, k, deck)).Equal(deck) {
				t.Fatalf("mod %d, e = %d: decryption isn't the inverse", p, e)
			}
			generator := new(big.Int).SetBytes(sra.Generator(g)).Int64()
			if !bytes.Equal(k.Public().Bytes(), abs(generator, e)) {
				t.Fatalf("mod %d, e = %d: public key %v", p, e, k.Public())
			}
		}
	}
}

func TestLayersCommute(t *testing.T) {
	groups := []sra.Group{sra.Ristretto255(), sra.Group14()}
	if long.Tests() {
		groups = append(groups, sra.Group15())
	}
	for _, g := range groups {
		a, b := fixedKey(t, g, "a"), fixedKey(t, g, "b")
		deck := mustPublic(t, g, "x", 3)
		ab, ba := mustEncrypt(t, b, mustEncrypt(t, a, deck)), mustEncrypt(t, a, mustEncrypt(t, b, deck))
		if !ab.Equal(ba) {
			t.Errorf("%v: layers don't commute", g)
		}
		if !mustDecrypt(t, a, mustDecrypt(t, b, ab)).Equal(deck) || !mustDecrypt(t, b, mustDecrypt(t, a, ab)).Equal(deck) {
			t.Errorf("%v: layers don't come off", g)
		}
		if mustEncrypt(t, a, deck).Equal(mustEncrypt(t, b, deck)) || a.Public().Equal(b.Public()) || a.Equal(b) {
			t.Errorf("%v: two keys do the same", g)
		}
	}
}

// Generated keys cover the whole range: in the group of order 11, the nine of 2 … 10.
func TestGenerateKey(t *testing.T) {
	g := sra.SmallGroup(big.NewInt(23))
	counts := make(map[byte]int)
	for range 900 {
		k, err := sra.GenerateKey(g)
		if err != nil {
			t.Fatal(err)
		}
		counts[k.Bytes()[0]]++
	}
	for e := byte(2); e <= 10; e++ { // mean 100, deviation 9.4: one is below 30 or above 170 with probability 2⁻³⁵
		if counts[e] < 30 || counts[e] > 170 {
			t.Errorf("exponent %d comes up %d times in 900", e, counts[e])
		}
	}
	if len(counts) != 9 {
		t.Errorf("exponents %v", counts)
	}

	for _, g := range []sra.Group{sra.Ristretto255(), sra.Group14(), sra.Group15()} {
		a, err := sra.GenerateKey(g)
		if err != nil {
			t.Fatal(err)
		}
		b, err := sra.GenerateKey(g)
		if err != nil {
			t.Fatal(err)
		}
		if a.Equal(b) || len(a.Bytes()) != g.ElementSize() || !a.Group().Equal(g) {
			t.Errorf("%v: keys %x and %x", g, a.Bytes(), b.Bytes())
		}
		if again := mustKey(t, g, a.Bytes()); !again.Equal(a) || !again.Public().Equal(a.Public()) {
			t.Errorf("%v: a key doesn't survive its bytes", g)
		}
	}
}

func TestParseKeyRefusals(t *testing.T) {
	for _, g := range []sra.Group{sra.Group14(), sra.SmallGroup(big.NewInt(1019))} {
		q := new(big.Int).Rsh(g.P(), 1)
		size := len(q.Bytes())
		for what, e := range map[string][]byte{
			"0":         make([]byte, size),
			"1":         one.FillBytes(make([]byte, size)),
			"q":         q.Bytes(),
			"q+1":       new(big.Int).Add(q, one).Bytes(),
			"all ones":  bytes.Repeat([]byte{0xff}, size),
			"too short": make([]byte, size-1),
			"too long":  append(make([]byte, size), 2),
			"nothing":   nil,
		} {
			k, err := sra.ParseKey(g, e)
			if !errors.Is(err, sra.ErrMalformed) || !strings.Contains(err.Error(), "the key ") || k.Bytes() != nil {
				t.Errorf("%v: %s: %v", g, what, err)
			}
		}
		for what, e := range map[string]*big.Int{"2": big.NewInt(2), "q-1": new(big.Int).Sub(q, one)} {
			b := e.FillBytes(make([]byte, size))
			if k, err := sra.ParseKey(g, b); err != nil || !bytes.Equal(k.Bytes(), b) {
				t.Errorf("%v: %s: %v", g, what, err)
			}
		}
	}
}

// An error of ParseKey may be logged, so it holds nothing of the key.
func TestKeyErrorsKeepSecrets(t *testing.T) {
	q := new(big.Int).Rsh(sra.Group14().P(), 1)
	_, err := sra.ParseKey(sra.Group14(), q.Bytes())
	if err == nil || strings.Contains(err.Error(), hex.EncodeToString(q.Bytes()[:4])) {
		t.Error(err)
	}
}

func TestKeyCopies(t *testing.T) {
	e := exponent(tiny(), "e")
	kept := slices.Clone(e)
	k := mustKey(t, tiny(), e)
	e[0] ^= 1
	k.Bytes()[0] ^= 1
	deck := tinyDeck(t, 5, 6)
	before := deck.Bytes()
	mustEncrypt(t, k, deck)
	mustDecrypt(t, k, deck)
	if !k.Equal(mustKey(t, tiny(), kept)) || !bytes.Equal(before, deck.Bytes()) {
		t.Error("the key or the deck has changed")
	}

	public := k.Public()
	b := public.Bytes()
	parsed, err := sra.ParsePublicKey(tiny(), b)
	if err != nil {
		t.Fatal(err)
	}
	text := public.String()
	b[0] ^= 1
	public.Bytes()[1] ^= 1
	if !public.Equal(parsed) || public.String() != text {
		t.Errorf("the public key has become %v or %v", public, parsed)
	}
}

func TestKeyRefusals(t *testing.T) {
	k, deck := fixedKey(t, tiny(), "k"), tinyDeck(t, 5, 6)
	for _, c := range []struct {
		key  sra.Key
		deck sra.Deck
		want string
	}{
		{sra.Key{}, deck, "zero Key"},
		{sra.Key{}, sra.Deck{}, "zero Key"},
		{k, sra.Deck{}, "zero Deck"},
		{k, mustPublic(t, sra.Group14(), "x", 2), "the deck is of the group modp2048, the key of safe-prime-"},
	} {
		_, errEncrypt := c.key.Encrypt(c.deck)
		_, errDecrypt := c.key.Decrypt(c.deck)
		_, p, errShuffle := c.key.Shuffle(c.deck)
		for _, err := range []error{errEncrypt, errDecrypt, errShuffle} {
			if !errors.Is(err, sra.ErrMalformed) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		}
		if p.Reveal().Len() != 0 {
			t.Error("a permutation with an error")
		}
	}
}

func TestZeroKey(t *testing.T) {
	var zero sra.Key
	if zero.Bytes() != nil || zero.Public().Bytes() != nil || zero.Group().Name() != "" || zero.Equal(zero) ||
		zero.Equal(fixedKey(t, tiny(), "k")) || fixedKey(t, tiny(), "k").Equal(zero) {
		t.Error("the zero key is something")
	}
	if _, err := zero.Parallel(2).Encrypt(tinyDeck(t, 5)); !errors.Is(err, sra.ErrMalformed) {
		t.Error(err)
	}
}

// As many goroutines as may be, or more than there are cards: the same results.
func TestConcurrentPowers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	// The least safe prime above 2^127.
	g := sra.SmallGroup(digits(t, "0x8000000000000000000000000000225f"))
	k := fixedKey(t, g, "k")
	for _, n := range []int{1, 2, 3, 7, 11, 52} {
		deck := mustPublic(t, g, "x", n)
		want := mustEncrypt(t, k, deck)
		for _, routines := range []int{-1, 0, 1, 2, 3, 8, 1000} {
			got := mustEncrypt(t, k.Parallel(routines), deck)
			if !got.Equal(want) || !mustDecrypt(t, k.Parallel(routines), got).Equal(deck) {
				t.Errorf("%d cards, %d goroutines: another result", n, routines)
			}
		}
	}
	if !k.Parallel(3).Equal(k) {
		t.Error("Parallel changes the key")
	}
}

func TestConcurrentUse(t *testing.T) {
	k, deck := fixedKey(t, sra.Group14(), "k").Parallel(2), mustPublic(t, sra.Group14(), "x", 2)
	want := mustEncrypt(t, k, deck)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if got, err := k.Encrypt(deck); err != nil || !got.Equal(want) {
				t.Errorf("another result, or %v", err)
			}
			if _, _, err := k.Shuffle(deck); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// Position i of a shuffled deck holds card p(i), encrypted.
func TestShuffle(t *testing.T) {
	k, deck := fixedKey(t, tiny(), "k"), tinyDeck(t, 5, 6, 7, 8, 9, 10)
	encrypted := mustEncrypt(t, k, deck)
	orders := make(map[string]bool)
	for range 50 {
		shuffled, p, err := k.Shuffle(deck)
		if err != nil {
			t.Fatal(err)
		}
		if want := mustSelect(t, encrypted, p.Reveal().Ints()...); !shuffled.Equal(want) {
			t.Fatalf("%x in the order %v, want %x", shuffled.Bytes(), p.Reveal().Ints(), want.Bytes())
		}
		orders[string(shuffled.Bytes())] = true
	}
	if len(orders) < 25 { // of 720; there are fewer with probability 2⁻¹⁰²
		t.Errorf("%d orders in 50 shuffles", len(orders))
	}
	if _, p, err := k.Shuffle(tinyDeck(t, 5)); err != nil || p.Reveal().Len() != 1 {
		t.Errorf("one card: %v", err)
	}
}

// Apply does what the revealed permutation does, to numbers of every size.
func TestSecretPermutationApply(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 52, 300} {
		values := make([]int, n)
		for i := range values {
			values[i] = 100 + i
		}
		_, p, err := seededKey(t, tiny(), "k").Shuffle(tinyDeck(t, values...))
		if err != nil {
			t.Fatal(err)
		}
		x := []int{math.MinInt, -1, math.MaxInt, 0, math.MaxInt / 3, 7, 7}
		for len(x) < n {
			x = append(x, -len(x))
		}
		x = x[:n]
		kept := slices.Clone(x)
		got, err := p.Apply(x)
		if want := must(shuffle.Apply(p.Reveal(), kept)); err != nil || !slices.Equal(got, want) || !slices.Equal(x, kept) {
			t.Errorf("%v of %v: %v, want %v; %v", p.Reveal(), kept, got, want, err)
		}
		for _, other := range [][]int{nil, x[1:], append(x, 0)} {
			if got, err := p.Apply(other); !errors.Is(err, sra.ErrMalformed) || got != nil {
				t.Errorf("%d numbers for an order of %d: %v, %v", len(other), n, got, err)
			}
		}
	}
	var zero sra.SecretPermutation
	if got, err := zero.Apply(nil); err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := zero.Apply([]int{1}); !errors.Is(err, sra.ErrMalformed) {
		t.Error(err)
	}
}

// Applied to the cards that positions hold, an order gives those that they hold after the
// shuffle.
func TestApplyFollowsCards(t *testing.T) {
	a, b, deck := fixedKey(t, tiny(), "a"), fixedKey(t, tiny(), "b"), tinyDeck(t, 5, 6, 7, 8, 9, 10)
	first, pa, err := a.Shuffle(deck)
	if err != nil {
		t.Fatal(err)
	}
	second, pb, err := b.Shuffle(first)
	if err != nil {
		t.Fatal(err)
	}
	held := must(pb.Apply(must(pa.Apply([]int{0, 1, 2, 3, 4, 5}))))
	if want := mustSelect(t, mustEncrypt(t, mustTimes(t, a, b), deck), held...); !second.Equal(want) {
		t.Errorf("positions hold %v, and not %v", held, want.Bytes())
	}
}

// A hand of two players: each shuffles, each sees its own card and nothing else.
func TestHandOfTwo(t *testing.T) {
	g := sra.Group14()
	a, err := sra.GenerateKey(g)
	if err != nil {
		t.Fatal(err)
	}
	b, err := sra.GenerateKey(g)
	if err != nil {
		t.Fatal(err)
	}
	public := mustPublic(t, g, "seven cards", 7)
	first, pa, err := a.Shuffle(public)
	if err != nil {
		t.Fatal(err)
	}
	second, pb, err := b.Shuffle(first)
	if err != nil {
		t.Fatal(err)
	}
	both, err := pa.Reveal().Compose(pb.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	for position := range public.Len() {
		card := mustDecrypt(t, a, mustDecrypt(t, b, mustSelect(t, second, position))).At(0)
		if got, want := public.Index(card), both.At(position); got != want {
			t.Errorf("position %d holds card %d, want %d", position, got, want)
		}
	}
	stripped := mustDecrypt(t, a, second)
	for i := range stripped.Len() {
		if public.Index(stripped.At(i)) != -1 {
			t.Error("a card is open to the player who shuffled first")
		}
	}
}
