package oldhand

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
	"github.com/squaredeal/squaredeal/sra"
)

// Limits of a hand: its seats, and its id in bytes.
const (
	MinSeats = 2
	MaxSeats = 16
	MaxIDLen = 1024
)

// A Hand is one seat's view of a hand of cards that 2 to [MaxSeats] seats shuffle
// and deal among themselves, every step being proved when it is made: an [Observer]
// with a seat and a key. It takes the messages of the other seats and gives those of
// its own; each message is for all other seats.
//
//	each seat       GenerateHand          public key, proof              all others
//	seat 0, 1, …    Receive, its turn     shuffled deck, proof           all others
//	                Ready
//	each seat       Deal, Receive         layers taken off, proof        all others
//	                Card
//	a card's seat   Show                  its own layer too, proof       all others
//	one that goes   Leave                 the stock without its layer    all others
//	those who stay  Redeal                public key, proof              all who stay
//
// A Hand decrypts only positions of the final deck that were passed to [Hand.Deal],
// each once and for one seat or all; never a value that comes from a peer without a
// proof of where it comes from. What isn't dealt and what isn't shown stays closed,
// and no key is ever revealed.
//
// Every change is given to the store function before anything of it can be seen. If
// that fails, the call fails and nothing has changed. After a crash, continue with
// [ParseHand], and send the messages of [Hand.Sent] again. Every call may be made
// again: it has no second effect, and Deal and Show return the same message.
//
// A Hand is safe for concurrent use and prints as redacted; a copy of it is the same
// hand. The zero value is invalid: its methods return an [sra.ErrMalformed], or nothing.
type Hand struct{ hiddenHand }

type hiddenHand = secret.Value[*stored.Cell[handState]]

// GenerateHand begins a hand with a new key, and returns the message that announces
// its public key. The id is the hand's own, of 1 to [MaxIDLen] bytes, and the same
// at all seats: that of the session, from a toss of package commit for example,
// with the number of the hand. The deck is that of the cards in clear, made by
// [sra.PublicDeck], as otherwise whoever made it could follow cards through every
// shuffle. The seats are numbered from 0, in an order that all know.
//
// Store is called with the state that it was given last, nothing the first time, and
// the one to keep: see [HandState]. It must not call the Hand.
//
// GenerateHand returns an [sra.ErrMalformed] if the id or the deck is missing or the id
// too long, if PublicDeck didn't make the deck, if the numbers are out of range, or
// for a nil store.
func GenerateHand(id []byte, deck sra.Deck, seats, seat int, store func(old, new HandState) error) (h *Hand, message []byte, err error) {
	if deck.Len() == 0 {
		return nil, nil, malformed("zero Deck")
	}
	key, err := sra.GenerateKey(deck.Group())
	if err != nil {
		return nil, nil, err
	}
	return NewHand(id, deck, seats, seat, key, store)
}

// NewHand is GenerateHand with a new key that the caller has drawn. A key is for one hand:
// with a second, each would show cards of the other.
func NewHand(id []byte, deck sra.Deck, seats, seat int, key sra.Key, store func(old, new HandState) error) (h *Hand, message []byte, err error) {
	if store == nil {
		return nil, nil, errNilStore
	}
	switch {
	case !deck.Public():
		return nil, nil, malformed("the deck isn't one that sra.PublicDeck made")
	case !key.Group().Equal(deck.Group()):
		return nil, nil, malformed("the key isn't of the deck's group")
	}
	s, err := newHandState(id, deck, seats, seat, key)
	if err != nil {
		return nil, nil, err
	}
	s.announce()
	cell, err := stored.New(s, handState.encode, storeHand(store))
	if err != nil {
		return nil, nil, err
	}
	return &Hand{secret.Hide(cell)}, bytes.Clone(s.sent[0]), nil
}

var (
	errNilStore = malformed("nil store function")
	errZeroHand = malformed("zero Hand")
)

func storeHand(store func(old, new HandState) error) func(old, new stored.State) error {
	return func(old, new stored.State) error {
		if err := store(HandState{old}, HandState{new}); err != nil {
			return fmt.Errorf("oldhand: storing the hand: %w", err)
		}
		return nil
	}
}

// A handState is that of a Hand. Like public, a value is changed only after clone.
type handState struct {
	public
	seat  int
	key   sra.Key
	old   []sra.Key // its keys for the earlier decks
	known []int     // the card at each position, −1 if this seat doesn't know it
	sent  [][]byte
}

