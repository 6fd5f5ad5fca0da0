package hand_test

import (
	"fmt"
	"log"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// A board is whatever gives all seats the same sequence of messages.
type board struct{ hands []*hand.Hand }

// run has all seats say what they have to, and all read it, until nobody has anything to say.
func (b board) run() {
	for said := true; said; {
		said = false
		for seat, h := range b.hands {
			message := h.Pending()
			if message == nil {
				continue
			}
			said = true
			for _, h := range b.hands {
				if _, err := h.Receive(seat, message); err != nil {
					fmt.Println("a fault:", err) // which names the seat: the game puts it out
				}
			}
		}
	}
}

// all makes a step of the game at every seat.
func (b board) all(step func(h *hand.Hand) error) {
	for _, h := range b.hands {
		if err := step(h); err != nil {
			log.Fatal(err)
		}
	}
}

func newBoard(seats int) (b board) {
	deck, err := sra.PublicDeck(sra.Ristretto255(), "an example's 52 cards", 52)
	if err != nil {
		log.Fatal(err)
	}
	for seat := range seats {
		h, err := hand.New([]byte("table 7, hand 1"), deck, seats, seat, hand.GenerateSecret())
		if err != nil {
			log.Fatal(err)
		}
		b.hands = append(b.hands, h)
	}
	return b
}

// Three seats shuffle, two of them are dealt a card each, everybody is dealt one, and seat 1
// shows its own.
func Example() {
	table := newBoard(3)
	table.run() // keys and shuffles
	fmt.Println("ready:", table.hands[0].Ready(), "cards:", len(table.hands[0].With(hand.Stock)))

	table.all(func(h *hand.Hand) error {
		return h.Deal(hand.Card{Position: 0, To: 0}, hand.Card{Position: 1, To: 1}, hand.Card{Position: 2, To: hand.Everyone})
	})
	for _, turn := range table.hands[0].Due() {
		fmt.Println("due:", turn.Kind, "of seat", turn.Seat)
	}
	table.run()
	for seat, h := range table.hands {
		_, first := h.Card(0)
		_, second := h.Card(1)
		_, third := h.Card(2)
		fmt.Println("seat", seat, "sees:", first, second, third)
	}

	table.all(func(h *hand.Hand) error { return h.Show(1, 1) })
	table.run()
	shown, _ := table.hands[1].Card(1)
	seen, ok := table.hands[0].Card(1)
	fmt.Println("seat 0 sees it now:", ok && seen == shown)
	// Output:
	// ready: true cards: 52
	// due: layer of seat 0
	// seat 0 sees: true false true
	// seat 1 sees: false true true
	// seat 2 sees: false false true
	// seat 0 sees it now: true
}

// A seat is gone in the middle of the hand. The others keep their cards, and shuffle the rest.
func ExampleHand_Redeal() {
	table := newBoard(3)
	table.run()
	table.all(func(h *hand.Hand) error {
		return h.Deal(hand.Card{Position: 0, To: 0}, hand.Card{Position: 1, To: 1}, hand.Card{Position: 2, To: 2})
	})
	table.run()
	mine, _ := table.hands[0].Card(0)

	// Seat 2 has said nothing for too long, so that the rules of the game put it out.
	table.hands = table.hands[:2]
	table.all(func(h *hand.Hand) error { return h.Redeal([]int{2}, nil) })
	table.run()
	h := table.hands[0]
	kept, _ := h.Card(0)
	fmt.Println("seat 0 has its card still:", kept == mine)
	fmt.Println("here:", h.Here(), "held:", h.With(hand.Held))
	fmt.Println("stock:", len(h.With(hand.Stock)), "from position", h.With(hand.Stock)[0].Position >= 52)
	// Output:
	// seat 0 has its card still: true
	// here: [0 1] held: [{0 0} {1 1}]
	// stock: 50 from position true
}

// A process that has stopped begins its hand again, with the secret that it has stored, and
// reads the sequence again: then it says what it would have said.
func ExampleHand_Await() {
	deck, err := sra.PublicDeck(sra.Ristretto255(), "an example's 52 cards", 52)
	if err != nil {
		log.Fatal(err)
	}
	secret := hand.GenerateSecret()
	before, err := hand.New([]byte("table 7, hand 2"), deck, 2, 0, secret)
	if err != nil {
		log.Fatal(err)
	}
	stored, head := secret.Bytes(), before.Head() // before a message is sent
	said := before.Pending()

	secret, err = hand.ParseSecret(stored)
	if err != nil {
		log.Fatal(err)
	}
	after, err := hand.New([]byte("table 7, hand 2"), deck, 2, 0, secret)
	if err != nil {
		log.Fatal(err)
	}
	after.Await(head) // nothing is said in a sequence that never comes to this
	fmt.Println("the same message:", string(said) == string(after.Pending()))
	// Output:
	// the same message: true
}

// Somebody without a seat follows a hand, and names whoever cheats.
func ExampleWatch() {
	table := newBoard(2)
	deck, err := sra.PublicDeck(sra.Ristretto255(), "an example's 52 cards", 52)
	if err != nil {
		log.Fatal(err)
	}
	watcher, err := hand.Watch([]byte("table 7, hand 1"), deck, 2)
	if err != nil {
		log.Fatal(err)
	}
	key := table.hands[0].Pending()
	_, err = watcher.Receive(1, key)
	fmt.Println("copied by seat 1:", err) // it has no effect, and nobody made a mistake
	taken, err := watcher.Receive(0, key)
	fmt.Println("of seat 0:", taken, err)
	key = table.hands[1].Pending()
	key[40]++
	_, err = watcher.Receive(1, key)
	fmt.Println("altered:", err != nil)
	fmt.Println("due:", watcher.Due()[0].Seat)
	// Output:
	// copied by seat 1: <nil>
	// of seat 0: true <nil>
	// altered: true
	// due: 1
}
