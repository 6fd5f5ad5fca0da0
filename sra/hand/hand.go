package hand

import (
	"fmt"
	"slices"

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

// A Place is a position, and the seat that the card there is to, or [Everyone].
type Place struct{ Position, To int }

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

// A Status is what has become of a position.
type Status byte

// What can become of a position.
const (
	Void    Status = iota // there is no card here, or not any more
	Stock                 // it can be dealt when the hand is ready
	Dealing               // it is dealt, and still has layers to come off
	Held                  // the seat that it is to knows the card
	Open                  // everybody does
)

// String returns the status in lower case.
func (s Status) String() string {
	return name("Status", int(s), "void", "stock", "dealing", "held", "open")
}

func name(kind string, n int, names ...string) string {
	if n < len(names) && names[n] != "" {
		return names[n]
	}
	return fmt.Sprintf("%s(%d)", kind, n)
}

type position struct {
	status Status
	to     int
	value  sra.Element // the card, without the layers that came off; zero in the stock
	sealed sra.Element // the card under the layers of all who are in; zero if it has a leaver's, too
	number int         // the card's, if everybody knows it, or -1
}

func (p position) isSealed() bool { return p.sealed.Group().ElementSize() > 0 }

// A presence is whether a seat takes part.
type presence byte

const (
	in presence = iota
	left
	out // by Drop
)

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

// Status returns what has become of a position, and whom the card there is to.
func (h *Hand) Status(position int) (s Status, to int) {
	if position < 0 || position >= len(h.positions) {
		return Void, Everyone
	}
	p := h.positions[position]
	return p.status, p.to
}

// With returns the positions of a status, ascending, and whom the cards there are to.
func (h *Hand) With(s Status) (places []Place) {
	for i, p := range h.positions {
		if p.status == s {
			places = append(places, Place{i, p.to})
		}
	}
	return places
}

// Look returns the number of the card at a position, its index in the deck in clear, if this
// seat knows it: it is open, or was dealt to this seat. It stays known when the card is
// returned, until it is shuffled with others. Of those that this seat shuffles by itself, it
// goes on knowing those that it knew.
func (h *Hand) Look(position int) (number int, ok bool) {
	number = h.known(position)
	return max(number, 0), number >= 0
}

// known returns the number of a card, -1 if it isn't known.
func (h *Hand) known(position int) int {
	if position < 0 || position >= len(h.positions) {
		return -1
	}
	if n := h.positions[position].number; n >= 0 || h.mine == nil {
		return n
	}
	if n, ok := secret.Reveal(h.mine).known[position]; ok {
		return n
	}
	return -1
}

// forget forgets what this seat alone, and what everybody, knows of a position.
func (h *Hand) forget(position int) {
	h.positions[position].number = -1
	if h.mine != nil {
		delete(secret.Reveal(h.mine).known, position)
	}
}

// deckOf returns the elements as a deck, the zero one if two are equal: that would be a relation
// between two cards, to which only false proofs lead, such as those that a replay has not
// checked yet. Then nothing is right for a turn about them.
func deckOf(elements []sra.Element) sra.Deck {
	d, err := sra.NewDeck(elements...)
	if err != nil {
		return sra.Deck{}
	}
	return d
}

func (h *Hand) values(positions []int) (elements []sra.Element) {
	for _, p := range positions {
		elements = append(elements, h.positions[p].value)
	}
	return elements
}

func (h *Hand) seals(positions []int) (elements []sra.Element) {
	for _, p := range positions {
		elements = append(elements, h.positions[p].sealed)
	}
	return elements
}
