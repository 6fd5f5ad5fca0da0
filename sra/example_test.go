package sra_test

import (
	"bytes"
	"errors"
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

type message struct {
	from int
	data []byte
}

// deliver gives each message to all other seats, and then those with which they reply.
func deliver(hands []*sra.Hand, messages ...message) {
	for i := 0; i < len(messages); i++ {
		for seat, h := range hands {
			if m := messages[i]; seat != m.from {
				if reply := must(h.Receive(m.from, m.data)); reply != nil {
					messages = append(messages, message{seat, reply})
				}
			}
		}
	}
}

// Three seats shuffle a deck that none of them can follow. Each is dealt a card that it
// alone sees, and one is opened to all. Seat 2 shows its card; then seat 0 wants that to
// be its own.
func Example() {
	public := must(sra.PublicDeck(sra.Ristretto255(), "example.org/five-cards", 5))
	hands := make([]*sra.Hand, 3)
	var messages []message
	keep := func(old, new sra.HandState) error { return nil } // in earnest, a database does
	for seat := range hands {
		h, announcement, err := sra.GenerateHand([]byte("session 1, hand 1"), public, 3, seat, keep)
		if err != nil {
			log.Fatal(err)
		}
		hands[seat], messages = h, append(messages, message{seat, announcement})
	}
	deliver(hands, messages...) // the keys; with the last of them, each shuffles in turn
	fmt.Println("shuffled by all:", hands[0].Ready())

	// The rules of the game, which all seats know, say who gets what.
	messages = nil
	for seat, h := range hands {
		turn := must(h.Deal(
			sra.Deal{Position: 0, To: 0}, sra.Deal{Position: 1, To: 1}, sra.Deal{Position: 2, To: 2},
			sra.Deal{Position: 3, To: sra.Everyone}))
		if turn != nil {
			messages = append(messages, message{seat, turn})
		}
	}
	deliver(hands, messages...)
	for position := range 5 {
		var seats []int
		for seat, h := range hands {
			if _, ok := h.Card(position); ok {
				seats = append(seats, seat)
			}
		}
		fmt.Println("position", position, "is seen by", seats)
	}

	show := must(hands[2].Show(2))
	deliver(hands, message{2, show})
	shown, _ := hands[1].Card(2)
	own, _ := hands[2].Card(2)
	fmt.Println("seat 2 has shown its card:", shown == own)
	_, err := hands[1].Receive(0, show)
	fmt.Println(err)
	// Output:
	// shuffled by all: true
	// position 0 is seen by [0]
	// position 1 is seen by [1]
	// position 2 is seen by [2]
	// position 3 is seen by [0 1 2]
	// position 4 is seen by []
	// seat 2 has shown its card: true
	// sra: against the rules: seat 0 shows position 2, which isn't dealt to it: seat 0
}

// A referee without a seat or a key follows a hand from its messages, and learns what
// was dealt to whom. It need not know the rules.
func ExampleNewObserver() {
	public := must(sra.PublicDeck(sra.Ristretto255(), "example.org/five-cards", 5))
	referee := must(sra.NewObserver([]byte("session 1, hand 2"), public, 2))
	keep := func(old, new sra.HandState) error { return nil }
	alice, keyA, err := sra.GenerateHand([]byte("session 1, hand 2"), public, 2, 0, keep)
	if err != nil {
		log.Fatal(err)
	}
	bob, keyB, err := sra.GenerateHand([]byte("session 1, hand 2"), public, 2, 1, keep)
	if err != nil {
		log.Fatal(err)
	}
	hear := func(from int, message []byte) {
		if err := referee.Receive(from, message); err != nil {
			log.Fatal(err)
		}
	}
	hear(0, keyA)
	hear(1, keyB)
	must(bob.Receive(0, keyA))
	shuffleA := must(alice.Receive(1, keyB))
	hear(0, shuffleA)
	shuffleB := must(bob.Receive(0, shuffleA))
	hear(1, shuffleB)
	must(alice.Receive(1, shuffleB))
	fmt.Println("shuffled:", referee.Ready())

	flop := sra.Deal{Position: 0, To: sra.Everyone}
	turnA := must(alice.Deal(flop))
	must(bob.Deal(flop))
	hear(0, turnA)
	fmt.Println("dealt:", referee.Deals(), "waiting for", referee.Missing())
	hear(1, must(bob.Receive(0, turnA)))
	card, _ := referee.Card(0)
	own, _ := bob.Card(0)
	fmt.Println("the referee sees what Bob sees:", card == own)
	// Output:
	// shuffled: true
	// dealt: [[{0 -1}]] waiting for [1]
	// the referee sees what Bob sees: true
}

// Seat 2 of three closes its window. The others keep their cards and go on with a new deck,
// in which seat 2's card is again.
func ExampleHand_Redeal() {
	public := must(sra.PublicDeck(sra.Ristretto255(), "example.org/five-cards", 5))
	hands := make([]*sra.Hand, 3)
	var messages []message
	keep := func(old, new sra.HandState) error { return nil }
	for seat := range hands {
		h, announcement, err := sra.GenerateHand([]byte("session 1, hand 3"), public, 3, seat, keep)
		if err != nil {
			log.Fatal(err)
		}
		hands[seat], messages = h, append(messages, message{seat, announcement})
	}
	deliver(hands, messages...)
	deal := func(cards ...sra.Deal) {
		messages = nil
		for seat, h := range hands {
			if turn := must(h.Deal(cards...)); turn != nil {
				messages = append(messages, message{seat, turn})
			}
		}
		deliver(hands, messages...)
	}
	deal(sra.Deal{Position: 0, To: 0}, sra.Deal{Position: 1, To: 1}, sra.Deal{Position: 2, To: 2})
	before, _ := hands[0].Card(0)

	hands = hands[:2] // those who stay, and agree that seat 2 is gone
	messages = nil
	for seat, h := range hands {
		messages = append(messages, message{seat, must(h.Redeal(2))})
	}
	fmt.Println("kept:", hands[0].Kept(), "missing:", hands[0].Missing())
	deliver(hands, messages...) // keys, shuffles, and where in the new deck the kept cards are
	after, _ := hands[0].Card(0)
	stock := hands[0].Stock()
	fmt.Println("ready:", hands[0].Ready(), "with", len(stock), "cards to deal")
	fmt.Println("seat 0 has its card still:", before == after)
	deal(sra.Deal{Position: stock[0], To: sra.Everyone})
	_, open := hands[1].Card(stock[0])
	fmt.Println("the next card is open:", open)
	// Output:
	// kept: [{0 0} {1 1}] missing: [1]
	// ready: true with 3 cards to deal
	// seat 0 has its card still: true
	// the next card is open: true
}

// A seat that dies in the middle of a hand goes on from what its store function kept,
// and sends its messages again.
func ExampleParseHand() {
	public := must(sra.PublicDeck(sra.Ristretto255(), "example.org/five-cards", 5))
	var database []byte // one row
	store := func(old, new sra.HandState) error {
		if !bytes.Equal(database, old.Bytes()) { // UPDATE … WHERE state = old
			return errors.New("another process has changed the hand")
		}
		database = new.Bytes()
		return nil
	}
	alice, keyA, err := sra.GenerateHand([]byte("session 1, hand 4"), public, 2, 0, store)
	if err != nil {
		log.Fatal(err)
	}
	bob, keyB, err := sra.GenerateHand([]byte("session 1, hand 4"), public, 2, 1, func(old, new sra.HandState) error { return nil })
	if err != nil {
		log.Fatal(err)
	}
	must(bob.Receive(0, keyA))
	must(alice.Receive(1, keyB)) // Alice has shuffled, and dies before the message is sent

	alice = must(sra.ParseHand(database, store))
	for _, message := range alice.Sent() {
		must(bob.Receive(0, message)) // the key again does no harm
	}
	must(alice.Receive(1, bob.Sent()[1]))
	fmt.Println(alice, "is ready:", alice.Ready())
	// Output: redacted is ready: true
}

// The cipher alone: Alice and Bob shuffle a deck that neither of them can follow, and
// Bob gets a card that only he sees. That they did so, nothing proves.
func ExampleKey_Shuffle() {
	group := sra.Ristretto255()
	public := must(sra.PublicDeck(group, "example.org/french-52", 52))
	alice, bob := must(sra.GenerateKey(group)), must(sra.GenerateKey(group))

	// Each encrypts and shuffles the deck in turn, and sends it as bytes.
	deck, _, err := alice.Shuffle(public)
	if err != nil {
		log.Fatal(err)
	}
	deck = must(sra.ParseDeck(group, 52, deck.Bytes()))
	deck, _, err = bob.Shuffle(deck)
	if err != nil {
		log.Fatal(err)
	}
	deck = must(sra.ParseDeck(group, 52, deck.Bytes()))

	// Position 7 is Bob's. Alice takes her layer off that one, and Bob his.
	half := must(alice.Decrypt(must(deck.Select(7))))
	card := must(bob.Decrypt(half))

	fmt.Println("a card of the deck:", public.Index(card.At(0)) >= 0)
	fmt.Println("seen by Alice:", public.Index(half.At(0)) >= 0)
	// Output:
	// a card of the deck: true
	// seen by Alice: false
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