func newHandState(id []byte, deck sra.Deck, seats, seat int, key sra.Key) (handState, error) {
	p, err := newPublic(id, deck, seats)
	if err != nil {
		return handState{}, err
	}
	if seat < 0 || seat >= seats {
		return handState{}, malformed("seat %d isn't in 0 to %d", seat, seats-1)
	}
	return handState{public: p, seat: seat, key: key, known: slices.Repeat([]int{-1}, deck.Len())}, nil
}

func (s handState) clone() handState {
	s.public = s.public.clone()
	s.known, s.sent = slices.Clone(s.known), slices.Clip(s.sent)
	return s
}

func (s *handState) announce() {
	proof := must(s.key.ProveKey(s.keyContext(s.seat)))
	s.addKey(s.seat, s.key.Public())
	s.send(s.newMessage(keyMessage, s.key.Public().Bytes(), proof))
}

func (s *handState) send(message []byte) { s.sent = append(s.sent, message) }

// change changes the state, and returns the message that this seat has to send in
// consequence, nil if there is none.
func (h *Hand) change(f func(s *handState) error) (message []byte, err error) {
	if secret.IsZero(h.hiddenHand) {
		return nil, errZeroHand
	}
	var late error
	err = secret.Reveal(h.hiddenHand).Change(func(s handState) (*handState, error) {
		before := len(s.sent)
		s = s.clone()
		if err := f(&s); err != nil {
			return nil, err
		}
		late = s.goOn()
		if len(s.sent) > before {
			s.sent = s.joined(before)
			message = bytes.Clone(s.sent[before])
		}
		return &s, nil
	})
	if err != nil {
		return nil, err
	}
	return message, late
}

// joined returns what this seat has sent, with the messages from one on as a single one.
func (s *handState) joined(from int) [][]byte {
	if len(s.sent) == from+1 {
		return s.sent
	}
	together := s.newMessage(togetherMessage, joinTogether(s.sent[from:]))
	return append(slices.Clip(s.sent[:from]), together)
}

func (h *Hand) get() (s handState, ok bool) {
	if secret.IsZero(h.hiddenHand) {
		return handState{}, false
	}
	return secret.Reveal(h.hiddenHand).Get(), true
}

// Seat returns this seat's number.
func (h *Hand) Seat() int {
	s, _ := h.get()
	return s.seat
}

// Seats returns the number of seats.
func (h *Hand) Seats() int {
	s, _ := h.get()
	return s.seats
}

// Ready reports whether cards can be dealt: all seats have shuffled, and have told where
// their kept cards are if the cards are dealt again.
func (h *Hand) Ready() bool {
	s, ok := h.get()
	return ok && s.ready()
}

// Card returns the number, in the public deck, of the card at a position of the
// final deck, if this seat knows it: if it was dealt to it or to everyone, or
// shown.
func (h *Hand) Card(position int) (card int, ok bool) {
	s, _ := h.get()
	if position >= 0 && position < len(s.known) && s.known[position] >= 0 {
		return s.known[position], true
	}
	return s.card(position)
}

// Deals returns what has been dealt to whom from the present deck, one deal after another.
func (h *Hand) Deals() [][]Deal {
	s, _ := h.get()
	return s.dealt()
}

// Missing returns the seats that have to send a message before the hand, or a deal,
// can go on; nil if there are none. When the others give one of them up is the game's to
// say; they go on with [Hand.Redeal].
func (h *Hand) Missing() []int {
	s, ok := h.get()
	if !ok {
		return nil
	}
	return s.missing()
}

// Sent returns all messages that this seat has sent, in order, also before the cards were
// dealt again: for a peer that didn't get them, and after a restart. One that did ignores
// them. To one that has dealt again, those from before are an [ErrDiverged].
func (h *Hand) Sent() (messages [][]byte) {
	s, _ := h.get()
	for _, m := range s.sent {
		messages = append(messages, bytes.Clone(m))
	}
	return messages
}

