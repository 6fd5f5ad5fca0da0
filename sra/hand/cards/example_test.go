package cards_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"log"
	"slices"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

// Seats 2, 5 and 7 of a game play a hand: each is dealt a card that nobody else sees, seat 5
// shows its own, and seat 7 cheats.
func Example() {
	deck, err := sra.PublicDeck(sra.Ristretto255(), "an example's 52 cards", 52)
	if err != nil {
		log.Fatal(err)
	}
	head := sha256.Sum256([]byte("all that was said at the table before")) // that of a record
	hands := make(map[int]*cards.Hand)
	for _, seat := range []int{2, 5, 7} {
		seed := bytes.Repeat([]byte{byte(seat)}, 32) // from crypto/rand, stored
		if hands[seat], err = cards.New(head, deck, []int{2, 5, 7}, seat, seed); err != nil {
			log.Fatal(err)
		}
	}

	// read gives all seats what one says, as a board does.
	read := func(seat int, message []byte) {
		for _, h := range hands {
			err = h.Receive(seat, message)
		}
	}
	// play has the seats that are due say what they have to, until none is.
	play := func() {
		for _, due := hands[2].Due(); len(due) > 0 && err == nil; _, due = hands[2].Due() {
			message, err := hands[due[0]].Pending()
			if err != nil {
				log.Fatal(err)
			}
			read(due[0], message)
		}
	}
	play() // shuffles

	var dealt []int
	for _, h := range hands { // all make the same steps
		if dealt, err = h.Deal(2, 5, 7); err != nil {
			log.Fatal(err)
		}
	}
	play()
	for _, seat := range []int{2, 5, 7} {
		fmt.Printf("seat %d sees %d of %d cards\n", seat, len(hands[seat].Look(dealt...)), len(dealt))
	}

	for _, h := range hands {
		if err := h.Show(5, h.Of(5)...); err != nil {
			log.Fatal(err)
		}
	}
	play()
	fmt.Println("all see that of seat 5:", slices.Equal(hands[2].Look(hands[2].Of(5)...), hands[5].Look(hands[5].Of(5)...)))

	for _, h := range hands {
		if err := h.Show(7, h.Of(7)...); err != nil {
			log.Fatal(err)
		}
	}
	lie, err := hands[7].Pending()
	if err != nil {
		log.Fatal(err)
	}
	copy(lie[32:], deck.At(0).Bytes()) // "it is the ace of spades"
	read(7, lie)
	if blame, ok := errors.AsType[*hand.BlameError](err); ok {
		fmt.Println("a cheat: seat", blame.Seats[0])
	}
	// Output:
	// seat 2 sees 1 of 3 cards
	// seat 5 sees 1 of 3 cards
	// seat 7 sees 1 of 3 cards
	// all see that of seat 5: true
	// a cheat: seat 7
}

// Seats 2, 5 and 7 hold three cards each, and each passes one to the next: nobody else sees it.
func ExampleHand_Return() {
	deck, err := sra.PublicDeck(sra.Ristretto255(), "an example's 52 cards", 52)
	if err != nil {
		log.Fatal(err)
	}
	seats := []int{2, 5, 7}
	hands := make(map[int]*cards.Hand)
	for _, seat := range seats {
		seed := bytes.Repeat([]byte{byte(seat)}, 32) // from crypto/rand, stored
		if hands[seat], err = cards.New([32]byte{1}, deck, seats, seat, seed); err != nil {
			log.Fatal(err)
		}
	}
	// all has every seat make a step, and then those that are due say what they have to.
	all := func(step func(h *cards.Hand) error) {
		for _, h := range hands {
			if err := step(h); err != nil {
				log.Fatal(err)
			}
		}
		for _, due := hands[2].Due(); len(due) > 0; _, due = hands[2].Due() {
			message, err := hands[due[0]].Pending()
			if err != nil {
				log.Fatal(err)
			}
			for _, h := range hands {
				if err := h.Receive(due[0], message); err != nil {
					log.Fatal(err)
				}
			}
		}
	}
	all(func(*cards.Hand) error { return nil })
	all(func(h *cards.Hand) error {
		_, err := h.Deal(2, 5, 7, 2, 5, 7, 2, 5, 7)
		return err
	})

	// Each seat names one of its cards, by its position, which tells nothing.
	passed := []int{hands[2].Of(2)[0], hands[5].Of(5)[1], hands[7].Of(7)[2]}
	before := hands[2].Look(passed...)
	all(func(h *cards.Hand) error {
		if err := h.Return(passed...); err != nil {
			return err
		}
		return h.DealAt(hand.Place{Position: passed[0], To: 5}, hand.Place{Position: passed[1], To: 7}, hand.Place{Position: passed[2], To: 2})
	})
	for _, seat := range seats {
		fmt.Printf("seat %d holds the cards at %v\n", seat, hands[seat].Of(seat))
	}
	fmt.Printf("of %v, seat 2 knew %d: now it knows %d, with that which it passed\n", passed, len(before), len(hands[2].Look(passed...)))
	fmt.Println("seat 5 has it:", hands[5].Look(passed[0])[0] == before[0])
	// Output:
	// seat 2 holds the cards at [3 6 8]
	// seat 5 holds the cards at [0 1 7]
	// seat 7 holds the cards at [2 4 5]
	// of [0 4 8], seat 2 knew 1: now it knows 2, with that which it passed
	// seat 5 has it: true
}
