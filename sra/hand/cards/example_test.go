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
		if hands[seat], err = cards.New(head, []int{2, 5, 7}, seat, seed, deck); err != nil {
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
			read(due[0], hands[due[0]].Own())
		}
	}
	play() // keys and shuffles

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
	lie := hands[7].Own()
	copy(lie[32:], deck.At(0).Bytes()) // "it is the ace of spades"
	read(7, lie)
	var blame *hand.BlameError
	if errors.As(err, &blame) {
		fmt.Println("a cheat: seat", blame.Seat)
	}
	// Output:
	// seat 2 sees 1 of 3 cards
	// seat 5 sees 1 of 3 cards
	// seat 7 sees 1 of 3 cards
	// all see that of seat 5: true
	// a cheat: seat 7
}
