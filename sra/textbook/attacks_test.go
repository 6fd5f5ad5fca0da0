package textbook_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/textbook"
)

// The attacks that the package comment lists, carried out on the published scheme and tried on the
// new one. Keys and orders are fixed, so that counts are the same in every run.

// numbers returns the cards of a deck as integers.
func numbers(d sra.Deck) (out []*big.Int) {
	for i := range d.Len() {
		out = append(out, new(big.Int).SetBytes(d.At(i).Bytes()))
	}
	return out
}

// textbookExponent returns an exponent of the published form that looks random.
func textbookExponent(p *big.Int, seed uint64) *big.Int {
	rng := rand.New(rand.NewPCG(seed, 0))
	for {
		var b [32]byte
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		e := new(big.Int).SetBytes(b[:])
		if new(big.Int).GCD(nil, nil, e, new(big.Int).Sub(p, one)).Cmp(one) == 0 {
			return e
		}
	}
}

// dealt encrypts cards in the published form and puts them in an order: position i holds card
// order[i].
func dealt(t *testing.T, p *big.Int, cards []*big.Int, seed uint64) (encrypted []*big.Int, order []int) {
	k := mustTextbook(t, p, textbookExponent(p, seed))
	order = rand.New(rand.NewPCG(seed, 1)).Perm(len(cards))
	for _, card := range order {
		encrypted = append(encrypted, power(t, k.Encrypt, cards[card]))
	}
	return encrypted, order
}

func articleDeck() (cards []*big.Int) {
	for _, card := range textbook.Deck() {
		cards = append(cards, big.NewInt(card))
	}
	return cards
}

func TestAttackResidueBit(t *testing.T) {
	p := digits(t, articlePrime)
	cards := articleDeck()
	residues := 0
	for _, card := range cards {
		if big.Jacobi(card, p) == 1 {
			residues++
		}
	}
	if residues != 25 {
		t.Errorf("%d of the published cards are residues, want 25", residues)
	}
	encrypted, order := dealt(t, p, cards, 1)
	for i, y := range encrypted {
		if big.Jacobi(y, p) != big.Jacobi(cards[order[i]], p) {
			t.Errorf("position %d: the bit didn't survive", i)
		}
	}

	// In the new scheme, one of x and p−x is a residue, and which of them is the smaller says
	// nothing about the other form of the card: the bits agree as if they were tossed.
	public := mustPublic(t, sra.Group14(), "residues", 52)
	agree := 0
	for _, name := range []string{"a", "b", "c", "d"} {
		after := numbers(mustEncrypt(t, fixedKey(t, sra.Group14(), name), public))
		for i, x := range numbers(public) {
			if big.Jacobi(x, sra.Group14().P()) == big.Jacobi(after[i], sra.Group14().P()) {
				agree++
			}
		}
	}
	if agree < 75 || agree > 133 { // of 208: mean 104, deviation 7.2
		t.Errorf("the bit survives in %d of 208 encryptions", agree)
	}
}

// identify says which value each of the unknowns is the encryption of, or −1, from products
// alone: who is whose product, and whose factor, and of what sort these are in turn (colour
// refinement).
func identify(values, unknowns []*big.Int, mul func(x, y *big.Int) *big.Int) (found []int) {
	colours := func(set []*big.Int) []string {
		index := make(map[string]int)
		for i, x := range set {
			index[x.String()] = i
		}
		type relation struct{ a, b, product int }
		var relations []relation
		for a := range set {
			for b := a; b < len(set); b++ {
				if c, ok := index[mul(set[a], set[b]).String()]; ok {
					relations = append(relations, relation{a, b, c})
				}
			}
		}
		colour := make([]string, len(set))
		for range 8 {
			seen := make([][]string, len(set))
			for _, r := range relations {
				factors := []string{colour[r.a], colour[r.b]}
				slices.Sort(factors)
				seen[r.a] = append(seen[r.a], "factor "+colour[r.b]+colour[r.product])
				seen[r.b] = append(seen[r.b], "factor "+colour[r.a]+colour[r.product])
				seen[r.product] = append(seen[r.product], "product "+factors[0]+factors[1])
			}
			next := make([]string, len(set))
			for i := range set {
				slices.Sort(seen[i])
				next[i] = fmt.Sprintf("%x", sha256.Sum256([]byte(colour[i]+strings.Join(seen[i], ";"))))
			}
			colour = next
		}
		return colour
	}
	known := make(map[string][]int)
	for i, c := range colours(values) {
		known[c] = append(known[c], i)
	}
	for _, c := range colours(unknowns) {
		if len(known[c]) == 1 {
			found = append(found, known[c][0])
		} else {
			found = append(found, -1)
		}
	}
	return found
}