// Receive takes a message that came from another seat, which the transport has
// authenticated, and returns this seat's next message, if it is its turn now, or nil. If
// it is its turn in several things at once, they are one message.
//
// A message that was taken before changes nothing. One that comes before a message,
// or a call of Deal, that it follows is kept until then: one of each seat and kind. If
// another one is kept, that is an [ErrEarly], and the message may be received again
// later. It is an [ErrDiverged] if the message belongs to another hand, or follows from
// other messages than those that came here: its sender may be honest. Otherwise, what
// can't be accepted is a [BlameError] that names its sender and wraps an
//   - [sra.ErrMalformed], if it isn't an encoding of a message;
//   - [sra.ErrProof], if a proof isn't valid, or two seats have one key;
//   - [ErrRules], if it deals or shows a card otherwise than this seat was told: see
//     [RulesError];
//   - [ErrState], if its sender has sent a different message in its place.
//
// If it is a [KeptError], it is about another message, which was kept: this call has had
// its effect, and the reply is returned with the error. Any other error leaves the hand
// as it was.
//
// Receive returns a plain ErrMalformed if from isn't another seat's number.
func (h *Hand) Receive(from int, message []byte) (reply []byte, err error) {
	reply, err = h.change(func(s *handState) error {
		if err := s.checkSender(from, s.seat); err != nil {
			return err
		}
		return s.receive(from, message, false, false)
	})
	if err == errDone {
		return nil, nil
	}
	return reply, err
}

// errDone ends a change that isn't needed, as it was made before.
var errDone = errors.New("oldhand: done before")

// Deal begins to deal cards, because the rules of the game say so. Every seat calls
// it with the same cards in the same order; the seats then take their layers off in
// turn, each in one message for all cards of the deal: those that aren't to be its
// own, or are to be everyone's. It returns this seat's message if its turn has
// come, or nil; otherwise [Hand.Receive] does, later. Several deals may be under
// way at once. The same deal again returns the same message again, if there is one.
//
// It returns an [sra.ErrMalformed] if there are no cards, if a position isn't in the
// deck or repeated, or if there is no such seat, and an [ErrState] if the deck
// isn't ready, if a position has been dealt in another deal or isn't in [Hand.Stock], or
// if the seat has left: no position is dealt twice. It may return a [KeptError], as Receive
// does.
func (h *Hand) Deal(cards ...Deal) ([]byte, error) {
	var again []byte
	message, err := h.change(func(s *handState) error {
		same, err := s.checkDeal(cards)
		if err != nil {
			return err
		}
		if same >= 0 {
			again = s.find(decryptionMessage, append(appendDeal(nil, cards), byte(s.deals[same].leaves)))
			return errDone
		}
		s.addDeal(cards, s.seat)
		return nil
	})
	if err == errDone {
		return again, nil
	}
	return message, err
}

// find returns this seat's message of this kind, in this hand, that goes on like this after
// its view.
func (s *handState) find(kind byte, begins []byte) []byte {
	for _, m := range s.sent {
		if digest(m[1:headSize]) != s.tableDigest {
			continue
		}
		parts := [][]byte{m}
		if m[0] == togetherMessage {
			parts, _ = splitTogether(m[headSize:])
		}
		for _, m := range parts {
			if view := headSize + len(digest{}); m[0] == kind && len(m) > view && bytes.HasPrefix(m[view:], begins) {
				return bytes.Clone(m)
			}
		}
	}
	return nil
}

// Show opens cards that were dealt to this seat, or kept by it, to all, and returns the
// message. The same positions again give the same message. It returns an [sra.ErrMalformed]
// if there are none, if a position isn't in the deck or repeated, and an [ErrState] if
// one isn't this seat's, isn't here yet or has been shown with others.
func (h *Hand) Show(positions ...int) ([]byte, error) {
	var again []byte
	message, err := h.change(func(s *handState) error {
		if len(positions) == 0 {
			return malformed("no cards to show")
		}
		if err := checkPositions(positions, len(s.positions)); err != nil {
			return err
		}
		if again = s.find(showMessage, appendPositions(nil, positions)); again != nil {
			return errDone
		}
		for _, p := range positions {
			switch at := s.positions[p]; {
			case at.to != s.seat || at.value == nil:
				return stateError("position %d isn't dealt to this seat", p)
			case at.deal >= 0 && s.deals[at.deal].next < s.seats:
				return stateError("position %d still has layers of others", p)
			case at.shown:
				return stateError("position %d has been shown", p)
			}
		}
		if !s.ready() {
			return stateError("the cards are being dealt again")
		}
		view := s.showView(s.seat, positions)
		to, proof := s.takeOff(view, positions, s.valuesAt(positions))
		s.addShow(positions, to)
		s.send(s.newMessage(showMessage, view[:], appendPositions(nil, positions), to.Bytes(), proof))
		return nil
	})
	if err == errDone {
		return again, nil
	}
	return message, err
}
