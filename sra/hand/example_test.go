package hand_test

import (
	"bytes"
	"errors"
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
			message, err := h.Pending()
			if err != nil {
				log.Fatal(err) // the state wasn't stored: nothing is said
			}
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

// all makes a step of the game at every seat, and then all that follows from it.
func (b board) all(step func(h *hand.Hand) error) {
	for _, h := range b.hands {
		if err := step(h); err != nil {
			log.Fatal(err)
		}
	}
	b.run()
}

// sees prints which seats see the card at a position.
func (b board) sees(position int) {
	for seat, h := range b.hands {
		if _, ok := h.Look(position); ok {
			fmt.Print(" seat ", seat)
		}
	}
	fmt.Println()
}

var deck = must(sra.PublicDeck(sra.Ristretto255(), "an example's 52 cards", 52))

// inMemory stands for a file or a database, which has stored the state when it returns, in place
// of the old one and of no other.
func inMemory(into *hand.State) func(old, new hand.State) error {
	return func(old, new hand.State) error {
		if !bytes.Equal(into.Bytes(), old.Bytes()) {
			return errors.New("another process has stored a state")
		}
		*into = new
		return nil
	}
}

func newBoard(seats int) (b board) {
	for seat := range seats {
		h, err := hand.New([]byte("table 7, hand 1"), deck, seats, seat, hand.GenerateState(), inMemory(new(hand.State)))
		if err != nil {
			log.Fatal(err)
		}
		b.hands = append(b.hands, h)
	}
	b.run() // all shuffle
	return b
}

// Three seats shuffle, two of them are dealt a card each, everybody is dealt one, and seat 1
// shows its own.
func Example() {
	table := newBoard(3)
	fmt.Println("ready:", table.hands[0].Ready(), "cards:", len(table.hands[0].With(hand.Stock)))

	table.all(func(h *hand.Hand) error {
		return h.Deal(hand.Place{Position: 0, To: 0}, hand.Place{Position: 1, To: 1}, hand.Place{Position: 2, To: hand.Everyone})
	})
	for position := range 3 {
		fmt.Print("position ", position, ":")
		table.sees(position)
	}

	table.all(func(h *hand.Hand) error { return h.Show(1, 1) })
	shown, _ := table.hands[1].Look(1)
	seen, ok := table.hands[0].Look(1)
	fmt.Println("seat 0 sees it now:", ok && seen == shown)
	// Output:
	// ready: true cards: 52
	// position 0: seat 0
	// position 1: seat 1
	// position 2: seat 0 seat 1 seat 2
	// seat 0 sees it now: true
}

// Seat 0 passes a card to seat 1: it returns, and is dealt again.
func ExampleHand_Return() {
	table := newBoard(3)
	table.all(func(h *hand.Hand) error { return h.Deal(hand.Place{Position: 0, To: 0}) })
	table.all(func(h *hand.Hand) error { return h.Return(0) })
	table.all(func(h *hand.Hand) error { return h.Deal(hand.Place{Position: 0, To: 1}) })
	fmt.Print("it is known to")
	table.sees(0)
	_, holder := table.hands[2].Status(0)
	fmt.Println("and held by seat", holder)
	// Output:
	// it is known to seat 0 seat 1
	// and held by seat 1
}

// Seat 0 looks at two cards of the stock and puts them back, in an order that it alone knows.
func ExampleHand_Shuffle() {
	table := newBoard(3)
	table.all(func(h *hand.Hand) error {
		return h.Deal(hand.Place{Position: 0, To: 0}, hand.Place{Position: 1, To: 0})
	})
	a, _ := table.hands[0].Look(0)
	b, _ := table.hands[0].Look(1)
	table.all(func(h *hand.Hand) error { return h.Return(0, 1) })
	table.all(func(h *hand.Hand) error { return h.Shuffle([]int{0}, 0, 1) })
	c, _ := table.hands[0].Look(0)
	d, _ := table.hands[0].Look(1)
	fmt.Println("the same cards:", a == c && b == d || a == d && b == c)
	fmt.Print("it knows where they are:")
	table.sees(0)
	table.all(func(h *hand.Hand) error { return h.Shuffle(h.Here(), 0, 1, 2) })
	fmt.Print("after a shuffle by all, nobody does:")
	table.sees(0)
	// Output:
	// the same cards: true
	// it knows where they are: seat 0
	// after a shuffle by all, nobody does:
}

// A seat is gone in the middle of the hand. The others keep their cards, and shuffle the rest.
func ExampleHand_Drop() {
	table := newBoard(3)
	table.all(func(h *hand.Hand) error {
		return h.Deal(hand.Place{Position: 0, To: 0}, hand.Place{Position: 1, To: 1}, hand.Place{Position: 2, To: 2})
	})
	mine, _ := table.hands[0].Look(0)

	// Seat 2 has said nothing for too long, so that the rules of the game put it out.
	table.hands = table.hands[:2]
	table.all(func(h *hand.Hand) error { return h.Drop(2) })
	h := table.hands[0]
	kept, _ := h.Look(0)
	fmt.Println("seat 0 has its card still:", kept == mine)
	fmt.Println("here:", h.Here(), "held:", h.With(hand.Held))
	fmt.Println("stock:", len(h.With(hand.Stock)), "from position", h.With(hand.Stock)[0].Position >= 52)
	// Output:
	// seat 0 has its card still: true
	// here: [0 1] held: [{0 0} {1 1}]
	// stock: 50 from position true
}

// A process that has stopped begins its hand again, with the state that it has stored, and
// reads the sequence again: then it says what it would have said.
func ExampleParseState() {
	var stored hand.State
	before, err := hand.New([]byte("table 7, hand 2"), deck, 2, 0, hand.GenerateState(), inMemory(&stored))
	if err != nil {
		log.Fatal(err)
	}
	said, err := before.Pending() // it is stored by now
	if err != nil {
		log.Fatal(err)
	}
	file := stored.Bytes()

	state, err := hand.ParseState(file)
	if err != nil {
		log.Fatal(err)
	}
	after, err := hand.New([]byte("table 7, hand 2"), deck, 2, 0, state, inMemory(&stored))
	if err != nil {
		log.Fatal(err)
	}
	again, err := after.Pending()
	fmt.Println("the same message:", string(said) == string(again), err)
	// Output:
	// the same message: true <nil>
}

// Somebody without a seat follows a hand, and names whoever cheats.
func ExampleWatch() {
	var first [2][]byte
	watcher, err := hand.Watch([]byte("table 7, hand 3"), deck, 2)
	if err != nil {
		log.Fatal(err)
	}
	for seat := range first {
		h, err := hand.New([]byte("table 7, hand 3"), deck, 2, seat, hand.GenerateState(), inMemory(new(hand.State)))
		if err != nil {
			log.Fatal(err)
		}
		if seat == 1 {
			if _, err := h.Receive(0, first[0]); err != nil {
				log.Fatal(err)
			}
		}
		if first[seat], err = h.Pending(); err != nil {
			log.Fatal(err)
		}
	}
	taken, err := watcher.Receive(1, first[0])
	fmt.Println("copied by seat 1:", taken, err) // it has no effect, and nobody made a mistake
	taken, err = watcher.Receive(0, first[0])
	fmt.Println("of seat 0:", taken, err)
	first[1][40]++
	_, err = watcher.Receive(1, first[1])
	fmt.Println("altered:", err != nil)
	fmt.Println("due:", watcher.Due()[0].Seat)
	// Output:
	// copied by seat 1: false <nil>
	// of seat 0: true <nil>
	// altered: true
	// due: 1
}

// Hands that are over are replayed together, which takes less time than to watch each.
func ExampleReplay() {
	type said struct {
		seat    int
		message []byte
	}
	var record []said
	var hands []*hand.Hand
	for seat := range 2 {
		h, err := hand.New([]byte("table 7, hand 4"), deck, 2, seat, hand.GenerateState(), inMemory(new(hand.State)))
		if err != nil {
			log.Fatal(err)
		}
		hands = append(hands, h)
	}
	for seat := range hands {
		message, err := hands[seat].Pending()
		if err != nil {
			log.Fatal(err)
		}
		record = append(record, said{seat, message})
		for _, h := range hands {
			if _, err := h.Receive(seat, message); err != nil {
				log.Fatal(err)
			}
		}
	}

	var batch sra.Batch
	h, err := hand.Replay([]byte("table 7, hand 4"), deck, 2, &batch)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range record {
		if taken, err := h.Receive(s.seat, s.message); !taken {
			log.Fatal("not taken: ", err)
		}
	}
	proofs, err := batch.Verify() // until here, nothing is shown
	fmt.Println("ready:", h.Ready(), "proofs:", proofs, err)
	// Output:
	// ready: true proofs: 4 <nil>
}