func TestAttackSmallValues(t *testing.T) {
	p := sra.Group14().P() // a large safe prime doesn't help the published form
	modP := func(x, y *big.Int) *big.Int { z := new(big.Int).Mul(x, y); return z.Mod(z, p) }
	correct := func(found, order []int) (n int) {
		for i, card := range found {
			switch card {
			case -1:
			case order[i]:
				n++
			default:
				t.Errorf("position %d is taken for card %d, but holds %d", i, card, order[i])
			}
		}
		return n
	}
	for name, value := range map[string]func(i int64) int64{
		"2 … 53":  func(i int64) int64 { return i + 2 },
		"(i+2)^2": func(i int64) int64 { return (i + 2) * (i + 2) },
	} {
		var cards []*big.Int
		for i := range int64(52) {
			cards = append(cards, big.NewInt(value(i)))
		}
		encrypted, order := dealt(t, p, cards, 2)
		if n := correct(identify(cards, encrypted, modP), order); n != 33 {
			t.Errorf("%s: %d of 52 positions are identified, want 33", name, n)
		}
	}

	// Hashed cards: no product of two is a third, so no position is identified.
	abs := func(x, y *big.Int) *big.Int {
		z := modP(x, y)
		if negative := new(big.Int).Sub(p, z); negative.Cmp(z) < 0 {
			return negative
		}
		return z
	}
	public := mustPublic(t, sra.Group14(), "relations", 52)
	encrypted := mustEncrypt(t, fixedKey(t, sra.Group14(), "relations"), public)
	for i, card := range identify(numbers(public), numbers(encrypted), abs) {
		if card != -1 {
			t.Errorf("position %d is identified", i)
		}
	}
	// The new group alone would not have helped: in it, 2 … 53 show as much.
	var small []sra.Element
	for i := range int64(52) {
		small = append(small, mustElement(t, sra.Group14(), element(sra.Group14(), big.NewInt(i+2))))
	}
	deck, err := sra.NewDeck(small...)
	if err != nil {
		t.Fatal(err)
	}
	order := rand.New(rand.NewPCG(3, 0)).Perm(52)
	shuffled := mustSelect(t, mustEncrypt(t, fixedKey(t, sra.Group14(), "relations"), deck), order...)
	if n := correct(identify(numbers(deck), numbers(shuffled), abs), order); n != 33 {
		t.Errorf("small cards in the new group: %d positions are identified, want 33", n)
	}
}

// logarithm returns the l in 0 … r−1 with base^l = x mod p, or −1.
func logarithm(base, x, p *big.Int, r int64) int64 {
	y := big.NewInt(1)
	for l := range r {
		if y.Cmp(x) == 0 {
			return l
		}
		y.Mul(y, base).Mod(y, p)
	}
	return -1
}

