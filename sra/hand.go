package sra

import (
	"fmt"
	"io"
	"slices"
)

// Limits of a hand: its seats, and its id in bytes.
const (
	MinSeats = 2
	MaxSeats = 16
	MaxIDLen = 1024
)

// Everyone stands for all seats, where a card is dealt to be seen by all.
const Everyone = -1

// A Hand is one seat's view of a hand of cards that 2 to [MaxSeats] seats shuffle
// and deal among themselves, every step being proved when it is made. It takes the
// messages of the other seats and gives those of its own; each message is for all
// other seats.
//
//	each seat       GenerateHand          public key, proof              all others
//	seat 0, 1, …    Receive, its turn     shuffled deck, proof           all others
//	                Ready
//	each seat       Deal, Receive         layers taken off, proof        all others
//	                Card
//	a card's seat   Show                  its own layer too, proof       all others
//
// A Hand takes its layer off those positions of the final deck only that it was
// told to deal, by [Hand.Deal], each once and for one seat or all; never off a
// value that comes from a peer without a proof of where it comes from. What isn't
// dealt and what isn't shown stays closed, and no key is ever revealed.
//
// A method that returns an error has left the Hand as it was. Where a message is at
// fault, the error is a [BlameError] with the seat that sent it. A Hand prints as
// redacted. It isn't safe for concurrent use. The zero value is invalid.
type Hand struct {
	id          []byte
	seats, seat int
	key         Key
	cards       Deck // in clear
	keys        []PublicKey
	shuffled    int  // by seats 0 … shuffled−1
	deck        Deck // as the last of them left it
	deals       []deal
	positions   []position // of the final deck
	sent        [][]byte

	// Digests of what all seats have to have seen alike, so that none is blamed for what
	// another has told it: the hand as agreed; that with all public keys; that with the
	// final deck.
	tableDigest, keysDigest, deckDigest digest
}

// A Deal says who is to see a card: the position in the final deck, and the seat,
// or Everyone.
type Deal struct{ Position, To int }

// A deal is the cards of one call of Deal, whose layers the seats take off in turn.
type deal struct {
	cards []Deal
	next  int // the seat whose turn it is; the number of seats when the deal is done
}

// A position is a card of the final deck that was dealt.
type position struct {
	deal  int    // its number, −1 if the position isn't dealt
	to    int    // as in Deal
	value []byte // the card, without the layers that were taken off
	card  int    // its number in the public deck, −1 if this seat doesn't know it
	shown bool   // to all, by the seat that it was dealt to
}

// GenerateHand begins a hand with a new key, and returns the message that announces
// its public key. The id is the hand's own, of 1 to [MaxIDLen] bytes, and the same
// at all seats: that of the session, from a toss of package commit for example,
// with the number of the hand. The deck is that of the cards in clear, as
// [PublicDeck] returns it. The seats are numbered from 0, in an order that all
// know.
//
// It returns an [ErrMalformed] if the id or the deck is missing, the id is too
// long, or the numbers are out of range.
func GenerateHand(id []byte, deck Deck, seats, seat int) (*Hand, []byte, error) {
	if deck.Len() == 0 {
		return nil, nil, malformed("zero Deck")
	}
	key, err := GenerateKey(deck.group)
	if err != nil {
		return nil, nil, err
	}
	return NewHand(id, deck, seats, seat, key)
}

// NewHand is GenerateHand with a key that the caller has, for instance one whose
// work is shared among goroutines ([Key.Parallel]), as the checks of the hand then
// are too. It returns an [ErrState] if the key, or a copy of it, has been given to
// another hand: a hand with a used key would show the cards of the other one.
func NewHand(id []byte, deck Deck, seats, seat int, key Key) (*Hand, []byte, error) {
	if err := key.check(deck); err != nil {
		return nil, nil, err
	}
	h, err := newHand(id, deck, seats, seat, key)
	if err != nil {
		return nil, nil, err
	}
	if !key.used.CompareAndSwap(false, true) {
		return nil, nil, fmt.Errorf("%w: the key has been used in another hand", ErrState)
	}
	proof, err := key.ProveKey(h.keyContext(seat))
	if err != nil {
		return nil, nil, err
	}
	h.keys[seat] = key.Public().Parallel(key.routines)
	return h, h.send(keyMessage, key.Public().Bytes(), proof), nil
}

