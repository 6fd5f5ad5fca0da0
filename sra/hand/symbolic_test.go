package hand_test

import (
	"fmt"

	"github.com/squaredeal/squaredeal/sra/hand"
)

// A fault is planted in a model, which is that of a wrong protocol then.
type fault string

const (
	none       fault = ""
	noRaise    fault = "the others don't raise cards after a shuffle by some"
	sameKey    fault = "a key stays the same in a shuffle"
	sealLeaver fault = "a seat that leaves takes its layer off the cards that it holds, too"
	openOwn    fault = "a seat takes its layer off the cards that are dealt to it, too"
)

// A coalition is seats that tell each other everything and read what all say. It knows its own
// exponents, so that elements which differ by these alone are the same to it. It may know what
// the game shows to it, and which cards come from where where it has shuffled.
type coalition struct {
	seats  []bool
	same   map[int]int    // origins that it may know to be the same as another
	known  map[int]int    // the card of an origin
	seen   map[symbol]int // the origin of each element, without its layers
	leaks  []string
	number int // of elements
}

func newCoalition(seats []bool) *coalition {
	return &coalition{seats: seats, same: map[int]int{}, known: map[int]int{}, seen: map[symbol]int{}}
}

// origin is where a card comes from, as far as the coalition may follow it.
func (c *coalition) origin(m *model, at int) int {
	for {
		o := m.origins[at]
		if same, ok := c.same[at]; ok {
			at = same
		} else if o.seat < 0 || o.hidden && !c.seats[o.seat] {
			return at
		} else {
			at = o.from
		}
	}
}

// learn is that the game shows a card to the coalition.
func (c *coalition) learn(m *model, s symbol) { c.known[c.origin(m, s.origin)] = s.card }

// leave has the cards that are left to the coalition alone shown to it.
func (c *coalition) leave(m *model, s *script, here []int) {
	for _, seat := range here {
		if seat != s.turn.Seat && !c.seats[seat] {
			return
		}
	}
	for _, x := range s.from[:len(s.turn.Positions)] {
		c.learn(m, x)
	}
}

// publish is that everybody sees an element.
func (c *coalition) publish(m *model, s symbol, what string) {
	c.number++
	at := c.origin(m, s.origin)
	left := symbol{card: s.card}
	for i := range m.exponents {
		if l := layer(i); !c.seats[m.exponents[i].seat] {
			if _, ok := s.layers.minus(l); ok {
				left.layers, _ = left.layers.plus(l)
			}
		}
	}
	if left.layers == (layers{}) {
		if _, ok := c.known[at]; !ok {
			c.leaks = append(c.leaks, fmt.Sprintf("card %d is bare: %s", s.card, what))
		}
		return
	}
	before, ok := c.seen[left]
	if !ok {
		c.seen[left] = at
		return
	}
	before = c.origin(m, before)
	switch {
	case before == at:
	case c.isTwin(m, s.card, before, at):
		c.same[at] = before
		if card, ok := c.known[at]; ok {
			c.known[before] = card
		}
	case c.isTwin(m, s.card, at, before):
		c.same[before] = at
		if card, ok := c.known[before]; ok {
			c.known[at] = card
		}
	default:
		c.leaks = append(c.leaks, fmt.Sprintf("card %d is linked: %s", s.card, what))
	}
}

// isTwin reports whether a card that was kept in a drop is the same as one of the new ones.
func (c *coalition) isTwin(m *model, card, kept, fresh int) bool {
	for m.origins[fresh].seat >= 0 {
		fresh = m.origins[fresh].from
	}
	drops := m.origins[fresh].drops
	if drops == 0 {
		return false
	}
	at, ok := m.kept[drops-1][card]
	return ok && c.origin(m, at) == kept
}

var _ hand.Digest
