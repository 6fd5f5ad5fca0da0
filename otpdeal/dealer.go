package otpdeal

import "bytes"

// A Dealer is the Card Dealer: it deals the encrypted cards to all seats, its own
// included. It sits at [DealerSeat]. Copies share one state, and it is safe for
// concurrent use. It prints as redacted. The zero value is invalid.
//
// On SEND ALL CARDS from the Host it answers SEND CARDS to each other seat and REQUEST
// KEYS to the Key Master; on SEND KEYS nothing. If the cards that it decrypts aren't 13
// different ones ([ErrCards]), it blames the Host and the Key Master.
type Dealer struct{ role }

// GenerateDealer returns the Card Dealer of a new deal, with a uniformly random
// assignment from crypto/rand, and the deal id and the store function as for
// [GenerateHost].
func GenerateDealer(deal []byte, store func(old, new State) error) (*Dealer, error) {
	return newDealer(deal, generateOrder(), store)
}

// NewDealer returns the Card Dealer of a new deal with this assignment, a permutation of
// the numbers 0 to 51 that nobody else may predict: seat 0 is dealt the first 13 of them,
// and so on. It returns an [ErrMalformed] for others, and the errors of [GenerateDealer].
func NewDealer(deal, order []byte, store func(old, new State) error) (*Dealer, error) {
	if err := checkOrder(order); err != nil {
		return nil, err
	}
	return newDealer(deal, bytes.Clone(order), store)
}

func newDealer(deal, order []byte, store func(old, new State) error) (*Dealer, error) {
	r, err := newRole(state{seat: DealerSeat, order: order}, deal, store)
	if err != nil {
		return nil, err
	}
	return &Dealer{r}, nil
}

// ParseDealer returns the Card Dealer of a stored state, given as its Bytes. Only the
// newest state will do. Send what [Dealer.Sent] returns again. It returns an
// [ErrMalformed] for a nil store, and for a state that isn't a Card Dealer's or was
// damaged.
func ParseDealer(state []byte, store func(old, new State) error) (*Dealer, error) {
	r, err := parseRole(DealerSeat, state, store)
	if err != nil {
		return nil, err
	}
	return &Dealer{r}, nil
}

func (st *state) dealerTakes(m Message) *BlameError {
	if m.route.kind == SendAllCards {
		for _, seat := range []int{HostSeat, KeyMasterSeat, DummySeat} {
			numbers := st.assigned(seat)
			st.send(SendCards, seat, append(pick(m.payload(), numbers), numbers...))
		}
		st.send(RequestKeys, KeyMasterSeat, st.assigned(DealerSeat))
		return nil
	}
	all := st.log.get(SendAllCards, HostSeat, DealerSeat)
	return st.decrypt(pick(all, st.assigned(DealerSeat)), m.payload(), HostSeat, KeyMasterSeat)
}

// assigned returns the numbers that the Card Dealer assigns to a seat.
func (st *state) assigned(seat int) []byte {
	return st.order[HandSize*seat:][:HandSize:HandSize]
}