func newHand(id []byte, deck Deck, seats, seat int, key Key) (*Hand, error) {
	switch {
	case len(id) == 0:
		return nil, malformed("the hand's id is empty")
	case len(id) > MaxIDLen:
		return nil, malformed("the hand's id has %d bytes, the limit is %d", len(id), MaxIDLen)
	case seats < MinSeats || seats > MaxSeats:
		return nil, malformed("a hand of %d seats, the limits are %d and %d", seats, MinSeats, MaxSeats)
	case seat < 0 || seat >= seats:
		return nil, malformed("seat %d of %d", seat, seats)
	}
	h := &Hand{id: slices.Clone(id), seats: seats, seat: seat, key: key, cards: deck, deck: deck}
	h.keys = make([]PublicKey, seats)
	h.positions = slices.Repeat([]position{{deal: -1, card: -1}}, deck.Len())
	h.tableDigest = hashFields("hand/table", []byte(deck.group.g.name), h.id, u32(seats), deck.x.Bytes())
	return h, nil
}

// Seat returns this seat's number, and Seats the number of all.
func (h *Hand) Seat() int  { return h.seat }
func (h *Hand) Seats() int { return h.seats }

// Ready reports whether all seats have shuffled, so that cards can be dealt.
func (h *Hand) Ready() bool { return h.seats > 0 && h.shuffled == h.seats }

// Card returns the number, in the public deck, of the card at a position of the
// final deck, if this seat knows it: if it was dealt to it or to everyone, or
// shown.
func (h *Hand) Card(position int) (card int, ok bool) {
	if position < 0 || position >= len(h.positions) || h.positions[position].card < 0 {
		return 0, false
	}
	return h.positions[position].card, true
}

// Missing returns the seats that have to send a message before the hand, or a deal,
// can go on; nil if there are none. What is to be done with those who don't is the
// game's to say: their cards, and the rest of the deck, can't be opened without
// them.
func (h *Hand) Missing() (seats []int) {
	for seat, k := range h.keys {
		if k.isZero() {
			seats = append(seats, seat)
		}
	}
	if len(seats) == 0 && h.shuffled < h.seats {
		seats = append(seats, h.shuffled)
	}
	for _, d := range h.deals {
		if d.next < h.seats {
			seats = append(seats, d.next)
		}
	}
	slices.Sort(seats)
	return slices.Compact(seats)
}

// Sent returns copies of all messages that this seat has sent, in order, for a peer
// that didn't get them; one that did refuses them.
func (h *Hand) Sent() [][]byte {
	sent := make([][]byte, len(h.sent))
	for i, m := range h.sent {
		sent[i] = slices.Clone(m)
	}
	return sent
}

// send makes a message of its kind and parts, and keeps it.
func (h *Hand) send(kind byte, parts ...[]byte) []byte {
	message := append([]byte{kind}, slices.Concat(parts...)...)
	h.sent = append(h.sent, message)
	return slices.Clone(message)
}

// The kinds of messages, their first byte (SPEC.md, section 8.2).
const (
	keyMessage = 1 + iota
	shuffleMessage
	decryptionMessage
	showMessage
)

// HandMessageSize returns the length of the longest message of a hand with n cards,
// which is that of a shuffled deck; 0 for the zero group.
func HandMessageSize(g Group, n int) int {
	if g.g == nil {
		return 0
	}
	return 1 + len(digest{}) + n*g.ElementSize() + ShuffleProofSize(g, n)
}

// Receive takes a message that came from another seat, which the transport has made
// sure of, and returns this seat's next message, if it is its turn now, or nil.
//
// If the message can't be accepted, it returns a [BlameError] that wraps an
//   - [ErrMalformed], if it isn't an encoding of a message;
//   - [ErrProof], if a proof isn't valid, or two seats have one key;
//   - [ErrRules], if it opens a card that this seat was told to deal otherwise;
//   - [ErrDiverged], if it was made for another deck or other cards than this seat's;
//   - [ErrEarly], if something has to come first, a message of another seat or a call
//     of Deal; it may be received again then;
//   - [ErrState], if there has been such a message from that seat.
//
// It returns a plain ErrMalformed if from isn't another seat's number.
func (h *Hand) Receive(from int, message []byte) (reply []byte, err error) {
	switch {
	case h.seats == 0:
		return nil, malformed("zero Hand")
	case from < 0 || from >= h.seats || from == h.seat:
		return nil, malformed("a message from seat %d, of %d, to seat %d", from, h.seats, h.seat)
	case len(message) == 0:
		err = malformed("the message is empty")
	case len(message) > HandMessageSize(h.cards.group, h.cards.Len()):
		err = malformed("the message has %d bytes", len(message))
	default:
		body := message[1:]
		switch message[0] {
		case keyMessage:
			reply, err = h.receiveKey(from, body)
		case shuffleMessage:
			reply, err = h.receiveShuffle(from, body)
		case decryptionMessage:
			reply, err = h.receiveDecryption(from, body)
		case showMessage:
			err = h.receiveShow(from, body)
		default:
			err = malformed("a message of kind %d", message[0])
		}
	}
	if err != nil {
		return nil, &BlameError{[]int{from}, err}
	}
	return reply, nil
}

