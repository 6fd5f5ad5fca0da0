package hand

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/sra"
)

// View is all of a hand's state that everybody knows.
func (h *Hand) View() string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%v presence %v turns %d deals %d keys %.8v", h.head, h.presence, h.turns, h.deals, h.keys)
	for i, p := range h.positions {
		fmt.Fprintf(&b, "\n%d: %v to %d, %.16v, sealed %.16v, %d", i, p.status, p.to, p.value, p.sealed, p.number)
	}
	for _, t := range h.due {
		fmt.Fprintf(&b, "\ndue: %v by %.8v of %v", t.Turn, t.key, hash("", t.from.Bytes()))
		for _, l := range t.lists {
			fmt.Fprintf(&b, ", list %d at %v %v", l.part, l.positions, hash("", l.elements.Bytes()))
		}
		if t.deal != nil {
			fmt.Fprintf(&b, ", deal %v", *t.deal)
		}
		if s := t.shuffle; s != nil {
			fmt.Fprintf(&b, ", shuffle %v by %v, %d, %v %v", s.positions, s.seats, s.shuffling, s.alone, s.isNew)
		}
	}
	return b.String()
}

// Clone is a copy that goes on for itself. It stores in the same place.
func (h *Hand) Clone() *Hand {
	c := *h
	c.presence, c.keys = slices.Clone(h.presence), slices.Clone(h.keys)
	c.positions, c.due = slices.Clone(h.positions), slices.Clone(h.due)
	deals, shuffles := map[*deal]*deal{nil: nil}, map[*shuffle]*shuffle{nil: nil}
	for i, t := range c.due {
		if _, ok := deals[t.deal]; !ok {
			d := *t.deal
			deals[t.deal] = &d
		}
		if _, ok := shuffles[t.shuffle]; !ok {
			s := *t.shuffle
			shuffles[t.shuffle] = &s
		}
		c.due[i].deal, c.due[i].shuffle = deals[t.deal], shuffles[t.shuffle]
	}
	if h.mine != nil {
		m := *secret.Reveal(h.mine)
		m.keys, m.known = slices.Clone(m.keys), maps.Clone(m.known)
		c.mine = secret.Hide(&m)
	}
	return &c
}

// Positions is how many there have been.
func (h *Hand) Positions() int { return len(h.positions) }

// PublicKey is a seat's present one, the zero value before its first.
func (h *Hand) PublicKey(seat int) sra.PublicKey { return h.keys[seat] }

// Key is this seat's present one.
func (h *Hand) Key() sra.Key { return h.ownKey(h.keys[h.seat]) }

// Keys is how many this seat has in memory.
func (h *Hand) Keys() int { return len(secret.Reveal(h.mine).keys) }

// Value and Sealed are what is at a position, the zero value if there is nothing.
func (h *Hand) Value(position int) sra.Element  { return h.positions[position].value }
func (h *Hand) Sealed(position int) sra.Element { return h.positions[position].sealed }

func (h *Hand) turnOf(t Turn) turn {
	return h.due[slices.IndexFunc(h.due, func(u turn) bool { return u.ID == t.ID })]
}

// Grow is this seat's new exponent in a turn that is due, and its whole new key.
func (h *Hand) Grow(t Turn) (e, key sra.Key) { return h.grow(h.turnOf(t)) }

// Message is what this seat says in a turn that is due, which needn't be the first.
func (h *Hand) Message(t Turn) []byte { return h.compose(h.turnOf(t)).message }

// Old is this seat's key that a turn takes layers off by, or that grows in it.
func (h *Hand) Old(t Turn) sra.Key { return h.ownKey(h.turnOf(t).key) }

// From is what a turn takes layers off.
func (h *Hand) From(t Turn) sra.Deck { return h.turnOf(t).from }

// A List is elements that a turn raises.
type List struct {
	Part      string // of SPEC.md, section 5
	Positions []int
	Elements  sra.Deck
	Whole     bool // by the whole new key, and not only the new exponent
}

// Lists are those of a turn, in the order of its message.
func (h *Hand) Lists(t Turn) (lists []List) {
	u := h.turnOf(t)
	for _, l := range u.lists {
		lists = append(lists, List{[]string{"own", "kept", "rest", "cards"}[l.part], l.positions, l.elements, u.isWhole(l)})
	}
	return lists
}

// HasSaid reports whether a turn's message has been made by this process.
func (h *Hand) HasSaid(t Turn) bool { return secret.Reveal(h.mine).made.turn == t.ID }

// Next are the seats whose turns follow in a round of shuffles and raises.
func (h *Hand) Next(t Turn) []int { return h.turnOf(t).shuffle.seats }

// Made is what this seat drew for the message that it said last: of a shuffle or raise, the new
// exponent; of a shuffle, the order too.
func (h *Hand) Made() (e sra.Key, order []int) {
	m := secret.Reveal(h.mine).made
	return m.e, m.order.Reveal().Ints()
}
