package cards

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// Everyone stands for all seats, where a card is dealt for all to see. As the seat of an
// observer it stands for none.
const Everyone = hand.Everyone

// MinSeedLen is the least length of a seed in bytes.
const MinSeedLen = 32

// A Hand is a hand of cards between some seats of a game. Don't copy it. The zero value is
// invalid: it takes no step and no message.
type Hand struct {
	hand  hand.Hand
	seats []int // the game's, in the order of package hand
	me    int
	gone  []int // dropped
	phase int
	turns map[hand.Digest]bool // of this phase
}

// New begins a hand at the head of a round, a digest of all that was said before it, which no
// other hand begins at. The deck is made by [sra.PublicDeck]. The seats are those of the game
// that take part, from [hand.MinSeats] to [hand.MaxSeats], in their order of shuffling. If me
// isn't among them, or is -1, it observes, and needs no seed. The seed is this seat's, secret,
// from crypto/rand, of [MinSeedLen] bytes or more, and may be the same in all rounds; a seat
// that begins again with it says the same again.
//
// Other arguments are an [sra.ErrMalformed].
func New(head [32]byte, deck sra.Deck, seats []int, me int, seed []byte) (*Hand, error) {
	id := slices.Clone(head[:]) // and the seats, as package hand wants it
	for i, seat := range seats {
		switch {
		case seat < 0:
			return nil, wrap.Errorf(errMalformed, "seat %d is below 0", seat)
		case slices.Contains(seats[:i], seat):
			return nil, wrap.Errorf(errMalformed, "seat %d is named twice", seat)
		}
		id = binary.BigEndian.AppendUint64(id, uint64(seat))
	}
	h := &Hand{seats: slices.Clone(seats), me: me}
	begun, err := h.begin(id, head, deck, seed)
	if err != nil {
		return nil, own(err)
	}
	h.hand = *begun // nobody else has it, and with a pointer the zero Hand would panic
	return h, h.step(nil)
}

// begin begins the hand that has the number of a seat where h has the seat.
func (h *Hand) begin(id []byte, head [32]byte, deck sra.Deck, seed []byte) (*hand.Hand, error) {
	number := h.number(h.me)
	switch {
	case h.me < Everyone:
		return nil, wrap.Errorf(errMalformed, "seat %d is below -1", h.me)
	case number < 0:
		return hand.Watch(id, deck, len(h.seats))
	case len(seed) < MinSeedLen:
		return nil, wrap.Errorf(errMalformed, "the seed has %d bytes, not %d or more", len(seed), MinSeedLen)
	}
	// How a seat comes by its secret is its own affair: nobody else computes it.
	secret, err := hkdf.Key(sha256.New, seed, head[:], "squaredeal/cards/v1/secret", hand.SecretSize)
	if err != nil {
		return nil, err
	}
	state := hand.NewState([hand.SecretSize]byte(secret))
	return hand.New(id, deck, len(h.seats), number, state, stored)
}

// stored stores nothing: a table has stored what was read when a seat speaks.
func stored(_, _ hand.State) error { return nil }

// Parallel shares this seat's work on the cards among n goroutines, or as many as GOMAXPROCS
// allows to run if that is less. Without it, the hand works in the caller's goroutine.
func (h *Hand) Parallel(n int) { h.hand.Parallel(n) }

// follow keeps which turns are due, and reports whether one wasn't before.
func (h *Hand) follow() (fresh bool) {
	turns := make(map[hand.Digest]bool)
	for _, turn := range h.hand.Due() {
		turns[turn.ID] = true
		fresh = fresh || !h.turns[turn.ID]
	}
	h.turns = turns
	return fresh
}

// due returns the turns whose messages are awaited, by the game's seats.
func (h *Hand) due() []hand.Turn {
	due := h.hand.Due()
	for i := range due {
		due[i].Seat = h.seats[due[i].Seat]
	}
	return slices.DeleteFunc(due, func(t hand.Turn) bool { return slices.Contains(h.gone, t.Seat) })
}

// Next begins a phase, for what the game itself has seats say.
func (h *Hand) Next() { h.phase++ }

// Due returns the seats whose messages about the cards are awaited, one of several messages as
// often, and the number of the phase, which grows with each step and whenever a message becomes due.
func (h *Hand) Due() (phase int, seats []int) {
	for _, turn := range h.due() {
		seats = append(seats, turn.Seat)
	}
	return h.phase, seats
}

// Kind returns what a seat that is due has to say first, 0 if it isn't due.
func (h *Hand) Kind(seat int) hand.Kind {
	due := h.due()
	if i := slices.IndexFunc(due, func(t hand.Turn) bool { return t.Seat == seat }); i >= 0 {
		return due[i].Kind
	}
	return 0
}

// Pending returns this seat's message about the cards, nil if none is due: the same until it
// is read, and again after a restart. It is a [hand.ErrState] if the seat has spoken with another
// seed: then this one can't take its layer off the cards.
func (h *Hand) Pending() ([]byte, error) {
	if h.Kind(h.me) == 0 {
		return nil, nil
	}
	if err := h.checkSeed(); err != nil {
		return nil, err
	}
	message, err := h.hand.Pending()
	return message, own(err)
}

// checkSeed returns an error if this seat, which is in the hand, has spoken with another seed.
func (h *Hand) checkSeed() error {
	if _, ok := h.hand.Seat(); !ok {
		return wrap.Errorf(errState, "seat %d has spoken with another seed", h.me)
	}
	return nil
}

// Receive takes a message of a seat that is due and has read all that came before the phase,
// as a table makes sure. A [hand.BlameError] is the fault of that seat, and one who was
// honest is never blamed. A [hand.ErrState] is the caller's: the seat isn't due. After an
// error all is as it was.
func (h *Hand) Receive(seat int, message []byte) error {
	if h.Kind(seat) == 0 {
		return wrap.Errorf(errState, "seat %d isn't due", seat)
	}
	taken, err := h.hand.Receive(h.number(seat), message)
	blame, ok := errors.AsType[*hand.BlameError](err)
	switch {
	case ok:
		return &hand.BlameError{Seats: []int{seat}, Err: own(blame.Err)}
	case err != nil:
		return err
	case !taken:
		return &hand.BlameError{Seats: []int{seat}, Err: ErrTurn}
	case h.follow():
		h.phase++
	}
	return nil
}
