package cards_test

import (
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

// What holds at the end of a game, also if some are gone.

// numbers returns the numbers of cards that somebody knows.
func (g *play) numbers(positions []int) (numbers []int) {
	for _, p := range positions {
		number, ok := g.truth[p]
		if !ok {
			g.t.Fatalf("nobody knows the card at position %d", p)
		}
		numbers = append(numbers, number)
	}
	return numbers
}

func endHearts(t testing.TB, g *play) {
	end := g.seen().rules.(*hearts)
	for i, seat := range end.seats {
		if n := len(end.hand(seat)); n != end.size {
			t.Errorf("seat %d holds %d cards", seat, n)
		}
		passed, got := end.named[seat], end.hand(end.left(seat))
		if len(without(passed, got...)) > 0 || len(passed) != 3 {
			t.Errorf("seat %d has passed those at %v, and the next one holds those at %v", seat, passed, got)
		}
		right := end.seats[(i+len(end.seats)-1)%len(end.seats)]
		kept := without(end.hand(seat), end.named[right]...)
		if slices.Min(g.numbers(passed)) < slices.Max(g.numbers(kept)) {
			t.Errorf("seat %d has passed %v, and kept %v", seat, g.numbers(passed), g.numbers(kept))
		}
	}
}

func endHanabi(t testing.TB, g *play) {
	end := g.seen().rules.(*hanabi)
	open, sum := len(end.hand(cards.Everyone)), end.misses
	for _, n := range end.fireworks {
		sum += n
	}
	if sum != open && !g.fewer || end.turns != end.limit {
		t.Errorf("%d turns, %d cards open, fireworks %v, %d misses", end.turns, open, end.fireworks, end.misses)
	}
	for _, seat := range end.seats {
		if n := len(end.hands[seat]); !g.fewer && n < 3 || n > 4 {
			t.Errorf("seat %d has %d cards", seat, n)
		}
	}
}

func endCoup(t testing.TB, g *play) {
	for _, seat := range g.seen().seats {
		if n := len(g.seen().hand(seat)); n != 2 {
			t.Errorf("seat %d holds %d cards", seat, n)
		}
	}
	if n := len(g.seen().cards.Stock()); n != g.deck.Len()-2*len(g.seen().seats) {
		t.Errorf("the court deck has %d cards", n)
	}
}

// Somebody holds the card without a pair, if the game has gone to its end: unless somebody was out,
// which can leave two, one of them without a card.
func endOldMaid(t testing.TB, g *play) {
	end := g.seen().rules.(*oldMaid)
	var left []int
	empty := false
	for _, seat := range end.seats {
		left = append(left, end.closed(seat)...)
		empty = empty || len(end.closed(seat)) == 0
	}
	if len(left)+len(end.pile) != g.deck.Len() {
		t.Errorf("%d cards are left, and %d were shown", len(left), len(end.pile))
	}
	if early := g.fewer && len(end.seats) == 2 && empty; end.turns < end.limit && !early &&
		(len(left) != 1 || g.numbers(left)[0] != g.deck.Len()-1) {
		t.Errorf("cards %v are left", g.numbers(left))
	}
}

// The last seat has drawn the best of the three that it saw.
func endScry(t testing.TB, g *play) {
	end := g.seen().rules.(*scry)
	for seat, known := range end.known {
		if drawn := end.hand(seat); len(known) > 0 && slices.Max(g.numbers(known)) > g.numbers(drawn[len(drawn)-1:])[0] {
			t.Errorf("seat %d has drawn card %v, and left %v", seat, g.numbers(drawn), g.numbers(known))
		}
	}
	held := 0
	for _, seat := range end.seats {
		held += len(end.hand(seat))
	}
	if !g.fewer && held != end.limit || end.turns != end.limit {
		t.Errorf("%d cards are held after %d turns", held, end.turns)
	}
}
