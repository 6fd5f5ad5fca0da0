package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/must"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// The rules of Hearts that are played here: three cards are passed to the left; the
// two of clubs leads; suit is followed; hearts are led once one has been played, or if
// there is nothing else in the hand; no points are thrown into the first trick by a
// hand that has other cards.
const (
	passed = 3
	tricks = otpdeal.HandSize
)

var (
	twoOfClubs    = must.Get(otpdeal.NewCard(otpdeal.Clubs, 2))
	queenOfSpades = must.Get(otpdeal.NewCard(otpdeal.Spades, 12))
)

// right returns the seat that passes to this one, and plays before it.
func right(seat int) int { return (seat + otpdeal.NumSeats - 1) % otpdeal.NumSeats }

// strength orders the cards of a suit: aces are high.
func strength(c otpdeal.Card) int {
	if c.Rank() == 1 {
		return 14
	}
	return c.Rank()
}

// points are what a card costs the seat that takes it.
func points(c otpdeal.Card) int {
	switch {
	case c.Suit() == otpdeal.Hearts:
		return 1
	case c == queenOfSpades:
		return 13
	}
	return 0
}

// A trick is up to four cards, in the order in which they were played.
type trick struct {
	leader int
	cards  []otpdeal.Card
}

// turn is the seat that plays next.
func (t trick) turn() int { return (t.leader + len(t.cards)) % otpdeal.NumSeats }

// winner is the seat that takes the trick, or would.
func (t trick) winner() int {
	best := 0
	for i, c := range t.cards {
		if c.Suit() == t.cards[best].Suit() && strength(c) > strength(t.cards[best]) {
			best = i
		}
	}
	return (t.leader + best) % otpdeal.NumSeats
}

// A play is all that has been played: complete tricks and the one on the table.
type play struct{ tricks []trick }

// newPlay returns the play in which a seat leads.
func newPlay(leader int) play { return play{[]trick{{leader: leader}}} }

func (p *play) current() *trick { return &p.tricks[len(p.tricks)-1] }

// has reports whether some card for which f holds was played.
func (p *play) has(f func(otpdeal.Card) bool) bool {
	return slices.ContainsFunc(p.tricks, func(t trick) bool { return slices.ContainsFunc(t.cards, f) })
}

// check returns what anybody can see to be wrong with the next card, whoever holds what.
func (p *play) check(c otpdeal.Card) error {
	switch {
	case !c.Valid():
		return errors.New("no card")
	case p.has(func(played otpdeal.Card) bool { return played == c }):
		return fmt.Errorf("%v, which was played before", c)
	case len(p.tricks) == 1 && len(p.current().cards) == 0 && c != twoOfClubs:
		return fmt.Errorf("%v, though %v leads", c, twoOfClubs)
	}
	return nil
}

// add plays a card that was checked, for the seat whose turn it is.
func (p *play) add(c otpdeal.Card) {
	t := p.current()
	t.cards = append(t.cards, c)
	if len(t.cards) == otpdeal.NumSeats && len(p.tricks) < tricks {
		p.tricks = append(p.tricks, trick{leader: t.winner()})
	}
}

// legal returns the cards of a hand that may be played next.
func (p *play) legal(hand []otpdeal.Card) []otpdeal.Card {
	// only are those for which f holds; if there are none, there is no choice.
	only := func(f func(c otpdeal.Card) bool) []otpdeal.Card {
		if some := slices.DeleteFunc(slices.Clone(hand), func(c otpdeal.Card) bool { return !f(c) }); len(some) > 0 {
			return some
		}
		return hand
	}
	heart := func(c otpdeal.Card) bool { return c.Suit() == otpdeal.Hearts }
	follows := func(c otpdeal.Card) bool { return c.Suit() == p.current().cards[0].Suit() }
	switch first, leads := len(p.tricks) == 1, len(p.current().cards) == 0; {
	case first && leads:
		return only(func(c otpdeal.Card) bool { return c == twoOfClubs })
	case leads && !p.has(heart):
		return only(func(c otpdeal.Card) bool { return !heart(c) })
	case leads:
		return hand
	case first && !slices.ContainsFunc(hand, follows):
		return only(func(c otpdeal.Card) bool { return points(c) == 0 })
	}
	return only(follows)
}

// scores returns the points of a whole play. A seat that takes all of them shoots the
// moon: it gets none, and each of the others all.
func (p *play) scores() (score [otpdeal.NumSeats]int) {
	const all = 26
	for _, t := range p.tricks {
		for _, c := range t.cards {
			score[t.winner()] += points(c)
		}
	}
	if shooter := slices.Index(score[:], all); shooter >= 0 {
		score = [otpdeal.NumSeats]int{all, all, all, all}
		score[shooter] = 0
	}
	return score
}

// exchange returns the hand after passing.
func exchange(hand, given, taken []otpdeal.Card) []otpdeal.Card {
	kept := slices.DeleteFunc(slices.Clone(hand), func(c otpdeal.Card) bool { return slices.Contains(given, c) })
	return append(kept, taken...)
}

func bytesOf(cards []otpdeal.Card) []byte {
	b := make([]byte, len(cards))
	for i, c := range cards {
		b[i] = byte(c)
	}
	return b
}

// parsePass reads three different cards.
func parsePass(text []byte) ([]otpdeal.Card, error) {
	var cards []otpdeal.Card
	for _, b := range text {
		if c := otpdeal.Card(b); c.Valid() && !slices.Contains(cards, c) {
			cards = append(cards, c)
		}
	}
	if len(cards) != passed {
		return nil, errors.New("what it passes isn't three cards")
	}
	return cards, nil
}

// audit returns who played what it couldn't, of these hands after passing.
func (p *play) audit(hands [otpdeal.NumSeats][]otpdeal.Card) (seat int, err error) {
	replay := newPlay(p.tricks[0].leader)
	for _, t := range p.tricks {
		for _, c := range t.cards {
			turn := replay.current().turn()
			switch {
			case !slices.Contains(hands[turn], c):
				return turn, fmt.Errorf("it played %v, which it didn't have", c)
			case !slices.Contains(replay.legal(hands[turn]), c):
				return turn, fmt.Errorf("it played %v in trick %d, against the rules: it had %s", c, len(replay.tricks), show(hands[turn]))
			}
			hands[turn] = slices.DeleteFunc(slices.Clone(hands[turn]), func(d otpdeal.Card) bool { return d == c })
			replay.add(c)
		}
	}
	return nobody, nil
}