// For a small prime r that divides p−1, x^((p−1)/r) is one of r numbers, and its logarithm is
// multiplied by e. So comparing the deck's logarithms before and after gives e mod r, and then,
// with enough such r, every card.
func TestAttackSmoothOrder(t *testing.T) {
	p := new(big.Int).Sub(pow2(521), one) // a prime
	order := new(big.Int).Sub(p, one)
	cards := articleDeck()
	encrypted, positions := dealt(t, p, cards, 4)

	classes, unknown := make([]string, 52), make([]string, 52)
	for _, r := range []int64{3, 5, 11, 17, 31, 41, 53, 157} {
		cofactor, rest := new(big.Int).QuoRem(order, big.NewInt(r), new(big.Int))
		if rest.Sign() != 0 {
			t.Fatalf("%d doesn't divide p-1", r)
		}
		base := new(big.Int)
		for n := int64(2); base.Cmp(one) <= 0; n++ { // a number of order r
			base.Exp(big.NewInt(n), cofactor, p)
		}
		logs := func(of []*big.Int) (out []int64) {
			for _, x := range of {
				out = append(out, logarithm(base, new(big.Int).Exp(x, cofactor, p), p, r))
			}
			return out
		}
		before, after := logs(cards), logs(encrypted)
		// The e mod r that makes one deck the other.
		want := slices.Sorted(slices.Values(after))
		var e int64
		for guess := int64(1); guess < r; guess++ {
			times := make([]int64, 52)
			for i, l := range before {
				times[i] = guess * l % r
			}
			if slices.Equal(slices.Sorted(slices.Values(times)), want) {
				if e != 0 {
					e = 0 // two of them fit: this r isn't used
					break
				}
				e = guess
			}
		}
		if e == 0 {
			continue
		}
		for i := range 52 {
			classes[i] += fmt.Sprint(e*before[i]%r, " ")
			unknown[i] += fmt.Sprint(after[i], " ")
		}
	}
	for i, card := range positions {
		if slices.Index(classes, unknown[i]) != card || slices.Index(classes[card+1:], unknown[i]) != -1 {
			t.Errorf("position %d isn't identified", i)
		}
	}

	// The new scheme has groups of prime order alone. 2^2203 − 1 is a prime of its size.
	if _, err := sra.NewGroup(new(big.Int).Sub(pow2(2203), one)); !errors.Is(err, sra.ErrMalformed) {
		t.Errorf("a prime with a smooth p-1: %v", err)
	}
}

// evilPrime is a prime of 2048 bits with p−1 the product of 4093 and the primes up to 1459.
func evilPrime() *big.Int {
	p := big.NewInt(1)
	for _, r := range evilFactors() {
		p.Mul(p, big.NewInt(r))
	}
	return p.Add(p, one)
}

func evilFactors() (primes []int64) {
	for n := int64(2); n <= 1459; n++ {
		if isPrime(n) {
			primes = append(primes, n)
		}
	}
	return append(primes, 4093)
}

// cofactorPowers returns, for each of the factors r, x to the product of the others.
func cofactorPowers(x, p *big.Int, factors []int64) []*big.Int {
	if len(factors) == 1 {
		return []*big.Int{x}
	}
	half := len(factors) / 2
	to := func(exponents []int64) *big.Int {
		product := big.NewInt(1)
		for _, r := range exponents {
			product.Mul(product, big.NewInt(r))
		}
		return new(big.Int).Exp(x, product, p)
	}
	return append(cofactorPowers(to(factors[half:]), p, factors[:half]), cofactorPowers(to(factors[:half]), p, factors[half:])...)
}

// A dealer who chooses p so that p−1 has small factors only computes the player's exponent from
// one card and its encryption (Pohlig and Hellman 1978). The prime is as large as group 14's.
func TestAttackEvilPrime(t *testing.T) {
	p, factors := evilPrime(), evilFactors()
	if p.BitLen() != 2048 || !p.ProbablyPrime(5) {
		t.Fatal("the prime isn't one of 2048 bits")
	}
	player := mustTextbook(t, p, textbookExponent(p, 5))
	order := new(big.Int).Sub(p, one)

	// A card that generates the whole group; the others' would give as much as matters to them.
	card := big.NewInt(47)
	bases := cofactorPowers(card, p, factors)
	if slices.ContainsFunc(bases, func(y *big.Int) bool { return y.Cmp(one) == 0 }) {
		t.Fatalf("%v doesn't generate the group", card)
	}
	encrypted := power(t, player.Encrypt, card)

	// The exponent modulo each factor, put together by the Chinese remainder theorem.
	e, modulus := big.NewInt(0), big.NewInt(1)
	targets := cofactorPowers(encrypted, p, factors)
	for i, r := range factors {
		l := logarithm(bases[i], targets[i], p, r)
		step := new(big.Int).Sub(big.NewInt(l), e)
		step.Mul(step, new(big.Int).ModInverse(modulus, big.NewInt(r)))
		step.Mod(step, big.NewInt(r))
		e.Add(e, step.Mul(step, modulus))
		modulus.Mul(modulus, big.NewInt(r))
	}
	if modulus.Cmp(order) != 0 {
		t.Fatal("the factors aren't those of p-1")
	}
	found := mustTextbook(t, p, e)
	if found.Inverse().Cmp(player.Inverse()) != 0 {
		t.Error("the exponent isn't found")
	}

	if _, err := sra.NewGroup(p); !errors.Is(err, sra.ErrMalformed) || !strings.Contains(err.Error(), "(p-1)/2 isn't prime") {
		t.Errorf("NewGroup: %v", err)
	}
}

