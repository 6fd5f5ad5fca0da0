package sra_test

import (
	"crypto/rand"
	"fmt"
	"log"
	"math/big"

	"github.com/squaredeal/squaredeal/sra"
)

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// Alice and Bob shuffle a deck that neither of them can follow, and Bob gets a card that only
// he sees. Each step is proved when it is made, and checked by the other.
func Example() {
	group := sra.Ristretto255()
	public := must(sra.PublicDeck(group, "example.org/french-52", 52))
	alice, bob := must(sra.GenerateKey(group)), must(sra.GenerateKey(group))
	check := func(err error) {
		if err != nil {
			log.Fatal(err) // the other has cheated
		}
	}

	// Each shows that it has the key which it announces. A context names the place of a proof.
	check(alice.Public().VerifyKey([]byte("hand 1, Alice"), must(alice.ProveKey([]byte("hand 1, Alice")))))
	check(bob.Public().VerifyKey([]byte("hand 1, Bob"), must(bob.ProveKey([]byte("hand 1, Bob")))))

	// Each encrypts and shuffles the deck in turn, and sends it as bytes with a proof.
	shuffle := func(key sra.Key, context string, deck sra.Deck) sra.Deck {
		shuffled, order, err := key.Shuffle(deck)
		check(err)
		proof := must(key.ProveShuffle([]byte(context), deck, shuffled, order))

		received := must(sra.ParseDeck(group, 52, shuffled.Bytes()))
		check(key.Public().VerifyShuffle([]byte(context), deck, received, proof))
		return received
	}
	deck := shuffle(bob, "hand 1, Bob", shuffle(alice, "hand 1, Alice", public))

	// Position 7 is Bob's. Alice takes her layer off that one, and Bob his.
	dealt := must(deck.Select(7))
	half := must(alice.Decrypt(dealt))
	proof := must(alice.ProveDecryption([]byte("hand 1, Alice"), dealt, half))
	check(alice.Public().VerifyDecryption([]byte("hand 1, Alice"), dealt, half, proof))
	card := must(bob.Decrypt(half))

	fmt.Println("a card of the deck:", public.Index(card.At(0)) >= 0)
	fmt.Println("seen by Alice:", public.Index(half.At(0)) >= 0)
	// Output:
	// a card of the deck: true
	// seen by Alice: false
}

// The order of a shuffle is a secret of whoever has shuffled.
func ExampleKey_Shuffle() {
	public := must(sra.PublicDeck(sra.Ristretto255(), "example.org/five-cards", 5))
	key := must(sra.GenerateKey(sra.Ristretto255()))
	deck, order, err := key.Shuffle(public)
	if err != nil {
		log.Fatal(err)
	}
	position := order.Reveal().Inverse().At(3) // where card 3 is now
	fmt.Println(must(key.Decrypt(must(deck.Select(position)))).At(0).Equal(public.At(3)))
	fmt.Println(order)
	// Output:
	// true
	// redacted
}

// A program that dies in the middle of a hand makes the same key again, and says what it
// said before.
func ExampleNewKey() {
	public := must(sra.PublicDeck(sra.Ristretto255(), "example.org/five-cards", 5))
	seed := make([]byte, sra.SeedSize)
	rand.Read(seed) // and store it

	before, _, err := must(sra.NewKey(sra.Ristretto255(), seed)).Shuffle(public)
	if err != nil {
		log.Fatal(err)
	}
	after, _, err := must(sra.NewKey(sra.Ristretto255(), seed)).Shuffle(public)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("the same deck:", before.Equal(after))
	// Output: the same deck: true
}

// A proof that the deck which is sent is the one before, encrypted and in another order.
func ExampleKey_ProveShuffle() {
	group := sra.Ristretto255()
	public := must(sra.PublicDeck(group, "example.org/five-cards", 5))
	key := must(sra.GenerateKey(group))
	deck, order, err := key.Shuffle(public)
	if err != nil {
		log.Fatal(err)
	}
	context := []byte("session 1, hand 1, seat 0")
	proof := must(key.ProveShuffle(context, public, deck, order))

	fmt.Println(key.Public().VerifyShuffle(context, public, deck, proof))
	fmt.Println(key.Public().VerifyShuffle([]byte("session 2, hand 1, seat 0"), public, deck, proof))
	// Output:
	// <nil>
	// sra: invalid proof: the proof of the shuffle doesn't hold
}

// The layers of several keys come off in any order.
func ExampleKey_Decrypt() {
	group := sra.Ristretto255()
	public := must(sra.PublicDeck(group, "example.org/dominoes", 28))
	a, b := must(sra.GenerateKey(group)), must(sra.GenerateKey(group))
	both := must(b.Encrypt(must(a.Encrypt(public))))
	fmt.Println(must(a.Decrypt(must(b.Decrypt(both)))).Equal(public))
	fmt.Println(must(b.Decrypt(must(a.Decrypt(both)))).Equal(public))
	// Output:
	// true
	// true
}

// A deck on all processors.
func ExampleKey_Parallel() {
	key := must(sra.GenerateKey(sra.Ristretto255()))
	public := must(sra.PublicDeck(sra.Ristretto255(), "example.org/french-52", 52))
	one := must(key.Encrypt(public))
	four := must(key.Parallel(4).Encrypt(public))
	fmt.Println(one.Equal(four))
	// Output: true
}

// A peer's deck in which a card is repeated.
func ExampleParseDeck() {
	group := sra.Ristretto255()
	b := must(sra.PublicDeck(group, "example.org/french-52", 3)).Bytes()
	copy(b[2*group.ElementSize():], b[:group.ElementSize()])
	_, err := sra.ParseDeck(group, 3, b)
	fmt.Println(err)
	// Output: sra: malformed: card 2 is the same as card 0
}

// Primes for which the cipher would be broken are refused.
func ExampleNewGroup() {
	mersenne := new(big.Int).Lsh(big.NewInt(1), 2203)
	mersenne.Sub(mersenne, big.NewInt(1))
	_, err := sra.NewGroup(mersenne)
	fmt.Println(err)
	fmt.Println(must(sra.NewGroup(sra.Group15().P())))
	// Output:
	// sra: malformed: (p-1)/2 isn't prime
	// modp3072
}
