package otpdeal

import "bytes"

// A Dealer is the Card Dealer: it deals the encrypted cards to the seats, its own
// included. It sits at [DealerSeat]. It isn't safe for concurrent use, and prints as
// redacted. The zero value is invalid: its methods say so.
//
// If the cards that it decrypts aren't 13 different ones ([ErrCards]), it blames the
// Host or the Key Master.
type Dealer struct {
	player
	order func() []byte // a closure, for the reason given at Table
}

// GenerateDealer returns the Card Dealer of one deal, with a uniformly random
// assignment from crypto/rand.
func GenerateDealer() *Dealer {
	order := make([]byte, DeckSize)
	for i := range order {
		order[i] = byte(i)
	}
	shuffle(secretSource{}, order)
	return newDealer(order)
}

// NewDealer returns the Card Dealer that assigns the numbers of the cards in this
// order: the first 13 to seat 0, the next 13 to seat 1, and so on. It returns an
// [ErrMalformed] if order doesn't hold each of 0 to 51 once. It is for replaying a
// deal: to deal a new one, use [GenerateDealer].
func NewDealer(order []byte) (*Dealer, error) {
	if len(order) != DeckSize {
		return nil, malformed("an assignment of %d numbers, not %d", len(order), DeckSize)
	}
	var seen [DeckSize]bool
	for _, n := range order {
		if n >= DeckSize || seen[n] {
			return nil, malformed("the assignment holds number %d twice, or it's over %d", n, DeckSize-1)
		}
		seen[n] = true
	}
	return newDealer(bytes.Clone(order)), nil
}

func newDealer(order []byte) *Dealer {
	return &Dealer{newPlayer(DealerSeat), func() []byte { return order }}
}

// Receive takes a message and returns those to send: on SEND ALL CARDS from the Host
// SEND CARDS to each other seat, and REQUEST KEYS to the Key Master; on SEND KEYS
// none. It returns an error, and changes nothing, if the message isn't one that may
// come now; see [BlameError].
func (d *Dealer) Receive(m Message) ([]Message, error) {
	s, log, err := d.receive(m)
	if err != nil {
		return nil, err
	}
	switch m.route.kind {
	case SendAllCards:
		var out []Message
		for _, seat := range []int{HostSeat, KeyMasterSeat, DummySeat} {
			numbers := d.numbers(seat)
			payload := append(pick(m.payload(), numbers), numbers...)
			out = append(out, route{SendCards, DealerSeat, seat}.message(payload))
		}
		out = append(out, s.request(d.numbers(DealerSeat)))
		for _, sent := range out {
			log.put(sent)
		}
		s.log = log
		return out, nil
	default: // SEND KEYS
		encrypted := pick(log.get(SendAllCards, HostSeat, DealerSeat), d.numbers(DealerSeat))
		hand, err := open(encrypted, m.payload(), HostSeat, KeyMasterSeat)
		if err != nil {
			return nil, err
		}
		s.log, s.hand = log, hand
		return nil, nil
	}
}

// numbers returns those that are assigned to a seat.
func (d *Dealer) numbers(seat int) []byte {
	return d.order()[HandSize*seat:][:HandSize:HandSize]
}

// pick returns the bytes of these numbers.
func pick(from, numbers []byte) []byte {
	picked := make([]byte, len(numbers), 2*HandSize)
	for i, n := range numbers {
		picked[i] = from[n]
	}
	return picked
}