func TestAttackFixedPoints(t *testing.T) {
	p := digits(t, articlePrime)
	k := mustTextbook(t, p, digits(t, articlePlayer))
	for _, x := range []*big.Int{big.NewInt(0), one, new(big.Int).Sub(p, one)} {
		if power(t, k.Encrypt, x).Cmp(x) != 0 {
			t.Errorf("%v isn't a fixed point", x)
		}
	}

	g := sra.Group14()
	for _, x := range []*big.Int{big.NewInt(0), one, new(big.Int).Sub(g.P(), one)} {
		if _, err := sra.ParseElement(g, element(g, x)); !errors.Is(err, sra.ErrMalformed) {
			t.Errorf("%v is an element: %v", x, err)
		}
		if _, err := sra.ParseDeck(g, 1, element(g, x)); !errors.Is(err, sra.ErrMalformed) {
			t.Errorf("%v is a card: %v", x, err)
		}
	}
}

// A player who strips its layer off whatever it is sent opens any card, in a form that it can't
// recognise: the dealer raises the card to a power first, and takes the root afterwards.
func TestAttackDecryptionOracle(t *testing.T) {
	p := digits(t, articlePrime)
	player := mustTextbook(t, p, digits(t, articlePlayer))
	disguise := mustTextbook(t, p, big.NewInt(1_000_003))
	card := articleDeck()[10]
	encrypted := power(t, player.Encrypt, card)
	sent := power(t, disguise.Encrypt, encrypted)
	if sent.Cmp(encrypted) == 0 {
		t.Fatal("no disguise")
	}
	if got := power(t, disguise.Decrypt, power(t, player.Decrypt, sent)); got.Cmp(card) != 0 {
		t.Errorf("the card opens to %v", got)
	}

	// Decrypt is as much of an oracle, as it must be. What the player asked to open does not come
	// from the peer, though, but from its own copy of the deck, by position; and a disguised card
	// isn't in it.
	g := sra.Group14()
	final := mustEncrypt(t, fixedKey(t, g, "player"), mustPublic(t, g, "oracle", 52))
	disguised := mustEncrypt(t, fixedKey(t, g, "disguise"), mustSelect(t, final, 10))
	received, err := sra.ParseElement(g, disguised.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if i := final.Index(received); i != -1 {
		t.Errorf("the disguised card is found at %d", i)
	}
	if i := final.Index(final.At(10)); i != 10 {
		t.Errorf("card 10 is found at %d", i)
	}
}

// The exchange of keys opens the cards that were folded, and those never dealt.
func TestAttackRevealedKey(t *testing.T) {
	p := digits(t, articlePrime)
	cards := articleDeck()
	player := mustTextbook(t, p, digits(t, articlePlayer))
	revealed := mustTextbook(t, p, player.Inverse())
	for _, card := range cards {
		if got := power(t, revealed.Encrypt, power(t, player.Encrypt, card)); got.Cmp(card) != 0 {
			t.Errorf("%v isn't opened", card)
		}
	}

	// In the new scheme a player opens single cards and keeps the key: the others stay closed.
	g := sra.Group14()
	public := mustPublic(t, g, "folded", 5)
	k := fixedKey(t, g, "folded")
	final := mustEncrypt(t, k, public)
	shown := mustDecrypt(t, k, mustSelect(t, final, 1, 3))
	if public.Index(shown.At(0)) != 1 || public.Index(shown.At(1)) != 3 {
		t.Error("the cards shown aren't 1 and 3")
	}
	for _, i := range []int{0, 2, 4} {
		if public.Index(final.At(i)) != -1 || shown.Index(final.At(i)) != -1 {
			t.Errorf("card %d is open", i)
		}
	}
}
