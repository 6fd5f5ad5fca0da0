// Package dealt joins a hand of package sra/hand to a game of package commit/table: it
// numbers seats as the table does, and says who is due for which message.
//
// A game calls [New] when a round begins, then [Hand.Deal], [Hand.Show], [Hand.Fold],
// [Hand.Drop] and [Hand.Shuffle], gives [Hand.Receive] what comes from seats that
// [Hand.Due] names, and goes on when it names none.
package dealt

import (
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"runtime"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// Everyone stands for all seats, where a card is dealt for all to see.
const Everyone = hand.Everyone

// A Hand is a hand of cards between some seats of a table.
type Hand struct {
	hand  *hand.Hand
	seats []int // of the table, in the order of package hand
	gone  []int // seats that are out, and still have to be dealt out
	phase int
	turns map[hand.Digest]bool // of this phase
}

// New begins a hand at the head of a round. The seed is this seat's own; me isn't among the
// seats if it only watches.
func New(head record.Digest, seats []int, me int, seed []byte, deck sra.Deck) *Hand {
	h := &Hand{seats: slices.Clone(seats)}
	if i := slices.Index(seats, me); i < 0 {
		h.hand = must(hand.Watch(head[:], deck, len(seats)))
		h.hand.Parallel(runtime.GOMAXPROCS(0))
	} else {
		secret := must(hkdf.Key(sha256.New, seed, head[:], "hand", hand.SecretSize))
		h.hand = must(hand.New(head[:], deck, len(seats), i, must(hand.ParseSecret(secret))))
	}
	h.step(nil)
	return h
}

// must panics: the game makes only steps that are possible, at the same place everywhere.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// step follows each step and message: a phase begins with each turn that wasn't due before.
func (h *Hand) step(err error) {
	must(0, err)
	turns := make(map[hand.Digest]bool)
	fresh := false
	for _, turn := range h.hand.Due() {
		turns[turn.ID] = true
		fresh = fresh || !h.turns[turn.ID]
	}
	if fresh {
		h.phase, h.turns = h.phase+1, turns
	}
}

func (h *Hand) number(seat int) int { return slices.Index(h.seats, seat) }

// Next begins a phase, for what the game itself has seats say.
func (h *Hand) Next() { h.phase++ }

// Due returns the seats whose messages about the cards are awaited.
func (h *Hand) Due() (phase int, seats []int) {
	for _, turn := range h.hand.Due() {
		if seat := h.seats[turn.Seat]; !slices.Contains(h.gone, seat) {
			seats = append(seats, seat)
		}
	}
	return h.phase, seats
}

// Kind returns what a seat that is due has to say first.
func (h *Hand) Kind(seat int) hand.Kind {
	due := h.hand.Due()
	if i := slices.IndexFunc(due, func(t hand.Turn) bool { return h.seats[t.Seat] == seat }); i >= 0 {
		return due[i].Kind
	}
	return 0
}

// Own returns this seat's message about the cards, nil if there is none.
func (h *Hand) Own() []byte { return h.hand.Pending() }

var errTurn = errors.New("that isn't a message of the turn that is due")

// Receive takes a message of a seat that is due. An error is the seat's fault.
func (h *Hand) Receive(seat int, message []byte) error {
	taken, err := h.hand.Receive(h.number(seat), message)
	var blame *hand.BlameError
	switch {
	case errors.As(err, &blame):
		return blame.Err // without the seat, whose number there isn't the table's
	case err != nil:
		return err
	case !taken:
		return errTurn
	}
	h.step(nil)
	return nil
}

// Deal deals the next cards of the stock, to these seats or [Everyone], and returns their
// positions. Seats that were dropped are dealt out first: then it returns nil, and is
// called again when nobody is due.
func (h *Hand) Deal(to ...int) (positions []int) {
	if len(h.gone) > 0 {
		h.Shuffle()
		return nil
	}
	var cards []hand.Card
	for i, c := range h.hand.With(hand.Stock)[:len(to)] {
		if c.To = Everyone; to[i] != Everyone {
			c.To = h.number(to[i])
		}
		cards, positions = append(cards, c), append(positions, c.Position)
	}
	h.step(h.hand.Deal(cards...))
	return positions
}

// Stock returns how many cards can be dealt.
func (h *Hand) Stock() int { return len(h.hand.With(hand.Stock)) }

// Shuffle goes on without the seats that were dropped, with the rest of the cards, and those
// at the positions back, shuffled again. What was being dealt is void.
func (h *Hand) Shuffle(back ...int) {
	var gone []int
	for _, seat := range h.gone {
		gone = append(gone, h.number(seat))
	}
	h.gone = nil
	h.step(h.hand.Redeal(gone, back))
}

// Drop goes on without a seat that is out, if at least two others stay. The cards are
// shuffled again if it is its turn, unless only to show cards, and otherwise before the
// next deal. It reports whether they are.
func (h *Hand) Drop(seat int) bool {
	h.gone = append(h.gone, seat)
	kind := h.Kind(seat)
	if again := kind != 0 && kind != hand.Show; !again {
		return false
	}
	h.Shuffle()
	return true
}

// Fold lets a seat go in good order, with the message that [Hand.Farewell] returned there.
// It is called while nobody is due, and at least two others stay. An error is its fault.
func (h *Hand) Fold(seat int, message []byte) error {
	h.step(h.hand.Leave(h.number(seat)))
	if len(message) == 0 && !slices.ContainsFunc(h.hand.Due(), func(t hand.Turn) bool { return h.seats[t.Seat] == seat }) {
		return nil
	}
	return h.Receive(seat, message)
}

// Farewell returns what this seat has to say about the cards if it folds now.
func (h *Hand) Farewell() []byte {
	message, _ := h.hand.LeaveMessage()
	return message
}

// Show has a seat show its cards at these positions.
func (h *Hand) Show(seat int, positions ...int) { h.step(h.hand.Show(h.number(seat), positions...)) }

// Of returns the positions of the cards that a seat, or Everyone, was dealt, ascending.
func (h *Hand) Of(seat int) (positions []int) {
	to := h.number(seat)
	if to < 0 && seat != Everyone {
		return nil
	}
	for _, c := range append(h.hand.With(hand.Held), h.hand.With(hand.Open)...) {
		if c.To == to {
			positions = append(positions, c.Position)
		}
	}
	return slices.Sorted(slices.Values(positions))
}

// Look returns the numbers of the cards at some positions, as far as this seat knows them.
func (h *Hand) Look(positions ...int) (known []int) {
	for _, p := range positions {
		if n, ok := h.hand.Card(p); ok {
			known = append(known, n)
		}
	}
	return known
}

// Open reports whether everybody knows the card at a position.
func (h *Hand) Open(position int) bool {
	status, _ := h.hand.Status(position)
	return status == hand.Open
}
