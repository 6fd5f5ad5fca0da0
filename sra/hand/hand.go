package hand

import (
	"maps"
	"slices"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/sra"
)

// Limits of a hand: its seats, and its id in bytes.
const (
	MinSeats = 2
	MaxSeats = 16
	MaxIDLen = 1024
)

// Everyone stands for all seats, where a card is dealt for all to see.
const Everyone = -1

// A Card is a position, and the seat that the card there is to, or [Everyone].
type Card struct{ Position, To int }

// A Kind is that of a message.
type Kind byte

// The kinds of messages. The package comment has their contents.
const (
	Key Kind = 1 + iota
	Shuffle
	Veto
	Layer
	Show
	Leave
)

// String returns the kind's name in lower case.
func (k Kind) String() string {
	return name(int(k), "", "key", "shuffle", "veto", "layer", "show", "leave")
}

// A Turn is a message that a seat has to send.
type Turn struct {
	Seat      int
	Kind      Kind
	ID        Digest // names the turn; its message begins with it
	Positions []int  // whose layers come off; nil of Key and Shuffle
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
	Retired               // it is the place in the deck of a card that a seat held when this was shuffled
)

// String returns the status in lower case.
func (s Status) String() string {
	return name(int(s), "void", "stock", "dealing", "held", "open", "retired")
}

func name(n int, names ...string) string {
	if n < len(names) {
		return names[n]
	}
	return "unknown"
}

type position struct {
	status Status
	to     int
	deck   int         // the number of its deck
	value  sra.Element // the card, without the layers that came off
	card   int         // its number, if it is open
}

// A deck is what the seats shuffle, again after each Redeal.
type deck struct {
	keys  []sra.PublicKey
	first int // the position of its first card, when all have shuffled
}

// A presence is whether a seat takes part.
type presence byte

const (
	in presence = iota
	leaving
	left
	out // by Redeal
)

// A turn is a message that is due.
type turn struct {
	Turn
	of *task
}

// A Hand is a hand of cards as one seat or an observer knows it. It is a
// function of what it has read, and of the seat's [Secret]: only the steps and
// [Hand.Receive] change what it knows. Don't copy a Hand. The zero value is invalid: it
// takes no step and no message.
type Hand struct {
	cards     sra.Deck // X₀: a card's number is its index
	table     Digest
	head      Digest
	seats     int
	presence  []presence
	decks     []deck
	now       sra.Deck // as the last seat has shuffled it
	ready     bool
	positions []position
	kept      []int    // positions that are held when the cards are dealt again
	raised    sra.Deck // their values, with the layers of those that have shuffled since
	tasks     []*task
	turns     int // that have become due
	deals     int // that have begun
	due       []turn

	seat     int
	mine     secret.Value[*private] // nil without a seat
	awaited  Digest                 // the head before which nothing is said
	awaits   bool
	routines int
	batch    *sra.Batch // of an audit
}

// New begins a hand at a seat, numbered from 0, or goes on with one whose sequence is then
// read again: see [Hand.Await]. The id is the hand's own, of 1 to [MaxIDLen] bytes, and the
// same at all seats. It says who they are: the head of a record does. The deck is that of
// the cards in clear, made by [sra.PublicDeck], as otherwise whoever made it could follow
// cards through every shuffle. The secret is this seat's, and is stored before anything of
// the hand is sent.
//
// New returns an [sra.ErrMalformed] if PublicDeck didn't make the deck, if a number or the
// id's length is out of range, or for a zero secret.
func New(id []byte, cards sra.Deck, seats, seat int, s Secret) (*Hand, error) {
	switch {
	case seat < 0 || seat >= seats:
		return nil, malformed("seat %d isn't in 0 to %d", seat, seats-1)
	case secret.IsZero(s.hiddenSecret):
		return nil, malformed("zero Secret")
	}
	return begin(id, cards, seats, seat, secret.Hide(&private{secret: secret.Reveal(s.hiddenSecret), known: map[int]int{}}))
}

// Watch begins a hand for an observer without a seat: a spectator, a referee, an auditor. Its
// errors are those of [New].
func Watch(id []byte, cards sra.Deck, seats int) (*Hand, error) {
	return begin(id, cards, seats, 0, nil)
}

// Audit is Watch for a hand that is over, in about two thirds of the time: proofs are
// added to the batch and checked by [sra.Batch.Verify], those of many hands together. Until
// then nothing that the hand says is shown. If one doesn't hold, forget all hands of the batch
// and read them again with Watch, which knows whom to blame and what has no effect. Its errors
// are those of New.
func Audit(id []byte, cards sra.Deck, seats int, b *sra.Batch) (*Hand, error) {
	h, err := begin(id, cards, seats, 0, nil)
	if err == nil {
		h.batch = b
	}
	return h, err
}

