package hand

import (
	"slices"

	"github.com/squaredeal/squaredeal/sra"
)

// A Kind is that of a message.
type Kind byte

// The kinds of messages (SPEC.md, section 5).
const (
	Shuffle Kind = 1 + iota
	Raise
	Layer
	Show
	Leave
)

// String returns the kind's name in lower case.
func (k Kind) String() string {
	return name("Kind", int(k), "", "shuffle", "raise", "layer", "show", "leave")
}

// A Turn is a message that a seat has to send.
type Turn struct {
	Seat      int
	Kind      Kind
	ID        Digest // names the turn; its message begins with it
	Positions []int  // that are shuffled, or whose layers come off; nil of Raise
}

// A turn is a message that is due. All that it depends on is fixed when it becomes due, so
// that nothing that is read meanwhile makes an honest message wrong.
type turn struct {
	Turn
	key     sra.PublicKey // the seat's, zero before its first
	from    sra.Deck      // of Layer, Show and Leave: the elements at Positions
	lists   []list        // of Shuffle and Raise
	deal    *deal
	shuffle *shuffle
}

func (h *Hand) isDue(k Kind) bool {
	return slices.ContainsFunc(h.due, func(t turn) bool { return t.Kind == k })
}

// Due returns the turns whose messages are awaited, in the order in which they became due.
// Those of a seat that is gone stay due until [Hand.Drop]. If it had left and only to show cards,
// the game can go on without; if fewer than two others are here, the hand is over.
func (h *Hand) Due() (due []Turn) {
	for _, t := range h.due {
		t.Positions = slices.Clone(t.Positions)
		due = append(due, t.Turn)
	}
	return due
}

// push makes a turn due, by the seat's present key.
func (h *Hand) push(t turn) {
	t.key, t.ID = h.keys[t.Seat], h.turnID(h.head, t.Turn)
	h.turns++
	h.due = append(h.due, t)
}

// turnID returns the digest of a turn that becomes due at a head.
func (h *Hand) turnID(head Digest, t Turn) Digest {
	return hash("turn", head[:], u32(h.turns), u32(t.Seat), []byte{byte(t.Kind)})
}

// isWhole reports whether a list is raised by the whole new key: that of new cards, which have
// no layers yet, and what is like them.
func (t turn) isWhole(l list) bool { return t.shuffle.isNew && (l.part == rest || l.part == shuffled) }

// raisedBy returns the new exponent of a turn or the whole new key, whichever raises a list.
func raisedBy[K sra.Key | sra.PublicKey](t turn, l list, e, key K) K {
	if t.isWhole(l) {
		return key
	}
	return e
}
