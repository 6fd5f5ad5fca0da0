package otpdeal

import "fmt"

// A Host makes the cards and encrypts them. It sits at [HostSeat], and is dealt a
// hand like the others. It isn't safe for concurrent use, and prints as redacted.
// The zero value is invalid: its methods say so.
//
// It can compare what comes back with its table. So it blames the Card Dealer alone
// for an encrypted card that isn't the one of that number ([ErrMismatch]), and the
// Key Master alone for such a key.
type Host struct {
	player
	table Table
}

// NewHost returns the Host of one deal. It returns an [ErrState] if the table is in
// use already, or invalid: the game commits to its Values before this.
func NewHost(table Table) (*Host, error) {
	if table.secret == nil || !table.secret().used.CompareAndSwap(false, true) {
		return nil, fmt.Errorf("%w: the table was used, or not made by a constructor", ErrState)
	}
	return &Host{newPlayer(HostSeat), table}, nil
}

// Start returns the first two messages, in the order in which they are to be sent:
// SEND ALL KEYS and SEND ALL CARDS. It returns an [ErrState] the second time.
func (h *Host) Start() ([]Message, error) {
	if h.player.secret == nil {
		return nil, fmt.Errorf("%w: the Host wasn't made by NewHost", ErrState)
	}
	s, t := h.player.secret(), h.table.secret()
	if s.log.get(SendAllKeys, HostSeat, KeyMasterSeat) != nil {
		return nil, fmt.Errorf("%w: the Host has started", ErrState)
	}
	keys := route{SendAllKeys, HostSeat, KeyMasterSeat}.message(t.keys[:])
	cards := route{SendAllCards, HostSeat, DealerSeat}.message(t.encrypted[:])
	s.log.put(keys)
	s.log.put(cards)
	return []Message{keys, cards}, nil
}

// Receive takes a message and returns those to send: on SEND CARDS from the Card
// Dealer REQUEST KEYS to the Key Master, on SEND KEYS none. It returns an error, and
// changes nothing, if the message isn't one that may come now; see [BlameError].
func (h *Host) Receive(m Message) ([]Message, error) {
	s, log, err := h.receive(m)
	if err != nil {
		return nil, err
	}
	t := h.table.secret()
	switch m.route.kind {
	case SendCards:
		payload := m.payload()
		numbers := m.route.numbers(payload)
		for i, n := range numbers {
			if payload[i] != t.encrypted[n] {
				return nil, blame(fmt.Errorf("%w: %v: encrypted card %d isn't the Host's", ErrMismatch, m.route, n), DealerSeat)
			}
		}
		request := s.request(numbers)
		log.put(request)
		s.log = log
		return []Message{request}, nil
	default: // SEND KEYS
		dealt := log.get(SendCards, DealerSeat, HostSeat)
		for i, n := range dealt[HandSize:] {
			if m.payload()[i] != t.keys[n] {
				return nil, blame(fmt.Errorf("%w: %v: key %d isn't the Host's", ErrMismatch, m.route, n), KeyMasterSeat)
			}
		}
		s.log, s.hand = log, decrypt(dealt, m.payload()) // different cards, since the table is a full deck
		return nil, nil
	}
}