func begin(id []byte, cards sra.Deck, seats, seat int, mine secret.Value[*private]) (*Hand, error) {
	switch {
	case len(id) < 1 || len(id) > MaxIDLen:
		return nil, malformed("the hand's id has %d bytes, not 1 to %d", len(id), MaxIDLen)
	case seats < MinSeats || seats > MaxSeats:
		return nil, malformed("a hand of %d seats, not %d to %d", seats, MinSeats, MaxSeats)
	case !cards.Public():
		return nil, malformed("PublicDeck didn't make the deck")
	}
	h := &Hand{cards: cards, seats: seats, presence: make([]presence, seats), seat: seat, mine: mine, routines: 1}
	h.table = hash("table", []byte(cards.Group().Name()), id, u32(seats), cards.Bytes())
	h.head = h.table
	h.beginDeck(cards)
	return h, nil
}

// clone returns a copy that goes on for itself.
func (h *Hand) clone() *Hand {
	c := *h
	c.presence, c.positions, c.due = slices.Clone(h.presence), slices.Clone(h.positions), slices.Clone(h.due)
	c.decks = slices.Clone(h.decks)
	for i := range c.decks {
		c.decks[i].keys = slices.Clone(h.decks[i].keys)
	}
	c.tasks = nil
	for _, t := range h.tasks {
		copied := *t
		for i := range c.due {
			if c.due[i].of == t {
				c.due[i].of = &copied
			}
		}
		c.tasks = append(c.tasks, &copied)
	}
	if h.mine != nil {
		m := *secret.Reveal(h.mine)
		m.keys, m.known = slices.Clone(m.keys), maps.Clone(m.known)
		c.mine = secret.Hide(&m)
	}
	return &c
}

// Parallel shares this hand's work on decks and proofs among n goroutines, or as many as
// GOMAXPROCS allows to run if that is less. Without it, the hand works in the caller's.
func (h *Hand) Parallel(n int) { h.routines = n }

// Table returns the digest of what the hand was begun with, the same at all seats.
func (h *Hand) Table() Digest { return h.table }

// Head returns the digest of all that was read and had an effect, but proofs: equal at all
// that have read the same, and different at those for whom something else had.
func (h *Hand) Head() Digest { return h.head }

// Seats returns the number of seats.
func (h *Hand) Seats() int { return h.seats }

// Seat returns this seat's number; false if it only watches, as it does also when it is out
// by [Hand.Redeal], or has read a key of its own that isn't that of its secret.
func (h *Hand) Seat() (seat int, ok bool) {
	if h.mine == nil {
		return 0, false
	}
	return h.seat, true
}

func (h *Hand) isMine(seat int) bool { return h.mine != nil && h.seat == seat }

// Ready reports whether cards can be dealt.
func (h *Hand) Ready() bool { return h.ready }

// Due returns the turns whose messages are awaited, in the order in which they became due.
// Those of a seat that is gone stay due until [Hand.Redeal]. If it had only to show cards,
// the game can go on without; if fewer than two others are here, the hand is over.
func (h *Hand) Due() (due []Turn) {
	for _, t := range h.due {
		t.Positions = slices.Clone(t.Positions)
		due = append(due, t.Turn)
	}
	return due
}

// Here returns the seats that are in the hand, ascending, without those that have left or
// are leaving.
func (h *Hand) Here() (seats []int) {
	for seat, p := range h.presence {
		if p == in {
			seats = append(seats, seat)
		}
	}
	return seats
}

func (h *Hand) isHere(seat int) bool { return seat >= 0 && seat < h.seats && h.presence[seat] == in }

// Status returns what has become of a position, and whom the card there is to.
func (h *Hand) Status(position int) (s Status, to int) {
	if position < 0 || position >= len(h.positions) {
		return Void, Everyone
	}
	p := h.positions[position]
	return p.status, p.to
}

// With returns the positions of a status, ascending, and whom the cards there are to.
func (h *Hand) With(s Status) (cards []Card) {
	for i, p := range h.positions {
		if p.status == s {
			cards = append(cards, Card{i, p.to})
		}
	}
	return cards
}

// Card returns the number of the card at a position, its index in the deck in clear, if it
// is open, or held by this seat.
func (h *Hand) Card(position int) (number int, ok bool) {
	switch s, _ := h.Status(position); {
	case s == Open:
		return h.positions[position].card, true
	case s == Held && h.mine != nil:
		number, ok = secret.Reveal(h.mine).known[position]
	}
	return number, ok
}

func (h *Hand) deck() *deck { return &h.decks[len(h.decks)-1] }

// values are what is at some positions. No two are equal, as that would be a relation
// between two cards.
func (h *Hand) values(positions []int) sra.Deck {
	list := make([]sra.Element, len(positions))
	for i, p := range positions {
		list[i] = h.positions[p].value
	}
	return must(sra.NewDeck(list...))
}
