package hand

import (
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/sra"
)

// Limits of a hand: its seats, its cards, and its id in bytes.
const (
	MinSeats = 2
	MaxSeats = 16
	MaxCards = sra.MaxCards - 1 // as a seat raises its key with the cards that it holds
	MaxIDLen = 1024
)

// Everyone stands for all seats, where a card is dealt for all to see.
const Everyone = -1

// A presence is whether a seat takes part.
type presence byte

const (
	in presence = iota
	left
	out // by Drop
)

// A Hand is a hand of cards as one seat or an observer knows it. It is a function of what it
// has read, and of the secret of the seat's [State]: only the steps and [Hand.Receive] change
// what it knows. Don't copy a Hand. The zero value is invalid: it takes no step and no
// message.
type Hand struct {
	cards     sra.Deck // X₀: a card's number is its index
	digest    Digest
	head      Digest
	presence  []presence
	keys      []sra.PublicKey
	positions []position
	turns     int // that have become due
	deals     int // that have begun
	due       []turn

	seat     int
	mine     secret.Value[*private] // nil without a seat
	routines int
	batch    *sra.Batch // of a replay
}

// New begins a hand at a seat, numbered from 0, or goes on with one whose sequence is then
// read again. The id is the hand's own, of 1 to [MaxIDLen] bytes, and the same at all seats.
// It says who they are: the head of a record does. The deck is that of at most [MaxCards]
// cards in clear, made by [sra.PublicDeck], as otherwise whoever made it could follow cards
// through every shuffle.
//
// The state is a new one ([GenerateState]) or the one that was stored last. Before anything
// that the seat says at another head can be seen, store is called with the state so far, zero
// the first time, and the new one, so that a database can refuse to replace any other: two
// processes that go apart would show the seat's cards. What begins again from a stored state says
// nothing in a sequence that isn't the one in which it has spoken ([ErrBehind]). If store fails,
// nothing is said; if it may have stored the state all the same, begin again with what it holds.
// It must not call the Hand.
//
// New returns an [sra.ErrMalformed] if PublicDeck didn't make the deck, if a number or the
// id's length is out of range, for a zero state, and without a store function.
func New(id []byte, cards sra.Deck, seats, seat int, s State, store func(old, new State) error) (*Hand, error) {
	switch {
	case s.isZero():
		return nil, wrap.Errorf(errMalformed, "zero State")
	case store == nil:
		return nil, wrap.Errorf(errMalformed, "no function that stores the state")
	}
	m := &private{state: secret.Reveal(s.hiddenState), store: store, known: map[int]int{}}
	return begin(id, cards, seats, seat, secret.Hide(m))
}

// Watch begins a hand for an observer without a seat: a spectator, a referee, an auditor. Its
// errors are those of [New].
func Watch(id []byte, cards sra.Deck, seats int) (*Hand, error) {
	return begin(id, cards, seats, 0, nil)
}

// Replay is Watch for a hand that is over, in about two thirds of the time: proofs are
// added to the batch and checked by [sra.Batch.Verify], those of many hands together. Until
// then nothing that the hand says is shown. If one doesn't hold, forget all hands of the batch
// and read them again with Watch, which knows whom to blame and what has no effect. Its errors
// are those of New; it needs a batch.
func Replay(id []byte, cards sra.Deck, seats int, b *sra.Batch) (*Hand, error) {
	h, err := Watch(id, cards, seats)
	switch {
	case err != nil:
		return nil, err
	case b == nil:
		return nil, wrap.Errorf(errMalformed, "no batch")
	}
	h.batch = b
	return h, nil
}

func begin(id []byte, cards sra.Deck, seats, seat int, mine secret.Value[*private]) (*Hand, error) {
	switch {
	case len(id) < 1 || len(id) > MaxIDLen:
		return nil, wrap.Errorf(errMalformed, "the hand's id has %d bytes, not 1 to %d", len(id), MaxIDLen)
	case seats < MinSeats || seats > MaxSeats:
		return nil, wrap.Errorf(errMalformed, "a hand of %d seats, not %d to %d", seats, MinSeats, MaxSeats)
	case mine != nil && (seat < 0 || seat >= seats):
		return nil, wrap.Errorf(errMalformed, "seat %d isn't in 0 to %d", seat, seats-1)
	case !cards.IsPublic():
		return nil, wrap.Errorf(errMalformed, "PublicDeck didn't make the deck")
	case cards.Len() > MaxCards:
		return nil, wrap.Errorf(errMalformed, "a hand of %d cards, not 1 to %d", cards.Len(), MaxCards)
	}
	h := &Hand{
		cards: cards, presence: make([]presence, seats), keys: make([]sra.PublicKey, seats),
		seat: seat, mine: mine, routines: 1,
	}
	h.digest = hash("table", []byte(cards.Group().Name()), id, u32(seats), cards.Bytes())
	h.head = h.digest
	if mine != nil {
		m := secret.Reveal(mine)
		m.behind = m.state.head != Digest{} && m.state.head != h.head
	}
	h.shuffleNew(cards)
	return h, nil
}

// Parallel shares this hand's work on decks and proofs among n goroutines, or as many as
// GOMAXPROCS allows to run if that is less. Without it, the hand works in the caller's.
func (h *Hand) Parallel(n int) { h.routines = n }

// Digest returns the digest of what the hand was begun with, the same at all seats.
func (h *Hand) Digest() Digest { return h.digest }

// Head returns the digest of all that was read and had an effect, but proofs: equal at all
// that have read the same, and different at those for whom something else had.
func (h *Hand) Head() Digest { return h.head }

// Seats returns the number of seats.
func (h *Hand) Seats() int { return len(h.presence) }

// Seat returns this seat's number; false if it only watches, as it does also when it is out
// by [Hand.Drop], or has read a key of its own that isn't that of its secret.
func (h *Hand) Seat() (seat int, ok bool) {
	if h.mine == nil {
		return 0, false
	}
	return h.seat, true
}

func (h *Hand) isMine(seat int) bool { return h.mine != nil && h.seat == seat }

// Ready reports whether cards can be dealt, shown and returned: no shuffle is under way, and
// no leave.
func (h *Hand) Ready() bool { return h.checkReady() == nil }

// Quiet reports whether the hand is ready, and no deal is under way either: then cards can be
// shuffled, and a seat can leave. Shows may be due.
func (h *Hand) Quiet() bool { return h.Ready() && !h.isDue(Layer) }

// Here returns the seats that are in the hand, ascending, without those that have left.
func (h *Hand) Here() (seats []int) {
	for seat, p := range h.presence {
		if p == in {
			seats = append(seats, seat)
		}
	}
	return seats
}

func (h *Hand) isHere(seat int) bool {
	return seat >= 0 && seat < len(h.presence) && h.presence[seat] == in
}
