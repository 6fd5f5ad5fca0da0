package hand_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/sra/hand"
)

// A knowledge is a session of three seats whose cards are known to some of them.
type knowledge struct {
	*session
	card      map[int]int // the cards that were at positions 0 to 3
	at        map[int]int // where the cards of some positions are, after seat 0 has shuffled them
	restarted *hand.Hand  // that of seat 0, after a restart
}

// A seat that shuffles by itself goes on knowing where the cards are that it knew, also after a
// restart. All others forget them, and so do several that shuffle. One card alone stays where it is.
func TestKnowledge(t *testing.T) {
	for range 4 { // as orders are random
		k := newKnowledge(t)
		k.alone()
		k.byItself()
		k.shown()
		k.bySeveral()
		k.byAnother()
	}
}

// newKnowledge has seat 0 know the cards at 0 and 3, seats 1 and 2 that at 1, and all that at 2.
func newKnowledge(t *testing.T) *knowledge {
	s := newSession(t, 3, 8)
	s.steps(deal(hand.Place{0, 0}, hand.Place{1, 1}, hand.Place{2, hand.Everyone}, hand.Place{3, 0}), giveBack(0, 1, 2, 3),
		deal(hand.Place{1, 2}), giveBack(1))
	k := &knowledge{session: s, at: make(map[int]int)}
	k.card = map[int]int{0: s.cardOf(0, 0), 1: s.cardOf(1, 1), 2: s.cardOf(3, 2), 3: s.cardOf(0, 3)}
	k.wantFirst()
	return k
}

func (k *knowledge) wantFirst() {
	k.t.Helper()
	k.wantKnown(0, k.card[0], 0)
	k.wantKnown(1, k.card[1], 1, 2)
	k.wantKnown(2, k.card[2], 0, 1, 2, 3)
}

// alone shuffles one card alone, by any seats: nobody forgets it.
func (k *knowledge) alone() {
	for i, seats := range [][]int{{0}, {2}, {1, 0}, {0, 1, 2}} {
		k.steps(shuffle(seats, i%3))
		k.wantFirst()
	}
}

// byItself has seat 0 shuffle: it knows where its cards are, and those that all knew.
func (k *knowledge) byItself() {
	positions := []int{5, 2, 0, 1, 6}
	k.step(shuffle([]int{0}, positions...))
	k.wantKnown(2, k.card[2], 0, 1, 2, 3) // until the message is taken
	m := k.pending(0)
	k.restarted = replay(k.t, k.fresh(0), k.items) // which hasn't made the message
	k.say(0)
	_, order := k.hands[0].Made()
	if taken, err := k.restarted.Receive(0, m); !taken {
		k.t.Fatal(err)
	}
	for i, p := range positions {
		k.at[positions[order[i]]] = p
	}
	k.wantOwn()
	read := len(k.items)
	k.sayDue()
	replay(k.t, k.restarted, k.items[read:])
	k.wantOwn()
	for _, p := range positions { // all of it is true
		if number := k.cardOf(0, p); number >= 0 && k.unseal(p) != number {
			k.t.Errorf("seat 0 knows %d at position %d, where %d is", number, p, k.unseal(p))
		}
	}
}

// wantOwn checks that seat 0 alone knows its cards that it has shuffled and those that all knew, also
// after a restart, and nobody the others.
func (k *knowledge) wantOwn() {
	k.t.Helper()
	for was, is := range k.at {
		switch was {
		case 0, 2:
			k.wantKnown(is, k.card[was], 0)
		default:
			k.wantKnown(is, -1)
		}
	}
	k.wantKnown(3, k.card[3], 0)
	for p := range k.hands[0].Positions() {
		a, ok := k.hands[0].Look(p)
		if b, is := k.restarted.Look(p); a != b || ok != is {
			k.t.Errorf("position %d: %d %v, and after a restart %d %v", p, a, ok, b, is)
		}
	}
}

// shown deals and shows a shuffled card: it is the one that it was.
func (k *knowledge) shown() {
	k.steps(deal(hand.Place{k.at[0], 1}), show(1, k.at[0]))
	k.wantKnown(k.at[0], k.card[0], 0, 1, 2, 3)
	k.steps(giveBack(k.at[0]))
}

// bySeveral has two seats shuffle: nobody knows the cards as soon as the first has.
func (k *knowledge) bySeveral() {
	k.step(shuffle([]int{0, 1}, k.at[0], k.at[2]))
	k.wantKnown(k.at[0], k.card[0], 0, 1, 2, 3)
	k.say(0)
	k.wantKnown(k.at[0], -1)
	k.wantKnown(k.at[2], -1)
	k.sayDue()
	k.wantKnown(k.at[0], -1)
	k.wantKnown(k.at[2], -1)
	k.wantKnown(3, k.card[3], 0)
}

// byAnother has seat 1 shuffle a card that seat 0 knew, too, which forgets it. A drop then voids what
// isn't held.
func (k *knowledge) byAnother() {
	k.steps(deal(hand.Place{3, 1}), giveBack(3), shuffle([]int{1}, 3, 4))
	moved := 3
	if k.cardOf(1, 3) < 0 {
		moved = 4
	}
	k.wantKnown(moved, k.card[3], 1)
	k.wantKnown(7-moved, -1)
	k.drop(moved)
}

// drop deals the card at a position to seat 0, some others, and drops seat 2: what isn't held is lost.
func (k *knowledge) drop(held int) {
	k.steps(deal(hand.Place{held, 0}, hand.Place{5, 1}, hand.Place{6, hand.Everyone}, hand.Place{7, 2}), giveBack(5, 6))
	k.wantKnown(5, k.cardOf(1, 5), 1)
	k.step(drop(2))
	k.wantKnown(held, k.card[3], 0, 1)
	for _, p := range []int{5, 6, 7, 7 - held} {
		k.wantKnown(p, -1)
	}
	k.sayDue()
	k.wantKnown(held, k.card[3], 0, 1)
	for p := 8; p < k.hands[0].Positions(); p++ {
		k.wantKnown(p, -1)
	}
	if seated(k.hands[2]) {
		k.t.Error("a seat that is out plays on")
	}
}
