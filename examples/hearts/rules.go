package main

import (
	"errors"
	"fmt"
	"slices"

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
	twoOfClubs    = card(otpdeal.Clubs, 2)
	queenOfSpades = card(otpdeal.Spades, 12)
)

func card(suit otpdeal.Suit, rank int) otpdeal.Card {
	c, err := otpdeal.NewCard(suit, rank)
	if err != nil {
		panic(err) // the program's own
	}
	return c
}

// left returns the seat that a seat passes to, and that plays after it.
func left(seat int) int { return (seat + 1) % otpdeal.NumSeats }

// right returns the seat that passes to this one.
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

// done reports whether all cards are played.
func (p *play) done() bool {
	return len(p.tricks) == tricks && len(p.current().cards) == otpdeal.NumSeats
}

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
	only := func(from []otpdeal.Card, f func(otpdeal.Card) bool) []otpdeal.Card {
		var some []otpdeal.Card
		for _, c := range from {
			if f(c) {
				some = append(some, c)
			}
		}
		if some == nil {
			return from // there is no choice
		}
		return some
	}
	heart := func(c otpdeal.Card) bool { return c.Suit() == otpdeal.Hearts }
	first := len(p.tricks) == 1
	t := p.current()
	if len(t.cards) > 0 {
		suit := t.cards[0].Suit()
		follow := only(hand, func(c otpdeal.Card) bool { return c.Suit() == suit })
		if first && follow[0].Suit() != suit {
			return only(hand, func(c otpdeal.Card) bool { return points(c) == 0 })
		}
		return follow
	}
	if first {
		return only(hand, func(c otpdeal.Card) bool { return c == twoOfClubs })
	}
	if !p.has(heart) {
		return only(hand, func(c otpdeal.Card) bool { return !heart(c) })
	}
	return hand
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
	for shooter := range score {
		if score[shooter] == all {
			for seat := range score {
				score[seat] = all
			}
			score[shooter] = 0
			break
		}
	}
	return score
}

// dearest sorts cards: the queen of spades, then the highest, hearts before others.
func dearest(hand []otpdeal.Card) []otpdeal.Card {
	worth := func(c otpdeal.Card) int {
		if c == queenOfSpades {
			return 100
		}
		return 2*strength(c) + points(c)
	}
	return slices.SortedFunc(slices.Values(hand), func(a, b otpdeal.Card) int { return worth(b) - worth(a) })
}

// choosePass returns the cards that a simple player passes.
func choosePass(hand []otpdeal.Card) []otpdeal.Card { return dearest(hand)[:passed] }

// chooseCard returns the card that a simple player plays: the lowest when it leads;
// the highest that doesn't take the trick, or else the lowest; and the dearest if it
// doesn't have the suit.
func chooseCard(p *play, hand []otpdeal.Card) otpdeal.Card {
	legal := slices.SortedFunc(slices.Values(p.legal(hand)), func(a, b otpdeal.Card) int { return strength(a) - strength(b) })
	t := p.current()
	switch {
	case len(t.cards) == 0:
		return legal[0]
	case legal[0].Suit() != t.cards[0].Suit():
		return dearest(legal)[0]
	}
	best := t.cards[(t.winner()-t.leader+otpdeal.NumSeats)%otpdeal.NumSeats]
	chosen := legal[0]
	for _, c := range legal {
		if strength(c) < strength(best) {
			chosen = c
		}
	}
	return chosen
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