func (h *Hand) keyContext(seat int) []byte {
	d := hashFields("hand/key", h.tableDigest[:], u32(seat))
	return d[:]
}

func (h *Hand) receiveKey(from int, body []byte) ([]byte, error) {
	if !h.keys[from].isZero() {
		return nil, stateError("it has announced its key")
	}
	g := h.cards.group
	size := g.ElementSize()
	if len(body) < size {
		return nil, malformed("the message of the public key is too short")
	}
	k, err := ParsePublicKey(g, body[:size])
	if err != nil {
		return nil, err
	}
	k = k.Parallel(h.key.routines)
	if err := k.VerifyKey(h.keyContext(from), body[size:]); err != nil {
		return nil, err
	}
	if other := slices.IndexFunc(h.keys, k.Equal); other >= 0 {
		return nil, invalid("it has the key of seat %d", other)
	}
	h.keys[from] = k
	h.fixDigests()
	return h.shuffleInTurn(), nil
}

func (h *Hand) haveKeys() bool { return !slices.ContainsFunc(h.keys, PublicKey.isZero) }

// fixDigests computes the digests of what is final.
func (h *Hand) fixDigests() {
	if h.haveKeys() {
		var keys []byte
		for _, k := range h.keys {
			keys = append(keys, k.x.Bytes()...)
		}
		h.keysDigest = hashFields("hand/keys", h.tableDigest[:], keys)
	}
	if h.Ready() {
		h.deckDigest = hashFields("hand/deck", h.keysDigest[:], h.deck.x.Bytes())
	}
}

// shuffleInTurn shuffles, if that is what has to be done next.
func (h *Hand) shuffleInTurn() []byte {
	if !h.haveKeys() || h.shuffled != h.seat {
		return nil
	}
	view := h.shuffleView(h.seat)
	to, order := h.key.shuffle(h.deck)
	proof := h.key.proveShuffle(view[:], h.deck, to, order, newEntropy())
	h.addShuffle(to)
	return h.send(shuffleMessage, view[:], to.x.Bytes(), proof)
}

// shuffleView is what a seat that shuffles has to have seen.
func (h *Hand) shuffleView(seat int) digest {
	return hashFields("hand/shuffle", h.keysDigest[:], u32(seat), h.deck.x.Bytes())
}

func (h *Hand) addShuffle(to Deck) {
	h.deck = to
	h.shuffled++
	h.fixDigests()
}

func (h *Hand) receiveShuffle(from int, body []byte) ([]byte, error) {
	switch {
	case !h.haveKeys():
		return nil, early("a shuffle before the last public key")
	case from < h.shuffled:
		return nil, stateError("it has shuffled")
	case from > h.shuffled:
		return nil, early("a shuffle before that of seat %d", h.shuffled)
	}
	g, n := h.cards.group, h.cards.Len()
	size := n * g.ElementSize()
	if want := HandMessageSize(g, n) - 1; len(body) != want {
		return nil, malformed("the message of the shuffle has %d bytes, it takes %d", len(body)+1, want+1)
	}
	view := h.shuffleView(from)
	if err := checkView(view, body[:len(view)]); err != nil {
		return nil, err
	}
	body = body[len(view):]
	to, err := ParseDeck(g, n, body[:size])
	if err != nil {
		return nil, err
	}
	if err := h.keys[from].VerifyShuffle(view[:], h.deck, to, body[size:]); err != nil {
		return nil, err
	}
	h.addShuffle(to)
	return h.shuffleInTurn(), nil
}

// checkView compares the view of a message with the receiver's.
func checkView(own digest, view []byte) error {
	if digest(view) != own {
		return fmt.Errorf("%w: its message is for other keys, another deck or other cards than this seat's", ErrDiverged)
	}
	return nil
}

// MarshalText always fails, so that no encoder writes a hand as text or leaves a hole
// where a caller meant to store one: MarshalBinary is what to store.
func (Hand) MarshalText() ([]byte, error) {
	return nil, stateError("a hand isn't marshalled as text: store what MarshalBinary returns")
}

// Format prints the hand as redacted, whatever the verb.
func (Hand) Format(f fmt.State, _ rune) { io.WriteString(f, "sra.Hand(redacted)") }
